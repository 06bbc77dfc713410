#include "contract/curve_contract.h"

#include <algorithm>
#include <cmath>

#include "support/random_input.h"
#include "support/reference_scene.h"

#include <gapless/kinematics/angle.h>

namespace gapless::test {
namespace {

/// What a configuration may be off the curve, metres or radians: OMPL's rounding, and that of a time.
constexpr double kOffCurve = 1e-9;
/// What distances of samples may be off for the same reasons, metres.
constexpr double kOffDistance = 1e-10;

using Violation = std::function<void(const std::string&)>;

/// How far a configuration is from what is between two others, which mostly are one, in any variable.
double outside(const KinematicModel& model, const Configuration& q, const Configuration& a, const Configuration& b)
{
    double most = 0.0;
    for (const Body& body : model.bodies())
        if (body.variable && body.joint.type == JointType::Floating)
        {
            // Both signs of a quaternion are one rotation.
            const int v = *body.variable;
            most = std::max(most, (q - a).segment<3>(v).cwiseAbs().maxCoeff());
            const Eigen::Vector4d x = q.segment<4>(v + 3), other = a.segment<4>(v + 3);
            most = std::max(most, std::min((x - other).norm(), (x + other).norm()));
        }
        else if (body.variable)
            for (int k = 0; k < variableCount(body.joint.type); ++k)
            {
                const int v = *body.variable + k;
                const bool wraps = body.joint.type == JointType::Continuous || (body.joint.type == JointType::Planar && k == 2);
                const auto beyond_a = [&](double x) { return wraps ? normalizedAngle(x - a[v]) : x - a[v]; };
                const double x = beyond_a(q[v]), other = beyond_a(b[v]);
                most = std::max({most, std::min(0.0, other) - x, x - std::max(0.0, other)});
            }
    return most;
}

/// The witness of a collision must hold before geometry, and at a time, that gapless did not compute.
void checkWitness(const CurveCase& curve, const CurveResult& result, const Violation& violation)
{
    if (!result.witness || !curve.scene->pairs().has(result.witness->pair))
        return violation("collision without a witness pair");
    const KinematicModel& model = curve.scene->model();
    if (result.configuration.size() != model.configurationSize())
        return violation("collision without a configuration");
    // A car may hop at the end of its curve. Then the curve that is judged takes in what is between.
    const double off = outside(model, result.configuration, curve.at(std::nextafter(result.time.upper, curve.curve.begin())),
                               curve.at(result.time.upper));
    if (!(off <= kOffCurve))
        violation("witness at a configuration that is off the curve by " + digits(off));
    const ClosePair& w = *result.witness;
    const ObjectPair& pair = curve.scene->pair(w.pair);
    const ReferenceScene reference(*curve.scene);
    const auto poses = reference.poses(result.configuration, result.configuration, 0.0);
    const double slack = kReferenceRounding * (reference.scaleOf(w.pair, w.distance) + w.point_a.norm() + w.point_b.norm());
    if (!(w.distance <= pair.clearance + curve.tolerance + slack))
        violation("witness at distance " + digits(w.distance) + " > clearance + tolerance");
    if (!((w.point_a - w.point_b).norm() <= w.distance + slack))
        violation("witness points are farther apart than distance said, " + digits(w.distance));
    const double off_a = reference.pointDistance(poses, pair.a, w.point_a),
                 off_b = reference.pointDistance(poses, pair.b, w.point_b);
    if (!(off_a <= slack) || !(off_b <= slack))
        violation("witness points off their objects by " + digits(off_a) + " and " + digits(off_b));
}

/// A claim about [from, to), or up to the very end, must not exceed what samples show.
void checkClaim(const CurveCase& curve, const Interval& time, bool with_end, double claim, const std::string& what,
                const Violation& violation)
{
    for (const CurveSample& sample : curve.samples)
        if (sample.time >= time.lower && (sample.time < time.upper || (with_end && sample.time == time.upper))
            && claim > sample.distance * (1 + 1e-12) + kOffDistance)
            return violation(what + " " + digits(claim) + " > true distance " + digits(sample.distance) + " at "
                             + digits(sample.time));
}

void checkProfile(const CurveCase& curve, const CurveResult& result, const Violation& violation)
{
    double reached = curve.curve.begin(), least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < result.profile.size(); ++i)
    {
        const ProvenPart& part = result.profile[i];
        if (part.time.lower != reached || !(part.time.upper >= part.time.lower))
            return violation("profile has a gap at " + digits(reached));
        reached = part.time.upper;
        least = std::min(least, part.clearance);
        const bool is_last = i + 1 == result.profile.size();
        checkClaim(curve, part.time, is_last && result.verdict == Verdict::Free, part.clearance, "profile: certified clearance",
                   violation);
    }
    if (reached != result.last_safe)
        violation("profile reaches " + digits(reached));
    if (least != result.certified_clearance)
        violation("certified clearance " + digits(result.certified_clearance) + " is not the least of the profile "
                  + digits(least));
}

void checkFree(const CurveCase& curve, const CurveResult& result, const Violation& violation)
{
    if (curve.contact)
        violation("FREE in spite of contact at " + digits(*curve.contact));
    if (curve.smallest_distance_at_most
        && result.certified_clearance > *curve.smallest_distance_at_most * (1 + 1e-12) + kOffDistance)
        violation("certified clearance " + digits(result.certified_clearance) + " > true distance "
                  + digits(*curve.smallest_distance_at_most));
    if (result.last_safe != curve.curve.end())
        violation("free with last_safe before the end");
    if (!(result.certified_clearance >= 0.0))
        violation("free with certified clearance " + digits(result.certified_clearance));
}

}  // namespace

std::vector<std::string> curveViolationsOf(const CurveCase& curve, const CurveResult& result)
{
    std::vector<std::string> out;
    const Violation violation = [&](const std::string& text) {
        out.push_back(curve.name + ": " + text + " [" + toString(result.verdict) + ", time " + digits(result.time.lower) + " to "
                      + digits(result.time.upper) + ", last_safe " + digits(result.last_safe) + ", tolerance "
                      + digits(curve.tolerance) + "]");
    };
    const double begin = curve.curve.begin(), end = curve.curve.end();
    if (!(result.last_safe >= begin && result.last_safe <= end))
        violation("last_safe out of range");
    if (curve.contact && !(result.last_safe <= *curve.contact + 1e-12))
        violation("last_safe beyond the contact at " + digits(*curve.contact));
    if (curve.must_decide && curve.excess_at_least && *curve.excess_at_least > 4 * curve.tolerance
        && result.verdict != Verdict::Free)
        violation("free by " + digits(*curve.excess_at_least) + ", more than 4 tolerances, but not called free");
    checkClaim(curve, {begin, result.last_safe}, result.verdict == Verdict::Free, result.certified_clearance,
               "certified clearance", violation);
    checkProfile(curve, result, violation);
    if (result.verdict == Verdict::Free)
    {
        checkFree(curve, result, violation);
        return out;
    }
    if (!(result.time.lower >= begin && result.time.lower <= result.time.upper && result.time.upper <= end))
        violation("time is no interval of the curve");
    if (!(result.time.lower <= result.last_safe && result.last_safe <= result.time.upper))
        violation("proven before " + digits(result.time.lower) + ", but last_safe says otherwise");
    if (result.verdict == Verdict::Collision)
    {
        if (curve.excess_at_least && *curve.excess_at_least > curve.tolerance * (1 + 1e-9))
            violation("collision, but no pair is nearer than clearance + tolerance");
        checkWitness(curve, result, violation);
    }
    // With a tracking error that is all there is to say of a contact beside the curve.
    else if (curve.must_decide && curve.contact && curve.tracking_error.size() == 0)
        violation("undecided, without a budget, in spite of contact at " + digits(*curve.contact));
    return out;
}

std::vector<std::string> curveViolations(const CurveJudge& judge, const std::vector<CurveCase>& cases)
{
    std::vector<std::string> out;
    for (const CurveCase& curve : cases)
    {
        std::vector<std::string> found;
        try
        {
            found = curveViolationsOf(curve, judge(curve));
        }
        catch (const std::exception& error)
        {
            found.push_back(curve.name + ": threw " + error.what());
        }
        out.insert(out.end(), found.begin(), found.end());
    }
    return out;
}

std::vector<CurveCase> curveCases()
{
    std::vector<CurveCase> out;
    for (const auto* cases : {&carCurveCases(), &wayCurveCases(), &knownCurveCases(), &jointCurveCases(), &turningCurveCases(),
                              &trackingCurveCases()})
        out.insert(out.end(), cases->begin(), cases->end());
    return out;
}

}  // namespace gapless::test
