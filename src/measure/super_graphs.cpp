// Super-graphs of several robots, as the tables of Svestka, Overmars, "Probabilistic path planning", section 7, have them.
//
// Of each problem, whose robots have a roadmap each of --nodes nodes, starts and goals besides, those that are alike one together:
// - the roadmaps: nodes and edges of each (of cars each way is an edge), and the time to make them;
// - the product search: its outcome, placements that it knew, entries that the certifier made of those that there are, and the time;
// - the multi-level super-graph, sieved until one major component is left, of at most --super-nodes nodes: nodes, edges, components, whether all robots that are alike can change
//   places in the largest, and the time;
// - the flat super-graph, where it may have at most --flat placements: nodes, edges, components, and the time;
// - the planner gapless::SuperGraph on the problem: the time of the first query, roadmaps included, and that of the way back on the same roadmaps, shortcuts included.
// With --queries N instead of all that the planner is asked for N paths between random placements, once it has its roadmaps.
// Tuples are ordered: robots that are alike and change places make another one. Times are by the clock. Every path is certified as a whole once more. Prints one JSON object per
// problem. Exit code 0; 2: bad input, 130: interrupted.

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <ompl/base/ScopedState.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

#include <gapless/core/error.h>
#include <gapless/io/problem_loader.h>
#include <gapless/multirobot/flat_super_graph.h>
#include <gapless/multirobot/multi_level_super_graph.h>
#include <gapless/multirobot/product_search.h>
#include <gapless/ompl/path_certification.h>
#include <gapless/ompl/problem_setup.h>
#include <gapless/planners/planner_registry.h>

#include "measure/program.h"
#include "measure/random_placements.h"
#include "measure/statistics.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace gapless {
namespace {

constexpr ValidatorKind kKind = ValidatorKind::Adaptive;

struct SuperGraphOptions
{
    std::vector<std::string> problems;
    int nodes = 132, neighbors = 8, queries = 0;
    double time = 60.0;                                      ///< of one search or query, seconds
    double placements = 4e5, super_nodes = 1e6, flat = 3e6;  ///< at the most
    double smoothing = 0.5;                                  ///< seconds
    double tolerance = 1e-3;                                 ///< metres
    std::vector<std::string> parameters;                     ///< NAME=VALUE
    std::uint32_t seed = 1;
};

/// Holds when that many seconds are over, or the user has asked for an end.
class Limit
{
public:
    explicit Limit(double seconds) : seconds_(seconds) {}
    operator ob::PlannerTerminationCondition() const
    {
        return ob::PlannerTerminationCondition([this] { return interrupted() || watch_.seconds() >= seconds_; });
    }
    double seconds() const { return watch_.seconds(); }

private:
    double seconds_;
    Stopwatch watch_;
};

/// What the planner is made of, in the open.
class Parts
{
public:
    Parts(const Problem& problem, const SuperGraphOptions& options) : options_(options), group_(problem)
    {
        const Stopwatch watch;
        roadmaps_ = makeRoadmaps(group_, options.tolerance, kKind, true);
        const Limit limit(options.time);
        for (RobotRoadmap* const roadmap : distinctRoadmaps(roadmaps_))
            roadmap->grow(static_cast<std::size_t>(options.nodes), static_cast<std::size_t>(options.neighbors), limit);
        start_ = place(problem.start, "start");
        goal_ = place(*problem.goal, "goal");
        table_ = std::make_unique<InterferenceTable>(group_, roadmaps_, options.tolerance);
        roadmaps_s_ = watch.seconds();
    }

    Json roadmaps() const
    {
        std::vector<std::size_t> nodes, edges;
        for (const RobotRoadmap* const roadmap : distinctRoadmaps(roadmaps_))
        {
            nodes.push_back(roadmap->size());
            edges.push_back(roadmap->edgeCount());
        }
        return {{"nodes", nodes}, {"edges", edges}, {"directed", roadmaps_[RobotIndex(0)]->isDirected()}, {"s", roadmaps_s_}};
    }

    Json product()
    {
        const Limit limit(options_.time);
        ProductSearch search(roadmaps_, *table_, start_, goal_, kWeight);
        const ProductSearch::Outcome outcome = search.run(static_cast<std::size_t>(options_.placements), limit);
        const bool is_found = outcome == ProductSearch::Outcome::Found;
        return {{"outcome", is_found                                    ? "found"
                            : outcome == ProductSearch::Outcome::NoPath ? "no path"
                                                                        : "given up"},
                {"states", search.placementCount()},
                {"turns", is_found ? Json(search.path().moves.size()) : Json()},
                {"entries_made", table_->computedCount()},
                {"entries", table_->entryCount()},
                {"s", limit.seconds()}};
    }

    Json multi()
    {
        const Limit limit(options_.time);
        MultiLevelSuperGraph graph(roadmaps_, *table_);
        const auto outcome = graph.build(static_cast<std::size_t>(options_.super_nodes), limit);
        return {{"done", outcome == MultiLevelSuperGraph::Outcome::Done},
                {"nodes", graph.nodeCount()},
                {"edges", graph.edgeCount()},
                {"unordered_nodes", graph.unorderedNodeCount()},
                {"components", graph.componentCount()},
                {"major_share", graph.majorShare()},
                {"all_rearrangements", graph.isEveryRearrangementPossible()},
                {"s", limit.seconds()}};
    }

    Json flat()
    {
        double placements = 1.0;
        for (const auto& roadmap : roadmaps_)
            placements *= static_cast<double>(roadmap->size());
        Json report = {{"placements", placements}};
        if (placements > options_.flat)
            return report;
        const Limit limit(options_.time);
        FlatSuperGraph graph(roadmaps_, *table_, limit);
        if (!graph.build(limit))
            return report;
        report["nodes"] = graph.nodeCount();
        report["edges"] = graph.edgeCount();
        report["components"] = graph.componentCount();
        report["s"] = limit.seconds();
        return report;
    }

private:
    static constexpr double kWeight = 2.0;  // the planner's

    Placement place(const Configuration& q, const std::string& what)
    {
        Placement placement;
        for (const RobotIndex robot : group_.robots())
        {
            const Limit limit(options_.time);
            const auto node =
                roadmaps_[robot]->add(group_.alone(robot).of(q), 2 * static_cast<std::size_t>(options_.neighbors), limit);
            if (!node)
                throw InputError(group_.problem().file + ": robot '" + group_.name(robot) + "' cannot be at its " + what);
            placement.push_back(*node);
        }
        return placement;
    }

    const SuperGraphOptions& options_;
    RobotGroup group_;
    RobotRoadmaps roadmaps_;
    std::unique_ptr<InterferenceTable> table_;
    Placement start_, goal_;
    double roadmaps_s_ = 0.0;
};

/// gapless::SuperGraph, which keeps its roadmaps over queries.
class Asked
{
public:
    Asked(const Problem& problem, const SuperGraphOptions& options)
        : options_(options), ready_(makeProblemSetup(problem, setup(options)))
    {
        std::vector<std::pair<std::string, std::string>> parameters = {{"nodes", std::to_string(options.nodes)},
                                                                       {"neighbors", std::to_string(options.neighbors)},
                                                                       {"smoothing_time", std::to_string(options.smoothing)}};
        for (auto& given : readParameters(options.parameters))
            parameters.push_back(std::move(given));
        planner_ = makePlanner("gapless::SuperGraph", ready_.setup->getSpaceInformation(), parameters);
    }

    Json query(const Configuration& from, const Configuration& to)
    {
        const ob::SpaceInformationPtr& si = ready_.setup->getSpaceInformation();
        const auto definition = std::make_shared<ob::ProblemDefinition>(si);
        ob::ScopedState<> start(si), goal(si);
        ready_.mapping->toState(from, start.get());
        ready_.mapping->toState(to, goal.get());
        definition->setStartAndGoalStates(start, goal);
        planner_->setProblemDefinition(definition);
        const Limit limit(options_.time);
        const ob::PlannerStatus status = planner_->solve(limit);
        const double seconds = limit.seconds();
        const bool is_solved = status == ob::PlannerStatus::EXACT_SOLUTION;
        Json answer = {{"solved", is_solved}, {"s", seconds}};
        if (!is_solved)
            return answer;
        og::PathGeometric& path = *definition->getSolutionPath()->as<og::PathGeometric>();
        PathCertificationOptions certification;
        certification.tolerance = options_.tolerance;
        answer["certified"] = certifyPath(*ready_.mapping, path, certification).verdict == Verdict::Free;
        answer["waypoints"] = path.getStateCount();
        return answer;
    }

private:
    static SetupOptions setup(const SuperGraphOptions& options)
    {
        SetupOptions setup;
        setup.validator = kKind;
        setup.motion.tolerance = options.tolerance;
        return setup;
    }

    const SuperGraphOptions& options_;
    ProblemSetup ready_;
    ob::PlannerPtr planner_;
};

Json randomQueries(const Problem& problem, const SuperGraphOptions& options)
{
    const RobotGroup group(problem);
    RandomPlacements placements(group, options.tolerance);
    Asked planner(problem, options);
    const Json first = planner.query(problem.start, *problem.goal);
    std::vector<double> times;
    int solved = 0, certified = 0;
    for (int i = 0; i < options.queries && !interrupted(); ++i)
    {
        const Configuration from = placements.next(), to = placements.next();
        const Json answer = planner.query(from, to);
        times.push_back(answer.at("s"));
        solved += answer.at("solved") ? 1 : 0;
        certified += answer.value("certified", false) ? 1 : 0;
    }
    return {{"first", first},
            {"queries", times.size()},
            {"solved", solved},
            {"certified", certified},
            {"median_s", numberOrNull(median(times))},
            {"largest_s", numberOrNull(quantile(times, 1.0))}};
}

int measure(const SuperGraphOptions& options)
{
    ompl::msg::setLogLevel(ompl::msg::LOG_ERROR);
    ompl::RNG::setSeed(options.seed);
    for (const std::string& file : options.problems)
    {
        LoadOptions load;
        load.takes_cars = true;
        const Problem problem = loadProblem(file, load);
        if (!problem.has_start || !problem.goal)
            throw InputError(file + ": has to have a start and a goal configuration");
        Json out = {{"problem", file}};
        if (options.queries > 0)
            out.update(randomQueries(problem, options));
        else
        {
            Parts parts(problem, options);
            out["roadmaps"] = parts.roadmaps();
            out["product"] = parts.product();
            out["multi"] = parts.multi();
            out["flat"] = parts.flat();
            Asked planner(problem, options);
            out["first_query"] = planner.query(problem.start, *problem.goal);
            out["query"] = planner.query(*problem.goal, problem.start);
        }
        if (interrupted())
            return kInterrupted;
        std::cout << out.dump() << std::endl;
    }
    return kDone;
}

}  // namespace
}  // namespace gapless

int main(int argc, char** argv)
{
    using namespace gapless;
    CLI::App app{"Super-graphs of several robots: how large they are, and what searching and asking them costs"};
    app.name("super_graphs");
    SuperGraphOptions options;
    app.add_option("problem", options.problems, "problem files with two robots or more, a start and a goal")->required();
    app.add_option("--nodes", options.nodes, "of each robot's roadmap, besides start and goal; default 132")
        ->check(CLI::PositiveNumber);
    app.add_option("--neighbors", options.neighbors, "nearest nodes that a node is joined to; default 8")
        ->check(CLI::PositiveNumber);
    app.add_option("--placements", options.placements, "that the product search may know; default 400000")
        ->check(CLI::Range(1.0, 4e9));
    app.add_option("--super-nodes", options.super_nodes, "of the multi-level graph, unordered; default 1000000")
        ->check(CLI::Range(1.0, 4e9));
    app.add_option("--flat", options.flat, "placements of which the flat graph is made; default 3000000")
        ->check(CLI::Range(0.0, FlatSuperGraph::kMostPlacements));
    app.add_option("--queries", options.queries, "between random placements, in the place of all else; default 0")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--smoothing-time", options.smoothing, "of the planner, seconds; default 0.5")->check(CLI::NonNegativeNumber);
    app.add_option("--planner-param", options.parameters, "NAME=VALUE of gapless::SuperGraph; can be given several times");
    app.add_option("--time", options.time, "limit of each search and query, seconds; default 60")->check(CLI::PositiveNumber);
    app.add_option("--tolerance", options.tolerance, "metres; default 0.001")->check(CLI::PositiveNumber);
    app.add_option("--seed", options.seed, "default 1")->check(CLI::PositiveNumber);
    return runProgram(app, argc, argv, [&] { return measure(options); });
}
