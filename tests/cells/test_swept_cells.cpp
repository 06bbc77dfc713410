// SweptCells: every cell that a link may touch during a motion, and few others.
#include <gapless/cells/swept_cells.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include <gapless/core/error.h>

#include "cells/cell_contract.h"
#include "support/random_scene.h"

using namespace gapless;
using namespace gapless::test;

namespace {

CellSet sweep(const std::shared_ptr<const Scene>& scene, const WorkspaceGrid& grid, const Configuration& q0,
              const Configuration& q1, const std::vector<ObjectIndex>& left_out = {})
{
    SweptCells cells(scene, grid, {}, left_out);
    CellSet found;
    cells.find(Motion(scene->model(), q0, q1), found);
    return found;
}

/// The scene with other shapes of its objects.
std::shared_ptr<const Scene> reshaped(const Scene& scene,
                                      const std::function<std::vector<PlacedShape>(const PlacedShape&)>& change)
{
    std::vector<CollisionObject> objects = scene.objects().list();
    for (CollisionObject& object : objects)
    {
        std::vector<PlacedShape> shapes;
        for (const PlacedShape& placed : object.geometry->shapes())
            for (const PlacedShape& other : change(placed))
                shapes.push_back(other);
        object.geometry = std::make_shared<CollisionGeometry>(shapes, object.name);
    }
    return std::make_shared<Scene>(scene.model(), objects);
}

/// Closed meshes as single triangles, which hold nothing.
std::vector<PlacedShape> torn(const PlacedShape& placed)
{
    const auto* mesh = std::get_if<std::shared_ptr<const TriangleMesh>>(&placed.shape);
    if (!mesh)
        return {placed};
    std::vector<PlacedShape> shapes;
    for (const auto& t : (*mesh)->triangles())
    {
        const auto vertex = [&](int k) { return (*mesh)->vertices()[static_cast<std::size_t>(t[static_cast<std::size_t>(k)])]; };
        shapes.push_back({triangleMesh(vertex(0), vertex(1), vertex(2)), placed.X_BS});
    }
    return shapes;
}

/// A little smaller, by more than rounding and less than any margin: faces on planes are beside them.
std::vector<PlacedShape> shrunk(const PlacedShape& placed)
{
    const auto* box = std::get_if<Box>(&placed.shape);
    return {box ? PlacedShape{Box{Vec3((1.0 - 1e-4) * box->half_extents)}, placed.X_BS} : placed};
}

double distanceToBox(const Vec3& p, const AxisAlignedBox& box)
{
    return (p - p.cwiseMax(box.low).cwiseMin(box.high)).norm();
}

}  // namespace

TEST_CASE("Whatever a link touches during a motion lies in cells of the motion", "[cells]")
{
    const Sweep whole = [](const auto& scene, const auto& grid, const auto& q0, const auto& q1) {
        return sweep(scene, grid, q0, q1);
    };
    // In one piece, however long and crooked its ways are: all that a chord lacks is in the radius.
    const Sweep in_one_piece = [](const auto& scene, const auto& grid, const auto& q0, const auto& q1) {
        SweptCellsOptions options;
        options.max_pieces = 1;
        CellSet found;
        SweptCells(scene, grid, options).find(Motion(scene->model(), q0, q1), found);
        return found;
    };
    // Asked about every third cell at a time, from each of the first three on.
    const Sweep by_thirds = [](const auto& scene, const auto& grid, const auto& q0, const auto& q1) {
        SweptCells swept(scene, grid);
        const Motion motion(scene->model(), q0, q1);
        CellSet all, among, some, found;
        swept.find(motion, all);
        for (std::size_t first = 0; first < 3; ++first)
        {
            among.clear();
            for (std::size_t i = first; i < grid.size(); i += 3)
                among.push_back(CellIndex(i));
            swept.findAmong(motion, among, some);
            CHECK(std::includes(among.begin(), among.end(), some.begin(), some.end()));
            CHECK(std::includes(all.begin(), all.end(), some.begin(), some.end()));
            found.insert(found.end(), some.begin(), some.end());
        }
        if (!all.empty() && all.back() == grid.outside())
            found.push_back(grid.outside());
        std::sort(found.begin(), found.end());
        // Whoever asks next gets all.
        swept.find(motion, some);
        CHECK(some == all);
        return found;
    };
    for (const auto& [sweep, scenes] : {std::pair(whole, 300), std::pair(in_one_piece, 300), std::pair(by_thirds, 60)})
    {
        const std::vector<std::string> faults = sweepFaults(sweep, scenes);
        INFO((faults.empty() ? std::string() : faults.front()));
        CHECK(faults.empty());
    }
}

TEST_CASE("The contract of swept cells catches sweeps that miss some", "[cells]")
{
    const auto isCaught = [](const Sweep& broken) { return !sweepFaults(broken, 60).empty(); };
    // Only the ends.
    CHECK(isCaught([](const auto& scene, const auto& grid, const auto& q0, const auto& q1) {
        const CellSet a = sweep(scene, grid, q0, q0), b = sweep(scene, grid, q1, q1);
        CellSet both;
        std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
        return both;
    }));
    // One link left out.
    CHECK(isCaught([](const auto& scene, const auto& grid, const auto& q0, const auto& q1) {
        return sweep(scene, grid, q0, q1, {ObjectIndex(0)});
    }));
    // "Outside" ignored.
    CHECK(isCaught([](const auto& scene, const auto& grid, const auto& q0, const auto& q1) {
        CellSet cells = sweep(scene, grid, q0, q1);
        cells.erase(std::remove(cells.begin(), cells.end(), grid.outside()), cells.end());
        return cells;
    }));
    // No margin.
    CHECK(isCaught([](const auto& scene, const auto& grid, const auto& q0, const auto& q1) {
        return sweep(reshaped(*scene, shrunk), grid, q0, q1);
    }));
    // Insides of solids ignored.
    CHECK(isCaught([](const auto& scene, const auto& grid, const auto& q0, const auto& q1) {
        return sweep(reshaped(*scene, torn), grid, q0, q1);
    }));
}

TEST_CASE("A ball that goes straight has the cells that it touches and no others", "[cells]")
{
    Random random(7);
    int extra = 0, touched = 0;
    for (int i = 0; i < 60; ++i)
    {
        const double radius = random.logUniform(0.01, 0.5);
        SceneBuilder b;
        b.link("ball", b.joint(kWorld, {}, JointType::Floating), Sphere{radius});
        const WorkspaceGrid grid({Vec3::Constant(-1), Vec3::Constant(1)}, random.logUniform(0.05, 0.3));
        Configuration q0 = b.model.defaultConfiguration(), q1 = q0;
        q0.head<3>() = random.inCube(1.0);
        q1.head<3>() = random.inCube(1.0);
        const CellSet cells = sweep(b.build(), grid, q0, q1);
        CAPTURE(radius, grid.cell());
        for (std::size_t c = 0; c < grid.size(); ++c)
        {
            // By samples, from above.
            double nearest = std::numeric_limits<double>::infinity();
            for (int k = 0; k <= 200; ++k)
                nearest =
                    std::min(nearest, distanceToBox(q0.head<3>() + k / 200.0 * (q1 - q0).head<3>(), grid.box(CellIndex(c))));
            const bool is_in = std::binary_search(cells.begin(), cells.end(), CellIndex(c));
            touched += nearest <= radius;
            extra += is_in && nearest > radius + 0.02 * grid.cell();
            if (nearest <= radius)
                CHECK(is_in);
        }
    }
    // The iteration towards a gap ends early.
    CHECK(touched > 3000);
    CHECK(extra <= touched / 200);
}

TEST_CASE("Cells do not depend on the unit of length", "[cells]")
{
    Random random(11);
    for (int i = 0; i < 20; ++i)
    {
        CellSet first;
        for (const double scale : {1.0, 0x1p-10, 0x1p10, 0x1p-300})
        {
            Random same(static_cast<std::uint64_t>(i) + 100);
            SceneBuilder b;
            const BodyIndex upper = b.joint(kWorld, at(0.1 * scale, 0, 0), JointType::Revolute);
            const BodyIndex lower = b.joint(upper, at(0.6 * scale, 0, 0.05 * scale), JointType::Revolute, Vec3::UnitY());
            b.link("upper", upper, Box{Vec3(0.3, 0.05, 0.05) * scale}, at(0.3 * scale, 0, 0));
            b.link("lower", lower, boxMesh(Vec3(0.3, 0.12, 0.12) * scale, Vec3(0.2, 0, 0) * scale));
            const WorkspaceGrid grid({Vec3::Constant(-scale), Vec3::Constant(scale)}, 0.0625 * scale);
            const Configuration q0 = randomConfiguration(b.model, same, 1.0), q1 = randomConfiguration(b.model, same, 1.0);
            const CellSet cells = sweep(b.build(), grid, q0, q1);
            if (scale == 1.0)
                first = cells;
            CHECK(cells == first);
        }
    }
}

TEST_CASE("A part of a motion has cells of its own, and a hollow mesh none in its cavity", "[cells]")
{
    SceneBuilder b;
    b.link("ball", b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()), Sphere{0.04});
    const WorkspaceGrid grid({Vec3::Constant(-1), Vec3::Constant(1)}, 0.1);
    const auto scene = b.build();
    SweptCells swept(scene, grid);
    CellSet all, begin, end, at_middle;
    const Motion motion(scene->model(), configuration({-0.55}), configuration({0.55}));
    swept.find(motion, all);
    swept.find(motion, begin, 0.0, 0.5);
    swept.find(motion, end, 0.5, 1.0);
    swept.find(motion, at_middle, 0.5, 0.5);
    CellSet both, common;
    std::set_union(begin.begin(), begin.end(), end.begin(), end.end(), std::back_inserter(both));
    std::set_intersection(begin.begin(), begin.end(), end.begin(), end.end(), std::back_inserter(common));
    CHECK(both == all);
    CHECK(common == at_middle);

    SceneBuilder hollow;
    hollow.link("crate", hollow.joint(kWorld, {}, JointType::Revolute),
                hollowBoxMesh(Vec3(0.8, 0.8, 0.8), Vec3(0.35, 0.35, 0.35)));
    const CellSet wall = sweep(hollow.build(), grid, configuration({0.0}), configuration({0.0}));
    const auto isIn = [&](double x) { return std::binary_search(wall.begin(), wall.end(), grid.holding({x, 0.01, 0.01})); };
    CHECK(isIn(0.81));
    CHECK(isIn(0.55));  // in the wall, touched by no surface
    CHECK_FALSE(isIn(0.05));
    CHECK_FALSE(isIn(0.95));
}

TEST_CASE("What is in a motion's tube is in its cells", "[cells]")
{
    Random random(17);
    for (int i = 0; i < 40; ++i)
    {
        SceneBuilder b;
        const BodyIndex upper = b.joint(kWorld, {}, JointType::Revolute);
        const BodyIndex lower = b.joint(upper, at(0.5, 0, 0), JointType::Revolute);
        b.link("lower", lower, Sphere{0.05}, at(0.4, 0, 0));
        const auto scene = b.build();
        const WorkspaceGrid grid({Vec3::Constant(-1.2), Vec3::Constant(1.2)}, 0.05);
        const Configuration q0 = randomConfiguration(b.model, random, 1.0), q1 = nearbyConfiguration(b.model, random, q0, 0.5);
        const Configuration deviation = configuration({random.uniform(0, 0.1), random.uniform(0, 0.1)});
        Motion motion;
        motion.resetTube(scene->model(), q0, q1, MotionTube(deviation));
        CellSet cells;
        SweptCells(scene, grid).find(motion, cells);
        for (int k = 0; k < 200; ++k)
        {
            const double t = random.unit();
            Configuration q = q0 + t * (q1 - q0);
            for (int v = 0; v < 2; ++v)
                q[v] += (random.chance(0.5) ? 1.0 : -1.0) * deviation[v];
            const Motion still(scene->model(), q, q);
            const Vec3 p = still.worldPose(lower, 0.0) * (Vec3(0.4, 0, 0) + 0.05 * random.direction());
            REQUIRE(std::binary_search(cells.begin(), cells.end(), grid.holding(p)));
        }
    }
}

TEST_CASE("Where doubles do not reach, a motion may touch every cell", "[cells]")
{
    SceneBuilder b;
    const BodyIndex slide = b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX());
    b.link("ball", b.joint(slide, {}, JointType::Prismatic, Vec3::UnitX()), Sphere{0.1});
    const WorkspaceGrid grid({Vec3::Constant(-1), Vec3::Constant(1)}, 0.2);
    const CellSet cells = sweep(b.build(), grid, configuration({0.0, 0.0}), configuration({1.5e308, 1.5e308}));
    CHECK(cells.size() == grid.size() + 1);
}

TEST_CASE("Options of swept cells that make no sense are refused", "[cells]")
{
    SceneBuilder b;
    b.link("ball", b.joint(kWorld, {}, JointType::Revolute), Sphere{0.1});
    const auto scene = b.build();
    const WorkspaceGrid grid({Vec3::Constant(-1), Vec3::Constant(1)}, 0.1);
    const auto withOptions = [&](const std::function<void(SweptCellsOptions&)>& change) {
        SweptCellsOptions options;
        change(options);
        return SweptCells(scene, grid, options);
    };
    CHECK_THROWS_AS(SweptCells(nullptr, grid), InputError);
    CHECK_THROWS_AS(SweptCells(scene, grid, {}, {ObjectIndex(1)}), InputError);
    CHECK_THROWS_AS(withOptions([](auto& o) { o.cut = 0.0; }), InputError);
    CHECK_THROWS_AS(withOptions([](auto& o) { o.travel = std::nan(""); }), InputError);
    CHECK_THROWS_AS(withOptions([](auto& o) { o.chord = -1.0; }), InputError);
    for (const int pieces : {0, -4, 3, 1 << 20})
        CHECK_THROWS_AS(withOptions([&](auto& o) { o.max_pieces = pieces; }), InputError);
}
