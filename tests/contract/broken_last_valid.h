// Broken on purpose: sound, but for last_valid, which goes by the surfaces alone: a motion that starts inside a closed mesh is "free" until
// it gets to the surface.
#pragma once

#include "contract/motion_validator_contract.h"

#include <gapless/certify/segment_certifier.h>
#include <gapless/geometry/pair_distance.h>

namespace gapless::test {

/// @param looks_inside whether it is asked at t = 0 what is inside, which mends it
inline CertifyResult lastValidOfSurfaces(const std::shared_ptr<const Scene>& scene, const Configuration& q0,
                                         const Configuration& q1, const CertifyOptions& options, bool looks_inside)
{
    constexpr int kSamples = 64;
    SegmentCertifier certifier(scene, q0, q1, options);
    certifier.run();
    CertifyResult result = certifier.result();
    if (result.verdict == Verdict::Free)
        return result;
    const Motion motion(scene->model(), q0, q1);
    const auto apart = [&](const ObjectPair& pair, double t) {
        const CollisionObject &a = scene->object(pair.a), &b = scene->object(pair.b);
        const PairPose X = pairPose(motion.worldPose(a.body, t), motion.worldPose(b.body, t));
        return greedyDistance(*a.geometry, *b.geometry, X, pair.clearance, 1e-9).outcome == GreedyDistance::Outcome::Apart
               && !(looks_inside && t == 0.0 && insideOneAnother(*a.geometry, *b.geometry, X) != Containment::Answer::Outside);
    };
    result.last_valid = 0.0;
    for (int k = 0; k <= kSamples; ++k)
        for (const ObjectPair& pair : scene->pairs())
            if (!apart(pair, static_cast<double>(k) / kSamples))
            {
                result.last_valid = std::max(0, k - 1) / static_cast<double>(kSamples);
                return result;
            }
    return result;
}

inline CertifyResult brokenLastValid(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                                     const CertifyOptions& options)
{
    return lastValidOfSurfaces(scene, q0, q1, options, false);
}

}  // namespace gapless::test
