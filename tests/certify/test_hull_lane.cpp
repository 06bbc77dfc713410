// What hull_lane.h claims of two hulls in a lane, and what it is made of, against long double, on every instruction set that the machine has.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <gapless/geometry/collision_geometry.h>
#include <gapless/geometry/convex_distance.h>

#include "certify/hull_lane.h"
#include "course.h"
#include "lane_kernels_support.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

const OuterHull& hullOf(const CollisionGeometry& geometry)
{
    return geometry.hulls().node(HullTree::kRoot).hull;
}

CollisionGeometry randomBox(Random& random)
{
    const Box box{Vec3(random.uniform(0.01, 0.5), random.uniform(0.01, 0.5), random.uniform(0.01, 0.5))};
    return CollisionGeometry({{box, random.pose(0.5)}}, "box");
}

struct TwoCourses
{
    Course a, b;
    double first = 0.0, last = 0.0;

    static TwoCourses random(Random& random)
    {
        TwoCourses courses{Course::random(random), Course::random(random), -random.logUniform(1e-3, 0.3),
                           random.logUniform(1e-3, 0.3)};
        if (random.chance(0.5))
            courses.first = -courses.last;
        else if (random.chance(0.2))
            (random.chance(0.5) ? courses.first : courses.last) = 0.0;
        return courses;
    }
    HullLane lane() const { return {a.body(), b.body(), b.p - a.p, b.v - a.v, first, last}; }
    /// What the bound may be short by: bends, at either end.
    double bent(const OuterHull& A, const OuterHull& B) const
    {
        const auto most = [&](const HullBody& body, const OuterHull& hull) {
            return body.bend + hull.reach() * (body.turn_rate + body.omega.squaredNorm());
        };
        const double span = std::max(-first, last);
        return (most(a.body(), A) + most(b.body(), B)) * span * span;
    }
    /// The least of n.(y - x) over the points of both, at times of the lane.
    Long gap(const OuterHull& A, const OuterHull& B, const Vec3& n) const
    {
        constexpr int kSteps = 32;
        const V3<Long> m = lift<Long>(n);
        Long least = kInfinity;
        for (int step = 0; step <= kSteps; ++step)
        {
            const Long s = first + (Long(last) - first) * step / kSteps;
            Long low = kInfinity, high = -kInfinity;
            for (std::size_t i = 0; i < B.count(); ++i)
                low = std::min(low, m.dot(b.at(B.point(i), s)));
            for (std::size_t i = 0; i < A.count(); ++i)
                high = std::max(high, m.dot(a.at(A.point(i), s)));
            least = std::min(least, low - high);
        }
        return least;
    }
};

/// How often a lane that was tampered with claims too much. @param sharp set to how often the bound is near the truth
int tooMuch(const LaneKernels& kernels, const std::function<void(HullLane&)>& tamper, int rounds, int* sharp = nullptr)
{
    constexpr double kRounding = 1e-13, kOfFloats = 1e-5;
    Random random(5);
    int found = 0;
    for (int round = 0; round < rounds; ++round)
    {
        const CollisionGeometry a = randomBox(random), b = randomBox(random);
        const OuterHull &A = hullOf(a), &B = hullOf(b);
        const TwoCourses courses = TwoCourses::random(random);
        HullLane lane = courses.lane();
        const double bent = courses.bent(A, B);
        tamper(lane);
        const Vec3 n = random.direction();
        const double gap = hullGap(kernels, A, B, lane, n);
        const Long truth = courses.gap(A, B, n);
        found += !(gap <= truth + kRounding);
        if (sharp)
            *sharp += gap >= truth - bent - kOfFloats;
    }
    return found;
}

}  // namespace

TEST_CASE("Of many points the one that is farthest is found, and how far")
{
    onEveryTarget([](const LaneKernels& kernels) {
        Random random(1);
        double worst = 0.0;
        for (int round = 0; round < 3000; ++round)
        {
            const std::size_t count = 16 * static_cast<std::size_t>(1 + random.index(16));
            const double size = std::pow(10.0, random.uniform(-12, 12));
            std::vector<float> coordinates(3 * count);
            for (float& x : coordinates)
                x = static_cast<float>(size * (random.chance(0.2) ? std::round(random.uniform(-2, 2)) : random.uniform(-2, 2)));
            const auto point = [&](std::size_t i) {
                return Vec3(coordinates[i], coordinates[count + i], coordinates[2 * count + i]);
            };
            const auto direction = [&]() -> Vec3 {
                return random.chance(0.2) ? Vec3(Vec3::Unit(random.index(3)))
                                          : Vec3(random.direction() * std::pow(10.0, random.uniform(-12, 12)));
            };
            const std::array<Vec3, 2> n = {direction(), direction()};
            double farthest = 0.0, reach = 0.0, both[2] = {0.0, 0.0};
            for (std::size_t i = 0; i < count; ++i)
                farthest = std::max(farthest, point(i).norm() * (1 + 1e-12));
            const std::size_t at = kernels.farthest(coordinates.data(), count, n[0].data(), reach);
            kernels.reaches(coordinates.data(), count, n[0].data(), n[1].data(), both);
            const auto height = [&](std::size_t k, std::size_t i) {
                return Long(n[k].x()) * point(i).x() + Long(n[k].y()) * point(i).y() + Long(n[k].z()) * point(i).z();
            };
            REQUIRE(at < count);
            for (std::size_t k = 0; k < 2; ++k)
            {
                Long most = -kInfinity;
                for (std::size_t i = 0; i < count; ++i)
                    most = std::max(most, height(k, i));
                const Long off = Long(kOfFarthest) * n[k].norm() * farthest + Long(kUnderflowOf<float>);
                const Long found = k == 0 ? std::max(std::abs(reach - most), 0.5L * (most - height(0, at))) : 0.0L;
                worst = std::max(worst, static_cast<double>(std::max(found, std::abs(both[k] - most)) / off));
                if (!(found <= off && std::abs(both[k] - most) <= off))
                {
                    CAPTURE(round, k, count, digits(n[k]), size);
                    CHECK(found <= off);
                    CHECK(std::abs(both[k] - most) <= off);
                }
            }
        }
        // The error is that of such sums, and no larger.
        CHECK(worst > 0.2);
    });
}

TEST_CASE("The gap of two hulls is no more than at any time of the lane, and not much less")
{
    onEveryTarget([](const LaneKernels& kernels) {
        int sharp = 0;
        CHECK(tooMuch(
                  kernels, [](HullLane&) {}, 2000, &sharp)
              == 0);
        CHECK(sharp == 2000);
    });
}

TEST_CASE("A lane that lacks a term claims too much")
{
    const LaneKernels& kernels = laneKernels();
    const std::vector<std::pair<std::string, std::function<void(HullLane&)>>> broken = {
        {"velocity", [](HullLane& lane) { lane.v.setZero(); }},
        {"half of the velocity", [](HullLane& lane) { lane.v *= 0.5; }},
        {"the first one's turn", [](HullLane& lane) { lane.a.omega.setZero(); }},
        {"the second one's turn", [](HullLane& lane) { lane.b.omega.setZero(); }},
        {"turns the other way", [](HullLane& lane) { lane.a.omega = -lane.a.omega; }},
        {"accelerations of origins",
         [](HullLane& lane) {
             lane.a.bend = 0.0;
             lane.b.bend = 0.0;
         }},
        {"what turning faster and faster bends", [](HullLane& lane) { lane.a.turn_rate = lane.b.turn_rate = 0.0; }},
        {"a tenth of what is before", [](HullLane& lane) { lane.first *= 0.9; }},
        {"a tenth of what is after", [](HullLane& lane) { lane.last *= 0.9; }},
        {"the way", [](HullLane& lane) { lane.p = -lane.p; }},
    };
    for (const auto& [name, tamper] : broken)
    {
        INFO(name);
        CHECK(tooMuch(kernels, tamper, 500) > 0);
    }
}

TEST_CASE("The height of a point of a body whose axis turns is bounded, not without the rate at which it does")
{
    Random random(8);
    int broken = 0;
    for (int round = 0; round < 300; ++round)
    {
        const Vec3 omega = random.inCube(4.0), change = random.inCube(6.0), point = random.inCube(1.0);
        const double end = random.uniform(-0.3, 0.3);
        const Vec3 n = random.chance(0.5) ? Vec3(omega.normalized()) : random.direction();
        const HullBody at_rest{Mat3::Identity(), Vec3::Zero(), 0.0, 0.0};
        HullBody turning{Mat3::Identity(), omega, change.norm(), 0.0};
        // By the classical method of Runge and Kutta.
        V3<Long> x = lift<Long>(point);
        const auto rate = [&](Long s, const V3<Long>& at) { return (lift<Long>(omega) + lift<Long>(change) * s).cross(at); };
        constexpr int kSteps = 1000;
        const Long ds = Long(end) / kSteps;
        for (int k = 0; k < kSteps; ++k)
        {
            const Long s = k * ds;
            const V3<Long> k1 = rate(s, x), k2 = rate(s + ds / 2, x + k1 * (ds / 2)), k3 = rate(s + ds / 2, x + k2 * (ds / 2)),
                           k4 = rate(s + ds, x + k3 * ds);
            x = x + (k1 + k2 * 2 + k3 * 2 + k4) * (ds / 6);
        }
        const OuterHull origin({Vec3::Zero()}, 0.0), hull({point}, 0.0);
        const auto gap = [&] {
            const HullLane lane{at_rest, turning, Vec3::Zero(), Vec3::Zero(), std::min(end, 0.0), std::max(end, 0.0)};
            return hullGap(laneKernels(), origin, hull, lane, n);
        };
        const Long truth = lift<Long>(n).dot(x) + 1e-12L;
        CAPTURE(round, end);
        CHECK(gap() <= truth);
        turning.turn_rate = 0.0;
        broken += gap() > truth;
    }
    CHECK(broken > 10);
}

TEST_CASE("A direction is found along which two hulls are about as far apart as they are")
{
    onEveryTarget([](const LaneKernels& kernels) {
        Random random(6);
        int apart = 0;
        for (int round = 0; round < 300; ++round)
        {
            const CollisionGeometry a = randomBox(random), b = randomBox(random);
            const auto atRest = [&] { return HullBody{random.rotation(), Vec3::Zero(), 0.0, 0.0}; };
            const HullLane still{atRest(), atRest(), random.inCube(2.0), Vec3::Zero(), -0.0625, 0.0625};
            const ConvexDistance d = convexDistance(a.leaves()[0].placed(still.a.R, Vec3::Zero()),
                                                    b.leaves()[0].placed(still.b.R, still.p), still.p, 0.0);
            CAPTURE(round, d.lower, d.upper);
            const auto gapBeyond = [&](double needed, const HullLane& lane) {
                Vec3 way = random.direction();
                return gapOfHulls(kernels, hullOf(a), hullOf(b), lane, needed, random.chance(0.5), way);
            };
            const double needed = 0.9 * std::max(d.lower, 0.0);
            const GapOfHulls less = gapBeyond(needed, still), more = gapBeyond(1.0001 * d.upper + 1e-12, still);
            CHECK((less.all_along || d.lower < 1e-3));
            CHECK((!less.all_along || d.lower > 0.0));
            CHECK(less.there == less.all_along.has_value());
            if (less.all_along)
                CHECK((*less.all_along > needed && *less.all_along <= d.upper + 1e-13));
            CHECK((!more.all_along && !more.there));
            apart += less.all_along.has_value();
            // When it is hit before the end, they are apart there alone.
            HullLane hit = still;
            hit.v = -2.0 / hit.last * hit.p;
            const GapOfHulls before = gapBeyond(needed, hit);
            CHECK(!before.all_along);
            CHECK(before.there == less.there);
        }
        CHECK(apart > 100);
    });
}

TEST_CASE("Whether hulls are apart by less than floats tell is told by doubles")
{
    onEveryTarget([](const LaneKernels& kernels) {
        Random random(9);
        for (int round = 0; round < 200; ++round)
        {
            const Vec3 half_a = Vec3::Constant(0.2) + random.inCube(0.1), half_b = Vec3::Constant(0.2) + random.inCube(0.1);
            const CollisionGeometry a({{boxMesh(half_a), at(0, 0, 0)}}, "a"), b({{boxMesh(half_b), at(0, 0, 0)}}, "b");
            const HullBody at_rest{Mat3::Identity(), Vec3::Zero(), 0.0, 0.0};
            const double gap = std::pow(10.0, random.uniform(-10, -6));
            const HullLane lane{at_rest, at_rest, Vec3(half_a.x() + half_b.x() + gap, 0, 0), Vec3::Zero(), -0.0625, 0.0625};
            for (const double share : {0.5, 1.5})
            {
                Vec3 way = Vec3::UnitX();
                const GapOfHulls found = gapOfHulls(kernels, hullOf(a), hullOf(b), lane, share * gap, true, way);
                CAPTURE(round, gap, share);
                CHECK(found.there == (share < 1.0));
                CHECK(found.all_along.has_value() == (share < 1.0));
                CHECK(found.all_along.value_or(gap) <= gap + 1e-15);
            }
        }
    });
}

TEST_CASE("Numbers that are too large, or none, prove nothing")
{
    Random random(7);
    const CollisionGeometry a = randomBox(random), b = randomBox(random);
    const HullBody at_rest{Mat3::Identity(), Vec3::Zero(), 0.0, 0.0};
    const HullLane good{at_rest, at_rest, Vec3(9, 0, 0), Vec3::Zero(), -0.0625, 0.0625};
    Vec3 way = Vec3::UnitX();
    CHECK(gapOfHulls(laneKernels(), hullOf(a), hullOf(b), good, 0.0, true, way).all_along);
    // Of such a mesh a corner may be missing: what says how far it is off has overflowed.
    const CollisionGeometry large({{boxMesh(Vec3::Constant(1e61)), at(-2e61, 0, 0)}}, "large");
    CHECK(!gapOfHulls(laneKernels(), hullOf(large), hullOf(b), good, 0.0, true, way).all_along);
    for (const double bad : {kNaN, kInfinity, -kInfinity, 1e200, 1e300})
    {
        const std::vector<std::function<void(HullLane&)>> spoil = {[bad](HullLane& lane) { lane.p.y() = bad; },
                                                                   [bad](HullLane& lane) { lane.v.z() = bad; },
                                                                   [bad](HullLane& lane) { lane.a.omega.x() = bad; },
                                                                   [bad](HullLane& lane) { lane.b.omega.y() = bad; },
                                                                   [bad](HullLane& lane) { lane.a.bend = std::abs(bad); },
                                                                   [bad](HullLane& lane) { lane.b.turn_rate = std::abs(bad); },
                                                                   [bad](HullLane& lane) { lane.a.R(0, 0) = bad; },
                                                                   [bad](HullLane& lane) { lane.b.R.setConstant(bad); }};
        for (std::size_t i = 0; i < spoil.size(); ++i)
        {
            HullLane lane = good;
            spoil[i](lane);
            CAPTURE(bad, i);
            CHECK(!(hullGap(laneKernels(), hullOf(a), hullOf(b), lane, Vec3::UnitX()) > 0.0));
            way = Vec3::UnitX();
            CHECK(!gapOfHulls(laneKernels(), hullOf(a), hullOf(b), lane, 0.0, true, way).all_along);
        }
    }
}
