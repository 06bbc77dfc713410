// One active pair of objects during one motion, seen from the nearest common ancestor of their bodies.
#pragma once

#include <optional>
#include <vector>

#include <gapless/collision/scene.h>
#include <gapless/geometry/pair_distance.h>
#include <gapless/kinematics/motion_bound.h>

namespace gapless {

/// Into the pairs that a motion leaves to be looked at.
using ActiveIndex = Index<struct PairMotion>;

struct PairMotion
{
    PairIndex pair;
    const CollisionObject *a = nullptr, *b = nullptr;
    BodyIndex ancestor = kWorld;
    double acceleration = 0.0;                  // bound of both objects' together, metres
    double travel = 0.0;                        // bound of the relative path length over the whole motion, metres
    double tube = 0.0;                          // how much nearer the motion's tube brings the two at most, metres
    double clearance = 0.0;                     // what is asked for of the straight motion: the pair's, and the tube
    double error = 0.0;                         // bound of all rounding at any t, metres
    bool a_aligned = false, b_aligned = false;  // no turn as seen from the ancestor
    const ApartWithinLimits* proof = nullptr;   // what need not be looked at; null: the motion leaves the limits
    const Motion* motion = nullptr;
    const MotionBound *bound_a = nullptr, *bound_b = nullptr;
    // What did not help this pair is not tried on: of AccelerationAlong, and of FrontRefiner's hulls.
    mutable int tries_along = 0, hits_along = 0;
    mutable int hits_by_hull = 0, misses_by_hull = 0;
};

/// Makes the bounds of the pairs' moving objects. @param middle the instant t = 1/2 of `poses`
void boundMotions(const Scene& scene, const Motion& motion, const std::vector<PairIndex>& pairs, PoseCache& poses, int middle,
                  IndexedVector<ObjectIndex, MotionBound>& bounds);

/// @param bounds one per object, of this motion; they and the motion outlive the pair. @param start the instant t = 0 of `poses`.
PairMotion makePairMotion(const Scene& scene, PairIndex pair, const ApartWithinLimits* proof, const Motion& motion,
                          const IndexedVector<ObjectIndex, MotionBound>& bounds, PoseCache& poses, int start);

/// The pair at the three instants of an interval.
struct PairInstants
{
    PairPose X[3];  // begin, middle, end
    double t_middle = 0.0;
    Mat3 R_WF_middle;  // ancestor's rotation and origin of A at the middle, for witnesses
    Vec3 p_WA_middle;
    PoseCache* poses = nullptr;
    int middle = 0;
};

/// The acceleration of a pair along directions, seen from its ancestor; what it needs of an instant is worked out when it is first asked.
class AccelerationAlong
{
public:
    /// Of times at most `h` from the middle of `at`.
    void reset(const PairMotion& pair, const PairInstants& at, double h);
    /// Bound of |n.(b - a)''| for points of both, metres. @param n of unit length to 16 roundings, in the ancestor's frame
    double operator()(const Vec3& n);
    /// No direction has less, but for roundings.
    double atBest();

private:
    const PairMotion* pair_ = nullptr;
    const PairInstants* at_ = nullptr;
    double h_ = 0.0;
    bool is_known_ = false;
    std::optional<double> at_best_;
    std::vector<MotionBound::Turn> turns_;  // of A, then of B
    std::size_t of_a_ = 0;
};

PairInstants pairInstants(const Scene& scene, const PairMotion& pair, PoseCache& poses, int first, int middle, int last);

}  // namespace gapless
