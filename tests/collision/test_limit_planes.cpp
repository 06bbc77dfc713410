// What LimitBox says of all of a cell - by the travel of parts, and by planes that the body between two joints carries - against distances at
// points of it.
#include <algorithm>
#include <limits>

#include <catch2/catch.hpp>

#include "collision/limit_box.h"
#include "support/chain_between.h"
#include "support/random_input.h"
#include "support/random_scene.h"
#include "support/sanitized.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

constexpr int kFewer = kSanitized ? 10 : 1;
/// What distances of the reference are off by, metres, and then some.
constexpr double kOff = 1e-12;

LimitCell boxOf(const RelativeChain& pair)
{
    return {pair.low, pair.high};
}

/// Corners, middles of edges, and some in between.
std::vector<Configuration> pointsOf(const LimitCell& cell, Random& random, int count)
{
    const Eigen::Index n = cell.low.size();
    std::vector<Configuration> points;
    const Configuration middle = cell.centre();
    for (int k = 0; k < (n == 1 ? 3 : 9); ++k)
    {
        Configuration q = middle;
        for (Eigen::Index v = 0; v < n; ++v)
        {
            const int side = v == 0 ? k % 3 : k / 3;
            q[v] = side == 0 ? cell.low[v] : side == 1 ? cell.high[v] : middle[v];
        }
        points.push_back(q);
    }
    for (; count > 0; --count)
    {
        Configuration q = middle;
        for (Eigen::Index v = 0; v < n; ++v)
            q[v] =
                random.chance(0.2) ? (random.chance(0.5) ? cell.low : cell.high)[v] : random.uniform(cell.low[v], cell.high[v]);
        points.push_back(q);
    }
    return points;
}

double leastDistance(const RelativeChain& pair, const NodePair& nodes, const std::vector<Configuration>& points)
{
    double least = std::numeric_limits<double>::infinity();
    for (const Configuration& q : points)
        least = std::min(least, distanceOf(pair, nodes, q));
    return least;
}

/// Above the plane z = 0 of F, or below.
SeenObject randomObject(Random& random, bool above)
{
    SeenObject object;
    const bool anywhere = random.chance(0.2);
    for (int k = 1 + random.index(4); k > 0; --k)
    {
        Pose X{random.rotation(), Vec3(random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), random.uniform(0.05, 0.5))};
        if (anywhere)
            X.p = random.inCube(0.5);
        if (!above)
            X.p.z() = -X.p.z();
        object.shapes.push_back({random.chance(0.7) ? Shape(randomMesh(random, 0.15)) : randomShape(random, 0.15), X});
    }
    SeenJoint& joint = object.joint;
    joint.type = random.chance(0.7) ? JointType::Revolute : JointType::Prismatic;
    const Vec3 about = random.chance(0.3) ? Vec3::UnitX() : Vec3::UnitZ();
    joint.axis =
        random.chance(0.2) ? random.direction() : Vec3((about + random.logUniform(1e-4, 0.5) * random.direction()).normalized());
    if (random.chance(0.5))
        joint.axis = -joint.axis;
    joint.point = random.inCube(0.4);
    joint.low = random.uniform(-2.0, 0.5);
    joint.high = joint.low + (joint.type == JointType::Revolute ? random.logUniform(0.05, 6.0) : random.logUniform(0.01, 0.6));
    return object;
}

LimitCell randomCell(const LimitCell& box, Random& random)
{
    LimitCell cell = box;
    for (Eigen::Index v = 0; v < box.low.size(); ++v)
        if (!random.chance(0.2))
        {
            const double range = box.high[v] - box.low[v], width = random.logUniform(0.02, 1.0) * range;
            cell.low[v] = box.low[v] + random.unit() * (range - width);
            cell.high[v] = std::min(box.high[v], cell.low[v] + width);
        }
    return cell;
}

NodePair randomNodes(const RelativeChain& pair, Random& random)
{
    const auto descend = [&](const CollisionGeometry& geometry) {
        NodeIndex node = RssTree::kRoot;
        while (!geometry.tree().node(node).isLeaf() && random.chance(0.6))
            node = geometry.tree().node(node).children()[static_cast<std::size_t>(random.index(2))];
        return node;
    };
    return {descend(*pair.a.geometry), descend(*pair.b.geometry)};
}

}  // namespace

TEST_CASE("Travel and planes of a cell bound the distance of two nodes at every point of it, whatever the joints")
{
    Random random(51);
    int by_travel = 0, by_plane[4] = {}, turning = 0, sharp_travel = 0, sharp_plane = 0;
    for (int round = 0; round < 1500 / kFewer; ++round)
    {
        SeenObject a = randomObject(random, true), b = randomObject(random, false);
        const int layout = random.index(3);
        // One joint alone: of the one that is outside.
        const bool alone = random.chance(0.2);
        if (alone && layout != static_cast<int>(Layout::Branched))
            (layout == static_cast<int>(Layout::FirstOutside) ? b : a).joint = {};
        const ChainOf chain(a, b, static_cast<Layout>(layout), &random);
        REQUIRE((*chain).isEligible());
        const RelativeChain& pair = *chain;
        std::uint64_t spent = 0;
        LimitBox box(pair, spent);
        for (int k = 0; k < 3; ++k)
        {
            const LimitCell cell = randomCell(boxOf(pair), random);
            const NodePair nodes = randomNodes(pair, random);
            const double clearance = random.chance(0.5) ? 0.0 : random.logUniform(1e-4, 0.05);
            const double lambda = box.travelFromCentre(cell, nodes);
            const GreedyDistance near = box.distanceAt(nodes, cell.centre(), clearance + 1.1 * lambda);
            const bool apart = near.outcome == GreedyDistance::Outcome::Apart;
            // Asked about something else in between, it comes back.
            if (random.chance(0.5))
                (void)box.distanceAt({}, cell.low, 0.0);
            const std::optional<double> gap = box.gapAlongPlane(cell, nodes, near, clearance);
            // The travel is asked about half of the time: all distances move by at most that.
            const bool travels = apart || random.chance(0.3);
            if (!gap && !travels)
                continue;
            const std::vector<Configuration> points = pointsOf(cell, random, 8);
            const double least = leastDistance(pair, nodes, points), at_centre = distanceOf(pair, nodes, cell.centre());
            CAPTURE(round, k, layout, clearance, lambda, at_centre, least, digits(cell.low), digits(cell.high));
            CHECK(least >= at_centre - lambda - kOff);
            sharp_travel += lambda > 1e-3 && least < at_centre - 0.5 * lambda;
            if (apart)
            {
                ++by_travel;
                CHECK(least >= near.lower - lambda - kOff);
                CHECK(near.lower - lambda > clearance);
            }
            if (gap)
            {
                CAPTURE(*gap);
                CHECK(*gap > clearance);
                CHECK(least >= *gap - kOff);
                ++by_plane[alone ? 3 : layout];
                turning += (cell.high - cell.low).maxCoeff() > 1.0;
                sharp_plane += least < *gap + 0.3 * (at_centre - *gap);
            }
        }
    }
    CAPTURE(by_travel, by_plane[0], by_plane[1], by_plane[2], by_plane[3], turning, sharp_travel, sharp_plane);
    CHECK(by_travel > 1000 / kFewer);
    CHECK(*std::min_element(by_plane, by_plane + 4) > 100 / kFewer);
    CHECK(turning > 100 / kFewer);
    CHECK(sharp_travel > 300 / kFewer);
    CHECK(sharp_plane > 5 / kFewer);
}

namespace {

/// Two objects whose gap along `normal` of F is `gap` at the middle, and comes down to nearly gap - `sweep` at a corner of the limits.
struct Closing
{
    const char* name;
    SeenObject first, second;
    double sweep;
    std::size_t leaf_of_second = 0;  // the other leaves are not meant
};

constexpr double kLever = 0.4, kBall = 0.004, kTilt = 0.1, kTurn = 0.25;

SeenJoint turn(const Vec3& axis, double half_range, const Vec3& point = Vec3::Zero(), double middle = 0.3)
{
    return {JointType::Revolute, point, axis.normalized(), middle - half_range, middle + half_range};
}

SeenJoint slide(const Vec3& axis, double half_range, double middle = -0.2)
{
    return {JointType::Prismatic, Vec3(0.2, -0.1, 0.3), axis.normalized(), middle - half_range, middle + half_range};
}

const Vec3 kTilted = Vec3(0, -std::sin(kTilt), std::cos(kTilt));

/// A wide plate whose lower face is at the height z.
PlacedShape plateAt(double z)
{
    return {Box{Vec3(1.5, 1.5, 0.01)}, at(0.0, 0.0, z + 0.01)};
}

/// @param gap what there is between the two at the middle, of what the second sweeps
std::vector<Closing> closings(double share, double clearance)
{
    std::vector<Closing> all;
    const auto gapFor = [&](double sweep) { return clearance + share * sweep; };
    const Vec3 elsewhere(0.3, -0.2, 0.15);
    {
        // The ball rises on a tilted joint; the plate turns all round about its normal.
        const double sweep = kTurn * std::sin(kTilt) * (kLever + kBall);
        all.push_back({"a ball on a tilted joint, below a plate that turns about its normal",
                       {{plateAt(kBall + gapFor(sweep))}, turn(Vec3::UnitZ(), M_PI, elsewhere)},
                       {{{Sphere{kBall}, at(kLever, 0, 0)}}, turn(kTilted, kTurn)},
                       sweep});
        // The same of a part: what else there is would be in the plate.
        all.push_back({"a ball, part of a link on a tilted joint",
                       {{plateAt(kBall + gapFor(sweep))}, turn(Vec3::UnitZ(), M_PI, elsewhere)},
                       {{{Sphere{0.3}, at(-0.8, 0.1, 0.2)}, {Sphere{kBall}, at(kLever, 0, 0)}, {Sphere{0.2}, at(-0.9, 0, 1)}},
                        turn(-kTilted, kTurn)},
                       sweep,
                       1});
        // The joint's axis goes through the middle of its ball: all of the lever is the ball's radius.
        const double r = 1e-3;
        all.push_back({"a bar through the axis of a tilted joint",
                       {{plateAt(r + gapFor(kTurn * std::sin(kTilt) * (kLever + r)))}, turn(-Vec3::UnitZ(), 3.0, elsewhere)},
                       {{{Capsule{r, kLever - r}, {Eigen::AngleAxisd(M_PI / 2, Vec3::UnitY()).toRotationMatrix(), Vec3::Zero()}}},
                        turn(kTilted, kTurn)},
                       kTurn * std::sin(kTilt) * (kLever + r)});
    }
    {
        // In the middle one of them is on the axis about which, seen from between, the other turns.
        const Vec3 meeting = Eigen::AngleAxisd(kTurn, kTilted) * Vec3(kLever, 0, 0);
        const double sweep = kTurn * std::sin(kTilt) * (kLever + kBall);
        all.push_back({"a ball on a tilted joint, and one that is above it after half a turn",
                       {{{Sphere{kBall}, at(0, 0, 2 * kBall + gapFor(sweep))}},
                        turn(Vec3::UnitZ(), M_PI, Vec3(0.5 * meeting.x(), 0.5 * meeting.y(), 0.15))},
                       {{{Sphere{kBall}, at(kLever, 0, 0)}}, turn(kTilted, kTurn)},
                       sweep});
    }
    {
        const double half = 0.1, sweep = half * 0.6;
        all.push_back({"a ball that turns below a plate that slides down on the slant",
                       {{plateAt(kBall + gapFor(sweep))}, slide(Vec3(0.8, 0, -0.6), half)},
                       {{{Sphere{kBall}, at(kLever, 0, 0)}}, turn(Vec3::UnitZ(), 2.0, elsewhere)},
                       sweep});
        all.push_back({"a ball that slides up on the slant, below a plate that turns",
                       {{plateAt(kBall + gapFor(sweep))}, turn(Vec3::UnitZ(), 2.0, elsewhere)},
                       {{{Sphere{kBall}, at(0.1, 0.2, 0)}}, slide(Vec3(0.8, 0, 0.6), half)},
                       sweep});
        const double both = 0.05 + half * 0.8;
        all.push_back({"a plate and another that slide towards each other, one on the slant",
                       {{plateAt(0.01 + gapFor(both))}, slide(Vec3::UnitZ(), 0.05)},
                       {{{Box{Vec3(0.5, 0.5, 0.01)}, Pose()}}, slide(Vec3(0, 0.6, 0.8), half)},
                       both});
    }
    {
        // Along the way from one to the other.
        const double one = kTurn * (kLever + kBall), two = 0.2 * (kLever + kBall);
        const double apart = 2 * kBall + gapFor(one + two);
        all.push_back({"two balls on levers that swing towards each other",
                       {{{Sphere{kBall}, at(0, 0, apart)}}, turn(Vec3::UnitY(), kTurn, Vec3(-kLever, 0, apart))},
                       {{{Sphere{kBall}, Pose()}}, turn(Vec3::UnitY(), 0.2, Vec3(-kLever, 0.0, 0))},
                       one + two});
        const double alone = 0.05 * (kLever + kBall);
        all.push_back({"a ball on a lever that swings at another, which stands still",
                       {{{Sphere{kBall}, at(0, 0, 2 * kBall + gapFor(alone))}}, {}},
                       {{{Sphere{kBall}, Pose()}}, turn(Vec3::UnitY(), 0.05, Vec3(-kLever, 0, 0))},
                       alone});
    }
    return all;
}

NodeIndex nodeOfLeaf(const CollisionGeometry& geometry, std::size_t leaf)
{
    for (const NodeIndex i : geometry.tree().nodes().indices())
        if (geometry.tree().node(i).isLeaf() && geometry.tree().node(i).leaf() == leaf)
            return i;
    return RssTree::kRoot;
}

}  // namespace

TEST_CASE(
    "Where a corner of the cell is as near as a plane allows, its bound is that within a few percent, and one a tenth greater is "
    "wrong")
{
    Random random(52);
    for (const double clearance : {0.0, 0.02})
        for (const Closing& closing : closings(1.4, clearance))
            for (const Layout layout : {Layout::FirstOutside, Layout::SecondOutside, Layout::Branched})
                for (const bool swapped : {false, true})
                    for (const bool with_fixed : {false, true})
                    {
                        const SeenObject &a = swapped ? closing.second : closing.first,
                                         &b = swapped ? closing.first : closing.second;
                        CAPTURE(closing.name, clearance, static_cast<int>(layout), swapped, with_fixed);
                        const ChainOf chain(a, b, layout, with_fixed ? &random : nullptr);
                        const RelativeChain& pair = *chain;
                        REQUIRE(pair.isEligible());
                        NodePair nodes;
                        (swapped ? nodes.a : nodes.b) = nodeOfLeaf(*(swapped ? pair.a : pair.b).geometry, closing.leaf_of_second);
                        std::uint64_t spent = 0;
                        LimitBox box(pair, spent);
                        const LimitCell cell = boxOf(pair);
                        const GreedyDistance near =
                            box.distanceAt(nodes, cell.centre(), clearance + 2.0 * box.travelFromCentre(cell, nodes));
                        CHECK(near.outcome == GreedyDistance::Outcome::Close);
                        const std::optional<double> gap = box.gapAlongPlane(cell, nodes, near, clearance);
                        REQUIRE(gap);
                        const double least = leastDistance(pair, nodes, pointsOf(cell, random, 4));
                        CAPTURE(*gap, least, closing.sweep);
                        CHECK(*gap > clearance);
                        CHECK(least >= *gap - kOff);
                        CHECK(least < *gap + 0.1 * closing.sweep);
                    }
}

TEST_CASE("No plane keeps two objects apart that meet, or come as near as the clearance, at a corner of the cell")
{
    Random random(53);
    for (const double clearance : {0.0, 0.02})
        // Short of it by what sines and the balls' size take; already there.
        for (const double share : {0.97, 0.0})
            for (const Closing& closing : closings(share, clearance))
                for (const Layout layout : {Layout::FirstOutside, Layout::SecondOutside, Layout::Branched})
                    for (const bool swapped : {false, true})
                    {
                        const SeenObject &a = swapped ? closing.second : closing.first,
                                         &b = swapped ? closing.first : closing.second;
                        CAPTURE(closing.name, clearance, share, static_cast<int>(layout), swapped);
                        const ChainOf chain(a, b, layout);
                        const RelativeChain& pair = *chain;
                        NodePair nodes;
                        (swapped ? nodes.a : nodes.b) = nodeOfLeaf(*(swapped ? pair.a : pair.b).geometry, closing.leaf_of_second);
                        std::uint64_t spent = 0;
                        LimitBox box(pair, spent);
                        const LimitCell cell = boxOf(pair);
                        CHECK(leastDistance(pair, nodes, pointsOf(cell, random, 0)) <= clearance + kOff);
                        const GreedyDistance near =
                            box.distanceAt(nodes, cell.centre(), clearance + 1.1 * box.travelFromCentre(cell, nodes));
                        CHECK(near.outcome != GreedyDistance::Outcome::Apart);
                        CHECK_FALSE(box.gapAlongPlane(cell, nodes, near, clearance));
                    }
}

TEST_CASE("Plates on parallel axes stay apart however far both turn, where travel says nothing")
{
    for (const Layout layout : {Layout::FirstOutside, Layout::SecondOutside, Layout::Branched})
        for (const double gap : {1e-4, 1e-2})
        {
            const ChainOf chain(
                {{{boxMesh(Vec3(0.5, 0.2, 0.01)), at(0.3, 0, 0.01 + gap)}}, turn(Vec3::UnitZ(), M_PI, Vec3(0.4, 0, 0))},
                {{{boxMesh(Vec3(0.5, 0.2, 0.01)), at(-0.2, 0.1, -0.01)}}, turn(-Vec3::UnitZ(), M_PI, Vec3(-0.3, 0.1, 0))},
                layout);
            const RelativeChain& pair = *chain;
            std::uint64_t spent = 0;
            LimitBox box(pair, spent);
            const LimitCell cell = boxOf(pair);
            const GreedyDistance near = box.distanceAt({}, cell.centre(), 1.1 * box.travelFromCentre(cell, {}));
            REQUIRE(near.outcome == GreedyDistance::Outcome::Close);
            const std::optional<double> bound = box.gapAlongPlane(cell, {}, near, 0.0);
            CAPTURE(static_cast<int>(layout), gap);
            REQUIRE(bound);
            CHECK(*bound > 0.75 * gap);
            CHECK(*bound <= gap + kOff);
            CHECK_FALSE(box.gapAlongPlane(cell, {}, near, gap));
            CHECK(box.gapAlongPlane(cell, {}, near, 0.9 * gap));
        }
}

TEST_CASE("Of three joints no plane is carried along: nothing is said, and travel is a bound")
{
    Random random(54);
    for (int layout = 0; layout < 4; ++layout)
    {
        // Two plates with a gap between: the first `layout` joints carry the second, the others the first.
        SceneBuilder b;
        const BodyIndex base = b.joint(kWorld, {}, JointType::Revolute);
        BodyIndex ends[2] = {base, base};
        for (int k = 0; k < 3; ++k)
        {
            Joint joint;
            joint.name = "joint_" + std::to_string(k);
            joint.type = JointType::Revolute;
            joint.axis = k == 1 ? Vec3(0, 0.6, 0.8) : Vec3::UnitZ();
            joint.lower = {-0.02 - 0.01 * k};
            joint.upper = {0.03};
            BodyIndex& end = ends[k < layout];
            end = b.model.addBody(joint.name, end, at(0.1, 0.05 * k, 0), joint, 0);
        }
        b.link("first", ends[0], boxMesh(Vec3(0.5, 0.2, 0.01)), at(0.3, 0, 0.02));
        b.link("second", ends[1], boxMesh(Vec3(0.5, 0.2, 0.01)), at(-0.2, 0.1, -0.02));
        const RelativeChain pair(b.model, b.objects[0], b.objects[1]);
        REQUIRE(pair.isEligible());
        std::uint64_t spent = 0;
        LimitBox box(pair, spent);
        const LimitCell cell = boxOf(pair);
        const double travel = box.travelFromCentre(cell, {});
        const GreedyDistance near = box.distanceAt({}, cell.centre(), 1.1 * travel);
        CAPTURE(layout, travel);
        REQUIRE(near.outcome == GreedyDistance::Outcome::Close);
        CHECK_FALSE(box.gapAlongPlane(cell, {}, near, 0.0));
        const double there = leastDistance(pair, {}, {cell.centre()});
        CHECK(leastDistance(pair, {}, pointsOf(cell, random, 40)) >= there - travel - kOff);
        CHECK(box.variableToCut(cell, {}));
    }

    // Where all three slide the same way, the bound is what they travel.
    SceneBuilder b;
    BodyIndex hand = b.joint(kWorld, {}, JointType::Revolute);
    b.link("base", hand, Sphere{0.1});
    for (const double range : {0.3, 0.5, 0.9})
    {
        Joint slide;
        slide.name = "slide_" + std::to_string(hand.value());
        slide.type = JointType::Prismatic;
        slide.axis = Vec3::UnitX();
        slide.lower = {0.0};
        slide.upper = {range};
        hand = b.model.addBody(slide.name, hand, {}, slide, 0);
    }
    b.link("hand", hand, Sphere{0.1}, at(1, 0, 0));
    const RelativeChain pair(b.model, b.objects[0], b.objects[1]);
    std::uint64_t spent = 0;
    CHECK(LimitBox(pair, spent).travelFromCentre(boxOf(pair), {}) == Approx(0.85));
}
