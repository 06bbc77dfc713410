// A piece of the curve is cut where a body's pose is reached. The cut's parameter s = (t - begin) / (end - begin) is an interval, and so are the
// functions' values there: both sides hold what is exact. A body's rotation at a cut is computed from its own poses; what that is off
// is in FloatingTurn's rounding.
#include <gapless/kinematics/moving_bodies.h>

#include <algorithm>
#include <cmath>

#include <gapless/core/error.h>

#include "core/format_number.h"

namespace gapless {

namespace {

void validate(const KinematicModel& model, const MovingBody& moving)
{
    if (!model.bodies().has(moving.body) || model.body(moving.body).joint.type != JointType::Floating)
        throw InputError("a body that moves by a timetable has to have a floating joint");
    const std::string who = "the timetable of '" + model.body(moving.body).name + "'";
    if (moving.poses.empty())
        throw InputError(who + " has no pose");
    for (std::size_t i = 0; i < moving.poses.size(); ++i)
    {
        const TimedPose& p = moving.poses[i];
        if (!std::isfinite(p.time) || !p.pose.p.allFinite() || !p.pose.R.allFinite())
            throw InputError(who + ": pose " + std::to_string(i + 1) + " has a number that is not finite");
        if (i > 0 && !(moving.poses[i - 1].time < p.time))
            throw InputError(who + ": pose " + std::to_string(i + 1) + " is at " + formatNumber(p.time)
                             + " s, the one before it at " + formatNumber(moving.poses[i - 1].time) + "; times have to rise");
    }
}

/// Seconds within a piece as its parameter.
Interval parameterOf(double time, const CurvePiece& piece)
{
    if (time <= piece.begin || time >= piece.end)
        return time <= piece.begin ? 0.0 : 1.0;
    const Interval s = (Interval(time) - piece.begin) / (Interval(piece.end) - piece.begin);
    return intersection(s, {0.0, 1.0});
}

/// Of a timetable: which pose is the last at or before a time at which, or after which, a piece begins.
std::size_t poseBefore(const std::vector<TimedPose>& poses, double time)
{
    const auto after =
        std::upper_bound(poses.begin(), poses.end(), time, [](double t, const TimedPose& p) { return t < p.time; });
    return after == poses.begin() ? 0 : static_cast<std::size_t>(after - poses.begin()) - 1;
}

class Timetable
{
public:
    Timetable(const KinematicModel& model, const MovingBody& moving)
        : variable_(*model.body(moving.body).variable), poses_(moving.poses)
    {
        for (const TimedPose& pose : poses_)
            rotations_.push_back(Eigen::Quaterniond(pose.pose.R).normalized().coeffs());
    }

    int variable() const { return variable_; }

    /// @pre no pose's time lies within (begin, end)
    void set(double begin, double end, CurvePiece& piece) const
    {
        const auto v = static_cast<std::size_t>(variable_);
        const std::size_t i = poseBefore(poses_, begin);
        const bool holds = begin < poses_.front().time || i + 1 == poses_.size();
        for (int k = 0; k < 3; ++k)
            piece.variables[v + static_cast<std::size_t>(k)] =
                holds ? Bernstein(poses_[i].pose.p[k]) : Bernstein::line(place(i, k, begin), place(i, k, end));
        const Eigen::Vector4d from = holds ? rotations_[i] : rotation(i, begin), to = holds ? rotations_[i] : rotation(i, end);
        for (int k = 0; k < 4; ++k)
            piece.variables[v + 3 + static_cast<std::size_t>(k)] = from[k];
        piece.turns.push_back({variable_, from, to});
    }

private:
    Interval share(std::size_t i, double time) const
    {
        const Interval begin = poses_[i].time, end = poses_[i + 1].time;
        return intersection((Interval(time) - begin) / (end - begin), {0.0, 1.0});
    }
    Interval place(std::size_t i, int k, double time) const
    {
        const Interval first = poses_[i].pose.p[k], last = poses_[i + 1].pose.p[k];
        if (time <= poses_[i].time || time >= poses_[i + 1].time)
            return time <= poses_[i].time ? first : last;
        return first + share(i, time) * (last - first);
    }
    Eigen::Vector4d rotation(std::size_t i, double time) const
    {
        if (time <= poses_[i].time || time >= poses_[i + 1].time)
            return rotations_[time <= poses_[i].time ? i : i + 1];
        return slerp(rotations_[i], rotations_[i + 1], share(i, time).middle());
    }

    int variable_;
    const std::vector<TimedPose>& poses_;
    std::vector<Eigen::Vector4d> rotations_;
};

}  // namespace

CurveMotion withMovingBodies(const KinematicModel& model, const CurveMotion& curve, const std::vector<MovingBody>& moving)
{
    curve.requireFits(model);
    std::vector<Timetable> timetables;
    std::vector<double> cuts;
    for (const MovingBody& body : moving)
    {
        validate(model, body);
        timetables.emplace_back(model, body);
        for (const TimedPose& pose : body.poses)
            cuts.push_back(pose.time);
    }
    std::sort(cuts.begin(), cuts.end());

    std::vector<CurvePiece> whole = curve.pieces();
    if (!cuts.empty() && cuts.back() > curve.end())
    {
        CurvePiece rest{curve.end(), cuts.back(), {}};
        for (const JointFunction& f : whole.back().variables)
            rest.variables.emplace_back(f.last());
        for (const FloatingTurn& turn : whole.back().turns)
            rest.turns.push_back({turn.variable, turn.to, turn.to});
        whole.push_back(std::move(rest));
    }
    std::vector<CurvePiece> pieces;
    for (const CurvePiece& piece : whole)
    {
        std::vector<double> times{piece.begin};
        for (const double cut : cuts)
            if (times.back() < cut && cut < piece.end)
                times.push_back(cut);
        times.push_back(piece.end);
        for (std::size_t i = 0; i + 1 < times.size(); ++i)
        {
            CurvePiece part{times[i], times[i + 1], piece.variables};
            const Interval first = parameterOf(times[i], piece), last = parameterOf(times[i + 1], piece);
            if (times.size() > 2)
                for (JointFunction& f : part.variables)
                    f = f.part(first, last);
            for (const FloatingTurn& turn : piece.turns)
                if (std::none_of(timetables.begin(), timetables.end(),
                                 [&](const Timetable& timetable) { return timetable.variable() == turn.variable; }))
                    part.turns.push_back(
                        {turn.variable, slerp(turn.from, turn.to, first.middle()), slerp(turn.from, turn.to, last.middle())});
            for (const Timetable& timetable : timetables)
                timetable.set(times[i], times[i + 1], part);
            pieces.push_back(std::move(part));
        }
    }
    return CurveMotion(model, std::move(pieces));
}

}  // namespace gapless
