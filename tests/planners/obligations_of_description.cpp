#include <chrono>
#include <future>
#include <string>
#include <thread>

#include "planners/planner_obligations.h"
#include "planners/solution_check.h"

namespace ob = ompl::base;

namespace gapless::test {
namespace {

bool isRangeOf(const std::string& range, const std::string& value)
{
    const std::size_t first = range.find(':'), last = range.rfind(':');
    if (first == std::string::npos)
        return range.empty() || ("," + range + ",").find("," + value + ",") != std::string::npos;
    const double x = std::stod(value);
    return std::stod(range.substr(0, first)) <= x && x <= std::stod(range.substr(last + 1));
}

bool endsIn(const std::string& text, const std::string& end)
{
    return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// Asks for all progress properties; each must have a value.
void askForProgress(const ob::Planner& planner, Findings& findings)
{
    for (const auto& [name, ask] : planner.getPlannerProgressProperties())
        findings.expect(!ask().empty(), "progress property '" + name + "' has no value");
}

}  // namespace

void describesItsData(const PlannerUnderTest& planner, Findings& findings)
{
    for (const MakeWorld make_world : solvableWorlds(planner.traits))
    {
        const World world = make_world(planner.traits);
        findings.setContext(world.name);
        const ob::ProblemDefinitionPtr query = world.query();
        ob::PlannerPtr made = allocate(planner, world, query);
        findings.expect(vertexCount(*made) == 0, "data before there was any work");
        judgeSolved(solveFor(kPlenty, *made, findings), *query, planner, world, findings);

        ob::PlannerData data(world.si());
        made->getPlannerData(data);
        const unsigned int count = data.numVertices(), edges = data.numEdges();
        made->getPlannerData(data);
        findings.expect(data.numVertices() == count && data.numEdges() == edges, "asked twice, it describes more");
        findings.expect(count >= 2 && edges >= 1, "no vertices or edges");
        // Its states must be those of the planner, or else copies: both can be copied now and read when the planner is gone.
        data.decoupleFromPlanner();
        made.reset();

        findings.expect(data.numStartVertices() == 1, std::to_string(data.numStartVertices()) + " starts");
        for (unsigned int i = 0; i < data.numStartVertices(); ++i)
            findings.expect(world.si()->equalStates(data.getStartVertex(i).getState(), query->getStartState(0)),
                            "a start that is none");
        findings.expect(data.numGoalVertices() >= 1, "no goal");
        for (unsigned int i = 0; i < data.numGoalVertices(); ++i)
            findings.expect(query->getGoal()->isSatisfied(data.getGoalVertex(i).getState()), "a goal that is none");
        unsigned int invalid = 0;
        for (unsigned int i = 0; i < data.numVertices(); ++i)
            invalid += data.getVertex(i).getState() == nullptr
                       || (planner.traits.checks_states && !world.si()->isValid(data.getVertex(i).getState()));
        findings.expect(invalid == 0,
                        std::to_string(invalid) + " of " + std::to_string(data.numVertices()) + " vertices are invalid");
        std::vector<unsigned int> ends;
        for (unsigned int i = 0; i < data.numVertices(); ++i)
        {
            data.getEdges(i, ends);
            for (unsigned int end : ends)
                findings.expect(end < data.numVertices() && end != i, "an edge to nowhere");
        }
    }
}

void hasParameters(const PlannerUnderTest& planner, Findings& findings)
{
    const World world = plane(planner.traits);
    const ob::ProblemDefinitionPtr query = world.query();
    const ob::PlannerPtr made = allocate(planner, world, query);
    for (const bool set_up : {false, true})
    {
        if (set_up)
            made->setup();
        for (const auto& [name, parameter] : made->params().getParams())
        {
            findings.setContext("parameter '" + name + (set_up ? "' after setup" : "'"));
            const std::string value = parameter->getValue(), range = parameter->getRangeSuggestion();
            findings.expect(!value.empty(), "its value cannot be read");
            findings.expect(parameter->setValue(value), "it refuses its own value " + value);
            findings.expect(parameter->getValue() == value, "set to " + value + ", it is " + parameter->getValue());
            findings.expect(value.empty() || isRangeOf(range, value), "its value " + value + " is not in its range " + range);
        }
    }
    findings.setContext("");
    judgeSolved(solveFor(kPlenty, *made, findings), *query, planner, world, findings);
}

void tellsItsProgress(const PlannerUnderTest& planner, Findings& findings)
{
    const World world = planeWithCells(planner.traits);
    const ob::ProblemDefinitionPtr query = world.query(kCellOfStarts, world.goal);
    const ob::PlannerPtr made = planner.allocate(world.si());
    for (const auto& property : made->getPlannerProgressProperties())
        findings.expect(
            endsIn(property.first, " REAL") || endsIn(property.first, " INTEGER") || endsIn(property.first, " BOOLEAN"),
            "progress property '" + property.first + "' names no type");
    findings.setContext("unused");
    askForProgress(*made, findings);
    made->setProblemDefinition(query);
    made->setup();
    findings.setContext("set up");
    askForProgress(*made, findings);

    // As Benchmark asks, from another thread.
    findings.setContext("at work");
    constexpr double kAtWork = 0.05;
    std::future<Findings> asked = std::async(std::launch::async, [&made, kAtWork] {
        Findings found;
        const auto end = ompl::time::now() + ompl::time::seconds(kAtWork);
        while (ompl::time::now() < end)
        {
            askForProgress(*made, found);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return found;
    });
    const ob::PlannerStatus status = solveFor(kAtWork, *made, findings);
    const Findings of_asking = asked.get();
    for (const std::string& violation : of_asking.violations())
        findings.expect(false, violation);
    judgeUnsolved(status, *query, planner, world, findings);
    askForProgress(*made, findings);
    made->clear();
    findings.setContext("cleared");
    askForProgress(*made, findings);
}

}  // namespace gapless::test
