// Nested, hollow, crossing and inverted shells, of one mesh or several: what lies in what is whole numbers (support/grid_shells.h).
#include <catch2/catch.hpp>

#include <iostream>

#include "certify/articulated_search.h"
#include "measure/published_bisection.h"
#include "support/grid_shells.h"
#include "support/sanitized.h"

#include <gapless/certify/articulated_collision.h>
#include <gapless/certify/segment_certifier.h>
#include <gapless/certify/static_checker.h>
#include <gapless/geometry/pair_distance.h>

using namespace gapless;
using namespace gapless::test;

namespace {

constexpr int kScenes = 10000 / kShare;

std::string described(const GridObject& object)
{
    std::ostringstream text;
    for (const GridShape& shape : object)
    {
        text << (shape.is_primitive ? " primitive" : shape.is_surface ? " surface" : " mesh");
        for (const GridBox& b : shape.boxes)
            text << (b.inward ? " -" : " +") << "[" << b.low[0] << "," << b.low[1] << "," << b.low[2] << " " << b.high[0] << ","
                 << b.high[1] << "," << b.high[2] << "]";
    }
    return text.str();
}

bool isUncovered(const std::vector<UncoveredInterval>& uncovered, double t)
{
    return std::any_of(uncovered.begin(), uncovered.end(), [t](const auto& u) { return u.time.contains(t); });
}

}  // namespace

// 1. insideOneAnother() where no surfaces touch.  2. The verdict of states.  3. Of motions, by every engine, both ways.
// 4. last_valid is not beyond the first contact.  5. What is left out of uncoveredIntervals() is free.
TEST_CASE("Random nested shells of either orientation meet exactly where whole numbers say so")
{
    Random random(20261122);
    int insides = 0, contacts = 0, free = 0;
    for (int i = 0; i < kScenes; ++i)
    {
        const GridScene grid = randomGridScene(random);
        CAPTURE(i, grid.shift, described(grid.A), described(grid.B));
        const std::optional<double> contact = grid.contact();
        const bool meets_at_start = contact == 0.0;
        const Motion motion(grid.scene->model(), grid.q0, grid.q1);
        if (!grid.leaves_meet && !grid.scene->pairs().empty())
        {
            const ObjectPair& pair = grid.scene->pair(PairIndex(0));
            const CollisionObject &a = grid.scene->object(pair.a), &b = grid.scene->object(pair.b);
            const auto answer = insideOneAnother(*a.geometry, *b.geometry,
                                                 pairPose(motion.worldPose(a.body, 0.0), motion.worldPose(b.body, 0.0)));
            CHECK(answer == (meets_at_start ? Containment::Answer::Inside : Containment::Answer::Outside));
            insides += meets_at_start;
        }
        REQUIRE(grid.scene->pairs().size() == 1);
        const StaticChecker checker(grid.scene, 1e-3);
        CHECK(checker.check(grid.q0) == (meets_at_start ? Verdict::Collision : Verdict::Free));

        const Verdict expected = contact ? Verdict::Collision : Verdict::Free;
        (contact ? contacts : free) += 1;
        const double last = contact.value_or(1.0);
        CertifyOptions options;
        options.check_end_first = i % 2;
        options.last_valid_resolution = i % 4 < 2 ? 1e-3 : 0.0;
        SegmentCertifier certifier(grid.scene, options);
        ArticulatedOptions articulated;
        articulated.time_tolerance = 1e-3;
        articulated.first_contact = i % 3 != 0;
        articulated.stages = {i % 8 != 0, i % 4 == 1};
        ArticulatedCollision collision = i % 4 == 2 ? ArticulatedSearch::withEquations(grid.scene, articulated)
                                                    : ArticulatedCollision(grid.scene, articulated);
        for (const bool backwards : {false, true})
        {
            const Configuration &q0 = backwards ? grid.q1 : grid.q0, &q1 = backwards ? grid.q0 : grid.q1;
            certifier.reset(q0, q1);
            Budget few;
            few.steps = static_cast<std::uint64_t>(i % 5);
            certifier.run(few);
            if (!backwards && contact)
            {
                CHECK(certifier.result().last_valid <= last);
                CHECK(isUncovered(certifier.uncoveredIntervals(), last));
            }
            certifier.run();
            CHECK(certifier.result().verdict == expected);
            if (!backwards)
                CHECK(certifier.result().last_valid <= last);
            if (!backwards && contact)
                CHECK(isUncovered(certifier.uncoveredIntervals(), last));

            const ArticulatedResult result = collision.check(q0, q1);
            CHECK(result.verdict == expected);
            if (!backwards)
                CHECK(result.last_valid <= last);
            if (!backwards && contact && articulated.first_contact)
                CHECK(result.time_of_contact.upper >= last);
            if (i % 10 == 0)
                CHECK(publishedBisection(*grid.scene, q0, q1, options).verdict == expected);
        }
    }
    std::cout << "nested shells: " << insides << " inside, " << contacts << " in contact, " << free << " free\n";
    CHECK(insides > 2000 / kShare);
    CHECK(contacts > 3000 / kShare);
    CHECK(free > 3000 / kShare);
}

TEST_CASE(
    "A motion that starts inside a closed mesh and leaves it has its last_valid, and once that is refined its witness, at the "
    "start")
{
    SceneBuilder builder;
    builder.link("ball", builder.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()), Sphere{0.0625});
    builder.obstacle("cube", boxMesh(Vec3::Constant(0.25)));
    for (const double resolution : {0.0, 1e-6})
        for (const bool end_first : {true, false})
        {
            CertifyOptions options;
            options.last_valid_resolution = resolution;
            options.check_end_first = end_first;
            SegmentCertifier certifier(builder.build(), configuration({0.0}), configuration({1.0}), options);
            CHECK(certifier.result().last_valid == 0.0);
            CHECK(certifier.run() == Verdict::Collision);
            const CertifyResult result = certifier.result();
            CHECK(result.last_valid == 0.0);
            REQUIRE(result.witness);
            if (resolution == 0.0)  // any witness does, the start is not looked at where nothing is claimed of it
                continue;
            CHECK(result.t == 0.0);
            CHECK(result.witness->distance == 0.0);
            CHECK(result.witness->point_a.norm() < 0.0625 + 1e-12);
        }
}
