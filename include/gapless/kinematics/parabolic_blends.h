// A path of straight segments as a trajectory: lines, and parabolic blends in place of the corners.
//
// "Linear function with parabolic blends" (R. H. Taylor, "Planning and execution of straight line manipulator trajectories", IBM Journal of
// Research and Development 23(4), 1979; T. Kunz and M. Stilman, "Turning paths into trajectories using parabolic blends", GT-GOLEM-2011-006),
// with a trapezoid of speed on each line instead of one speed for all of it.
//
// With e, f the unit directions of the segments at a corner p, and its length l, the blend is the parabola
//   b(u) = (1 - u)^2 (p - l e) + 2 u (1 - u) p + u^2 (p + l f), u in [0,1]:
// it leaves the one segment and joins the other as a tangent, l from the corner, in the triangle of these points. Driven at constant rate
// of u it begins and ends at the same speed v, lasts 2 l / v, and its acceleration is v^2 (f - e) / (2 l) throughout. Without length the motion
// stops in the corner.
//
// Speeds v of the corners are the largest that the limits of velocity, acceleration in the blends and acceleration along the lines between
// allow, by one pass forwards and one backwards. On a line the speed goes up, stays, and goes down, at constant rates. So the acceleration is
// constant between any two points of the trajectory, and the cubic that a controller puts between them (trajectory.h) is just that:
// on lines it is a time scaling of the line, whatever rounding does to speeds and times.
#pragma once

#include <cstddef>
#include <vector>

#include <gapless/kinematics/trajectory.h>

namespace gapless {

/// Of each variable of a configuration, per second and per second squared: positive and finite.
struct RateLimits
{
    Configuration velocity, acceleration;
};

/// The corners of a path, and how long each one's blend may be.
class BlendedPath
{
public:
    /// Where the trajectory has this between two of its points.
    struct Piece
    {
        bool is_blend = false;
        std::size_t corner = 0;  ///< the blend's, or the one at which the line begins
    };
    struct Timed
    {
        std::vector<TrajectoryPoint> points;  ///< the first at 0 s, with velocities
        std::vector<Piece> pieces;            ///< between points i and i + 1
    };

    /// @param path as OMPL interpolates it: continuous joints and angles of planar ones go the short way, so the trajectory's literal values
    ///        may leave [-pi, pi). Way-points that are closer than rounding to the next are left out, and so
    ///        are those on a straight line between others, to 1e-12 radians and metres.
    /// @throws InputError if the path is empty, a configuration does not fit the model, a floating joint turns, or limits are not positive
    ///         or not of the model's size.
    BlendedPath(const KinematicModel& model, const std::vector<Configuration>& path, RateLimits limits);

    /// Literal; the first and the last are no corners, their blends have no length.
    const std::vector<Configuration>& waypoints() const { return waypoints_; }
    /// Upper bound of the blend's length, Euclidean over the variables; to begin with just less than half of the shorter segment.
    double longestBlend(std::size_t corner) const { return longest_[corner]; }
    /// @pre not negative, and no more than it is
    void setLongestBlend(std::size_t corner, double length) { longest_[corner] = length; }

    /// As short as the speeds that they allow take. Every rate is within its limit, up to the rounding of times and positions.
    /// @throws InputError if the trajectory would last so long that doubles do not tell its points apart.
    Timed timed() const;
    /// The blend at a corner between two of the trajectory's points, of that length, as a curve of its own on [0,1].
    CurveMotion blend(std::size_t corner, double length) const;

private:
    struct Segment
    {
        Configuration direction;  // of unit length
        double length = 0.0;
        double speed = 0.0, acceleration = 0.0;  // at most, along it
    };
    double blendSpeed(std::size_t corner, double length) const;
    std::vector<double> speeds(const std::vector<double>& blends, const std::vector<double>& lengths) const;

    const KinematicModel* model_;
    RateLimits limits_;
    std::vector<Configuration> waypoints_;
    std::vector<Segment> segments_;  // from way-point i to i + 1
    std::vector<double> bend_;       // per corner: max |f - e| / acceleration limit
    std::vector<double> longest_;
};

}  // namespace gapless
