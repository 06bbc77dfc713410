// Pairs that the first stage takes off by their hulls: what nodes need too many tests for, and contacts that a slip in the bound of hulls would
// lose. Those are of two polytopes that have one point in common, at one instant: a corner of the one and a tip of the other, in a plane that
// keeps the rest of them apart, to which they move in parallel there, or towards which they move until the motion ends.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gapless/certify/segment_certifier.h>

#include "certify/lane_prover.h"
#include "support/random_scene.h"
#include "support/rough_ball.h"

using namespace gapless;
using namespace gapless::test;

namespace {

struct Taken
{
    bool is_off = false;
    double least = 0.0;
};

/// Whether the first stage proves the first pair of a scene apart. @param deviation of a tube about the motion; empty: none
Taken takeOff(const Scene& scene, const Configuration& q0, const Configuration& q1, const Configuration& deviation = {})
{
    static LaneProver prover;
    Motion motion(scene.model(), q0, q1);
    if (deviation.size() > 0)
        motion.resetTube(scene.model(), q0, q1, deviation);
    LaneProver::prepare(scene);
    prover.reset(scene, motion);
    std::vector<PairIndex> open = {PairIndex(0)};
    const double least = prover.prove(open);
    return {open.empty(), least};
}

Vec3 velocityAt(const Motion& motion, BodyIndex body, double t, const Vec3& point)
{
    constexpr double kStep = 1e-5;
    const Vec3 in_body = motion.worldPose(body, t).inverse() * point;
    return (motion.worldPose(body, t + kStep) * in_body - motion.worldPose(body, t - kStep) * in_body) / (2.0 * kStep);
}

struct Meeting
{
    std::shared_ptr<const Scene> scene;
    Configuration q0, q1;
    double t = 0.0;
};

/// @param gap metres, between corner and tip; less than 0: so deep
/// @param clearance of the pair, metres
std::optional<Meeting> meeting(Random& random, double gap, double clearance)
{
    SceneBuilder b;
    const auto joints = [&](BodyIndex body, int count) {
        const JointType types[] = {JointType::Revolute,  JointType::Revolute, JointType::Continuous,
                                   JointType::Prismatic, JointType::Planar,   JointType::Floating};
        for (int i = 0; i < count; ++i)
        {
            const JointType type = types[random.index(6)];
            body = b.joint(body, random.pose(0.5), type, type == JointType::Planar ? Vec3(Vec3::UnitZ()) : random.direction());
        }
        return body;
    };
    // The first stands still, or carries the second, or both hang on one that is carried, or is.
    const int kind = random.index(4);
    const BodyIndex carrier = kind == 0 ? b.joint(kWorld, random.pose(1.0), JointType::Fixed) : joints(kWorld, random.index(3));
    const BodyIndex body_a = kind == 0 ? carrier : kind == 1 ? joints(carrier, 1) : joints(carrier, 1 + random.index(2));
    const BodyIndex body_b = joints(kind == 1 ? body_a : carrier, 2 + random.index(2));
    Meeting m;
    m.q0 = randomConfiguration(b.model, random, 1.0);
    m.q1 = interpolate(b.model, m.q0, randomConfiguration(b.model, random, 1.0), random.logUniform(0.02, 0.5));
    if (random.chance(0.4))
    {
        // One joint alone: nothing that others add to a bound hides what is missing of its own.
        const std::vector<BodyIndex>& moving = b.model.movingBodies();
        const Body& body = b.model.body(moving[static_cast<std::size_t>(random.index(static_cast<int>(moving.size())))]);
        const Configuration q1 = m.q1;
        m.q1 = m.q0;
        const int count = variableCount(body.joint.type);
        m.q1.segment(*body.variable, count) = q1.segment(*body.variable, count);
    }
    const Motion motion(b.model, m.q0, m.q1);
    const bool is_grazing = random.chance(0.6);
    m.t = is_grazing ? random.uniform(0.01, 0.99) : 1.0;

    const Vec3 half(random.uniform(0.02, 0.3), random.uniform(0.02, 0.3), random.uniform(0.02, 0.3));
    const Pose X_A = motion.worldPose(body_a, m.t), X_B = motion.worldPose(body_b, m.t);
    Vec3 n = random.direction();
    const Vec3 signs = Vec3(X_A.R.transpose() * n).unaryExpr([](double x) { return x < 0.0 ? -1.0 : 1.0; });
    const Vec3 corner = X_A * Vec3(signs.cwiseProduct(half));
    const Vec3 v = velocityAt(motion, body_b, m.t, corner) - velocityAt(motion, body_a, m.t, corner);
    if (is_grazing && v.norm() > 1e-9)
        n = (n - n.dot(v) / v.squaredNorm() * v).normalized();
    const Vec3 in_A = X_A.R.transpose() * n;
    // The corner is to be the box's farthest along n, and the second one is to come from there.
    if (signs.cwiseProduct(in_A).minCoeff() < 0.05 || (!is_grazing && n.dot(v) > -1e-3))
        return {};
    const Vec3 tip = corner + gap * n;
    std::vector<Vec3> points = {tip};
    for (int i = 0; i < 3; ++i)
    {
        Vec3 point = tip + random.inCube(0.3);
        point += n * (random.uniform(0.02, 0.3) - n.dot(point - tip));
        points.push_back(point);
    }
    std::vector<PlacedShape> shapes;
    const double radius = random.chance(0.3) ? random.uniform(1e-3, 0.05) : 0.0;
    if (radius > 0.0)
    {
        shapes.push_back({Sphere{radius}, {Mat3::Identity(), X_B.inverse() * Vec3(tip + radius * n)}});
        points[0] += 0.5 * radius * n;
    }
    for (Vec3& point : points)
        point = X_B.inverse() * point;
    shapes.push_back({meshOf(points, {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}}), {}});
    if (kind == 0)
        b.objects.push_back({"a", body_a, ObjectKind::Obstacle, geometryOf(boxMesh(half)), {}});
    else
        b.link("a", body_a, boxMesh(half));
    b.link("b", body_b, shapes);
    b.clearances.all = clearance;
    m.scene = b.build();
    if (m.scene->pairs().size() != 1)
        return {};
    return m;
}

/// Two discs of many triangles, 4 mm apart, of which one turns about the axis of both and sinks a little.
struct Discs
{
    std::shared_ptr<const Scene> scene;
    Configuration q0 = configuration({-0.4, 0.0}), q1 = configuration({0.4, -0.001});

    explicit Discs(double dent)
    {
        Random random(8);
        const auto disc = [&](double facing) {
            std::vector<Vec3> vertices;
            std::vector<TriangleMesh::Triangle> triangles;
            constexpr int kCells = 24;
            for (int i = 0; i <= kCells; ++i)
                for (int k = 0; k <= kCells; ++k)
                    vertices.push_back(Vec3(0.4 * i / kCells - 0.2, 0.4 * k / kCells - 0.2, -facing * random.uniform(0.0, dent)));
            for (int i = 0; i < kCells; ++i)
                for (int k = 0; k < kCells; ++k)
                {
                    const int at = i * (kCells + 1) + k;
                    triangles.push_back({at, at + 1, at + kCells + 2});
                    triangles.push_back({at, at + kCells + 2, at + kCells + 1});
                }
            return meshOf(vertices, triangles);
        };
        SceneBuilder b;
        const BodyIndex base = b.joint(kWorld, {}, JointType::Fixed);
        b.link("below", base, disc(1.0));
        b.link("above", b.joint(b.joint(base, {}, JointType::Revolute), {}, JointType::Prismatic), disc(-1.0),
               at(0.05, 0.02, 0.004));
        scene = b.build();
    }
};

}  // namespace

TEST_CASE("Rough surfaces that turn above one another are taken off, as no more than they are apart")
{
    for (const double dent : {0.0, 0.03})
    {
        const Discs discs(dent);
        const Taken taken = takeOff(*discs.scene, discs.q0, discs.q1);
        CAPTURE(dent, taken.least);
        CHECK(taken.is_off);
        CHECK(taken.least <= 0.003 + 1e-9);
        CHECK(taken.least > 0.0);
        // And not when it sinks until they meet.
        CHECK(!takeOff(*discs.scene, discs.q0, configuration({0.4, -0.1})).is_off);
    }
}

TEST_CASE("In a tube hulls are apart by what it brings them nearer, less")
{
    SceneBuilder b;
    b.obstacle("plate", boxMesh(Vec3(0.4, 0.4, 0.05)), at(0, 0, -0.05));
    b.link("bar", b.joint(b.joint(kWorld, at(0, 0, 0.21), JointType::Prismatic, Vec3::UnitX()), {}, JointType::Prismatic),
           boxMesh(Vec3(0.1, 0.1, 0.2)));
    const std::shared_ptr<const Scene> scene = b.build();
    const Configuration q0 = configuration({-0.1, 0.0}), q1 = configuration({0.1, 0.0});
    const Taken alone = takeOff(*scene, q0, q1), in_tube = takeOff(*scene, q0, q1, configuration({0.0, 0.004}));
    CHECK(alone.is_off);
    CHECK(alone.least == Approx(0.01).margin(1e-6));
    CHECK(in_tube.is_off);
    CHECK(in_tube.least == Approx(0.006).margin(1e-6));
    CHECK(!takeOff(*scene, q0, q1, configuration({0.0, 0.0101})).is_off);
}

TEST_CASE("A tip that meets a corner at one instant is not taken off")
{
    Random random(9);
    int met = 0;
    for (int round = 0; round < 1000; ++round)
    {
        const double depth = random.logUniform(1e-9, 1e-7);
        const std::optional<Meeting> m = meeting(random, -depth, 0.0);
        if (!m)
            continue;
        ++met;
        if (takeOff(*m->scene, m->q0, m->q1).is_off)
        {
            CAPTURE(round, depth, m->t);
            CHECK(!takeOff(*m->scene, m->q0, m->q1).is_off);
        }
    }
    CHECK(met > 200);
}

TEST_CASE(
    "A tip that comes nearer to a corner than the clearance is not taken off, and of others the bound is no more than their "
    "distance")
{
    Random random(10);
    int met = 0, off = 0;
    for (int round = 0; round < 1000; ++round)
    {
        const double gap = random.logUniform(1e-4, 0.1),
                     clearance = random.chance(0.5) ? gap * random.uniform(1.0001, 1.2) : gap * random.uniform(0, 0.9);
        const std::optional<Meeting> m = meeting(random, gap, clearance);
        if (!m)
            continue;
        ++met;
        const Taken taken = takeOff(*m->scene, m->q0, m->q1);
        off += taken.is_off;
        if (taken.is_off && (clearance > gap || taken.least > gap))
        {
            CAPTURE(round, gap, clearance, taken.least, m->t);
            CHECK(clearance <= gap);
            CHECK(taken.least <= gap);
        }
    }
    CHECK(met > 200);
    CHECK(off > 50);
}
