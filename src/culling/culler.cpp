#include <gapless/culling/culler.h>

#include <gapless/core/error.h>
#include <gapless/core/rounding_environment.h>

namespace gapless {

void Culler::requireSameScene(const SweptVolumeBatch& batch) const
{
    requireRounding();
    if (!batch.volumes.empty() && batch.scene_id != obstacles_->scene().id())
        throw InputError("swept volumes of scene " + std::to_string(batch.scene_id) + " given to a culler of scene "
                         + std::to_string(obstacles_->scene().id()) + "; an edited scene needs a culler of its own");
}

void Culler::cull(const SweptVolumeBatch& batch, std::vector<char>& may_hit) const
{
    requireSameScene(batch);
    may_hit.assign(batch.volumes.size(), 0);
    if (batch.volumes.empty() || obstacles_->count() == 0)
        return;
    ObstacleHits hits;
    hits.reset(batch.volumes.size(), 1);
    doCull(batch, Detail::Any, hits);
    for (std::size_t i = 0; i < batch.volumes.size(); ++i)
    {
        may_hit[i] = *hits.row(i) != 0;
        if (may_hit[i])
            continue;
        const SweptVolume& volume = batch.volumes[i];
        const ObstacleMask& active = obstacles_->active(volume.object);
        obstacles_->forEachSolidAround(batch, volume, [&](ObstacleIndex obstacle) {
            may_hit[i] = contains(active, obstacle) && obstacles_->mayBeInside(batch, volume, obstacle);
            return may_hit[i] != 0;
        });
    }
}

void Culler::cullPairs(const SweptVolumeBatch& batch, ObstacleHits& hits) const
{
    requireSameScene(batch);
    hits.reset(batch.volumes.size(), obstacles_->words());
    if (batch.volumes.empty() || obstacles_->count() == 0)
        return;
    doCull(batch, Detail::Obstacles, hits);
    for (std::size_t i = 0; i < batch.volumes.size(); ++i)
    {
        const SweptVolume& volume = batch.volumes[i];
        const ObstacleMask& active = obstacles_->active(volume.object);
        obstacles_->forEachSolidAround(batch, volume, [&](ObstacleIndex obstacle) {
            if (contains(active, obstacle) && !hits.mayHit(i, obstacle) && obstacles_->mayBeInside(batch, volume, obstacle))
                hits.set(i, obstacle);
            return false;
        });
    }
}

}  // namespace gapless
