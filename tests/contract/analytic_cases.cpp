// Motions whose first contact or smallest distance is known in closed form.
#include <cmath>

#include "contract/motion_validator_contract.h"

namespace gapless::test {
namespace {

constexpr double kTip = 0.0625;

class Cases
{
public:
    MotionCase& add(const MotionCase& motion)
    {
        all.push_back(motion);
        return all.back();
    }
    void contact(const std::string& name, const SceneBuilder& builder, const Configuration& q0, const Configuration& q1, double t,
                 double tolerance = 1e-3)
    {
        add(contactCase(name, builder, q0, q1, t, tolerance));
    }
    /// `distance` is the exact smallest distance, `clearance` what is asked for.
    void free(const std::string& name, const SceneBuilder& builder, const Configuration& q0, const Configuration& q1,
              double distance, double tolerance = 1e-3, double clearance = 0.0)
    {
        MotionCase& motion = add(motionCase(name, builder, q0, q1, tolerance));
        motion.smallest_distance_at_most = distance;
        motion.excess_at_least = distance - clearance;
    }
    std::vector<MotionCase> all;
};

/// A ball of radius kTip s at distance s from a revolute (or other) z joint at `base`.
SceneBuilder turningTip(double s = 1.0, const Vec3& base = Vec3::Zero(), JointType type = JointType::Revolute)
{
    SceneBuilder b;
    const BodyIndex arm = b.joint(kWorld, {Mat3::Identity(), base}, type);
    b.link("tip", arm, Sphere{kTip * s}, at(s, 0, 0));
    return b;
}

/// A half space y >= height, as a big box or a surface of two triangles.
void addWall(SceneBuilder& b, double height, bool surface, double s = 1.0, const Vec3& base = Vec3::Zero())
{
    if (surface)
    {
        const double y = base.y() + height;
        b.obstacle("wall", meshOf({Vec3(base.x() - 4 * s, y, base.z() - 4 * s), Vec3(base.x() + 4 * s, y, base.z() - 4 * s),
                                   Vec3(base.x() + 4 * s, y, base.z() + 4 * s), Vec3(base.x() - 4 * s, y, base.z() + 4 * s)},
                                  {{0, 1, 2}, {0, 2, 3}}));
    }
    else
        b.obstacle("wall", Box{Vec3(4 * s, 0.5 * s, 4 * s)}, {Mat3::Identity(), Vec3(base + Vec3(0, height + 0.5 * s, 0))});
}

void addPrismatic(Cases& cases)
{
    for (double thickness : {0x1p-13, 0x1p-20, 0x1p-30, 0.0})
        for (bool mesh : {false, true})
        {
            SceneBuilder b;
            const BodyIndex slide = b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX());
            b.link("box", slide, mesh ? Shape(boxMesh(Vec3::Constant(0.25))) : Shape(Box{Vec3::Constant(0.25)}));
            const Vec3 half(0.5 * thickness, 1, 1);
            if (thickness > 0)
                b.obstacle("plate", mesh ? Shape(boxMesh(half)) : Shape(Box{half}), at(1, 0, 0));
            else
                b.obstacle("plate",
                           meshOf({Vec3(1, -1, -1), Vec3(1, 1, -1), Vec3(1, 1, 1), Vec3(1, -1, 1)}, {{0, 1, 2}, {0, 2, 3}}));
            const std::string name =
                "box through plate, thickness " + std::to_string(std::log2(thickness)) + (mesh ? " mesh" : "");
            cases.contact(name, b, configuration({0}), configuration({2}), (0.75 - 0.5 * thickness) / 2);
            cases.contact(name + ", touching at the end", b, configuration({0}), configuration({0.75 - 0.5 * thickness}), 1.0);
            cases.contact(name + ", touching at the start", b, configuration({0.75 - 0.5 * thickness}), configuration({0}), 0.0);
            cases.contact(name + ", touching and at rest", b, configuration({0.75 - 0.5 * thickness}),
                          configuration({0.75 - 0.5 * thickness}), 0.0);
            cases.free(name + ", stopping 2^-12 before", b, configuration({0}), configuration({0.75 - 0.5 * thickness - 0x1p-12}),
                       0x1p-12, 0x1p-15);
            cases.free(name + ", at rest", b, configuration({0.5}), configuration({0.5}), 0.25 - 0.5 * thickness);
            b.clearances.all = 0.125;
            cases.contact(name + ", clearance", b, configuration({0}), configuration({2}), (0.625 - 0.5 * thickness) / 2);
            cases.contact(name + ", clearance reached exactly at the end", b, configuration({0}),
                          configuration({0.625 - 0.5 * thickness}), 1.0);
            b.clearances.pairs = {{"plate", "box", 0.25}};
            cases.contact(name + ", clearance of the pair", b, configuration({0}), configuration({2}),
                          (0.5 - 0.5 * thickness) / 2);
            cases.free(name + ", clearance of the pair kept", b, configuration({0}), configuration({0.25}), 0.5 - 0.5 * thickness,
                       1e-3, 0.25);
        }
}

void addTurning(Cases& cases)
{
    for (bool surface : {false, true})
        for (double s : {1.0, 0x1p-20})
            for (double offset : {0.0, 0x1p20})
            {
                if (offset > 0 && s < 1)
                    continue;
                const Vec3 base(offset, -offset, 2 * offset);
                const std::string name = std::string("tip and wall") + (surface ? ", surface" : "")
                                         + (s < 1 ? ", scale 2^-20" : "") + (offset > 0 ? ", offset 2^20" : "");
                SceneBuilder b = turningTip(s, base);
                addWall(b, 0.75 * s, surface, s, base);
                cases.contact(name, b, configuration({0}), configuration({1.5}), std::asin(0.6875) / 1.5, 1e-3 * s);
                for (double gap : {0x1p-20, -0x1p-20, 0.0, 0x1p-8})
                {
                    SceneBuilder g = turningTip(s, base);
                    addWall(g, (1 + kTip + gap) * s, surface, s, base);
                    const std::string graze = name + ", graze " + std::to_string(gap * 0x1p20) + " 2^-20";
                    for (double tolerance : {1e-3 * s, 0x1p-23 * s})
                        if (gap > 0)
                            cases.free(graze, g, configuration({0}), configuration({3}), gap * s, tolerance);
                        else
                        {
                            cases.contact(graze, g, configuration({0}), configuration({3}), std::asin(1 + gap) / 3, tolerance);
                            cases.all.back().must_decide = offset == 0;  // 2^-23 is near the rounding at 2^20
                        }
                }
                SceneBuilder c = turningTip(s, base);
                addWall(c, (1 + kTip + 0.25) * s, surface, s, base);
                c.clearances.all = 0.1875 * s;
                cases.free(name + ", clearance kept", c, configuration({0}), configuration({3}), 0.25 * s, 1e-3 * s, 0.1875 * s);
                c.clearances.all = 0.25 * s;
                cases.contact(name + ", clearance touched", c, configuration({0}), configuration({3}), std::asin(1.0) / 3,
                              1e-3 * s);
            }
    const double before = 2 * std::asin(kTip);  // angle at which two balls of kTip on the unit circle touch
    for (JointType type : {JointType::Revolute, JointType::Continuous})
    {
        SceneBuilder at_pi = turningTip(1, Vec3::Zero(), type), at_zero = at_pi;
        at_pi.obstacle("post", Sphere{kTip}, at(-1, 0, 0));
        at_zero.obstacle("post", Sphere{kTip}, at(1, 0, 0));
        const double apart = 2 * std::sin((M_PI - 3) / 2) - 2 * kTip, other = 2 * std::sin(1.5) - 2 * kTip;
        if (type == JointType::Continuous)
        {
            cases.contact("SO(2) goes through pi", at_pi, configuration({3}), configuration({-3}),
                          (M_PI - before - 3) / (2 * M_PI - 6));
            cases.free("SO(2) does not go through 0", at_zero, configuration({3}), configuration({-3}), other);
        }
        else
        {
            cases.contact("R^1 goes through 0", at_zero, configuration({3}), configuration({-3}), (3 - before) / 6);
            cases.free("R^1 does not go through pi", at_pi, configuration({3}), configuration({-3}), apart);
        }
    }
    const double alpha = 0.75;
    const Vec3 v(std::cos(alpha), std::sin(alpha), 0);
    SceneBuilder point = turningTip(), segment = turningTip();
    point.obstacle("point", triangleMesh(v, v, v));
    segment.obstacle("segment", triangleMesh(v, v * 1.5, v * 1.25));
    const double t = (alpha - 2 * std::asin(kTip / 2)) / 1.5;
    cases.contact("degenerate obstacle, a point", point, configuration({0}), configuration({1.5}), t);
    cases.contact("degenerate obstacle, a segment", segment, configuration({0}), configuration({1.5}), t);
    SceneBuilder flat;
    flat.link("blade", flat.joint(kWorld, {}, JointType::Revolute),
              triangleMesh(Vec3::Zero(), Vec3(1, 0, 0), Vec3(0.5, -0.125, 0)));
    flat.obstacle("shard", triangleMesh(Vec3(0.5, 0.5, 0), Vec3(0.25, 1, 0), Vec3(0.375, 1, 0)));
    cases.contact("coplanar triangles, one turning", flat, configuration({0}), configuration({2}), M_PI / 8);
}

void addChains(Cases& cases)
{
    SceneBuilder screw;
    const BodyIndex z = screw.joint(kWorld, {}, JointType::Prismatic);
    screw.link("tip", screw.joint(z, {}, JointType::Revolute), Sphere{kTip}, at(1, 0, 0));
    screw.obstacle("bead", Sphere{0.25}, at(-1, 0, 1.5));
    // 4 sin^2(2 pi s) + 4 s^2 = (r + R)^2, s = 3/4 - t
    double low = 0, high = 0.1;
    for (int i = 0; i < 100; ++i)
    {
        const double s = 0.5 * (low + high);
        (4 * std::pow(std::sin(2 * M_PI * s), 2) + 4 * s * s < std::pow(0.25 + kTip, 2) ? low : high) = s;
    }
    cases.contact("helix meets a bead", screw, configuration({0, 0}), configuration({2, 4 * M_PI}), 0.75 - low + 1e-14);

    SceneBuilder mimic;
    const BodyIndex first = mimic.joint(kWorld, {}, JointType::Revolute);
    const BodyIndex second = mimic.joint(first, at(1, 0, 0), JointType::Revolute, Vec3::UnitZ(), Mimic{first, -2.0, 0.0});
    mimic.link("tip", second, Sphere{kTip}, at(1, 0, 0));
    mimic.obstacle("wall", Box{Vec3(0.5, 1, 1)}, at(2, 0, 0));
    cases.contact("mimic 2R on a straight line", mimic, configuration({1.5}), configuration({0.25}),
                  (1.5 - std::acos((1.5 - kTip) / 2)) / 1.25);

    const int n = 20;
    SceneBuilder chain;
    BodyIndex parent = kWorld;
    for (int i = 0; i < n; ++i)
        parent = chain.joint(parent, at(i ? 1 : 0, 0, 0), JointType::Revolute);
    chain.link("tip", parent, Sphere{kTip}, at(1, 0, 0));
    chain.obstacle("start", Sphere{kTip});
    const double phi = 2 * M_PI / n;
    low = 0.5 * phi, high = phi;
    for (int i = 0; i < 100; ++i)
    {
        const double f = 0.5 * (low + high);
        (std::abs(std::sin(n * f / 2) / std::sin(f / 2)) > 2 * kTip ? low : high) = f;
    }
    cases.contact("chain of 20 closes on itself", chain, Configuration::Zero(n), Configuration::Constant(n, phi), high / phi);
    cases.free("chain of 20 stays open", chain, Configuration::Zero(n), Configuration::Constant(n, 0.5 * phi),
               1 / std::sin(phi / 4) - 2 * kTip);

    SceneBuilder together;
    const BodyIndex carrier = together.joint(kWorld, {}, JointType::Revolute);
    together.link("left", together.joint(carrier, at(3, 0, 0), JointType::Prismatic, Vec3::UnitX()), Box{Vec3::Constant(0.25)},
                  at(0, 0.25 + 0x1p-14, 0));
    together.link("right", together.joint(carrier, at(3, 0, 0), JointType::Prismatic, Vec3::UnitX()), Box{Vec3::Constant(0.25)},
                  at(0, -0.25, 0));
    cases.free("links that move together, close", together, configuration({0, 0.5, 0.5}), configuration({3, 0.5, 0.5}), 0x1p-14,
               0x1p-17);
}

void addInsides(Cases& cases)
{
    const auto inside = [](const Shape& moving, const Shape& obstacle) {
        SceneBuilder b;
        b.link("moving", b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()), moving);
        b.obstacle("other", obstacle);
        return b;
    };
    const auto cube = boxMesh(Vec3::Constant(1));
    const auto hollow = hollowBoxMesh(Vec3::Constant(2), Vec3::Constant(1));
    const Configuration q0 = configuration({-0.25}), q1 = configuration({0.25});
    for (const Shape& small : {Shape(Sphere{0.25}), Shape(boxMesh(Vec3::Constant(0.25))),
                               Shape(triangleMesh(Vec3(0.25, 0, 0), Vec3(0, 0.25, 0), Vec3(0, 0, 0.25)))})
    {
        const std::string kind = std::to_string(small.index());
        cases.contact("inside a solid mesh, shape " + kind, inside(small, cube), q0, q1, 0.0);
        cases.contact("round an obstacle inside, shape " + kind, inside(cube, small), q0, q1, 0.0);
        cases.contact("inside a solid box, shape " + kind, inside(small, Box{Vec3::Constant(1)}), q0, q1, 0.0);
        cases.contact("inside a cylinder, shape " + kind, inside(small, Cylinder{1, 1}), q0, q1, 0.0);
        cases.free("in the cavity of a hollow mesh, shape " + kind, inside(small, hollow), q0, q1, 0.5);
        cases.contact("from the cavity into the wall, shape " + kind, inside(small, hollow), q0, configuration({1.25}),
                      (0.75 + 0.25) / 1.5);
        cases.contact("within the wall of a hollow mesh, shape " + kind, inside(small, hollow), configuration({1.5}),
                      configuration({1.5625}), 0.0);
    }
}

}  // namespace

std::vector<MotionCase> analyticCases()
{
    Cases cases;
    addPrismatic(cases);
    addTurning(cases);
    addChains(cases);
    addInsides(cases);
    SceneBuilder empty;
    cases.add(motionCase("empty scene", empty, Configuration(0), Configuration(0))).excess_at_least = 1e9;
    SceneBuilder rigid;
    rigid.link("base", rigid.joint(kWorld, {}, JointType::Fixed), Sphere{1}).obstacle("ball", Sphere{1});
    cases.add(motionCase("robot without joints", rigid, Configuration(0), Configuration(0))).excess_at_least = 1e9;
    return cases.all;
}

}  // namespace gapless::test
