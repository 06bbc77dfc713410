// Planning again after every move of an obstacle with a dynamic roadmap: what a new path costs, and whether white edges are free.
//
// The problem has a robot, and what is fixed; --roadmap is a file of `gapless roadmap build` of it. --boxes boxes at random places stand about it, and a cube of 20 cm
// walks, --shift metres a step, --steps steps. `kept`: start and goal stay, and each step is a new scene for a planner that has solved the
// one before; its times are from the new pose of the cube to the path, in parts: the scene, its validator, and solve(). `fresh`: a new pair
// of random states in each of --queries scenes, of which none but the cube's pose differs. Every path is certified, outside of the times: `not_free` has to be 0. `other`: the times
// where the path is another one than the last, as where the cube has come into its way.
// `planned`: with --plan FILES the problems, of the same robot, are solved one after the other by one planner, each with its obstacles, start and goal in place of those before; the
// times are from the new scene.
// `judged`: in each of --scenes other scenes of as many boxes, --edges random white edges are judged by the segment certifier for their
// pairs with obstacles: `white_not_free` has to be 0; with --judge in the scenes of those problems, of the same robot, instead. Of a tenth as many grey ones it says how many are free, and how
// many collide of those that were expected to with the same likelihood.
// Prints one JSON object; times are processor time of the thread, milliseconds. Exit code 0; 1: a path or a white edge is not free; 2: bad input, 130: interrupted.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <ompl/base/ScopedState.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

#include <gapless/cells/reach_box.h>
#include <gapless/certify/segment_certifier.h>
#include <gapless/collision/moved_scene.h>
#include <gapless/core/error.h>
#include <gapless/ompl/path_certification.h>
#include <gapless/ompl/problem_setup.h>
#include <gapless/roadmap/dynamic_roadmap.h>
#include <gapless/roadmap/roadmap_builder.h>

#include "measure/obstacle_scenes.h"
#include "measure/program.h"
#include "measure/replanning_times.h"
#include "measure/statistics.h"
#include "roadmap/cell_colours.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace gapless {
namespace {

struct MoveOptions
{
    std::string problem, roadmap;
    std::vector<std::string> judge;  ///< problems whose scenes are judged
    std::vector<std::string> plan;   ///< problems that are solved
    int boxes = 8, steps = 1000, queries = 1000, scenes = 0, edges = 1000;
    double shift = 0.02;
    double tolerance = 1e-3;
    double seconds = 5.0;  ///< that a query may take
    std::uint32_t seed = 1;
};

constexpr double kCube = 0.2;  // metres

class World
{
public:
    World(const MoveOptions& options, const Problem& problem)
        : options_(options), problem_(problem), random_(options.seed), reach_(reachBox(*problem.scene))
    {}

    /// As many boxes as are asked for, and the cube as the last, in the middle half of the robot's reach. The axis of its foot is 35 cm from their middles.
    std::shared_ptr<const Scene> boxes()
    {
        std::vector<NewObstacle> obstacles;
        for (int i = 0; i <= options_.boxes; ++i)
        {
            const bool is_cube = i == options_.boxes;
            const Vec3 half =
                is_cube ? Vec3::Constant(0.5 * kCube)
                        : Vec3(random_.uniformReal(0.03, 0.2), random_.uniformReal(0.03, 0.2), random_.uniformReal(0.03, 0.2));
            const auto geometry = std::make_shared<CollisionGeometry>(std::vector<PlacedShape>{{Box{half}, {}}}, "box");
            obstacles.push_back({"box_" + std::to_string(i), geometry, {Mat3::Identity(), place()}});
        }
        return withObstacles(*problem_.scene, obstacles);
    }

    Vec3 place()
    {
        const Vec3 middle = 0.5 * (reach_.low + reach_.high), quarter = 0.25 * (reach_.high - reach_.low);
        for (;;)
        {
            Vec3 p;
            for (int k = 0; k < 3; ++k)
                p[k] = random_.uniformReal(middle[k] - quarter[k], middle[k] + quarter[k]);
            constexpr double kFoot = 0.35;
            if (p.head<2>().norm() > kFoot)
                return p;
        }
    }

    /// The cube a step away, in a random direction, in the box where it began.
    std::shared_ptr<const Scene> step(const Scene& scene)
    {
        const Body& cube = scene.model().body(scene.objects().back().body);
        const Vec3 middle = 0.5 * (reach_.low + reach_.high), quarter = 0.25 * (reach_.high - reach_.low);
        const Vec3 direction = Vec3(random_.gaussian01(), random_.gaussian01(), random_.gaussian01()).normalized();
        const Vec3 p = (cube.X_WB.p + options_.shift * direction).cwiseMax(middle - quarter).cwiseMin(middle + quarter);
        return withMoved(scene, scene.objects().back().body, {cube.X_WB.R, p});
    }

    ompl::RNG& random() { return random_; }

private:
    const MoveOptions& options_;
    const Problem& problem_;
    ompl::RNG random_;
    AxisAlignedBox reach_;
};

class Replanning
{
public:
    Replanning(const MoveOptions& options, const Problem& problem, World& world)
        : options_(options), problem_(problem), world_(world), scene_(world.boxes())
    {
        setup_.motion.tolerance = options.tolerance;
        problem_.scene = scene_;
        problem_.has_start = false;
        problem_.goal.reset();
        ready_ = makeProblemSetup(problem_, setup_);
        first_setup_ = setUpPlanner();
        second_setup_ = setUpPlanner();
    }

    /// Of a planner, with the file read, and with the file in memory.
    double firstSetup() const { return first_setup_; }
    double secondSetup() const { return second_setup_; }
    DynamicRoadmap& planner() { return *planner_; }

    /// @return false: interrupted
    bool run(int count, bool keep, ReplanningTimes& times)
    {
        ob::ProblemDefinitionPtr query;
        for (int i = 0; i < count; ++i)
        {
            if (interrupted())
                return false;
            if (!keep || !query)
                query = randomQuery();
            const double begin = processorTime();
            scene_ = world_.step(*scene_);
            const double with_scene = processorTime();
            problem_.scene = scene_;
            ready_.mapping = putScene(ready_.setup->getSpaceInformation(), problem_, setup_);
            const double with_validator = processorTime();
            query->clearSolutionPaths();
            planner_->setProblemDefinition(query);
            const ob::PlannerStatus status = planner_->solve(ob::timedPlannerTerminationCondition(options_.seconds));
            times.take(status, *query, {begin, with_scene, with_validator, processorTime()}, *ready_.mapping, options_.tolerance);
        }
        return true;
    }

private:
    /// A new one. @return processor time, seconds
    double setUpPlanner()
    {
        planner_ = std::make_shared<DynamicRoadmap>(ready_.setup->getSpaceInformation());
        planner_->setRoadmap(options_.roadmap);
        const double begin = processorTime();
        planner_->setup();
        return processorTime() - begin;
    }

    ob::ProblemDefinitionPtr randomQuery()
    {
        const ob::SpaceInformationPtr& si = ready_.setup->getSpaceInformation();
        auto query = std::make_shared<ob::ProblemDefinition>(si);
        const ob::StateSamplerPtr sampler = si->allocStateSampler();
        ob::ScopedState<> ends[2] = {ob::ScopedState<>(si), ob::ScopedState<>(si)};
        for (ob::ScopedState<>& end : ends)
            do
                sampler->sampleUniform(end.get());
            while (!si->isValid(end.get()));
        query->setStartAndGoalStates(ends[0], ends[1]);
        return query;
    }

    const MoveOptions& options_;
    Problem problem_;
    World& world_;
    std::shared_ptr<const Scene> scene_;
    SetupOptions setup_;
    ProblemSetup ready_;
    std::shared_ptr<DynamicRoadmap> planner_;
    double first_setup_ = 0.0, second_setup_ = 0.0;
};

/// The robot among the obstacles of a problem.
std::shared_ptr<const Scene> amongObstaclesOf(const Problem& problem, const Scene& robot)
{
    std::vector<NewObstacle> obstacles;
    for (const CollisionObject& object : problem.scene->objects())
        if (object.kind == ObjectKind::Obstacle)
            obstacles.push_back({object.name, object.geometry, problem.scene->model().body(object.body).X_WB});
    return withObstacles(robot, obstacles);
}

/// Each of the problems, one after the other by one planner. @return false: interrupted
bool planEach(const MoveOptions& options, const Problem& robot, ReplanningTimes& times)
{
    SetupOptions setup;
    setup.motion.tolerance = options.tolerance;
    Problem problem = robot;
    problem.has_start = false;
    problem.goal.reset();
    const ProblemSetup ready = makeProblemSetup(problem, setup);
    const ob::SpaceInformationPtr& si = ready.setup->getSpaceInformation();
    DynamicRoadmap planner(si);
    planner.setRoadmap(options.roadmap);
    planner.setup();
    for (const std::string& file : options.plan)
    {
        if (interrupted())
            return false;
        const Problem given = loadProblem(file);
        if (!given.has_start || !given.goal)
            throw InputError(file + ": it has no start, or no goal that is a configuration");
        const double begin = processorTime();
        problem.scene = amongObstaclesOf(given, *robot.scene);
        const double with_scene = processorTime();
        const auto mapping = putScene(si, problem, setup);
        const double with_validator = processorTime();
        ob::ScopedState<> start(si), goal(si);
        mapping->toState(given.start, start.get());
        mapping->toState(*given.goal, goal.get());
        const auto query = std::make_shared<ob::ProblemDefinition>(si);
        query->setStartAndGoalStates(start, goal);
        planner.setProblemDefinition(query);
        const ob::PlannerStatus status = planner.solve(ob::timedPlannerTerminationCondition(options.seconds));
        times.take(status, *query, {begin, with_scene, with_validator, processorTime()}, *mapping, options.tolerance);
    }
    return true;
}

/// @return false: interrupted
bool judge(const MoveOptions& options, Problem problem, World& world, Json& row)
{
    const std::size_t scenes = options.judge.empty() ? static_cast<std::size_t>(options.scenes) : options.judge.size();
    const auto roadmap = loadRoadmap(options.roadmap);
    const ob::StateSpacePtr space = makeProblemSetup(problem).mapping->space();
    const auto count = static_cast<int>(roadmap->content.edges.size());
    std::vector<double> reals(roadmap->content.dimension);
    ob::ScopedState<> state(space);
    std::int64_t white = 0, white_not_free = 0, grey = 0, grey_free = 0, white_of_all = 0;
    std::vector<double> colouring;
    std::map<double, std::pair<int, int>> by_doubt;  // grey ones, and those of them that collide
    for (std::size_t k = 0; k < scenes; ++k)
    {
        if (options.judge.empty())
            problem.scene = world.boxes();
        else
            problem = loadProblem(options.judge[k]);
        const auto mapping = std::make_shared<const StateMapping>(space, problem);
        ProofHistory history(roadmap->content.key, roadmap->content.raises);
        if (!history.adopt(mapping, options.tolerance))
            throw InputError(options.roadmap + ": it is of other joints or another tolerance than the problem");
        CellColours colours(roadmap);
        const double begin = processorTime();
        colours.adopt(history);
        colouring.push_back(1e3 * (processorTime() - begin));
        white_of_all += static_cast<std::int64_t>(colours.whiteCount());
        CertifyOptions certify;
        certify.tolerance = options.tolerance;
        SegmentCertifier certifier(obstaclePairsOf(*problem.scene), certify);
        const auto configurationOf = [&](std::uint32_t node) {
            std::copy_n(roadmap->content.milestones.begin() + static_cast<std::ptrdiff_t>(node * reals.size()), reals.size(),
                        reals.begin());
            space->copyFromReals(state.get(), reals);
            return mapping->toConfiguration(state.get());
        };
        for (int judged_white = 0, judged_grey = 0, tries = 0;
             tries < 20 * options.edges && (judged_white < options.edges || judged_grey < options.edges / 10); ++tries)
        {
            if (interrupted())
                return false;
            const auto e = static_cast<std::uint32_t>(world.random().uniformInt(0, count - 1));
            const bool is_white = colours.isWhite(e);
            if (is_white ? judged_white >= options.edges : judged_grey >= options.edges / 10)
                continue;
            ++(is_white ? judged_white : judged_grey);
            const RoadmapContent::Edge& edge = roadmap->content.edges[e];
            certifier.reset(configurationOf(edge.a), configurationOf(edge.b));
            const bool is_free = certifier.run(Budget()) == Verdict::Free;
            white_not_free += is_white && !is_free;
            grey_free += !is_white && is_free;
            if (!is_white)
            {
                auto& [judged, colliding] = by_doubt[colours.doubt(e)];
                ++judged;
                colliding += !is_free;
            }
            ++(is_white ? white : grey);
        }
    }
    Json doubts = Json::array();
    for (const auto& [doubt, counts] : by_doubt)
        doubts.push_back({{"expected", doubt}, {"grey", counts.first}, {"colliding", 1.0 * counts.second / counts.first}});
    row["judged"] = {
        {"scenes", scenes},
        {"white_share", static_cast<double>(white_of_all) / (static_cast<double>(count) * static_cast<double>(scenes))},
        {"white", white},
        {"white_not_free", white_not_free},
        {"grey", grey},
        {"grey_free", grey_free},
        {"grey_by_doubt", doubts},
        {"colouring_median_ms", numberOrNull(median(colouring))}};
    return true;
}

int measureMoves(const MoveOptions& options)
{
    ompl::msg::setLogLevel(ompl::msg::LOG_ERROR);
    ompl::RNG::setSeed(options.seed);
    const Problem problem = loadProblem(options.problem);
    if (options.roadmap.empty())
        throw InputError("--roadmap is required: a file of `gapless roadmap build` for " + options.problem);
    World world(options, problem);
    Json row{{"problem", options.problem}, {"boxes", options.boxes + 1}};
    bool is_sound = true;
    if (options.steps > 0 || options.queries > 0)
    {
        Replanning replanning(options, problem, world);
        row["edges"] = replanning.planner().fileEdgeCount();
        row["white_share"] = static_cast<double>(replanning.planner().whiteEdgeCount())
                             / static_cast<double>(std::max<std::size_t>(replanning.planner().fileEdgeCount(), 1));
        row["setup_s"] = replanning.firstSetup();
        row["setup_again_s"] = replanning.secondSetup();
        ReplanningTimes kept, fresh;
        if (!replanning.run(options.steps, true, kept) || !replanning.run(options.queries, false, fresh))
            return kInterrupted;
        row["kept"] = kept.row();
        row["fresh"] = fresh.row();
        is_sound = kept.not_free + fresh.not_free == 0;
    }
    if (!options.plan.empty())
    {
        ReplanningTimes planned;
        if (!planEach(options, problem, planned))
            return kInterrupted;
        row["planned"] = planned.row();
        is_sound = is_sound && planned.not_free == 0;
    }
    if (options.scenes > 0 || !options.judge.empty())
    {
        if (!judge(options, problem, world, row))
            return kInterrupted;
        is_sound = is_sound && row["judged"]["white_not_free"] == 0;
    }
    std::cout << row.dump() << std::endl;
    return is_sound ? kDone : kViolation;
}

}  // namespace
}  // namespace gapless

int main(int argc, char** argv)
{
    gapless::MoveOptions options;
    CLI::App app("planning again after every move of an obstacle with a dynamic roadmap", "roadmap_moves");
    app.add_option("PROBLEM", options.problem, "problem file (YAML): the robot, and what is fixed")->required();
    app.add_option("--judge", options.judge, "problem files of that robot, whose scenes are judged instead of --scenes of boxes")
        ->type_name("FILE");
    app.add_option("--plan", options.plan, "problem files of that robot, which one planner solves one after the other")
        ->type_name("FILE");
    app.add_option("--roadmap", options.roadmap, "file of `gapless roadmap build`; required");
    app.add_option("--boxes", options.boxes, "that stand about; default 8")->check(CLI::Range(0, 1000));
    app.add_option("--steps", options.steps, "of the cube, start and goal kept; default 1000")->check(CLI::Range(0, 100000000));
    app.add_option("--queries", options.queries, "of fresh starts and goals; default 1000")->check(CLI::Range(0, 100000000));
    app.add_option("--scenes", options.scenes, "in which edges are judged; default 0")->check(CLI::Range(0, 1000000));
    app.add_option("--edges", options.edges, "white ones that are judged in each; default 1000")->check(CLI::Range(10, 10000000));
    app.add_option("--shift", options.shift, "of the cube, metres a step; default 0.02");
    app.add_option("--seconds", options.seconds, "that a query may take; default 5");
    app.add_option("--tolerance", options.tolerance, "that of the roadmap, metres; default 0.001");
    app.add_option("--seed", options.seed, "default 1")->check(CLI::Range(1u, 4294967295u));
    return gapless::runProgram(app, argc, argv, [&] { return gapless::measureMoves(options); });
}
