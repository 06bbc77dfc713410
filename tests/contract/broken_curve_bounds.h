// Broken on purpose: bounds of what happens beside the middle of a part that are those of somewhere else.
#pragma once

#include "contract/small_curve_judge.h"

namespace gapless::test {

/// Bounds travel by the larger of the rates at both ends: a spline from rest to rest does not move.
inline CurveResult brokenRatesAtEnds(const CurveCase& curve)
{
    CurveMistakes mistakes;
    mistakes.rates_at_ends = true;
    return smallCurveJudge(curve, mistakes);
}

/// What a joint's error moves a link by is taken where the curve begins: a telescope is short there.
inline CurveResult brokenFirstLevers(const CurveCase& curve)
{
    CurveMistakes mistakes;
    mistakes.levers_at_first_pose = true;
    return smallCurveJudge(curve, mistakes);
}

}  // namespace gapless::test
