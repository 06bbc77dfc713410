// What every judge of curves must keep, as a list of violations: empty for a sound one, and for no unsound one.
//
// The sister of motion_validator_contract.h. Run on what the library has, and on judges broken on purpose (broken_curve_*.h), which it must
// catch. What is known of a case comes from its own way of saying where the curve is at a time (`at`): OMPL's interpolation, arcs that are
// driven one after the other in long double, or de Casteljau's scheme; never from the curve that is judged.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gapless/certify/certify_curve.h>

namespace gapless::test {

/// Of some configuration within the tracking error of the curve at a time.
struct CurveSample
{
    double time = 0.0;      ///< seconds
    double distance = 0.0;  ///< smallest of any active pair, metres
};

/// A curve and what is known about it. Metres, seconds.
struct CurveCase
{
    std::string name;
    std::shared_ptr<const Scene> scene;
    CurveMotion curve;
    /// Where the curve is, independently of `curve`; angles of continuous and planar joints up to whole turns.
    std::function<Configuration(double seconds)> at;
    double tolerance = 1e-3;
    /// As of CurveOptions.
    Configuration tracking_error = Configuration();
    /// A car's: from the second state to the first.
    std::optional<CurveMotion> way_back = {};
    /// The true distance of some active pair, at some configuration within the tracking error of the curve, is down to its clearance (or
    /// below) first at this time or earlier: never Free, and last_safe is not beyond it.
    std::optional<double> contact = {};
    /// An upper bound of the smallest distance; what Free claims must not exceed it.
    std::optional<double> smallest_distance_at_most = {};
    /// A lower bound of the smallest of distance - clearance: where it is more than 4 tolerances the answer must be Free.
    std::optional<double> excess_at_least = {};
    /// False where rounding decides: Undecided is then an answer too.
    bool must_decide = true;
    /// In order of time; none of where everything is far away.
    std::vector<CurveSample> samples = {};
};

/// The judge under test.
using CurveJudge = std::function<CurveResult(const CurveCase&)>;

/// Curves of OMPL's cars, alone and two at a time, and where they hop at their ends.
const std::vector<CurveCase>& carCurveCases();
/// Ways of cars that are given: arcs whose distance from a wire is known, turns of nearly a full one, cusps.
const std::vector<CurveCase>& wayCurveCases();
/// Joint trajectories whose answer is known in closed form.
const std::vector<CurveCase>& knownCurveCases();
/// Random chains on random polynomials, cubic and quintic splines and B-splines.
const std::vector<CurveCase>& jointCurveCases();
/// Floating bodies that turn along their curves.
const std::vector<CurveCase>& turningCurveCases();
/// With a tracking error.
const std::vector<CurveCase>& trackingCurveCases();
/// All of them.
std::vector<CurveCase> curveCases();

/// Checks one result against what is known and, for a witness, against independent distances. Each entry starts with the name of the case.
std::vector<std::string> curveViolationsOf(const CurveCase& curve, const CurveResult& result);
std::vector<std::string> curveViolations(const CurveJudge& judge, const std::vector<CurveCase>& cases);

}  // namespace gapless::test
