// A path as something to be played: where it is at which second, and the poses of all bodies there.
#pragma once

#include <string>
#include <vector>

#include <gapless/kinematics/motion.h>

#include "played_segments.h"

namespace gapless::viewer {

/// A place on a path: t in [0,1] of a segment, zero-based.
struct PathPlace
{
    std::size_t segment = 0;
    double t = 0.0;
};

class PathPlayer
{
public:
    /// The model must outlive the player. @pre there is a segment
    PathPlayer(const KinematicModel& model, std::vector<PlayedSegment> segments);

    const std::vector<PlayedSegment>& segments() const { return segments_; }
    std::size_t segmentCount() const { return segments_.size(); }
    /// Seconds from the beginning to the end.
    double duration() const { return starts_.back(); }
    double secondsAt(const PathPlace& place) const;
    /// Clamped to the path.
    PathPlace placeAt(double seconds) const;

    Configuration configurationAt(const PathPlace& place) const;
    /// Pose in the world of every body.
    IndexedVector<BodyIndex, Pose> posesAt(const PathPlace& place) const;

private:
    const KinematicModel& model_;
    std::vector<PlayedSegment> segments_;
    std::vector<double> starts_;  // of each segment, and the end
};

/// Poses in the world of every body at a configuration.
IndexedVector<BodyIndex, Pose> posesOf(const KinematicModel& model, const Configuration& q);

/// "SEGMENT:T", or a fraction of the whole path's duration in [0,1]. @throws InputError naming --at
PathPlace parsePlace(const std::string& text, const PathPlayer& player);

}  // namespace gapless::viewer
