// What a path, a car's path or a trajectory is made of, to be played and judged.
#pragma once

#include <optional>
#include <vector>

#include <gapless/io/path_file.h>
#include <gapless/kinematics/curve_motion.h>

namespace gapless::viewer {

struct PlayedSegment
{
    Configuration from, to;
    double seconds = 0.0;  ///< of playing
    /// Of what goes along no straight motion (motion.h).
    std::optional<CurveMotion> curve = std::nullopt;
    /// From this fraction on a car is not known to be within its bounds.
    std::optional<double> leaves_bounds = std::nullopt;

    /// The configuration at t in [0,1]; for pictures.
    Configuration at(const KinematicModel& model, double t) const;
};

/// Speed of the joint that moves most, radians or metres a second, where nothing says how fast a path is driven.
inline constexpr double kPlayingSpeed = 0.8;

/// Straight motions between way-points. One way-point stands still. @pre path is not empty
std::vector<PlayedSegment> straightSegments(const KinematicModel& model, const std::vector<Configuration>& path);

/// The same for a problem with cars, which drive their curves. @throws InputError as StateMapping::curve(), with the segment's number.
std::vector<PlayedSegment> drivenSegments(const Problem& problem, const DrivenPath& path);

/// The pieces of a trajectory, each as long as it takes.
std::vector<PlayedSegment> timedSegments(const KinematicModel& model, const CurveMotion& curve);

}  // namespace gapless::viewer
