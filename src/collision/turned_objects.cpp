#include "collision/turned_objects.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <gapless/geometry/convex.h>

namespace gapless {

namespace {

/// More follow a shape more closely, and are more to be looked at in each cell.
constexpr int kSlices = 8;

/// In metres, and in how large and far away it all is: see the proof.
constexpr double kSlackOfRings = 1e-9;
/// Metres: no robot, and more than doubles can square is not asked for.
constexpr double kTooFar = 1e6;

/// The largest distance of its points from the line through the origin along the unit vector `axis`.
double farthestFromAxis(const Convex& leaf, const Vec3& axis)
{
    const auto distance = [&](const Vec3& p) { return (p - axis.dot(p) * axis).norm(); };
    switch (leaf.type)
    {
        case Convex::Type::Point: return distance(leaf.a) + leaf.radius;
        case Convex::Type::Segment: return std::max(distance(leaf.a), distance(leaf.b)) + leaf.radius;
        case Convex::Type::Triangle: return std::max({distance(leaf.a), distance(leaf.b), distance(leaf.c)}) + leaf.radius;
        case Convex::Type::Rectangle:
        case Convex::Type::Box:
        {
            const Vec3 d = leaf.type == Convex::Type::Box ? leaf.d : Vec3(Vec3::Zero());
            double farthest = 0.0;
            for (const double i : {-1.0, 1.0})
                for (const double j : {-1.0, 1.0})
                    for (const double k : {-1.0, 1.0})
                        farthest = std::max(farthest, distance(leaf.a + i * leaf.b + j * leaf.c + k * d));
            return farthest + leaf.radius;
        }
        // A disc is in the ball about its centre.
        case Convex::Type::Cylinder: return std::max(distance(leaf.a - leaf.b), distance(leaf.a + leaf.b)) + leaf.c.x();
        case Convex::Type::Cone: return std::max(distance(leaf.a) + leaf.c.x(), distance(leaf.a + leaf.b));
    }
    return std::numeric_limits<double>::infinity();
}

/// A leaf's heights along the axis, and how far from it it comes.
struct Extent
{
    double low, high, radius;
};

TurnedObjects::Geometry sweptBy(const std::vector<TurnedObjects::Geometry>& members, const Pose& X_PJ, const Vec3& axis)
{
    double reach = 0.0, off = 0.0;
    for (const TurnedObjects::Geometry& member : members)
    {
        reach = std::max(reach, member->reach());
        off = std::max(off, member->placementError());
    }
    const double slack = kSlackOfRings * (1.0 + reach + X_PJ.p.norm()) + off;
    if (!(slack < kSlackOfRings * kTooFar))
        return nullptr;
    std::vector<Extent> extents;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const TurnedObjects::Geometry& member : members)
        for (const Convex& leaf : member->leaves())
        {
            const Extent& extent = extents.emplace_back(
                Extent{-leaf.support(-axis) - slack, leaf.support(axis) + slack, farthestFromAxis(leaf, axis) + slack});
            low = std::min(low, extent.low);
            high = std::max(high, extent.high);
        }
    const double height = (high - low) / kSlices;
    const auto sliceOf = [&](double h) { return std::clamp(static_cast<int>(std::floor((h - low) / height)), 0, kSlices - 1); };
    std::array<double, kSlices> radii{};
    for (const Extent& extent : extents)
        // What ends at a border is of both slices.
        for (int k = sliceOf(extent.low - slack); k <= sliceOf(extent.high + slack); ++k)
            radii[static_cast<std::size_t>(k)] = std::max(radii[static_cast<std::size_t>(k)], extent.radius);
    Mat3 R_JS;
    R_JS << axis.unitOrthogonal(), axis.cross(axis.unitOrthogonal()), axis;
    std::vector<PlacedShape> cylinders;
    for (int k = 0; k < kSlices; ++k)
        if (const double radius = radii[static_cast<std::size_t>(k)]; radius > 0.0)
            cylinders.push_back({Cylinder{radius, 0.5 * height + slack}, X_PJ * Pose{R_JS, (low + height * (k + 0.5)) * axis}});
    return std::make_shared<const CollisionGeometry>(std::move(cylinders), "what a joint turns");
}

}  // namespace

TurnedObjects::TurnedObjects(const Body& body, std::vector<Geometry> carried)
    : members(std::move(carried)), X_PJ(body.X_PJ), axis(body.joint.axis), swept(sweptBy(members, X_PJ, axis))
{}

bool TurnedObjects::isOf(const Body& body, const std::vector<Geometry>& others) const
{
    return members == others && X_PJ.R == body.X_PJ.R && X_PJ.p == body.X_PJ.p && axis == body.joint.axis;
}

}  // namespace gapless
