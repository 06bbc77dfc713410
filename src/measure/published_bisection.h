// The adaptive bisection of the paper as printed, as a yardstick for SegmentCertifier.
//
// Schwarzer, Saha, Latombe: "Exact Collision Checking of Robot Paths", 2002, sections 3.1 to 3.4: one GREEDY-DIST from the
// roots per bisected pair, travel bounds lambda_i + lambda_j from link lengths, poses computed anew for each pair.
#pragma once

#include <memory>

#include <gapless/certify/certify_result.h>

namespace gapless {

/// Exact, with the same guarantee, witnesses and rounding terms as SegmentCertifier; slower. A pair keeps its clearance c on
/// [ta, tb] if lambda (tb - ta) < eta(ta) + eta(tb) - 2 c: were it at c at some t, it would have to travel at least
/// eta(ta) - c before and eta(tb) - c after. Stops at the first witness; certified_clearance is the clearance asked for.
/// @throws InputError as SegmentCertifier.
CertifyResult publishedBisection(const Scene& scene, const Configuration& q0, const Configuration& q1,
                                 const CertifyOptions& options = {});

}  // namespace gapless
