// Interval motions where it is hard: held rotations, mimic joints, static bodies; how fast boxes shrink; re-use.
#include <catch2/catch.hpp>

#include "kinematics/interval_checks.h"

using namespace gapless;
using namespace gapless::test;

namespace {

double widthOf(const IntervalVec3& a)
{
    return std::max({a.x.width(), a.y.width(), a.z.width()});
}

}  // namespace

TEST_CASE("A rotation that OMPL holds at the first state is in the boxes as well, and so is its rest")
{
    Random random(912);
    for (int i = 0; i < 60; ++i)
    {
        SceneBuilder builder;
        const BodyIndex base = builder.joint(kWorld, random.pose(1.0), JointType::Floating);
        const BodyIndex arm = builder.joint(base, random.pose(1.0), JointType::Revolute, random.direction());
        Configuration q0 = randomConfiguration(builder.model, random, 1.0), q1 = q0, held;
        const double angle = random.logUniform(1e-9, 8e-5);
        q1.segment<4>(3) = (Eigen::Quaterniond(Eigen::Vector4d(q0.segment<4>(3)))
                            * Eigen::Quaterniond(Eigen::AngleAxisd(angle, random.direction())))
                               .normalized()
                               .coeffs();
        q1[7] += random.uniform(-1, 1);
        held = q1;
        held.segment<4>(3) = q0.segment<4>(3);
        const Motion motion(builder.model, q0, q1);
        IntervalMotion boxes(motion, randomTime(random));
        const Vec3 p = random.inCube(1.0);
        for (const Configuration& end : {q1, held})
            for (double t : {boxes.time().lower, boxes.time().upper, boxes.time().middle()})
                for (const BodyIndex body : {base, arm})
                {
                    const auto at = [&](const Real& s) { return referencePoses<Real>(builder.model, q0, end, s)[body]; };
                    INFO("case " << i << " angle " << angle << " body " << body.value());
                    CHECK(encloses(boxes.pose(body), at(Real(t))));
                    CHECK(encloses(boxes.enclosePoint(body, p), at(Real(t)) * lift<Real>(p)));
                    const PoseT<Real> rate = difference(at(Real(t) + Real(kStep)), at(Real(t) - Real(kStep)), 2 * kStep);
                    CHECK(encloses(boxes.rate(body), rate));
                    CHECK(encloses(boxes.velocity(body, p), rate * lift<Real>(p)));
                }
    }
}

TEST_CASE("Mimic joints whose terms cancel and static bodies below the world are held as well")
{
    Random random(913);
    for (int i = 0; i < 60; ++i)
    {
        SceneBuilder builder;
        const BodyIndex fixed = builder.joint(kWorld, random.pose(1e3), JointType::Fixed);
        const BodyIndex stand = builder.joint(fixed, random.pose(1.0), JointType::Fixed);
        const BodyIndex master =
            builder.joint(stand, random.pose(0.5), i % 2 ? JointType::Revolute : JointType::Prismatic, random.direction());
        const double from = random.uniform(-3, 3), to = from + random.uniform(-1, 1), multiplier = random.logUniform(1, 1e5);
        const BodyIndex mimic = builder.joint(master, random.pose(0.5), i % 3 ? JointType::Revolute : JointType::Prismatic,
                                              random.direction(), Mimic{master, multiplier, -multiplier * from});
        const Configuration q0 = configuration({from}), q1 = configuration({to});
        const Motion motion(builder.model, q0, q1);
        IntervalMotion boxes(motion, randomTime(random));
        for (double t : {boxes.time().lower, boxes.time().upper, boxes.time().middle()})
        {
            const auto at = [&](const Real& s) { return referencePoses<Real>(builder.model, q0, q1, s); };
            const auto X = at(Real(t)), before = at(Real(t) - Real(kStep)), after = at(Real(t) + Real(kStep));
            for (const BodyIndex body : {fixed, stand, master, mimic})
            {
                CAPTURE(i, body.value(), t, multiplier);
                CHECK(encloses(boxes.pose(body), X[body]));
                CHECK(encloses(boxes.rate(body), difference(after[body], before[body], 2 * kStep)));
            }
        }
        for (const BodyIndex body : {fixed, stand})
            CHECK(widthOf(boxes.velocity(body, random.inCube(1.0))) == 0.0);
    }
}

TEST_CASE(
    "The excess of the boxes over the points' exact ranges shrinks with the square of the interval, with and without a chord")
{
    Random random(914);
    double orders[3] = {0, 0, 0};
    int count = 0;
    for (int i = 0; i < 40; ++i)
    {
        SceneBuilder builder;
        BodyIndex body = kWorld;
        for (int k = 0; k < 5; ++k)
            body = builder.joint(body, random.pose(0.5), k == 2 ? JointType::Prismatic : JointType::Revolute, random.direction());
        const Configuration q0 = randomConfiguration(builder.model, random, 1.0),
                            q1 = nearbyConfiguration(builder.model, random, q0, 1.0);
        const Motion motion(builder.model, q0, q1);
        const Vec3 p = random.inCube(0.3);
        const double acceleration = accelerationOf(motion, body, p, 1e-3), from = random.uniform(0, 0.7);
        double excess[3][2];
        for (int size = 0; size < 2; ++size)
        {
            const double h = size == 0 ? 0x1p-3 : 0x1p-9;
            IntervalMotion boxes(motion, {from, from + h});
            // The range is at least that of samples; they miss less than 1e-4 of what the chord form may add.
            IntervalVec3 range(motion.worldPose(body, from) * p);
            for (int k = 0; k <= 128; ++k)
                range = hull(range, IntervalVec3(motion.worldPose(body, from + h * k / 128.0) * p));
            const IntervalPose pose = boxes.pose(body);
            const IntervalVec3 found[3] = {boxes.enclosePoint(body, p, acceleration), boxes.enclosePoint(body, p), pose * p};
            for (int k = 0; k < 3; ++k)
            {
                excess[k][size] = 0.0;
                for (int axis = 0; axis < 3; ++axis)
                    excess[k][size] = std::max(excess[k][size], found[k][axis].width() - range[axis].width());
            }
        }
        ++count;
        for (int k = 0; k < 3; ++k)
            orders[k] += std::log2(excess[k][0] / excess[k][1]) / 6.0;
    }
    for (double& order : orders)
        order /= count;
    WARN("mean orders of convergence: chord " << orders[0] << ", mean value " << orders[1] << ", pose times point " << orders[2]);
    CHECK(orders[0] > 1.85);
    CHECK(orders[1] > 1.85);
}

TEST_CASE("A ball's box holds the ball, and an instance used again answers as a new one")
{
    Random random(915);
    const SceneBuilder a = randomTree(random, 0.0), b = randomTree(random, 1e3);
    IntervalMotion used;
    for (int i = 0; i < 40; ++i)
    {
        const KinematicModel& model = (i % 3 ? a : b).model;
        const Motion motion(model, randomConfiguration(model, random, 1.0), randomConfiguration(model, random, 1.0));
        const Interval time = randomTime(random);
        used.reset(motion, randomTime(random));
        used.pose(random.index(model.bodies()));
        used.reset(time);
        IntervalMotion fresh(motion, time);
        for (const BodyIndex body : model.bodies().indices())
        {
            const Vec3 p = random.inCube(1.0);
            const IntervalVec3 point = used.enclosePoint(body, p), same = fresh.enclosePoint(body, p),
                               ball = used.encloseBall(body, p, 0.25);
            for (int k = 0; k < 3; ++k)
            {
                CHECK(point[k].lower == same[k].lower);
                CHECK(point[k].upper == same[k].upper);
                CHECK(ball[k].lower <= point[k].lower - 0.25);
                CHECK(ball[k].upper >= point[k].upper + 0.25);
            }
        }
    }
}
