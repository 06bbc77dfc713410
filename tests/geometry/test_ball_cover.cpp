// Covers by balls: no point of a leaf is left out, whatever its kind, size and place, and the balls are few and close.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "geometry/random_convex.h"
#include "support/scene_builder.h"

#include <gapless/geometry/ball_tree.h>

using namespace gapless;
using namespace gapless::test;

namespace {

using Wide = V3<long double>;

constexpr Convex::Type kTypes[] = {Convex::Type::Point, Convex::Type::Segment,  Convex::Type::Triangle, Convex::Type::Rectangle,
                                   Convex::Type::Box,   Convex::Type::Cylinder, Convex::Type::Cone};

std::vector<Ball> leafBalls(const BallTree& tree)
{
    std::vector<Ball> balls;
    for (const BallNode& node : tree.nodes())
        if (node.isLeaf())
            balls.push_back(node.ball);
    return balls;
}

/// In [-1, 1], often an end or the middle.
double parameter(Random& random)
{
    const double kind = random.unit();
    return kind < 0.25 ? -1.0 : kind < 0.5 ? 1.0 : kind < 0.55 ? 0.0 : random.uniform(-1, 1);
}

/// A point of the leaf, often of an edge, a corner or a rim, in long double and a few roundings of that within it.
Wide pointOf(const Convex& A, Random& random)
{
    const Wide a = lift<long double>(A.a), b = lift<long double>(A.b), c = lift<long double>(A.c), d = lift<long double>(A.d);
    const long double s = parameter(random), t = parameter(random), w = parameter(random);
    Wide p = a;
    switch (A.type)
    {
        case Convex::Type::Point: break;
        case Convex::Type::Segment: p = a + (b - a) * ((1 + s) / 2); break;
        case Convex::Type::Triangle:
        {
            const long double x = (1 + s) / 2, y = (1 - x) * (1 + t) / 2;
            p = a + (b - a) * x + (c - a) * y;
            break;
        }
        case Convex::Type::Box: p += d * w; [[fallthrough]];
        case Convex::Type::Rectangle: p += b * s + c * t; break;
        case Convex::Type::Cylinder:
        case Convex::Type::Cone:
        {
            const bool cone = A.type == Convex::Type::Cone;
            const Wide axis = d / lengthOf(d);
            Wide x = axis.cross(lift<long double>(A.d.unitOrthogonal()));
            x /= lengthOf(x);
            const Wide y = axis.cross(x);
            const long double angle = 3.14159265358979323846L * (random.chance(0.3) ? random.index(64) / 32.0L : w);
            const long double along = cone ? (1 + s) / 2 : s, radius = (1 - (cone ? along : 0)) * A.c.x() * std::abs(t);
            p += b * along + x * (radius * std::cos(angle)) + y * (radius * std::sin(angle));
            break;
        }
    }
    const Wide out = lift<long double>(random.direction());
    return p + out * (A.radius / lengthOf(out) * (1 - 4e-19L));
}

/// How far the point is from all balls: negative within.
long double distanceFrom(const std::vector<Ball>& balls, const Wide& p)
{
    long double least = INFINITY;
    for (const Ball& ball : balls)
        least = std::min(least, lengthOf<long double>(p - lift<long double>(ball.centre)) - ball.radius);
    return least;
}

/// Points of the leaves that are in none of the balls.
std::vector<Wide> uncovered(const std::vector<Convex>& leaves, const std::vector<Ball>& balls, int samples, Random& random)
{
    std::vector<Wide> result;
    for (const Convex& leaf : leaves)
        for (int i = 0; i < samples; ++i)
        {
            // A few roundings in long double, for what the sample is off by.
            const Wide p = pointOf(leaf, random);
            if (!(distanceFrom(balls, p) <= 1e-18L * magnitudeOf(leaf)))
                result.push_back(p);
        }
    return result;
}

/// The greatest distance of sampled points of the surface of the union of balls from the leaves, those within a closed mesh included.
double protrusion(const std::vector<Convex>& leaves, const std::vector<Ball>& balls, Random& random)
{
    double worst = 0.0;
    for (const Ball& ball : balls)
        for (int i = 0; i < 200; ++i)
        {
            const Vec3 p = ball.centre + ball.radius * random.direction();
            if (distanceFrom(balls, lift<long double>(p)) < -1e-9L)
                continue;
            double nearest = INFINITY;
            for (const Convex& leaf : leaves)
                nearest = std::min(nearest, distanceFromPiece<double>(pieceOf<double>(leaf), p));
            worst = std::max(worst, nearest);
        }
    return worst;
}

Convex triangle(const Vec3& a, const Vec3& b, const Vec3& c)
{
    Convex result;
    result.type = Convex::Type::Triangle;
    result.a = a;
    result.b = b;
    result.c = c;
    return result;
}

/// A closed surface of n meridians and n circles of latitude, its radius in each direction from `radius`.
template <class Radius>
std::vector<Convex> starShaped(int n, const Vec3& stretch, const Radius& radius)
{
    const auto vertex = [&](int i, int j) {
        const double theta = M_PI * i / n, phi = 2.0 * M_PI * (j % n) / n;
        const Vec3 d(i == n ? 0.0 : std::sin(theta) * std::cos(phi), i == n ? 0.0 : std::sin(theta) * std::sin(phi),
                     std::cos(theta));
        return Vec3(stretch.cwiseProduct(radius(i == 0 || i == n ? 0 : j % n, i) * d));
    };
    std::vector<Convex> result;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
        {
            result.push_back(triangle(vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1)));
            result.push_back(triangle(vertex(i, j), vertex(i + 1, j + 1), vertex(i, j + 1)));
        }
    return result;
}

std::vector<Convex> ellipsoid(int n, const Vec3& stretch)
{
    return starShaped(n, stretch, [](int, int) { return 1.0; });
}

std::vector<Convex> randomMesh(Random& random, int kind)
{
    const Vec3 stretch(random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1));
    std::vector<Convex> result;
    if (kind == 0)  // star-shaped and rough
    {
        const int n = 3 + random.index(12);
        std::vector<double> radii;
        for (int i = 0; i < (n + 1) * n; ++i)
            radii.push_back(random.uniform(0.5, 1));
        result = starShaped(n, stretch, [&](int j, int i) { return radii[static_cast<std::size_t>(i * n + j)]; });
    }
    else if (kind == 1)  // an open sheet
    {
        const int n = 2 + random.index(10);
        std::vector<Vec3> grid;
        for (int i = 0; i <= n; ++i)
            for (int j = 0; j <= n; ++j)
                grid.push_back(stretch.cwiseProduct(Vec3(i, j, random.unit())) / n);
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
            {
                const auto at = [&](int x, int y) { return grid[static_cast<std::size_t>(x * (n + 1) + y)]; };
                result.push_back(triangle(at(i, j), at(i + 1, j), at(i, j + 1)));
                result.push_back(triangle(at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)));
            }
    }
    else if (kind == 2)  // a thin plate of big triangles
        result = geometryOf(boxMesh(Vec3(1, random.uniform(0.1, 1), random.logUniform(1e-6, 0.1))))->leaves();
    else if (kind == 3)  // several shells, one in the other and one apart
    {
        result = ellipsoid(8, stretch);
        for (const Convex& inner : ellipsoid(6, 0.5 * stretch))
            result.push_back(inner);
        for (const Convex& other : ellipsoid(5, stretch))
            result.push_back(other.placed(Mat3::Identity(), Vec3(5, 0, 0)));
    }
    else  // a heap of slivers and points
        for (int i = 0; i < 20; ++i)
            result.push_back(randomConvex(random, Convex::Type::Triangle, 1.0, false));
    return result;
}

}  // namespace

TEST_CASE("Every point of a leaf of any kind, size and place is in a ball")
{
    Random random(81);
    for (const Convex::Type type : kTypes)
        for (int i = 0; i < 60; ++i)
        {
            const double size = random.chance(0.3) ? random.logUniform(1e-9, 1e9) : 1.0;
            Convex leaf = randomConvex(random, type, size);
            if (random.chance(0.3))
                leaf = leaf.placed(random.rotation(), random.inCube(random.logUniform(1e-3, 1e6)));
            const std::vector<Ball> balls = coverByBalls({leaf}, 0.0);
            CAPTURE(i, size, digits(leaf));
            REQUIRE(!balls.empty());
            CHECK(balls.size() <= 100);
            CHECK(uncovered({leaf}, balls, 400, random).empty());
        }
}

TEST_CASE("Every point of a mesh is in a ball: rough, open, thin, of several shells, of slivers, near and far")
{
    Random random(82);
    for (int kind = 0; kind < 5; ++kind)
        for (int i = 0; i < 15; ++i)
        {
            const double size = random.chance(0.3) ? random.logUniform(1e-9, 1e9) : 1.0;
            const Pose X = {random.rotation(), random.inCube(random.chance(0.3) ? 1e6 : 1.0)};
            std::vector<Convex> leaves;
            for (const Convex& t : randomMesh(random, kind))
                leaves.push_back(triangle(X * (size * t.a), X * (size * t.b), X * (size * t.c)));
            const std::vector<Ball> balls = coverByBalls(leaves, 0.0);
            CAPTURE(kind, i, size, balls.size());
            REQUIRE(!balls.empty());
            CHECK(uncovered(leaves, balls, 20 + 2000 / static_cast<int>(leaves.size()), random).empty());
        }
}

TEST_CASE("Every point of an object of many kinds of leaves is in a ball")
{
    Random random(83);
    for (int i = 0; i < 30; ++i)
    {
        std::vector<Convex> leaves;
        const int count = 2 + random.index(i % 3 ? 8 : 60);
        for (int k = 0; k < count; ++k)
            leaves.push_back(randomConvex(random, kTypes[random.index(7)], 1.0)
                                 .placed(Mat3::Identity(), random.inCube(random.chance(0.5) ? 1.0 : 3.0)));
        CAPTURE(i);
        CHECK(uncovered(leaves, coverByBalls(leaves, 0.0), 60, random).empty());
    }
}

TEST_CASE("A cover that lacks a ball, or whose balls are a little too small, is found out")
{
    Random random(84);
    std::vector<std::vector<Convex>> objects{ellipsoid(12, Vec3(1, 0.5, 0.3))};
    for (const Shape& shape :
         {Shape(Box{Vec3(1, 0.5, 0.3)}), Shape(Capsule{0.2, 1.0}), Shape(Cylinder{0.5, 0.5}), Shape(Cone{0.5, 1.0})})
        objects.push_back(geometryOf(shape, random.pose(1.0))->leaves());
    for (const std::vector<Convex>& leaves : objects)
    {
        const std::vector<Ball> balls = coverByBalls(leaves, 0.0);
        const int samples = 10000 / static_cast<int>(leaves.size());
        REQUIRE(balls.size() > 1);
        CHECK(uncovered(leaves, balls, samples, random).empty());
        int found = 0;
        for (std::size_t k = 0; k < balls.size(); ++k)
        {
            std::vector<Ball> broken = balls;
            broken.erase(broken.begin() + static_cast<std::ptrdiff_t>(k));
            found += uncovered(leaves, broken, samples, random).empty() ? 0 : 1;
        }
        // A ball may be needed for less than the samples see, but few are.
        CAPTURE(nameOf(leaves.front().type), found, balls.size());
        CHECK(4 * found >= 3 * static_cast<int>(balls.size()));
        std::vector<Ball> small = balls;
        // Sectors of cones reach two per cent beyond them.
        for (Ball& ball : small)
            ball.radius *= leaves.front().type == Convex::Type::Cone ? 0.95 : 0.99;
        CHECK(!uncovered(leaves, small, samples, random).empty());
    }
}

TEST_CASE("Swept points are their own balls, however many, beside what else there is")
{
    Random random(85);
    std::vector<Convex> leaves;
    for (int i = 0; i < 200; ++i)
        leaves.push_back(randomConvex(random, Convex::Type::Point, 1.0));
    const auto isAmong = [](const std::vector<Ball>& balls, const Convex& point, double outward) {
        return std::count_if(balls.begin(), balls.end(), [&](const Ball& ball) {
            return ball.centre == point.a && ball.radius >= point.radius + outward
                   && ball.radius <= (point.radius + outward) * (1.0 + 1e-11);
        });
    };
    const std::vector<Ball> own = coverByBalls(leaves, 1e-3);
    CHECK(own.size() == leaves.size());
    for (const Convex& leaf : leaves)
        CHECK(isAmong(own, leaf, 1e-3) == 1);
    const std::size_t points = leaves.size();
    leaves.push_back(randomConvex(random, Convex::Type::Box, 1.0));
    const std::vector<Ball> balls = coverByBalls(leaves, 0.0);
    CHECK(balls.size() > points);
    for (std::size_t i = 0; i < points; ++i)
        CHECK(isAmong(balls, leaves[i], 0.0) == 1);
}

TEST_CASE("Balls grow by what they are to hold more, and come by size")
{
    for (const auto& leaves : {ellipsoid(10, Vec3(1, 0.6, 0.4)), geometryOf(Cone{0.5, 1.0})->leaves()})
    {
        const std::vector<Ball> exact = coverByBalls(leaves, 0.0), grown = coverByBalls(leaves, 0.125);
        REQUIRE(exact.size() == grown.size());
        for (std::size_t i = 0; i < exact.size(); ++i)
        {
            CHECK(grown[i].centre == exact[i].centre);
            CHECK(grown[i].radius >= exact[i].radius + 0.125);
            CHECK(grown[i].radius <= exact[i].radius + 0.125 + 1e-11);
            if (i > 0)
                CHECK(exact[i].radius <= exact[i - 1].radius);
        }
    }
}

TEST_CASE("Few balls are enough, and they stand out little")
{
    struct Case
    {
        const char* name;
        std::vector<Convex> leaves;
        double out;  // in parts of the radius of the object
    };
    Random random(86);
    const Pose X = random.pose(1.0);
    const std::vector<Case> cases{
        {"cube", geometryOf(Box{Vec3(1, 1, 1)}, X)->leaves(), 0.15},
        {"box", geometryOf(Box{Vec3(0.2, 0.2, 1)}, X)->leaves(), 0.12},
        {"plate", geometryOf(Box{Vec3(1, 1, 0.1)}, X)->leaves(), 0.17},
        {"stick", geometryOf(Box{Vec3(1e-3, 1, 1e-3)}, X)->leaves(), 0.05},
        {"capsule", geometryOf(Capsule{0.25, 1}, X)->leaves(), 0.04},
        {"long capsule", geometryOf(Capsule{0.01, 1}, X)->leaves(), 0.04},
        {"long cylinder", geometryOf(Cylinder{0.1, 1}, X)->leaves(), 0.06},
        {"can", geometryOf(Cylinder{0.5, 0.5}, X)->leaves(), 0.27},
        {"disc", geometryOf(Cylinder{1, 0.1}, X)->leaves(), 0.35},
        {"cone", geometryOf(Cone{0.5, 1}, X)->leaves(), 0.2},
        {"ellipsoid", ellipsoid(20, Vec3(1, 0.5, 0.4)), 0.12},
        {"long ellipsoid", ellipsoid(20, Vec3(1, 0.15, 0.15)), 0.1},
    };
    for (const Case& c : cases)
    {
        const std::vector<Ball> balls = coverByBalls(c.leaves, 0.0);
        Vec3 low = Vec3::Constant(INFINITY), high = -low;
        for (const Convex& leaf : c.leaves)
            for (int k = 0; k < 3; ++k)
            {
                high[k] = std::max(high[k], leaf.support(Vec3::Unit(k)));
                low[k] = std::min(low[k], -leaf.support(-Vec3::Unit(k)));
            }
        CAPTURE(c.name, balls.size());
        CHECK(balls.size() <= 28);
        double radius = 0.0;
        for (const Convex& leaf : c.leaves)
            for (int k = 0; k < 200; ++k)
            {
                const Vec3 n = random.direction();
                radius = std::max(radius, (leaf.coreSupportPoint(n) + leaf.radius * n - 0.5 * (low + high)).norm());
            }
        CHECK(protrusion(c.leaves, balls, random) <= c.out * radius);
    }
}

TEST_CASE("The same leaves have the same balls, and a moved body balls as many")
{
    Random random(87);
    for (int kind = 0; kind < 5; ++kind)
    {
        const std::vector<Convex> leaves = randomMesh(random, kind);
        const std::vector<Ball> once = coverByBalls(leaves, 0.0), again = coverByBalls(leaves, 0.0);
        REQUIRE(once.size() == again.size());
        for (std::size_t i = 0; i < once.size(); ++i)
            CHECK((once[i].centre == again[i].centre && once[i].radius == again[i].radius));
    }
    for (const Shape& shape : {Shape(Box{Vec3(1, 0.3, 0.2)}), Shape(Capsule{0.1, 1}), Shape(Cylinder{0.1, 1})})
    {
        const auto here = leafBalls(geometryOf(shape)->cover()), there = leafBalls(geometryOf(shape, random.pose(1.0))->cover());
        CHECK(std::abs(static_cast<int>(here.size()) - static_cast<int>(there.size())) <= 8);
    }
}

TEST_CASE("Leaves of no extent, or beyond all measure, have balls that hold them")
{
    Random random(88);
    CHECK(coverByBalls({}, 0.0).empty());
    const Vec3 p(1, 2, 3);
    std::vector<std::vector<Convex>> objects{{triangle(p, p, p)}, {triangle(p, p, p), triangle(p, 2 * p, p)}};
    Convex segment;
    segment.type = Convex::Type::Segment;
    segment.a = segment.b = p;
    objects.push_back({segment});
    segment.radius = 1.0;
    objects.push_back({segment});
    segment.b += Vec3(1e-12, 0, 0);
    objects.push_back({segment});
    objects.push_back({segment, triangle(p, p, p)});
    for (const Convex::Type type : kTypes)
        for (const double size : {1e-300, 1e-170, 1e-120, 1e-90, 1e78, 1e90, 1e99, 1e120, 1e150})
            objects.push_back({randomConvex(random, type, size)});
    for (const std::vector<Convex>& leaves : objects)
    {
        CAPTURE(digits(leaves.front()));
        CHECK(uncovered(leaves, coverByBalls(leaves, 0.0), 100, random).empty());
    }
}

TEST_CASE("The cover of a geometry holds what its shapes are")
{
    Random random(89);
    for (int i = 0; i < 20; ++i)
    {
        const Pose X = random.pose(i % 2 ? 1e3 : 1.0);
        const auto geometry = geometryOf(Box{Vec3(1, 0.5, 0.2)}, X);
        for (int k = 0; k < 8; ++k)
        {
            const Vec3 corner((k & 1) ? 1 : -1, (k & 2) ? 0.5 : -0.5, (k & 4) ? 0.2 : -0.2);
            Wide p = lift<long double>(X.p);
            for (int r = 0; r < 3; ++r)
                for (int c = 0; c < 3; ++c)
                    p[r] += static_cast<long double>(X.R(r, c)) * corner[c];
            CHECK(distanceFrom(leafBalls(geometry->cover()), p) <= 0);
        }
    }
}
