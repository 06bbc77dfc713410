// Why the smallest distance is the gap: in all cases but `comb` the link lies above the plane z = gap, with a part of its surface on it,
// and the obstacle below z = 0, with a part on it. Joints move along the plane and turn about its normal, or lift, so that this stays
// so, and at some instant one part lies above the other. In `comb` the planes are those of the teeth's sides, normal to y.
#include "measure/grazing_cases.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "support/scene_builder.h"

namespace gapless::test {
namespace {

using Mesh = std::shared_ptr<const TriangleMesh>;

/// A closed box mesh about the origin, so many cells along each axis, two triangles each. Its upper side rises by `slant` per metre of x.
Mesh tessellatedBox(const Vec3& half, const std::array<int, 3>& cells, double slant = 0.0)
{
    std::vector<Vec3> vertices;
    std::vector<TriangleMesh::Triangle> triangles;
    for (std::size_t normal = 0; normal < 3; ++normal)
        for (const bool is_upper : {false, true})
        {
            // Counter-clockwise seen from outside; the mesh welds what faces have in common, since equal numbers of cells give equal
            // coordinates.
            const std::size_t u = (normal + (is_upper ? 1 : 2)) % 3, v = (normal + (is_upper ? 2 : 1)) % 3;
            const int first = static_cast<int>(vertices.size()), row = cells[u] + 1;
            std::array<int, 3> at{};
            at[normal] = is_upper ? cells[normal] : 0;
            for (at[v] = 0; at[v] <= cells[v]; ++at[v])
                for (at[u] = 0; at[u] <= cells[u]; ++at[u])
                {
                    Vec3 vertex;
                    for (std::size_t k = 0; k < 3; ++k)
                        vertex[static_cast<Eigen::Index>(k)] =
                            half[static_cast<Eigen::Index>(k)] * (2 * at[k] - cells[k]) / static_cast<double>(cells[k]);
                    if (at[2] == cells[2])
                        vertex.z() += slant * (vertex.x() + half.x());
                    vertices.push_back(vertex);
                    if (at[u] == cells[u] || at[v] == cells[v])
                        continue;
                    const int i = first + at[v] * row + at[u];
                    triangles.push_back({i, i + 1, i + row + 1});
                    triangles.push_back({i, i + row + 1, i + row});
                }
        }
    return meshOf(std::move(vertices), std::move(triangles));
}

/// Half of the height of what lies below.
constexpr double kThickness = 0.05;

/// A link that slides along a plane and turns by one radian meanwhile, `gap` above the highest points of an obstacle.
/// @param height, depth of the origins of the two above and below their own nearest points
GrazingCase slide(const Shape& link, double height, const Shape& obstacle, double depth, const Vec3& start, const Vec3& end,
                  double gap, double advance)
{
    SceneBuilder builder;
    const BodyIndex cart = builder.joint(kWorld, at(0, 0, gap), JointType::Planar);
    builder.link("slider", cart, link, at(0, 0, height));
    builder.obstacle("obstacle", obstacle, at(0, 0, advance - depth));
    return {builder.build(), start, end};
}

/// The link stands upright. Bounding volumes lie flush with its largest faces; sliding on one of those would show nothing of what is below.
GrazingCase slideOnFace(bool link_is_mesh, bool obstacle_is_mesh, double gap, int cells, double advance)
{
    const Vec3 half(0.1, 0.15, 0.2), base(0.4, 0.4, kThickness);
    const auto shape = [&](const Vec3& extents, bool is_mesh) {
        return is_mesh ? Shape(tessellatedBox(extents, {cells, cells, cells})) : Shape(Box{extents});
    };
    return slide(shape(half, link_is_mesh), half.z(), shape(base, obstacle_is_mesh), kThickness, Vec3(-0.15, -0.1, 0.0),
                 Vec3(0.15, 0.1, 1.0), gap, advance);
}

GrazingCase slideBoxes(double gap, int cells, double advance)
{
    return slideOnFace(false, false, gap, cells, advance);
}

GrazingCase slideMeshes(double gap, int cells, double advance)
{
    return slideOnFace(true, true, gap, cells, advance);
}

GrazingCase slideMeshBox(double gap, int cells, double advance)
{
    return slideOnFace(true, false, gap, cells, advance);
}

/// A wedge along y, its edge upwards at z = 0; the slab comes from one side and leaves on the other, over the edge half way. It slants above,
/// so that no bounding volume of all of it lies flush with its underside.
GrazingCase knife(double gap, int cells, double advance)
{
    const double width = 0.01, length = 0.3, height = 0.1, thickness = 0.01;
    const Mesh wedge = meshOf({{-width, -length, -height},
                               {width, -length, -height},
                               {0, -length, 0},
                               {-width, length, -height},
                               {width, length, -height},
                               {0, length, 0}},
                              {{0, 1, 2}, {3, 5, 4}, {0, 3, 4}, {0, 4, 1}, {1, 4, 5}, {1, 5, 2}, {0, 2, 5}, {0, 5, 3}});
    const Mesh slab = tessellatedBox(Vec3(0.2, 0.2, thickness), {cells, cells, 1}, 0.5);
    return slide(slab, thickness, wedge, 0.0, Vec3(-0.4, 0.0, 0.0), Vec3(0.4, 0.0, 1.0), gap, advance);
}

/// Stands on a table, all but the gap; nearest at the start.
GrazingCase liftSwing(double gap, int cells, double advance)
{
    SceneBuilder builder;
    const BodyIndex lift = builder.joint(kWorld, at(0, 0, gap), JointType::Prismatic);
    const BodyIndex swing = builder.joint(lift, {}, JointType::Revolute);
    builder.link("part", swing, tessellatedBox(Vec3(0.1, 0.05, 0.05), {cells, cells, cells}), at(0.4, 0, 0.05));
    builder.obstacle("table", tessellatedBox(Vec3(0.6, 0.6, kThickness), {cells, cells, cells}), at(0, 0, advance - kThickness));
    return {builder.build(), configuration({0.0, 0.0}), configuration({0.05, 1.0})};
}

/// Every tooth of the one comb gets between two of the other, without a back that would stop it there. Each side of a tooth keeps the gap:
/// thickness + gap from the middle of one tooth to that of the next one, half a pitch.
GrazingCase comb(double gap, int teeth, double advance)
{
    const Vec3 half(0.05, 0.005, 0.05);
    const double pitch = 2.0 * (2.0 * half.y() + gap);
    const auto comb_at = [&](double y) {
        std::vector<Vec3> vertices;
        std::vector<TriangleMesh::Triangle> triangles;
        for (int i = 0; i < teeth; ++i)
        {
            const auto own = boxTriangles(static_cast<int>(vertices.size()));
            triangles.insert(triangles.end(), own.begin(), own.end());
            for (const Vec3& vertex : boxVertices(half, Vec3(0.0, y + i * pitch, 0.0)))
                vertices.push_back(vertex);
        }
        return meshOf(std::move(vertices), std::move(triangles));
    };
    SceneBuilder builder;
    const BodyIndex cart = builder.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX());
    const BodyIndex turn = builder.joint(cart, {}, JointType::Revolute, Vec3::UnitY());
    builder.link("comb", turn, comb_at(0.5 * pitch));
    builder.obstacle("other comb", comb_at(0.0), at(0, advance, 0));
    return {builder.build(), configuration({-0.15, 0.0}), configuration({0.15, 1.0})};
}

struct Kind
{
    const char* name;
    int cells;
    GrazingCase (*make)(double gap, int cells, double advance);
};

constexpr std::array kKinds{Kind{"slide-boxes", 1, slideBoxes},       Kind{"slide-meshes", 20, slideMeshes},
                            Kind{"slide-mesh-box", 20, slideMeshBox}, Kind{"knife", 60, knife},
                            Kind{"lift-swing", 20, liftSwing},        Kind{"comb", 20, comb}};

}  // namespace

std::vector<std::string> grazingCaseNames()
{
    std::vector<std::string> names;
    names.reserve(kKinds.size());
    for (const Kind& kind : kKinds)
        names.emplace_back(kind.name);
    return names;
}

GrazingCase grazingCase(const std::string& name, double gap, std::optional<int> cells, double advance)
{
    const auto* kind = std::find_if(kKinds.begin(), kKinds.end(), [&](const Kind& one) { return one.name == name; });
    assert(kind != kKinds.end());
    return kind->make(gap, cells.value_or(kind->cells), advance);
}

}  // namespace gapless::test
