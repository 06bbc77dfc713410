#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include <gapless/certify/segment_certifier.h>
#include <gapless/collision/moved_scene.h>
#include <gapless/geometry/pair_distance.h>
#include <gapless/kinematics/motion.h>

#include "support/leaves_below.h"
#include "support/random_input.h"
#include "support/random_scene.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

/// A base and a tool with two joints between them, both with limits.
SceneBuilder twoJointArm(Random& random, double offset)
{
    SceneBuilder b;
    const auto limited = [&](BodyIndex parent, const Pose& X, JointType type) {
        Joint joint;
        joint.name = "joint_" + std::to_string(b.model.bodies().size());
        joint.type = type;
        joint.axis = random.direction();
        const double low = random.uniform(-2.0, 0.5);
        joint.lower = {type == JointType::Prismatic ? 0.2 * low : low};
        joint.upper = {joint.lower[0] + random.uniform(0.1, type == JointType::Prismatic ? 0.5 : 7.5)};
        return b.model.addBody("body_" + std::to_string(b.model.bodies().size()), parent, X, joint, 0);
    };
    const BodyIndex base = b.joint(kWorld, random.pose(1.0), JointType::Revolute, random.direction());
    const BodyIndex middle = limited(base, {random.rotation(), offset * random.direction()},
                                     random.chance(0.3) ? JointType::Prismatic : JointType::Revolute);
    const BodyIndex tool = limited(middle, {random.rotation(), 0.3 * random.direction()},
                                   random.chance(0.2) ? JointType::Prismatic : JointType::Revolute);
    b.link("base", base, randomMesh(random, 0.3));
    b.link("tool", tool, randomMesh(random, 0.3));
    return b;
}

Configuration withinLimits(const KinematicModel& model, Random& random)
{
    Configuration q = model.defaultConfiguration();
    for (const Body& body : model.bodies())
        if (body.variable)
            q[*body.variable] =
                body.joint.lower.empty() ? random.uniform(-3, 3) : random.uniform(body.joint.lower[0], body.joint.upper[0]);
    return q;
}

/// Smallest distance of two leaves that the proof says nobody needs to look at.
double smallestClosedDistance(const Scene& scene, const ApartWithinLimits& proof, const Configuration& q)
{
    const CollisionObject &a = scene.object(ObjectIndex(0)), &b = scene.object(ObjectIndex(1));
    const auto &leaves_a = a.geometry->leaves(), &leaves_b = b.geometry->leaves();
    std::vector<std::vector<bool>> open(leaves_a.size(), std::vector<bool>(leaves_b.size(), false));
    for (const NodePair& nodes : proof.open)
        for (const std::size_t i : leavesBelow(*a.geometry, nodes.a))
            for (const std::size_t j : leavesBelow(*b.geometry, nodes.b))
                open[i][j] = true;
    const Motion motion(scene.model(), q, q);
    const PairPose X = pairPose(motion.worldPose(a.body, 0.0), motion.worldPose(b.body, 0.0));
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < leaves_a.size(); ++i)
        for (std::size_t j = 0; j < leaves_b.size(); ++j)
            if (!open[i][j])
                smallest = std::min(smallest, convexDistance(leaves_a[i].placed(X.R_A, Vec3::Zero()),
                                                             leaves_b[j].placed(X.R_B, X.p_AB), Vec3::Zero(), 0.0)
                                                  .upper);
    return smallest;
}

}  // namespace

TEST_CASE("What is proven apart within the limits is farther apart than the gap in every sampled configuration")
{
    Random random(11);
    int whole = 0, partly = 0;
    for (int k = 0; k < 60; ++k)
    {
        const auto scene = twoJointArm(random, random.uniform(0.2, 1.2)).build();
        REQUIRE(scene->pairs().size() == 1);
        const ApartWithinLimits& proof = scene->apartWithinLimits(PairIndex(0));
        whole += proof.open.empty();
        partly += !proof.open.empty()
                  && (proof.open.size() > 1 || proof.open[0].a != RssTree::kRoot || proof.open[0].b != RssTree::kRoot);
        CAPTURE(k, proof.open.size(), digits(proof.gap));
        CHECK(proof.gap > scene->pair(PairIndex(0)).clearance);
        for (int i = 0; i < 400; ++i)
        {
            const Configuration q = withinLimits(scene->model(), random);
            REQUIRE(isWithinLimits(scene->model(), q));
            if (smallestClosedDistance(*scene, proof, q) < proof.gap)
            {
                CAPTURE(digits(q));
                CHECK(smallestClosedDistance(*scene, proof, q) >= proof.gap);
            }
        }
    }
    // Both kinds of outcome have to turn up, or the test shows nothing.
    CHECK(whole > 5);
    CHECK(partly > 5);
}

TEST_CASE("Within the limits is what no value of a revolute or prismatic joint is beyond, by however little")
{
    KinematicModel model;
    for (const JointType type : {JointType::Revolute, JointType::Continuous, JointType::Prismatic})
    {
        Joint joint;
        joint.name = "joint_" + std::to_string(model.bodies().size());
        joint.type = type;
        joint.lower = {-1.0};
        joint.upper = {2.0};
        model.addBody(joint.name, kWorld, {}, joint);
    }
    CHECK(isWithinLimits(model, configuration({-1, 100, 2})));
    for (const int k : {0, 2})
        for (const double value :
             {std::nextafter(-1.0, -2.0), std::nextafter(2.0, 3.0), std::numeric_limits<double>::quiet_NaN()})
        {
            Configuration q = configuration({0, 0, 0});
            q[k] = value;
            CHECK_FALSE(isWithinLimits(model, q));
        }
    CHECK(isWithinLimits(KinematicModel(), Configuration()));
}

TEST_CASE("A pair that meets somewhere within the limits stays open there")
{
    // The balls touch from 2.39996 rad on, to either side: also where they do only just, at the very end of the range, and whichever end of
    // the range is looked at first.
    for (const double side : {1.0, -1.0})
        for (const double limit : {2.0, 2.4005, 2.401, 2.41, 2.6})
        {
            SceneBuilder b;
            const BodyIndex base = b.joint(kWorld, {}, JointType::Revolute);
            Joint joint;
            joint.name = "elbow";
            joint.type = JointType::Revolute;
            joint.lower = {std::min(0.0, side * limit)};
            joint.upper = {std::max(0.0, side * limit)};
            const BodyIndex tool = b.model.addBody("wrist", base, at(1, 0, 0), joint, 0);
            joint.name = "last";
            joint.lower = {0.0};
            joint.upper = {0.1};
            const BodyIndex last = b.model.addBody("hand", tool, at(0, 0, 0), joint, 0);
            b.link("base", base, Sphere{0.05}, at(1 + std::cos(2.5), side * std::sin(2.5), 0));
            b.link("hand", last, Sphere{0.05}, at(1, 0, 0));
            const auto scene = b.build();
            const ApartWithinLimits& proof = scene->apartWithinLimits(PairIndex(0));
            CAPTURE(side, limit);
            // The last joint turns on to the one side, and back from it to the other.
            const bool meets = side > 0.0 ? limit > 2.29 : limit > 2.39;
            CHECK(proof.open.empty() == !meets);
            const Verdict verdict = SegmentCertifier(scene, configuration({0, 0, 0}), configuration({0, side * limit, 0})).run();
            CHECK((verdict == Verdict::Free) == !meets);
            // Beyond the limits nothing was proven, and nothing may be taken for proven.
            CHECK_FALSE(isWithinLimits(scene->model(), configuration({0, side * 2.7, 0})));
            CHECK(SegmentCertifier(scene, configuration({0, 0, 0}), configuration({0, side * 3.0, 0})).run()
                  == Verdict::Collision);
        }
}

TEST_CASE("Robots of one kind get the same proof, and a twin with other limits its own")
{
    for (const bool same : {true, false})
    {
        SceneBuilder b;
        for (int robot = 0; robot < 2; ++robot)
        {
            Joint joint;
            joint.type = JointType::Revolute;
            joint.lower = {0.0};
            joint.upper = {robot == 1 && !same ? 3.0 : 2.0};
            joint.name = "shoulder" + std::to_string(robot);
            const BodyIndex base = b.model.addBody("base", kWorld, at(0, 0, 5.0 * robot), Joint(), robot);
            const BodyIndex arm = b.model.addBody("arm", base, at(1, 0, 0), joint, robot);
            joint.name = "wrist" + std::to_string(robot);
            joint.upper = {0.1};
            const BodyIndex hand = b.model.addBody("hand", arm, {}, joint, robot);
            b.link("base" + std::to_string(robot), base, Sphere{0.05}, at(1 + std::cos(2.5), std::sin(2.5), 0));
            b.link("hand" + std::to_string(robot), hand, Sphere{0.05}, at(1, 0, 0));
        }
        const auto scene = b.build();
        for (const PairIndex i : scene->pairs().indices())
        {
            const CollisionObject &x = scene->object(scene->pair(i).a), &y = scene->object(scene->pair(i).b);
            if (x.name == "base0" && y.name == "hand0")
                CHECK(scene->apartWithinLimits(i).open.empty());
            if (x.name == "base1" && y.name == "hand1")
                CHECK(scene->apartWithinLimits(i).open.empty() == same);
        }
    }
}

TEST_CASE("Robots with the same two shapes and joints are no twins where the other body carries each")
{
    SceneBuilder b;
    const Shape plate = Box{Vec3(0.65, 0.05, 0.05)}, ball = Sphere{0.1};
    for (int robot = 0; robot < 2; ++robot)
    {
        Joint joint;
        joint.type = JointType::Revolute;
        joint.name = "joint" + std::to_string(robot);
        joint.lower = {0.0};
        joint.upper = {1.0};
        const BodyIndex base = b.model.addBody("base", kWorld, at(0, 0, 5.0 * robot), Joint(), robot);
        const BodyIndex arm = b.model.addBody("arm", base, at(0.5, 0.5, 0), joint, robot);
        const auto add = [&](BodyIndex body, const Shape& shape) {
            const std::string name = (body == base ? "base" : "arm") + std::to_string(robot);
            b.objects.push_back({name, body, ObjectKind::Link, geometryOf(shape), {}, {}});
        };
        // The ball keeps away from the plate on the base; the plate on the arm turns into the ball.
        if (robot == 0)
            add(base, plate);
        add(arm, robot == 0 ? ball : plate);
        if (robot == 1)
            add(base, ball);
    }
    const auto scene = b.build();
    int seen = 0;
    for (const PairIndex i : scene->pairs().indices())
    {
        const std::string &x = scene->object(scene->pair(i).a).name, &y = scene->object(scene->pair(i).b).name;
        if (x.back() != y.back())
            continue;
        ++seen;
        CHECK(scene->apartWithinLimits(i).open.empty() == (x.back() == '0'));
    }
    CHECK(seen == 2);
}

namespace {

/// A base and a hand at distance 1 from the elbow, which turns within the given limits; in between, a wrist in the elbow's axis that
/// hardly turns. The hand comes to the base (touches it if `touches`, else keeps 0.05) where the elbow is at `meeting`, modulo a turn.
SceneBuilder turningHand(double lower, double upper, double meeting, bool touches)
{
    SceneBuilder b;
    Joint joint;
    joint.type = JointType::Revolute;
    joint.name = "elbow";
    joint.lower = {lower};
    joint.upper = {upper};
    const BodyIndex base = b.joint(kWorld, {}, JointType::Revolute);
    const BodyIndex forearm = b.model.addBody("forearm", base, at(1, 0, 0), joint, 0);
    joint.name = "wrist";
    joint.lower = {0.0};
    joint.upper = {1e-3};
    const BodyIndex hand = b.model.addBody("hand", forearm, {}, joint, 0);
    const double away = touches ? 1.0 : 1.06;
    // Small balls: they touch within 0.01 rad of `meeting` only, so that a slit in the turn would show.
    b.link("base", base, Sphere{0.005}, at(1 + away * std::cos(meeting), away * std::sin(meeting), 0));
    b.link("hand", hand, Sphere{0.005}, at(1, 0, 0));
    return b;
}

}  // namespace

TEST_CASE("Limits wider than a turn leave no angle out, however far from zero they are")
{
    Random random(12);
    int proven = 0;
    for (const double lower : {0.0, -1.0, 1e3, 1e6, -1e6, 1e9, 1e12, -1e12})
        for (int k = 0; k < 24; ++k)
        {
            // Where the full turn ends and begins, and anywhere.
            const double inward = k < 4    ? 0.0
                                  : k < 8  ? random.uniform(-1e-3, 1e-3)
                                  : k < 12 ? 2 * M_PI - random.logUniform(1e-3, 0.1)
                                           : random.uniform(0, 2 * M_PI);
            const double meeting = lower + inward, width = k % 3 == 0 ? 2 * M_PI : k % 3 == 1 ? 2 * M_PI + random.unit() : 1e3;
            const double upper = lower + width + std::abs(lower) * 0x1p-51;
            CAPTURE(digits(lower), digits(upper), digits(meeting));
            const auto touching = turningHand(lower, upper, meeting, true).build();
            REQUIRE(touching->pairs().size() == 1);
            CHECK_FALSE(touching->apartWithinLimits(PairIndex(0)).open.empty());
            const auto apart = turningHand(lower, upper, meeting, false).build();
            const ApartWithinLimits& proof = apart->apartWithinLimits(PairIndex(0));
            proven += proof.open.empty();
            if (std::abs(lower) <= 1e6)
                CHECK(proof.open.empty());
            for (int i = 0; i < 40; ++i)
            {
                const double elbow = i < 8 ? std::min(std::max(meeting + random.uniform(-1e-2, 1e-2), lower), upper)
                                           : random.uniform(lower, upper);
                const Configuration q = configuration({0.5, elbow, random.uniform(0, 1e-3)});
                CAPTURE(digits(q));
                CHECK(smallestClosedDistance(*apart, proof, q) >= proof.gap);
            }
        }
    CHECK(proven > 100);
}

TEST_CASE("A cell of limits that doubles cannot divide stays open, and costs nothing")
{
    // Between neighbouring doubles lie 1/64 rad, 2 rad, 16 rad: at some point a cell has no number within.
    for (const double lower : {1e14, 1e16, 1e17, -1e17})
    {
        CAPTURE(digits(lower));
        const double upper = std::nextafter(std::nextafter(lower, 1e18), 1e18) + 2 * M_PI;
        const auto scene = turningHand(lower, upper, lower, true).build();
        REQUIRE(scene->pairs().size() == 1);
        CHECK_FALSE(scene->apartWithinLimits(PairIndex(0)).open.empty());
    }
}

TEST_CASE("Pairs of the same leaves are no twins where these are divided into other solids")
{
    // The same triangles, in the same order, bound a solid as one mesh and nothing as two.
    const auto half_of = [](const std::shared_ptr<const TriangleMesh>& mesh, bool second) {
        const auto middle = mesh->triangles().begin() + static_cast<std::ptrdiff_t>(mesh->triangles().size() / 2);
        return meshOf(mesh->vertices(), second ? std::vector<TriangleMesh::Triangle>(middle, mesh->triangles().end())
                                               : std::vector<TriangleMesh::Triangle>(mesh->triangles().begin(), middle));
    };
    const auto room = boxMesh(Vec3::Constant(1)), crate = boxMesh(Vec3::Constant(0.1), Vec3(5, 0, 0));
    const auto wall = hollowBoxMesh(Vec3::Constant(1), Vec3::Constant(0.75));
    struct Division
    {
        const char* name;
        std::vector<PlacedShape> hollow, full;
    };
    const Division divisions[] = {
        {"a closed box against its halves", {{half_of(room, false), {}}, {half_of(room, true), {}}}, {{room, {}}}},
        {"the same, beside a solid of its own",
         {{crate, {}}, {half_of(room, false), {}}, {half_of(room, true), {}}},
         {{crate, {}}, {room, {}}}},
        {"a cavity against two solids, one in the other", {{wall, {}}}, {{half_of(wall, false), {}}, {half_of(wall, true), {}}}},
    };
    for (const Division& division : divisions)
        for (const bool full_first : {false, true})
        {
            CAPTURE(division.name, full_first);
            SceneBuilder b;
            for (int robot = 0; robot < 2; ++robot)
            {
                const std::string number = std::to_string(robot);
                Joint joint;
                joint.type = JointType::Revolute;
                joint.name = "shoulder" + number;
                joint.lower = {0.0};
                joint.upper = {1.0};
                const BodyIndex base = b.model.addBody("base" + number, kWorld, at(0, 0, 20.0 * robot), Joint(), robot);
                const BodyIndex arm = b.model.addBody("arm" + number, base, {}, joint, robot);
                joint.name = "wrist" + number;
                const BodyIndex hand = b.model.addBody("hand" + number, arm, {}, joint, robot);
                b.link("base" + number, base, (robot == 0) == full_first ? division.full : division.hollow);
                b.link("hand" + number, hand, Sphere{0.05}, at(0.25, 0, 0));
            }
            const auto scene = b.build();
            const auto &x = scene->object(ObjectIndex(0)).geometry->leaves(),
                       &y = scene->object(ObjectIndex(2)).geometry->leaves();
            REQUIRE(x.size() == y.size());
            for (std::size_t i = 0; i < x.size(); ++i)
                REQUIRE((x[i].a == y[i].a && x[i].b == y[i].b && x[i].c == y[i].c));
            int seen = 0;
            for (const PairIndex i : scene->pairs().indices())
            {
                const CollisionObject &p = scene->object(scene->pair(i).a), &q = scene->object(scene->pair(i).b);
                if (p.name.back() != q.name.back())
                    continue;
                ++seen;
                const bool full = (p.name.back() == '0') == full_first;
                // The hand turns about the middle and touches no triangle: apart where there is no inside, and in it elsewhere.
                CHECK(scene->apartWithinLimits(i).open.empty() == !full);
            }
            CHECK(seen == 2);
            // What the proof says for one robot does not make the other one free.
            CHECK(SegmentCertifier(scene, configuration({0, 0, 0, 0}), configuration({1, 1, 1, 1})).run() == Verdict::Collision);
        }
}

TEST_CASE("Of tables that are asked by the same joints, one says where all are apart")
{
    Random random(71);
    int joined = 0, answered = 0, kept_by_clearance = 0;
    for (int round = 0; round < 30; ++round)
    {
        SceneBuilder b = twoJointArm(random, 0.7);
        const BodyIndex tool = b.objects.back().body;
        for (const char* name : {"knob", "pin"})
            b.link(name, tool, randomMesh(random, 0.15), {random.rotation(), 0.2 * random.direction()});
        b.obstacle("far", Sphere{0.1}, at(50, 0, 0));
        const bool has_clearance = round % 3 == 0;
        if (has_clearance)
            b.clearances.pairs.push_back({"base", "knob", 0.02});
        const auto scene = b.build();
        const auto isNear = [&](PairIndex i) { return scene->object(scene->pair(i).b).name != "far"; };
        std::vector<PairIndex> several;
        for (const PairIndex i : scene->pairs().indices())
            if (isNear(i) && scene->apartWithinLimits(i).of_several && scene->apartWithinLimits(i).of_several->cells)
                several.push_back(i);
        if (several.empty())
            continue;
        ++joined;
        REQUIRE(several.size() >= 2);
        const auto of_several = scene->apartWithinLimits(several[0]).of_several;
        // An obstacle elsewhere: it is the same.
        const auto moved = withGeometry(*scene, *scene->findObject("far"), geometryOf(Sphere{0.1}, at(60, 0, 0)));
        for (const PairIndex i : several)
        {
            CHECK(scene->apartWithinLimits(i).of_several == of_several);
            CHECK(scene->pair(i).clearance == scene->pair(several[0]).clearance);
            CHECK(moved->apartWithinLimits(i).of_several == of_several);
        }
        kept_by_clearance += has_clearance;
        for (int k = 0; k < 200; ++k)
        {
            const Configuration q0 = withinLimits(scene->model(), random);
            const Configuration q1 = q0 + random.logUniform(1e-3, 1.0) * (withinLimits(scene->model(), random) - q0);
            double least = std::numeric_limits<double>::infinity();
            for (const PairIndex i : several)
            {
                const ApartWithinLimits& proof = scene->apartWithinLimits(i);
                least = std::min(least, proof.onLineBy(*proof.cells, q0, q1).gap.value_or(-1.0));
            }
            const std::optional<double> gap = scene->apartWithinLimits(several[0]).onLineBy(*of_several->cells, q0, q1).gap;
            CAPTURE(round, k, digits(q0), digits(q1));
            CHECK(gap.value_or(least) == least);
            if (gap)
            {
                ++answered;
                CHECK(*gap > scene->pair(several[0]).clearance);
            }
        }
    }
    CAPTURE(joined, answered, kept_by_clearance);
    CHECK(joined >= 5);
    CHECK(answered > 500);
    CHECK(kept_by_clearance >= 1);
}
