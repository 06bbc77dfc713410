// What lane_kernels.h claims of balls and boxes in lanes, against closed forms in long double, on every instruction set that the machine
// has.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "certify/lane_kernels.h"
#include "lane_kernels_support.h"
#include "lane_sets.h"
#include "support/random_scene.h"
#include "support/sanitized.h"

using namespace gapless;
using namespace gapless::test;

namespace {

/// Centres on curves of constant acceleration in each lane.
struct Curves
{
    BallLanes ball = {};
    Vec3 acceleration[kLanes];

    void set(std::size_t k, const Vec3& x, const Vec3& v, const Vec3& a, double bend)
    {
        put(x, ball.x, k);
        put(v, ball.v, k);
        ball.bend.at[k] = bend;
        acceleration[k] = a;
    }
    V3<Long> at(std::size_t k, Long s) const
    {
        return lift<Long>(vectorOf(ball.x, k)) + lift<Long>(vectorOf(ball.v, k)) * s
               + lift<Long>(acceleration[k]) * (s * s / Long(2));
    }
};

/// What a kernel said against dense times of each lane. `tolerance`: rounding of the kernel, metres.
void checkGaps(const TestedSet& set, const Curves& curves, const LaneTest& test, const LaneGaps& gaps, double tolerance)
{
    constexpr int kSteps = 16;
    Long least_asked = kInfinity;
    for (std::size_t k = 0; k < kLanes; ++k)
    {
        Long least = kInfinity;
        for (int i = -kSteps; i <= kSteps; ++i)
            least = std::min(least, distanceOf(set.piece, curves.at(k, Long(test.half_width) * i / kSteps)) - test.radius);
        if (test.lanes & gaps.apart & 1U << k)
            least_asked = std::min(least_asked, least);
        const bool is_apart = gaps.apart >> k & 1U, is_there = gaps.apart_there >> k & 1U;
        const Long there = distanceOf(set.piece, curves.at(k, 0)) - test.radius;
        if (is_apart && least <= test.clearance - tolerance)
        {
            CAPTURE(set.name, k, digits(vectorOf(curves.ball.x, k)), digits(vectorOf(curves.ball.v, k)),
                    digits(curves.acceleration[k]), curves.ball.bend.at[k], test.half_width, test.radius, test.clearance);
            CHECK(least > test.clearance - tolerance);
        }
        if (is_there && there <= test.clearance - tolerance)
        {
            CAPTURE(set.name, k, digits(vectorOf(curves.ball.x, k)), test.radius, test.clearance);
            CHECK(there > test.clearance - tolerance);
        }
        if (is_apart && !is_there)
            CHECK(is_there);
    }
    if (gaps.least > least_asked + tolerance || std::isnan(gaps.least))
    {
        CAPTURE(set.name, test.lanes, gaps.apart);
        CHECK(gaps.least <= least_asked + tolerance);
    }
}

/// Eight curves towards the points of a set that are nearest to their middles, or away from them; then the gap is the distance.
struct TightCase
{
    Curves curves;
    Long least[kLanes];
};

TightCase tightCase(const TestedSet& set, const std::vector<Vec3>& middles, double half_width, Random& random)
{
    TightCase out;
    for (std::size_t k = 0; k < kLanes; ++k)
    {
        const Vec3& x = middles[k % middles.size()];
        const V3<Long> way = lift<Long>(x) - nearestOnCore(set.piece, lift<Long>(x));
        const double distance = toDouble(lengthOf<Long>(way));
        const Vec3 n = toDouble<Long>(V3<Long>(way / lengthOf<Long>(way)));
        // Half of the way, or some of it; by speed, or acceleration, or both.
        const double part = random.uniform(0.1, 0.8) * distance, share = k % 3 == 0 ? 0.0 : k % 3 == 1 ? 1.0 : random.unit();
        const double speed = part * share / half_width, bend = 2 * part * (1 - share) / (half_width * half_width);
        out.curves.set(k, x, random.chance(0.5) ? Vec3(n * speed) : Vec3(-n * speed), -n * bend, bend);
        out.least[k] = lengthOf<Long>(way) - part;
    }
    return out;
}

void checkTight(const LaneKernels& kernels, const TestedSet& set, const std::vector<Vec3>& middles, Random& random)
{
    const double half_width = random.logUniform(1e-4, 1.0), radius = random.chance(0.3) ? 0.0 : random.logUniform(1e-3, 0.1);
    const TightCase tight = tightCase(set, middles, half_width, random);
    for (std::size_t k = 0; k < kLanes; ++k)
    {
        // Each lane by itself, then all of them.
        const std::uint32_t lane = 1U << k;
        const double least = toDouble(tight.least[k] - radius);
        const double there = toDouble(distanceOf(set.piece, tight.curves.at(k, 0)) - radius);
        CAPTURE(set.name, k, digits(vectorOf(tight.curves.ball.x, k)), digits(vectorOf(tight.curves.ball.v, k)),
                tight.curves.ball.bend.at[k], half_width, radius, least, there);
        // That it is the true distance there.
        const Long ends = std::min(distanceOf(set.piece, tight.curves.at(k, half_width)),
                                   distanceOf(set.piece, tight.curves.at(k, -Long(half_width))));
        CHECK(std::abs(toDouble(ends - tight.least[k])) <= 1e-12);
        const LaneGaps below = set.ask(kernels, tight.curves.ball, {half_width, radius, least - 1e-9, lane});
        CHECK((below.apart & lane) == lane);
        Curves same;
        for (std::size_t i = 0; i < kLanes; ++i)
            same.set(i, vectorOf(tight.curves.ball.x, k), vectorOf(tight.curves.ball.v, k), tight.curves.acceleration[k],
                     tight.curves.ball.bend.at[k]);
        CHECK(std::abs(set.ask(kernels, same.ball, {half_width, radius, least - 1e-9, kAllLanes}).least - least) <= 1e-9);
        const LaneGaps above = set.ask(kernels, tight.curves.ball, {half_width, radius, least + 1e-9, lane});
        CHECK((above.apart & lane) == 0);
        CHECK((set.ask(kernels, tight.curves.ball, {half_width, radius, there - 1e-9, lane}).apart_there & lane) == lane);
        CHECK((set.ask(kernels, tight.curves.ball, {half_width, radius, there + 1e-9, lane}).apart_there & lane) == 0);
    }
    const double least = toDouble(*std::min_element(tight.least, tight.least + kLanes) - radius);
    CHECK(std::abs(set.ask(kernels, tight.curves.ball, {half_width, radius, least - 1e-9, kAllLanes}).least - least) <= 1e-9);
}

constexpr int kWaysToBreak = 15;

/// Balls that stand above a set; one of the lanes holds something that is no number, or the ball in the set.
BallLanes brokenLane(const TestedSet& set, Random& random, std::size_t broken, int what)
{
    Curves curves;
    for (std::size_t k = 0; k < kLanes; ++k)
        curves.set(k, Vec3(0, 0.25, 3.0 + random.unit()), Vec3::Zero(), Vec3::Zero(), 0.0);
    BallLanes ball = curves.ball;
    const double bad = what % 2 ? kNaN : what / 2 % 2 ? kInfinity : -kInfinity;
    if (what < 6)
        ball.x[what / 2].at[broken] = bad;
    else if (what < 12)
        ball.v[what / 2 - 3].at[broken] = bad;
    else if (what < 14)
        ball.bend.at[broken] = what == 12 ? kNaN : kInfinity;
    else
        put(set.about, ball.x, broken);
    return ball;
}

Vec3 outside(const TestedSet& set, Random& random)
{
    for (;;)
    {
        const Vec3 x = set.about + random.inCube(2.5 * set.size);
        if (distanceOf(set.piece, lift<Long>(x)) > 1e-2 * set.size)
            return x;
    }
}

}  // namespace

TEST_CASE("The extent of a block holds a ball at all times, and no more than its curves may reach")
{
    Random random(4);
    onEveryTarget([&](const LaneKernels& kernels) {
        for (int round = 0; round < 100; ++round)
        {
            Curves curves;
            const double half_width = random.logUniform(1e-4, 1.0);
            // One curve reaches out of all others, along one axis, by speed and acceleration.
            const int axis = round % 3;
            const std::size_t outer = static_cast<std::size_t>(random.index(kLanes));
            const double side = round % 2 ? 1.0 : -1.0;
            double reached = 0.0;
            for (std::size_t k = 0; k < kLanes; ++k)
            {
                const double bend = random.uniform(0, 1) / (half_width * half_width), speed = random.uniform(0.1, 1) / half_width;
                if (k == outer)
                {
                    const double back = random.chance(0.5) ? 1.0 : -1.0;
                    curves.set(k, Vec3::Unit(axis) * (4 * side), Vec3::Unit(axis) * (back * speed),
                               Vec3::Unit(axis) * (side * bend), bend);
                    reached = side * (4 + speed * half_width + 0.5 * bend * half_width * half_width);
                }
                else
                    curves.set(k, random.inCube(1), random.direction() * speed, random.direction() * bend, bend);
            }
            const double radius = random.chance(0.2) ? 0.0 : random.uniform(0, 1);
            WorldBox box;
            kernels.extent(curves.ball, half_width, radius, box);
            bool holds = true;
            for (std::size_t k = 0; k < kLanes; ++k)
                for (int i = -16; i <= 16; ++i)
                {
                    const V3<Long> x = curves.at(k, Long(half_width) * i / 16);
                    for (int c = 0; c < 3; ++c)
                        holds = holds && x[c] - radius >= box.low[c] - 1e-14 && x[c] + radius <= box.high[c] + 1e-14;
                }
            CHECK(holds);
            CHECK((side > 0 ? box.high : box.low)[axis] == Approx(reached + side * radius).epsilon(1e-12));
        }
    });
}

TEST_CASE("What is apart from a set in a lane is so at every time of it, on random curves")
{
    onEveryTarget([&](const LaneKernels& kernels) {
        Random random(5);
        int apart = 0, apart_there = 0, asked = 0;
        for (int round = 0; round < 300 / kShare; ++round)
        {
            const double far = round % 10 == 0 ? 1e4 : 1.0;
            for (const TestedSet& set : randomSets(random, far))
            {
                Curves curves;
                const double half_width = random.logUniform(1e-4, 1.0), pace = random.logUniform(0.01, 2.0) * set.size;
                for (std::size_t k = 0; k < kLanes; ++k)
                {
                    const double bend = random.chance(0.2) ? 0.0 : pace * random.unit() / (half_width * half_width);
                    curves.set(k, set.about + random.inCube(2 * set.size),
                               random.direction() * (pace * random.unit() / half_width),
                               random.direction() * (bend * (random.chance(0.5) ? 1 - 1e-12 : random.unit())), bend);
                }
                LaneTest test;
                test.half_width = half_width;
                test.radius = random.uniform(0, 0.3) * set.size;
                test.clearance = random.chance(0.5) ? 0.0 : random.uniform(0, 0.3) * set.size;
                test.lanes = random.chance(0.5) ? kAllLanes : static_cast<std::uint32_t>(random.index(256));
                const LaneGaps gaps = set.ask(kernels, curves.ball, test);
                checkGaps(set, curves, test, gaps, 64 * 0x1p-53 * (far + 10) * 2);
                for (std::size_t k = 0; k < kLanes; ++k)
                {
                    apart += gaps.apart >> k & 1U;
                    apart_there += gaps.apart_there >> k & 1U;
                }
                asked += static_cast<int>(kLanes);
            }
        }
        CHECK(apart > asked / 5);
        CHECK(apart < apart_there);
        CHECK(apart_there < asked);
    });
}

TEST_CASE("A curve straight to the nearest point of a set has that gap, over faces, edges, corners, rims and caps")
{
    onEveryTarget([&](const LaneKernels& kernels) {
        Random random(6);
        const double e = 0.125;
        // Over a face or the flat side, beside edges, beyond corners of the box with half extents 1, 1/2, 1/4.
        const std::vector<Vec3> box = {{0.3, 0.2, 1.5},   {0.3, -1.5, 0.1}, {-2, 0.2, 0.1}, {0.3, 1, 1},
                                       {2, 0.1, -1},      {-2, -1, 0.1},    {2, 1, 1},      {-1 - e, -0.5 - e, -0.25 - e},
                                       {1 + e, -0.75, 1}, {0, 0, 2},        {0, -2, 0},     {3, 0, 0}};
        // Of the cylinder of radius 1/2, half length 1: side, caps, on the axis, rims.
        const std::vector<Vec3> cylinder = {{2, 0, 0.3},    {-1, 1, -0.7}, {0.2, 0.1, 2},         {0, 0, 1.5},   {0, 0, -3},
                                            {0.3, 0, -1.5}, {1, 1, 2},     {-0.5 - e, 0, -1 - e}, {0, 0.75, 1.5}};
        const std::vector<Vec3> triangle = {{0, 0.5, 1},   {0.1, 0.7, -2}, {0, -1, 0},  {0.3, -1, 1},  {2, 2, 0.5},
                                            {-2, 2, -0.5}, {0, 3, 0},      {0.1, 4, 1}, {-2, -0.5, 0}, {3, -1, 1}};
        for (const TestedSet& set : straightSets())
        {
            std::vector<Vec3> points = set.name == "cylinder" ? cylinder : set.name == "triangle" ? triangle : box;
            for (int round = 0; round < 6; ++round)
            {
                points.erase(std::remove_if(points.begin(), points.end(),
                                            [&](const Vec3& x) { return distanceOf(set.piece, lift<Long>(x)) < 1e-3L; }),
                             points.end());
                std::rotate(points.begin(), points.begin() + 1, points.end());
                checkTight(kernels, set, points, random);
            }
        }
        for (int round = 0; round < 60 / kShare + 1; ++round)
            for (const TestedSet& set : randomSets(random, 1.0))
                if (set.name != "sliver" && set.name != "needle")
                {
                    std::vector<Vec3> middles;
                    for (std::size_t k = 0; k < kLanes; ++k)
                        middles.push_back(outside(set, random));
                    checkTight(kernels, set, middles, random);
                }
    });
}

TEST_CASE("A motion along a face does not shorten the gap")
{
    onEveryTarget([&](const LaneKernels& kernels) {
        for (const TestedSet& set : straightSets())
            if (set.name == "box" || set.name == "rectangle" || set.name == "node" || set.name == "disc"
                || set.name == "triangle")
            {
                Curves curves;
                for (std::size_t k = 0; k < kLanes; ++k)
                    curves.set(k, Vec3(0, 0.25, 1), Vec3(0.3, 0.7, 0), Vec3::Zero(), 0.0);
                const double face = set.name == "box" ? 0.75 : set.name == "disc" ? 1 - 0x1p-10 : 1.0;
                CHECK(set.ask(kernels, curves.ball, {0.5, 0.0, 0.0, kAllLanes}).least == Approx(face).epsilon(1e-12));
            }
    });
}

TEST_CASE("What is in a set or on it is never apart")
{
    onEveryTarget([&](const LaneKernels& kernels) {
        const auto ask = [&](const TestedSet& set, const Vec3& x, double radius) {
            Curves curves;
            for (std::size_t k = 0; k < kLanes; ++k)
                curves.set(k, x, Vec3::Zero(), Vec3::Zero(), 0.0);
            const LaneGaps gaps = set.ask(kernels, curves.ball, {0.5, radius, 0.0, kAllLanes});
            CAPTURE(set.name, digits(x));
            CHECK(gaps.apart == 0);
            CHECK(gaps.apart_there == 0);
            CHECK(gaps.least == kInfinity);
        };
        for (const TestedSet& set : straightSets())
            // All points of a grid that are on or in it, exactly.
            for (int i = 0; i < 17 * 17 * 17; ++i)
            {
                const Vec3 x = Vec3(i % 17 - 8, i / 17 % 17 - 8, i / 289 - 8) / 8.0;
                if (distanceOf(set.piece, lift<Long>(x)) == 0)
                    ask(set, x, 0.0);
            }
        Random random(7);
        for (int round = 0; round < 200 / kShare; ++round)
            for (const TestedSet& set : randomSets(random, 1.0))
            {
                // On it but for rounding, which is in the radius; thick ones inside as well.
                ask(set, toDouble<Long>(nearestOnCore(set.piece, lift<Long>(Vec3(set.about + random.inCube(2 * set.size))))),
                    1e-13);
                ask(set, set.about, 1e-13);
            }
    });
}

TEST_CASE("No numbers are never apart, and take nothing from other lanes")
{
    onEveryTarget([&](const LaneKernels& kernels) {
        Random random(8);
        for (const TestedSet& set : straightSets())
            for (std::size_t broken = 0; broken < kLanes; ++broken)
                for (int what = 0; what < kWaysToBreak; ++what)
                {
                    const BallLanes ball = brokenLane(set, random, broken, what);
                    const std::uint32_t lane = 1U << broken, others = kAllLanes & ~lane;
                    CAPTURE(set.name, broken, what);
                    CHECK(set.ask(kernels, ball, {0.5, 0.0, 0.0, others}).apart == others);
                    for (const std::uint32_t lanes : {kAllLanes, lane})
                    {
                        const LaneGaps gaps = set.ask(kernels, ball, {0.5, 0.0, 0.0, lanes});
                        CHECK(gaps.apart == others);
                        CHECK((gaps.least == kInfinity) == (lanes == lane));
                    }
                }
        for (const TestedSet& set : straightSets())
        {
            Curves curves;
            for (std::size_t k = 0; k < kLanes; ++k)
                curves.set(k, Vec3(0, 0.25, 3.0 + static_cast<double>(k)), Vec3::Zero(), Vec3(1, 2, 3), 5.0);
            CAPTURE(set.name);
            for (const double bad : {kNaN, kInfinity})
            {
                CHECK(set.ask(kernels, curves.ball, {bad, 0.0, 0.0, kAllLanes}).apart == 0);
                CHECK(set.ask(kernels, curves.ball, {0.5, bad, 0.0, kAllLanes}).apart == 0);
                CHECK(set.ask(kernels, curves.ball, {0.5, 0.0, bad, kAllLanes}).apart == 0);
            }
        }
    });
}

TEST_CASE("What is nearer than squares of doubles tell is never apart")
{
    Convex sheet, wire;
    sheet.type = Convex::Type::Triangle;
    sheet.a = Vec3(-3.5, -3.25, 0);
    sheet.b = Vec3(3.75, -3.5, 0);
    sheet.c = Vec3(0, 4.125, 0);
    wire.type = Convex::Type::Segment;
    onEveryTarget([&](const LaneKernels& kernels) {
        Random random(2);
        const LaneTest test{0.0625, 0.1, 0.0, kAllLanes};
        for (int i = 0; i < 20000; ++i)
        {
            BallLanes ball = {};
            for (std::size_t k = 0; k < kLanes; ++k)
            {
                ball.x[0].at[k] = 0.01 * static_cast<double>(k);
                ball.x[2].at[k] = 1.57e-162 * random.uniform(0.999, 1.001);
            }
            CHECK(kernels.ballTriangle(ball, laneTriangle(sheet), test).apart == 0);
            const double half = random.uniform(0.2, 3.2), slope = 1e-161 * std::pow(10.0, random.unit());
            wire.a = Vec3(-half, -half * slope, 0);
            wire.b = -wire.a;
            ball = {};
            for (std::size_t k = 0; k < kLanes; ++k)
            {
                ball.x[0].at[k] = half;
                ball.x[1].at[k] = half * slope + 1.5e-162 * random.unit();
            }
            const LaneGaps gaps = kernels.ballBox(ball, laneBox(wire), test);
            CHECK(gaps.apart == 0);
            CHECK(gaps.apart_there == 0);
        }
    });
}

TEST_CASE("Of eight boxes those are near whose gap is no greater than asked for, and the least of the others bounds them")
{
    onEveryTarget([&](const LaneKernels& kernels) {
        Random random(3);
        for (int round = 0; round < 100; ++round)
        {
            const auto randomBox = [&] {
                WorldBox box;
                for (int k = 0; k < 3; ++k)
                {
                    box.low[k] = random.uniform(-1, 1);
                    box.high[k] = box.low[k] + random.uniform(0, 0.7);
                }
                return box;
            };
            std::vector<WorldBox> boxes(static_cast<std::size_t>(1 + random.index(5)));
            std::generate(boxes.begin(), boxes.end(), randomBox);
            std::vector<BoxLanes> others(static_cast<std::size_t>(random.index(12)));
            std::vector<BoxQuestion> questions;
            std::vector<std::uint8_t> wanted;
            const double least_before = random.chance(0.2) ? 0.01 : kInfinity;
            double least = least_before, wanted_least = least_before;
            for (BoxLanes& eight : others)
            {
                BoxQuestion question{&eight, static_cast<std::uint32_t>(random.index(static_cast<int>(boxes.size()))),
                                     static_cast<std::uint32_t>(random.index(256)), random.uniform(0, 0.5)};
                std::uint32_t near = 0;
                for (std::size_t lane = 0; lane < kLanes; ++lane)
                {
                    const WorldBox other = randomBox();
                    for (int k = 0; k < 3; ++k)
                    {
                        eight.low[k].at[lane] = other.low[k];
                        eight.high[k].at[lane] = other.high[k];
                    }
                    const double gap = boxes[question.box].gap(other);
                    // A gap that is as asked for is not greater.
                    if (lane == 3 && gap > 0.0 && random.chance(0.5))
                        question.clearance = gap;
                }
                for (std::size_t lane = 0; lane < kLanes; ++lane)
                {
                    const double gap = boxes[question.box].gap(boxAt(eight, lane));
                    if (!(question.lanes >> lane & 1U))
                        continue;
                    if (gap > question.clearance)
                        wanted_least = std::min(wanted_least, gap);
                    else
                        near |= 1U << lane;
                }
                questions.push_back(question);
                wanted.push_back(static_cast<std::uint8_t>(near));
            }
            std::vector<std::uint8_t> near(questions.size(), 0xAB);
            kernels.nearBoxes(boxes.data(), questions.data(), questions.size(), near.data(), least);
            CHECK(near == wanted);
            CHECK(least == wanted_least);
        }
    });
}

TEST_CASE("A box with a number that is none is near, or as far as another axis keeps it away")
{
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    onEveryTarget([&](const LaneKernels& kernels) {
        const WorldBox box{{0, 0, 0}, {1, 1, 1}};
        BoxLanes others;
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            for (std::size_t k = 0; k < 3; ++k)
            {
                // In the last two lanes the third axis keeps them apart.
                const bool is_away = k == 2 && lane >= 6;
                others.low[k].at[lane] = is_away ? 3.0 : 0.5;
                others.high[k].at[lane] = is_away ? 4.0 : 0.75;
            }
        others.low[0].at[1] = others.high[1].at[2] = others.low[2].at[3] = others.high[0].at[6] = kNan;
        for (std::size_t k = 0; k < 3; ++k)
            others.low[k].at[4] = others.high[k].at[4] = kNan;
        const BoxQuestion question{&others, 0, kAllLanes, 0.5};
        std::uint8_t near = 0;
        double least = kInfinity;
        kernels.nearBoxes(&box, &question, 1, &near, least);
        CHECK((near | 0x40) == 0x7F);
        CHECK(least == 2.0);
    });
}

TEST_CASE("Only the lanes that are asked for count for the least gap")
{
    onEveryTarget([&](const LaneKernels& kernels) {
        Random random(8);
        for (const TestedSet& set : straightSets())
        {
            Curves curves;
            for (std::size_t k = 0; k < kLanes; ++k)
                curves.set(k, Vec3(0, 0.25, 3.0 + static_cast<double>(k)), Vec3::Zero(), Vec3::Zero(), 0.0);
            bool is_least = true;
            for (std::uint32_t lanes = 1; lanes <= kAllLanes; ++lanes)
            {
                double least = kInfinity;
                for (std::size_t k = 0; k < kLanes; ++k)
                    if (lanes >> k & 1U)
                        least = std::min(least, toDouble(distanceOf(set.piece, curves.at(k, 0))));
                is_least = is_least && std::abs(set.ask(kernels, curves.ball, {0.5, 0.0, 0.0, lanes}).least - least) <= 1e-9;
            }
            CAPTURE(set.name);
            CHECK(is_least);
            // Beside one that is no number, which hides none of the others: a least gap that is too large is no bound.
            for (std::size_t broken = 0; broken < kLanes; ++broken)
                for (int what = 0; what < kWaysToBreak; ++what)
                {
                    const BallLanes ball = brokenLane(set, random, broken, what);
                    double least = kInfinity;
                    for (std::size_t k = 0; k < kLanes; ++k)
                        if (k != broken)
                            least = std::min(least, toDouble(distanceOf(set.piece, lift<Long>(vectorOf(ball.x, k)))));
                    const double got = set.ask(kernels, ball, {0.5, 0.0, 0.0, kAllLanes & ~(1U << broken)}).least;
                    CAPTURE(broken, what, got);
                    CHECK(std::abs(got - least) <= 1e-9);
                }
        }
    });
}

TEST_CASE("Only the lanes that are asked for count for the depth")
{
    onEveryTarget([&](const LaneKernels& kernels) {
        for (const TestedSet& set : straightSets())
        {
            // A ball of 2 m: apart in the first lanes, deeper and deeper in those behind.
            Curves curves;
            for (std::size_t k = 0; k < kLanes; ++k)
                curves.set(k, Vec3(0, 0.25, 3.0 - 0.3 * static_cast<double>(k)), Vec3::Zero(), Vec3::Zero(), 0.0);
            CAPTURE(set.name);
            for (std::uint32_t lanes = 1; lanes <= kAllLanes; ++lanes)
            {
                double depth = 0.0;
                for (std::size_t k = 0; k < kLanes; ++k)
                    if (lanes >> k & 1U)
                        depth = std::max(depth, 2.0 - toDouble(distanceOf(set.piece, curves.at(k, 0))));
                if (std::abs(set.ask(kernels, curves.ball, {0.5, 2.0, 0.0, lanes}).depth - depth) > 1e-9)
                    FAIL_CHECK(lanes);
            }
        }
    });
}

TEST_CASE("Two balls are apart in a lane only if they are at every time of it, also as seen from a body that carries both")
{
    onEveryTarget([&](const LaneKernels& kernels) {
        Random random(9);
        int apart = 0;
        for (int round = 0; round < 1000 / kShare; ++round)
        {
            const bool is_carried = round % 2, is_tight = round % 4 >= 2;
            const double half_width = random.logUniform(1e-3, 1.0);
            Curves a, b;
            BodyLanes frame = {};
            double tight_least = kInfinity;
            LaneTest test = {half_width, random.uniform(0, 0.3), random.chance(0.5) ? 0.0 : 0.1, kAllLanes};
            Long least[kLanes];
            for (std::size_t k = 0; k < kLanes; ++k)
            {
                const double unit = 1 / half_width, square = unit * unit;
                const Vec3 x = random.inCube(1), y = x + random.direction() * random.uniform(0.1, 3), n = (y - x).normalized();
                const double carried = is_carried ? 10 * square : 0.0, own = 0.3 * random.unit() * square,
                             other = 0.3 * random.unit() * square;
                // What the carrier does to both takes nothing from their distance.
                const Vec3 common = random.direction() * carried, drift = random.inCube(5) * unit;
                const double speed = 0.3 * random.unit() * unit;
                a.set(k, x, drift + (is_tight ? Vec3(n * speed) : Vec3(random.inCube(0.3) * unit)),
                      common + own * (is_tight ? n : random.direction()), carried + own);
                b.set(k, y, drift, common + other * (is_tight ? Vec3(-n) : random.direction()), carried + other);
                frame.bend.at[k] = carried;
                least[k] = kInfinity;
                for (int i = -16; i <= 16; ++i)
                {
                    const Long s = Long(half_width) * i / 16;
                    const V3<Long> way = lift<Long>(y) - lift<Long>(x)
                                         + (lift<Long>(vectorOf(b.ball.v, k)) - lift<Long>(vectorOf(a.ball.v, k))) * s
                                         + (lift<Long>(b.acceleration[k]) - lift<Long>(a.acceleration[k])) * (s * s / 2);
                    least[k] = std::min(least[k], lengthOf<Long>(way) - test.radius);
                }
                if (is_tight)
                {
                    const Long gap = lengthOf<Long>(lift<Long>(y) - lift<Long>(x)) - Long(speed) * half_width
                                     - Long(own + other) * half_width * half_width / 2 - test.radius;
                    LaneTest one = test;
                    one.lanes = 1U << k;
                    // With what is set of the lanes so far; each is asked about by itself.
                    one.clearance = toDouble(gap) - 1e-9;
                    const BodyLanes* const carrier = is_carried ? &frame : nullptr;
                    CAPTURE(k, is_carried, toDouble(gap), half_width);
                    const LaneGaps below = kernels.ballBall(a.ball, b.ball, carrier, one);
                    CHECK((below.apart & one.lanes) != 0);
                    tight_least = std::min(tight_least, toDouble(gap));
                    one.clearance = toDouble(gap) + 1e-9;
                    CHECK((kernels.ballBall(a.ball, b.ball, carrier, one).apart & one.lanes) == 0);
                }
            }
            const LaneGaps gaps = kernels.ballBall(a.ball, b.ball, is_carried ? &frame : nullptr, test);
            for (std::size_t k = 0; k < kLanes; ++k)
            {
                const bool is_apart = gaps.apart >> k & 1U;
                apart += is_apart;
                if (is_apart && least[k] <= test.clearance - 1e-11)
                    CHECK(least[k] > test.clearance);
                const double there = (vectorOf(b.ball.x, k) - vectorOf(a.ball.x, k)).norm() - test.radius;
                if (std::abs(there - test.clearance) > 1e-9)
                    CHECK((gaps.apart_there >> k & 1U) == (there > test.clearance));
            }
            Long least_apart = kInfinity;
            for (std::size_t k = 0; k < kLanes; ++k)
                if (gaps.apart >> k & 1U)
                    least_apart = std::min(least_apart, Long(least[k]));
            CHECK(gaps.least <= least_apart + 1e-11);
            if (is_tight)
            {
                LaneTest all = test;
                all.clearance = tight_least - 1e-9;
                CHECK(std::abs(kernels.ballBall(a.ball, b.ball, is_carried ? &frame : nullptr, all).least - tight_least) <= 1e-9);
            }
        }
        CHECK(apart > 500 / kShare);
        // Two centres at one place, and no numbers.
        Curves a, b;
        for (std::size_t k = 0; k < kLanes; ++k)
        {
            a.set(k, Vec3(1, 2, 3), Vec3::Zero(), Vec3::Zero(), 0.0);
            b.set(k, Vec3(1, 2, 3) + (k < 2 ? 0.0 : 1.0) * Vec3::UnitX(), Vec3::Zero(), Vec3::Zero(), 0.0);
        }
        a.ball.x[1].at[2] = kNaN;
        b.ball.x[2].at[3] = kInfinity;
        a.ball.v[0].at[4] = kNaN;
        b.ball.bend.at[5] = kInfinity;
        b.ball.bend.at[6] = kNaN;
        CHECK(kernels.ballBall(a.ball, b.ball, nullptr, {0.5, 0.0, 0.0, kAllLanes}).apart == 0x80U);
        CHECK(kernels.ballBall(a.ball, b.ball, nullptr, {0.5, 0.0, 0.0, kAllLanes}).least == 1.0);
    });
}
