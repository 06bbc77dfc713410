// Ways that cars are driven, with wires that touch or miss them by a known amount.
#include <cmath>

#include <ompl/base/ScopedState.h>

#include "contract/car_body.h"
#include "contract/driven_way.h"
#include "contract/sampled_curve.h"
#include "support/cars.h"
#include "support/sanitized.h"

#include <gapless/kinematics/angle.h>

namespace ob = ompl::base;

namespace gapless::test {
namespace {

/// Of the turns one in so many: of all combinations some.
constexpr int kShareOfTurns = kSanitized ? 7 : 1;

DrivenPose randomPose(Random& random)
{
    return {random.uniform(-20, 20), random.uniform(-20, 20), random.uniform(-3.1, 3.1)};
}

CurveCase wayCase(const std::string& name, const CarWorld& world, const DrivenPose& begin, const CarWay& way, double tolerance)
{
    const ob::StateSpacePtr space = carSpace(Drive::ReedsShepp, 0.01, 1e4);
    const auto mapping = world.mapping(space);
    ob::ScopedState<> from(space), to(space);
    const Configuration a = begin.configuration(), b = driven(begin, way, 1.0).configuration();
    set(from.get(), a[0], a[1], a[2]);
    set(to.get(), b[0], b[1], normalizedAngle(b[2]));
    CurveCase out{name, mapping->scene(), mapping->curve(from.get(), to.get(), {way}), {}};
    CarWay back;
    for (auto part = way.rbegin(); part != way.rend(); ++part)
        back.push_back({part->curvature, -part->length});
    out.way_back = mapping->curve(to.get(), from.get(), {back});
    out.at = [begin, way](double t) { return driven(begin, way, t).configuration(); };
    out.tolerance = tolerance;
    return out;
}

/// Known to be that far from the wire, or that far in it at a time.
void know(CurveCase& curve, double gap, double t)
{
    // What rounding may do to where the wire is.
    constexpr double kRounding = 1e-12;
    if (gap > 0.0)
    {
        curve.excess_at_least = gap - kRounding;
        curve.smallest_distance_at_most = gap + kRounding;
    }
    else
        curve.contact = t;
}

/// One turn, left or right, forwards or backwards: the corner that is farthest from its centre runs on a circle, and its side on another.
void addTurns(std::vector<CurveCase>& out)
{
    Random random(111);
    int number = 0;
    for (const double radius : {1.5, 5.0, 300.0})
        for (const double degrees : {40.0, 200.0, 350.0})
            for (const double left : {1.0, -1.0})
                for (const double forwards : {1.0, -1.0})
                    for (const bool is_outside : {true, false})
                    {
                        if (++number % kShareOfTurns != 0)
                            continue;
                        const double turn = degrees * M_PI / 180.0 * (radius > 100.0 ? 0.1 : 1.0);
                        const CarWay way{{left / radius, forwards * radius * turn}};
                        const DrivenPose begin = randomPose(random);
                        const double t = random.chance(0.3) ? 1.0 - 0.02 * random.unit() : random.uniform(0.05, 1.0);
                        const double gap = random.logUniform(1e-6, 1e-3) * (number % 4 < 2 ? 1.0 : -1.0);
                        // Of the car, which turns about (0, left * radius): outside its outer front corner, inside beside its rear axle.
                        const Vec3 centre(0, left * radius, 0), point = is_outside ? Vec3(3, -left, 0) : Vec3(0, left, 0);
                        const Vec3 away = (is_outside ? 1.0 : -1.0) * (point - centre).normalized();
                        CarWorld world;
                        shareCarBody(world.builder);
                        const Vec3 wire = driven(begin, way, t) * (point + (kWire + gap) * away);
                        world.builder.obstacle("wire", Capsule{kWire, 2.0}, at(wire.x(), wire.y(), 0));
                        CurveCase curve = wayCase("turn of " + std::to_string(static_cast<int>(degrees)) + " degrees, "
                                                      + (is_outside ? "outside" : "inside") + ", radius " + digits(radius)
                                                      + ", gap " + digits(gap) + ", " + std::to_string(number),
                                                  world, begin, way, 0.1 * std::abs(gap));
                        know(curve, gap, t);
                        sampleCurve(curve, 200);
                        out.push_back(std::move(curve));
                    }
}

/// Straight up to a wire and back again, the wire in front of the car where it stops.
void addCusps(std::vector<CurveCase>& out)
{
    Random random(112);
    for (int i = 0; i < 16; ++i)
    {
        const double sign = i % 2 ? 1.0 : -1.0, gap = random.logUniform(1e-6, 1e-3) * (i % 4 < 2 ? 1.0 : -1.0);
        const double forth = random.uniform(0.5, 5.0), back = random.uniform(0.5, 5.0);
        const DrivenPose begin = randomPose(random);
        const CarWay way{{0.0, sign * forth}, {0.0, -sign * back}};
        const Vec3 front(sign > 0 ? 3.0 : -1.0, random.uniform(-0.9, 0.9), 0);
        const Vec3 wire = driveOn(begin, 0.0L, sign * forth) * Vec3(front + sign * (kWire + gap) * Vec3::UnitX());
        CarWorld world;
        shareCarBody(world.builder);
        world.builder.obstacle("wire", Capsule{kWire, 2.0}, at(wire.x(), wire.y(), 0));
        CurveCase curve =
            wayCase("cusp before a wire, gap " + digits(gap) + ", " + std::to_string(i), world, begin, way, 0.1 * std::abs(gap));
        know(curve, gap, forth / (forth + back));
        sampleCurve(curve, 200);
        out.push_back(std::move(curve));
    }
}

/// Any ways, with a wire in a corner at some time, half the times at a cusp, a join, or near the end.
void addAny(std::vector<CurveCase>& out)
{
    Random random(113);
    for (int i = 0; i < std::max(6, 60 / kShare); ++i)
    {
        CarWay way;
        double total = 0.0;
        const int parts = 1 + random.index(6);
        for (int k = 0; k < parts; ++k)
        {
            const double curvature = random.chance(0.3) ? 0.0 : (random.chance(0.5) ? 1.0 : -1.0) * random.logUniform(1e-3, 2.0);
            const double most = curvature == 0.0 ? 5.0 : std::min(5.0, 6.1 / std::abs(curvature));
            way.push_back({curvature, (random.chance(0.5) ? 1.0 : -1.0) * random.uniform(0.01, most)});
            total += std::abs(way.back().length);
        }
        double t = random.unit();
        if (i % 4 == 1)
            t = 1.0 - 0.05 * random.unit();
        if (i % 4 == 2)
        {
            t = 0.0;
            for (int k = random.index(parts); k >= 0; --k)
                t += std::abs(way[static_cast<std::size_t>(k)].length) / total;
            t = std::min(t, 1.0);
        }
        const DrivenPose begin = randomPose(random);
        CarWorld world;
        shareCarBody(world.builder);
        const Vec3 wire = i % 4 == 3
                              ? driven(begin, way, 0.5) * random.inCube(8.0)
                              : driven(begin, way, t) * Vec3(random.chance(0.5) ? 3.0 : -1.0, random.chance(0.5) ? 1.0 : -1.0, 0);
        world.builder.obstacle("wire", Capsule{kWire, 2.0}, at(wire.x(), wire.y(), 0));
        CurveCase curve = wayCase("way " + std::to_string(i), world, begin, way, i % 2 ? 1e-6 : 1e-3);
        if (i % 4 != 3)
            curve.contact = t;
        sampleCurve(curve, 300);
        out.push_back(std::move(curve));
    }
}

std::vector<CurveCase> makeWayCases()
{
    std::vector<CurveCase> out;
    addTurns(out);
    addCusps(out);
    addAny(out);
    return out;
}

}  // namespace

const std::vector<CurveCase>& wayCurveCases()
{
    static const std::vector<CurveCase> cases = makeWayCases();
    return cases;
}

}  // namespace gapless::test
