// Roadmap files of several robots: what comes back, and what is refused.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <string>

#include <gapless/core/error.h>
#include <gapless/multirobot/super_graph.h>
#include <gapless/planners/lazy_prm.h>

#include "multirobot/super_graph_file.h"
#include "multirobot/super_graph_query.h"
#include "support/temporary_folder.h"

namespace ob = ompl::base;
using namespace gapless;
using namespace gapless::test;
using Catch::Contains;

namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;

std::string bytesOf(const std::string& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Three discs, two of them equal, that change places about a post.
Problem discsAndPost(double post = 0.0, double radius = 0.12)
{
    DiscWorld world{{{{-0.7, 0.1}, {0.7, -0.1}}, {{0.7, 0.1}, {-0.7, -0.1}}, {{0.0, 0.7}, {0.0, -0.7}, radius}}};
    world.obstacles = {wall("post", {post, 0.0}, {0.1, 0.1})};
    return problemOf(world);
}

Problem carsInARoom(Steering::Type type = Steering::Type::ReedsShepp)
{
    Problem problem = twoCars({type, 1.0}, {Box{Vec3(0.5, 0.25, 0.2)}, at(0.3, 0.0, 0.0)}, {6.0, 4.0});
    problem.start = configuration({-4.0, -0.1, 0.0, 4.0, 0.1, 0.0});
    problem.goal = configuration({4.0, 0.1, 0.0, -4.0, -0.1, 0.0});
    return problem;
}

std::uint64_t computed(const Query& query)
{
    return std::stoull(query.planner->getPlannerProgressProperties().at("interference entries INTEGER")());
}

/// A query that was answered, and its file.
struct Saved
{
    explicit Saved(const Problem& problem, const Parameters& parameters = {{"nodes", "40"}, {"smoothing_time", "0"}})
        : query(problem, parameters), file(folder.path("robots.roadmap"))
    {
        query.requireSolved(query.solve(), problem);
        keeper().save(file);
    }

    RoadmapKeeper& keeper() const { return dynamic_cast<RoadmapKeeper&>(*query.planner); }

    TemporaryFolder folder;
    Query query;
    std::string file;
};

/// What load() says; empty if nothing.
std::string refusal(const Problem& problem, const std::string& file, const Parameters& parameters = {})
{
    Query other(problem, parameters);
    try
    {
        dynamic_cast<RoadmapKeeper&>(*other.planner).load(file);
    }
    catch (const InputError& error)
    {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("Loaded roadmaps of several robots answer with nothing proven anew but the whole path", "[super_graph_file]")
{
    for (const Problem& problem : {discsAndPost(), carsInARoom()})
        for (const char* share : {"1", "0"})
        {
            CAPTURE(problem.file, share);
            const Parameters parameters{{"nodes", "40"}, {"smoothing_time", "0"}, {"share_roadmap", share}};
            const Saved saved(problem, parameters);
            Query loaded(problem, parameters);
            auto& keeper = dynamic_cast<RoadmapKeeper&>(*loaded.planner);
            keeper.load(saved.file);
            CHECK(keeper.milestoneCount() == saved.keeper().milestoneCount());
            CHECK(keeper.edgeCount() == saved.keeper().edgeCount());
            CHECK(keeper.edgeCount() > 100);
            const std::string again = saved.folder.path("again.roadmap");
            keeper.save(again);
            CHECK(bytesOf(again) == bytesOf(saved.file));

            REQUIRE(computed(saved.query) > 0);
            loaded.requireSolved(loaded.solve(), problem);
            CHECK(computed(loaded) == 0);
            CHECK(loaded.edges() == saved.query.edges());
            og::PathGeometric before = saved.query.path(), after = loaded.path();
            REQUIRE(after.getStateCount() == before.getStateCount());
            for (unsigned int i = 0; i < after.getStateCount(); ++i)
                CHECK(loaded.ready.mapping->toConfiguration(after.getState(i))
                      == saved.query.ready.mapping->toConfiguration(before.getState(i)));
        }
}

TEST_CASE("A planner that has planned takes the roadmaps of a file for those it had", "[super_graph_file]")
{
    const Problem problem = discsAndPost();
    const Saved saved(problem);
    Query other(problem, {{"nodes", "5"}, {"smoothing_time", "0"}});
    other.requireSolved(other.solve(), problem);
    auto& keeper = dynamic_cast<RoadmapKeeper&>(*other.planner);
    keeper.load(saved.file);
    CHECK(keeper.milestoneCount() == saved.keeper().milestoneCount());
    other.ready.setup->getProblemDefinition()->clearSolutionPaths();
    other.requireSolved(other.solve(), problem);
    CHECK(computed(other) == 0);
    CHECK(keeper.milestoneCount() == saved.keeper().milestoneCount());
}

TEST_CASE("Before anything is proven a file of several robots has empty roadmaps, and is one of the scene", "[super_graph_file]")
{
    const TemporaryFolder folder;
    const std::string file = folder.path("empty.roadmap");
    const Query query(discsAndPost());
    dynamic_cast<const RoadmapKeeper&>(*query.planner).save(file);
    CHECK(refusal(discsAndPost(), file) == "");
    CHECK_THAT(refusal(discsAndPost(0.01), file), Contains("of another scene (the obstacle 'post' differs)"));
}

TEST_CASE("What a roadmap of one robot had no time to try it tries when it is loaded", "[super_graph_file]")
{
    for (const Problem& problem : {discsAndPost(), carsInARoom(), carsInARoom(Steering::Type::Dubins)})
    {
        CAPTURE(problem.file);
        const auto never = ob::plannerNonTerminatingCondition();
        const auto at_once = ob::plannerAlwaysTerminatingCondition();
        const RobotGroup group(problem);
        const RobotIndex robot(0);
        const RobotRoadmaps roadmaps = makeRoadmaps(group, kTolerance, ValidatorKind::Adaptive, false),
                            others = makeRoadmaps(group, kTolerance, ValidatorKind::Adaptive, false);
        roadmaps[robot]->grow(10, 4, never);
        const std::size_t edges = roadmaps[robot]->edgeCount();
        roadmaps[robot]->add(group.alone(robot).of(*problem.goal), 8, at_once);
        const RoadmapGraph graph = roadmaps[robot]->graph();
        CHECK(std::count_if(graph.edges.begin(), graph.edges.end(),
                            [](const auto& edge) { return edge.state == EdgeProof::State::Open; })
              == 8);
        others[robot]->begin(graph);
        CHECK(others[robot]->edgeCount() == edges);
        REQUIRE(roadmaps[robot]->finish(never));
        REQUIRE(others[robot]->finish(never));
        REQUIRE(others[robot]->edgeCount() == roadmaps[robot]->edgeCount());
        CHECK(others[robot]->edgeCount() > edges);
        for (RobotRoadmap::Edge e = 0; e < others[robot]->edgeCount(); ++e)
        {
            CHECK(others[robot]->edge(e).from == roadmaps[robot]->edge(e).from);
            CHECK(others[robot]->edge(e).to == roadmaps[robot]->edge(e).to);
            CHECK(others[robot]->edge(e).length == roadmaps[robot]->edge(e).length);
        }
        CHECK(others[robot]->isDirected() == roadmaps[robot]->isDirected());
    }
}

TEST_CASE("Roadmaps of other robots, another scene, tolerance or sharing are refused with what differs", "[super_graph_file]")
{
    const Saved saved(discsAndPost());
    CHECK(refusal(discsAndPost(), saved.file) == "");
    CHECK_THAT(refusal(discsAndPost(1e-15), saved.file),
               Contains("robots.roadmap: the roadmaps are of another scene (the obstacle 'post' differs)"));
    CHECK_THAT(refusal(discsAndPost(0.0, 0.13), saved.file), Contains("of another robot (the link 'disc_3' differs)"));
    CHECK_THAT(refusal(carsInARoom(), saved.file), Contains("of another robot"));
    CHECK_THAT(refusal(discsAndPost(), saved.file, {{"share_roadmap", "0"}}), Contains("with share_roadmap=true they fit"));
    CHECK_THAT(refusal(carsInARoom(), Saved(carsInARoom(Steering::Type::Dubins)).file),
               Contains("(the joint 'car_0/base' differs)"));

    ProblemSetup other = makeProblemSetup(discsAndPost(), [] {
        SetupOptions options;
        options.motion.tolerance = 5e-4;
        return options;
    }());
    SuperGraph finer(other.setup->getSpaceInformation());
    CHECK_THROWS_WITH(finer.load(saved.file), Contains("of tolerance 0.001 instead of 0.0005"));
}

TEST_CASE("Planners of one robot and of several do not take each other's files", "[super_graph_file]")
{
    const Problem problem = discsAndPost();
    const Saved saved(problem);
    LazyPRM lazy(saved.query.ready.setup->getSpaceInformation());
    CHECK_THROWS_WITH(lazy.load(saved.file), Contains("a roadmap file of several robots, which gapless::SuperGraph reads"));
    const std::string of_one = saved.folder.path("one.roadmap");
    lazy.save(of_one);
    CHECK_THAT(refusal(problem, of_one), Contains("a roadmap file of one robot"));
}

TEST_CASE("A file of several robots that is cut short or has a flipped byte is refused, and all stays as it was",
          "[super_graph_file]")
{
    const Saved saved(discsAndPost(), {{"nodes", "10"}, {"smoothing_time", "0"}});
    const std::string whole = bytesOf(saved.file);
    const auto refused = [&](const std::string& bytes) {
        const std::string file = saved.folder.write("bad.roadmap", bytes);
        CHECK_THROWS_AS(saved.keeper().load(file), InputError);
    };
    const std::size_t step = std::max<std::size_t>(1, whole.size() / 50);
    for (std::size_t length = 0; length < whole.size(); length += length < 80 ? 1 : step)
        refused(whole.substr(0, length));
    refused(whole + '\0');
    for (std::size_t i = 0; i < whole.size(); i += i < 80 ? 1 : step)
    {
        std::string flipped = whole;
        flipped[i] = static_cast<char>(~flipped[i]);
        refused(flipped);
    }
    CHECK_THROWS_AS(saved.keeper().load(saved.folder.path("none.roadmap")), InputError);
    CHECK_THROWS_AS(saved.keeper().load(saved.folder.path()), InputError);
    saved.keeper().save(saved.folder.path("after.roadmap"));
    CHECK(bytesOf(saved.folder.path("after.roadmap")) == whole);
}

TEST_CASE("What a file of several robots cannot say is refused though all digests are right", "[super_graph_file]")
{
    const Problem problem = discsAndPost();
    const Saved saved(problem);
    const SuperGraphContent whole = readSuperGraph(saved.file);
    REQUIRE(whole.roadmaps.size() == 2);
    REQUIRE(whole.entries.size() > 2);
    const auto of_edge = [](const auto& entry) { return !entry.both_stand; };
    const auto said = [&](const std::function<void(SuperGraphContent&)>& damage) {
        SuperGraphContent content = whole;
        damage(content);
        const std::string file = saved.folder.path("said.roadmap");
        writeSuperGraph(file, content);
        return refusal(problem, file);
    };
    CHECK(said([](SuperGraphContent&) {}) == "");
    CHECK_THAT(said([](SuperGraphContent& c) { c.roadmaps[0].milestones[2] = 7.0; }),
               Contains("roadmap 0, node 1: it is not valid"));
    CHECK_THAT(said([](SuperGraphContent& c) { c.roadmaps[1].milestones[1] = 0.0, c.roadmaps[1].milestones[0] = 0.0; }),
               Contains("roadmap 1, node 0: it is not valid"));
    CHECK_THAT(said([](SuperGraphContent& c) { c.roadmaps[0].milestones[0] = std::numeric_limits<double>::quiet_NaN(); }),
               Contains("roadmap 0, node 0: "));
    CHECK_THAT(said([](SuperGraphContent& c) { c.roadmaps[1].edges[3].state = EdgeProof::State::Colliding; }),
               Contains("roadmap 1, edge 3: it collides"));
    CHECK_THAT(said([](SuperGraphContent& c) { c.roadmaps[0].edges[1] = c.roadmaps[0].edges[0]; }),
               Contains("edge 1: it is there twice"));
    CHECK_THAT(said([](SuperGraphContent& c) { c.roadmaps[0].dimension = 1; }),
               Contains("node 0: it has 1 numbers instead of 2"));
    CHECK_THAT(said([](SuperGraphContent& c) { c.roadmap_of[0] = 5; }), Contains("robot 0 has roadmap 5 of 2"));
    CHECK_THAT(said([](SuperGraphContent& c) { c.roadmap_of.pop_back(); }), Contains(".roadmap: "));
    CHECK_THAT(said([](SuperGraphContent& c) { c.entries[1] = c.entries[0]; }),
               Contains("entry 1 of the interference table: it is there twice"));
    CHECK_THAT(said([](SuperGraphContent& c) { c.entries[0].standing = RobotIndex(9); }), Contains("of robot 9 of 3"));
    CHECK_THAT(said([](SuperGraphContent& c) { c.entries[0].moving = c.entries[0].standing; }),
               Contains("it is not of two robots"));
    CHECK_THAT(said([](SuperGraphContent& c) { std::swap(c.entries[0].moving, c.entries[0].standing); }),
               Contains("entry 0 of the interference table: "));
    CHECK_THAT(said([](SuperGraphContent& c) { c.entries[0].node = 4000000000U; }), Contains("none of the roadmaps"));
    CHECK_THAT(said([&](SuperGraphContent& c) {
                   std::find_if(c.entries.begin(), c.entries.end(), of_edge)->other =
                       static_cast<std::uint32_t>(c.roadmaps[0].edges.size() + c.roadmaps[1].edges.size());
               }),
               Contains("none of the roadmaps"));
}
