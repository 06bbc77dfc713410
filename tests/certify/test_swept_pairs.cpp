// What swept_pairs.h claims, against a look at each pair.
#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "certify/swept_pairs.h"
#include "support/limited_arm.h"
#include "support/random_input.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

using Boxes = IndexedVector<ObjectIndex, WorldBox>;

struct Culled
{
    std::vector<PairIndex> left;
    double bound = 0.0;
};
using Cull = std::function<Culled(const Scene&, const Boxes&)>;

Culled bySweptPairs(const Scene& scene, const Boxes& boxes, const SweptPairs::Tube* tube = nullptr,
                    const SweptPairs::Leaders* leaders = nullptr)
{
    const Configuration q = scene.model().defaultConfiguration();
    SweptPairs pairs;
    pairs.reset(scene, Motion(scene.model(), q, q), leaders ? *leaders : SweptPairs::ownBoxes(scene));
    Culled culled;
    culled.bound = pairs.cull(boxes, false, culled.left, tube);
    return culled;
}

/// Brings every object nearer by a length of its own; the first, which has clearances of its own, too.
double tubeOf(ObjectIndex object)
{
    return 0.05 * static_cast<double>((object.value() + 1) % 4);
}

/// For violations(), with the boxes as they are: the tubes are taken off the gaps there.
Culled withTubes(const Scene& scene, const Boxes& boxes)
{
    const SweptPairs::Tube tube{[&](PairIndex pair) { return tubeOf(scene.pair(pair).a) + tubeOf(scene.pair(pair).b); },
                                [](ObjectIndex object) { return tubeOf(object); }};
    return bySweptPairs(scene, boxes, &tube);
}

/// Balls on slides among boxes, both anywhere, with clearances of their own for some.
std::shared_ptr<const Scene> randomScene(Random& random, int moving, int obstacles)
{
    SceneBuilder b;
    for (int i = 0; i < moving; ++i)
    {
        const std::string name = "link_" + std::to_string(i);
        b.link(name, b.joint(kWorld, {}, JointType::Prismatic), Sphere{0.1});
        const std::string other = "link_" + std::to_string(random.index(i + 1));
        if (i > 2 && other != name)
        {
            if (random.chance(0.3))
                b.clearances.pairs.push_back({other, name, random.uniform(0.0, 0.5)});
            else if (random.chance(0.3))
                b.allowed.allow(other, name);
        }
    }
    for (int i = 0; i < obstacles; ++i)
    {
        const std::string name = "box_" + std::to_string(i);
        b.obstacle(name, Box{Vec3(random.uniform(0.01, 0.3), random.uniform(0.01, 0.3), random.uniform(0.01, 0.3))},
                   {random.rotation(), random.inCube(3.0)});
        if (random.chance(0.2))
            b.clearances.pairs.push_back({"link_0", name, random.uniform(0.0, 0.5)});
        if (random.chance(0.1))
            b.allowed.allow("link_0", name);
    }
    return b.build();
}

Boxes randomBoxes(Random& random, const Scene& scene)
{
    Boxes boxes(scene.objects().size());
    for (const ObjectIndex i : boxes.indices())
        for (int k = 0; k < 3; ++k)
        {
            boxes[i].low[k] = random.uniform(-3, 3);
            boxes[i].high[k] = boxes[i].low[k] + random.uniform(0, 0.5);
        }
    return boxes;
}

/// Boxes as the scene has them: of what stands still the exact one, but for rounding.
double gapOf(const Scene& scene, const Boxes& boxes, const ObjectPair& pair)
{
    const auto box = [&](ObjectIndex i) {
        const CollisionObject& object = scene.object(i);
        const Body& body = scene.model().body(object.body);
        if (!body.is_static)
            return boxes[i];
        const Vec3 centre = body.X_WB * object.geometry->boxCentre(),
                   half = body.X_WB.R.cwiseAbs() * object.geometry->boxHalfExtents();
        WorldBox result;
        for (int k = 0; k < 3; ++k)
        {
            result.low[k] = centre[k] - half[k];
            result.high[k] = centre[k] + half[k];
        }
        return result;
    };
    return box(pair.a).gap(box(pair.b));
}

std::vector<std::string> violations(const Cull& cull, bool has_tubes = false)
{
    std::vector<std::string> out;
    Random random(4);
    const auto tubesOf = [&](const Scene& scene, const ObjectPair& pair) {
        const auto moves = [&](ObjectIndex i) { return !scene.model().body(scene.object(i).body).is_static; };
        return has_tubes ? (moves(pair.a) ? tubeOf(pair.a) : 0.0) + (moves(pair.b) ? tubeOf(pair.b) : 0.0) : 0.0;
    };
    for (const int obstacles : {0, 1, 7, 8, 9, 40, 65, 600})
        for (int round = 0; round < 20; ++round)
        {
            // Of each other, too, some number of eights and a rest.
            const int moving = obstacles > 10 || round % 2 == 0 ? 3 : 1 + random.index(26);
            const auto scene = randomScene(random, moving, obstacles);
            const Boxes boxes = randomBoxes(random, *scene);
            const Culled culled = cull(*scene, boxes);
            constexpr double kRounding = 1e-12;
            for (const PairIndex i : scene->pairs().indices())
            {
                const ObjectPair& pair = scene->pair(i);
                const double gap = gapOf(*scene, boxes, pair) - tubesOf(*scene, pair);
                const auto times = std::count(culled.left.begin(), culled.left.end(), i);
                const std::string which = std::to_string(obstacles) + " obstacles, " + scene->object(pair.a).name + " and "
                                          + scene->object(pair.b).name + ": ";
                if (times > 1)
                    out.push_back(which + "left twice");
                if (times == 0 && gap <= pair.clearance - (has_tubes ? kRounding : 0.0))
                    out.push_back(which + "culled, but no gap");
                if (times == 1 && gap > pair.clearance + kRounding)
                    out.push_back(which + "left, though the boxes are apart");
                if (times == 0 && !(culled.bound <= gap + (has_tubes ? kRounding : 0.0)))
                    out.push_back(which + "nearer than the bound");
            }
        }
    return out;
}

}  // namespace

TEST_CASE("Pairs are culled whose boxes are farther apart than their clearance, and no others, among any number of obstacles")
{
    CHECK(violations([](const Scene& scene, const Boxes& boxes) { return bySweptPairs(scene, boxes); }).empty());
    CHECK(violations(withTubes, true).empty());
}

TEST_CASE("Objects that one box holds are culled as that box is, pair by pair")
{
    Random random(6);
    std::size_t left_together = 0;
    for (int round = 0; round < 200; ++round)
    {
        const auto scene = randomScene(random, 1 + random.index(26), random.index(40));
        const Boxes own = randomBoxes(random, *scene);
        // Some moving objects are led by an earlier one; all boxes but the leaders' are no numbers.
        SweptPairs::Leaders leaders;
        const double nan = std::numeric_limits<double>::quiet_NaN();
        Boxes boxes(scene->objects().size(), {{nan, nan, nan}, {nan, nan, nan}}), as_one = boxes;
        for (const ObjectIndex i : scene->objects().indices())
        {
            leaders.push_back(i);
            const bool moves = !scene->model().body(scene->object(i).body).is_static;
            if (moves && i.value() > 0 && random.chance(0.6))
                leaders[i] = leaders[ObjectIndex(static_cast<std::size_t>(random.index(static_cast<int>(i.value()))))];
            WorldBox& box = boxes[leaders[i]];
            if (leaders[i] == i)
                box = own[i];
            for (int k = 0; k < 3; ++k)
            {
                box.low[k] = std::min(box.low[k], own[i].low[k]);
                box.high[k] = std::max(box.high[k], own[i].high[k]);
            }
        }
        for (const ObjectIndex i : leaders.indices())
            as_one[i] = boxes[leaders[i]];
        const bool has_tubes = random.chance(0.3);
        const auto tubeOfLeader = [&](ObjectIndex leader) {
            double most = 0.0;
            for (const ObjectIndex i : leaders.indices())
                most = std::max(most, leaders[i] == leader ? tubeOf(i) : 0.0);
            return most;
        };
        const auto moves = [&](ObjectIndex i) { return !scene->model().body(scene->object(i).body).is_static; };
        const SweptPairs::Tube tube{[&](PairIndex pair) { return tubeOf(scene->pair(pair).a) + tubeOf(scene->pair(pair).b); },
                                    tubeOfLeader};
        const Culled culled = bySweptPairs(*scene, boxes, has_tubes ? &tube : nullptr, &leaders);
        for (const PairIndex i : scene->pairs().indices())
        {
            const ObjectPair& pair = scene->pair(i);
            const auto times = std::count(culled.left.begin(), culled.left.end(), i);
            double tubes = 0.0;
            if (has_tubes && moves(pair.a) && moves(pair.b))
                tubes = tubeOf(pair.a) + tubeOf(pair.b);
            else if (has_tubes)
                tubes = tubeOfLeader(leaders[moves(pair.a) ? pair.a : pair.b]);
            const double gap = gapOf(*scene, as_one, pair) - tubes;
            CAPTURE(round, scene->object(pair.a).name, scene->object(pair.b).name, gap, pair.clearance, has_tubes);
            CHECK(times <= 1);
            if (times == 0)
            {
                CHECK(gap > pair.clearance - 1e-12);
                CHECK(culled.bound <= gap + 1e-12);
            }
            else
                CHECK(gap <= pair.clearance + 1e-12);
            left_together += times == 1 && (leaders[pair.a] != pair.a || leaders[pair.b] != pair.b);
        }
    }
    CHECK(left_together > 200);
}

TEST_CASE("A culler that loses, doubles or overstates is caught")
{
    const auto broken = [](const std::function<void(Culled&)>& spoil) {
        return violations([&](const Scene& scene, const Boxes& boxes) {
            Culled culled = bySweptPairs(scene, boxes);
            spoil(culled);
            return culled;
        });
    };
    CHECK_FALSE(broken([](Culled& c) {
                    if (!c.left.empty())
                        c.left.pop_back();
                }).empty());
    CHECK_FALSE(broken([](Culled& c) {
                    if (!c.left.empty())
                        c.left.push_back(c.left.front());
                }).empty());
    CHECK_FALSE(broken([](Culled& c) { c.bound *= 1.5; }).empty());
}

TEST_CASE("What is in no pair does not count for the bound")
{
    SceneBuilder b;
    b.link("ball", b.joint(kWorld, {}, JointType::Prismatic), Sphere{0.1});
    b.link("other", b.joint(kWorld, {}, JointType::Prismatic), Sphere{0.1});
    b.obstacle("near", Box{Vec3(0.1, 0.1, 0.1)}, at(0, 0, 1));
    b.obstacle("far", Box{Vec3(0.1, 0.1, 0.1)}, at(0, 0, 9));
    b.allowed.allow("ball", "near");
    b.allowed.allow("ball", "other");
    b.allowed.allow("other", "near");
    b.allowed.allow("other", "far");
    const auto scene = b.build();
    REQUIRE(scene->pairs().size() == 1);
    Boxes boxes(scene->objects().size());
    for (const int i : {0, 1})
        boxes[ObjectIndex(static_cast<std::size_t>(i))] = {{0, 0, 0}, {0.2, 0.2, 0.2}};
    const Culled culled = bySweptPairs(*scene, boxes);
    CHECK(culled.left.empty());
    CHECK(culled.bound == Approx(9 - 0.1 - 0.2));
    b.allowed.allow("ball", "far");
    CHECK(bySweptPairs(*b.build(), boxes).bound == std::numeric_limits<double>::infinity());
}

TEST_CASE("Pairs of moving objects that the limits keep apart are left out where only open ones are asked for")
{
    const auto scene = limitedArm().build();
    REQUIRE(scene->apartWithinLimits(PairIndex(0)).open.empty());
    Boxes boxes(scene->objects().size());
    for (const ObjectIndex i : boxes.indices())
        boxes[i] = {{0, 0, 0}, {1, 1, 1}};
    const Configuration q = scene->model().defaultConfiguration();
    SweptPairs pairs;
    pairs.reset(*scene, Motion(scene->model(), q, q), SweptPairs::ownBoxes(*scene));
    for (const bool open_only : {false, true})
    {
        std::vector<PairIndex> left;
        static_cast<void>(pairs.cull(boxes, open_only, left));
        CHECK(left.size() == (open_only ? 0U : 1U));
    }
}

TEST_CASE("A box that is no number keeps its pairs, moving or not")
{
    SceneBuilder b;
    b.link("ball", b.joint(kWorld, {}, JointType::Prismatic), Sphere{0.1});
    for (int i = 0; i < 12; ++i)
        b.obstacle("box_" + std::to_string(i), Box{Vec3(0.1, 0.1, 0.1)}, at(0, 0, i));
    const auto scene = b.build();
    Boxes boxes(scene->objects().size());
    const double nan = std::numeric_limits<double>::quiet_NaN();
    boxes[ObjectIndex(0)] = {{nan, nan, nan}, {nan, nan, nan}};
    CHECK(bySweptPairs(*scene, boxes).left.size() == 12);

    // As wide as doubles go: its middle overflows.
    b.obstacle("wide", triangleMesh(Vec3(0, 0, 5), Vec3(1.7e308, 0, 5), Vec3(1.7e308, 1, 5)));
    const auto wider = b.build();
    Boxes moving(wider->objects().size());
    moving[ObjectIndex(0)] = {{1e6, 0, 5}, {1e6 + 1, 0.1, 5.1}};
    CHECK(bySweptPairs(*wider, moving).left.size() == 1);
}
