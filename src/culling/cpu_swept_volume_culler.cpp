#include <gapless/culling/cpu_swept_volume_culler.h>

#include "culling/separation.h"

namespace gapless {

// Each piece walks the tree of all obstacles' leaves (box_tree.h). `open` shrinks: an obstacle that one leaf could not be told apart from
// is a hit, and no further leaf or piece looks at it; nodes of such an obstacle alone, as of one without an active pair, are skipped
// unseen.
void CpuSweptVolumeCuller::doCull(const SweptVolumeBatch& batch, Detail detail, ObstacleHits& hits) const
{
    const StaticObstacles& all = obstacles();
    const std::vector<BoxTree::Node>& nodes = all.tree().nodes();
    const auto end = static_cast<std::int32_t>(nodes.size());
    // Obstacles that this volume still has to be tested with.
    ObstacleMask open;
    for (std::size_t index = 0; index < batch.volumes.size(); ++index)
    {
        const SweptVolume& volume = batch.volumes[index];
        open = all.active(volume.object);
        bool done = false;
        for (int k = 0; k < volume.pieces && !done; ++k)
        {
            const SweptPiece piece = sweptPiece(batch, volume, k, all.error());
            for (std::int32_t i = 0; i < end && !done;)
            {
                const BoxTree::Node& node = nodes[static_cast<std::size_t>(i)];
                if ((node.group >= 0 && !contains(open, ObstacleIndex(node.group))) || provenApart(piece, node.box))
                {
                    i = node.skip;
                    continue;
                }
                ++i;
                for (std::int32_t leaf = node.first; leaf < node.first + node.count; ++leaf)
                {
                    const ObstacleIndex obstacle = all.obstacleOfLeaf()[static_cast<std::size_t>(leaf)];
                    if (!contains(open, obstacle) || provenApart(piece, all.leaves()[static_cast<std::size_t>(leaf)]))
                        continue;
                    if (detail == Detail::Any)
                    {
                        *hits.row(index) = 1;
                        done = true;
                        break;
                    }
                    hits.set(index, obstacle);
                    erase(open, obstacle);
                }
            }
        }
    }
}

}  // namespace gapless
