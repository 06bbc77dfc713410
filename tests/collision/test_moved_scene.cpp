// A scene with one obstacle elsewhere.
#include <gapless/collision/moved_scene.h>

#include <cstring>
#include <limits>

#include <catch2/catch.hpp>

#include <gapless/core/error.h>

#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;
using Catch::Contains;

namespace {

/// A turning link with an axis that normalising again changes, and what stands about it.
SceneBuilder amongThings()
{
    SceneBuilder b;
    Joint joint;
    joint.name = "turn";
    joint.type = JointType::Revolute;
    joint.axis = Vec3(1, 2, 3);
    const BodyIndex arm = b.model.addBody("arm", kWorld, at(0.1, 0.2, 0.3), joint, 0);
    const BodyIndex table = b.model.addBody("table", kWorld, at(1, 0, 0), Joint());
    const BodyIndex lamp = b.model.addBody("lamp", table, at(0, 0, 1), Joint());
    const BodyIndex crate = b.model.addBody("crate", kWorld, at(0, 1, 0), Joint());
    b.objects.push_back({"arm", arm, ObjectKind::Link, geometryOf(Sphere{0.1}), {}, {}});
    b.objects.push_back({"table", table, ObjectKind::Obstacle, geometryOf(Sphere{0.2}), {}, {}});
    b.objects.push_back({"lamp", lamp, ObjectKind::Obstacle, geometryOf(Sphere{0.1}), {}, {}});
    b.objects.push_back({"crate", crate, ObjectKind::Obstacle, geometryOf(Sphere{0.3}), {}, {}});
    return b;
}

BodyIndex bodyOf(const Scene& scene, const std::string& name)
{
    return scene.object(*scene.findObject(name)).body;
}

}  // namespace

TEST_CASE("An obstacle that is put elsewhere is there, and all else is as it was, to the last bit")
{
    const SceneBuilder b = amongThings();
    const Scene before(b.model, b.objects);
    const BodyIndex crate = bodyOf(before, "crate");
    const Pose there{Eigen::AngleAxisd(0.3, Vec3(0, 0, 1)).toRotationMatrix(), Vec3(0.5, 2, 0)};
    const auto after = withMoved(before, crate, there);
    CHECK(after->id() != before.id());
    CHECK(after->model().id() != before.model().id());
    CHECK(after->model().body(crate).X_WB.p == there.p);
    CHECK((after->model().body(crate).X_WB.R - there.R).norm() < 1e-15);
    CHECK(after->model().body(crate).X_PJ.p == there.p);
    for (const BodyIndex i : before.model().bodies().indices())
    {
        const Body &was = before.model().body(i), &is = after->model().body(i);
        CHECK(std::memcmp(was.joint.axis.data(), is.joint.axis.data(), sizeof(double) * 3) == 0);
        CHECK((i == crate || was.X_WB.p == is.X_WB.p));
        CHECK(was.name == is.name);
    }
    REQUIRE(after->pairs().size() == before.pairs().size());
    for (const PairIndex pair : before.pairs().indices())
        CHECK((after->pair(pair).a == before.pair(pair).a && after->pair(pair).b == before.pair(pair).b));
    for (const ObjectIndex i : before.objects().indices())
        CHECK(after->object(i).geometry == before.object(i).geometry);
}

TEST_CASE("An object with another geometry has that, and all else is as it was")
{
    const SceneBuilder b = amongThings();
    const Scene before(b.model, b.objects);
    const ObjectIndex crate = *before.findObject("crate");
    const auto seen = geometryOf(Box{{0.1, 0.2, 0.3}});
    const auto after = withGeometry(before, crate, seen);
    CHECK(after->id() != before.id());
    CHECK(after->object(crate).geometry == seen);
    REQUIRE(after->pairs().size() == before.pairs().size());
    for (const PairIndex pair : before.pairs().indices())
        CHECK((after->pair(pair).a == before.pair(pair).a && after->pair(pair).b == before.pair(pair).b));
    for (const ObjectIndex i : before.objects().indices())
        CHECK((i == crate || after->object(i).geometry == before.object(i).geometry));
    CHECK_THROWS_WITH(withGeometry(before, crate, nullptr), Contains("'crate'"));
}

TEST_CASE("An inflated object has so much more clearance in its pairs, and in no other")
{
    const SceneBuilder b = amongThings();
    Clearances clearances;
    clearances.all = 0.1;
    const Scene before(b.model, b.objects, {}, clearances);
    const ObjectIndex crate = *before.findObject("crate");
    const auto after = withInflated(before, crate, 0.2);
    REQUIRE(after->pairs().size() == before.pairs().size());
    int more = 0;
    for (const PairIndex i : before.pairs().indices())
    {
        const ObjectPair &was = before.pair(i), &is = after->pair(i);
        CHECK((is.a == was.a && is.b == was.b));
        const bool has_crate = was.a == crate || was.b == crate;
        more += has_crate;
        // No less than the sum of the two doubles, of which 0.1 and 0.2 in decimals are not.
        CHECK((has_crate ? is.clearance >= 0.1 + 0.2 && is.clearance < 0.3 + 1e-15 : is.clearance == 0.1));
    }
    CHECK(more == 1);
    CHECK(withInflated(before, crate, 0.0)->pair(PairIndex(0)).clearance == 0.1);
    for (const double wrong : {-0.1, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
        CHECK_THROWS_WITH(withInflated(before, crate, wrong), Contains("'crate'"));
}

TEST_CASE("What is no obstacle by itself cannot be put elsewhere, nor anywhere that is no pose")
{
    const SceneBuilder b = amongThings();
    const Scene scene(b.model, b.objects);
    for (const char* name : {"arm", "table", "lamp"})
    {
        CAPTURE(name);
        CHECK_THROWS_WITH(withMoved(scene, bodyOf(scene, name), Pose()), Contains(std::string("'") + name + "'"));
    }
    CHECK_THROWS_AS(withMoved(scene, kWorld, Pose()), InputError);
    const BodyIndex crate = bodyOf(scene, "crate");
    CHECK_THROWS_AS(withMoved(scene, crate, Pose{Mat3::Identity(), Vec3(std::nan(""), 0, 0)}), InputError);
    CHECK_THROWS_AS(withMoved(scene, crate, Pose{2.0 * Mat3::Identity(), Vec3::Zero()}), InputError);
}
