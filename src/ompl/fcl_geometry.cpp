#include "fcl_geometry.h"

#include <variant>

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/cone.h>
#include <fcl/geometry/shape/cylinder.h>
#include <fcl/geometry/shape/sphere.h>

namespace gapless {
namespace {

std::shared_ptr<fcl::CollisionGeometryd> makePrimitive(const Shape& shape)
{
    if (const auto* box = std::get_if<Box>(&shape))
        return std::make_shared<fcl::Boxd>(fcl::Vector3d(2.0 * box->half_extents));
    if (const auto* sphere = std::get_if<Sphere>(&shape))
        return std::make_shared<fcl::Sphered>(sphere->radius);
    if (const auto* cylinder = std::get_if<Cylinder>(&shape))
        return std::make_shared<fcl::Cylinderd>(cylinder->radius, 2.0 * cylinder->half_length);
    if (const auto* cone = std::get_if<Cone>(&shape))
        return std::make_shared<fcl::Coned>(cone->radius, 2.0 * cone->half_length);
    const auto& capsule = std::get<Capsule>(shape);
    return std::make_shared<fcl::Capsuled>(capsule.radius, 2.0 * capsule.half_length);
}

}  // namespace

std::vector<FclPiece> makeFclPieces(const CollisionGeometry& geometry)
{
    std::vector<FclPiece> pieces;
    std::vector<fcl::Vector3d> vertices;
    std::vector<fcl::Triangle> triangles;
    for (const PlacedShape& placed : geometry.shapes())
    {
        const auto* mesh = std::get_if<std::shared_ptr<const TriangleMesh>>(&placed.shape);
        if (!mesh)
        {
            pieces.push_back({makePrimitive(placed.shape), placed.X_BS});
            pieces.back().geometry->computeLocalAABB();
            continue;
        }
        const std::size_t first = vertices.size();
        for (const Vec3& vertex : (*mesh)->vertices())
            vertices.push_back(placed.X_BS * vertex);
        for (const TriangleMesh::Triangle& t : (*mesh)->triangles())
            triangles.emplace_back(first + static_cast<std::size_t>(t[0]), first + static_cast<std::size_t>(t[1]),
                                   first + static_cast<std::size_t>(t[2]));
    }
    if (!triangles.empty())
    {
        auto model = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
        model->beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
        model->addSubModel(vertices, triangles);
        model->endModel();
        model->computeLocalAABB();
        pieces.push_back({std::move(model), Pose()});
    }
    return pieces;
}

FclObject::FclObject(const FclPiece& piece, ObjectIndex index, double margin)
    : fcl::CollisionObjectd(piece.geometry),
      X_BS_(piece.X_BS),
      box_centre_(piece.geometry->aabb_local.center()),
      box_half_extents_(0.5 * (piece.geometry->aabb_local.max_ - piece.geometry->aabb_local.min_)),
      index_(index),
      margin_(margin)
{}

void FclObject::moveTo(const Pose& X_WB)
{
    t.linear().noalias() = X_WB.R * X_BS_.R;
    t.translation().noalias() = X_WB.R * X_BS_.p;
    t.translation() += X_WB.p;
    const fcl::Vector3d centre = t * box_centre_;
    const fcl::Vector3d half = t.linear().cwiseAbs() * box_half_extents_ + fcl::Vector3d::Constant(margin_);
    aabb.min_ = centre - half;
    aabb.max_ = centre + half;
}

}  // namespace gapless
