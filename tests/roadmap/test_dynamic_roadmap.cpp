// gapless::DynamicRoadmap: plans over edits of the scene, and what it says of files that do not fit.
#include <gapless/roadmap/dynamic_roadmap.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <thread>

#include <catch2/catch.hpp>

#include <gapless/collision/moved_scene.h>
#include <gapless/core/error.h>
#include <gapless/io/point_cloud.h>
#include <gapless/ompl/path_certification.h>
#include <gapless/planners/planner_registry.h>

#include "arm_roadmap.h"
#include "roadmap/background_build.h"
#include "roadmap/build_folder.h"
#include "support/random_input.h"
#include "support/temporary_folder.h"

namespace ob = ompl::base;
using namespace gapless;
using namespace gapless::test;
using Catch::Contains;

namespace {

ArmWorld somePosts()
{
    ArmWorld world;
    world.posts = {{"a", 1.5, 0.5, 0.1}, {"b", -1.2, 0.9, 0.2}, {"c", 0.3, 1.6, 0.05}};
    return world;
}

double valueOf(const std::shared_ptr<ompl::geometric::PathGeometric>& path, std::size_t state, unsigned int joint)
{
    return path->getState(static_cast<unsigned int>(state))->as<ob::RealVectorStateSpace::StateType>()->values[joint];
}

struct Planned
{
    explicit Planned(const ArmWorld& first = somePosts()) : world(first), arm(problemOf(world)), planner(arm.si)
    {
        armRoadmap(problemOf(world), folder.path("arm.gdrm"));
        planner.setRoadmap(folder.path("arm.gdrm"));
    }
    ob::PlannerStatus solve(const ob::ProblemDefinitionPtr& query)
    {
        query->clearSolutionPaths();
        planner.setProblemDefinition(query);
        return planner.solve(kEnough);
    }
    bool isFree(const ob::ProblemDefinitionPtr& query) const
    {
        return certifyPath(*arm.mapping, *solutionOf(query)).verdict == Verdict::Free;
    }

    TemporaryFolder folder;
    ArmWorld world;
    ArmSetup arm;
    DynamicRoadmap planner;
};

}  // namespace

TEST_CASE("A query is solved over white edges with hardly a proof", "[roadmap]")
{
    Planned planned;
    const auto query = planned.arm.query({-1, 0.5}, {2, -0.5});
    REQUIRE(planned.solve(query) == ob::PlannerStatus::EXACT_SOLUTION);
    CHECK(planned.isFree(query));
    CHECK(planned.planner.fileEdgeCount() > 500);
    CHECK(planned.planner.whiteEdgeCount() > planned.planner.fileEdgeCount() / 2);
    CHECK(planned.planner.whiteEdgeCount() < planned.planner.fileEdgeCount());
    CHECK(planned.planner.milestoneCount() == smallRoadmap().nodes + 2);
    const DynamicRoadmap::PathParts parts = planned.planner.pathParts();
    CHECK(parts.white_edges > 0);
    CHECK(parts.grown_milestones == 0);
    // All but the two that join start and goal are the file's.
    CHECK(parts.white_edges + parts.grey_edges + 3 == solutionOf(query)->getStateCount());
}

TEST_CASE("It is told how much of a path was white, grey, and grown", "[roadmap]")
{
    Planned planned;
    Random random(6);
    int white_alone = 0, with_grey = 0;
    for (int k = 0; k < 40; ++k)
    {
        const auto query = planned.arm.query({random.uniform(-2.9, 2.9), random.uniform(-2.9, 2.9)},
                                             {random.uniform(-2.9, 2.9), random.uniform(-2.9, 2.9)});
        if (planned.solve(query) != ob::PlannerStatus::EXACT_SOLUTION)
            continue;
        const DynamicRoadmap::PathParts parts = planned.planner.pathParts();
        CHECK(parts.white_edges + parts.grey_edges < solutionOf(query)->getStateCount());
        ++(parts.grey_edges == 0 ? white_alone : with_grey);
    }
    CHECK(white_alone > 0);
    CHECK(with_grey > 0);
    // Three nodes are no roadmap.
    RoadmapBuildOptions few = smallRoadmap();
    few.nodes = 3;
    few.neighbors = 2;
    armRoadmap(problemOf(planned.world), planned.folder.path("few.gdrm"), few);
    planned.planner.setRoadmap(planned.folder.path("few.gdrm"));
    int grown = 0;
    for (const double y : {-2.5, -1.5, -0.5, 0.5, 1.5, 2.5})
    {
        const auto query = planned.arm.query({-1, 0.5}, {2, y});
        if (planned.solve(query) == ob::PlannerStatus::EXACT_SOLUTION)
            grown += planned.planner.pathParts().grown_milestones > 0;
    }
    CHECK(grown > 0);
    // Without a file all of it is grown.
    planned.planner.setRoadmap(DynamicRoadmap::kNoRoadmap);
    REQUIRE(planned.solve(planned.arm.query({-1, 0.5}, {2, -0.5})) == ob::PlannerStatus::EXACT_SOLUTION);
    CHECK(planned.planner.pathParts().white_edges + planned.planner.pathParts().grey_edges == 0);
}

TEST_CASE("Posts that move, come and go change the paths, and every one is free", "[roadmap]")
{
    Planned planned;
    Random random(1);
    const auto query = planned.arm.query({-1, 0.5}, {2, -0.5});
    int blocked = 0;
    for (int k = 0; k < 200; ++k)
    {
        planned.world = somePosts();
        for (Post& post : planned.world.posts)
        {
            post.x += random.uniform(-0.05, 0.05);
            post.y += random.uniform(-0.05, 0.05);
        }
        // Now and then one stands in the arm at the start.
        const bool is_blocked = k % 10 == 3;
        if (is_blocked)
            planned.world.posts.push_back({"in the way", 0.7 * std::cos(-1.0), 0.7 * std::sin(-1.0), 0.05});
        planned.arm.setScene(problemOf(planned.world));
        const ob::PlannerStatus status = planned.solve(query);
        CAPTURE(k);
        CHECK(status == (is_blocked ? ob::PlannerStatus::INVALID_START : ob::PlannerStatus::EXACT_SOLUTION));
        blocked += is_blocked;
        if (!is_blocked)
            CHECK(planned.isFree(query));
    }
    CHECK(blocked == 20);
    // It does not grow by that: the query was one and the same.
    CHECK(planned.planner.milestoneCount() < smallRoadmap().nodes + 100);
}

TEST_CASE("Neither milestones nor proofs become ever more with ever more queries, and what is forgotten is not taken for free",
          "[roadmap]")
{
    constexpr std::uint64_t kMostGrown = 4096;
    Planned planned;
    Random random(2);
    std::uint64_t largest = 0, free_edges_checked = 0;
    const auto requireFreeEdges = [&] {
        ob::PlannerData data(planned.arm.si);
        planned.planner.getPlannerData(data);
        std::vector<unsigned int> targets;
        for (unsigned int v = 0; v < data.numVertices(); ++v)
        {
            data.getEdges(v, targets);
            for (const unsigned int w : targets)
                if (v < w && ++free_edges_checked % 3 == 0)
                {
                    ompl::geometric::PathGeometric edge(planned.arm.si, data.getVertex(v).getState(),
                                                        data.getVertex(w).getState());
                    REQUIRE(certifyPath(*planned.arm.mapping, edge).verdict == Verdict::Free);
                }
        }
    };
    int restarts = 0;
    for (int k = 0; k < 2600; ++k)
    {
        // Where a post is taken away, all that was free stays so.
        if (k % 2 == 1)
            planned.world.posts.pop_back();
        else
        {
            planned.world = somePosts();
            for (Post& post : planned.world.posts)
                post.x += random.uniform(-0.05, 0.05);
        }
        planned.arm.setScene(problemOf(planned.world));
        const auto query = planned.arm.query({random.uniform(-2.9, 2.9), random.uniform(-2.9, 2.9)},
                                             {random.uniform(-2.9, 2.9), random.uniform(-2.9, 2.9)});
        const std::uint64_t before = planned.planner.milestoneCount();
        if (planned.solve(query) != ob::PlannerStatus::EXACT_SOLUTION)
            continue;
        CAPTURE(k);
        REQUIRE(planned.isFree(query));
        largest = std::max(largest, planned.planner.milestoneCount());
        const bool is_restart = planned.planner.milestoneCount() < before;
        restarts += is_restart ? 1 : 0;
        if (is_restart || k % 500 == 499)
            requireFreeEdges();
    }
    CHECK(restarts > 0);
    CHECK(free_edges_checked > 4000);
    CHECK(largest <= smallRoadmap().nodes + kMostGrown + 200);
}

TEST_CASE("What a camera sees changes from plan to plan, and every path is free of it", "[roadmap]")
{
    ArmWorld world = somePosts();
    world.posts.push_back({"camera", 9.0, 9.0, 0.1});
    Planned planned(world);
    Random random(4);
    const auto query = planned.arm.query({-1, 0.5}, {2, -0.5});
    Problem problem = problemOf(world);
    const ObjectIndex camera = *problem.scene->findObject("camera");
    int solved = 0, on_path = 0;
    for (int k = 0; k < 150; ++k)
    {
        std::vector<Vec3> seen;
        for (const Post& post : planned.world.posts)
            for (int i = 0; i < 13; ++i)
                seen.emplace_back(post.x + random.uniform(-0.15, 0.15), post.y + random.uniform(-0.15, 0.15),
                                  random.uniform(-0.1, 0.1));
        // A point where the last path leads the tip, half way along one of its motions.
        if (const auto path = solved > 0 && k % 2 == 1 ? solutionOf(query) : nullptr; path && path->getStateCount() > 2)
        {
            const std::size_t last = path->getStateCount() - 2;
            const auto joint = [&](unsigned int j) { return 0.5 * (valueOf(path, last - 1, j) + valueOf(path, last, j)); };
            const double upper = joint(0), lower = joint(0) + joint(1);
            seen.emplace_back(std::cos(upper) + std::cos(lower), std::sin(upper) + std::sin(lower), 0.0);
            ++on_path;
        }
        problem.scene = withGeometry(*problem.scene, camera,
                                     std::make_shared<const CollisionGeometry>(ballsAbout(seen, 0.01), "what the camera sees"));
        planned.arm.setScene(problem);
        const ob::PlannerStatus status = planned.solve(query);
        CAPTURE(k);
        const bool is_solved = status == ob::PlannerStatus::EXACT_SOLUTION;
        solved += is_solved;
        if (is_solved)
            CHECK(planned.isFree(query));
        else
            CHECK((status == ob::PlannerStatus::INVALID_START || status == ob::PlannerStatus::INVALID_GOAL));
    }
    CHECK(solved > 75);
    CHECK(on_path > 30);
}

TEST_CASE("A path about an inflated post is free wherever the post has moved by no more, and one about the post itself is not",
          "[roadmap]")
{
    // Less and less of the inflation that the moves need: the test finds out what is too little.
    constexpr double kMoved = 0.12;
    const auto hits = [](double inflation) {
        Planned planned;
        const auto query = planned.arm.query({-1, 0.5}, {2, -0.5});
        Problem problem = problemOf(planned.world);
        for (const Post& post : planned.world.posts)
            problem.scene = withInflated(*problem.scene, *problem.scene->findObject(post.name), inflation);
        planned.arm.setScene(problem);
        REQUIRE(planned.solve(query) == ob::PlannerStatus::EXACT_SOLUTION);
        CHECK(planned.isFree(query));
        int found = 0;
        for (std::size_t moved = 0; moved < planned.world.posts.size(); ++moved)
            for (int k = 0; k < 32; ++k)
            {
                ArmWorld world = planned.world;
                world.posts[moved].x += kMoved * std::cos(k * M_PI / 16.0);
                world.posts[moved].y += kMoved * std::sin(k * M_PI / 16.0);
                planned.arm.setScene(problemOf(world));
                found += !planned.isFree(query);
            }
        return found;
    };
    // By rounding, the cosines move it by a bit more.
    CHECK(hits(kMoved * (1.0 + 1e-12)) == 0);
    CHECK(hits(0.0) > 0);
}

TEST_CASE("An attached part is proven lazily, and put down again", "[roadmap]")
{
    Planned planned;
    const auto query = planned.arm.query({-1, 0.5}, {2, -0.5});
    REQUIRE(planned.solve(query) == ob::PlannerStatus::EXACT_SOLUTION);
    planned.world.part = 0.25;
    planned.arm.setScene(problemOf(planned.world));
    REQUIRE(planned.solve(query) == ob::PlannerStatus::EXACT_SOLUTION);
    CHECK(planned.isFree(query));
    CHECK(planned.planner.freeEdgeCount() < planned.planner.whiteEdgeCount());
    planned.world.part = 0.0;
    planned.arm.setScene(problemOf(planned.world));
    REQUIRE(planned.solve(query) == ob::PlannerStatus::EXACT_SOLUTION);
    CHECK(planned.isFree(query));
    // White is free again, with no further work.
    CHECK(planned.planner.freeEdgeCount() >= planned.planner.whiteEdgeCount());
}

TEST_CASE("A link that differs is proven lazily, in its own place, until it is as it was", "[roadmap]")
{
    ArmWorld world = somePosts();
    world.base = 0.1;
    Planned planned(world);
    const auto query = planned.arm.query({-1, 0.5}, {2, -0.5});
    REQUIRE(planned.solve(query) == ob::PlannerStatus::EXACT_SOLUTION);
    planned.world.base = 0.3;
    planned.arm.setScene(problemOf(planned.world));
    REQUIRE(planned.solve(query) == ob::PlannerStatus::EXACT_SOLUTION);
    CHECK(planned.isFree(query));
    CHECK(planned.planner.freeEdgeCount() < planned.planner.whiteEdgeCount());
    planned.world.base = 0.1;
    planned.arm.setScene(problemOf(planned.world));
    REQUIRE(planned.solve(query) == ob::PlannerStatus::EXACT_SOLUTION);
    CHECK(planned.isFree(query));
    CHECK(planned.planner.freeEdgeCount() >= planned.planner.whiteEdgeCount());
    CHECK(planned.planner.fileEdgeCount() > 0);
}

TEST_CASE("Links that move and are thicker than in the build are proven lazily, against obstacles too", "[roadmap]")
{
    ArmWorld world = somePosts();
    world.base = 0.1;
    Planned planned(world);
    const auto query = planned.arm.query({-1, 0.5}, {2, -0.5});
    REQUIRE(planned.solve(query) == ob::PlannerStatus::EXACT_SOLUTION);
    for (const double radius : {0.04, 0.08, 0.02})
    {
        CAPTURE(radius);
        planned.world.radius = radius;
        planned.arm.setScene(problemOf(planned.world));
        REQUIRE(planned.solve(query) == ob::PlannerStatus::EXACT_SOLUTION);
        CHECK(planned.isFree(query));
    }
}

TEST_CASE("clear() begins with the file again, and sceneChanged() keeps what it proves", "[roadmap]")
{
    Planned planned;
    const auto query = planned.arm.query({-1, 0.5}, {2, -0.5});
    REQUIRE(planned.solve(query) == ob::PlannerStatus::EXACT_SOLUTION);
    const std::size_t white = planned.planner.whiteEdgeCount();
    planned.planner.sceneChanged();
    REQUIRE(planned.solve(query) == ob::PlannerStatus::EXACT_SOLUTION);
    CHECK(planned.planner.whiteEdgeCount() == white);
    planned.planner.clear();
    CHECK(planned.planner.milestoneCount() == smallRoadmap().nodes);
    CHECK(planned.planner.edgeCount() == planned.planner.fileEdgeCount());
    REQUIRE(planned.solve(query) == ob::PlannerStatus::EXACT_SOLUTION);
    CHECK(planned.planner.whiteEdgeCount() == white);
    CHECK(planned.isFree(query));
}

TEST_CASE("clear() also forgets milestones that lie on each other", "[roadmap]")
{
    Planned planned;
    for (int k = 0; k < 20; ++k)
    {
        for (const double zero : {0.0, -0.0})
        {
            const auto query = planned.arm.query({zero, 0.5}, {2, zero});
            REQUIRE(planned.solve(query) == ob::PlannerStatus::EXACT_SOLUTION);
            CHECK(planned.isFree(query));
        }
        CHECK(planned.planner.milestoneCount() == smallRoadmap().nodes + 4);
        planned.planner.clear();
        CHECK(planned.planner.milestoneCount() == smallRoadmap().nodes);
    }
}

TEST_CASE("Milestones that another validity checker allows are used again", "[roadmap]")
{
    Planned planned;
    const auto query = planned.arm.query({-1, 0.5}, {2, -0.5});
    const auto checker = planned.arm.si->getStateValidityChecker();
    // Nothing but start and goal is valid, and what is near to them.
    planned.arm.si->setStateValidityChecker([&](const ob::State* state) {
        return planned.arm.distance(state, {-1, 0.5}) < 0.01 || planned.arm.distance(state, {2, -0.5}) < 0.01;
    });
    planned.arm.si->setup();
    planned.planner.setProblemDefinition(query);
    CHECK(planned.planner.solve(0.2) != ob::PlannerStatus::EXACT_SOLUTION);
    planned.arm.si->setStateValidityChecker(checker);
    planned.arm.si->setup();
    const std::uint64_t before = planned.planner.milestoneCount();
    REQUIRE(planned.solve(query) == ob::PlannerStatus::EXACT_SOLUTION);
    CHECK(planned.planner.milestoneCount() == before);
    CHECK(planned.isFree(query));
}

TEST_CASE("Without a file after one was in use, the planner begins with an empty roadmap", "[roadmap]")
{
    Planned planned;
    const auto query = planned.arm.query({-1, 0.5}, {2, -0.5});
    REQUIRE(planned.solve(query) == ob::PlannerStatus::EXACT_SOLUTION);
    planned.planner.setRoadmap(DynamicRoadmap::kNoRoadmap);
    REQUIRE(planned.solve(query) == ob::PlannerStatus::EXACT_SOLUTION);
    CHECK(planned.isFree(query));
    CHECK(planned.planner.fileEdgeCount() == 0);
    CHECK(planned.planner.milestoneCount() < smallRoadmap().nodes);
    planned.planner.setRoadmap(planned.folder.path("arm.gdrm"));
    REQUIRE(planned.solve(query) == ob::PlannerStatus::EXACT_SOLUTION);
    CHECK(planned.planner.fileEdgeCount() > 500);
}

TEST_CASE("A file that is not there is built meanwhile, if that is asked for, and taken once it is there", "[roadmap]")
{
    const TemporaryFolder folder;
    const std::string file = folder.path("arm.gdrm");
    const ArmWorld world = somePosts();
    const ArmSetup arm(problemOf(world));
    const auto query = arm.query({-1, 0.5}, {2, -0.5});
    DynamicRoadmap planner(arm.si), other(arm.si);
    const auto solve = [&](DynamicRoadmap& by) {
        query->clearSolutionPaths();
        by.setProblemDefinition(query);
        REQUIRE(by.solve(kEnough) == ob::PlannerStatus::EXACT_SOLUTION);
        CHECK(certifyPath(*arm.mapping, *solutionOf(query)).verdict == Verdict::Free);
        return by.fileEdgeCount();
    };
    const auto solveUntilBuilt = [&](DynamicRoadmap& by) {
        std::size_t edges = 0;
        for (int k = 0; k < 2000 && edges == 0; ++k)
        {
            edges = solve(by);
            if (edges == 0)
                std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return edges;
    };
    CHECK_THROWS_AS(planner.params().setParam("build_nodes", "2000000"), InputError);
    planner.setRoadmap(file);
    // Without being asked it names what is missing.
    CHECK_THROWS_WITH(planner.setup(), Contains(file));
    for (DynamicRoadmap* by : {&planner, &other})
    {
        by->setRoadmap(file);
        by->setBuildNodes(1000);
    }
    CHECK(solve(planner) == 0);
    CHECK(solve(other) == 0);
    const std::size_t edges = solveUntilBuilt(planner);
    CHECK(edges > 1000);
    CHECK(solve(other) == edges);
    CHECK(planner.whiteEdgeCount() < edges);
    // It is the file that the robot of the problem has, as `gapless roadmap build` makes it.
    RoadmapBuildOptions options;
    options.nodes = 1000;
    armRoadmap(problemOf(world), folder.path("same.gdrm"), options);
    CHECK(contentOfFile(file) == contentOfFile(folder.path("same.gdrm")));
}

TEST_CASE("Where a file that is not there cannot be built, that is said, each time", "[roadmap]")
{
    Planned planned;
    const auto query = planned.arm.query({-1, 0.5}, {2, -0.5});
    REQUIRE(planned.solve(query) == ob::PlannerStatus::EXACT_SOLUTION);
    const std::size_t edges = planned.planner.fileEdgeCount();
    planned.planner.setBuildNodes(100);
    planned.planner.setRoadmap(planned.folder.path("none/arm.gdrm"));
    for (int times = 0; times < 2; ++times)
    {
        std::string refusal;
        for (int k = 0; k < 2000 && refusal.empty(); ++k)
            try
            {
                planned.solve(query);
                std::this_thread::sleep_for(std::chrono::milliseconds(10));
            }
            catch (const InputError& error)
            {
                refusal = error.what();
            }
        CHECK_THAT(refusal, Contains("none/arm.gdrm"));
    }
    // And the planner goes on with a file that is there.
    planned.planner.setRoadmap(planned.folder.path("arm.gdrm"));
    REQUIRE(planned.solve(query) == ob::PlannerStatus::EXACT_SOLUTION);
    CHECK(planned.planner.fileEdgeCount() == edges);
}

TEST_CASE("A file that somebody else has under way is waited for", "[roadmap]")
{
    Planned planned;
    planned.planner.setBuildNodes(100);
    const auto query = planned.arm.query({-1, 0.5}, {2, -0.5});
    RoadmapBuildOptions many;
    many.nodes = 20000;
    const std::string large = planned.folder.path("held.gdrm");
    BackgroundBuilds others;
    for (int k = 0; k < 2000 && others.build(large, problemOf(planned.world), many).stage != "edges"; ++k)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    planned.planner.setRoadmap(large);
    for (int k = 0; k < 20; ++k)
    {
        REQUIRE(planned.solve(query) == ob::PlannerStatus::EXACT_SOLUTION);
        CHECK(planned.planner.fileEdgeCount() == 0);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

TEST_CASE("A file that somebody else completes is not built once more", "[roadmap]")
{
    const Planned planned;
    const std::string file = planned.folder.path("arm.gdrm");
    RoadmapBuildOptions many;
    many.nodes = 200000;
    const std::string large = planned.folder.path("elsewhere.gdrm");
    {
        BackgroundBuilds builds;
        {
            // Of another process, which is nearly done.
            BuildFolder held(large, Digest());
            for (int k = 0; k < 20; ++k)
            {
                CHECK(builds.build(large, problemOf(planned.world), many).is_under_way);
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            }
            std::filesystem::copy_file(file, large);
            held.remove();
        }
        BackgroundBuilds::State state;
        for (int k = 0; k < 3000; ++k)
        {
            state = builds.build(large, problemOf(planned.world), many);
            if (!state.is_under_way || state.stage == "edges")
                break;
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        CHECK_FALSE(state.is_under_way);
    }
    CHECK(!std::filesystem::exists(large + ".parts"));
    CHECK(contentOfFile(large) == contentOfFile(file));
}

TEST_CASE("Where the nodes of a file that is not there would be no states, that is said before anything is built", "[roadmap]")
{
    const TemporaryFolder folder;
    const ArmSetup arm(problemOf(somePosts()));
    arm.si->getStateSpace()->as<ob::RealVectorStateSpace>()->setBounds(-2.0, 2.0);
    DynamicRoadmap narrow(arm.si);
    narrow.setRoadmap(folder.path("narrow.gdrm"));
    narrow.setBuildNodes(100);
    CHECK_THROWS_WITH(narrow.setup(), Contains("bounds are narrower than the limits of the joints"));
    CHECK(!std::filesystem::exists(folder.path("narrow.gdrm.parts")));
}

TEST_CASE("A build meanwhile that is broken off goes on in the next process", "[roadmap]")
{
    const TemporaryFolder folder;
    const ArmWorld world = somePosts();
    RoadmapBuildOptions many;
    many.nodes = 20000;
    const std::string large = folder.path("large.gdrm");
    {
        BackgroundBuilds builds;
        BackgroundBuilds::State state;
        for (int k = 0; k < 2000 && (state.stage != "edges" || state.done < 3); ++k)
        {
            state = builds.build(large, problemOf(world), many);
            REQUIRE(state.is_under_way);
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        REQUIRE(state.stage == "edges");
    }
    CHECK(!std::filesystem::exists(large));
    const auto partCount = [&] {
        const std::filesystem::directory_iterator parts(large + ".parts"), end;
        return std::count_if(parts, end, [](const auto& entry) { return entry.is_regular_file(); });
    };
    const auto before = partCount();
    CHECK(before >= 3);
    // Nobody holds it any more, and the parts are not made again.
    many.progress = [&](const std::string& stage, std::size_t done, std::size_t) {
        if (stage == "edges" && done <= 3)
            CHECK(partCount() == before);
    };
    many.interrupted = [&] { return partCount() > before; };
    CHECK_FALSE(buildRoadmap(problemOf(world), large, many).is_complete);
}

TEST_CASE("A roadmap of another robot, joint or tolerance is refused, and the planner goes on when it fits again", "[roadmap]")
{
    Planned planned;
    const auto query = planned.arm.query({-1, 0.5}, {2, -0.5});
    ArmWorld thicker = planned.world;
    thicker.radius = 0.03;
    planned.arm.setScene(problemOf(thicker));
    CHECK_THROWS_WITH(planned.solve(query), Contains("of another robot (the link 'lower' differs)"));
    planned.arm.setScene(problemOf(planned.world), 5e-4);
    CHECK_THROWS_WITH(planned.solve(query), Contains("of tolerance 0.001 instead of 0.0005"));
    Problem fewer = problemOf(planned.world);
    planned.arm.setScene(problemOf(planned.world));
    REQUIRE(planned.solve(query) == ob::PlannerStatus::EXACT_SOLUTION);
    CHECK(planned.isFree(query));

    fewer.joints.erase(fewer.joints.begin());
    const ArmSetup other(fewer);
    DynamicRoadmap planner(other.si);
    planner.setRoadmap(planned.folder.path("arm.gdrm"));
    CHECK_THROWS_WITH(planner.setup(), Contains("of another robot (the joint"));
    planner.setRoadmap(planned.folder.path("none.gdrm"));
    CHECK_THROWS_WITH(planner.setup(), Contains("no such roadmap file"));
}

TEST_CASE("gapless::DynamicRoadmap is in the registry, and takes its file as a parameter", "[roadmap]")
{
    Planned planned;
    const auto planner = makePlanner("gapless::dynamicroadmap", planned.arm.si, {{"roadmap", planned.folder.path("arm.gdrm")}});
    const auto query = planned.arm.query({-1, 0.5}, {2, -0.5});
    planner->setProblemDefinition(query);
    planner->setup();
    REQUIRE(planner->solve(kEnough) == ob::PlannerStatus::EXACT_SOLUTION);
    CHECK(planned.isFree(query));
}
