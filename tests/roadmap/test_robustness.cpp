// enhanceRoadmap(): counts by brute force, and that added edges are as those of a build.
#include <gapless/roadmap/robustness.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>
#include <set>
#include <utility>

#include <unistd.h>

#include <catch2/catch.hpp>

#include <gapless/cells/coded_cells.h>
#include <gapless/cells/swept_cells.h>
#include <gapless/certify/segment_certifier.h>
#include <gapless/core/error.h>

#include "arm_roadmap.h"
#include "planners/roadmap_file.h"
#include "roadmap/build_folder.h"
#include "support/temporary_folder.h"

using namespace gapless;
using namespace gapless::test;
using Catch::Contains;

namespace {

RoadmapBuildOptions coarse()
{
    RoadmapBuildOptions options = smallRoadmap();
    options.nodes = 60;
    options.neighbors = 4;
    options.cell = 0.35;
    return options;
}

/// A roadmap as sets, and cubes by search from every node.
class Brute
{
public:
    Brute(const Problem& problem, const RoadmapContent& content) : content_(content)
    {
        const Scene& scene = *problem.scene;
        SweptCells swept(problem.scene, content.cells->grid);
        for (std::size_t i = 0; i < content.milestoneCount(); ++i)
        {
            const Configuration q = Eigen::Vector2d(content.milestones[2 * i], content.milestones[2 * i + 1]);
            CellSet cells;
            swept.find(Motion(scene.model(), q, q), cells);
            nodes_.emplace_back(cells.begin(), cells.end());
        }
        std::size_t next = 0;
        for (std::size_t e = 0; e < content.edges.size(); ++e)
        {
            CellSet cells;
            next = decodeCells(content.cells->grid, content.cells->codes, next, cells);
            edges_.emplace_back(cells.begin(), cells.end());
        }
        for (const std::vector<Cells>* all : {&nodes_, &edges_})
            for (const Cells& cells : *all)
                for (const CellIndex cell : cells)
                    if (cell != content.cells->grid.outside())
                        for (std::size_t k = 0; k < 3; ++k)
                            touched_[k].insert(content.cells->grid.place(cell)[k]);
    }

    struct Counts
    {
        std::size_t touched = 0, disconnect = 0, proven = 0;
    };
    Counts count(int side) const
    {
        const std::array<int, 3>& n = content_.cells->grid.count();
        Counts counts;
        // Cubes with the same layers of touched cells are one.
        std::set<std::array<std::pair<int, int>, 3>> seen;
        for (int z = 0; z + side <= n[2]; ++z)
            for (int y = 0; y + side <= n[1]; ++y)
                for (int x = 0; x + side <= n[0]; ++x)
                    if (seen.insert({layers(0, x, side), layers(1, y, side), layers(2, z, side)}).second)
                        look(cube(x, y, z, side), counts);
        return counts;
    }

private:
    using Cells = std::set<CellIndex>;

    Cells cube(int x, int y, int z, int side) const
    {
        Cells cells;
        for (int i = 0; i < side * side * side; ++i)
            cells.insert(content_.cells->grid.index(x + i % side, y + i / side % side, z + i / side / side));
        return cells;
    }
    /// The first and the last layer of a cube that lies between the outermost touched ones.
    std::pair<int, int> layers(std::size_t axis, int first, int side) const
    {
        const std::set<int>& touched = touched_[axis];
        return {std::max(first, *touched.begin()), std::min(first + side - 1, *touched.rbegin())};
    }
    static Cells common(const Cells& a, const Cells& b)
    {
        Cells both;
        std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(both, both.begin()));
        return both;
    }
    /// Nodes that are reached from one over edges whose cells in the cube are among those, through nodes that are allowed.
    std::set<std::size_t> reached(std::size_t from, const Cells& in, const Cells& allowed,
                                  const std::set<std::size_t>& without) const
    {
        std::set<std::size_t> seen{from};
        for (bool grows = true; grows;)
        {
            grows = false;
            for (std::size_t e = 0; e < edges_.size(); ++e)
            {
                const std::size_t a = content_.edges[e].a, b = content_.edges[e].b;
                const Cells own = common(edges_[e], in);
                if (seen.count(a) == seen.count(b) || without.count(a) > 0 || without.count(b) > 0
                    || !std::includes(allowed.begin(), allowed.end(), own.begin(), own.end()))
                    continue;
                seen.insert(a);
                seen.insert(b);
                grows = true;
            }
        }
        return seen;
    }
    void look(const Cells& in, Counts& counts) const
    {
        std::set<std::size_t> removed;
        bool touches = false;
        for (std::size_t v = 0; v < nodes_.size(); ++v)
            if (!common(nodes_[v], in).empty())
                removed.insert(v);
        for (const Cells& edge : edges_)
            touches = touches || !common(edge, in).empty();
        if (removed.empty() && !touches)
            return;
        ++counts.touched;
        bool disconnects = false;
        for (std::size_t v = 0; v < nodes_.size() && !disconnects; ++v)
        {
            if (removed.count(v) > 0)
                continue;
            const std::set<std::size_t> before = reached(v, {}, {}, {}), after = reached(v, in, {}, removed);
            for (const std::size_t u : before)
                disconnects = disconnects || (removed.count(u) == 0 && after.count(u) == 0);
        }
        if (disconnects)
        {
            ++counts.disconnect;
            return;
        }
        const bool all_out = std::all_of(removed.begin(), removed.end(), [&](std::size_t v) {
            const std::set<std::size_t> out = reached(v, in, common(nodes_[v], in), {});
            return std::any_of(out.begin(), out.end(), [&](std::size_t u) { return removed.count(u) == 0; });
        });
        counts.proven += all_out ? 1 : 0;
    }

    const RoadmapContent& content_;
    std::vector<Cells> nodes_, edges_;
    std::array<std::set<int>, 3> touched_;  ///< places of touched cells, by axis
};

/// How often a point of what moves is in a cell that the set lacks.
int lacking(const Scene& scene, const Motion& motion, const WorkspaceGrid& grid, const CellSet& cells)
{
    constexpr int kInstants = 65, kDirections = 24;
    int count = 0;
    for (const CollisionObject& object : scene.objects())
        if (!scene.model().body(object.body).is_static)
            for (int k = 0; k < kInstants; ++k)
                for (const Convex& leaf : object.geometry->leaves())
                    for (int i = 0; i < kDirections; ++i)
                    {
                        const double angle = 2.0 * M_PI * i / kDirections;
                        const Vec3 n(std::cos(angle), 0.6 * std::sin(angle), 0.8 * std::sin(angle));
                        const Vec3 p = motion.worldPose(object.body, 1.0 * k / (kInstants - 1))
                                       * (leaf.coreSupportPoint(n) + leaf.radius * n);
                        count += std::binary_search(cells.begin(), cells.end(), grid.holding(p)) ? 0 : 1;
                    }
    return count;
}

}  // namespace

TEST_CASE("What cubes of cells do to a roadmap is as brute force has it, before and after edges were added", "[roadmap]")
{
    const TemporaryFolder folder;
    const std::string file = folder.path("arm.gdrm"), better = folder.path("better.gdrm");
    const Problem problem = problemOfRoadmap(problemOf(ArmWorld()));
    REQUIRE(buildRoadmap(problem, file, coarse()).is_complete);
    for (const int side : {1, 2, 3})
    {
        CAPTURE(side);
        RobustnessOptions options;
        options.side = side;
        const RobustnessReport report = enhanceRoadmap(problem, file, better, options);
        REQUIRE(report.is_complete);
        const RoadmapContent content = readRoadmap(file), after = readRoadmap(better);
        const Brute::Counts before_counts = Brute(problem, content).count(side), after_counts = Brute(problem, after).count(side);
        CHECK(report.edges_before == content.edges.size());
        CHECK(report.edges_added + content.edges.size() == after.edges.size());
        CHECK(report.touched == before_counts.touched);
        CHECK(report.disconnect_before == before_counts.disconnect);
        CHECK(report.disconnect_after == after_counts.disconnect);
        CHECK(report.flagged.size() == after_counts.disconnect);
        CHECK(report.proven == after_counts.proven);
        CHECK(report.edges_added > 0);
        CHECK(report.disconnect_refined <= report.disconnect_before);
        CHECK(report.disconnect_after < report.disconnect_refined);

        options.jobs = 3;
        const std::string again = folder.path("again.gdrm");
        CHECK(enhanceRoadmap(problem, file, again, options).flagged == report.flagged);
        CHECK(contentOfFile(again) == contentOfFile(better));

        // Added edges are free, have the cells that the arm is in, and are taken by a planner.
        SegmentCertifier certifier(problem.scene, CertifyOptions());
        SweptCells swept(problem.scene, content.cells->grid);
        CellSet cells, own;
        std::size_t next = 0, finer = 0;
        std::set<std::pair<std::uint32_t, std::uint32_t>> ends;
        for (std::size_t e = 0; e < after.edges.size(); ++e)
        {
            const RoadmapContent::Edge& edge = after.edges[e];
            const Configuration a = Eigen::Vector2d(after.milestones[2 * edge.a], after.milestones[2 * edge.a + 1]);
            const Configuration b = Eigen::Vector2d(after.milestones[2 * edge.b], after.milestones[2 * edge.b + 1]);
            certifier.reset(a, b);
            CHECK(certifier.run(Budget()) == Verdict::Free);
            const Motion motion(problem.scene->model(), a, b);
            next = decodeCells(after.cells->grid, after.cells->codes, next, cells);
            swept.find(motion, own);
            if (e < content.edges.size() && cells != own)
            {
                CHECK(std::includes(own.begin(), own.end(), cells.begin(), cells.end()));
                ++finer;
            }
            CHECK(ends.insert(std::minmax(edge.a, edge.b)).second);
            CHECK(lacking(*problem.scene, motion, after.cells->grid, cells) == 0);
        }
        CHECK(finer == report.edges_refined);
        CHECK_NOTHROW(loadRoadmap(better));
    }
}

TEST_CASE("Cells that nodes barely fail to touch are few of those that disconnect to the end", "[roadmap]")
{
    // Where the cells of an added edge are those of its whole tube up to its ends, three of five cells disconnect for that reason alone.
    const TemporaryFolder folder;
    const std::string file = folder.path("arm.gdrm"), better = folder.path("better.gdrm");
    const Problem problem = problemOfRoadmap(problemOf(ArmWorld()));
    RoadmapBuildOptions options = smallRoadmap();
    options.nodes = 400;
    REQUIRE(buildRoadmap(problem, file, options).is_complete);
    RobustnessOptions robustness;
    robustness.side = 1;
    const RobustnessReport report = enhanceRoadmap(problem, file, better, robustness);
    CHECK(report.disconnect_before > 1000);
    CHECK(5 * report.disconnect_after < 2 * report.disconnect_before);
    // Most need no edge, but finer cells of one that is there; and one that is added serves several.
    CHECK(2 * report.disconnect_refined < report.disconnect_before);
    CHECK(3 * report.edges_added < 2 * (report.disconnect_refined - report.disconnect_after));
}

TEST_CASE("Robustness is refused where it makes no sense, and writes nothing when it is interrupted or only looks", "[roadmap]")
{
    const TemporaryFolder folder;
    const std::string file = folder.path("arm.gdrm"), other = folder.path("other.gdrm");
    const Problem problem = problemOf(ArmWorld());
    REQUIRE(buildRoadmap(problem, file, coarse()).is_complete);
    const auto with = [&](const std::function<void(RobustnessOptions&)>& change) {
        RobustnessOptions options;
        change(options);
        return enhanceRoadmap(problem, file, other, options);
    };
    CHECK_THROWS_WITH(with([](auto& o) { o.side = 0; }), Contains("from 1 to 64"));
    CHECK_THROWS_WITH(with([](auto& o) { o.side = 65; }), Contains("from 1 to 64"));
    CHECK_THROWS_WITH(with([](auto& o) { o.side = 40; }), Contains("larger than the grid"));
    CHECK_THROWS_WITH(with([](auto& o) { o.tolerance = 2e-3; }), Contains("of tolerance 0.001 instead of 0.002"));
    ArmWorld thicker;
    thicker.radius = 0.03;
    CHECK_THROWS_WITH(enhanceRoadmap(problemOf(thicker), file, other, {}), Contains("another robot"));
    CHECK_FALSE(with([](auto& o) { o.interrupted = [] { return true; }; }).is_complete);
    // As many tries as one likes are no more than there are pairs.
    const auto began = std::chrono::steady_clock::now();
    const RobustnessReport all = with([&](auto& o) {
        o.side = 3;
        o.tries = std::numeric_limits<std::size_t>::max();
        o.interrupted = [&] { return std::chrono::steady_clock::now() - began > std::chrono::minutes(5); };
    });
    CHECK(all.is_complete);
    CHECK(all.disconnect_after > 0);
    std::filesystem::remove(other);
    const RobustnessReport looked = with([](auto& o) { o.tries = 0; });
    CHECK(looked.edges_added == 0);
    CHECK(looked.disconnect_after == looked.disconnect_before);
    CHECK_FALSE(std::filesystem::exists(other));
}

TEST_CASE("A roadmap that somebody builds is not replaced meanwhile by what an earlier one became", "[roadmap]")
{
    const TemporaryFolder folder;
    const std::string file = folder.path("arm.gdrm"), other = folder.path("other.gdrm");
    const Problem problem = problemOf(ArmWorld());
    REQUIRE(buildRoadmap(problem, file, coarse()).is_complete);
    RobustnessOptions options;
    options.side = 3;
    options.tries = 1;
    const BuildFolder held(file);
    CHECK_THROWS_WITH(enhanceRoadmap(problem, file, file, options),
                      Contains("is being built by process " + std::to_string(::getpid())));
    CHECK(enhanceRoadmap(problem, file, other, options).is_complete);
    CHECK_FALSE(std::filesystem::exists(other + ".parts"));
    options.tries = 0;
    CHECK(enhanceRoadmap(problem, file, file, options).is_complete);
    // And the other way round.
    options.tries = 1;
    std::string said;
    bool has_tried = false;
    options.progress = [&](const std::string&, std::size_t, std::size_t) {
        if (std::exchange(has_tried, true))
            return;
        try
        {
            static_cast<void>(buildRoadmap(problem, other, coarse()));
        }
        catch (const InputError& error)
        {
            said = error.what();
        }
    };
    CHECK(enhanceRoadmap(problem, file, other, options).is_complete);
    CHECK_THAT(said, Contains("is being built by process"));
}
