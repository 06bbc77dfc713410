// Planners that keep trees, walks or paths between calls of solve(), when what they were made for has changed.
#include <catch2/catch.hpp>

#include <ompl/base/goals/GoalStates.h>

#include <gapless/ompl/path_certification.h>
#include <gapless/planners/asbl.h>
#include <gapless/planners/random_walk.h>
#include <gapless/planners/smoothing_planner.h>

#include "lazy_prm_support.h"

using namespace gapless;
using namespace gapless::test;
namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace {

/// Allows the first start with the first goal, and the second with the second, alone.
class PairedGoals : public ob::GoalStates
{
public:
    PairedGoals(const ArmSetup& arm, std::vector<std::vector<double>> starts, std::vector<std::vector<double>> goals)
        : ob::GoalStates(arm.si), arm_(arm), starts_(std::move(starts)), goals_(std::move(goals))
    {
        for (const std::vector<double>& goal : goals_)
            addState(arm_.state(goal));
    }
    bool isStartGoalPairValid(const ob::State* start, const ob::State* goal) const override
    {
        for (std::size_t i = 0; i < starts_.size(); ++i)
            if (arm_.distance(start, starts_[i]) == 0.0 && arm_.distance(goal, goals_[i]) == 0.0)
                return true;
        return false;
    }

private:
    const ArmSetup& arm_;
    std::vector<std::vector<double>> starts_, goals_;
};

}  // namespace

TEST_CASE("ASBL uses nothing that was proven in another scene")
{
    const Problem far = armAndPost(9, 9, 0.1), near = armAndPost(1.5, 0.0, 0.1);
    ArmSetup arm(far);
    ASBL planner(arm.si);
    const ob::ProblemDefinitionPtr query = arm.query({-1, 0}, {1, 0});
    planner.setProblemDefinition(query);
    REQUIRE(planner.solve(kEnough) == ob::PlannerStatus::EXACT_SOLUTION);
    for (int i = 0; i < 5; ++i)
    {
        arm.setScene(i % 2 ? far : near);
        query->clearSolutionPaths();
        REQUIRE(planner.solve(kEnough) == ob::PlannerStatus::EXACT_SOLUTION);
        CHECK(certifyPath(*arm.mapping, *solutionOf(query)).verdict == Verdict::Free);
    }
}

TEMPLATE_TEST_CASE("Another problem definition, or another goal in the same, is another query", "", ASBL, ShortcutSmoother)
{
    ArmSetup arm(armAndPost(1.5, 0.0, 0.1));
    TestType planner(arm.si);
    const auto solve = [&](const ob::ProblemDefinitionPtr& query, const std::vector<double>& start,
                           const std::vector<double>& goal) {
        query->clearSolutionPaths();
        REQUIRE(planner.solve(ob::timedPlannerTerminationCondition(0.5)) == ob::PlannerStatus::EXACT_SOLUTION);
        const auto path = solutionOf(query);
        CHECK(arm.distance(path->getState(0), start) == 0.0);
        CHECK(arm.distance(path->getState(static_cast<unsigned int>(path->getStateCount()) - 1), goal) <= 1e-9);
    };
    const ob::ProblemDefinitionPtr first = arm.query({-1, 0}, {1, 0}), second = arm.query({1.5, 0.2}, {-1.5, 0.1});
    planner.setProblemDefinition(first);
    solve(first, {-1, 0}, {1, 0});
    planner.setProblemDefinition(second);
    solve(second, {1.5, 0.2}, {-1.5, 0.1});
    second->setGoalState(arm.state({-1, -0.3}));
    solve(second, {1.5, 0.2}, {-1, -0.3});
}

TEST_CASE("A random walk begins anew for another goal")
{
    ArmSetup arm(armAndPost(9, 9, 0.1));
    RandomWalk planner(arm.si);
    for (double goal : {1.0, -1.0})
    {
        const auto query = std::make_shared<ob::ProblemDefinition>(arm.si);
        query->setStartAndGoalStates(arm.state({0, 0}), arm.state({goal, 0}), 0.3);
        planner.setProblemDefinition(query);
        REQUIRE(planner.solve(kEnough) == ob::PlannerStatus::EXACT_SOLUTION);
        const auto path = solutionOf(query);
        CHECK(arm.distance(path->getState(static_cast<unsigned int>(path->getStateCount()) - 1), {goal, 0}) <= 0.3);
    }
}

TEST_CASE("ASBL joins only starts and goals that the goal allows")
{
    ArmSetup arm(armAndPost(9, 9, 0.1));
    // Each start lies by the goal that it must not go to.
    const std::vector<std::vector<double>> starts{{-1, 0}, {1, 0}}, goals{{1.1, 0}, {-1.1, 0}};
    const auto query = std::make_shared<ob::ProblemDefinition>(arm.si);
    for (const std::vector<double>& start : starts)
        query->addStartState(arm.state(start));
    const auto goal = std::make_shared<PairedGoals>(arm, starts, goals);
    query->setGoal(goal);
    ASBL planner(arm.si);
    planner.setProblemDefinition(query);
    REQUIRE(planner.solve(kEnough) == ob::PlannerStatus::EXACT_SOLUTION);
    const auto path = solutionOf(query);
    CHECK(goal->isStartGoalPairValid(path->getState(0), path->getState(static_cast<unsigned int>(path->getStateCount()) - 1)));
}
