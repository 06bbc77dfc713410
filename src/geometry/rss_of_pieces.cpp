// From the top down pieces are split at the mean of their centres, along the axis of the frame on which these are spread most; each node is then
// bounded by one pass over all pieces below it. What RssTree's own fits do for each node of a mesh (principal axes, four rectangles, a distance
// from every corner) takes five times as long, and proves no more.
//
// Bound. Let o be a point, and u, v, w unit and orthogonal but for rounding. With p any point of a piece's core, d = p - o and a = d.u, b = d.v,
// c = d.w, the pass finds intervals that hold a, b, and c -+ r, with r the piece's radius: for a box centre -+ (|n.b| + |n.c| + |n.d|) along each n.
// The rectangle spans the first two, about o + mid_a u + mid_b v + mid_c w, and its radius is half of the third. This holds the piece: the
// rectangle has the point q = o + a u + b v + mid_c w, and p - q = (c - mid_c) w + (d - a u - b v - c w), where the second term is 0 but for
// rounding. So all that is within r of p is within |c - mid_c| + r of q, and that is at most half of the third interval.
// Rounding, with M the largest coordinate of any of these points, so that |d| < 3.5 M: axes are unit within 4 u, and their products below 16 u, so
// that the second term is below 28 u |d| < 100 u M. An end of an interval is off by less than 70 u M, d, a product and the reach of a box
// counted, and half a length by 4 u M; the centre by 92 u M. Together less than 3 * 74 + 100 + 92 < 512 u M; twice that is added. M is
// at most the largest coordinate of the centre and the node's size together.
//
// Which axes is choice. They are found from some of the centres alone: the longest way from the first, and across it. Where a node is about as wide as long, its
// edges are most likely those that splits have cut, and u is the frame's axis along which it is longest, laid into its plane.
#include "geometry/rss_of_pieces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <gapless/core/rounding.h>

#include "core/parallel_for.h"

namespace gapless {

namespace {

/// With fewer the better fits of RssTree cost nothing that anybody waits for.
constexpr std::size_t kMany = 1000;
/// A part of the tree that one thread makes by itself has no more pieces, or no more than this share of all.
constexpr std::size_t kFewForThread = 4096, kParts = 32;
/// From which the axes of a node are found.
constexpr std::size_t kCentresForAxes = 8;
/// Nodes no wider than this share of their length lie along it, whatever the frame's axes.
constexpr double kNarrow = 0.4;

/// Metres, of a way whose square, and that of a millionth of it, is no denormal: shorter ones have no unit vector to rounding.
constexpr double kShortestWay = 0x1p-450;

struct BallPiece
{
    static constexpr bool kIsBall = true;
    Vec3 centre;
    double radius;
    std::size_t leaf;

    BallPiece(const Convex& convex, std::size_t number) : centre(convex.a), radius(convex.radius), leaf(number) {}
    static double reach(const Vec3& /*n*/) { return 0.0; }
};

struct BoxPiece
{
    static constexpr bool kIsBall = false;
    Vec3 centre, b, c, d;
    double radius;
    std::size_t leaf;

    BoxPiece(const Convex& convex, std::size_t number)
        : centre(convex.a), b(convex.b), c(convex.c), d(convex.d), radius(convex.radius), leaf(number)
    {
        if (convex.type == Convex::Type::Point)
            b = c = d = Vec3::Zero();
    }
    double reach(const Vec3& n) const { return std::abs(n.dot(b)) + std::abs(n.dot(c)) + std::abs(n.dot(d)); }
};

struct Span
{
    double low = std::numeric_limits<double>::infinity(), high = -low;

    void add(double from, double to)
    {
        low = std::min(low, from);
        high = std::max(high, to);
    }
    double middle() const { return 0.5 * (low + high); }
    double half() const { return 0.5 * (high - low); }
};

/// The box about centres, and their sum.
struct Spread
{
    Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low, sum = Vec3::Zero();

    void add(const Vec3& p)
    {
        low = low.cwiseMin(p);
        high = high.cwiseMax(p);
        sum += p;
    }
    int widest() const
    {
        int axis = 0;
        (high - low).maxCoeff(&axis);
        return axis;
    }
};

template <class Piece>
class PieceTree
{
public:
    PieceTree(const std::vector<Convex>& leaves, unsigned int threads) : nodes_(2 * leaves.size() - 1)
    {
        pieces_.reserve(leaves.size());
        Part all{RssTree::kRoot, RssTree::kRoot.next(), 0, leaves.size(), {}};
        for (std::size_t i = 0; i < leaves.size(); ++i)
        {
            pieces_.emplace_back(leaves[i], i);
            all.spread.add(leaves[i].a);
        }
        cutParts(all, std::max(kFewForThread, leaves.size() / kParts));
        parallelFor(
            parts_.size(), threads,
            [this] {
                return [this](std::size_t i) {
                    build(parts_[i]);
                    return true;
                };
            },
            1);
    }
    IndexedVector<NodeIndex, RssNode> take() { return std::move(nodes_); }

private:
    /// Pieces [begin, end) below a node, all of whose descendants stand in a row from `below` on: its children first, then what is below the one, then
    /// what is below the other.
    struct Part
    {
        NodeIndex node, below;
        std::size_t begin, end;
        Spread spread;

        std::size_t size() const { return end - begin; }
    };

    /// Nodes with more than `most` pieces are made, what is below them is put into parts_.
    void cutParts(const Part& part, std::size_t most)
    {
        if (part.size() <= most)
        {
            parts_.push_back(part);
            return;
        }
        bound(part);
        for (const Part& half : split(part))
            cutParts(half, most);
    }

    void build(const Part& part)
    {
        bound(part);
        if (part.size() == 1)
            nodes_[part.node].setLeaf(pieces_[part.begin].leaf);
        else
            for (const Part& half : split(part))
                build(half);
    }

    std::array<Part, 2> split(const Part& part)
    {
        const int axis = part.spread.widest();
        const double mean = part.spread.sum[axis] / static_cast<double>(part.size());
        std::array<Spread, 2> spreads;
        std::size_t middle = part.begin;
        for (std::size_t end = part.end; middle < end;)
            if (pieces_[middle].centre[axis] < mean)
                spreads[0].add(pieces_[middle++].centre);
            else
            {
                std::swap(pieces_[middle], pieces_[--end]);
                spreads[1].add(pieces_[end].centre);
            }
        // No child has much more than 7/8 of the pieces, and the depth is O(log n).
        const std::size_t least = std::max<std::size_t>(1, part.size() / 8);
        if (middle - part.begin < least || part.end - middle < least)
        {
            middle = part.begin + part.size() / 2;
            const auto at = [this](std::size_t i) { return pieces_.begin() + static_cast<std::ptrdiff_t>(i); };
            std::nth_element(at(part.begin), at(middle), at(part.end),
                             [axis](const Piece& a, const Piece& b) { return a.centre[axis] < b.centre[axis]; });
            spreads = {};
            for (std::size_t i = part.begin; i < part.end; ++i)
                spreads[i < middle ? 0 : 1].add(pieces_[i].centre);
        }
        nodes_[part.node].setChildren(part.below);
        const NodeIndex below(part.below.value() + 2);
        return {Part{part.below, below, part.begin, middle, spreads[0]},
                Part{part.below.next(), NodeIndex(below.value() + 2 * (middle - part.begin - 1)), middle, part.end, spreads[1]}};
    }

    void bound(const Part& part)
    {
        if (part.size() == 1 && Piece::kIsBall)
        {
            // The ball itself, but for the rounding of what is made of it.
            RssNode& node = nodes_[part.node];
            node.centre = pieces_[part.begin].centre;
            node.radius = pieces_[part.begin].radius * kInflate;
            return;
        }
        const Mat3 axes = axesOf(part);
        const Vec3 u = axes.col(0), v = axes.col(1), w = axes.col(2), from = pieces_[part.begin].centre;
        Span along_u, along_v, along_w;
        for (std::size_t i = part.begin; i < part.end; ++i)
        {
            const Piece& piece = pieces_[i];
            const Vec3 d = piece.centre - from;
            const double a = d.dot(u), b = d.dot(v), c = d.dot(w);
            const double more_u = piece.reach(u), more_v = piece.reach(v), more_w = piece.reach(w) + piece.radius;
            along_u.add(a - more_u, a + more_u);
            along_v.add(b - more_v, b + more_v);
            along_w.add(c - more_w, c + more_w);
        }
        RssNode& node = nodes_[part.node];
        node.u = u;
        node.v = v;
        node.centre = from + along_u.middle() * u + along_v.middle() * v + along_w.middle() * w;
        node.half_u = along_u.half();
        node.half_v = along_v.half();
        node.radius = along_w.half();
        node.radius = (node.radius + 1024.0 * kUnitRoundoff * (node.centre.cwiseAbs().maxCoeff() + node.size())) * kInflate;
    }

    /// u, v, w.
    Mat3 axesOf(const Part& part) const
    {
        const std::size_t step = (part.size() + kCentresForAxes - 1) / kCentresForAxes;
        const Vec3& from = pieces_[part.begin].centre;
        Vec3 along = Vec3::Zero(), across = Vec3::Zero();
        double squared = 0.0;
        const auto keepLonger = [&squared](Vec3& longest, const Vec3& way) {
            if (const double length = way.squaredNorm(); length > squared)
            {
                squared = length;
                longest = way;
            }
        };
        for (std::size_t i = part.begin + step; i < part.end; i += step)
            keepLonger(along, pieces_[i].centre - from);
        const double length = std::sqrt(squared);
        if (!(length > kShortestWay))
            return Mat3::Identity();
        Vec3 u = along / length;
        squared = 0.0;
        for (std::size_t i = part.begin + step; i < part.end && part.size() > 2; i += step)
        {
            const Vec3 way = pieces_[i].centre - from;
            keepLonger(across, way - way.dot(u) * u);
        }
        const double width = std::sqrt(squared);
        Vec3 v = width > 1e-6 * length ? Vec3(across / width) : Vec3(u.unitOrthogonal());
        Vec3 w = u.cross(v).normalized();
        if (width > kNarrow * length)
        {
            const int axis = part.spread.widest();
            const Vec3 in_plane = Vec3::Unit(axis) - w[axis] * w;
            u = in_plane.norm() > 0.5 ? Vec3(in_plane.normalized()) : u;
        }
        v = w.cross(u);
        Mat3 axes;
        axes << u, v, w;
        return axes.allFinite() ? axes : Mat3(Mat3::Identity());
    }

    IndexedVector<NodeIndex, RssNode> nodes_;
    std::vector<Piece> pieces_;
    std::vector<Part> parts_;
};

bool areAll(const std::vector<Convex>& leaves, std::initializer_list<Convex::Type> types)
{
    return std::all_of(leaves.begin(), leaves.end(),
                       [&](const Convex& leaf) { return std::find(types.begin(), types.end(), leaf.type) != types.end(); });
}

}  // namespace

bool areManyPieces(const std::vector<Convex>& leaves)
{
    return leaves.size() >= kMany && areAll(leaves, {Convex::Type::Point, Convex::Type::Box});
}

IndexedVector<NodeIndex, RssNode> treeOfPieces(const std::vector<Convex>& leaves, unsigned int threads)
{
    if (areAll(leaves, {Convex::Type::Point}))
        return PieceTree<BallPiece>(leaves, threads).take();
    return PieceTree<BoxPiece>(leaves, threads).take();
}

}  // namespace gapless
