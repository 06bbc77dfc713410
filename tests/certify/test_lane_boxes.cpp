// What openByBoxes() of lane_kernels.h leaves of a tree, against points of all its pieces, on every instruction set that the machine has.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "certify/lane_kernels.h"
#include "lane_kernels_support.h"
#include "support/random_scene.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

/// Many small triangles and a few large ones.
std::shared_ptr<const CollisionGeometry> crowd(Random& random, int count)
{
    std::vector<Vec3> vertices;
    std::vector<TriangleMesh::Triangle> triangles;
    for (int i = 0; i < count; ++i)
    {
        const Vec3 about = random.inCube(2);
        const double size = random.chance(0.1) ? 1.0 : 0.1;
        for (int k = 0; k < 3; ++k)
            vertices.push_back(about + random.inCube(size));
        triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    return geometryOf(meshOf(vertices, triangles));
}

BoxLanes randomBoxes(Random& random)
{
    BoxLanes boxes;
    for (std::size_t k = 0; k < kLanes; ++k)
    {
        const Vec3 centre = random.inCube(3), half = Vec3::Constant(random.logUniform(0.02, 0.5)) + random.inCube(0.01);
        put(centre - half, boxes.low, k);
        put(centre + half, boxes.high, k);
    }
    return boxes;
}

double distanceFromBox(const BoxLanes& boxes, std::size_t k, const Vec3& p)
{
    const Vec3 low = vectorOf(boxes.low, k), high = vectorOf(boxes.high, k);
    return (p - p.cwiseMax(low).cwiseMin(high)).norm();
}

/// In a lane that a piece is not left in, and that was asked for, its points are farther than asked for, and than the bound.
/// @return how many pieces are not left, of all lanes
int checkLeft(const CollisionGeometry& geometry, const BoxLanes& boxes, const LaneTest& test, const std::vector<LeftNode>& left,
              double bound)
{
    const std::vector<std::uint32_t> lanes = lanesLeft(geometry.tree(), geometry.leaves().size(), left);
    int apart = 0;
    double least = kInfinity;
    for (std::size_t piece = 0; piece < lanes.size(); ++piece)
        for (std::size_t k = 0; k < kLanes; ++k)
        {
            if (((test.lanes & ~lanes[piece]) >> k & 1U) == 0)
                continue;
            ++apart;
            const Convex& leaf = geometry.leaves()[piece];
            for (int s = 0; s <= 4; ++s)
                for (int t = 0; s + t <= 4; ++t)
                    least = std::min(
                        least, distanceFromBox(boxes, k, leaf.a + 0.25 * s * (leaf.b - leaf.a) + 0.25 * t * (leaf.c - leaf.a)));
        }
    CHECK(least - test.radius > test.clearance - 1e-12);
    CHECK(bound <= least - test.radius + 1e-12);
    CHECK(bound >= test.clearance);
    return apart;
}

constexpr std::size_t kMost = 10000;
/// What boxes of coordinates up to 8 m may lose.
constexpr double kHalfTheDigits = 1e-5;

}  // namespace

TEST_CASE("What boxes in lanes do not leave of a tree keeps its clearance from them")
{
    onEveryTarget([&](const LaneKernels& kernels) {
        Random random(31);
        int apart = 0, asked = 0;
        for (int round = 0; round < 60; ++round)
        {
            const auto geometry = crowd(random, 1 + random.index(200));
            const BoxLanes boxes = randomBoxes(random);
            const double large = random.chance(0.3) ? 0.0 : random.logUniform(0.01, 3.0);
            const LaneTest test{0.5, random.uniform(0, 0.1), random.chance(0.5) ? 0.0 : random.uniform(0, 0.2),
                                static_cast<std::uint32_t>(random.index(256))};
            std::vector<LeftNode> left;
            double least = kInfinity;
            REQUIRE(kernels.openByBoxes(boxes, geometry->tree(), large, kMost, test, left, least));
            for (const LeftNode& at : left)
            {
                const RssNode& node = geometry->tree().node(at.node);
                CHECK((node.isLeaf() || node.size() <= large));
                CHECK(at.lanes != 0);
                CHECK((at.lanes & ~test.lanes) == 0);
            }
            apart += checkLeft(*geometry, boxes, test, left, least);
            for (std::size_t k = 0; k < kLanes; ++k)
                asked += (test.lanes >> k & 1U) ? static_cast<int>(geometry->leaves().size()) : 0;
        }
        CHECK(apart > asked / 2);
        CHECK(apart < asked);
    });
}

TEST_CASE("A box beside a plate is left in the lanes in which it is no farther than asked for, and tells how far it is")
{
    // A rectangle of radius 1/8 in the plane x = 0, and boxes that end at x = -1 to 6.
    const auto plate = geometryOf(Box{Vec3(0.125, 1.0, 1.0)});
    const RssTree& tree = plate->tree();
    const double surface = tree.node(RssTree::kRoot).support(Vec3::UnitX());
    onEveryTarget([&](const LaneKernels& kernels) {
        for (const double clearance : {0.0, 1.5, 3.0})
            for (const std::uint32_t lanes : {kAllLanes, 0x5AU, 0U})
            {
                BoxLanes boxes;
                std::uint32_t wanted = 0;
                double least = kInfinity;
                for (std::size_t k = 0; k < kLanes; ++k)
                {
                    const double from = static_cast<double>(k) - 1.0 + 0.25;
                    put(Vec3(from, -0.5, -0.5), boxes.low, k);
                    put(Vec3(from + 1.0, 0.5, 0.5), boxes.high, k);
                    const double gap = from - surface - 0.25;
                    if ((lanes >> k & 1U) == 0)
                        continue;
                    if (gap > clearance)
                        least = std::min(least, gap);
                    else
                        wanted |= 1U << k;
                }
                std::vector<LeftNode> left;
                double bound = kInfinity;
                REQUIRE(kernels.openByBoxes(boxes, tree, 10.0, kMost, {0.5, 0.25, clearance, lanes}, left, bound));
                CAPTURE(clearance, lanes);
                CHECK((left.empty() ? 0U : left.front().lanes) == wanted);
                CHECK(left.size() == (wanted == 0 ? 0 : 1));
                CHECK(bound <= least);
                CHECK((bound == least || bound >= least - kHalfTheDigits));
            }
    });
}

TEST_CASE("A box that is no farther than asked for by a rounding or eight is left, whatever its coordinates round to")
{
    onEveryTarget([&](const LaneKernels& kernels) {
        Random random(35);
        for (int round = 0; round < 400; ++round)
        {
            const int axis = round % 3;
            const double side = random.chance(0.5) ? 1.0 : -1.0, grow = random.chance(0.5) ? 0.0 : random.logUniform(1e-6, 1.0);
            const double at = (random.chance(0.5) ? 1.0 : -1.0) * random.logUniform(1e-6, 1e6);
            std::array<Vec3, 3> corners;
            for (Vec3& corner : corners)
            {
                corner = random.inCube(1.0);
                corner[axis] = at;
            }
            // A large triangle, or one with a small one beside it.
            std::vector<Vec3> vertices(corners.begin(), corners.end());
            std::vector<TriangleMesh::Triangle> triangles = {{0, 1, 2}};
            if (random.chance(0.5))
            {
                vertices.push_back(0.5 * (corners[0] + corners[1]));
                triangles.push_back({0, 3, 2});
            }
            const auto geometry = geometryOf(meshOf(vertices, triangles));
            BoxLanes boxes;
            double edge = at + side * grow;
            for (std::size_t k = 0; k < kLanes; ++k)
            {
                edge = std::nextafter(edge, at - side);
                Vec3 low = Vec3::Constant(-2.0), high = Vec3::Constant(2.0);
                low[axis] = std::min(edge, edge + side);
                high[axis] = std::max(edge, edge + side);
                put(low, boxes.low, k);
                put(high, boxes.high, k);
            }
            std::vector<LeftNode> left;
            double least = kInfinity;
            const LaneTest test{0.5, 0.25 * grow, 0.75 * grow, kAllLanes};
            REQUIRE(kernels.openByBoxes(boxes, geometry->tree(), 0.0, kMost, test, left, least));
            CAPTURE(round, at, grow, side);
            for (const std::uint32_t lanes : lanesLeft(geometry->tree(), geometry->leaves().size(), left))
                CHECK(lanes == kAllLanes);
            CHECK(least == kInfinity);
        }
    });
}

TEST_CASE("Boxes that are no numbers, or without end, leave all of a tree, and take nothing from other lanes")
{
    onEveryTarget([&](const LaneKernels& kernels) {
        Random random(33);
        const auto geometry = crowd(random, 50);
        for (std::size_t broken = 0; broken < kLanes; ++broken)
            for (const double bad : {kNaN, kInfinity, -kInfinity})
                for (const bool only_low : {true, false})
                {
                    BoxLanes boxes;
                    for (std::size_t k = 0; k < kLanes; ++k)
                    {
                        const double low = k == broken ? bad : 10.0, high = k != broken ? 11.0 : only_low ? kNaN : bad;
                        put(Vec3::Constant(low), boxes.low, k);
                        put(Vec3::Constant(high), boxes.high, k);
                    }
                    std::vector<LeftNode> left;
                    double least = kInfinity;
                    REQUIRE(kernels.openByBoxes(boxes, geometry->tree(), 0.0, kMost, {0.5, 0.1, 0.0, kAllLanes}, left, least));
                    for (const std::uint32_t lanes : lanesLeft(geometry->tree(), geometry->leaves().size(), left))
                        CHECK(lanes == 1U << broken);
                    CHECK(least < kInfinity);
                    CHECK(least > 0.0);
                }
        for (const double bad : {kNaN, kInfinity})
            for (const bool is_radius : {true, false})
            {
                std::vector<LeftNode> left;
                double least = kInfinity;
                const LaneTest test{0.5, is_radius ? bad : 0.0, is_radius ? 0.0 : bad, kAllLanes};
                REQUIRE(kernels.openByBoxes(randomBoxes(random), geometry->tree(), 0.0, kMost, test, left, least));
                for (const std::uint32_t lanes : lanesLeft(geometry->tree(), geometry->leaves().size(), left))
                    CHECK(lanes == kAllLanes);
            }
    });
}

TEST_CASE("A tree that boxes are not done with after so many nodes is said to be unfinished")
{
    Random random(34);
    const auto geometry = crowd(random, 100);
    onEveryTarget([&](const LaneKernels& kernels) {
        BoxLanes boxes;
        for (std::size_t k = 0; k < kLanes; ++k)
        {
            put(Vec3::Constant(-5), boxes.low, k);
            put(Vec3::Constant(5), boxes.high, k);
        }
        // All of them overlap: every node is looked at.
        const LaneTest test{0.5, 0.0, 0.0, kAllLanes};
        const std::size_t nodes = geometry->tree().nodes().size();
        for (const std::size_t most : {std::size_t(0), std::size_t(1), nodes - 1, nodes, nodes + 1})
        {
            std::vector<LeftNode> left;
            double least = kInfinity;
            CHECK(kernels.openByBoxes(boxes, geometry->tree(), 0.0, most, test, left, least) == (most >= nodes));
        }
    });
}
