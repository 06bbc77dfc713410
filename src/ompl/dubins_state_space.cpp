// A word is two turns with a straight line, or a third turn, between them. With the first state at the origin and the second at (d, 0),
// d in turning radii, alpha and beta their headings, and s = 1 for left, -1 for right, the centres of the first and last turn are
// s (-sin, cos) of the heading from their states. Let v go from the one to the other, D = |v|.
//   s L s:   the line is parallel to v, and as long;
//   s L -s:  it is sqrt(D^2 - 4) long, and turned from v by s atan2(2, length);
//   s -s s:  the middle turn is 2 pi - acos((8 - D^2) / 8) long, and begins half of that before v's direction.
#include <gapless/ompl/dubins_state_space.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <typeinfo>
#include <vector>

#include <gapless/core/error.h>

#include "dubins_curve.h"

namespace ob = ompl::base;

namespace gapless {

namespace {

constexpr double kFullTurn = 2.0 * M_PI;
/// Radians that a turn lacks of a full one where OMPL takes it for none, and a little more.
constexpr double kLeftOut = 6e-7;
/// By which the square of a straight part's length may be negative, as OMPL has it, and a little more.
constexpr double kTooNear = 2e-7;
/// Of ending beside the second state, in lengths of the curve.
constexpr double kPriceOfMissing = 1e3;

/// Grants a look at a protected member; its address is public by inheritance.
struct Look : ob::DubinsStateSpace
{
    static double radius(const ob::DubinsStateSpace& space) { return space.*(&Look::rho_); }
};

/// What OMPL 2 calls getPath().
template <class Space>
auto pathOf(const Space& space, const ob::State* from, const ob::State* to, int) -> decltype(space.dubins(from, to))
{
    return space.dubins(from, to);
}
template <class Space>
auto pathOf(const Space& space, const ob::State* from, const ob::State* to, long) -> decltype(space.getPath(from, to))
{
    return space.getPath(from, to);
}

/// The turns of a path's three parts: an array up to OMPL 1.6, a vector after.
template <class Type>
const Type* typesOf(const Type* types)
{
    return types;
}
template <class Type>
const Type* typesOf(const std::vector<Type>* types)
{
    return types->data();
}

double positiveAngle(double x)
{
    return x - kFullTurn * std::floor(x / kFullTurn);
}

/// e^(i x), as which mayAbort() has angles: there is no need for the angles themselves.
using Turn = std::complex<double>;

/// How much a turn that is nearly a full one lacks of that, where OMPL takes it for none, and a little beyond; else 0.
double missing(const Turn& turn)
{
    return turn.real() > 0.5 && turn.imag() < 0.0 && turn.imag() > -kLeftOut ? -turn.imag() : 0.0;
}

Turn turned(const Turn& turn, int curvature)
{
    return curvature > 0 ? turn : std::conj(turn);
}

DubinsStateSpace::Curve reversed(DubinsStateSpace::Curve curve)
{
    std::reverse(curve.begin(), curve.end());
    for (DubinsStateSpace::Segment& segment : curve)
        segment.length = -segment.length;
    return curve;
}

/// Turning radii.
double lengthOf(const DubinsStateSpace::Curve& curve)
{
    return std::abs(curve[0].length) + std::abs(curve[1].length) + std::abs(curve[2].length);
}

/// Forwards, as OMPL has it.
DubinsStateSpace::Curve curveOfOmpl(const ob::DubinsStateSpace& space, const ob::State* from, const ob::State* to)
{
    const auto path = pathOf(space, from, to, 0);
    const auto* const types = typesOf(path.type_);
    DubinsStateSpace::Curve curve;
    for (std::size_t i = 0; i < 3; ++i)
    {
        const auto type = types[i];
        curve[i] = {type == ob::DubinsStateSpace::DUBINS_LEFT    ? 1
                    : type == ob::DubinsStateSpace::DUBINS_RIGHT ? -1
                                                                 : 0,
                    path.length_[i]};
    }
    return curve;
}

bool eitherMayAbort(const ob::DubinsStateSpace& space, double radius, const ob::State* from, const ob::State* to)
{
    return mayAbort(from, to, radius) || (space.hasSymmetricInterpolate() && mayAbort(to, from, radius));
}

}  // namespace

double turningRadius(const ob::DubinsStateSpace& space)
{
    return Look::radius(space);
}

// OMPL sees headings that are less than 5e-7 short of a full turn as none, too, and works on with these. A first turn that it takes for none moves
// the centre of the last turn by what is missing times the distance D of the centres, of which it asserts 2e-6: not for three turns, whose D
// is at most 4. The heading at the end is off by what is missing of both turns where they are to the same side, by the difference where they
// are not, and by what is missing of the last one alone after three; it asserts 5e-7.
bool mayAbort(const ob::State* from, const ob::State* to, double radius)
{
    const auto *first = from->as<ob::SE2StateSpace::StateType>(), *second = to->as<ob::SE2StateSpace::StateType>();
    const Turn line(second->getX() - first->getX(), second->getY() - first->getY());
    const double length = std::abs(line), d = length / radius;
    const Turn towards = length > 0.0 ? line / length : Turn(1.0);
    Turn headings[] = {std::polar(1.0, first->getYaw()) * std::conj(towards),
                       std::polar(1.0, second->getYaw()) * std::conj(towards)};
    for (Turn& heading : headings)
    {
        const double m = missing(heading);
        if (std::abs(m - 5e-7) < 1e-10)
            return true;
        if (m > 0.0 && m < 5e-7)
            heading = 1.0;
    }
    const auto& [a, b] = headings;
    if (d < 0.9e-6 && std::abs(a - b) < 0.9e-6)
        return false;  // it goes straight
    constexpr Turn kLeft(0.0, 1.0);
    for (const int s : {1, -1})
        for (const int last : {1, -1})
        {
            const Turn v = d + static_cast<double>(last) * kLeft * b - static_cast<double>(s) * kLeft * a;
            const double squared = std::norm(v), distance = std::sqrt(squared);
            if (distance == 0.0)
                continue;
            if (const double p_squared = s == last ? squared : squared - 4.0; p_squared >= -1e-6)
            {
                const double p = std::sqrt(std::max(0.0, p_squared));
                const Turn along = s == last ? v / distance : v * Turn(p, 2.0 * s) / (distance * std::hypot(p, 2.0));
                const double t = missing(turned(along * std::conj(a), s)), q = missing(turned(b * std::conj(along), last));
                if (t * distance > 1.9e-6 || (s == last && t + q > 4.9e-7))
                    return true;
            }
            if (const double cosine = (8.0 - squared) / 8.0; s == last && std::abs(cosine) <= 1.0)
            {
                const Turn half(-std::sqrt(0.5 * (1.0 + cosine)), std::sqrt(0.5 * (1.0 - cosine)));  // of the middle turn
                if (missing(turned(v / distance * std::conj(a), s) * half) * distance > 1.9e-6)
                    return true;
            }
        }
    return false;
}

// A turn that is nearly a full one may be left out, as OMPL does: then the curve ends beside the second state by what is missing times the distance
// that is left. Some other word mostly has the same without it; for states that are next to each other it is a loop.
DubinsStateSpace::Curve shortestDubinsCurve(const ob::State* from, const ob::State* to, double radius)
{
    const auto *first_state = from->as<ob::SE2StateSpace::StateType>(), *second_state = to->as<ob::SE2StateSpace::StateType>();
    const double dx = second_state->getX() - first_state->getX(), dy = second_state->getY() - first_state->getY();
    const double d = std::hypot(dx, dy) / radius, line = std::atan2(dy, dx);
    const double alpha = first_state->getYaw() - line, beta = second_state->getYaw() - line;
    DubinsStateSpace::Curve shortest;
    double least = std::numeric_limits<double>::infinity();
    const auto take = [&](int first, double t, int middle, double p, int last, double q, double beside) {
        for (double* turn : {&t, &q})
        {
            *turn = positiveAngle(*turn);
            if (const double lacks = kFullTurn - *turn; lacks < kLeftOut)
            {
                *turn = 0.0;
                beside += lacks * (p + 5.0);
            }
        }
        const double price = t + p + q + kPriceOfMissing * beside;
        if (!(price < least))
            return;
        least = price;
        shortest = {{{first, t}, {middle, p}, {last, q}}};
    };
    for (const int s : {1, -1})
        for (const int last : {1, -1})
        {
            const double x = d - last * std::sin(beta) + s * std::sin(alpha), y = last * std::cos(beta) - s * std::cos(alpha);
            const double squared = x * x + y * y, direction = std::atan2(y, x);
            if (const double p_squared = s == last ? squared : squared - 4.0; p_squared >= -kTooNear)
            {
                // The circles of opposite turns may overlap by a little, a fourth of what is missing.
                const double p = std::sqrt(std::max(0.0, p_squared)),
                             along = s == last ? direction : direction + s * std::atan2(2.0, p);
                take(s, s * (along - alpha), 0, p, last, last * (beta - along), std::max(0.0, -0.25 * p_squared));
            }
            if (const double cosine = (8.0 - squared) / 8.0; s == last && std::abs(cosine) <= 1.0)
            {
                const double p = kFullTurn - std::acos(cosine), t = positiveAngle(s * (direction - alpha) + 0.5 * p);
                take(s, t, -s, p, s, s * (beta - alpha) - t + p, 0.0);
            }
        }
    return shortest;
}

DubinsStateSpace::Curve dubinsCurve(const ob::DubinsStateSpace& space, const ob::State* from, const ob::State* to)
{
    const double radius = turningRadius(space);
    const bool is_ours = typeid(space) == typeid(DubinsStateSpace);
    const auto forwards = [&](const ob::State* a, const ob::State* b) {
        if (!mayAbort(a, b, radius))
            return curveOfOmpl(space, a, b);
        if (!is_ours)
            throw InputError("state space '" + space.getName()
                             + "': OMPL may abort the process on a pair of states; take a gapless::DubinsStateSpace");
        return shortestDubinsCurve(a, b, radius);
    };
    const DubinsStateSpace::Curve there = forwards(from, to);
    if (!space.hasSymmetricInterpolate())
        return there;
    const DubinsStateSpace::Curve back = forwards(to, from);
    return lengthOf(back) < lengthOf(there) ? reversed(back) : there;
}

DubinsStateSpace::Curve DubinsStateSpace::curve(const ob::State* from, const ob::State* to) const
{
    return dubinsCurve(*this, from, to);
}

double DubinsStateSpace::distance(const ob::State* state1, const ob::State* state2) const
{
    if (!eitherMayAbort(*this, rho_, state1, state2))
        return ob::DubinsStateSpace::distance(state1, state2);
    return rho_ * lengthOf(curve(state1, state2));
}

void DubinsStateSpace::interpolate(const ob::State* from, const ob::State* to, double t, ob::State* state) const
{
    if (t <= 0.0 || t >= 1.0 || !eitherMayAbort(*this, rho_, from, to))
    {
        ob::DubinsStateSpace::interpolate(from, to, t, state);
        return;
    }
    const Curve segments = curve(from, to);
    const auto* const first = from->as<StateType>();
    double x = 0.0, y = 0.0, heading = first->getYaw(), left = t * lengthOf(segments);
    for (const Segment& segment : segments)
    {
        const double way = std::min(left, std::abs(segment.length)), v = std::copysign(way, segment.length);
        left -= way;
        if (segment.curvature == 0)
        {
            x += v * std::cos(heading);
            y += v * std::sin(heading);
            continue;
        }
        const double s = segment.curvature, next = heading + s * v;
        x += s * (std::sin(next) - std::sin(heading));
        y -= s * (std::cos(next) - std::cos(heading));
        heading = next;
    }
    // `state` may be one of the two.
    const double origin_x = first->getX(), origin_y = first->getY();
    auto* const pose = state->as<StateType>();
    pose->setXY(x * rho_ + origin_x, y * rho_ + origin_y);
    pose->setYaw(heading);
    getSubspace(1)->enforceBounds(pose->components[1]);
}

}  // namespace gapless
