// convexDistance against 50-digit arithmetic. Obligations, for D bounding the coordinates and e = supportRounding(D):
// 1. lower - e <= true distance <= upper + e;
// 2. lower is the support gap along `direction` up to e, and `direction` is a unit vector;
// 3. point_a and point_b lie in A and B up to e, and upper is their distance up to e;
// 4. where no decision is asked for nearby, upper - lower <= 1e-3 upper + e;
// 5. nothing is NaN.
// The true distance is exact by features for all types but cylinders; there 2 and 3 are the proof, both in 50 digits.
#include <catch2/catch.hpp>

#include "geometry/random_convex.h"

#include <gapless/geometry/convex_distance.h>

using namespace gapless;
using namespace gapless::test;

namespace {

void checkDistance(const Convex& A, const Convex& B, const Vec3& hint, double decide, bool tight)
{
    const ConvexDistance d = convexDistance(A, B, hint, decide);
    const double D = std::max(magnitudeOf(A), magnitudeOf(B));
    const Real e = supportRounding(D);
    INFO("A " << digits(A) << "\nB " << digits(B) << "\nhint " << digits(hint) << " decide " << digits(decide));
    INFO("lower " << digits(d.lower) << " upper " << digits(d.upper) << " e " << digits(toDouble(e)));
    REQUIRE(std::isfinite(d.lower));
    REQUIRE(std::isfinite(d.upper));
    REQUIRE(d.direction.allFinite());
    REQUIRE(d.point_a.allFinite());
    REQUIRE(d.point_b.allFinite());
    CHECK(std::abs(d.direction.norm() - 1.0) <= 8 * kUnitRoundoff);
    const Piece<Real> a = pieceOf<Real>(A), b = pieceOf<Real>(B);
    const V3<Real> n = lift<Real>(d.direction) / lengthOf<Real>(lift<Real>(d.direction));
    const Real gap = -exactSupport(B, -n) - exactSupport(A, n);
    CHECK(Real(d.lower) - e <= gap);
    CHECK(distanceFromPiece<Real>(a, lift<Real>(d.point_a)) <= e);
    CHECK(distanceFromPiece<Real>(b, lift<Real>(d.point_b)) <= e);
    CHECK(Real(d.upper) + e >= lengthOf<Real>(lift<Real>(d.point_a) - lift<Real>(d.point_b)));
    const Real truth = pieceDistance(a, b, 20);
    CHECK(Real(d.lower) - e <= truth);
    if (A.type != Convex::Type::Cylinder && B.type != Convex::Type::Cylinder)
        CHECK(truth <= Real(d.upper) + e);
    if (tight)
        CHECK(Real(d.upper) - Real(std::max(d.lower, 0.0)) <= Real(1.001e-3) * Real(d.upper) + e);
}

const Convex::Type kTypes[] = {Convex::Type::Point,     Convex::Type::Segment, Convex::Type::Triangle,
                               Convex::Type::Rectangle, Convex::Type::Box,     Convex::Type::Cylinder};

Convex shifted(Convex A, const Vec3& by)
{
    A.a += by;
    if (A.type == Convex::Type::Segment || A.type == Convex::Type::Triangle)
    {
        A.b += by;
        A.c += by;
    }
    return A;
}

}  // namespace

TEST_CASE("Distances of all pairs of types are bounded on both sides, apart and overlapping")
{
    Random random(11);
    for (Convex::Type s : kTypes)
        for (Convex::Type t : kTypes)
            for (int i = 0; i < 60; ++i)
            {
                const Convex A = randomConvex(random, s, random.logUniform(1e-3, 10));
                const Convex B = randomConvex(random, t, random.logUniform(1e-3, 10));
                const Vec3 by = random.direction() * random.logUniform(1e-6, 30);
                checkDistance(A, shifted(B, by), random.chance(0.5) ? Vec3(Vec3::Zero()) : random.direction(),
                              random.logUniform(1e-6, 10), false);
            }
}

TEST_CASE("The bounds of pieces that are apart meet within a thousandth")
{
    Random random(12);
    for (Convex::Type s : kTypes)
        for (Convex::Type t : kTypes)
            for (int i = 0; i < 40; ++i)
            {
                const Convex A = randomConvex(random, s, 1.0),
                             B = shifted(randomConvex(random, t, 1.0), random.direction() * random.uniform(4.0, 12.0));
                checkDistance(A, B, Vec3::Zero(), 0.0, true);
            }
}

TEST_CASE("Parallel, coplanar and exactly touching triangles are bounded on both sides")
{
    Random random(13);
    const auto grid = [&] { return Vec3(random.index(5) - 2, random.index(5) - 2, random.index(3) - 1); };
    for (int i = 0; i < 1500; ++i)
    {
        Convex A, B;
        A.type = B.type = Convex::Type::Triangle;
        const bool coplanar = i % 3 == 0;
        for (Vec3* v : {&A.a, &A.b, &A.c, &B.a, &B.b, &B.c})
        {
            *v = grid();
            if (coplanar)
                v->z() = 0;
        }
        if (i % 3 == 1)  // parallel to A, above or in its plane
        {
            const Vec3 by = random.index(2) * Vec3(0, 0, 1) + grid() * 0.25;
            B.a = A.a + by;
            B.b = A.b + by;
            B.c = A.c + by;
        }
        checkDistance(A, B, Vec3::Zero(), 0.0, false);
        checkDistance(B, A, grid(), 1e-3, false);
    }
}

TEST_CASE("Small pieces far from the origin are bounded on both sides by the rounding that their coordinates allow")
{
    Random random(14);
    for (Convex::Type s : kTypes)
        for (Convex::Type t : kTypes)
            for (int i = 0; i < 25; ++i)
            {
                const Vec3 far = random.direction() * 1e6;
                const double size = 1e-3;
                const Convex A = shifted(randomConvex(random, s, size), far);
                const Convex B = shifted(randomConvex(random, t, size), far + random.direction() * random.logUniform(1e-5, 1e-2));
                checkDistance(A, B, Vec3::Zero(), random.logUniform(1e-6, 1e-3), false);
            }
}

TEST_CASE("Cylinders face to face with flat pieces, their axes rotated, are bounded on both sides")
{
    Random random(17);
    for (Convex::Type t : kTypes)
        for (int i = 0; i < 60; ++i)
        {
            Convex A = randomConvex(random, Convex::Type::Cylinder, 1.0), B = randomConvex(random, t, 1.0);
            B.a = A.a + A.d * random.uniform(2.5, 4.0) + (random.chance(0.5) ? random.inCube(0.1) : Vec3(Vec3::Zero()));
            const Vec3 u = A.d.unitOrthogonal(), v = A.d.cross(u);
            if (t == Convex::Type::Segment || t == Convex::Type::Triangle)
            {
                B.b = B.a + u * random.uniform(0.1, 1);
                B.c = B.a + v * random.uniform(0.1, 1);
            }
            else if (t == Convex::Type::Rectangle || t == Convex::Type::Box)
            {
                B.b = u * random.uniform(0.1, 1);
                B.c = v * random.uniform(0.1, 1);
                B.d = A.d * 0.25;
            }
            else if (t == Convex::Type::Cylinder)
            {
                B.d = A.d;
                B.b = 0.25 * A.d;
            }
            for (const Vec3& hint : {Vec3(Vec3::Zero()), A.d, Vec3(A.d + random.inCube(0.1))})
            {
                checkDistance(A, B, hint, 0.0, true);
                checkDistance(B, A, -hint, random.unit(), false);
            }
        }
}

TEST_CASE("A decision close to the true distance is as sharp as doubles allow")
{
    Random random(15);
    int decided = 0, all = 0;
    for (int i = 0; i < 600; ++i)
    {
        const Convex A = randomConvex(random, Convex::Type::Triangle, 1.0),
                     B = shifted(randomConvex(random, Convex::Type::Triangle, 1.0), random.direction() * 3.5);
        const double truth = toDouble(pieceDistance(pieceOf<Real>(A), pieceOf<Real>(B)));
        if (truth < 0.01)
            continue;
        for (double factor : {1 - 1e-9, 1 + 1e-9})
        {
            const double decide = truth * factor;
            const ConvexDistance d = convexDistance(A, B, Vec3::Zero(), decide);
            checkDistance(A, B, Vec3::Zero(), decide, false);
            ++all;
            decided += factor < 1 ? d.lower > decide : d.upper <= decide;
        }
    }
    CAPTURE(decided, all);
    CHECK(decided >= all * 99 / 100);
}

TEST_CASE("The support function is the largest product over the piece, and its point attains it")
{
    Random random(16);
    for (Convex::Type t : kTypes)
        for (int i = 0; i < 300; ++i)
        {
            const Convex A = randomConvex(random, t, random.logUniform(1e-3, 1e3));
            Vec3 n = random.chance(0.3) ? Vec3(Vec3::Unit(random.index(3))) : random.direction();
            if (t != Convex::Type::Point && i % 3 == 0)  // along an axis of the piece, up to rounding
                n = Vec3((t == Convex::Type::Cylinder ? A.d : A.b) * (random.chance(0.5) ? 1.0 : -1.0) + random.inCube(1e-16))
                        .normalized();
            if (!n.allFinite())
                continue;
            const Real e = supportRounding(magnitudeOf(A));
            CAPTURE(digits(A), digits(n));
            using std::abs;
            CHECK(abs(exactSupport(A, lift<Real>(n)) - Real(A.support(n))) <= e);
            const Vec3 x = A.coreSupportPoint(n);
            CHECK(abs(Real(A.coreSupport(n)) - lift<Real>(n).dot(lift<Real>(x))) <= e);
            Convex core = A;
            core.radius = 0;
            CHECK(distanceFromPiece<Real>(pieceOf<Real>(core), lift<Real>(x)) <= e);
            CHECK(distanceFromPiece<Real>(pieceOf<Real>(A), lift<Real>(A.centre())) <= e);
        }
}

TEST_CASE("Triangles a hair apart are proven apart by a direction of their features, not of their nearest points")
{
    // Edge against edge, crossed, and side by side in one plane; turned, so that no coordinate is a help.
    const Mat3 R = (Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized())).toRotationMatrix();
    for (const double gap : {1e-8, 1e-10, 1e-13})
    {
        Convex a, crossed, beside;
        a.type = crossed.type = beside.type = Convex::Type::Triangle;
        a.a = R * Vec3(-1, 0, 0);
        a.b = R * Vec3(1, 0, 0);
        a.c = R * Vec3(0.1, 0.2, -1);
        crossed.a = R * Vec3(0.1, -1, gap);
        crossed.b = R * Vec3(-0.2, 1, gap);
        crossed.c = R * Vec3(0.3, 0.1, 1);
        beside.a = R * Vec3(-0.8, 0, gap);
        beside.b = R * Vec3(0.9, 0, gap);
        // In the plane of a: its third corner is mirrored.
        beside.c = R * Vec3(-0.1, -0.2, 1 + gap);
        for (const Convex& b : {crossed, beside})
        {
            // Asked whether they are farther apart than nine tenths of what they are.
            const double decide = 0.9 * gap;
            CAPTURE(gap);
            CHECK(convexDistance(a, b, Vec3::Zero(), decide).lower > decide);
            CHECK(convexDistance(b, a, Vec3::Zero(), decide).lower > decide);
            CHECK(convexDistance(a, b, Vec3::Zero(), decide).lower <= gap + supportRounding(2.0));
        }
    }
}

TEST_CASE("To the reference a box of no thickness is the rectangle that it is, with nothing inside")
{
    for (int flat = 0; flat < 3; ++flat)
    {
        CAPTURE(flat);
        Piece<double> box;
        box.kind = Piece<double>::Kind::Cell;
        box.count = 3;
        box.h = {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
        box.h[flat].setZero();
        const Vec3 on = 0.5 * Vec3::Ones() - 0.5 * Vec3::Unit(flat), off = on + 2.0 * Vec3::Unit(flat);
        CHECK(distanceFromPiece<double>(box, on) == 0.0);
        CHECK(distanceFromPiece<double>(box, off) == 2.0);
        Piece<double> other = box;
        other.p[0] = off;
        CHECK(pieceDistance(box, other) == 2.0);
        Piece<double> through;
        through.count = 2;
        through.p = {off, on - Vec3::Unit(flat), Vec3::Zero()};
        CHECK(pieceDistance(box, through) == 0.0);
    }
}

TEST_CASE("A hint whose square underflows does not make the bound false")
{
    Convex a, b;
    b.a = Vec3(1000, 0, 0);
    for (const double size : {1e-140, 1e-158, 1e-161, 1e-170, 1e-300})
    {
        const ConvexDistance d = convexDistance(a, b, Vec3(size, 0, 0), 0.0);
        CHECK(d.lower <= 1000.0);
        CHECK(d.lower >= 999.0);
    }
}
