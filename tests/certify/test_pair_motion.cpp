// What is known of a pair during a motion, against closed forms.
#include <catch2/catch.hpp>

#include <cmath>

#include "certify/pair_motion.h"
#include "support/random_input.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

TEST_CASE("The acceleration of a pair along a direction is bounded at both ends of an interval, from what is known at its middle")
{
    SceneBuilder b;
    const BodyIndex wrist = b.joint(kWorld, {}, JointType::Revolute, Vec3::UnitX());
    b.link("ball", b.joint(wrist, {}, JointType::Revolute), Sphere{1e-6}, {Mat3::Identity(), Vec3::UnitX()});
    b.obstacle("slab", Box{Vec3(3, 3, 1)}, {Mat3::Identity(), Vec3(0, 0, 2)});
    for (const bool slab_first : {false, true})
    {
        if (slab_first)
            std::swap(b.objects.front(), b.objects.back());
        const auto scene = b.build();
        for (const double tilt : {0.4, -0.4})
        {
            // The axis of the spin leaves the slab's normal, or comes to it; at the far end the ball is at the side, where it counts most.
            const double spin = 22.0, first_tilt = tilt > 0.0 ? 0.0 : 0.4;
            const double first_angle = tilt > 0.0 ? 0.5 * M_PI - spin : 0.5 * M_PI;
            const Motion motion(scene->model(), configuration({first_tilt, first_angle}),
                                configuration({first_tilt + tilt, first_angle + spin}));
            PoseCache poses;
            poses.reset(motion);
            const int first = poses.addInstant(0.0), middle = poses.addInstant(0.5), last = poses.addInstant(1.0);
            IndexedVector<ObjectIndex, MotionBound> bounds;
            bounds.resize(scene->objects().size());
            for (const ObjectIndex i : bounds.indices())
                if (scene->object(i).body != kWorld)
                    bounds[i].reset(motion, scene->object(i).body, *scene->object(i).geometry, poses, middle);
            const PairMotion pair = makePairMotion(*scene, PairIndex(0), nullptr, motion, bounds, poses, first);
            const PairInstants at = pairInstants(*scene, pair, poses, first, middle, last);
            AccelerationAlong along;
            along.reset(pair, at, 0.5);
            // Its height is sin(a) sin(s).
            double largest = 0.0;
            for (int k = 0; k <= 1000; ++k)
            {
                const double a = first_tilt + tilt * k / 1000, s = first_angle + spin * k / 1000;
                largest = std::max(largest, std::abs(2 * tilt * spin * std::cos(a) * std::cos(s)
                                                     - (tilt * tilt + spin * spin) * std::sin(a) * std::sin(s)));
            }
            CAPTURE(slab_first, tilt, largest);
            CHECK(largest > 180.0);
            CHECK(along(Vec3::UnitZ()) >= largest);
            CHECK(along(Vec3::UnitZ()) < 0.5 * pair.acceleration);
            CHECK(along.atBest() <= along(Vec3::UnitZ()));
        }
    }
}
