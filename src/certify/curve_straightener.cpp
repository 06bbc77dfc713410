#include "certify/curve_straightener.h"

#include <algorithm>
#include <cmath>

namespace gapless {

namespace {

/// How far the points that a variable moves are from its axis, about; metres. For a choice of speed.
std::vector<double> leversOf(const Scene& scene)
{
    const KinematicModel& model = scene.model();
    std::vector<double> levers(static_cast<std::size_t>(model.configurationSize()), 0.0);
    for (const CollisionObject& object : scene.objects())
    {
        double reach = object.geometry->reach();
        for (BodyIndex i = object.body; !model.body(i).is_static; i = model.body(i).parent)
        {
            const Body& body = model.body(i);
            const Body& source = body.joint.mimic ? model.body(body.joint.mimic->master) : body;
            if (source.variable)
                for (int k = 0; k < variableCount(source.joint.type); ++k)
                {
                    const bool shifts_by = source.joint.type == JointType::Prismatic
                                           || (source.joint.type == JointType::Planar && k < 2)
                                           || (source.joint.type == JointType::Floating && k < 3);
                    double& lever = levers[static_cast<std::size_t>(*source.variable) + static_cast<std::size_t>(k)];
                    lever = std::max(lever, shifts_by ? 1.0 : reach);
                }
            reach += body.X_PJ.p.norm();
        }
    }
    return levers;
}

/// Of planar joints, the first of their three.
std::vector<int> planarVariables(const KinematicModel& model)
{
    std::vector<int> variables;
    for (const Body& body : model.bodies())
        if (body.joint.type == JointType::Planar)
            variables.push_back(*body.variable);
    return variables;
}

}  // namespace

CurveStraightener::CurveStraightener(const Scene& scene, const Configuration& tracking_error)
    : levers_(leversOf(scene)), planar_variables_(planarVariables(scene.model())), error_(tracking_error)
{
    if (error_.size() == 0)
        error_ = Configuration::Zero(scene.model().configurationSize());
    validateTube(scene.model(), error_);
    from_ = to_ = tube_.deviation = error_;
}

double CurveStraightener::take(const CurvePiece& piece, const std::vector<JointFunction>& variables, double begin, double end)
{
    double bulge = 0.0;
    const auto set = [&](std::size_t v, double from, double to, double deviation, double width) {
        const auto k = static_cast<Eigen::Index>(v);
        from_[k] = from;
        to_[k] = to;
        tube_.deviation[k] = (Interval(deviation) + error_[k]).upper;
        bulge += levers_[v] * std::max(0.0, deviation - width);
    };
    const auto setLine = [&](std::size_t v) {
        const JointFunction& p = variables[v];
        const double from = p.first().middle(), to = p.last().middle();
        set(v, from, to, p.deviation(from, to), p.width());
    };
    tube_.turns.clear();
    for (std::size_t v = 0; v < variables.size(); ++v)
        if (!variables[v].arc())
            setLine(v);
    for (std::size_t v = 0; v < variables.size(); ++v)
    {
        const CircularArc* const x = variables[v].arc();
        if (!x)
            continue;
        const std::optional<NearTurn> near = nearTurn(variables, v);
        if (!near)
        {
            setLine(v);
            continue;
        }
        const PlanarTurn& turn = near->turn;
        tube_.turns.push_back(turn);
        const auto at = [&](double heading) -> Eigen::Vector2d { return turn.centre + Eigen::Rotation2Dd(heading) * turn.arm; };
        const Eigen::Vector2d first = at(from_[turn.variable + 2]), last = at(to_[turn.variable + 2]);
        set(v, first.x(), last.x(), near->x_deviation, x->centre.width());
        set(v + 1, first.y(), last.y(), near->y_deviation, variables[v + 1].arc()->centre.width());
        ++v;
    }
    turnFloating(piece, begin, end);
    return bulge;
}

double CurveStraightener::takeInstant(const CurvePiece& piece, const std::vector<JointFunction>& variables, double s, double at)
{
    double widest = 0.0;
    tube_.turns.clear();
    for (std::size_t v = 0; v < variables.size(); ++v)
    {
        const auto k = static_cast<Eigen::Index>(v);
        const Interval value = variables[v](s);
        from_[k] = to_[k] = value.middle();
        const double wide = Bernstein(value).deviation(from_[k], from_[k]);
        widest = std::max(widest, wide);
        tube_.deviation[k] = (Interval(wide) + error_[k]).upper;
    }
    turnFloating(piece, at, at);
    return widest;
}

/// Sets the rotations of floating joints that turn, at two instants of the piece. @pre all else is set
void CurveStraightener::turnFloating(const CurvePiece& piece, double first, double last)
{
    for (const FloatingTurn& turn : piece.turns)
    {
        from_.segment<4>(turn.variable + 3) = slerp(turn.from, turn.to, first);
        to_.segment<4>(turn.variable + 3) = slerp(turn.from, turn.to, last);
        double& deviation = tube_.deviation[turn.variable + 3];
        deviation = (Interval(deviation) + FloatingTurn::kRounding).upper;
    }
}

/// @param v of x, an arc. @pre from_ and to_ have the headings
std::optional<CurveStraightener::NearTurn> CurveStraightener::nearTurn(const std::vector<JointFunction>& variables,
                                                                       std::size_t v) const
{
    const auto variable = static_cast<int>(v);
    if (std::find(planar_variables_.begin(), planar_variables_.end(), variable) == planar_variables_.end()
        || !variables[v + 1].arc() || variables[v + 2].arc())
        return std::nullopt;
    const CircularArc &x = *variables[v].arc(), &y = *variables[v + 1].arc();
    const double radius = x.radius.middle(), heading = from_[variable + 2];
    const Interval turned = Interval(to_[variable + 2]) - Interval(heading);
    NearTurn near;
    near.turn.variable = variable;
    near.turn.centre = {x.centre.middle(), y.centre.middle()};
    near.turn.arm = {0.0, -radius};
    near.x_deviation = x.deviation(CircularArc{near.turn.centre.x(), radius, heading, turned});
    // -cos(a) = -sin(a + pi / 2)
    near.y_deviation = y.deviation(CircularArc{near.turn.centre.y(), -radius, heading + kQuarterTurn, turned});
    // About what a straight line would be off.
    const double bulge = 0.125 * std::abs(radius) * turned.upper * turned.upper;
    return near.x_deviation + near.y_deviation < bulge ? std::make_optional(near) : std::nullopt;
}

}  // namespace gapless
