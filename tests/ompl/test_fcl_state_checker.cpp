#include <catch2/catch.hpp>

#include <algorithm>
#include <limits>
#include <random>

#include <gapless/certify/static_checker.h>
#include <gapless/ompl/fcl_state_checker.h>

#include "ompl/small_problems.h"

using namespace gapless;
using namespace gapless::test;

namespace {

/// A box as twelve triangles.
std::shared_ptr<const TriangleMesh> boxMesh(const Vec3& half)
{
    std::vector<Vec3> vertices;
    for (int i = 0; i < 8; ++i)
        vertices.emplace_back(i & 1 ? half.x() : -half.x(), i & 2 ? half.y() : -half.y(), i & 4 ? half.z() : -half.z());
    return std::make_shared<const TriangleMesh>(vertices,
                                                std::vector<TriangleMesh::Triangle>{{0, 2, 1},
                                                                                    {1, 2, 3},
                                                                                    {4, 5, 6},
                                                                                    {5, 7, 6},
                                                                                    {0, 1, 4},
                                                                                    {1, 5, 4},
                                                                                    {2, 6, 3},
                                                                                    {3, 6, 7},
                                                                                    {0, 4, 2},
                                                                                    {2, 4, 6},
                                                                                    {1, 3, 5},
                                                                                    {3, 7, 5}},
                                                "box");
}

std::shared_ptr<const CollisionGeometry> geometry(const Shape& shape, const Pose& X_BS = {})
{
    return std::make_shared<const CollisionGeometry>(std::vector<PlacedShape>{{shape, X_BS}}, "shape");
}

/// A sliding, turning carriage with a mesh arm beside obstacles of all kinds.
Problem carriage(double clearance)
{
    KinematicModel model;
    const BodyIndex slide =
        model.addBody("slide", kWorld, Pose(), joint("slide", JointType::Prismatic, Vec3::UnitX(), {-1}, {1}), 0);
    const BodyIndex mid =
        model.addBody("mid", slide, at(0, 0, 0.2), joint("turn", JointType::Revolute, Vec3(0, 1, 1), {-3}, {3}), 0);
    const BodyIndex tip = model.addBody("tip", mid, at(0.5, 0, 0), joint("wheel", JointType::Continuous, Vec3::UnitX()), 0);
    std::vector<CollisionObject> objects = {
        {"slide", slide, ObjectKind::Link, geometry(Box{Vec3(0.05, 0.05, 0.05)}), {}},
        {"mid", mid, ObjectKind::Link, geometry(boxMesh(Vec3(0.2, 0.03, 0.03)), at(0.25, 0, 0)), {}, "slide"},
        {"tip", tip, ObjectKind::Link, geometry(Cylinder{0.05, 0.2}, at(0, 0, 0.1)), {}, "mid"},
        {"cage", kWorld, ObjectKind::Obstacle, geometry(boxMesh(Vec3(0.3, 0.02, 0.4)), at(0.3, 0.4, 0.2)), {}},
        {"ball", kWorld, ObjectKind::Obstacle, geometry(Sphere{0.15}, at(-0.6, -0.3, 0.3)), {}},
        {"pole", kWorld, ObjectKind::Obstacle, geometry(Capsule{0.03, 0.5}, at(0.6, -0.3, 0.3)), {}}};
    Problem problem = problemOf(model, objects);
    Clearances clearances;
    clearances.all = clearance;
    problem.scene = std::make_shared<const Scene>(model, objects, AllowedCollisionMatrix(), clearances);
    return problem;
}

}  // namespace

TEST_CASE("FCL and the exact static check agree on random states, but for those within a hair of contact")
{
    const double clearance = GENERATE(0.0, 0.03);
    CAPTURE(clearance);
    const Problem problem = carriage(clearance);
    const FclStateChecker fcl(problem.scene);
    constexpr double hair = 1e-4;
    const StaticChecker exact(problem.scene, hair);
    std::mt19937 random(5);
    std::uniform_real_distribution<double> slide(-1, 1), turn(-3, 3);
    int free = 0, hit = 0, found = 0, missed = 0;
    for (int i = 0; i < 2000; ++i)
    {
        const Configuration q = (Configuration(3) << slide(random), turn(random), turn(random)).finished();
        CAPTURE(i, q.transpose());
        ClosePair close;
        const Verdict verdict = exact.check(q, &close);
        const std::optional<PairIndex> pair = fcl.collidingPair(q);
        const bool fcl_free = !pair;
        if (verdict == Verdict::Free)
        {
            ++free;
            CHECK(fcl_free);
        }
        else if (verdict == Verdict::Collision)
        {
            double smallest = std::numeric_limits<double>::infinity();
            for (const ClosePair& each : exact.distances(q))
                smallest = std::min(smallest, each.distance);
            if (smallest > std::max(0.0, clearance - hair))
                continue;
            ++hit;
            (fcl_free ? missed : found) += 1;
            if (!fcl_free)
                CHECK(problem.scene->pairs().has(*pair));
        }
    }
    // FCL takes meshes for surfaces: it misses a body inside of one.
    CHECK(missed <= found / 20);
    CHECK(found > 20);
    CHECK(free > 300);
    CHECK(hit == found + missed);
}

TEST_CASE("FCL is asked about active pairs only")
{
    const Problem problem = carriage(0.0);
    AllowedCollisionMatrix all_allowed;
    for (const CollisionObject& a : problem.scene->objects())
        for (const CollisionObject& b : problem.scene->objects())
            all_allowed.allow(a.name, b.name);
    const auto scene = std::make_shared<const Scene>(problem.scene->model(), problem.scene->objects().list(), all_allowed);
    const FclStateChecker fcl(scene);
    std::mt19937 random(5);
    std::uniform_real_distribution<double> slide(-1, 1), turn(-3, 3);
    for (int i = 0; i < 200; ++i)
        REQUIRE(fcl.isFree((Configuration(3) << slide(random), turn(random), turn(random)).finished()));
}
