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

/// The turn of the floating joint with that first variable.
const FloatingTurn* turnOf(const CurvePiece& p, int variable)
{
    const auto found =
        std::find_if(p.turns.begin(), p.turns.end(), [&](const FloatingTurn& turn) { return turn.variable == variable; });
    return found == p.turns.end() ? nullptr : &*found;
}

void validateTurn(const KinematicModel& model, const CurvePiece& p, const FloatingTurn& turn, std::size_t i)
{
    const auto turns = [&](const Body& body) { return body.joint.type == JointType::Floating && body.variable == turn.variable; };
    const auto body = std::find_if(model.bodies().begin(), model.bodies().end(), turns);
    if (body == model.bodies().end())
        throw InputError(piece(i) + " turns variable " + std::to_string(turn.variable)
                         + ", which is not the first of a floating joint");
    const auto isSame = [&](const FloatingTurn& other) { return other.variable == turn.variable; };
    if (std::count_if(p.turns.begin(), p.turns.end(), isSame) > 1)
        throw InputError(piece(i) + " turns the floating joint '" + body->joint.name + "' twice");
    for (const Eigen::Vector4d* q : {&turn.from, &turn.to})
        if (!(std::abs(q->norm() - 1.0) <= 1e-6))
            throw InputError(piece(i) + " turns the floating joint '" + body->joint.name
                             + "' by a quaternion that is not of unit length");
    // The cosine of half of the angle.
    constexpr double kNoHalfTurn = 5e-7;
    if (!(std::abs(turn.from.dot(turn.to)) > kNoHalfTurn))
        throw InputError(piece(i) + " turns '" + body->name
                         + "' by half a turn, which may go either way round; a rotation between the two says which");
}

/// Both ends of a join, of what turns.
Eigen::Vector4d rotationAt(const CurvePiece& p, int variable, bool is_end)
{
    if (const FloatingTurn* turn = turnOf(p, variable))
        return is_end ? turn->to : turn->from;
    Eigen::Vector4d q;
    for (int k = 0; k < 4; ++k)
        q[k] = p.variables[static_cast<std::size_t>(variable) + 3 + static_cast<std::size_t>(k)].first().middle();
    return q;
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
    for (const FloatingTurn& turn : p.turns)
        validateTurn(model, p, turn, i);
    for (const Body& body : model.bodies())
        if (body.joint.type == JointType::Floating && !turnOf(p, *body.variable))
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
    std::vector<char> is_rotation(after.variables.size(), 0);
    for (const CurvePiece* p : {&before, &after})
        for (const FloatingTurn& turn : p->turns)
        {
            std::fill_n(is_rotation.begin() + turn.variable + 3, 4, 1);
            const Eigen::Vector4d from = rotationAt(before, turn.variable, true), to = rotationAt(after, turn.variable, false);
            if (from != to && from != -to)
                throw InputError(piece(i) + ": the rotation of variable " + std::to_string(turn.variable) + " jumps");
        }
    for (std::size_t v = 0; v < after.variables.size(); ++v)
        if (!is_rotation[v] && !before.variables[v].last().intersects(after.variables[v].first()))
            throw InputError(piece(i) + ": variable " + std::to_string(v) + " jumps from "
                             + formatNumber(before.variables[v].last().middle()) + " to "
                             + formatNumber(after.variables[v].first().middle()));
}

}  // namespace

Eigen::Vector4d slerp(const Eigen::Vector4d& from, const Eigen::Vector4d& to, double s)
{
    if (s <= 0.0 || s >= 1.0)
        return s <= 0.0 ? from : to;
    const Eigen::Vector4d a = from.normalized(), b = (from.dot(to) < 0.0 ? -1.0 : 1.0) * to.normalized();
    // Half of the angle between the two, sharp where they are near to each other as well.
    const double half = std::atan2((b - a).norm(), (b + a).norm());
    if (half == 0.0)
        return from;
    return (std::sin((1.0 - s) * 2.0 * half) * a + std::sin(s * 2.0 * half) * b).normalized();
}

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
    for (const FloatingTurn& turn : p.turns)
        q.segment<4>(turn.variable + 3) = slerp(turn.from, turn.to, s);
    return q;
}

}  // namespace gapless
