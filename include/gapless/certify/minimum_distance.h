// How near do two objects come during a motion, and when? A proven interval of it.
//
// Branch and bound on Lipschitz continuity. Let d(t) be the distance of the pair, 0 where they overlap, and L the bound of the relative
// travel of any two of their points over the whole motion (motion_bound.h), so that |d(t) - d(s)| <= L |t - s|. On [a, b], for every t,
//     d(t) >= max(d(a) - L (t - a), d(b) - L (b - t)) >= (d(a) + d(b) - L (b - a)) / 2,
// the mean of the two. The interval with the smallest such bound is halved until that bound is as near the smallest distance met as
// asked for. Distances at instants are themselves enclosed (GREEDY-DIST, Schwarzer, Saha, Latombe 2002, section 3.2, at thresholds that
// bisect), all rounding of poses and distances outside. Bounds of d above come from surfaces; where one object is inside the other, which
// cannot begin or end without the surfaces meeting, d is 0.
#pragma once

#include <limits>
#include <memory>

#include <gapless/certify/certify_result.h>
#include <gapless/collision/scene.h>
#include <gapless/kinematics/motion.h>

namespace gapless {

struct MinimumDistanceOptions
{
    /// Done when upper - lower <= max(tolerance, relative * upper). In kToleranceRange, and a fraction >= 0.
    double tolerance = 1e-3;
    double relative = 0.01;
    /// Done as well when lower reaches this, metres: of no interest to who knows a smaller distance.
    double no_more_than = std::numeric_limits<double>::infinity();
    /// A step is one instant looked at. What is proven when it is spent stands.
    Budget budget;
};

struct [[nodiscard]] MinimumDistance
{
    /// The smallest distance of the pair during the motion, over all of [0, 1], is in [lower, upper], metres; 0 where they overlap.
    double lower = 0.0;
    double upper = std::numeric_limits<double>::infinity();
    /// Fraction of the motion at which the distance is no more than upper.
    double t = 0.0;
    /// Whether it is as narrow as asked for, or proven to be no less than no_more_than; else the budget ran out or rounding forbids.
    bool is_complete = false;
};

/// Of one motion at a time. Used by one thread at a time; several may share a scene.
class MinimumDistanceSearch
{
public:
    explicit MinimumDistanceSearch(std::shared_ptr<const Scene> scene);
    ~MinimumDistanceSearch();

    /// The motion from q0 to q1, interpolated joint by joint as motion.h says. Memory is kept from motion to motion.
    /// @throws InputError if a configuration does not fit the scene's model.
    void reset(const Configuration& q0, const Configuration& q1);
    /// The literal motion from q0 to q1 and the tube about it (Motion::resetTube()). MinimumDistance::lower is then a bound of everything in
    /// the tube, less by what the tube may bring the two nearer; all else is told of the motion.
    /// @throws InputError as reset(), or if the tube is none.
    void resetTube(const Configuration& q0, const Configuration& q1, const MotionTube& tube);

    /// Of that pair during that motion. @pre reset() was called
    /// @throws InputError if an option is out of range, or the scene has no such pair.
    MinimumDistance find(PairIndex pair, const MinimumDistanceOptions& options = {});

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace gapless
