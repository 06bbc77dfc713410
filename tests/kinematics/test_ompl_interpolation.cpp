// gapless::interpolate is what OMPL's own spaces interpolate, so that what is certified is what a planner moves along.
#include <catch2/catch.hpp>

#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/SE2StateSpace.h>
#include <ompl/base/spaces/SE3StateSpace.h>
#include <ompl/base/spaces/SO2StateSpace.h>
#include <ompl/base/spaces/SO3StateSpace.h>

#include "support/random_input.h"
#include "support/reference_motion.h"
#include "support/scene_builder.h"

#include <gapless/kinematics/motion.h>

using namespace gapless;
using namespace gapless::test;
namespace ob = ompl::base;

namespace {

SceneBuilder oneJoint(JointType type)
{
    SceneBuilder builder;
    builder.joint(kWorld, {}, type);
    return builder;
}

double angleBetween(double a, double b)
{
    return std::abs(std::remainder(a - b, 2 * M_PI));
}

double instant(Random& random, int i)
{
    return i % 5 == 0 ? 0.0 : i % 5 == 1 ? 1.0 : random.unit();
}

}  // namespace

TEST_CASE("Continuous joints interpolate as SO2StateSpace")
{
    Random random(61);
    const SceneBuilder builder = oneJoint(JointType::Continuous);
    ob::SO2StateSpace space;
    for (int i = 0; i < 5000; ++i)
    {
        const double a = random.uniform(-M_PI, M_PI);
        const double b =
            i % 4 == 0 ? std::remainder(a + M_PI + random.uniform(-1e-9, 1e-9), 2 * M_PI) : random.uniform(-M_PI, M_PI);
        const double t = instant(random, i);
        ob::ScopedState<ob::SO2StateSpace> from(std::make_shared<ob::SO2StateSpace>()), to(from), out(from);
        from->value = a, to->value = b;
        space.interpolate(from.get(), to.get(), t, out.get());
        CAPTURE(digits(a), digits(b), digits(t));
        CHECK(angleBetween(interpolate(builder.model, configuration({a}), configuration({b}), t)[0], out->value) <= 1e-12);
    }
}

TEST_CASE("Revolute and prismatic joints interpolate as RealVectorStateSpace")
{
    Random random(62);
    for (JointType type : {JointType::Revolute, JointType::Prismatic})
    {
        const SceneBuilder builder = oneJoint(type);
        auto space = std::make_shared<ob::RealVectorStateSpace>(1);
        space->setBounds(-100, 100);
        ob::ScopedState<ob::RealVectorStateSpace> from(space), to(space), out(space);
        for (int i = 0; i < 1000; ++i)
        {
            from[0] = random.uniform(-10, 10), to[0] = random.uniform(-10, 10);
            const double t = instant(random, i);
            space->interpolate(from.get(), to.get(), t, out.get());
            CHECK(std::abs(interpolate(builder.model, configuration({from[0]}), configuration({to[0]}), t)[0] - out[0]) <= 1e-12);
        }
    }
}

TEST_CASE("Planar joints interpolate as SE2StateSpace")
{
    Random random(63);
    const SceneBuilder builder = oneJoint(JointType::Planar);
    auto space = std::make_shared<ob::SE2StateSpace>();
    space->setBounds(ob::RealVectorBounds(2));
    ob::ScopedState<ob::SE2StateSpace> from(space), to(space), out(space);
    for (int i = 0; i < 3000; ++i)
    {
        from->setX(random.uniform(-5, 5)), from->setY(random.uniform(-5, 5)), from->setYaw(random.uniform(-M_PI, M_PI));
        to->setX(random.uniform(-5, 5)), to->setY(random.uniform(-5, 5)), to->setYaw(random.uniform(-M_PI, M_PI));
        const double t = instant(random, i);
        space->interpolate(from.get(), to.get(), t, out.get());
        const Configuration q = interpolate(builder.model, configuration({from->getX(), from->getY(), from->getYaw()}),
                                            configuration({to->getX(), to->getY(), to->getYaw()}), t);
        CAPTURE(digits(q), digits(t));
        CHECK(std::abs(q[0] - out->getX()) <= 1e-12);
        CHECK(std::abs(q[1] - out->getY()) <= 1e-12);
        CHECK(angleBetween(q[2], out->getYaw()) <= 1e-12);
    }
}

TEST_CASE("Floating joints interpolate as SE3StateSpace, except that nearly equal rotations go on to the second")
{
    Random random(64);
    const SceneBuilder builder = oneJoint(JointType::Floating);
    auto space = std::make_shared<ob::SE3StateSpace>();
    space->setBounds(ob::RealVectorBounds(3));
    ob::ScopedState<ob::SE3StateSpace> from(space), to(space), out(space);
    for (int i = 0; i < 4000; ++i)
    {
        Configuration q0(7), q1(7);
        q0 << random.inCube(5), random.quaternion().coeffs();
        q1 << random.inCube(5), random.quaternion().coeffs();
        const Eigen::Quaterniond a(Eigen::Vector4d(q0.tail<4>()));
        double angle = -1;
        if (i % 4 == 1)
            angle = random.logUniform(1e-12, 1e-3);
        if (i % 4 == 2)
            angle = M_PI - random.logUniform(1e-6, 1e-1);
        if (angle >= 0)
            q1.tail<4>() = (a * Eigen::Quaterniond(Eigen::AngleAxisd(angle, random.direction()))).normalized().coeffs();
        if (random.chance(0.3))
            q1.tail<4>() *= -1;
        const auto set = [](ob::ScopedState<ob::SE3StateSpace>& s, const Configuration& q) {
            s->setXYZ(q[0], q[1], q[2]);
            s->rotation().x = q[3], s->rotation().y = q[4], s->rotation().z = q[5], s->rotation().w = q[6];
        };
        set(from, q0);
        set(to, q1);
        const double t = instant(random, i);
        space->interpolate(from.get(), to.get(), t, out.get());
        const Configuration q = interpolate(builder.model, q0, q1, t);
        const Eigen::Quaterniond ours(Eigen::Vector4d(q.tail<4>())),
            theirs(out->rotation().w, out->rotation().x, out->rotation().y, out->rotation().z);
        INFO("q0 " << digits(q0) << "\nq1 " << digits(q1) << " t " << digits(t));
        CHECK((q.head<3>() - Vec3(out->getX(), out->getY(), out->getZ())).norm() <= 1e-12);
        const double apart = (ours.toRotationMatrix() - theirs.toRotationMatrix()).norm();
        const double dot = std::abs(q0.tail<4>().dot(q1.tail<4>()));
        if (dot > 1 - 1e-9)
        {
            // OMPL stays at the first; the documented deviation is at most the whole way, 9e-5 rad.
            CHECK(apart <= 1.5 * t * 2 * std::acos(std::min(1.0, 1 - 1e-9)) + 1e-12);
            const Configuration end = interpolate(builder.model, q0, q1, 1.0);
            CHECK((Eigen::Quaterniond(Eigen::Vector4d(end.tail<4>())).toRotationMatrix()
                   - Eigen::Quaterniond(Eigen::Vector4d(q1.tail<4>())).toRotationMatrix())
                      .norm()
                  <= 1e-12);
        }
        else  // acos of a dot product near 1 is off by its rounding over the sine
            CHECK(apart <= 1e-12 + 8e-16 / std::sqrt(1 - std::min(dot * dot, 1.0 - 1e-18)));
    }
}

// 1. Rotations that OMPL takes for equal: it keeps the first, even at t = 1.  2. Rotations just beyond that.  3. Lengths that are off
// by up to 1e-9, which OMPL accepts and does not normalise: it runs through the same arc at another pace.  4. Both signs.
TEST_CASE("rotationError covers the curve of SO3StateSpace itself, where it holds still and where lengths are off")
{
    Random random(66);
    const SceneBuilder builder = oneJoint(JointType::Floating);
    const auto space = std::make_shared<ob::SO3StateSpace>();
    ob::ScopedState<ob::SO3StateSpace> from(space), to(space), out(space);
    int held = 0, moved_a_little = 0;
    for (int i = 0; i < 4000; ++i)
    {
        double angle = random.uniform(0, M_PI);
        if (i % 4 < 2)
            angle = random.logUniform(1e-8, 2e-4);
        else if (i % 4 == 2 && random.chance(0.5))  // where |dot| = 1 - 1e-9: the edge of OMPL's case
            angle = 2 * std::acos(1 - 1e-9) * random.uniform(0.9, 1.1);
        else if (i % 4 == 2)
            angle = M_PI - random.logUniform(1e-9, 1e-1);
        const Eigen::Quaterniond a = random.quaternion(),
                                 b = a * Eigen::Quaterniond(Eigen::AngleAxisd(angle, random.direction()));
        const bool unit = random.chance(0.3);
        // OMPL asserts lengths within 1e-9 of 1.
        const auto length = [&] {
            return unit ? 1.0 : 1.0 + (random.chance(0.5) ? random.uniform(-1, 1) : random.chance(0.5) ? 1 : -1) * 0.999e-9;
        };
        Configuration q0 = Configuration::Zero(7), q1 = q0;
        q0.tail<4>() = a.normalized().coeffs() * length();
        q1.tail<4>() = b.normalized().coeffs() * (length() * (random.chance(0.5) ? 1 : -1));
        const auto set = [](ob::ScopedState<ob::SO3StateSpace>& s, const Configuration& q) {
            s->x = q[3], s->y = q[4], s->z = q[5], s->w = q[6];
        };
        set(from, q0);
        set(to, q1);
        const Motion motion(builder.model, q0, q1);
        INFO("angle " << digits(angle) << "\nq0 " << digits(q0) << "\nq1 " << digits(q1));
        for (double t : {0.0, 1.0, 0.5, random.unit()})
        {
            space->interpolate(from.get(), to.get(), t, out.get());
            const M3<Real> theirs = rotationOf<Real>({Real(out->x), Real(out->y), Real(out->z), Real(out->w)});
            const M3<Real> off = lift<Real>(motion.relativePose(BodyIndex(1), t).R) - theirs;
            Real sum = 0;
            for (int k = 0; k < 9; ++k)
                sum += off.data()[k] * off.data()[k];
            // The difference of two rotations has two equal singular values and a zero one: its spectral norm is Frobenius / sqrt 2.
            using std::sqrt;
            CAPTURE(digits(t), motion.rotationError(BodyIndex(1)));
            CHECK(Real(sqrt(sum / 2)) <= Real(motion.rotationError(BodyIndex(1))));
        }
        const bool holds = out->x == from->x && out->y == from->y && out->z == from->z && out->w == from->w;
        held += holds;
        moved_a_little += !holds && angle < 2e-4;
        // The slack is for the special cases only: elsewhere the bound stays that of rounding.
        if (unit && angle > 3e-4)
            CHECK(motion.rotationError(BodyIndex(1)) <= 1e-13);
    }
    // Both of OMPL's cases have to turn up, or the test shows nothing.
    CHECK(held > 500);
    CHECK(moved_a_little > 100);
}
