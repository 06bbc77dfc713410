// A slow sound implementation, from SegmentCertifier and StaticChecker: shows that the checks let a right one pass, and is the body of
// those that are broken on purpose.
#pragma once

#include "certify/articulated_checks.h"

namespace gapless::test {

ArticulatedResult slowArticulated(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                                  const ArticulatedOptions& options, const Budget& budget);

}  // namespace gapless::test
