// The elementary tests of pairs of triangles, through the interval kinematics, where the first contact is known.
#include <catch2/catch.hpp>

#include "certify/articulated_search.h"
#include "certify/leaf_equations.h"
#include "support/random_input.h"
#include "support/scene_builder.h"

#include <gapless/certify/articulated_collision.h>

using namespace gapless;
using namespace gapless::test;

namespace {

/// A triangle that slides along x from 0 to 4 times the motion, and another one.
struct TwoTriangles
{
    TwoTriangles(const std::vector<Vec3>& sliding, const std::vector<Vec3>& standing, const Pose& X_BS = {})
    {
        SceneBuilder builder;
        builder.link("sliding", builder.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()), meshOf(sliding, {{0, 1, 2}}),
                     X_BS);
        builder.obstacle("standing", meshOf(standing, {{0, 1, 2}}));
        scene = builder.build();
        motion.reset(scene->model(), configuration({0}), configuration({4}));
        pair.pair = PairIndex(0);
        pair.a = &scene->object(scene->pair(PairIndex(0)).a);
        pair.b = &scene->object(scene->pair(PairIndex(0)).b);
        equations.reset(motion);
        equations.add(pair, NodePair{});
    }

    std::shared_ptr<const Scene> scene;
    Motion motion;
    PairMotion pair;
    LeafEquations equations;
};

const std::vector<Vec3> kPointed = {{1, 0, 0}, {0, -1, 0}, {0, 1, 0}};    // its tip ahead
const std::vector<Vec3> kUpright = {{3, -1, -1}, {3, 1, -1}, {3, 0, 2}};  // across the way

}  // namespace

TEST_CASE("A vertex meets a face, and an edge an edge, when they do")
{
    TwoTriangles vertex(kPointed, kUpright);
    // The edges x = 1, z at y = 0, and x = 2, y at z = 0.25.
    TwoTriangles edge({{1, 0, -1}, {1, 0, 1}, {0, 0, 0}}, {{2, -1, 0.25}, {2, 1, 0.25}, {3, 0, 0.25}});
    for (const auto& [triangles, toc] : {std::pair(&vertex, 0.5), std::pair(&edge, 0.25)})
        for (const double tolerance : {1e-3, 1e-6, 1e-12})
        {
            const ElementaryResult result = triangles->equations.solve(Interval(0.0, 1.0), tolerance, 100000);
            REQUIRE(result.outcome == ElementaryResult::Outcome::Contact);
            CHECK(result.proved());
            CHECK(result.lo <= toc);
            CHECK(result.hi >= toc);
            CAPTURE(digits(tolerance), digits(result.lo), digits(result.hi), digits(result.hi - result.lo));
            CHECK(result.hi - result.lo <= tolerance);
            for (const ElementaryResult::Active& test : result.active)
                CHECK(LeafEquations::leafPairOf(test.test) == 0);
        }
}

TEST_CASE("Triangles that pass each other have no contact")
{
    TwoTriangles past(kPointed, {{3, 1.0625, -1}, {3, 2, -1}, {3, 1.0625, 2}});
    CHECK(past.equations.solve(Interval(0.0, 1.0), 1e-6, 100000).outcome == ElementaryResult::Outcome::None);
}

TEST_CASE("What is nearer than the error of placing it may be a contact, and is never excluded")
{
    // Stored in a body a kilometre away, vertices are off by some 1e-13 m: less than that past the tip, nothing is known.
    Pose far;
    far.R = Eigen::AngleAxisd(0.3, Vec3::UnitZ()).toRotationMatrix();
    far.p = Vec3(1000, 0, 0);
    std::vector<Vec3> placed;
    for (const Vec3& p : kPointed)
        placed.push_back(far.R.transpose() * (p - far.p));
    TwoTriangles touching(placed, {{3, -1, 0}, {3, 1, 0}, {3, 0, 2}}, far);
    REQUIRE(touching.pair.a->geometry->placementError() > 0.0);
    CHECK(touching.equations.solve(Interval(0.0, 1.0), 1e-6, 100000).outcome == ElementaryResult::Outcome::Contact);
}

TEST_CASE("Only triangles that may not touch are for the equations")
{
    TwoTriangles triangles(kPointed, kUpright);
    CHECK(LeafEquations::apply(triangles.pair, NodePair{}));
    triangles.pair.clearance = 0.01;
    CHECK_FALSE(LeafEquations::apply(triangles.pair, NodePair{}));
    SceneBuilder builder;
    builder.link("ball", builder.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()), Sphere{0.1});
    builder.obstacle("standing", meshOf(kUpright, {{0, 1, 2}}));
    const auto scene = builder.build();
    PairMotion pair;
    pair.a = &scene->object(scene->pair(PairIndex(0)).a);
    pair.b = &scene->object(scene->pair(PairIndex(0)).b);
    CHECK_FALSE(LeafEquations::apply(pair, NodePair{}));
}

TEST_CASE("Switched on they are solved, and prove what bisection leaves open at the narrowest intervals")
{
    Random random(5);
    int bisected = 0, solved = 0;
    std::uint64_t tests[2] = {0, 0};
    for (int i = 0; i < 60; ++i)
    {
        SceneBuilder builder;
        builder.link("sliding", builder.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()), meshOf(kPointed, {{0, 1, 2}}));
        builder.obstacle(
            "standing",
            meshOf({{random.uniform(2, 4), -1, -1}, {random.uniform(2, 4), 1, -1}, {random.uniform(2, 4), 0, 2}}, {{0, 1, 2}}));
        ArticulatedOptions options;
        options.time_tolerance = 1e-13;
        for (const bool equations : {false, true})
        {
            const ArticulatedResult result = (equations ? ArticulatedSearch::withEquations(builder.build(), options)
                                                        : ArticulatedCollision(builder.build(), options))
                                                 .check(configuration({0}), configuration({4}));
            CHECK(result.verdict == Verdict::Collision);
            (equations ? solved : bisected) += result.contact_proved;
            tests[equations] += result.statistics.elementary_tests;
        }
    }
    INFO("proven " << solved << " with the equations, " << bisected << " without");
    CHECK(solved > bisected);
    CHECK(tests[1] != tests[0]);
}
