// MinimumDistanceSearch: a proven interval of the smallest distance of a pair during a motion.
#include <gapless/certify/minimum_distance.h>

#include <algorithm>
#include <cmath>

#include <catch2/catch.hpp>

#include <gapless/certify/segment_certifier.h>
#include <gapless/core/error.h>

#include "support/random_scene.h"
#include "support/reference_scene.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

MinimumDistance minimumDistance(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                                const MinimumDistanceOptions& options = {})
{
    MinimumDistanceSearch search(scene);
    search.reset(q0, q1);
    return search.find(PairIndex(0), options);
}

/// A ball on an arm of 1 m that turns about z, and a ball where it passes, `gap` metres farther out, halfway from -1 to 1 rad.
std::shared_ptr<const Scene> passingBalls(double gap)
{
    SceneBuilder b;
    b.link("ball", b.joint(kWorld, {}, JointType::Revolute), Sphere{0.1}, at(1, 0, 0));
    b.obstacle("other", Sphere{0.2}, at(1.3 + gap, 0, 0));
    return b.build();
}

/// A mesh or ball that slides along x past, or through, a mesh box.
std::shared_ptr<const Scene> slide(const Shape& mover, const Shape& obstacle, double y)
{
    SceneBuilder b;
    b.link("mover", b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()), mover, at(0, y, 0));
    b.obstacle("obstacle", obstacle);
    return b.build();
}

}  // namespace

TEST_CASE("The smallest distance of two balls that pass is enclosed as narrowly as asked for", "[minimum_distance]")
{
    for (const double gap : {1e-6, 1e-3, 0.02, 0.5, 3.0})
        for (const double tolerance : {1e-2, 1e-4, 1e-8})
        {
            CAPTURE(gap, tolerance);
            MinimumDistanceOptions options;
            options.tolerance = tolerance;
            options.relative = 0.0;
            const MinimumDistance d = minimumDistance(passingBalls(gap), configuration({-0.9}), configuration({1.0}), options);
            CHECK(d.is_complete);
            CHECK(d.lower <= gap);
            CHECK(d.upper >= gap - 1e-15);
            CHECK(d.upper - d.lower <= tolerance);
            // At 0 rad; the distance grows with the square.
            CHECK(std::abs(-0.9 + 1.9 * d.t) <= 2.0 * std::sqrt(tolerance) + 1e-6);
        }
}

TEST_CASE("A pair that is far apart takes few instants", "[minimum_distance]")
{
    MinimumDistanceOptions options;
    options.tolerance = 1e-6;
    options.budget.steps = 40;
    const MinimumDistance d = minimumDistance(passingBalls(20.0), configuration({-0.9}), configuration({1.0}), options);
    CHECK(d.is_complete);
    CHECK(d.lower <= 20.0);
    CHECK(d.upper >= 20.0);
    CHECK(d.upper - d.lower <= 0.01 * d.upper);
}

TEST_CASE("What was looked at from afar is looked at again: a long way that ends close to something", "[minimum_distance]")
{
    for (const double way : {1.0, 50.0, 3000.0})
        for (const double gap : {0.1, 1e-2, 1e-3, 1e-5})
            for (const bool comes : {true, false})
            {
                CAPTURE(way, gap, comes);
                MinimumDistanceOptions options;
                options.tolerance = 0.1 * gap;
                options.budget.steps = 100;
                const auto scene = slide(Box{Vec3(0.5, 0.5, 0.5)}, Cylinder{0.1, 5.0}, 0.0);
                const Configuration far = configuration({-0.6 - gap - way}), near = configuration({-0.6 - gap});
                const MinimumDistance d =
                    comes ? minimumDistance(scene, far, near, options) : minimumDistance(scene, near, far, options);
                CHECK(d.is_complete);
                CHECK(d.lower >= 0.9 * gap);
                CHECK(d.lower <= gap + 1e-12);
                CHECK(d.upper >= gap - 1e-12);
            }
}

TEST_CASE("A motion that overlaps for an instant or begins inside has the distance 0", "[minimum_distance]")
{
    const Shape mesh = boxMesh(Vec3(0.1, 0.2, 0.3));
    // Through it, between ends that are far from it.
    const MinimumDistance through = minimumDistance(slide(Sphere{0.05}, mesh, 0.0), configuration({-30}), configuration({41}));
    CHECK(through.lower == 0.0);
    CHECK(through.upper <= 1e-3);
    CHECK(std::abs(-30 + 71 * through.t) <= 0.151 + 1e-3);
    // Never out of the box: no surface comes near another.
    const auto inside = slide(Shape(Sphere{0.01}), boxMesh(Vec3(5, 5, 5)), 0.0);
    const MinimumDistance deep = minimumDistance(inside, configuration({-1}), configuration({1}));
    CHECK(deep.lower == 0.0);
    CHECK(deep.upper == 0.0);
    CHECK(deep.is_complete);
    // In the cavity of a hollow one, it is apart.
    const auto cavity = slide(Shape(Sphere{0.5}), hollowBoxMesh(Vec3(5, 5, 5), Vec3(4, 4, 4)), 0.0);
    const MinimumDistance apart = minimumDistance(cavity, configuration({-1}), configuration({2}));
    CHECK(apart.lower > 1.48);
    CHECK(apart.lower <= 1.5);
    CHECK(apart.upper >= 1.5);
    CHECK(apart.t == 1.0);
}

TEST_CASE("What is proven when the budget ends is true, and says that it is not all", "[minimum_distance]")
{
    const auto scene = passingBalls(0.01);
    double width = 1e9;
    for (const std::uint64_t steps : {0u, 1u, 3u, 10u, 30u, 100u})
    {
        MinimumDistanceOptions options;
        options.tolerance = 1e-12;
        options.relative = 0.0;
        options.budget.steps = steps;
        const MinimumDistance d = minimumDistance(scene, configuration({-0.9}), configuration({1.0}), options);
        CHECK_FALSE(d.is_complete);
        CHECK(d.lower <= 0.01);
        CHECK(d.upper >= 0.01 - 1e-15);
        CHECK(d.upper - d.lower <= width);
        width = d.upper - d.lower;
    }
    CHECK(width < 1e-3);
}

TEST_CASE("A search ends early where the distance is no less than what is known", "[minimum_distance]")
{
    MinimumDistanceOptions options;
    options.no_more_than = 0.3;
    options.tolerance = 1e-9;
    options.relative = 0.0;
    options.budget.steps = 100;
    const MinimumDistance d = minimumDistance(passingBalls(0.5), configuration({-0.9}), configuration({1.0}), options);
    CHECK(d.is_complete);
    CHECK(d.lower >= 0.3);
    CHECK(d.lower <= 0.5);
}

TEST_CASE("Smallest distances of random pairs enclose those of an independent reference", "[minimum_distance]")
{
    Random random(71);
    int overlapping = 0, apart = 0;
    for (int i = 0; i < 300; ++i)
    {
        SceneBuilder builder;
        addRandomRobot(builder, random);
        addRandomObstacles(builder, random, 2, 1.5, 0.5, Vec3::Zero());
        const auto scene = builder.build();
        const ReferenceScene reference(*scene);
        const Configuration q0 = randomConfiguration(scene->model(), random, 0.7);
        const Configuration q1 = nearbyConfiguration(scene->model(), random, q0, random.logUniform(0.02, 2));
        MinimumDistanceSearch search(scene);
        search.reset(q0, q1);
        MinimumDistanceOptions options;
        options.tolerance = 1e-4;
        options.budget.steps = 3000;
        constexpr int kSamples = 60;
        std::vector<ReferenceScene::Poses> poses;
        for (int k = 0; k <= kSamples; ++k)
            poses.push_back(reference.poses(q0, q1, static_cast<double>(k) / kSamples));
        double smallest = 1e300;
        for (const PairIndex pair : scene->pairs().indices())
        {
            const MinimumDistance d = search.find(pair, options);
            const double rounding = 1e-12 * reference.scaleOf(pair, 1.0);
            double sampled = 1e300;
            for (const auto& at : poses)
                sampled = std::min(sampled, reference.pairDistance(at, pair, sampled));
            CAPTURE(i, pair.value(), d.lower, d.upper, d.t, sampled);
            // No sample is nearer than what is proven, and the upper bound is met where it says.
            CHECK(sampled >= d.lower - rounding);
            CHECK(reference.pairDistance(reference.poses(q0, q1, d.t), pair) <= d.upper + rounding);
            CHECK(d.upper <= sampled + std::max(options.tolerance, options.relative * d.upper) + rounding);
            CHECK((!d.is_complete || d.upper - d.lower <= std::max(options.tolerance, options.relative * d.upper)));
            (d.upper == 0.0 || sampled == 0.0 ? overlapping : apart) += 1;
            smallest = std::min(smallest, d.lower);
        }
        // The certifier's bound of the whole scene is not above what is met.
        SegmentCertifier certifier(scene, q0, q1);
        if (!scene->pairs().empty() && certifier.run() == Verdict::Free)
            CHECK(certifier.result().certified_clearance <= smallest * 1.011 + 1.01 * options.tolerance);
    }
    CHECK(overlapping > 40);
    CHECK(apart > 500);
}

TEST_CASE("A motion that stands still has one distance", "[minimum_distance]")
{
    MinimumDistanceOptions options;
    options.relative = 1e-9;
    options.tolerance = 1e-9;
    const MinimumDistance d = minimumDistance(passingBalls(0.25), configuration({0.0}), configuration({0.0}), options);
    CHECK(d.is_complete);
    CHECK(std::abs(d.lower - 0.25) <= 1e-9);
    CHECK(std::abs(d.upper - 0.25) <= 1e-9);
}

TEST_CASE("Options of a minimum distance that make no sense are refused", "[minimum_distance]")
{
    for (const double bad : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()})
    {
        MinimumDistanceOptions options;
        options.tolerance = bad;
        CHECK_THROWS_AS(minimumDistance(passingBalls(0.1), configuration({0.0}), configuration({1.0}), options), InputError);
    }
    CHECK_THROWS_AS(minimumDistance(passingBalls(0.1), configuration({0.0, 1.0}), configuration({1.0})), InputError);
    const auto scene = passingBalls(0.1);
    MinimumDistanceSearch search(scene);
    search.reset(configuration({0.0}), configuration({1.0}));
    CHECK_THROWS_AS(search.find(PairIndex(scene->pairs().size())), InputError);
}
