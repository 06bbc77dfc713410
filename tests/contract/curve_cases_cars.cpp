// Curves that OMPL draws for cars, with thin wires exactly where a corner of the car is at some time, and others beside them.
#include <cmath>

#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/SO2StateSpace.h>

#include "contract/car_body.h"
#include "contract/sampled_curve.h"
#include "support/cars.h"
#include "support/sanitized.h"

namespace ob = ompl::base;

namespace gapless::test {
namespace {

const char* nameOf(Drive drive)
{
    return drive == Drive::Dubins ? "Dubins" : drive == Drive::ReedsShepp ? "Reeds-Shepp" : "symmetric Dubins";
}

void addWire(SceneBuilder& builder, const Vec3& point)
{
    builder.obstacle("wire " + std::to_string(builder.objects.size()), Capsule{kWire, 2.0}, at(point.x(), point.y(), 0));
}

Vec3 cornerOfCar(Random& random)
{
    return {random.chance(0.5) ? 3.0 : -1.0, random.chance(0.5) ? 1.0 : -1.0, 0.0};
}

/// A point of a car's body, as its state has it.
Vec3 pointAt(const ob::State* state, const Vec3& point)
{
    const auto* pose = state->as<ob::SE2StateSpace::StateType>();
    return Vec3(pose->getX(), pose->getY(), 0) + Eigen::AngleAxisd(pose->getYaw(), Vec3::UnitZ()) * point;
}

CurveCase carCase(const std::string& name, const std::shared_ptr<const StateMapping>& mapping, const ob::ScopedState<>& from,
                  const ob::ScopedState<>& to, double tolerance)
{
    CurveCase out{name, mapping->scene(), mapping->curve(from.get(), to.get()), {}};
    out.at = [mapping, from, to](double t) {
        ob::ScopedState<> state(mapping->space());
        mapping->space()->interpolate(from.get(), to.get(), t, state.get());
        return mapping->toConfiguration(state.get());
    };
    out.tolerance = tolerance;
    out.way_back = mapping->curve(to.get(), from.get());
    return out;
}

/// Half the times near the end.
double randomTime(Random& random)
{
    return random.chance(0.5) ? random.unit() : 1.0 - 0.1 * random.unit();
}

void addAlone(std::vector<CurveCase>& out)
{
    Random random(101);
    for (const Drive drive : kDrives)
        for (int i = 0; i < std::max(6, 60 / kShare); ++i)
        {
            const double radius = i % 3 == 0 ? random.logUniform(0.3, 20.0) : 2.0;
            const ob::StateSpacePtr space = carSpace(drive, radius, 100.0);
            ob::ScopedState<> from(space), to(space), state(space);
            place(from.get(), random, -10, 10);
            place(to.get(), random, -10, 10);
            const double t = randomTime(random);
            space->interpolate(from.get(), to.get(), t, state.get());
            CarWorld world;
            shareCarBody(world.builder);
            // Every fourth curve has wires anywhere, and is free as often as not.
            const bool is_hit = i % 4 != 3;
            if (is_hit)
                addWire(world.builder, pointAt(state.get(), cornerOfCar(random)));
            else
                for (int k = 0; k < 2; ++k)
                    addWire(world.builder, random.inCube(14.0));
            CurveCase curve = carCase(std::string("car, ") + nameOf(drive) + " " + std::to_string(i), world.mapping(space), from,
                                      to, i % 2 ? 1e-6 : 1e-3);
            if (is_hit)
                curve.contact = t;
            sampleCurve(curve, 300);
            out.push_back(std::move(curve));
        }
}

/// Two cars, and an arm with a ball on the second.
void addTwoCars(std::vector<CurveCase>& out)
{
    Random random(102);
    for (int i = 0; i < std::max(6, 60 / kShare); ++i)
    {
        SceneBuilder builder;
        const BodyIndex first = builder.joint(kWorld, {}, JointType::Planar),
                        second = builder.joint(kWorld, {}, JointType::Planar),
                        arm = builder.joint(second, at(1, 0, 0), JointType::Continuous);
        builder.link("first", first, Box{Vec3(2, 1, 0.5)}, at(1, 0, 0)).link("second", second, Box{Vec3(2, 1, 0.5)}, at(1, 0, 0));
        shareCarBody(builder, 2);
        builder.link("arm", arm, Sphere{0.05}, at(4, 0, 0));
        const Drive drives[] = {kDrives[i % 3], kDrives[(i + 1 + i / 3) % 3]};
        const auto space = std::make_shared<ob::CompoundStateSpace>(
            std::vector<ob::StateSpacePtr>{carSpace(drives[0], 2.0, 200.0), std::make_shared<ob::SO2StateSpace>(),
                                           carSpace(drives[1], 3.0, 200.0)},
            std::vector<double>(3, 1.0));
        ob::ScopedState<> from(space), to(space), state(space);
        // Every fifth time where the other one drives, too.
        const double aside = i % 5 ? 60.0 : 0.0;
        for (ob::ScopedState<>* end : {&from, &to})
        {
            auto* whole = end->get()->as<ob::CompoundState>();
            place(whole->components[0], random, -8, 8);
            whole->as<ob::SO2StateSpace::StateType>(1)->value = random.uniform(-M_PI, M_PI);
            set(whole->components[2], aside + random.uniform(-8, 8), random.uniform(-8, 8), random.uniform(-M_PI, M_PI));
        }
        const double t = randomTime(random);
        space->interpolate(from.get(), to.get(), t, state.get());
        const auto* whole = state->as<ob::CompoundState>();
        const double turn = whole->as<ob::SO2StateSpace::StateType>(1)->value;
        switch (i % 4)
        {
            case 0: addWire(builder, pointAt(whole->components[0], cornerOfCar(random))); break;
            case 1: addWire(builder, pointAt(whole->components[2], cornerOfCar(random))); break;
            case 2:
                addWire(builder, pointAt(whole->components[2], Vec3(1 + 4.05 * std::cos(turn), 4.05 * std::sin(turn), 0)));
                break;
            default: addWire(builder, Vec3(0.5 * aside, 0, 0) + random.inCube(25.0)); break;
        }
        const auto mapping = std::make_shared<const StateMapping>(
            space, builder.build(), std::vector<BodyIndex>{first, arm, second}, builder.model.defaultConfiguration());
        CurveCase curve = carCase("two cars and an arm, " + std::to_string(i), mapping, from, to, 1e-4);
        if (i % 4 != 3)
            curve.contact = t;
        sampleCurve(curve, 300);
        out.push_back(std::move(curve));
    }
}

/// States so near each other that OMPL's Dubins curve goes straight on, and hops to the second at its end, into a wire.
void addHops(std::vector<CurveCase>& out)
{
    Random random(103);
    for (const Drive drive : {Drive::Dubins, Drive::SymmetricDubins})
        for (int i = 0; i < 12; ++i)
        {
            // Near by 1e-6 of the radius: millimetres.
            const double radius = 1e4, hop = random.uniform(2e-3, 8e-3);
            const ob::StateSpacePtr space = carSpace(drive, radius, 100.0);
            ob::ScopedState<> from(space), to(space), state(space);
            place(from.get(), random, -10, 10);
            const auto* pose = from->as<ob::SE2StateSpace::StateType>();
            const double heading = pose->getYaw(), forth = i % 2 ? 1.0 : -1.0;
            set(to.get(), pose->getX() + forth * hop * std::cos(heading), pose->getY() + forth * hop * std::sin(heading),
                heading);
            // It drives as far as that, but straight on.
            space->interpolate(from.get(), to.get(), std::nextafter(1.0, 0.0), state.get());
            const bool does_hop = (pointAt(state.get(), Vec3::Zero()) - pointAt(to.get(), Vec3::Zero())).norm() > 1e-3;
            CarWorld world;
            shareCarBody(world.builder);
            addWire(world.builder, pointAt(to.get(), Vec3(forth > 0 ? 3.0 : -1.0, random.uniform(-0.9, 0.9), 0)));
            CurveCase curve =
                carCase(std::string(does_hop ? "hop" : "short way") + " of a " + nameOf(drive) + " car, " + std::to_string(i),
                        world.mapping(space), from, to, 1e-6);
            curve.contact = 1.0;
            sampleCurve(curve, 10);
            out.push_back(std::move(curve));
        }
}

std::vector<CurveCase> makeCarCases()
{
    std::vector<CurveCase> out;
    addAlone(out);
    addTwoCars(out);
    addHops(out);
    return out;
}

}  // namespace

const std::vector<CurveCase>& carCurveCases()
{
    static const std::vector<CurveCase> cases = makeCarCases();
    return cases;
}

}  // namespace gapless::test
