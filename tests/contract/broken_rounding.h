// Broken on purpose: takes computed distances as exact.
#pragma once

#include "contract/small_bisection.h"

namespace gapless::test {

inline CertifyResult brokenRounding(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                                    const CertifyOptions& options)
{
    Mistakes mistakes;
    mistakes.ignore_rounding = true;
    return smallBisection(scene, q0, q1, options, mistakes);
}

}  // namespace gapless::test
