// The contract of motion validators, kept by every validator of the library and every way to drive them.
#include <catch2/catch.hpp>

#include "certify/articulated_search.h"
#include "contract/motion_validator_contract.h"
#include "measure/published_bisection.h"

#include <gapless/certify/articulated_collision.h>
#include <gapless/certify/path_certifier.h>
#include <gapless/certify/segment_certifier.h>

using namespace gapless;
using namespace gapless::test;

namespace {

void keepsContract(const Validate& validate)
{
    const auto violations = contractViolations(validate);
    for (std::size_t i = 0; i < violations.size() && i < 40; ++i)
        UNSCOPED_INFO(violations[i]);
    CHECK(violations.empty());
}

}  // namespace

TEST_CASE("SegmentCertifier keeps the contract")
{
    for (bool end_first : {true, false})
    {
        INFO("check_end_first " << end_first);
        keepsContract([&](const auto& scene, const auto& q0, const auto& q1, CertifyOptions options) {
            options.check_end_first = end_first;
            SegmentCertifier certifier(scene, q0, q1, options);
            certifier.run();
            return certifier.result();
        });
    }
}

TEST_CASE("SegmentCertifier keeps the contract when last_valid is refined")
{
    keepsContract([&](const auto& scene, const auto& q0, const auto& q1, CertifyOptions options) {
        options.last_valid_resolution = 1e-3;
        SegmentCertifier certifier(scene, q0, q1, options);
        certifier.run();
        return certifier.result();
    });
}

TEST_CASE("SegmentCertifier keeps the contract when resumed step by step, and partial results claim nothing wrong")
{
    std::vector<std::string> early;
    keepsContract([&](const auto& scene, const auto& q0, const auto& q1, const CertifyOptions& options) {
        SegmentCertifier certifier(scene, q0, q1, options);
        Budget one;
        one.steps = 1;
        for (int i = 0; !certifier.isDone() && i < 10000000; ++i)
        {
            certifier.run(one);
            if (!certifier.isDone() && certifier.result().verdict != Verdict::Undecided)
                early.push_back("verdict before done");
        }
        return certifier.result();
    });
    CHECK(early.empty());
}

TEST_CASE("SegmentCertifier keeps the contract when it is reset and used again")
{
    std::unique_ptr<SegmentCertifier> certifier;
    std::shared_ptr<const Scene> held;
    double tolerance = 0.0;
    keepsContract([&](const auto& scene, const auto& q0, const auto& q1, const CertifyOptions& options) {
        if (held == scene && tolerance == options.tolerance)
            certifier->reset(q0, q1);
        else
            certifier = std::make_unique<SegmentCertifier>(scene, q0, q1, options);
        held = scene;
        tolerance = options.tolerance;
        // Left half-worked every now and then, so that reset finds it in any state.
        Budget some;
        some.steps = 3;
        certifier->run(some);
        certifier->reset(q1, q0);
        certifier->run(some);
        certifier->reset(q0, q1);
        certifier->run();
        return certifier->result();
    });
}

TEST_CASE("ArticulatedCollision keeps the contract, with all stages and without")
{
    const double time_tolerance = GENERATE(1e-6, 0.25, 1.0);
    for (const bool culls : {true, false})
        for (const bool first : {true, false})
        {
            INFO("culls " << culls << ", first contact " << first << ", time tolerance " << time_tolerance);
            keepsContract([&](const auto& scene, const auto& q0, const auto& q1, const CertifyOptions& options) {
                ArticulatedOptions articulated;
                articulated.tolerance = options.tolerance;
                articulated.first_contact = first;
                articulated.time_tolerance = time_tolerance;
                articulated.stages = {culls, culls};
                ArticulatedCollision collision =
                    culls ? ArticulatedSearch::withEquations(scene, articulated) : ArticulatedCollision(scene, articulated);
                (void)collision.check(q0, q1);
                return collision.result();
            });
        }
}

TEST_CASE("Every exact kind keeps the contract behind the one interface, step by step, and claims nothing before it is done")
{
    const ValidatorKind kind = GENERATE(ValidatorKind::Adaptive, ValidatorKind::Articulated);
    CAPTURE(toString(kind));
    std::vector<std::string> early;
    keepsContract([&](const auto& scene, const auto& q0, const auto& q1, const CertifyOptions& options) {
        const auto certifier = makeMotionCertifier(kind, scene, options);
        certifier->reset(q1, q0);
        certifier->run({3});
        certifier->reset(q0, q1);
        for (int i = 0; !certifier->isDone() && i < 10000000; ++i)
        {
            if (certifier->result().verdict != Verdict::Undecided)
                early.push_back("verdict before done");
            certifier->run({1});
        }
        if (certifier->uncoveredLength() != 0.0
            || certifier->uncoveredIntervals().empty() != (certifier->result().verdict == Verdict::Free))
            early.push_back("uncovered, and done");
        return certifier->result();
    });
    CHECK(early.empty());
}

TEST_CASE("publishedBisection keeps the contract")
{
    keepsContract([](const auto& scene, const auto& q0, const auto& q1, const CertifyOptions& options) {
        return publishedBisection(*scene, q0, q1, options);
    });
}

TEST_CASE("PathCertifier keeps the contract on paths of one segment")
{
    const ValidatorKind kind = GENERATE(ValidatorKind::Adaptive, ValidatorKind::Articulated);
    CAPTURE(toString(kind));
    for (bool to_first : {false, true})
        keepsContract([&](const auto& scene, const auto& q0, const auto& q1, const CertifyOptions& options) {
            std::vector<std::unique_ptr<MotionCertifier>> segments;
            segments.push_back(makeMotionCertifier(kind, scene, options));
            segments.back()->reset(q0, q1);
            PathCertifier path(std::move(segments));
            const PathResult result = to_first ? path.runToFirst() : path.run();
            return result;
        });
}
