#include "certify/articulated_checks.h"

#include "certify/articulated_search.h"
#include "support/random_input.h"

#include <gapless/certify/rounding_floor.h>
#include <gapless/certify/segment_certifier.h>

namespace gapless::test {
namespace {

/// One way of cutting a motion off at t.
CertifyResult certifyUntil(const ArticulatedMotion& motion, double t)
{
    CertifyOptions options;
    options.tolerance = 1e-9;
    SegmentCertifier certifier(motion.scene, motion.q0,
                               t < 1.0 ? interpolate(motion.scene->model(), motion.q0, motion.q1, t) : motion.q1, options);
    certifier.run();
    return certifier.result();
}

void checkConfiguration(const ArticulatedMotion& motion, const ArticulatedResult& result, std::vector<std::string>& out)
{
    const KinematicModel& model = motion.scene->model();
    if (result.configuration.size() != motion.q0.size())
    {
        out.push_back("configuration has " + std::to_string(result.configuration.size()) + " numbers");
        return;
    }
    const Configuration expected = interpolate(model, motion.q0, motion.q1, result.time_of_contact.upper);
    for (const Body& body : model.bodies())
        for (int k = 0, n = body.variable ? variableCount(body.joint.type) : 0; k < n; ++k)
        {
            const int i = *body.variable + k;
            const bool turns = body.joint.type == JointType::Continuous || (body.joint.type == JointType::Planar && k == 2);
            double off = result.configuration[i] - expected[i];
            if (turns)
                off = std::remainder(off, 2 * M_PI);
            if (body.joint.type == JointType::Floating && k >= 3)  // either sign of the quaternion
                off = std::min(std::abs(off), std::abs(result.configuration[i] + expected[i]));
            if (!(std::abs(off) <= 1e-12 * (1 + std::abs(expected[i]))))
                out.push_back("configuration is not the one at hi: variable " + std::to_string(i) + " off by " + digits(off));
        }
}

void checkTime(const ArticulatedCase& motion, const ArticulatedOptions& options, const ArticulatedResult& result,
               const MotionOracle& oracle, std::vector<std::string>& out)
{
    const double lo = result.time_of_contact.lower, hi = result.time_of_contact.upper;
    const double latest = motion.toc ? *motion.toc : *motion.contact_by;
    if (!(result.last_valid <= latest + motion.toc_error))
        out.push_back("last_valid beyond the contact at " + digits(latest));
    if (result.verdict == Verdict::Free)
        out.push_back("FREE in spite of contact at " + digits(latest));
    if (result.verdict == Verdict::Undecided)
        out.push_back("undecided in spite of contact at " + digits(latest));
    if (result.verdict != Verdict::Collision)
        return;
    if (!(lo <= latest + motion.toc_error))
        out.push_back("LATE: the first contact is at " + digits(latest));
    if (!motion.toc)
        return;
    const double excess_at_hi = oracle.excess(hi);
    const bool is_grazing = !result.contact_proved && excess_at_hi <= 4 * oracle.doubt();
    if (!(hi >= latest - motion.toc_error) && !is_grazing)
        out.push_back("EARLY: the first contact is at " + digits(latest) + ", distance - clearance at hi is "
                      + digits(excess_at_hi));
    const bool can_be_proved =
        !motion.touches_only && (latest == 0.0 || oracle.closingSpeed(latest) * options.time_tolerance > 16 * oracle.doubt());
    if (can_be_proved && !result.contact_proved)
        out.push_back("a contact that goes deeper is not proven");
}

void checkFree(const ArticulatedCase& motion, const ArticulatedResult& result, const MotionOracle& oracle,
               std::vector<std::string>& out)
{
    if (result.verdict == Verdict::Free && motion.distance
        && !(result.certified_clearance <= *motion.distance * (1 + 1e-12) + oracle.doubt()))
        out.push_back("certified clearance " + digits(result.certified_clearance) + " > true distance "
                      + digits(*motion.distance));
    if (result.verdict == Verdict::Collision && result.contact_proved)
        out.push_back("PROVED a contact of a free motion");
    // The tolerance is for rounding alone: a gap that doubles can tell is no collision, however small against the tolerance.
    if (result.verdict != Verdict::Free && motion.excess && *motion.excess > 4 * oracle.doubt())
        out.push_back("free by " + digits(*motion.excess) + ", but not called free");
}

}  // namespace

ArticulatedResult solvingEquations(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                                   const ArticulatedOptions& options, const Budget& budget)
{
    return ArticulatedSearch::withEquations(scene, options).check(q0, q1, budget);
}

MotionOracle::MotionOracle(const ArticulatedMotion& motion) : motion_(motion), reference_(*motion.scene)
{
    doubt_ = 16 * roundingFloor(*motion.scene);
}

double MotionOracle::excessOf(PairIndex pair, double t) const
{
    return reference_.pairDistance(poses(t), pair) - motion_.scene->pair(pair).clearance;
}

double MotionOracle::excess(double t) const
{
    const auto at_t = poses(t);
    double smallest = 1e300;
    for (const PairIndex i : motion_.scene->pairs().indices())
    {
        const double clearance = motion_.scene->pair(i).clearance;
        smallest = std::min(smallest, reference_.pairDistance(at_t, i, smallest + clearance) - clearance);
    }
    return smallest;
}

double MotionOracle::closingSpeed(double t) const
{
    const double step = std::min(1e-6, t);
    return step > 0.0 ? std::max(0.0, excess(t - step)) / step : 0.0;
}

std::string describe(const ArticulatedMotion& motion, const ArticulatedOptions& options, const ArticulatedResult& result)
{
    return std::string(" [") + toString(result.verdict) + (result.contact_proved ? ", proved" : "") + ", ["
           + digits(result.time_of_contact.lower) + ", " + digits(result.time_of_contact.upper) + "], last_valid "
           + digits(result.last_valid) + ", " + std::to_string(result.contacts.size()) + " contacts; time tolerance "
           + digits(options.time_tolerance) + ", tolerance " + digits(options.tolerance) + "; q0 " + digits(motion.q0) + ", q1 "
           + digits(motion.q1) + "]";
}

std::vector<std::string> formViolations(const ArticulatedMotion& motion, const ArticulatedOptions& options,
                                        const ArticulatedResult& result)
{
    std::vector<std::string> out;
    const double lo = result.time_of_contact.lower, hi = result.time_of_contact.upper;
    if (!(result.last_valid >= 0.0 && result.last_valid <= 1.0))
        out.push_back("last_valid out of range");
    switch (result.verdict)
    {
        case Verdict::Free:
        {
            double least = std::numeric_limits<double>::infinity();
            for (const ObjectPair& pair : motion.scene->pairs())
                least = std::min(least, pair.clearance);
            if (result.last_valid != 1.0)
                out.push_back("free with last_valid < 1");
            if (!motion.scene->pairs().empty() && !(result.certified_clearance >= least))
                out.push_back("free with certified clearance " + digits(result.certified_clearance));
            if (result.contact_proved || !result.contacts.empty())
                out.push_back("free with a contact");
            break;
        }
        case Verdict::Collision:
        {
            if (!(0.0 <= lo && lo <= hi && hi <= 1.0))
                out.push_back("time of contact is no interval of the motion");
            if (options.first_contact && !(hi - lo <= options.time_tolerance * (1 + 1e-12)))
                out.push_back("WIDE: the time of contact is wider than asked for");
            if (!(result.last_valid >= lo && result.last_valid <= hi))
                out.push_back("last_valid is not in the time of contact");
            checkConfiguration(motion, result, out);
            const MotionOracle oracle(motion);
            checkContactForm(motion, options, result, oracle, out);
            break;
        }
        case Verdict::Undecided:
            if (result.contact_proved)
                out.push_back("undecided with a proven contact");
            try
            {
                motion.scene->model().validate(result.configuration);
            }
            catch (const std::exception& error)
            {
                out.push_back(std::string("undecided at no configuration: ") + error.what());
            }
            break;
    }
    return out;
}

std::vector<std::string> proofViolations(const ArticulatedMotion& motion, const ArticulatedOptions& options,
                                         const ArticulatedResult& result)
{
    std::vector<std::string> out;
    double proven = result.last_valid;
    if (result.verdict == Verdict::Collision)
        proven = std::max(proven, result.time_of_contact.lower);
    // Cut off a little before, so that the rounding of the cut's joint values does not matter.
    const double before = proven < 1.0 ? proven - std::max(1e-12, 1e-3 * options.time_tolerance) : 1.0;
    if (before > 0.0)
    {
        const CertifyResult other = certifyUntil(motion, before);
        if (other.verdict == Verdict::Collision && MotionOracle(motion).isContact(other.witness->pair, other.t * before))
            out.push_back("UNPROVEN: SegmentCertifier has a contact at " + digits(other.t * before) + ", before "
                          + digits(proven));
    }
    if (result.verdict == Verdict::Collision && result.contact_proved
        && certifyUntil(motion, std::min(1.0, result.time_of_contact.upper + 1e-12)).verdict == Verdict::Free)
        out.push_back("UNPROVEN: SegmentCertifier proves the motion free beyond the proven contact");
    return out;
}

std::vector<std::string> caseViolations(const ArticulatedCase& motion, const ArticulatedOptions& options,
                                        const ArticulatedResult& result)
{
    std::vector<std::string> out = formViolations(motion, options, result);
    for (const std::string& violation : proofViolations(motion, options, result))
        out.push_back(violation);
    const MotionOracle oracle(motion);
    if (motion.toc || motion.contact_by)
        checkTime(motion, options, result, oracle, out);
    else
        checkFree(motion, result, oracle, out);
    if (motion.toc && result.verdict == Verdict::Collision)
        checkExpectedContacts(motion, options, result, out);
    return out;
}

std::vector<ArticulatedOptions> severalTolerances()
{
    std::vector<ArticulatedOptions> out(3);
    for (std::size_t i = 0; i < 3; ++i)
    {
        out[i].time_tolerance = i == 0 ? 1e-3 : i == 1 ? 1e-6 : 1e-9;
        out[i].tolerance = i == 0 ? 1e-3 : 1e-6;
    }
    return out;
}

std::vector<std::string> articulatedViolations(const Articulated& check, const std::vector<ArticulatedCase>& cases,
                                               const std::vector<ArticulatedOptions>& options)
{
    std::vector<std::string> out;
    for (const ArticulatedCase& motion : cases)
        for (const ArticulatedOptions& each : options)
            try
            {
                const ArticulatedResult result = check(motion.scene, motion.q0, motion.q1, each, {});
                for (const std::string& violation : caseViolations(motion, each, result))
                    out.push_back(motion.name + ": " + violation + describe(motion, each, result));
            }
            catch (const std::exception& error)
            {
                out.push_back(motion.name + ": threw " + error.what());
            }
    return out;
}

}  // namespace gapless::test
