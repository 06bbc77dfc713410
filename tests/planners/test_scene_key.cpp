// The key of a roadmap file has all that proofs rest on, and nothing of the order in which a scene lists it.
#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/SE2StateSpace.h>
#include <ompl/base/spaces/SE3StateSpace.h>
#include <ompl/base/spaces/SO2StateSpace.h>

#include "core/content_bytes.h"
#include "ompl/small_problems.h"
#include "planners/scene_key.h"

namespace ob = ompl::base;
using namespace gapless;
using namespace gapless::test;

namespace {

/// One of everything that a proof may rest on, each by itself to be changed.
struct Recipe
{
    struct BodyOf
    {
        std::string parent;
        Pose X_PJ;
        Joint joint;  // its name is the body's
        std::string master;
    };
    struct ObjectOf
    {
        std::string name, body;
        ObjectKind kind;
        std::vector<PlacedShape> shapes;
    };
    std::vector<BodyOf> bodies;
    std::vector<ObjectOf> objects;
    AllowedCollisionMatrix allowed;
    Clearances clearances;
    double stands = 0.3;                             // a joint that does not plan
    std::vector<std::string> plan{"turn", "slide"};  // the two R^1, in this order
    double tolerance = 1e-3;

    BodyOf& body(const std::string& name)
    {
        const auto found = std::find_if(bodies.begin(), bodies.end(), [&](const BodyOf& b) { return b.joint.name == name; });
        return found != bodies.end() ? *found : renamed_body;
    }
    ObjectOf& object(const std::string& name)
    {
        const auto found = std::find_if(objects.begin(), objects.end(), [&](const ObjectOf& o) { return o.name == name; });
        return found != objects.end() ? *found : renamed_object;
    }

    /// What an edit that comes after one of the name changes instead: nothing that counts.
    BodyOf renamed_body;
    ObjectOf renamed_object;
};

Recipe baseRecipe()
{
    Recipe r;
    const auto one = [](const std::string& name, JointType type) { return joint(name, type, Vec3::UnitZ(), {-1}, {2}); };
    r.bodies = {{"", Pose(), one("turn", JointType::Revolute), ""},
                {"turn", at(1, 0, 0), one("slide", JointType::Prismatic), ""},
                {"slide", at(1, 0, 0), joint("wheel", JointType::Continuous, Vec3::UnitZ()), ""},
                {"turn", at(0, 1, 0), one("finger", JointType::Prismatic), "slide"},
                {"", at(0, 5, 0), joint("cart", JointType::Planar, Vec3::UnitZ(), {-1, -1}, {1, 1}), ""},
                {"", at(0, 9, 0), joint("bird", JointType::Floating, Vec3::UnitZ(), {-1, -1, -1}, {1, 1, 1}), ""},
                {"", at(0, 0, 4), one("still", JointType::Revolute), ""},
                {"", at(7, 0, 0), joint("shelf", JointType::Fixed, Vec3::UnitZ()), ""}};
    r.body("finger").joint.mimic = Mimic{kWorld, 2.0, 0.1};
    r.body("finger").joint.lower = r.body("finger").joint.upper = {};
    const auto tetrahedron = std::make_shared<const TriangleMesh>(
        std::vector<Vec3>{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)},
        std::vector<TriangleMesh::Triangle>{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}, "tetrahedron");
    r.objects = {{"boom", "turn", ObjectKind::Link, {{Box{Vec3(0.1, 0.2, 0.3)}, Pose()}, {Sphere{0.1}, at(1, 0, 0)}}},
                 {"rod", "slide", ObjectKind::Link, {{Capsule{0.1, 0.5}, Pose()}}},
                 {"disc", "wheel", ObjectKind::Link, {{Cylinder{0.1, 0.5}, Pose()}}},
                 {"tip", "finger", ObjectKind::Link, {{Cone{0.1, 0.5}, Pose()}}},
                 {"cart", "cart", ObjectKind::Link, {{tetrahedron, Pose()}}},
                 {"bird", "bird", ObjectKind::Link, {{Sphere{0.3}, Pose()}}},
                 {"arm at rest", "still", ObjectKind::Link, {{Sphere{0.2}, at(0.5, 0, 0)}}},
                 {"part", "slide", ObjectKind::Attached, {{Sphere{0.15}, at(0, 0, 1)}}},
                 {"first ball", "shelf", ObjectKind::Obstacle, {{Sphere{0.1}, Pose()}}},
                 {"second ball", "", ObjectKind::Obstacle, {{Sphere{0.1}, at(8, 0, 0)}}}};
    r.clearances.all = 0.01;
    r.clearances.pairs = {{"rod", "first ball", 0.02}};
    return r;
}

StateMapping mappingOf(const Recipe& r)
{
    KinematicModel model;
    std::map<std::string, BodyIndex> bodies{{"", kWorld}};
    for (Recipe::BodyOf body : r.bodies)
    {
        if (body.joint.mimic)
            body.joint.mimic->master = bodies.at(body.master);
        bodies[body.joint.name] = model.addBody(body.joint.name, bodies.at(body.parent), body.X_PJ, body.joint, 0);
    }
    std::vector<CollisionObject> objects;
    for (const Recipe::ObjectOf& o : r.objects)
        objects.push_back({o.name, bodies.at(o.body), o.kind, std::make_shared<const CollisionGeometry>(o.shapes, o.name), {}});
    Configuration rest = model.defaultConfiguration();
    rest[*model.body(bodies.at("still")).variable] = r.stands;
    const auto space = std::make_shared<ob::CompoundStateSpace>();
    const auto real = std::make_shared<ob::RealVectorStateSpace>(static_cast<unsigned int>(r.plan.size()));
    real->setBounds(-1, 2);
    space->addSubspace(real, 1);
    space->addSubspace(std::make_shared<ob::SO2StateSpace>(), 1);
    space->addSubspace(std::make_shared<ob::SE2StateSpace>(), 1);
    space->addSubspace(std::make_shared<ob::SE3StateSpace>(), 1);
    ob::RealVectorBounds floor(2), room(3);
    for (ob::RealVectorBounds* bounds : {&floor, &room})
    {
        bounds->setLow(-1);
        bounds->setHigh(1);
    }
    space->getSubspace(2)->as<ob::SE2StateSpace>()->setBounds(floor);
    space->getSubspace(3)->as<ob::SE3StateSpace>()->setBounds(room);
    space->setup();
    std::vector<BodyIndex> plan;
    for (const std::string& name : r.plan)
        plan.push_back(bodies.at(name));
    for (const char* name : {"wheel", "cart", "bird"})
        plan.push_back(bodies.at(name));
    return StateMapping(space, std::make_shared<const Scene>(model, objects, r.allowed, r.clearances), plan, rest);
}

using KeyOf = std::function<std::string(const Recipe&)>;

std::string bytesOf(const SceneKey& key)
{
    ContentWriter bytes;
    bytes.put32(key.proof_version);
    bytes.putDouble(key.tolerance);
    for (const SceneKey::Entry& entry : key.entries)
    {
        bytes.put8(static_cast<unsigned>(entry.part));
        bytes.putText(entry.name);
        bytes.putText(entry.other);
        bytes.put(entry.digest);
        bytes.putDouble(entry.clearance);
    }
    return bytes.bytes();
}

std::string keyOf(const Recipe& r)
{
    return bytesOf(sceneKey(mappingOf(r), r.tolerance));
}

struct Edit
{
    std::string what;
    std::function<void(Recipe&)> apply;
};

/// Each changes one thing that proofs rest on.
std::vector<Edit> edits()
{
    std::vector<Edit> all;
    const auto add = [&](const std::string& what, std::function<void(Recipe&)> apply) {
        all.push_back({what, std::move(apply)});
    };
    const double grain = 1e-15;
    for (const char* name : {"turn", "slide", "wheel", "finger", "cart", "bird", "still", "shelf"})
        add(std::string("frame of joint ") + name, [name](Recipe& r) { r.body(name).X_PJ.p.z() += 1e-12; });
    add("rotation of a joint's frame",
        [](Recipe& r) { r.body("slide").X_PJ.R = Eigen::AngleAxisd(0.1, Vec3::UnitX()).toRotationMatrix(); });
    add("type of a joint", [](Recipe& r) { r.body("still").joint.type = JointType::Prismatic; });
    for (const char* name : {"turn", "slide", "wheel", "still", "cart"})
        add(std::string("axis of joint ") + name, [name](Recipe& r) { r.body(name).joint.axis = -Vec3::UnitZ(); });
    for (const char* name : {"turn", "slide", "cart", "bird", "still"})
    {
        add(std::string("lower limit of joint ") + name, [name, grain](Recipe& r) { r.body(name).joint.lower.back() -= grain; });
        add(std::string("upper limit of joint ") + name, [name, grain](Recipe& r) { r.body(name).joint.upper.back() += grain; });
    }
    add("parent of a joint", [](Recipe& r) { r.body("wheel").parent = "turn"; });
    add("name of a joint", [](Recipe& r) { r.body("finger").joint.name = r.object("tip").body = "thumb"; });
    add("multiplier of a mimic", [](Recipe& r) { r.body("finger").joint.mimic->multiplier = -2.0; });
    add("offset of a mimic", [](Recipe& r) { r.body("finger").joint.mimic->offset += 1e-12; });
    add("master of a mimic", [](Recipe& r) { r.body("finger").master = "turn"; });
    add("value of a joint that does not plan", [](Recipe& r) { r.stands += 1e-12; });
    add("order of the planning joints", [](Recipe& r) { std::swap(r.plan[0], r.plan[1]); });
    add("a joint plans no more", [](Recipe& r) { r.plan = {"slide"}; });
    add("another joint plans", [](Recipe& r) { r.plan = {"turn", "still"}; });
    add("one more joint plans", [](Recipe& r) { r.plan.push_back("still"); });
    add("edge of a box", [](Recipe& r) { r.object("boom").shapes[0].shape = Box{Vec3(0.1, 0.2, 0.3 + 1e-16)}; });
    add("radius of a sphere", [](Recipe& r) { r.object("first ball").shapes[0].shape = Sphere{0.11}; });
    add("radius of a capsule", [](Recipe& r) { r.object("rod").shapes[0].shape = Capsule{0.11, 0.5}; });
    add("length of a capsule", [](Recipe& r) { r.object("rod").shapes[0].shape = Capsule{0.1, 0.51}; });
    add("capsule to cylinder", [](Recipe& r) { r.object("rod").shapes[0].shape = Cylinder{0.1, 0.5}; });
    add("radius of a cylinder", [](Recipe& r) { r.object("disc").shapes[0].shape = Cylinder{0.11, 0.5}; });
    add("length of a cylinder", [](Recipe& r) { r.object("disc").shapes[0].shape = Cylinder{0.1, 0.51}; });
    add("radius of a cone", [](Recipe& r) { r.object("tip").shapes[0].shape = Cone{0.11, 0.5}; });
    add("length of a cone", [](Recipe& r) { r.object("tip").shapes[0].shape = Cone{0.1, 0.51}; });
    const auto mesh = [&](const std::string& what, Vec3 apex, std::vector<TriangleMesh::Triangle> triangles) {
        add(what, [apex, triangles](Recipe& r) {
            r.object("cart").shapes[0].shape = std::make_shared<const TriangleMesh>(
                std::vector<Vec3>{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), apex}, triangles, "mesh");
        });
    };
    mesh("vertex of a mesh", Vec3(0, 0, 1 + 1e-15), {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}});
    mesh("orientation of a mesh", Vec3(0, 0, 1), {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}});
    mesh("hole in a mesh", Vec3(0, 0, 1), {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}});
    for (const char* name : {"boom", "rod", "disc", "tip", "cart", "bird", "arm at rest", "part", "first ball", "second ball"})
        add(std::string("pose of ") + name, [name](Recipe& r) { r.object(name).shapes.back().X_BS.p.y() += 1e-12; });
    add("rotation of a shape",
        [](Recipe& r) { r.object("rod").shapes[0].X_BS.R = Eigen::AngleAxisd(1.0, Vec3::UnitY()).toRotationMatrix(); });
    add("one shape less", [](Recipe& r) { r.object("boom").shapes.pop_back(); });
    add("body of an attached part", [](Recipe& r) { r.object("part").body = "wheel"; });
    add("an attached part is an obstacle", [](Recipe& r) { r.object("part").kind = ObjectKind::Obstacle; });
    add("name of an obstacle", [](Recipe& r) { r.object("second ball").name = "third ball"; });
    add("places of two equal obstacles", [](Recipe& r) {
        std::swap(r.object("first ball").body, r.object("second ball").body),
            std::swap(r.object("first ball").shapes, r.object("second ball").shapes);
    });
    add("one obstacle less", [](Recipe& r) { r.objects.pop_back(); });
    add("one obstacle more", [](Recipe& r) {
        r.objects.push_back({"third ball", "", ObjectKind::Obstacle, {{Sphere{0.1}, at(20, 0, 0)}}});
    });
    add("a pair is allowed", [](Recipe& r) { r.allowed.allow("part", "first ball"); });
    add("the like pair is allowed", [](Recipe& r) { r.allowed.allow("part", "second ball"); });
    add("clearance of all", [](Recipe& r) { r.clearances.all += 1e-15; });
    add("clearance of a pair", [](Recipe& r) { r.clearances.pairs[0].value += 1e-15; });
    add("tolerance", [](Recipe& r) { r.tolerance += 1e-15; });
    return all;
}

/// Each lists the same in another order.
std::vector<Edit> reorderings()
{
    return {
        {"objects reversed", [](Recipe& r) { std::reverse(r.objects.begin(), r.objects.end()); }},
        {"equal obstacles swapped in the list", [](Recipe& r) { std::swap(r.object("first ball"), r.object("second ball")); }},
        {"bodies in another order", [](Recipe& r) { std::rotate(r.bodies.begin(), r.bodies.end() - 2, r.bodies.end()); }}};
}

/// What a key gets wrong.
std::set<std::string> faultsOf(const KeyOf& key)
{
    std::set<std::string> faults;
    std::map<std::string, std::string> known{{key(baseRecipe()), "nothing"}};
    for (const Edit& edit : edits())
    {
        Recipe edited = baseRecipe();
        edit.apply(edited);
        const auto [before, is_new] = known.emplace(key(edited), edit.what);
        if (!is_new)
            faults.insert(edit.what + " is taken for " + before->second);
    }
    for (const Edit& edit : reorderings())
    {
        Recipe edited = baseRecipe();
        edit.apply(edited);
        if (key(edited) != key(baseRecipe()))
            faults.insert(edit.what + " is taken for another scene");
    }
    return faults;
}

/// A key without what `blind` makes alike.
KeyOf without(std::function<void(Recipe&)> blind)
{
    return [blind](Recipe r) {
        blind(r);
        return keyOf(r);
    };
}

}  // namespace

TEST_CASE("Whatever proofs rest on changes the key, the order of bodies and objects does not")
{
    CHECK(edits().size() >= 70);
    CHECK(faultsOf(keyOf) == std::set<std::string>());
}

TEST_CASE("What is remembered of the key before changes nothing, whatever was edited")
{
    SceneKeyMemory memory;
    const auto remembered = [&memory](const Recipe& r) {
        const StateMapping mapping = mappingOf(r);
        const SceneKey key = sceneKey(mapping, r.tolerance, &memory);
        const Scene& scene = *mapping.scene();
        for (const PairIndex pair : scene.pairs().indices())
        {
            const SceneKey::Entry& entry = key.entries[memory.entry_of_pair[pair]];
            REQUIRE(std::set<std::string>{entry.name, entry.other}
                    == std::set<std::string>{scene.object(scene.pair(pair).a).name, scene.object(scene.pair(pair).b).name});
        }
        return bytesOf(key);
    };
    CHECK(faultsOf(remembered) == std::set<std::string>());
    // Each after each of some others, so that more, fewer, and other things are remembered.
    for (const Edit& before : {edits().front(), edits().back(), reorderings().front(), reorderings().back()})
        for (const Edit& edit : edits())
        {
            Recipe first = baseRecipe(), second = baseRecipe();
            before.apply(first);
            edit.apply(second);
            CAPTURE(before.what, edit.what);
            remembered(first);
            REQUIRE(remembered(second) == keyOf(second));
        }
}

TEST_CASE("An edit changes the entries of what it touches, and no others")
{
    const auto changed = [](const std::function<void(Recipe&)>& edit) {
        Recipe edited = baseRecipe();
        edit(edited);
        const SceneKey before = sceneKey(mappingOf(baseRecipe()), 1e-3), after = sceneKey(mappingOf(edited), 1e-3);
        std::set<std::string> names;
        REQUIRE(before.entries.size() == after.entries.size());
        for (std::size_t i = 0; i < before.entries.size(); ++i)
            if (before.entries[i].digest != after.entries[i].digest || before.entries[i].clearance != after.entries[i].clearance)
                names.insert(before.entries[i].name + (before.entries[i].other.empty() ? "" : "|" + before.entries[i].other));
        return names;
    };
    CHECK(changed([](Recipe& r) { r.clearances.pairs[0].value = 0.03; }) == std::set<std::string>{"first ball|rod"});
    // The ball, and its pairs.
    for (const std::string& name : changed([](Recipe& r) { r.object("second ball").shapes[0].X_BS.p.x() = 9; }))
        CHECK(name.find("second ball") != std::string::npos);
    // Where the arm stands says nothing of how its links lie to each other.
    const std::set<std::string> base_moved = changed([](Recipe& r) { r.body("turn").X_PJ.p.z() = 0.5; });
    CHECK(base_moved.count("turn") + base_moved.count("boom") + base_moved.count("first ball|rod") == 3);
    CHECK(base_moved.count("disc|part") + base_moved.count("rod|tip") + base_moved.count("bird|cart") == 0);
}

TEST_CASE("The test of keys catches a key by place in the list, as the first version was")
{
    const KeyOf by_place = [](const Recipe& r) {
        const StateMapping mapping = mappingOf(r);
        SceneKey key = sceneKey(mapping, r.tolerance);
        const Scene& scene = *mapping.scene();
        for (SceneKey::Entry& entry : key.entries)
            for (std::string* name : {&entry.name, &entry.other})
                if (const std::optional<ObjectIndex> place = scene.findObject(*name))
                    *name = std::to_string(place->value());
        return bytesOf(key);
    };
    const std::set<std::string> faults = faultsOf(by_place);
    CHECK(faults.count("objects reversed is taken for another scene") == 1);
    CHECK(faults.count("name of an obstacle is taken for nothing") == 1);
}

TEST_CASE("The test of keys catches a key that leaves something out")
{
    using Blind = std::function<void(Recipe&)>;
    const std::pair<std::string, Blind> keys[] = {
        {"upper limit of joint turn", [](Recipe& r) { r.body("turn").joint.upper = {2}; }},
        {"axis of joint cart", [](Recipe& r) { r.body("cart").joint.axis = Vec3::UnitZ(); }},
        {"offset of a mimic",
         [](Recipe& r) {
             if (auto& mimic = r.body("finger").joint.mimic)
                 mimic->offset = 0;
         }},
        {"value of a joint that does not plan", [](Recipe& r) { r.stands = 0; }},
        {"order of the planning joints", [](Recipe& r) { std::sort(r.plan.begin(), r.plan.end()); }},
        {"clearance of a pair", [](Recipe& r) { r.clearances.pairs.clear(); }},
        {"a pair is allowed", [](Recipe& r) { r.allowed = {}; }},
        {"vertex of a mesh",
         [](Recipe& r) {
             for (PlacedShape& placed : r.object("cart").shapes)
                 placed.shape = Sphere{1};
         }},
        {"tolerance", [](Recipe& r) { r.tolerance = 1; }}};
    for (const auto& [what, blind] : keys)
    {
        INFO(what);
        CHECK(faultsOf(without(blind)).count(what + " is taken for nothing") == 1);
    }
}
