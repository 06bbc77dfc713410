#include "common/mesh_store.h"

namespace gapless_moveit {

namespace {

std::shared_ptr<const gapless::TriangleMesh> convert(const shapes::Mesh& mesh, const std::string& name)
{
    if (mesh.vertex_count == 0 || mesh.triangle_count == 0)
        return nullptr;
    std::vector<gapless::Vec3> vertices;
    for (unsigned int i = 0; i < mesh.vertex_count; ++i)
        vertices.emplace_back(mesh.vertices[3 * i], mesh.vertices[3 * i + 1], mesh.vertices[3 * i + 2]);
    std::vector<gapless::TriangleMesh::Triangle> triangles;
    for (unsigned int i = 0; i < mesh.triangle_count; ++i)
        triangles.push_back({static_cast<std::int32_t>(mesh.triangles[3 * i]),
                             static_cast<std::int32_t>(mesh.triangles[3 * i + 1]),
                             static_cast<std::int32_t>(mesh.triangles[3 * i + 2])});
    return std::make_shared<const gapless::TriangleMesh>(std::move(vertices), std::move(triangles), "mesh of '" + name + "'");
}

}  // namespace

std::shared_ptr<const gapless::TriangleMesh> MeshStore::get(const shapes::ShapeConstPtr& original, const shapes::Mesh& mesh,
                                                            double scale, double padding, const std::string& name)
{
    const Key key{original, scale, padding};
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        const auto known = known_.find(key);
        if (known != known_.end())
            return known->second;
    }
    auto converted = convert(mesh, name);
    const std::lock_guard<std::mutex> lock(mutex_);
    return known_.emplace(key, std::move(converted)).first->second;
}

void MeshStore::prune()
{
    const std::lock_guard<std::mutex> lock(mutex_);
    for (auto it = known_.begin(); it != known_.end();)
        it = it->first.shape.expired() ? known_.erase(it) : std::next(it);
}

}  // namespace gapless_moveit
