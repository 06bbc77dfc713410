// RssTree: leaves lie in all their ancestors; bounds of nodes never exceed what they bound.
#include <catch2/catch.hpp>

#include "geometry/random_convex.h"

#include <gapless/geometry/pair_distance.h>
#include <gapless/geometry/rss_tree.h>

#include "geometry/rss_boxes.h"
#include "geometry/rss_of_pieces.h"

using namespace gapless;
using namespace gapless::test;

namespace {

/// Points of a piece: extreme ones in many directions, and its corners.
std::vector<Vec3> pointsOf(const Convex& A, Random& random)
{
    std::vector<Vec3> out;
    for (int i = 0; i < 12; ++i)
    {
        const Vec3 n = i < 6 ? Vec3(Vec3::Unit(i % 3) * (i < 3 ? 1.0 : -1.0)) : random.direction();
        out.push_back(A.coreSupportPoint(n) + A.radius * n);
    }
    return out;
}

Real distanceFromNode(const RssNode& node, const V3<Real>& x)
{
    Piece<Real> P;
    P.kind = Piece<Real>::Kind::Cell;
    P.count = 2;
    P.p[0] = lift<Real>(node.centre);
    P.h[0] = lift<Real>(node.u) * Real(node.half_u);
    P.h[1] = lift<Real>(node.v) * Real(node.half_v);
    P.radius = Real(node.radius);
    return distanceFromPiece<Real>(P, x);
}

std::vector<Convex> randomLeaves(Random& random, int count, double size, const Vec3& centre)
{
    std::vector<Convex> leaves;
    const bool flat = random.chance(0.3);
    for (int i = 0; i < count; ++i)
    {
        Convex A = randomConvex(random, i % 3 ? Convex::Type::Triangle : static_cast<Convex::Type>(random.index(6)), size);
        if (A.type == Convex::Type::Triangle)
        {
            Vec3 shift = centre + random.inCube(2 * size);
            if (flat)
                for (Vec3* v : {&A.a, &A.b, &A.c, &shift})
                    v->z() = 0;
            A.a += shift, A.b += shift, A.c += shift;
        }
        else if (A.type == Convex::Type::Segment)
            A.a += centre, A.b += centre;
        else
            A.a += centre;
        leaves.push_back(A);
    }
    return leaves;
}

double magnitude(const RssTree& tree)
{
    double m = 0;
    for (const RssNode& node : tree.nodes())
        m = std::max(m, node.centre.norm() + node.size());
    return m;
}

}  // namespace

TEST_CASE("Every leaf lies in its node and in all nodes above, and every leaf is reached once")
{
    Random random(21);
    for (int round = 0; round < 60; ++round)
    {
        const auto leaves = randomLeaves(random, 1 + random.index(60), random.logUniform(1e-3, 10),
                                         random.chance(0.3) ? random.inCube(1e6) : Vec3(Vec3::Zero()));
        const RssTree tree(leaves);
        const Real slack = supportRounding(magnitude(tree));
        std::vector<int> seen(leaves.size(), 0);
        std::vector<std::pair<NodeIndex, std::vector<NodeIndex>>> stack = {{RssTree::kRoot, {}}};
        int deepest = 0;
        while (!stack.empty())
        {
            auto [index, path] = stack.back();
            stack.pop_back();
            path.push_back(index);
            deepest = std::max(deepest, static_cast<int>(path.size()));
            const RssNode& node = tree.node(index);
            if (!node.isLeaf())
            {
                for (const NodeIndex child : node.children())
                    stack.push_back({child, path});
                continue;
            }
            ++seen[node.leaf()];
            const Convex& leaf = leaves[node.leaf()];
            for (const Vec3& x : pointsOf(leaf, random))
                for (const NodeIndex above : path)
                {
                    CAPTURE(round, digits(leaf), digits(x), above.value(), digits(tree.node(above).radius));
                    CHECK(distanceFromNode(tree.node(above), lift<Real>(x)) <= slack);
                }
        }
        CHECK(std::count(seen.begin(), seen.end(), 1) == static_cast<std::ptrdiff_t>(leaves.size()));
        CHECK(deepest <= 4 + 3 * std::log2(static_cast<double>(leaves.size()) + 1));
    }
}

namespace {

/// As clouds and maps have them: about a plane, a line, anywhere or all in one place, of one size or several.
std::vector<Convex> randomPieces(Random& random, int count, bool boxes)
{
    const double size = random.logUniform(1e-3, 10);
    const Vec3 centre = random.chance(0.4) ? random.inCube(1e6) : Vec3(Vec3::Zero());
    Vec3 extents = Vec3::Constant(size);
    extents[2] *= random.chance(0.5) ? 1e-3 : 1.0;
    extents[1] *= random.chance(0.2) ? 0.0 : 1.0;
    extents *= random.chance(0.1) ? 0.0 : 1.0;
    const Mat3 R = random.chance(0.3) ? Mat3(Mat3::Identity()) : random.rotation(), R_box = random.rotation();
    const bool same = random.chance(0.5), turned = random.chance(0.3);
    const bool crowded = random.chance(0.3);  // towards one end, so that the mean parts them ill
    std::vector<Convex> pieces;
    for (int i = 0; i < count; ++i)
    {
        Convex piece;
        const double own = (same ? 1e-2 : random.logUniform(1e-3, 0.3)) * size;
        piece.a = centre + R * Vec3(random.inCube(1.0).cwiseProduct(extents));
        if (crowded)
            piece.a = centre + R * Vec3(size * std::pow(0.5, i), 0.0, 0.0);
        piece.radius = own;
        if (boxes && random.chance(0.8))
        {
            const Mat3 axes = turned ? R_box : Mat3(Mat3::Identity());
            piece.type = Convex::Type::Box;
            piece.radius = random.chance(0.8) ? 0.0 : own;
            piece.b = own * axes.col(0);
            piece.c = own * axes.col(1);
            piece.d = (same ? own : 0.1 * own) * axes.col(2);
        }
        pieces.push_back(piece);
    }
    return pieces;
}

/// Largest distance of a point of the piece from a node's rectangle as stored.
Real reachBeyond(const RssNode& node, const Convex& piece)
{
    RssNode rectangle = node;
    rectangle.radius = 0.0;
    Real most = 0;
    for (int i = 0; i < (piece.type == Convex::Type::Box ? 8 : 1); ++i)
    {
        V3<Real> x = lift<Real>(piece.a);
        if (piece.type == Convex::Type::Box)
            x += Real(i & 1 ? 1 : -1) * lift<Real>(piece.b) + Real(i & 2 ? 1 : -1) * lift<Real>(piece.c)
                 + Real(i & 4 ? 1 : -1) * lift<Real>(piece.d);
        most = std::max(most, distanceFromNode(rectangle, x));
    }
    return most + Real(piece.radius);
}

}  // namespace

namespace {

/// How far a piece reaches along an axis, one way and the other, but for rounding.
struct Extents
{
    Vec3 low, high;
};

Extents extentsOf(const Convex& piece)
{
    Extents extents;
    for (int k = 0; k < 3; ++k)
    {
        extents.high[k] = piece.coreSupport(Vec3(Vec3::Unit(k))) + piece.radius;
        extents.low[k] = -piece.coreSupport(Vec3(-Vec3::Unit(k))) - piece.radius;
    }
    return extents;
}

/// The box of each node against the pieces below it. @param is_tight whether it is no larger than they are
void checkBoxes(const RssTree& tree, const std::vector<Convex>& pieces, bool is_tight)
{
    std::vector<Extents> of(tree.nodes().size());
    const double slack = supportRounding(magnitude(tree));
    for (std::size_t n = tree.nodes().size(); n-- > 0;)
    {
        const RssNode& node = tree.node(NodeIndex(n));
        const RssBox& box = tree.box(NodeIndex(n));
        CHECK(box.isLeaf() == node.isLeaf());
        CHECK(box.size == Approx(node.size()));
        if (node.isLeaf())
            of[n] = extentsOf(pieces[node.leaf()]);
        else
        {
            REQUIRE(box.children() == node.children());
            const auto [first, second] = node.children();
            of[n] = {of[first.value()].low.cwiseMin(of[second.value()].low),
                     of[first.value()].high.cwiseMax(of[second.value()].high)};
        }
        for (int k = 0; k < 3; ++k)
        {
            CAPTURE(n, k, digits(of[n].low), digits(of[n].high));
            const double low = static_cast<double>(box.low[k]), high = static_cast<double>(box.high[k]);
            CHECK(low <= of[n].low[k] + slack);
            CHECK(high >= of[n].high[k] - slack);
            if (!is_tight)
                continue;
            CHECK(low >= of[n].low[k] - 1e-6 * std::abs(of[n].low[k]) - slack);
            CHECK(high <= of[n].high[k] + 1e-6 * std::abs(of[n].high[k]) + slack);
        }
    }
}

}  // namespace

TEST_CASE("The box of a node holds all that is below it, and is no larger than the triangles there")
{
    Random random(27);
    for (int round = 0; round < 60; ++round)
    {
        const Vec3 centre = random.chance(0.3) ? random.inCube(1e6) : Vec3(Vec3::Zero());
        const double size = random.logUniform(1e-3, 10);
        const auto leaves = randomLeaves(random, 1 + random.index(60), size, centre);
        checkBoxes(RssTree(leaves), leaves, false);
        std::vector<Convex> triangles;
        for (Convex leaf : leaves)
            if (leaf.type == Convex::Type::Triangle)
            {
                leaf.radius = random.chance(0.5) ? 0.0 : random.uniform(0.0, size);
                triangles.push_back(leaf);
            }
        if (!triangles.empty())
            checkBoxes(RssTree(triangles), triangles, true);
    }
    for (int round = 0; round < 4; ++round)
    {
        const auto pieces = randomPieces(random, 1000 + random.index(50), round % 2 == 0);
        checkBoxes(RssTree(pieces), pieces, false);
    }
}

TEST_CASE("The box of a node that is no number, or without end, is without end, and so are those above it")
{
    const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
    for (const double bad : {nan, inf, 1e39, 0x1.1p127})
        for (const bool is_centre : {true, false})
            for (const std::size_t broken : {1, 2})
            {
                // A root without end over two points.
                IndexedVector<NodeIndex, RssNode> nodes(3);
                nodes[NodeIndex(0)].radius = inf;
                nodes[NodeIndex(0)].setChildren(NodeIndex(1));
                for (const std::size_t i : {1, 2})
                {
                    nodes[NodeIndex(i)].centre = Vec3::Constant(static_cast<double>(i));
                    nodes[NodeIndex(i)].setLeaf(i - 1);
                }
                if (is_centre)
                    nodes[NodeIndex(broken)].centre.setConstant(bad);
                else
                    nodes[NodeIndex(broken)].radius = bad;
                const auto boxes = rssBoxes(nodes, std::vector<Convex>(2));
                for (const std::size_t i : {std::size_t(0), broken})
                    for (int k = 0; k < 3; ++k)
                    {
                        CAPTURE(bad, is_centre, broken, i, k);
                        CHECK(boxes[NodeIndex(i)].low[k] == -std::numeric_limits<float>::infinity());
                        CHECK(boxes[NodeIndex(i)].high[k] == std::numeric_limits<float>::infinity());
                    }
            }
}

TEST_CASE("Of very many balls or boxes each lies in its node and in all nodes above, with no slack for rounding")
{
    Random random(26);
    for (int round = 0; round < 10; ++round)
    {
        const auto pieces = randomPieces(random, 1000 + random.index(50), round % 2 == 0);
        REQUIRE(areManyPieces(pieces));
        const RssTree tree(pieces);
        REQUIRE(tree.nodes().size() == 2 * pieces.size() - 1);
        std::vector<int> seen(pieces.size(), 0);
        std::vector<std::vector<NodeIndex>> paths = {{RssTree::kRoot}};
        std::size_t deepest = 0;
        double loosest = 0.0;
        while (!paths.empty())
        {
            const std::vector<NodeIndex> path = paths.back();
            paths.pop_back();
            deepest = std::max(deepest, path.size());
            const RssNode& node = tree.node(path.back());
            if (!node.isLeaf())
            {
                for (const NodeIndex child : node.children())
                {
                    paths.push_back(path);
                    paths.back().push_back(child);
                }
                continue;
            }
            const Convex& piece = pieces[node.leaf()];
            ++seen[node.leaf()];
            for (const NodeIndex above : path)
            {
                CAPTURE(round, digits(piece), above.value(), digits(tree.node(above).radius));
                const Real reach = reachBeyond(tree.node(above), piece);
                CHECK(reach <= Real(tree.node(above).radius));
            }
            // A leaf's node is of its size.
            const double own = piece.radius + piece.b.norm() + piece.c.norm() + piece.d.norm();
            loosest = std::max(loosest, (node.size() - 1e-9 * (piece.a.norm() + 1.0)) / own);
        }
        CHECK(std::count(seen.begin(), seen.end(), 1) == static_cast<std::ptrdiff_t>(pieces.size()));
        CHECK(static_cast<double>(deepest) <= 4 + 3 * std::log2(static_cast<double>(pieces.size()) + 1));
        CHECK(loosest <= 1.8);
    }
}

TEST_CASE("The tree of very many pieces is the same for any number of threads")
{
    Random random(27);
    for (const bool boxes : {false, true})
    {
        const auto pieces = randomPieces(random, 20000, boxes);
        const auto one = treeOfPieces(pieces, 1), four = treeOfPieces(pieces, 4);
        REQUIRE(one.size() == four.size());
        for (std::size_t i = 0; i < one.size(); ++i)
        {
            const RssNode &a = one[NodeIndex(i)], &b = four[NodeIndex(i)];
            const bool same = a.centre == b.centre && a.u == b.u && a.v == b.v && a.half_u == b.half_u && a.half_v == b.half_v
                              && a.radius == b.radius && a.isLeaf() == b.isLeaf()
                              && (a.isLeaf() ? a.leaf() == b.leaf() : a.children()[0] == b.children()[0]);
            CAPTURE(boxes, i);
            REQUIRE(same);
        }
    }
}

TEST_CASE("Pieces too large or too small for their axes to be found have nodes all the same")
{
    for (const double scale : {1e200, 1e-200})
    {
        std::vector<Convex> pieces(1000);
        for (std::size_t i = 0; i < pieces.size(); ++i)
        {
            pieces[i].a =
                scale * Vec3(static_cast<double>(i % 10), static_cast<double>(i / 10 % 10), static_cast<double>(i / 100));
            pieces[i].radius = scale;
        }
        const RssTree tree(pieces);
        const RssNode& root = tree.node(RssTree::kRoot);
        CAPTURE(scale);
        for (const Convex& piece : pieces)
            CHECK(reachBeyond(root, piece) <= Real(root.radius));
    }
}

TEST_CASE("The support of a node is at least that of every leaf below it")
{
    Random random(22);
    for (int round = 0; round < 40; ++round)
    {
        const auto leaves = randomLeaves(random, 30, 1.0, random.chance(0.5) ? random.inCube(1e3) : Vec3(Vec3::Zero()));
        const RssTree tree(leaves);
        const double slack = supportRounding(magnitude(tree));
        const RssNode& root = tree.node(RssTree::kRoot);
        for (int i = 0; i < 50; ++i)
        {
            const Vec3 n = random.direction();
            for (const Convex& leaf : leaves)
            {
                CAPTURE(digits(n), digits(leaf));
                CHECK(Real(root.support(n)) + slack >= exactSupport(leaf, lift<Real>(n)));
            }
        }
    }
}

TEST_CASE("Distances of nodes never exceed the distance of points in them, in either order")
{
    Random random(23);
    for (int i = 0; i < 4000; ++i)
    {
        RssNode A, B;
        const bool aligned = random.chance(0.3);
        const double size = random.logUniform(1e-3, 10);
        for (RssNode* node : {&A, &B})
        {
            const Mat3 R = aligned ? Mat3(Mat3::Identity()) : random.rotation();
            node->u = R.col(0);
            node->v = R.col(1);
            node->half_u = random.chance(0.2) ? 0.0 : random.uniform(0, 1) * size;
            node->half_v = random.chance(0.2) ? 0.0 : random.uniform(0, 1) * size;
            node->radius = random.chance(0.3) ? 0.0 : random.uniform(0, 0.5) * size;
        }
        const Vec3 between = random.direction() * random.logUniform(1e-3, 10) * size;
        const double D = between.norm() + A.size() + B.size();
        for (int order = 0; order < 2; ++order)
        {
            const RssNode &P = order ? B : A, &Q = order ? A : B;
            const Vec3 to = order ? Vec3(-between) : between;
            const double decide = random.chance(0.5) ? 0.0 : random.logUniform(1e-3, 10) * size;
            const RssDistance d = rssDistance(P, P.u, P.v, Q, Q.u, Q.v, to, decide);
            CAPTURE(digits(A.u), digits(A.v), A.half_u, A.half_v, A.radius, digits(B.u), digits(B.v), B.half_u, B.half_v,
                    B.radius, digits(to));
            REQUIRE(std::isfinite(d.lower));
            CHECK(std::abs(d.direction.norm() - 1) <= 8 * kUnitRoundoff);
            Piece<double> p, q;
            p.kind = q.kind = Piece<double>::Kind::Cell;
            p.count = q.count = 2;
            p.h = {P.u * P.half_u, P.v * P.half_v, Vec3::Zero()};
            q.h = {Q.u * Q.half_u, Q.v * Q.half_v, Vec3::Zero()};
            q.p[0] = to;
            p.radius = P.radius;
            q.radius = Q.radius;
            const double truth = pieceDistance(p, q);
            CHECK(d.lower <= truth + supportRounding(D) + kUnitRoundoff * 100 * D);
            // Useful too: given up only within `decide`, and not far below the truth where the nodes are clearly apart.
            if (d.lower == -1.0)
                CHECK(truth <= decide + supportRounding(D));
            else if (truth > 0.5 * size)
                CHECK(d.lower >= 0.5 * truth);
        }
    }
}

TEST_CASE("Node distances and gaps of two objects are bounds of the leaves below, at any pose")
{
    Random random(24);
    for (int round = 0; round < 40; ++round)
    {
        std::vector<Vec3> v;
        std::vector<TriangleMesh::Triangle> t;
        for (int i = 0; i < 24; ++i)
            v.push_back(random.inCube(1));
        for (int i = 0; i < 16; ++i)
            t.push_back({random.index(24), random.index(24), random.index(24)});
        const auto mesh = std::make_shared<TriangleMesh>(v, t, "mesh");
        const CollisionGeometry A({{mesh, {}}}, "A"), B({{mesh, random.pose(0.2)}, {Cylinder{0.3, 0.2}, random.pose(1)}}, "B");
        const Pose X_WA = random.pose(1), X_WB = random.pose(3);
        const PairPose X = pairPose(X_WA, X_WB);
        const double D = X.p_AB.norm() + A.reach() + B.reach(), e = supportRounding(D) + A.placementError() + B.placementError();
        // All pairs of a leaf and each node above it, on both sides.
        for (int i = 0; i < 200; ++i)
        {
            const NodeRef a{&A, random.index(A.tree().nodes())}, b{&B, random.index(B.tree().nodes())};
            const ConvexDistance d = nodeDistance(a, b, X, Vec3::Zero(), 0.1);
            const Vec3 n = random.direction();
            const double gap = nodeGap(a, b, X, n);
            // Some leaf below each.
            const auto down = [&](const NodeRef& r) {
                NodeRef below = r;
                while (!below.leaf())
                    below.index = below.node().children()[static_cast<std::size_t>(random.index(2))];
                return *below.leaf();
            };
            const Convex p = down(a).placed(X.R_A, Vec3::Zero()), q = down(b).placed(X.R_B, X.p_AB);
            const double truth = pieceDistance(pieceOf<double>(p), pieceOf<double>(q), 1000);
            CAPTURE(round, a.index.value(), b.index.value(), digits(p), digits(q));
            CHECK(d.lower <= truth + e);
            CHECK(gap <= truth + e);
            CHECK(d.upper + e >= d.lower);
            if (a.leaf() && b.leaf() && p.type != Convex::Type::Cylinder && q.type != Convex::Type::Cylinder)
                CHECK(d.upper + e >= truth);
        }
    }
}
