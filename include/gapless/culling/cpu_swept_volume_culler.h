// The culler that every machine has.
#pragma once

#include <gapless/culling/culler.h>

namespace gapless {

/// Walks the tree over the obstacles' leaves for each piece of a volume, in double.
///
/// Nodes are discarded by their box along the axes of the world and of the piece; leaves likewise, then along the normal of a triangle
/// and along directions from a search for the nearest points (Gilbert 1966). Each is a support gap with an explicit error term
/// (separation.h): a direction need not be good for the answer to be a proof.
/// Calls do not wait for each other; each uses the calling thread alone.
class CpuSweptVolumeCuller : public Culler
{
public:
    explicit CpuSweptVolumeCuller(std::shared_ptr<const StaticObstacles> obstacles) : Culler(std::move(obstacles)) {}
    const char* name() const override { return "CPU"; }

private:
    void doCull(const SweptVolumeBatch& batch, Detail detail, ObstacleHits& hits) const override;
};

}  // namespace gapless
