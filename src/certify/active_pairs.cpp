// The boxes of what objects sweep and the joint limits; of the pairs that these leave, those that nodes in lanes keep apart (lane_prover.h);
// of what is left then, the volumes that links sweep, if asked for. clearance_ is the smallest of the gaps by which pairs were dropped, in whole or in part: of a pair that
// the volumes drop no more is known than that it keeps the clearance asked for.
#include "certify/active_pairs.h"

#include <algorithm>
#include <chrono>
#include <limits>

#include <gapless/core/error.h>
#include <gapless/culling/cpu_swept_volume_culler.h>

#include "certify/lane_prover.h"

namespace gapless {

ActivePairs::ActivePairs(std::shared_ptr<const Scene> scene, const ArticulatedStages& stages,
                         std::shared_ptr<const Culler> culler)
    : scene_(std::move(scene)), stages_(stages), bounds_(scene_->objects().size())
{
    if (culler && culler->obstacles().scene().id() != scene_->id())
        throw InputError("the culler is of another scene than the one to be checked");
    LaneProver::prepare(*scene_);
    if (!stages.swept_volumes)
        return;
    culler_ = culler ? std::move(culler)
                     : std::make_shared<const CpuSweptVolumeCuller>(std::make_shared<const StaticObstacles>(scene_));
    sweeper_ = std::make_unique<MotionSweeper>(scene_);
    volume_of_.resize(scene_->objects().size());
    for (std::size_t i = 0; i < sweeper_->links().size(); ++i)
        volume_of_[sweeper_->links()[i]] = i;
}

void ActivePairs::reset(const Motion& motion, const Configuration& q0, const Configuration& q1, bool within_limits,
                        PoseCache& poses, const DyadicInterval& whole)
{
    clearance_ = std::numeric_limits<double>::infinity();
    cullSweptBoxes(motion, q0, q1, within_limits);
    left_by_boxes_ = left_.size();
    volumes_seconds_ = 0.0;
    // Swept volumes are those of the straight motion.
    if (culler_ && !left_.empty() && !motion.hasTube())
        cullSweptVolumes(motion);
    pairs_.clear();
    boundMotions(*scene_, motion, left_, poses, whole.middle, bounds_);
    for (const PairIndex i : left_)
    {
        const ApartWithinLimits* proof = within_limits ? &scene_->apartWithinLimits(i) : nullptr;
        if (proof)
            clearance_ = std::min(clearance_, proof->gap);
        if (!proof || !proof->open.empty())
            pairs_.push_back(makePairMotion(*scene_, i, proof, motion, bounds_, poses, whole.first));
    }
}

void ActivePairs::cullSweptBoxes(const Motion& motion, const Configuration& q0, const Configuration& q1, bool within_limits)
{
    left_.clear();
    if (!stages_.swept_boxes)
    {
        const IndexRange<PairIndex> all = scene_->pairs().indices();
        left_.assign(all.begin(), all.end());
        return;
    }
    LaneProver& lanes = LaneProver::ofThread();
    lanes.reset(*scene_, motion);
    clearance_ = lanes.cull(q0, q1, within_limits, left_);
    clearance_ = std::min(clearance_, lanes.prove(left_));
    std::sort(left_.begin(), left_.end());
}

/// Drops the pairs of a link and an obstacle that the culler proves apart.
void ActivePairs::cullSweptVolumes(const Motion& motion)
{
    const auto start = std::chrono::steady_clock::now();
    volumes_.clear();
    sweeper_->add(motion, volumes_);
    culler_->cullPairs(volumes_, hits_);
    const auto isCulled = [&](PairIndex pair) {
        const ObjectPair& objects = scene_->pair(pair);
        for (const auto& [link, other] : {std::pair{objects.a, objects.b}, std::pair{objects.b, objects.a}})
        {
            const std::optional<std::size_t> volume = volume_of_[link];
            const std::optional<ObstacleIndex> obstacle = culler_->obstacles().obstacle(other);
            if (volume && obstacle && !hits_.mayHit(*volume, *obstacle))
            {
                clearance_ = std::min(clearance_, objects.clearance);
                return true;
            }
        }
        return false;
    };
    left_.erase(std::remove_if(left_.begin(), left_.end(), isCulled), left_.end());
    volumes_seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace gapless
