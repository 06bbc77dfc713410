#include <gapless/geometry/shells.h>

#include <numeric>

#include <gapless/geometry/pair_distance.h>

#include "geometry/union_find.h"

namespace gapless {

namespace {

void join(std::vector<int>& parent, int i, int j)
{
    parent[static_cast<std::size_t>(findRoot(parent, i))] = findRoot(parent, j);
}

}  // namespace

int connectedParts(std::size_t vertex_count, const std::vector<std::array<std::int32_t, 3>>& triangles, std::vector<int>& group)
{
    std::vector<int> parent(vertex_count);
    std::iota(parent.begin(), parent.end(), 0);
    for (const auto& t : triangles)
    {
        join(parent, t[0], t[1]);
        join(parent, t[0], t[2]);
    }
    std::vector<int> number(vertex_count, -1);
    int count = 0;
    group.resize(triangles.size());
    for (std::size_t i = 0; i < triangles.size(); ++i)
    {
        int& n = number[static_cast<std::size_t>(findRoot(parent, triangles[i][0]))];
        if (n < 0)
            n = count++;
        group[i] = n;
    }
    return count;
}

// The sign of a shell's volume tells which way its triangles face: summed over tetrahedra with a corner of its own, so that nothing
// cancels far from the origin. The shells that face outwards make one geometry, all others another, and one distance query between the
// two answers for all pairs. It is asked without an error term: a message hangs on the answer, no proof.
bool oppositeShellsMeet(const TriangleMesh& mesh)
{
    std::vector<int> part;
    const int count = connectedParts(mesh.vertices().size(), mesh.triangles(), part);
    if (!mesh.isSolid() || count < 2)
        return false;
    std::vector<double> volume(static_cast<std::size_t>(count), 0.0);
    std::vector<Vec3> origin(static_cast<std::size_t>(count), Vec3::Constant(std::numeric_limits<double>::quiet_NaN()));
    const auto vertex = [&](std::int32_t i) { return mesh.vertices()[static_cast<std::size_t>(i)]; };
    for (std::size_t i = 0; i < part.size(); ++i)
    {
        const auto& t = mesh.triangles()[i];
        Vec3& o = origin[static_cast<std::size_t>(part[i])];
        if (o.hasNaN())
            o = vertex(t[0]);
        volume[static_cast<std::size_t>(part[i])] += (vertex(t[0]) - o).dot((vertex(t[1]) - o).cross(vertex(t[2]) - o));
    }
    std::vector<TriangleMesh::Triangle> outward, inward;
    for (std::size_t i = 0; i < part.size(); ++i)
        (volume[static_cast<std::size_t>(part[i])] < 0.0 ? inward : outward).push_back(mesh.triangles()[i]);
    if (outward.empty() || inward.empty())
        return false;
    const auto geometry = [&](std::vector<TriangleMesh::Triangle>& triangles) {
        auto half = std::make_shared<const TriangleMesh>(mesh.vertices(), std::move(triangles), "shells");
        return CollisionGeometry({{half, {}}}, "shells");
    };
    return greedyDistance(geometry(outward), geometry(inward), pairPose({}, {}), 0.0, 0.0).outcome
           != GreedyDistance::Outcome::Apart;
}

}  // namespace gapless
