// Contact of two objects as balls that lie within them tell: where these meet, no surface has to be looked at.
//
// A ball within an object is a part of it, and so is a primitive: the distance of two parts bounds that of the objects from above, whichever
// parts they are. For solids that overlap by more than a little some such balls meet, for a tenth of what the surfaces cost.
// O'Sullivan, Dingliana: "Real-time collision detection and response using sphere-trees", SCCG 1999, take inner and outer spheres likewise.
#pragma once

#include <optional>

#include <gapless/geometry/pair_distance.h>

namespace gapless {

/// Two points, one of each object, relative to A's origin, in F (PairPose).
struct InnerContact
{
    Vec3 point_a, point_b;
    double upper = 0.0;  ///< bound of their distance, metres
    /// Of what met, as computed, metres; where balls, or a ball and a primitive, overlap less than 0, by how deeply they do at least.
    double gap = 0.0;
};

/// Points of A and B within `threshold` of each other, as balls within one of them and such balls or few primitives of the other tell. None
/// says nothing.
/// @param error as of greedyDistance()
/// @param within what is looked at below these nodes alone, where an object has to be looked at by its tree
/// @param balls_a, balls_b whether balls within A, and B, are asked (CollisionGeometry::innerBalls(), which the first who asks waits for)
std::optional<InnerContact> findInnerContact(const CollisionGeometry& A, const CollisionGeometry& B, const PairPose& X,
                                             double threshold, double error, bool balls_a, bool balls_b,
                                             const NodePair& within = {});

/// The same of balls within each of the two and a leaf of the other's tree, the one that a descent for each ball leads to: what overlaps by less than two
/// balls take. Of two that move (what stands still findInnerContact() looks at by its surface anyway); none of few primitives.
std::optional<InnerContact> findShallowContact(const CollisionGeometry& A, const CollisionGeometry& B, const PairPose& X,
                                               double threshold, double error);

}  // namespace gapless
