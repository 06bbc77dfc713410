// Our Dubins space draws OMPL's curves, and does not end the program where OMPL does.
#include <array>
#include <cmath>

#include <catch2/catch.hpp>

#include <ompl/base/ScopedState.h>

#include <gapless/core/error.h>
#include <gapless/kinematics/angle.h>
#include <gapless/ompl/compound_state_space.h>
#include <gapless/ompl/dubins_state_space.h>

#include "ompl/car_curve.h"
#include "ompl/dubins_curve.h"
#include "support/cars.h"
#include "support/sanitized.h"

namespace ob = ompl::base;
using namespace gapless;
using namespace gapless::test;

namespace {

struct Poses
{
    explicit Poses(const ob::StateSpacePtr& space) : from(space), to(space) {}

    ob::ScopedState<> from, to;
};

ob::StateSpacePtr ourSpace(double radius, bool is_symmetric = false)
{
    return carSpace(is_symmetric ? Drive::SymmetricDubins : Drive::Dubins, radius, 1e4, true);
}

/// How far the end of a curve is from the second state, metres, and radians by the radius.
double offAtEnd(const DubinsStateSpace::Curve& curve, const ob::State* from, const ob::State* to, double radius)
{
    const auto *a = from->as<ob::SE2StateSpace::StateType>(), *b = to->as<ob::SE2StateSpace::StateType>();
    double x = a->getX(), y = a->getY(), heading = a->getYaw();
    for (const auto& [curvature, length] : curve)
    {
        const double next = heading + curvature * length;
        x += radius * (curvature == 0 ? length * std::cos(heading) : curvature * (std::sin(next) - std::sin(heading)));
        y += radius * (curvature == 0 ? length * std::sin(heading) : -curvature * (std::cos(next) - std::cos(heading)));
        heading = next;
    }
    return std::hypot(x - b->getX(), y - b->getY()) + radius * std::abs(normalizedAngle(heading - b->getYaw()));
}

double lengthOf(const DubinsStateSpace::Curve& curve)
{
    return std::abs(curve[0].length) + std::abs(curve[1].length) + std::abs(curve[2].length);
}

/// Pairs whose shortest, or other, words have turns that are a little less than full ones, and others.
void placeNearFullTurn(Poses& poses, Random& random, double radius)
{
    set(poses.from.get(), random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(-M_PI, M_PI));
    const auto* pose = poses.from->as<ob::SE2StateSpace::StateType>();
    // Drive a word whose turns lack, or exceed, so much of a full turn, or of none.
    double x = 0.0, y = 0.0, heading = pose->getYaw();
    const int kind = random.index(3);
    for (int part = 0; part < 3; ++part)
    {
        const int curvature = part == 1 && kind < 2 ? 0 : random.index(2) ? 1 : -1;
        double length = curvature == 0 ? random.logUniform(0.1, 100.0) : random.uniform(0, 2 * M_PI);
        if (part != 1 && random.chance(0.7))
            length = (random.chance(0.5) ? 1.0 : -1.0) * random.logUniform(1e-10, 1e-5);
        const double next = heading + curvature * length;
        x += curvature == 0 ? length * std::cos(heading) : curvature * (std::sin(next) - std::sin(heading));
        y += curvature == 0 ? length * std::sin(heading) : -curvature * (std::cos(next) - std::cos(heading));
        heading = next;
    }
    set(poses.to.get(), pose->getX() + radius * x, pose->getY() + radius * y, normalizedAngle(heading));
}

}  // namespace

TEST_CASE("A Dubins space of ours answers where OMPL's would end the program")
{
    // Known to abort in OMPL 1.5.2.
    const ob::StateSpacePtr space = ourSpace(1.0);
    Poses known(space);
    set(known.from.get(), 4.2056407398166478, 1.7277449232965976, 1.1301396572578759);
    set(known.to.get(), 7.1321179663558727, 7.9333991982781153, 1.1327419094703457);
    CHECK(mayAbort(known.from.get(), known.to.get(), 1.0));
    CHECK(space->distance(known.from.get(), known.to.get()) == Approx(6.861).epsilon(1e-3));
    CHECK_THROWS_WITH(CarCurve(*carSpace(Drive::Dubins, 1.0), known.from.get(), known.to.get()), Catch::Contains("may abort"));

    Random random(5);
    int risky = 0;
    for (int i = 0; i < (kSanitized ? 20000 : 400000); ++i)
    {
        const double radius = i % 4 == 0 ? random.logUniform(0.1, 10.0) : 1.0;
        const bool is_symmetric = i % 8 == 1;
        const ob::StateSpacePtr ours = radius == 1.0 && !is_symmetric ? space : ourSpace(radius, is_symmetric);
        Poses poses(ours);
        placeNearFullTurn(poses, random, radius);
        INFO("pair " << i);
        const auto curve = ours->as<DubinsStateSpace>()->curve(poses.from.get(), poses.to.get());
        const double distance = ours->distance(poses.from.get(), poses.to.get());
        CHECK(distance == Approx(radius * lengthOf(curve)).epsilon(1e-12));
        const double off = offAtEnd(curve, poses.from.get(), poses.to.get(), radius);
        const bool may_abort = mayAbort(poses.from.get(), poses.to.get(), radius);
        risky += may_abort;
        CHECK(off <= radius * 1e-4);
    }
    CHECK(risky > 1000);
}

TEST_CASE("States next to each other are joined by no loop, and what is nearly straight by nothing longer")
{
    const ob::StateSpacePtr one = ourSpace(1.0), wide = ourSpace(4.5319931978811239, true);
    const auto distance = [](const ob::StateSpacePtr& space, const std::array<double, 3>& a, const std::array<double, 3>& b) {
        Poses poses(space);
        set(poses.from.get(), a[0], a[1], a[2]);
        set(poses.to.get(), b[0], b[1], b[2]);
        return space->distance(poses.from.get(), poses.to.get());
    };
    CHECK(distance(one, {-2.3502076519906394, -3.4400200770487848, 2.4892977596452095},
                   {-2.3502084820891183, -3.4400194429937976, 2.4892988053903657})
          < 1e-5);
    CHECK(distance(wide, {19.245173003547745, -6.0004672284165954, -0.91214240781065614},
                   {18.823438677087086, -5.3463784265137164, -1.0840782109587281})
          == Approx(0.779).margin(1e-3));
}

TEST_CASE("Our Dubins curve is the shortest of the words, and OMPL's wherever that has one")
{
    Random random(9);
    const ob::StateSpacePtr space = ourSpace(1.0), omplsSpace = carSpace(Drive::Dubins, 1.0);
    Poses poses(space);
    ob::ScopedState<> ours(space), ompls(space);
    for (int i = 0; i < (kSanitized ? 5000 : 100000); ++i)
    {
        place(poses.from.get(), random, -5, 5);
        place(poses.to.get(), random, -5, 5);
        if (mayAbort(poses.from.get(), poses.to.get(), 1.0))
            continue;
        INFO("pair " << i);
        const auto mine = shortestDubinsCurve(poses.from.get(), poses.to.get(), 1.0);
        CHECK(offAtEnd(mine, poses.from.get(), poses.to.get(), 1.0) < 1e-9);
        CHECK(lengthOf(mine) == Approx(omplsSpace->distance(poses.from.get(), poses.to.get())).margin(1e-5));
        CHECK(space->distance(poses.from.get(), poses.to.get()) == omplsSpace->distance(poses.from.get(), poses.to.get()));
        const double t = random.unit();
        space->interpolate(poses.from.get(), poses.to.get(), t, ours.get());
        omplsSpace->interpolate(poses.from.get(), poses.to.get(), t, ompls.get());
        CHECK(space->equalStates(ours.get(), ompls.get()));
    }
}

TEST_CASE("Where our Dubins space takes its own curve, that is what is certified")
{
    Random random(13);
    const ob::StateSpacePtr spaces[] = {ourSpace(1.0), ourSpace(1.0, true)};
    const CarWorld world;
    int risky = 0;
    for (int i = 0; risky < (kSanitized ? 50 : 2000); ++i)
    {
        const ob::StateSpacePtr& space = spaces[i % 2];
        Poses poses(space);
        placeNearFullTurn(poses, random, 1.0);
        if (!mayAbort(poses.from.get(), poses.to.get(), 1.0))
            continue;
        ++risky;
        const auto mapping = world.mapping(space);
        const CurveMotion curve = mapping->curve(poses.from.get(), poses.to.get());
        ob::ScopedState<> state(space);
        for (int k = 0; k < 20; ++k)
        {
            const double t = random.unit();
            space->interpolate(poses.from.get(), poses.to.get(), t, state.get());
            const Configuration q = mapping->toConfiguration(state.get()), on_curve = curve.at(t);
            CHECK((q - on_curve).head<2>().norm() < 1e-11);
            CHECK(std::abs(normalizedAngle(q[2] - on_curve[2])) < 1e-11);
        }
    }
}

TEST_CASE("A compound of cars knows that it is no metric space")
{
    const auto both = [](auto make, Drive drive) {
        const std::vector<ob::StateSpacePtr> parts{carSpace(drive, 1.0, 10.0, true), carSpace(Drive::ReedsShepp, 1.0)};
        return make(parts, std::vector<double>(2, 1.0));
    };
    const auto ours = [](const auto& parts, const auto& weights) -> ob::StateSpacePtr {
        return std::make_shared<gapless::CompoundStateSpace>(parts, weights);
    };
    const auto ompls = [](const auto& parts, const auto& weights) -> ob::StateSpacePtr {
        return std::make_shared<ob::CompoundStateSpace>(parts, weights);
    };
    CHECK_FALSE(both(ours, Drive::Dubins)->isMetricSpace());
    CHECK_FALSE(both(ours, Drive::Dubins)->hasSymmetricDistance());
    CHECK_FALSE(both(ours, Drive::Dubins)->hasSymmetricInterpolate());
    CHECK(both(ours, Drive::ReedsShepp)->isMetricSpace());
    CHECK(both(ours, Drive::ReedsShepp)->hasSymmetricDistance());
    CHECK_FALSE(isMetric(*both(ompls, Drive::Dubins)));
    CHECK(isMetric(*both(ompls, Drive::ReedsShepp)));
}
