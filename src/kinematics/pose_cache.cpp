#include <gapless/kinematics/pose_cache.h>

#include <algorithm>
#include <stdexcept>

namespace gapless {

void PoseCache::reset(const Motion& motion, std::optional<int> robot)
{
    motion_ = &motion;
    const KinematicModel& model = motion.model();
    if (slots_of_ != model.id() || robot_ != robot)
    {
        slots_of_ = 0;  // if memory runs out
        slots_.assign(model.bodies().size(), kStands);
        moving_ = 0;
        for (const BodyIndex body : model.movingBodies())
            slots_[body] = kLeftOut;
        for (const BodyIndex body : model.movingBodies())
            if (!robot || model.body(body).robot == robot)
                for (BodyIndex at = body; at != kWorld && slots_[at] == kLeftOut; at = model.body(at).parent)
                    slots_[at] = static_cast<std::int32_t>(moving_++);
        slots_of_ = model.id();
        robot_ = robot;
    }
    times_.clear();
    known_.clear();
}

const Pose& PoseCache::standing(std::int32_t slot, BodyIndex body) const
{
    if (slot == kLeftOut)
        throw std::logic_error("PoseCache: a body of a robot that was left out");
    return motion_->model().body(body).X_WB;
}

int PoseCache::addInstant(double t)
{
    times_.push_back(t);
    known_.resize(times_.size() * moving_, 0);
    if (poses_.size() < known_.size())
        poses_.resize(known_.size());
    return static_cast<int>(times_.size()) - 1;
}

int PoseCache::instantAt(double t)
{
    const auto there = std::find(times_.begin(), times_.end(), t);
    return there == times_.end() ? addInstant(t) : static_cast<int>(there - times_.begin());
}

void PoseCache::compute(int instant, BodyIndex body, std::size_t at)
{
    const Pose X_PB = motion_->relativePose(body, times_[static_cast<std::size_t>(instant)]);
    const BodyIndex parent = motion_->model().body(body).parent;
    poses_[at] = parent == kWorld ? X_PB : pose(instant, parent) * X_PB;
    known_[at] = 1;
}

}  // namespace gapless
