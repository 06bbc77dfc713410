// What the proofs of contact claim, against 50-digit arithmetic on pieces that are off by as much as they allow.
#include <catch2/catch.hpp>

#include "certify/contact_proof.h"
#include "support/random_input.h"
#include "support/real.h"

using namespace gapless;
using namespace gapless::test;

namespace {

Convex triangle(const Vec3& a, const Vec3& b, const Vec3& c)
{
    Convex t;
    t.type = Convex::Type::Triangle;
    t.a = a;
    t.b = b;
    t.c = c;
    return t;
}

Vec3 somewhere(Random& random, double extent)
{
    return random.direction() * random.uniform(0.0, extent);
}

int signOf(const V3<Real>& p, const V3<Real>& q, const V3<Real>& r, const V3<Real>& d)
{
    const Real value = (p - d).cross(q - d).dot(r - d);
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

bool pierces(const V3<Real>& p, const V3<Real>& q, const V3<Real> t[3])
{
    const int side = signOf(t[0], t[1], t[2], p), first = signOf(p, t[0], t[1], q);
    return side != 0 && side == -signOf(t[0], t[1], t[2], q) && first != 0 && first == signOf(p, t[1], t[2], q)
           && first == signOf(p, t[2], t[0], q);
}

/// Exactly, for the doubles as they are.
bool isPierced(const Convex& A, const Convex& B)
{
    const V3<Real> a[3] = {lift<Real>(A.a), lift<Real>(A.b), lift<Real>(A.c)},
                   b[3] = {lift<Real>(B.a), lift<Real>(B.b), lift<Real>(B.c)};
    for (int i = 0; i < 3; ++i)
        if (pierces(a[i], a[(i + 1) % 3], b) || pierces(b[i], b[(i + 1) % 3], a))
            return true;
    return false;
}

/// Random pairs called pierced, and how many are not with every vertex moved by the error that was allowed for.
struct Count
{
    int claimed = 0, wrong = 0;
};

template <class Claim>
Count judge(const Claim& claim)
{
    Random random(77);
    Count count;
    for (int i = 0; i < 40000; ++i)
    {
        const double error = random.logUniform(1e-15, 1e-2);
        const Convex A = triangle(somewhere(random, 1), somewhere(random, 1), somewhere(random, 1));
        // Many that only just touch: a vertex near a point of A.
        const Vec3 near = (A.a + A.b + A.c) / 3 + somewhere(random, 4 * error);
        const Convex B = triangle(near, near + somewhere(random, 1), near + somewhere(random, 1));
        if (!claim(A, B, error))
            continue;
        ++count.claimed;
        const auto moved = [&](const Vec3& p) { return Vec3(p + random.direction() * error * (1 - 1e-9)); };
        for (int k = 0; k < 8; ++k)
            if (!isPierced(triangle(moved(A.a), moved(A.b), moved(A.c)), triangle(moved(B.a), moved(B.b), moved(B.c))))
            {
                ++count.wrong;
                break;
            }
    }
    return count;
}

Convex solid(Random& random)
{
    Convex piece;
    const Convex::Type types[] = {Convex::Type::Box, Convex::Type::Cylinder, Convex::Type::Cone};
    piece.type = types[random.index(3)];
    const Vec3 x = random.direction(), y = x.unitOrthogonal(), z = x.cross(y);
    piece.a = somewhere(random, 1);
    piece.b = random.uniform(0.01, 1) * x;
    if (piece.type == Convex::Type::Box)
    {
        piece.c = random.uniform(0.01, 1) * y;
        piece.d = random.uniform(0.01, 1) * z;
    }
    else
    {
        piece.c = Vec3(random.uniform(0.01, 1), 0, 0);
        piece.d = x;
    }
    return piece;
}

/// The same for a cone.
Real outsideCone(const Convex& cone, const Vec3& p)
{
    const V3<Real> b = lift<Real>(cone.b), r = lift<Real>(p) - lift<Real>(cone.a);
    const Real height = b.norm(), base = cone.c.x(), z = r.dot(b) / height, rho = (r - b * (z / height)).norm();
    const Real slant = sqrt(height * height + base * base);
    // Depth below the lateral line, and where along it p lies: 0 at the rim, 1 at the apex.
    const Real below = (base * height - rho * height - z * base) / slant;
    if (z >= 0 && below >= 0)
        return -(z < below ? z : below);
    Real along = ((base - rho) * base + z * height) / (slant * slant);
    along = along < 0 ? Real(0) : along > 1 ? Real(1) : along;
    const auto length = [](const Real& x, const Real& y) { return Real(sqrt(x * x + y * y)); };
    const Real to_lateral = length(rho - base * (1 - along), z - along * height);
    const Real to_base = length(rho > base ? Real(rho - base) : Real(0), z);
    return to_base < to_lateral ? to_base : to_lateral;
}

/// How far p is outside, exactly for axes that are orthogonal; negative: how deep it is inside.
Real outside(const Convex& piece, const Vec3& p)
{
    if (piece.type == Convex::Type::Cone)
        return outsideCone(piece, p);
    const V3<Real> r = lift<Real>(p) - lift<Real>(piece.a);
    const auto beyond = [&](const Vec3& axis) {
        const V3<Real> v = lift<Real>(axis);
        return Real(abs(r.dot(v)) / v.norm() - v.norm());
    };
    std::vector<Real> excess{beyond(piece.b)};
    if (piece.type == Convex::Type::Box)
    {
        excess.push_back(beyond(piece.c));
        excess.push_back(beyond(piece.d));
    }
    else
    {
        const V3<Real> d = lift<Real>(piece.d);
        const Real along = r.dot(d) / d.squaredNorm();
        excess.push_back(Real((r - along * d).norm() - Real(piece.c.x())));
    }
    Real squared = 0, largest = excess[0];
    for (const Real& e : excess)
    {
        largest = e > largest ? e : largest;
        squared += e > 0 ? Real(e * e) : Real(0);
    }
    return largest > 0 ? Real(sqrt(squared)) : largest;
}

}  // namespace

TEST_CASE("Triangles that are called pierced are so with every vertex moved by the error allowed for")
{
    const Count count = judge(triangleIsPierced);
    CHECK(count.claimed > 2000);
    CHECK(count.wrong == 0);
}

TEST_CASE("A test for piercing that forgets the error is caught")
{
    const Count count = judge([](const Convex& A, const Convex& B, double) { return triangleIsPierced(A, B, 0.0); });
    CHECK(count.wrong > 100);
}

TEST_CASE("A ball that a solid is said to hold is inside it, and points are no farther from it than is said")
{
    Random random(78);
    int held = 0;
    for (int i = 0; i < 20000; ++i)
    {
        const Convex piece = solid(random);
        const Vec3 p = piece.a + somewhere(random, 1);
        const double radius = random.logUniform(1e-15, 0.5);
        const Real out = outside(piece, p);
        const bool holds = holdsBall(piece, p, radius);
        held += holds;
        if (holds)
            CHECK(out <= -Real(radius) + Real(1e-17));
        const double distance = distanceFrom(piece, p);
        CHECK(Real(distance) >= out);
        CHECK(Real(distance) <= (out > 0 ? out : Real(0)) + Real(1e-13));
    }
    CHECK(held > 1000);
}
