// What lane_kernels.h claims of rectangles in lanes, against points of them at dense times in long double, on every instruction set that
// the machine has.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "certify/lane_kernels.h"
#include "lane_kernels_support.h"
#include "lane_sets.h"
#include "support/random_scene.h"
#include "support/sanitized.h"

using namespace gapless;
using namespace gapless::test;

namespace {

/// Rectangles in each lane whose centres and half sides are on curves of constant acceleration.
struct MovingRectangles
{
    RssLanes rss = {};
    Vec3 acceleration[kLanes][3];  // of the centre and of the half sides

    explicit MovingRectangles(std::size_t count) { rss.count = count; }

    /// @param x, v, a of the centre, then of the half sides
    void set(std::size_t k, const Vec3 (&x)[3], const Vec3 (&v)[3], const Vec3 (&a)[3])
    {
        put(x[0], rss.centre.x, k);
        put(v[0], rss.centre.v, k);
        double bend = a[0].norm();
        acceleration[k][0] = a[0];
        for (std::size_t side = 0; side < rss.count; ++side)
        {
            put(x[side + 1], rss.side[side], k);
            put(v[side + 1], rss.swing[side], k);
            acceleration[k][side + 1] = a[side + 1];
            bend += a[side + 1].norm();
            // Only the way to the nearest point rests on it.
            rss.inverse_square[side] = 1.0 / std::max(x[side + 1].squaredNorm(), 1e-300);
        }
        rss.centre.bend.at[k] = bend;
    }
    V3<Long> at(std::size_t k, Long time, Long s0, Long s1) const
    {
        const auto curve = [&](const Lanes* x, const Lanes* v, const Vec3& a) {
            return V3<Long>(lift<Long>(vectorOf(x, k)) + lift<Long>(vectorOf(v, k)) * time
                            + lift<Long>(a) * (time * time / Long(2)));
        };
        V3<Long> point = curve(rss.centre.x, rss.centre.v, acceleration[k][0]);
        for (std::size_t side = 0; side < rss.count; ++side)
            point = point + curve(rss.side[side], rss.swing[side], acceleration[k][side + 1]) * (side == 0 ? s0 : s1);
        return point;
    }
};

constexpr int kTimes = 8, kPoints = 4;

/// Of points of the rectangle at times of the lane, both ends and the corners among them: not less than the least distance.
template <class F>
Long leastOver(const MovingRectangles& moving, std::size_t k, double half_width, bool only_middle, const F& distance)
{
    Long least = kInfinity;
    for (int i = only_middle ? 0 : -kTimes; i <= (only_middle ? 0 : kTimes); ++i)
        for (int a = -kPoints; a <= (moving.rss.count > 0 ? kPoints : -kPoints); ++a)
            for (int b = -kPoints; b <= (moving.rss.count > 1 ? kPoints : -kPoints); ++b)
                least =
                    std::min(least, distance(moving.at(k, Long(half_width) * i / kTimes, Long(a) / kPoints, Long(b) / kPoints)));
    return least;
}

MovingRectangles randomRectangles(Random& random, const Vec3& about, double size, double half_width)
{
    MovingRectangles moving(static_cast<std::size_t>(random.index(3)));
    const double pace = random.logUniform(0.01, 1.0) * size, bend = random.chance(0.3) ? 0.0 : pace * random.unit();
    for (std::size_t k = 0; k < kLanes; ++k)
    {
        const Vec3 u = random.direction(), w = u.cross(random.direction());
        const Vec3 x[3] = {about + random.inCube(2 * size), u * (random.unit() * size), w * (random.unit() * size)};
        Vec3 v[3], a[3];
        for (int i = 0; i < 3; ++i)
        {
            v[i] = random.direction() * (pace * random.unit() / half_width);
            a[i] = random.direction() * (bend * random.unit() / (half_width * half_width));
        }
        moving.set(k, x, v, a);
    }
    return moving;
}

/// A rectangle over the plane z = 0 near (0, 1/4), tilted, its corners moving up and down; and the least height over the lane of its corners, less
/// what the bend may add.
struct Tilted
{
    MovingRectangles moving;
    double least[kLanes], there[kLanes];
};

Tilted tiltedOver(Random& random, std::size_t count, double half_width, double height)
{
    Tilted out{MovingRectangles(count), {}, {}};
    for (std::size_t k = 0; k < kLanes; ++k)
    {
        const double speed = 0.1 / half_width, bend = k % 2 ? 0.1 / (half_width * half_width) : 0.0;
        const Vec3 x[3] = {Vec3(0.05 * random.unit(), 0.25, height + 1.0), Vec3(0.1, 0, random.uniform(-0.1, 0.1)),
                           Vec3(0, 0.1, random.uniform(-0.1, 0.1))};
        const Vec3 v[3] = {Vec3::UnitZ() * random.uniform(-speed, speed), Vec3::UnitZ() * random.uniform(-speed, speed),
                           Vec3::UnitZ() * random.uniform(-speed, speed)};
        const Vec3 a[3] = {-Vec3::UnitZ() * (bend * random.unit()), Vec3::UnitZ() * (bend * random.unit()),
                           Vec3::UnitZ() * (bend * random.unit())};
        out.moving.set(k, x, v, a);
        out.least[k] = out.there[k] = kInfinity;
        for (const double end : {-half_width, half_width})
            for (const int s0 : {-1, 1})
                for (const int s1 : {-1, 1})
                {
                    const double sides[2] = {count > 0 ? double(s0) : 0.0, count > 1 ? double(s1) : 0.0};
                    const double z = x[0].z() + sides[0] * x[1].z() + sides[1] * x[2].z();
                    const double rate = v[0].z() + sides[0] * v[1].z() + sides[1] * v[2].z();
                    out.there[k] = std::min(out.there[k], z - height);
                    out.least[k] = std::min(out.least[k], z + end * rate - height);
                }
        out.least[k] -= out.moving.rss.centre.bend.at[k] * half_width * half_width / 2;
    }
    return out;
}

/// What is asked of a set or another rectangle is answered by the closed form, lane by lane and for all of them.
template <class F>
void checkTilted(const Tilted& tilted, double half_width, const F& ask)
{
    const double radius = 0.125;
    double least = kInfinity;
    for (std::size_t k = 0; k < kLanes; ++k)
    {
        const std::uint32_t lane = 1U << k;
        CAPTURE(k, tilted.least[k], tilted.there[k]);
        CHECK((ask(LaneTest{half_width, radius, tilted.least[k] - radius - 1e-9, lane}).apart & lane) == lane);
        CHECK((ask(LaneTest{half_width, radius, tilted.least[k] - radius + 1e-9, lane}).apart & lane) == 0);
        CHECK((ask(LaneTest{half_width, radius, tilted.there[k] - radius - 1e-9, lane}).apart_there & lane) == lane);
        CHECK((ask(LaneTest{half_width, radius, tilted.there[k] - radius + 1e-9, lane}).apart_there & lane) == 0);
        least = std::min(least, tilted.least[k] - radius);
    }
    CHECK(std::abs(ask(LaneTest{half_width, radius, least - 1e-9, kAllLanes}).least - least) <= 1e-8);
}

}  // namespace

TEST_CASE("What is apart from a rectangle in a lane is so of all its points at every time, on random curves")
{
    onEveryTarget([&](const LaneKernels& kernels) {
        Random random(15);
        int apart = 0, asked = 0;
        for (int round = 0; round < 60 / kShare + 1; ++round)
            for (const TestedSet& set : randomSets(random, 1.0))
            {
                const double half_width = random.logUniform(1e-3, 1.0);
                const MovingRectangles moving = randomRectangles(random, set.about, set.size, half_width);
                LaneTest test{half_width, random.uniform(0, 0.2) * set.size, random.chance(0.5) ? 0.0 : 0.1 * set.size,
                              kAllLanes};
                const LaneGaps gaps = set.ask_rss(kernels, moving.rss, test);
                Long least_apart = kInfinity;
                CAPTURE(set.name, moving.rss.count, half_width);
                for (std::size_t k = 0; k < kLanes; ++k)
                {
                    const auto distance = [&](const V3<Long>& x) { return distanceOf(set.piece, x) - test.radius; };
                    const Long least = leastOver(moving, k, half_width, false, distance);
                    const Long there = leastOver(moving, k, half_width, true, distance);
                    const double tolerance = 1e-13 * (1 + set.size);
                    const bool is_apart = gaps.apart >> k & 1U, is_there = gaps.apart_there >> k & 1U;
                    CHECK_FALSE((is_apart && least <= test.clearance - tolerance));
                    CHECK_FALSE((is_there && there <= test.clearance - tolerance));
                    CHECK_FALSE((is_apart && !is_there));
                    if (is_apart)
                        least_apart = std::min(least_apart, least);
                    apart += is_apart;
                    ++asked;
                    // Asked for more than there is: never.
                    LaneTest more = test;
                    more.clearance = static_cast<double>(least) + tolerance;
                    CHECK((set.ask_rss(kernels, moving.rss, more).apart >> k & 1U) == 0);
                }
                CHECK(gaps.least <= least_apart + 1e-12 * (1 + set.size));
            }
        CHECK(apart > asked / 10);
        CHECK(apart < asked);
    });
}

TEST_CASE("A rectangle over a face has the gap of its lowest corner at the worse end of the lane")
{
    onEveryTarget([&](const LaneKernels& kernels) {
        Random random(16);
        for (const TestedSet& set : straightSets())
        {
            const bool is_flat = set.name == "rectangle" || set.name == "node" || set.name == "triangle";
            if (!is_flat && set.name != "box" && set.name != "disc")
                continue;
            const double height = set.name == "box" ? 0.25 : set.name == "disc" ? 0x1p-10 : 0.0;
            for (std::size_t count = 0; count <= 2; ++count)
                for (int round = 0; round < 5; ++round)
                {
                    const double half_width = random.logUniform(1e-3, 1.0);
                    const Tilted tilted = tiltedOver(random, count, half_width, height);
                    CAPTURE(set.name, count);
                    checkTilted(tilted, half_width,
                                [&](const LaneTest& test) { return set.ask_rss(kernels, tilted.moving.rss, test); });
                }
        }
    });
}

TEST_CASE("The box of a rectangle holds its points at every time of the lane, and counts each term once")
{
    onEveryTarget([&](const LaneKernels& kernels) {
        Random random(23);
        for (int round = 0; round < 60; ++round)
        {
            const double half_width = random.logUniform(1e-3, 1.0);
            const MovingRectangles moving = randomRectangles(random, random.inCube(2), 1.0, half_width);
            BoxLanes boxes;
            kernels.boxes(moving.rss, half_width, boxes);
            for (std::size_t k = 0; k < kLanes; ++k)
                for (int axis = 0; axis < 3; ++axis)
                {
                    const double low = boxes.low[axis].at[k], high = boxes.high[axis].at[k];
                    const auto aboveLow = [&](const V3<Long>& x) { return x[axis] - low; };
                    const auto belowHigh = [&](const V3<Long>& x) { return high - x[axis]; };
                    CAPTURE(k, axis, moving.rss.count);
                    CHECK(leastOver(moving, k, half_width, false, aboveLow) >= -1e-12);
                    CHECK(leastOver(moving, k, half_width, false, belowHigh) >= -1e-12);
                    double reach = half_width * std::abs(vectorOf(moving.rss.centre.v, k)[axis])
                                   + 0.5 * half_width * half_width * moving.rss.centre.bend.at[k];
                    for (std::size_t side = 0; side < moving.rss.count; ++side)
                        reach += std::abs(vectorOf(moving.rss.side[side], k)[axis])
                                 + half_width * std::abs(vectorOf(moving.rss.swing[side], k)[axis]);
                    const double x = vectorOf(moving.rss.centre.x, k)[axis];
                    CHECK(std::abs(x - reach - low) <= 1e-12);
                    CHECK(std::abs(x + reach - high) <= 1e-12);
                }
        }
    });
}

TEST_CASE("Rectangles that are no numbers, or in the set, are never apart")
{
    onEveryTarget([&](const LaneKernels& kernels) {
        Random random(19);
        for (const TestedSet& set : straightSets())
            for (std::size_t broken = 0; broken < kLanes; ++broken)
                for (int what = 0; what < 22; ++what)
                {
                    const double half_width = 0.5;
                    Tilted tilted = tiltedOver(random, 2, half_width, 2.0);
                    RssLanes& rss = tilted.moving.rss;
                    const double bad = broken % 2 ? kNaN : random.chance(0.5) ? kInfinity : -kInfinity;
                    Lanes* const lanes[7] = {rss.centre.x, rss.centre.v, rss.side[0], rss.side[1],
                                             rss.swing[0], rss.swing[1], nullptr};
                    if (what == 21)
                        rss.centre.bend.at[broken] = broken % 2 ? kNaN : kInfinity;
                    else if (what < 18)
                        lanes[what / 3][what % 3].at[broken] = bad;
                    else
                        // Through the set: its centre is on a corner, an edge, or inside of the rectangle.
                        put(set.about - (what > 18 ? vectorOf(rss.side[0], broken) : Vec3(Vec3::Zero()))
                                - (what > 19 ? vectorOf(rss.side[1], broken) : Vec3(Vec3::Zero())),
                            rss.centre.x, broken);
                    CAPTURE(set.name, broken, what);
                    const std::uint32_t others = kAllLanes & ~(1U << broken);
                    // The error that its callers add.
                    const double radius = what >= 18 ? 1e-13 : 0.0;
                    CHECK(set.ask_rss(kernels, rss, {half_width, radius, 0.0, kAllLanes}).apart == others);
                    CHECK(set.ask_rss(kernels, rss, {half_width, radius, 0.0, kAllLanes}).least < kInfinity);
                }
    });
}

TEST_CASE("What has overflowed is not apart")
{
    LaneBox box = {};
    box.count = 1;
    box.axis[0][0] = 1.0;
    box.half[0] = box.centre[0] = 1.2e154;
    onEveryTarget([&](const LaneKernels& kernels) {
        for (const double speed : {0.0, -3e155})
        {
            RssLanes rss = {};
            for (std::size_t k = 0; k < kLanes; ++k)
            {
                put(Vec3(-1e154, 0, 0), rss.centre.x, k);
                put(Vec3(speed, 0, 0), rss.centre.v, k);
            }
            const LaneTest test{1.0 / 16, 1e143, 0.0, kAllLanes};
            CHECK(kernels.rssBox(rss, box, test).apart == 0);
            CHECK(kernels.ballBox(rss.centre, box, test).apart == 0);
        }
    });
}

TEST_CASE("A node is placed in lanes, and seen from a frame that stands still, as its pose says")
{
    Random random(20);
    onEveryTarget([&](const LaneKernels& kernels) {
        for (int round = 0; round < 50; ++round)
        {
            RssNode node;
            const Pose X = random.pose(2), frame = random.pose(3);
            node.centre = X.p;
            node.u = X.R.col(0);
            node.v = X.R.col(1);
            node.half_u = round % 3 == 0 ? 0.0 : random.unit();
            node.half_v = round % 4 == 0 ? 0.0 : random.unit();
            const LaneRss lane_rss = laneRss(node);
            std::vector<Vec3> sides;
            for (const Vec3& side : {Vec3(node.half_u * node.u), Vec3(node.half_v * node.v)})
                if (side.norm() > 0.0)
                    sides.push_back(side);
            REQUIRE(lane_rss.count == sides.size());
            for (const int s0 : {-1, 1})
                for (const int s1 : {-1, 1})
                    CHECK((node.centre + s0 * node.half_u * node.u + s1 * node.half_v * node.v).norm() <= lane_rss.reach);
            BodyLanes body = {};
            Pose poses[kLanes];
            for (std::size_t k = 0; k < kLanes; ++k)
            {
                poses[k] = random.pose(3);
                for (int i = 0; i < 9; ++i)
                    body.R[i].at[k] = poses[k].R(i / 3, i % 3);
                put(poses[k].p, body.p, k);
                put(random.inCube(1), body.v, k);
                put(random.inCube(1), body.omega, k);
                body.turn.at[k] = random.unit();
                body.turn_rate.at[k] = random.unit();
                body.bend.at[k] = random.unit();
            }
            RssLanes rss, seen;
            kernels.placeRss(body, lane_rss, rss);
            kernels.rssToFrame(rss, frame.R.data(), frame.p.data(), seen);
            REQUIRE(rss.count == sides.size());
            REQUIRE(seen.count == sides.size());
            for (std::size_t k = 0; k < kLanes; ++k)
            {
                const Vec3 lever = poses[k].R * node.centre, omega = vectorOf(body.omega, k);
                CHECK((vectorOf(rss.centre.x, k) - poses[k] * node.centre).norm() < 1e-14);
                CHECK((vectorOf(rss.centre.v, k) - vectorOf(body.v, k) - omega.cross(lever)).norm() < 1e-14);
                // Of its farthest point.
                const double turn = body.turn.at[k];
                CHECK(rss.centre.bend.at[k] == Approx(body.bend.at[k] + lane_rss.reach * (turn * turn + body.turn_rate.at[k])));
                CHECK((vectorOf(seen.centre.x, k) - frame.inverse() * vectorOf(rss.centre.x, k)).norm() < 1e-14);
                CHECK((vectorOf(seen.centre.v, k) - frame.R.transpose() * vectorOf(rss.centre.v, k)).norm() < 1e-14);
                CHECK(seen.centre.bend.at[k] == rss.centre.bend.at[k]);
                for (std::size_t i = 0; i < sides.size(); ++i)
                {
                    const Vec3 side = poses[k].R * sides[i];
                    CHECK((vectorOf(rss.side[i], k) - side).norm() < 1e-14);
                    CHECK((vectorOf(rss.swing[i], k) - omega.cross(side)).norm() < 1e-14);
                    CHECK((vectorOf(seen.side[i], k) - frame.R.transpose() * vectorOf(rss.side[i], k)).norm() < 1e-14);
                    CHECK((vectorOf(seen.swing[i], k) - frame.R.transpose() * vectorOf(rss.swing[i], k)).norm() < 1e-14);
                    CHECK(rss.inverse_square[i] == Approx(1.0 / sides[i].squaredNorm()));
                    CHECK(seen.inverse_square[i] == rss.inverse_square[i]);
                }
            }
            // In place, as its callers do.
            RssLanes same = rss;
            kernels.rssToFrame(same, frame.R.data(), frame.p.data(), same);
            for (std::size_t k = 0; k < kLanes; ++k)
                for (std::size_t i = 0; i < sides.size(); ++i)
                    CHECK(vectorOf(same.swing[i], k) == vectorOf(seen.swing[i], k));
        }
    });
}
