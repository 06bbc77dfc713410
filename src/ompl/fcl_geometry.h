// Collision geometry as FCL's.
#pragma once

#include <memory>
#include <vector>

#include <fcl/narrowphase/collision_object.h>

#include <gapless/collision/scene.h>

namespace gapless {

/// One FCL geometry at a fixed pose in the frame of the body that carries it. Immutable, shared by all threads.
struct FclPiece
{
    std::shared_ptr<fcl::CollisionGeometryd> geometry;
    Pose X_BS;
};

/// All meshes of the object as one OBBRSS tree, in the frame of the body; each primitive as FCL's own shape.
std::vector<FclPiece> makeFclPieces(const CollisionGeometry& geometry);

/// An FCL object whose box is tight also where it is rotated, and grown by a margin: FCL's own computeAABB() boxes the
/// bounding ball.
class FclObject : public fcl::CollisionObjectd
{
public:
    /// `margin` (metres, >= 0) is added on all sides of the box.
    FclObject(const FclPiece& piece, ObjectIndex index, double margin);

    void moveTo(const Pose& X_WB);

    ObjectIndex index() const { return index_; }
    bool boxOverlaps(const FclObject& other) const { return aabb.overlap(other.aabb); }

private:
    Pose X_BS_;
    fcl::Vector3d box_centre_, box_half_extents_;
    ObjectIndex index_;
    double margin_;
};

}  // namespace gapless
