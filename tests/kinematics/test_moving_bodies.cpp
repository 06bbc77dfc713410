// Bodies that move by a timetable, beside a curve: where they are, and where the curve is cut for them.
#include <catch2/catch.hpp>

#include <cmath>

#include "kinematics/random_chain.h"

#include <gapless/core/error.h>
#include <gapless/kinematics/moving_bodies.h>

using namespace gapless;
using namespace gapless::test;
using Catch::Matchers::Contains;

namespace {

Pose turned(double x, double y, double z, double angle, const Vec3& axis = Vec3::UnitZ())
{
    Pose X = at(x, y, z);
    X.R = Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
    return X;
}

bool holds(const Interval& a, const Real& x)
{
    return Real(a.lower) <= x && x <= Real(a.upper);
}

/// A slide and a floating body, which stands at the origin.
struct SlideAndBody
{
    SceneBuilder builder;
    BodyIndex slide = builder.joint(kWorld, {}, JointType::Prismatic), body = builder.joint(kWorld, {}, JointType::Floating);

    CurveMotion curve(double begin, double end, const Bernstein& of_slide) const
    {
        CurvePiece p{begin, end, std::vector<JointFunction>(8)};
        p.variables[0] = of_slide;
        p.variables[7] = 1.0;
        return {builder.model, {p}};
    }
};

}  // namespace

TEST_CASE("A part of a polynomial or of an arc has its values, with all rounding")
{
    Random random(71);
    for (int i = 0; i < 2000; ++i)
    {
        const int degree = random.index(Bernstein::kMostDegree + 1);
        Interval b[Bernstein::kMostDegree + 1];
        for (Interval& coefficient : b)
            coefficient = random.uniform(-1, 1) * random.logUniform(1e-6, 1e6);
        const double low = 0.999 * random.unit(), high = random.chance(0.2) ? 1.0 : random.uniform(low, 1.0);
        const JointFunction whole = Bernstein::fromCoefficients(b, degree), part = whole.part(low, high);
        const CircularArc arc{random.uniform(-2, 2), random.logUniform(1e-3, 1e3), random.uniform(-4, 4), random.uniform(-7, 7)};
        const JointFunction of_arc = JointFunction(arc).part(low, high);
        for (const double s : {0.0, 1.0, random.unit()})
        {
            const Real t = Real(low) + Real(s) * (Real(high) - Real(low));
            // de Casteljau in 50 digits.
            Real c[Bernstein::kMostDegree + 1];
            for (int k = 0; k <= degree; ++k)
                c[k] = Real(b[k].lower);
            for (int left = degree; left > 0; --left)
                for (int k = 0; k < left; ++k)
                    c[k] = (Real(1) - t) * c[k] + t * c[k + 1];
            CHECK(holds(part(s), c[0]));
            CHECK(part(s).width() < 1e-13 * 1e6 * 128);
            const Real on_arc =
                Real(arc.centre.lower) + Real(arc.radius.lower) * sin(Real(Real(arc.phase.lower) + t * Real(arc.turn.lower)));
            CHECK(holds(of_arc(s), on_arc));
        }
        CHECK(holds(part.first(), Real(part(0.0).middle())));
    }
}

TEST_CASE("Rotations between two are where slerp has them, to the stated rounding, parts of parts too")
{
    Random random(72);
    Real worst = 0;
    for (int i = 0; i < 4000; ++i)
    {
        const Eigen::Quaterniond from = random.quaternion();
        const double angle = random.chance(0.3) ? M_PI - random.logUniform(2e-6, 1e-2) : random.logUniform(1e-9, 3.1);
        Eigen::Vector4d a = from.coeffs(),
                        b = (from * Eigen::Quaterniond(Eigen::AngleAxisd(angle, random.direction()))).normalized().coeffs();
        if (random.chance(0.5))
            b = -b;
        const double low = random.unit(), high = random.uniform(low, 1.0), s = random.unit();
        const Eigen::Vector4d part = slerp(slerp(a, b, low), slerp(a, b, high), s);
        const Real t = Real(low) + Real(s) * (Real(high) - Real(low));
        const M3<Real> exact = rotationOf<Real>(gapless::test::slerp<Real>(a, b, t)),
                       off = rotationOf<Real>(part.cast<Real>()) - exact;
        for (int k = 0; k < 3; ++k)
            worst = std::max(worst, lengthOf<Real>(off.col(k)));
    }
    CHECK(worst < Real(FloatingTurn::kRounding) / 3);
    CHECK(worst > Real(0x1p-53));
}

TEST_CASE("A body is where its timetable says, before, between and after its poses, and the curve beside it stays what it is")
{
    const SlideAndBody world;
    const CurveMotion curve = world.curve(1.0, 5.0, Bernstein::line(0.0, 8.0));
    const MovingBody moving{world.body, {{2.0, turned(1, 0, 0, 0)}, {4.0, turned(3, 2, 0, 2.0)}, {7.0, turned(3, 2, 3, 2.0)}}};
    const CurveMotion both = withMovingBodies(world.builder.model, curve, {moving});
    CHECK(both.begin() == 1.0);
    CHECK(both.end() == 7.0);
    REQUIRE(both.pieces().size() == 4);
    const auto check = [&](double t, double slide, double x, double y, double z, double angle) {
        const Configuration q = both.at(t);
        CHECK(q[0] == Approx(slide).margin(1e-12));
        CHECK(q[1] == Approx(x).margin(1e-12));
        CHECK(q[2] == Approx(y).margin(1e-12));
        CHECK(q[3] == Approx(z).margin(1e-12));
        CHECK(std::abs(q[6]) == Approx(std::abs(std::sin(angle / 2))).margin(1e-12));
        CHECK(std::abs(q[7]) == Approx(std::abs(std::cos(angle / 2))).margin(1e-12));
    };
    check(1.0, 0, 1, 0, 0, 0);
    check(2.0, 2, 1, 0, 0, 0);
    check(3.5, 5, 2.5, 1.5, 0, 1.5);
    check(4.0, 6, 3, 2, 0, 2.0);
    check(5.0, 8, 3, 2, 1, 2.0);
    check(6.0, 8, 3, 2, 2, 2.0);
    check(9.0, 8, 3, 2, 3, 2.0);
    // One pose, and two bodies at once.
    CHECK(withMovingBodies(world.builder.model, curve, {{world.body, {{3.0, turned(1, 2, 3, 1)}}}}).at(1.0)[3] == 3.0);
    CHECK(withMovingBodies(world.builder.model, curve, {}).pieces().size() == 1);
    SceneBuilder two = world.builder;
    const BodyIndex other = two.joint(kWorld, {}, JointType::Floating);
    CurvePiece p{0.0, 1.0, std::vector<JointFunction>(15)};
    p.variables[7] = p.variables[14] = 1.0;
    const CurveMotion of_two = withMovingBodies(two.model, {two.model, {p}},
                                                {{world.body, {{0.0, turned(0, 0, 0, 0)}, {0.6, turned(6, 0, 0, 3)}}},
                                                 {other, {{0.3, turned(0, 0, 0, 0)}, {1.0, turned(0, 7, 0, 0)}}}});
    CHECK(of_two.pieces().size() == 3);
    CHECK(of_two.at(0.5)[1] == Approx(5.0));
    CHECK(of_two.at(0.5)[9] == Approx(2.0));
}

TEST_CASE("What turns along the curve itself goes on turning beside a body that moves, and holds its last rotation")
{
    SlideAndBody world;
    const BodyIndex other = world.builder.joint(kWorld, {}, JointType::Floating);
    CurvePiece p{0.0, 2.0, std::vector<JointFunction>(15)};
    p.variables[7] = p.variables[14] = 1.0;
    const Eigen::Vector4d from(0, 0, 0, 1), to(0, 0, std::sin(1.0), std::cos(1.0));
    p.turns = {{1, from, to}};
    const CurveMotion curve(world.builder.model, {p});
    const CurveMotion both = withMovingBodies(world.builder.model, curve,
                                              {{other, {{0.3, turned(0, 0, 0, 0)}, {0.7, turned(1, 0, 0, 1)}, {3.0, Pose()}}}});
    for (const double t : {0.0, 0.1, 0.3, 0.5, 0.7, 1.3, 2.0, 2.5, 3.0})
        CHECK(2.0 * std::atan2(both.at(t)[6], both.at(t)[7]) == Approx(std::min(t, 2.0)).margin(1e-12));
    // The timetable wins over a turn of its own body.
    const CurveMotion own = withMovingBodies(world.builder.model, curve, {{world.body, {{0.0, turned(0, 0, 0, 0.25)}}}});
    CHECK(2.0 * std::atan2(own.at(1.0)[6], own.at(1.0)[7]) == Approx(0.25));
}

TEST_CASE("Timetables that are none are refused, and so are turns that may go either way")
{
    const SlideAndBody world;
    const CurveMotion curve = world.curve(0.0, 1.0, Bernstein(0.0));
    const auto refused = [&](const MovingBody& moving, const std::string& words) {
        CHECK_THROWS_MATCHES(withMovingBodies(world.builder.model, curve, {moving}), InputError,
                             Catch::Matchers::Predicate<InputError>(
                                 [&](const InputError& e) { return std::string(e.what()).find(words) != std::string::npos; }));
    };
    refused({world.slide, {{0.0, Pose()}}}, "floating joint");
    refused({BodyIndex(17), {{0.0, Pose()}}}, "floating joint");
    refused({world.body, {}}, "no pose");
    refused({world.body, {{0.0, Pose()}, {0.0, Pose()}}}, "times have to rise");
    refused({world.body, {{std::nan(""), Pose()}}}, "not finite");
    refused({world.body, {{0.0, at(0, HUGE_VAL, 0)}}}, "not finite");
    refused({world.body, {{0.0, Pose()}, {1.0, turned(0, 0, 0, M_PI)}}}, "half a turn");
    CHECK_THROWS_AS(withMovingBodies(world.builder.model, curve, {{world.body, {{0.0, Pose()}}}, {world.body, {{0.0, Pose()}}}}),
                    InputError);
    // Quaternions of pieces, given directly.
    CurvePiece p = curve.pieces().front();
    p.turns = {{1, Eigen::Vector4d(0, 0, 0, 1), Eigen::Vector4d(0, 0, 0, 2)}};
    CHECK_THROWS_AS(CurveMotion(world.builder.model, {p}), InputError);
    p.turns = {{0, Eigen::Vector4d(0, 0, 0, 1), Eigen::Vector4d(0, 0, 0, 1)}};
    CHECK_THROWS_AS(CurveMotion(world.builder.model, {p}), InputError);
    p.turns = {{1, Eigen::Vector4d(0, 0, 0, 1), Eigen::Vector4d(0, 0, 0.6, 0.8)}};
    CHECK_NOTHROW(CurveMotion(world.builder.model, {p}));
    CurvePiece next = curve.pieces().front();
    next.begin = 1.0;
    next.end = 2.0;
    CHECK_THROWS_AS(CurveMotion(world.builder.model, {p, next}), InputError);
}
