#include <ompl/tools/benchmark/Benchmark.h>
#include <ompl/tools/multiplan/ParallelPlan.h>
#include <ompl/util/Exception.h>

#include "planners/planner_obligations.h"
#include "planners/solution_check.h"

namespace ob = ompl::base;

namespace gapless::test {
namespace {

template <class Call>
bool throwsOmplException(const Call& call)
{
    try
    {
        call();
    }
    catch (const ompl::Exception&)
    {
        return true;
    }
    return false;
}

}  // namespace

void needsAQuery(const PlannerUnderTest& planner, Findings& findings)
{
    const World world = plane(planner.traits);
    planner.allocate(world.si()).reset();
    {
        const ob::PlannerPtr unused = planner.allocate(world.si());
        unused->setProblemDefinition(world.query());
        unused->setup();
    }
    findings.setContext("no query");
    const ob::PlannerPtr made = planner.allocate(world.si());
    const auto solve = [&] { made->solve(0.1); };
    findings.expect(throwsOmplException(solve), "solve() does not throw ompl::Exception");
    made->setup();
    findings.expect(throwsOmplException(solve), "solve() after setup() does not throw ompl::Exception");
    made->clear();
    findings.expect(vertexCount(*made) == 0, "an unused planner has data");

    findings.setContext("no start");
    ob::ProblemDefinitionPtr query = world.query();
    query->clearStartStates();
    made->setProblemDefinition(query);
    findings.expect(throwsOmplException(solve), "solve() does not throw ompl::Exception");
    findings.setContext("no goal");
    query = world.query();
    query->clearGoal();
    made->setProblemDefinition(query);
    findings.expect(throwsOmplException(solve), "solve() does not throw ompl::Exception");

    findings.setContext("a query at last");
    query = world.query();
    made->setProblemDefinition(query);
    judgeSolved(solveFor(kPlenty, *made, findings), *query, planner, world, findings);
}

void canBeSetUpTwice(const PlannerUnderTest& planner, Findings& findings)
{
    const World world = wallWithGap(planner.traits);
    const ob::ProblemDefinitionPtr query = world.query();
    const ob::PlannerPtr made = planner.allocate(world.si());
    findings.setContext("before the query");
    made->setup();
    made->setup();
    made->setProblemDefinition(query);
    made->setup();
    // Not before: OMPL's roadmaps put part of it off until there is a query.
    findings.expect(made->isSetup(), "isSetup() is false after setup()");
    judgeSolved(solveFor(kPlenty, *made, findings), *query, planner, world, findings);
    findings.setContext("after an answer");
    if (planner.traits.sets_up_at_any_time)
        made->setup();
    judgeAnswer(solveFor(0.02, *made, findings), *query, planner, world, findings);
    made->clear();
    made->setup();
    query->clearSolutionPaths();
    judgeSolved(solveFor(kPlenty, *made, findings), *query, planner, world, findings);
}

void goesOnWhereItStopped(const PlannerUnderTest& planner, Findings& findings)
{
    findings.setContext("in slices");
    const World world = wallWithGap(planner.traits);
    const ob::ProblemDefinitionPtr query = world.query();
    const ob::PlannerPtr made = allocate(planner, world, query);
    ob::PlannerStatus status;
    constexpr int kSlices = 5000;
    for (int slice = 0; slice < kSlices && status != ob::PlannerStatus::EXACT_SOLUTION; ++slice)
    {
        query->clearSolutionPaths();
        status = solveFor(kPlenty / kSlices, *made, findings);
    }
    judgeSolved(status, *query, planner, world, findings);

    findings.setContext("after an answer");
    for (int again = 0; again < 3; ++again)
    {
        judgeAnswer(solveFor(0.02, *made, findings), *query, planner, world, findings);
        findings.expect(query->hasExactSolution(), "the solution is lost");
    }

    // A call that has no time to do anything forgets nothing either.
    findings.setContext("unsolved");
    const World cells = planeWithCells(planner.traits);
    const ob::ProblemDefinitionPtr unsolvable = cells.query(kCellOfStarts, kCellOfGoals);
    const ob::PlannerPtr trying = allocate(planner, cells, unsolvable);
    for (int again = 0; again < 3; ++again)
    {
        solveFor(0.03, *trying, findings);
        const unsigned int before = vertexCount(*trying);
        solveFor(0.0, *trying, findings);
        findings.expect(before > 1 && vertexCount(*trying) >= before, "solve() forgets what was known: " + std::to_string(before)
                                                                          + " vertices, then "
                                                                          + std::to_string(vertexCount(*trying)));
    }
}

void forgetsWhenCleared(const PlannerUnderTest& planner, Findings& findings)
{
    const World world = plane(planner.traits);
    const ob::PlannerPtr made = planner.allocate(world.si());
    made->clear();
    findings.setContext("after clear()");
    for (int query_number = 0; query_number < 4; ++query_number)
    {
        // To and fro, and never from where it has been.
        Configuration from = query_number % 2 == 0 ? world.start : world.goal,
                      to = query_number % 2 == 0 ? world.goal : world.start;
        from[1] += 0.01 * query_number;
        to[1] -= 0.01 * query_number;
        const ob::ProblemDefinitionPtr query = world.query(from, to);
        if (query_number < 2)
            made->clear();
        made->setProblemDefinition(query);
        if (query_number >= 2)
            made->clear();
        findings.expect(vertexCount(*made) == 0, std::to_string(vertexCount(*made)) + " vertices are left");
        judgeSolved(solveFor(kPlenty, *made, findings), *query, planner, world, findings);
        if (planner.traits.tells_invalid_goal)
            findings.expect(vertexCount(*made) > 1, "no vertices after solve()");
    }

    findings.setContext("same query after clear()");
    const ob::ProblemDefinitionPtr same = made->getProblemDefinition();
    same->clearSolutionPaths();
    made->clear();
    judgeSolved(solveFor(kPlenty, *made, findings), *same, planner, world, findings);

    findings.setContext("after clearQuery()");
    for (int query_number = 0; query_number < 4; ++query_number)
    {
        Configuration from = query_number % 2 == 0 ? world.start : world.goal,
                      to = query_number % 2 == 0 ? world.goal : world.start;
        from[1] += 0.02 * query_number;
        const ob::ProblemDefinitionPtr query = world.query(from, to);
        made->setProblemDefinition(query);
        made->clearQuery();
        judgeSolved(solveFor(kPlenty, *made, findings), *query, planner, world, findings);
    }

    findings.setContext("cleared after an unsolved query");
    const World cells = planeWithCells(planner.traits);
    const ob::ProblemDefinitionPtr unsolvable = cells.query(kCellOfStarts, cells.goal), solvable = cells.query();
    const ob::PlannerPtr second = allocate(planner, cells, unsolvable);
    judgeUnsolved(solveFor(0.03, *second, findings), *unsolvable, planner, cells, findings);
    second->setProblemDefinition(solvable);
    second->clear();
    judgeSolved(solveFor(kPlenty, *second, findings), *solvable, planner, cells, findings);
    second->setProblemDefinition(unsolvable);
    second->clear();
    unsolvable->clearSolutionPaths();
    judgeUnsolved(solveFor(0.03, *second, findings), *unsolvable, planner, cells, findings);
}

void runsUnderBenchmark(const PlannerUnderTest& planner, Findings& findings)
{
    const World world = plane(planner.traits);
    ompl::tools::Benchmark benchmark(*world.setup, "contract");
    benchmark.addPlannerAllocator(planner.allocate);
    const ompl::tools::Benchmark::Request request(kPlenty, 1e5, 20, 0.005, false, false, false);
    benchmark.benchmark(request);
    const auto& experiment = benchmark.getRecordedExperimentData();
    if (experiment.planners.size() != 1)
        return findings.expect(false, "no experiment");
    const auto& runs = experiment.planners.front().runs;
    findings.expect(runs.size() == 20, std::to_string(runs.size()) + " runs");
    for (std::size_t i = 0; i < runs.size(); ++i)
    {
        findings.setContext("run " + std::to_string(i));
        const auto value = [&](const char* name) {
            const auto found = runs[i].find(name);
            return found == runs[i].end() ? std::string() : found->second;
        };
        findings.expect(value("status ENUM") == std::to_string(ob::PlannerStatus::EXACT_SOLUTION),
                        "status " + value("status ENUM"));
        findings.expect(value("solved BOOLEAN") == "1", "not solved");
        if (planner.traits.certifies)
            findings.expect(value("correct solution BOOLEAN") == "1", "Benchmark finds the solution incorrect");
    }
}

void runsInParallel(const PlannerUnderTest& planner, Findings& findings)
{
    for (const bool hybridize : {false, true})
        for (const MakeWorld make_world : solvableWorlds(planner.traits))
        {
            // Hybridization takes time in the square of the number of states, and does not stop. So no paths that wander.
            if (hybridize && !planner.traits.reaches_points)
                continue;
            const World world = make_world(planner.traits);
            findings.setContext(world.name + (hybridize ? ", hybridized" : ""));
            const ob::ProblemDefinitionPtr query = world.query();
            ompl::tools::ParallelPlan parallel(query);
            for (int i = 0; i < 8; ++i)
                parallel.addPlannerAllocator(planner.allocate);
            const auto end = ompl::time::now() + ompl::time::seconds(hybridize ? (kSanitized ? 10.0 : 1.0) : kPlenty);
            const ob::PlannerTerminationCondition condition([end] { return ompl::time::now() >= end; });
            const ob::PlannerStatus status = parallel.solve(condition, 1, 4, hybridize);
            judgeSolved(status, *query, planner, world, findings);
        }
}

}  // namespace gapless::test
