// How low a gap can come between two instants: never lower than said, and as low as that.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "certify/chord.h"
#include "support/random_input.h"
#include "support/scene_builder.h"

#include <gapless/certify/articulated_collision.h>
#include <gapless/certify/segment_certifier.h>

using namespace gapless;
using namespace gapless::test;

namespace {

using LeastBetween = std::function<double(double first, double second, double sagitta)>;

/// The least of the parabola through both ends whose second derivative is A everywhere, B = A h^2 / 8: nothing that is allowed comes lower.
long double trueLeast(double first, double second, double sagitta)
{
    const long double D = static_cast<long double>(second) - first, B = sagitta;
    const long double s = B > 0 ? std::min(1.0L, std::max(0.0L, 0.5L - D / (8 * B))) : (D < 0 ? 1.0L : 0.0L);
    return first + D * s - 4 * B * s * (1 - s);
}

struct Findings
{
    int too_high = 0, too_low = 0;
};

Findings judge(const LeastBetween& least)
{
    Findings findings;
    Random random(11);
    for (int i = 0; i < 100000; ++i)
    {
        const double sagitta = random.chance(0.02) ? 0.0 : random.logUniform(1e-18, 10.0);
        const double first = random.uniform(-1.0, 1.0) * random.logUniform(1e-9, 10.0);
        // From equal ends to where the parabola just has no bottom inside, and beyond.
        const double apart = 4.0 * sagitta
                             * (random.chance(0.3) ? 1.0 + random.logUniform(1e-16, 1.0) * (random.chance(0.5) ? 1.0 : -1.0)
                                                   : random.uniform(0.0, 1.5));
        const double second = first + (random.chance(0.5) ? apart : -apart);
        const double said = least(first, second, sagitta);
        const long double truth = trueLeast(first, second, sagitta);
        // One rounding of the sum: what supportRounding() has room for.
        const long double rounding =
            4.0L * std::numeric_limits<double>::epsilon() * (std::abs(first) + std::abs(second) + sagitta);
        findings.too_high += said > truth + rounding;
        findings.too_low += said < truth - rounding - 1e-11L * sagitta;
    }
    return findings;
}

/// A ball at radius 1 swings through its highest point, at any fraction of the motion, below a slab that is `gap` above that point.
struct Swing
{
    std::shared_ptr<const Scene> scene;
    Configuration q0, q1;
    double sagitta;

    Swing(Random& random, double gap_of_sagitta)
    {
        const double turn = random.logUniform(0.05, 1.5), before = random.uniform(0.05, 0.95) * turn;
        sagitta = turn * turn / 8.0;
        SceneBuilder b;
        b.link("ball", b.joint(kWorld, {}, JointType::Revolute), Sphere{0.1}, {Mat3::Identity(), Vec3::UnitX()});
        b.obstacle("slab", Box{Vec3(3, 1, 3)}, {Mat3::Identity(), Vec3(0, 2.1 + gap_of_sagitta * sagitta, 0)});
        scene = b.build();
        q0 = configuration({M_PI / 2 - before});
        q1 = configuration({M_PI / 2 - before + turn});
        if (random.chance(0.5))
            q0.swap(q1);
    }
};

/// A ball on a hand that spins below a slab about an axis which tilts slowly, along the slab's normal or not. The slab is `gap` above the ball's
/// highest point. Either is the first of the pair.
struct TiltedSpin
{
    std::shared_ptr<const Scene> scene;
    Configuration q0, q1;

    TiltedSpin(Random& random, double gap)
    {
        const double tilt = random.logUniform(1e-3, 0.5), spin = random.logUniform(1.0, 60.0);
        const double lean = random.chance(0.5) ? 0.0 : random.uniform(-1.0, 1.0);
        q0 = configuration({lean + random.uniform(-tilt, tilt), random.uniform(-3, 3)});
        q1 = configuration({lean + random.uniform(-tilt, tilt), q0[1] + spin});
        const auto height = [&](double t) { return std::sin(q0[0] + t * (q1[0] - q0[0])) * std::sin(q0[1] + t * spin); };
        const int count = 20000;
        double at = 0.0;
        for (int i = 0; i <= count; ++i)
            if (height(1.0 * i / count) > height(at))
                at = 1.0 * i / count;
        for (double step = 1.0 / count; step > 1e-12; step *= 0.5)
            for (const double t : {std::max(0.0, at - step), std::min(1.0, at + step)})
                if (height(t) > height(at))
                    at = t;
        const double highest = height(at);
        SceneBuilder b;
        const BodyIndex wrist = b.joint(kWorld, {}, JointType::Revolute, Vec3::UnitX());
        b.link("ball", b.joint(wrist, {}, JointType::Revolute), Sphere{0.1}, {Mat3::Identity(), Vec3::UnitX()});
        b.obstacle("slab", Box{Vec3(3, 3, 1)}, {Mat3::Identity(), Vec3(0, 0, 1.1 + highest + gap)});
        if (random.chance(0.5))
            std::swap(b.objects.front(), b.objects.back());
        scene = b.build();
    }
};

/// What dips into the slab is not free, what stays below it by `gap` is proven, by either validator.
template <class M>
void checkBoth(const M& into, const M& below, double gap, const CertifyOptions& options)
{
    CHECK(SegmentCertifier(into.scene, into.q0, into.q1, options).run() != Verdict::Free);
    CHECK(ArticulatedCollision(into.scene).check(into.q0, into.q1).verdict != Verdict::Free);
    SegmentCertifier certifier(below.scene, below.q0, below.q1, options);
    CHECK(certifier.run() == Verdict::Free);
    CHECK(certifier.result().certified_clearance <= gap + 1e-12);
    CHECK(ArticulatedCollision(below.scene).check(below.q0, below.q1).verdict == Verdict::Free);
}

}  // namespace

TEST_CASE("Between two instants a gap comes as low as the chord bound says, and no lower")
{
    const Findings findings = judge(leastBetween);
    CHECK(findings.too_high == 0);
    CHECK(findings.too_low == 0);
}

TEST_CASE("Of a gap that is no number, nothing is known")
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const double sagitta : {0.0, 1e-3})
    {
        CHECK_FALSE(leastBetween(1.0, nan, sagitta) > 0.0);
        CHECK_FALSE(leastBetween(nan, 1.0, sagitta) > 0.0);
    }
    CHECK_FALSE(leastBetween(1.0, 1.0, nan) > 0.0);
}

TEST_CASE("Chord bounds that leave out a part of the dip are caught")
{
    const auto dip = [](double first, double second, double sagitta, double weight) {
        const double excess = 4.0 * sagitta - weight * std::abs(second - first);
        return excess > 0.0 ? excess * excess / (16.0 * sagitta) : 0.0;
    };
    CHECK(judge([](double a, double b, double) { return std::min(a, b); }).too_high > 0);
    CHECK(judge([&](double a, double b, double B) { return std::min(a, b) - 0.5 * dip(a, b, B, 1.0); }).too_high > 0);
    CHECK(judge([&](double a, double b, double B) { return std::min(a, b) - dip(a, b, B, 1.01); }).too_high > 0);
    CHECK(judge([&](double a, double b, double B) { return std::max(a, b) - dip(a, b, B, 1.0); }).too_high > 0);
    CHECK(judge([](double a, double b, double B) { return std::min(a, b) - B; }).too_low > 0);
}

TEST_CASE("A swing that dips into a slab between any two instants is not free, and one that stays short of it is proven")
{
    Random random(12);
    for (int i = 0; i < 3000; ++i)
    {
        const double share = random.logUniform(1e-5, 1.0);
        const Swing into(random, -share), below(random, share);
        CertifyOptions options;
        options.tolerance = 0.5 * share * below.sagitta;
        options.check_end_first = random.chance(0.5);
        INFO("swing " << i << ", share " << share);
        checkBoth(into, below, share * below.sagitta, options);
    }
}

TEST_CASE("What spins about an axis that tilts is not free where it dips into a slab between any two instants")
{
    Random random(13);
    for (int i = 0; i < 1000; ++i)
    {
        const double gap = random.logUniform(1e-7, 1e-2);
        const TiltedSpin into(random, -gap), below(random, gap);
        CertifyOptions options;
        options.tolerance = 0.5 * gap;
        options.check_end_first = random.chance(0.5);
        INFO("spin " << i << ", gap " << gap);
        checkBoth(into, below, gap, options);
    }
}

TEST_CASE("What grazes a slab is proven at few instants: the larger gap at one end of an interval counts")
{
    SceneBuilder b;
    b.link("hammer", b.joint(kWorld, {}, JointType::Revolute), Box{Vec3::Constant(0.1)}, {Mat3::Identity(), Vec3::UnitX()});
    b.obstacle("slab", Box{Vec3(3, 0.5, 3)}, {Mat3::Identity(), Vec3(0, std::hypot(1.1, 0.1) + 0.5 + 1e-4, 0)});
    CertifyOptions options;
    options.tolerance = 0.5e-4;
    SegmentCertifier certifier(b.build(), configuration({1.0}), configuration({2.3}), options);
    REQUIRE(certifier.run() == Verdict::Free);
    CHECK(certifier.result().statistics.configurations <= 10);  // 7; 19 with the smaller end's gap less the whole sagitta
}
