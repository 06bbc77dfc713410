#include "certify/articulated_agreement.h"

#include <iostream>

#include "support/random_scene.h"

#include <gapless/certify/segment_certifier.h>
#include <gapless/certify/static_checker.h>

namespace gapless::test {
namespace {

double clearanceOf(const ArticulatedMotion& motion, PairIndex pair)
{
    return motion.scene->pair(pair).clearance;
}

void add(Agreement& sums, const ArticulatedMotion& motion, const ArticulatedOptions& options, const ArticulatedResult& result,
         const std::string& text)
{
    sums.violations.push_back(motion.name + ": " + text + describe(motion, options, result));
}

}  // namespace

void Agreement::print(const std::string& name) const
{
    std::cout << name << ": " << motions << " motions, " << free << " free, " << proved << " with a proven contact, " << unproved
              << " with one that is not, " << undecided << " undecided; " << within_tolerance
              << " answered otherwise within the tolerance, " << violations.size() << " violations\n";
}

void compareWithCertifier(const ArticulatedMotion& motion, const ArticulatedOptions& options, const ArticulatedResult& result,
                          Agreement& sums)
{
    CertifyOptions certify;
    certify.tolerance = std::min(1e-6, options.tolerance);
    certify.last_valid_resolution = 1e-3;
    SegmentCertifier certifier(motion.scene, motion.q0, motion.q1, certify);
    certifier.run();
    const CertifyResult other = certifier.result();
    const auto violation = [&](const std::string& text) {
        add(sums, motion, options, result,
            text + " (SegmentCertifier: " + toString(other.verdict) + " at " + digits(other.t) + ", distance "
                + (other.witness ? digits(other.witness->distance) : "-") + ", last_valid " + digits(other.last_valid) + ")");
    };
    const double lo = result.time_of_contact.lower, hi = result.time_of_contact.upper;
    if (other.verdict == Verdict::Collision)
    {
        const bool touches = MotionOracle(motion).isContact(other.witness->pair, other.t);
        if (result.verdict == Verdict::Free)
        {
            if (touches)
                violation("FREE in spite of a witness");
            else
                ++sums.within_tolerance;
            if (!(result.certified_clearance <= other.witness->distance))
                violation("certified clearance " + digits(result.certified_clearance) + " in spite of a witness");
        }
        if (touches && result.verdict == Verdict::Collision && !(lo <= other.t))
            violation("LATE: begins after a witness");
        if (touches && !(result.last_valid <= other.t))
            violation("last_valid beyond a witness");
    }
    if (result.verdict == Verdict::Collision && result.contact_proved && !(hi >= other.last_valid))
        violation("EARLY: a proven contact ends where the motion is proven free");
    if (other.verdict == Verdict::Free && result.verdict == Verdict::Collision)
    {
        double least = 1e300;
        for (const ObjectPair& pair : motion.scene->pairs())
            least = std::min(least, pair.clearance);
        if (result.contact_proved)
            violation("PROVED a contact of a free motion");
        else if (other.certified_clearance > least + options.tolerance && !result.contacts.empty()
                 && other.certified_clearance > clearanceOf(motion, result.contacts.front().pair) + options.tolerance)
            violation("a collision of a motion that is free by more than the tolerance");
        else
            ++sums.within_tolerance;
    }
    if (result.verdict == Verdict::Undecided && other.verdict != Verdict::Undecided)
        violation("undecided without a budget");
}

void compareWithSamples(const ArticulatedMotion& motion, const ArticulatedOptions& options, const ArticulatedResult& result,
                        Agreement& sums)
{
    constexpr int kSamples = 999;
    const StaticChecker checker(motion.scene, 1e-9);
    const double lo = result.verdict == Verdict::Collision ? result.time_of_contact.lower
                      : result.verdict == Verdict::Free    ? 1.0
                                                           : result.last_valid;
    // Where it is free, t = 1 too; else up to just before lo, where distances are smallest.
    const double end = result.verdict == Verdict::Free ? 1.0 : lo - 1e-12;
    const MotionOracle oracle(motion);
    for (int k = 0; k <= kSamples && end >= 0.0; ++k)
    {
        const double t = end * k / kSamples;
        ClosePair close;
        if (checker.check(interpolate(motion.scene->model(), motion.q0, motion.q1, t), &close) == Verdict::Collision
            && oracle.isContact(close.pair, t))
        {
            add(sums, motion, options, result, "SAMPLE: contact at " + digits(t) + ", distance " + digits(close.distance));
            return;
        }
    }
}

void compareStages(const Articulated& check, const ArticulatedMotion& motion, const ArticulatedOptions& options,
                   const ArticulatedResult& result, Agreement& sums, bool equations)
{
    for (int stages = 0; stages < 4; ++stages)
    {
        ArticulatedOptions other = options;
        other.stages.swept_boxes = stages & 1;
        other.stages.swept_volumes = stages & 2;
        const ArticulatedResult again = check(motion.scene, motion.q0, motion.q1, other, {});
        const std::string with = " (swept boxes " + std::to_string(other.stages.swept_boxes) + ", volumes "
                                 + std::to_string(other.stages.swept_volumes) + ", equations " + std::to_string(equations) + ")";
        // The equations may prove a contact that is none but for rounding to the bisection.
        const bool as_proved = again.contact_proved == result.contact_proved || (equations && again.contact_proved);
        if (again.verdict != result.verdict || !as_proved)
            add(sums, motion, options, again, "STAGES: another verdict" + with);
        else if (again.verdict == Verdict::Collision && !again.time_of_contact.intersects(result.time_of_contact))
            add(sums, motion, options, again, "STAGES: another time of contact" + with);
    }
}

void compareAnyContact(const Articulated& check, const ArticulatedMotion& motion, const ArticulatedOptions& options,
                       const ArticulatedResult& result, Agreement& sums)
{
    ArticulatedOptions any = options;
    any.first_contact = false;
    const ArticulatedResult again = check(motion.scene, motion.q0, motion.q1, any, {});
    for (const std::string& form : formViolations(motion, any, again))
        add(sums, motion, any, again, "ANY: " + form);
    for (const std::string& unproven : proofViolations(motion, any, again))
        add(sums, motion, any, again, "ANY: " + unproven);
    // What only rounding keeps apart may be told from a contact at one t and not at another.
    const bool rounding =
        !result.contact_proved && !again.contact_proved && result.verdict != Verdict::Free && again.verdict != Verdict::Free;
    if (again.verdict != result.verdict && !rounding)
        add(sums, motion, any, again, std::string("ANY: another verdict than ") + toString(result.verdict));
    if (again.verdict == Verdict::Collision && result.verdict == Verdict::Collision)
    {
        if (again.contact_proved && again.time_of_contact.upper < result.time_of_contact.lower)
            add(sums, motion, any, again, "ANY: a contact before the first");
        if (result.contact_proved && again.last_valid > result.time_of_contact.upper)
            add(sums, motion, any, again, "ANY: last_valid beyond the first contact");
    }
}

void checkBudgets(const Articulated& check, const ArticulatedMotion& motion, const ArticulatedOptions& options,
                  const ArticulatedResult& result, Agreement& sums)
{
    std::vector<Budget> budgets(7);
    const std::uint64_t counts[] = {0, 1, 2, 5, 20, 100};
    for (std::size_t i = 0; i < 6; ++i)
        budgets[i].steps = counts[i];
    budgets[6].seconds = 0.0;
    for (const Budget& budget : budgets)
    {
        const ArticulatedResult early = check(motion.scene, motion.q0, motion.q1, options, budget);
        const auto violation = [&](const std::string& text) {
            add(sums, motion, options, early, "BUDGET: " + text + " (" + std::to_string(budget.steps) + " steps)");
        };
        for (const std::string& form : formViolations(motion, options, early))
            violation(form);
        if (early.verdict != Verdict::Undecided)
        {
            if (early.verdict != result.verdict)
                violation("another verdict");
            else if (early.verdict == Verdict::Collision && !early.time_of_contact.intersects(result.time_of_contact))
                violation("another time of contact");
            continue;
        }
        if (result.verdict == Verdict::Collision && !(early.last_valid <= result.time_of_contact.upper))
            violation("last_valid beyond the contact");
        for (const std::string& unproven : proofViolations(motion, options, early))
            violation(unproven);
    }
}

bool isSame(const ArticulatedResult& a, const ArticulatedResult& b)
{
    bool same = a.verdict == b.verdict && a.time_of_contact.lower == b.time_of_contact.lower
                && a.time_of_contact.upper == b.time_of_contact.upper && a.contact_proved == b.contact_proved
                && a.last_valid == b.last_valid && a.certified_clearance == b.certified_clearance
                && a.contacts.size() == b.contacts.size() && a.configuration == b.configuration;
    for (std::size_t i = 0; same && i < a.contacts.size(); ++i)
        same = a.contacts[i].pair == b.contacts[i].pair && a.contacts[i].point_a == b.contacts[i].point_a
               && a.contacts[i].point_b == b.contacts[i].point_b && a.contacts[i].normal == b.contacts[i].normal
               && a.contacts[i].triangle_a == b.contacts[i].triangle_a && a.contacts[i].triangle_b == b.contacts[i].triangle_b;
    return same;
}

ArticulatedResult compareAll(const Articulated& check, const ArticulatedMotion& motion, const ArticulatedOptions& options,
                             Agreement& sums)
{
    const ArticulatedResult result = check(motion.scene, motion.q0, motion.q1, options, {});
    ++sums.motions;
    sums.free += result.verdict == Verdict::Free;
    sums.proved += result.verdict == Verdict::Collision && result.contact_proved;
    sums.unproved += result.verdict == Verdict::Collision && !result.contact_proved;
    sums.undecided += result.verdict == Verdict::Undecided;
    for (const std::string& form : formViolations(motion, options, result))
        add(sums, motion, options, result, form);
    compareWithCertifier(motion, options, result, sums);
    for (const std::string& unproven : proofViolations(motion, options, result))
        add(sums, motion, options, result, unproven);
    compareWithSamples(motion, options, result, sums);
    compareStages(check, motion, options, result, sums);
    compareAnyContact(check, motion, options, result, sums);
    checkBudgets(check, motion, options, result, sums);
    return result;
}

void forRandomMotions(int count, const std::function<void(const ArticulatedMotion&, const ArticulatedOptions&)>& use)
{
    Random random(20041031);
    for (int made = 0, scenes = 0; made < count; ++scenes)
    {
        SceneBuilder builder;
        addRandomRobot(builder, random, {});
        addRandomObstacles(builder, random, 2 + random.index(4), 1.2, 0.4, Vec3::Zero());
        builder.clearances.all = random.chance(0.3) ? 0.02 : 0.0;
        ArticulatedMotion motion;
        motion.scene = builder.build();
        if (motion.scene->pairs().empty())
            continue;
        for (int k = 0; k < 6; ++k)
        {
            motion.name = "random scene " + std::to_string(scenes) + " motion " + std::to_string(k);
            motion.q0 = randomConfiguration(motion.scene->model(), random, 0.7);
            motion.q1 = nearbyConfiguration(motion.scene->model(), random, motion.q0, random.logUniform(0.1, 3));
            ArticulatedOptions options;
            options.time_tolerance = random.logUniform(1e-9, 1e-3);
            options.tolerance = random.logUniform(1e-6, 1e-2);
            // Most random states of crowded scenes collide at once.
            if (StaticChecker(motion.scene, 1e-6).check(motion.q0) != Verdict::Free && !random.chance(0.1))
                continue;
            ++made;
            use(motion, options);
        }
    }
}

}  // namespace gapless::test
