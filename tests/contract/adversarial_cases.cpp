// Motions made to slip past the usual mistakes: sampling, half of the relative motion, forgotten lever arms, forgotten rounding.
#include <cmath>

#include "contract/motion_validator_contract.h"
#include "support/random_input.h"
#include "support/reference_motion.h"

namespace gapless::test {
namespace {

/// A speck that crosses a plate of a micrometre at random places: no grid of samples sees it.
void addThinPlates(std::vector<MotionCase>& out)
{
    Random random(1);
    for (int i = 0; i < 20; ++i)
    {
        const double x = random.uniform(0.5, 9.5);
        SceneBuilder b;
        b.link("speck", b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()), Box{Vec3::Constant(1e-4)});
        b.obstacle("foil", Box{Vec3(5e-7, 1, 1)}, at(x, 0, 0));
        out.push_back(contactCase("foil at " + digits(x), b, configuration({0}), configuration({10}),
                                  (x - 5e-7 - 1e-4) / 10 + 1e-15, 1e-5));
    }
}

/// One arm holds still, the other is moved by joints below the common ancestor and swings through it: all relative motion
/// comes from one of the two bodies. Both orders of the objects, and a torso that moves both or stands still.
void addDescending(std::vector<MotionCase>& out)
{
    for (bool swinging_first : {false, true})
        for (double torso : {0.0, 2.0})
            for (int depth = 0; depth < 3; ++depth)
            {
                SceneBuilder b;
                const BodyIndex trunk = b.joint(kWorld, {}, JointType::Revolute);
                BodyIndex still = b.joint(trunk, at(0, 1, 0), JointType::Revolute),
                          swinging = b.joint(trunk, {}, JointType::Revolute);
                for (int i = 0; i < depth; ++i)
                    swinging = b.joint(swinging, {}, i ? JointType::Prismatic : JointType::Revolute);
                const auto addStill = [&] { b.link("still", still, Sphere{0.0625}); };
                const auto addSwinging = [&] {
                    b.link("swinging", swinging, Capsule{0.03125, 1.0},
                           {Eigen::AngleAxisd(M_PI / 2, Vec3::UnitY()).toRotationMatrix(), Vec3(1, 0, 0)});
                };
                if (swinging_first)
                    addSwinging();
                addStill();
                if (!swinging_first)
                    addSwinging();
                Configuration q0 = Configuration::Zero(3 + depth), q1 = q0;
                q1[0] = torso;
                q1[2] = 3.0;
                // The bar is a segment from the axis outwards at angle 3 t; the ball's centre is at distance 1, angle pi/2.
                const double t = (M_PI / 2 - std::asin(0.0625 + 0.03125)) / 3;
                out.push_back(contactCase("arm swings through the other, depth " + std::to_string(depth)
                                              + (swinging_first ? ", first" : ", second") + ", torso " + std::to_string(torso),
                                          b, q0, q1, t + 1e-15));
            }
}

/// A telescope that extends while it turns meets a bead far out: the lever arm of the turn is that of the extended telescope.
void addTelescope(std::vector<MotionCase>& out)
{
    for (double sign : {1.0, -1.0})
        for (bool bead_first : {false, true})
        {
            SceneBuilder b;
            const BodyIndex turn = b.joint(kWorld, {}, JointType::Revolute);
            const BodyIndex slide = b.joint(turn, {}, JointType::Prismatic, Vec3::UnitX());
            const double tau = 0.75, radius = 0.015625;
            const Vec3 bead(sign * 8 * tau * std::cos(3 * tau), sign * 8 * tau * std::sin(3 * tau), 0);
            if (bead_first)
                b.obstacle("bead", Sphere{radius}, {Mat3::Identity(), bead});
            b.link("tip", slide, Sphere{radius});
            if (!bead_first)
                b.obstacle("bead", Sphere{radius}, {Mat3::Identity(), bead});
            // The spiral 8 t (cos 3t, sin 3t) passes through the bead's centre at tau, so it is in contact there and a bit before.
            double low = tau - 0.01, high = tau;
            for (int i = 0; i < 100; ++i)
            {
                const double t = 0.5 * (low + high);
                (Vec3(sign * 8 * t * std::cos(3 * t), sign * 8 * t * std::sin(3 * t), 0) - bead).norm() > 2 * radius ? low = t
                                                                                                                     : high = t;
            }
            out.push_back(contactCase(
                std::string("telescope extends ") + (sign > 0 ? "forwards" : "backwards") + (bead_first ? ", bead first" : ""), b,
                configuration({0, 0}), configuration({3, sign * 8}), high + 1e-14, 1e-4));
        }
}

/// Three slides in line at an offset of 2^20 m carry a ball exactly to, or at most one unit in the last place beyond, another.
/// All decimals round: computed in double without an error term the balls stay apart in every second case. The tolerance is far
/// below the rounding, so Undecided is right, Collision too, Free never.
void addRoundingGrazes(std::vector<MotionCase>& out)
{
    Random random(7);
    for (int i = 0; i < 60; ++i)
    {
        const double sign = i % 2 ? -1.0 : 1.0;
        SceneBuilder b;
        BodyIndex parent = kWorld;
        Real sum = 0;
        Configuration q0 = Configuration::Zero(3), q1 = q0;
        for (int k = 0; k < 3; ++k)
        {
            const double offset = sign * (random.uniform(0, 1) + (k == 0 ? 0x1p20 : 0.0));
            q0[k] = sign * random.uniform(-1, 0);
            q1[k] = sign * random.uniform(0, 1);
            parent = b.joint(parent, at(offset, 0, 0), JointType::Prismatic, Vec3::UnitX());
            sum += Real(offset) + Real(q1[k]);
        }
        sum += Real(sign) * (Real(0.25) + Real(0.25));
        double centre = toDouble(sum);
        if ((Real(centre) - sum) * sign > 0)
            centre = std::nextafter(centre, 0.0);
        b.link("ball", parent, Sphere{0.25});
        b.obstacle("other", Sphere{0.25}, at(centre, 0, 0));
        MotionCase motion = contactCase("grazing within rounding at 2^20 m, " + std::to_string(i), b, q0, q1, 1.0, 1e-13);
        motion.must_decide = false;
        out.push_back(motion);
    }
}

/// A disc moves along its own axis, which is no axis of the world, face on into something: the nearest direction is the axis up to
/// rounding, where the support of a cylinder is all but undefined.
void addDiscs(std::vector<MotionCase>& out)
{
    Random random(3);
    for (int i = 0; i < 50; ++i)
    {
        const Mat3 R = random.rotation();
        const double half = random.uniform(0.01, 0.5), z = random.uniform(2, 3);
        SceneBuilder b;
        b.link("disc", b.joint(kWorld, {R, Vec3::Zero()}, JointType::Prismatic), Cylinder{random.uniform(0.5, 3), half});
        const Pose X = {R, Vec3(R.col(2) * z)};
        switch (i % 5)
        {
            case 0: b.obstacle("other", Sphere{0.25}, X); break;
            case 1: b.obstacle("other", Box{Vec3(1, 1, 0.25)}, X); break;
            case 2: b.obstacle("other", Cylinder{1, 0.25}, X); break;
            case 3: b.obstacle("other", Cone{1, 0.25}, X); break;
            default: b.obstacle("other", boxMesh(Vec3(1, 1, 0.25)), X); break;
        }
        out.push_back(contactCase("disc face on, " + std::to_string(i), b, configuration({0}), configuration({6}),
                                  (z - 0.25 - half) / 6 + 1e-15, 1e-5));
    }
}

/// Hairpin turn of the motion: out and back within one interval, so that both ends are far from the contact in the middle.
void addHalfTurns(std::vector<MotionCase>& out)
{
    for (double radius : {0.01, 1e-5})
    {
        SceneBuilder b;
        const BodyIndex wheel = b.joint(kWorld, {}, JointType::Floating);
        b.link("rim", wheel, Sphere{radius}, at(1, 0, 0));
        b.obstacle("bead", Sphere{radius}, at(std::cos(1.1), std::sin(1.1), 0));
        const double w = 3.0;
        const double t = (1.1 - 2 * std::asin(radius)) / w;
        out.push_back(contactCase("floating body turns by slerp, radius " + digits(radius), b,
                                  configuration({0, 0, 0, 0, 0, 0, 1}),
                                  configuration({0, 0, 0, 0, 0, -std::sin(w / 2), -std::cos(w / 2)}), t + 1e-12, radius * 1e-2));
    }
}

/// Two rotations so nearly equal that OMPL holds the first, at the end of a long rod: what is there lies on one of two curves, farther apart
/// than the tolerance. Nothing that is on one of them alone is a witness.
void addNearlyEqualRotations(std::vector<MotionCase>& out)
{
    constexpr double kTurn = 8e-5, kReach = 10.0, kShift = kTurn * kReach;
    const auto add = [&](const std::string& name, const SceneBuilder& b, double excess, double tolerance) {
        const Configuration q0 = configuration({-1, 0, 0, 0, 0, 0, 1});
        const Configuration q1 = configuration({1, 0, 0, 0, 0, std::sin(kTurn / 2), std::cos(kTurn / 2)});
        MotionCase motion =
            motionCase("nearly equal rotations, " + name + ", tolerance " + digits(tolerance), b, q0, q1, tolerance);
        motion.excess_at_least = excess;
        motion.must_decide = false;
        motion.both_ways = false;
        out.push_back(motion);
    };
    for (double tolerance : {1e-9, 1e-6, 1e-4})
    {
        for (double gap : {1.1 * kShift, 1.8 * kShift, 2.5 * kShift})
        {
            SceneBuilder b;
            b.link("ball", b.joint(kWorld, {}, JointType::Floating), Sphere{0.1}, at(kReach, 0, 0));
            b.obstacle("post", Sphere{0.1}, at(kReach, 0.2 + gap, 0));
            add("balls", b, gap - kShift, tolerance);
        }
        // A pebble that ends in the wall, or begins there, along the curve that turns alone.
        for (double side : {1.0, -1.0})
        {
            constexpr double kHalf = 1e-5;
            SceneBuilder b;
            const auto pebble = std::make_shared<CollisionGeometry>(
                std::vector<PlacedShape>{{boxMesh(Vec3::Constant(kHalf), Vec3(kReach, 0, 0)), Pose()}}, "pebble");
            b.objects.push_back({"pebble", b.joint(kWorld, {}, JointType::Floating), ObjectKind::Link, pebble, {}});
            b.obstacle("wall", boxMesh(Vec3(1, 1, 1)), at(kReach + side, 1 + kShift / 2, 0.1));
            add("pebble in a wall", b, kShift / 2 - kHalf, tolerance);
        }
    }
}

/// A bar that turns about z in the plane z = 0, from the axis outwards.
void addBar(SceneBuilder& b, BodyIndex body, const std::string& name)
{
    b.link(name, body, Capsule{0.03125, 1.0}, {Eigen::AngleAxisd(M_PI / 2, Vec3::UnitY()).toRotationMatrix(), Vec3(1, 0, 0)});
}

/// Contacts of links of two bodies that one joint connects: what is fixed to the parent link, beyond a planar or floating joint, in front of
/// a finger that follows another. Who takes links of such bodies for exempt misses all of them.
void addOwnBody(std::vector<MotionCase>& out)
{
    // The bar, at angle 3 t, meets a ball at distance 1 and angle pi/2.
    const double t = (M_PI / 2 - std::asin(0.0625 + 0.03125)) / 3 + 1e-15;
    for (const bool follows : {false, true})
        for (const bool base_turns : {false, true})
        {
            SceneBuilder b;
            const BodyIndex base = b.joint(kWorld, {}, base_turns ? JointType::Revolute : JointType::Fixed);
            const BodyIndex master = follows ? b.joint(base, at(9, 0, 0), JointType::Revolute) : kWorld;
            const BodyIndex arm = b.joint(base, {}, JointType::Revolute, Vec3::UnitZ(),
                                          follows ? std::optional<Mimic>(Mimic{master, 1.0, 0.0}) : std::nullopt);
            b.link("base", base, Sphere{0.125}).link("tower", base, Sphere{0.0625}, at(0, 1, 0));
            addBar(b, arm, "arm");
            Configuration q0 = Configuration::Zero(base_turns ? 2 : 1), q1 = q0;
            q1[q1.size() - 1] = 3.0;
            out.push_back(contactCase(std::string("arm sweeps through the tower on its own base") + (follows ? ", follower" : "")
                                          + (base_turns ? ", base turns" : ""),
                                      b, q0, q1, t));
        }
    SceneBuilder gantry;
    const BodyIndex rail = gantry.joint(kWorld, {}, JointType::Fixed),
                    carriage = gantry.joint(rail, {}, JointType::Prismatic, Vec3::UnitX());
    gantry.link("rail", rail, Box{Vec3(4, 0.125, 0.125)}).link("wall", rail, Box{Vec3(0.0078125, 1, 1)}, at(2, 0, 0));
    gantry.link("carriage", carriage, Box{Vec3::Constant(0.25)});
    out.push_back(contactCase("carriage through the wall on its own rail", gantry, configuration({0}), configuration({4}),
                              (1.75 - 0.0078125) / 4));
    for (const JointType type : {JointType::Planar, JointType::Floating})
    {
        SceneBuilder cart;
        const BodyIndex floor = cart.joint(kWorld, {}, JointType::Fixed), wheels = cart.joint(floor, {}, type);
        cart.link("pillar", floor, Box{Vec3(0.0078125, 1, 1)}, at(2, 0, 0)).link("cart", wheels, Box{Vec3::Constant(0.25)});
        const bool planar = type == JointType::Planar;
        out.push_back(contactCase(std::string("parent link in the way of a ") + (planar ? "planar" : "floating") + " joint", cart,
                                  planar ? configuration({0, 0, 0}) : configuration({0, 0, 0, 0, 0, 0, 1}),
                                  planar ? configuration({4, 0, 0}) : configuration({4, 0, 0, 0, 0, 0, 1}),
                                  (1.75 - 0.0078125) / 4));
    }
}

/// Exactly half a turn, with a bead on one of the two arcs: who moves along may take either, so neither motion is free.
void addEitherWay(std::vector<MotionCase>& out)
{
    Random random(5);
    const double radius = 0.05, t = 0.5 - 2.0 * std::asin(radius) / M_PI + 1e-9;
    const auto add = [&](const std::string& name, const SceneBuilder& b, const Configuration& q0, const Configuration& q1) {
        out.push_back(contactCase("half turn, " + name, b, q0, q1, t));
        out.back().must_decide = false;
    };
    for (int i = 0; i < 10; ++i)
        for (const double side : {1.0, -1.0})
        {
            const Eigen::Quaterniond from = random.quaternion();
            const Vec3 axis = random.direction(), arm = axis.unitOrthogonal();
            Configuration q0 = Configuration::Zero(7), q1 = q0;
            q0.tail<4>() = from.coeffs();
            q1.tail<4>() = (from * Eigen::Quaterniond(Eigen::AngleAxisd(M_PI, axis))).normalized().coeffs();
            SceneBuilder b;
            b.link("rim", b.joint(kWorld, {}, JointType::Floating), Sphere{radius}, {Mat3::Identity(), arm});
            b.obstacle("bead", Sphere{radius}, {Mat3::Identity(), Vec3(side * (from * axis.cross(arm)))});
            add("floating " + std::to_string(i) + (side > 0 ? " one way" : " other way"), b, q0, q1);
        }
    for (const double side : {1.0, -1.0})
        for (const double goal : {M_PI, -M_PI, 3.0 * M_PI})
        {
            const std::string way = " to " + digits(goal) + (side > 0 ? " one way" : " other way");
            const auto withBead = [&](SceneBuilder& b) { b.obstacle("bead", Sphere{radius}, at(0, side, 0)); };
            SceneBuilder wheel, disc, follower;
            wheel.link("rim", wheel.joint(kWorld, {}, JointType::Continuous), Sphere{radius}, at(1, 0, 0));
            withBead(wheel);
            add("continuous" + way, wheel, configuration({0}), configuration({goal}));
            disc.link("rim", disc.joint(kWorld, {}, JointType::Planar), Sphere{radius}, at(1, 0, 0));
            withBead(disc);
            add("planar" + way, disc, configuration({0, 0, 0}), configuration({0, 0, goal}));
            const BodyIndex master = follower.joint(kWorld, {}, JointType::Continuous);
            follower.link("rim", follower.joint(kWorld, {}, JointType::Revolute, Vec3::UnitZ(), Mimic{master, -1.0, 0.0}),
                          Sphere{radius}, at(1, 0, 0));
            withBead(follower);
            add("follower" + way, follower, configuration({0}), configuration({goal}));
        }
}

/// Values beyond a turn mean the short way between the angles that they stand for: into the bead, where the long way is free, and past
/// it, where the long way is not.
void addManyTurns(std::vector<MotionCase>& out)
{
    const double radius = 0.05;
    for (const double turns : {0.0, 1.0, -2.0, 100.0})
        for (const JointType type : {JointType::Continuous, JointType::Planar})
            for (const bool follows : {false, true})
            {
                if (follows && type == JointType::Planar)
                    continue;
                for (const double bead : {-0.6, 2.5})
                {
                    SceneBuilder b;
                    BodyIndex body = b.joint(kWorld, {}, type);
                    if (follows)
                        body = b.joint(kWorld, {}, JointType::Revolute, Vec3::UnitZ(), Mimic{body, 1.0, 0.0});
                    b.link("rim", body, Sphere{radius}, at(1, 0, 0));
                    b.obstacle("bead", Sphere{radius}, at(std::cos(bead), std::sin(bead), 0));
                    Configuration q0 = Configuration::Zero(b.model.configurationSize()), q1 = q0;
                    q0[q0.size() - 1] = 2.0 * M_PI * turns;
                    q1[q1.size() - 1] = 5.0 - 2.0 * M_PI * turns;
                    const std::string name = "beyond a turn, " + std::to_string(turns)
                                             + (type == JointType::Planar ? " planar" : "") + (follows ? " follower" : "");
                    if (bead < 0.0)
                    {
                        out.push_back(contactCase(name, b, q0, q1, (0.6 - 2.0 * std::asin(radius)) / (2.0 * M_PI - 5.0) + 1e-9));
                        continue;
                    }
                    out.push_back(motionCase(name + ", past", b, q0, q1));
                    out.back().excess_at_least = 1.5;
                }
            }
}

}  // namespace

std::vector<MotionCase> adversarialCases()
{
    std::vector<MotionCase> out;
    addThinPlates(out);
    addDescending(out);
    addTelescope(out);
    addRoundingGrazes(out);
    addDiscs(out);
    addHalfTurns(out);
    addNearlyEqualRotations(out);
    addOwnBody(out);
    addEitherWay(out);
    addManyTurns(out);
    return out;
}

}  // namespace gapless::test
