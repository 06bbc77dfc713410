// What both exact validators do where the curve, or the arithmetic, is not the one that proofs assume.
#include <catch2/catch.hpp>

#include <cmath>

#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/SE3StateSpace.h>

#include <gapless/ompl/path_certification.h>
#include <gapless/ompl/problem_setup.h>

#include "ompl/small_problems.h"
#include "support/bad_rounding.h"
#include "support/random_input.h"

namespace ob = ompl::base;
using namespace gapless;
using namespace gapless::test;
using BodyState = ob::ScopedState<ob::SE3StateSpace>;

namespace {

constexpr double kRadius = 0.05;

/// A ball 1 m from the origin of a floating body, and a bead in the world.
Problem wheelAndBead(const Vec3& arm, const Vec3& bead)
{
    KinematicModel model;
    const BodyIndex body =
        model.addBody("body", kWorld, Pose(), joint("free", JointType::Floating, Vec3::UnitZ(), {-1, -1, -1}, {1, 1, 1}), 0);
    const auto at_point = [](const Vec3& p) {
        return std::make_shared<const CollisionGeometry>(std::vector<PlacedShape>{{Sphere{kRadius}, at(p.x(), p.y(), p.z())}},
                                                         "ball");
    };
    return problemOf(std::move(model), {{"rim", body, ObjectKind::Link, at_point(arm), {}},
                                        {"bead", kWorld, ObjectKind::Obstacle, at_point(bead), {}}});
}

BodyState stateOf(const ProblemSetup& ready, const Eigen::Quaterniond& q)
{
    BodyState s(ready.setup->getStateSpace());
    s->setXYZ(0, 0, 0);
    s->rotation().x = q.x(), s->rotation().y = q.y(), s->rotation().z = q.z(), s->rotation().w = q.w();
    return s;
}

SetupOptions optionsFor(const std::string& validator)
{
    SetupOptions options;
    options.validator = validatorKind(validator);
    return options;
}

}  // namespace

TEST_CASE("A half turn of a floating body is valid only if it is both ways round, a turn less than that if it is the short way")
{
    const std::string name = GENERATE("adaptive", "articulated");
    CAPTURE(name);
    Random random(91);
    int other_way_in_ompl = 0;
    for (int i = 0; i < 100; ++i)
    {
        const Eigen::Quaterniond from = random.quaternion();
        const Vec3 axis = random.direction(), arm = axis.unitOrthogonal();
        const double sign = random.chance(0.5) ? 1.0 : -1.0;
        for (const double side : {1.0, -1.0})
        {
            // With a bead far away both ways are free of it.
            for (const double distance : {1.0, 10.0})
            {
                const Problem problem = wheelAndBead(arm, Vec3(distance * side * (from * axis.cross(arm))));
                const ProblemSetup ready = makeProblemSetup(problem, optionsFor(name));
                const auto& si = ready.setup->getSpaceInformation();
                const auto turned = [&](double angle) {
                    const Eigen::Quaterniond to = (from * Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis))).normalized();
                    return stateOf(ready, Eigen::Quaterniond(sign * to.coeffs()));
                };
                const BodyState s1 = stateOf(ready, from), half = turned(M_PI), less = turned(M_PI - 1e-9),
                                more = turned(M_PI + 1e-9);
                CHECK(si->checkMotion(s1.get(), half.get()) == (distance > 2.0));
                CHECK(si->checkMotion(half.get(), s1.get()) == (distance > 2.0));
                CHECK(si->checkMotion(s1.get(), less.get()) == (distance > 2.0 || side < 0));
                CHECK(si->checkMotion(s1.get(), more.get()) == (distance > 2.0 || side > 0));
                BodyState middle(s1);
                si->getStateSpace()->interpolate(s1.get(), half.get(), 0.5, middle.get());
                other_way_in_ompl += distance < 2.0 && side > 0 && si->isValid(middle.get());
            }
        }
    }
    // OMPL itself goes the other way now and then.
    CHECK(other_way_in_ompl > 0);
}

TEST_CASE(
    "Where rounding is not as proofs assume, validators call everything invalid and throw nothing, and paths are not certified")
{
    const std::string name = GENERATE("adaptive", "articulated");
    const Problem problem = wheelAndBead(Vec3::UnitX(), Vec3(3, 0, 0));
    const ProblemSetup ready = makeProblemSetup(problem, optionsFor(name));
    const auto& si = ready.setup->getSpaceInformation();
    const BodyState s1 = stateOf(ready, Eigen::Quaterniond::Identity()),
                    s2 = stateOf(ready, Eigen::Quaterniond(Eigen::AngleAxisd(1.0, Vec3::UnitZ())));
    for (const BadRounding& bad : badRoundings())
    {
        CAPTURE(name, bad.name);
        std::pair<ob::State*, double> last_valid{nullptr, -1.0};
        CHECK_FALSE(inEnvironment(bad, [&] { return si->checkMotion(s1.get(), s2.get()); }));
        CHECK_FALSE(inEnvironment(bad, [&] { return si->getMotionValidator()->checkMotion(s1.get(), s2.get(), last_valid); }));
        CHECK(last_valid.second == 0.0);
        CHECK_FALSE(inEnvironment(bad, [&] { return si->isValid(s1.get()); }));
        CHECK(refuses(bad, [&] { (void)certifyPath(problem.scene, {problem.start, problem.start}); }));
        CHECK(si->checkMotion(s1.get(), s2.get()));
        CHECK(si->isValid(s1.get()));
    }
}
