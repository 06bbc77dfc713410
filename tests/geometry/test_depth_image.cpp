// Depth images: all that a camera cannot have seen to be free lies in a cube, all that it has seen lies in a ball, and truly free space is mostly left free.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gapless/core/error.h>
#include <gapless/geometry/depth_image.h>

#include "support/random_input.h"
#include "support/real.h"

using namespace gapless;
using namespace gapless::test;
using Catch::Contains;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kMost = 10000000;

struct Solid
{
    Vec3 centre = Vec3::Zero(), half = Vec3::Zero();  ///< of a box; of a ball half.x() is the radius
    bool is_ball = false;

    bool holds(const Vec3& p) const
    {
        const Vec3 d = p - centre;
        return is_ball ? d.norm() <= half.x() : (d.cwiseAbs() - half).maxCoeff() <= 0.0;
    }
    /// Where a ray from a point outside enters, in lengths of its direction; infinite if it misses.
    double entry(const Vec3& from, const Vec3& way) const
    {
        const Vec3 d = from - centre;
        if (is_ball)
        {
            const double a = way.squaredNorm(), b = way.dot(d), c = d.squaredNorm() - half.x() * half.x();
            const double root = b * b - a * c;
            return root < 0.0 || b > 0.0 ? kInfinity : (-b - std::sqrt(root)) / a;
        }
        double first = 0.0, last = kInfinity;
        for (int k = 0; k < 3; ++k)
        {
            const double x = (-half[k] - d[k]) / way[k], y = (half[k] - d[k]) / way[k];
            first = std::max(first, std::min(x, y));
            last = std::min(last, std::max(x, y));
        }
        return first <= last ? first : kInfinity;
    }
    Vec3 anyPoint(Random& random) const
    {
        if (is_ball)
            return centre + half.x() * std::cbrt(random.unit()) * random.direction();
        return centre + Vec3(random.inCube(1.0).cwiseProduct(half));
    }
};

/// Some solids in front of a camera, and what it sees: the nearest of 5 x 5 rays over each pixel, its error within the radius.
struct SeenScene
{
    std::vector<Solid> solids;
    Pose X_GC;
    DepthSensor sensor;
    DepthImage image;
    DepthWorkspace workspace;
    double farthest;

    /// @param wall z of what is behind all else @param holes the share of pixels without a return
    SeenScene(Random& random, int width, int height, double scale, double wall, double holes) : farthest(wall)
    {
        const double f = random.uniform(0.7, 1.5) * width;
        sensor.camera = {f, f * random.uniform(0.9, 1.1), 0.5 * width + random.uniform(-5, 5),
                         0.5 * height + random.uniform(-5, 5)};
        sensor.radius = 0.005 * scale;
        sensor.far = 4.0 * scale;
        X_GC = random.pose(3.0 * scale);
        const Vec3 middle = X_GC * Vec3(0, 0, 1.5 * scale);
        for (int i = 0; i < 6; ++i)
        {
            Solid solid;
            solid.is_ball = i % 2 == 1;
            solid.centre = middle + random.inCube(0.5 * scale);
            solid.half = scale * Vec3(random.uniform(0.03, 0.3), random.uniform(0.03, 0.3), random.uniform(0.03, 0.3));
            if (!solid.holds(X_GC.p))
                solids.push_back(solid);
        }
        workspace.low = middle - Vec3::Constant(0.8 * scale);
        workspace.high = middle + scale * Vec3(0.8, 0.7, 0.9);
        workspace.cell = 0.03 * scale;
        image.width = width;
        image.height = height;
        for (int j = 0; j < height; ++j)
            for (int i = 0; i < width; ++i)
            {
                double depth = kInfinity;
                for (int k = 0; k < 25; ++k)
                    depth = std::min(depth, trueDepth(i + 0.25 * (k % 5 - 2), j + 0.25 * (k / 5 - 2)));
                depth += random.uniform(-0.9, 0.9) * sensor.radius;
                if (random.chance(holes))
                    depth = random.chance(0.5) ? 0.0 : std::nan("");
                image.depths.push_back(depth);
            }
    }

    /// z of what is nearest where (u, v) is seen.
    double trueDepth(double u, double v) const
    {
        const DepthCamera& c = sensor.camera;
        const Vec3 way = X_GC.R * Vec3((u - c.cx) / c.fx, (v - c.cy) / c.fy, 1.0);
        double depth = farthest;
        for (const Solid& solid : solids)
            depth = std::min(depth, solid.entry(X_GC.p, way));
        return depth;
    }

    /// The free part of the pixel that sees the point ends here; -infinity where none does.
    double freeDepth(const Vec3& p) const
    {
        const Vec3 seen = X_GC.inverse() * p;
        if (!(seen.z() > 0.0))
            return -kInfinity;
        const double i = std::floor(sensor.camera.fx * seen.x() / seen.z() + sensor.camera.cx + 0.5);
        const double j = std::floor(sensor.camera.fy * seen.y() / seen.z() + sensor.camera.cy + 0.5);
        if (!(i >= 0 && i < image.width && j >= 0 && j < image.height))
            return -kInfinity;
        const double depth =
            image.depths[static_cast<std::size_t>(j) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(i)];
        return depth > 0.0 && depth >= sensor.near && depth <= sensor.far ? depth - sensor.radius : -kInfinity;
    }
    bool isInWorkspace(const Vec3& p) const
    {
        return (p - workspace.low).minCoeff() >= 0.0 && (workspace.high - p).minCoeff() >= 0.0;
    }
    Vec3 anyPlace(Random& random) const
    {
        const Vec3 half = 0.5 * (workspace.high - workspace.low);
        return workspace.low + half + Vec3(random.inCube(1.0).cwiseProduct(half));
    }
};

/// Of cubes: which cells of the workspace lie within one, and how many lie in more.
class Filled
{
public:
    Filled(const DepthWorkspace& workspace, const std::vector<PlacedShape>& cubes) : workspace_(workspace)
    {
        for (std::size_t k = 0; k < 3; ++k)
            count_[k] = static_cast<int>((workspace.high - workspace.low)[static_cast<Eigen::Index>(k)] / workspace.cell) + 2;
        cells_.assign(
            static_cast<std::size_t>(count_[0]) * static_cast<std::size_t>(count_[1]) * static_cast<std::size_t>(count_[2]), 0);
        for (const PlacedShape& cube : cubes)
        {
            const Vec3 half = std::get<Box>(cube.shape).half_extents;
            const std::array<int, 3> from = place(cube.X_BS.p - half + Vec3::Constant(0.5 * workspace.cell)),
                                     to = place(cube.X_BS.p + half - Vec3::Constant(0.5 * workspace.cell));
            for (int z = from[2]; z <= to[2]; ++z)
                for (int y = from[1]; y <= to[1]; ++y)
                    for (int x = from[0]; x <= to[0]; ++x)
                        twice += cells_.at(number({x, y, z}))++;
        }
    }
    bool holds(const Vec3& p) const { return cells_.at(number(place(p))) > 0; }
    std::size_t twice = 0;

private:
    std::array<int, 3> place(const Vec3& p) const
    {
        std::array<int, 3> at{};
        for (std::size_t k = 0; k < 3; ++k)
            at[k] = static_cast<int>((p - workspace_.low)[static_cast<Eigen::Index>(k)] / workspace_.cell);
        return at;
    }
    std::size_t number(const std::array<int, 3>& at) const
    {
        return static_cast<std::size_t>((at[2] * count_[1] + at[1]) * count_[0] + at[0]);
    }

    const DepthWorkspace& workspace_;
    std::array<int, 3> count_{};
    std::vector<std::size_t> cells_;
};

/// A camera of 40 x 30 pixels that sees a wall 2 m away.
DepthImage wall()
{
    return {40, 30, std::vector<double>(1200, 2.0)};
}

DepthSensor plainSensor()
{
    DepthSensor sensor;
    sensor.camera = {40, 40, 19.5, 14.5};
    sensor.radius = 0.01;
    return sensor;
}

}  // namespace

TEST_CASE("Every solid point of the workspace, seen or hidden, lies in a cube, and so does all that no pixel says to be free")
{
    Random random(61);
    for (int round = 0; round < 12; ++round)
    {
        const double scale = round < 8 ? 1.0 : random.logUniform(1e-3, 1e3);
        const SeenScene scene(random, 160, 120, scale, round % 2 == 0 ? kInfinity : 3.5 * scale, 0.002);
        const Filled filled(scene.workspace, unseenCubes(scene.image, scene.sensor, scene.X_GC, scene.workspace, "image", kMost));
        int solid_missing = 0, unseen_missing = 0, solid = 0, unseen = 0;
        for (const Solid& one : scene.solids)
            for (int i = 0; i < 2000; ++i)
                if (const Vec3 p = one.anyPoint(random); scene.isInWorkspace(p))
                {
                    ++solid;
                    solid_missing += !filled.holds(p);
                }
        for (int i = 0; i < 20000; ++i)
        {
            const Vec3 p = scene.anyPlace(random);
            if ((scene.X_GC.inverse() * p).z() < scene.freeDepth(p))
                continue;
            ++unseen;
            unseen_missing += !filled.holds(p);
        }
        CAPTURE(round, scale, solid, unseen);
        CHECK(solid > 1000);
        CHECK(unseen > 1000);
        CHECK(solid_missing == 0);
        CHECK(unseen_missing == 0);
        CHECK(filled.twice == 0);
    }
}

TEST_CASE("What is truly seen to be free, two cells around, is mostly left free")
{
    Random random(62);
    int open = 0, taken = 0;
    for (int round = 0; round < 6; ++round)
    {
        const SeenScene scene(random, 160, 120, 1.0, 3.5, 0.0);
        const Filled filled(scene.workspace, unseenCubes(scene.image, scene.sensor, scene.X_GC, scene.workspace, "image", kMost));
        for (int i = 0; i < 20000; ++i)
        {
            const Vec3 p = scene.anyPlace(random);
            bool is_open = true;
            for (int k = 0; k < 27 && is_open; ++k)
            {
                const Vec3 q = p + 2.0 * scene.workspace.cell * Vec3(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1);
                is_open = (scene.X_GC.inverse() * q).z() + scene.workspace.cell < scene.freeDepth(q);
            }
            open += is_open;
            taken += is_open && filled.holds(p);
        }
    }
    CAPTURE(open, taken);
    CHECK(open > 5000);
    CHECK(taken < 0.05 * open);
}

TEST_CASE("All that a pixel may have seen lies in its ball, on the edges of its cone too")
{
    Random random(63);
    for (int round = 0; round < 20; ++round)
    {
        DepthSensor sensor;
        const double scale = random.logUniform(1e-3, 1e3);
        sensor.camera = {random.uniform(20, 60), random.uniform(20, 60), random.uniform(-10, 50), random.uniform(-10, 40)};
        sensor.radius = random.logUniform(1e-6, 0.1) * scale;
        DepthImage image{40, 30, {}};
        for (int i = 0; i < 1200; ++i)
            image.depths.push_back(random.uniform(0.2, 2.0) * scale);
        const std::vector<PlacedShape> balls = seenBalls(image, sensor, "image", kMost);
        REQUIRE(balls.size() == image.depths.size());
        for (std::size_t n = 0; n < balls.size(); n += 7)
            for (int corner = 0; corner < 8; ++corner)
            {
                const Real z = Real(image.depths[n]) + Real(corner & 4 ? 1 : -1) * Real(sensor.radius);
                const auto across = [&](std::size_t pixel, int sign, double focal, double centre) {
                    return (Real(static_cast<double>(pixel)) + Real(sign) / 2 - Real(centre)) / Real(focal) * z;
                };
                const V3<Real> p(across(n % 40, corner & 1 ? 1 : -1, sensor.camera.fx, sensor.camera.cx),
                                 across(n / 40, corner & 2 ? 1 : -1, sensor.camera.fy, sensor.camera.cy), z);
                CAPTURE(round, n, corner);
                CHECK(lengthOf<Real>(p - lift<Real>(balls[n].X_BS.p)) <= Real(std::get<Sphere>(balls[n].shape).radius));
            }
    }
}

TEST_CASE("A wall leaves the space in front of it free, and that behind it, beside the view and behind the camera solid")
{
    DepthWorkspace workspace{{-1, -1, -1}, {1, 1, 3}, 0.05};
    const std::vector<PlacedShape> cubes = unseenCubes(wall(), plainSensor(), {}, workspace, "image", kMost);
    const Filled filled(workspace, cubes);
    CHECK(!filled.holds({0, 0, 1}));
    CHECK(!filled.holds({0.4, 0.3, 1.5}));  // x is to the right, in columns, which are more than rows
    CHECK(filled.holds({0.3, 0.6, 1.5}));
    CHECK(!filled.holds({0, 0, 1.9}));
    CHECK(filled.holds({0, 0, 2.0}));
    CHECK(filled.holds({0, 0, 2.9}));
    CHECK(filled.holds({0.9, 0, 1}));
    CHECK(filled.holds({0, 0, -0.5}));
    // What is solid as a whole is no many cubes.
    CHECK(cubes.size() < 40000);
    DepthSensor coarse = plainSensor();
    coarse.radius = 0.2;
    const Filled coarsely(workspace, unseenCubes(wall(), coarse, {}, workspace, "image", kMost));
    CHECK(coarsely.holds({0, 0, 1.83}));
    CHECK(!coarsely.holds({0, 0, 1.7}));
    // A pixel without a return hides all that is behind it.
    DepthImage holed = wall();
    for (const std::size_t at : {14 * 40 + 19, 14 * 40 + 20, 15 * 40 + 19, 15 * 40 + 20})
        holed.depths[at] = 0.0;
    CHECK(Filled(workspace, unseenCubes(holed, plainSensor(), {}, workspace, "image", kMost)).holds({0, 0, 1}));
    DepthSensor shortsighted = plainSensor();
    shortsighted.far = 1.9;
    CHECK(countReturns(wall(), shortsighted).out_of_range == 1200);
    CHECK(seenBalls(wall(), shortsighted, "image", kMost).empty());
    CHECK(Filled(workspace, unseenCubes(wall(), shortsighted, {}, workspace, "image", kMost)).holds({0, 0, 1}));
}

TEST_CASE("Images, sensors and workspaces that cannot be are refused")
{
    const DepthWorkspace workspace{{-1, -1, 0}, {1, 1, 2}, 0.1};
    const auto refused = [&](const DepthImage& image, const DepthSensor& sensor, const std::string& complaint) {
        CHECK_THROWS_WITH(unseenCubes(image, sensor, {}, workspace, "image", kMost), Contains("image: ") && Contains(complaint));
        CHECK_THROWS_WITH(seenBalls(image, sensor, "image", kMost), Contains("image: ") && Contains(complaint));
    };
    DepthImage cut = wall();
    cut.depths.pop_back();
    refused(cut, plainSensor(), "40 x 30 pixels with 1199 depths");
    refused({}, plainSensor(), "without pixels");
    const auto changed = [](auto&& change) {
        DepthSensor sensor = plainSensor();
        change(sensor);
        return sensor;
    };
    for (const double none : {0.0, -1.0, std::nan(""), kInfinity})
    {
        refused(wall(), changed([&](DepthSensor& s) { s.camera.fx = none; }), "focal length");
        refused(wall(), changed([&](DepthSensor& s) { s.camera.fy = none; }), "focal length");
    }
    for (const double none : {-1.0, std::nan(""), kInfinity})
        refused(wall(), changed([&](DepthSensor& s) { s.radius = none; }), "radius");
    refused(wall(), changed([](DepthSensor& s) { s.camera.cx = std::nan(""); }), "cx");
    refused(wall(), changed([](DepthSensor& s) { s.near = 2e6; }), "range");
    refused(wall(), changed([](DepthSensor& s) { s.far = std::nan(""); }), "range");
    const auto badSpace = [&](const DepthWorkspace& space, const Pose& X, const std::string& complaint) {
        CHECK_THROWS_WITH(unseenCubes(wall(), plainSensor(), X, space, "image", kMost), Contains(complaint));
    };
    badSpace({{0, 0, 0}, {1, 0, 1}, 0.1}, {}, "workspace is empty");
    badSpace({{0, 0, std::nan("")}, {1, 1, 1}, 0.1}, {}, "workspace is empty");
    badSpace({{0, 0, 0}, {1, 1, 1}, 0.0}, {}, "a cell of");
    badSpace({{0, 0, 0}, {1, 1, 1}, 1e-7}, {}, "2^20");
    badSpace(workspace, {Mat3::Zero(), Vec3::Zero()}, "not orthonormal");
    CHECK_THROWS_WITH(unseenCubes(wall(), plainSensor(), {}, workspace, "image", 10), Contains("more than the 10 cubes"));
    CHECK_THROWS_WITH(seenBalls(wall(), plainSensor(), "image", 10), Contains("more than the 10 pixels"));
}
