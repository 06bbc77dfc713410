// Fronts of many node pairs, which one plane may keep apart (front.h): finely tessellated plates of which a single point may stand out.
#include <catch2/catch.hpp>

#include <algorithm>

#include "support/random_scene.h"
#include "support/sanitized.h"

#include <gapless/certify/articulated_collision.h>
#include <gapless/certify/segment_certifier.h>

using namespace gapless;
using namespace gapless::test;

namespace {

constexpr int kCells = 24;
constexpr double kSide = 0.48;  // metres

/// A plate below z = 0 with its upper side slanting, or above it with its lower side slanting, so that bounding volumes of its parts stand
/// out of the plane. One vertex of the plane's grid lies at the height `spike`.
std::shared_ptr<const TriangleMesh> plate(bool above, int row, int column, double spike)
{
    std::vector<Vec3> vertices;
    std::vector<TriangleMesh::Triangle> triangles;
    const double sign = above ? 1.0 : -1.0;
    for (const bool on_plane : {true, false})
    {
        const int first = static_cast<int>(vertices.size());
        for (int i = 0; i <= kCells; ++i)
            for (int k = 0; k <= kCells; ++k)
            {
                const double x = kSide * i / kCells, y = kSide * k / kCells;
                const double z = on_plane ? (i == row && k == column ? spike : 0.0) : sign * (0.02 + 0.1 * x);
                vertices.push_back(Vec3(x, y, z));
                if (i == kCells || k == kCells)
                    continue;
                const int at = first + i * (kCells + 1) + k;
                triangles.push_back({at, at + 1, at + kCells + 1});
                triangles.push_back({at + 1, at + kCells + 2, at + kCells + 1});
            }
    }
    return meshOf(vertices, triangles);
}

struct Plates
{
    std::shared_ptr<const Scene> scene;
    Configuration q0, q1;
};

/// A plate that slides and turns above another one at that gap; of one of the two a grid point stands out by `spike`.
Plates plates(Random& random, double gap, double spike)
{
    const int row = 2 + random.index(kCells - 3), column = 2 + random.index(kCells - 3);
    const bool upper = random.chance(0.5);
    SceneBuilder builder;
    const BodyIndex cart = builder.joint(kWorld, at(0, 0, gap), JointType::Planar);
    // The spike of the one sweeps over the other's middle at some instant: the plates are much larger than the way.
    builder.link("upper", cart, plate(true, upper ? row : -1, column, -spike));
    builder.obstacle("lower", plate(false, upper ? -1 : row, column, spike));
    const double angle = random.uniform(0.1, 0.6);
    return {builder.build(), configuration({-0.02, -0.02, 0.0}), configuration({0.02, 0.03, angle})};
}

/// The same, but the upper plate swings past the other, level all the way, and is lowest at that part of the motion.
Plates swingingPlates(Random& random, double gap, double spike, double lowest)
{
    constexpr double kArm = 2.0, kTurn = 0.1;
    const int row = 6 + random.index(kCells - 11), column = 6 + random.index(kCells - 11);
    const bool upper = random.chance(0.5);
    SceneBuilder builder;
    const BodyIndex arm = builder.joint(kWorld, at(0, 0, gap + kArm), JointType::Revolute, Vec3::UnitX());
    const BodyIndex cart = builder.joint(arm, at(0, 0, -kArm), JointType::Revolute, Vec3::UnitX(), Mimic{arm, -1.0, 0.0});
    const Pose centred = at(-kSide / 2, -kSide / 2, 0);
    builder.link("upper", cart, plate(true, upper ? row : -1, column, -spike), centred);
    builder.obstacle("lower", plate(false, upper ? -1 : row, column, spike), centred);
    if (random.chance(0.5))
        std::swap(builder.objects.front(), builder.objects.back());
    return {builder.build(), configuration({-lowest * kTurn}), configuration({(1 - lowest) * kTurn})};
}

/// A spike of `share` of the gap is a collision if that is more than 1, by either validator.
void checkSpike(const Plates& motion, double gap, double share, bool check_end_first)
{
    CertifyOptions options;
    options.tolerance = 1e-4 * gap;
    options.check_end_first = check_end_first;
    SegmentCertifier certifier(motion.scene, motion.q0, motion.q1, options);
    CAPTURE(gap, share);
    const Verdict expected = share > 1.0 ? Verdict::Collision : Verdict::Free;
    CHECK(certifier.run() == expected);
    if (share < 1.0)
        CHECK(certifier.result().certified_clearance <= gap * (1 - share) * (1 + 1e-9));
    ArticulatedOptions articulated;
    articulated.tolerance = 1e-4 * gap;
    CHECK(ArticulatedCollision(motion.scene, articulated).check(motion.q0, motion.q1).verdict == expected);
}

}  // namespace

TEST_CASE("Two tessellated plates that slide over each other are proven apart at few instants")
{
    Random random(5);
    for (const double gap : {1e-2, 1e-3, 1e-4, 1e-6})
    {
        const Plates motion = plates(random, gap, 0.0);
        CertifyOptions options;
        options.tolerance = gap / 2;
        SegmentCertifier certifier(motion.scene, motion.q0, motion.q1, options);
        CAPTURE(gap);
        CHECK(certifier.run() == Verdict::Free);
        CHECK(certifier.result().certified_clearance <= gap);
        CHECK(certifier.result().statistics.bounding_volume_tests + certifier.result().statistics.distance_queries < 20000);
        CHECK(ArticulatedCollision(motion.scene).check(motion.q0, motion.q1).verdict == Verdict::Free);
    }
}

TEST_CASE("A single point that stands out of a tessellated plate is not overlooked where it touches the other")
{
    Random random(6);
    for (int i = 0; i < 60 / std::min(kShare, 10); ++i)
    {
        const double gap = random.logUniform(1e-5, 1e-2);
        // Seen from above, a point near the middle of the one stays over the other all the way.
        for (const double share : {1.0 + 1e-3, 1.5, 1.0 - 1e-3})
        {
            const Plates motion = plates(random, gap, gap * share);
            CAPTURE(i);
            checkSpike(motion, gap, share, true);
        }
    }
}

TEST_CASE("A single point that stands out is not overlooked where it comes down to the other plate for a moment only")
{
    Random random(7);
    for (int i = 0; i < 60 / std::min(kShare, 10); ++i)
    {
        const double gap = random.logUniform(1e-5, 1e-3);
        // Between two instants, or at an end of many intervals.
        const double lowest = i % 3 == 2 ? random.unit() : i % 3;
        for (const double share : {1.0 + 1e-3, 1.2, 1.0 - 1e-3})
        {
            const Plates motion = swingingPlates(random, gap, gap * share, lowest);
            CAPTURE(i, lowest);
            checkSpike(motion, gap, share, false);
        }
    }
}

TEST_CASE("A certifier that is begun anew in the middle of a front goes on as one that was not used before")
{
    Random random(8);
    int in_pieces = 0;
    for (int i = 0; i < 40 / std::min(kShare, 4); ++i)
    {
        const Plates motion = plates(random, 1e-3, random.chance(0.5) ? 0.999e-3 : 1.001e-3);
        CertifyOptions options;
        options.tolerance = 1e-7;
        options.check_end_first = random.chance(0.5);
        options.last_valid_resolution = random.chance(0.5) ? 1e-3 : 0.0;
        SegmentCertifier used(motion.scene, motion.q0, motion.q1, options), fresh(motion.scene, motion.q1, motion.q0, options);
        for (int k = random.index(12); k > 0; --k)
            used.step();
        used.reset(motion.q1, motion.q0);
        CAPTURE(i, options.check_end_first, options.last_valid_resolution);
        for (int k = 0; k < 1000 && !fresh.isDone(); ++k)
        {
            const CertifyResult a = used.result(), b = fresh.result();
            REQUIRE(a.last_valid == b.last_valid);
            REQUIRE(a.statistics.bounding_volume_tests == b.statistics.bounding_volume_tests);
            REQUIRE(a.statistics.configurations == b.statistics.configurations);
            REQUIRE(used.uncoveredLength() == fresh.uncoveredLength());
            REQUIRE(used.uncoveredIntervals().size() == fresh.uncoveredIntervals().size());
            const std::uint64_t before = a.statistics.configurations;
            used.step();
            fresh.step();
            in_pieces += !fresh.isDone() && fresh.result().statistics.configurations == before;
        }
        CHECK(used.isDone() == fresh.isDone());
        CHECK(used.result().verdict == fresh.result().verdict);
        CHECK(used.result().certified_clearance == fresh.result().certified_clearance);

        Budget one;
        one.steps = 1;
        ArticulatedCollision again(motion.scene), first(motion.scene);
        again.reset(motion.q0, motion.q1);
        for (int k = random.index(12); k > 0; --k)
            again.run(one);
        again.reset(motion.q1, motion.q0);
        first.reset(motion.q1, motion.q0);
        for (int k = 0; k < 1000 && !first.isDone(); ++k)
        {
            again.run(one);
            first.run(one);
            const ArticulatedResult a = again.contactResult(), b = first.contactResult();
            REQUIRE(a.verdict == b.verdict);
            REQUIRE(a.last_valid == b.last_valid);
            REQUIRE(a.statistics.bounding_volume_tests == b.statistics.bounding_volume_tests);
        }
        CHECK(again.isDone() == first.isDone());
    }
    CHECK(in_pieces > 100 / std::min(kShare, 4));
}
