// SegmentCertifier::uncoveredIntervals(): what it leaves out is proven free.
#include <cmath>

#include <catch2/catch.hpp>

#include "support/random_input.h"
#include "support/scene_builder.h"

#include <gapless/certify/segment_certifier.h>
#include <gapless/collision/static_checker.h>

using namespace gapless;
using namespace gapless::test;

namespace {

/// Where the rod's side comes to the post, radians: the post's middle is then 0.04 m from its axis.
const double kTouching = M_PI / 2 - std::asin(0.04 / 0.45);

/// A rod turns about its middle from q = 0, the x axis, past or into a post on the y axis; nothing else is there.
std::shared_ptr<const Scene> rodAndPost()
{
    SceneBuilder builder;
    builder.link("rod", builder.joint(kWorld, {}, JointType::Revolute, Vec3::UnitZ()), Box{{0.5, 0.02, 0.02}});
    builder.obstacle("post", Cylinder{0.02, 1.0}, at(0, 0.45, 0));
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
    const auto scene = rodAndPost();
    const StaticChecker checker(scene, 1e-6);
    for (const double resolution : {0.0, 1e-4})
        for (const double angle : {1.4, kTouching + 1e-5, 2.5})  // free, a little into the post, and through it
        {
            CertifyOptions options;
            options.last_valid_resolution = resolution;
            // By its end a motion that ends in the post would be told at once.
            options.check_end_first = angle > 2.0 || angle < kTouching;
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
                    CAPTURE(angle, resolution, step, t);
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
            const bool is_free = angle < kTouching;
            CHECK((certifier.result().verdict == Verdict::Free) == is_free);
            // Where any contact will do, and one is plain to see, the first stage has it, and proves nothing.
            if (resolution == 0.0 && angle > 2.0)
                CHECK(most_covered == 0.0);
            else
                CHECK(most_covered > (is_free ? 0.99 : 0.4));
        }
}
