// Contacts that a single slip of the vector stage would lose, one per slip: each scene is such that nothing else catches it.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gapless/certify/segment_certifier.h>
#include <gapless/core/rounding.h>
#include <gapless/kinematics/pose_cache.h>

#include "certify/lane_prover.h"
#include "support/limited_arm.h"
#include "support/random_input.h"
#include "support/real.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

using Long = long double;

/// The objects of the pairs that are left after the first stage, two for each pair.
std::vector<std::string> namesLeft(LaneProver& prover, const SceneBuilder& builder, const Configuration& q0,
                                   const Configuration& q1)
{
    const auto scene = builder.build();
    const Motion motion(scene->model(), q0, q1);
    LaneProver::prepare(*scene);
    prover.reset(*scene, motion);
    std::vector<PairIndex> open(scene->pairs().indices().begin(), scene->pairs().indices().end());
    prover.prove(open);
    std::vector<std::string> names;
    for (const PairIndex pair : open)
    {
        names.push_back(scene->object(scene->pair(pair).a).name);
        names.push_back(scene->object(scene->pair(pair).b).name);
    }
    return names;
}

std::vector<std::string> namesLeft(const SceneBuilder& builder, const Configuration& q0, const Configuration& q1)
{
    LaneProver prover;
    return namesLeft(prover, builder, q0, q1);
}

/// Whether one of these is of that name.
bool isLeft(const SceneBuilder& builder, const Configuration& q0, const Configuration& q1, const std::string& name)
{
    const std::vector<std::string> names = namesLeft(builder, q0, q1);
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// An obstacle that hangs on a fixed body, so that its poses are not the world's.
void hang(SceneBuilder& builder, const std::string& name, const Pose& X_WB, const Shape& shape)
{
    const BodyIndex body = builder.joint(kWorld, X_WB, JointType::Fixed);
    builder.objects.push_back({name, body, ObjectKind::Obstacle, geometryOf(shape), {}});
}

/// How a body 10^6 m away is held: fixed, or by a joint as the other one, before it in the pair or after it.
enum class Far
{
    Fixed,
    First,
    Second,
};

/// A ball of radius 0.1 `depth` deep, as far as 64 bits tell, in another that a body far away carries.
bool isTouchingLeft(Random& random, Far far, double depth)
{
    SceneBuilder b;
    Pose X;
    X.R = random.rotation();
    X.p = 1e6 * random.direction();
    const Vec3 local = X.R.transpose() * (random.inCube(1.0) - X.p);
    const V3<Long> centre = lift<Long>(X.R) * lift<Long>(local) + lift<Long>(X.p);
    const Vec3 n = random.direction(), p = toDouble<Long>(V3<Long>(centre + lift<Long>(n) * (Long(0.2) - Long(depth))));
    if (lengthOf<Long>(V3<Long>(lift<Long>(p) - centre)) > Long(0.2))
        return true;  // rounding took them apart
    const auto addFar = [&](JointType type) {
        const BodyIndex body = b.joint(b.joint(kWorld, X, type), {Mat3::Identity(), local}, type);
        const ObjectKind kind = type == JointType::Fixed ? ObjectKind::Obstacle : ObjectKind::Link;
        b.objects.push_back({"far", body, kind, geometryOf(Sphere{0.1}), {}});
    };
    if (far == Far::First)
        addFar(JointType::Prismatic);
    b.link("near", b.joint(kWorld, {Mat3::Identity(), p}, JointType::Prismatic), Sphere{0.1});
    if (far != Far::First)
        addFar(far == Far::Fixed ? JointType::Fixed : JointType::Prismatic);
    const Configuration still = Configuration::Zero(b.model.configurationSize());
    return isLeft(b, still, still, "far");
}

/// A ball far out on a body that floats and turns so little that OMPL keeps the first rotation, which takes the ball 8 mm away.
struct KeptRotation
{
    static constexpr double kOut = 100.0, kAngle = 8e-5, kRadius = 0.1;
    Configuration q0 = configuration({0, 0, 0, 0, 0, 0, 1}),
                  q1 = configuration({0, -1, 0, 0, 0, std::sin(kAngle / 2), std::cos(kAngle / 2)});

    static void addTo(SceneBuilder& b)
    {
        b.link("ball", b.joint(kWorld, {}, JointType::Floating), Sphere{kRadius}, at(kOut, 0, 0));
    }
};

}  // namespace

TEST_CASE("What is carried by a body that is shifted but not turned is where that body is")
{
    SceneBuilder b;
    b.link("ball", b.joint(kWorld, at(4.5, 0, 0), JointType::Prismatic, Vec3::UnitX()), Sphere{0.05});
    hang(b, "box", at(5, 0, 0), Box{Vec3(0.2, 0.2, 0.2)});
    CHECK(isLeft(b, configuration({0}), configuration({1}), "box"));
}

TEST_CASE("What hangs on a body that is turned but not shifted is where that body turns it")
{
    SceneBuilder b;
    b.link("ball", b.joint(kWorld, at(0, 0.8, 0), JointType::Prismatic, Vec3::UnitX()), Sphere{0.05});
    Pose quarter;
    quarter.R = Eigen::AngleAxisd(M_PI / 2, Vec3::UnitZ()).toRotationMatrix();
    hang(b, "bar", quarter, Box{Vec3(1, 0.02, 0.02)});
    CHECK(isLeft(b, configuration({0}), configuration({0.01}), "bar"));
}

TEST_CASE(
    "Of objects of many pieces that hang on fixed bodies, none that is touched is taken off, whichever were looked at before")
{
    struct Piece
    {
        Vec3 centre;
        double radius;
    };
    Random random(17);
    int touched = 0, taken_off = 0;
    for (int round = 0; round < 600; ++round)
    {
        SceneBuilder b;
        const auto pieces = [&](double size) {
            std::vector<Piece> balls(2 + random.index(6));
            for (Piece& ball : balls)
                ball = {random.inCube(size), random.uniform(0.05, 0.15)};
            return balls;
        };
        const auto shapes = [](const std::vector<Piece>& balls) {
            std::vector<PlacedShape> placed;
            for (const Piece& ball : balls)
                placed.push_back({Sphere{ball.radius}, {Mat3::Identity(), ball.centre}});
            return placed;
        };
        const std::vector<Piece> moving = pieces(0.5);
        b.link("link", b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()), shapes(moving));
        const Vec3 way(0.5, 0, 0);
        std::vector<std::string> names;
        for (int k = 2 + random.index(4); k > 0; --k)
        {
            const std::vector<Piece> still = pieces(0.5);
            const Pose X_WB = random.pose(0.7);
            const std::string name = "hung_" + std::to_string(k);
            const BodyIndex body = b.joint(kWorld, X_WB, JointType::Fixed);
            b.objects.push_back({name, body, ObjectKind::Obstacle, std::make_shared<CollisionGeometry>(shapes(still), name), {}});
            bool touches = false;
            for (const Piece& x : moving)
                for (const Piece& y : still)
                {
                    const Vec3 from = X_WB * y.centre - x.centre;
                    const double t = std::clamp(from.dot(way) / way.squaredNorm(), 0.0, 1.0);
                    touches = touches || (from - t * way).norm() < x.radius + y.radius - 1e-9;
                }
            if (touches)
                names.push_back(name);
        }
        const std::vector<std::string> left = namesLeft(b, configuration({0}), configuration({0.5}));
        CAPTURE(round);
        for (const std::string& name : names)
            CHECK(std::count(left.begin(), left.end(), name) == 1);
        touched += static_cast<int>(names.size());
        taken_off += static_cast<int>(b.objects.size() - 1 - left.size() / 2);
    }
    CAPTURE(touched, taken_off);
    CHECK(touched > 300);
    CHECK(taken_off > 300);
}

TEST_CASE("Pieces of a scene that is gone are not taken for those that stand in their place in memory")
{
    // In turns what only a look at the piece itself tells apart, and what touches.
    LaneProver prover;
    for (int round = 0; round < 20; ++round)
    {
        const bool touches = round % 2 == 1;
        SceneBuilder b;
        b.link("ball", b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()), Sphere{0.05});
        std::vector<PlacedShape> beads = {{Sphere{0.05}, touches ? at(0.099, 0, 0) : at(0.08, 0.08, 0)}};
        for (int i = 1; i < 4; ++i)
            beads.push_back({Sphere{0.05}, at(0, 0, i)});
        b.objects.push_back({"beads", kWorld, ObjectKind::Obstacle, std::make_shared<CollisionGeometry>(beads, "beads"), {}});
        CAPTURE(round);
        CHECK(namesLeft(prover, b, configuration({0}), configuration({0})).empty() == !touches);
    }
}

TEST_CASE("A pair that no test was left for is not taken off")
{
    SceneBuilder b;
    const BodyIndex body = b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX());
    std::vector<PlacedShape> balls;
    for (int i = 0; i < 8; ++i)
        balls.push_back({Sphere{0.05}, at(i, 0, 0)});
    b.link("link", body, balls);
    // Each takes many tests, and balls between those of the link touch none of them.
    for (int k = 0; k < 100; ++k)
    {
        std::vector<PlacedShape> between;
        for (int i = -1; i < 8; ++i)
            between.push_back({Sphere{0.05}, at(i + 0.5, 0.001 * k, 0)});
        const std::string name = "between_" + std::to_string(k);
        b.objects.push_back({name, kWorld, ObjectKind::Obstacle, std::make_shared<CollisionGeometry>(between, name), {}});
    }
    b.obstacle("touching", Sphere{0.05}, at(0, 0.05, 0));
    CHECK(isLeft(b, configuration({0}), configuration({0.001}), "touching"));
}

TEST_CASE("A contact between the middles of two intervals is not lost, whether or not another pair has failed before")
{
    for (const std::string beside : {"", "hub", "another"})
        for (const bool hangs : {false, true})
        {
            SceneBuilder b;
            b.link("ball", b.joint(kWorld, {}, JointType::Revolute), Sphere{0.02}, at(1, 0, 0));
            if (beside == "another")
                b.obstacle(beside, Sphere{0.2}, at(std::cos(0.375), std::sin(0.375), 0));
            if (beside == "hub")
                b.obstacle(beside, Sphere{0.9795});
            const double angle = 6 * 0.9848;
            const Pose X = at(std::cos(angle), std::sin(angle), 0);
            if (hangs)
                hang(b, "bead", X, Sphere{0.001});
            else
                b.obstacle("bead", Sphere{0.001}, X);
            CAPTURE(beside, hangs);
            CHECK(isLeft(b, configuration({0}), configuration({6}), "bead"));
        }
}

TEST_CASE("Of a large object of many pieces the one that is touched is not lost, wherever looking at the others ends")
{
    // Two rows of beads close beside the way: more boxes than are looked at. And beads in the boxes about a diagonal, which none of them
    // touches: more than are tested.
    for (const bool is_diagonal : {false, true})
        for (int place = 0; place <= 16; ++place)
        {
            Random random(18);
            std::vector<PlacedShape> beads;
            if (!is_diagonal)
                for (int i = 0; i < 1200; ++i)
                    beads.push_back({Sphere{0.001}, at(i / 150.0, i % 2 == 0 ? 0.03 : -0.03, 0)});
            while (is_diagonal && beads.size() < 150)
            {
                const int lane = static_cast<int>(beads.size()) % 8;
                const double x = lane + random.unit(), y = lane + random.unit();
                if (std::abs(x - y) > 0.1)
                    beads.push_back({Sphere{0.001}, at(x, y, 0)});
            }
            const double s = 0.5 * place;
            const Vec3 touched = is_diagonal ? Vec3(s, s, 0.005) : Vec3(s, 0, 0.005);
            beads.push_back({Sphere{0.001}, {Mat3::Identity(), touched}});
            SceneBuilder b;
            BodyIndex body = b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX());
            if (is_diagonal)
                body = b.joint(body, {}, JointType::Prismatic, Vec3::UnitY());
            b.link("ball", body, Sphere{0.005});
            b.objects.push_back({"beads", kWorld, ObjectKind::Obstacle, std::make_shared<CollisionGeometry>(beads, "beads"), {}});
            CAPTURE(is_diagonal, place);
            const Configuration end = is_diagonal ? configuration({8, 8}) : configuration({8});
            CHECK(isLeft(b, Configuration::Zero(end.size()), end, "beads"));
        }
}

TEST_CASE("A contact beside the first of several intervals in whose middle a large object is near is not lost")
{
    // The ball meets a bead in the interval from 2 to 3, whose middle the object does not reach, then flies on between the other two.
    for (const Pose& X_WB : {Pose(), at(1, 2, 3)})
    {
        SceneBuilder b;
        b.link("ball", b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()), Sphere{0.02});
        std::vector<PlacedShape> beads;
        for (const Vec3& p : {Vec3(2.9, 0, 0), Vec3(9, 1, 0), Vec3(9, -1, 0)})
            beads.push_back({Sphere{0.001}, {Mat3::Identity(), p - X_WB.p}});
        const BodyIndex body = b.joint(kWorld, X_WB, JointType::Fixed);
        b.objects.push_back({"beads", body, ObjectKind::Obstacle, std::make_shared<CollisionGeometry>(beads, "beads"), {}});
        CHECK(isLeft(b, configuration({0}), configuration({8}), "beads"));
    }
}

TEST_CASE("How two bodies bend is seen from a body that carries both, not from one that carries the first alone")
{
    SceneBuilder b;
    const BodyIndex slide = b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX());
    const BodyIndex arm = b.joint(slide, {}, JointType::Revolute);
    b.link("ball", b.joint(arm, at(1, 0, 0), JointType::Revolute), Sphere{5e-4});
    const double angle = 6 * 5.0 / 8;
    b.link("bead", slide, Sphere{4e-4}, at(std::cos(angle), std::sin(angle), 0));
    for (CollisionObject& object : b.objects)
        object.parent_link.clear();
    CHECK(isLeft(b, configuration({0, 0, 0}), configuration({1, 6, 0}), "bead"));
}

TEST_CASE("How a body that carries two bends over a narrower interval is not what it does over a wide one")
{
    // Its turns about two axes are known the better the narrower, and its own way is a thousand times that of the ball to the bead.
    SceneBuilder b;
    const BodyIndex turned = b.joint(b.joint(kWorld, {}, JointType::Revolute), {}, JointType::Revolute, Vec3::UnitX());
    const BodyIndex carrier = b.joint(turned, at(0, 1000, 0), JointType::Prismatic, Vec3::UnitX());
    b.link("ball", b.joint(carrier, {}, JointType::Revolute), Sphere{5e-4}, at(1, 0, 0));
    const double angle = 6 * 5.0 / 8;
    b.link("bead", carrier, Sphere{4e-4}, at(std::cos(angle), std::sin(angle), 0));
    for (CollisionObject& object : b.objects)
        object.parent_link.clear();
    CHECK(isLeft(b, configuration({0, 0, 0, 0}), configuration({1, 1, 0, 6}), "bead"));
}

TEST_CASE(
    "What touches by less than rounding at far coordinates tells is not taken off, whichever of the two is carried from afar")
{
    Random random(5);
    for (const Far far : {Far::Fixed, Far::First, Far::Second})
        for (int i = 0; i < 400; ++i)
        {
            CAPTURE(static_cast<int>(far), i);
            CHECK(isTouchingLeft(random, far, 1e-11));
        }
}

TEST_CASE("What touches a piece of a large object by less than rounding tells is not taken off by boxes")
{
    // At the end of a long arm, beside each other along an axis: there boxes are as sharp as anything.
    constexpr double kArm = 1e6;
    Random random(6);
    for (int i = 0; i < 200; ++i)
    {
        const double angle = random.uniform(-3, 3);
        const V3<Long> tip(kArm * std::cos(Long(angle)), kArm * std::sin(Long(angle)), Long(0));
        const Vec3 about = toDouble<Long>(tip);
        const Vec3 local = toDouble<Long>(V3<Long>(tip - lift<Long>(about)));
        SceneBuilder b;
        const BodyIndex arm = b.joint(kWorld, {}, JointType::Revolute);
        b.link("ball", b.joint(arm, at(kArm, 0, 0), JointType::Prismatic), Sphere{0.1});
        const std::vector<PlacedShape> beads = {{Sphere{0.1}, {Mat3::Identity(), local + Vec3(0.2 - 1e-12, 0, 0)}},
                                                {Sphere{0.1}, {Mat3::Identity(), local + Vec3(-2, 0, 0)}}};
        const BodyIndex body = b.joint(kWorld, {Mat3::Identity(), about}, JointType::Fixed);
        b.objects.push_back({"beads", body, ObjectKind::Obstacle, std::make_shared<CollisionGeometry>(beads, "beads"), {}});
        const Configuration still = configuration({angle, 0});
        CAPTURE(i);
        CHECK(isLeft(b, still, still, "beads"));
    }
}

TEST_CASE("Fixed bodies may be many: what the product of their rotations is off by is part of the clearance")
{
    // Each rotation is a little longer than a rotation is, as rounding may leave it: what stands still is seen too far away.
    constexpr double kFar = 1e6;
    // What takes the ball far away: the body that carries its bodies, one of these two, the first one's joint, or its place on the other.
    for (int what = 0; what < 5; ++what)
        for (const int bodies : {1, 1000})
        {
            double way[5] = {};
            way[what] = kFar + 0.2;
            SceneBuilder b;
            Pose longer;
            longer.R = (1.0 + 8.0 * kUnitRoundoff) * Mat3::Identity();
            BodyIndex body = kWorld;
            for (int i = 0; i < bodies; ++i)
                body = b.joint(body, longer, JointType::Fixed);
            b.objects.push_back({"mark", body, ObjectKind::Obstacle, geometryOf(Sphere{0.1}), {}});
            const BodyIndex base = b.joint(kWorld, at(way[0], 0, 0), JointType::Fixed);
            const BodyIndex slide = b.joint(base, at(way[1], 0, 0), JointType::Prismatic, Vec3::UnitX());
            b.link("ball", b.joint(slide, at(way[2], 0, 0), JointType::Prismatic, Vec3::UnitY()), Sphere{0.1}, at(way[4], 0, 0));
            b.clearances.all = kFar + 1e-7;
            CAPTURE(what, bodies);
            CHECK(isLeft(b, configuration({way[3], 0}), configuration({way[3], 0}), "mark"));
        }
}

TEST_CASE("Nodes of one scene are not taken for those of the next, whose geometry is where the first one's was")
{
    std::optional<CollisionGeometry> place;
    LaneProver prover;
    for (const double x : {-1.0, -0.1})
    {
        place.emplace(std::vector<PlacedShape>{{Sphere{0.1}, at(x, 0, 0)}, {Sphere{0.1}, at(1, 0, 0)}}, "two");
        SceneBuilder b;
        b.link("ball", b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitY()), Sphere{0.1});
        b.objects.push_back({"two",
                             kWorld,
                             ObjectKind::Obstacle,
                             std::shared_ptr<const CollisionGeometry>(std::shared_ptr<void>(), &*place),
                             {}});
        CAPTURE(x);
        CHECK(namesLeft(prover, b, configuration({0}), configuration({0.01})).empty() == (x == -1.0));
    }
}

TEST_CASE("Nodes of one object that share a place in the table are told apart")
{
    // More nodes than places, and each piece touches one ball.
    constexpr int kPieces = 600;
    SceneBuilder b;
    std::vector<PlacedShape> row;
    for (int i = 0; i < kPieces; ++i)
        row.push_back({Sphere{0.1}, at(i, 0, 0)});
    b.link("row", b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitY()), row);
    for (int i = 0; i < kPieces; ++i)
        b.obstacle("ball_" + std::to_string(i), Sphere{0.1}, at(i, 0, 0.199));
    const auto scene = b.build();
    const Motion motion(scene->model(), configuration({0}), configuration({0.01}));
    LaneProver prover;
    prover.reset(*scene, motion);
    int left = 0;
    for (const PairIndex pair : scene->pairs().indices())
    {
        std::vector<PairIndex> open(1, pair);
        prover.prove(open);
        left += static_cast<int>(open.size());
    }
    CHECK(left == kPieces);
}

TEST_CASE("Nodes of two objects that share a place in the table are told apart")
{
    // As many objects later as the table has places, at most, the same node has the same one.
    for (const int between : {63, 127, 255, 511})
    {
        SceneBuilder b;
        const auto addBar = [&](const std::string& name, double x) {
            b.link(name, b.joint(kWorld, at(x, 0, 0), JointType::Prismatic, Vec3::UnitX()), Box{Vec3(0.5, 0.01, 0.01)});
        };
        const Sphere ball{0.01};
        addBar("first", 0.0);
        b.obstacle("beside", ball, at(0, 0.1, 0)).obstacle("touching", ball, at(10, 0.015, 0));
        for (int i = 2; i < between; ++i)
            b.obstacle("far_" + std::to_string(i), ball, at(0, 0, 10 + i));
        addBar("second", 10.0);
        const auto scene = b.build();
        const Motion motion(scene->model(), configuration({0, 0}), configuration({0.01, 0.01}));
        LaneProver prover;
        prover.reset(*scene, motion);
        std::vector<PairIndex> left;
        // One by one, what is apart first.
        for (const std::string name : {"beside", "touching"})
            for (const PairIndex pair : scene->pairs().indices())
                if (scene->object(scene->pair(pair).a).name == name || scene->object(scene->pair(pair).b).name == name)
                {
                    std::vector<PairIndex> open(1, pair);
                    prover.prove(open);
                    left.insert(left.end(), open.begin(), open.end());
                }
        CAPTURE(between);
        CHECK(left.size() == 1);
    }
}

TEST_CASE("What joint limits keep apart counts for the bound of what is culled")
{
    // All limits, or those parts of them that the motion passes.
    for (const double inner : {0.1, -0.5})
    {
        const auto scene = twoArms(inner, Vec3::UnitY());
        CAPTURE(inner);
        CHECK(scene->apartWithinLimits(PairIndex(0)).open.empty() == (inner > 0.0));
        const Configuration q0 = configuration({-1, 0.3, -0.3}), q1 = configuration({1, 0.3, -0.3});
        const Motion motion(scene->model(), q0, q1);
        LaneProver prover;
        prover.reset(*scene, motion);
        std::vector<PairIndex> left;
        const double bound = prover.cull(q0, q1, true, left);
        CHECK(left.empty());
        CHECK(bound <= 2 * std::sin(0.3) - 0.04);
        CHECK(bound > 0.0);
        // Not known to be within them: by their boxes, which overlap.
        prover.cull(q0, q1, false, left);
        CHECK(left.size() == 1);
    }
}

TEST_CASE("The box of an object holds it where OMPL keeps the first of two rotations, too")
{
    const KeptRotation kept;
    SceneBuilder b;
    KeptRotation::addTo(b);
    const auto scene = b.build();
    LaneProver prover;
    const Motion motion(scene->model(), kept.q0, kept.q1);
    prover.reset(*scene, motion);
    const double lowest = prover.box(ObjectIndex(0)).low[1];
    CHECK(lowest <= -1.0 - KeptRotation::kRadius);
    CHECK(lowest > -1.1 - KeptRotation::kRadius);
}

TEST_CASE("What is touched only where OMPL keeps the first of two rotations is not taken off, whether it moves or not")
{
    const KeptRotation kept;
    const Pose there = at(KeptRotation::kOut, -1.0 - 2.0 * KeptRotation::kRadius + 1e-3, 0);
    for (const bool moves : {false, true})
        for (const bool is_first : {false, true})
            for (const double away : {0.0, 0.1})
            {
                SceneBuilder b;
                const Pose X{there.R, there.p - away * Vec3::UnitY()};
                const auto addOther = [&] {
                    const BodyIndex body = b.joint(kWorld, X, moves ? JointType::Prismatic : JointType::Fixed);
                    b.objects.push_back({"other",
                                         body,
                                         moves ? ObjectKind::Link : ObjectKind::Obstacle,
                                         geometryOf(Sphere{KeptRotation::kRadius}),
                                         {}});
                };
                if (is_first)
                    addOther();
                KeptRotation::addTo(b);
                if (!is_first)
                    addOther();
                const auto all = [&](const Configuration& q) {
                    Configuration joined = Configuration::Zero(q.size() + moves);
                    joined.segment(is_first && moves ? 1 : 0, q.size()) = q;
                    return joined;
                };
                CAPTURE(moves, is_first, away);
                CHECK(isLeft(b, all(kept.q0), all(kept.q1), "other") == (away == 0.0));
            }
}

TEST_CASE("What keeps its clearance by less than the tolerance on the way is no witness by the balls within it")
{
    for (const double gap : {5e-4, -5e-4})
    {
        SceneBuilder b;
        const std::vector<PlacedShape> balls = {{Sphere{0.1}, at(-0.2, 0, 0)}, {Sphere{0.1}, at(0.2, 0, 0)}};
        b.objects.push_back({"dumbbell",
                             b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitY()),
                             ObjectKind::Link,
                             std::make_shared<CollisionGeometry>(balls, "dumbbell"),
                             {}});
        b.obstacle("bar", Box{Vec3(0.1 - gap, 0.3, 0.3)}, at(0, 1, 0));
        SegmentCertifier certifier(b.build(), configuration({0}), configuration({2}));
        CHECK(certifier.run() == (gap > 0.0 ? Verdict::Free : Verdict::Collision));
        const CertifyResult result = certifier.result();
        if (gap > 0.0)
            continue;
        REQUIRE(result.witness);
        CHECK(result.witness->distance < 1e-9);
        // One of the dumbbell as it is then.
        const Vec3 p = result.witness->point_a - Vec3(0, 2 * result.t, 0);
        CHECK(std::min((p - Vec3(0.2, 0, 0)).norm(), (p + Vec3(0.2, 0, 0)).norm()) < 0.1 + 1e-9);
        CHECK(std::abs(result.t - 0.5) < 0.2);
    }
}

/// Two balls on a body that slides along its y by 2 m, with a bar between them half-way, far from the world's origin.
struct FarDumbbell
{
    SceneBuilder b;
    Configuration q0 = Configuration::Zero(2), q1 = Configuration::Zero(2);
    BodyIndex slide;

    /// @param gap between the balls and the bar, metres
    FarDumbbell(Random& random, double gap)
    {
        q0[0] = q1[0] = random.uniform(-3, 3);
        q1[1] = 2.0;
        const auto somewhere = [&] { return Pose{random.rotation(), 30.0 * random.direction()}; };
        slide = b.joint(b.joint(kWorld, somewhere(), JointType::Revolute, random.direction()), somewhere(), JointType::Prismatic,
                        Vec3::UnitY());
        const std::vector<PlacedShape> balls = {{Sphere{0.1}, at(-0.2, 0, 0)}, {Sphere{0.1}, at(0.2, 0, 0)}};
        b.objects.push_back({"dumbbell", slide, ObjectKind::Link, std::make_shared<CollisionGeometry>(balls, "dumbbell"), {}});
        hang(b, "bar", poseAt(0.5), Box{Vec3(0.1 - gap, 0.3, 0.3)});
    }

    Pose poseAt(double t) const
    {
        const Motion motion(b.model, q0, q1);
        PoseCache poses;
        poses.reset(motion);
        return poses.pose(poses.addInstant(t), slide);
    }
};

TEST_CASE(
    "Balls within that overlap by less than floats are off are no witness, and those that do by more are one of exact poses")
{
    Random random(1);
    CertifyOptions options;
    options.tolerance = 1e-8;
    int collisions = 0;
    for (int round = 0; round < 200; ++round)
    {
        const FarDumbbell apart(random, 2e-7);
        SegmentCertifier certifier(apart.b.build(), apart.q0, apart.q1, options);
        collisions += certifier.run() == Verdict::Collision;
        CHECK_FALSE(certifier.result().witness);

        const FarDumbbell deep(random, -0.01);
        SegmentCertifier colliding(deep.b.build(), deep.q0, deep.q1, options);
        REQUIRE(colliding.run() == Verdict::Collision);
        // Another motion of this thread in between.
        certifier.reset(apart.q1, apart.q0);
        for (int asked = 0; asked < 2; ++asked)
        {
            const CertifyResult result = colliding.result();
            REQUIRE(result.witness);
            CHECK(result.witness->distance < 1e-11);
            const Pose X = deep.poseAt(result.t);
            const Vec3 p = X.R.transpose() * (result.witness->point_a - X.p);
            CHECK(std::min((p - Vec3(0.2, 0, 0)).norm(), (p + Vec3(0.2, 0, 0)).norm()) < 0.1 + 1e-11);
        }
    }
    CHECK(collisions == 0);
}

TEST_CASE("A witness by balls within is as near as is asked for, however far floats are off")
{
    Random random(2);
    for (int round = 0; round < 300; ++round)
    {
        // A ball on an arm from which floats, or the motion's own rounding, are off by less than the tolerance, or by more.
        const double away = std::pow(10.0, random.uniform(0, 2.5));
        SceneBuilder b;
        const BodyIndex arm = b.joint(kWorld, {random.rotation(), random.inCube(1.0)}, JointType::Revolute, random.direction());
        b.link("ball", arm, random.chance(0.5) ? Shape(Sphere{0.25}) : Shape(Capsule{0.25, 0.2}), at(away, 0, 0));
        const Configuration q0 = configuration({random.uniform(-3, 3)}),
                            q1 = configuration({q0[0] + random.uniform(-1, 1) / away});
        const Motion motion(b.model, q0, q1);
        PoseCache poses;
        poses.reset(motion);
        const Vec3 hit = poses.pose(poses.addInstant(random.uniform(0.1, 1.0)), arm) * Vec3(away, 0, 0);
        b.obstacle("other", Sphere{0.2}, {Mat3::Identity(), hit + 0.3 * random.direction()});
        CertifyOptions options;
        options.tolerance = std::pow(10.0, random.uniform(-9, -3));
        SegmentCertifier certifier(b.build(), q0, q1, options);
        CAPTURE(round, away, options.tolerance);
        REQUIRE(certifier.run() == Verdict::Collision);
        const CertifyResult result = certifier.result();
        REQUIRE(result.witness);
        CHECK(result.witness->distance <= options.tolerance);
        // As exact poses have it, or nearly: no more than a search finds.
        CHECK(result.witness->distance <= 1e-11 * away);
    }
}

TEST_CASE("What may go either way round is not told to collide by the balls within it")
{
    SceneBuilder b;
    b.link("arm", b.joint(kWorld, {}, JointType::Continuous), Capsule{0.05, 0.1}, at(0.3, 0, 0));
    b.obstacle("all around", Sphere{10.0}, {});
    SegmentCertifier certifier(b.build(), configuration({0}), configuration({M_PI}));
    CHECK(certifier.run() != Verdict::Free);
    const CertifyResult result = certifier.result();
    CHECK((result.verdict == Verdict::Undecided || result.witness->distance <= 1e-3));
}
