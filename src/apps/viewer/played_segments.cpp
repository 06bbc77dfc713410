#include "played_segments.h"

#include <ompl/base/ScopedState.h>
#include <ompl/base/SpaceInformation.h>

#include <gapless/core/error.h>
#include <gapless/kinematics/motion.h>
#include <gapless/ompl/discrete_motion_validator.h>
#include <gapless/ompl/state_mapping.h>
#include <gapless/ompl/state_space_factory.h>

namespace gapless::viewer {
namespace {

/// Straight lines that a curve is taken for, to tell how long it is.
constexpr int kChords = 32;

double playingSeconds(const KinematicModel& model, const PlayedSegment& segment)
{
    if (!segment.curve)
        return largestJointStep(model, segment.from, segment.to) / kPlayingSpeed;
    double length = 0.0;
    Configuration before = segment.from;
    for (int k = 1; k <= kChords; ++k)
    {
        const Configuration q = segment.at(model, static_cast<double>(k) / kChords);
        length += largestJointStep(model, before, q);
        before = q;
    }
    return length / kPlayingSpeed;
}

}  // namespace

Configuration PlayedSegment::at(const KinematicModel& model, double t) const
{
    return curve ? curve->at(curve->begin() + t * (curve->end() - curve->begin())) : interpolate(model, from, to, t);
}

std::vector<PlayedSegment> straightSegments(const KinematicModel& model, const std::vector<Configuration>& path)
{
    std::vector<PlayedSegment> segments;
    for (std::size_t i = 0; i + 1 < path.size(); ++i)
        segments.push_back({path[i], path[i + 1]});
    if (segments.empty())
        segments.push_back({path.front(), path.front()});
    for (PlayedSegment& segment : segments)
        segment.seconds = playingSeconds(model, segment);
    return segments;
}

std::vector<PlayedSegment> drivenSegments(const Problem& problem, const DrivenPath& path)
{
    const KinematicModel& model = problem.scene->model();
    std::vector<PlayedSegment> segments = straightSegments(model, path.waypoints);
    if (path.waypoints.size() < 2)
        return segments;
    const auto si = std::make_shared<ompl::base::SpaceInformation>(makeStateSpace(problem));
    const StateMapping mapping(si->getStateSpace(), problem);
    ompl::base::ScopedState<> from(si), to(si);
    for (std::size_t i = 0; i < segments.size(); ++i)
    {
        PlayedSegment& segment = segments[i];
        mapping.toState(segment.from, from.get());
        mapping.toState(segment.to, to.get());
        try
        {
            segment.curve = mapping.curve(from.get(), to.get(), path.ways.empty() ? CarWays() : path.ways[i]);
        }
        catch (const InputError& error)
        {
            throw InputError("segment " + std::to_string(i) + ": " + error.what());
        }
        segment.leaves_bounds = mapping.leavesBounds(*segment.curve);
        segment.seconds = playingSeconds(model, segment);
    }
    return segments;
}

std::vector<PlayedSegment> timedSegments(const KinematicModel& model, const CurveMotion& curve)
{
    std::vector<PlayedSegment> segments;
    for (const CurvePiece& piece : curve.pieces())
    {
        PlayedSegment segment;
        segment.curve = CurveMotion(model, {piece});
        segment.from = segment.curve->at(piece.begin);
        segment.to = segment.curve->at(piece.end);
        segment.seconds = piece.end - piece.begin;
        segments.push_back(std::move(segment));
    }
    return segments;
}

}  // namespace gapless::viewer
