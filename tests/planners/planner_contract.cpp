#include "planners/planner_contract.h"

#include <algorithm>
#include <stdexcept>

#include <ompl/util/Console.h>

#include "planners/planner_obligations.h"

namespace gapless::test {

void Findings::expect(bool holds, const std::string& otherwise)
{
    if (!holds)
        violations_.push_back(context_.empty() ? otherwise : context_ + ": " + otherwise);
}

void Findings::addOverrun(double seconds)
{
    longest_overrun_ = std::max(longest_overrun_, seconds);
}

const std::vector<Obligation>& plannerContract()
{
    static const std::vector<Obligation> contract{
        {"solves small problems", solvesSmallProblems},
        {"repeats itself for the same seed", repeatsItself},
        {"uses every start", usesEveryStart},
        {"uses every goal", usesEveryGoal},
        {"waits for goals that are yet to be sampled", waitsForGoals},
        {"takes regions of goals, some of them invalid", takesRegionsOfGoals},
        {"takes, or refuses, goals that cannot be sampled", takesOrRefusesGoalsThatCannotBeSampled},
        {"solves queries that are solved already", solvesQueriesThatAreSolvedAlready},
        {"tells invalid queries", tellsInvalidQueries},
        {"stops in time", stopsInTime},
        {"needs a query", needsAQuery},
        {"can be set up twice", canBeSetUpTwice},
        {"goes on where it stopped", goesOnWhereItStopped},
        {"forgets when cleared", forgetsWhenCleared},
        {"describes its data", describesItsData},
        {"answers for the scene that it is asked in", answersForTheSceneItIsAskedIn},
        {"answers for one scene while it changes", answersForOneSceneWhileItChanges},
        {"notices starts and goals that are replaced", noticesStartsAndGoalsThatAreReplaced},
        {"has parameters that can be read and set", hasParameters},
        {"tells its progress at any time", tellsItsProgress},
        {"runs 20 times under Benchmark", runsUnderBenchmark},
        {"runs in eight threads of ParallelPlan", runsInParallel},
    };
    return contract;
}

Findings check(const PlannerUnderTest& planner, const Obligation& obligation)
{
    ompl::msg::noOutputHandler();
    Findings findings;
    try
    {
        obligation.check(planner, findings);
    }
    catch (const std::exception& e)
    {
        findings.expect(false, std::string("threw: ") + e.what());
    }
    return findings;
}

Findings check(const PlannerUnderTest& planner, const std::string& obligation)
{
    for (const Obligation& one : plannerContract())
        if (one.name == obligation)
            return check(planner, one);
    throw std::logic_error("no obligation '" + obligation + "'");
}

}  // namespace gapless::test
