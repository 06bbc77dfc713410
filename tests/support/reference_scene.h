// Brute-force distances of the pairs of a scene, independent of gapless' trees, motions and bounds.
//
// Poses in long double (so that offsets of 1e6 m cost 1e-13 m), relative pose of each pair, then every piece against every piece in
// double. A result is never below the true distance by more than kReferenceRounding times the size of the pair; with cylinders it may be above.
#pragma once

#include <variant>
#include <vector>

#include <gapless/collision/scene.h>

#include "convex_reference.h"
#include "reference_motion.h"

namespace gapless::test {

/// Rounding of the double part relative to the extent of two objects: some hundred operations of 2^-53.
inline constexpr double kReferenceRounding = 1e-13;

struct ReferenceSolid
{
    std::vector<Tri<double>> triangles;
    Vec3 low, high;

    /// |winding number| > 1/2, by the sum of solid angles.
    bool contains(const Vec3& x) const;
};

struct ReferenceObject
{
    std::vector<Piece<double>> pieces;
    std::vector<Vec3> centres;
    std::vector<double> radii;
    std::vector<ReferenceSolid> solids;
    Vec3 centre = Vec3::Zero();
    double radius = 0.0, reach = 0.0;

    explicit ReferenceObject(const CollisionGeometry& geometry);

private:
    void add(const PlacedShape& placed);
};

/// Distance of two objects (0 where one is inside the other), or `known` if it is not smaller than that.
double objectDistance(const ReferenceObject& A, const ReferenceObject& B, const PoseT<double>& X_AB, double known);

/// Whether distances of some object may be above the true ones.
inline bool hasRoundSolid(const Scene& scene)
{
    for (const CollisionObject& object : scene.objects())
        for (const PlacedShape& shape : object.geometry->shapes())
            if (std::holds_alternative<Cylinder>(shape.shape) || std::holds_alternative<Cone>(shape.shape))
                return true;
    return false;
}

/// All objects of a scene, to be asked for distances at any t of a motion.
class ReferenceScene
{
public:
    explicit ReferenceScene(const Scene& scene) : scene_(scene)
    {
        for (const CollisionObject& object : scene.objects())
            objects_.emplace_back(*object.geometry);
    }

    using Poses = IndexedVector<BodyIndex, PoseT<long double>>;
    Poses poses(const Configuration& q0, const Configuration& q1, double t) const;
    PoseT<double> relativePose(const Poses& poses, const ObjectPair& pair) const;
    double pairDistance(const Poses& poses, PairIndex pair, double known = 1e300) const
    {
        const ObjectPair& p = scene_.pair(pair);
        return objectDistance(object(p.a), object(p.b), relativePose(poses, p), known);
    }
    /// Distance of a point of the world from an object, 0 inside (or on) it.
    double pointDistance(const Poses& poses, ObjectIndex index, const Vec3& x) const;
    const ReferenceObject& object(ObjectIndex index) const { return objects_[index]; }
    const Scene& scene() const { return scene_; }
    /// Size of a pair at most this far apart: what rounding of the reference is relative to.
    double scaleOf(PairIndex pair, double distance) const
    {
        const ObjectPair& p = scene_.pair(pair);
        return object(p.a).reach + object(p.b).reach + distance;
    }

private:
    BodyIndex body(ObjectIndex object) const { return scene_.object(object).body; }

    const Scene& scene_;
    IndexedVector<ObjectIndex, ReferenceObject> objects_;
};

}  // namespace gapless::test
