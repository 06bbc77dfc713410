#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

#include <ompl/base/DiscreteMotionValidator.h>
#include <ompl/base/ScopedState.h>

#include <gapless/core/error.h>
#include <gapless/ompl/adaptive_bisection_motion_validator.h>
#include <gapless/ompl/continuous_articulated_motion_validator.h>
#include <gapless/ompl/swappable_motion_validator.h>

#include "conversion/request_validation.h"
#include "moveit/small_robots.h"

namespace ob = ompl::base;
using namespace gapless_moveit;
using namespace gapless_moveit::test;

namespace {

struct Request
{
    explicit Request(const DescriptionBuilder& b, const ValidationSettings& settings = {})
        : space(std::make_shared<GroupSpace>(b.scene)),
          si(std::make_shared<ob::SpaceInformation>(space)),
          validation(b.scene, settings, store)
    {
        si->setStateValidityChecker([](const ob::State*) { return true; });
        si->setup();
    }

    bool isFree(const ob::MotionValidator& validator, const std::vector<double>& from, const std::vector<double>& to) const
    {
        ob::ScopedState<> s1(space), s2(space);
        s1->as<GroupSpace::StateType>()->values = from;
        s2->as<GroupSpace::StateType>()->values = to;
        return validator.checkMotion(s1.get(), s2.get());
    }

    GeometryStore store;
    std::shared_ptr<GroupSpace> space;
    ob::SpaceInformationPtr si;
    RequestValidation validation;
};

/// A wire of 1 mm in the way of the arm.
DescriptionBuilder armAndWire()
{
    DescriptionBuilder b = turningArm();
    b.scene.world[0].shapes = {{Cylinder{0.0005, 0.5}, at(0.0, 0.8, 0.0)}};
    return b;
}

/// The same, and many more far away: of so many there are no hulls, and a motion close past the wire takes steps.
DescriptionBuilder armAndWires()
{
    DescriptionBuilder b = armAndWire();
    for (int k = 0; k < 64; ++k)
        b.scene.world[0].shapes.push_back({Cylinder{0.0005, 0.5}, at(5.0 + k, 0.0, 0.0)});
    return b;
}

/// A body that floats among four walls of a corridor along x.
DescriptionBuilder floatingBar()
{
    DescriptionBuilder b;
    b.link("bar", {}, Kind::Floating, {}, {{Box{Vec3(0.3, 0.05, 0.05)}, {}}});
    b.object("far", Sphere{0.1}, at(5, 5, 5));
    b.scene.long_way_between_quaternions = true;
    return b;
}

}  // namespace

TEST_CASE("The motion validator of the settings finds what is thinner than any step, and passes what is free")
{
    for (const auto kind : {ValidationSettings::Validator::Adaptive, ValidationSettings::Validator::Articulated})
    {
        ValidationSettings settings;
        settings.motion_validator = kind;
        const Request request(armAndWire(), settings);
        const ob::MotionValidatorPtr validator = request.validation.makeMotionValidator(request.si);
        CHECK_FALSE(request.isFree(*validator, {0.0}, {3.0}));
        CHECK(request.isFree(*validator, {0.0}, {1.5}));
        CHECK((dynamic_cast<const gapless::ContinuousArticulatedMotionValidator*>(validator.get()) != nullptr)
              == (kind == ValidationSettings::Validator::Articulated));
    }
}

TEST_CASE("States are judged by clearance and tolerance, and the pair that is too close is named as MoveIt names it")
{
    ValidationSettings settings;
    settings.clearance = 0.02;
    settings.tolerance = 0.005;
    const Request request(turningArm(), settings);
    std::string reason;
    CHECK(request.validation.isValid({0.0}, &reason));
    // The side of the arm is 0.02 from its middle, the post 0.8 out with a radius of 0.05.
    const auto gap = [](double angle) { return 0.8 * std::cos(angle) - 0.07; };
    const double at_24_mm = std::acos((0.07 + 0.024) / 0.8), at_26_mm = std::acos((0.07 + 0.026) / 0.8);
    REQUIRE(gap(at_26_mm) == Approx(0.026));
    CHECK(request.validation.isValid({at_26_mm}));
    CHECK_FALSE(request.validation.isValid({at_24_mm}, &reason));
    CHECK_THAT(reason, Catch::Contains("'arm'") && Catch::Contains("'post'") && Catch::Contains("24 mm apart")
                           && Catch::Contains("20 mm"));
    CHECK_FALSE(request.validation.isValid({}, &reason));
    CHECK_THAT(reason, Catch::Contains("to_arm"));
    CHECK_FALSE(request.validation.isValid({std::nan("")}, &reason));
}

TEST_CASE("A path is certified as a whole, or the segment, the pair and the distance are told")
{
    const Request request(armAndWire());
    CHECK(request.validation.certify({{0.0}, {0.5}, {1.5}}).is_certified);
    const RequestValidation::PathAnswer answer = request.validation.certify({{0.0}, {1.0}, {1.4}, {3.0}});
    CHECK_FALSE(answer.is_certified);
    CHECK_THAT(answer.reason,
               Catch::Contains("segment 3 of 3") && Catch::Contains("in collision") && Catch::Contains("'arm' and 'post'"));
    CHECK_FALSE(request.validation.certify({}).is_certified);
    CHECK_FALSE(request.validation.certify({{0.0}, {std::nan("")}}).is_certified);
    CHECK(request.validation.certify({{0.3}}).is_certified);
}

TEST_CASE(
    "Once a request is interrupted, no motion that takes steps is valid and its path is not certified, for want of an answer")
{
    for (const auto kind : {ValidationSettings::Validator::Adaptive, ValidationSettings::Validator::Articulated})
    {
        ValidationSettings settings;
        settings.motion_validator = kind;
        const Request request(armAndWires(), settings);
        std::atomic<bool> over{false};
        const Interruption interrupted = [&over] { return over.load(); };
        const ob::MotionValidatorPtr validator = request.validation.makeMotionValidator(request.si, interrupted);
        const std::vector<std::vector<double>> path{{0.0}, {0.5}, {1.54}};
        CHECK(request.isFree(*validator, {0.0}, {1.54}));
        CHECK(request.validation.certify(path, false, interrupted).is_certified);
        over = true;
        CHECK_FALSE(request.isFree(*validator, {0.0}, {1.54}));
        const RequestValidation::PathAnswer answer = request.validation.certify(path, false, interrupted);
        CHECK_FALSE(answer.is_certified);
        CHECK(answer.is_interrupted);
        CHECK_FALSE(answer.reason.empty());
        CHECK_FALSE(request.validation.certify({{0.0}, {3.0}}).is_interrupted);
    }
}

TEST_CASE("The certification of a long path that is interrupted stops soon, and says where it was")
{
    // To and fro past the wire, closer than any single test can tell.
    std::vector<std::vector<double>> path{{1.54}};
    for (int i = 0; i < 20000; ++i)
        path.push_back({i % 2 ? 1.54 : 0.0});
    const Request request(armAndWires());
    std::atomic<int> asked{0};
    const auto start = std::chrono::steady_clock::now();
    const RequestValidation::PathAnswer answer = request.validation.certify(path, false, [&asked] { return ++asked > 1; });
    CHECK(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < 2.0);
    CHECK_FALSE(answer.is_certified);
    CHECK(answer.is_interrupted);
    CHECK_THAT(answer.reason, Catch::Contains("not finished"));
}

TEST_CASE("Continuous joints may be unwound, the way between two way-points is the one that the numbers tell")
{
    DescriptionBuilder b = armAndWire();
    b.joint("arm").kind = Kind::Continuous;
    const Request request(b);
    const double two_pi = 2.0 * M_PI;
    CHECK(request.validation.certify({{3.0}, {5.5}, {two_pi + 1.0}}).is_certified);
    CHECK_FALSE(request.validation.certify({{3.0}, {2.0 - two_pi}}).is_certified);  // unwound, and more than half a turn
    CHECK(request.validation.certify({{3.0}, {-3.0}}).is_certified);  // within [-pi, pi]: the short way, away from the wire
    const RequestValidation::PathAnswer through = request.validation.certify({{two_pi + 1.0}, {two_pi + 2.0}});
    CHECK_FALSE(through.is_certified);
    CHECK_THAT(through.reason, Catch::Contains("collision"));
    CHECK_THAT(request.validation.certify({{0.0}, {4.0}}).reason, Catch::Contains("half a turn"));
}

TEST_CASE("With a deviation, paths keep so much more away that moved ones are still certified")
{
    ValidationSettings settings;
    settings.timed_path_deviation = 0.02;
    const Request request(armAndWire(), settings);
    const ob::MotionValidatorPtr validator = request.validation.makeMotionValidator(request.si);
    // The arm touches the wire where its middle is asin((0.02 + 0.0005) / 0.8) before it.
    const double contact = M_PI / 2 - std::asin(0.0205 / 0.8);
    double farthest = 0.0;
    for (double angle = contact - 0.1; angle < contact; angle += 0.001)
        if (request.isFree(*validator, {0.0}, {angle}))
            farthest = angle;
    CHECK(farthest > 0.0);
    CHECK(farthest + settings.timed_path_deviation < contact);
    CHECK(request.validation.certify({{0.0}, {farthest + settings.timed_path_deviation}}, true).is_certified);
    CHECK_FALSE(request.validation.certify({{0.0}, {farthest + settings.timed_path_deviation}}, false).is_certified);
    CHECK_FALSE(request.validation.certify({{0.0}, {contact + 0.01}}, true).is_certified);
}

TEST_CASE("Where MoveIt 1 takes the long way between two quaternions, no motion is valid and no path certified")
{
    const Request request(floatingBar());
    const ob::MotionValidatorPtr validator = request.validation.makeMotionValidator(request.si);
    const auto turnedAbout = [](double angle, double sign) {
        return std::vector<double>{0, 0, 0, 0, 0, sign * std::sin(angle / 2), sign * std::cos(angle / 2)};
    };
    CHECK(request.isFree(*validator, turnedAbout(0.1, 1), turnedAbout(0.5, 1)));
    CHECK_FALSE(request.isFree(*validator, turnedAbout(0.1, 1), turnedAbout(0.5, -1)));
    CHECK(request.validation.certify({turnedAbout(0.1, 1), turnedAbout(0.5, 1)}).is_certified);
    CHECK_THAT(request.validation.certify({turnedAbout(0.1, 1), turnedAbout(0.5, -1)}).reason, Catch::Contains("long way"));
    std::pair<ob::State*, double> last{nullptr, 0.7};
    ob::ScopedState<> s1(request.space), s2(request.space);
    s1->as<GroupSpace::StateType>()->values = turnedAbout(0.1, 1);
    s2->as<GroupSpace::StateType>()->values = turnedAbout(0.5, -1);
    CHECK_FALSE(validator->checkMotion(s1.get(), s2.get(), last));
    CHECK(last.second == 0.0);
    DescriptionBuilder two = floatingBar();
    two.scene.long_way_between_quaternions = false;
    const Request other(two);
    CHECK(other.isFree(*other.validation.makeMotionValidator(other.si), turnedAbout(0.1, 1), turnedAbout(0.5, -1)));
}

TEST_CASE("A scene swapped while many threads check is seen by the next motion, and no answer mixes two scenes")
{
    const Request blocked(armAndWire());
    DescriptionBuilder empty = armAndWire();
    empty.scene.world[0].shapes = {{Cylinder{0.0005, 0.5}, at(0.0, 5.0, 0.0)}};
    GeometryStore store;
    const RequestValidation open(empty.scene, {}, store);
    const ob::MotionValidatorPtr with_wire = blocked.validation.makeMotionValidator(blocked.si),
                                 without = open.makeMotionValidator(blocked.si);
    const auto swappable = std::make_shared<gapless::SwappableMotionValidator>(blocked.si, with_wire);
    blocked.si->setMotionValidator(swappable);
    blocked.si->setup();
    std::atomic<bool> stop{false};
    std::atomic<int> free_answers{0}, blocked_answers{0}, wrong{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            while (!stop)
            {
                // Free with either scene, and free only without the wire.
                if (!blocked.isFree(*swappable, {0.0}, {1.5}))
                    ++wrong;
                ++(blocked.isFree(*swappable, {0.0}, {3.0}) ? free_answers : blocked_answers);
            }
        });
    for (int i = 0; i < 200; ++i)
    {
        swappable->swap(i % 2 ? with_wire : without);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    stop = true;
    for (std::thread& thread : threads)
        thread.join();
    CHECK(wrong == 0);
    CHECK(free_answers > 0);
    CHECK(blocked_answers > 0);
    CHECK(swappable->getValidMotionCount() + swappable->getInvalidMotionCount()
          == static_cast<unsigned int>(2 * (free_answers + blocked_answers)));
    swappable->swap(with_wire);
    CHECK_FALSE(blocked.isFree(*swappable, {0.0}, {3.0}));
    swappable->swap(without);
    CHECK(blocked.isFree(*swappable, {0.0}, {3.0}));
    CHECK(gapless::presentMotionValidator(*blocked.si) == without);
    CHECK_THROWS_AS(swappable->swap(nullptr), gapless::InputError);
    CHECK_THROWS_AS(gapless::SwappableMotionValidator(blocked.si, nullptr), gapless::InputError);
}
