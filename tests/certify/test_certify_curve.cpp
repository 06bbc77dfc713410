// certifyCurve(): curves whose first contact is known, tracking errors, and one way sampling.
#include <catch2/catch.hpp>

#include <cmath>

#include "support/random_tube.h"

#include <gapless/certify/certify_curve.h>
#include <gapless/certify/static_checker.h>
#include <gapless/core/error.h>

using namespace gapless;
using namespace gapless::test;

namespace {

constexpr ValidatorKind kExactKinds[] = {ValidatorKind::Adaptive, ValidatorKind::Articulated};

/// A ball of radius 0.1 that two slides move in the plane z = 0, and a wall whose face is at y = `face`, above it.
std::shared_ptr<const Scene> ballAndWall(double face)
{
    SceneBuilder builder;
    const BodyIndex x = builder.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX());
    const BodyIndex y = builder.joint(x, {}, JointType::Prismatic, Vec3::UnitY());
    builder.link("ball", y, Sphere{0.1});
    builder.obstacle("wall", Box{Vec3(4, 0.5, 4)}, at(0, face + 0.5, 0));
    return builder.build();
}

Bernstein powers(std::initializer_list<double> coefficients)
{
    const std::vector<Interval> a(coefficients.begin(), coefficients.end());
    return Bernstein::fromPowers(a.data(), static_cast<int>(a.size()) - 1);
}

CurveMotion curveOf(const Scene& scene, double begin, double end, std::vector<JointFunction> variables)
{
    return CurveMotion(scene.model(), {CurvePiece{begin, end, std::move(variables)}});
}

CurveOptions sharp(ValidatorKind kind)
{
    CurveOptions options;
    options.validator = kind;
    options.time_tolerance = 1e-10;
    return options;
}

/// The profile is what the result says, without gaps.
void checkProfile(const CurveResult& result, const CurveMotion& curve)
{
    double reached = curve.begin(), least = std::numeric_limits<double>::infinity();
    for (const ProvenPart& part : result.profile)
    {
        CHECK(part.time.lower == reached);
        reached = part.time.upper;
        least = std::min(least, part.clearance);
    }
    CHECK(reached == result.last_safe);
    CHECK(least == result.certified_clearance);
    if (result.verdict == Verdict::Free)
        CHECK(result.last_safe == curve.end());
}

}  // namespace

TEST_CASE("A ball thrown in a parabola touches a wall when it must, or passes beneath by a thousandth of a millimetre")
{
    // y = 4 s (1 - s), one second from 2 s to 3 s: highest at 2.5 s, with y = 1. The ball is 0.1 higher.
    for (const ValidatorKind kind : kExactKinds)
        for (const double gap : {1e-6, -1e-6, 1e-3, -1e-3, 0.5, -0.5})
        {
            INFO(toString(kind) << " gap " << gap);
            const auto scene = ballAndWall(1.1 + gap);
            const CurveMotion curve = curveOf(*scene, 2, 3, {Bernstein::line(-1, 1), powers({0, 4, -4})});
            const CurveResult result = certifyCurve(scene, curve, sharp(kind));
            checkProfile(result, curve);
            if (gap > 0.0)
            {
                CHECK(result.verdict == Verdict::Free);
                CHECK(result.certified_clearance <= gap);
                CHECK(result.certified_clearance > 0.0);
                continue;
            }
            REQUIRE(result.verdict == Verdict::Collision);
            const double contact = 2.5 - 0.5 * std::sqrt(-gap);
            CHECK(result.time.lower <= contact + 1e-12);
            CHECK(result.time.upper >= contact - 1e-9);
            CHECK(result.time.width() <= 1.01e-10);
            CHECK(std::abs(result.time.upper - contact) <= 1e-9);
            CHECK(result.last_safe == result.time.lower);
            REQUIRE(result.witness);
            CHECK(scene->object(scene->pair(result.witness->pair).b).name == "wall");
            CHECK(result.configuration[1] == Approx(1.0 + gap).epsilon(1e-9));
        }
}

TEST_CASE("What the ends of a curve do not tell is found: a turn between them, an overshoot, a last piece")
{
    const auto scene = ballAndWall(1.1);
    for (const ValidatorKind kind : kExactKinds)
    {
        INFO(toString(kind));
        // Out and back, the ends and the middle at rest: y = 1.25 at its highest.
        const Bernstein lob = Bernstein::quintic(0, 8, 0, 0, -8, 0);
        CHECK(lob(0.5).middle() > 1.2);
        CHECK(certifyCurve(scene, curveOf(*scene, 0, 1, {0.0, lob}), sharp(kind)).verdict == Verdict::Collision);
        CHECK(certifyCurve(scene, curveOf(*scene, 0, 1, {0.0, Bernstein::line(0, 0)}), sharp(kind)).verdict == Verdict::Free);
        // A cubic from 0 to 0.95 that arrives too fast to stop there.
        const Bernstein overshoot = Bernstein::cubic(0, 0, 0.95, -2);
        CHECK(certifyCurve(scene, curveOf(*scene, 0, 1, {0.0, overshoot}), sharp(kind)).verdict == Verdict::Collision);
        CHECK(certifyCurve(scene, curveOf(*scene, 0, 1, {0.0, Bernstein::cubic(0, 0, 0.95, 0)}), sharp(kind)).verdict
              == Verdict::Free);
        // Three pieces, of which the last collides.
        const CurveMotion three(
            scene->model(),
            {{0, 1, {0.0, 0.0}}, {1, 3, {0.0, Bernstein::line(0, 0.5)}}, {3, 4, {0.0, Bernstein::line(0.5, 1.5)}}});
        const CurveResult result = certifyCurve(scene, three, sharp(kind));
        checkProfile(result, three);
        REQUIRE(result.verdict == Verdict::Collision);
        CHECK(result.time.upper == Approx(3.5).margin(1e-9));
    }
}

TEST_CASE("A blend that cuts a corner is judged where it runs")
{
    // From (-1, 0) towards (0, 0), on to (0, -1) along a Bezier curve: it passes the corner at a distance of 1/4 of the way.
    SceneBuilder builder;
    const BodyIndex x = builder.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX());
    builder.link("ball", builder.joint(x, {}, JointType::Prismatic, Vec3::UnitY()), Sphere{0.05});
    builder.obstacle("corner", Sphere{0.1}, at(-0.25, -0.25, 0));
    const auto scene = builder.build();
    const Interval bx[] = {-1.0, 0.0, 0.0}, by[] = {0.0, 0.0, -1.0};
    const CurveMotion blend = curveOf(*scene, 0, 1, {Bernstein::fromCoefficients(bx, 2), Bernstein::fromCoefficients(by, 2)});
    const CurveMotion polyline(scene->model(), {{0, 1, {Bernstein::line(-1, 0), 0.0}}, {1, 2, {0.0, Bernstein::line(0, -1)}}});
    for (const ValidatorKind kind : kExactKinds)
    {
        CHECK(certifyCurve(scene, blend, sharp(kind)).verdict == Verdict::Collision);
        CHECK(certifyCurve(scene, polyline, sharp(kind)).verdict == Verdict::Free);
    }
}

TEST_CASE("The outer front corner of a car runs on a circle about the turning centre")
{
    // 4 m x 2 m about the middle of the rear axle, 1 m in front of its rear end; it turns left from the origin about (0, radius).
    for (const double radius : {1.5, 5.0, 1e4})
        for (const double degrees : {60.0, 350.0})
            for (const double gap : {1e-6, -1e-6})
                for (const ValidatorKind kind : kExactKinds)
                {
                    INFO(toString(kind) << " radius " << radius << " turn " << degrees << " gap " << gap);
                    const double turn = (radius > 1e3 ? 1e-3 : 1.0) * degrees * M_PI / 180.0;
                    const double corner = std::hypot(3.0, radius + 1.0), post = 1e-3;
                    // Where the corner is after 40 degrees of 60.
                    const double corner_angle = std::atan2(-(radius + 1.0), 3.0) + turn * 2.0 / 3.0;
                    const double out = corner + post + gap;
                    SceneBuilder builder;
                    const BodyIndex car = builder.joint(kWorld, {}, JointType::Planar);
                    builder.link("car", car, Box{Vec3(2, 1, 0.5)}, at(1, 0, 0));
                    builder.obstacle("post", Sphere{post},
                                     at(out * std::cos(corner_angle), radius + out * std::sin(corner_angle), 0));
                    const auto scene = builder.build();
                    const Interval half_pi = Interval(M_PI_2, std::nextafter(M_PI_2, 2.0));
                    const CircularArc x{0.0, radius, 0.0, turn}, y{radius, -radius, half_pi, turn};
                    const CurveMotion curve = curveOf(*scene, 0, 1, {x, y, Bernstein::line(0.0, turn)});
                    CurveOptions options = sharp(kind);
                    options.tolerance = 1e-7;
                    const CurveResult result = certifyCurve(scene, curve, options);
                    checkProfile(result, curve);
                    if (gap > 0.0)
                    {
                        CHECK(result.verdict == Verdict::Free);
                        continue;
                    }
                    REQUIRE(result.verdict == Verdict::Collision);
                    // Nearer than the corner's sharp end is nothing: the ball touches it at a distance of `post` from its centre.
                    // (Of the largest radius it is the side of the car.)
                    const double cosine = (corner * corner + out * out - post * post) / (2.0 * corner * out);
                    const double contact = 2.0 / 3.0 - std::acos(std::min(1.0, cosine)) / turn;
                    CHECK(std::abs(result.time.upper - contact) <= (radius > 1e3 ? 1e-5 : 1e-9));
                }
}

TEST_CASE("A tracking error is proven, or leaves the curve undecided from where it may collide")
{
    // An arm of one metre that turns about z; its tip's ball is at distance 0.3 from a post when it passes it at 1 s.
    SceneBuilder builder;
    const BodyIndex arm = builder.joint(kWorld, {}, JointType::Revolute);
    builder.link("tip", arm, Sphere{0.1}, at(1, 0, 0));
    builder.obstacle("post", Sphere{0.1}, at(std::cos(2.0), std::sin(2.0), 0));
    const auto scene = builder.build();
    const CurveMotion curve = curveOf(*scene, 0, 1, {Bernstein::line(0, 1.5)});
    for (const ValidatorKind kind : kExactKinds)
    {
        INFO(toString(kind));
        // The balls touch 2 asin(0.1) before the post's angle.
        const double room = 0.5 - 2.0 * std::asin(0.1);
        CurveOptions options = sharp(kind);
        CHECK(certifyCurve(scene, curve, options).verdict == Verdict::Free);
        options.tracking_error = configuration({0.85 * room});
        CHECK(certifyCurve(scene, curve, options).verdict == Verdict::Free);
        options.tracking_error = configuration({1.05 * room});
        const CurveResult result = certifyCurve(scene, curve, options);
        checkProfile(result, curve);
        CHECK(result.verdict == Verdict::Undecided);
        // The bound takes the arc for its length: it gives up a little early.
        CHECK(result.time.lower < 1.0);
        CHECK(result.time.lower > 0.95);
        REQUIRE(result.witness);
    }
}

TEST_CASE("What an error of joints between two links does to their distance counts, what carries both does not")
{
    // Two arms on one turntable, 0.1 m apart; only the turntable's error is large.
    SceneBuilder builder;
    const BodyIndex table = builder.joint(kWorld, {}, JointType::Continuous);
    const BodyIndex first = builder.joint(table, at(1, 0, 0), JointType::Revolute);
    const BodyIndex second = builder.joint(table, at(1, 0.3, 0), JointType::Revolute);
    builder.link("first", first, Sphere{0.1}).link("second", second, Sphere{0.1});
    const auto scene = builder.build();
    REQUIRE(scene->pairs().size() == 1);
    const CurveMotion curve = curveOf(*scene, 0, 1, {Bernstein::line(0, 10), 0.0, 0.0});
    for (const ValidatorKind kind : kExactKinds)
    {
        CurveOptions options = sharp(kind);
        options.tracking_error = configuration({0.5, 0.1, 0.1});
        const CurveResult result = certifyCurve(scene, curve, options);
        CHECK(result.verdict == Verdict::Free);
        // Each ball's lever about its own joint is 0.1.
        CHECK(result.certified_clearance <= 0.1 - 2 * 0.1 * 0.1);
        CHECK(result.certified_clearance >= 0.07);
        options.tracking_error = configuration({0.0, 0.6, 0.6});
        CHECK(certifyCurve(scene, curve, options).verdict == Verdict::Undecided);
    }
}

TEST_CASE("What is only close is tried with smaller tolerances, as far as they are allowed")
{
    const auto scene = ballAndWall(1.1 + 1e-5);
    const CurveMotion curve = curveOf(*scene, 0, 1, {Bernstein::line(-1, 1), powers({0, 4, -4})});
    for (const ValidatorKind kind : kExactKinds)
    {
        INFO(toString(kind));
        CurveOptions options = sharp(kind);
        CHECK(certifyCurve(scene, curve, options).verdict == Verdict::Free);
        // With a tracking error it is the tube that only comes close.
        options.tracking_error = configuration({0.0, 8e-6});
        CHECK(certifyCurve(scene, curve, options).verdict == Verdict::Free);
        options.tracking_error = configuration({0.0, 1.1e-5});
        CHECK(certifyCurve(scene, curve, options).verdict == Verdict::Undecided);
        options.tracking_error = Configuration();
        options.smallest_tolerance = options.tolerance;
        const CurveResult coarse = certifyCurve(scene, curve, options);
        if (coarse.verdict == Verdict::Collision)
            CHECK(coarse.witness->distance > 0.0);
        options.smallest_tolerance = 0.0;
        CHECK_THROWS_AS(certifyCurve(scene, curve, options), InputError);
    }
}

TEST_CASE("What is free is free at any tolerance of time, and what collides from the beginning does")
{
    for (const ValidatorKind kind : kExactKinds)
        for (const double time_tolerance : {10.0, 0.3, 1e-2, 1e-9})
        {
            INFO(toString(kind) << " " << time_tolerance);
            CurveOptions options = sharp(kind);
            options.time_tolerance = time_tolerance;
            const auto clear = ballAndWall(1.1 + 1e-4), hit = ballAndWall(1.1 - 1e-4), within = ballAndWall(0.05);
            const std::vector<JointFunction> lob{Bernstein::line(-1, 1), powers({0, 4, -4})};
            CHECK(certifyCurve(clear, curveOf(*clear, 0, 1, lob), options).verdict == Verdict::Free);
            const CurveResult result = certifyCurve(hit, curveOf(*hit, 0, 1, lob), options);
            CHECK(result.verdict == Verdict::Collision);
            CHECK(result.time.width() <= time_tolerance);
            CHECK(certifyCurve(within, curveOf(*within, 0, 1, lob), options).verdict == Verdict::Collision);
        }
}

TEST_CASE("A range of values is proven as a whole, and is no collision of its middle")
{
    const auto scene = ballAndWall(1.1);
    // Nor is one that moves halved because it is wide.
    const Bernstein wide = Bernstein::line(Interval(-0.1, 0.1), Interval(0.3, 0.5));
    CHECK(certifyCurve(scene, curveOf(*scene, 0, 1, {0.0, wide})).motions == 1);
    for (const ValidatorKind kind : kExactKinds)
    {
        CHECK(certifyCurve(scene, curveOf(*scene, 0, 1, {0.0, Interval(0, 0.9)}), sharp(kind)).verdict == Verdict::Free);
        const CurveResult result = certifyCurve(scene, curveOf(*scene, 0, 1, {0.0, Interval(0, 2.5)}), sharp(kind));
        CHECK(result.verdict == Verdict::Undecided);
        CHECK(result.time.lower == 0.0);
    }
}

TEST_CASE("Random curves that collide are never free, with a tracking error nor without")
{
    for (const ValidatorKind kind : kExactKinds)
    {
        Random random(91);
        int free = 0, colliding = 0, turning = 0;
        for (int i = 0; i < 250; ++i)
        {
            INFO(toString(kind) << " curve " << i);
            SceneBuilder builder;
            RandomRobotOptions robot;
            robot.max_bodies = 5;
            addRandomRobot(builder, random, robot);
            addRandomObstacles(builder, random, 3, 1.2, 0.3, Vec3::Zero());
            const auto scene = builder.build();
            const KinematicModel& model = scene->model();
            const Configuration q = randomConfiguration(model, random, 0.5);
            CurvePiece piece{0.0, 2.0, {}};
            for (int v = 0; v < model.configurationSize(); ++v)
            {
                Interval b[8];
                const int degree = random.index(8);
                for (int k = 0; k <= degree; ++k)
                    b[k] = q[v] + random.uniform(-0.5, 0.5);
                piece.variables.push_back(Bernstein::fromCoefficients(b, degree));
            }
            const Configuration error = randomDeviation(model, random, 0.5, 1e-4, 0.03);
            for (const Body& body : model.bodies())
                if (body.joint.type == JointType::Floating)
                {
                    const Eigen::Vector4d from = q.segment<4>(*body.variable + 3);
                    for (int k = 3; k < 7; ++k)
                        piece.variables[static_cast<std::size_t>(*body.variable + k)] = q[*body.variable + k];
                    if (random.chance(0.7))
                    {
                        piece.turns.push_back({*body.variable, from, Eigen::Vector4d(random.quaternion().coeffs())});
                        ++turning;
                    }
                }
            const CurveMotion curve(model, {piece});
            CurveOptions options;
            options.validator = kind;
            options.tolerance = 1e-6;
            const CurveResult exact = certifyCurve(scene, curve, options);
            if (random.chance(0.5))
                options.tracking_error = error;
            const CurveResult result = certifyCurve(scene, curve, options);
            checkProfile(exact, curve);
            checkProfile(result, curve);
            CHECK(result.last_safe <= exact.last_safe + 1e-6);
            if (exact.verdict == Verdict::Collision)
                CHECK(result.verdict != Verdict::Free);
            free += result.verdict == Verdict::Free;
            colliding += exact.verdict == Verdict::Collision;
            // As it is driven: somewhere in the tube, mostly at its corners.
            const StaticChecker checker(scene, 1e-9);
            for (int k = 0; k < 200; ++k)
            {
                const double t = 2.0 * (k < 2 ? k : random.unit());
                if (t >= result.last_safe)
                    continue;
                const Configuration driven =
                    options.tracking_error.size() > 0 ? randomInTube(model, random, curve.at(t), error) : curve.at(t);
                ClosePair close;
                if (checker.check(driven, &close) == Verdict::Collision)
                    CHECK(close.distance > 0.0);  // within the checker's tolerance, not in contact
            }
        }
        CHECK(free > 30);
        CHECK(colliding > 30);
        CHECK(turning > 10);
    }
}

TEST_CASE("A curve stops when its time is up or it is told to, and says how far it is proven")
{
    const auto scene = ballAndWall(1.1 + 1e-9);
    const CurveMotion curve = curveOf(*scene, 0, 1, {Bernstein::line(-1, 1), powers({0, 4, -4})});
    int asked = 0;
    Budget budget;
    budget.interrupted = [&asked] { return ++asked > 3; };
    const CurveResult result = certifyCurve(scene, curve, {}, budget);
    CHECK(result.verdict == Verdict::Undecided);
    CHECK(result.last_safe < 1.0);
    checkProfile(result, curve);
    Budget three;
    three.steps = 3;
    const CurveResult stopped = certifyCurve(scene, curve, {}, three);
    CHECK(stopped.verdict == Verdict::Undecided);
    CHECK(stopped.motions == 3);
    checkProfile(stopped, curve);
    // Also where every part is soon proven, and where there is more to halve than time.
    const auto far = ballAndWall(1e9);
    asked = 0;
    CHECK(certifyCurve(far, curveOf(*far, 0, 1, {Bernstein::line(-1, 1), powers({0, 1e7, -1e7})}), {}, budget).verdict
          == Verdict::Undecided);
    CHECK(asked < 100);
    Budget none;
    none.seconds = 0.0;
    CHECK(certifyCurve(scene, curve, {}, none).verdict == Verdict::Undecided);
}

TEST_CASE("Curves that do not fit and options out of range are refused")
{
    const auto scene = ballAndWall(2);
    SceneBuilder one;
    one.joint(kWorld, {}, JointType::Revolute);
    const CurveMotion other(one.model, {CurvePiece{0, 1, {0.0}}});
    const CurveMotion fits = curveOf(*scene, 0, 1, {0.0, 0.0});
    CHECK_THROWS_AS(certifyCurve(scene, other), InputError);
    CHECK_THROWS_AS(certifyCurve(nullptr, fits), InputError);
    // As many variables, but here four of them are a rotation.
    SceneBuilder slides, floats;
    for (int i = 0; i < 7; ++i)
        slides.joint(kWorld, {}, JointType::Prismatic);
    floats.joint(kWorld, {}, JointType::Floating);
    std::vector<JointFunction> turning(7);
    turning[3] = Bernstein::cubic(0.0, 0.1, 0.0, -0.1);
    turning[6] = 1.0;
    CHECK_THROWS_AS(certifyCurve(floats.build(), CurveMotion(slides.model, {CurvePiece{0, 1, turning}})), InputError);
    CurveOptions options;
    options.time_tolerance = 0.0;
    CHECK_THROWS_AS(certifyCurve(scene, fits, options), InputError);
    options = {};
    options.tracking_error = configuration({0.1});
    CHECK_THROWS_AS(certifyCurve(scene, fits, options), InputError);
    options = {};
    options.validator = ValidatorKind::Discrete;
    CHECK_THROWS_AS(certifyCurve(scene, fits, options), InputError);
}
