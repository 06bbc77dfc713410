// reduce(): which face, edge or corner of a simplex carries the point nearest to the origin. Obligations, whatever the order of the vertices:
// 1. no point of the simplex is nearer than the one that is found, but for rounding;  2. it is a mean of the vertices kept, which are some of those
// there were;  3. that the origin is inside is said only where it is, or as near as rounding tells;  4. flat simplices, vertices that coincide, and
// needles are no exception;  5. of numbers that are none, or too large, some vertices are kept all the same.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "geometry/simplex.h"
#include "support/random_input.h"
#include "support/real.h"

using namespace gapless;
using namespace gapless::test;

namespace {

using Long = long double;

/// The distance of the hull of points, by the projections onto the affine hulls of all their subsets: of those that are means of the subset the nearest.
Long distanceOf(const std::vector<Vec3>& points)
{
    Long nearest = std::numeric_limits<Long>::infinity();
    for (unsigned subset = 1; subset < 1U << points.size(); ++subset)
    {
        std::vector<V3<Long>> of;
        for (std::size_t i = 0; i < points.size(); ++i)
            if ((subset >> i & 1U) != 0)
                of.push_back(lift<Long>(points[i]));
        // Gram-Schmidt: away from the first one, along what each of the others adds; with weights going back.
        const std::size_t count = of.size() - 1;
        std::vector<V3<Long>> axes(count);
        std::vector<std::vector<Long>> along(count, std::vector<Long>(count, 0));
        V3<Long> rest = -of[0];
        std::vector<Long> coordinate(count, 0);
        bool is_flat = false;
        for (std::size_t k = 0; k < count; ++k)
        {
            V3<Long> axis = of[k + 1] - of[0];
            const Long full = lengthOf<Long>(axis);
            for (std::size_t j = 0; j < k; ++j)
            {
                along[k][j] = axes[j].dot(axis);
                axis -= along[k][j] * axes[j];
            }
            const Long length = lengthOf<Long>(axis);
            is_flat = is_flat || !(length > 1e-15L * full);
            if (is_flat)
                break;
            along[k][k] = length;
            axes[k] = axis / length;
            coordinate[k] = axes[k].dot(rest);
            rest -= coordinate[k] * axes[k];
        }
        // Its parts, or other subsets, say the same.
        if (is_flat)
            continue;
        Long sum = 0;
        bool is_mean = true;
        std::vector<Long> weight(count, 0);
        for (std::size_t k = count; k-- > 0;)
        {
            Long left = coordinate[k];
            for (std::size_t j = k + 1; j < count; ++j)
                left -= weight[j] * along[j][k];
            weight[k] = left / along[k][k];
            sum += weight[k];
            is_mean = is_mean && weight[k] >= 0;
        }
        if (is_mean && sum <= 1)
            nearest = std::min(nearest, lengthOf<Long>(rest));
    }
    return nearest;
}

/// About at the origin, or beside it; some of them flat, or nearly, some with vertices that coincide.
std::vector<Vec3> randomPoints(Random& random, double size)
{
    std::vector<Vec3> points;
    const int count = 1 + random.index(4);
    const Vec3 middle = random.inCube(random.chance(0.5) ? size : random.logUniform(1e-6, 30.0) * size);
    const Vec3 flat = random.direction();
    const double thickness = random.chance(0.6) ? 1.0 : random.chance(0.5) ? 0.0 : random.logUniform(1e-17, 1e-3);
    for (int i = 0; i < count; ++i)
    {
        Vec3 from_middle = random.inCube(size);
        from_middle -= (1.0 - thickness) * from_middle.dot(flat) * flat;
        if (random.chance(0.1) && i > 0)
            from_middle = random.chance(0.5) ? Vec3(points[0] - middle) : Vec3(0.5 * (points[0] + points.back()) - middle);
        points.push_back(middle + from_middle);
    }
    return points;
}

/// How much nearer than found the simplex comes, in sizes of it; infinity where something else is wrong.
template <class Reduce>
double excess(const std::vector<Vec3>& points, const Reduce& reduceIt)
{
    constexpr double kWrong = std::numeric_limits<double>::infinity();
    Simplex simplex;
    double size = 0.0;
    for (const Vec3& w : points)
    {
        // What is there already is no vertex.
        simplex.add({w, w, w});
        size = std::max(size, w.norm());
    }
    const Long truth = distanceOf(points);
    if (!reduceIt(simplex))
        return static_cast<double>(truth) / size;
    double sum = 0.0;
    Vec3 same = Vec3::Zero();
    for (int i = 0; i < simplex.size; ++i)
    {
        const SimplexVertex& vertex = simplex.vertex[static_cast<std::size_t>(i)];
        const double weight = simplex.weight[static_cast<std::size_t>(i)];
        if (!(weight >= 0.0) || std::find(points.begin(), points.end(), vertex.w) == points.end())
            return kWrong;
        sum += weight;
        same += weight * vertex.a;
    }
    if (simplex.size < 1 || !(std::abs(sum - 1.0) < 1e-12) || !((same - simplex.nearest()).norm() <= 1e-12 * size))
        return kWrong;
    return static_cast<double>(lengthOf<Long>(lift<Long>(simplex.nearest())) - truth) / size;
}

/// As a wrong one would: it never looks at the faces with the last vertex.
bool forgetsTheLast(Simplex& simplex)
{
    if (simplex.size > 1)
        --simplex.size;
    return reduce(simplex);
}

}  // namespace

TEST_CASE("What a simplex is reduced to carries its point nearest to the origin")
{
    Random random(1);
    double worst = 0.0, of_wrong = 0.0;
    for (int round = 0; round < 100000; ++round)
    {
        const std::vector<Vec3> points = randomPoints(random, std::pow(10.0, random.index(13) - 6));
        const double off = excess(points, [](Simplex& simplex) { return reduce(simplex); });
        worst = std::max(worst, off);
        if (!(off < 1e-7 && off > -1e-12))
        {
            CAPTURE(round, off, points.size());
            CHECK(off < 1e-7);
            CHECK(off > -1e-12);
        }
        of_wrong = std::max(of_wrong, excess(points, forgetsTheLast));
    }
    CAPTURE(worst);
    CHECK(worst < 1e-7);
    CHECK(of_wrong > 0.1);
}

TEST_CASE("The origin is found inside of needles, too, however long")
{
    Random random(3);
    int needles = 0;
    while (needles < 20000)
    {
        std::array<Vec3, 4> points;
        points[3].setZero();
        for (std::size_t i = 0; i < 3; ++i)
        {
            points[i] = random.inCube(1.0);
            points[3] -= random.uniform(0.1, 1.0) * points[i];
        }
        if (std::abs(points[0].dot(points[1].cross(points[2]))) < 0.05)
            continue;
        ++needles;
        points[3] *= random.logUniform(1.0, 1e9);
        std::swap(points[3], points[static_cast<std::size_t>(random.index(4))]);
        const double size = random.logUniform(1e-6, 1e3);
        Simplex simplex;
        for (const Vec3& w : points)
            simplex.add({size * w, w, w});
        CHECK(!reduce(simplex));
    }
}

TEST_CASE("Of what is no number, or overflows, some vertices of a simplex are kept")
{
    Random random(2);
    for (int round = 0; round < 2000; ++round)
    {
        Simplex simplex;
        const int count = 1 + random.index(4);
        const double wild[] = {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e200, 1e-200};
        for (int i = 0; i < count; ++i)
        {
            Vec3 w = random.inCube(1.0);
            if (random.chance(0.5))
                w[random.index(3)] = wild[random.index(4)];
            simplex.add({w, w, w});
        }
        const int before = simplex.size;
        reduce(simplex);
        CHECK(simplex.size >= 1);
        CHECK(simplex.size <= before);
    }
    // Products that overflow: not a mean of nothing, which would be the origin.
    Simplex large;
    for (const Vec3& w : {Vec3(1e77, -3e76, 1e76), Vec3(-2e77, 3e76, 1e76), Vec3(-2e77, 8e76, 1e76)})
        large.add({w, w, w});
    REQUIRE(reduce(large));
    CHECK(large.nearest().norm() >= 1e76);
}
