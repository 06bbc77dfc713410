// Broken on purpose: takes all links of two bodies that one joint connects for exempt, as those that touch by construction are.
#pragma once

#include "contract/small_bisection.h"

namespace gapless::test {

inline CertifyResult brokenExemptBodies(const std::shared_ptr<const Scene>& scene, const Configuration& q0,
                                        const Configuration& q1, const CertifyOptions& options)
{
    Mistakes mistakes;
    mistakes.exempt_bodies = true;
    return smallBisection(scene, q0, q1, options, mistakes);
}

}  // namespace gapless::test
