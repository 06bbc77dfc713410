// Broken on purpose: calls a collision what rounding, or which of two curves is meant, does not let one tell from it.
#pragma once

#include "contract/motion_validator_contract.h"

#include <gapless/certify/segment_certifier.h>
#include <gapless/certify/static_checker.h>
#include <gapless/kinematics/motion.h>

namespace gapless::test {

inline CertifyResult brokenDoubt(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                                 const CertifyOptions& options)
{
    SegmentCertifier certifier(scene, q0, q1, options);
    certifier.run();
    CertifyResult result = certifier.result();
    if (result.verdict != Verdict::Undecided)
        return result;
    result.verdict = Verdict::Collision;
    const std::size_t pair = result.witness.value().pair.value();
    result.witness = StaticChecker(scene, options.tolerance).distances(interpolate(scene->model(), q0, q1, result.t)).at(pair);
    return result;
}

}  // namespace gapless::test
