// Broken on purpose: sound on another curve than the one that is meant.
#pragma once

#include "contract/curve_contract.h"

namespace gapless::test {

inline CurveResult judgeInstead(const CurveCase& curve, const CurveMotion& other)
{
    CurveOptions options;
    options.tolerance = curve.tolerance;
    options.tracking_error = curve.tracking_error;
    return certifyCurve(curve.scene, other, options);
}

/// Takes a function for the straight line between its ends where `is_cut` says so.
template <class IsCut>
CurveMotion withChords(const CurveCase& curve, const IsCut& is_cut)
{
    std::vector<CurvePiece> pieces = curve.curve.pieces();
    for (CurvePiece& piece : pieces)
        for (JointFunction& function : piece.variables)
            if (is_cut(function))
                function = Bernstein::line(function.first(), function.last());
    return CurveMotion(curve.scene->model(), std::move(pieces));
}

/// Joins the ends of the pieces of a spline by straight lines.
inline CurveResult brokenSpline(const CurveCase& curve)
{
    return judgeInstead(curve, withChords(curve, [](const JointFunction& f) { return f.polynomial() != nullptr; }));
}

/// Drives along the chords of arcs.
inline CurveResult brokenArc(const CurveCase& curve)
{
    return judgeInstead(curve, withChords(curve, [](const JointFunction& f) { return f.arc() != nullptr; }));
}

/// Forgets the last piece that takes time.
inline CurveResult brokenLastPiece(const CurveCase& curve)
{
    std::vector<CurvePiece> pieces = curve.curve.pieces();
    const auto takes_time = [](const CurvePiece& piece) { return piece.end > piece.begin + 1e-6; };
    while (pieces.size() > 1 && !takes_time(pieces.back()))
        pieces.pop_back();
    if (pieces.size() > 1)
        pieces.pop_back();
    return judgeInstead(curve, CurveMotion(curve.scene->model(), std::move(pieces)));
}

/// Leaves out what takes no time: the hop at the end of a car's curve.
inline CurveResult brokenHop(const CurveCase& curve)
{
    std::vector<CurvePiece> pieces = curve.curve.pieces();
    while (pieces.size() > 1 && pieces.back().begin == pieces.back().end)
        pieces.pop_back();
    return judgeInstead(curve, CurveMotion(curve.scene->model(), std::move(pieces)));
}

/// Proves the way back of a car instead of the way there.
inline CurveResult brokenWayBack(const CurveCase& curve)
{
    return judgeInstead(curve, curve.way_back ? *curve.way_back : curve.curve);
}

/// Lets floating bodies keep the rotation that their curve begins with.
inline CurveResult brokenTurns(const CurveCase& curve)
{
    std::vector<CurvePiece> pieces = curve.curve.pieces();
    for (CurvePiece& piece : pieces)
        for (FloatingTurn& turn : piece.turns)
            turn.from = turn.to = pieces.front().turns.front().from;
    return judgeInstead(curve, CurveMotion(curve.scene->model(), std::move(pieces)));
}

/// Takes the robot for where its curve is.
inline CurveResult brokenNoTrackingError(const CurveCase& curve)
{
    CurveCase other = curve;
    other.tracking_error = Configuration();
    return judgeInstead(other, other.curve);
}

}  // namespace gapless::test
