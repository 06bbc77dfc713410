// Tables of three joint values: what they say of motions, and which pairs have one. (See test_apart_cells_search.cpp for what is of all tables.)
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include <gapless/collision/scene.h>

#include "support/gap_on_motion.h"
#include "support/random_input.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

constexpr PairIndex kOnlyPair{0};

/// A pin of the hand, moved through space by three slides of range [0, 1], and many of the base, all at p.
std::shared_ptr<const Scene> pinsInSpace(const Vec3& p, double radius, double clearance)
{
    SceneBuilder b;
    const BodyIndex base = b.joint(kWorld, at(0, 0.3, 0), JointType::Revolute);
    BodyIndex hand = base;
    for (int v = 0; v < 3; ++v)
        hand = b.model.addBody("slide_" + std::to_string(v), hand, {},
                               limited(JointType::Prismatic, Vec3::Unit(v), 0, 1, "slide_" + std::to_string(v)), 0);
    b.link("base", base, std::vector<PlacedShape>(32, {Sphere{radius}, at(p.x(), p.y(), p.z())}));
    b.link("hand", hand, Sphere{radius});
    return std::make_shared<Scene>(b.model, b.objects, std::vector<ObjectPair>{{ObjectIndex(0), ObjectIndex(1), clearance}});
}

}  // namespace

TEST_CASE("Three joints: a spot of contact is met by every motion through it, wherever in the cells it is, and by few others")
{
    Random random(36);
    for (const double clearance : {0.0, 0.03})
        for (const Vec3& p : {Vec3(0.5, 0.5, 0.5), Vec3(0, 0, 0), Vec3(1, 0.25, 0.125), Vec3(1.0 / 3.0, 0.6180339887, 0.75)})
        {
            CAPTURE(clearance, p.transpose());
            const double radius = 0.02, far = 2 * radius + clearance;
            const auto scene = pinsInSpace(p, radius, clearance);
            const ApartWithinLimits& proof = scene->apartWithinLimits(kOnlyPair);
            REQUIRE(proof.cells);
            CHECK(proof.cells->axes().size() == 3);
            int answered = 0, asked = 0;
            for (int k = 0; k < 2000; ++k)
            {
                // Through a point that is nearer than the two may be, or just as near; and far from it.
                const Vec3 way = random.direction() * random.logUniform(1e-6, 1.0);
                const bool meets = k % 2 == 0;
                Vec3 through = p + random.direction() * (k % 4 ? random.unit() * far : far * (1.0 - 1e-9));
                if (!meets)
                    through = Vec3(random.unit(), random.unit(), random.unit());
                const double t = random.unit();
                Vec3 ends[2] = {through - t * way, through + (1.0 - t) * way};
                const auto isWithin = [](const Vec3& x) { return x.minCoeff() >= 0.0 && x.maxCoeff() <= 1.0; };
                if (!isWithin(ends[0]) || !isWithin(ends[1]))
                    continue;
                const auto gap = proof.gapOn(configuration({0.3, ends[0].x(), ends[0].y(), ends[0].z()}),
                                             configuration({-0.7, ends[1].x(), ends[1].y(), ends[1].z()}));
                const Vec3 along = ends[1] - ends[0];
                const double s = std::min(1.0, std::max(0.0, (p - ends[0]).dot(along) / along.squaredNorm()));
                const double distance = (ends[0] + s * along - p).norm() - 2 * radius;
                CHECK(gap.value_or(0.0) <= std::max(0.0, distance) + 1e-12);
                if (distance <= clearance)
                    CHECK_FALSE(gap);
                asked += !meets && distance > 0.15;
                answered += !meets && distance > 0.15 && gap;
            }
            CAPTURE(asked, answered);
            CHECK(asked > 100);
            CHECK(answered > 0.97 * asked);
        }
}

namespace {

/// Three slides along one line, which bring the two objects nearer.
struct Slides
{
    double ranges[3] = {0.3, 0.5, 0.7};
    bool is_backwards = false;  ///< by negative values
    bool last_follows = false;  ///< the third joint mimics the second, though it has limits

    KinematicModel model() const
    {
        KinematicModel model;
        Joint turns;
        turns.name = "turns";
        turns.type = JointType::Continuous;
        BodyIndex hand = model.addBody("base", kWorld, {}, turns, 0);
        for (int k = 0; k < 3; ++k)
        {
            Joint slide = limited(JointType::Prismatic, (is_backwards ? 1 : -1) * Vec3::UnitX(), is_backwards ? -ranges[k] : 0.0,
                                  is_backwards ? 0.0 : ranges[k], "slide_" + std::to_string(k));
            if (k == 2 && last_follows)
                slide.mimic = Mimic{hand, 1.0, 0.0};
            hand = model.addBody(slide.name, hand, {}, slide, 0);
        }
        return model;
    }
    /// They are 1.8 apart where all slides are at 0.
    static std::vector<CollisionObject> objects(const KinematicModel& model)
    {
        SceneBuilder b;
        b.model = model;
        b.link("base", *model.findJoint("turns"), std::vector<PlacedShape>(32, {Sphere{0.1}, {}}));
        b.link("hand", *model.findJoint("slide_2"), Sphere{0.1}, at(2, 0, 0));
        return b.objects;
    }
};

}  // namespace

TEST_CASE("Three joints: a pair that is apart all over the box has no table, and a gap that is right")
{
    const std::vector<CollisionObject> objects = Slides::objects(Slides().model());
    const auto scene = [&](const KinematicModel& of, double clearance, const Scene* earlier) {
        return std::make_shared<const Scene>(of, objects, std::vector<ObjectPair>{{ObjectIndex(0), ObjectIndex(1), clearance}},
                                             earlier);
    };
    const auto mayMeet = [](const Scene& of) {
        const ApartWithinLimits& proof = of.apartWithinLimits(kOnlyPair);
        return !proof.open.empty() && !proof.gapOn(of.model().lowerLimits(), of.model().upperLimits());
    };
    for (const bool is_backwards : {false, true})
    {
        Slides slides;
        slides.is_backwards = is_backwards;
        const auto first = scene(slides.model(), 0.0, nullptr);
        for (const Scene* earlier : {static_cast<const Scene*>(nullptr), first.get()})
        {
            CAPTURE(is_backwards, earlier != nullptr);
            for (const double clearance : {0.0, 0.25, 0.29})
            {
                const ApartWithinLimits proof = scene(slides.model(), clearance, earlier)->apartWithinLimits(kOnlyPair);
                CAPTURE(clearance, proof.gap);
                // The least distance is 0.3.
                CHECK((proof.open.empty() || clearance > 0.25));
                CHECK_FALSE((proof.open.empty() && proof.cells));
                CHECK((!proof.open.empty() || (proof.gap > std::max(clearance, 0.2) && proof.gap <= 0.3)));
            }
            CHECK(mayMeet(*scene(slides.model(), 0.31, earlier)));
            // Longer ways bring the two together, whichever is longer.
            for (std::size_t k = 0; k < 3; ++k)
            {
                Slides longer = slides;
                longer.ranges[k] += 0.4;
                CHECK(mayMeet(*scene(longer.model(), 0.0, earlier)));
            }
        }
    }
}

TEST_CASE("Three joints: two links of few leaves, or with more joints between, have no table")
{
    const auto scene = [](int joints, std::size_t leaves, JointType last = JointType::Revolute) {
        SceneBuilder b;
        BodyIndex hand = b.joint(kWorld, {}, JointType::Revolute);
        b.link("base", hand, std::vector<PlacedShape>(leaves - 1, {Sphere{0.05}, at(0.5, 0, 0)}));
        for (int k = 0; k < joints; ++k)
            hand = b.model.addBody("body_" + std::to_string(k), hand, at(0.3, 0, 0),
                                   k + 1 == joints && last == JointType::Continuous
                                       ? Joint{"last", last, Vec3::UnitZ(), {}, {}, {}}
                                       : limited(JointType::Revolute, Vec3::UnitZ(), -2.6, 2.6, "joint_" + std::to_string(k)),
                                   0);
        b.link("hand", hand, Sphere{0.05}, at(0.3, 0, 0));
        return std::make_shared<Scene>(b.model, b.objects, std::vector<ObjectPair>{{ObjectIndex(0), ObjectIndex(1), 0.0}});
    };
    const auto hasTable = [&](const auto&... of) { return scene(of...)->apartWithinLimits(kOnlyPair).cells != nullptr; };
    CHECK(hasTable(2, 2));
    CHECK(hasTable(3, 32));
    CHECK_FALSE(hasTable(3, 31));
    CHECK_FALSE(hasTable(4, 32));
    CHECK_FALSE(hasTable(3, 32, JointType::Continuous));
    // Nor is anything proven where a joint mimics another: its value may be any that the other makes of it.
    Slides follows;
    follows.last_follows = true;
    const KinematicModel model = follows.model();
    const Scene with_mimic(model, Slides::objects(model), {{ObjectIndex(0), ObjectIndex(1), 0.0}});
    CHECK_FALSE(with_mimic.apartWithinLimits(kOnlyPair).cells);
    CHECK_FALSE(with_mimic.apartWithinLimits(kOnlyPair).open.empty());
}
