// Forward kinematics of one state, for the sampled checks that serve as comparison. Nothing proven rests on it.
#pragma once

#include <gapless/kinematics/motion.h>

namespace gapless {

/// Poses of all bodies in the world, each computed once from its parent's. Re-uses memory; used by one thread at a time.
class BodyPoses
{
public:
    /// The model must outlive this.
    explicit BodyPoses(const KinematicModel& model);

    /// @pre q is a valid configuration of the model (unchecked).
    void update(const Configuration& q);

    const Pose& operator[](BodyIndex body) const { return X_WB_[body]; }

private:
    const KinematicModel& model_;
    /// Planar and floating joints are left to Motion, where their conventions are.
    bool needs_motion_ = false;
    Motion still_;
    IndexedVector<BodyIndex, Pose> X_WB_;
};

}  // namespace gapless
