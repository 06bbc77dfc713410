#include "path_player.h"

#include <algorithm>
#include <cmath>

#include <gapless/core/error.h>
#include <gapless/kinematics/pose_cache.h>

#include "io/input_text.h"

namespace gapless::viewer {
namespace {

IndexedVector<BodyIndex, Pose> posesAt(const KinematicModel& model, const Configuration& q0, const Configuration& q1, double t)
{
    const Motion motion(model, q0, q1);
    PoseCache cache;
    cache.reset(motion);
    const int instant = cache.addInstant(t);
    IndexedVector<BodyIndex, Pose> poses;
    poses.reserve(model.bodies().size());
    for (const BodyIndex body : model.bodies().indices())
        poses.push_back(cache.pose(instant, body));
    return poses;
}

}  // namespace

IndexedVector<BodyIndex, Pose> posesOf(const KinematicModel& model, const Configuration& q)
{
    return posesAt(model, q, q, 0.0);
}

PathPlayer::PathPlayer(const KinematicModel& model, std::vector<PlayedSegment> segments)
    : model_(model), segments_(std::move(segments))
{
    starts_.push_back(0.0);
    for (const PlayedSegment& segment : segments_)
        starts_.push_back(starts_.back() + segment.seconds);
}

double PathPlayer::secondsAt(const PathPlace& place) const
{
    const double start = starts_[place.segment];
    return start + place.t * (starts_[place.segment + 1] - start);
}

PathPlace PathPlayer::placeAt(double seconds) const
{
    if (!(seconds > 0.0))
        return {};
    if (seconds >= duration())
        return {segmentCount() - 1, 1.0};
    const auto next = std::upper_bound(starts_.begin(), starts_.end(), seconds);
    const auto segment = static_cast<std::size_t>(next - starts_.begin()) - 1;
    return {segment, (seconds - starts_[segment]) / (starts_[segment + 1] - starts_[segment])};
}

Configuration PathPlayer::configurationAt(const PathPlace& place) const
{
    return segments_[place.segment].at(model_, place.t);
}

IndexedVector<BodyIndex, Pose> PathPlayer::posesAt(const PathPlace& place) const
{
    const PlayedSegment& segment = segments_[place.segment];
    return segment.curve ? posesOf(model_, segment.at(model_, place.t))
                         : viewer::posesAt(model_, segment.from, segment.to, place.t);
}

PathPlace parsePlace(const std::string& text, const PathPlayer& player)
{
    const auto fail = [&](const std::string& why) {
        return InputError("--at " + text + ": " + why + "; give SEGMENT:T with a segment of 0 to "
                          + std::to_string(player.segmentCount() - 1) + " and T in [0, 1], or a fraction of the path in [0, 1]");
    };
    const auto fraction = [&](const std::string& word) {
        const std::optional<double> number = parseNumber(word);
        if (!number)
            throw fail("'" + word + "' is no number");
        if (!(*number >= 0.0 && *number <= 1.0))
            throw fail(word + " is not in [0, 1]");
        return *number;
    };
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos)
        return player.placeAt(fraction(text) * player.duration());
    const std::optional<double> segment = parseNumber(text.substr(0, colon));
    if (!segment || *segment != std::floor(*segment) || *segment < 0.0 || *segment >= static_cast<double>(player.segmentCount()))
        throw fail("there is no segment '" + text.substr(0, colon) + "'");
    return {static_cast<std::size_t>(*segment), fraction(text.substr(colon + 1))};
}

}  // namespace gapless::viewer
