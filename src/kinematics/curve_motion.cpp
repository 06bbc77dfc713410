#include <gapless/kinematics/curve_motion.h>

#include <algorithm>
#include <cmath>
#include <string>

#include <gapless/core/error.h>

#include "core/format_number.h"

namespace gapless {

namespace {

std::string piece(std::size_t i)
{
    return "piece " + std::to_string(i) + " of the curve";
}

void validate(const KinematicModel& model, const CurvePiece& p, std::size_t i)
{
    if (!(p.begin <= p.end && std::isfinite(p.end - p.begin)))
        throw InputError(piece(i) + " goes from " + formatNumber(p.begin) + " to " + formatNumber(p.end)
                         + " s; it has to end no earlier than it begins");
    if (p.variables.size() != static_cast<std::size_t>(model.configurationSize()))
        throw InputError(piece(i) + " has " + std::to_string(p.variables.size()) + " functions; the model has "
                         + std::to_string(model.configurationSize()) + " variables");
    for (std::size_t v = 0; v < p.variables.size(); ++v)
        if (!p.variables[v].isFinite())
            throw InputError(piece(i) + ": variable " + std::to_string(v) + " has a coefficient that is not finite");
    for (const Body& body : model.bodies())
        if (body.joint.type == JointType::Floating)
            for (std::size_t k = 3; k < 7; ++k)
            {
                const Bernstein* const q = p.variables[static_cast<std::size_t>(*body.variable) + k].polynomial();
                if (!q || q->degree() != 0 || q->first().width() != 0.0)
                    throw InputError(piece(i) + " turns the floating joint '" + body.joint.name
                                     + "'; rotations of floating joints have to stand still");
            }
}

void validateJoin(const CurvePiece& before, const CurvePiece& after, std::size_t i)
{
    if (before.end != after.begin)
        throw InputError(piece(i) + " begins at " + formatNumber(after.begin) + " s; the one before it ends at "
                         + formatNumber(before.end));
    for (std::size_t v = 0; v < after.variables.size(); ++v)
        if (!before.variables[v].last().intersects(after.variables[v].first()))
            throw InputError(piece(i) + ": variable " + std::to_string(v) + " jumps from "
                             + formatNumber(before.variables[v].last().middle()) + " to "
                             + formatNumber(after.variables[v].first().middle()));
}

}  // namespace

CurveMotion::CurveMotion(const KinematicModel& model, std::vector<CurvePiece> pieces) : pieces_(std::move(pieces))
{
    if (pieces_.empty())
        throw InputError("a curve needs a piece");
    requireFits(model);
    for (std::size_t i = 1; i < pieces_.size(); ++i)
        validateJoin(pieces_[i - 1], pieces_[i], i);
}

void CurveMotion::requireFits(const KinematicModel& model) const
{
    for (std::size_t i = 0; i < pieces_.size(); ++i)
        validate(model, pieces_[i], i);
}

Configuration CurveMotion::at(double seconds) const
{
    const auto after =
        std::upper_bound(pieces_.begin(), pieces_.end(), seconds, [](double t, const CurvePiece& p) { return t < p.end; });
    const CurvePiece& p = after == pieces_.end() ? pieces_.back() : *after;
    const double length = p.end - p.begin;
    const double s = length > 0.0 ? std::min(1.0, std::max(0.0, (seconds - p.begin) / length)) : 1.0;
    Configuration q(static_cast<Eigen::Index>(p.variables.size()));
    for (std::size_t v = 0; v < p.variables.size(); ++v)
        q[static_cast<Eigen::Index>(v)] = p.variables[v](s).middle();
    return q;
}

}  // namespace gapless
