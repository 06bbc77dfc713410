// Two leaves of a pair of objects, at one instant of a motion: where they are nearest, with which features, and whether they touch.
#pragma once

#include <gapless/certify/articulated_collision.h>
#include <gapless/kinematics/pose_cache.h>

#include "certify/contact_proof.h"
#include "certify/front.h"

namespace gapless {

/// Two doubles within so many errors of each other may be the same.
inline constexpr double kCloseErrors = 4.0;

/// Features, nearest points and normal at an instant of `poses`; `time` and `proved` are left alone.
Contact contactOf(const Scene& scene, const PairMotion& pair, const NodePair& leaves, PoseCache& poses, int instant);

/// Whether the two touch at an instant. `contact` tells where they were nearest at the instant `of_contact`.
Closeness closenessAt(const PairMotion& pair, const NodePair& leaves, PoseCache& poses, int instant, const Contact& contact,
                      int of_contact);

/// Is every leaf of the geometry at X_WB farther than `error` from every point within `error` of p (world)? Then a p that is inside of a
/// solid as computed is inside of the exact one.
bool isDeepInside(const CollisionGeometry& geometry, const Pose& X_WB, const Vec3& p, double error);

/// What a body that is inside another, or has it inside, touches with at p (in its frame): itself if it is solid, else the vertex there,
/// of the leaf `triangle`.
void featureInside(const CollisionGeometry& geometry, const Vec3& p, Feature& feature, std::optional<int>& triangle);

}  // namespace gapless
