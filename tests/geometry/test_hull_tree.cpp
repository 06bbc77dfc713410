// HullTree: points and a radius that hold the leaves below a node. Obligations:
// 1. no point of a leaf is farther from the hull of the points than the radius, at any node;  2. nodes and their children are those of the RSS tree;
// 3. no point is farther from the origin than `reach`, and count() is a multiple of sixteen;  4. it is near: of few corners, these;
// 5. from the user's cache it is the same, and what is no tree there is as good as nothing;  6. isConvex() of what is, or nearly;
// 7. partSize() is in the midst of those of parts;  8. box() is about the points, and no larger.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "random_convex.h"
#include "support/convex_reference.h"
#include "support/random_scene.h"
#include "support/rough_ball.h"

#include "core/content_bytes.h"
#include "core/disk_cache.h"
#include "geometry/geometry_content.h"
#include "support/cache_folder.h"

#include <gapless/geometry/collision_geometry.h>
#include <gapless/geometry/hull_tree.h>

using namespace gapless;
using namespace gapless::test;

namespace {

using Long = long double;
constexpr Long kInfinity = std::numeric_limits<Long>::infinity();

/// A lower bound of the distance of p from the hull of points, sharp after some steps: whatever the way, n.p less the greatest n.x is one. By steps
/// towards the farthest point along n (Frank, Wolfe 1956).
Long distanceFromHull(const OuterHull& hull, const V3<Long>& p)
{
    V3<Long> nearest = lift<Long>(hull.point(0));
    Long best = -kInfinity;
    for (int step = 0; step < 200; ++step)
    {
        const V3<Long> way = p - nearest;
        const Long length = lengthOf<Long>(way);
        if (length == 0)
            return std::max<Long>(best, 0);
        V3<Long> farthest = nearest;
        Long reach = -kInfinity;
        for (std::size_t i = 0; i < hull.count(); ++i)
        {
            const V3<Long> x = lift<Long>(hull.point(i));
            if (const Long along = way.dot(x) / length; along > reach)
            {
                reach = along;
                farthest = x;
            }
        }
        best = std::max(best, way.dot(p) / length - reach);
        const V3<Long> move = farthest - nearest;
        const Long square = move.dot(move);
        if (square == 0)
            break;
        const Long share = std::clamp<Long>(way.dot(move) / square, 0, 1);
        if (share == 0)
            break;
        nearest = nearest + move * share;
    }
    return best;
}

struct Checked
{
    Long standing_out = -kInfinity;  // most that a leaf stands out of its node's hull, metres
    Long magnitude = 0;              // of coordinates
};

void checkLeaves(Random& random, const std::vector<Convex>& leaves, const RssTree& tree, NodeIndex index, const OuterHull& hull,
                 double radius, Checked& checked)
{
    const RssNode& node = tree.node(index);
    if (!node.isLeaf())
    {
        for (const NodeIndex child : node.children())
            checkLeaves(random, leaves, tree, child, hull, radius, checked);
        return;
    }
    const Convex& leaf = leaves[node.leaf()];
    for (int k = 0; k < 4; ++k)
    {
        // Points that are extreme along some direction are all that matter.
        const Vec3 point = leaf.coreSupportPoint(k < 3 ? random.direction() : Vec3((leaf.centre() - hull.point(0)).normalized()));
        checked.magnitude = std::max<Long>(checked.magnitude, point.norm());
        checked.standing_out = std::max(checked.standing_out, distanceFromHull(hull, lift<Long>(point)) + leaf.radius - radius);
    }
}

/// @param shrink factor of the radii
Checked checkTree(Random& random, const std::vector<Convex>& leaves, const RssTree& tree, const HullTree& hulls,
                  double shrink = 1.0)
{
    Checked checked;
    std::vector<NodeIndex> nodes(hulls.nodes().size(), RssTree::kRoot);
    for (std::uint32_t i = 0; i < nodes.size(); ++i)
    {
        const HullTree::Node& node = hulls.node(i);
        const RssNode& same = tree.node(nodes[i]);
        CHECK(node.of == nodes[i]);
        CHECK(node.size == same.size());
        CHECK((node.children == 0 || !same.isLeaf()));
        CHECK(node.hull.count() % 16 == 0);
        CHECK(node.hull.count() > 0);
        CHECK(node.hull.count() <= OuterHull::kMost);
        for (std::size_t k = 0; k < node.hull.count(); ++k)
            if (!(node.hull.point(k).norm() <= node.hull.reach()))
                CHECK(node.hull.point(k).norm() <= node.hull.reach());
        checkLeaves(random, leaves, tree, nodes[i], node.hull, shrink * node.hull.radius(), checked);
        if (node.children != 0)
            for (std::uint32_t k = 0; k < 2; ++k)
                nodes[node.children + k] = same.children()[k];
    }
    return checked;
}

CollisionGeometry randomGeometry(Random& random, double size, double far_out)
{
    std::vector<PlacedShape> shapes;
    const auto placed = [&](Shape shape) {
        shapes.push_back({std::move(shape), {random.rotation(), far_out * Vec3::Ones() + random.inCube(size)}});
    };
    if (random.chance(0.5))
        placed(roughBall(random, 2 + random.index(10), random.logUniform(1e-6, 0.5)));
    for (int k = random.index(5) + (shapes.empty() ? 1 : 0); k > 0; --k)
        placed(randomShape(random, size));
    return CollisionGeometry(shapes, "random");
}

}  // namespace

TEST_CASE("No leaf stands out of the hull of a node above it")
{
    Random random(1);
    for (int round = 0; round < 40; ++round)
    {
        const double size = random.logUniform(1e-3, 10), far_out = random.chance(0.2) ? random.logUniform(1, 1e4) : 0.0;
        const CollisionGeometry geometry = randomGeometry(random, size, far_out);
        const Checked checked = checkTree(random, geometry.leaves(), geometry.tree(), geometry.hulls());
        CAPTURE(round, size, far_out);
        CHECK(checked.standing_out <= 1e-15 * checked.magnitude);
        CHECK(geometry.hulls().node(HullTree::kRoot).hull.radius() < geometry.radius());
    }
}

TEST_CASE("Leaves of every kind are held, flat, thin and degenerate ones too")
{
    Random random(2);
    for (const Convex::Type type : {Convex::Type::Point, Convex::Type::Segment, Convex::Type::Triangle, Convex::Type::Rectangle,
                                    Convex::Type::Box, Convex::Type::Cylinder, Convex::Type::Cone})
        for (int round = 0; round < 20; ++round)
        {
            std::vector<Convex> leaves;
            const double size = random.logUniform(1e-6, 1e3);
            for (int k = random.index(12); k >= 0; --k)
                leaves.push_back(random.chance(0.1) && !leaves.empty() ? leaves.back() : randomConvex(random, type, size));
            const RssTree tree(leaves);
            const Checked checked = checkTree(random, leaves, tree, HullTree(leaves, tree));
            CAPTURE(nameOf(type), round, size);
            CHECK(checked.standing_out <= 1e-15 * checked.magnitude);
        }
}

TEST_CASE("A hull of a smaller radius is found out")
{
    Random random(3);
    int found = 0;
    for (int round = 0; round < 10; ++round)
    {
        const CollisionGeometry geometry({{roughBall(random, 14, 1e-3), {}}}, "ball");
        const Checked checked = checkTree(random, geometry.leaves(), geometry.tree(), geometry.hulls(), 0.8);
        found += checked.standing_out > 0;
    }
    CHECK(found == 10);
}

TEST_CASE("Few corners are held by themselves, many by near ones")
{
    Random random(4);
    const Vec3 far = random.inCube(3.0);
    const CollisionGeometry box({{boxMesh(Vec3(0.3, 0.2, 0.1)), {Mat3::Identity(), far}}}, "box");
    const OuterHull& corners = box.hulls().node(HullTree::kRoot).hull;
    CHECK(corners.count() == 16);
    CHECK(corners.radius() < 1e-12);
    // 812 vertices on the unit sphere, for which there are 256 points: one for each cap of a tenth of a radian or so.
    const CollisionGeometry ball({{roughBall(random, 20, 0.0), {}}}, "ball");
    CHECK(ball.hulls().node(HullTree::kRoot).hull.radius() < 0.03);
    CHECK(ball.hulls().nodes().size() == 127);
    for (std::uint32_t i = 15; i < 31; ++i)
        CHECK(ball.hulls().node(i).hull.radius() < 0.01);
    // Of a box of the size of a hand, cut as finely, four levels.
    std::vector<Vec3> vertices;
    std::vector<TriangleMesh::Triangle> triangles;
    for (int i = 0; i < 64; ++i)
    {
        for (const Vec3& vertex : boxVertices(Vec3(0.05, 0.05, 0.0005), Vec3(0, 0, 0.002 * i)))
            vertices.push_back(vertex);
        for (const TriangleMesh::Triangle& triangle : boxTriangles(8 * i))
            triangles.push_back(triangle);
    }
    CHECK(CollisionGeometry({{meshOf(vertices, triangles), {}}}, "plates").hulls().nodes().size() == 31);
    const CollisionGeometry capsule({{Capsule{0.05, 0.4}, {}}}, "capsule");
    CHECK(capsule.hulls().nodes().size() == 1);
    CHECK(capsule.hulls().node(HullTree::kRoot).hull.radius() == Approx(0.05));
}

TEST_CASE("Convex is one leaf, or triangles flush with the hull, but for the rounding of their corners")
{
    Random random(12);
    const auto isConvex = [](const Shape& shape) {
        return CollisionGeometry({{shape, at(3, 2, 1)}}, "shape").hulls().isConvex();
    };
    CHECK(isConvex(Box{Vec3(0.1, 0.2, 0.3)}));
    CHECK(isConvex(Capsule{0.05, 0.4}));
    CHECK(isConvex(boxMesh(Vec3(0.1, 0.2, 0.3))));
    const auto pyramid = [](const Vec3& corner) {
        return meshOf({{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, corner, {0.2, -0.3, 1}}, {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}});
    };
    CHECK(isConvex(pyramid(Vec3(-1, 1, 0))));
    // A dent of less than a millimetre for the others' two metres.
    CHECK(isConvex(pyramid(Vec3(0.003, 0.002, 0))));
    CHECK(!isConvex(pyramid(Vec3(0.4, -0.4, 0))));
    CHECK(!isConvex(roughBall(random, 6, 0.3)));
    // Of a box and a mesh its hull is not all that there is to know.
    CHECK(!CollisionGeometry({{Box{Vec3(1, 1, 1)}, {}}, {Box{Vec3(1, 1, 1)}, at(1, 0, 0)}}, "two").hulls().isConvex());
    CHECK(!CollisionGeometry({{boxMesh(Vec3(1, 1, 1)), {}}, {boxMesh(Vec3(1, 1, 1)), at(9, 0, 0)}}, "apart").hulls().isConvex());
}

TEST_CASE("As many parts that are not divided are larger than the size of parts as are smaller")
{
    Random random(12);
    std::vector<PlacedShape> boxes;
    for (int k = 0; k < 9; ++k)
        boxes.push_back({Box{Vec3::Constant(0.01 * (k + 1))}, at(k, 0, 0)});
    for (const std::vector<PlacedShape>& shapes : {boxes, {{roughBall(random, 12, 0.1), {}}}, {boxes[3]}})
    {
        const CollisionGeometry geometry(shapes, "shapes");
        const HullTree& hulls = geometry.hulls();
        int parts = 0, larger = 0, smaller = 0;
        for (const HullTree::Node& node : hulls.nodes())
            if (node.children == 0)
            {
                ++parts;
                larger += node.size > hulls.partSize();
                smaller += node.size < hulls.partSize();
            }
        CAPTURE(parts, larger, smaller);
        CHECK(larger <= parts / 2);
        CHECK(smaller <= parts / 2);
    }
    CHECK(HullTree().partSize() == 0.0);
}

TEST_CASE("Several balls and clouds of primitives have no hulls")
{
    const auto hasHulls = [](const Shape& shape, int count) {
        std::vector<PlacedShape> shapes;
        for (int k = 0; k < count; ++k)
            shapes.push_back({shape, at(0.1 * k, 0, 0)});
        return !CollisionGeometry(shapes, "cloud").hulls().nodes().empty();
    };
    CHECK(hasHulls(Sphere{0.01}, 1));
    CHECK(!hasHulls(Sphere{0.01}, 2));
    CHECK(hasHulls(Box{Vec3(0.01, 0.01, 0.01)}, 64));
    CHECK(!hasHulls(Box{Vec3(0.01, 0.01, 0.01)}, 65));
}

TEST_CASE("A box is about the points of the first hull, and touches some on each side")
{
    Random random(12);
    for (int round = 0; round < 200; ++round)
    {
        const double size = random.logUniform(1e-3, 10.0);
        std::vector<PlacedShape> shapes = {{Box{size * Vec3(random.unit(), random.unit(), random.unit())}, random.pose(size)}};
        if (random.chance(0.5))
            shapes.push_back({roughBall(random, 6, size), random.pose(size)});
        const CollisionGeometry geometry(shapes, "shapes");
        const OrientedBox& box = geometry.hulls().box();
        const OuterHull& hull = geometry.hulls().node(HullTree::kRoot).hull;
        CHECK((box.axes.transpose() * box.axes - Mat3::Identity()).cwiseAbs().maxCoeff() < 1e-12);
        Vec3 low = Vec3::Constant(1e9), high = -low;
        for (std::size_t i = 0; i < hull.count(); ++i)
        {
            const Vec3 along = box.axes.transpose() * (hull.point(i) - box.centre);
            low = low.cwiseMin(along);
            high = high.cwiseMax(along);
        }
        CHECK((high - box.half).norm() < 1e-12 * (size + hull.reach()));
        CHECK((low + box.half).norm() < 1e-12 * (size + hull.reach()));
    }
    // Along its own axes where it is one.
    const CollisionGeometry turned({{Box{Vec3(0.1, 0.2, 0.3)}, random.pose(1.0)}}, "box");
    Vec3 half = turned.hulls().box().half;
    std::sort(half.data(), half.data() + 3);
    CHECK((half - Vec3(0.1, 0.2, 0.3)).norm() < 1e-12);
}

TEST_CASE("Hulls from the cache are those that were found, and what is no tree is as good as nothing")
{
    const CacheFolder cache;
    Random random(11);
    const std::vector<PlacedShape> shapes = {{roughBall(random, 12, 0.1), at(0.3, 0, 0)}};
    const auto isSame = [](const HullTree& x, const HullTree& y) {
        const auto areSame = [](const HullTree::Node& a, const HullTree::Node& b) {
            return a.of == b.of && a.size == b.size && a.children == b.children && a.hull.radius() == b.hull.radius()
                   && a.hull.reach() == b.hull.reach() && a.hull.count() == b.hull.count()
                   && std::equal(a.hull.coordinates(), a.hull.coordinates() + 3 * a.hull.count(), b.hull.coordinates());
        };
        return x.isConvex() == y.isConvex() && x.partSize() == y.partSize() && x.box().centre == y.box().centre
               && x.box().half == y.box().half && x.box().axes == y.box().axes
               && std::equal(x.nodes().begin(), x.nodes().end(), y.nodes().begin(), y.nodes().end(), areSame);
    };
    const auto found = [&] { return CollisionGeometry(shapes, "ball").hulls(); };
    const HullTree first = found();
    REQUIRE(cache.files().size() == 1);
    CHECK(first.nodes().size() == 127);
    CHECK(isSame(found(), first));

    const auto keep = [&](const std::string& content) {
        DiskCache::ofUser().keep(DiskCache::keyOf("tree of hulls", asText(digestOfShapes(shapes))), content);
    };
    const auto addNode = [](ContentWriter& content, std::uint32_t children, std::uint32_t points) {
        content.putDouble(1.0);
        content.put32(children);
        content.putDouble(123.0);
        content.put32(points);
        content.put(Vec3(0, 0, 0));
    };
    // One node of one point, with these children and so many points and nodes said to be there.
    const auto forged = [&](std::uint32_t children, std::uint32_t points, std::uint32_t nodes) {
        ContentWriter content;
        content.put32(nodes);
        addNode(content, children, points);
        return content.bytes();
    };
    // Nodes of one point each, with these children.
    const auto forgedTree = [&](const std::vector<std::uint32_t>& children) {
        ContentWriter content;
        content.put32(static_cast<std::uint32_t>(children.size()));
        for (const std::uint32_t child : children)
            addNode(content, child, 1);
        return content.bytes();
    };
    keep(forged(0, 1, 1));
    REQUIRE(found().node(HullTree::kRoot).hull.radius() == 123.0);
    keep(forgedTree({1, 0, 0}));
    REQUIRE(found().nodes().size() == 3);
    // Deeper than any tree of these leaves.
    std::vector<std::uint32_t> deep(801, 0);
    for (std::uint32_t level = 0; level < 400; ++level)
        deep[level == 0 ? 0 : 2 * level - 1] = 2 * level + 1;
    keep(forgedTree(deep));
    const CollisionGeometry far_down(shapes, "ball");
    REQUIRE(far_down.hulls().nodes().size() == deep.size());
    CHECK(far_down.tree().node(far_down.hulls().nodes().back().of).isLeaf());
    for (const std::string& bad : {forged(1, 1, 1), forged(0xffffffff, 1, 1), forged(0xfffffffe, 1, 1), forged(0, 0, 1),
                                   forged(0, 257, 1), forged(0, 0xffffffff, 1), forged(0, 1, 2), forged(0, 1, 0),
                                   forged(0, 1, 1) + "more", forgedTree({}), forgedTree({1, 0}), forgedTree({1, 1, 0})})
    {
        keep(bad);
        CHECK(isSame(found(), first));
    }
}
