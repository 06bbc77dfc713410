// How one robot moves along a curve, prepared to be compared with the curves of other robots.
//
// Parameter. A curve of n pieces is run through by s from 0 to n: piece k from k to k + 1, at the pace of its own function. (Not by time: a piece may
// take none, and sums of times are rounded, whereas halves of pieces are exact.) A straight motion is one piece. Of curves one after the other the pieces are
// counted on.
// Parts. Whatever is claimed of accelerations holds within a piece only: all that is asked about lies in one, or is settled by boxes. A piece is a
// straight motion with a tube (motion.h), or several, shorter ones where its tube would be large against what the robot travels in it.
#pragma once

#include <memory>
#include <vector>

#include <gapless/collision/scene.h>
#include <gapless/kinematics/curve_motion.h>

namespace gapless {

/// Poses and bounds are worked out when they are first asked for, and kept: a curve may be compared with many. Used by one thread at a time,
/// whatever uses it.
class RobotCurve
{
public:
    /// The straight motion from one configuration to another, as motion.h has it; the two may be equal. Of both, only what moves the robot counts.
    /// @throws InputError if there is no scene, no such robot in it, or a configuration does not fit the model.
    RobotCurve(std::shared_ptr<const Scene> scene, int robot, const Configuration& from, const Configuration& to);
    /// Straight motions one after the other, from each configuration to the next.
    /// @throws InputError likewise, or if there are fewer than two configurations, or more than 4096 motions.
    RobotCurve(std::shared_ptr<const Scene> scene, int robot, std::vector<Configuration> waypoints);
    /// @throws InputError likewise, or if the curve does not fit the model, or has more than 4096 pieces.
    RobotCurve(std::shared_ptr<const Scene> scene, int robot, CurveMotion curve);
    /// Curves one after the other.
    /// @pre each begins where the one before ends, as far as the robot goes; its angles may be others by whole turns
    /// @throws InputError likewise, or if there is none.
    RobotCurve(std::shared_ptr<const Scene> scene, int robot, const std::vector<CurveMotion>& curves);
    ~RobotCurve();
    RobotCurve(const RobotCurve&) = delete;
    RobotCurve& operator=(const RobotCurve&) = delete;

    const Scene& scene() const;
    int robot() const;
    /// Where the parameter ends: the number of pieces.
    double end() const;
    /// Holds all that the robot sweeps, rounding included, in the world: curves whose boxes are farther apart than any clearance never meet. Unbounded where
    /// rounding decides which way round a joint makes half a turn.
    const Eigen::AlignedBox3d& box();

    /// What the certifiers ask.
    class Parts;
    Parts& parts() { return *parts_; }

private:
    std::unique_ptr<Parts> parts_;
};

}  // namespace gapless
