// The winding number of a closed mesh about a point, by two ways.
//
// By a ray along +x, for which a tree looks at few triangles. A node keeps no more than what such a ray needs: the shadow of its
// triangles on the yz plane, and their largest x. The winding number is the sum over all triangles that the ray goes through, +1 where it
// leaves (the normal has a positive x), -1 where it enters. That holds while it goes through insides of triangles alone. ab, bc and ca,
// twice the areas that p's shadow makes with the edges, tell: all three certain and of one sign, it goes through; two of them certain and
// of opposite signs, it misses, whatever the third. Else it may meet an edge, or run along the triangle: Unknown. Halving at the median
// keeps the tree less than 32 deep for all the triangles that an int can count, so 64 entries of a stack are enough.
//
// By solid angles, where the ray does not tell: all triangles are looked at, but for them an edge is nothing special, only the surface
// is.
#include <gapless/geometry/containment.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <gapless/core/rounding.h>
#include <gapless/geometry/shells.h>

namespace gapless {

void Containment::addSolid(const std::vector<Vec3>& vertices, const std::vector<std::array<std::int32_t, 3>>& triangles)
{
    Solid solid;
    solid.vertices = vertices;
    solid.triangles = triangles;
    Box& box = solid.box;
    box.low = box.high = vertices[static_cast<std::size_t>(triangles.front()[0])];
    for (const auto& t : triangles)
        for (const std::int32_t i : t)
        {
            box.low = box.low.cwiseMin(vertices[static_cast<std::size_t>(i)]);
            box.high = box.high.cwiseMax(vertices[static_cast<std::size_t>(i)]);
        }
    solid.magnitude = std::max(box.low.cwiseAbs().maxCoeff(), box.high.cwiseAbs().maxCoeff());
    solid.nodes.emplace_back();
    buildTree(solid, 0, 0, static_cast<int>(triangles.size()));
    solids_.push_back(std::move(solid));
}

void Containment::buildTree(Solid& solid, int index, int begin, int end)
{
    Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
    for (int i = begin; i < end; ++i)
        for (const std::int32_t k : solid.triangles[static_cast<std::size_t>(i)])
        {
            low = low.cwiseMin(solid.vertices[static_cast<std::size_t>(k)]);
            high = high.cwiseMax(solid.vertices[static_cast<std::size_t>(k)]);
        }
    constexpr int kTrianglesPerLeaf = 4;
    Node node{low.y(), high.y(), low.z(), high.z(), high.x(), -1, begin, end};
    if (end - begin > kTrianglesPerLeaf)
    {
        int axis = 0;
        (high - low).maxCoeff(&axis);
        const auto key = [&](const std::array<std::int32_t, 3>& t) {
            return solid.vertices[static_cast<std::size_t>(t[0])][axis] + solid.vertices[static_cast<std::size_t>(t[1])][axis]
                   + solid.vertices[static_cast<std::size_t>(t[2])][axis];
        };
        const int middle = begin + (end - begin) / 2;
        std::nth_element(solid.triangles.begin() + begin, solid.triangles.begin() + middle, solid.triangles.begin() + end,
                         [&](const auto& s, const auto& t) { return key(s) < key(t); });
        node.left = static_cast<std::int32_t>(solid.nodes.size());
        solid.nodes.emplace_back();
        solid.nodes.emplace_back();
        const int left = node.left;
        solid.nodes[static_cast<std::size_t>(index)] = node;
        buildTree(solid, left, begin, middle);
        buildTree(solid, left + 1, middle, end);
        return;
    }
    solid.nodes[static_cast<std::size_t>(index)] = node;
}

// Counts the signed crossings of the ray p + s (1,0,0), s > 0. Each sign is that of a determinant computed in doubles and
// trusted only where it exceeds its rounding error; otherwise the answer is Unknown.
Containment::Answer Containment::insideByRay(const Solid& solid, const Vec3& p, const Shells* shells)
{
    const double extent = 2.0 * (solid.magnitude + p.cwiseAbs().maxCoeff());
    // 2x2 determinants of differences: each product of numbers <= extent, fewer than 8 roundings.
    const double area_error = 16.0 * kUnitRoundoff * extent * extent;
    const double volume_error = 64.0 * kUnitRoundoff * extent * extent * extent;
    int winding = 0;
    std::array<std::int32_t, 64> stack;
    int depth = 0;
    stack[static_cast<std::size_t>(depth++)] = 0;
    while (depth > 0)
    {
        const Node& node = solid.nodes[static_cast<std::size_t>(stack[static_cast<std::size_t>(--depth)])];
        if (p.y() < node.low_y || p.y() > node.high_y || p.z() < node.low_z || p.z() > node.high_z || p.x() > node.high_x)
            continue;
        if (node.left >= 0)
        {
            stack[static_cast<std::size_t>(depth++)] = node.left;
            stack[static_cast<std::size_t>(depth++)] = node.left + 1;
            continue;
        }
        for (int i = node.begin; i < node.end; ++i)
        {
            if (shells && !shells->holds(i))
                continue;
            const auto& t = solid.triangles[static_cast<std::size_t>(i)];
            const Vec3 a = solid.vertices[static_cast<std::size_t>(t[0])] - p,
                       b = solid.vertices[static_cast<std::size_t>(t[1])] - p,
                       c = solid.vertices[static_cast<std::size_t>(t[2])] - p;
            const double ab = a.y() * b.z() - a.z() * b.y(), bc = b.y() * c.z() - b.z() * c.y(),
                         ca = c.y() * a.z() - c.z() * a.y();
            const bool positive = ab > area_error && bc > area_error && ca > area_error;
            const bool negative = ab < -area_error && bc < -area_error && ca < -area_error;
            const bool misses = (ab > area_error || bc > area_error || ca > area_error)
                                && (ab < -area_error || bc < -area_error || ca < -area_error);
            if (misses)
                continue;
            if (!positive && !negative)
            {
                if (std::max({a.x(), b.x(), c.x()}) < -kUnitRoundoff * extent * 8.0)
                    continue;  // wholly behind
                return Answer::Unknown;
            }
            // x of the crossing times (ab + bc + ca): positive in front of p if the sums have one sign.
            const double crossing = a.x() * bc + b.x() * ca + c.x() * ab;
            if (std::abs(crossing) <= volume_error)
                return Answer::Unknown;
            if ((crossing > 0.0) == positive)
                winding += positive ? 1 : -1;
        }
    }
    return winding != 0 ? Answer::Inside : Answer::Outside;
}

// The winding number as the sum of solid angles over 4 pi (Van Oosterom, Strackee 1983).
Containment::Answer Containment::insideByWinding(const Solid& solid, const Vec3& p, const Shells* shells)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < solid.triangles.size(); ++i)
    {
        if (shells && !shells->holds(static_cast<int>(i)))
            continue;
        const auto& t = solid.triangles[i];
        const Vec3 a = solid.vertices[static_cast<std::size_t>(t[0])] - p, b = solid.vertices[static_cast<std::size_t>(t[1])] - p,
                   c = solid.vertices[static_cast<std::size_t>(t[2])] - p;
        const double la = a.norm(), lb = b.norm(), lc = c.norm();
        const double numerator = a.dot(b.cross(c));
        const double denominator = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
        // On a triangle the angle jumps from -2 pi to 2 pi: there the sign of a numerator that is all rounding decides.
        const double M = std::max({la, lb, lc}) + 4.0 * kUnitRoundoff * (solid.magnitude + p.cwiseAbs().maxCoeff());
        const double error = (64.0 * M + 8.0 * (solid.magnitude + p.cwiseAbs().maxCoeff())) * kUnitRoundoff * M * M;
        if (std::abs(numerator) <= error && denominator <= error)
            return Answer::Unknown;
        sum += 2.0 * std::atan2(numerator, denominator);
    }
    const double winding = sum / (4.0 * M_PI);
    const double nearest = std::round(winding);
    // Off the surface the exact value is an integer; far from one means that p is on the surface as far as doubles can tell.
    if (!(std::abs(winding - nearest) < 0.01))
        return Answer::Unknown;
    return nearest != 0.0 ? Answer::Inside : Answer::Outside;
}

Containment::Answer Containment::inside(const Solid& solid, const Vec3& p)
{
    if (solid.box.isOutside(p))
        return Answer::Outside;
    // The winding number is the sum of those of the shells, and that of a shell is 0 outside of its box. A ray through a cage, past none of
    // whose bars the point is, would cross many of them.
    if (!solid.shells.empty()
        && std::all_of(solid.shells.begin(), solid.shells.end(), [&](const Box& box) { return box.isOutside(p); }))
        return Answer::Outside;
    const Answer answer = insideByRay(solid, p);
    return answer == Answer::Unknown ? insideByWinding(solid, p) : answer;
}

Containment::Answer Containment::contains(const Vec3& p) const
{
    Answer result = Answer::Outside;
    for (const Solid& solid : solids_)
    {
        const Answer answer = inside(solid, p);
        if (answer == Answer::Inside)
            return answer;
        if (answer == Answer::Unknown)
            result = answer;
    }
    return result;
}

std::size_t Containment::memoryBytes() const
{
    std::size_t bytes = (representatives_.size() + loose_parts_.size()) * sizeof(Vec3) + groups_.size() * sizeof(Group);
    for (const Solid& solid : solids_)
        bytes += solid.vertices.size() * sizeof(Vec3) + solid.triangles.size() * sizeof(solid.triangles[0])
                 + solid.nodes.size() * sizeof(Node) + solid.shells.size() * sizeof(Box);
    return bytes;
}

}  // namespace gapless
