#include "contract/motion_validator_contract.h"

#include "support/random_input.h"
#include "support/reference_scene.h"

namespace gapless::test {
namespace {

/// The witness of a collision must hold before geometry that gapless did not compute.
void checkWitness(const MotionCase& motion, const CertifyResult& result, const std::function<void(const std::string&)>& violation)
{
    if (!result.witness || !motion.scene->pairs().has(result.witness->pair))
        return violation("collision without a witness pair");
    if (!(result.t >= 0.0 && result.t <= 1.0))
        return violation("witness outside of the motion, t = " + digits(result.t));
    const ClosePair& w = *result.witness;
    const ObjectPair& pair = motion.scene->pair(w.pair);
    const ReferenceScene reference(*motion.scene);
    const auto poses = reference.poses(motion.q0, motion.q1, result.t);
    const double coordinates = w.point_a.norm() + w.point_b.norm();
    const double slack = kReferenceRounding * (reference.scaleOf(w.pair, w.distance) + coordinates);
    if (!(w.distance <= pair.clearance + motion.options.tolerance + slack))
        violation("witness at distance " + digits(w.distance) + " > clearance + tolerance");
    if (!((w.point_a - w.point_b).norm() <= w.distance + slack))
        violation("witness points are " + digits((w.point_a - w.point_b).norm()) + " apart, distance said " + digits(w.distance));
    const double off_a = reference.pointDistance(poses, pair.a, w.point_a),
                 off_b = reference.pointDistance(poses, pair.b, w.point_b);
    if (!(off_a <= slack) || !(off_b <= slack))
        violation("witness points off their objects by " + digits(off_a) + " and " + digits(off_b) + ", distance said "
                  + digits(w.distance));
}

MotionCase reversed(const MotionCase& motion)
{
    MotionCase back = motion;
    back.name += " (backwards)";
    std::swap(back.q0, back.q1);
    if (back.contact)
        back.contact = 1.0;  // some contact, somewhere
    return back;
}

}  // namespace

MotionCase motionCase(const std::string& name, const SceneBuilder& builder, const Configuration& q0, const Configuration& q1,
                      double tolerance)
{
    MotionCase motion;
    motion.name = name;
    motion.scene = builder.build();
    motion.q0 = q0;
    motion.q1 = q1;
    motion.options.tolerance = tolerance;
    return motion;
}

MotionCase contactCase(const std::string& name, const SceneBuilder& builder, const Configuration& q0, const Configuration& q1,
                       double t, double tolerance)
{
    MotionCase motion = motionCase(name, builder, q0, q1, tolerance);
    motion.contact = t;
    return motion;
}

std::vector<std::string> violationsOf(const MotionCase& motion, const CertifyResult& result)
{
    std::vector<std::string> out;
    const auto violation = [&](const std::string& text) {
        out.push_back(motion.name + ": " + text + " [" + toString(result.verdict) + ", t " + digits(result.t) + ", last_valid "
                      + digits(result.last_valid) + ", tolerance " + digits(motion.options.tolerance) + "; q0 "
                      + digits(motion.q0) + ", q1 " + digits(motion.q1) + "]");
    };
    const double tolerance = motion.options.tolerance;
    if (!(result.last_valid >= 0.0 && result.last_valid <= 1.0))
        violation("last_valid out of range");
    if (motion.contact && !(result.last_valid <= *motion.contact + 0x1p-50))
        violation("last_valid beyond the contact at " + digits(*motion.contact));
    if (motion.excess_at_least && *motion.excess_at_least > 4 * tolerance && result.verdict != Verdict::Free
        && motion.must_decide)
        violation("free by " + digits(*motion.excess_at_least) + ", more than 4 tolerances, but not called free");
    switch (result.verdict)
    {
        case Verdict::Free:
            if (motion.contact)
                violation("FREE in spite of contact at " + digits(*motion.contact));
            if (motion.smallest_distance_at_most
                && result.certified_clearance > *motion.smallest_distance_at_most * (1 + 1e-12) + kReferenceRounding)
                violation("certified clearance " + digits(result.certified_clearance) + " > true distance "
                          + digits(*motion.smallest_distance_at_most));
            if (result.last_valid != 1.0)
                violation("free with last_valid < 1");
            if (!(result.certified_clearance >= 0.0))
                violation("free with certified clearance " + digits(result.certified_clearance));
            break;
        case Verdict::Collision:
            if (motion.excess_at_least && *motion.excess_at_least > tolerance * (1 + 1e-9))
                violation("collision, but no pair is nearer than clearance + tolerance");
            checkWitness(motion, result, violation);
            break;
        case Verdict::Undecided:
            if (motion.must_decide && motion.contact)
                violation("undecided, without a budget, in spite of contact at " + digits(*motion.contact));
            if (!(result.interval.lower >= 0.0 && result.interval.upper <= 1.0 && result.interval.lower <= result.interval.upper))
                violation("undecided without an interval");
            break;
    }
    return out;
}

std::vector<std::string> contractViolations(const Validate& validate, const std::vector<MotionCase>& cases)
{
    std::vector<std::string> out;
    for (const MotionCase& motion : cases)
        for (const MotionCase& each : {motion, reversed(motion)})
        {
            if (!motion.both_ways && each.name != motion.name)
                continue;
            std::vector<std::string> found;
            try
            {
                found = violationsOf(each, validate(each.scene, each.q0, each.q1, each.options));
            }
            catch (const std::exception& error)
            {
                found.push_back(each.name + ": threw " + error.what());
            }
            out.insert(out.end(), found.begin(), found.end());
        }
    return out;
}

std::vector<std::string> contractViolations(const Validate& validate)
{
    std::vector<std::string> out;
    for (const auto& cases : {analyticCases(), adversarialCases(), nestedCases(), sampledCases()})
    {
        const auto found = contractViolations(validate, cases);
        out.insert(out.end(), found.begin(), found.end());
    }
    return out;
}

}  // namespace gapless::test
