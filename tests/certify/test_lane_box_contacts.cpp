// Boxes about nodes (RssBox) and openByBoxes(), where coordinates are of any size, sets touch or miss by a last digit, and pieces are of every
// type: each piece has its exact extents along the axes.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "certify/lane_kernels.h"
#include "lane_kernels_support.h"
#include "support/random_input.h"
#include "support/real.h"

using namespace gapless;
using namespace gapless::test;

namespace {

/// Of a piece, exactly. Its axes, if it has some, are the frame's.
struct ExactBox
{
    Real low[3], high[3];
};

ExactBox exactBox(const Convex& piece)
{
    ExactBox box;
    for (int k = 0; k < 3; ++k)
    {
        Real low = piece.a[k], high = piece.a[k];
        const auto add = [&](double x) {
            low = std::min(low, Real(x));
            high = std::max(high, Real(x));
        };
        const auto grow = [&](double x) {
            low -= Real(std::abs(x));
            high += Real(std::abs(x));
        };
        switch (piece.type)
        {
            case Convex::Type::Point: break;
            case Convex::Type::Segment: add(piece.b[k]); break;
            case Convex::Type::Triangle:
                add(piece.b[k]);
                add(piece.c[k]);
                break;
            case Convex::Type::Box: grow(piece.d[k]); [[fallthrough]];
            case Convex::Type::Rectangle:
                grow(piece.b[k]);
                grow(piece.c[k]);
                break;
            case Convex::Type::Cylinder:
                grow(piece.b[k]);
                if (piece.d[k] == 0.0)
                    grow(piece.c.x());
                break;
            case Convex::Type::Cone:
                if (piece.d[k] == 0.0)
                    grow(piece.c.x());
                else if (piece.b[k] < 0.0)
                    low += Real(piece.b[k]);
                else
                    high += Real(piece.b[k]);
                break;
        }
        box.low[k] = low - Real(piece.radius);
        box.high[k] = high + Real(piece.radius);
    }
    return box;
}

/// Of any type, along the axes of the frame. Points of it have coordinates of that size, or, one axis by itself, of a far smaller one.
Convex straightConvex(Random& random, Convex::Type type, double size)
{
    Convex piece;
    piece.type = type;
    const auto some = [&] {
        const double kind = random.unit();
        const double sign = random.chance(0.5) ? 1.0 : -1.0;
        return kind < 0.1 ? 0.0
                          : sign
                                * (kind < 0.3   ? size * random.logUniform(1e-20, 1.0)
                                   : kind < 0.4 ? size
                                                : random.uniform(0.1, 1.0) * size);
    };
    const Vec3 a(some(), some(), some());
    piece.a = a;
    piece.radius = random.chance(0.5) ? 0.0 : std::abs(some());
    const int axis = random.index(3), next = (axis + 1) % 3, last = (axis + 2) % 3;
    switch (type)
    {
        case Convex::Type::Point: break;
        case Convex::Type::Segment: piece.b = Vec3(some(), some(), some()); break;
        case Convex::Type::Triangle:
            piece.b = Vec3(some(), some(), some());
            piece.c = Vec3(some(), some(), some());
            if (random.chance(0.5))
                piece.b[axis] = piece.c[axis] = a[axis];
            break;
        case Convex::Type::Box: piece.d = some() * Vec3::Unit(last); [[fallthrough]];
        case Convex::Type::Rectangle:
            piece.b = some() * Vec3::Unit(axis);
            piece.c = some() * Vec3::Unit(next);
            break;
        case Convex::Type::Cylinder:
        case Convex::Type::Cone:
        {
            const double half = some();
            piece.b = half * Vec3::Unit(axis);
            piece.d = (half < 0.0 ? -1.0 : 1.0) * Vec3::Unit(axis);
            piece.c = Vec3(std::abs(some()), 0, 0);
            break;
        }
    }
    return piece;
}

double stepsBeside(double x, int steps)
{
    for (; steps > 0; --steps)
        x = std::nextafter(x, kInfinity);
    for (; steps < 0; ++steps)
        x = std::nextafter(x, -kInfinity);
    return x;
}

constexpr std::array<double, 19> kSizes = {5e-324, 1e-310, 1e-46, 1e-38, 1e-31,  1e-30,  1e-28,  1e-22, 1e-10, 1.0,
                                           1e3,    1e6,    1e20,  1e37,  1.6e38, 1.7e38, 3.5e38, 1e39,  1e100};

std::vector<Convex> straightPieces(Random& random, int count, double size, bool triangles)
{
    std::vector<Convex> pieces;
    for (int i = 0; i < count; ++i)
        pieces.push_back(
            straightConvex(random, triangles ? Convex::Type::Triangle : static_cast<Convex::Type>(random.index(7)), size));
    return pieces;
}

}  // namespace

TEST_CASE("The box of a node holds the exact extents of all pieces below it, of every type and size")
{
    Random random(51);
    const auto check = [](const std::vector<Convex>& pieces) {
        const RssTree tree(pieces);
        std::vector<ExactBox> of(tree.nodes().size());
        for (std::size_t n = tree.nodes().size(); n-- > 0;)
        {
            const RssNode& node = tree.node(NodeIndex(n));
            if (node.isLeaf())
                of[n] = exactBox(pieces[node.leaf()]);
            else
                for (int k = 0; k < 3; ++k)
                {
                    const auto [first, second] = node.children();
                    REQUIRE(first.value() > n);
                    of[n].low[k] = std::min(of[first.value()].low[k], of[second.value()].low[k]);
                    of[n].high[k] = std::max(of[first.value()].high[k], of[second.value()].high[k]);
                }
            const RssBox& box = tree.box(NodeIndex(n));
            for (int k = 0; k < 3; ++k)
            {
                CAPTURE(n, k, box.low[k], box.high[k], toDouble(of[n].low[k]), toDouble(of[n].high[k]));
                // By a part of it even: what looks at them subtracts.
                CHECK(Real(box.low[k]) <= of[n].low[k] - Real(0x1p-24) * abs(of[n].low[k]));
                CHECK(Real(box.high[k]) >= of[n].high[k] + Real(0x1p-24) * abs(of[n].high[k]));
                CHECK_FALSE(box.low[k] == kInfinity);
                CHECK_FALSE(box.high[k] == -kInfinity);
            }
        }
    };
    for (const double size : kSizes)
        for (int round = 0; round < 40; ++round)
        {
            CAPTURE(size, round);
            check(straightPieces(random, 1 + random.index(round % 4 == 0 ? 40 : 3), size, round % 2 == 0));
        }
    for (const double size : {1e-30, 1e-10, 1.0, 1e6, 1.7e38, 1e39})
        for (const bool balls : {true, false})
        {
            std::vector<Convex> pieces;
            for (int i = 0; i < 1000 + random.index(100); ++i)
                pieces.push_back(
                    straightConvex(random, balls || random.chance(0.2) ? Convex::Type::Point : Convex::Type::Box, size));
            CAPTURE(size, balls);
            check(pieces);
        }
}

TEST_CASE("No piece is told apart from a box that it touches, or misses by less than asked for, whatever their size")
{
    int apart = 0, asked = 0, touching = 0;
    onEveryTarget([&](const LaneKernels& kernels) {
        Random random(52);
        for (int round = 0; round < 3000; ++round)
        {
            const double size = kSizes[static_cast<std::size_t>(round) % kSizes.size()];
            const auto pieces = straightPieces(random, 1 + random.index(round % 5 == 0 ? 30 : 3), size, random.chance(0.7));
            const RssTree tree(pieces);
            // One of the two, or both alike: their sum is a double.
            const double about = random.chance(0.3) ? 0.0 : random.chance(0.5) ? size * random.logUniform(1e-8, 1e3) : size;
            LaneTest test{0.5, random.chance(0.7) ? about : 0.0, 0.0, static_cast<std::uint32_t>(random.index(256))};
            test.clearance = test.radius == 0.0 ? about : random.chance(0.5) ? test.radius : 0.0;
            if (random.chance(0.5))
                test.lanes = kAllLanes;
            const Real needed = Real(test.radius) + Real(test.clearance);
            BoxLanes boxes;
            for (std::size_t k = 0; k < kLanes; ++k)
            {
                const ExactBox of = exactBox(pieces[static_cast<std::size_t>(random.index(static_cast<int>(pieces.size())))]);
                const int axis = random.index(3);
                for (int i = 0; i < 3; ++i)
                {
                    boxes.low[i].at[k] = toDouble(of.low[i]);
                    boxes.high[i].at[k] = toDouble(of.high[i]);
                }
                const int steps = random.index(7) - 3;
                const double more = random.chance(0.3) ? size * random.unit() : 0.0;
                if (random.chance(0.5))
                {
                    boxes.low[axis].at[k] = stepsBeside(toDouble(of.high[axis] + needed) + more, steps);
                    boxes.high[axis].at[k] = std::max(boxes.low[axis].at[k], 0.0) * 2.0;
                }
                else
                {
                    boxes.high[axis].at[k] = stepsBeside(toDouble(of.low[axis] - needed) - more, steps);
                    boxes.low[axis].at[k] = std::min(boxes.high[axis].at[k], 0.0) * 2.0;
                }
            }
            std::vector<LeftNode> left;
            double least = kInfinity;
            const bool closed = random.chance(0.3);
            REQUIRE(kernels.openByBoxes(boxes, tree, closed ? 2.0 * size : 0.0, 10000, test, left, least));
            const auto lanes = lanesLeft(tree, pieces.size(), left);
            // Of those that are not left.
            Real nearest = Real(kInfinity);
            for (std::size_t i = 0; i < pieces.size(); ++i)
            {
                const ExactBox of = exactBox(pieces[i]);
                CHECK((lanes[i] & ~test.lanes) == 0);
                for (std::size_t k = 0; k < kLanes; ++k)
                {
                    if (!(test.lanes >> k & 1U))
                        continue;
                    Real gap = Real(-kInfinity);
                    for (int axis = 0; axis < 3; ++axis)
                        gap = std::max(
                            {gap, Real(boxes.low[axis].at[k]) - of.high[axis], of.low[axis] - Real(boxes.high[axis].at[k])});
                    ++asked;
                    touching += gap == needed;
                    if (lanes[i] >> k & 1U)
                        continue;
                    ++apart;
                    nearest = std::min(nearest, gap - Real(test.radius));
                    CAPTURE(kernels.target, round, size, i, k, toDouble(gap - needed), test.radius, test.clearance);
                    CHECK(gap > needed);
                }
            }
            CAPTURE(kernels.target, round, size, test.radius, test.clearance);
            // The sum is rounded.
            CHECK(Real(least) <= nearest + Real(0x1p-53) * Real(test.clearance));
        }
    });
    CHECK(apart > asked / 20);
    CHECK(touching > 1000);
}

TEST_CASE("A box is told apart from a ball beside it along each axis, on either side, and tells how far it is")
{
    Convex ball;
    ball.a = Vec3(3, -5, 7);
    ball.radius = 0.5;
    const RssTree tree({ball});
    onEveryTarget([&](const LaneKernels& kernels) {
        for (int axis = 0; axis < 3; ++axis)
            for (const double side : {1.0, -1.0})
                for (std::size_t lane = 0; lane < kLanes; ++lane)
                    for (const double more : {-1e-3, 1e-3, 4.0})
                    {
                        // In the other lanes they overlap, not asked for or in vain.
                        BoxLanes boxes;
                        for (std::size_t k = 0; k < kLanes; ++k)
                        {
                            put(ball.a - Vec3::Constant(0.125), boxes.low, k);
                            put(ball.a + Vec3::Constant(0.125), boxes.high, k);
                        }
                        const double radius = 0.25, clearance = 1.0,
                                     from = ball.a[axis] + side * (0.5 + radius + clearance + more);
                        boxes.low[axis].at[lane] = side > 0.0 ? from : from - 1.0;
                        boxes.high[axis].at[lane] = side > 0.0 ? from + 1.0 : from;
                        const std::uint32_t own = 1U << lane;
                        for (const std::uint32_t lanes : {kAllLanes, own})
                        {
                            std::vector<LeftNode> left;
                            double least = kInfinity;
                            REQUIRE(kernels.openByBoxes(boxes, tree, 0.0, 10, {0.5, radius, clearance, lanes}, left, least));
                            CAPTURE(axis, side, lane, more, lanes);
                            // What is known already is not forgotten.
                            double lower = 0.5;
                            std::vector<LeftNode> again;
                            REQUIRE(kernels.openByBoxes(boxes, tree, 0.0, 10, {0.5, radius, clearance, lanes}, again, lower));
                            CHECK(lower == 0.5);
                            const std::uint32_t wanted = more > 0.0 ? lanes & ~own : lanes;
                            CHECK((left.empty() ? 0U : left.front().lanes) == wanted);
                            if (more > 0.0)
                            {
                                CHECK(least <= clearance + more);
                                CHECK(least >= clearance + more - 1e-5);
                            }
                            else
                                CHECK(least == kInfinity);
                        }
                    }
    });
}

TEST_CASE("How far a box is from a ball at the origin is never overstated, though floats are nearer or farther")
{
    const RssTree tree({Convex()});
    onEveryTarget([&](const LaneKernels& kernels) {
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            for (int i = 1; i < 200; ++i)
                for (const double side : {1.0, -1.0})
                {
                    const double far = static_cast<double>(i) / 7.0;
                    BoxLanes boxes;
                    for (std::size_t k = 0; k < kLanes; ++k)
                    {
                        const double from = k == lane ? far : 1000.0;
                        put(Vec3::Constant(side > 0.0 ? from : -2000.0), boxes.low, k);
                        put(Vec3::Constant(side > 0.0 ? 2000.0 : -from), boxes.high, k);
                    }
                    std::vector<LeftNode> left;
                    double least = kInfinity;
                    REQUIRE(kernels.openByBoxes(boxes, tree, 0.0, 10, {0.5, 0.0, 0.0, kAllLanes}, left, least));
                    CAPTURE(lane, i, side);
                    CHECK(left.empty());
                    CHECK(least <= far);
                    CHECK(least >= far * (1.0 - 1e-6));
                }
    });
}
