// The curves of OMPL's Dubins and Reeds-Shepp spaces, as functions of time.
#pragma once

#include <vector>

#include <ompl/base/StateSpace.h>

#include <gapless/kinematics/joint_function.h>

namespace gapless {

/// Exactly DubinsStateSpace, OMPL's or ours, or ReedsSheppStateSpace, of which the curve is known: nothing derived from them.
bool isCarSpace(const ompl::base::StateSpace& space);

/// Metres. @pre isCarSpace()
double turningRadius(const ompl::base::StateSpace& space);

/// Whether such a space, or one derived from them, is among its parts.
bool hasCars(const ompl::base::StateSpace& space);

/// Between two states of such a space, as it interpolates them: up to five segments, then the hop to the second state, beside which the curve may
/// end (OMPL accepts solutions that are off by 2e-6 turning radii, and gives out the second state itself at t = 1).
class CarCurve
{
public:
    /// @throws InputError if the space knows no curve between them.
    CarCurve(const ompl::base::StateSpace& space, const ompl::base::State* from, const ompl::base::State* to);

    struct Pose
    {
        JointFunction x, y, heading;
    };
    /// In (0, 1): where segments meet.
    const std::vector<double>& breaks() const { return breaks_; }
    /// The pose on [begin, end], which no break lies within. It holds what the space computes too, with its rounding.
    Pose between(double begin, double end) const;
    /// Whether the second state is farther from the curve's end than the last segment's functions allow for: then it is to be gone to.
    bool hops() const { return hops_; }
    /// The straight way there; else the curve's end.
    const Pose& hop() const { return hop_; }

private:
    struct Segment
    {
        int curvature;           // 1: left, 0: straight, -1: right
        double length;           // turning radii; negative: backwards
        double before;           // length of the segments before it, each without sign
        Interval x, y, heading;  // where it begins, turning radii from the first state, and radians
    };
    Segment after(const Segment& segment) const;
    Pose functions(const Segment& segment, const Interval& begin, const Interval& end) const;

    double x_ = 0.0, y_ = 0.0, heading_ = 0.0;  // of the first state
    double radius_ = 0.0, length_ = 0.0;        // metres; turning radii
    double slack_ = 0.0, angle_slack_ = 0.0;    // metres, radians
    std::vector<Segment> segments_;
    std::vector<double> breaks_;
    bool hops_ = false;
    Pose hop_;
};

}  // namespace gapless
