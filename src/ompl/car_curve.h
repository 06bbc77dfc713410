// The curves of cars, as functions of time: those of OMPL's Dubins and Reeds-Shepp spaces, and others that are given part by part.
#pragma once

#include <vector>

#include <ompl/base/StateSpace.h>

#include <gapless/kinematics/car_way.h>
#include <gapless/kinematics/joint_function.h>

namespace gapless {

/// Exactly DubinsStateSpace, OMPL's or ours, or ReedsSheppStateSpace, of which the curve is known: nothing derived from them.
bool isCarSpace(const ompl::base::StateSpace& space);

/// Metres. @pre isCarSpace()
double turningRadius(const ompl::base::StateSpace& space);

/// Whether such a space, or one derived from them, is among its parts.
bool hasCars(const ompl::base::StateSpace& space);

/// Between two states of such a space: segments, each as long in t as in length, then the hop to the second state, beside which the curve may end
/// (OMPL accepts solutions that are off by 2e-6 turning radii, and gives out the second state itself at t = 1).
class CarCurve
{
public:
    /// As the space interpolates them. @throws InputError if it knows no curve between them.
    CarCurve(const ompl::base::StateSpace& space, const ompl::base::State* from, const ompl::base::State* to);
    /// @param way of finite numbers
    CarCurve(const ompl::base::State* from, const ompl::base::State* to, const CarWay& way);

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
    /// How far the second state is from the curve's end, in x, y or the heading, but for rounding; metres or radians.
    double offAtEnd() const { return off_at_end_; }
    CarWay way() const;

private:
    struct Segment
    {
        Interval curvature, radius;  // 1 / radii, 0: straight, positive: left; and its inverse
        double length;               // radii; negative: backwards
        double before;               // length of the segments before it, each without sign
        Interval x, y, heading;      // where it begins, radii from the first state, and radians
        Interval sine, cosine;       // of that heading
        bool isStraight() const { return curvature.lower == 0.0 && curvature.upper == 0.0; }
    };
    void begin(const ompl::base::State* from);
    void append(const Interval& curvature, const Interval& radius, double length);
    void finish(const ompl::base::State* to, double slack);
    Segment after(const Segment& segment) const;
    Pose functions(const Segment& segment, const Interval& begin, const Interval& end) const;

    double x_ = 0.0, y_ = 0.0, heading_ = 0.0;  // of the first state
    double radius_ = 1.0, length_ = 0.0;        // metres, the unit of lengths; of the curve
    double slack_ = 0.0, angle_slack_ = 0.0;    // metres, radians
    double off_at_end_ = 0.0;
    Segment next_;  // where the last segment ends
    std::vector<Segment> segments_;
    std::vector<double> breaks_;
    bool hops_ = false;
    Pose hop_;
};

}  // namespace gapless
