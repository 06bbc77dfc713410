// Scenes with more obstacles, and what of a scene is about obstacles.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <gapless/collision/scene.h>

namespace gapless {

struct NewObstacle
{
    std::string name;
    std::shared_ptr<const CollisionGeometry> geometry;
    Pose X_WO;
};

/// The scene with obstacles besides, each to be kept off by all links that move.
std::shared_ptr<const Scene> withObstacles(const Scene& scene, const std::vector<NewObstacle>& obstacles);

/// The scene with the pairs of an obstacle and something else alone.
std::shared_ptr<const Scene> obstaclePairsOf(const Scene& scene);

}  // namespace gapless
