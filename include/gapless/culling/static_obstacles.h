// Everything that stands still in a scene, in the world: what swept volumes are culled against.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <gapless/collision/scene.h>
#include <gapless/culling/box_tree.h>
#include <gapless/culling/swept_volume.h>

namespace gapless {

/// The number of an obstacle in StaticObstacles.
using ObstacleIndex = Index<class StaticObstacles>;

/// A set of obstacles, as bits by their numbers in StaticObstacles.
using ObstacleMask = std::vector<std::uint32_t>;

inline bool contains(const ObstacleMask& mask, ObstacleIndex obstacle)
{
    return (mask[obstacle.value() / 32] >> (obstacle.value() % 32)) & 1u;
}

inline void insert(ObstacleMask& mask, ObstacleIndex obstacle)
{
    mask[obstacle.value() / 32] |= std::uint32_t{1} << (obstacle.value() % 32);
}

inline void erase(ObstacleMask& mask, ObstacleIndex obstacle)
{
    mask[obstacle.value() / 32] &= ~(std::uint32_t{1} << (obstacle.value() % 32));
}

/// The convex leaves of all objects on static bodies and one tree over them. Immutable, safe to share between threads.
class StaticObstacles
{
public:
    explicit StaticObstacles(std::shared_ptr<const Scene> scene);

    const Scene& scene() const { return *scene_; }
    const std::shared_ptr<const Scene>& sharedScene() const { return scene_; }
    /// How many obstacles, and which object of the scene each is.
    int count() const { return static_cast<int>(objects_.size()); }
    ObjectIndex object(ObstacleIndex obstacle) const { return objects_[obstacle]; }
    /// The number of an object of the scene among the obstacles; none if it moves.
    std::optional<ObstacleIndex> obstacle(ObjectIndex object) const { return number_[object]; }
    /// 32-bit words of an ObstacleMask.
    int words() const { return (count() + 31) / 32; }
    /// Obstacles that have an active pair with the object: pairs that may touch are no business of a culler.
    const ObstacleMask& active(ObjectIndex object) const { return active_[object]; }

    /// In the world, as computed; in the order of the nodes: a leaf node holds leaves()[first] ... leaves()[first + count - 1].
    const std::vector<Convex>& leaves() const { return leaves_; }
    /// The obstacle that a leaf belongs to.
    const std::vector<ObstacleIndex>& obstacleOfLeaf() const { return obstacle_of_leaf_; }
    /// A node's box holds its leaves as computed. Its groups are obstacles.
    const BoxTree& tree() const { return tree_; }
    /// How far any point of a computed leaf may lie from the exact one, metres: objectError of a static body (pair_error.h) and
    /// placing the leaf in the world, fewer than 16 roundings of numbers <= 2 magnitude.
    double error() const { return error_; }
    /// Bound of the coordinates of all leaves, metres.
    double magnitude() const { return magnitude_; }

    /// Is the volume wholly inside a solid mesh of the obstacle? Connected pieces hold the link, so while the volume does not touch
    /// the obstacle's surface, one point tells for all of the link: the end of the first axis. A ball of the volume's radius about it is
    /// part of the volume, and rounding of turning it into the mesh's frame is less than error().
    /// @pre the volume is proven farther from the obstacle's surface than error()
    bool mayBeInside(const SweptVolumeBatch& batch, const SweptVolume& volume, ObstacleIndex obstacle) const;
    /// Calls found(obstacle) until it returns true, for all obstacles for which mayBeInside could: solid meshes whose box, grown by
    /// error(), holds that end of the first axis.
    template <class Found>
    void forEachSolidAround(const SweptVolumeBatch& batch, const SweptVolume& volume, Found found) const;

private:
    std::shared_ptr<const Scene> scene_;
    IndexedVector<ObstacleIndex, ObjectIndex> objects_;
    IndexedVector<ObjectIndex, std::optional<ObstacleIndex>> number_;
    IndexedVector<ObjectIndex, ObstacleMask> active_;
    // Over the boxes of the obstacles solid_[0], solid_[1] and so on.
    BoxTree solids_;
    std::vector<ObstacleIndex> solid_;
    std::vector<Convex> leaves_;
    std::vector<ObstacleIndex> obstacle_of_leaf_;
    BoxTree tree_;
    double error_ = 0.0;
    double magnitude_ = 0.0;
};

template <class Found>
void StaticObstacles::forEachSolidAround(const SweptVolumeBatch& batch, const SweptVolume& volume, Found found) const
{
    const Vec3& p = batch.axes[static_cast<std::size_t>(volume.first)].a;
    const std::vector<BoxTree::Node>& nodes = solids_.nodes();
    for (std::size_t i = 0; i < nodes.size();)
    {
        const BoxTree::Node& node = nodes[i];
        if ((p.array() < node.box.low.array()).any() || (p.array() > node.box.high.array()).any())
        {
            i = static_cast<std::size_t>(node.skip);
            continue;
        }
        ++i;
        for (std::int32_t k = node.first; k < node.first + node.count; ++k)
            if (found(solid_[static_cast<std::size_t>(solids_.order()[static_cast<std::size_t>(k)])]))
                return;
    }
}

}  // namespace gapless
