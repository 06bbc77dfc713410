#include "certify/articulated_cases.h"

namespace gapless::test {
namespace {

void addBalls(ArticulatedCases& cases)
{
    const Configuration q0 = configuration({0}), q1 = configuration({4});
    {
        SceneBuilder b = slide("ball", Sphere{0.25});
        b.obstacle("post", Sphere{0.5}, at(2, 0, 0));
        ArticulatedCase& head_on = cases.contact("ball against ball, head on", b, q0, q1, 1.25 / 4);
        head_on.toc_backwards = 1.25 / 4;
        head_on.contacts = {contactOf("ball", "post", Vec3(1.5, 0, 0), Vec3::UnitX(), Feature::Solid, Feature::Solid)};

        ArticulatedCase& ends_inside = cases.contact("ball against ball, ending inside", b, q0, configuration({2}), 1.25 / 2);
        ends_inside.toc_backwards = 0.0;

        b.clearances.all = 0.125;
        ArticulatedCase& clear = cases.contact("ball against ball, clearance", b, q0, q1, 1.125 / 4);
        clear.toc_backwards = 1.125 / 4;
        clear.contacts = {
            contactOf("ball", "post", Vec3((1.375 + 1.5) / 2, 0, 0), Vec3::UnitX(), Feature::Solid, Feature::Solid)};

        b.clearances.pairs = {{"post", "ball", 0.25}};
        cases.contact("ball against ball, clearance of the pair", b, q0, q1, 1.0 / 4).contacts = {
            contactOf("ball", "post", Vec3(1.375, 0, 0), Vec3::UnitX())};
        cases.free("ball before ball, clearance kept", b, q0, configuration({0.75}), 0.5, 0.25);
        cases.free("ball before ball, at rest", b, configuration({0.5}), configuration({0.5}), 0.75, 0.25);
    }
    {
        SceneBuilder b = slide("ball", Sphere{0.25});
        b.obstacle("post", Sphere{0.5}, at(2, 0.5, 0));
        const double before = std::sqrt(0.75 * 0.75 - 0.25);  // along x, from centre to centre
        const Vec3 normal = Vec3(before, 0.5, 0) / 0.75;
        ArticulatedCase& off_centre = cases.contact("ball against ball, off centre", b, q0, q1, (2 - before) / 4);
        off_centre.toc_backwards = (2 - before) / 4;
        off_centre.contacts = {contactOf("ball", "post", Vec3(Vec3(2 - before, 0, 0) + 0.25 * normal), normal)};
    }
    SceneBuilder beside = slide("ball", Sphere{0.25});
    beside.obstacle("post", Sphere{0.5}, at(2, 0.8125, 0));
    cases.free("ball past ball", beside, q0, q1, 0.0625);
}

void addBoxes(ArticulatedCases& cases)
{
    const Configuration q0 = configuration({0}), q1 = configuration({4});
    {
        SceneBuilder b = slide("ball", Sphere{0.25});
        b.obstacle("box", Box{Vec3(0.25, 1, 1)}, at(2, 0.125, 0.25));
        ArticulatedCase& face = cases.contact("ball against the face of a box", b, q0, q1, 1.5 / 4);
        face.toc_backwards = 1.5 / 4;
        face.contacts = {contactOf("ball", "box", Vec3(1.75, 0, 0), Vec3::UnitX(), Feature::Solid, Feature::Solid)};
    }
    {
        SceneBuilder b = slide("ball", Sphere{0.25});
        b.obstacle("box", Box{Vec3(0.5, 0.5, 0.5)}, at(2.5, 0.625, 0.5));  // edge x = 2, y = 0.125
        const double before = std::sqrt(0.0625 - 0.015625);
        const Vec3 normal = Vec3(before, 0.125, 0) / 0.25;
        cases.contact("ball against the edge of a box", b, q0, q1, (2 - before) / 4).contacts = {
            contactOf("ball", "box", Vec3(2, 0.125, 0), normal)};
    }
    {
        SceneBuilder b = slide("ball", Sphere{0.25});
        b.obstacle("box", Box{Vec3(0.5, 0.5, 0.5)}, at(2.5, 0.625, 0.5625));  // corner (2, 0.125, 0.0625)
        const double before = std::sqrt(0.0625 - 0.015625 - 0.00390625);
        const Vec3 normal = Vec3(before, 0.125, 0.0625) / 0.25;
        cases.contact("ball against the corner of a box", b, q0, q1, (2 - before) / 4).contacts = {
            contactOf("ball", "box", Vec3(2, 0.125, 0.0625), normal)};
    }
    for (double thickness : {1.0, 0x1p-13, 0x1p-30})
    {
        SceneBuilder b = slide("box", Box{Vec3::Constant(0.25)});
        b.obstacle("plate", Box{Vec3(0.5 * thickness, 4, 4)}, at(2, 0, 0));
        const double toc = (1.75 - 0.5 * thickness) / 4;
        ArticulatedCase& flat = cases.contact(
            "box flat against a plate, thickness 2^" + std::to_string(static_cast<int>(std::log2(thickness))), b, q0, q1, toc);
        flat.toc_backwards = toc;
        flat.contacts = {contactOf("box", "plate", {}, thickness == 1.0 ? std::optional<Vec3>(Vec3::UnitX()) : std::nullopt)};
    }
    {
        SceneBuilder b = slide("box", Box{Vec3::Constant(0.25)}, Vec3(1, 1, 1));
        b.obstacle("other", Box{Vec3::Constant(0.5)}, at(1.5, 1.5, 1.5));
        cases.contact("corner against corner of two boxes", b, q0, q1, 0.75 * std::sqrt(3.0) / 4).contacts = {
            contactOf("box", "other", Vec3::Constant(1))};
    }
}

void addCones(ArticulatedCases& cases)
{
    const Configuration q0 = configuration({0}), q1 = configuration({4});
    const Mat3 apex_to_x = Eigen::AngleAxisd(M_PI / 2, Vec3::UnitY()).toRotationMatrix();
    {
        // Apex first at x = 1.5; backwards the base at x = 2.5.
        SceneBuilder b = slide("ball", Sphere{0.25});
        b.obstacle("cone", Cone{0.5, 0.5}, {Mat3(apex_to_x.transpose()), Vec3(2, 0, 0)});
        ArticulatedCase& apex = cases.contact("ball against the apex of a cone", b, q0, q1, 1.25 / 4);
        apex.toc_backwards = 1.25 / 4;
        apex.contacts = {contactOf("ball", "cone", Vec3(1.5, 0, 0), Vec3::UnitX(), Feature::Solid, Feature::Solid)};
    }
    {
        // The lateral surface is at rho + z / 2 = 1 / 4.
        SceneBuilder b = slide("ball", Sphere{0.25});
        b.obstacle("cone", Cone{0.5, 0.5}, at(2, 0, 0));
        const double before = 0.25 + 0.25 * std::sqrt(1.25);
        const Vec3 normal = Vec3(1, 0, -0.5).normalized();
        ArticulatedCase& lateral = cases.contact("ball against the side of a cone", b, q0, q1, (2 - before) / 4);
        lateral.toc_backwards = (2 - before) / 4;
        lateral.contacts = {contactOf("ball", "cone", Vec3(Vec3(2 - before, 0, 0) + 0.25 * normal), normal)};

        b.clearances.all = 0.125;
        cases.contact("ball against the side of a cone, clearance", b, q0, q1, (2 - before - 0.125 * std::sqrt(1.25)) / 4);
    }
    {
        // Past its apex at z = 1 / 2.
        SceneBuilder b = slide("ball", Sphere{0.25}, Vec3::UnitX(), at(0, 0, 0.8125));
        b.obstacle("cone", Cone{0.5, 0.5}, at(2, 0, 0));
        cases.free("ball over the apex of a cone", b, q0, q1, 0.0625);
    }
    {
        SceneBuilder b = slide("cone", Cone{0.25, 0.5}, Vec3::UnitX(), {apex_to_x, Vec3::Zero()});
        b.obstacle("plate", Box{Vec3(0.5, 4, 4)}, at(2, 0, 0));
        ArticulatedCase& plate = cases.contact("cone against a plate", b, q0, q1, 1.0 / 4);
        plate.toc_backwards = 1.0 / 4;
        plate.contacts = {contactOf("cone", "plate", Vec3(1.5, 0, 0), Vec3::UnitX())};
    }
}

void addArms(ArticulatedCases& cases)
{
    const double alpha = 0.75;
    {
        SceneBuilder b = arm("tip", Sphere{kTip}, at(1, 0, 0));
        const double rho = 1.125, sum = kTip + 0.25;
        b.obstacle("post", Sphere{0.25}, at(rho * std::cos(alpha), rho * std::sin(alpha), 0));
        const double q = alpha - std::acos((1 + rho * rho - sum * sum) / (2 * rho));
        const Vec3 tip(std::cos(q), std::sin(q), 0), post(rho * std::cos(alpha), rho * std::sin(alpha), 0),
            normal = (post - tip).normalized();
        ArticulatedCase& turning =
            cases.contact("turning tip against a post", b, configuration({0}), configuration({1.5}), q / 1.5);
        turning.toc_backwards = q / 1.5;  // 1.5 is twice alpha
        turning.contacts = {contactOf("tip", "post", Vec3(tip + kTip * normal), normal)};
    }
    {
        SceneBuilder b =
            arm("link", Capsule{kTip, 0.5}, {Eigen::AngleAxisd(M_PI / 2, Vec3::UnitY()).toRotationMatrix(), Vec3(0.5, 0, 0)});
        const double rho = 0.75, sum = kTip + 0.25;
        b.obstacle("pole", Cylinder{0.25, 2.0}, at(rho * std::cos(alpha), rho * std::sin(alpha), 0.25));
        const double q = alpha - std::asin(sum / rho);
        const Vec3 normal(-std::sin(q), std::cos(q), 0);
        const Vec3 pole(rho * std::cos(alpha), rho * std::sin(alpha), 0);
        ArticulatedCase& turning =
            cases.contact("turning capsule against a pole", b, configuration({0}), configuration({1.5}), q / 1.5);
        turning.toc_backwards = q / 1.5;
        turning.contacts = {contactOf("link", "pole", Vec3(pole - 0.25 * normal), normal)};
    }
    {
        SceneBuilder b = arm("tip", Sphere{kTip}, at(1, 0, 0));
        b.obstacle("wall", Box{Vec3(4, 0.5, 4)}, at(0, 1.25, 0));
        const double q = std::asin(0.75 - kTip);
        ArticulatedCase& wall = cases.contact("turning tip against a wall", b, configuration({0}), configuration({1.5}), q / 1.5);
        wall.toc_backwards = 0.0;
        wall.contacts = {contactOf("tip", "wall", Vec3(std::cos(q), 0.75, 0), Vec3::UnitY())};
        b.clearances.all = 0.125;
        const double q_clear = std::asin(0.625 - kTip);
        cases.contact("turning tip against a wall, clearance", b, configuration({0}), configuration({1.5}), q_clear / 1.5)
            .contacts = {contactOf("tip", "wall", Vec3(std::cos(q_clear), 0.75 - 0.0625, 0), Vec3::UnitY())};
        cases.free("turning tip before a wall, clearance kept", b, configuration({0}), configuration({0.5}),
                   0.75 - kTip - std::sin(0.5), 0.125);
    }
    {
        // A bar with the thickness of 2 h and a corner of a post in its way: the leading face meets the corner's edge.
        SceneBuilder b = arm("bar", Box{Vec3(0.5, kTip, kTip)}, at(0.5, 0, 0));
        b.obstacle("post", Box{Vec3(kTip, kTip, 2)}, at(0, 0.9375, 0));
        const double rho = std::hypot(kTip, 0.875), q = std::atan2(0.875, kTip) - std::asin(kTip / rho);
        cases.contact("turning bar against the edge of a post", b, configuration({0}), configuration({3}), q / 3).contacts = {
            contactOf("bar", "post", {}, Vec3(-std::sin(q), std::cos(q), 0))};
    }
}

}  // namespace

std::vector<ArticulatedCase> primitiveCases()
{
    ArticulatedCases cases;
    addBalls(cases);
    addBoxes(cases);
    addCones(cases);
    addArms(cases);
    return cases.all;
}

}  // namespace gapless::test
