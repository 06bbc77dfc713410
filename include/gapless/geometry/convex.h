// The convex pieces at the leaves of a collision geometry, and their support function.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <gapless/core/types.h>

namespace gapless {

/// A convex core, swept by a ball of `radius`:
/// - Point: {a};  Segment: hull{a, b};  Triangle: hull{a, b, c} (may be degenerate);  Rectangle: {a + s b + t c, |s|,|t| <= 1};
/// - Box: {a + s b + t c + w d, |s|,|t|,|w| <= 1};
/// - Cylinder: centre a, half axis vector b, unit axis d, cylinder radius c.x();
/// - Cone: centre of the base a, apex a + b, unit axis d along b, radius of the base c.x().
/// Metres; in whatever frame the owner says.
struct Convex
{
    enum class Type : std::uint8_t
    {
        Point,
        Segment,
        Triangle,
        Rectangle,
        Box,
        Cylinder,
        Cone,
    };

    Type type = Type::Point;
    double radius = 0.0;
    Vec3 a = Vec3::Zero(), b = Vec3::Zero(), c = Vec3::Zero(), d = Vec3::Zero();

    /// max over the core of n.x, without the radius. n need not be a unit vector.
    double coreSupport(const Vec3& n) const;
    /// A point of the core where that maximum is taken.
    Vec3 coreSupportPoint(const Vec3& n) const;
    /// max over the set of n.x for a unit vector n.
    double support(const Vec3& n) const { return coreSupport(n) + radius; }
    /// The same set seen from another frame: x -> R x + p.
    Convex placed(const Mat3& R, const Vec3& p) const;
    /// Some point of the set, for tests of insides.
    Vec3 centre() const;
};

inline double Convex::coreSupport(const Vec3& n) const
{
    switch (type)
    {
        case Type::Point: return n.dot(a);
        case Type::Segment: return std::max(n.dot(a), n.dot(b));
        case Type::Triangle: return std::max(n.dot(a), std::max(n.dot(b), n.dot(c)));
        case Type::Rectangle: return n.dot(a) + std::abs(n.dot(b)) + std::abs(n.dot(c));
        case Type::Box: return n.dot(a) + std::abs(n.dot(b)) + std::abs(n.dot(c)) + std::abs(n.dot(d));
        case Type::Cylinder: return n.dot(a) + std::abs(n.dot(b)) + c.x() * (n - n.dot(d) * d).norm();
        case Type::Cone: return n.dot(a) + std::max(n.dot(b), c.x() * (n - n.dot(d) * d).norm());
    }
    return 0.0;
}

}  // namespace gapless
