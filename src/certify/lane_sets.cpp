// Nodes and leaves as the kernels take them.
#include <algorithm>
#include <initializer_list>
#include <limits>

#include <gapless/core/rounding.h>

#include "certify/lane_kernels.h"

namespace gapless {

namespace {

template <class Number, class Matrix>
void putNumbers(Number* to, const Matrix& from)
{
    std::transform(from.data(), from.data() + from.size(), to, [](double x) { return static_cast<Number>(x); });
}

/// 0 where that is too large a number.
template <class Number>
Number inverseSquare(const Vec3& x)
{
    const double inverse = 1.0 / x.squaredNorm();
    return inverse <= static_cast<double>(std::numeric_limits<Number>::max()) ? static_cast<Number>(inverse) : Number(0);
}

template <class Number>
LaneBoxOf<Number> boxAbout(const Vec3& centre, std::initializer_list<Vec3> halves)
{
    LaneBoxOf<Number> box;
    putNumbers(box.centre, centre);
    box.count = 0;
    for (const Vec3& half : halves)
    {
        const double length = half.norm();
        putNumbers(box.axis[box.count], length > 0.0 ? Vec3(half / length) : Vec3(Vec3::Zero()));
        box.half[box.count++] = static_cast<Number>(length);
    }
    return box;
}

}  // namespace

LaneRss laneRss(const RssNode& node)
{
    LaneRss rss;
    putNumbers(rss.centre, node.centre);
    rss.count = 0;
    Vec3 corner = Vec3::Zero();
    for (const Vec3& side : {Vec3(node.half_u * node.u), Vec3(node.half_v * node.v)})
        if (side != Vec3::Zero())
        {
            putNumbers(rss.side[rss.count], side);
            rss.inverse_square[rss.count++] = inverseSquare<double>(side);
            corner += side.cwiseAbs();
        }
    // No coordinate of a corner is farther from the centre's than that.
    rss.reach = (node.centre.cwiseAbs() + corner).norm() * kInflate;
    return rss;
}

template <class Number>
LaneBoxOf<Number> laneBox(const Convex& leaf)
{
    switch (leaf.type)
    {
        case Convex::Type::Segment: return boxAbout<Number>(0.5 * (leaf.a + leaf.b), {0.5 * (leaf.b - leaf.a)});
        case Convex::Type::Rectangle: return boxAbout<Number>(leaf.a, {leaf.b, leaf.c});
        case Convex::Type::Box: return boxAbout<Number>(leaf.a, {leaf.b, leaf.c, leaf.d});
        default: return boxAbout<Number>(leaf.a, {});
    }
}

template <class Number>
LaneCylinderOf<Number> laneCylinder(const Convex& leaf)
{
    LaneCylinderOf<Number> cylinder;
    putNumbers(cylinder.centre, leaf.a);
    putNumbers(cylinder.half, leaf.b);
    putNumbers(cylinder.axis, leaf.d);
    cylinder.half_length = static_cast<Number>(leaf.b.norm());
    cylinder.radius = static_cast<Number>(leaf.c.x());
    return cylinder;
}

template <class Number>
LaneTriangleOf<Number> laneTriangle(const Convex& leaf)
{
    LaneTriangleOf<Number> triangle;
    const Vec3 corners[3] = {leaf.a, leaf.b, leaf.c};
    const Vec3 normal = (leaf.b - leaf.a).cross(leaf.c - leaf.a);
    putNumbers(triangle.normal, normal);
    triangle.normal_inverse_square = inverseSquare<Number>(normal);
    for (int k = 0; k < 3; ++k)
    {
        const Vec3 edge = corners[(k + 1) % 3] - corners[k];
        putNumbers(triangle.corner[k], corners[k]);
        putNumbers(triangle.edge[k], edge);
        triangle.edge_inverse_square[k] = inverseSquare<Number>(edge);
        putNumbers(triangle.inwards[k], normal.cross(edge));
    }
    return triangle;
}

template LaneBoxOf<double> laneBox<double>(const Convex&);
template LaneBoxOf<float> laneBox<float>(const Convex&);
template LaneCylinderOf<double> laneCylinder<double>(const Convex&);
template LaneCylinderOf<float> laneCylinder<float>(const Convex&);
template LaneTriangleOf<double> laneTriangle<double>(const Convex&);
template LaneTriangleOf<float> laneTriangle<float>(const Convex&);

}  // namespace gapless
