// What both exact motion validators keep.
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <string>

#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/SE3StateSpace.h>

#include <gapless/core/error.h>
#include <gapless/kinematics/motion.h>
#include <gapless/ompl/exact_motion_validator.h>
#include <gapless/ompl/problem_setup.h>

#include "ompl/small_problems.h"

namespace ob = ompl::base;
using namespace gapless;
using namespace gapless::test;

namespace {

using Arm = ob::ScopedState<ob::RealVectorStateSpace>;

SetupOptions optionsFor(ValidatorKind validator)
{
    SetupOptions options;
    options.validator = validator;
    return options;
}

/// The verdict and the certified clearance of the full answer.
std::pair<Verdict, double> fullAnswer(const ob::MotionValidator& validator, const ob::State* s1, const ob::State* s2)
{
    const CertifyResult result = dynamic_cast<const ExactMotionValidator&>(validator).certify(s1, s2);
    return {result.verdict, result.certified_clearance};
}

/// The stretched arm reaches 2 m along its x axis; a post of radius 0.05 at 1.5 m in direction 0.5 rad is in its way.
struct AnyExactArm
{
    AnyExactArm()
        : name(GENERATE(ValidatorKind::Adaptive, ValidatorKind::Articulated)),
          problem(armAndPost(1.5 * std::cos(0.5), 1.5 * std::sin(0.5), 0.05)),
          ready(makeProblemSetup(problem, optionsFor(name))),
          si(ready.setup->getSpaceInformation()),
          validator(*si->getMotionValidator())
    {
        UNSCOPED_INFO("validator " << toString(name));
    }

    Arm state(double shoulder, double elbow) const
    {
        Arm s(si->getStateSpace());
        s->values[0] = shoulder;
        s->values[1] = elbow;
        return s;
    }

    /// The shoulder's angle at first contact: the post subtends asin((0.05 + 0.02) / 1.5) to either side.
    double contact() const { return 0.5 - std::asin(0.07 / 1.5); }

    ValidatorKind name;
    Problem problem;
    ProblemSetup ready;
    ob::SpaceInformationPtr si;
    const ob::MotionValidator& validator;
};

/// A ball of 0.1 m at the end of a rod of 10 m along x, which flies; posts are balls too.
struct Flier
{
    Flier(ValidatorKind validator, const std::vector<Vec3>& posts, double tolerance)
    {
        KinematicModel model;
        const BodyIndex body = model.addBody("body", kWorld, Pose(), joint("free", JointType::Floating, Vec3::UnitZ()), 0);
        const auto ballAt = [](const Vec3& p) {
            return std::make_shared<const CollisionGeometry>(std::vector<PlacedShape>{{Sphere{0.1}, at(p.x(), p.y(), p.z())}},
                                                             "ball");
        };
        std::vector<CollisionObject> objects{{"body", body, ObjectKind::Link, ballAt(Vec3(10, 0, 0)), {}}};
        for (const Vec3& post : posts)
            objects.push_back({"post " + std::to_string(objects.size()), kWorld, ObjectKind::Obstacle, ballAt(post), {}});
        problem = problemOf(std::move(model), std::move(objects));
        SetupOptions options = optionsFor(validator);
        options.motion.tolerance = tolerance;
        ready = makeProblemSetup(problem, options);
        si = ready.setup->getSpaceInformation();
    }

    /// Shifted in the plane, turned about z.
    ob::ScopedState<ob::SE3StateSpace> state(double x, double y, double turn) const
    {
        ob::ScopedState<ob::SE3StateSpace> s(si->getStateSpace());
        s->setXYZ(x, y, 0);
        s->rotation().setAxisAngle(0, 0, 1, turn);
        return s;
    }

    Problem problem;
    ProblemSetup ready;
    ob::SpaceInformationPtr si;
};

}  // namespace

TEST_CASE_METHOD(AnyExactArm, "A free motion is valid and leaves lastValid alone")
{
    const Arm s1 = state(-1.0, 0.0), s2 = state(0.3, 0.0);
    Arm last = state(2.0, 2.0);
    std::pair<ob::State*, double> last_valid(last.get(), 0.123);
    CHECK(validator.checkMotion(s1.get(), s2.get()));
    CHECK(validator.checkMotion(s1.get(), s2.get(), last_valid));
    CHECK(last_valid.second == 0.123);
    CHECK(last->values[0] == 2.0);
    CHECK(fullAnswer(validator, s1.get(), s2.get()).second > 0.0);
    CHECK(validator.getValidMotionCount() == 2);
    CHECK(validator.getInvalidMotionCount() == 0);
}

TEST_CASE_METHOD(AnyExactArm, "A motion through the post is invalid, and lastValid is the last valid state before it")
{
    const Arm s1 = state(-0.5, 0.0), s2 = state(1.5, 0.0);
    Arm last = state(0.0, 0.0);
    std::pair<ob::State*, double> last_valid(last.get(), -1.0);
    CHECK_FALSE(validator.checkMotion(s1.get(), s2.get()));
    CHECK_FALSE(validator.checkMotion(s1.get(), s2.get(), last_valid));
    const double contact_fraction = (contact() + 0.5) / 2.0;
    CHECK(last_valid.second < contact_fraction);
    // Within last_valid_resolution, and what stepping back to a valid state costs.
    CHECK(last_valid.second > contact_fraction - 0.05);
    CHECK(last->values[0] == Approx(-0.5 + 2.0 * last_valid.second));
    CHECK(si->isValid(last.get()));
    // The prefix is certified by itself too.
    CHECK(validator.checkMotion(s1.get(), last.get()));
}

TEST_CASE_METHOD(AnyExactArm, "lastValid may be without a state, or be one of the two states")
{
    Arm s1 = state(-0.5, 0.0), s2 = state(1.5, 0.0);
    std::pair<ob::State*, double> no_state(nullptr, -1.0);
    CHECK_FALSE(validator.checkMotion(s1.get(), s2.get(), no_state));
    REQUIRE(no_state.second > 0.0);

    SECTION("the second")
    {
        std::pair<ob::State*, double> aliased(s2.get(), -1.0);
        CHECK_FALSE(validator.checkMotion(s1.get(), s2.get(), aliased));
        CHECK(aliased.second == no_state.second);
        CHECK(s2->values[0] == Approx(-0.5 + 2.0 * no_state.second));
        CHECK(s1->values[0] == -0.5);
    }
    SECTION("the first")
    {
        std::pair<ob::State*, double> aliased(s1.get(), -1.0);
        CHECK_FALSE(validator.checkMotion(s1.get(), s2.get(), aliased));
        CHECK(aliased.second == no_state.second);
        CHECK(s1->values[0] == Approx(-0.5 + 2.0 * no_state.second));
        CHECK(s2->values[0] == 1.5);
    }
}

TEST_CASE_METHOD(AnyExactArm, "An invalid first state gives fraction 0 and the first state")
{
    const Arm s1 = state(0.5, 0.0), s2 = state(-1.0, 0.0);
    Arm last = state(2.0, 2.0);
    std::pair<ob::State*, double> last_valid(last.get(), -1.0);
    CHECK_FALSE(validator.checkMotion(s1.get(), s2.get(), last_valid));
    CHECK(last_valid.second == 0.0);
    CHECK(last->values[0] == 0.5);

    Arm aliased = state(0.5, 0.0);
    std::pair<ob::State*, double> same(aliased.get(), -1.0);
    CHECK_FALSE(validator.checkMotion(aliased.get(), s2.get(), same));
    CHECK(same.second == 0.0);
    CHECK(aliased->values[0] == 0.5);
}

TEST_CASE_METHOD(AnyExactArm, "A motion that stands still is as valid as its state")
{
    const Arm free = state(0.0, 0.0), hit = state(0.5, 0.0);
    CHECK(validator.checkMotion(free.get(), free.get()));
    std::pair<ob::State*, double> last_valid(nullptr, -1.0);
    CHECK_FALSE(validator.checkMotion(hit.get(), hit.get()));
    CHECK_FALSE(validator.checkMotion(hit.get(), hit.get(), last_valid));
    CHECK(last_valid.second == 0.0);
}

TEST_CASE_METHOD(AnyExactArm, "A motion between states that are none is undecided, never valid, and does not throw")
{
    const Arm s1 = state(0.0, 0.0), nan = state(std::numeric_limits<double>::quiet_NaN(), 0.0);
    Arm last = state(2.0, 2.0);
    std::pair<ob::State*, double> last_valid(last.get(), -1.0);
    CHECK_FALSE(validator.checkMotion(s1.get(), nan.get()));
    CHECK_FALSE(validator.checkMotion(s1.get(), nan.get(), last_valid));
    CHECK(last_valid.second == 0.0);
    const auto& exact = dynamic_cast<const ExactMotionValidator&>(validator);
    CHECK(exact.undecidedCount() == 2);
    CHECK(exact.motionCount() == 2);
    CHECK_THROWS_AS(fullAnswer(validator, s1.get(), nan.get()), InputError);
}

// The whole motion turns by 2e-4 rad and passes the first post thanks to that; a part of it turns by less, and OMPL does not turn at all.
TEST_CASE("The motion to lastValid is proven by itself, as OMPL draws it")
{
    const ValidatorKind name = GENERATE(ValidatorKind::Adaptive, ValidatorKind::Articulated);
    CAPTURE(toString(name));
    const Flier flier(name, {Vec3(12, -0.2 + 0.3e-3, 0), Vec3(13.65, 0, 0)}, 1e-6);
    const auto s1 = flier.state(0, 0, 0), s2 = flier.state(4, 0, 2e-4);
    auto last = flier.state(0, 0, 0);
    std::pair<ob::State*, double> last_valid(last.get(), -1.0);
    const ob::MotionValidator& validator = *flier.si->getMotionValidator();
    CHECK_FALSE(validator.checkMotion(s1.get(), s2.get(), last_valid));
    CHECK(last_valid.second > 0.1);
    CHECK(last_valid.second < 0.5);
    CHECK(validator.checkMotion(s1.get(), last.get()));
}

TEST_CASE("Both overloads of checkMotion call a motion free that passes within a few errors, and neither one that touches")
{
    const ValidatorKind name = GENERATE(ValidatorKind::Adaptive, ValidatorKind::Articulated);
    CAPTURE(toString(name));
    for (const double gap : {1.8e-4, -1.8e-4})
    {
        CAPTURE(gap);
        // Along the diagonal, so that boxes do not tell. OMPL holds the turn of 1e-5 rad: two curves, up to 1e-4 m apart.
        const double aside = (0.2 + gap) / std::sqrt(2.0);
        const Flier flier(name, {Vec3(12 + aside, 2 - aside, 0)}, name == ValidatorKind::Adaptive ? 1e-6 : 1e-3);
        const auto s1 = flier.state(0, 0, 0), s2 = flier.state(4, 4, 1e-5);
        std::pair<ob::State*, double> last_valid(nullptr, -1.0);
        CHECK(flier.si->getMotionValidator()->checkMotion(s1.get(), s2.get()) == (gap > 0));
        CHECK(flier.si->getMotionValidator()->checkMotion(s1.get(), s2.get(), last_valid) == (gap > 0));
    }
}

// A ball at the end of a rod of 10 m flies past a post of a ball while the rod turns by 8e-5 rad. OMPL takes the two rotations for
// equal and keeps the first: the ball flies straight. The motion of motion.h turns: half way it is 4e-4 m away from there.
TEST_CASE("A floating body is free only if it is along OMPL's own curve too, which holds nearly equal rotations still")
{
    const ValidatorKind name = GENERATE(ValidatorKind::Adaptive, ValidatorKind::Articulated);
    CAPTURE(toString(name));
    constexpr double kAngle = 8e-5, kReach = 10.0, kRadius = 0.1;
    // How far the post's ball is off the straight line, less than both radii: what OMPL flies along hits it at the middle.
    for (const double gap : {-2e-4, 2e-2})
        for (const double turn : {kAngle, -kAngle})
            for (const double sign : {1.0, -1.0})
            {
                KinematicModel model;
                const BodyIndex body =
                    model.addBody("body", kWorld, Pose(), joint("free", JointType::Floating, Vec3::UnitZ()), 0);
                const auto far_ball = std::make_shared<const CollisionGeometry>(
                    std::vector<PlacedShape>{{Sphere{kRadius}, at(kReach, 0, 0)}}, "far ball");
                const auto beside = std::make_shared<const CollisionGeometry>(
                    std::vector<PlacedShape>{{Sphere{kRadius}, at(kReach + 2, 2 * kRadius + gap, 0)}}, "beside");
                const Problem problem = problemOf(std::move(model), {{"body", body, ObjectKind::Link, far_ball, {}},
                                                                     {"post", kWorld, ObjectKind::Obstacle, beside, {}}});
                SetupOptions options = optionsFor(name);
                options.motion.tolerance = 1e-6;
                const ProblemSetup ready = makeProblemSetup(problem, options);
                const auto& si = ready.setup->getSpaceInformation();
                const ob::MotionValidator& validator = *si->getMotionValidator();
                ob::ScopedState<ob::SE3StateSpace> s1(si->getStateSpace()), s2(s1), middle(s1);
                s1->setXYZ(0, 0, 0);
                s1->rotation().setIdentity();
                s2->setXYZ(4, 0, 0);
                s2->rotation().setAxisAngle(0, 0, 1, turn);
                for (double* x : {&s2->rotation().x, &s2->rotation().y, &s2->rotation().z, &s2->rotation().w})
                    *x *= sign;
                CAPTURE(gap, turn, sign);
                si->getStateSpace()->interpolate(s1.get(), s2.get(), 0.5, middle.get());
                // Turned away, the motion of motion.h passes the post: without the slack it would be certified.
                const Motion motion(problem.scene->model(), ready.mapping->toConfiguration(s1.get()),
                                    ready.mapping->toConfiguration(s2.get()));
                const Vec3 ball = motion.worldPose(body, 0.5) * Vec3(kReach, 0, 0);
                const double distance = (ball - Vec3(kReach + 2, 2 * kRadius + gap, 0)).norm() - 2 * kRadius;
                if (gap < 0)
                {
                    REQUIRE((turn > 0 || distance > 1e-4));
                    REQUIRE_FALSE(si->isValid(middle.get()));
                    CHECK_FALSE(validator.checkMotion(s1.get(), s2.get()));
                    CHECK(fullAnswer(validator, s1.get(), s2.get()).first != Verdict::Free);
                }
                else
                {
                    CHECK(validator.checkMotion(s1.get(), s2.get()));
                    // What is claimed holds for both curves.
                    CHECK(fullAnswer(validator, s1.get(), s2.get()).second <= std::min(distance, gap));
                }
            }
}
