// Static collision checks with FCL, for comparison: what a planner without gapless would use.
#pragma once

#include <memory>
#include <optional>

#include <gapless/collision/scene.h>

namespace gapless {

/// Made to be as fast as FCL can be: one pose per body and state, OBBRSS trees (one per object that is a mesh, shared by all
/// threads), tight boxes in a dynamic AABB tree for all that stands still, the active pairs only, no contacts, stop at the first.
///
/// Its answers prove nothing: FCL takes meshes for surfaces, and its arithmetic is not guarded.
/// Safe to use from many threads at once.
class FclStateChecker
{
public:
    explicit FclStateChecker(std::shared_ptr<const Scene> scene);
    ~FclStateChecker();

    /// An active pair that FCL finds in collision, or closer than its clearance where that is positive.
    /// @pre q is a valid configuration of the scene's model (unchecked).
    std::optional<PairIndex> collidingPair(const Configuration& q) const;
    bool isFree(const Configuration& q) const { return !collidingPair(q); }

    const std::shared_ptr<const Scene>& scene() const;

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace gapless
