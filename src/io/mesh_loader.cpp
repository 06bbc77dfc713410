#include "gapless/io/mesh_loader.h"

#include <filesystem>
#include <vector>

#include <gapless/geometry/shells.h>

#include "core/log.h"
#include "core/lower_case.h"
#include "io/input_text.h"
#include "io/mesh_soup.h"

namespace gapless {
namespace {

namespace fs = std::filesystem;

/// What a triangle takes in a scene, about, and a vertex or triangle while it is read, at the most, bytes.
constexpr std::size_t kLoadedTriangleBytes = 360, kReadingBytes = 128;

MeshSoup readSoup(const std::string& file, std::size_t memory)
{
    static const std::map<std::string, MeshSoup (*)(std::string_view, const std::string&, std::size_t)> kReaders = {
        {".stl", readStl}, {".obj", readObj}, {".ply", readPly}, {".dae", readCollada}};
    const std::string extension = lowerCase(fs::path(file).extension().string());
    const auto reader = kReaders.find(extension);
    if (reader == kReaders.end())
        throw inputError(file, 0, "unsupported mesh format '" + extension + "'; supported are stl, obj, dae and ply");
    return reader->second(readFile(file, "mesh file", memory), file, memory / kReadingBytes);
}

/// A mirroring scale turns the triangles, so that outside stays outside.
void applyScale(MeshSoup& soup, const Vec3& scale)
{
    if (scale == Vec3::Ones())
        return;
    for (Vec3& vertex : soup.vertices)
        vertex = vertex.cwiseProduct(scale);
    if (scale.prod() < 0.0)
        for (auto& triangle : soup.triangles)
            std::swap(triangle[1], triangle[2]);
}

/// Keeps the vertices that a triangle uses.
void dropUnusedVertices(MeshSoup& soup)
{
    std::vector<std::int32_t> place(soup.vertices.size(), -1);  // -1: not used so far
    std::vector<Vec3> used;
    for (auto& triangle : soup.triangles)
        for (std::int32_t& corner : triangle)
        {
            std::int32_t& at = place[static_cast<std::size_t>(corner)];
            if (at < 0)
            {
                at = static_cast<std::int32_t>(used.size());
                used.push_back(soup.vertices[static_cast<std::size_t>(corner)]);
            }
            corner = at;
        }
    soup.vertices = std::move(used);
}

void report(const std::string& file, const MeshSoup& soup, const TriangleMesh& mesh)
{
    const auto log = libraryLog();
    if (soup.lines_and_points > 0)
        log->warn("mesh {}: {} lines and points taken as the segments and points that they are", file, soup.lines_and_points);
    if (soup.off_plane > 0.0)
        log->warn("mesh {}: polygons that are not plane, by up to {:.3g} of the file's units, cut into triangles", file,
                  soup.off_plane);
    if (!soup.not_placed.empty())
        log->warn("mesh {}: {} geometries are in no node of the scene and not loaded, '{}' first", file, soup.not_placed.size(),
                  soup.not_placed.front());
    const auto degenerate = static_cast<std::size_t>(mesh.degenerateCount());
    if (degenerate > soup.lines_and_points)
        log->warn("mesh {}: {} zero-area triangles kept as segments or points", file, degenerate);
    if (!mesh.isSolid())
        log->warn("mesh {} is not closed: taken as a surface", file);
    if (oppositeShellsMeet(mesh))
        log->warn("mesh {}: closed parts of opposite orientation cross; where they overlap may count as outside", file);
}

}  // namespace

void MeshLoader::requireMemory(std::size_t bytes, const std::string& label, int line) const
{
    if (bytes > memory_)
        throw inputError(label, line,
                         "the geometry takes more than " + std::to_string(memory_ >> 20)
                             + " MiB of memory; allow more, or simplify the meshes");
}

std::shared_ptr<const TriangleMesh> MeshLoader::load(const std::string& file, const Vec3& scale)
{
    if (!scale.allFinite() || (scale.array() == 0.0).any())
        throw inputError(file, 0, "a mesh scale must be three finite numbers other than 0");
    std::error_code error;
    const fs::path canonical = fs::weakly_canonical(file, error);
    const auto key = std::make_pair(error ? file : canonical.string(), std::array<double, 3>{scale.x(), scale.y(), scale.z()});
    const auto found = cache_.find(key);
    if (found != cache_.end())
        return found->second;
    MeshSoup soup = readSoup(file, memory_);
    if (soup.triangles.empty())
        throw inputError(file, 0, "the mesh has no triangles");
    requireMemory(soup.triangles.size() * kLoadedTriangleBytes, file, 0);
    applyScale(soup, scale);
    dropUnusedVertices(soup);
    auto mesh = std::make_shared<const TriangleMesh>(std::move(soup.vertices), std::move(soup.triangles), file);
    report(file, soup, *mesh);
    cache_.emplace(key, mesh);
    return mesh;
}

}  // namespace gapless
