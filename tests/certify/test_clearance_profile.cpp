// clearanceProfile(): true at every instant and everywhere within the tracking error, and near to what is true.
#include <catch2/catch.hpp>

#include <cmath>

#include "support/random_tube.h"
#include "support/reference_scene.h"
#include "support/sanitized.h"

#include <gapless/certify/clearance_profile.h>
#include <gapless/core/error.h>

using namespace gapless;
using namespace gapless::test;

namespace {

/// The smallest distance of any pair there.
double nearest(const ReferenceScene& reference, const Configuration& q)
{
    const auto poses = reference.poses(q, q, 0.0);
    double least = std::numeric_limits<double>::infinity();
    for (const PairIndex pair : reference.scene().pairs().indices())
        least = std::min(least, reference.pairDistance(poses, pair, least));
    return least;
}

/// One piece of a second, quintic in each joint.
CurveMotion randomCurve(const KinematicModel& model, Random& random, double duration)
{
    CurvePiece piece{1.0, 1.0 + duration, {}};
    for (const Body& body : model.bodies())
        if (body.variable)
            for (int k = 0; k < variableCount(body.joint.type); ++k)
            {
                const double from = random.uniform(-1, 1);
                piece.variables.emplace_back(Bernstein::quintic(from, random.uniform(-2, 2), random.uniform(-4, 4),
                                                                from + random.uniform(-1, 1), random.uniform(-2, 2),
                                                                random.uniform(-4, 4)));
            }
    return CurveMotion(model, {piece});
}

/// Three links of a chain among five balls.
std::shared_ptr<const Scene> chainAmongBalls(Random& random)
{
    SceneBuilder builder;
    BodyIndex body = kWorld;
    for (const JointType type : {JointType::Revolute, JointType::Prismatic, JointType::Continuous})
    {
        body = builder.joint(body, at(0.4, 0, 0), type, random.direction());
        builder.link("link " + std::to_string(body.value()), body, Box{Vec3(0.15, 0.05, 0.05)});
    }
    for (int k = 0; k < 5; ++k)
        builder.obstacle("ball " + std::to_string(k), Sphere{0.05},
                         {Mat3::Identity(), random.uniform(0.8, 2.0) * random.direction()});
    return builder.build();
}

}  // namespace

TEST_CASE("A profile holds at every instant of random curves, in all of the tracking error, and is near to the smallest distance")
{
    Random random(3);
    double sum_of_excess = 0.0;
    int parts = 0;
    for (int i = 0; i < (kSanitized ? 4 : 40); ++i)
    {
        INFO("curve " << i);
        const auto scene = chainAmongBalls(random);
        const KinematicModel& model = scene->model();
        const ReferenceScene reference(*scene);
        const CurveMotion curve = randomCurve(model, random, 0.5);
        ClearanceProfileOptions options;
        options.tracking_error =
            i % 2 ? randomDeviation(model, random, 0.3, 1e-4, 3e-2) : Configuration::Zero(model.configurationSize());
        const std::vector<ProvenPart> profile = clearanceProfile(scene, curve, options);
        REQUIRE(profile.size() >= 10);
        CHECK(profile.front().time.lower == curve.begin());
        CHECK(profile.back().time.upper == curve.end());
        for (std::size_t k = 0; k < profile.size(); ++k)
        {
            const ProvenPart& part = profile[k];
            if (k > 0)
                CHECK(part.time.lower == profile[k - 1].time.upper);
            double least = std::numeric_limits<double>::infinity();
            for (int sample = 0; sample <= 12; ++sample)
            {
                const double time = part.time.lower + sample / 12.0 * part.time.width();
                const Configuration q = curve.at(time);
                least = std::min(least, nearest(reference, q));
                const double off = nearest(reference, randomInTube(model, random, q, options.tracking_error));
                CHECK(part.clearance <= off + 1e-9);
            }
            CHECK(part.clearance <= least + 1e-9);
            if (i % 2 == 0)
            {
                sum_of_excess += least - part.clearance;
                ++parts;
            }
        }
    }
    // Asked for: a millimetre or a twentieth, and what the parts leave their straight lines.
    CHECK(sum_of_excess / parts < 0.02);
    WARN("a profile is " << 1e3 * sum_of_excess / parts << " mm below the smallest distance of samples in the mean");
}

TEST_CASE("What takes tracking errors for nothing is told apart: a ball beside a wall")
{
    SceneBuilder builder;
    builder.link("ball", builder.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()), Sphere{0.1});
    builder.obstacle("wall", Box{Vec3(0.5, 4, 4)}, at(1.5, 0, 0));
    const auto scene = builder.build();
    const CurveMotion curve(scene->model(), {{0.0, 1.0, {Bernstein::cubic(0.0, 0.0, 0.5, 0.0)}}});
    ClearanceProfileOptions options;
    options.tolerance = 1e-6;
    options.relative = 0.0;
    for (const double error : {0.0, 0.05, 0.5})
    {
        options.tracking_error = Configuration::Constant(1, error);
        const std::vector<ProvenPart> profile = clearanceProfile(scene, curve, options);
        const double last = std::max(0.0, 0.4 - error);
        CHECK(profile.back().clearance <= last);
        CHECK(profile.back().clearance >= last - 1e-4);
        CHECK(profile.front().clearance >= 0.9 - error - 0.02);
    }
    // Where it runs into the wall nothing is proven, and before that all that is.
    const CurveMotion through(scene->model(), {{0.0, 1.0, {Bernstein::line(0.0, 2.0)}}});
    options.tracking_error = {};
    const std::vector<ProvenPart> profile = clearanceProfile(scene, through, options);
    CHECK(profile.back().clearance == 0.0);
    CHECK(profile[5].clearance > 0.2);
    int asked = 0;
    options.budget.interrupted = [&asked] { return ++asked > 3; };
    CHECK(clearanceProfile(scene, through, options).size() == 3);
    options.width = 0.0;
    CHECK_THROWS_AS(clearanceProfile(scene, through, options), InputError);
}
