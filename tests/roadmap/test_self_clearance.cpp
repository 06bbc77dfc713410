// Clearances between links that are larger than those that a roadmap was built with.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <catch2/catch.hpp>

#include <gapless/roadmap/dynamic_roadmap.h>

#include "arm_roadmap.h"
#include "colour_contract.h"
#include "planners/proof_history.h"
#include "roadmap/cell_colours.h"
#include "roadmap/raised_proofs.h"
#include "support/temporary_folder.h"

namespace ob = ompl::base;
using namespace gapless;
using namespace gapless::test;

namespace {

constexpr double kTolerance = 1e-3;

/// An arm whose lower rod comes near to its base, beside a fixed pole and a guest.
ArmWorld foldingArm(double self = 0.003, double clearance = 0.0)
{
    ArmWorld world;
    world.base = 0.15;
    world.posts = {{"pole", 1.6, -0.9, 0.1, true}, {"guest", 1.5, 0.5, 0.1}};
    world.self = self;
    world.clearance = clearance;
    return world;
}

/// Large cells, and so large raises: some edges have few of them.
RoadmapBuildOptions largeCells()
{
    RoadmapBuildOptions options = smallRoadmap();
    options.nodes = 600;
    options.cell = 0.5;
    return options;
}

double up(double x)
{
    return std::nextafter(x, std::numeric_limits<double>::infinity());
}

PairIndex pairOf(const Scene& scene, const std::string& a, const std::string& b)
{
    for (const PairIndex pair : scene.pairs().indices())
    {
        const std::string &x = scene.object(scene.pair(pair).a).name, &y = scene.object(scene.pair(pair).b).name;
        if ((x == a && y == b) || (x == b && y == a))
            return pair;
    }
    throw std::runtime_error("no pair of " + a + " and " + b);
}

/// The history of a roadmap of the folding arm in its first scene and, with other clearances, in a second one.
struct TwoScenes
{
    TwoScenes(const ArmWorld& world, const std::vector<double>& raises)
        : arm(problemOf(foldingArm())), history(sceneKey(*arm.mapping, kTolerance), raises)
    {
        REQUIRE(history.adopt(arm.mapping, kTolerance));
        arm.setScene(problemOf(world));
        REQUIRE(history.adopt(arm.mapping, kTolerance));
    }

    ProofHistory::Edit holdsFrom(const std::string& a, const std::string& b) const
    {
        return history.holdsFrom(pairOf(*arm.mapping->scene(), a, b));
    }

    ArmSetup arm;
    ProofHistory history;
};

/// Claims of one raise more than is proven: what a bound that is rounded up would be.
std::unique_ptr<EdgeColours> oneRaiseMore(const std::shared_ptr<const LoadedRoadmap>& roadmap)
{
    auto wrong = std::make_shared<LoadedRoadmap>(*roadmap);
    for (RoadmapContent::Edge& edge : wrong->content.edges)
        edge.raises =
            static_cast<std::uint8_t>(std::min<std::size_t>(edge.raises + std::size_t{1}, wrong->content.raises.size()));
    return std::make_unique<CellColours>(wrong);
}

}  // namespace

TEST_CASE("A clearance between links holds from the raise that reaches it, to the last bit", "[self_clearance]")
{
    const std::vector<double> raises{0.001, 0.002, 0.005};
    using History = ProofHistory;
    for (const double first : {0.003, 0.0})
    {
        CAPTURE(first);
        const auto from = [&](double self) {
            const ArmSetup arm(problemOf(foldingArm(first)));
            History history(sceneKey(*arm.mapping, kTolerance), raises);
            const ArmSetup other(problemOf(foldingArm(self)));
            REQUIRE(history.adopt(other.mapping, kTolerance));
            return history.holdsFrom(pairOf(*other.mapping->scene(), "base", "lower"));
        };
        CHECK(from(0.0) == History::kFirst);
        CHECK(from(first) == History::kFirst);
        CHECK(from(up(first)) == History::kFirst + 1);
        CHECK(from(raisedClearance(first, 0.001)) == History::kFirst + 1);
        CHECK(from(up(raisedClearance(first, 0.001))) == History::kFirst + 2);
        CHECK(from(raisedClearance(first, 0.005)) == History::kFirst + 3);
        CHECK(from(up(raisedClearance(first, 0.005))) == History::kNever);
    }
}

TEST_CASE("Raises are of pairs of links, and say nothing of obstacles", "[self_clearance]")
{
    const TwoScenes scenes(foldingArm(0.004, 0.001), {0.01});
    CHECK(scenes.holdsFrom("base", "lower") == ProofHistory::kFirst + 1);
    CHECK(scenes.holdsFrom("lower", "pole") == ProofHistory::kNever);
    CHECK(scenes.holdsFrom("upper", "pole") == ProofHistory::kNever);
    // Another link of the name.
    ArmWorld other = foldingArm(0.004);
    other.base = 0.16;
    const TwoScenes changed(other, {0.01});
    CHECK(changed.holdsFrom("base", "lower") == ProofHistory::kNever);
    CHECK(changed.holdsFrom("lower", "pole") == ProofHistory::kFirst);
}

TEST_CASE("An edge has to be proven anew for the pairs that its raise does not reach, and no others", "[self_clearance]")
{
    TwoScenes scenes(foldingArm(0.0045), {0.001, 0.002});
    ProofHistory& history = scenes.history;
    const std::size_t all = scenes.arm.mapping->scene()->pairs().size();
    REQUIRE(all == 5);  // base and lower, two rods with two posts
    const auto open = [&](ProofHistory::Edit edit) { return history.sceneSince(edit)->pairs().size(); };
    CHECK(open(0) == all);
    CHECK(open(ProofHistory::kFirst) == 1);
    CHECK(open(ProofHistory::kFirst + 1) == 1);
    CHECK(open(ProofHistory::kFirst + 2) == 0);
    CHECK(history.changedSince(ProofHistory::kFirst + 1) == Approx(1.0 / 5.0));
    CHECK(history.changedSince(ProofHistory::kFirst + 2) == 0.0);
    // What was proven in the scene before, with the smaller clearance, does not hold.
    const ProofHistory::Edit before = history.now() - 1;
    CHECK(open(before) == 1);
    CHECK(open(history.now()) == 0);
    // It does where the clearance is smaller again: and what was proven with the larger one still does.
    const ProofHistory::Edit larger = history.now();
    scenes.arm.setScene(problemOf(foldingArm(0.002)));
    REQUIRE(history.adopt(scenes.arm.mapping, kTolerance));
    CHECK(open(ProofHistory::kFirst) == 0);
    CHECK(open(larger) == 0);
    // What is proven now is proven for less.
    const ProofHistory::Edit least = history.now();
    scenes.arm.setScene(problemOf(foldingArm(0.003)));
    REQUIRE(history.adopt(scenes.arm.mapping, kTolerance));
    CHECK(open(ProofHistory::kFirst) == 0);
    CHECK(open(least) == 1);
}

TEST_CASE("A witness stands while its pair's clearance does not get smaller", "[self_clearance]")
{
    const ArmSetup first(problemOf(foldingArm(0.003)));
    ProofHistory history(first.mapping, kTolerance);
    const PairIndex pair = pairOf(*first.mapping->scene(), "base", "lower");
    const auto kept = [&](double self) {
        const ArmSetup arm(problemOf(foldingArm(self)));
        return history.adopt(arm.mapping, kTolerance).value()[pair].has_value();
    };
    CHECK(kept(0.003));
    CHECK(kept(0.004));
    CHECK_FALSE(kept(0.0035));
    CHECK(kept(0.0035));
}

TEST_CASE("Along an edge, links stay farther apart than its raises say, and it has those that they stay farther apart than",
          "[self_clearance]")
{
    const TemporaryFolder folder;
    const Problem problem = problemOf(foldingArm());
    const auto roadmap = armRoadmap(problem, folder.path("arm.gdrm"), largeCells());
    const RoadmapContent& content = roadmap->content;
    CHECK(content.raises == raisesOfClearance(largeCells().cell));
    const Scene& scene = *problem.scene;
    const double clearance = scene.pair(pairOf(scene, "base", "lower")).clearance;
    // How far apart base and lower rod are is up to the elbow alone, which goes straight: the nearer the farther it is folded.
    const auto distance = [](double elbow) { return std::abs(std::sin(elbow)) - 0.15 - 0.02; };
    constexpr double kRounding = 1e-9;
    std::vector<int> counts(content.raises.size() + 1, 0);
    for (const RoadmapContent::Edge& edge : content.edges)
    {
        const double most = std::max(std::abs(content.milestones[2 * edge.a + 1]), std::abs(content.milestones[2 * edge.b + 1]));
        ++counts[edge.raises];
        // Else the elbow is not folded to a right angle.
        if (most < 2.0)
        {
            CHECK(edge.raises == content.raises.size());
            continue;
        }
        const double proven =
            edge.raises > 0 ? raisedClearance(clearance, content.raises[edge.raises - std::size_t{1}]) : clearance;
        CHECK(distance(most) > proven - kRounding);
        if (edge.raises < content.raises.size())
            CHECK(distance(most) < raisedClearance(clearance, content.raises[edge.raises]) + kTolerance + kRounding);
    }
    // There are some of each kind, or this says nothing.
    CHECK(counts.front() > 0);
    CHECK(counts.back() > 100);
    CHECK(std::count_if(counts.begin() + 1, counts.end() - 1, [](int n) { return n > 0; }) > 0);
}

TEST_CASE("With a larger clearance between links, edges that were proven for it stay white, others turn grey", "[self_clearance]")
{
    const TemporaryFolder folder;
    ArmWorld world = foldingArm();
    world.posts.pop_back();
    const auto roadmap = armRoadmap(problemOf(world), folder.path("arm.gdrm"), largeCells());
    ArmSetup arm(problemOf(world));
    DynamicRoadmap planner(arm.si);
    planner.setRoadmap(folder.path("arm.gdrm"));
    const std::vector<RoadmapContent::Edge>& edges = roadmap->content.edges;
    const auto proven = [&](std::size_t raises) {
        return static_cast<std::size_t>(
            std::count_if(edges.begin(), edges.end(), [=](const auto& edge) { return edge.raises >= raises; }));
    };
    const auto free = [&](double self) {
        world.self = self;
        arm.setScene(problemOf(world));
        planner.setup();
        CHECK(planner.whiteEdgeCount() == planner.freeEdgeCount());
        return planner.freeEdgeCount();
    };
    const std::size_t all = edges.size(), most = roadmap->content.raises.size();
    REQUIRE(proven(1) < all);
    REQUIRE(proven(most) < proven(1));
    REQUIRE(proven(most) > all / 2);
    CHECK(free(0.003) == all);
    CHECK(free(0.004) == proven(1));
    CHECK(free(raisedClearance(0.003, roadmap->content.raises.back())) == proven(most));
    // As much as all and one that turned twice.
    CHECK(free(0.001) == all);
    CHECK(free(raisedClearance(0.003, roadmap->content.raises.back())) == proven(most));
    // More than any edge was proven for: what is white then has this pair open, and so it is not free.
    world.self = 0.2;
    arm.setScene(problemOf(world));
    planner.setup();
    CHECK(planner.freeEdgeCount() == 0);
    CHECK(free(0.002) == all);
}

TEST_CASE("A pole that is fixed needs cells while its clearance is larger than in the build", "[self_clearance]")
{
    const TemporaryFolder folder;
    ArmWorld world = foldingArm();
    world.posts.pop_back();
    const auto roadmap = armRoadmap(problemOf(world), folder.path("arm.gdrm"));
    CellColours colours(roadmap);
    ArmSetup arm(problemOf(world));
    ProofHistory history(roadmap->content.key, roadmap->content.raises);
    const auto white = [&](double clearance) {
        world.clearance = clearance;
        arm.setScene(problemOf(world));
        REQUIRE(history.adopt(arm.mapping, kTolerance));
        colours.adopt(history);
        return colours.whiteCount();
    };
    const std::size_t all = colours.count();
    CHECK(white(0.0) == all);
    const std::size_t less = white(0.01), least = white(0.2);
    CHECK(less < all);
    CHECK(least < less);
    // And smaller again, by a look at the obstacle that has not moved.
    CHECK(white(0.01) == less);
    CHECK(white(0.0) == all);
}

TEST_CASE("Raises that are claimed and not proven are caught", "[self_clearance]")
{
    // One raise too many shows where an edge is that near: in every third sequence of edits.
    CHECK_FALSE(colourFaults(oneRaiseMore, 150, 2).empty());
}
