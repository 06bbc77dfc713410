// LazyPRM: starts and goals of every kind.
#include <memory>
#include <string>

#include <ompl/base/PlannerData.h>
#include <ompl/base/goals/GoalStates.h>
#include <ompl/base/objectives/PathLengthOptimizationObjective.h>
#include <ompl/geometric/PathGeometric.h>
#include <catch2/catch.hpp>

#include <gapless/core/error.h>
#include <gapless/ompl/path_certification.h>

#include "planners/lazy_prm_support.h"

namespace ob = ompl::base;
using namespace gapless;
using namespace gapless::test;

TEST_CASE("several starts and goals are all taken into account", "[lazy_prm]")
{
    ArmSetup arm(armAndPost(1.2, 0.0, 0.1));
    LazyPRM planner(arm.si);
    auto query = std::make_shared<ob::ProblemDefinition>(arm.si);
    query->addStartState(arm.state({-2, 0}));
    query->addStartState(arm.state({0.9, 0.1}));
    auto goals = std::make_shared<ob::GoalStates>(arm.si);
    goals->addState(arm.state({-1, 2.9}));
    goals->addState(arm.state({1, 0}));
    query->setGoal(goals);
    planner.setProblemDefinition(query);
    REQUIRE(planner.solve(kEnough) == ob::PlannerStatus::EXACT_SOLUTION);
    // The cheapest pair needs no detour.
    CHECK(arm.distance(solutionOf(query)->getState(0), {0.9, 0.1}) == 0.0);
    CHECK(arm.distance(solutionOf(query)->getStates().back(), {1, 0}) == 0.0);

    SECTION("planner data has them, all milestones, and proven edges alone")
    {
        ob::PlannerData data(arm.si);
        planner.getPlannerData(data);
        CHECK(data.numStartVertices() == 2);
        CHECK(data.numGoalVertices() == 2);
        CHECK(data.numVertices() == planner.milestoneCount());
        CHECK(data.numEdges() == 2 * planner.freeEdgeCount());
    }
    SECTION("goals added later are used by the next solve")
    {
        goals->addState(arm.state({0.9, 0.15}));
        REQUIRE(planner.solve(kEnough) == ob::PlannerStatus::EXACT_SOLUTION);
    }
}

namespace {

/// The tip is on the left; says nothing of how far it is from there.
class TurnedFar : public ob::Goal
{
public:
    using ob::Goal::Goal;
    bool isSatisfied(const ob::State* state) const override
    {
        return state->as<ob::RealVectorStateSpace::StateType>()->values[0] > 2.0;
    }
};

}  // namespace

TEST_CASE("goals that cannot be sampled are reached by milestones that satisfy them", "[lazy_prm]")
{
    ArmSetup arm(armAndPost(1.2, 0.0, 0.1));
    LazyPRM planner(arm.si);
    auto query = std::make_shared<ob::ProblemDefinition>(arm.si);
    query->addStartState(arm.state({-1, 0}));
    const bool plain = GENERATE(true, false);
    if (plain)
        query->setGoal(std::make_shared<TurnedFar>(arm.si));
    else
        query->setGoal(std::make_shared<NearTurn>(arm.si, 1.5));
    planner.setProblemDefinition(query);
    REQUIRE(planner.solve(kEnough) == ob::PlannerStatus::EXACT_SOLUTION);
    CHECK(query->getGoal()->isSatisfied(solutionOf(query)->getStates().back()));
}

TEST_CASE("without a path the answer is approximate: proven, and closer to the goal than the start", "[lazy_prm]")
{
    ArmSetup arm(armAndPost(1.2, 0.0, 0.1));
    LazyPRM planner(arm.si);
    auto query = std::make_shared<ob::ProblemDefinition>(arm.si);
    query->addStartState(arm.state({-1, 0}));
    // Proofs come from candidates: a goal within reach makes some, before one beyond the limit.
    query->setGoal(std::make_shared<NearTurn>(arm.si, 2.0));
    planner.setProblemDefinition(query);
    REQUIRE(planner.solve(kEnough) == ob::PlannerStatus::EXACT_SOLUTION);
    query->clearSolutionPaths();
    query->setGoal(std::make_shared<NearTurn>(arm.si, 4.0));
    REQUIRE(planner.solve(ob::timedPlannerTerminationCondition(0.1)) == ob::PlannerStatus::APPROXIMATE_SOLUTION);
    const ob::PlannerSolution solution = query->getSolutions().back();
    CHECK(solution.approximate_);
    CHECK(solution.difference_ < 2.1);
    CHECK(certifyPath(*arm.mapping, *solutionOf(query)).verdict == Verdict::Free);
}

TEST_CASE("invalid starts and goals are reported as such", "[lazy_prm]")
{
    ArmSetup arm(armAndPost(1.2, 0.0, 0.1));
    LazyPRM planner(arm.si);
    planner.setProblemDefinition(arm.query({0, 0}, {1, 0}));
    CHECK(planner.solve(kEnough) == ob::PlannerStatus::INVALID_START);
    planner.setProblemDefinition(arm.query({1, 0}, {0, 0}));
    CHECK(planner.solve(kEnough) == ob::PlannerStatus::INVALID_GOAL);
}

TEST_CASE("a start that is the goal is a path of one state", "[lazy_prm]")
{
    ArmSetup arm(armAndPost(1.2, 0.0, 0.1));
    LazyPRM planner(arm.si);
    const ob::ProblemDefinitionPtr query = arm.query({1, 0}, {1, 0});
    planner.setProblemDefinition(query);
    REQUIRE(planner.solve(kEnough) == ob::PlannerStatus::EXACT_SOLUTION);
    CHECK(solutionOf(query)->getStateCount() == 1);
}
