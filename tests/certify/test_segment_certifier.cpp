// SegmentCertifier: resumable, honest about budgets, with a last_valid as near as asked for. What it must prove at all is in the contract.
#include <catch2/catch.hpp>

#include <functional>

#include "contract/motion_validator_contract.h"
#include "support/random_input.h"
#include "support/scene_builder.h"

#include <gapless/certify/rounding_floor.h>
#include <gapless/certify/segment_certifier.h>
#include <gapless/core/error.h>

using namespace gapless;
using namespace gapless::test;

namespace {

Budget steps(std::uint64_t count)
{
    Budget budget;
    budget.steps = count;
    return budget;
}

/// A tetrahedron whose slanted face x + y + z = 1 is cut near its edge z = 0: one of its triangles is a sliver, 1.5e-7 wide. A flake
/// (one triangle) slides along the normal of that face; at 0 its tip, the point that is asked about, is `gap` above the sliver.
struct FlakeAboveSliver
{
    explicit FlakeAboveSliver(double gap, double clearance = 0.0)
    {
        const double width = 0x1p-23;
        const Vec3 apex(0.5 * (1 - width), 0.5 * (1 - width), width), x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();
        const auto solid =
            meshOf({Vec3::Zero(), x, y, z, apex}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 4}, {2, 3, 4}, {3, 1, 4}});
        const Vec3 normal = Vec3::Ones().normalized(), tip = (x + y + apex) / 3 + gap * normal;
        const auto flake = triangleMesh(tip, tip + 0.5 * normal + 0.25 * z, tip + 0.5 * normal + 0.25 * x);
        SceneBuilder b;
        b.link("flake", b.joint(kWorld, {}, JointType::Prismatic, normal), flake);
        // With something beyond the flake, so that the hull of all does not keep the two apart.
        b.objects.push_back({"solid",
                             kWorld,
                             ObjectKind::Obstacle,
                             std::make_shared<CollisionGeometry>(
                                 std::vector<PlacedShape>{{solid, {}}, {Sphere{0.1}, {Mat3::Identity(), 9.0 * normal}}}, "solid"),
                             {}});
        b.clearances.all = clearance;
        scene = b.build();
        isUnknownAt = [=](double q) {
            return geometryOf(solid)->containment().contains(tip + q * normal) == Containment::Answer::Unknown;
        };
    }

    CertifyResult run(double from, double to, double tolerance, double resolution = 0.0) const
    {
        CertifyOptions options;
        options.tolerance = tolerance;
        options.last_valid_resolution = resolution;
        SegmentCertifier certifier(scene, configuration({from}), configuration({to}), options);
        certifier.run();
        return certifier.result();
    }

    std::shared_ptr<const Scene> scene;
    std::function<bool(double)> isUnknownAt;
};

}  // namespace

TEST_CASE("A certifier run in single steps ends with the verdict, the witness and the work of one run")
{
    for (const MotionCase& motion : sampledCases())
    {
        INFO(motion.name);
        SegmentCertifier whole(motion.scene, motion.q0, motion.q1, motion.options),
            stepped(motion.scene, motion.q0, motion.q1, motion.options),
            by_step(motion.scene, motion.q0, motion.q1, motion.options);
        whole.run();
        while (!stepped.isDone())
            stepped.run(steps(1));
        while (!by_step.isDone())
            by_step.step();
        const CertifyResult a = whole.result();
        for (const CertifyResult& b : {stepped.result(), by_step.result()})
        {
            CHECK(a.verdict == b.verdict);
            CHECK(a.t == b.t);
            CHECK(a.last_valid == b.last_valid);
            CHECK(a.certified_clearance == b.certified_clearance);
            CHECK(a.statistics.configurations == b.statistics.configurations);
            CHECK(a.statistics.distance_queries == b.statistics.distance_queries);
        }
        CHECK(whole.uncoveredLength() == 0.0);
        whole.step();
        CHECK(whole.result().verdict == a.verdict);
        CHECK(whole.run() == a.verdict);
    }
}

TEST_CASE("A spent budget is undecided, never free, and what it claims so far is no more than the truth")
{
    int open = 0;
    std::vector<MotionCase> cases = sampledCases();
    for (const MotionCase& motion : adversarialCases())
        cases.push_back(motion);
    for (const MotionCase& motion : cases)
        for (std::uint64_t count : {0, 1, 2, 3, 4, 5})
        {
            SegmentCertifier certifier(motion.scene, motion.q0, motion.q1, motion.options);
            const Verdict verdict = certifier.run(steps(count));
            INFO(motion.name << " after " << count << " steps");
            if (certifier.isDone())
                continue;
            ++open;
            const CertifyResult result = certifier.result();
            CHECK(verdict == Verdict::Undecided);
            CHECK(result.verdict == Verdict::Undecided);
            CHECK(result.interval.lower >= 0.0);
            CHECK(result.interval.upper <= 1.0);
            CHECK(result.interval.lower <= result.interval.upper);
            CHECK(certifier.uncoveredLength() >= 0.0);
            CHECK(result.last_valid <= motion.contact.value_or(1.0));
            if (motion.contact)
                CHECK(result.last_valid < 1.0);
        }
    CHECK(open > 50);
    Budget no_time;
    no_time.seconds = 0.0;
    const MotionCase& motion = sampledCases().front();
    SegmentCertifier certifier(motion.scene, motion.q0, motion.q1, motion.options);
    if (certifier.run(no_time) == Verdict::Free)
        CHECK(certifier.isDone());
}

TEST_CASE("A segment that is interrupted stops within a few steps, and goes on from there")
{
    for (const MotionCase& motion : sampledCases())
    {
        INFO(motion.name);
        SegmentCertifier whole(motion.scene, motion.q0, motion.q1, motion.options),
            stopped(motion.scene, motion.q0, motion.q1, motion.options);
        Budget budget;
        int asked = 0;
        budget.interrupted = [&asked] { return ++asked > 2; };
        stopped.run(budget);
        CHECK(asked <= 3);
        budget.interrupted = [] { return true; };
        SegmentCertifier untouched(motion.scene, motion.q0, motion.q1, motion.options);
        const bool was_done = untouched.isDone();
        untouched.run(budget);
        CHECK(untouched.isDone() == was_done);
        CHECK(stopped.run() == whole.run());
    }
}

TEST_CASE("last_valid comes within the asked resolution of the first contact")
{
    for (const MotionCase& motion : analyticCases())
    {
        // Close passes before the contact, and contacts of many, are no test of this.
        if (!motion.contact || *motion.contact <= 0.0 || !motion.must_decide || motion.name.find("graze") != std::string::npos)
            continue;
        for (double resolution : {1e-2, 1e-4})
        {
            CertifyOptions options = motion.options;
            options.tolerance = std::min(options.tolerance, 1e-9);
            options.last_valid_resolution = resolution;
            if (motion.name.find("2^20") != std::string::npos)
                options.tolerance = 1e-5;
            SegmentCertifier certifier(motion.scene, motion.q0, motion.q1, options);
            certifier.run();
            const CertifyResult result = certifier.result();
            INFO(motion.name << " contact " << digits(*motion.contact) << " resolution " << resolution << " last_valid "
                             << digits(result.last_valid) << " t " << digits(result.t) << " " << toString(result.verdict));
            CHECK(result.verdict != Verdict::Free);
            CHECK(result.last_valid <= *motion.contact + 0x1p-50);
            if (result.verdict == Verdict::Collision)
            {
                CHECK(result.last_valid >= result.t - resolution * (1 + 1e-12));
                CHECK(result.t >= result.last_valid);
            }
        }
    }
}

// Outside at the start, surfaces that never touch: outside all the way, whatever can be told of the end.
TEST_CASE("Where doubles cannot tell whether the end is inside, a start outside lets the distances decide")
{
    SECTION("1e-8 off the sliver: free, within the tolerance, too")
    {
        const FlakeAboveSliver scene(1e-8);
        REQUIRE(scene.isUnknownAt(0.0));
        REQUIRE_FALSE(scene.isUnknownAt(0.5));
        for (const double tolerance : {1e-9, 1e-6})
        {
            const CertifyResult result = scene.run(0.5, 0.0, tolerance);
            CHECK(result.verdict == Verdict::Free);
            CHECK(result.certified_clearance > 0.0);
            CHECK(result.certified_clearance <= 1e-8 * (1 + 1e-6));
            CHECK(result.last_valid == 1.0);
        }
    }
    SECTION("1e-8 off the sliver, where that is less than the clearance: a collision at the end, the way there is free")
    {
        const FlakeAboveSliver scene(1e-8, 2e-8);
        const CertifyResult result = scene.run(0.5, 0.0, 1e-6, 1e-3);
        CHECK(result.verdict == Verdict::Collision);
        CHECK(result.last_valid >= 1 - 2e-3);
    }
    SECTION("on the sliver: a collision, the way there is free")
    {
        const FlakeAboveSliver scene(0.0);
        REQUIRE(scene.isUnknownAt(0.0));
        const CertifyResult result = scene.run(0.5, 0.0, 1e-9, 1e-3);
        CHECK(result.verdict == Verdict::Collision);
        CHECK(result.last_valid >= 1 - 2e-3);
        CHECK(result.last_valid < 1.0);
    }
    SECTION("through the sliver to a point that cannot be told, from the inside: never free")
    {
        const FlakeAboveSliver scene(0.0);
        CHECK(scene.run(-0.25, 0.0, 1e-9).verdict != Verdict::Free);
    }
    SECTION("neither end can be told: not free, although the distances alone would say so")
    {
        const FlakeAboveSliver scene(1e-8);
        REQUIRE(scene.isUnknownAt(1e-9));
        const CertifyResult result = scene.run(1e-9, 0.0, 1e-10);
        CHECK(result.verdict == Verdict::Undecided);
        CHECK(result.last_valid == 0.0);
    }
}

TEST_CASE("Options out of range and configurations that do not fit are refused")
{
    SceneBuilder b;
    b.link("ball", b.joint(kWorld, {}, JointType::Prismatic), Sphere{1});
    b.obstacle("other", Sphere{1}, at(5, 0, 0));
    const auto scene = b.build();
    for (double bad : {0.0, -1e-3, double(INFINITY), std::nan("")})
    {
        CertifyOptions options;
        options.tolerance = bad;
        CHECK_THROWS_AS(SegmentCertifier(scene, configuration({0}), configuration({1}), options), InputError);
    }
    CertifyOptions negative;
    negative.last_valid_resolution = -0.1;
    CHECK_THROWS_AS(SegmentCertifier(scene, configuration({0}), configuration({1}), negative), InputError);
    CHECK_THROWS_AS(SegmentCertifier(scene, configuration({0, 0}), configuration({1}), {}), InputError);
    CHECK_THROWS_AS(SegmentCertifier(scene, configuration({0}), configuration({std::nan("")}), {}), InputError);
    SegmentCertifier certifier(scene, configuration({0}), configuration({1}));
    CHECK_THROWS_AS(certifier.reset(configuration({0}), configuration({INFINITY})), InputError);
}

TEST_CASE("The rounding floor grows with the coordinates, and above it grazing motions are decided")
{
    double previous = 0.0;
    for (double offset : {0.0, 0x1p10, 0x1p20})
    {
        SceneBuilder b;
        b.link("tip", b.joint(kWorld, at(offset, offset, 0), JointType::Revolute), Sphere{0.0625}, at(1, 0, 0));
        b.obstacle("wall", Box{Vec3(4, 0.5, 4)}, at(offset, offset + 1.0625 + 0.5, 0));
        const auto scene = b.build();
        const double floor = roundingFloor(*scene);
        CAPTURE(offset, floor);
        CHECK(floor > previous);
        previous = floor;
        CertifyOptions options;
        options.tolerance = 8 * floor;
        SegmentCertifier certifier(scene, configuration({0}), configuration({3}), options);
        CHECK(certifier.run() == Verdict::Collision);
    }
    CHECK(previous < 1e-6);
    CHECK(roundingFloor(*SceneBuilder().build()) == 0.0);
}
