// How far everything keeps apart along a curve, over time.
//
// The curve is cut into parts, each a straight motion with a tube (certify_curve.h): a part's clearance is the smallest distance of any active
// pair on its straight motion (minimum_distance.h), less what the tube may bring the two nearer. Where the tube would take more than is asked
// for the part is halved.
#pragma once

#include <memory>
#include <vector>

#include <gapless/certify/certify_curve.h>

namespace gapless {

struct ClearanceProfileOptions
{
    /// Largest width of a part, seconds; positive.
    double width = 0.05;
    /// A part's bound may be less than the smallest distance in it by the tolerance, metres, or by that fraction of it, and as much again for
    /// what the curve leaves its straight line. In kToleranceRange; a fraction >= 0.
    double tolerance = 1e-3;
    double relative = 0.05;
    /// As CurveOptions has it.
    Configuration tracking_error = Configuration();
    /// Interrupted or out of time, the profile ends there.
    Budget budget;
};

/// In order, without gaps from the curve's beginning on: at every time of a part, and everywhere within the tracking error, every active pair is
/// at least so far apart (0: nothing is proven; infinity without pairs).
/// @throws InputError if the curve does not fit the scene's model, or an option is out of range.
[[nodiscard]] std::vector<ProvenPart> clearanceProfile(const std::shared_ptr<const Scene>& scene, const CurveMotion& curve,
                                                       const ClearanceProfileOptions& options = {});

}  // namespace gapless
