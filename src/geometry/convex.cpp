#include <gapless/geometry/convex.h>

#include <gapless/core/rounding.h>

namespace gapless {

namespace {

Vec3 towards(const Vec3& n, const Vec3& half)
{
    return n.dot(half) >= 0.0 ? half : Vec3(-half);
}

// The point of a disc about the origin, with unit normal d, that is farthest along n; the origin where n is along d but for rounding.
Vec3 rimTowards(const Vec3& n, const Vec3& d, double radius)
{
    // Twice is enough: where n is nearly along the axis, the first difference is mostly rounding and may point anywhere.
    Vec3 across = n - n.dot(d) * d;
    across -= across.dot(d) * d;
    const double length = across.norm();
    if (!(length > 8.0 * kUnitRoundoff * n.norm()))
        return Vec3::Zero();
    across /= length;
    across -= across.dot(d) * d;
    return radius * across;
}

}  // namespace

Vec3 Convex::coreSupportPoint(const Vec3& n) const
{
    switch (type)
    {
        case Type::Point: return a;
        case Type::Segment: return n.dot(a) >= n.dot(b) ? a : b;
        case Type::Triangle:
        {
            const double na = n.dot(a), nb = n.dot(b), nc = n.dot(c);
            if (na >= nb)
                return na >= nc ? a : c;
            return nb >= nc ? b : c;
        }
        case Type::Rectangle: return a + towards(n, b) + towards(n, c);
        case Type::Box: return a + towards(n, b) + towards(n, c) + towards(n, d);
        case Type::Cylinder: return a + towards(n, b) + rimTowards(n, d, c.x());
        case Type::Cone:
        {
            const Vec3 rim = rimTowards(n, d, c.x());
            return n.dot(b) >= n.dot(rim) ? Vec3(a + b) : Vec3(a + rim);
        }
    }
    return a;
}

Convex Convex::placed(const Mat3& R, const Vec3& p) const
{
    Convex result;
    result.type = type;
    result.radius = radius;
    result.a = R * a + p;
    switch (type)
    {
        case Type::Point: break;
        case Type::Segment: result.b = R * b + p; break;
        case Type::Triangle:
            result.b = R * b + p;
            result.c = R * c + p;
            break;
        case Type::Rectangle:
            result.b = R * b;
            result.c = R * c;
            break;
        case Type::Box:
            result.b = R * b;
            result.c = R * c;
            result.d = R * d;
            break;
        case Type::Cylinder:
        case Type::Cone:
            result.b = R * b;
            result.c = c;
            result.d = R * d;
            break;
    }
    return result;
}

Vec3 Convex::centre() const
{
    switch (type)
    {
        case Type::Segment: return 0.5 * (a + b);
        case Type::Triangle: return (a + b + c) / 3.0;
        case Type::Cone: return a + 0.25 * b;
        default: return a;
    }
}

}  // namespace gapless
