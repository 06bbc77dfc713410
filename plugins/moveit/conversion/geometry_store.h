// Collision geometries that are kept from request to request: their trees take longer to build than most motions to prove.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <gapless/geometry/collision_geometry.h>

namespace gapless_moveit {

/// Gives equal shapes the same geometry. Meshes are compared by address: the caller keeps them (MeshStore).
/// Safe to use from many threads.
class GeometryStore
{
public:
    /// `shapes` in the frame of the body. @throws InputError as CollisionGeometry.
    std::shared_ptr<const gapless::CollisionGeometry> get(const std::vector<gapless::PlacedShape>& shapes, const std::string& name);
    /// Drops what no scene holds any more.
    void prune();

private:
    using Key = std::vector<std::uint64_t>;
    static Key keyOf(const std::vector<gapless::PlacedShape>& shapes);

    std::mutex mutex_;
    std::map<Key, std::shared_ptr<const gapless::CollisionGeometry>> known_;
};

}  // namespace gapless_moveit
