// Building roadmaps: what is in them, and that neither threads nor interruptions change a byte.
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <set>

#include <catch2/catch.hpp>

#include <ompl/base/ScopedState.h>

#include <gapless/cells/coded_cells.h>
#include <gapless/cells/reach_box.h>
#include <gapless/cells/swept_cells.h>
#include <gapless/certify/segment_certifier.h>
#include <gapless/certify/static_checker.h>
#include <gapless/core/error.h>
#include <gapless/ompl/state_space_factory.h>

#include "arm_roadmap.h"
#include "core/content_digest.h"
#include "planners/roadmap_file.h"
#include "roadmap/build_folder.h"
#include "support/temporary_folder.h"

namespace ob = ompl::base;
namespace fs = std::filesystem;
using namespace gapless;
using namespace gapless::test;
using Catch::Contains;

namespace {

ArmWorld amongFixedPosts()
{
    ArmWorld world;
    world.posts = {{"pole", 1.2, 0.4, 0.1, true}, {"pillar", -0.8, -1.0, 0.1, true}, {"guest", 0.5, 1.3, 0.3, false}};
    world.part = 0.3;
    return world;
}

/// Leaves some parts of cells.
void interruptAtCells(const Problem& problem, const std::string& file, RoadmapBuildOptions options)
{
    std::atomic<bool> stop{false};
    options.interrupted = [&] { return stop.load(); };
    options.progress = [&](const std::string& stage, std::size_t, std::size_t) { stop = stage == "cells"; };
    REQUIRE_FALSE(buildRoadmap(problem, file, options).is_complete);
}

}  // namespace

TEST_CASE("Nodes and edges of a roadmap keep off what is fixed, and every edge has its cells", "[roadmap]")
{
    const TemporaryFolder folder;
    const Problem problem = problemOf(amongFixedPosts());
    const auto built = armRoadmap(problem, folder.path("arm.gdrm"));
    const RoadmapContent content = readRoadmap(folder.path("arm.gdrm"));
    const Problem reduced = problemOfRoadmap(problem);
    // Neither the guest nor the part is there.
    REQUIRE(reduced.scene->objects().size() == 4);
    CHECK(reduced.fixed.size() == 2);
    CHECK(reduced.scene->pairs().size() == 4);

    REQUIRE(content.milestoneCount() == smallRoadmap().nodes);
    const ob::StateSpacePtr space = makeStateSpace(reduced);
    space->setup();
    const StateMapping mapping(space, reduced);
    const StaticChecker checker(reduced.scene, smallRoadmap().tolerance);
    ob::ScopedState<> state(space);
    const auto node = [&](std::size_t i) {
        space->copyFromReals(state.get(), {content.milestones[2 * i], content.milestones[2 * i + 1]});
        return mapping.toConfiguration(state.get());
    };
    for (std::size_t i = 0; i < content.milestoneCount(); ++i)
    {
        CHECK(checker.check(node(i)) == Verdict::Free);
        CHECK(node(i).cwiseAbs().maxCoeff() <= 3.0);
    }
    CertifyOptions certify;
    certify.tolerance = smallRoadmap().tolerance;
    SegmentCertifier certifier(reduced.scene, certify);
    const WorkspaceGrid& grid = content.cells->grid;
    CHECK(grid.cell() == smallRoadmap().cell);
    SweptCells swept(reduced.scene, grid);
    CellSet cells, own;
    std::size_t next = 0;
    std::vector<int> degree(content.milestoneCount(), 0);
    for (const RoadmapContent::Edge& edge : content.edges)
    {
        CHECK(edge.a < edge.b);
        ++degree[edge.a];
        ++degree[edge.b];
        certifier.reset(node(edge.a), node(edge.b));
        CHECK(certifier.run(Budget()) == Verdict::Free);
        next = decodeCells(grid, content.cells->codes, next, cells);
        swept.find(Motion(reduced.scene->model(), node(edge.a), node(edge.b)), own);
        CHECK(cells == own);
    }
    CHECK(next == content.cells->codes.size());
    CHECK(std::is_sorted(content.edges.begin(), content.edges.end(),
                         [](const auto& x, const auto& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; }));
    // Few are not joined to enough, in corners.
    CHECK(std::count_if(degree.begin(), degree.end(), [](int d) { return d >= 5; }) > 200);
    CHECK(built->lists->count() == content.edges.size());
}

TEST_CASE("An edge to each of the nearest nodes, by brute force", "[roadmap]")
{
    const TemporaryFolder folder;
    RoadmapBuildOptions options = smallRoadmap();
    options.nodes = 80;
    armRoadmap(problemOf(ArmWorld()), folder.path("arm.gdrm"), options);
    const RoadmapContent content = readRoadmap(folder.path("arm.gdrm"));
    std::vector<std::pair<std::uint32_t, std::uint32_t>> wanted, found;
    for (std::uint32_t i = 0; i < 80; ++i)
    {
        std::vector<std::pair<double, std::uint32_t>> others;
        for (std::uint32_t j = 0; j < 80; ++j)
            if (j != i)
                others.emplace_back(std::hypot(content.milestones[2 * i] - content.milestones[2 * j],
                                               content.milestones[2 * i + 1] - content.milestones[2 * j + 1]),
                                    j);
        std::sort(others.begin(), others.end());
        for (std::size_t k = 0; k < options.neighbors; ++k)
            wanted.emplace_back(std::min(i, others[k].second), std::max(i, others[k].second));
    }
    // The arm alone cannot collide: all of them are edges.
    std::sort(wanted.begin(), wanted.end());
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    for (const RoadmapContent::Edge& edge : content.edges)
        found.emplace_back(edge.a, edge.b);
    CHECK(found == wanted);
}

TEST_CASE("Neighbours are the same ones in every build, also where distances are sums over joints", "[roadmap]")
{
    // There, many nodes are exactly as far as the sum of two other distances, and rounding alone decides what OMPL's nearest neighbours (GNAT) leave out.
    const TemporaryFolder folder;
    const Problem arm = problemOf(ArmWorld());
    KinematicModel model;
    const BodyIndex upper = model.addBody("upper", kWorld, Pose(), joint("shoulder", JointType::Continuous, Vec3::UnitZ()), 0);
    const BodyIndex lower =
        model.addBody("lower", upper, at(1, 0, 0), joint("elbow", JointType::Revolute, Vec3::UnitZ(), {-3}, {3}), 0);
    std::vector<CollisionObject> objects;
    for (const ObjectIndex i : arm.scene->objects().indices())
        objects.push_back(arm.scene->object(i));
    REQUIRE(objects.size() == 2);
    objects[0].body = upper;
    objects[1].body = lower;
    const Problem problem = problemOf(std::move(model), std::move(objects));
    RoadmapBuildOptions options = smallRoadmap();
    options.nodes = 4000;
    options.neighbors = 5;
    options.cell = 0.5;
    armRoadmap(problem, folder.path("first.gdrm"), options);
    for (int k = 0; k < 2; ++k)
    {
        armRoadmap(problem, folder.path("next.gdrm"), options);
        CHECK(contentOfFile(folder.path("next.gdrm")) == contentOfFile(folder.path("first.gdrm")));
    }
    const RoadmapContent content = readRoadmap(folder.path("first.gdrm"));
    const ob::StateSpacePtr space = makeStateSpace(problem);
    space->setup();
    std::vector<ob::ScopedState<>> states;
    for (std::size_t i = 0; i < content.milestoneCount(); ++i)
    {
        states.emplace_back(space);
        space->copyFromReals(states.back().get(), {content.milestones.begin() + static_cast<std::ptrdiff_t>(2 * i),
                                                   content.milestones.begin() + static_cast<std::ptrdiff_t>(2 * i + 2)});
    }
    std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (const RoadmapContent::Edge& edge : content.edges)
        edges.emplace(edge.a, edge.b);
    std::size_t missing = 0;
    for (std::uint32_t i = 0; i < states.size(); i += 3)
    {
        std::vector<std::pair<double, std::uint32_t>> others;
        for (std::uint32_t j = 0; j < states.size(); ++j)
            if (j != i)
                others.emplace_back(space->distance(states[i].get(), states[j].get()), j);
        std::partial_sort(others.begin(), others.begin() + 5, others.end());
        for (std::size_t k = 0; k < 5; ++k)
            missing += 1 - edges.count({std::min(i, others[k].second), std::max(i, others[k].second)});
    }
    CHECK(missing == 0);
}

TEST_CASE("A roadmap has the same bytes for any number of threads, and after any interruptions", "[roadmap]")
{
    const TemporaryFolder folder;
    const Problem problem = problemOf(amongFixedPosts());
    RoadmapBuildOptions options = smallRoadmap();
    options.nodes = 600;
    armRoadmap(problem, folder.path("one.gdrm"), options);
    const std::string one = contentOfFile(folder.path("one.gdrm"));
    options.jobs = 3;
    armRoadmap(problem, folder.path("three.gdrm"), options);
    CHECK(contentOfFile(folder.path("three.gdrm")) == one);

    // Interrupted again and again, each time a little later, until it is complete.
    const std::string file = folder.path("often.gdrm");
    std::size_t found = 0;
    int runs = 0;
    for (int patience = 1200;; patience += 400)
    {
        ++runs;
        std::atomic<int> asked{0};
        options.interrupted = [&] { return ++asked > patience; };
        const RoadmapBuildReport report = buildRoadmap(problem, file, options);
        CHECK(fs::exists(file) == report.is_complete);
        found = report.parts_found;
        if (report.is_complete)
            break;
        CHECK(fs::exists(file + ".parts"));
    }
    CHECK(runs > 3);
    CHECK(found > 0);
    CHECK(contentOfFile(file) == one);
    CHECK_FALSE(fs::exists(file + ".parts"));
}

TEST_CASE("Parts that are damaged or of another build are made again", "[roadmap]")
{
    const TemporaryFolder folder;
    const Problem problem = problemOf(amongFixedPosts());
    RoadmapBuildOptions options = smallRoadmap();
    options.nodes = 600;
    armRoadmap(problem, folder.path("one.gdrm"), options);
    const std::string one = contentOfFile(folder.path("one.gdrm"));
    const std::string file = folder.path("two.gdrm");
    // Of another seed, and then one byte of every part is another.
    options.seed = 7;
    interruptAtCells(problem, file, options);
    options.seed = 0;
    RoadmapBuildReport report = buildRoadmap(problem, file, options);
    CHECK(report.parts_found == 0);
    CHECK(contentOfFile(file) == one);

    fs::remove(file);
    interruptAtCells(problem, file, options);
    std::size_t damaged = 0;
    for (const auto& entry : fs::directory_iterator(file + ".parts"))
    {
        std::string bytes = contentOfFile(entry.path().string());
        if (entry.path().filename() == "lock")
            continue;
        bytes[(bytes.size() * (damaged + 1)) / 7 % bytes.size()] ^= 4;
        std::ofstream(entry.path(), std::ios::binary) << bytes;
        ++damaged;
    }
    REQUIRE(damaged > 0);
    report = buildRoadmap(problem, file, options);
    CHECK(report.parts_found == 0);
    CHECK(contentOfFile(file) == one);
}

TEST_CASE("Cells that were found for some edges are not taken for others, should parts of edges come out otherwise", "[roadmap]")
{
    const TemporaryFolder folder;
    const Problem problem = problemOfRoadmap(problemOf(amongFixedPosts()));
    const std::string file = folder.path("arm.gdrm"), part = file + ".parts/edges-0";
    RoadmapBuildOptions options = smallRoadmap();
    options.nodes = 600;
    interruptAtCells(problem, file, options);
    REQUIRE(fs::exists(file + ".parts/cells-0"));
    // As another program may have it: some edges are not there. Sealed, so that the part is taken.
    std::string bytes = contentOfFile(part);
    constexpr std::size_t kHead = 8 + 32 + 4 + 5 + 8, kDropped = 400 * 8, kSeal = 32;
    REQUIRE(bytes.size() > kHead + kDropped + kSeal);
    bytes.erase(kHead, kDropped);
    bytes.resize(bytes.size() - kSeal);
    bytes += asText(digestOf(bytes));
    std::ofstream(part, std::ios::binary) << bytes;

    const RoadmapBuildReport report = buildRoadmap(problem, file, options);
    REQUIRE(report.is_complete);
    CHECK(report.parts_found > 0);
    const RoadmapContent content = readRoadmap(file);
    SweptCells swept(problem.scene, content.cells->grid);
    CellSet cells, own;
    std::size_t next = 0, wrong = 0;
    for (const RoadmapContent::Edge& edge : content.edges)
    {
        const Configuration a = Eigen::Vector2d(content.milestones[2 * edge.a], content.milestones[2 * edge.a + 1]);
        const Configuration b = Eigen::Vector2d(content.milestones[2 * edge.b], content.milestones[2 * edge.b + 1]);
        swept.find(Motion(problem.scene->model(), a, b), own);
        next = decodeCells(content.cells->grid, content.cells->codes, next, cells);
        wrong += cells == own ? 0 : 1;
    }
    CHECK(wrong == 0);
}

TEST_CASE("A second build into the same file is told who holds it", "[roadmap]")
{
    const TemporaryFolder folder;
    const std::string file = folder.path("arm.gdrm");
    const BuildFolder held(file, Digest());
    CHECK_THROWS_WITH(buildRoadmap(problemOf(ArmWorld()), file, smallRoadmap()),
                      Contains("is being built by process " + std::to_string(::getpid())));
    CHECK_FALSE(fs::exists(file));
}

TEST_CASE("A build that cannot be is refused before it begins", "[roadmap]")
{
    const TemporaryFolder folder;
    const std::string file = folder.path("arm.gdrm");
    const auto refusal = [&](const Problem& problem, const RoadmapBuildOptions& options) -> std::string {
        try
        {
            static_cast<void>(buildRoadmap(problem, file, options));
        }
        catch (const InputError& error)
        {
            CHECK_FALSE(fs::exists(file));
            return error.what();
        }
        return "";
    };
    const Problem arm = problemOf(ArmWorld());
    const auto with = [&](const std::function<void(RoadmapBuildOptions&)>& change) {
        RoadmapBuildOptions options = smallRoadmap();
        change(options);
        return refusal(arm, options);
    };
    CHECK_THAT(with([](auto& o) { o.nodes = 0; }), Contains("0 nodes"));
    CHECK_THAT(with([](auto& o) { o.nodes = 1; }), Contains("1 nodes"));
    CHECK_THAT(with([](auto& o) { o.neighbors = 0; }), Contains("0 neighbors"));
    CHECK_THAT(with([](auto& o) { o.neighbors = o.nodes; }), Contains("250 neighbors of 250 nodes"));
    CHECK_THAT(with([](auto& o) { o.jobs = 0; }), Contains("0 jobs"));
    CHECK_THAT(with([](auto& o) { o.tolerance = 0.0; }), Contains("tolerance"));
    for (const double cell : {0.0, -0.1, std::nan(""), std::numeric_limits<double>::infinity(), 100.0, 1e-6})
        CHECK_THAT(with([cell](auto& o) { o.cell = cell; }), Contains("cell"));
    CHECK_THAT(with([](auto& o) { o.memory = 1; }), Contains("--memory"));
    Problem still = arm;
    still.joints.clear();
    CHECK_THAT(refusal(still, smallRoadmap()), Contains("no joint plans"));
    CHECK_THAT(refusal(oneOfEach(), smallRoadmap()), Contains("limit"));
    KinematicModel stiff;
    const BodyIndex upper =
        stiff.addBody("upper", kWorld, Pose(), joint("shoulder", JointType::Revolute, Vec3::UnitZ(), {0.5}, {0.5}), 0);
    std::vector<CollisionObject> objects{arm.scene->object(ObjectIndex(0))};
    objects[0].body = upper;
    CHECK_THAT(refusal(problemOf(std::move(stiff), std::move(objects)), smallRoadmap()), Contains("make no state space"));
    // Nothing of it is free: the posts are everywhere.
    ArmWorld full;
    full.posts = {{"block", 0.5, 0.0, 0.6, true}};
    CHECK_THAT(refusal(problemOf(full), smallRoadmap()), Contains("random configurations"));
    CHECK_THROWS_AS(buildRoadmap(arm, folder.path("missing/arm.gdrm"), smallRoadmap()), InputError);
    fs::create_directories(folder.path("way.gdrm.parts/edges-0"));
    CHECK_THROWS_WITH(buildRoadmap(arm, folder.path("way.gdrm"), smallRoadmap()), Contains("in the way") && Contains("edges-0"));
    CHECK_THROWS_WITH(buildRoadmap(arm, "/dev/null", smallRoadmap()), Contains("no plain file"));
    folder.write("file.parts", "in the way");
    CHECK_THROWS_WITH(buildRoadmap(arm, folder.path("file"), smallRoadmap()), Contains("file.parts"));
}

TEST_CASE("A build can be broken off while it samples, however rare its nodes are", "[roadmap]")
{
    const TemporaryFolder folder;
    int asked = 0;
    bool are_all_sampled = false;
    RoadmapBuildOptions options = smallRoadmap();
    options.interrupted = [&asked] { return ++asked > 10; };
    options.progress = [&](const std::string&, std::size_t, std::size_t) { are_all_sampled = true; };
    CHECK_FALSE(buildRoadmap(problemOf(ArmWorld()), folder.path("arm.gdrm"), options).is_complete);
    CHECK_FALSE(are_all_sampled);
}

TEST_CASE("A roadmap whose grid no planner would take is refused before its nodes are sampled", "[roadmap]")
{
    const TemporaryFolder folder;
    const std::string file = folder.path("arm.gdrm");
    RoadmapBuildOptions options = smallRoadmap();
    options.nodes = 20;
    options.neighbors = 2;
    // 4 m along each axis: 420^3 cells, whose lists take half a gigabyte.
    options.cell = 4.0 / 420.0;
    bool has_begun = false;
    options.progress = [&](const std::string&, std::size_t, std::size_t) { has_begun = true; };
    CHECK_THROWS_WITH(buildRoadmap(problemOf(ArmWorld()), file, options), Contains("cells; at most 67108864"));
    CHECK_FALSE(has_begun);
    CHECK_FALSE(fs::exists(file));
}

TEST_CASE("A build takes from its folder what builds have put there, and nothing else", "[roadmap]")
{
    const TemporaryFolder folder;
    const std::string file = folder.path("arm.gdrm");
    folder.write("arm.gdrm.parts/notes.txt", "of somebody else");
    folder.write("arm.gdrm.parts/.gapless-1-1.tmp", "half of a part");
    const Problem problem = problemOf(ArmWorld());
    armRoadmap(problem, file);
    CHECK(contentOfFile(file + ".parts/notes.txt") == "of somebody else");
    CHECK(std::distance(fs::directory_iterator(file + ".parts"), fs::directory_iterator()) == 1);
    fs::remove(file + ".parts/notes.txt");
    armRoadmap(problem, file);
    CHECK_FALSE(fs::exists(file + ".parts"));
}
