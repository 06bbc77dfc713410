#include "certify/articulated_cases.h"

namespace gapless::test {
namespace {

/// Something that reaches `reach` from the axis of its arm, under a wall at reach + gap that it nears and leaves.
void addTurning(ArticulatedCases& cases, const std::string& name, const Shape& tip, const Pose& X_BS, double reach,
                bool mesh_wall, std::optional<Feature> feature)
{
    for (double gap : {0x1p-20, 0.0, -0x1p-20})
    {
        SceneBuilder b = arm("tip", tip, X_BS);
        const double height = reach + gap;
        if (mesh_wall)
            b.obstacle("wall", boxMesh(Vec3(2, 0.5, 3), Vec3(0.25, height + 0.5, 0.75)));
        else
            b.obstacle("wall", Box{Vec3(2, 0.5, 3)}, at(0, height + 0.5, 0));
        const std::string kind = name + (mesh_wall ? " under a mesh" : " under a box");
        const Configuration q0 = configuration({0}), q1 = configuration({3});
        if (gap > 0)
        {
            cases.free(kind + ", missing by 2^-20", b, q0, q1, gap);
            continue;
        }
        // Where a ball's centre, or a vertex, comes as high as it may: asin is flat there.
        const double centre = feature ? reach : reach - kTip;
        const double q = std::asin((centre + gap) / centre);
        ArticulatedCase& motion = cases.contact(kind + (gap == 0 ? ", touching" : ", by 2^-20 too high"), b, q0, q1, q / 3);
        motion.toc_error = gap == 0 ? 1e-15 : 1e-12;
        motion.touches_only = gap == 0;
        motion.toc_backwards = 1 - (M_PI - q) / 3;
        motion.contacts = {contactOf("tip", "wall", Vec3(centre * std::cos(q), height, 0), Vec3::UnitY(), feature)};
    }
}

void addSliding(ArticulatedCases& cases)
{
    for (bool mesh : {false, true})
        for (double gap : {0x1p-20, 0.0, -0x1p-20})
        {
            SceneBuilder b = slide("slider", mesh ? Shape(boxMesh(Vec3::Constant(0.25))) : Shape(Box{Vec3::Constant(0.25)}));
            const Vec3 half(4, 4, 0.5);
            b.obstacle("table", mesh ? Shape(boxMesh(half)) : Shape(Box{half}), at(0, 0, -0.75 - gap));
            const std::string name = std::string("sliding along a table") + (mesh ? ", meshes" : ", boxes");
            if (gap > 0)
            {
                cases.free(name + ", 2^-20 above it", b, configuration({-1}), configuration({1}), gap);
                continue;
            }
            ArticulatedCase& motion =
                cases.contact(name + (gap == 0 ? ", on it" : ", 2^-20 in it"), b, configuration({-1}), configuration({1}), 0.0);
            motion.toc_backwards = 0.0;
            motion.touches_only = gap == 0;
            motion.contacts = {contactOf("slider", "table")};
        }
    // Onto the table from beside it, level with its top: edge against edge, then face on face.
    SceneBuilder level = slide("slider", boxMesh(Vec3::Constant(0.25)));
    level.obstacle("table", boxMesh(Vec3(1, 1, 0.5)), at(1, 0, -0.75));
    ArticulatedCase& motion =
        cases.contact("sliding onto a table, level with it", level, configuration({-2}), configuration({1}), 1.75 / 3);
    motion.touches_only = true;
    motion.contacts = {contactOf("slider", "table")};
}

void addEnds(ArticulatedCases& cases)
{
    const auto ball = [](bool mesh) {
        SceneBuilder b = slide("ball", mesh ? Shape(boxMesh(Vec3::Constant(0.25))) : Shape(Sphere{0.25}));
        b.obstacle("post", mesh ? Shape(boxMesh(Vec3::Constant(0.5))) : Shape(Sphere{0.5}), at(2, 0, 0));
        return b;
    };
    for (bool mesh : {false, true})
    {
        const std::string kind = mesh ? ", cubes" : ", balls";
        const auto touching = [&](const std::string& name, double from, double to, double toc, double back) {
            ArticulatedCase& motion = cases.contact(name + kind, ball(mesh), configuration({from}), configuration({to}), toc);
            motion.touches_only = true;
            motion.toc_backwards = back;
            motion.contacts = {contactOf("ball", "post", mesh ? std::nullopt : std::optional<Vec3>(Vec3(1.5, 0, 0)),
                                         mesh ? std::nullopt : std::optional<Vec3>(Vec3::UnitX()))};
        };
        touching("touching at the end exactly", 0.0, 1.25, 1.0, 0.0);
        touching("touching at the start, moving away", 1.25, 0.25, 0.0, 1.0);
        touching("touching and at rest", 1.25, 1.25, 0.0, 0.0);
        cases.free("stopping 2^-20 before" + kind, ball(mesh), configuration({0}), configuration({1.25 - 0x1p-20}), 0x1p-20);
        ArticulatedCase& within = cases.contact("overlapping at the start, moving away" + kind, ball(mesh), configuration({1.5}),
                                                configuration({0.5}), 0.0);
        within.toc_backwards = 0.75;
        within.contacts = {contactOf("ball", "post")};
        ArticulatedCase& barely = cases.contact("overlapping by 2^-20 at the start, moving away" + kind, ball(mesh),
                                                configuration({1.25 + 0x1p-20}), configuration({0.25}), 0.0);
        barely.toc_backwards = 1.0 / (1.0 + 0x1p-20);
        barely.contacts = {contactOf("ball", "post")};
        ArticulatedCase& late = cases.contact("touching shortly before the end" + kind, ball(mesh), configuration({0}),
                                              configuration({1.25 + 0x1p-20}), 1.25 / (1.25 + 0x1p-20));
        late.toc_backwards = 0.0;
        late.contacts = {contactOf("ball", "post", mesh ? std::nullopt : std::optional<Vec3>(Vec3(1.5, 0, 0)))};
    }
}

}  // namespace

std::vector<ArticulatedCase> grazingCases()
{
    ArticulatedCases cases;
    for (bool mesh_wall : {false, true})
    {
        addTurning(cases, "ball on an arm", Sphere{kTip}, at(1, 0, 0), 1 + kTip, mesh_wall, {});
        addTurning(cases, "vertex on an arm", triangleMesh(Vec3(1, 0, 0), Vec3(0.5, 0.125, 0.25), Vec3(0.5, -0.125, -0.25)), {},
                   1.0, mesh_wall, Feature::Vertex);
    }
    addSliding(cases);
    addEnds(cases);
    return cases.all;
}

}  // namespace gapless::test
