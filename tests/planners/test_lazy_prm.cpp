// LazyPRM: queries, proofs that live with the roadmap, and scenes that change under it.
#include <chrono>
#include <cmath>
#include <limits>
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
using Catch::Contains;

TEST_CASE("a path of LazyPRM joins start and goal and is certified edge by edge", "[lazy_prm]")
{
    ArmSetup arm(armAndPost(1.2, 0.0, 0.1));
    LazyPRM planner(arm.si);
    const ob::ProblemDefinitionPtr query = arm.query({-1, 0}, {1, 0});
    planner.setProblemDefinition(query);
    REQUIRE(planner.solve(kEnough) == ob::PlannerStatus::EXACT_SOLUTION);
    const auto path = solutionOf(query);
    REQUIRE(path->getStateCount() >= 3);
    CHECK(arm.distance(path->getState(0), {-1, 0}) == 0.0);
    CHECK(arm.distance(path->getStates().back(), {1, 0}) == 0.0);
    CHECK(certifyPath(*arm.mapping, *path).verdict == Verdict::Free);
    CHECK(planner.freeEdgeCount() >= path->getStateCount() - 1);
    CHECK(planner.collidingEdgeCount() >= 1);
    CHECK(planner.milestoneCount() > 2);
    CHECK(planner.edgeCount() > planner.freeEdgeCount());
}

TEST_CASE("a second query uses what the first has proven, clearQuery keeps it, clear does not", "[lazy_prm]")
{
    ArmSetup arm(armAndPost(1.2, 0.0, 0.1));
    LazyPRM planner(arm.si);
    planner.setProblemDefinition(arm.query({-1, 0}, {1, 0}));
    REQUIRE(planner.solve(kEnough) == ob::PlannerStatus::EXACT_SOLUTION);
    const std::uint64_t milestones = planner.milestoneCount(), proven = planner.freeEdgeCount();

    SECTION("the same query again proves nothing and adds nothing")
    {
        const ob::ProblemDefinitionPtr again = arm.query({-1, 0}, {1, 0});
        planner.setProblemDefinition(again);
        REQUIRE(planner.solve(kEnough) == ob::PlannerStatus::EXACT_SOLUTION);
        CHECK(planner.milestoneCount() == milestones);
        CHECK(planner.freeEdgeCount() == proven);
    }
    SECTION("another goal in the same problem definition starts a query by itself")
    {
        const ob::ProblemDefinitionPtr query = planner.getProblemDefinition();
        query->clearSolutionPaths();
        query->setGoalState(arm.state({1.2, 0.1}));
        REQUIRE(planner.solve(kEnough) == ob::PlannerStatus::EXACT_SOLUTION);
        CHECK(arm.distance(solutionOf(query)->getStates().back(), {1.2, 0.1}) == 0.0);
    }
    SECTION("clearQuery")
    {
        planner.clearQuery();
        CHECK(planner.milestoneCount() == milestones);
        CHECK(planner.freeEdgeCount() == proven);
    }
    SECTION("clear")
    {
        planner.clear();
        CHECK(planner.milestoneCount() == 0);
        CHECK(planner.edgeCount() == 0);
        CHECK(planner.freeEdgeCount() == 0);
        CHECK(planner.collidingEdgeCount() == 0);
        REQUIRE(planner.solve(kEnough) == ob::PlannerStatus::EXACT_SOLUTION);
    }
}

TEST_CASE("after an obstacle moves no stale proof is used, and after it moves away the roadmap serves again", "[lazy_prm]")
{
    // The post stands out of reach; then where the straight way from start to goal leads; then out of reach again.
    const Problem far = armAndPost(9, 9, 0.1), near = armAndPost(1.5, 0.0, 0.1);
    ArmSetup arm(far);
    LazyPRM planner(arm.si);
    const auto solve = [&] {
        const ob::ProblemDefinitionPtr query = arm.query({-1, 0}, {1, 0});
        planner.setProblemDefinition(query);
        REQUIRE(planner.solve(kEnough) == ob::PlannerStatus::EXACT_SOLUTION);
        CHECK(certifyPath(*arm.mapping, *solutionOf(query)).verdict == Verdict::Free);
        return solutionOf(query)->length();
    };
    const double straight = solve();
    CHECK(straight == Approx(2.0));

    arm.setScene(near);
    const double around = solve();
    CHECK(around > straight + 0.1);
    CHECK(planner.collidingEdgeCount() >= 1);
    const std::uint64_t milestones = planner.milestoneCount();

    arm.setScene(far);
    CHECK(solve() == Approx(2.0));
    CHECK(planner.milestoneCount() == milestones);
    CHECK(planner.collidingEdgeCount() == 0);

    SECTION("also where a query is continued rather than begun")
    {
        arm.setScene(near);
        REQUIRE(planner.solve(kEnough) == ob::PlannerStatus::EXACT_SOLUTION);
        const ob::PlannerSolution last = planner.getProblemDefinition()->getSolutions().back();
        const auto& path = *last.path_->as<ompl::geometric::PathGeometric>();
        CHECK(certifyPath(*arm.mapping, path).verdict == Verdict::Free);
    }
    SECTION("sceneChanged() forgets proofs at once and keeps milestones")
    {
        REQUIRE(planner.freeEdgeCount() > 0);
        planner.sceneChanged();
        CHECK(planner.freeEdgeCount() == 0);
        CHECK(planner.milestoneCount() == milestones);
        CHECK(solve() == Approx(2.0));
    }
    SECTION("a start that the new scene makes invalid is reported")
    {
        arm.setScene(armAndPost(2 * std::cos(-1.0), 2 * std::sin(-1.0), 0.2));
        CHECK(planner.solve(kEnough) == ob::PlannerStatus::INVALID_START);
    }
    SECTION("another tolerance is another proof")
    {
        arm.setScene(far, 1e-4);
        planner.setup();
        CHECK(planner.freeEdgeCount() == 0);
    }
}

TEST_CASE("an objective that is not satisfied makes it use its time and keep the best, else it stops at the first", "[lazy_prm]")
{
    using Clock = std::chrono::steady_clock;
    ArmSetup arm(armAndPost(1.2, 0.0, 0.1));
    const auto lengthAfter = [&](double threshold, double seconds) {
        ompl::RNG::setSeed(7);
        LazyPRM planner(arm.si);
        const ob::ProblemDefinitionPtr query = arm.query({-1, 0}, {1, 0});
        const auto objective = std::make_shared<ob::PathLengthOptimizationObjective>(arm.si);
        objective->setCostThreshold(ob::Cost(threshold));
        query->setOptimizationObjective(objective);
        planner.setProblemDefinition(query);
        const auto start = Clock::now();
        REQUIRE(planner.solve(ob::timedPlannerTerminationCondition(seconds)) == ob::PlannerStatus::EXACT_SOLUTION);
        const double used = std::chrono::duration<double>(Clock::now() - start).count();
        CHECK(query->getSolutions().back().optimized_ == (threshold > 100.0));
        CHECK((used > 0.9 * seconds) == (threshold == 0.0));
        CHECK(certifyPath(*arm.mapping, *solutionOf(query)).verdict == Verdict::Free);
        return solutionOf(query)->length();
    };
    const double first = lengthAfter(std::numeric_limits<double>::infinity(), 5.0);
    const double best = lengthAfter(0.0, 0.4);
    CHECK(best <= first);
}

TEST_CASE("time is up within 100 ms, with or without a solution", "[lazy_prm]")
{
    using Clock = std::chrono::steady_clock;
    ArmSetup arm(armAndPost(1.2, 0.0, 0.1));
    LazyPRM planner(arm.si);
    planner.setBatch(10000);
    auto query = std::make_shared<ob::ProblemDefinition>(arm.si);
    query->addStartState(arm.state({-1, 0}));
    query->setGoal(std::make_shared<NearTurn>(arm.si, 4.0));
    planner.setProblemDefinition(query);
    for (int turn = 0; turn < 3; ++turn)
    {
        const auto start = Clock::now();
        const std::uint64_t before = planner.milestoneCount();
        CHECK_FALSE(planner.solve(ob::timedPlannerTerminationCondition(0.1)) == ob::PlannerStatus::EXACT_SOLUTION);
        CHECK(std::chrono::duration<double>(Clock::now() - start).count() < 0.2);
        // Repeated calls continue.
        CHECK(planner.milestoneCount() > before);
    }
    CHECK(planner.solve(ob::plannerAlwaysTerminatingCondition()) != ob::PlannerStatus::EXACT_SOLUTION);
}

TEST_CASE("neighbours are the k nearest, those within a radius, or as many as PRM* takes", "[lazy_prm]")
{
    ArmSetup arm(armAndPost(1.2, 0.0, 0.1));
    const auto edgesPerMilestone = [&](unsigned int k, double radius) {
        LazyPRM planner(arm.si);
        planner.setNeighbors(k);
        planner.setRadius(radius);
        auto query = std::make_shared<ob::ProblemDefinition>(arm.si);
        query->addStartState(arm.state({-1, 0}));
        query->setGoal(std::make_shared<NearTurn>(arm.si, 4.0));
        planner.setProblemDefinition(query);
        planner.setBatch(50);
        planner.solve(ob::PlannerTerminationCondition([&] { return planner.milestoneCount() > 400; }));
        return static_cast<double>(planner.edgeCount()) / static_cast<double>(planner.milestoneCount());
    };
    CHECK(edgesPerMilestone(3, 0.0) < 3.5);
    CHECK(edgesPerMilestone(10, 0.0) > 8.0);
    CHECK(edgesPerMilestone(0, 0.0) > edgesPerMilestone(3, 0.0));
    CHECK(edgesPerMilestone(10, 0.01) < 1.0);
    CHECK(edgesPerMilestone(10, 10.0) > 50.0);
}

TEST_CASE("any penalty gives a proven path, parameters are declared with their ranges", "[lazy_prm]")
{
    ArmSetup arm(armAndPost(1.2, 0.0, 0.1));
    for (const char* penalty : {"0", "0.5", "100"})
    {
        LazyPRM planner(arm.si);
        planner.params().setParam("penalty", penalty);
        const ob::ProblemDefinitionPtr query = arm.query({-1, 0}, {1, 0});
        planner.setProblemDefinition(query);
        REQUIRE(planner.solve(kEnough) == ob::PlannerStatus::EXACT_SOLUTION);
        CHECK(certifyPath(*arm.mapping, *solutionOf(query)).verdict == Verdict::Free);
    }
    LazyPRM planner(arm.si);
    CHECK(planner.params()["neighbors"].getRangeSuggestion() == "0:1:100");
    CHECK(planner.params()["radius"].getRangeSuggestion() == "0.:0.1:1000.");
    CHECK(planner.params()["penalty"].getRangeSuggestion() == "0.:0.5:100.");
    CHECK(planner.params()["batch"].getRangeSuggestion() == "1:10:10000");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_WITH(planner.setRadius(-1), Contains("gapless::LazyPRM") && Contains("radius") && Contains("[0, 1000]"));
    CHECK_THROWS_WITH(planner.setPenalty(nan), Contains("gapless::LazyPRM") && Contains("penalty") && Contains("[0, 100]"));
    CHECK_THROWS_AS(planner.setPenalty(std::numeric_limits<double>::infinity()), InputError);
    CHECK_THROWS_WITH(planner.setBatch(0), Contains("gapless::LazyPRM") && Contains("batch") && Contains("[1, 10000]"));
    CHECK(planner.getBatch() == LazyPRM(arm.si).getBatch());
}

TEST_CASE("progress properties tell counts and the cost of the best path", "[lazy_prm]")
{
    ArmSetup arm(armAndPost(1.2, 0.0, 0.1));
    LazyPRM planner(arm.si);
    const ob::ProblemDefinitionPtr query = arm.query({-1, 0}, {1, 0});
    planner.setProblemDefinition(query);
    const auto& properties = planner.getPlannerProgressProperties();
    CHECK(properties.at("best cost REAL")() == "nan");
    REQUIRE(planner.solve(kEnough) == ob::PlannerStatus::EXACT_SOLUTION);
    CHECK(std::stod(properties.at("best cost REAL")()) == Approx(solutionOf(query)->length()));
    CHECK(properties.at("milestones INTEGER")() == std::to_string(planner.milestoneCount()));
    CHECK(properties.at("edges INTEGER")() == std::to_string(planner.edgeCount()));
    CHECK(properties.at("free edges INTEGER")() == std::to_string(planner.freeEdgeCount()));
    CHECK(properties.at("colliding edges INTEGER")() == std::to_string(planner.collidingEdgeCount()));
}

TEST_CASE("a motion validator that samples is refused by name", "[lazy_prm]")
{
    SetupOptions options;
    options.validator = ValidatorKind::Discrete;
    const ProblemSetup sampled = makeProblemSetup(armAndPost(1.2, 0.0, 0.1), options);
    LazyPRM planner(sampled.setup->getSpaceInformation());
    CHECK_THROWS_WITH(planner.setup(), Contains("gapless::LazyPRM"));
}
