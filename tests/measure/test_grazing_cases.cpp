#include <algorithm>
#include <limits>

#include <catch2/catch.hpp>

#include <gapless/certify/motion_certifier.h>

#include "measure/grazing_cases.h"
#include "support/reference_scene.h"

using namespace gapless;
using namespace gapless::test;

namespace {

/// Few, for the brute-force reference and for builds with sanitizers.
constexpr int kCells = 3;

CertifyResult judge(const GrazingCase& motion, ValidatorKind kind, double tolerance)
{
    CertifyOptions options;
    options.tolerance = tolerance;
    const auto certifier = makeMotionCertifier(kind, motion.scene, options);
    certifier->reset(motion.q0, motion.q1);
    certifier->run();
    return certifier->result();
}

}  // namespace

TEST_CASE("A grazing motion comes as near as its gap and no nearer, by brute force")
{
    for (const std::string& name : grazingCaseNames())
        for (const double gap : {1e-2, 1e-4})
        {
            CAPTURE(name, gap);
            const GrazingCase motion = grazingCase(name, gap, kCells);
            const ReferenceScene reference(*motion.scene);
            REQUIRE(motion.scene->pairs().size() == 1);
            double smallest = std::numeric_limits<double>::infinity();
            for (int i = 0; i <= 8; ++i)
                smallest =
                    std::min(smallest, reference.pairDistance(reference.poses(motion.q0, motion.q1, i / 8.0), PairIndex{0}));
            CHECK(smallest == Approx(gap).epsilon(0).margin(1e-14));
        }
}

TEST_CASE("A grazing motion's meshes are solid")
{
    for (const std::string& name : grazingCaseNames())
    {
        const GrazingCase motion = grazingCase(name, 1e-3, kCells);
        for (const CollisionObject& object : motion.scene->objects())
            for (const PlacedShape& placed : object.geometry->shapes())
                if (const auto* mesh = std::get_if<std::shared_ptr<const TriangleMesh>>(&placed.shape))
                {
                    CAPTURE(name, object.name);
                    CHECK((*mesh)->isSolid());
                }
    }
}

TEST_CASE("A grazing motion is called free at half its gap, and colliding once the obstacle is brought nearer by twice the gap")
{
    for (const std::string& name : grazingCaseNames())
        for (const ValidatorKind kind : {ValidatorKind::Adaptive, ValidatorKind::Articulated})
            for (const double gap : {1e-3, 1e-4})
            {
                CAPTURE(name, toString(kind), gap);
                const CertifyResult is_free = judge(grazingCase(name, gap, kCells), kind, 0.5 * gap);
                CHECK(is_free.verdict == Verdict::Free);
                CHECK(is_free.certified_clearance >= 0.0);
                CHECK(is_free.certified_clearance <= gap * (1.0 + 1e-9));
                CHECK(judge(grazingCase(name, gap, kCells, 2.0 * gap), kind, 0.01 * gap).verdict == Verdict::Collision);
            }
}
