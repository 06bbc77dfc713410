// Broken on purpose: looks at 101 states and calls the motion free if all of them are.
#pragma once

#include "contract/motion_validator_contract.h"

#include <gapless/certify/static_checker.h>
#include <gapless/kinematics/motion.h>

namespace gapless::test {

inline CertifyResult brokenSampling(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                                    const CertifyOptions& options)
{
    CertifyResult result;
    const StaticChecker checker(scene, options.tolerance);
    for (int i = 0; i <= 100; ++i)
    {
        ClosePair close;
        const double t = i / 100.0;
        if (checker.check(interpolate(scene->model(), q0, q1, t), &close) == Verdict::Free)
            continue;
        result.verdict = Verdict::Collision;
        result.witness = close;
        result.interval = result.t = t;
        result.last_valid = std::max(0, i - 1) / 100.0;
        return result;
    }
    result.verdict = Verdict::Free;
    result.last_valid = 1.0;
    return result;
}

}  // namespace gapless::test
