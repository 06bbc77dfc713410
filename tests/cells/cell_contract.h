// What a set of cells has to hold: judged by points of the objects, in poses of an independent reference.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gapless/cells/workspace_grid.h>
#include <gapless/collision/scene.h>

namespace gapless::test {

/// The cells that the links of a scene touch on the way from one configuration to another.
using Sweep =
    std::function<CellSet(const std::shared_ptr<const Scene>&, const WorkspaceGrid&, const Configuration&, const Configuration&)>;

/// The cells of an obstacle with all that is within a clearance of it.
using Mark =
    std::function<CellSet(const WorkspaceGrid&, const std::shared_ptr<const CollisionGeometry>&, const Pose&, double clearance)>;

/// Cells that are touched and missing, in words; empty if none was found in `scenes` random scenes and the constructed ones.
std::vector<std::string> sweepFaults(const Sweep& sweep, int scenes);
std::vector<std::string> markFaults(const Mark& mark, int obstacles);

/// A random point of the object as stored: of its surfaces or within its primitives.
class Random;
Vec3 pointOf(const CollisionGeometry& geometry, Random& random);
/// Whether the point is in the object: within a solid mesh, or within a primitive.
bool isInside(const CollisionGeometry& geometry, const Vec3& p);

}  // namespace gapless::test
