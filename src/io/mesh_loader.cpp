#include "core/log.h"
#include "gapless/io/mesh_loader.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <limits>
#include <vector>

#include <assimp/config.h>
#include <assimp/scene.h>
#include <assimp/Importer.hpp>

#include <gapless/geometry/shells.h>

#include "io/input_text.h"
#include "io/polygon_triangulation.h"

namespace gapless {
namespace {

namespace fs = std::filesystem;
using Affine = Eigen::Matrix<double, 3, 4>;

struct Soup
{
    std::vector<Vec3> vertices;
    std::vector<TriangleMesh::Triangle> triangles;
    std::size_t left_out = 0;
};

Affine product(const Affine& A, const aiMatrix4x4& m)
{
    Eigen::Matrix4d B;
    B << m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4, m.c1, m.c2, m.c3, m.c4, m.d1, m.d2, m.d3, m.d4;
    return A * B;
}

void appendMesh(const aiMesh& mesh, const Affine& X, const std::string& file, Soup& soup)
{
    const std::size_t base = soup.vertices.size();
    if (base + mesh.mNumVertices > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
        throw inputError(file, 0, "the mesh has too many vertices");
    for (unsigned v = 0; v < mesh.mNumVertices; ++v)
    {
        const Vec3 p(mesh.mVertices[v].x, mesh.mVertices[v].y, mesh.mVertices[v].z);
        // Keep an untransformed vertex bit for bit, and let a NaN be reported instead of spread.
        soup.vertices.push_back(X.leftCols<3>().isIdentity(0.0) && X.col(3).isZero(0.0) ? p
                                                                                        : Vec3(X.leftCols<3>() * p + X.col(3)));
    }
    const bool mirrored = X.leftCols<3>().determinant() < 0.0;
    for (unsigned f = 0; f < mesh.mNumFaces; ++f)
    {
        const aiFace& face = mesh.mFaces[f];
        if (face.mNumIndices < 3)
        {
            ++soup.left_out;
            continue;
        }
        std::vector<std::int32_t> corners;
        for (unsigned i = 0; i < face.mNumIndices; ++i)
        {
            if (face.mIndices[i] >= mesh.mNumVertices)
                throw inputError(file, 0,
                                 "a face has the vertex index " + std::to_string(face.mIndices[i]) + ", but the mesh has "
                                     + std::to_string(mesh.mNumVertices) + " vertices");
            corners.push_back(static_cast<std::int32_t>(base + face.mIndices[i]));
        }
        if (mirrored)
            std::reverse(corners.begin(), corners.end());
        const auto triangles = triangulatePolygon(soup.vertices, corners);
        soup.triangles.insert(soup.triangles.end(), triangles.begin(), triangles.end());
    }
}

Soup collect(const aiScene& scene, const Vec3& scale, const std::string& file)
{
    Soup soup;
    Affine X = Affine::Zero();
    X.leftCols<3>() = scale.asDiagonal();
    std::vector<std::pair<const aiNode*, Affine>> open = {{scene.mRootNode, X}};
    while (!open.empty())
    {
        const auto [node, X_parent] = open.back();
        open.pop_back();
        const Affine X_node = product(X_parent, node->mTransformation);
        for (unsigned m = 0; m < node->mNumMeshes; ++m)
            appendMesh(*scene.mMeshes[node->mMeshes[m]], X_node, file, soup);
        for (unsigned c = node->mNumChildren; c-- > 0;)
            open.emplace_back(node->mChildren[c], X_node);
    }
    return soup;
}

Soup readSoup(const std::string& file, const Vec3& scale)
{
    std::string extension = fs::path(file).extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (extension != ".stl" && extension != ".obj" && extension != ".dae" && extension != ".ply")
        throw inputError(file, 0, "unsupported mesh format '" + extension + "'; supported are stl, obj, dae and ply");
    std::error_code error;
    if (!fs::is_regular_file(file, error))
        throw inputError(file, 0, "no such mesh file");
    Assimp::Importer importer;
    importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
    // No post-processing: assimp's triangulation and its search for degenerate faces both lose geometry.
    const aiScene* scene = importer.ReadFile(file, 0);
    if (!scene || !scene->mRootNode)
        throw inputError(file, 0, std::string("the mesh cannot be read: ") + importer.GetErrorString());
    return collect(*scene, scale, file);
}

void report(const std::string& file, const TriangleMesh& mesh, std::size_t left_out)
{
    const auto log = libraryLog();
    if (left_out > 0)
        log->warn("mesh {}: {} line or point elements left out", file, left_out);
    if (mesh.degenerateCount() > 0)
        log->warn("mesh {}: {} zero-area triangles kept as segments or points", file, mesh.degenerateCount());
    if (!mesh.isSolid())
        log->warn("mesh {} is not closed: taken as a surface", file);
    if (oppositeShellsMeet(mesh))
        log->warn("mesh {}: closed parts of opposite orientation cross; where they overlap may count as outside", file);
}

}  // namespace

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
    Soup soup = readSoup(file, scale);
    if (soup.triangles.empty())
        throw inputError(file, 0, "the mesh has no triangles");
    const std::size_t left_out = soup.left_out;
    const auto mesh = std::make_shared<const TriangleMesh>(std::move(soup.vertices), std::move(soup.triangles), file);
    report(file, *mesh, left_out);
    cache_.emplace(key, mesh);
    return mesh;
}

}  // namespace gapless
