// The contract of judges of curves, kept by certifyCurve() however it is asked.
#include <catch2/catch.hpp>

#include <cmath>
#include <iostream>

#include "contract/curve_contract.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

const std::vector<CurveCase>& allCases()
{
    static const std::vector<CurveCase> cases = curveCases();
    return cases;
}

void keepsContract(const CurveJudge& judge)
{
    const auto violations = curveViolations(judge, allCases());
    for (std::size_t i = 0; i < violations.size() && i < 40; ++i)
        UNSCOPED_INFO(violations[i]);
    CHECK(violations.empty());
}

CurveOptions optionsOf(const CurveCase& curve, ValidatorKind kind)
{
    CurveOptions options;
    options.validator = kind;
    options.tolerance = curve.tolerance;
    options.tracking_error = curve.tracking_error;
    return options;
}

}  // namespace

TEST_CASE("The cases of the contract say something: contacts, what is free, what is near")
{
    int contacts = 0, free = 0, claims = 0, backs = 0, tracked = 0;
    for (const CurveCase& curve : allCases())
    {
        CHECK_FALSE((curve.contact && curve.excess_at_least && *curve.excess_at_least > 0.0));
        contacts += curve.contact.has_value();
        free += curve.excess_at_least && *curve.excess_at_least > 4 * curve.tolerance;
        claims += !curve.contact && curve.smallest_distance_at_most;
        backs += curve.way_back.has_value();
        tracked += curve.tracking_error.size() > 0;
    }
    std::cout << allCases().size() << " curves: " << contacts << " in contact, " << free << " known free, " << claims
              << " with known distances, " << backs << " with ways back, " << tracked << " with tracking errors\n";
    CHECK(contacts > 50);
    CHECK(free > 20);
    CHECK(claims > 30);
    CHECK(backs > 20);
    CHECK(tracked > 20);
}

TEST_CASE("certifyCurve keeps the contract with either exact kind, to the first contact or to any")
{
    const ValidatorKind kind = GENERATE(ValidatorKind::Adaptive, ValidatorKind::Articulated);
    const bool find_first = GENERATE(true, false);
    CAPTURE(toString(kind), find_first);
    std::vector<std::string> wide;
    keepsContract([&](const CurveCase& curve) {
        CurveOptions options = optionsOf(curve, kind);
        options.find_first = find_first;
        const CurveResult result = certifyCurve(curve.scene, curve.curve, options);
        if (find_first && result.verdict == Verdict::Collision && result.time.width() > options.time_tolerance)
            wide.push_back(curve.name);
        return result;
    });
    CHECK(wide.empty());
}

TEST_CASE("certifyCurve keeps the contract when it may not try with smaller tolerances")
{
    const ValidatorKind kind = GENERATE(ValidatorKind::Adaptive, ValidatorKind::Articulated);
    CAPTURE(toString(kind));
    keepsContract([&](const CurveCase& curve) {
        CurveOptions options = optionsOf(curve, kind);
        options.smallest_tolerance = options.tolerance;
        options.time_tolerance = 1e-3;
        return certifyCurve(curve.scene, curve.curve, options);
    });
}

TEST_CASE("A CurveCertifier keeps the contract when it is used again, and was left half-worked")
{
    const ValidatorKind kind = GENERATE(ValidatorKind::Adaptive, ValidatorKind::Articulated);
    CAPTURE(toString(kind));
    std::unique_ptr<CurveCertifier> certifier;
    std::shared_ptr<const Scene> held;
    keepsContract([&](const CurveCase& curve) {
        if (held != curve.scene)
            certifier = std::make_unique<CurveCertifier>(curve.scene, optionsOf(curve, kind));
        held = curve.scene;
        Budget some;
        some.steps = 3;
        (void)certifier->certify(curve.way_back ? *curve.way_back : curve.curve, some);
        (void)certifier->certify(curve.curve, some);
        return certifier->certify(curve.curve);
    });
}

TEST_CASE("What a CurveCertifier says when its budget is up keeps the contract, but for what it must decide")
{
    const ValidatorKind kind = GENERATE(ValidatorKind::Adaptive, ValidatorKind::Articulated);
    CAPTURE(toString(kind));
    std::vector<std::string> early;
    int stopped = 0;
    keepsContract([&](const CurveCase& curve) {
        CurveCertifier certifier(curve.scene, optionsOf(curve, kind));
        CurveCase hasty = curve;
        hasty.must_decide = false;
        for (Budget budget{1};; budget.steps *= 3)
        {
            const CurveResult result = certifier.certify(curve.curve, budget);
            if (result.motions > budget.steps)
                early.push_back(curve.name + ": over its budget");
            if (result.motions < budget.steps)
                return result;
            ++stopped;
            const auto found = curveViolationsOf(hasty, result);
            early.insert(early.end(), found.begin(), found.end());
        }
    });
    for (std::size_t i = 0; i < early.size() && i < 40; ++i)
        UNSCOPED_INFO(early[i]);
    CHECK(early.empty());
    CHECK(stopped > 100);
}

// A box that is driven 0.7 m deep into a post, at coordinates of 16 m: there the distance of what overlaps is only known to be less than 2e-12 m, more than
// the smallest tolerance.
TEST_CASE("Any witness ends it also where distances are rounded by more than the smallest tolerance")
{
    SceneBuilder builder;
    const BodyIndex slide = builder.joint(kWorld, at(16, 16, 0), JointType::Prismatic, Vec3::UnitX());
    builder.link("box", slide, Box{Vec3(1, 1, 1)}).obstacle("post", Sphere{0.125}, at(17.3, 16, 0));
    const auto scene = builder.build();
    const CurveMotion curve(scene->model(), {{0.0, 1.0, {Bernstein::line(0, 1)}}});
    for (const ValidatorKind kind : {ValidatorKind::Adaptive, ValidatorKind::Articulated})
    {
        CurveOptions options;
        options.validator = kind;
        options.find_first = false;
        CHECK(certifyCurve(scene, curve, options).verdict == Verdict::Collision);
    }
}

// Found among four thousand: at a time tolerance of 1e-10 s the search ends 2e-13 s wide and less than 1e-12 m before the contact, both ends of which
// are proven free.
TEST_CASE("A contact is a collision at the finest tolerance of time, too")
{
    struct Turn
    {
        double distance, angle, sweep;
    };
    for (const Turn& turn : {Turn{0.85970543610320793, -0.57829218849561514, 0.38048278796905566},
                             Turn{1.4968657286381135, -0.46268593400681879, 0.48367099502082767}})
    {
        SceneBuilder builder;
        builder.link("bar", builder.joint(kWorld, {}, JointType::Revolute), Box{Vec3(1, 0.125, 0.125)}, at(1, 0, 0));
        builder.obstacle("post", Sphere{0.0625},
                         at(turn.distance * std::cos(turn.angle), turn.distance * std::sin(turn.angle), 0));
        const auto scene = builder.build();
        const CurveMotion curve(scene->model(), {{0.0, 1.0, {Bernstein::cubic(turn.angle - turn.sweep, 0.0, turn.angle, 0.0)}}});
        CurveOptions options;
        options.validator = ValidatorKind::Articulated;
        options.time_tolerance = 1e-10;
        options.smallest_tolerance = 1e-9;
        CHECK(certifyCurve(scene, curve, options).verdict == Verdict::Collision);
    }
}
