#include "certify/articulated_cases.h"

namespace gapless::test {
namespace {

/// A prism whose sharp edge, of length 2 half, lies at x = 0 along y (or z) and points to +x (or -x).
std::shared_ptr<const TriangleMesh> wedge(bool along_z, double side, double half, const Vec3& shift)
{
    std::vector<Vec3> v;
    for (double l : {-half, half})
        for (const auto& [x, w] : {std::pair<double, double>{0, 0}, {-side, 0.25}, {-side, -0.25}})
            v.push_back(Vec3(along_z ? Vec3(x, w, l) : Vec3(x, l, w)) + shift);
    return meshOf(v, {{0, 1, 2}, {3, 5, 4}, {0, 3, 4}, {0, 4, 1}, {1, 4, 5}, {1, 5, 2}, {2, 5, 3}, {2, 3, 0}});
}

/// Two triangles across x = at_x.
std::shared_ptr<const TriangleMesh> sheet(double at_x)
{
    return meshOf({Vec3(at_x, -2, -3), Vec3(at_x, 3, -3), Vec3(at_x, 3, 2), Vec3(at_x, -2, 2)}, {{0, 1, 2}, {0, 2, 3}});
}

/// Four faces that meet in `apex` and open towards +x.
std::shared_ptr<const TriangleMesh> spike(const Vec3& apex)
{
    return meshOf(
        {apex, apex + Vec3(1, -0.5, -0.5), apex + Vec3(1, 0.5, -0.5), apex + Vec3(1, 0.5, 0.5), apex + Vec3(1, -0.5, 0.5)},
        {{0, 2, 1}, {0, 3, 2}, {0, 4, 3}, {0, 1, 4}, {1, 2, 3}, {1, 3, 4}});
}

void addFeatures(ArticulatedCases& cases)
{
    const Configuration q0 = configuration({0}), q1 = configuration({4});
    {
        // A tilted cube on a turning arm: its first vertex to reach the wall's height is the contact.
        const Mat3 tilt = (Eigen::AngleAxisd(0.5, Vec3::UnitX()) * Eigen::AngleAxisd(0.375, Vec3::UnitY())
                           * Eigen::AngleAxisd(0.25, Vec3::UnitZ()))
                              .toRotationMatrix();
        const Pose X_BS{tilt, Vec3(1, 0, 0)};
        SceneBuilder b = arm("cube", boxMesh(Vec3::Constant(0.125)), X_BS);
        b.obstacle("wall", boxMesh(Vec3(4, 0.5, 3)), at(0, 1.25, 0));
        double first = 10;
        Vec3 vertex;
        for (const Vec3& v : boxVertices(Vec3::Constant(0.125)))
        {
            const Vec3 x = X_BS * v;
            const double q = std::asin(0.75 / std::hypot(x.x(), x.y())) - std::atan2(x.y(), x.x());
            if (q < first)
            {
                first = q;
                vertex = Eigen::AngleAxisd(q, Vec3::UnitZ()) * x;
            }
        }
        cases
            .contact("vertex of a cube on an arm against the face of a wall", b, configuration({0}), configuration({1.5}),
                     first / 1.5)
            .contacts = {contactOf("cube", "wall", vertex, Vec3::UnitY(), Feature::Vertex, Feature::Face)};
    }
    {
        SceneBuilder b = slide("plate", boxMesh(Vec3(0.25, 1, 2)));
        b.obstacle("spike", spike(Vec3(2, 0.25, 0.125)));
        cases.contact("face of a plate against the vertex of a spike", b, q0, q1, 1.75 / 4).contacts = {
            contactOf("plate", "spike", Vec3(2, 0.25, 0.125), Vec3::UnitX(), Feature::Face, Feature::Vertex)};
    }
    {
        SceneBuilder b = slide("blade", wedge(false, 0.5, 1.0, Vec3(0, 0, 0.125)));
        b.obstacle("edge", wedge(true, -0.5, 1.0, Vec3(2, 0.25, 0)));
        cases.contact("edge of a wedge against the edge of a crossed one", b, q0, q1, 2.0 / 4).contacts = {
            contactOf("blade", "edge", Vec3(2, 0.25, 0.125), Vec3::UnitX(), Feature::Edge, Feature::Edge)};
        b.clearances.all = 0.0625;
        cases.contact("edge of a wedge near the edge of a crossed one, clearance", b, q0, q1, (2.0 - 0.0625) / 4).contacts = {
            contactOf("blade", "edge", Vec3(2 - 0.03125, 0.25, 0.125), Vec3::UnitX(), Feature::Edge, Feature::Edge)};
    }
    {
        // Crossed at an angle and on an arm: the horizontal blade on a radius, its edge the line y = 0.125, z = 0.125 of the link.
        const double h = 0.125, q = std::atan2(0.875, 0.5) - std::asin(h / std::hypot(0.5, 0.875));
        SceneBuilder b;
        const BodyIndex turn = b.joint(kWorld, {}, JointType::Revolute);
        const Mat3 R = Eigen::AngleAxisd(M_PI / 2, Vec3::UnitZ()).toRotationMatrix();
        b.link("blade", turn, wedge(false, 0.0625, 1.0, Vec3(h, -1.0, 0.125)), {R, Vec3::Zero()});
        b.obstacle("edge", triangleMesh(Vec3(0.5, 0.875, -2), Vec3(0.5, 0.875, 2.5), Vec3(-1, 2, 0)));
        const Vec3 normal(-std::sin(q), std::cos(q), 0);
        ArticulatedCase& motion = cases.contact("edge of a turning blade against an upright edge", b, configuration({0}),
                                                configuration({1.5}), q / 1.5);
        motion.contacts = {contactOf("blade", "edge", Vec3(0.5, 0.875, 0.125), normal, Feature::Edge, Feature::Edge)};
    }
    for (int kind = 0; kind < 3; ++kind)
    {
        SceneBuilder b = slide("ball", Sphere{0.25});
        b.obstacle("mesh", kind == 0   ? spike(Vec3(2, 0, 0))
                           : kind == 1 ? wedge(true, -0.5, 1.0, Vec3(2, 0, 0.25))
                                       : boxMesh(Vec3(0.5, 1, 2), Vec3(2.5, 0.125, 0.5)));
        const Feature feature = kind == 0 ? Feature::Vertex : kind == 1 ? Feature::Edge : Feature::Face;
        cases.contact(std::string("ball against a mesh, kind ") + std::to_string(kind), b, q0, q1, 1.75 / 4).contacts = {
            contactOf("ball", "mesh", Vec3(2, 0, 0), Vec3::UnitX(), Feature::Solid, feature)};
    }
}

void addInsides(ArticulatedCases& cases)
{
    const Configuration q0 = configuration({-0.25}), q1 = configuration({0.25});
    for (const Shape& small : {Shape(Sphere{0.25}), Shape(boxMesh(Vec3::Constant(0.25))),
                               Shape(triangleMesh(Vec3(0.25, 0, 0), Vec3(0, 0.25, 0), Vec3(0, 0, 0.25)))})
    {
        const auto* mesh = std::get_if<std::shared_ptr<const TriangleMesh>>(&small);
        const std::string kind = ", shape " + std::to_string(small.index()) + (mesh && (*mesh)->isSolid() ? " solid" : "");
        const auto inside = [&](const Shape& obstacle) {
            SceneBuilder b = slide("small", small);
            b.obstacle("large", obstacle);
            return b;
        };
        for (const Shape& large : {Shape(boxMesh(Vec3::Constant(1))), Shape(Box{Vec3::Constant(1)}), Shape(Cylinder{1, 1})})
        {
            ArticulatedCase& motion = cases.contact(
                "inside from the beginning" + kind + ", in shape " + std::to_string(large.index()), inside(large), q0, q1, 0.0);
            motion.toc_backwards = 0.0;
            motion.contacts = {contactOf("small", "large")};
        }
        const auto hollow = inside(hollowBoxMesh(Vec3::Constant(2), Vec3::Constant(1)));
        cases.free("in the cavity of a hollow mesh" + kind, hollow, q0, q1, 0.5);
        cases.contact("from the cavity into the wall" + kind, hollow, q0, configuration({1.25}), 1.0 / 1.5).contacts = {
            contactOf("small", "large")};
        ArticulatedCase& wall =
            cases.contact("within the wall of a hollow mesh" + kind, hollow, configuration({1.5}), configuration({1.5625}), 0.0);
        wall.toc_backwards = 0.0;
    }
}

void addThin(ArticulatedCases& cases)
{
    for (bool ball : {true, false})
    {
        // 16 m in one motion, a bullet of 2^-7 m, a sheet without thickness: in contact during one part in a thousand.
        SceneBuilder b = slide("bullet", ball ? Shape(Sphere{0x1p-7}) : Shape(boxMesh(Vec3::Constant(0x1p-7))));
        b.obstacle("sheet", sheet(5.34375));
        ArticulatedCase& motion = cases.contact(std::string("bullet through a sheet, ") + (ball ? "ball" : "cube"), b,
                                                configuration({0}), configuration({16}), (5.34375 - 0x1p-7) / 16);
        motion.toc_backwards = (16 - 5.34375 - 0x1p-7) / 16;
        motion.contacts = {contactOf("bullet", "sheet", ball ? std::optional<Vec3>(Vec3(5.34375, 0, 0)) : std::nullopt,
                                     ball ? std::optional<Vec3>(Vec3::UnitX()) : std::nullopt)};
    }
    const double alpha = 0.75;
    const Vec3 v(std::cos(alpha), std::sin(alpha), 0);
    SceneBuilder point = arm("tip", Sphere{kTip}, at(1, 0, 0)), needle = point;
    point.obstacle("speck", triangleMesh(v, v, v));
    needle.obstacle("speck", triangleMesh(v, v * 1.5, v * 1.25));
    const double q = alpha - 2 * std::asin(kTip / 2);
    for (const SceneBuilder& b : {point, needle})
        cases.contact("turning tip against a degenerate triangle", b, configuration({0}), configuration({1.5}), q / 1.5)
            .contacts = {contactOf("tip", "speck", v, (v - Vec3(std::cos(q), std::sin(q), 0)).normalized())};
    SceneBuilder flat = arm("blade", triangleMesh(Vec3::Zero(), Vec3(1, 0, 0), Vec3(0.5, -0.125, 0)));
    flat.obstacle("shard", triangleMesh(Vec3(0.5, 0.5, 0), Vec3(0.25, 1, 0), Vec3(0.375, 1, 0)));
    ArticulatedCase& coplanar =
        cases.contact("coplanar triangles, one turning", flat, configuration({0}), configuration({2}), M_PI / 8);
    coplanar.touches_only = true;  // nothing goes deeper across the plane
    coplanar.contacts = {contactOf("blade", "shard", Vec3(0.5, 0.5, 0))};
}

}  // namespace

std::vector<ArticulatedCase> meshCases()
{
    ArticulatedCases cases;
    addFeatures(cases);
    addInsides(cases);
    addThin(cases);
    return cases.all;
}

}  // namespace gapless::test
