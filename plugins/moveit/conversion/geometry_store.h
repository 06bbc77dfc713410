// What is kept from request to request: geometries, whose trees take longer to build than most motions to prove, and the last scene.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <gapless/collision/scene.h>
#include <gapless/geometry/collision_geometry.h>

namespace gapless_moveit {

/// Gives equal shapes the same geometry. Meshes are compared by address: the caller keeps them (MeshStore).
/// Safe to use from many threads.
class GeometryStore
{
public:
    /// `shapes` in the frame of the body. @throws InputError as CollisionGeometry.
    std::shared_ptr<const gapless::CollisionGeometry> get(const std::vector<gapless::PlacedShape>& shapes,
                                                          const std::string& name);
    /// Drops what no scene holds any more.
    void prune();

    /// The scene before, of the same group, for what it has proven; may be null.
    std::shared_ptr<const gapless::Scene> lastScene(const std::string& group) const;
    void setLastScene(const std::string& group, std::shared_ptr<const gapless::Scene> scene);

private:
    using Key = std::vector<std::uint64_t>;
    static Key keyOf(const std::vector<gapless::PlacedShape>& shapes);

    mutable std::mutex mutex_;
    std::map<Key, std::shared_ptr<const gapless::CollisionGeometry>> known_;
    std::map<std::string, std::shared_ptr<const gapless::Scene>> last_scenes_;
};

}  // namespace gapless_moveit
