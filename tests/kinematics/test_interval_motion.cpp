// The boxes of interval_motion.h hold the poses, points and velocities in 50 digits, on random trees, motions and intervals.
#include <catch2/catch.hpp>

#include "kinematics/interval_checks.h"
#include "support/random_tube.h"

using namespace gapless;
using namespace gapless::test;

namespace {

struct Counts
{
    int boxes = 0, outside = 0, poses_outside = 0, rates_outside = 0, velocities_outside = 0;
};

/// What is tested: the library's, or a broken one.
struct Library
{
    static IntervalPose pose(IntervalMotion& m, BodyIndex body) { return m.pose(body); }
    static IntervalPose rate(IntervalMotion& m, BodyIndex body) { return m.rate(body); }
    static IntervalVec3 point(IntervalMotion& m, BodyIndex body, const Vec3& p, double acceleration)
    {
        return m.enclosePoint(body, p, acceleration);
    }
    static IntervalVec3 velocity(IntervalMotion& m, BodyIndex body, const Vec3& p) { return m.velocity(body, p); }
};

/// Deliberately broken: what is at the ends of the interval is taken for what is in it.
struct EndsOnly
{
    template <class F>
    static auto ofEnds(IntervalMotion& m, const F& f)
    {
        IntervalMotion first(m.motion(), m.time().lower), last(m.motion(), m.time().upper);
        return std::make_pair(f(first), f(last));
    }
    static IntervalPose poseHull(const std::pair<IntervalPose, IntervalPose>& ends)
    {
        IntervalPose out;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                out.R[i][j] = hull(ends.first.R[i][j], ends.second.R[i][j]);
        out.p = hull(ends.first.p, ends.second.p);
        return out;
    }
    static IntervalPose pose(IntervalMotion& m, BodyIndex body)
    {
        return poseHull(ofEnds(m, [&](IntervalMotion& at) { return at.pose(body); }));
    }
    static IntervalPose rate(IntervalMotion& m, BodyIndex body)
    {
        return poseHull(ofEnds(m, [&](IntervalMotion& at) { return at.rate(body); }));
    }
    static IntervalVec3 point(IntervalMotion& m, BodyIndex body, const Vec3& p, double)
    {
        const auto ends = ofEnds(m, [&](IntervalMotion& at) { return at.enclosePoint(body, p); });
        return hull(ends.first, ends.second);
    }
    static IntervalVec3 velocity(IntervalMotion& m, BodyIndex body, const Vec3& p)
    {
        const auto ends = ofEnds(m, [&](IntervalMotion& at) { return at.velocity(body, p); });
        return hull(ends.first, ends.second);
    }
};

template <class Enclosure>
Counts countFailures(int chains, bool report)
{
    Random random(911);
    Counts out;
    for (int i = 0; i < chains; ++i)
    {
        const double offset = i % 3 == 1 ? 1e3 : i % 3 == 2 ? random.logUniform(1, 1e5) : 0.0;
        const SceneBuilder builder = randomTree(random, offset);
        const KinematicModel& model = builder.model;
        const Configuration q0 = randomConfiguration(model, random, 2.0), q1 = specialConfiguration(model, random, q0);
        Motion motion(model, q0, q1);
        MotionTube tube = Configuration(Configuration::Zero(model.configurationSize()));
        tube.turns = randomTurns(model, random, 0.8);
        const MotionTube* const literal = random.chance(0.5) ? &tube : nullptr;
        if (literal)
            motion.resetTube(model, q0, q1, tube);
        const auto exact = [&](const Real& t, BodyIndex body) { return referencePoses<Real>(model, q0, q1, t, literal)[body]; };
        IntervalMotion boxes(motion, 0.0);
        for (int k = 0; k < 4; ++k)
        {
            const Interval time = randomTime(random);
            boxes.reset(time);
            std::vector<double> instants = {time.lower, time.upper};
            for (int n = 0; n < 3; ++n)
                instants.push_back(std::min(time.upper, time.lower + (time.upper - time.lower) * random.unit()));
            const BodyIndex body = random.index(model.bodies());
            const Vec3 p = random.inCube(random.chance(0.2) ? 10.0 : 0.3);
            const double acceleration =
                random.chance(0.5) ? accelerationOf(motion, body, p, 1e-3) : std::numeric_limits<double>::infinity();
            const IntervalPose pose = Enclosure::pose(boxes, body), rate = Enclosure::rate(boxes, body);
            const IntervalVec3 point = Enclosure::point(boxes, body, p, acceleration),
                               velocity = Enclosure::velocity(boxes, body, p);
            for (double t : instants)
            {
                const PoseT<Real> X = exact(Real(t), body);
                const PoseT<Real> before = exact(Real(t) - Real(kStep), body);
                const PoseT<Real> after = exact(Real(t) + Real(kStep), body);
                const PoseT<Real> X_rate = difference(after, before, 2 * kStep);
                const V3<Real> x = X * lift<Real>(p), v = X_rate * lift<Real>(p);
                const auto judge = [&](int& failures, bool holds, const char* what) {
                    if (holds)
                        return;
                    ++failures;
                    if (report)
                        UNSCOPED_INFO(what << ": tree " << i << " body " << body.value() << " type "
                                           << static_cast<int>(model.body(body).joint.type) << " t " << digits(t) << " of ["
                                           << digits(time.lower) << ", " << digits(time.upper) << "] p " << digits(p) << "\nq0 "
                                           << digits(q0) << "\nq1 " << digits(q1));
                };
                ++out.boxes;
                judge(out.poses_outside, encloses(pose, X), "pose");
                judge(out.rates_outside, encloses(rate, X_rate), "rate");
                judge(out.outside, encloses(point, x), "point");
                judge(out.velocities_outside, encloses(velocity, v), "velocity");
            }
        }
    }
    return out;
}

}  // namespace

TEST_CASE("Poses, points and their derivatives lie in their boxes at every t, for all joint types, trees and offsets")
{
    const Counts counts = countFailures<Library>(500, true);
    CHECK(counts.boxes > 5000);
    CHECK(counts.poses_outside == 0);
    CHECK(counts.rates_outside == 0);
    CHECK(counts.outside == 0);
    CHECK(counts.velocities_outside == 0);
}

TEST_CASE("Boxes of what is at the ends of the interval only are caught")
{
    const Counts counts = countFailures<EndsOnly>(60, false);
    CHECK(counts.poses_outside > 0);
    CHECK(counts.rates_outside > 0);
    CHECK(counts.outside > 0);
    CHECK(counts.velocities_outside > 0);
}
