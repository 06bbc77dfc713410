#include <gapless/geometry/triangle_mesh.h>

#include <algorithm>
#include <map>
#include <numeric>

#include <gapless/core/error.h>

namespace gapless {

TriangleMesh::TriangleMesh(std::vector<Vec3> vertices, std::vector<Triangle> triangles, const std::string& source)
    : vertices_(std::move(vertices)), triangles_(std::move(triangles))
{
    if (triangles_.empty())
        throw InputError(source + ": the mesh has no triangles; at least one is needed");
    for (std::size_t i = 0; i < vertices_.size(); ++i)
        if (!vertices_[i].allFinite())
            throw InputError(source + ": vertex " + std::to_string(i) + " is not finite; coordinates are numbers in metres");
    const auto count = static_cast<std::int64_t>(vertices_.size());
    for (std::size_t i = 0; i < triangles_.size(); ++i)
        for (const std::int32_t index : triangles_[i])
            if (index < 0 || index >= count)
                throw InputError(source + ": triangle " + std::to_string(i) + " has vertex index " + std::to_string(index)
                                 + "; indices run from 0 to " + std::to_string(count - 1));
    weldVertices();
    solid_ = everyEdgeIsUsedOnceEachWay();
    degenerate_ = countDegenerate();
}

// Sorted by their coordinates, equal vertices stand side by side. Equal is equal as numbers, not near: nothing moves, and 0 and -0 are
// one.
void TriangleMesh::weldVertices()
{
    std::vector<std::int32_t> order(vertices_.size());
    std::iota(order.begin(), order.end(), 0);
    const auto less = [&](std::int32_t i, std::int32_t j) {
        const Vec3 &a = vertices_[static_cast<std::size_t>(i)], &b = vertices_[static_cast<std::size_t>(j)];
        return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
    };
    std::sort(order.begin(), order.end(), less);
    std::vector<std::int32_t> representative(vertices_.size());
    std::vector<Vec3> welded;
    for (std::size_t k = 0; k < order.size(); ++k)
    {
        if (k == 0 || less(order[k - 1], order[k]))
            welded.push_back(vertices_[static_cast<std::size_t>(order[k])]);
        representative[static_cast<std::size_t>(order[k])] = static_cast<std::int32_t>(welded.size()) - 1;
    }
    for (Triangle& triangle : triangles_)
        for (std::int32_t& index : triangle)
            index = representative[static_cast<std::size_t>(index)];
    vertices_ = std::move(welded);
}

// Then the triangles together have no boundary, and every point off the surface has a winding number. Directed edges, sorted: none may be
// there twice, and each needs its reverse. This is stricter than having no boundary, which two triangles each way at one edge have too.
bool TriangleMesh::everyEdgeIsUsedOnceEachWay() const
{
    std::vector<std::pair<std::int32_t, std::int32_t>> edges;
    edges.reserve(3 * triangles_.size());
    for (const Triangle& t : triangles_)
    {
        if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0])
            continue;  // welded to a segment or point: it bounds nothing and its edges cancel
        for (int k = 0; k < 3; ++k)
            edges.emplace_back(t[k], t[(k + 1) % 3]);
    }
    if (edges.empty())
        return false;
    std::sort(edges.begin(), edges.end());
    for (std::size_t i = 0; i < edges.size(); ++i)
    {
        if (i > 0 && edges[i] == edges[i - 1])
            return false;
        if (!std::binary_search(edges.begin(), edges.end(), std::make_pair(edges[i].second, edges[i].first)))
            return false;
    }
    return true;
}

int TriangleMesh::countDegenerate() const
{
    int count = 0;
    for (const Triangle& t : triangles_)
    {
        const Vec3 &a = vertices_[static_cast<std::size_t>(t[0])], &b = vertices_[static_cast<std::size_t>(t[1])],
                   &c = vertices_[static_cast<std::size_t>(t[2])];
        const double longest = std::max({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()});
        if ((b - a).cross(c - a).norm() <= 1e-14 * longest)
            ++count;
    }
    return count;
}

}  // namespace gapless
