// Meshes that are nearly balls.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "support/random_scene.h"

namespace gapless::test {

/// A ball of so many rings of triangles, its points moved at random.
inline std::shared_ptr<const TriangleMesh> roughBall(Random& random, int rings, double roughness)
{
    std::vector<Vec3> vertices;
    std::vector<TriangleMesh::Triangle> triangles;
    const int around = 2 * rings;
    for (int i = 0; i <= rings; ++i)
        for (int k = 0; k < around; ++k)
        {
            const double polar = M_PI * i / rings, azimuth = 2 * M_PI * k / around;
            vertices.push_back(Vec3(std::sin(polar) * std::cos(azimuth), std::sin(polar) * std::sin(azimuth), std::cos(polar))
                               + random.inCube(roughness));
            if (i == rings)
                continue;
            const int next = (k + 1) % around;
            triangles.push_back({i * around + k, i * around + next, (i + 1) * around + k});
            triangles.push_back({i * around + next, (i + 1) * around + next, (i + 1) * around + k});
        }
    return meshOf(vertices, triangles);
}

}  // namespace gapless::test
