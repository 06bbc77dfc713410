// gapless roadmap query: plans with a roadmap, moves obstacles, plans again, and says what each stage took.

#include <chrono>
#include <iostream>
#include <memory>
#include <sstream>

#include <ompl/base/PlannerTerminationCondition.h>
#include <ompl/geometric/PathGeometric.h>
#include <nlohmann/json.hpp>

#include <gapless/collision/moved_scene.h>
#include <gapless/core/error.h>
#include <gapless/io/path_file.h>
#include <gapless/ompl/path_certification.h>
#include <gapless/ompl/problem_setup.h>
#include <gapless/roadmap/dynamic_roadmap.h>

#include "common_options.h"
#include "console_log.h"
#include "io/input_text.h"
#include "measure/interrupt.h"
#include "output_file.h"
#include "roadmap_commands.h"
#include "state_checks.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace gapless::apps {
namespace {

struct QueryOptions
{
    CommonOptions common;
    std::string file;
    std::vector<std::string> moves, inflations;
    std::string output;
};

struct Move
{
    std::string name;
    Vec3 to = Vec3::Zero();
};

/// @throws InputError unless it is NAME=x,y,z
Move readMove(const std::string& text)
{
    const auto [name, values] = splitAssignment(text, "--move");
    Move move{name};
    std::istringstream in(values);
    std::string part;
    int count = 0;
    for (; std::getline(in, part, ','); ++count)
    {
        const std::optional<double> value = parseNumber(part);
        if (!value || count > 2)
            count = 3;
        else
            move.to[count] = *value;
    }
    if (count != 3)
        throw InputError("--move " + text + "; it has to be NAME=x,y,z, metres in the world");
    return move;
}

ObjectIndex obstacleOf(const Scene& scene, const std::string& name, const char* option)
{
    const auto object = scene.findObject(name);
    if (!object || scene.object(*object).kind != ObjectKind::Obstacle)
        throw InputError(std::string(option) + " " + name + ": the problem has no obstacle of that name");
    return *object;
}

/// @throws InputError unless it is NAME=METRES of an obstacle
std::shared_ptr<const Scene> inflated(const Scene& scene, const std::string& text)
{
    const auto [name, value] = splitAssignment(text, "--inflate");
    const std::optional<double> metres = parseNumber(value);
    if (!metres)
        throw InputError("--inflate " + text + "; it has to be NAME=METRES");
    return withInflated(scene, obstacleOf(scene, name, "--inflate"), *metres);
}

std::shared_ptr<const Scene> moved(const Scene& scene, const Move& move)
{
    const BodyIndex body = scene.object(obstacleOf(scene, move.name, "--move")).body;
    return withMoved(scene, body, {scene.model().body(body).X_WB.R, move.to});
}

/// What one plan took, milliseconds, and what came of it.
struct Stage
{
    std::string what, why;
    double scene = 0.0, colours = 0.0, solve = 0.0, certify = 0.0;
    std::size_t white = 0;
    bool solved = false, certified = false;
    double length = 0.0;
    std::vector<Configuration> path;
};

class LapClock
{
public:
    /// Since the last call.
    double lap()
    {
        const auto now = std::chrono::steady_clock::now();
        const double passed = std::chrono::duration<double, std::milli>(now - last_).count();
        last_ = now;
        return passed;
    }

private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

class Query
{
public:
    Query(const QueryOptions& options, Problem problem) : options_(options), problem_(std::move(problem))
    {
        setup_.motion.tolerance = options.common.tolerance;
        ready_ = makeProblemSetup(problem_, setup_);
        planner_ = std::make_shared<DynamicRoadmap>(ready_.setup->getSpaceInformation());
        planner_->setRoadmap(options.file);
        planner_->setProblemDefinition(ready_.setup->getProblemDefinition());
    }

    /// Reads the file. @return milliseconds
    double load()
    {
        LapClock clock;
        planner_->setup();
        return clock.lap();
    }

    /// @param move null: none
    Stage plan(const Move* move)
    {
        Stage stage;
        stage.what = move ? move->name + " moved" : "as in the problem";
        LapClock clock;
        if (move)
        {
            problem_.scene = moved(*problem_.scene, *move);
            ready_.mapping = putScene(ready_.setup->getSpaceInformation(), problem_, setup_);
        }
        stage.scene = clock.lap();
        planner_->setup();
        stage.colours = clock.lap();
        const ob::ProblemDefinitionPtr query = ready_.setup->getProblemDefinition();
        query->clearSolutionPaths();
        const ob::PlannerStatus status =
            planner_->solve(ob::plannerOrTerminationCondition(ob::timedPlannerTerminationCondition(options_.common.seconds()),
                                                              ob::PlannerTerminationCondition([] { return interrupted(); })));
        stage.solve = clock.lap();
        stage.white = planner_->whiteEdgeCount();
        stage.solved = status == ob::PlannerStatus::EXACT_SOLUTION;
        stage.why = status == ob::PlannerStatus::INVALID_START  ? "not solved, the start is hit"
                    : status == ob::PlannerStatus::INVALID_GOAL ? "not solved, the goal is hit"
                                                                : "not solved in time";
        if (!stage.solved)
            return stage;
        const auto& path = *query->getSolutionPath()->as<og::PathGeometric>();
        PathCertificationOptions certification;
        certification.tolerance = options_.common.tolerance;
        stage.certified = certifyPath(*ready_.mapping, path, certification).verdict == Verdict::Free;
        stage.certify = clock.lap();
        stage.length = path.length();
        for (std::size_t i = 0; i < path.getStateCount(); ++i)
            stage.path.push_back(ready_.mapping->toConfiguration(path.getState(static_cast<unsigned int>(i))));
        return stage;
    }

    const DynamicRoadmap& planner() const { return *planner_; }

private:
    const QueryOptions& options_;
    Problem problem_;
    SetupOptions setup_;
    ProblemSetup ready_;
    std::shared_ptr<DynamicRoadmap> planner_;
};

int query(QueryOptions options)
{
    options.common.validate();
    std::vector<Move> moves;
    for (const std::string& text : options.moves)
        moves.push_back(readMove(text));
    requireWritable(options.output, "--output");
    Problem problem = options.common.load();
    requireStart(problem);
    requireGoalState(problem);
    for (const std::string& text : options.inflations)
        problem.scene = inflated(*problem.scene, text);
    std::shared_ptr<const Scene> last = problem.scene;
    for (const Move& move : moves)
        last = moved(*last, move);
    Query run(options, problem);
    const double loading = run.load();
    releaseLog();
    std::vector<Stage> stages{run.plan(nullptr)};
    for (const Move& move : moves)
        if (!interrupted())
            stages.push_back(run.plan(&move));
    endIfInterrupted();
    if (stages.back().certified && !options.output.empty())
        writePath(options.output, problem, stages.back().path);
    std::ostream& out = reportStream(options.output);
    nlohmann::ordered_json json{
        {"edges", run.planner().fileEdgeCount()}, {"load_ms", loading}, {"plans", nlohmann::json::array()}};
    bool all = true;
    for (const Stage& stage : stages)
    {
        all = all && stage.solved && stage.certified;
        json["plans"].push_back({{"scene", stage.what},
                                 {"solved", stage.solved},
                                 {"certified", stage.certified},
                                 {"white_edges", stage.white},
                                 {"scene_ms", stage.scene},
                                 {"colours_ms", stage.colours},
                                 {"solve_ms", stage.solve},
                                 {"certify_ms", stage.certify},
                                 {"states", stage.path.size()},
                                 {"length", stage.length}});
    }
    if (options.common.json)
        out << json.dump(2) << "\n";
    else
    {
        out << "roadmap of " << run.planner().fileEdgeCount() << " edges, loaded and coloured in " << loading << " ms\n";
        for (const Stage& stage : stages)
            out << stage.what << ": "
                << (stage.certified ? "solved and certified"
                    : stage.solved  ? "solved, not certified"
                                    : stage.why)
                << ", scene " << stage.scene << " ms, colours " << stage.colours << " ms (" << stage.white
                << " edges white), search and proofs " << stage.solve << " ms"
                << (stage.solved ? ", path of " + std::to_string(stage.path.size()) + " states" : "") << "\n";
    }
    return all ? kYes : kNo;
}

}  // namespace

void addRoadmapQueryCommand(CLI::App& roadmap, Action& action)
{
    const auto options = std::make_shared<QueryOptions>();
    CLI::App* command = roadmap.add_subcommand("query", "plan with a roadmap, move obstacles, plan again; what each stage takes");
    command->add_option("FILE", options->file, "roadmap file")->required()->type_name("FILE");
    options->common.addTo(*command, {"--validator", "--time-tolerance", "--resolution", "--threads", "--seed"});
    command
        ->add_option("--move", options->moves,
                     "put an obstacle elsewhere, and plan again: NAME=x,y,z, metres in the world; repeatable")
        ->allow_extra_args(false);
    command
        ->add_option("--inflate", options->inflations,
                     "so much more clearance from an obstacle, so that paths are free wherever it has moved by no more: "
                     "NAME=METRES; repeatable")
        ->allow_extra_args(false);
    command->add_option("--output", options->output,
                        "path file (JSON) to write if the last plan is solved and certified; - is standard output");
    command->callback([&action, options] { action = [options] { return query(*options); }; });
}

}  // namespace gapless::apps
