// Where and when a certifier looks for contacts that its lanes suspect, before it begins to search.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <gapless/certify/segment_certifier.h>

#include "certify/lane_prover.h"
#include "support/random_scene.h"
#include "support/reference_scene.h"

using namespace gapless;
using namespace gapless::test;

namespace {

/// A plate of triangles in the plane x = 0, |y|, |z| <= 4.
std::shared_ptr<const TriangleMesh> plate()
{
    constexpr int kCells = 32;
    std::vector<Vec3> vertices;
    std::vector<TriangleMesh::Triangle> triangles;
    for (int i = 0; i <= kCells; ++i)
        for (int j = 0; j <= kCells; ++j)
            vertices.push_back(Vec3(0, 8.0 * i / kCells - 4, 8.0 * j / kCells - 4));
    for (int i = 0; i < kCells; ++i)
        for (int j = 0; j < kCells; ++j)
        {
            const int k = i * (kCells + 1) + j;
            triangles.push_back({k, k + 1, k + kCells + 1});
            triangles.push_back({k + 1, k + kCells + 2, k + kCells + 1});
        }
    return meshOf(vertices, triangles);
}

/// So that the tree has nodes below its root; not in a plane, so that their hull tells little.
std::shared_ptr<const TriangleMesh> triangleAndFarOne()
{
    const Vec3 far(3, 3, 0);
    return meshOf({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), far, far + Vec3(1, 0, 1), far + Vec3(0, 1, -1)},
                  {{0, 1, 2}, {3, 4, 5}});
}

/// A solid of half a metre that moves along x, two metres up, and a plate.
SceneBuilder solidAndPlate(bool plate_first)
{
    SceneBuilder b;
    if (plate_first)
        b.obstacle("plate", plate());
    b.link("solid", b.joint(kWorld, at(0, 0, 2), JointType::Prismatic, Vec3::UnitX()), boxMesh(Vec3::Constant(0.25)));
    if (!plate_first)
        b.obstacle("plate", plate());
    return b;
}

/// A random robot of a few bodies, and three things that stand near it.
SceneBuilder armAmongObstacles(Random& random, bool obstacles_first = false)
{
    SceneBuilder builder;
    RandomRobotOptions robot;
    robot.max_bodies = 4;
    if (!obstacles_first)
        addRandomRobot(builder, random, robot);
    addRandomObstacles(builder, random, 3, 1.0, 0.3, Vec3::Zero());
    if (obstacles_first)
        addRandomRobot(builder, random, robot);
    return builder;
}

}  // namespace

TEST_CASE(
    "Of a large mesh the balls within a solid are asked about all, then where the solid is, when it is there, whichever is "
    "listed first")
{
    for (const bool plate_first : {false, true})
    {
        const auto scene = solidAndPlate(plate_first).build();
        const Motion motion(scene->model(), configuration({-2}), configuration({0}));
        LaneProver prover;
        prover.reset(*scene, motion);
        std::vector<PairIndex> open(scene->pairs().indices().begin(), scene->pairs().indices().end());
        int asked = 0;
        prover.prove(open, {}, [&](PairIndex pair, std::size_t lane, const NodePair& within, double) {
            const bool is_of_all = ++asked == 1;
            const bool is_first = scene->object(scene->pair(pair).a).name == "plate";
            CHECK((is_first ? within.b : within.a) == RssTree::kRoot);
            const RssTree& tree = scene->object(is_first ? scene->pair(pair).a : scene->pair(pair).b).geometry->tree();
            const NodeIndex index = is_first ? within.a : within.b;
            REQUIRE(tree.nodes().has(index));
            const RssNode& node = tree.node(index);
            CHECK((index == RssTree::kRoot) == is_of_all);
            CHECK((is_of_all || node.size() < 2.0));
            CHECK((node.nearestInRectangle(Vec3(0, 0, 2)) - Vec3(0, 0, 2)).norm() < 0.5);
            CHECK(lane == kLanes - 1);
            return false;
        });
        CAPTURE(plate_first);
        CHECK(asked == 2);
    }
}

/// Whether a node is a leaf's, or is above it.
bool holds(const RssTree& tree, NodeIndex node, NodeIndex leaf)
{
    if (node == leaf)
        return true;
    if (tree.node(node).isLeaf())
        return false;
    const auto [first, second] = tree.node(node).children();
    return holds(tree, first, leaf) || holds(tree, second, leaf);
}

std::vector<NodeIndex> leavesOf(const RssTree& tree)
{
    std::vector<NodeIndex> leaves;
    for (const NodeIndex i : tree.nodes().indices())
        if (tree.node(i).isLeaf())
            leaves.push_back(i);
    return leaves;
}

/// Leaves that touch, and are in none of the parts.
int touchingElsewhere(const CollisionGeometry& A, const CollisionGeometry& B, const PairPose& X,
                      const std::vector<NodePair>& parts)
{
    int found = 0;
    for (const NodeIndex a : leavesOf(A.tree()))
        for (const NodeIndex b : leavesOf(B.tree()))
        {
            const auto isIn = [&](const NodePair& part) { return holds(A.tree(), part.a, a) && holds(B.tree(), part.b, b); };
            const bool touch = greedyDistance(A, B, X, 1e-9, 0.0, nullptr, {a, b}).outcome == GreedyDistance::Outcome::Close;
            found += touch && std::none_of(parts.begin(), parts.end(), isIn);
        }
    return found;
}

TEST_CASE(
    "Of a pair that stays, and of none that moves, it is asked what distances tell, with all of the two that may touch, before "
    "nodes are compared, and the answer counts")
{
    Random random(5);
    int asked = 0;
    for (int round = 0; round < 12; ++round)
    {
        SceneBuilder b;
        const bool plate_first = round % 2 == 0;
        if (plate_first)
            b.obstacle("plate", plate());
        for (const bool stays : {true, false})
        {
            Pose X = at(0, 0, stays ? 2 : -2);
            X.R = Eigen::AngleAxisd(random.uniform(-3, 3), Vec3(random.uniform(-1, 1), random.uniform(-1, 1), 1).normalized())
                      .toRotationMatrix();
            b.link(stays ? "stays" : "moves", b.joint(kWorld, X, JointType::Prismatic, Vec3::UnitX()),
                   boxMesh(Vec3(0.25, 0.3, 0.4)));
        }
        if (!plate_first)
            b.obstacle("plate", plate());
        const auto scene = b.build();
        const double at_first = random.uniform(-0.3, 0.3);
        const Motion motion(scene->model(), configuration({at_first, 0.0}), configuration({at_first, 0.5}));
        LaneProver::prepare(*scene);
        LaneProver prover;
        prover.reset(*scene, motion);
        const std::vector<PairIndex> all(scene->pairs().indices().begin(), scene->pairs().indices().end());
        const auto prove = [&](Verdict answer) {
            std::vector<PairIndex> open = all;
            int times = 0;
            std::optional<PairIndex> about;
            prover.prove(open, {}, {}, [&](PairIndex pair, const std::vector<NodePair>& parts) {
                ++times;
                about = pair;
                const CollisionObject &A = scene->object(scene->pair(pair).a), &B = scene->object(scene->pair(pair).b);
                CHECK((A.name == "stays" || B.name == "stays"));
                CHECK((A.name == "plate" || B.name == "plate"));
                CHECK_FALSE(parts.empty());
                const PairPose X = pairPose(motion.worldPose(A.body, 0.0), motion.worldPose(B.body, 0.0));
                CHECK(touchingElsewhere(*A.geometry, *B.geometry, X, parts) == 0);
                return answer;
            });
            CHECK(times <= 1);
            if (about)
                CHECK(std::count(open.begin(), open.end(), *about) == (answer == Verdict::Free ? 0 : 1));
            asked += times;
        };
        for (const Verdict answer : {Verdict::Free, Verdict::Undecided, Verdict::Collision})
            prove(answer);
    }
    CHECK(asked > 12);
}

TEST_CASE("What is in a large mesh as in a cage is not asked about for being in it")
{
    SceneBuilder b;
    b.link("solid", b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()), boxMesh(Vec3::Constant(0.25)));
    b.obstacle("cage", boxMesh(Vec3::Constant(4.0)));
    const auto scene = b.build();
    const Motion motion(scene->model(), configuration({-0.5}), configuration({0.5}));
    LaneProver prover;
    prover.reset(*scene, motion);
    std::vector<PairIndex> open{PairIndex(0)};
    int asked = 0;
    prover.prove(open, {}, [&](PairIndex, std::size_t, const NodePair&, double) {
        ++asked;
        return false;
    });
    CHECK(asked == 0);
    // It is inside of it, which is left to be told.
    CHECK(open.size() == 1);
}

TEST_CASE("A solid that ends in a large mesh is met by the balls within it, before any node of the two is compared")
{
    for (const bool plate_first : {false, true})
    {
        SegmentCertifier certifier(solidAndPlate(plate_first).build(), configuration({-2}), configuration({0}));
        CAPTURE(plate_first);
        CHECK(certifier.isDone());
        REQUIRE(certifier.run() == Verdict::Collision);
        const CertifyResult result = certifier.result();
        CHECK(result.statistics.bounding_volume_tests == 0);
        CHECK(std::abs(2 * result.t - 2) < 0.25);
        REQUIRE(result.witness);
        CHECK(result.witness->distance < 1e-9);
    }
}

TEST_CASE("Where rounding is more than the tolerance the balls within a solid are no witness")
{
    constexpr double kFar = 1e5;
    for (const double tolerance : {1e-3, 1e-13})
    {
        SceneBuilder b;
        b.link("solid", b.joint(kWorld, at(kFar, 0, 0), JointType::Prismatic, Vec3::UnitX()), Box{Vec3::Constant(0.25)});
        b.obstacle("post", Box{Vec3(0.1, 0.1, 1.0)}, at(kFar, 0, 0));
        CertifyOptions options;
        options.tolerance = tolerance;
        SegmentCertifier certifier(b.build(), configuration({-2}), configuration({0}), options);
        const bool is_found = tolerance > 1e-6;
        CAPTURE(tolerance);
        CHECK(certifier.isDone() == is_found);
        CHECK((certifier.run() == Verdict::Collision) == is_found);
        const CertifyResult result = certifier.result();
        if (result.verdict == Verdict::Collision)
            CHECK(result.witness->distance <= tolerance);
    }
}

TEST_CASE("What is not met in the middle of a lane is met where it is come to, before the search begins")
{
    // A post lies in the rectangle about a triangle that passes, and in the triangle itself a third of a lane later, or earlier, but in no other
    // middle of a lane.
    constexpr double kWay = 9.6, kArm = 8.0;
    for (const bool swings : {false, true})
        for (const bool post_first : {false, true})
            for (std::size_t lane = 1; lane + 1 < kLanes; ++lane)
                for (const bool backwards : {false, true})
                {
                    const double middle = (static_cast<double>(lane) + 0.5) / kLanes;
                    Vec3 post(0.55, -0.35 - kWay * middle, 0);
                    if (swings)
                        post = Eigen::AngleAxisd(-kWay / kArm * middle, Vec3::UnitZ()) * Vec3(kArm + 0.55, -0.35, 0);
                    SceneBuilder b;
                    const auto addPost = [&] { b.obstacle("post", Sphere{0.02}, at(post.x(), post.y(), 0)); };
                    if (post_first)
                        addPost();
                    const BodyIndex body = b.joint(kWorld, {}, swings ? JointType::Revolute : JointType::Prismatic,
                                                   swings ? Vec3::UnitZ() : Vec3::UnitY());
                    b.link("triangle", body, triangleAndFarOne(), at(swings ? kArm : 0, 0, 0));
                    if (!post_first)
                        addPost();
                    const Configuration begin = configuration({0}), end = configuration({swings ? -kWay / kArm : -kWay});
                    SegmentCertifier certifier(b.build(), backwards ? end : begin, backwards ? begin : end);
                    CAPTURE(swings, post_first, lane, backwards);
                    CHECK(certifier.isDone());
                    REQUIRE(certifier.run() == Verdict::Collision);
                    const double t = certifier.result().t, met = backwards ? 1 - t : t;
                    CHECK(met > middle);
                    CHECK(met < middle + 0.5 / kLanes);
                }
}

TEST_CASE("How fast points of bodies are is known as well as floats tell")
{
    Random random(98);
    constexpr double kStep = 1e-4;
    for (int i = 0; i < 50; ++i)
    {
        const auto scene = armAmongObstacles(random).build();
        const KinematicModel& model = scene->model();
        const Configuration q0 = randomConfiguration(model, random, 0.5);
        const Motion motion(model, q0, nearbyConfiguration(model, random, q0, random.logUniform(1e-2, 1.5)));
        LaneProver prover;
        prover.reset(*scene, motion);
        for (const CollisionObject& object : scene->objects())
            for (const double t : {0.0, 0.3, 1.0})
            {
                const double lane = std::min(std::floor(t * kLanes), kLanes - 1.0), middle = (lane + 0.5) / kLanes;
                const Vec3 p_B = random.inCube(1.0), p = motion.worldPose(object.body, middle) * p_B;
                const Vec3 before = motion.worldPose(object.body, middle - kStep) * p_B;
                const Vec3 after = motion.worldPose(object.body, middle + kStep) * p_B;
                CAPTURE(i, object.name, t);
                CHECK((prover.roughVelocity(object.body, t, p) - (after - before) / (2 * kStep)).norm() < 1e-3);
            }
    }
}

TEST_CASE("What would be met half a lane after the end of a motion is no contact of it")
{
    // A post lies in the rectangle about a triangle in the last lane's middle, and would lie in the triangle itself as much after the end.
    SceneBuilder b;
    b.link("triangle", b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitY()), triangleAndFarOne());
    b.obstacle("post", Sphere{0.02}, at(0.55, -0.1, 0));
    const auto scene = b.build();
    const Configuration begin = configuration({4.8}), end = configuration({0});
    // Else nothing is tested.
    const Motion motion(scene->model(), begin, end);
    LaneProver prover;
    prover.reset(*scene, motion);
    std::vector<PairIndex> open(scene->pairs().indices().begin(), scene->pairs().indices().end());
    std::vector<Suspect> suspects;
    prover.prove(open, [&](const Suspect& suspect) {
        suspects.push_back(suspect);
        return false;
    });
    REQUIRE(suspects.size() == 1);
    CHECK(suspects[0].t == 1.0);

    SegmentCertifier certifier(scene, begin, end);
    CHECK(certifier.run() == Verdict::Free);
}

TEST_CASE("What is met before the search is met by points of both objects as they are then, as near as is asked for")
{
    Random random(96);
    int of_two = 0, others = 0;
    for (int i = 0; i < 300; ++i)
    {
        SceneBuilder builder = armAmongObstacles(random);
        builder.clearances.all = i % 2 * 0.05;
        const auto scene = builder.build();
        const KinematicModel& model = scene->model();
        const Configuration q0 = randomConfiguration(model, random, 0.5);
        const Configuration q1 = nearbyConfiguration(model, random, q0, random.logUniform(1e-2, 1.5));
        const SegmentCertifier certifier(scene, q0, q1);
        const CertifyResult result = certifier.result();
        if (result.verdict != Verdict::Collision)
            continue;
        const ReferenceScene reference(*scene);
        const ReferenceScene::Poses poses = reference.poses(q0, q1, result.t);
        const ObjectPair& pair = scene->pair(result.witness->pair);
        CAPTURE(i, result.t);
        CHECK(reference.pointDistance(poses, pair.a, result.witness->point_a) < 1e-9);
        CHECK(reference.pointDistance(poses, pair.b, result.witness->point_b) < 1e-9);
        CHECK((result.witness->point_a - result.witness->point_b).norm() < result.witness->distance + 1e-9);
        CHECK(result.witness->distance <= pair.clearance + CertifyOptions().tolerance);
        const auto stands = [&](ObjectIndex object) { return model.body(scene->object(object).body).is_static; };
        (stands(pair.a) || stands(pair.b) ? others : of_two) += 1;
    }
    CHECK(of_two > 20);
    CHECK(others > 20);
}

TEST_CASE("Of what is left it is asked where hulls overlap, and mostly something is met there")
{
    Random random(97);
    int suspects = 0, in_parts = 0, close = 0, met = 0;
    for (int i = 0; i < 250; ++i)
    {
        const auto scene = armAmongObstacles(random, i % 2 != 0).build();
        const KinematicModel& model = scene->model();
        const Configuration q0 = randomConfiguration(model, random, 0.5);
        const Configuration q1 = nearbyConfiguration(model, random, q0, random.logUniform(1e-2, 1.5));
        const Motion motion(model, q0, q1);
        LaneProver prover;
        prover.reset(*scene, motion);
        std::vector<PairIndex> open(scene->pairs().indices().begin(), scene->pairs().indices().end());
        std::vector<Suspect> by_hulls;
        prover.prove(open, [&](const Suspect& suspect) {
            if (suspect.by_hulls)
                by_hulls.push_back(suspect);
            return false;
        });
        CHECK(by_hulls.size() <= 2);
        const CertifyResult early = SegmentCertifier(scene, q0, q1).result();
        CertifyOptions earliest;
        earliest.last_valid_resolution = 1e-3;
        if (!by_hulls.empty())
            CHECK(!SegmentCertifier(scene, q0, q1, earliest).isDone());
        for (const Suspect& suspect : by_hulls)
        {
            CAPTURE(i, suspect.t);
            CHECK(suspect.t > 0.0);
            CHECK(suspect.t < 1.0);
            // It is one of those that are left.
            CHECK(std::find(open.begin(), open.end(), suspect.pair) != open.end());
            const ReferenceScene reference(*scene);
            const bool is_close =
                reference.pairDistance(reference.poses(q0, q1, suspect.t), suspect.pair) <= CertifyOptions().tolerance;
            const ObjectPair& pair = scene->pair(suspect.pair);
            const CollisionObject &a = scene->object(pair.a), &b = scene->object(pair.b);
            const PairPose X = pairPose(motion.worldPose(a.body, suspect.t), motion.worldPose(b.body, suspect.t));
            const GreedyDistance nodes = greedyDistance(*a.geometry, *b.geometry, X, 0.02, 0.0, nullptr, suspect.within, 0);
            CHECK(nodes.outcome != GreedyDistance::Outcome::Apart);
            ++suspects;
            in_parts += suspect.within.a != RssTree::kRoot || suspect.within.b != RssTree::kRoot;
            close += is_close;
            if (early.verdict == Verdict::Collision && early.t == suspect.t && early.witness->pair == suspect.pair)
            {
                ++met;
                CHECK(is_close);
            }
        }
    }
    CAPTURE(suspects, in_parts, close, met);
    CHECK(suspects > 20);
    CHECK(in_parts > suspects / 4);
    CHECK(close > 0.6 * suspects);
    CHECK(met > 10);
}
