// Motion against the same formulas in 50 digits: |computed - exact| <= positionError + rotationError r for a point at distance r.
#include <catch2/catch.hpp>

#include <cmath>

#include "kinematics/random_chain.h"
#include "support/random_tube.h"

#include <gapless/core/error.h>
#include <gapless/kinematics/motion.h>
#include <gapless/kinematics/pose_cache.h>

using namespace gapless;
using namespace gapless::test;

namespace {

void checkPose(const Motion& motion, BodyIndex body, const Pose& computed, const PoseT<Real>& exact)
{
    const M3<Real> R = lift<Real>(computed.R) - exact.R;
    using std::sqrt;
    // Spectral norm from below by products with unit vectors, from above by Frobenius: the bound must hold for every vector.
    Real largest = 0;
    for (int i = 0; i < 3; ++i)
    {
        const Real c = lengthOf<Real>(R.col(i)), r = lengthOf<Real>(R.row(i).transpose());
        largest = c > largest ? c : largest;
        largest = r > largest ? r : largest;
    }
    CHECK(largest <= Real(motion.rotationError(body)));
    CHECK(lengthOf<Real>(lift<Real>(computed.p) - exact.p) <= Real(motion.positionError(body)));
}

}  // namespace

TEST_CASE("Computed poses are within the stated error of the exact ones, for all joint types, trees and offsets")
{
    Random random(51);
    double worst = 0.0;
    for (int i = 0; i < 250; ++i)
    {
        const double offset = i % 3 == 1 ? 0x1p20 : i % 3 == 2 ? random.logUniform(1, 1e5) : 0.0;
        const SceneBuilder builder = randomTree(random, offset);
        const KinematicModel& model = builder.model;
        const Configuration q0 = randomConfiguration(model, random, 2.0), q1 = specialConfiguration(model, random, q0);
        Motion motion(model, q0, q1);
        // Of literal motions, with joints that turn, too.
        MotionTube tube = Configuration(Configuration::Zero(model.configurationSize()));
        tube.turns = randomTurns(model, random, 0.8);
        const MotionTube* const literal = i % 2 == 1 ? &tube : nullptr;
        if (literal)
            motion.resetTube(model, q0, q1, tube);
        PoseCache cache;
        cache.reset(motion);
        for (double t : {0.0, 1.0, 0.5, random.unit()})
        {
            const auto exact = referencePoses<Real>(model, q0, q1, Real(t), literal);
            const int instant = cache.addInstant(t);
            CHECK(cache.time(instant) == t);
            // Bodies asked for in random order: the cache computes chains on demand.
            for (std::size_t k = 0; k < 2 * model.bodies().size(); ++k)
            {
                const BodyIndex body = random.index(model.bodies());
                INFO("tree " << i << " body " << body.value() << " t " << digits(t) << "\nq0 " << digits(q0) << "\nq1 "
                             << digits(q1));
                checkPose(motion, body, cache.pose(instant, body), exact[body]);
                checkPose(motion, body, motion.worldPose(body, t), exact[body]);
                const double off = toDouble(lengthOf<Real>(lift<Real>(cache.pose(instant, body).p) - exact[body].p));
                if (motion.positionError(body) > 0)
                    worst = std::max(worst, off / motion.positionError(body));
            }
        }
    }
    WARN("largest position error found, relative to its bound: " << worst);
}

TEST_CASE("A long arm is off by what the angle is, times its length")
{
    SceneBuilder builder;
    const BodyIndex car = builder.joint(kWorld, {}, JointType::Planar);
    const Configuration q0 = configuration({0, 0, 1e5}), q1 = configuration({0, 0, 3e5});
    MotionTube tube = Configuration(Configuration::Zero(3));
    tube.turns.push_back({0, {3.0, -2.0}, {60.0, 80.0}});
    Motion motion;
    motion.resetTube(builder.model, q0, q1, tube);
    Random random(52);
    Real worst = 0;
    for (int i = 0; i < 200; ++i)
    {
        const double t = random.unit();
        const auto exact = referencePoses<Real>(builder.model, q0, q1, Real(t), &tube)[car];
        const Pose computed = motion.worldPose(car, t);
        checkPose(motion, car, computed, exact);
        const Real off = lengthOf<Real>(lift<Real>(computed.p) - exact.p);
        worst = off > worst ? off : worst;
    }
    // Far more than the roundings of the coordinates.
    CHECK(worst > 96 * 0x1p-53 * 300);
}

TEST_CASE("Mimic joints whose offset all but cancels a large multiple of their master are within the stated error")
{
    // value = multiplier * master + offset comes out near 0 with the rounding of numbers of 1e3 to 1e7: nothing that is left of
    // the value tells how large its terms were.
    Random random(55);
    double worst_rotation = 0.0, worst_position = 0.0;
    for (int i = 0; i < 240; ++i)
    {
        const JointType master_type = i % 3 == 0   ? JointType::Revolute
                                      : i % 3 == 1 ? JointType::Continuous
                                                   : JointType::Prismatic;
        // A slide cannot follow a continuous joint: it would jump at the wrap.
        const bool slides = i % 2 && master_type != JointType::Continuous;
        const JointType type = slides ? JointType::Prismatic : i % 5 ? JointType::Revolute : JointType::Continuous;
        const bool wraps = master_type == JointType::Continuous && i % 4 < 2;
        const double sign = random.chance(0.5) ? 1.0 : -1.0, size = random.logUniform(1e3, 1e6);
        // Of a continuous master only whole multiples are taken.
        const double multiplier = sign * (master_type == JointType::Continuous ? std::round(size) : size);
        // The rate of a master that goes through pi is a difference of angles near 2 pi: it cancels as well.
        const double side = random.chance(0.5) ? 1.0 : -1.0;
        const double from = wraps ? side * (M_PI - random.unit() / size) : random.uniform(-3, 3);
        const double to = wraps ? -side * (M_PI - random.unit() / size) : from + random.uniform(-1, 1) / size;
        SceneBuilder builder;
        const BodyIndex master = builder.joint(kWorld, random.pose(0.5), master_type, random.direction());
        const double offset = -multiplier * from + random.uniform(-1, 1);
        const BodyIndex mimic = builder.joint(random.chance(0.5) ? master : kWorld, random.pose(0.5), type, random.direction(),
                                              Mimic{master, multiplier, offset});
        // What hangs on the mimic joint inherits its error.
        const BodyIndex hand = builder.joint(mimic, random.pose(1.0), JointType::Fixed);
        const KinematicModel& model = builder.model;
        const Configuration q0 = configuration({from}), q1 = configuration({to});
        const Motion motion(model, q0, q1);
        for (double t : {0.0, 1.0, 0.5, random.unit()})
        {
            const auto exact = referencePoses<Real>(model, q0, q1, Real(t));
            for (const BodyIndex body : {master, mimic, hand})
            {
                INFO("case " << i << " body " << body.value() << " t " << digits(t) << " multiplier " << digits(multiplier)
                             << " offset " << digits(offset) << "\nq0 " << digits(q0) << " q1 " << digits(q1));
                const Pose computed = motion.worldPose(body, t);
                const PoseT<Real>& reference = exact[body];
                checkPose(motion, body, computed, reference);
                if (body == master)
                    continue;
                const M3<Real> R = lift<Real>(computed.R) - reference.R;
                const double off = toDouble(lengthOf<Real>(R.col(0))),
                             off_p = toDouble(lengthOf<Real>(lift<Real>(computed.p) - reference.p));
                worst_rotation = std::max(worst_rotation, off / motion.rotationError(body));
                worst_position = std::max(worst_position, off_p / motion.positionError(body));
            }
        }
    }
    // The terms do cancel here: a bound by orders too large would show as well.
    CHECK(worst_rotation > 0.05);
    CHECK(worst_position > 0.005);
}

TEST_CASE("Relative poses compose to world poses, with the joint formula of the header")
{
    Random random(52);
    for (int i = 0; i < 60; ++i)
    {
        const SceneBuilder builder = randomTree(random, 0.0);
        const KinematicModel& model = builder.model;
        const Configuration q0 = randomConfiguration(model, random, 1.0), q1 = specialConfiguration(model, random, q0);
        const Motion motion(model, q0, q1);
        for (double t : {0.0, 0.25, 1.0})
            for (BodyIndex body(1); model.bodies().has(body); body = body.next())
            {
                CAPTURE(i, body.value(), t);
                const Pose X_WB = motion.worldPose(model.body(body).parent, t) * motion.relativePose(body, t);
                CHECK((X_WB.p - motion.worldPose(body, t).p).norm() <= 1e-13);
                CHECK((X_WB.R - motion.worldPose(body, t).R).norm() <= 1e-13);
                const JointMotion& j = motion.joint(body);
                const Pose X_J = {j.R_start * Eigen::AngleAxisd(j.angle + t * j.angle_rate, j.axis).toRotationMatrix(),
                                  j.translation + t * j.translation_rate};
                const Pose X_PB = model.body(body).X_PJ * X_J;
                CHECK((X_PB.p - motion.relativePose(body, t).p).norm() <= 1e-13);
                CHECK((X_PB.R - motion.relativePose(body, t).R).norm() <= 1e-13);
            }
    }
}

TEST_CASE("A planar joint moves in the plane of its normal and turns about it")
{
    Random random(53);
    for (int i = 0; i < 30; ++i)
    {
        SceneBuilder builder;
        const Vec3 axis = random.direction();
        const BodyIndex body = builder.joint(kWorld, {}, JointType::Planar, axis);
        const Motion motion(builder.model, configuration({0, 0, 0}),
                            configuration({random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3)}));
        const Pose X = motion.worldPose(body, 0.75);
        CAPTURE(digits(axis));
        CHECK(std::abs(axis.dot(X.p)) <= 1e-14);
        CHECK((X.R * axis - axis).norm() <= 1e-14);
        const Motion x(builder.model, configuration({1, 0, 0}), configuration({1, 0, 0})),
            y(builder.model, configuration({0, 1, 0}), configuration({0, 1, 0}));
        const Vec3 px = x.worldPose(body, 0).p, py = y.worldPose(body, 0).p;
        CHECK((px.cross(py) - axis).norm() <= 1e-13);
    }
}

TEST_CASE("The plane of a planar joint is that of the shortest turn, near -z too")
{
    Random random(531);
    for (int i = 0; i < 300; ++i)
    {
        SceneBuilder builder;
        const double tilt = random.logUniform(1e-170, 1.0), about = random.uniform(-3, 3);
        const Vec3 axis(tilt * std::cos(about), tilt * std::sin(about), i % 4 ? -1.0 : 1.0);
        const BodyIndex body = builder.joint(kWorld, {}, JointType::Planar, axis);
        const Configuration q = configuration({random.uniform(-100, 100), random.uniform(-100, 100), 0});
        const Motion motion(builder.model, q, q);
        const V3<Real> stored = lift<Real>(builder.model.body(body).joint.axis);
        const V3<Real> n = stored / lengthOf<Real>(stored);
        // 1 + n_z, where that does not cancel in 50 digits either.
        const Real k =
            n.z() < Real(0) ? Real((Real(1) - n.z()) / (n.x() * n.x() + n.y() * n.y())) : Real(Real(1) / (Real(1) + n.z()));
        const V3<Real> x(Real(1) - k * n.x() * n.x(), -k * n.x() * n.y(), -n.x()),
            y(-k * n.x() * n.y(), Real(1) - k * n.y() * n.y(), -n.y());
        const V3<Real> off = lift<Real>(motion.worldPose(body, 0.5).p) - (x * Real(q[0]) + y * Real(q[1]));
        CAPTURE(digits(axis), digits(q));
        CHECK(toDouble(lengthOf<Real>(off)) <= motion.positionError(body));
    }
}

TEST_CASE("A motion used again is as one made anew")
{
    Random random(54);
    const SceneBuilder a = randomTree(random, 0.0), b = randomTree(random, 0x1p20);
    Motion motion;
    for (int i = 0; i < 20; ++i)
    {
        const KinematicModel& model = (i % 3 ? a : b).model;
        const Configuration q0 = randomConfiguration(model, random, 1.0), q1 = randomConfiguration(model, random, 1.0);
        motion.reset(model, q0, q1);
        const Motion fresh(model, q0, q1);
        for (const BodyIndex body : model.bodies().indices())
        {
            CHECK(motion.worldPose(body, 0.375).p == fresh.worldPose(body, 0.375).p);
            CHECK(motion.worldPose(body, 0.375).R == fresh.worldPose(body, 0.375).R);
            CHECK(motion.positionError(body) == fresh.positionError(body));
            CHECK(motion.rotationError(body) == fresh.rotationError(body));
        }
    }
}

TEST_CASE("A joint that follows another has no value to interpolate, and leaves those of others alone")
{
    SceneBuilder b;
    b.joint(kWorld, {}, JointType::Revolute);
    const BodyIndex master = b.joint(kWorld, {}, JointType::Continuous);
    b.joint(kWorld, {}, JointType::Continuous, Vec3::UnitZ(), Mimic{master, 2.0, 0.0});
    b.joint(kWorld, {}, JointType::Fixed);
    const Configuration q = interpolate(b.model, configuration({0.0, -3.0}), configuration({5.0, 3.0}), 0.75);
    CHECK(q[0] == 3.75);
    CHECK(std::abs(q[1] - (3.0 + 0.25 * (2.0 * M_PI - 6.0))) <= 1e-12);
}

TEST_CASE("Models refuse joints that cannot be interpolated, and configurations that do not fit")
{
    KinematicModel model;
    const auto add = [&](Joint joint, BodyIndex parent = kWorld) { return model.addBody("body", parent, {}, joint); };
    Joint revolute;
    revolute.name = "r";
    revolute.type = JointType::Revolute;
    const BodyIndex r = add(revolute);
    Joint continuous = revolute;
    continuous.name = "c";
    continuous.type = JointType::Continuous;
    const BodyIndex c = add(continuous, r);
    Joint bad = revolute;
    bad.name = "bad";
    bad.axis = Vec3::Zero();
    CHECK_THROWS_AS(add(bad), InputError);
    bad.axis = Vec3(std::nan(""), 0, 1);
    CHECK_THROWS_AS(add(bad), InputError);
    bad = revolute;
    bad.mimic = Mimic{c, 0.5, 0};
    CHECK_THROWS_AS(add(bad), InputError);
    bad.type = JointType::Prismatic;
    bad.mimic = Mimic{c, 1, 0};
    CHECK_THROWS_AS(add(bad), InputError);
    bad.type = JointType::Revolute;
    bad.mimic = Mimic{BodyIndex(99), 1, 0};
    CHECK_THROWS_AS(add(bad), InputError);
    bad = revolute;
    bad.lower = {1};
    bad.upper = {-1};
    CHECK_THROWS_AS(add(bad), InputError);
    CHECK_THROWS_AS(add(revolute, BodyIndex(17)), InputError);
    Joint good = revolute;
    good.name = "twice";
    good.mimic = Mimic{c, 2, 0.25};
    CHECK_NOTHROW(add(good, c));
    REQUIRE(model.configurationSize() == 2);
    CHECK_THROWS_AS(model.validate(Configuration::Zero(3)), InputError);
    CHECK_THROWS_AS(model.validate(configuration({0, std::nan("")})), InputError);
    CHECK_THROWS_AS(Motion(model, configuration({0, 0}), configuration({INFINITY, 0})), InputError);
    CHECK(model.commonAncestor(r, c) == r);
    CHECK(model.commonAncestor(c, c) == c);
    KinematicModel floating;
    Joint f;
    f.name = "f";
    f.type = JointType::Floating;
    floating.addBody("b", kWorld, {}, f);
    CHECK_THROWS_AS(floating.validate(configuration({0, 0, 0, 0, 0, 0, 1.1})), InputError);
    CHECK_NOTHROW(floating.validate(floating.defaultConfiguration()));
}

TEST_CASE("A pose cache of one robot has the poses of its bodies and of what carries them, and refuses others", "[motion]")
{
    KinematicModel model;
    const auto turn = [](const std::string& name) {
        Joint joint;
        joint.name = name;
        joint.type = JointType::Revolute;
        joint.axis = Vec3::UnitZ();
        joint.lower = {-3.0};
        joint.upper = {3.0};
        return joint;
    };
    const BodyIndex table = model.addBody("table", kWorld, at(0.0, 1.0, 0.0), turn("table"));
    const BodyIndex arm = model.addBody("arm", table, at(1.0, 0.0, 0.0), turn("arm"), 0);
    const BodyIndex other = model.addBody("other", kWorld, at(5.0, 0.0, 0.0), turn("other"), 1);
    const Configuration q0 = Configuration::Zero(3), q1 = Configuration::Constant(3, 0.5);
    const Motion motion(model, q0, q1);
    PoseCache all, one;
    all.reset(motion);
    one.resetForRobot(motion, 0);
    for (const double t : {0.0, 0.3, 1.0})
    {
        const int of_all = all.addInstant(t), of_one = one.addInstant(t);
        for (const BodyIndex body : {arm, table, kWorld})
        {
            CHECK(one.pose(of_one, body).p == all.pose(of_all, body).p);
            CHECK(one.pose(of_one, body).R == all.pose(of_all, body).R);
        }
        CHECK_THROWS_AS(one.pose(of_one, other), std::logic_error);
    }
    one.resetForRobot(motion, 1);
    CHECK(one.pose(one.addInstant(0.5), other).p == all.pose(all.addInstant(0.5), other).p);
    one.reset(motion);
    CHECK(one.pose(one.addInstant(0.5), arm).p == all.pose(all.addInstant(0.5), arm).p);
}
