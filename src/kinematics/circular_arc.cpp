#include <gapless/kinematics/circular_arc.h>

#include <algorithm>

namespace gapless {

Interval CircularArc::operator()(const Interval& s) const
{
    return centre + radius * sin(phase + s * turn);
}

void CircularArc::halve(CircularArc& left, CircularArc& right) const
{
    const Interval half = turn * 0.5;
    right = {centre, radius, phase + half, half};
    left = {centre, radius, phase, half};
}

CircularArc CircularArc::part(const Interval& a, const Interval& b) const
{
    return {centre, radius, phase + a * turn, (b - a) * turn};
}

double CircularArc::width() const
{
    return std::max((*this)(0.0).width(), (*this)(1.0).width());
}

double CircularArc::deviation(double from, double to) const
{
    const double ends = std::max(((*this)(0.0) - from).magnitude(), ((*this)(1.0) - to).magnitude());
    const double bend = (radius * square(turn) * sin(phase + Interval(0.0, 1.0) * turn)).magnitude();
    return (Interval(ends) + Interval(bend) * 0.125).upper;
}

double CircularArc::deviation(const CircularArc& other) const
{
    const double angle = std::max((phase - other.phase).magnitude(), (phase + turn - (other.phase + other.turn)).magnitude());
    return (Interval((centre - other.centre).magnitude()) + Interval((radius - other.radius).magnitude())
            + Interval(other.radius.magnitude()) * angle)
        .upper;
}

}  // namespace gapless
