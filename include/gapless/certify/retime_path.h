// A path as a trajectory that is certified as it is timed.
//
// The corners of the path become parabolic blends (parabolic_blends.h), as long as speed asks for. Where the blend at a corner is not proven
// free, it is made shorter until it is, and at last the motion stops there; then the trajectory as a whole, with its times, goes through
// certifyCurve(). Shorter blends are nearer to the path, and without any the trajectory is a time scaling of the path's own lines: a
// path that is proven free with slack above rounding ends certified, among obstacles that stand still and without tracking error.
#pragma once

#include <gapless/certify/certify_curve.h>
#include <gapless/kinematics/parabolic_blends.h>

namespace gapless {

struct RetimeOptions
{
    CurveOptions certification;
    /// Make blends shorter where they are not proven free. Otherwise the trajectory is what it is, and its certification says so.
    bool tighten = true;
};

struct [[nodiscard]] RetimedPath
{
    /// With velocities: cubics for a controller.
    std::vector<TrajectoryPoint> trajectory;
    /// Of that trajectory. Where it is not Free, the path itself is not proven there, or the budget ran out.
    CurveResult certification;
    std::size_t corners = 0;    ///< of the path
    std::size_t tightened = 0;  ///< corners whose blends had to be made shorter
    std::size_t stops = 0;      ///< corners in which the motion stops

    bool isCertified() const { return certification.verdict == Verdict::Free; }
    double duration() const { return trajectory.empty() ? 0.0 : trajectory.back().time; }
};

/// @param path as OMPL interpolates it (motion.h)
/// @param budget of all certification
/// @throws InputError as BlendedPath and certifyCurve().
RetimedPath retimePath(const std::shared_ptr<const Scene>& scene, const std::vector<Configuration>& path,
                       const RateLimits& limits, const RetimeOptions& options = {}, const Budget& budget = {});

}  // namespace gapless
