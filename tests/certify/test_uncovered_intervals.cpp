// SegmentCertifier::uncoveredIntervals(): what it leaves out is proven free.
#include <cmath>

#include <catch2/catch.hpp>

#include "support/random_input.h"
#include "support/scene_builder.h"

#include <gapless/certify/segment_certifier.h>
#include <gapless/certify/static_checker.h>

using namespace gapless;
using namespace gapless::test;

namespace {

/// Where the rod's side comes to the post, radians: the post's middle is then 0.04 m from its axis.
const double kTouching = M_PI / 2 - std::asin(0.04 / 0.45);

/// A rod turns about its middle from q = 0, the x axis, past or into a post of radius 0.02 on the y axis; nothing else is there.
std::shared_ptr<const Scene> rodAndPost(double y)
{
    SceneBuilder builder;
    builder.link("rod", builder.joint(kWorld, {}, JointType::Revolute, Vec3::UnitZ()), Box{{0.5, 0.02, 0.02}});
    builder.obstacle("post", Cylinder{0.02, 1.0}, at(0, y, 0));
    return builder.build();
}

bool isCovered(const std::vector<UncoveredInterval>& uncovered, double t)
{
    for (const UncoveredInterval& interval : uncovered)
        if (interval.time.contains(t))
            return false;
    return true;
}

}  // namespace

TEST_CASE("Before the first step all is uncovered, what is left out after any number of steps has no collision")
{
    // A corner of the rod's end comes 10 um into a post, for a thousandth of the motion.
    const double grazed = std::hypot(0.5, 0.02) + 0.02 - 1e-5;
    struct TestedMotion
    {
        double post, angle;
        bool is_free, is_plain, is_plain_at_end;  // the latter two: a contact is plain to see, or at the end
    };
    const std::vector<TestedMotion> motions = {{0.45, 1.4, true, false, false},
                                               {0.45, kTouching + 1e-5, false, false, true},
                                               {0.45, 2.5, false, true, false},
                                               {grazed, 2.5, false, false, false}};
    for (const double resolution : {0.0, 1e-4})
        for (const auto& [post, angle, is_free, is_plain, is_plain_at_end] : motions)
            for (const bool end_first : {false, true})
            {
                const auto scene = rodAndPost(post);
                const StaticChecker checker(scene, 1e-6);
                CertifyOptions options;
                options.tolerance = 1e-6;
                options.last_valid_resolution = resolution;
                options.check_end_first = end_first;
                CAPTURE(post, angle, resolution, end_first);
                SegmentCertifier certifier(scene, configuration({0.0}), configuration({angle}), options);
                double most_covered = 0.0;
                for (int step = 0; step < 200; ++step)
                {
                    const auto uncovered = certifier.uncoveredIntervals();
                    double covered = 0.0;
                    for (int i = 0; i <= 500; ++i)
                    {
                        const double t = i / 500.0;
                        if (!isCovered(uncovered, t))
                            continue;
                        covered += 1.0 / 501.0;
                        CAPTURE(step, t);
                        CHECK(checker.check(configuration({t * angle})) != Verdict::Collision);
                    }
                    most_covered = std::max(most_covered, covered);
                    for (const UncoveredInterval& interval : uncovered)
                    {
                        CHECK(interval.pair == PairIndex(0));
                        CHECK((interval.time.lower <= interval.time.upper && Interval(0.0, 1.0).contains(interval.time)));
                    }
                    CHECK(uncovered.empty() == (certifier.isDone() && certifier.result().verdict == Verdict::Free));
                    if (certifier.isDone())
                        break;
                    certifier.step();
                }
                CHECK(certifier.isDone());
                CHECK((certifier.result().verdict == Verdict::Free) == is_free);
                // Where any contact will do, the first stage has it, and proves nothing.
                if (resolution == 0.0 && (is_plain || (end_first && is_plain_at_end)))
                    CHECK(most_covered == 0.0);
                else
                    CHECK(most_covered > (is_free ? 0.99 : 0.4));
            }
}
