// Broken on purpose: leaves out the last active pair of a scene that has several.
#pragma once

#include "contract/small_bisection.h"

namespace gapless::test {

inline CertifyResult brokenDroppedPair(const std::shared_ptr<const Scene>& scene, const Configuration& q0,
                                       const Configuration& q1, const CertifyOptions& options)
{
    Mistakes mistakes;
    mistakes.drop_last_pair = true;
    return smallBisection(scene, q0, q1, options, mistakes);
}

}  // namespace gapless::test
