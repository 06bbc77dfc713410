// A path as something to be played: where it is at which second, and the poses of all bodies there.
#pragma once

#include <string>
#include <vector>

#include <gapless/kinematics/motion.h>

namespace gapless::viewer {

/// A place on a path: t in [0,1] of a segment, zero-based.
struct PathPlace
{
    std::size_t segment = 0;
    double t = 0.0;
};

/// Straight motions (motion.h) between the way-points, each as long as its largest joint step takes.
class PathPlayer
{
public:
    /// Speed of the joint that moves most, radians or metres a second.
    static constexpr double kSpeed = 0.8;

    /// A path of one way-point stands still. The model must outlive the player. @pre path is not empty
    PathPlayer(const KinematicModel& model, std::vector<Configuration> path);

    const std::vector<Configuration>& path() const { return path_; }
    std::size_t segmentCount() const { return starts_.size() - 1; }
    /// Seconds from the first way-point to the last.
    double duration() const { return starts_.back(); }
    double secondsAt(const PathPlace& place) const;
    /// Clamped to the path.
    PathPlace placeAt(double seconds) const;

    Configuration configurationAt(const PathPlace& place) const;
    /// Pose in the world of every body.
    IndexedVector<BodyIndex, Pose> posesAt(const PathPlace& place) const;

private:
    const KinematicModel& model_;
    std::vector<Configuration> path_;
    std::vector<double> starts_;  // of each segment, and the end
};

/// Poses in the world of every body at a configuration.
IndexedVector<BodyIndex, Pose> posesOf(const KinematicModel& model, const Configuration& q);

/// "SEGMENT:T", or a fraction of the whole path's duration in [0,1]. @throws InputError naming --at
PathPlace parsePlace(const std::string& text, const PathPlayer& player);

}  // namespace gapless::viewer
