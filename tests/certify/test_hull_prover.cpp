// HullProver: two bodies of boxes that move in known ways, in lanes that are made of these, against the distances of their boxes. Obligations:
// 1. what meets at some instant of a lane asked about is not apart, be it at the border of lanes, or by very little;
// 2. of what is apart the gap is no more than at any instant;  3. what keeps well apart is proven to, in narrower lanes and by parts if need be;
// 4. other lanes do not count, nor does where the search begins;  5. its budget is kept;
// 6. of boxes that are apart along an axis of either one direction is looked along;
// 7. when two hulls overlap, and whose they are, is told of a search that ended with that, of hulls that are all of one of the two or a part that is not divided.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gapless/geometry/collision_geometry.h>
#include <gapless/geometry/convex_distance.h>

#include "certify/hull_prover.h"
#include "course.h"
#include "lane_kernels_support.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

constexpr HullProver::Budget kAmple{200, 64, 100000};
constexpr double kRounding = 1e-12;

/// One box, or two, beside one another or far apart.
CollisionGeometry randomBoxes(Random& random, int count)
{
    std::vector<PlacedShape> boxes;
    for (int i = 0; i < count; ++i)
        boxes.push_back(
            {Box{Vec3(random.uniform(0.01, 0.3), random.uniform(0.01, 0.3), random.uniform(0.01, 0.3))}, random.pose(0.6)});
    return CollisionGeometry(boxes, "boxes");
}

BodyLanes lanesOf(const Course& course, double begin, double width)
{
    BodyLanes lanes;
    for (std::size_t k = 0; k < kLanes; ++k)
    {
        const double h = width / kLanes, middle = begin + (static_cast<double>(k) + 0.5) * h;
        const Pose X = course.at(middle);
        const HullBody body = course.body();
        for (int row = 0; row < 3; ++row)
            put(X.R.row(row), lanes.R + 3 * row, k);
        put(X.p, lanes.p, k);
        put((course.rate + course.rate_rate * middle) * course.axis, lanes.omega, k);
        put(course.v + course.a * middle, lanes.v, k);
        lanes.turn.at[k] = (course.rate + course.rate_rate * (middle + 0.5 * h)) * (1 + 1e-12);
        lanes.turn_rate.at[k] = body.turn_rate;
        lanes.bend.at[k] = body.bend;
    }
    return lanes;
}

struct Encounter
{
    CollisionGeometry a, b;
    Course moves;
    Pose still;  // b's, where it does not move
    std::optional<Course> too;

    static Encounter random(Random& random)
    {
        Encounter e{randomBoxes(random, 1 + random.index(2)),
                    randomBoxes(random, 1 + random.index(2)),
                    Course::random(random),
                    random.pose(1.0),
                    {}};
        if (random.chance(0.5))
            e.too = Course::random(random);
        return e;
    }
    Pose placeOfB(double t) const { return too ? too->at(t) : still; }
    void moveB(const Vec3& by) { (too ? too->p : still.p) += by; }
    /// Of the nearest two boxes.
    ConvexDistance distance(double t) const
    {
        const Pose X_A = moves.at(t), X_B = placeOfB(t);
        ConvexDistance least;
        least.lower = least.upper = kInfinity;
        for (const Convex& x : a.leaves())
            for (const Convex& y : b.leaves())
            {
                const Vec3 p = X_B.p - X_A.p;
                const ConvexDistance d = convexDistance(x.placed(X_A.R, Vec3::Zero()), y.placed(X_B.R, p), p, 0.0);
                if (d.upper < least.upper)
                    least = d;
            }
        return least;
    }
    /// At 257 instants, as far as they are in some lanes.
    double leastDistance(std::uint32_t lanes) const
    {
        double least = kInfinity;
        for (int step = 0; step <= 256; ++step)
        {
            // At a border it is of two lanes, of which there are eight.
            const std::uint32_t here = (1U << (step / 32) | (step % 32 == 0 ? 1U << (step / 32) >> 1 : 0U));
            if ((lanes & here) != 0)
                least = std::min(least, distance(step / 256.0).upper);
        }
        return least;
    }
    /// Moves b until the two overlap by `depth` at that instant, if they are apart there, and do not pass each other by a corner.
    bool meet(double t, double depth)
    {
        const ConvexDistance d = distance(t);
        if (!(d.lower > 1e-3))
            return false;
        moveB(-(d.upper + depth) * d.direction);
        return distance(t).upper == 0.0;
    }
};

/// What becomes of the lanes that a block is placed by.
using Tamper = std::function<void(BodyLanes& lanes, double begin, double width)>;

struct Asked
{
    std::uint32_t lanes = kAllLanes;
    std::optional<std::size_t> likely;
    double slack = 0.0;
    HullProver::Budget budget = kAmple;
};

std::optional<HullProver::Apart> ask(const LaneKernels& kernels, const Encounter& e, const Asked& asked, int* blocks = nullptr,
                                     const Tamper& tamper = {}, std::optional<HullProver::Overlap>* overlap = nullptr)
{
    static HullProver prover;
    BodyLanes a, b;
    const auto place = [&](double begin, double width) -> std::array<HullCourse, 2> {
        if (blocks)
            ++*blocks;
        a = lanesOf(e.moves, begin, width);
        if (tamper)
            tamper(a, begin, width);
        if (!e.too)
            return {HullCourse{&a}, HullCourse{nullptr, &e.still}};
        b = lanesOf(*e.too, begin, width);
        if (tamper)
            tamper(b, begin, width);
        return {HullCourse{&a}, HullCourse{&b}};
    };
    HullProver::Budget budget = asked.budget;
    const std::optional<HullProver::Apart> apart =
        prover.prove(kernels, {e.a.hulls(), e.b.hulls(), asked.slack, asked.lanes, asked.likely}, place, budget);
    CHECK(budget.pairs >= 0);
    CHECK(budget.looks > -20);  // of what was begun
    if (overlap)
        *overlap = prover.overlap();
    return apart;
}

Asked only(std::uint32_t lanes)
{
    Asked asked;
    asked.lanes = lanes;
    return asked;
}

std::uint32_t randomLanes(Random& random)
{
    return random.chance(0.3) ? kAllLanes : static_cast<std::uint32_t>(1 + random.index(255));
}

std::optional<std::size_t> randomLaneOf(Random& random, std::uint32_t lanes)
{
    const auto lane = static_cast<std::size_t>(random.index(8));
    return lanes >> lane & 1U ? std::optional(lane) : std::nullopt;
}

/// How often two that meet are said to be apart. @param met counts them
int missed(const Tamper& tamper, int rounds, int* met)
{
    Random random(21);
    int found = 0;
    for (int round = 0; round < rounds; ++round)
    {
        Encounter e = Encounter::random(random);
        Asked asked = only(randomLanes(random));
        double t = random.uniform(0, 1);
        if (random.chance(0.3))
            t = std::round(8.0 * t) / 8.0;
        const auto lane = static_cast<std::uint32_t>(std::min(8.0 * t, 7.0));
        asked.lanes |= 1U << lane;
        asked.likely = randomLaneOf(random, asked.lanes);
        if (e.meet(t, random.logUniform(1e-9, 1e-3)) && ++*met)
            found += ask(laneKernels(), e, asked, nullptr, tamper).has_value();
    }
    return found;
}

}  // namespace

TEST_CASE("Bodies that meet at an instant of a lane asked about are not apart")
{
    int met = 0;
    CHECK(missed({}, 4000, &met) == 0);
    CHECK(met > 2000);
}

TEST_CASE("Lanes that lack what a body does are found out")
{
    const std::vector<std::pair<std::string, Tamper>> broken = {
        {"velocity", [](BodyLanes& x, double, double) { std::fill_n(&x.v[0].at[0], 3 * kLanes, 0.0); }},
        {"turns", [](BodyLanes& x, double, double) { std::fill_n(&x.omega[0].at[0], 3 * kLanes, 0.0); }},
        {"accelerations of origins", [](BodyLanes& x, double, double) { std::fill_n(x.bend.at, kLanes, 0.0); }},
        {"what turning faster and faster bends", [](BodyLanes& x, double, double) { std::fill_n(x.turn_rate.at, kLanes, 0.0); }},
        {"all lanes but one",
         [](BodyLanes& x, double, double) {
             for (Lanes* lanes : {&x.turn_rate, &x.bend})
                 std::fill_n(lanes->at + 1, kLanes - 1, 0.0);
         }},
        {"narrow blocks after the first",
         [](BodyLanes& x, double begin, double width) {
             if (width < 1.0 && begin > 0.0)
                 put(vectorOf(x.p, 0) + Vec3(9, 9, 9), x.p, 0);
         }},
    };
    for (const auto& [name, tamper] : broken)
    {
        INFO(name);
        int met = 0;
        CHECK(missed(tamper, 2000, &met) > 0);
    }
}

TEST_CASE("The gap of bodies that are apart is no more than at any instant, and most that keep well apart are proven to")
{
    onEveryTarget([](const LaneKernels& kernels) {
        Random random(22);
        int apart = 0, clear = 0, proven = 0;
        for (int round = 0; round < 300; ++round)
        {
            const Encounter e = Encounter::random(random);
            Asked asked = only(randomLanes(random));
            asked.likely = randomLaneOf(random, asked.lanes);
            const double least = e.leastDistance(asked.lanes);
            if (random.chance(0.5))
                asked.slack = least * random.uniform(0.3, 0.9);
            const std::optional<HullProver::Apart> answer = ask(kernels, e, asked);
            if (answer)
            {
                CAPTURE(round, least, asked.slack, answer->gap);
                CHECK(answer->gap > 0.0);
                CHECK(asked.slack + answer->gap <= least + kRounding);
            }
            apart += answer.has_value();
            const bool is_clear = least > 0.05 && asked.slack < 0.9 * least;
            clear += is_clear;
            proven += is_clear && answer;
        }
        CHECK(apart > 100);
        CHECK(clear > 100);
        CHECK(proven > 0.9 * clear);
    });
}

TEST_CASE("A box that turns close above another is proven apart in narrower lanes, one that passes between two by parts")
{
    Encounter above{CollisionGeometry({{Box{Vec3(0.3, 0.05, 0.05)}, {}}}, "bar"),
                    CollisionGeometry({{Box{Vec3(0.5, 0.5, 0.05)}, {}}}, "plate"),
                    {},
                    {},
                    {}};
    above.moves = {Mat3::Identity(), Vec3(0, 0, 0.13), Vec3(0.2, 0, 0), Vec3::Zero(), Vec3::UnitZ(), 3.0, 0.0};
    int blocks = 0;
    CHECK(ask(laneKernels(), above, {}, &blocks));
    CHECK(blocks == 1);
    // It turns about a slanted axis: a corner comes down and up again.
    above.moves.axis = Vec3(0.02, 0, 1).normalized();
    const double low = above.leastDistance(kAllLanes);
    above.moves.p.z() += 1e-4 - low;
    blocks = 0;
    CHECK(ask(laneKernels(), above, {}, &blocks));
    CHECK(blocks > 1);
    CHECK(!ask(laneKernels(), above, {kAllLanes, {}, 0.0, {200, 0, 1000}}));
    CHECK(!ask(laneKernels(), above, {kAllLanes, {}, 0.0, {200, 64, 5}}));
    above.moves.p.z() -= 2e-4;
    CHECK(!ask(laneKernels(), above, {}));

    Encounter between{CollisionGeometry({{Box{Vec3(0.05, 0.05, 0.05)}, {}}}, "box"),
                      CollisionGeometry({{Box{Vec3(1, 0.1, 1)}, at(0, 0.2, 0)}, {Box{Vec3(1, 0.1, 1)}, at(0, -0.2, 0)}}, "walls"),
                      {},
                      {},
                      {}};
    between.moves = {Mat3::Identity(), Vec3(-2, 0, 0), Vec3(4, 0, 0), Vec3::Zero(), Vec3::UnitZ(), 0.0, 0.0};
    const std::optional<HullProver::Apart> by_parts = ask(laneKernels(), between, {});
    REQUIRE(by_parts);
    CHECK(!by_parts->by_roots);
    CHECK(by_parts->gap == Approx(0.05));
    CHECK(!ask(laneKernels(), between, {kAllLanes, {}, 0.0, {1, 64, 1000}}));
    // Before it is between them the roots are apart.
    const std::optional<HullProver::Apart> before = ask(laneKernels(), between, only(0x01));
    REQUIRE(before);
    CHECK(before->by_roots);
}

namespace {

/// Along so many directions until the two are proven apart all the way, which they have to be, without a look at parts.
int looksAtRoots(const LaneKernels& kernels, const CollisionGeometry& a, const Course& moves, const CollisionGeometry& b,
                 const Pose& X_B)
{
    BodyLanes lanes;
    const auto place = [&](double begin, double width) -> std::array<HullCourse, 2> {
        lanes = lanesOf(moves, begin, width);
        return {HullCourse{&lanes}, HullCourse{nullptr, &X_B}};
    };
    HullProver prover;
    HullProver::Budget budget{1, 0, 1000};
    CHECK(prover.prove(kernels, {a.hulls(), b.hulls(), 1e-5, kAllLanes, {}}, place, budget));
    return 1000 - budget.looks;
}

}  // namespace

TEST_CASE("Boxes that slide above one another are looked at along their common normal, and along nothing else")
{
    onEveryTarget([](const LaneKernels& kernels) {
        const CollisionGeometry upright({{Box{Vec3(0.1, 0.15, 0.2)}, {}}}, "upright");
        const CollisionGeometry flat({{Box{Vec3(0.4, 0.5, 0.05)}, {}}}, "flat");
        Random random(8);
        for (const double side : {1.0, -1.0})
            for (int round = 0; round < 10; ++round)
            {
                const Pose X = random.pose(1.0), below = X * at(0, 0, -side * 0.05);
                const Vec3 start(-0.15, -0.1, side * 0.2001), way(0.3, 0.2, 0);
                const Course slides{X.R, X * start, X.R * way, Vec3::Zero(), X.R.col(2), 1.0, 0.0};
                CHECK(looksAtRoots(kernels, upright, slides, flat, below) == 1);
            }
    });
}

TEST_CASE("Of the axes of two boxes the one along which they are farthest apart is looked along first, whosever it is")
{
    const CollisionGeometry upright({{Box{Vec3(0.1, 0.15, 0.2)}, {}}}, "upright");
    const CollisionGeometry flat({{Box{Vec3(0.4, 0.5, 0.05)}, {}}}, "flat");
    const Mat3 tilt(Eigen::AngleAxisd(0.4, Vec3(0.6, 0.8, 0)));
    const auto looks = [](const auto&... encounter) { return looksAtRoots(laneKernels(), encounter...); };
    const Vec3 way(0.3, 0.2, 0);
    // On its edge, above the plate; and the plate below it, as the one that moves.
    CHECK(looks(upright, Course{tilt, Vec3(-0.15, -0.1, 0.34), way, Vec3::Zero(), Vec3::UnitZ(), 0.0, 0.0}, flat, at(0, 0, 0))
          == 1);
    CHECK(looks(flat, Course{Mat3::Identity(), -0.5 * way, way, Vec3::Zero(), Vec3::UnitZ(), 0.0, 0.0}, upright,
                Pose{tilt, Vec3(0, 0, 0.34)})
          == 1);
    // Beside it all the way, and above it at the middle, though by less.
    for (const int axis : {0, 1})
        for (const CollisionGeometry* const beside : {&upright, &flat})
        {
            Vec3 start = Vec3(0, 0, beside == &upright ? 0.7 : 0.5), down(0, 0, -0.8);
            start[axis] = axis == 0 ? 1.0 : 1.2;
            CHECK(looks(*beside, Course{Mat3::Identity(), start, down, Vec3::Zero(), Vec3::UnitZ(), 0.0, 0.0}, flat, at(0, 0, 0))
                  == 1);
        }
}

TEST_CASE("The bounds of each lane of an interval count, and of no other")
{
    const CollisionGeometry box({{Box{Vec3(0.1, 0.1, 0.1)}, {}}}, "box");
    const Pose beside = at(1.2, 0, 0);
    for (Lanes BodyLanes::*const bound : {&BodyLanes::turn_rate, &BodyLanes::bend})
        for (std::size_t wild = 0; wild < kLanes; ++wild)
            for (std::uint32_t lanes = 1; lanes <= kAllLanes; ++lanes)
            {
                // At rest, were it not for one lane's bound.
                BodyLanes still{};
                for (std::size_t k = 0; k < kLanes; ++k)
                    for (int axis = 0; axis < 3; ++axis)
                        still.R[4 * axis].at[k] = 1.0;
                (still.*bound).at[wild] = 1e6;
                const auto place = [&](double, double) -> std::array<HullCourse, 2> {
                    return {HullCourse{&still}, HullCourse{nullptr, &beside}};
                };
                HullProver prover;
                HullProver::Budget budget{1, 0, 1000};
                const bool spans = lanes >> wild != 0 && (lanes & ((2U << wild) - 1U)) != 0;
                if (prover.prove(laneKernels(), {box.hulls(), box.hulls(), 0.0, lanes, {}}, place, budget).has_value() == spans)
                {
                    CAPTURE(wild, lanes);
                    CHECK(!spans);
                }
            }
}

TEST_CASE("What happens in lanes that are not asked about does not count, nor does where the search begins")
{
    Encounter e{CollisionGeometry({{Box{Vec3(0.05, 0.05, 0.05)}, {}}}, "box"),
                CollisionGeometry({{Box{Vec3(0.05, 1, 1)}, {}}}, "wall"),
                {},
                {},
                {}};
    e.moves = {Mat3::Identity(), Vec3(-1, 0, 0), Vec3(2, 0, 0), Vec3::Zero(), Vec3::UnitZ(), 0.0, 0.0};
    // It goes through from 0.45 to 0.55.
    for (std::uint32_t lanes = 1; lanes <= kAllLanes; ++lanes)
        for (std::size_t likely = 0; likely <= kLanes; ++likely)
        {
            if (likely < kLanes && !(lanes >> likely & 1U))
                continue;
            const bool spans = lanes >> 3 & 1U || lanes >> 4 & 1U || ((lanes & 7U) != 0 && lanes >> 5 != 0);
            CAPTURE(lanes, likely);
            CHECK(ask(laneKernels(), e, {lanes, likely < kLanes ? std::optional(likely) : std::nullopt}).has_value() == !spans);
        }
}

TEST_CASE("When hulls overlap is told of a search that ended with that, and of no other")
{
    Random random(23);
    int told = 0, meet = 0;
    for (int round = 0; round < 1000; ++round)
    {
        Encounter e = Encounter::random(random);
        Asked asked = only(randomLanes(random));
        asked.likely = randomLaneOf(random, asked.lanes);
        if (random.chance(0.5))
            e.meet(random.uniform(0, 1), random.logUniform(1e-6, 0.1));
        std::optional<HullProver::Overlap> overlap;
        if (ask(laneKernels(), e, asked, nullptr, {}, &overlap))
            CHECK(!overlap);
        if (!overlap)
            continue;
        CAPTURE(round, overlap->t);
        CHECK(overlap->t > 0.0);
        CHECK(overlap->t < 1.0);
        // Of boxes the hulls are they themselves; of two that are hardly apart no way may be found.
        const double distance = e.distance(overlap->t).upper;
        CHECK(distance < 0.02);
        ++told;
        meet += distance == 0.0;
    }
    CHECK(told > 200);
    CHECK(meet > told / 3);

    // A box at rest between two others: in the hull of both, but in neither.
    Encounter between{CollisionGeometry({{Box{Vec3(0.05, 0.05, 0.05)}, {}}}, "box"),
                      CollisionGeometry({{Box{Vec3(1, 0.1, 1)}, at(0, 0.2, 0)}, {Box{Vec3(1, 0.1, 1)}, at(0, -0.2, 0)}}, "walls"),
                      {},
                      {},
                      {}};
    between.moves = {Mat3::Identity(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::UnitZ(), 0.0, 0.0};
    Asked roots;
    roots.budget.pairs = 1;
    roots.likely = 5;
    std::optional<HullProver::Overlap> overlap;
    CHECK(!ask(laneKernels(), between, roots, nullptr, {}, &overlap));
    REQUIRE(overlap);
    CHECK(overlap->t == Approx(5.5 / kLanes));
    CHECK(overlap->b == RssTree::kRoot);
    // Of two that are both divided it would tell nothing.
    between.a = CollisionGeometry({{Box{Vec3(0.02, 0.02, 0.02)}, at(0.03, 0, 0)}, {Box{Vec3(0.02, 0.02, 0.02)}, at(-0.03, 0, 0)}},
                                  "boxes");
    CHECK(!ask(laneKernels(), between, roots, nullptr, {}, &overlap));
    CHECK(!overlap);
    // Nor where the looks have run out.
    between.a = CollisionGeometry({{Box{Vec3(0.05, 0.05, 0.05)}, {}}}, "box");
    roots.budget.looks = 0;
    CHECK(!ask(laneKernels(), between, roots, nullptr, {}, &overlap));
    CHECK(!overlap);

    // Of a box that is in one of the two walls it is told in which.
    for (const bool is_first : {false, true})
    {
        const double first = is_first ? 0.02 : 0.2, second = is_first ? -0.2 : -0.02;
        between.b =
            CollisionGeometry({{Box{Vec3(1, 0.1, 1)}, at(0, first, 0)}, {Box{Vec3(1, 0.1, 1)}, at(0, second, 0)}}, "walls");
        CHECK(!ask(laneKernels(), between, {}, nullptr, {}, &overlap));
        REQUIRE(overlap);
        const RssNode& wall = between.b.tree().node(overlap->b);
        REQUIRE(wall.isLeaf());
        CHECK(between.b.leaves()[wall.leaf()].centre().y() == Approx(is_first ? first : second));
        CHECK(overlap->a == RssTree::kRoot);
    }
}
