// Motions inside of hollow bodies, out of them and with lumps in their cavities: surfaces that do not touch say nothing here.
#include "contract/motion_validator_contract.h"
#include "support/grid_shells.h"

namespace gapless::test {
namespace {

struct Shell
{
    double half;
    bool inward = false;
};

/// Cubes about one centre.
std::shared_ptr<const TriangleMesh> cubes(const std::vector<Shell>& shells)
{
    std::vector<Vec3> vertices;
    std::vector<TriangleMesh::Triangle> triangles;
    for (const Shell& shell : shells)
    {
        const auto own = boxTriangles(static_cast<int>(vertices.size()), shell.inward);
        triangles.insert(triangles.end(), own.begin(), own.end());
        for (const Vec3& v : boxVertices(Vec3::Constant(shell.half)))
            vertices.push_back(v);
    }
    return meshOf(vertices, triangles);
}

SceneBuilder slider(const std::vector<PlacedShape>& moving, const std::vector<PlacedShape>& fixed)
{
    SceneBuilder b;
    b.link("moving", b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()), moving);
    b.objects.push_back({"fixed", kWorld, ObjectKind::Obstacle, std::make_shared<CollisionGeometry>(fixed, "fixed"), {}});
    return b;
}

}  // namespace

std::vector<MotionCase> nestedCases()
{
    std::vector<MotionCase> out;
    const auto contact = [&](const std::string& name, const SceneBuilder& b, double from, double to, double t) {
        out.push_back(contactCase(name, b, configuration({from}), configuration({to}), t));
    };
    const auto free = [&](const std::string& name, const SceneBuilder& b, double from, double to, double distance) {
        out.push_back(motionCase(name, b, configuration({from}), configuration({to})));
        out.back().smallest_distance_at_most = out.back().excess_at_least = distance;
    };
    const std::vector<PlacedShape> ball{{Sphere{0.0625}, {}}}, cube{{cubes({{0.25}}), {}}},
        hollow{{cubes({{0.5}, {0.25, true}}), {}}};
    for (const double end : {1.0, 0.34375, 0.0625})
        contact("a ball starts inside a closed mesh and goes to " + std::to_string(end), slider(ball, cube), 0.0, end, 0.0);
    contact("a ball goes into a closed mesh", slider(ball, cube), 1.0, 0.0, 0.6875);
    contact("a closed mesh starts round a ball and leaves it", slider(cube, ball), 0.0, 1.0, 0.0);
    contact("a ball leaves a cavity", slider(ball, hollow), 0.0, 1.0, 0.1875);
    contact("a ball starts in a wall and ends in the cavity", slider(ball, hollow), 0.375, 0.0, 0.0);
    contact("a ball starts in a wall and leaves it outwards", slider(ball, hollow), 0.375, 1.0, 0.0);
    contact("a ball starts in a cavity and ends in the wall", slider(ball, hollow), 0.0, 0.375, 0.5);
    free("a ball stays in a cavity", slider(ball, hollow), 0.0, 0.125, 0.0625);

    // A lump floats in a cavity; what moves there holds it. As one mesh in any order, and as several collision elements of a link.
    const Shell outer{0.5}, cavity{0.4375, true}, lump{0.0625};
    for (const std::vector<Shell>& order : {std::vector{outer, cavity, lump}, {lump, cavity, outer}, {cavity, lump, outer}})
    {
        contact("a block holds the lump in a cavity", slider(cube, {{cubes(order), {}}}), 0.0, 0.125, 0.0);
        contact("a house holds a block that holds its lump", slider({{cubes(order), {}}}, cube), 0.0, 0.125, 0.0);
    }
    const PlacedShape house{cubes({outer, cavity}), {}}, mesh_lump{cubes({lump}), {}}, box_lump{Box{Vec3::Constant(0.0625)}, {}};
    for (const auto& elements : {std::vector{house, mesh_lump}, {mesh_lump, house}, {house, box_lump}})
        contact("a block holds the lump that is an element of its own", slider(cube, elements), 0.0, 0.125, 0.0);
    free("a block in an empty house", slider(cube, {house}), 0.0, 0.125, 0.0625);
    free("a lump in a house", slider({mesh_lump}, {house}), 0.0, 0.25, 0.125);
    // Walls that overlap, while their surfaces lie within each other: of [1, 3] and [2, 4].
    for (const bool swapped : {false, true})
    {
        const std::vector<PlacedShape> inner{{cubes({{swapped ? 0.125 : 0.375}, {swapped ? 0.375 : 0.125, true}}), {}}},
            wide{{cubes({{0.5}, {0.25, true}}), {}}};
        contact("walls overlap", slider(inner, wide), 0.0, 0.0625, 0.0);
        contact("walls overlap, the wide one moves", slider(wide, inner), 0.0, 0.0625, 0.0);
    }
    // A solid that stops up the cavity of another element of its link.
    contact("a ball in a filled cavity", slider(ball, {hollow[0], {cubes({{0.375}}), {}}}), 0.0, 0.125, 0.0);
    contact("a ball in a cavity that a primitive fills", slider(ball, {hollow[0], {Box{Vec3::Constant(0.375)}, {}}}), 0.0, 0.125,
            0.0);
    contact("a ball in a shell turned inside out", slider(ball, {{cubes({{0.5, true}}), {}}}), 0.0, 0.125, 0.0);
    contact("a ball where two shells of one orientation overlap", slider(ball, {{cubes({{0.5}, {0.25}}), {}}}), 0.0, 0.125, 0.0);

    Random random(13);
    for (int i = 0; i < 80; ++i)
    {
        const GridScene grid = randomGridScene(random);
        MotionCase motion;
        motion.name = "nested shells " + std::to_string(i);
        motion.scene = grid.scene;
        motion.q0 = grid.q0;
        motion.q1 = grid.q1;
        motion.contact = grid.contact();
        if (!motion.contact)
            motion.excess_at_least = 0.5 * kGridUnit;
        out.push_back(motion);
    }
    return out;
}

}  // namespace gapless::test
