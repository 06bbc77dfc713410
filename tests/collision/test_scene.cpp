// Scene: which pairs are active, and with which clearance.
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <set>

#include "support/scene_builder.h"

#include <gapless/core/error.h>

using namespace gapless;
using namespace gapless::test;

namespace {

using Names = std::set<std::pair<std::string, std::string>>;

Names activePairs(const Scene& scene)
{
    Names out;
    for (const ObjectPair& pair : scene.pairs())
    {
        CHECK(pair.a < pair.b);
        std::string a = scene.object(pair.a).name, b = scene.object(pair.b).name;
        if (b < a)
            std::swap(a, b);
        CHECK(out.insert({a, b}).second);
    }
    return out;
}

/// base (static) - 1 - 2 - 3, a second branch 1 - 4, an obstacle and a second robot.
SceneBuilder twoRobots()
{
    SceneBuilder b;
    const BodyIndex one = b.joint(kWorld, {}, JointType::Revolute), two = b.joint(one, {}, JointType::Revolute),
                    three = b.joint(two, {}, JointType::Revolute), four = b.joint(one, {}, JointType::Prismatic);
    b.link("base", kWorld, Sphere{1})
        .link("l1", one, Sphere{1})
        .link("l2", two, Sphere{1})
        .link("l3", three, Sphere{1})
        .link("l4", four, Sphere{1});
    Joint joint;
    joint.name = "other";
    joint.type = JointType::Revolute;
    const BodyIndex other = b.model.addBody("other", kWorld, at(9, 0, 0), joint, 1);
    b.link("o1", other, Sphere{1});
    b.obstacle("wall", Sphere{1}).obstacle("floor", Sphere{1});
    return b;
}

}  // namespace

TEST_CASE("Active are all pairs that can move relative to each other but a link and its parent link across one joint")
{
    const auto pairs = activePairs(*twoRobots().build());
    const auto has = [&](const char* a, const char* b) {
        return pairs.count({std::min<std::string>(a, b), std::max<std::string>(a, b)}) > 0;
    };
    CHECK(has("l1", "l3"));
    CHECK(has("l2", "l4"));
    CHECK(has("l3", "l4"));
    CHECK_FALSE(has("l1", "l2"));
    CHECK_FALSE(has("l2", "l3"));
    CHECK_FALSE(has("l1", "l4"));
    CHECK_FALSE(has("wall", "floor"));
    CHECK_FALSE(has("wall", "base"));
    for (const char* link : {"l1", "l2", "l3", "l4", "o1"})
        CHECK((has(link, "wall") && has(link, "floor")));
    for (const char* link : {"l1", "l2", "l3", "l4"})
        CHECK(has(link, "o1"));
    CHECK(has("l2", "base"));
    CHECK(has("o1", "base"));
}

TEST_CASE("Links on bodies that do not move relative to each other have no pair")
{
    SceneBuilder b;
    const BodyIndex one = b.joint(kWorld, {}, JointType::Revolute), fixed = b.joint(one, at(1, 0, 0), JointType::Fixed);
    const BodyIndex further = b.joint(fixed, at(1, 0, 0), JointType::Fixed);
    b.link("a", one, Sphere{1}).link("b", fixed, Sphere{1}).link("c", one, Sphere{1}).link("d", further, Sphere{1});
    CHECK(activePairs(*b.build()).empty());
    CHECK(b.build()->exemptPairs().empty());
}

TEST_CASE("What is fixed to a link is checked against what the link's joint moves, on either side of the joint")
{
    SceneBuilder b;
    const BodyIndex base = b.joint(kWorld, {}, JointType::Fixed), mast = b.joint(base, at(0, 1, 0), JointType::Fixed);
    const BodyIndex arm = b.joint(base, {}, JointType::Revolute);
    b.link("base", base, Sphere{1}).link("tower", base, Sphere{1}).link("mast", mast, Sphere{1});
    b.link("arm", arm, Sphere{1}).link("tool", arm, Sphere{1});
    b.objects.back().parent_link = "arm";
    CHECK(activePairs(*b.build())
          == Names{{"arm", "mast"}, {"arm", "tower"}, {"base", "tool"}, {"mast", "tool"}, {"tool", "tower"}});
}

TEST_CASE("A link is exempt from its parent link across exactly one revolute, continuous or prismatic joint, followers included")
{
    const auto exempt = [](std::vector<JointType> joints, bool follows = false) {
        SceneBuilder b;
        const BodyIndex master = b.joint(kWorld, {}, JointType::Revolute);
        BodyIndex body = b.joint(kWorld, {}, JointType::Revolute);
        b.link("above", body, Sphere{1});
        for (const JointType type : joints)
            body = b.joint(body, at(1, 0, 0), type, Vec3::UnitZ(),
                           follows ? std::optional<Mimic>(Mimic{master, 1.0, 0.0}) : std::nullopt);
        b.link("link", body, Sphere{1});
        const auto scene = b.build();
        CHECK(scene->pairs().size() + scene->exemptPairs().size() == 1);
        return scene->pairs().empty() && scene->exemptPairs().at(0).reason == ExemptReason::Joint;
    };
    using T = JointType;
    for (const T type : {T::Revolute, T::Continuous, T::Prismatic})
    {
        CHECK(exempt({type}));
        CHECK(exempt({T::Fixed, type, T::Fixed}));
        for (const T second : {T::Revolute, T::Continuous, T::Prismatic, T::Planar, T::Floating})
        {
            CHECK_FALSE(exempt({type, second}));
            CHECK_FALSE(exempt({second, T::Fixed, type}));
        }
    }
    CHECK(exempt({T::Revolute}, true));
    CHECK(exempt({T::Prismatic}, true));
    CHECK_FALSE(exempt({T::Prismatic, T::Revolute}, true));
    CHECK_FALSE(exempt({T::Planar}));
    CHECK_FALSE(exempt({T::Floating}));
}

TEST_CASE("Exempt pairs come with the first of their reasons, whichever object comes first")
{
    for (const bool backwards : {false, true})
    {
        SceneBuilder b = twoRobots();
        b.allowed.allow("l2", "l1", ExemptReason::Srdf);  // a joint exempts it, too
        b.allowed.allow("l4", "l3", ExemptReason::Srdf);
        b.allowed.allow("l3", "l4", ExemptReason::Problem);
        b.allowed.allow("wall", "l3");
        b.allowed.allow("wall", "floor");  // they never move: no pair
        b.objects.push_back({"part", BodyIndex(3), ObjectKind::Attached, geometryOf(Sphere{0.1}), {"l2"}});
        if (backwards)
            std::reverse(b.objects.begin(), b.objects.end());
        const auto scene = b.build();
        std::map<std::pair<std::string, std::string>, std::string> reasons;
        for (const ExemptPair& pair : scene->exemptPairs())
        {
            CHECK(pair.a < pair.b);
            CHECK(reasons.emplace(std::minmax(scene->object(pair.a).name, scene->object(pair.b).name), toString(pair.reason))
                      .second);
        }
        CHECK(reasons
              == decltype(reasons){{{"l1", "l2"}, "joint"},
                                   {{"l2", "l3"}, "joint"},
                                   {{"l1", "l4"}, "joint"},
                                   {{"l3", "l4"}, "srdf"},
                                   {{"l3", "wall"}, "problem"},
                                   {{"l2", "part"}, "problem"}});
    }
}

TEST_CASE("A parent link that is no link above the link is refused")
{
    for (const char* wrong : {"nobody", "wall", "l3", "l4", "o1"})
    {
        SceneBuilder b = twoRobots();
        b.objects[2].parent_link = wrong;
        CHECK(b.objects[2].name == "l2");
        CHECK_THROWS_WITH(b.build(), Catch::Contains("'l2' has the parent link '" + std::string(wrong) + "'"));
    }
    SceneBuilder b = twoRobots();
    b.objects.push_back({"part", BodyIndex(3), ObjectKind::Attached, geometryOf(Sphere{0.1}), {}, "l3"});
    CHECK_THROWS_AS(b.build(), InputError);
}

TEST_CASE("Allowed pairs and touch links are left out, a part is checked against the other links")
{
    SceneBuilder b = twoRobots();
    b.allowed.allow("wall", "l3");
    b.objects.push_back({"part", BodyIndex(3), ObjectKind::Attached, geometryOf(Sphere{0.1}), {"l3", "l2"}});
    const auto pairs = activePairs(*b.build());
    CHECK(pairs.count({"l3", "wall"}) == 0);
    CHECK(pairs.count({"l2", "wall"}) == 1);
    CHECK(pairs.count({"l3", "part"}) == 0);
    CHECK(pairs.count({"l2", "part"}) == 0);
    CHECK(pairs.count({"l1", "part"}) == 1);
    CHECK(pairs.count({"l4", "part"}) == 1);
    CHECK(pairs.count({"part", "wall"}) == 1);
    SceneBuilder c = twoRobots();
    c.objects.push_back({"part", BodyIndex(3), ObjectKind::Attached, geometryOf(Sphere{0.1}), {"l3"}});
    CHECK(activePairs(*c.build()).count({"l2", "part"}) == 1);  // across one joint, but a part does not touch by construction
}

TEST_CASE("A pair's own clearance wins over that within a robot, which wins over that for all")
{
    SceneBuilder b = twoRobots();
    b.clearances.all = 0.1;
    b.clearances.self = 0.05;
    b.clearances.pairs = {{"wall", "l1", 0.3}, {"l3", "l1", 0.0}};
    const auto scene = b.build();
    for (const ObjectPair& pair : scene->pairs())
    {
        const std::string a = scene->object(pair.a).name, c = scene->object(pair.b).name;
        const auto is = [&](const char* x, const char* y) { return (a == x && c == y) || (a == y && c == x); };
        CAPTURE(a, c);
        if (is("wall", "l1"))
            CHECK(pair.clearance == 0.3);
        else if (is("l1", "l3"))
            CHECK(pair.clearance == 0.0);
        else if (is("l3", "l4") || is("l2", "l4"))
            CHECK(pair.clearance == 0.05);
        else if (a == "wall" || c == "wall" || a == "o1" || c == "o1" || a == "floor" || c == "floor")
            CHECK(pair.clearance == 0.1);
    }
}

TEST_CASE("Names used twice, unknown names and impossible clearances are refused")
{
    SceneBuilder twice = twoRobots();
    twice.obstacle("wall", Sphere{1});
    CHECK_THROWS_AS(twice.build(), InputError);
    for (double bad : {-0.1, double(INFINITY), std::nan("")})
    {
        SceneBuilder b = twoRobots();
        b.clearances.all = bad;
        CHECK_THROWS_AS(b.build(), InputError);
        SceneBuilder c = twoRobots();
        c.clearances.pairs = {{"wall", "l1", bad}};
        CHECK_THROWS_AS(c.build(), InputError);
    }
    SceneBuilder unknown = twoRobots();
    unknown.clearances.pairs = {{"wall", "nobody", 0.1}};
    CHECK_THROWS_AS(unknown.build(), InputError);
    const auto first = twoRobots().build(), second = twoRobots().build();
    CHECK(first->id() != second->id());
    CHECK(first->findObject("floor").has_value());
    CHECK_FALSE(first->findObject("nobody").has_value());
}

TEST_CASE("A scene with pairs of the caller's choice has exactly those, but pairs that stay as they are")
{
    const SceneBuilder b = twoRobots();
    const auto pairsOf = [&](const std::vector<ObjectPair>& pairs) { return Scene(b.model, b.objects, pairs).pairs(); };
    const auto pair = [](int first, int second, double clearance) {
        return ObjectPair{ObjectIndex(first), ObjectIndex(second), clearance};
    };
    // Neighbours too, which the rules of the other constructor leave out.
    const auto pairs = pairsOf({pair(0, 1, 0.25), pair(1, 2, 0.0), pair(1, 4, 0.5)});
    REQUIRE(pairs.size() == 3);
    CHECK(pairs[PairIndex(0)].clearance == 0.25);
    CHECK(pairs[PairIndex(2)].b == ObjectIndex(4));
    CHECK(Scene(b.model, b.objects, std::vector<ObjectPair>{}).pairs().empty());
    CHECK(b.objects[6].name == "wall");
    CHECK(pairsOf({pair(6, 7, 0.0), pair(0, 6, 0.0)}).empty());
    for (const ObjectPair& wrong : {pair(1, 1, 0.0), pair(2, 1, 0.0), pair(0, 99, 0.0)})
        CHECK_THROWS_WITH(pairsOf({wrong}), Catch::Contains("no pair of objects"));
    CHECK_THROWS_WITH(pairsOf({pair(0, 1, 0.0), pair(0, 1, 0.1)}), Catch::Contains("given twice"));
    CHECK_THROWS_WITH(pairsOf({pair(0, 1, -0.1)}), Catch::Contains("clearance of 'base' and 'l1'"));
}

TEST_CASE("What an earlier scene has proven apart is taken over where it holds, and only there")
{
    const auto withLimits = [](double upper) {
        SceneBuilder b;
        for (int i = 0; i < 2; ++i)
        {
            Joint joint;
            joint.name = "joint_" + std::to_string(i);
            joint.type = JointType::Revolute;
            joint.lower = {-0.5};
            joint.upper = {upper};
            b.model.addBody("body_" + std::to_string(i), BodyIndex(i), at(1, 0, 0), joint, 0);
        }
        return b;
    };
    const auto ball = geometryOf(Sphere{0.2});
    const auto scene = [&](double upper, double clearance, const std::shared_ptr<const CollisionGeometry>& second,
                           const Scene* earlier) {
        const SceneBuilder b = withLimits(upper);
        return std::make_shared<Scene>(b.model,
                                       std::vector<CollisionObject>{{"a", BodyIndex(1), ObjectKind::Link, ball, {}},
                                                                    {"b", BodyIndex(2), ObjectKind::Link, second, {}}},
                                       std::vector<ObjectPair>{{ObjectIndex(0), ObjectIndex(1), clearance}}, earlier);
    };
    const auto first = scene(0.5, 0.1, ball, nullptr);
    // Proven: the two balls keep 0.6 apart.
    REQUIRE(first->apartWithinLimits(PairIndex(0)).open.empty());
    const double gap = first->apartWithinLimits(PairIndex(0)).gap;
    CHECK(gap > 0.1);
    CHECK(scene(0.5, 0.0, ball, first.get())->apartWithinLimits(PairIndex(0)).gap == gap);
    // Not with other limits, another geometry, or a clearance that the proof does not reach: those are proven on their own.
    const auto same = [&](const std::shared_ptr<Scene>& other, const std::shared_ptr<Scene>& alone) {
        return other->apartWithinLimits(PairIndex(0)).gap == alone->apartWithinLimits(PairIndex(0)).gap
               && other->apartWithinLimits(PairIndex(0)).open.size() == alone->apartWithinLimits(PairIndex(0)).open.size();
    };
    CHECK(same(scene(0.9, 0.0, ball, first.get()), scene(0.9, 0.0, ball, nullptr)));
    const auto larger = geometryOf(Sphere{0.9});
    CHECK(same(scene(0.5, 0.0, larger, first.get()), scene(0.5, 0.0, larger, nullptr)));
    CHECK_FALSE(scene(0.5, 0.0, larger, first.get())->apartWithinLimits(PairIndex(0)).open.empty());
    CHECK(same(scene(0.5, 0.7, ball, first.get()), scene(0.5, 0.7, ball, nullptr)));
}
