#include <gapless/kinematics/joint_function.h>

#include <algorithm>
#include <cmath>

namespace gapless {

namespace {

bool isFinite(const Interval& x)
{
    return std::isfinite(x.lower) && std::isfinite(x.upper);
}

}  // namespace

Interval JointFunction::operator()(const Interval& s) const
{
    return std::visit([&](const auto& f) { return f(s); }, function_);
}

Interval JointFunction::first() const
{
    const Bernstein* const p = polynomial();
    return p ? p->first() : (*this)(0.0);
}

Interval JointFunction::last() const
{
    const Bernstein* const p = polynomial();
    return p ? p->last() : (*this)(1.0);
}

// A polynomial lies within the hull of its coefficients.
Interval JointFunction::range() const
{
    const Bernstein* const p = polynomial();
    if (!p)
        return (*this)(Interval(0.0, 1.0));
    Interval range = p->first();
    for (int i = 1; i <= p->degree(); ++i)
        range = hull(range, (*p)[i]);
    return range;
}

double JointFunction::width() const
{
    const Bernstein* const p = polynomial();
    if (!p)
        return arc()->width();
    double width = 0.0;
    for (int i = 0; i <= p->degree(); ++i)
        width = std::max(width, (*p)[i].width());
    return width;
}

bool JointFunction::isFinite() const
{
    if (const Bernstein* const p = polynomial())
    {
        bool finite = true;
        for (int i = 0; i <= p->degree(); ++i)
            finite = finite && gapless::isFinite((*p)[i]);
        return finite;
    }
    const CircularArc& a = *arc();
    return gapless::isFinite(a.centre) && gapless::isFinite(a.radius) && gapless::isFinite(a.phase) && gapless::isFinite(a.turn);
}

void JointFunction::halve(JointFunction& left, JointFunction& right) const
{
    std::visit(
        [&](const auto& f) {
            const auto whole = f;  // it may be left or right
            std::decay_t<decltype(f)> l, r;
            whole.halve(l, r);
            left.function_ = l;
            right.function_ = r;
        },
        function_);
}

JointFunction JointFunction::part(const Interval& a, const Interval& b) const
{
    return std::visit([&](const auto& f) -> JointFunction { return f.part(a, b); }, function_);
}

double JointFunction::deviation(double from, double to) const
{
    return std::visit([&](const auto& f) { return f.deviation(from, to); }, function_);
}

}  // namespace gapless
