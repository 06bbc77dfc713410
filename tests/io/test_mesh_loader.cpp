#include <cstdint>
#include <cstring>
#include <numeric>

#include "mesh_test_support.h"

#include <gapless/io/mesh_loader.h>
#include "io/polygon_triangulation.h"

using namespace gapless;
using gapless::test::area;
using gapless::test::TemporaryFolder;

namespace {

const std::string kData = GAPLESS_IO_DATA;

/// Six times the signed volume of a solid, positive if its triangles face outwards.
double volume(const TriangleMesh& mesh)
{
    double sum = 0.0;
    for (const auto& t : mesh.triangles())
        sum += mesh.vertices()[static_cast<std::size_t>(t[0])].dot(
            mesh.vertices()[static_cast<std::size_t>(t[1])].cross(mesh.vertices()[static_cast<std::size_t>(t[2])]));
    return sum;
}

std::string dae(const std::string& up_axis, const std::string& unit)
{
    return "<?xml version='1.0'?><COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' version='1.4.1'>"
           "<asset><unit name='u' meter='" + unit + "'/><up_axis>" + up_axis + "</up_axis></asset>"
           "<library_geometries><geometry id='g'><mesh>"
           "<source id='p'><float_array id='pa' count='9'>0 0 0 1 0 0 0 2 3</float_array><technique_common>"
           "<accessor source='#pa' count='3' stride='3'><param name='X' type='float'/><param name='Y' type='float'/>"
           "<param name='Z' type='float'/></accessor></technique_common></source>"
           "<vertices id='v'><input semantic='POSITION' source='#p'/></vertices>"
           "<triangles count='1'><input semantic='VERTEX' source='#v' offset='0'/><p>0 1 2</p></triangles>"
           "</mesh></geometry></library_geometries>"
           "<library_visual_scenes><visual_scene id='s'><node id='n'><translate>10 0 0</translate>"
           "<instance_geometry url='#g'/></node></visual_scene></library_visual_scenes>"
           "<scene><instance_visual_scene url='#s'/></scene></COLLADA>";
}

}  // namespace

TEST_CASE("A mesh is read once per file and scale")
{
    MeshLoader loader;
    const auto mesh = loader.load(kData + "/tetrahedron.obj");
    CHECK(mesh->isSolid());
    CHECK(mesh->triangles().size() == 4);
    CHECK(loader.load(kData + "/../data/tetrahedron.obj") == mesh);
    CHECK(loader.load(kData + "/tetrahedron.obj", Vec3(2, 1, 1)) != mesh);
}

TEST_CASE("A mirroring scale keeps solids solid and outside outside")
{
    MeshLoader loader;
    for (const Vec3& scale : {Vec3(1, 1, 1), Vec3(-1, 1, 1), Vec3(-1, -2, 1), Vec3(-1, -1, -1)})
    {
        const auto mesh = loader.load(kData + "/tetrahedron.obj", scale);
        CHECK(mesh->isSolid());
        CHECK(volume(*mesh) == Approx(std::abs(scale.prod())));
    }
}

TEST_CASE("Scales of zero or not finite are refused")
{
    MeshLoader loader;
    CHECK_THROWS_AS(loader.load(kData + "/tetrahedron.obj", Vec3(0, 1, 1)), InputError);
    CHECK_THROWS_AS(loader.load(kData + "/tetrahedron.obj", Vec3(1, INFINITY, 1)), InputError);
}

TEST_CASE("A DAE file keeps the axes in which it is written, with its unit and node transforms")
{
    const TemporaryFolder folder;
    for (const char* up : {"X_UP", "Y_UP", "Z_UP"})
    {
        INFO(up);
        MeshLoader loader;
        const auto mesh = loader.load(folder.write("t.dae", dae(up, "0.5")));
        REQUIRE(mesh->vertices().size() == 3);
        Vec3 upper = mesh->vertices()[0], lower = upper;
        for (const Vec3& v : mesh->vertices())
        {
            upper = upper.cwiseMax(v);
            lower = lower.cwiseMin(v);
        }
        CHECK(lower == Vec3(5, 0, 0));
        CHECK(upper == Vec3(5.5, 1, 1.5));
    }
}

TEST_CASE("Triangles of zero area are kept")
{
    const TemporaryFolder folder;
    MeshLoader loader;
    const auto mesh = loader.load(folder.write("t.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 0 1 0\nf 1 2 3\nf 1 1 1\nf 1 2 4\n"));
    CHECK(mesh->triangles().size() == 3);
    CHECK(mesh->degenerateCount() == 2);
    CHECK_FALSE(mesh->isSolid());
}

TEST_CASE("Binary STL keeps its single precision coordinates")
{
    const TemporaryFolder folder;
    std::string stl(80, ' ');
    const std::uint32_t count = 1;
    const float values[12] = {0, 0, 1, 0.1f, 0.2f, 0.3f, 1e-20f, 0, 0, 0x1p20f, 1, 0};
    stl.append(reinterpret_cast<const char*>(&count), 4);
    stl.append(reinterpret_cast<const char*>(values), sizeof values);
    stl.append(2, '\0');
    MeshLoader loader;
    const auto mesh = loader.load(folder.write("t.STL", stl));
    const auto has = [&](double x, double y, double z) {
        for (const Vec3& v : mesh->vertices())
            if (v == Vec3(x, y, z))
                return true;
        return false;
    };
    CHECK(has(double(0.1f), double(0.2f), double(0.3f)));
    CHECK(has(double(1e-20f), 0, 0));
    CHECK(has(0x1p20, 1, 0));
}

TEST_CASE("Polygons are cut into triangles that cover them exactly where they are simple")
{
    const TemporaryFolder folder;
    MeshLoader loader;
    // A concave quadrilateral, an L, and a square: areas 1, 3 and 1.
    CHECK(area(*loader.load(folder.write("c.obj", "v 2 0 0\nv 0 1 0\nv -2 0 0\nv 0 0.5 0\nf 1 2 3 4\n"))) == 1.0);
    CHECK(area(*loader.load(folder.write("l.obj", "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nf 1 2 3 4 5 6\n")))
          == 3.0);
    CHECK(area(*loader.load(folder.write("s.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n"))) == 1.0);
}

TEST_CASE("Every polygon with n corners becomes n - 2 triangles that use each of its edges once")
{
    std::srand(7);
    for (int run = 0; run < 300; ++run)
    {
        const int n = 3 + run % 9;
        std::vector<Vec3> vertices;
        for (int i = 0; i < n; ++i)
            vertices.push_back(run % 3 == 0 ? Vec3(Vec3::Random()) : Vec3(std::cos(0.6 * i), std::sin(0.6 * i), 0.0));
        if (run % 5 == 0)
            vertices[1] = vertices[0];
        std::vector<std::int32_t> corners(static_cast<std::size_t>(n));
        std::iota(corners.begin(), corners.end(), 0);
        const auto triangles = triangulatePolygon(vertices, corners);
        REQUIRE(static_cast<int>(triangles.size()) == n - 2);
        for (int i = 0; i < n; ++i)
        {
            int uses = 0;
            for (const auto& t : triangles)
                for (std::size_t k = 0; k < 3; ++k)
                    uses += t[k] == i && t[(k + 1) % 3] == (i + 1) % n;
            CHECK(uses == 1);
        }
    }
}
