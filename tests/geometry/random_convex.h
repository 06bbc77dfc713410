// Random and adversarial convex pieces for the tests of distances.
#pragma once

#include "support/convex_reference.h"
#include "support/random_input.h"

namespace gapless::test {

inline const char* nameOf(Convex::Type type)
{
    static const char* const names[] = {"point", "segment", "triangle", "rectangle", "box", "cylinder", "cone"};
    return names[static_cast<int>(type)];
}

/// `size` is the extent; slivers and degenerate pieces are frequent. With `radius` some pieces are swept by a ball.
inline Convex randomConvex(Random& random, Convex::Type type, double size, bool radius = true)
{
    Convex A;
    A.type = type;
    A.radius = radius && random.chance(0.5) ? random.uniform(0, 0.3) * size : 0.0;
    A.a = random.inCube(size);
    const Mat3 R = random.chance(0.2) ? Mat3(Mat3::Identity()) : random.rotation();
    const auto length = [&] { return (random.chance(0.15) ? random.logUniform(1e-9, 1e-3) : random.uniform(0.05, 1)) * size; };
    switch (type)
    {
        case Convex::Type::Point: break;
        case Convex::Type::Segment: A.b = random.chance(0.05) ? A.a : Vec3(A.a + R.col(0) * length()); break;
        case Convex::Type::Triangle:
        {
            A.b = A.a + R.col(0) * length();
            A.c = A.a + R.col(1) * length() + R.col(0) * random.uniform(-1, 1) * size;
            const double kind = random.unit();
            if (kind < 0.05)
                A.b = A.c = A.a;
            else if (kind < 0.1)
                A.c = A.b;
            else if (kind < 0.15)
                A.c = 0.5 * (A.a + A.b);
            else if (kind < 0.25)
                A.c = A.a + (A.b - A.a) * random.unit() + random.direction() * 1e-9 * size;
            break;
        }
        case Convex::Type::Rectangle:
            A.b = R.col(0) * length();
            A.c = R.col(1) * length();
            break;
        case Convex::Type::Box:
            A.b = R.col(0) * length();
            A.c = R.col(1) * length();
            A.d = R.col(2) * length();
            break;
        case Convex::Type::Cylinder:
        case Convex::Type::Cone:
            A.b = R.col(2) * length();
            A.d = R.col(2);
            A.c = Vec3(length(), 0, 0);
            break;
    }
    return A;
}

/// Bound of all coordinates of a piece.
inline double magnitudeOf(const Convex& A)
{
    double m = A.a.norm() + A.radius;
    switch (A.type)
    {
        case Convex::Type::Point: break;
        case Convex::Type::Segment: m = std::max(m, A.b.norm() + A.radius); break;
        case Convex::Type::Triangle: m = std::max({m, A.b.norm() + A.radius, A.c.norm() + A.radius}); break;
        case Convex::Type::Rectangle: m += A.b.norm() + A.c.norm(); break;
        case Convex::Type::Box: m += A.b.norm() + A.c.norm() + A.d.norm(); break;
        case Convex::Type::Cylinder:
        case Convex::Type::Cone: m += A.b.norm() + A.c.x(); break;
    }
    return m;
}

inline std::string digits(const Convex& A)
{
    return std::string(nameOf(A.type)) + " radius " + digits(A.radius) + " a " + digits(A.a) + " b " + digits(A.b) + " c "
           + digits(A.c) + " d " + digits(A.d);
}

/// The support of a piece in 50 digits, for any direction.
inline Real exactSupport(const Convex& A, const V3<Real>& n)
{
    using std::abs;
    using std::max;
    const V3<Real> a = lift<Real>(A.a), b = lift<Real>(A.b), c = lift<Real>(A.c), d = lift<Real>(A.d);
    Real s = n.dot(a);
    switch (A.type)
    {
        case Convex::Type::Point: break;
        case Convex::Type::Segment: s = max(s, Real(n.dot(b))); break;
        case Convex::Type::Triangle: s = max(s, max(Real(n.dot(b)), Real(n.dot(c)))); break;
        case Convex::Type::Box: s += abs(Real(n.dot(d))); [[fallthrough]];
        case Convex::Type::Rectangle: s += abs(Real(n.dot(b))) + abs(Real(n.dot(c))); break;
        case Convex::Type::Cylinder:
        {
            const V3<Real> axis = d / lengthOf(d);
            s += abs(Real(n.dot(b))) + Real(A.c.x()) * lengthOf<Real>(n - axis * Real(n.dot(axis)));
            break;
        }
        case Convex::Type::Cone:
        {
            const V3<Real> axis = d / lengthOf(d);
            s += max(Real(n.dot(b)), Real(Real(A.c.x()) * lengthOf<Real>(n - axis * Real(n.dot(axis)))));
            break;
        }
    }
    return s + Real(A.radius) * lengthOf(n);
}

}  // namespace gapless::test
