// Cars: the curves of Dubins and Reeds-Shepp spaces are OMPL's, and what is called free along them is.
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/SO2StateSpace.h>
#include <ompl/base/spaces/SO3StateSpace.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/rrt/RRT.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>

#include "support/cars.h"
#include "support/real.h"

#include <gapless/certify/certify_curve.h>
#include <gapless/certify/static_checker.h>
#include <gapless/core/error.h>
#include <gapless/kinematics/angle.h>
#include <gapless/ompl/adaptive_bisection_motion_validator.h>
#include <gapless/ompl/continuous_articulated_motion_validator.h>
#include <gapless/ompl/discrete_motion_validator.h>
#include <gapless/ompl/path_certification.h>
#include <gapless/ompl/scene_state_validity_checker.h>
#include <gapless/planners/sbl.h>

namespace ob = ompl::base;
namespace og = ompl::geometric;
using namespace gapless;
using namespace gapless::test;

namespace {

constexpr ValidatorKind kExactKinds[] = {ValidatorKind::Adaptive, ValidatorKind::Articulated};

/// How far a number is outside of an interval.
double outside(const Interval& interval, double x)
{
    return std::max({0.0, interval.lower - x, x - interval.upper});
}

/// The interval of a variable on the curve at t, which is exactly that.
Interval enclosure(const CurveMotion& curve, double t, std::size_t variable)
{
    std::size_t i = 0;
    while (i + 1 < curve.pieces().size() && curve.pieces()[i].end < t)
        ++i;
    if (t == 1.0)
        i = curve.pieces().size() - 1;
    const CurvePiece& piece = curve.pieces()[i];
    const double length = piece.end - piece.begin;
    const Interval s = length > 0.0 ? (Interval(t) - piece.begin) / length : Interval(1.0);
    return piece.variables[variable]({std::max(0.0, s.lower), std::min(1.0, s.upper)});
}

/// Samples the space's curve and compares. @return the largest width of what holds it
double checkCurve(const StateMapping& mapping, const ob::State* from, const ob::State* to, Random& random)
{
    const CurveMotion curve = mapping.curve(from, to);
    CHECK(curve.begin() == 0.0);
    CHECK(curve.end() == 1.0);
    ob::ScopedState<> state(mapping.space());
    double widest = 0.0;
    for (int k = 0; k < 12; ++k)
    {
        const double t = k == 0 ? 0.0 : k == 1 ? 1.0 : random.unit();
        mapping.space()->interpolate(from, to, t, state.get());
        const Configuration q = mapping.toConfiguration(state.get());
        for (std::size_t v = 0; v < curve.pieces().front().variables.size(); ++v)
        {
            const Interval value = enclosure(curve, t, v);
            double x = q[static_cast<Eigen::Index>(v)];
            if (v % 3 == 2)
                x = value.middle() + normalizedAngle(x - value.middle());
            CHECK(outside(value, x) == 0.0);
            widest = std::max(widest, value.width());
        }
    }
    return widest;
}

}  // namespace

TEST_CASE("The curve of a car is the one that OMPL draws")
{
    Random random(3);
    for (const Drive drive : kDrives)
        for (int i = 0; i < 4000; ++i)
        {
            const double radius = random.logUniform(0.1, 100);
            INFO("steering " << static_cast<int>(drive) << " pair " << i << " radius " << radius);
            const ob::StateSpacePtr space = carSpace(drive, radius, 1e4);
            const CarWorld world;
            const auto mapping = world.mapping(space);
            ob::ScopedState<> from(space), to(space);
            if (i % 3 == 0)
            {
                // A lattice: curves with segments of no length, several as short as each other.
                const auto lattice = [&] { return radius * (random.index(9) - 4); };
                const auto quarter = [&] { return 0.5 * M_PI * (random.index(4) - 2); };
                set(from.get(), lattice(), lattice(), quarter());
                set(to.get(), lattice(), lattice(), quarter());
            }
            else
            {
                set(from.get(), random.uniform(-50, 50), random.uniform(-50, 50), random.uniform(-M_PI, M_PI));
                set(to.get(), random.uniform(-50, 50), random.uniform(-50, 50), random.uniform(-M_PI, M_PI));
            }
            if (i % 3 == 1)
            {
                // Nearly equal.
                const double near = random.logUniform(1e-12, 1e-2);
                const auto* pose = from->as<ob::SE2StateSpace::StateType>();
                set(to.get(), pose->getX() + near * random.uniform(-1, 1), pose->getY() + near * random.uniform(-1, 1),
                    normalizedAngle(pose->getYaw() + near * random.uniform(-1, 1)));
            }
            CHECK(checkCurve(*mapping, from.get(), to.get(), random) < 1e-8);
        }
}

TEST_CASE("A way that is given is held by its curve, whatever its turns")
{
    Random random(4);
    const ob::StateSpacePtr space = carSpace(Drive::ReedsShepp, 0.01, 1e4);
    const CarWorld world;
    const auto mapping = world.mapping(space);
    ob::ScopedState<> from(space), to(space);
    struct RealPose
    {
        Real x, y, heading;
    };
    const auto drive = [](RealPose& pose, const Real& curvature, const Real& length) {
        const Real next = pose.heading + curvature * length;
        pose.x += curvature == 0 ? Real(length * cos(pose.heading)) : Real((sin(next) - sin(pose.heading)) / curvature);
        pose.y += curvature == 0 ? Real(length * sin(pose.heading)) : Real((cos(pose.heading) - cos(next)) / curvature);
        pose.heading = next;
    };
    double widest = 0.0;
    for (int i = 0; i < 1100; ++i)
    {
        INFO("way " << i);
        set(from.get(), random.uniform(-50, 50), random.uniform(-50, 50), random.uniform(-M_PI, M_PI));
        const auto* pose = from->as<ob::SE2StateSpace::StateType>();
        CarWay way;
        Real total = 0;
        RealPose end{pose->getX(), pose->getY(), pose->getYaw()};
        for (int parts = random.index(8); parts >= 0; --parts)
        {
            const auto sign = [&] { return random.chance(0.5) ? 1.0 : -1.0; };
            // The last ones drive thousands of radii.
            const double curvature =
                i < 1000 ? (random.chance(0.3) ? 0.0 : random.logUniform(1e-4, 10.0)) : random.uniform(10, 90);
            way.push_back({sign() * curvature, sign() * (i < 1000 ? random.logUniform(1e-3, 10.0) : random.uniform(10, 100))});
            total += abs(Real(way.back().length));
            drive(end, way.back().curvature, way.back().length);
        }
        set(to.get(), static_cast<double>(end.x), static_cast<double>(end.y), normalizedAngle(static_cast<double>(end.heading)));
        const CurveMotion curve = mapping->curve(from.get(), to.get(), {way});
        for (int k = 0; k < 12; ++k)
        {
            const double t = k == 0 ? 0.0 : k == 1 ? 1.0 : random.unit();
            RealPose at{pose->getX(), pose->getY(), pose->getYaw()};
            Real left = total * t;
            for (const WayPart& part : way)
            {
                const Real length = abs(Real(part.length)), v = left < length ? left : length;
                drive(at, part.curvature, part.length < 0.0 ? Real(-v) : v);
                left -= v;
            }
            const Real values[] = {at.x, at.y, at.heading};
            for (std::size_t v = 0; v < 3; ++v)
            {
                const Interval value = enclosure(curve, t, v);
                CHECK(Real(value.lower) <= values[v]);
                CHECK(values[v] <= Real(value.upper));
                widest = i < 1000 ? std::max(widest, value.width()) : widest;
            }
        }
        CHECK_THROWS_WITH(mapping->curve(from.get(), from.get(), {CarWay{{0.0, 2e-9}}}),
                          Catch::Contains("beside the next waypoint"));
    }
    CHECK(widest < 1e-8);
    CHECK_THROWS_WITH(mapping->curve(from.get(), to.get(), {std::nullopt, std::nullopt}), Catch::Contains("2 ways for 1 cars"));
    // The space's own, given.
    for (int i = 0; i < 200; ++i)
    {
        place(from.get(), random, -10, 10);
        place(to.get(), random, -10, 10);
        const CarWays ways = mapping->ways(from.get(), to.get());
        REQUIRE((ways.size() == 1 && ways.front()));
        const CurveMotion own = mapping->curve(from.get(), to.get()), given = mapping->curve(from.get(), to.get(), ways);
        for (const double t : {0.1, 0.5, 0.77})
            CHECK((own.at(t) - given.at(t)).norm() < 1e-10);
    }
}

TEST_CASE("What is nearly straight, and runs into a post, collides")
{
    for (const double curvature : {0.0, 1e-6, 1e-4, 1e-3})
    {
        INFO("curvature " << curvature);
        const ob::StateSpacePtr space = carSpace(Drive::ReedsShepp, 1.0);
        CarWorld world;
        world.post(8, 0.5);
        const auto mapping = world.mapping(space);
        ob::ScopedState<> from(space), to(space);
        set(from.get(), 0, 0, 0);
        const double turned = 10.0 * curvature;
        if (curvature == 0.0)
            set(to.get(), 10, 0, 0);
        else
            set(to.get(), std::sin(turned) / curvature, 2.0 * std::pow(std::sin(0.5 * turned), 2) / curvature, turned);
        const CurveMotion curve = mapping->curve(from.get(), to.get(), {CarWay{{curvature, 10.0}}});
        for (const ValidatorKind kind : kExactKinds)
        {
            CurveOptions options;
            options.validator = kind;
            options.smallest_tolerance = options.tolerance;  // as `gapless check` asks
            const CurveResult result = certifyCurve(mapping->scene(), curve, options);
            CHECK(result.verdict == Verdict::Collision);
            CHECK(result.time.upper == Approx(0.498).margin(1e-3));
        }
    }
}

TEST_CASE("Two cars and an arm move together, each by its own rule")
{
    SceneBuilder builder;
    const BodyIndex first = builder.joint(kWorld, {}, JointType::Planar), second = builder.joint(kWorld, {}, JointType::Planar);
    const BodyIndex arm = builder.joint(second, {}, JointType::Continuous);
    builder.link("first", first, Box{Vec3(2, 1, 0.5)}).link("second", second, Box{Vec3(2, 1, 0.5)}).link("arm", arm, Sphere{0.1});
    const auto space = std::make_shared<ob::CompoundStateSpace>(
        std::vector<ob::StateSpacePtr>{carSpace(Drive::Dubins, 2.0), std::make_shared<ob::SO2StateSpace>(),
                                       carSpace(Drive::ReedsShepp, 1.0)},
        std::vector<double>(3, 1.0));
    const auto mapping = std::make_shared<const StateMapping>(space, builder.build(), std::vector<BodyIndex>{first, arm, second},
                                                              builder.model.defaultConfiguration());
    CHECK_FALSE(mapping->isStraight());
    Random random(7);
    ob::ScopedState<> from(space), to(space), state(space);
    for (int i = 0; i < 1000; ++i)
    {
        for (ob::ScopedState<>* end : {&from, &to})
        {
            auto* whole = end->get()->as<ob::CompoundState>();
            place(whole->components[0], random, -20, 20);
            whole->as<ob::SO2StateSpace::StateType>(1)->value = random.uniform(-M_PI, M_PI);
            place(whole->components[2], random, -20, 20);
        }
        const CurveMotion curve = mapping->curve(from.get(), to.get());
        for (int k = 0; k < 10; ++k)
        {
            const double t = random.unit();
            space->interpolate(from.get(), to.get(), t, state.get());
            const Configuration q = mapping->toConfiguration(state.get()), ours = curve.at(t);
            for (Eigen::Index v = 0; v < q.size(); ++v)
            {
                const bool is_angle = v == 2 || v == 5 || v == 6;
                const double off = is_angle ? normalizedAngle(q[v] - ours[v]) : q[v] - ours[v];
                CHECK(std::abs(off) < 1e-11);
            }
        }
    }
}

TEST_CASE("What is called free along a car's curve does not collide at its samples, and a thin post is found")
{
    Random random(11);
    for (const Drive drive : kDrives)
        for (const ValidatorKind kind : kExactKinds)
        {
            int free = 0, colliding = 0;
            for (int i = 0; i < 60; ++i)
            {
                INFO("steering " << static_cast<int>(drive) << " " << toString(kind) << " world " << i);
                CarWorld world;
                for (int k = 0; k < 6; ++k)
                    world.post(random.uniform(-8, 8), random.uniform(-8, 8));
                const ob::StateSpacePtr space = carSpace(drive, 2.0, 11.0);
                const auto si = std::make_shared<ob::SpaceInformation>(space);
                const auto mapping = world.mapping(space);
                si->setStateValidityChecker(std::make_shared<SceneStateValidityChecker>(si, mapping, 1e-4));
                MotionValidatorOptions options;
                options.tolerance = 1e-4;
                const auto validator = makeMotionValidator(kind, si, mapping, options);
                si->setMotionValidator(validator);
                si->setup();
                const StaticChecker checker(mapping->scene(), 1e-9);
                ob::ScopedState<> from(space), to(space), state(space), last(space);
                place(from.get(), random, -11, 11);
                place(to.get(), random, -11, 11);
                std::pair<ob::State*, double> last_valid{last.get(), -1.0};
                const bool is_free = validator->checkMotion(from.get(), to.get());
                CHECK(validator->checkMotion(from.get(), to.get(), last_valid) == is_free);
                bool collides = false;
                double first = 1.0;
                for (int k = 0; k <= 1000; ++k)
                {
                    space->interpolate(from.get(), to.get(), k / 1000.0, state.get());
                    ClosePair close;
                    if (checker.check(mapping->toConfiguration(state.get()), &close) == Verdict::Collision && !collides)
                    {
                        collides = true;
                        first = k / 1000.0;
                    }
                }
                CHECK_FALSE((is_free && collides));
                free += is_free;
                colliding += collides;
                if (!is_free && last_valid.second > 0.0)
                {
                    CHECK((last_valid.second < first || !collides));
                    CHECK(si->isValid(last.get()));
                    CHECK(validator->checkMotion(from.get(), last.get()));
                }
                const auto answer = std::dynamic_pointer_cast<ExactMotionValidator>(validator)->certify(from.get(), to.get());
                // The bounds are no part of it.
                CHECK((answer.verdict == Verdict::Free || !is_free));
                CHECK_FALSE((answer.verdict == Verdict::Free && collides));
                CHECK(answer.last_valid <= first);
            }
            CHECK(free > 5);
            CHECK(colliding > 8);
        }
}

TEST_CASE("A post in the way of a car is never missed, while the chord, the way back, and a curve without its end miss some")
{
    Random random(13);
    for (const Drive drive : kDrives)
    {
        const ob::StateSpacePtr space = carSpace(drive, 2.0, 30.0);
        ob::ScopedState<> from(space), to(space), state(space);
        int chords = 0, ways_back = 0, without_end = 0;
        for (int i = 0; i < 150; ++i)
        {
            INFO("steering " << static_cast<int>(drive) << " motion " << i);
            place(from.get(), random, -10, 10);
            place(to.get(), random, -10, 10);
            // A wire of 0.1 mm in a corner of the car at some time, half the times near the end.
            const double t = random.chance(0.5) ? random.unit() : 1.0 - 0.1 * random.unit();
            space->interpolate(from.get(), to.get(), t, state.get());
            const auto* pose = state->as<ob::SE2StateSpace::StateType>();
            const double x = random.chance(0.5) ? 3.0 : -1.0, y = random.chance(0.5) ? 1.0 : -1.0, h = pose->getYaw();
            CarWorld world;
            world.post(pose->getX() + std::cos(h) * x - std::sin(h) * y, pose->getY() + std::sin(h) * x + std::cos(h) * y, 1e-4);
            const auto mapping = world.mapping(space);
            CurveOptions options;
            options.tolerance = options.smallest_tolerance = 1e-6;
            options.validator = kExactKinds[i % 2];
            const auto isFree = [&](const CurveMotion& curve) {
                return certifyCurve(mapping->scene(), curve, options).verdict == Verdict::Free;
            };
            const CurveMotion curve = mapping->curve(from.get(), to.get());
            const CurveResult result = certifyCurve(mapping->scene(), curve, options);
            CHECK(result.verdict != Verdict::Free);
            CHECK(result.last_safe <= t + 1e-9);
            chords +=
                certifyPath(mapping->scene(), {mapping->toConfiguration(from.get()), mapping->toConfiguration(to.get())}).verdict
                == Verdict::Free;
            ways_back += isFree(mapping->curve(to.get(), from.get()));
            std::vector<CurvePiece> pieces = curve.pieces();
            const auto moves = [](const CurvePiece& piece) { return piece.end > piece.begin + 1e-6; };
            while (pieces.size() > 1 && !moves(pieces.back()))
                pieces.pop_back();
            if (pieces.size() > 1)
            {
                pieces.pop_back();
                without_end += isFree(CurveMotion(mapping->scene()->model(), pieces));
            }
        }
        CHECK(chords > 10);
        CHECK(without_end > 10);
        // A symmetric one is driven back as it was driven.
        if (drive == Drive::Dubins)
            CHECK(ways_back > 10);
    }
}

TEST_CASE("A car's bounds are kept all along its curve, wherever they are")
{
    Random random(19);
    for (const Drive drive : kDrives)
        for (const double offset : {0.0, 50.0, 1000.0})
        {
            int within = 0, leaving = 0;
            for (int i = 0; i < 100; ++i)
            {
                INFO("offset " << offset << " motion " << i);
                const auto space = std::dynamic_pointer_cast<ob::SE2StateSpace>(carSpace(drive, 2.0));
                ob::RealVectorBounds bounds(2);
                bounds.setLow(offset);
                bounds.setHigh(offset + 12.0);
                space->setBounds(bounds);
                const auto si = std::make_shared<ob::SpaceInformation>(space);
                CarWorld world;
                const auto mapping = world.mapping(space);
                const AdaptiveBisectionMotionValidator validator(si, mapping);
                ob::ScopedState<> from(space), to(space), state(space), last(space);
                place(from.get(), random, offset, offset + 12.0);
                place(to.get(), random, offset, offset + 12.0);
                double beyond = 0.0, first = 1.0;
                for (int k = 0; k <= 2000; ++k)
                {
                    space->interpolate(from.get(), to.get(), k / 2000.0, state.get());
                    const auto* pose = state->as<ob::SE2StateSpace::StateType>();
                    for (const double x : {pose->getX(), pose->getY()})
                        beyond = std::max({beyond, offset - x, x - offset - 12.0});
                    if (beyond > 1e-6)
                        first = std::min(first, k / 2000.0);
                }
                std::pair<ob::State*, double> last_valid{last.get(), -1.0};
                const bool is_free = validator.checkMotion(from.get(), to.get(), last_valid);
                if (beyond > 1e-6)
                {
                    CHECK_FALSE(is_free);
                    CHECK(last_valid.second <= first);
                }
                else if (beyond == 0.0)
                    CHECK(is_free);
                within += is_free;
                leaving += beyond > 1e-6;
                og::PathGeometric path(si, from.get(), to.get());
                CHECK((certifyPath(*mapping, path).verdict == Verdict::Free) == is_free);
            }
            CHECK(within > 10);
            CHECK(leaving > 1);
        }
}

TEST_CASE("Far from the origin too, a car within a roof collides")
{
    const ob::StateSpacePtr space = carSpace(Drive::ReedsShepp, 2.0, 1e7);
    CarWorld world;
    world.builder.obstacle("roof", Box{Vec3(100, 100, 0.25)}, at(1e6, 1e6, 0.5));
    const auto mapping = world.mapping(space);
    const auto si = std::make_shared<ob::SpaceInformation>(space);
    ob::ScopedState<> from(space), to(space);
    set(from.get(), 1e6, 1e6, 0);
    set(to.get(), 1e6 + 5, 1e6 + 5, 1);
    CHECK(AdaptiveBisectionMotionValidator(si, mapping).certify(from.get(), to.get()).verdict == Verdict::Collision);
    CHECK(ContinuousArticulatedMotionValidator(si, mapping).certify(from.get(), to.get()).verdict == Verdict::Collision);
}

TEST_CASE("OMPL's planners find certified ways for cars, where its own validator leaves some that collide")
{
    int ours_colliding = 0, solved = 0;
    for (const Drive drive : {Drive::Dubins, Drive::ReedsShepp})
        for (int run = 0; run < 4; ++run)
        {
            CarWorld world;
            Random random(static_cast<unsigned int>(100 + run));
            for (int k = 0; k < 8; ++k)
                world.post(random.uniform(-6, 6), random.uniform(-6, 6), 0.005);
            const ob::StateSpacePtr space = carSpace(drive, 1.5, 12.0);
            og::SimpleSetup setup(space);
            const auto si = setup.getSpaceInformation();
            const auto mapping = world.mapping(space);
            si->setStateValidityChecker(std::make_shared<SceneStateValidityChecker>(si, mapping, 1e-3));
            si->setMotionValidator(std::make_shared<AdaptiveBisectionMotionValidator>(si, mapping));
            ob::ScopedState<> start(space), goal(space);
            set(start.get(), -9, -9, 0);
            set(goal.get(), 9, 9, 0);
            setup.setStartAndGoalStates(start, goal);
            if (run % 2 == 0)
                setup.setPlanner(std::make_shared<og::RRT>(si));
            else
                setup.setPlanner(std::make_shared<og::RRTConnect>(si));
            setup.solve(2.0);
            if (!setup.haveExactSolutionPath())
                continue;
            ++solved;
            PathCertificationOptions certification;
            certification.tolerance = 1e-3;
            ours_colliding += certifyPath(*mapping, setup.getSolutionPath(), certification).verdict != Verdict::Free;
        }
    CHECK(solved >= 6);
    CHECK(ours_colliding == 0);
}

TEST_CASE("Where one car hops at its end, the other one is at its second state")
{
    // On the spot: A by more than is within its curve, B by less, and both are at their second states at t = 1.
    SceneBuilder builder;
    const BodyIndex a = builder.joint(kWorld, {}, JointType::Planar), b = builder.joint(kWorld, {}, JointType::Planar);
    builder.link("a", a, Sphere{0.1}).link("b", b, Sphere{0.1});
    const auto both = std::make_shared<ob::CompoundStateSpace>();
    both->addSubspace(carSpace(Drive::Dubins, 1.0), 1.0);
    both->addSubspace(carSpace(Drive::Dubins, 1.0), 1.0);
    const auto scene = builder.build();
    const StateMapping mapping(both, scene, {a, b}, scene->model().defaultConfiguration());
    ob::ScopedState<> from(both), to(both);
    const auto setBoth = [](ob::ScopedState<>& state, double heading_a, double heading_b) {
        set(state->as<ob::CompoundState>()->components[0], 0, 0, heading_a);
        set(state->as<ob::CompoundState>()->components[1], 5, 0, heading_b);
    };
    setBoth(from, 0, 0);
    setBoth(to, 5e-7, -9e-11);
    const CurveMotion curve = mapping.curve(from.get(), to.get());
    REQUIRE(curve.pieces().back().begin == 1.0);
    const Interval heading = curve.pieces().back().variables[5].last();
    CHECK(heading.lower <= -9e-11);
    CHECK(heading.upper >= -9e-11);
}

TEST_CASE("Cars are refused where their curves are not known, or taken for straight ones")
{
    struct Derived : ob::DubinsStateSpace
    {
        using ob::DubinsStateSpace::DubinsStateSpace;
    };
    const CarWorld world;
    CHECK_THROWS_WITH(world.mapping(std::make_shared<Derived>()), Catch::Contains("its motions cannot be bounded"));
    // Not all of one planar joint.
    SceneBuilder slides;
    const BodyIndex x = slides.joint(kWorld, {}, JointType::Prismatic), y = slides.joint(x, {}, JointType::Prismatic),
                    turn = slides.joint(y, {}, JointType::Continuous);
    CHECK_THROWS_WITH(StateMapping(carSpace(Drive::Dubins, 1), slides.build(), {x, y, turn}, slides.model.defaultConfiguration()),
                      Catch::Contains("only one planar joint can be all of it"));
    // With a rotation beside it.
    SceneBuilder floats;
    const BodyIndex car = floats.joint(kWorld, {}, JointType::Planar), body = floats.joint(kWorld, {}, JointType::Floating);
    const auto both = std::make_shared<ob::CompoundStateSpace>(
        std::vector<ob::StateSpacePtr>{carSpace(Drive::Dubins, 1), std::make_shared<ob::SO3StateSpace>()},
        std::vector<double>(2, 1.0));
    CHECK_THROWS_WITH(StateMapping(both, floats.build(), {car, body}, floats.model.defaultConfiguration()),
                      Catch::Contains("SO(3) beside a car"));

    const ob::StateSpacePtr space = carSpace(Drive::ReedsShepp, 1);
    const auto si = std::make_shared<ob::SpaceInformation>(space);
    const auto mapping = world.mapping(space);
    si->setStateValidityChecker(std::make_shared<SceneStateValidityChecker>(si, mapping, 1e-3));
    const auto validator = std::make_shared<ContinuousArticulatedMotionValidator>(si, mapping);
    si->setMotionValidator(validator);
    si->setup();
    ob::ScopedState<> a(space), b(space);
    set(a.get(), 0, 0, 0);
    set(b.get(), 1, 1, 0);
    CHECK_THROWS_WITH(DiscreteMotionValidator(si, mapping, 0.01), Catch::Contains("draws the curves of a car"));
    CHECK_THROWS_WITH(validator->firstContact(a.get(), b.get()), Catch::Contains("draws the curves of a car"));
    CHECK_THROWS_WITH(SBL(si).setup(), Catch::Contains("draws the curves of a car"));
    // A state that is none.
    set(b.get(), std::numeric_limits<double>::quiet_NaN(), 0, 0);
    CHECK_FALSE(validator->checkMotion(a.get(), b.get()));
    CHECK(validator->undecidedCount() == 1);
}
