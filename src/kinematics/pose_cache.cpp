#include <gapless/kinematics/pose_cache.h>

namespace gapless {

void PoseCache::reset(const Motion& motion)
{
    motion_ = &motion;
    const KinematicModel& model = motion.model();
    if (slots_of_ != model.id())
    {
        slots_of_ = 0;  // if memory runs out
        slots_.assign(model.bodies().size(), -1);
        moving_ = model.movingBodies().size();
        for (std::size_t k = 0; k < moving_; ++k)
            slots_[model.movingBodies()[k]] = static_cast<std::int32_t>(k);
        slots_of_ = model.id();
    }
    times_.clear();
    known_.clear();
}

int PoseCache::addInstant(double t)
{
    times_.push_back(t);
    known_.resize(times_.size() * moving_, 0);
    if (poses_.size() < known_.size())
        poses_.resize(known_.size());
    return static_cast<int>(times_.size()) - 1;
}

void PoseCache::compute(int instant, BodyIndex body, std::size_t at)
{
    const Pose X_PB = motion_->relativePose(body, times_[static_cast<std::size_t>(instant)]);
    const BodyIndex parent = motion_->model().body(body).parent;
    poses_[at] = parent == kWorld ? X_PB : pose(instant, parent) * X_PB;
    known_[at] = 1;
}

}  // namespace gapless
