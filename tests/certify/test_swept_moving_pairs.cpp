// Moving objects among each other, as test_swept_pairs.cpp has them among obstacles: all that a cull says of them, to the last digit.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "certify/lane_kernels.h"
#include "certify/swept_pairs.h"
#include "lane_kernels_support.h"
#include "support/random_input.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

using Boxes = IndexedVector<ObjectIndex, WorldBox>;

/// Balls that turn about one axis, each within limits of its own a little wider than the last one's are away, so that the limits keep all apart
/// but some neighbours. With clearances of their own for many pairs, and some that are none.
std::shared_ptr<const Scene> crowdOfLinks(Random& random, int moving, bool has_limits)
{
    SceneBuilder b;
    for (int i = 0; i < moving; ++i)
    {
        const std::string name = "link_" + std::to_string(i);
        if (has_limits)
        {
            Joint joint;
            joint.name = name;
            joint.type = JointType::Revolute;
            joint.axis = Vec3::UnitZ();
            joint.lower = {0.2 * i - random.uniform(0.0, 0.2)};
            joint.upper = {0.2 * i + random.uniform(0.0, 0.2)};
            b.link(name, b.model.addBody(name, kWorld, Pose(), joint, 0), Sphere{0.01}, at(1, 0, 0));
        }
        else
            b.link(name, b.joint(kWorld, {}, JointType::Prismatic), Sphere{0.01});
        for (int j = 0; j < i; ++j)
        {
            const std::string other = "link_" + std::to_string(j);
            if (random.chance(0.4))
                // In eighths: as gaps are in some boxes below.
                b.clearances.pairs.push_back({other, name, 0.125 * random.index(5)});
            else if (random.chance(0.2))
                b.allowed.allow(other, name);
        }
        if (random.chance(0.1))
            b.obstacle("far_" + std::to_string(i), Sphere{0.1}, at(1000 + i, 0, 0));
    }
    return b.build();
}

/// Close together. @param steps of low and high corners, metres; 0: any
Boxes closeBoxes(Random& random, const Scene& scene, double steps)
{
    Boxes boxes(scene.objects().size());
    const auto rounded = [&](double x) { return steps > 0.0 ? steps * std::round(x / steps) : x; };
    for (const ObjectIndex i : boxes.indices())
        for (int k = 0; k < 3; ++k)
        {
            boxes[i].low[k] = rounded(random.uniform(-1, 1));
            boxes[i].high[k] = boxes[i].low[k] + rounded(random.uniform(0, 1));
        }
    return boxes;
}

double tubeOfPair(PairIndex pair)
{
    return 0.0625 * static_cast<double>(pair.value() % 7);
}

bool areMoving(const Scene& scene, const ObjectPair& pair)
{
    const auto moves = [&](ObjectIndex i) { return !scene.model().body(scene.object(i).body).is_static; };
    return moves(pair.a) && moves(pair.b);
}

/// Of pairs that move: which are left, and the bound of the others.
struct Wanted
{
    std::vector<PairIndex> left;
    double bound = std::numeric_limits<double>::infinity();
};

Wanted movingOneByOne(const Scene& scene, const Boxes& boxes, bool open_only, bool has_tube)
{
    Wanted wanted;
    const std::set<PairIndex> open(scene.openPairs().begin(), scene.openPairs().end());
    for (const PairIndex i : scene.pairs().indices())
    {
        const ObjectPair& pair = scene.pair(i);
        if (!areMoving(scene, pair) || (open_only && open.count(i) == 0))
            continue;
        const double gap = boxes[pair.a].gap(boxes[pair.b]) - (has_tube ? tubeOfPair(i) : 0.0);
        if (gap > pair.clearance)
            wanted.bound = std::min(wanted.bound, gap);
        else
            wanted.left.push_back(i);
    }
    return wanted;
}

}  // namespace

TEST_CASE(
    "Of moving objects close together just those pairs are left that a look at each leaves, by limits, clearances and tubes of "
    "their own")
{
    Random random(41);
    const SweptPairs::Tube tube{[](PairIndex pair) { return tubeOfPair(pair); }, [](ObjectIndex) { return 1.0; }};
    SweptPairs pairs;  // one for all: nothing of an earlier scene or boxes stays
    int left_of_all = 0, apart_of_all = 0, touching = 0, closed = 0;
    for (const int moving : {1, 2, 7, 8, 9, 15, 16, 17, 24, 25, 33, 3, 8, 16, 1, 0})
        for (const bool has_limits : {false, true})
        {
            const auto scene = crowdOfLinks(random, moving, has_limits);
            const Configuration q = scene->model().defaultConfiguration();
            pairs.reset(*scene, Motion(scene->model(), q, q), SweptPairs::ownBoxes(*scene));
            for (int round = 0; round < 6; ++round)
            {
                const Boxes boxes = closeBoxes(random, *scene, round % 2 == 0 ? 0.125 : 0.0);
                for (const bool open_only : {false, true})
                    for (const bool has_tube : {false, true})
                    {
                        const Wanted wanted = movingOneByOne(*scene, boxes, open_only, has_tube);
                        std::vector<PairIndex> left;
                        const double bound = pairs.cull(boxes, open_only, left, has_tube ? &tube : nullptr);
                        left.erase(std::remove_if(left.begin(), left.end(),
                                                  [&](PairIndex i) { return !areMoving(*scene, scene->pair(i)); }),
                                   left.end());
                        std::sort(left.begin(), left.end());
                        CAPTURE(moving, has_limits, round, open_only, has_tube);
                        CHECK(left == wanted.left);
                        // Obstacles are far away.
                        CHECK(std::min(bound, 100.0) == std::min(wanted.bound, 100.0));
                        left_of_all += static_cast<int>(left.size());
                        apart_of_all += wanted.bound < 100.0;
                        for (const PairIndex i : left)
                            touching += boxes[scene->pair(i).a].gap(boxes[scene->pair(i).b]) == scene->pair(i).clearance;
                    }
            }
            closed += static_cast<int>(scene->pairs().size() - scene->openPairs().size());
        }
    // The cases are there.
    CHECK(left_of_all > 1000);
    CHECK(touching > 100);
    CHECK(apart_of_all > 100);
    CHECK(closed > 100);
}

TEST_CASE("A moving box that is no number, or without end, keeps its pairs, and takes nothing from the others")
{
    const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
    onEveryTarget([&](const LaneKernels&) {
        SceneBuilder b;
        constexpr std::size_t kCount = 19;
        for (std::size_t i = 0; i < kCount; ++i)
            b.link("link_" + std::to_string(i), b.joint(kWorld, {}, JointType::Prismatic), Sphere{0.1});
        const auto scene = b.build();
        const Configuration q = scene->model().defaultConfiguration();
        SweptPairs pairs;
        pairs.reset(*scene, Motion(scene->model(), q, q), SweptPairs::ownBoxes(*scene));
        for (std::size_t broken = 0; broken < kCount; ++broken)
            for (const auto& [low, high] : {std::pair{nan, nan}, std::pair{-inf, inf}, std::pair{-1e308, 1e308}})
            {
                Boxes boxes(scene->objects().size());
                for (const ObjectIndex i : boxes.indices())
                    for (int k = 0; k < 3; ++k)
                    {
                        boxes[i].low[k] = i.value() == broken ? low : 2.0 * static_cast<double>(i.value());
                        boxes[i].high[k] = i.value() == broken ? high : 2.0 * static_cast<double>(i.value()) + 1.0;
                    }
                std::vector<PairIndex> left;
                const double bound = pairs.cull(boxes, false, left);
                CAPTURE(broken, low, high);
                CHECK(left.size() == kCount - 1);
                for (const PairIndex i : left)
                    CHECK((scene->pair(i).a.value() == broken || scene->pair(i).b.value() == broken));
                CHECK(bound == 1.0);
            }
    });
}
