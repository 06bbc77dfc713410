// What a certified curve on [0,1] answers, as a motion does.
#pragma once

#include <gapless/certify/certify_curve.h>

namespace gapless {

/// @pre the curve's seconds are OMPL's t
inline CertifyResult asCertifyResult(const CurveResult& curve)
{
    CertifyResult result;
    result.verdict = curve.verdict;
    result.witness = curve.witness;
    result.t = curve.verdict == Verdict::Undecided ? curve.time.middle() : curve.time.upper;
    result.interval = curve.time;
    result.last_valid = curve.last_safe;
    result.certified_clearance = curve.certified_clearance;
    result.statistics = curve.statistics;
    return result;
}

}  // namespace gapless
