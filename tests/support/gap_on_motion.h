// What is said of pairs within joint limits, against distances and insides at points of motions.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include <gapless/collision/scene.h>
#include <gapless/geometry/pair_distance.h>
#include <gapless/kinematics/motion.h>

namespace gapless::test {

struct Gap
{
    double distance;  // of the surfaces and primitives, as found: not less than it is
    bool outside;
};

/// By all pairs of leaves; of large meshes only whether it is less than `wanted`.
inline Gap gapAt(const Scene& scene, PairIndex pair, const Configuration& q, double wanted)
{
    const CollisionGeometry &a = *scene.object(scene.pair(pair).a).geometry, &b = *scene.object(scene.pair(pair).b).geometry;
    const Motion motion(scene.model(), q, q);
    const PairPose X = pairPose(motion.worldPose(scene.object(scene.pair(pair).a).body, 0.0),
                                motion.worldPose(scene.object(scene.pair(pair).b).body, 0.0));
    Gap gap{std::numeric_limits<double>::infinity(), true};
    if (a.leaves().size() * b.leaves().size() > 1000)
    {
        const GreedyDistance d = greedyDistance(a, b, X, wanted, 0.0);
        if (d.outcome != GreedyDistance::Outcome::Apart)
            gap.distance = d.upper;
    }
    else
        for (const Convex& x : a.leaves())
            for (const Convex& y : b.leaves())
                gap.distance =
                    std::min(gap.distance,
                             convexDistance(x.placed(X.R_A, Vec3::Zero()), y.placed(X.R_B, X.p_AB), Vec3::Zero(), 0.0).upper);
    gap.outside = gap.distance <= 0.0 || insideOneAnother(a, b, X) == Containment::Answer::Outside;
    return gap;
}

/// OMPL's interpolation.
inline Configuration between(const Configuration& q0, const Configuration& q1, double t)
{
    return q0 + (q1 - q0) * t;
}

/// Is what the proof says of a motion wrong at one of some points of it?
inline bool isWrong(const Scene& scene, PairIndex pair, const ApartWithinLimits& proof, const Configuration& q0,
                    const Configuration& q1, int points, bool* answered = nullptr)
{
    const std::optional<double> gap = proof.gapOn(q0, q1);
    if (answered)
        *answered = gap.has_value();
    if (!gap)
        return false;
    if (!(*gap > scene.pair(pair).clearance))
        return true;
    for (int j = 0; j <= points; ++j)
    {
        const Gap at = gapAt(scene, pair, between(q0, q1, static_cast<double>(j) / points), *gap);
        if (at.distance < *gap || !at.outside)
            return true;
    }
    return false;
}

inline Joint limited(JointType type, const Vec3& axis, double lower, double upper, const std::string& name)
{
    Joint joint;
    joint.name = name;
    joint.type = type;
    joint.axis = axis;
    joint.lower = {lower};
    joint.upper = {upper};
    return joint;
}

}  // namespace gapless::test
