// Broken on purpose: the relative travel of a pair counts the joints above the first body only, none on the way to the second.
#pragma once

#include "contract/small_bisection.h"

namespace gapless::test {

inline CertifyResult brokenDescending(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                                      const CertifyOptions& options)
{
    Mistakes mistakes;
    mistakes.forget_second_body = true;
    return smallBisection(scene, q0, q1, options, mistakes);
}

}  // namespace gapless::test
