// What is asked may change at any moment: the scene, also from another thread, the starts, the goals.
#include <chrono>
#include <functional>
#include <future>
#include <random>
#include <thread>

#include <ompl/base/goals/GoalState.h>
#include <ompl/base/goals/GoalStates.h>
#include <ompl/geometric/PathGeometric.h>

#include <gapless/ompl/path_certification.h>

#include "planners/changing_world.h"
#include "planners/planner_obligations.h"
#include "planners/solution_check.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace gapless::test {
namespace {

/// Too little for an answer, mostly: trees are left as they stood.
constexpr double kHurried = 0.0005;

/// All calls that a planner's life may have, one after the other, with swaps of the scene between them.
class Life
{
public:
    Life(const PlannerUnderTest& planner, SwapBy by, Findings& findings)
        : planner_(planner), findings_(findings), changing_(planner.traits, by), query_(changing_.world().query())
    {}

    static constexpr std::size_t kMoments = 12;

    /// Swaps before each call of which the bit is set.
    void live(unsigned int swaps)
    {
        using Call = std::function<void()>;
        const Call calls[kMoments] = {[&] { made_ = planner_.allocate(changing_.world().si()); },
                                      [&] { made_->setProblemDefinition(query_); },
                                      [&] { made_->setup(); },
                                      [&] { solve(kHurried); },
                                      [&] { solve(kPlenty); },
                                      [&] { describe(); },
                                      [&] { solve(kHurried); },
                                      [&] { solve(kPlenty); },
                                      [&] { made_->clearQuery(); },
                                      [&] { solve(kPlenty); },
                                      [&] { made_->clear(), made_->setup(); },
                                      [&] { solve(kPlenty); }};
        for (std::size_t k = 0; k < kMoments; ++k)
        {
            if (swaps >> k & 1u)
                changing_.swapTo(scene_ = 1 - scene_);
            calls[k]();
        }
    }

private:
    void solve(double seconds)
    {
        query_->clearSolutionPaths();
        const ob::PlannerStatus status = solveFor(seconds, *made_, findings_);
        (seconds == kPlenty ? judgeSolved : judgeAnswer)(status, *query_, planner_, changing_.world(), findings_);
    }
    void describe()
    {
        ob::PlannerData data(changing_.world().si());
        made_->getPlannerData(data);
    }

    const PlannerUnderTest& planner_;
    Findings& findings_;
    ChangingWorld changing_;
    ob::ProblemDefinitionPtr query_;
    ob::PlannerPtr made_;
    std::size_t scene_ = 0;
};

bool isFreeIn(const World& world, const ob::ProblemDefinition& query)
{
    return certifyPath(*world.mapping, *query.getSolutionPath()->as<og::PathGeometric>()).verdict == Verdict::Free;
}

}  // namespace

void answersForTheSceneItIsAskedIn(const PlannerUnderTest& planner, Findings& findings)
{
    if (!planner.traits.notices_changes)
        return;
    const std::pair<std::string, SwapBy> ways[] = {
        {"swapped", SwapBy::Swapping}, {"set anew", SwapBy::Setting}, {"motions swapped", SwapBy::MotionsOnly}};
    for (const auto& [way, by] : ways)
    {
        if (by == SwapBy::MotionsOnly && !planner.traits.certifies)
            continue;
        for (std::size_t k = 0; k < Life::kMoments; ++k)
        {
            findings.setContext("scene " + way + " at moment " + std::to_string(k));
            Life(planner, by, findings).live(1u << k);
        }
        findings.setContext("scene " + way + " at every moment");
        Life(planner, by, findings).live(~0u);
    }
}

void answersForOneSceneWhileItChanges(const PlannerUnderTest& planner, Findings& findings)
{
    if (!planner.traits.notices_changes || !planner.traits.certifies)
        return;
    ChangingWorld changing(planner.traits, SwapBy::MotionsOnly);
    const ob::ProblemDefinitionPtr query = changing.world().query();
    const ob::PlannerPtr made = allocate(planner, changing.world(), query);
    std::mt19937 random(1);
    for (std::size_t round = 0; round < 100; ++round)
    {
        const std::size_t before = round % 2;
        changing.swapTo(before);
        query->clearSolutionPaths();
        if (round % 4 == 3)
        {
            findings.setContext("scene swapped whenever the planner asks for the time");
            const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(200);
            // To a random one: planners may ask an even number of times between two motions.
            made->solve(ob::PlannerTerminationCondition([&] {
                changing.swapTo(random() % 2);
                return std::chrono::steady_clock::now() >= end;
            }));
            // Nobody but the planner swaps: the scene of the beginning is known.
            if (query->hasExactSolution())
                findings.expect(isFreeIn(changing.world(before), *query),
                                "a path that is not free in the scene of the beginning");
        }
        else
        {
            findings.setContext("scene swapped during solve()");
            const std::chrono::microseconds delay(std::uniform_int_distribution<int>(0, 3000)(random));
            std::future<void> swapping = std::async(std::launch::async, [&] {
                std::this_thread::sleep_for(delay);
                changing.swapTo(1 - before);
            });
            solveFor(kPlenty, *made, findings);
            swapping.get();
        }
        if (query->hasSolution())
            findings.expect(isFreeIn(changing.world(0), *query) || isFreeIn(changing.world(1), *query),
                            "a path that is free in no scene");
        findings.setContext("scene swapped during the last solve()");
        query->clearSolutionPaths();
        judgeSolved(solveFor(kPlenty, *made, findings), *query, planner, changing.world(), findings);
    }
}

void noticesStartsAndGoalsThatAreReplaced(const PlannerUnderTest& planner, Findings& findings)
{
    if (!planner.traits.notices_changes)
        return;
    const World world = plane(planner.traits);
    const ob::ProblemDefinitionPtr query = world.query();
    const ob::PlannerPtr made = allocate(planner, world, query);
    const auto solve = [&](const std::string& what) {
        findings.setContext(what);
        query->clearSolutionPaths();
        judgeSolved(solveFor(kPlenty, *made, findings), *query, planner, world, findings);
    };
    Configuration start = world.start, goal = world.goal;
    start[1] -= 0.15;
    goal[1] += 0.1;
    solve("at first");
    query->clearStartStates();
    query->addStartState(world.state(start));
    solve("start replaced");
    query->getGoal()->as<ob::GoalState>()->setState(world.state(world.start));
    solve("goal replaced in the same object");

    const auto goals = std::make_shared<ob::GoalStates>(world.si());
    goals->setThreshold(world.goal_threshold);
    goals->addState(world.state(goal));
    query->setGoal(goals);
    solve("other goals");
    goals->clear();
    goals->addState(world.state(world.goal));
    solve("goals replaced in the same object");
}

}  // namespace gapless::test
