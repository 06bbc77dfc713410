// OMPL follows its curve in turning radii from the first state, segment by segment, at constant rate of the length over t, and then scales
// and shifts. With v the signed length on a segment that begins at (x, y) with heading a,
//   left:     x + sin(a + v) - sin a, y - cos(a + v) + cos a, a + v;
//   right:    x - sin(a - v) + sin a, y + cos(a - v) - cos a, a - v;
//   straight: x + v cos a, y + v sin a, a.
// Here the same is enclosed. What OMPL's double arithmetic makes of it differs by its rounding. With u = 2^-53, L the curve's length in turning
// radii, and no more than five segments:
// - a heading is at most pi + L, and has one rounding per segment: it is off by at most 5 (pi + L) u at the end, and 2 u (pi + L) more where
//   OMPL brings it within [-pi, pi];
// - each segment adds the difference of two sines (cosines) to a coordinate of at most L + 2. The sines have the errors of their headings, at
//   most i (pi + L) u each on segment i, in all 30 (pi + L) u, and 2 u of their own; the two sums 2 (L + 2) u: in all less than
//   (30 (pi + L) + 10 (L + 2) + 20) u;
// - a straight segment follows at most two arcs, which turn by at most 2 pi in the families of both spaces: 2 (pi + 2 pi) u of heading at its
//   start, and 3 u of its own, over a length of at most L: 22 L u;
// - what is left of t L is off by at most 6 L u, as long as the way that is thus gone too far; a segment's turn doubles that where the car goes
//   back, and so do breaks, whose times are rounded and multiplied by L: 24 L u.
// Together less than 42 (4 + L) u for a heading, (134 + 86 L) u for a coordinate: kRounding (4 + L) is 128 (4 + L) u, which has room for the
// rounding of the product with the radius. That of the sum with the first state's coordinate is half of kSum.
#include "car_curve.h"

#include <algorithm>
#include <cmath>
#include <typeinfo>

#include <ompl/base/spaces/ReedsSheppStateSpace.h>

#include <gapless/core/error.h>
#include <gapless/kinematics/angle.h>

#include "dubins_curve.h"

namespace ob = ompl::base;

namespace gapless {

namespace {

/// By which OMPL's states may be off the exact curve: of turning radii and angles, and of the first state's coordinates.
constexpr double kRounding = 0x1p-46, kSum = 0x1p-52;
/// A hop that is no longer is within the functions, metres and radians.
constexpr double kNoHop = 1e-10;
/// Longer curves, in turning radii, are none.
constexpr double kLongest = 1e9;

/// Grants a look at a protected member; its address is public by inheritance.
struct ReedsSheppLook : ob::ReedsSheppStateSpace
{
    static double radius(const ob::ReedsSheppStateSpace& space) { return space.*(&ReedsSheppLook::rho_); }
};

/// What OMPL 2 calls getPath().
template <class Space>
auto reedsSheppPath(const Space& space, const ob::State* from, const ob::State* to, int) -> decltype(space.reedsShepp(from, to))
{
    return space.reedsShepp(from, to);
}
template <class Space>
auto reedsSheppPath(const Space& space, const ob::State* from, const ob::State* to, long) -> decltype(space.getPath(from, to))
{
    return space.getPath(from, to);
}

using Turning = DubinsStateSpace::Segment;

/// In order of travel. @param total the sum of the lengths, each without sign
std::vector<Turning> steeringOf(const ob::DubinsStateSpace& space, const ob::State* from, const ob::State* to, double& total)
{
    const DubinsStateSpace::Curve curve = dubinsCurve(space, from, to);
    total = std::abs(curve[0].length) + std::abs(curve[1].length) + std::abs(curve[2].length);
    return {curve.begin(), curve.end()};
}

std::vector<Turning> steeringOf(const ob::ReedsSheppStateSpace& space, const ob::State* from, const ob::State* to, double& total)
{
    const auto path = reedsSheppPath(space, from, to, 0);
    total = path.length();
    std::vector<Turning> steering;
    for (int i = 0; i < 5; ++i)
    {
        const auto type = path.type_[i];
        if (type == ob::ReedsSheppStateSpace::RS_NOP)
            continue;
        const int curvature = type == ob::ReedsSheppStateSpace::RS_LEFT ? 1 : type == ob::ReedsSheppStateSpace::RS_RIGHT ? -1 : 0;
        steering.push_back({curvature, path.length_[i]});
    }
    return steering;
}

/// OMPL's or ours.
bool isDubins(const ob::StateSpace& space)
{
    return typeid(space) == typeid(ob::DubinsStateSpace) || typeid(space) == typeid(DubinsStateSpace);
}

Interval widened(const Interval& x, double by)
{
    return x + Interval(-by, by);
}

}  // namespace

bool isCarSpace(const ob::StateSpace& space)
{
    return isDubins(space) || typeid(space) == typeid(ob::ReedsSheppStateSpace);
}

double turningRadius(const ob::StateSpace& space)
{
    return isDubins(space) ? turningRadius(*space.as<ob::DubinsStateSpace>())
                           : ReedsSheppLook::radius(*space.as<ob::ReedsSheppStateSpace>());
}

bool hasCars(const ob::StateSpace& space)
{
    if (dynamic_cast<const ob::DubinsStateSpace*>(&space) || dynamic_cast<const ob::ReedsSheppStateSpace*>(&space))
        return true;
    if (!space.isCompound())
        return false;
    const auto& parts = space.as<ob::CompoundStateSpace>()->getSubspaces();
    return std::any_of(parts.begin(), parts.end(), [](const ob::StateSpacePtr& part) { return hasCars(*part); });
}

CarCurve::CarCurve(const ob::StateSpace& space, const ob::State* from, const ob::State* to)
{
    radius_ = turningRadius(space);
    const std::vector<Turning> steering = isDubins(space) ? steeringOf(*space.as<ob::DubinsStateSpace>(), from, to, length_)
                                                          : steeringOf(*space.as<ob::ReedsSheppStateSpace>(), from, to, length_);
    if (!(length_ >= 0.0 && length_ < kLongest) || !(radius_ > 0.0 && std::isfinite(radius_)))
        throw InputError("state space '" + space.getName() + "' knows no curve between two states");
    begin(from);
    for (const Turning& s : steering)
        append(s.curvature, s.curvature, s.length);
    finish(to, kRounding * (4.0 + length_));
}

// The unit is a power of two, so that lengths and curvatures in it are exact: a rounded length would turn all that comes after it. What is left are the
// sums of n lengths, off by n u L, the times of breaks, and t L less a sum: less than (n + 4) u L of the way, twice that of a heading, as a curvature is at
// most 2. kRounding (1 + n) L is 128 (1 + n) u L.
CarCurve::CarCurve(const ob::State* from, const ob::State* to, const CarWay& way)
{
    double sharpest = 0.0;
    for (const WayPart& part : way)
        sharpest = std::max(sharpest, std::abs(part.curvature));
    radius_ = sharpest > 0.0 ? std::exp2(-std::floor(std::log2(sharpest))) : 1.0;
    begin(from);
    for (const WayPart& part : way)
    {
        const Interval curvature = Interval(part.curvature) * radius_;
        append(curvature, part.curvature != 0.0 ? 1.0 / curvature : 0.0, part.length / radius_);
        length_ += std::abs(part.length / radius_);
    }
    if (!(length_ < kLongest))
        throw InputError("the way of a car is longer than " + std::to_string(kLongest) + " of its turning radii");
    finish(to, kRounding * static_cast<double>(1 + way.size()) * length_);
}

void CarCurve::begin(const ob::State* from)
{
    const auto* const first = from->as<ob::SE2StateSpace::StateType>();
    x_ = first->getX();
    y_ = first->getY();
    heading_ = first->getYaw();
    next_ = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, heading_, sin(heading_), cos(heading_)};
}

void CarCurve::append(const Interval& curvature, const Interval& radius, double length)
{
    if (!(length != 0.0))
        return;
    next_.curvature = curvature;
    next_.radius = radius;
    next_.length = length;
    segments_.push_back(next_);
    next_ = after(next_);
}

/// @param slack radii and radians
void CarCurve::finish(const ob::State* to, double slack)
{
    for (std::size_t i = 1; i < segments_.size(); ++i)
    {
        const double at = segments_[i].before / length_;
        if (at > (breaks_.empty() ? 0.0 : breaks_.back()) && at < 1.0)
            breaks_.push_back(at);
    }
    slack_ = slack * radius_ + kSum * (std::abs(x_) + std::abs(y_));
    angle_slack_ = slack;

    // From the curve's end to the second state.
    const auto* const second = to->as<ob::SE2StateSpace::StateType>();
    const Interval x = x_ + radius_ * next_.x, y = y_ + radius_ * next_.y;
    const double turn = normalizedAngle(second->getYaw() - next_.heading.middle());
    const Interval heading = widened(next_.heading.middle() + Interval(turn), angle_slack_);
    const double distance = std::max((x - second->getX()).magnitude(), (y - second->getY()).magnitude());
    const double angle = (heading - next_.heading).magnitude();
    const Interval end[] = {widened(x, slack_), widened(y, slack_), widened(next_.heading, angle_slack_)};
    off_at_end_ = std::max({std::abs(x.middle() - second->getX()), std::abs(y.middle() - second->getY()), std::abs(turn)});
    hops_ = !(distance <= kNoHop && angle <= kNoHop);
    if (hops_)
        hop_ = {Bernstein::line(end[0], second->getX()), Bernstein::line(end[1], second->getY()),
                Bernstein::line(end[2], heading)};
    else
    {
        slack_ += distance;
        angle_slack_ += angle;
        // Where another car hops, this one stands at its second state, too.
        hop_ = {widened(x, slack_), widened(y, slack_), widened(next_.heading, angle_slack_)};
    }
}

CarWay CarCurve::way() const
{
    CarWay way;
    for (const Segment& segment : segments_)
        way.push_back({segment.curvature.middle() / radius_, segment.length * radius_});
    return way;
}

CarCurve::Segment CarCurve::after(const Segment& segment) const
{
    Segment next = segment;
    next.before = segment.before + std::abs(segment.length);
    const Interval v = segment.length;
    if (segment.isStraight())
    {
        next.x = segment.x + v * segment.cosine;
        next.y = segment.y + v * segment.sine;
        return next;
    }
    next.heading = segment.heading + segment.curvature * v;
    next.sine = sin(next.heading);
    next.cosine = cos(next.heading);
    next.x = segment.x + segment.radius * (next.sine - segment.sine);
    next.y = segment.y - segment.radius * (next.cosine - segment.cosine);
    return next;
}

CarCurve::Pose CarCurve::functions(const Segment& segment, const Interval& begin, const Interval& end) const
{
    const Interval a = segment.heading;
    const auto metres = [&](double origin, const Interval& units) { return widened(origin + Interval(radius_) * units, slack_); };
    if (segment.isStraight())
        return {Bernstein::line(metres(x_, segment.x + begin * segment.cosine), metres(x_, segment.x + end * segment.cosine)),
                Bernstein::line(metres(y_, segment.y + begin * segment.sine), metres(y_, segment.y + end * segment.sine)),
                Bernstein(widened(a, angle_slack_))};
    const Interval radius = segment.radius * radius_;
    const Interval first = a + segment.curvature * begin, turn = segment.curvature * (end - begin);
    return {CircularArc{metres(x_, segment.x - segment.radius * segment.sine), radius, first, turn},
            CircularArc{metres(y_, segment.y + segment.radius * segment.cosine), -radius, first + kQuarterTurn, turn},
            Bernstein::line(widened(first, angle_slack_), widened(first + turn, angle_slack_))};
}

CarCurve::Pose CarCurve::between(double begin, double end) const
{
    if (segments_.empty())
        return {widened(x_, slack_), widened(y_, slack_), widened(heading_, angle_slack_)};
    std::size_t i = segments_.size() - 1;
    while (i > 0 && !(segments_[i].before / length_ <= begin))
        --i;
    const Segment& segment = segments_[i];
    const Interval sign = segment.length < 0.0 ? -1.0 : 1.0;
    const auto on = [&](double t) { return sign * (Interval(t) * length_ - segment.before); };
    return functions(segment, on(begin), on(end));
}

}  // namespace gapless
