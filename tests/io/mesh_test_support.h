// Mesh files in memory.
#pragma once

#include <string>

#include <gapless/io/mesh_loader.h>

#include "io_test_support.h"
#include "support/temporary_folder.h"

namespace gapless::test {

inline std::shared_ptr<const TriangleMesh> loadMesh(const std::string& name, const std::string& content)
{
    const TemporaryFolder folder;
    MeshLoader loader;
    return loader.load(folder.write(name, content));
}

/// The error of loading such a file, which must name it.
inline std::string meshError(const std::string& name, const std::string& content)
{
    INFO(content.substr(0, 400));
    const std::string message = errorOf([&] { loadMesh(name, content); });
    CHECK(message.find(name) != std::string::npos);
    return message;
}

inline double area(const TriangleMesh& mesh)
{
    double sum = 0.0;
    for (const auto& t : mesh.triangles())
    {
        const Vec3& a = mesh.vertices()[static_cast<std::size_t>(t[0])];
        sum += (mesh.vertices()[static_cast<std::size_t>(t[1])] - a)
                   .cross(mesh.vertices()[static_cast<std::size_t>(t[2])] - a)
                   .norm()
               / 2.0;
    }
    return sum;
}

}  // namespace gapless::test
