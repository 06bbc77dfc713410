// A tree built from the top down, and a lower bound of the distance of two nodes. (Very many balls or boxes: rss_of_pieces.h.)
//
// Fit. For given axes the rectangle spans the extents of the points along the two axes on which they are widest, in the middle of their
// extent along the third. The ball that is swept along it has to reach half of that thickness, h, anyway: at a distance d from the plane
// it reaches sqrt(h^2 - d^2) beyond the rectangle, by which each edge can be drawn in. A point beyond two edges at once may then be
// farther than h, so that the trimmed rectangle is not always the better one: both are made. As axes are tried the principal ones of the
// points and those of the frame, for one triangle its longest edge and its plane, for one solid primitive its own. The smallest volume is
// kept. All of this is choice. What has to be right comes last: the radius is the largest distance of any point from the rectangle as
// stored. The distance from a convex set is a convex function, so over a hull of points it is largest at one of them: corners suffice.
// Round leaves are bounded by the corners of the box about them (a cone by its apex and the square about its base), and the largest ball
// that a leaf below is swept by is added.
//
// Split. At the mean of the leaves' centres, along that axis of the node on which they are spread most. Where this leaves less than an
// eighth of them on a side, it is the median instead: no child has much more than 7/8 of the leaves, and the depth is O(log n).
#include <gapless/geometry/rss_tree.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <unordered_map>

#include <Eigen/Eigenvalues>

#include <gapless/core/rounding.h>

#include "geometry/rss_boxes.h"
#include "geometry/rss_of_pieces.h"

namespace gapless {

namespace {

// The corners of the core of a leaf; together with its radius they bound the leaf.
void appendCorners(const Convex& leaf, std::vector<Vec3>& points)
{
    switch (leaf.type)
    {
        case Convex::Type::Point: points.push_back(leaf.a); break;
        case Convex::Type::Segment:
            points.push_back(leaf.a);
            points.push_back(leaf.b);
            break;
        case Convex::Type::Triangle:
            points.push_back(leaf.a);
            points.push_back(leaf.b);
            points.push_back(leaf.c);
            break;
        case Convex::Type::Rectangle:
        case Convex::Type::Box:
        case Convex::Type::Cylinder:
        {
            Vec3 c = leaf.c, d = leaf.d;
            if (leaf.type == Convex::Type::Cylinder)
            {
                const double r = leaf.c.x();
                c = r * leaf.d.unitOrthogonal();
                d = leaf.d.cross(c);
            }
            else if (leaf.type == Convex::Type::Rectangle)
                d.setZero();
            for (int i = 0; i < 8; ++i)
                points.push_back(leaf.a + ((i & 1) ? 1.0 : -1.0) * leaf.b + ((i & 2) ? 1.0 : -1.0) * c
                                 + ((i & 4) ? 1.0 : -1.0) * d);
            break;
        }
        case Convex::Type::Cone:
        {
            const Vec3 c = leaf.c.x() * leaf.d.unitOrthogonal(), d = leaf.d.cross(c);
            for (int i = 0; i < 4; ++i)
                points.push_back(leaf.a + ((i & 1) ? 1.0 : -1.0) * c + ((i & 2) ? 1.0 : -1.0) * d);
            points.push_back(leaf.a + leaf.b);
            break;
        }
    }
}

double volume(const RssNode& n)
{
    const double a = 2.0 * n.half_u, b = 2.0 * n.half_v, r = n.radius;
    return 2.0 * r * a * b + M_PI * r * r * (a + b) + 4.0 / 3.0 * M_PI * r * r * r;
}

// Square of the distance of p from the rectangle as stored, from above: the residual of an explicit point of the rectangle.
double squareFromAbove(const RssNode& n, const Vec3& p)
{
    const Vec3 d = p - n.centre;
    const double s = std::clamp(d.dot(n.u), -n.half_u, n.half_u);
    const double t = std::clamp(d.dot(n.v), -n.half_v, n.half_v);
    return (d - s * n.u - t * n.v).squaredNorm();
}

/// Points, and their coordinates along the axes of a node: the two widest extents come first, they span the rectangle; the third is its
/// thickness.
struct AlongAxes
{
    const std::vector<Vec3>& points;
    Mat3 axes;
    std::vector<Vec3>& coordinates;
    Vec3 low, high;

    AlongAxes(const std::vector<Vec3>& of, const Mat3& any_order, std::vector<Vec3>& room) : points(of), coordinates(room)
    {
        coordinates.clear();
        for (const Vec3& p : points)
            coordinates.push_back(any_order.transpose() * p);
        low = high = coordinates.front();
        for (const Vec3& x : coordinates)
        {
            low = low.cwiseMin(x);
            high = high.cwiseMax(x);
        }
        std::array<int, 3> order{0, 1, 2};
        const Vec3 extent = high - low;
        std::stable_sort(order.begin(), order.end(), [&](int i, int j) { return extent[i] > extent[j]; });
        const auto sort = [&](Vec3& x) { x = Vec3(x[order[0]], x[order[1]], x[order[2]]); };
        std::for_each(coordinates.begin(), coordinates.end(), sort);
        sort(low);
        sort(high);
        axes << any_order.col(order[0]), any_order.col(order[1]), any_order.col(order[2]);
    }
};

// Fits the rectangle to the points; `shrink` trims it by what the swept ball covers anyway.
RssNode fit(const AlongAxes& at, bool shrink)
{
    Vec3 low = at.low, high = at.high;
    const double middle_w = 0.5 * (low.z() + high.z()), half_w = 0.5 * (high.z() - low.z());
    if (shrink)
    {
        std::array<double, 2> first{high.x(), high.y()}, last{low.x(), low.y()};
        for (const Vec3& x : at.coordinates)
        {
            const double dw = x.z() - middle_w;
            const double slack = std::sqrt(std::max(0.0, half_w * half_w - dw * dw));
            for (int k = 0; k < 2; ++k)
            {
                first[k] = std::min(first[k], x[k] + slack);
                last[k] = std::max(last[k], x[k] - slack);
            }
        }
        for (int k = 0; k < 2; ++k)
        {
            if (first[k] > last[k])
                first[k] = last[k] = 0.5 * (low[k] + high[k]);
            low[k] = first[k];
            high[k] = last[k];
        }
    }
    RssNode node;
    node.u = at.axes.col(0);
    node.v = at.axes.col(1);
    node.centre = at.axes * Vec3(0.5 * (low.x() + high.x()), 0.5 * (low.y() + high.y()), middle_w);
    node.half_u = 0.5 * (high.x() - low.x());
    node.half_v = 0.5 * (high.y() - low.y());
    double square = 0.0, coordinate = 0.0;
    for (const Vec3& p : at.points)
    {
        square = std::max(square, squareFromAbove(node, p));
        coordinate = std::max(coordinate, p.cwiseAbs().maxCoeff());
    }
    // The residual of coordinates <= M is off by fewer than 20 roundings of numbers <= 4 M.
    node.radius = std::sqrt(square) * kInflate + 128.0 * kUnitRoundoff * (coordinate + node.centre.cwiseAbs().maxCoeff());
    return node;
}

// Columns: the directions of decreasing variance of the points.
Mat3 principalAxes(const std::vector<Vec3>& points)
{
    Vec3 mean = Vec3::Zero();
    for (const Vec3& p : points)
        mean += p;
    mean /= static_cast<double>(points.size());
    Mat3 covariance = Mat3::Zero();
    for (const Vec3& p : points)
        covariance += (p - mean) * (p - mean).transpose();
    const Eigen::SelfAdjointEigenSolver<Mat3> solver(covariance);
    Mat3 axes;
    axes.col(0) = solver.eigenvectors().col(2);
    axes.col(1) = solver.eigenvectors().col(1);
    axes.col(2) = axes.col(0).cross(axes.col(1));
    return axes.allFinite() ? axes : Mat3::Identity();
}

// Axes of a triangle: its longest edge, and across it in its plane.
Mat3 triangleAxes(const Convex& t)
{
    const std::array<Vec3, 3> edge{t.b - t.a, t.c - t.b, t.a - t.c};
    int longest = 0;
    for (int k = 1; k < 3; ++k)
        if (edge[k].squaredNorm() > edge[longest].squaredNorm())
            longest = k;
    const double length = edge[longest].norm();
    if (!(length > 0.0))
        return Mat3::Identity();
    Mat3 axes;
    axes.col(0) = edge[longest] / length;
    Vec3 across = edge[(longest + 1) % 3] - edge[(longest + 1) % 3].dot(axes.col(0)) * axes.col(0);
    axes.col(1) = across.norm() > 1e-12 * length ? Vec3(across.normalized()) : Vec3(axes.col(0).unitOrthogonal());
    axes.col(1) = (axes.col(1) - axes.col(1).dot(axes.col(0)) * axes.col(0)).normalized();
    axes.col(2) = axes.col(0).cross(axes.col(1));
    return axes;
}

double clampTo(double half, double x)
{
    return std::min(std::max(x, -half), half);
}

/// Of the coordinates of a point, so that 0.0 and -0.0 differ.
using Bits = std::array<std::uint64_t, 3>;

Bits bitsOf(const Vec3& p)
{
    Bits bits{};
    std::memcpy(bits.data(), p.data(), sizeof bits);
    return bits;
}

struct HashOfBits
{
    std::size_t operator()(const Bits& bits) const
    {
        std::uint64_t hash = 0;
        for (const std::uint64_t part : bits)
        {
            hash = (hash ^ part) * 0x9e3779b97f4a7c15u;
            hash ^= hash >> 32;
        }
        return hash;
    }
};

class Builder
{
public:
    Builder(const std::vector<Convex>& leaves, IndexedVector<NodeIndex, RssNode>& nodes) : leaves_(leaves), nodes_(nodes)
    {
        order_.resize(leaves.size());
        std::iota(order_.begin(), order_.end(), 0);
        centres_.reserve(leaves.size());
        for (const Convex& leaf : leaves)
            centres_.push_back(leaf.centre());
        numberCorners();
        nodes_.reserve(2 * leaves.size());
        nodes_.emplace_back();
        build(RssTree::kRoot, 0, static_cast<int>(leaves.size()));
    }

private:
    void build(NodeIndex index, int begin, int end)
    {
        const Mat3 axes = bound(index, begin, end);
        RssNode& node = nodes_[index];
        if (end - begin == 1)
        {
            node.setLeaf(order_[static_cast<std::size_t>(begin)]);
            return;
        }
        const int middle = split(axes, begin, end);
        const NodeIndex left(nodes_.size());
        node.setChildren(left);
        nodes_.emplace_back();
        nodes_.emplace_back();
        build(left, begin, middle);
        build(left.next(), middle, end);
    }

    /// A vertex of a mesh is a corner of some six triangles, and looked at once per node.
    void numberCorners()
    {
        std::vector<Vec3> of_leaf;
        std::unordered_map<Bits, std::int32_t, HashOfBits> numbers;
        numbers.reserve(leaves_.size());
        for (const Convex& leaf : leaves_)
        {
            of_leaf.clear();
            appendCorners(leaf, of_leaf);
            first_corner_.push_back(corner_.size());
            for (const Vec3& point : of_leaf)
            {
                const auto [known, is_new] = numbers.try_emplace(bitsOf(point), static_cast<std::int32_t>(corner_points_.size()));
                if (is_new)
                    corner_points_.push_back(point);
                corner_.push_back(known->second);
            }
        }
        first_corner_.push_back(corner_.size());
        seen_in_.assign(corner_points_.size(), NodeIndex(0));
    }

    // Encloses the leaves of [begin, end) and returns the axes that the node took.
    Mat3 bound(NodeIndex index, int begin, int end)
    {
        corners_.clear();
        points_.clear();
        double swept = 0.0;
        for (int i = begin; i < end; ++i)
        {
            const auto leaf = static_cast<std::size_t>(order_[static_cast<std::size_t>(i)]);
            swept = std::max(swept, leaves_[leaf].radius);
            for (std::size_t k = first_corner_[leaf]; k < first_corner_[leaf + 1]; ++k)
            {
                const auto number = static_cast<std::size_t>(corner_[k]);
                corners_.push_back(corner_points_[number]);
                if (seen_in_[number] != index.next())
                    points_.push_back(corner_points_[number]);
                seen_in_[number] = index.next();
            }
        }
        const Convex& only = leaves_[static_cast<std::size_t>(order_[static_cast<std::size_t>(begin)])];
        const bool one_triangle = end - begin == 1 && only.type == Convex::Type::Triangle;
        std::array<Mat3, 3> candidates{one_triangle ? triangleAxes(only) : principalAxes(corners_), Mat3::Identity(),
                                       Mat3::Identity()};
        int count = 2;
        if (end - begin == 1 && only.type != Convex::Type::Triangle && only.type != Convex::Type::Point
            && only.type != Convex::Type::Segment)
        {
            Mat3 own;
            const Vec3 b = only.b.norm() > 0.0 ? Vec3(only.b.normalized()) : Vec3::UnitX();
            const bool round = only.type == Convex::Type::Cylinder || only.type == Convex::Type::Cone;
            const Vec3 c = round ? Vec3(b.unitOrthogonal()) : Vec3(only.c.normalized());
            own << b, c, b.cross(c);
            candidates[2] = own;
            count = 3;
        }
        bool have = false;
        RssNode best;
        Mat3 best_axes = candidates[0];
        for (int k = 0; k < count; ++k)
        {
            const AlongAxes along(points_, candidates[static_cast<std::size_t>(k)], coordinates_);
            for (const bool shrink : {true, false})
            {
                const RssNode node = fit(along, shrink);
                if (!have || volume(node) < volume(best))
                {
                    best = node;
                    best_axes = along.axes;
                    have = true;
                }
            }
        }
        best.radius += swept;
        best.radius *= kInflate;
        nodes_[index] = best;
        return best_axes;
    }

    int split(const Mat3& axes, int begin, int end)
    {
        const auto first = order_.begin() + begin, last = order_.begin() + end;
        // Along the axis with the widest spread of centres, at their mean.
        Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low, mean = Vec3::Zero();
        for (auto it = first; it != last; ++it)
        {
            const Vec3 x = axes.transpose() * centres_[static_cast<std::size_t>(*it)];
            low = low.cwiseMin(x);
            high = high.cwiseMax(x);
            mean += x;
        }
        mean /= static_cast<double>(end - begin);
        int axis = 0;
        (high - low).maxCoeff(&axis);
        const Vec3 direction = axes.col(axis);
        const auto key = [&](int i) { return direction.dot(centres_[static_cast<std::size_t>(i)]); };
        const auto cut = std::partition(first, last, [&](int i) { return key(i) < mean[axis]; });
        const int middle = static_cast<int>(cut - order_.begin());
        const int least = std::max(1, (end - begin) / 8);
        if (middle - begin >= least && end - middle >= least)
            return middle;
        const int half = begin + (end - begin) / 2;
        std::nth_element(first, order_.begin() + half, last, [&](int i, int j) { return key(i) < key(j); });
        return half;
    }

    const std::vector<Convex>& leaves_;
    IndexedVector<NodeIndex, RssNode>& nodes_;
    std::vector<int> order_;
    std::vector<Vec3> centres_;
    std::vector<Vec3> corner_points_;        // each once
    std::vector<std::int32_t> corner_;       // leaf after leaf: which of these
    std::vector<std::size_t> first_corner_;  // by leaf: where its corners begin, and behind the last
    std::vector<NodeIndex> seen_in_;         // by corner: the node after that in which it was seen last
    // Of one node: corners as often as leaves have them, which weighs the principal axes, and each once.
    std::vector<Vec3> corners_, points_, coordinates_;
};

}  // namespace

RssTree::RssTree(const std::vector<Convex>& leaves)
{
    if (areManyPieces(leaves))
        nodes_ = treeOfPieces(leaves);
    else
        Builder(leaves, nodes_);
    boxes_ = rssBoxes(nodes_, leaves);
    for (const RssNode& node : nodes_)
        reach_ = std::max(reach_, (node.centre.norm() + node.size()) * kInflate);
}

// Alternating projection: the point of B nearest to a point of A, the point of A nearest to that, and so on, which comes ever nearer to
// the distance of two convex sets. In the coordinates (s, t) and (p, q) of the two rectangles each step is linear and then clamped, one
// coordinate by itself. Four rounds, or until the point on A moves by no more than a twentieth of the distance: a direction that is a
// little off has a gap a little smaller, and at worst two nodes are opened that more rounds would have told apart.
RssDistance rssDistance(const RssNode& A, const Vec3& uA, const Vec3& vA, const RssNode& B, const Vec3& uB, const Vec3& vB,
                        const Vec3& between, double decide)
{
    const double uu = uA.dot(uB), uv = uA.dot(vB), vu = vA.dot(uB), vv = vA.dot(vB);
    const double du = uA.dot(between), dv = vA.dot(between), eu = uB.dot(between), ev = vB.dot(between);
    const double radii = A.radius + B.radius;
    const double near = (radii + decide) * (radii + decide);
    // Parameters of the nearest points: (s, t) on A, (p, q) on B; each half step projects onto one rectangle.
    double s = clampTo(A.half_u, du), t = clampTo(A.half_v, dv);
    double p = 0.0, q = 0.0;
    constexpr int kProjections = 4;
    for (int i = 0; i < kProjections; ++i)
    {
        p = clampTo(B.half_u, s * uu + t * vu - eu);
        q = clampTo(B.half_v, s * uv + t * vv - ev);
        const double s_free = du + p * uu + q * uv, t_free = dv + p * vu + q * vv;
        const double s_old = s, t_old = t;
        s = clampTo(A.half_u, s_free);
        t = clampTo(A.half_v, t_free);
        // The points at hand are this far apart: once that is near enough, more projections cannot change the answer.
        const Vec3 d = between + p * uB + q * vB - s * uA - t * vA;
        const double squared = d.squaredNorm();
        RssDistance result;
        if (squared <= near)
        {
            result.lower = -1.0;
            return result;
        }
        const double moved = std::abs(s - s_old) + std::abs(t - t_old);
        if (i + 1 < kProjections && moved * moved > 0.0025 * squared)
            continue;
        const double length = std::sqrt(squared);
        const Vec3 n = d / length;
        result.direction = n;
        result.lower = n.dot(between) - A.half_u * std::abs(n.dot(uA)) - A.half_v * std::abs(n.dot(vA))
                       - B.half_u * std::abs(n.dot(uB)) - B.half_v * std::abs(n.dot(vB)) - radii;
        return result;
    }
    return {};
}

}  // namespace gapless
