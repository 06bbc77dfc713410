#include <gapless/multirobot/coordinated_path.h>

#include <algorithm>
#include <cmath>
#include <string>

#include <ompl/base/ScopedState.h>

#include <gapless/certify/certify_curve.h>
#include <gapless/certify/certify_path.h>
#include <gapless/core/error.h>
#include <gapless/kinematics/motion.h>

namespace gapless {

namespace {

/// A robot whose variables change by no more on a car's curve stands: what is left is the room for OMPL's rounding. Radians and metres.
constexpr double kStill = 1e-9;

bool isStill(const CurveMotion& curve, const std::vector<int>& variables)
{
    for (const CurvePiece& piece : curve.pieces())
        for (const int v : variables)
            if (!(piece.variables[static_cast<std::size_t>(v)].range().width() <= kStill))
                return false;
    return true;
}

}  // namespace

CoordinatedPath::CoordinatedPath(const RobotGroup& group, const std::vector<Configuration>& waypoints)
    : group_(group), composite_{waypoints, {}}, robots_(group.size()), ends_(group.size(), 0.0)
{
    if (group.problem().hasCars())
        throw InputError("the straight motions of a path are none of a car");
    if (waypoints.empty())
        throw InputError("a path of several robots without states");
    for (const Configuration& q : waypoints)
        group.problem().scene->model().validate(q);
    addStraight(waypoints);
    addStanding();
}

CoordinatedPath::CoordinatedPath(const RobotGroup& group, const StateMapping& mapping, const DrivenPath& path)
    : group_(group), composite_(path), robots_(group.size()), ends_(group.size(), 0.0)
{
    if (path.waypoints.empty())
        throw InputError("a path of several robots without states");
    if (!path.ways.empty() && path.ways.size() + 1 != path.waypoints.size())
        throw InputError("ways of " + std::to_string(path.ways.size()) + " segments for a path of "
                         + std::to_string(path.waypoints.size()) + " states");
    // What is proven is of the states: angles may be taken into their range.
    ompl::base::ScopedState<> state(mapping.space());
    for (Configuration& q : composite_.waypoints)
    {
        mapping.toState(q, state.get());
        q = mapping.toConfiguration(state.get());
    }
    if (mapping.isStraight())
        addStraight(composite_.waypoints);
    else
        addCurves(mapping);
    addStanding();
}

std::vector<RobotIndex> CoordinatedPath::movingIn(std::size_t segment) const
{
    std::vector<RobotIndex> moving;
    for (const RobotIndex robot : group_.robots())
        if (group_.alone(robot).of(composite_.waypoints[segment]) != group_.alone(robot).of(composite_.waypoints[segment + 1]))
            moving.push_back(robot);
    return moving;
}

void CoordinatedPath::addStraight(const std::vector<Configuration>& waypoints)
{
    for (const RobotIndex robot : group_.robots())
        robots_[robot].stops.push_back(waypoints.front());
    for (std::size_t k = 0; k + 1 < waypoints.size(); ++k)
    {
        const std::vector<RobotIndex> moving = movingIn(k);
        for (const RobotIndex robot : moving)
        {
            Configuration q = waypoints.front();
            group_.alone(robot).put(group_.alone(robot).of(waypoints[k + 1]), q);
            robots_[robot].stops.push_back(std::move(q));
            ends_[robot] += 1.0;
        }
        if (moving.empty())
            continue;
        steps_.push_back(moving);
        segments_.push_back(k);
    }
}

void CoordinatedPath::addCurves(const StateMapping& mapping)
{
    const Configuration& start = composite_.waypoints.front();
    ompl::base::ScopedState<> from(mapping.space()), to(from);
    for (std::size_t k = 0; k + 1 < composite_.waypoints.size(); ++k)
    {
        mapping.toState(composite_.waypoints[k], from.get());
        mapping.toState(composite_.waypoints[k + 1], to.get());
        std::optional<CurveMotion> curve;
        try
        {
            curve = mapping.curve(from.get(), to.get(), composite_.ways.empty() ? CarWays() : composite_.ways[k]);
        }
        catch (const InputError& error)
        {
            throw InputError("segment " + std::to_string(k) + ": " + error.what());
        }
        leaves_bounds_ = leaves_bounds_ || mapping.leavesBounds(*curve);
        std::vector<RobotIndex> moving = movingIn(k);
        for (const RobotIndex robot : group_.robots())
            if (std::find(moving.begin(), moving.end(), robot) == moving.end() && !isStill(*curve, group_.alone(robot).variables))
                moving.push_back(robot);
        if (moving.empty())
            continue;
        for (const RobotIndex robot : moving)
        {
            std::vector<CurvePiece> pieces;
            for (const CurvePiece& all : curve->pieces())
            {
                CurvePiece piece;
                piece.begin = all.begin;
                piece.end = all.end;
                piece.variables.assign(start.data(), start.data() + start.size());
                for (const int v : group_.alone(robot).variables)
                    piece.variables[static_cast<std::size_t>(v)] = all.variables[static_cast<std::size_t>(v)];
                pieces.push_back(std::move(piece));
            }
            Robot& of = robots_[robot];
            of.pieces.insert(of.pieces.end(), pieces.begin(), pieces.end());
            of.curves.emplace_back(group_.problem().scene->model(), std::move(pieces));
            ends_[robot] = static_cast<double>(of.pieces.size());
        }
        for (std::size_t i = 0; i < curve->pieces().size(); ++i)
        {
            steps_.push_back(moving);
            segments_.push_back(k);
        }
    }
    for (Robot& robot : robots_)
        if (robot.pieces.empty())
            robot.stops.push_back(start);
}

/// Robots that never move stand through a piece, in a step before all others.
void CoordinatedPath::addStanding()
{
    std::vector<RobotIndex> standing;
    for (const RobotIndex robot : group_.robots())
        if (ends_[robot] == 0.0)
        {
            robots_[robot].stops.push_back(robots_[robot].stops.front());
            ends_[robot] = 1.0;
            standing.push_back(robot);
        }
    if (standing.empty())
        return;
    steps_.insert(steps_.begin(), standing);
    segments_.insert(segments_.begin(), 0);
}

std::shared_ptr<RobotCurve> CoordinatedPath::curve(RobotIndex robot) const
{
    const Robot& of = robots_[robot];
    return of.pieces.empty() ? std::make_shared<RobotCurve>(group_.problem().scene, group_.number(robot), of.stops)
                             : std::make_shared<RobotCurve>(group_.problem().scene, group_.number(robot), of.curves);
}

/// The same, as a curve of the robot alone.
CurveMotion CoordinatedPath::alone(RobotIndex robot, const CurveMotion& curve) const
{
    const PartOfProblem& part = group_.alone(robot);
    std::vector<CurvePiece> pieces;
    for (const CurvePiece& all : curve.pieces())
    {
        CurvePiece piece;
        piece.begin = all.begin;
        piece.end = all.end;
        for (const int v : part.variables)
            piece.variables.push_back(all.variables[static_cast<std::size_t>(v)]);
        pieces.push_back(std::move(piece));
    }
    return {part.problem.scene->model(), std::move(pieces)};
}

Verdict CoordinatedPath::certifyAlone(RobotIndex robot, double tolerance, const Budget& budget) const
{
    const Robot& of = robots_[robot];
    const std::shared_ptr<const Scene>& scene = group_.alone(robot).problem.scene;
    if (of.pieces.empty())
    {
        PathCertificationOptions options;
        options.tolerance = tolerance;
        options.seconds = budget.seconds;
        options.interrupted = budget.interrupted;
        std::vector<Configuration> stops;
        for (const Configuration& q : of.stops)
            stops.push_back(group_.alone(robot).of(q));
        return certifyPath(scene, stops, options).verdict;
    }
    if (leaves_bounds_)
        return Verdict::Undecided;
    CurveOptions options;
    options.tolerance = tolerance;
    CurveCertifier certifier(scene, options);
    for (const CurveMotion& curve : of.curves)
        if (const Verdict verdict = certifier.certify(alone(robot, curve), budget).verdict; verdict != Verdict::Free)
            return verdict;
    return Verdict::Free;
}

Configuration CoordinatedPath::at(const ExecutionOrder::Parameters& parameters) const
{
    Configuration all = composite_.waypoints.front();
    for (const RobotIndex robot : group_.robots())
    {
        const Robot& of = robots_[robot];
        const double x = std::clamp(parameters[robot], 0.0, ends_[robot]);
        const std::size_t k = static_cast<std::size_t>(std::min(std::floor(x), ends_[robot] - 1.0));
        const double share = x - static_cast<double>(k);
        if (of.pieces.empty())
        {
            const Configuration q = interpolate(group_.problem().scene->model(), of.stops[k], of.stops[k + 1], share);
            group_.alone(robot).put(group_.alone(robot).of(q), all);
        }
        else
            for (const int v : group_.alone(robot).variables)
                all[v] = of.pieces[k].variables[static_cast<std::size_t>(v)](share).middle();
    }
    return all;
}

}  // namespace gapless
