// Cells of what a joint turns, in scenes: they hold whatever that joint's value is, and are taken from no other scene, robot or file.
#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>

#include <gapless/certify/segment_certifier.h>
#include <gapless/collision/moved_scene.h>
#include <gapless/kinematics/motion.h>

#include "collision/kept_limit_proofs.h"
#include "collision/turned_objects.h"
#include "support/cache_folder.h"
#include "support/gap_on_motion.h"
#include "support/random_input.h"
#include "support/random_scene.h"
#include "support/sanitized.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

/// A base, an elbow about z, a wrist about y and a roll about x, which carries a knob on its axis and a pin beside it.
struct Arm3
{
    JointType roll = JointType::Continuous;
    Vec3 axis = Vec3::UnitX();
    double elbow_at = 0.5;         // along x, from the base
    Pose hand_at = at(0.4, 0, 0);  // from the wrist
    Vec3 pin = Vec3(0.1, 0.2, 0.0);
    double pin_radius = 0.01;
    bool has_wrist = true;
    bool pin_first = false;
    std::optional<Mimic> mimic = {};
    double clearance = 0.0;
    bool has_post = false;
    bool has_plate = false;
    int robots = 1;

    static constexpr double kElbow = 0.9, kWrist = 0.15, kRoll = 2.0;

    BodyIndex addTo(KinematicModel& model, int robot, BodyIndex& base) const
    {
        const std::string of = std::to_string(robot);
        base = model.addBody("base" + of, kWorld, at(0, 0, 20.0 * robot), Joint(), robot);
        const BodyIndex elbow = model.addBody("elbow" + of, base, at(elbow_at, 0, 0),
                                              limited(JointType::Revolute, Vec3::UnitZ(), -0.2, 1.9, "elbow" + of), robot);
        const BodyIndex wrist = has_wrist
                                    ? model.addBody("wrist" + of, elbow, at(0.5, 0, 0),
                                                    limited(JointType::Revolute, Vec3::UnitY(), -1.0, 1.2, "wrist" + of), robot)
                                    : elbow;
        Joint joint;
        joint.name = "roll" + of;
        joint.type = roll;
        joint.axis = axis;
        joint.mimic = mimic;
        if (roll == JointType::Revolute || roll == JointType::Prismatic)
        {
            joint.lower = {-3.0};
            joint.upper = {3.0};
        }
        return model.addBody("hand" + of, wrist, hand_at, joint, robot);
    }
    /// Where the pin meets the target.
    Configuration meeting(double roll_value = kRoll) const
    {
        Configuration q(robots * (2 + (has_wrist ? 1 : 0) - (mimic ? 1 : 0)));
        for (Eigen::Index v = 0; v < q.size();)
        {
            q[v++] = kElbow;
            if (has_wrist)
                q[v++] = kWrist;
            if (!mimic)
                q[v++] = roll_value;
        }
        return q;
    }
    /// Out of reach, but its upright box is about most of what the hand reaches: no other box keeps the two apart.
    static PlacedShape plate()
    {
        const Vec3 n = Vec3::Ones().normalized();
        return {Box{Vec3(1.2, 1.2, 0.005)},
                {Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), n).toRotationMatrix(), Vec3(0.5, 0, 0) + 1.3 * n}};
    }
    /// What the pin of this arm touches there, from outside, on the base.
    Vec3 target() const
    {
        KinematicModel model;
        BodyIndex base;
        Arm3 one = *this;
        one.robots = 1;
        const BodyIndex hand = one.addTo(model, 0, base);
        const Configuration q = one.meeting();
        const Vec3 p = Motion(model, q, q).worldPose(hand, 0.0) * pin;
        return p + (0.05 + pin_radius) * (p - Vec3(0.5, 0, 0)).normalized();
    }
    std::vector<CollisionObject> objects(KinematicModel& model, const Vec3& at_target) const
    {
        std::vector<CollisionObject> all;
        for (int robot = 0; robot < robots; ++robot)
        {
            BodyIndex base;
            const BodyIndex hand = addTo(model, robot, base);
            const std::string of = std::to_string(robot);
            const auto add = [&](const std::string& name, BodyIndex body, const Shape& shape, const Vec3& p) {
                all.push_back({name + of, body, ObjectKind::Link, geometryOf(shape, {Mat3::Identity(), p}), {}, {}});
            };
            std::vector<PlacedShape> shapes{{Sphere{0.05}, {Mat3::Identity(), at_target}}};
            if (has_plate)
                shapes.push_back(plate());
            all.push_back({"target" + of, base, ObjectKind::Link, std::make_shared<CollisionGeometry>(shapes, "target"), {}, {}});
            if (pin_first)
                add("pin", hand, Sphere{pin_radius}, pin);
            add("knob", hand, boxMesh(Vec3(0.02, 0.01, 0.01)), Vec3(0.05, 0, 0));
            if (!pin_first)
                add("pin", hand, Sphere{pin_radius}, pin);
        }
        if (has_post)
            all.push_back({"post", kWorld, ObjectKind::Obstacle, geometryOf(Box{Vec3(0.1, 0.1, 1)}, at(9, 0, 0)), {}, {}});
        return all;
    }
    std::shared_ptr<const Scene> scene(const Scene* earlier = nullptr) const { return scene(target(), earlier); }
    std::shared_ptr<const Scene> scene(const Vec3& at_target, const Scene* earlier = nullptr) const
    {
        KinematicModel model;
        const std::vector<CollisionObject> all = objects(model, at_target);
        Clearances clearances;
        clearances.all = clearance;
        return std::make_shared<const Scene>(model, all, AllowedCollisionMatrix(), clearances, earlier);
    }
};

PairIndex pairOf(const Scene& scene, const std::string& a, const std::string& b)
{
    for (const PairIndex i : scene.pairs().indices())
    {
        const std::string &x = scene.object(scene.pair(i).a).name, &y = scene.object(scene.pair(i).b).name;
        if ((x == a && y == b) || (x == b && y == a))
            return i;
    }
    throw std::out_of_range("no pair " + a + " " + b);
}

const ApartWithinLimits& proofOf(const Scene& scene, const std::string& a, const std::string& b)
{
    return scene.apartWithinLimits(pairOf(scene, a, b));
}

/// Nothing is known of its nodes.
bool isOpen(const ApartWithinLimits& proof)
{
    return proof.open.size() == 1 && proof.open[0].a == RssTree::kRoot && proof.open[0].b == RssTree::kRoot;
}

/// Motions through the meeting, the roll at its value there or turning through it.
std::vector<std::pair<Configuration, Configuration>> throughMeeting(const Arm3& arm)
{
    std::vector<std::pair<Configuration, Configuration>> motions;
    const Configuration q = arm.meeting();
    for (const double step : {0.0, 1e-9, 1e-3, 0.1, 0.5})
        for (const Eigen::Vector3d& along : {Eigen::Vector3d(1, 0, 0), Eigen::Vector3d(0, 1, 0), Eigen::Vector3d(1, -1, 0),
                                             Eigen::Vector3d(0, 0, 1), Eigen::Vector3d(0.3, 0.7, -1)})
        {
            Configuration d = Configuration::Zero(q.size());
            for (Eigen::Index v = 0; v < q.size(); ++v)
                d[v] = step * along[v % 3];
            motions.emplace_back(q - d, q + d);
        }
    return motions;
}

}  // namespace

TEST_CASE("Where what is turned meets a link at one value of its joint, no motion there is answered for, whatever that value")
{
    Random random(72);
    for (const JointType roll : {JointType::Continuous, JointType::Revolute})
        for (const bool pin_first : {false, true})
            for (const bool has_wrist : {true, false})
            {
                Arm3 arm;
                arm.roll = roll;
                arm.pin_first = pin_first;
                arm.has_wrist = has_wrist;
                // Across two joints that both have limits, the pair is asked about as it is.
                if (!has_wrist && roll == JointType::Revolute)
                    continue;
                CAPTURE(static_cast<int>(roll), pin_first, has_wrist);
                const auto scene = arm.scene();
                const ApartWithinLimits &pin = proofOf(*scene, "target0", "pin0"), &knob = proofOf(*scene, "target0", "knob0");
                REQUIRE(pin.cells);
                CHECK(pin.cells == knob.cells);
                CHECK(pin.turned);
                REQUIRE((pin.alone && knob.alone));
                CHECK(pin.alone->cells != knob.alone->cells);
                CHECK(pin.cells->axes().size() == (has_wrist ? 2u : 1u));
                CHECK(isOpen(pin));
                for (const auto& [q0, q1] : throughMeeting(arm))
                {
                    CHECK_FALSE(pin.gapOn(q0, q1));
                    Configuration r0 = q0, r1 = q1;
                    r0[q0.size() - 1] = random.uniform(-3, 3);
                    r1[q0.size() - 1] = random.uniform(-3, 3);
                    CHECK_FALSE(pin.gapOn(r0, r1));
                    // By itself the knob stays far within the pin's ring.
                    CHECK_FALSE(knob.onLineBy(*knob.cells, r0, r1).gap);
                    CHECK(knob.gapOn(r0, r1).value_or(0.0) > 1e-3);
                    CHECK_FALSE(isWrong(*scene, pairOf(*scene, "target0", "knob0"), knob, r0, r1, 40));
                    CHECK(SegmentCertifier(scene, q0, q1).run() == Verdict::Collision);
                }
                int answers = 0;
                for (int k = 0; k < 300; ++k)
                {
                    Configuration q0 = arm.meeting(random.uniform(-3, 3)), q1 = arm.meeting(random.uniform(-3, 3));
                    for (Configuration* q : {&q0, &q1})
                    {
                        (*q)[0] = random.uniform(-0.2, 1.9);
                        if (has_wrist)
                            (*q)[1] = random.uniform(-1, 1.2);
                    }
                    q1.head(q1.size() - 1) = q0.head(q0.size() - 1) + random.unit() * (q1 - q0).head(q0.size() - 1);
                    bool answered = false;
                    CHECK_FALSE(isWrong(*scene, pairOf(*scene, "target0", "pin0"), pin, q0, q1, 40, &answered));
                    CHECK_FALSE(isWrong(*scene, pairOf(*scene, "target0", "knob0"), knob, q0, q1, 40));
                    answers += answered;
                }
                CHECK(answers > 30);
            }
}

TEST_CASE("What slides, what is attached and what is alone is not turned")
{
    Arm3 arm;
    REQUIRE(proofOf(*arm.scene(), "target0", "pin0").cells);
    Arm3 slides = arm;
    slides.roll = JointType::Prismatic;
    CHECK_FALSE(proofOf(*slides.scene(), "target0", "pin0").cells);

    KinematicModel model;
    std::vector<CollisionObject> objects = arm.objects(model, arm.target());
    const auto without = [&](std::size_t k) {
        std::vector<CollisionObject> others = objects;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
        return std::make_shared<const Scene>(model, others);
    };
    CHECK_FALSE(proofOf(*without(1), "target0", "pin0").cells);
    CHECK_FALSE(proofOf(*without(2), "target0", "knob0").cells);
    // One that came later neither gets a table nor changes that of the others.
    objects.push_back({"grasped", objects[1].body, ObjectKind::Attached, geometryOf(Sphere{0.1}, at(0.4, 0, 0)), {}, {}});
    const Scene scene(model, objects);
    CHECK_FALSE(proofOf(scene, "target0", "grasped").cells);
    CHECK(proofOf(scene, "target0", "pin0").cells);
}

TEST_CASE("Two hands on one wrist are turned each by its own joint, in whatever order objects are listed")
{
    Random random(76);
    const Arm3 arm;
    KinematicModel model;
    std::vector<CollisionObject> objects = arm.objects(model, arm.target());
    const BodyIndex hand = objects[1].body;
    Joint joint;
    joint.name = "other";
    joint.type = JointType::Continuous;
    joint.axis = Vec3(0.6, 0.8, 0);
    const BodyIndex other = model.addBody("other hand", model.body(hand).parent, at(0.1, 0.3, 0), joint, 0);
    for (const double x : {0.05, 0.1})
        objects.push_back(
            {"other" + std::to_string(objects.size()), other, ObjectKind::Link, geometryOf(Sphere{0.03}, at(x, 0, 0)), {}, {}});
    for (int order = 0; order < 6; ++order)
    {
        CAPTURE(order);
        std::rotate(objects.begin(), objects.begin() + (order == 3 ? 2 : 1), objects.end());
        if (order == 3)
            std::reverse(objects.begin(), objects.end());
        const auto scene = std::make_shared<const Scene>(model, objects);
        const PairIndex pin = pairOf(*scene, "target0", "pin0"), beside = pairOf(*scene, "target0", "other4");
        REQUIRE(scene->apartWithinLimits(pin).cells);
        REQUIRE(scene->apartWithinLimits(beside).cells);
        CHECK(scene->apartWithinLimits(pin).cells != scene->apartWithinLimits(beside).cells);
        for (int k = 0; k < 100; ++k)
        {
            Configuration q0(4), q1(4);
            for (Configuration* q : {&q0, &q1})
                *q = configuration(
                    {random.uniform(-0.2, 1.9), random.uniform(-1, 1.2), random.uniform(-3, 3), random.uniform(-3, 3)});
            q1 = q0 + random.logUniform(1e-3, 0.5) * (q1 - q0);
            for (const PairIndex pair : {pin, beside})
                CHECK_FALSE(isWrong(*scene, pair, scene->apartWithinLimits(pair), q0, q1, 20));
        }
        const Configuration there = configuration({Arm3::kElbow, Arm3::kWrist, Arm3::kRoll, 0.5});
        CHECK_FALSE(scene->apartWithinLimits(pin).gapOn(there, there));
        CHECK(SegmentCertifier(scene, there, there).run() == Verdict::Collision);
    }
}

TEST_CASE("A joint that mimics another turns as one that does not")
{
    // The roll follows the elbow.
    Arm3 arm;
    arm.roll = JointType::Revolute;
    KinematicModel model;
    BodyIndex base;
    arm.addTo(model, 0, base);
    arm.mimic = Mimic{*model.findJoint("elbow0"), 2.0, Arm3::kRoll - 2.0 * Arm3::kElbow};
    const auto scene = arm.scene();
    const ApartWithinLimits& pin = proofOf(*scene, "target0", "pin0");
    REQUIRE(pin.cells);
    const Configuration q = arm.meeting();
    CHECK_FALSE(pin.gapOn(q, q));
    Random random(73);
    int answers = 0;
    for (int k = 0; k < 500; ++k)
    {
        const Configuration q0 = configuration({random.uniform(-0.2, 1.9), random.uniform(-1, 1.2)}),
                            q1 = configuration({random.uniform(-0.2, 1.9), random.uniform(-1, 1.2)});
        bool answered = false;
        CHECK_FALSE(isWrong(*scene, pairOf(*scene, "target0", "pin0"), pin, q0, q0 + 0.3 * (q1 - q0), 40, &answered));
        answers += answered;
    }
    CHECK(answers > 50);
}

TEST_CASE("A clearance is kept from what is turned, too")
{
    Arm3 arm;
    const Vec3 target = arm.target(), centre(0.5, 0, 0);
    arm.clearance = 0.03;
    // The pin comes to 0.02 of it.
    const auto scene = arm.scene(target + 0.02 * (target - centre).normalized());
    const ApartWithinLimits& pin = proofOf(*scene, "target0", "pin0");
    REQUIRE(pin.cells);
    CHECK_FALSE(pin.gapOn(arm.meeting(), arm.meeting()));
    Configuration away = arm.meeting();
    away[0] = -0.1;
    CHECK(pin.gapOn(away, away).value_or(0.0) > 0.03);
}

TEST_CASE("Random arms: where a table of what is turned answers for a motion, each pair is as far apart all along it")
{
    Random random(74);
    int tables = 0, answers = 0;
    for (int round = 0; round < (kSanitized ? 10 : 50); ++round)
    {
        SceneBuilder b;
        const BodyIndex base = b.joint(kWorld, random.pose(1.0), JointType::Revolute, random.direction());
        BodyIndex ends[2] = {base, base};
        const int joints = 1 + random.index(2);
        for (int k = 0; k < joints; ++k)
        {
            const JointType type = random.chance(0.2) ? JointType::Prismatic : JointType::Revolute;
            const double low = random.uniform(-2.0, 0.5) * (type == JointType::Prismatic ? 0.3 : 1.0);
            BodyIndex& end = ends[random.index(4) == 0];
            end = b.model.addBody(
                "end_" + std::to_string(k), end, {random.rotation(), random.uniform(0.1, 0.7) * random.direction()},
                limited(type, random.direction(), low, low + random.uniform(0.1, type == JointType::Prismatic ? 0.6 : 6.0),
                        "limited_" + std::to_string(k)),
                0);
        }
        const BodyIndex hand = b.joint(ends[0], {random.rotation(), 0.4 * random.direction()},
                                       random.chance(0.5) ? JointType::Revolute : JointType::Continuous, random.direction());
        const auto shapes = [&](double size) {
            std::vector<PlacedShape> out;
            for (int k = 1 + random.index(2); k > 0; --k)
                out.push_back(
                    {random.chance(0.6) ? Shape(randomMesh(random, size)) : randomShape(random, size), random.pose(0.1)});
            return out;
        };
        std::vector<ObjectPair> pairs;
        b.link("inner", ends[1], shapes(0.25));
        const double clearance = random.chance(0.5) ? 0.0 : random.logUniform(1e-3, 0.1);
        for (int k = 2 + random.index(3); k > 0; --k)
        {
            b.link("member_" + std::to_string(k), hand, shapes(0.12));
            pairs.push_back({ObjectIndex(0), ObjectIndex(b.objects.size() - 1), clearance});
        }
        const Scene scene(b.model, b.objects, pairs);
        for (const PairIndex pair : scene.pairs().indices())
        {
            const ApartWithinLimits& proof = scene.apartWithinLimits(pair);
            if (!proof.cells)
                continue;
            ++tables;
            for (int i = 0; i < 60; ++i)
            {
                Configuration q0 = scene.model().defaultConfiguration(), q1 = q0;
                for (const Body& body : scene.model().bodies())
                    if (body.variable)
                    {
                        const bool is_limited = !body.joint.lower.empty();
                        const double low = is_limited ? body.joint.lower[0] : -3.0, high = is_limited ? body.joint.upper[0] : 3.0;
                        q0[*body.variable] = random.uniform(low, high);
                        q1[*body.variable] = random.uniform(low, high);
                    }
                q1 = q0 + random.logUniform(1e-3, 1.0) * (q1 - q0);
                bool answered = false;
                if (isWrong(scene, pair, proof, q0, q1, 30, &answered))
                {
                    CAPTURE(round, pair.value(), digits(q0), digits(q1));
                    CHECK_FALSE(isWrong(scene, pair, proof, q0, q1, 30));
                }
                answers += answered;
            }
        }
    }
    CAPTURE(tables, answers);
    CHECK(tables > (kSanitized ? 5 : 30));
    CHECK(answers > (kSanitized ? 100 : 1000));
}

TEST_CASE("A scene takes over the tables of what is turned where nothing of it changed, and no others")
{
    Arm3 arm;
    arm.has_post = true;
    // Far from where the pin passes.
    const Vec3 target = arm.target() + Vec3(0, 0, 0.6);
    KinematicModel model;
    const std::vector<CollisionObject> objects = arm.objects(model, target);
    const auto before = std::make_shared<const Scene>(model, objects);
    const ApartWithinLimits& known = proofOf(*before, "target0", "pin0");
    REQUIRE(known.cells);
    const auto numberOf = [&](const std::string& name) { return *before->findObject(name); };

    // An obstacle that is another.
    const auto same = withGeometry(*before, numberOf("post"), geometryOf(Sphere{0.3}, at(7, 0, 0)));
    CHECK(proofOf(*same, "target0", "pin0").cells == known.cells);
    CHECK(proofOf(*same, "target0", "knob0").cells == known.cells);
    CHECK(proofOf(*same, "target0", "pin0").turned == known.turned);
    REQUIRE((known.alone && proofOf(*same, "target0", "pin0").alone));
    CHECK(proofOf(*same, "target0", "pin0").alone->cells == known.alone->cells);
    CHECK(proofOf(*same, "target0", "pin0").alone->turned == known.alone->turned);
    // The knob's is what it was where the pin is another.
    const auto thicker = withGeometry(*before, numberOf("pin0"), geometryOf(Sphere{0.02}, {Mat3::Identity(), arm.pin}));
    REQUIRE(proofOf(*thicker, "target0", "knob0").alone);
    CHECK(proofOf(*thicker, "target0", "knob0").alone->cells == proofOf(*before, "target0", "knob0").alone->cells);
    CHECK(proofOf(*thicker, "target0", "pin0").alone->cells != known.alone->cells);

    // A longer pin: up to the target, from anywhere along the elbow's way.
    const auto longer = withGeometry(*before, numberOf("pin0"), geometryOf(Capsule{0.01, 1.0}, at(0.1, 0.2, 0)));
    const Configuration q = arm.meeting(0.0);
    CHECK(proofOf(*longer, "target0", "pin0").turned != known.turned);
    CHECK_FALSE(proofOf(*longer, "target0", "pin0").gapOn(q, q));

    // A target where it is met.
    const auto met = withGeometry(*before, numberOf("target0"), geometryOf(Sphere{0.05}, {Mat3::Identity(), arm.target()}));
    CHECK_FALSE(proofOf(*met, "target0", "pin0").gapOn(arm.meeting(), arm.meeting()));
    CHECK(SegmentCertifier(met, arm.meeting(), arm.meeting()).run() == Verdict::Collision);

    // More clearance.
    const auto inflated = withInflated(*before, numberOf("target0"), 0.05);
    const ApartWithinLimits& wider = proofOf(*inflated, "target0", "pin0");
    REQUIRE(wider.cells);
    CHECK(wider.cells != known.cells);
    CHECK(wider.turned == known.turned);
    REQUIRE(wider.alone);
    CHECK(wider.alone->cells != known.alone->cells);
    // Two clearances: each pair alone.
    CHECK_FALSE(proofOf(*withInflated(*before, numberOf("pin0"), 0.05), "target0", "pin0").cells);

    // Joints that sit elsewhere, or turn about another axis, under the same objects.
    std::vector<Arm3> others(4, arm);
    others[0].hand_at.p.x() = 0.7;
    others[1].hand_at.R = Eigen::AngleAxisd(0.8, Vec3::UnitY()).toRotationMatrix();
    others[2].axis = Vec3(0, 0.6, 0.8);
    others[3].elbow_at = 0.6;
    for (std::size_t other = 0; other < others.size(); ++other)
    {
        CAPTURE(other);
        const Configuration there = others[other].meeting();
        // The target is where the pin now comes, and did not before.
        KinematicModel changed;
        std::vector<CollisionObject> now = others[other].objects(changed, others[other].target());
        for (std::size_t k = 1; k < now.size(); ++k)
            now[k].geometry = objects[k].geometry;
        std::vector<CollisionObject> then = objects;
        then[0].geometry = now[0].geometry;
        const auto first = std::make_shared<const Scene>(model, then);
        REQUIRE(proofOf(*first, "target0", "pin0").turned);
        CHECK(proofOf(*first, "target0", "pin0").gapOn(there, there));
        const auto scene = std::make_shared<const Scene>(changed, now, AllowedCollisionMatrix(), Clearances(), first.get());
        CHECK_FALSE(proofOf(*scene, "target0", "pin0").gapOn(there, there));
        CHECK(SegmentCertifier(scene, there, there).run() == Verdict::Collision);
    }
}

TEST_CASE("Two links before what is turned, and two robots alike, do not answer for each other")
{
    Arm3 arm;
    // The same hand, and a second target that it never comes near, before the other or after it.
    for (const bool far_first : {true, false})
        for (const bool pin_first : {true, false})
        {
            arm.pin_first = pin_first;
            KinematicModel model;
            std::vector<CollisionObject> objects = arm.objects(model, arm.target());
            CollisionObject far = objects[0];
            far.name = "far";
            far.geometry = std::make_shared<CollisionGeometry>(std::vector<PlacedShape>{Arm3::plate()}, "far");
            objects.insert(far_first ? objects.begin() : objects.end(), far);
            const auto scene = std::make_shared<const Scene>(model, objects);
            REQUIRE(proofOf(*scene, "far", "pin0").cells);
            CHECK(proofOf(*scene, "far", "pin0").gapOn(arm.meeting(), arm.meeting()));
            for (const auto& [q0, q1] : throughMeeting(arm))
                CHECK(SegmentCertifier(scene, q0, q1).run() == Verdict::Collision);
        }
    // One of two robots meets its target, the other is elsewhere.
    arm.pin_first = false;
    arm.has_plate = true;
    arm.robots = 2;
    const auto scene = arm.scene();
    const auto& cells = proofOf(*scene, "target0", "pin0").cells;
    REQUIRE(cells);
    CHECK(proofOf(*scene, "target1", "pin1").cells == cells);
    for (const int robot : {0, 1})
        for (const auto& [from, to] : throughMeeting(arm))
        {
            Configuration q0 = from, q1 = to;
            q0.segment<2>(robot == 0 ? 3 : 0) = q1.segment<2>(robot == 0 ? 3 : 0) = Eigen::Vector2d(0.5, 0.0);
            CAPTURE(robot, digits(q0), digits(q1));
            CHECK(SegmentCertifier(scene, q0, q1).run() == Verdict::Collision);
        }
    // The same robots, one of which keeps a distance.
    KinematicModel model;
    const std::vector<CollisionObject> objects = arm.objects(model, arm.target());
    Clearances clearances;
    for (const std::string name : {"pin1", "knob1"})
        clearances.pairs.push_back({"target1", name, 0.05});
    const Scene wider(model, objects, AllowedCollisionMatrix(), clearances);
    const ApartWithinLimits &narrow = proofOf(wider, "target0", "pin0"), &wide = proofOf(wider, "target1", "pin1");
    REQUIRE(wide.cells);
    CHECK(wide.cells != narrow.cells);
    Configuration away = arm.meeting();
    away[0] = away[3] = -0.1;
    CHECK(wide.gapOn(away, away).value_or(0.0) > 0.05);
}

TEST_CASE("The cache keeps what is turned apart from what is not, and from what is turned otherwise")
{
    const CacheFolder cache;
    Arm3 arm;
    const Vec3 target = arm.target();
    const auto isAnswered = [&](const Arm3& of) {
        const auto scene = of.scene(target);
        return proofOf(*scene, "target0", "pin0").gapOn(of.meeting(), of.meeting()).has_value();
    };
    Arm3 shorter = arm;
    shorter.pin = Vec3(0.1, 0.1, 0.0);
    CHECK(isAnswered(shorter));
    CHECK_FALSE(isAnswered(arm));
    CHECK(isAnswered(shorter));

    // The rings as an object of their own.
    const auto scene = arm.scene();
    const PairIndex pair = pairOf(*scene, "target0", "pin0");
    const CollisionObject& pin = scene->object(scene->pair(pair).b);
    CollisionObject rings = pin;
    rings.body = scene->model().body(pin.body).parent;
    rings.geometry = scene->apartWithinLimits(pair).turned->swept;
    const RelativeChain chain(scene->model(), scene->object(scene->pair(pair).a), rings);
    REQUIRE(chain.isEligible());
    // In one scene with it: what is known of its nodes is not said of the hand's.
    KinematicModel model;
    std::vector<CollisionObject> objects = arm.objects(model, arm.target());
    rings.name = "rings";
    objects.push_back(rings);
    const Scene both(model, objects);
    const ApartWithinLimits& of_rings = proofOf(both, "target0", "rings");
    CHECK((!of_rings.turned && !isOpen(of_rings)));
    const ApartWithinLimits& of_pin = proofOf(both, "target0", "pin0");
    CHECK((of_pin.turned && isOpen(of_pin)));

    ApartWithinLimits proof;
    proof.open.clear();
    proof.gap = 123.0;
    const std::vector<LimitQuestion> plain = {{&chain, 0.0, LimitQuestion::Turned::None}},
                                     turned = {{&chain, 0.0, LimitQuestion::Turned::All}};
    KeptLimitProofs(plain).keep({{proof}, 0});
    CHECK(KeptLimitProofs(plain).find());
    // The scene has asked what the other question asks.
    const std::optional<LimitAnswers> other = KeptLimitProofs(turned).find();
    CHECK((!other || other->proofs[0].gap != 123.0));
}
