// Broken on purpose: takes a shell for a part of any shell that winds round it, the cavity between them or not, and asks about one of them.
#pragma once

#include "contract/small_bisection.h"

namespace gapless::test {

inline CertifyResult brokenCavity(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                                  const CertifyOptions& options)
{
    Mistakes mistakes;
    mistakes.join_through_cavities = true;
    return smallBisection(scene, q0, q1, options, mistakes);
}

}  // namespace gapless::test
