#include "certify/articulated_cases.h"

namespace gapless::test {
namespace {

void addSeveralContacts(ArticulatedCases& cases)
{
    // The obstacle that comes first in space comes last in the scene.
    for (double behind : {0.5, 0x1p-8, 0x1p-16})
    {
        SceneBuilder b = slide("ball", Sphere{0.25});
        b.obstacle("far", Sphere{0.25}, at(2 + behind, 0, 0));
        b.obstacle("near", Box{Vec3(0.125, 1, 1)}, at(2 - 0.125, 0, 0));
        cases
            .contact("two obstacles, the second 2^" + std::to_string(static_cast<int>(std::log2(behind))) + " behind", b,
                     configuration({0}), configuration({4}), 1.5 / 4)
            .contacts = {contactOf("ball", "near", Vec3(1.75, 0, 0), Vec3::UnitX())};
    }
    {
        SceneBuilder b = slide("first", Sphere{0.25});
        b.link("second", b.joint(kWorld, at(0, 4, 0), JointType::Prismatic, Vec3::UnitX()), boxMesh(Vec3::Constant(0.25)));
        b.obstacle("other first", Sphere{0.25}, at(3, 0, 0));
        // Not face to face corner by corner: then every edge lies in a face, none pierces one, and no depth is proven.
        b.obstacle("other second", boxMesh(Vec3::Constant(0.25)), at(2, 4.0625, 0.03125));
        cases.contact("two links, the second meets its obstacle first", b, configuration({0, 0}), configuration({4, 4}), 1.5 / 4)
            .contacts = {contactOf("second", "other second", {}, Vec3::UnitX())};
        ArticulatedCase& both =
            cases.contact("two links meet two obstacles at once", b, configuration({1, 0}), configuration({5, 4}), 1.5 / 4);
        both.contacts = {contactOf("first", "other first", Vec3(2.75, 0, 0), Vec3::UnitX()),
                         contactOf("second", "other second", {}, Vec3::UnitX())};
    }
    {
        // Comes out of a first contact and into a second one: the first has to be told.
        SceneBuilder b = arm("tip", Sphere{kTip}, at(1, 0, 0));
        for (double angle : {2.0, 0.5})
            b.obstacle("post at " + std::to_string(static_cast<int>(angle)), Sphere{kTip},
                       at(std::cos(angle), std::sin(angle), 0));
        const double before = 2 * std::asin(kTip);
        ArticulatedCase& motion =
            cases.contact("two posts, one after the other", b, configuration({0}), configuration({2.5}), (0.5 - before) / 2.5);
        motion.toc_backwards = (0.5 - before) / 2.5;
        motion.contacts = {contactOf("tip", "post at 0")};
    }
    SceneBuilder several;
    several.link("hand", several.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()),
                 std::vector<PlacedShape>{
                     {Sphere{0.25}, at(0, 2, 0)}, {boxMesh(Vec3::Constant(0.125)), at(0, 0, 0)}, {Sphere{0.25}, at(0, -2, 0)}});
    several.obstacle("wall", Box{Vec3(0.5, 4, 4)}, at(2.5, 0, 0));
    several.obstacle("post", Sphere{0.25}, at(1.5, -2, 0));
    cases.contact("a link of several shapes, the last one touches", several, configuration({0}), configuration({4}), 1.0 / 4)
        .contacts = {contactOf("hand", "post", Vec3(1.25, -2, 0), Vec3::UnitX())};
}

void addLinksAmongThemselves(ArticulatedCases& cases)
{
    {
        SceneBuilder b;
        const BodyIndex shoulder = b.joint(kWorld, {}, JointType::Revolute),
                        elbow = b.joint(shoulder, at(1, 0, 0), JointType::Revolute);
        const BodyIndex wrist = b.joint(elbow, at(1, 0, 0), JointType::Revolute);
        b.link("base", shoulder, Sphere{0.25});
        b.link("tip", wrist, Sphere{0.125});
        const double fold = 2 * std::acos(0.375 / 2), t = fold / 3;
        // The shoulder turns too; the tip is at 2 cos(fold / 2) in direction shoulder + fold / 2.
        const double direction = 0.5 + t + fold / 2;
        const Vec3 normal(std::cos(direction), std::sin(direction), 0);
        cases.contact("self-collision of a folding arm", b, configuration({0.5, 0, 0}), configuration({1.5, 3, 1}), t)
            .contacts = {contactOf("base", "tip", Vec3(0.25 * normal), normal)};
        b.clearances.self = 0.125;
        cases
            .contact("self-collision of a folding arm, clearance", b, configuration({0.5, 0, 0}), configuration({1.5, 3, 1}),
                     2 * std::acos(0.25) / 3)
            .contacts = {contactOf("base", "tip")};
        cases.free("an arm that does not fold far enough", b, configuration({0.5, 0, 0}), configuration({1.5, 2, 1}),
                   2 * std::cos(1.0) - 0.375, 0.125);
    }
    {
        SceneBuilder b = arm("left", Sphere{0.25}, at(1, 0, 0));
        Joint joint;
        joint.name = "other";
        joint.type = JointType::Revolute;
        b.link("right", b.model.addBody("other", kWorld, at(2.25, 0, 0), joint, 1), Sphere{0.25}, at(-1, 0, 0));
        const double q = std::acos(0.875);
        ArticulatedCase& motion =
            cases.contact("two robots swing into each other", b, configuration({1, -1}), configuration({-1, 1}), (1 - q) / 2);
        motion.toc_backwards = (1 - q) / 2;
        motion.contacts = {contactOf("left", "right", Vec3(1.125, std::sin(q), 0), Vec3::UnitX())};
    }
    {
        SceneBuilder b;
        const BodyIndex carrier = b.joint(kWorld, {}, JointType::Revolute);
        for (int i : {0, 1})
            b.link(i ? "right" : "left", b.joint(carrier, at(3, 0, 0), JointType::Prismatic, Vec3::UnitX()),
                   boxMesh(Vec3::Constant(0.25)), at(0, i ? -0.25 : 0.25 + 0x1p-14, 0));
        cases.free("links that move together, close", b, configuration({0, 0.5, 0.5}), configuration({3, 0.5, 0.5}), 0x1p-14);
    }
}

void addJoints(ArticulatedCases& cases)
{
    {
        SceneBuilder b;
        const BodyIndex first = b.joint(kWorld, {}, JointType::Revolute);
        b.link("tip",
               b.joint(b.joint(first, at(1, 0, 0), JointType::Revolute, Vec3::UnitZ(), Mimic{first, -2.0, 0.0}), at(1, 0, 0),
                       JointType::Fixed),
               Sphere{kTip});
        b.obstacle("wall", Box{Vec3(0.5, 1, 1)}, at(2, 0, 0));
        ArticulatedCase& motion = cases.contact("mimic joint: a straight line into a wall", b, configuration({1.5}),
                                                configuration({0.25}), (1.5 - std::acos((1.5 - kTip) / 2)) / 1.25);
        motion.toc_backwards = 0.0;
        motion.contacts = {contactOf("tip", "wall", Vec3(1.5, 0, 0), Vec3::UnitX())};
    }
    {
        // Slerp about z with q and -q the same rotation, straight along z: a helix that a ball sits on.
        SceneBuilder b;
        b.link("rim", b.joint(kWorld, {}, JointType::Floating), Sphere{kTip}, at(1, 0, 0));
        b.obstacle("bead", Sphere{kTip}, at(std::cos(1.125), std::sin(1.125), 0));
        const double w = 3, q = 1.125 - 2 * std::asin(kTip);
        ArticulatedCase& motion = cases.contact("floating body, turning", b, configuration({0, 0, 0, 0, 0, 0, 1}),
                                                configuration({0, 0, 0, 0, 0, -std::sin(w / 2), -std::cos(w / 2)}), q / w);
        const Vec3 tip(std::cos(q), std::sin(q), 0), bead(std::cos(1.125), std::sin(1.125), 0);
        motion.contacts = {contactOf("rim", "bead", Vec3(0.5 * (tip + bead)), (bead - tip).normalized())};
        motion.toc_backwards = 1 - (1.125 + 2 * std::asin(kTip)) / w;
    }
    {
        // A capsule turns about its own axis on its way: that must not matter.
        SceneBuilder b;
        b.link("drill", b.joint(kWorld, {}, JointType::Floating), Capsule{0.125, 0.5},
               {Eigen::AngleAxisd(M_PI / 2, Vec3::UnitY()).toRotationMatrix(), Vec3::Zero()});
        b.obstacle("wall", boxMesh(Vec3(0.5, 4, 3)), at(3.5, 0.25, 0.5));
        cases
            .contact("floating body, drilling", b, configuration({0, 0, 0, 0, 0, 0, 1}),
                     configuration({4, 0, 0, std::sin(1.0), 0, 0, std::cos(1.0)}), (3 - 0.625) / 4)
            .contacts = {contactOf("drill", "wall", Vec3(3, 0, 0), Vec3::UnitX(), Feature::Solid, Feature::Face)};
    }
    {
        SceneBuilder b;
        b.link("puck", b.joint(kWorld, {}, JointType::Planar), Cylinder{0.25, 0.5});
        b.obstacle("post", Cylinder{0.25, 1.0}, at(1, 1, 0));
        const double toc = (std::sqrt(2.0) - 0.5) / (2 * std::sqrt(2.0));
        ArticulatedCase& motion = cases.contact("planar joint: a turning puck against a post", b, configuration({0, 0, 3}),
                                                configuration({2, 2, -3}), toc);
        motion.toc_backwards = toc;
        motion.contacts = {contactOf("puck", "post", {}, Vec3(Vec3(1, 1, 0) / std::sqrt(2.0)))};
    }
    const double before = 2 * std::asin(kTip);
    const auto turning = [](JointType type, double x) {
        SceneBuilder b = arm("tip", Sphere{kTip}, at(1, 0, 0), type);
        b.obstacle("post", Sphere{kTip}, at(x, 0, 0));
        return b;
    };
    const Configuration q0 = configuration({3}), q1 = configuration({-3});
    ArticulatedCase& wrap = cases.contact("continuous joint goes the short way, through pi", turning(JointType::Continuous, -1),
                                          q0, q1, (M_PI - before - 3) / (2 * M_PI - 6));
    wrap.toc_backwards = wrap.toc;
    cases.free("continuous joint does not go through 0", turning(JointType::Continuous, 1), q0, q1, 2 * std::sin(1.5) - 2 * kTip);
    ArticulatedCase& straight =
        cases.contact("revolute joint goes through 0", turning(JointType::Revolute, 1), q0, q1, (3 - before) / 6);
    straight.toc_backwards = straight.toc;
    cases.free("revolute joint does not go through pi", turning(JointType::Revolute, -1), q0, q1,
               2 * std::sin((M_PI - 3) / 2) - 2 * kTip);
    {
        SceneBuilder b;
        b.link("tip", b.joint(b.joint(kWorld, {}, JointType::Prismatic), {}, JointType::Revolute), Sphere{kTip}, at(1, 0, 0));
        b.obstacle("bead", Sphere{0.25}, at(-1, 0, 1.5));
        double low = 0, high = 0.1;  // 4 sin^2(2 pi s) + 4 s^2 = (r + R)^2, s = 3/4 - t
        for (int i = 0; i < 100; ++i)
        {
            const double s = 0.5 * (low + high);
            (4 * std::pow(std::sin(2 * M_PI * s), 2) + 4 * s * s < std::pow(0.25 + kTip, 2) ? low : high) = s;
        }
        cases.contact("helix meets a bead", b, configuration({0, 0}), configuration({2, 4 * M_PI}), 0.75 - low).contacts = {
            contactOf("tip", "bead")};
    }
    SceneBuilder chain;
    BodyIndex parent = kWorld;
    for (int i = 0; i < 20; ++i)
        parent = chain.joint(parent, at(i ? 1 : 0, 0, 0), JointType::Revolute);
    chain.link("tip", parent, Sphere{kTip}, at(1, 0, 0));
    chain.obstacle("start", Sphere{kTip});
    const double phi = 2 * M_PI / 20;
    double low = 0.5 * phi, high = phi;
    for (int i = 0; i < 100; ++i)
    {
        const double f = 0.5 * (low + high);
        (std::abs(std::sin(10 * f) / std::sin(f / 2)) > 2 * kTip ? low : high) = f;
    }
    ArticulatedCase& closing = cases.contact("chain of 20 closes on itself", chain, Configuration::Zero(20),
                                             Configuration::Constant(20, phi), high / phi);
    closing.speed = 200;
    closing.contacts = {contactOf("tip", "start")};
    SceneBuilder still;
    still.link("base", still.joint(kWorld, {}, JointType::Fixed), Sphere{1}).obstacle("ball", Sphere{1});
    cases.free("a robot without joints", still, Configuration(0), Configuration(0), 1e9).distance.reset();
}

}  // namespace

std::vector<ArticulatedCase> linkageCases()
{
    ArticulatedCases cases;
    addSeveralContacts(cases);
    addLinksAmongThemselves(cases);
    addJoints(cases);
    return cases.all;
}

}  // namespace gapless::test
