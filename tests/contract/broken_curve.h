// Broken on purpose: sound on another curve than the one that is meant.
#pragma once

#include "contract/small_bisection.h"

namespace gapless::test {

/// At half a turn takes the way that rounding shows it, as if nobody's rounding showed another: the same as a nudge off the half turn.
inline CertifyResult brokenOneWay(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                                  const CertifyOptions& options)
{
    constexpr double kNudge = 1e-9;
    Configuration nudged = q1;
    for (const Body& body : scene->model().bodies())
        if (body.variable && body.joint.type == JointType::Floating)
        {
            auto rotation = nudged.segment<4>(*body.variable + 3);
            rotation = (rotation + kNudge * q0.segment<4>(*body.variable + 3)).normalized().eval();
        }
        else if (body.variable && (body.joint.type == JointType::Continuous || body.joint.type == JointType::Planar))
        {
            const int angle = *body.variable + variableCount(body.joint.type) - 1;
            nudged[angle] -= kNudge * (q1[angle] - q0[angle]);
        }
    return smallBisection(scene, q0, nudged, options, {});
}

/// Takes the values of continuous and planar joints literally: a piece of less than half a turn after the other, the long way.
inline CertifyResult brokenLongWay(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                                   const CertifyOptions& options)
{
    double longest = 0.0;
    for (const Body& body : scene->model().bodies())
        if (body.variable && (body.joint.type == JointType::Continuous || body.joint.type == JointType::Planar))
        {
            const int angle = *body.variable + variableCount(body.joint.type) - 1;
            longest = std::max(longest, std::abs(q1[angle] - q0[angle]));
        }
    const int pieces = longest > M_PI ? static_cast<int>(std::ceil(longest)) : 1;
    CertifyResult whole;
    for (int k = 0; k < pieces; ++k)
    {
        const auto at = [&](int i) { return i == 0 ? q0 : i == pieces ? q1 : Configuration(q0 + (q1 - q0) * i / pieces); };
        const CertifyResult piece = smallBisection(scene, at(k), at(k + 1), options, {});
        if (piece.verdict != Verdict::Free)
            return piece;
        const double before = k == 0 ? piece.certified_clearance : whole.certified_clearance;
        whole = piece;
        whole.certified_clearance = std::min(before, piece.certified_clearance);
    }
    return whole;
}

}  // namespace gapless::test
