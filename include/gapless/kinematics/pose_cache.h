// Poses of bodies at the instants of one motion, each computed once and shared by all pairs.
//
// Schwarzer, Saha, Latombe 2002 name this as future work (section 4): all pairs bisect at the same dyadic instants.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <gapless/kinematics/motion.h>

namespace gapless {

class PoseCache
{
public:
    /// Forgets all instants; `motion` must outlive the cache or the next reset.
    void reset(const Motion& motion) { reset(motion, std::nullopt); }
    /// The same, of one robot (Body::robot) and what carries it: instants take no room for others, whose poses may not be asked for.
    void resetForRobot(const Motion& motion, int robot) { reset(motion, robot); }

    /// Adds an instant t in [0,1] and returns its handle. Nothing is computed yet.
    int addInstant(double t);
    /// The one of that t that is there, or else a new one. Looks at all that there are.
    int instantAt(double t);
    double time(int instant) const { return times_[static_cast<std::size_t>(instant)]; }
    int instantCount() const { return static_cast<int>(times_.size()); }

    /// Pose of a body in the world, computed on first use along its chain. The reference holds until the next addInstant.
    const Pose& pose(int instant, BodyIndex body)
    {
        const std::int32_t slot = slots_[body];
        if (slot < 0)
            return standing(slot, body);
        const std::size_t at = static_cast<std::size_t>(instant) * moving_ + static_cast<std::size_t>(slot);
        if (!known_[at])
            compute(instant, body, at);
        return poses_[at];
    }

private:
    static constexpr std::int32_t kStands = -1, kLeftOut = -2;

    void reset(const Motion& motion, std::optional<int> robot);
    const Pose& standing(std::int32_t slot, BodyIndex body) const;
    void compute(int instant, BodyIndex body, std::size_t at);

    const Motion* motion_ = nullptr;
    std::uint64_t slots_of_ = 0;  // the id of a model
    std::optional<int> robot_;    // of all robots; or one alone
    std::size_t moving_ = 0;
    IndexedVector<BodyIndex, std::int32_t> slots_;  // among the bodies that move and are not left out
    std::vector<double> times_;
    std::vector<Pose> poses_;
    std::vector<char> known_;
};

}  // namespace gapless
