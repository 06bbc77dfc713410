// Poses of bodies at the instants of one motion, each computed once and shared by all pairs.
//
// Schwarzer, Saha, Latombe 2002 name this as future work (section 4): all pairs bisect at the same dyadic instants.
#pragma once

#include <cstdint>
#include <vector>

#include <gapless/kinematics/motion.h>

namespace gapless {

class PoseCache
{
public:
    /// Forgets all instants; `motion` must outlive the cache or the next reset.
    void reset(const Motion& motion);

    /// Adds an instant t in [0,1] and returns its handle. Nothing is computed yet.
    int addInstant(double t);
    double time(int instant) const { return times_[static_cast<std::size_t>(instant)]; }
    int instantCount() const { return static_cast<int>(times_.size()); }

    /// Pose of a body in the world, computed on first use along its chain. The reference holds until the next addInstant.
    const Pose& pose(int instant, BodyIndex body)
    {
        const std::int32_t slot = slots_[body];
        if (slot < 0)
            return motion_->model().body(body).X_WB;
        const std::size_t at = static_cast<std::size_t>(instant) * moving_ + static_cast<std::size_t>(slot);
        if (!known_[at])
            compute(instant, body, at);
        return poses_[at];
    }

private:
    void compute(int instant, BodyIndex body, std::size_t at);

    const Motion* motion_ = nullptr;
    std::uint64_t slots_of_ = 0;  // the id of a model
    std::size_t moving_ = 0;
    IndexedVector<BodyIndex, std::int32_t> slots_;  // among the bodies that move; -1: stands still
    std::vector<double> times_;
    std::vector<Pose> poses_;
    std::vector<char> known_;
};

}  // namespace gapless
