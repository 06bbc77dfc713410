// MoveIt's meshes as gapless meshes, kept from request to request.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <tuple>

#include <geometric_shapes/shapes.h>

#include <gapless/geometry/triangle_mesh.h>

namespace gapless_moveit {

/// One mesh per shape, scale and padding, as long as MoveIt holds the shape. Safe to use from many threads.
class MeshStore
{
public:
    /// `original` is the shape that MoveIt holds, `mesh` the same after scaleAndPadd(scale, padding). Null if it has no triangles.
    /// @throws gapless::InputError if a coordinate is not finite or an index is out of range.
    std::shared_ptr<const gapless::TriangleMesh> get(const shapes::ShapeConstPtr& original, const shapes::Mesh& mesh,
                                                     double scale, double padding, const std::string& name);
    /// Drops the meshes of shapes that are gone.
    void prune();

private:
    struct Key
    {
        std::weak_ptr<const shapes::Shape> shape;
        double scale, padding;
        bool operator<(const Key& other) const
        {
            if (shape.owner_before(other.shape) || other.shape.owner_before(shape))
                return shape.owner_before(other.shape);
            return std::tie(scale, padding) < std::tie(other.scale, other.padding);
        }
    };
    std::mutex mutex_;
    std::map<Key, std::shared_ptr<const gapless::TriangleMesh>> known_;
};

}  // namespace gapless_moveit
