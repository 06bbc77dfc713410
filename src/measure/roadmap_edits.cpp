// What a roadmap's proofs are worth after an obstacle moves: settling all edges again, beside proving all of them anew.
//
// Milestones are random valid states, each joined to its --neighbors nearest. All edges are settled in the problem's scene. Then, --edits times, a random
// obstacle moves by up to --shift, and all edges are settled again: by what of their proofs still holds (proof_history.h), and from nothing. Edges
// that come out otherwise are counted (`differ`): where an edge is within the tolerance of an obstacle either answer is right.
// With --culler what a batch culler would do first is timed besides: it looks at all edges that are open after an edit, for their pairs with the obstacle that moved
// and no other (`cull_s`, in wall time as OpenGL has threads of its own; what it is made of, the capsules, is not in it), and `culled` is the share of them that it settles. `prove_s` is what
// all of them take that are proven, witnesses included. Prints one JSON
// object, processor time of the thread but for the culler's, medians over the edits. Exit code 0, 2: bad input, 3: the culler asked for is not to be had, 130: interrupted.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <ompl/base/ScopedState.h>
#include <ompl/datastructures/NearestNeighborsGNAT.h>
#include <ompl/util/Console.h>
#include <ompl/util/RandomNumbers.h>

#include <gapless/collision/moved_scene.h>
#include <gapless/core/error.h>
#include <gapless/culling/motion_culling.h>
#include <gapless/ompl/problem_setup.h>

#include "measure/chosen_culler.h"
#include "measure/program.h"
#include "measure/statistics.h"
#include "planners/lazy_roadmap.h"

namespace ob = ompl::base;

namespace gapless {
namespace {

struct EditOptions
{
    std::string problem;
    int edges = 5000, edits = 10;
    unsigned int neighbors = 10;
    double shift = 0.1;  ///< of an obstacle, along each axis, metres
    double tolerance = 1e-3;
    std::uint32_t seed = 1;
    std::string culler = "none";
};

/// Of a scene in which an obstacle has moved: that obstacle alone.
class CullerOfMoved
{
public:
    CullerOfMoved(const Scene& scene, BodyIndex moved, const std::string& kind)
    {
        std::vector<ObjectPair> pairs;
        for (const ObjectPair& pair : scene.pairs())
            if (scene.object(pair.a).body == moved || scene.object(pair.b).body == moved)
                pairs.push_back(pair);
        std::vector<CollisionObject> objects;
        for (const ObjectIndex i : scene.objects().indices())
            objects.push_back(scene.object(i));
        scene_ = std::make_shared<const Scene>(scene.model(), std::move(objects), pairs, &scene);
        const auto obstacles = std::make_shared<const StaticObstacles>(scene_);
        ChosenCuller chosen = chosenCuller(kind, obstacles);
        if (!chosen.culler)
            throw NoCuller{chosen.device};
        culler_ = std::move(chosen.culler);
        sweeper_ = std::make_unique<MotionSweeper>(scene_);
    }

    struct NoCuller
    {
        std::string why;
    };

    /// How many of the motions it settles.
    std::size_t cull(const std::vector<std::pair<Configuration, Configuration>>& motions)
    {
        const std::vector<char> may_hit = linksMayHitObstacles(*culler_, *sweeper_, motions);
        return static_cast<std::size_t>(std::count(may_hit.begin(), may_hit.end(), 0));
    }

private:
    std::shared_ptr<const Scene> scene_;
    std::unique_ptr<Culler> culler_;
    std::unique_ptr<MotionSweeper> sweeper_;
};

std::vector<ObjectIndex> obstaclesOf(const Scene& scene)
{
    std::vector<ObjectIndex> obstacles;
    for (const ObjectIndex i : scene.objects().indices())
    {
        const CollisionObject& object = scene.object(i);
        if (object.kind == ObjectKind::Obstacle && object.body != kWorld && scene.model().body(object.body).is_static)
            obstacles.push_back(i);
    }
    return obstacles;
}

/// Settles every edge by itself. @return processor time, seconds
double settleAll(LazyRoadmap& roadmap, EdgeProver& prover)
{
    const ob::PlannerTerminationCondition never = ob::plannerNonTerminatingCondition();
    const double begin = processorTime();
    for (LazyRoadmap::EdgeId e = 0; e < roadmap.edges().size(); ++e)
    {
        const LazyRoadmap::Edge& edge = roadmap.edge(e);
        if (edge.state != EdgeProof::State::Open)
            continue;
        static_cast<void>(prover.prove({{&roadmap.proof(e), roadmap.vertex(edge.a).state, roadmap.vertex(edge.b).state}}, never));
        roadmap.noteProgress(e);
    }
    return processorTime() - begin;
}

/// Of every edge, what is settled of it.
std::vector<EdgeProof::State> statesOf(const LazyRoadmap& roadmap)
{
    std::vector<EdgeProof::State> states;
    for (const LazyRoadmap::Edge& edge : roadmap.edges())
        states.push_back(edge.state);
    return states;
}

double secondsSince(std::chrono::steady_clock::time_point begin)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

int measureEdits(const EditOptions& options)
{
    NumberRange::positive("metres").require(options.shift, "--shift");
    ompl::msg::setLogLevel(ompl::msg::LOG_ERROR);
    ompl::RNG::setSeed(options.seed);
    const Problem problem = loadProblem(options.problem);
    SetupOptions setup;
    setup.motion.tolerance = options.tolerance;
    const ProblemSetup ready = makeProblemSetup(problem, setup);
    const ob::SpaceInformationPtr si = ready.setup->getSpaceInformation();
    const std::vector<ObjectIndex> obstacles = obstaclesOf(*problem.scene);
    if (obstacles.empty())
        throw InputError(options.problem + ": has no obstacle that could be moved");

    LazyRoadmap roadmap(si, std::make_shared<ompl::NearestNeighborsGNAT<LazyRoadmap::VertexId>>());
    const ob::ValidStateSamplerPtr sampler = si->allocValidStateSampler();
    ob::ScopedState<> state(si);
    while (roadmap.edges().size() < static_cast<std::size_t>(options.edges))
    {
        if (interrupted())
            return kInterrupted;
        if (sampler->sample(state.get()))
            roadmap.addMilestone(state.get(), LazyRoadmap::Validity::Valid, {options.neighbors, 0.0});
    }
    const auto history = std::make_shared<ProofHistory>(ready.mapping, options.tolerance);
    EdgeProver first(ready.mapping, options.tolerance);
    first.follow(history);
    Json row{{"problem", options.problem}, {"edges", roadmap.edges().size()}, {"obstacles", obstacles.size()}};
    row["first_s"] = settleAll(roadmap, first);
    row["free"] = roadmap.freeCount();

    ompl::RNG random(options.seed);
    std::shared_ptr<const Scene> scene = problem.scene;
    std::vector<double> adopting, keeping, anew, settled, open, proving, culling, culled;
    std::size_t differ = 0;
    LazyRoadmap fresh(si, std::make_shared<ompl::NearestNeighborsGNAT<LazyRoadmap::VertexId>>());
    for (const LazyRoadmap::Vertex& vertex : roadmap.vertices())
        fresh.addVertex(vertex.state, LazyRoadmap::Validity::Valid);
    for (const LazyRoadmap::Edge& edge : roadmap.edges())
        fresh.addEdge(edge.a, edge.b);
    for (int k = 0; k < options.edits; ++k)
    {
        if (interrupted())
            return kInterrupted;
        const auto which = static_cast<std::size_t>(random.uniformInt(0, static_cast<int>(obstacles.size()) - 1));
        const Vec3 by(random.uniformReal(-1, 1), random.uniformReal(-1, 1), random.uniformReal(-1, 1));
        const BodyIndex body = scene->object(obstacles[which]).body;
        const Pose& before = scene->model().body(body).X_WB;
        scene = withMoved(*scene, body, {before.R, before.p + options.shift * by});
        Problem edited = problem;
        edited.scene = scene;
        const auto mapping = std::make_shared<const StateMapping>(si->getStateSpace(), edited);

        const double begin = processorTime();
        const auto kept = history->adopt(mapping, options.tolerance);
        if (!kept)
            throw InputError(options.problem + ": nothing holds in the next scene");
        roadmap.keepProofs(*history, *kept);
        adopting.push_back(processorTime() - begin);
        settled.push_back(static_cast<double>(roadmap.freeCount() + roadmap.collidingCount())
                          / static_cast<double>(roadmap.edges().size()));
        std::vector<std::pair<Configuration, Configuration>> motions;
        for (const LazyRoadmap::Edge& edge : roadmap.edges())
            if (edge.state == EdgeProof::State::Open)
                motions.emplace_back(mapping->toConfiguration(roadmap.vertex(edge.a).state),
                                     mapping->toConfiguration(roadmap.vertex(edge.b).state));
        open.push_back(static_cast<double>(motions.size()));
        if (options.culler != "none")
            try
            {
                CullerOfMoved culler(*scene, body, options.culler);
                // Not the first call, which makes memory and shaders.
                culler.cull(motions);
                const auto start = std::chrono::steady_clock::now();
                const std::size_t count = culler.cull(motions);
                culling.push_back(secondsSince(start));
                culled.push_back(static_cast<double>(count) / static_cast<double>(std::max<std::size_t>(motions.size(), 1)));
            }
            catch (const CullerOfMoved::NoCuller& none)
            {
                std::cerr << "roadmap_edits: no OpenGL culler: " << none.why << std::endl;
                return kUnavailable;
            }
        EdgeProver next(mapping, options.tolerance);
        next.follow(history);
        proving.push_back(settleAll(roadmap, next));
        keeping.push_back(adopting.back() + proving.back());

        fresh.forgetProofs();
        EdgeProver all(mapping, options.tolerance);
        anew.push_back(settleAll(fresh, all));
        const std::vector<EdgeProof::State> a = statesOf(roadmap), b = statesOf(fresh);
        for (std::size_t e = 0; e < a.size(); ++e)
            differ += a[e] != b[e] ? 1 : 0;
    }
    row["adopt_s"] = numberOrNull(median(adopting));
    row["settled_at_once"] = numberOrNull(median(settled));
    row["again_s"] = numberOrNull(median(keeping));
    row["open"] = numberOrNull(median(open));
    row["prove_s"] = numberOrNull(median(proving));
    if (options.culler != "none")
    {
        row["culler"] = options.culler;
        row["cull_s"] = numberOrNull(median(culling));
        row["culled"] = numberOrNull(median(culled));
    }
    row["anew_s"] = numberOrNull(median(anew));
    row["differ"] = differ;
    std::cout << row.dump() << std::endl;
    return kDone;
}

}  // namespace
}  // namespace gapless

int main(int argc, char** argv)
{
    gapless::EditOptions options;
    CLI::App app("settling a roadmap's edges again after an obstacle moved, beside proving them anew", "roadmap_edits");
    app.add_option("PROBLEM", options.problem, "problem file (YAML)")->required();
    app.add_option("--edges", options.edges, "at least; default 5000")->check(CLI::Range(1, 10000000));
    app.add_option("--edits", options.edits, "default 10")->check(CLI::Range(1, 1000000));
    app.add_option("--neighbors", options.neighbors, "default 10")->check(CLI::Range(1u, 1000u));
    app.add_option("--shift", options.shift, "of an obstacle, at most, along each axis, metres; default 0.1");
    app.add_option("--tolerance", options.tolerance, "metres; default 0.001");
    app.add_option("--culler", options.culler, "cpu, gl, or none; default none")->check(CLI::IsMember({"none", "cpu", "gl"}));
    app.add_option("--seed", options.seed, "default 1")->check(CLI::Range(1u, 4294967295u));
    return gapless::runProgram(app, argc, argv, [&] { return gapless::measureEdits(options); });
}
