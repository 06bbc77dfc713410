// ObstacleCells: every cell within a clearance of an obstacle, its inside included, and what a move changes.
#include <gapless/cells/obstacle_cells.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include <gapless/cells/swept_cells.h>
#include <gapless/certify/segment_certifier.h>
#include <gapless/core/error.h>

#include "cells/cell_contract.h"
#include "support/random_scene.h"

using namespace gapless;
using namespace gapless::test;

namespace {

using Geometry = std::shared_ptr<const CollisionGeometry>;

CellSet mark(const WorkspaceGrid& grid, const Geometry& geometry, const Pose& X, double clearance)
{
    ObstacleCells cells(grid);
    static_cast<void>(cells.update(0, geometry, X, clearance));
    return cells.cellsOf(0);
}

WorkspaceGrid grid20()
{
    return WorkspaceGrid({Vec3::Constant(-1), Vec3::Constant(1)}, 0.1);
}

CellSet joined(const CellSet& a, const CellSet& b)
{
    CellSet all;
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
    return all;
}

bool areDisjoint(const CellSet& a, const CellSet& b)
{
    CellSet common;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
    return common.empty();
}

}  // namespace

TEST_CASE("All within the clearance of an obstacle, and all of its inside, lies in its cells", "[cells]")
{
    const std::vector<std::string> faults = markFaults(mark, 300);
    INFO((faults.empty() ? std::string() : faults.front()));
    CHECK(faults.empty());
}

TEST_CASE("The contract of obstacle cells catches marks that miss some", "[cells]")
{
    const auto isCaught = [](const Mark& broken) { return !markFaults(broken, 60).empty(); };
    // No clearance.
    CHECK(isCaught([](const auto& grid, const auto& geometry, const Pose& X, double) { return mark(grid, geometry, X, 0.0); }));
    // "Outside" ignored.
    CHECK(isCaught([](const auto& grid, const auto& geometry, const Pose& X, double clearance) {
        CellSet cells = mark(grid, geometry, X, clearance);
        if (!cells.empty() && cells.back() == grid.outside())
            cells.pop_back();
        return cells;
    }));
    // Inside of solids ignored.
    CHECK(isCaught([](const auto& grid, const auto& geometry, const Pose& X, double clearance) {
        CellSet cells = mark(grid, geometry, X, clearance);
        const Pose inverse{X.R.transpose(), -(X.R.transpose() * X.p)};
        const auto isWithin = [&](CellIndex cell) {
            if (cell == grid.outside())
                return false;
            const Vec3 p = 0.5 * (grid.box(cell).low + grid.box(cell).high);
            return geometry->containment().contains(inverse * p) == Containment::Answer::Inside;
        };
        cells.erase(std::remove_if(cells.begin(), cells.end(), isWithin), cells.end());
        return cells;
    }));
    // Stale after a move.
    CHECK(isCaught([](const auto& grid, const auto& geometry, const Pose& X, double clearance) {
        return mark(grid, geometry, {X.R, X.p + Vec3(0.3, 0, 0)}, clearance);
    }));
}

TEST_CASE("What the pose may be off is marked like a clearance, and an object of a scene with the largest of its pairs",
          "[cells]")
{
    const Geometry box = geometryOf(Box{Vec3(0.2, 0.3, 0.1)});
    ObstacleCells cells(grid20());
    static_cast<void>(cells.update(0, box, at(0.03, 0, 0), 0.01, 0.08));
    CHECK(cells.cellsOf(0) == mark(grid20(), box, at(0.03, 0, 0), 0.09));
    CHECK(cells.cellsOf(0) != mark(grid20(), box, at(0.03, 0, 0), 0.01));

    SceneBuilder b;
    const BodyIndex arm = b.joint(kWorld, {}, JointType::Revolute);
    b.link("arm", arm, Sphere{0.1});
    b.link("hand", b.joint(arm, at(0.3, 0, 0), JointType::Revolute), Sphere{0.05});
    b.obstacle("table", Box{Vec3(0.2, 0.3, 0.1)}, at(0.03, 0, 0));
    b.clearances.all = 0.01;
    b.clearances.pairs = {{"table", "hand", 0.09}, {"arm", "hand", 0.3}};
    const auto scene = b.build();
    static_cast<void>(cells.update(1, *scene, *scene->findObject("table")));
    CHECK(cells.cellsOf(1) == cells.cellsOf(0));
    CHECK_THROWS_WITH(cells.update(2, *scene, *scene->findObject("hand")), Catch::Contains("'hand' moves"));
}

TEST_CASE("A motion and an obstacle without a common cell keep the clearance", "[cells]")
{
    Random random(23);
    int white = 0, collisions = 0;
    for (int s = 0; s < 400; ++s)
    {
        SceneBuilder b;
        addRandomRobot(b, random);
        const std::size_t links = b.objects.size();
        if (links == 0)
            continue;
        addRandomObstacles(b, random, 1 + random.index(3), 1.2, random.logUniform(0.02, 0.6), Vec3::Zero());
        b.clearances.all = random.chance(0.5) ? 0.0 : random.logUniform(1e-5, 0.1);
        // The obstacles alone.
        std::vector<ObjectPair> pairs;
        for (std::size_t l = 0; l < links; ++l)
            for (std::size_t o = links; o < b.objects.size(); ++o)
                if (!b.model.body(b.objects[l].body).is_static)
                    pairs.push_back({ObjectIndex(l), ObjectIndex(o), b.clearances.all});
        if (pairs.empty())
            continue;
        const auto scene = std::make_shared<Scene>(b.model, b.objects, pairs);
        const WorkspaceGrid grid({Vec3::Constant(-1.5), Vec3::Constant(1.5)}, random.logUniform(0.05, 0.3));
        ObstacleCells obstacles(grid);
        for (std::size_t o = links; o < b.objects.size(); ++o)
            static_cast<void>(obstacles.update(static_cast<int>(o), b.objects[o].geometry, {}, b.clearances.all));
        SweptCells swept(scene, grid);
        SegmentCertifier certifier(scene, {});
        for (int k = 0; k < 10; ++k)
        {
            const Configuration q0 = randomConfiguration(b.model, random, 0.8);
            const Configuration q1 = nearbyConfiguration(b.model, random, q0, 0.4);
            CellSet cells;
            swept.find(Motion(scene->model(), q0, q1), cells);
            certifier.reset(q0, q1);
            const Verdict verdict = certifier.run(Budget());
            const bool is_white =
                std::none_of(cells.begin(), cells.end(), [&](CellIndex cell) { return obstacles.isMarked(cell); });
            white += is_white;
            collisions += verdict == Verdict::Collision;
            if (is_white)
            {
                CAPTURE(s, k);
                // Witnesses may be close only, by the certifier's tolerance.
                const CertifyResult result = certifier.result();
                CHECK((verdict != Verdict::Collision || result.witness->distance > b.clearances.all));
            }
        }
    }
    CHECK(white > 500);
    CHECK(collisions > 200);
}

TEST_CASE("What obstacles mark after any edits is what they mark from nothing", "[cells]")
{
    const WorkspaceGrid grid = grid20();
    Random random(29);
    ObstacleCells cells(grid);
    std::vector<char> marked(grid.size() + 1, 0);
    std::map<int, CellSet> expected;
    const auto apply = [&](const ObstacleCells::Change& change) {
        for (const CellIndex cell : change.entered)
        {
            CHECK_FALSE(marked[cell.value()]);
            marked[cell.value()] = 1;
        }
        for (const CellIndex cell : change.left)
        {
            CHECK(marked[cell.value()]);
            marked[cell.value()] = 0;
        }
    };
    std::vector<Geometry> shapes;
    for (int i = 0; i < 6; ++i)
        shapes.push_back(geometryOf(randomShape(random, 0.4), random.pose(0.1)));
    Pose before;
    for (int edit = 0; edit < 400; ++edit)
    {
        const int number = random.index(8) - 2;
        if (random.chance(0.2))
        {
            apply(cells.remove(number));
            expected.erase(number);
        }
        else if (random.chance(0.2))
        {
            std::vector<Vec3> points;
            for (int i = 0; i < 50; ++i)
                points.push_back(random.inCube(1.1));
            apply(cells.update(number, points, 0.03));
            ObstacleCells fresh(grid);
            static_cast<void>(fresh.update(0, points, 0.03));
            expected[number] = fresh.cellsOf(0);
        }
        else
        {
            // Also where it was.
            if (random.chance(0.7))
                before = random.pose(1.0);
            const Geometry& shape = shapes[static_cast<std::size_t>(random.index(6))];
            apply(cells.update(number, shape, before, 0.02));
            expected[number] = mark(grid, shape, before, 0.02);
        }
        CellSet all;
        for (const auto& [n, set] : expected)
        {
            CHECK(cells.cellsOf(n) == set);
            all = joined(all, set);
        }
        std::size_t count = 0;
        for (std::size_t i = 0; i <= grid.size(); ++i)
        {
            count += marked[i] ? 1 : 0;
            if (cells.isMarked(CellIndex(i)) != (marked[i] != 0))
                FAIL("cell " << i);
        }
        CHECK(count == all.size());
    }
    const CellSet one = cells.cellsOf(expected.begin()->first);
    REQUIRE_FALSE(one.empty());
    const std::vector<int> there = cells.obstaclesIn(one.front());
    CHECK(std::find(there.begin(), there.end(), expected.begin()->first) != there.end());
    for (const int n : there)
        CHECK_FALSE(areDisjoint(cells.cellsOf(n), {one.front()}));
}

TEST_CASE(
    "Boxes along the grid have the cells within their clearance and no others, and the same when they are turned away and back",
    "[cells]")
{
    Random random(47);
    const WorkspaceGrid grid = grid20();
    for (int round = 0; round < 30; ++round)
    {
        std::vector<PlacedShape> boxes;
        for (int i = 0; i < 5; ++i)
            boxes.push_back({Box{Vec3(random.uniform(0.01, 0.2), random.uniform(0.01, 0.2), random.uniform(0.01, 0.2))},
                             {Mat3::Identity(), random.inCube(0.7)}});
        // On faces of cells, too.
        boxes.push_back({Box{Vec3::Constant(0.1)}, {}});
        const auto geometry = std::make_shared<const CollisionGeometry>(boxes, "boxes");
        const Pose X{Mat3::Identity(), round % 3 == 0 ? Vec3(Vec3::Zero()) : random.inCube(0.2)};
        const double clearance = round % 2 == 0 ? 0.0 : random.uniform(0.0, 0.15);
        ObstacleCells cells(grid);
        static_cast<void>(cells.update(0, geometry, X, clearance));
        bool leaves = false;
        for (std::size_t c = 0; c < grid.size(); ++c)
        {
            const AxisAlignedBox cell = grid.box(CellIndex(c));
            double nearest = std::numeric_limits<double>::infinity();
            for (const PlacedShape& box : boxes)
            {
                const Vec3 centre = box.X_BS.p + X.p, half = std::get<Box>(box.shape).half_extents;
                const Vec3 apart = (centre - half - cell.high).cwiseMax(cell.low - centre - half).cwiseMax(Vec3::Zero());
                nearest = std::min(nearest, apart.norm());
                leaves = leaves || (centre.cwiseAbs() + half).maxCoeff() + clearance >= 1.0;
            }
            CAPTURE(round, c, nearest, clearance);
            if (cells.isMarked(CellIndex(c)) ? nearest > clearance + 1e-12 : nearest <= clearance)
                FAIL("marked or not");
        }
        CHECK(cells.isMarked(grid.outside()) == leaves);
        const CellSet before = cells.cellsOf(0);
        static_cast<void>(cells.update(0, geometry, {random.rotation(), X.p}, clearance));
        static_cast<void>(cells.update(0, geometry, X, clearance));
        CHECK(cells.cellsOf(0) == before);
    }
}

TEST_CASE("A cloud has the cells within its radius, those on faces and edges too, and no others", "[cells]")
{
    Random random(71);
    const WorkspaceGrid grid = grid20();
    for (int i = 0; i < 60; ++i)
    {
        const double radius = random.chance(0.3) ? 0.0 : random.logUniform(1e-4, 0.3);
        std::vector<Vec3> points;
        for (int k = 0; k < 5; ++k)
        {
            points.push_back(random.inCube(1.1));
            for (int axis = 0; axis < 3; ++axis)
                if (random.chance(0.4))
                    points.back()[axis] = grid.plane(axis, random.index(21));
        }
        ObstacleCells cells(grid);
        static_cast<void>(cells.update(0, points, radius));
        for (std::size_t c = 0; c < grid.size(); ++c)
        {
            const AxisAlignedBox box = grid.box(CellIndex(c));
            double nearest = std::numeric_limits<double>::infinity();
            for (const Vec3& p : points)
                nearest = std::min(nearest, (p - p.cwiseMax(box.low).cwiseMin(box.high)).norm());
            if (nearest <= radius)
                REQUIRE(cells.isMarked(CellIndex(c)));
            else if (nearest > radius + 1e-9)
                REQUIRE_FALSE(cells.isMarked(CellIndex(c)));
        }
    }
}

TEST_CASE("Points that are none are counted, and so are those that leave the grid", "[cells]")
{
    ObstacleCells cells(grid20());
    const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
    ObstacleCells::CloudCounts counts;
    const auto change =
        cells.update(7, {{0.05, 0.05, 0.05}, {nan, 0, 0}, {0, infinity, 0}, {5, 0, 0}, {0.98, 0.05, 0.05}}, 0.03, &counts);
    CHECK(counts.not_finite == 2);
    CHECK(counts.outside == 2);
    // The first, the last, and outside.
    CHECK(change.entered.size() == 3);
    CHECK(cells.isMarked(cells.grid().outside()));
    CHECK(cells.update(7, std::vector<Vec3>(), 0.03).left.size() == 3);
}

TEST_CASE("An obstacle that is none is refused, and changes nothing", "[cells]")
{
    ObstacleCells cells(grid20());
    const Geometry box = geometryOf(Box{Vec3::Constant(0.2)});
    static_cast<void>(cells.update(1, box, {}, 0.0));
    const CellSet before = cells.cellsOf(1);
    const double nan = std::nan("");
    Pose skewed;
    skewed.R(0, 1) = 0.1;
    CHECK_THROWS_AS(cells.update(1, nullptr, {}, 0.0), InputError);
    CHECK_THROWS_AS(cells.update(1, box, skewed, 0.0), InputError);
    CHECK_THROWS_AS(cells.update(1, box, at(nan, 0, 0), 0.0), InputError);
    for (const double bad : {-1e-3, nan, std::numeric_limits<double>::infinity()})
    {
        CHECK_THROWS_AS(cells.update(1, box, at(0.5, 0, 0), bad), InputError);
        CHECK_THROWS_AS(cells.update(1, box, at(0.5, 0, 0), 0.0, bad), InputError);
        CHECK_THROWS_AS(cells.update(1, {Vec3::Zero()}, bad), InputError);
    }
    CHECK(cells.cellsOf(1) == before);
    CHECK(cells.cellsOf(2).empty());
    CHECK(cells.remove(2).left.empty());
}

TEST_CASE("All within the clearance of an obstacle of hardly any size lies in its cells, though squares of its lengths underflow",
          "[cells]")
{
    Random random(83);
    const WorkspaceGrid grid = grid20();
    for (int i = 0; i < 60; ++i)
    {
        const double size = random.logUniform(1e-165, 1e-150);
        const Geometry geometry = geometryOf(triangleMesh(random.inCube(size), random.inCube(size), random.inCube(size)));
        // A little beyond the planes of cells, as seen from the middle of the grid.
        const double clearance = 0.1 * (1 + random.index(5)) * (1.0 + random.logUniform(1e-9, 1e-3));
        const CellSet cells = mark(grid, geometry, {}, clearance);
        for (std::size_t c = 0; c < grid.size(); ++c)
        {
            const AxisAlignedBox box = grid.box(CellIndex(c));
            const double nearest = box.low.cwiseMax(Vec3::Zero()).cwiseMin(box.high).norm();
            CAPTURE(i, size, clearance, c, nearest);
            if (nearest <= clearance && !std::binary_search(cells.begin(), cells.end(), CellIndex(c)))
                FAIL("not marked");
        }
    }
}
