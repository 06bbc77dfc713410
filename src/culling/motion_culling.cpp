#include <gapless/culling/motion_culling.h>

#include <algorithm>

#include <gapless/core/error.h>

namespace gapless {

std::vector<char> linksMayHitObstacles(const Culler& culler, const std::vector<std::pair<Configuration, Configuration>>& motions,
                                       const SweepOptions& options)
{
    MotionSweeper sweeper(culler.obstacles().sharedScene(), options);
    return linksMayHitObstacles(culler, sweeper, motions);
}

std::vector<char> linksMayHitObstacles(const Culler& culler, MotionSweeper& sweeper,
                                       const std::vector<std::pair<Configuration, Configuration>>& motions)
{
    // Volumes of a million motions would fill gigabytes; this many keep a GPU busy.
    constexpr std::size_t kMotionsAtOnce = 8192;
    if (sweeper.scene().id() != culler.obstacles().scene().id())
        throw InputError("a sweeper of scene " + std::to_string(sweeper.scene().id()) + " given with a culler of scene "
                         + std::to_string(culler.obstacles().scene().id()) + "; both have to be of one scene");
    const KinematicModel& model = culler.obstacles().scene().model();
    for (const auto& [q0, q1] : motions)
    {
        model.validate(q0);
        model.validate(q1);
    }
    std::vector<char> result(motions.size(), 0), may_hit;
    SweptVolumeBatch batch;
    Motion motion;
    for (std::size_t begin = 0; begin < motions.size(); begin += kMotionsAtOnce)
    {
        const std::size_t end = std::min(motions.size(), begin + kMotionsAtOnce);
        batch.clear();
        for (std::size_t i = begin; i < end; ++i)
        {
            motion.reset(model, motions[i].first, motions[i].second);
            sweeper.add(motion, batch);
        }
        culler.cull(batch, may_hit);
        for (std::size_t v = 0; v < may_hit.size(); ++v)
            if (may_hit[v])
                result[begin + static_cast<std::size_t>(batch.volumes[v].motion)] = 1;
    }
    return result;
}

}  // namespace gapless
