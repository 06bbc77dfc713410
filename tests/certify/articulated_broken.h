// Broken on purpose: each has one mistake that a continuous collision detection might have.
#pragma once

#include <cmath>

#include "certify/articulated_slow.h"
#include "certify/articulated_variants.h"

#include <gapless/certify/static_checker.h>

namespace gapless::test {

/// Looks at t = 0, 1/2 and 1 alone.
inline ArticulatedResult brokenThreeLooks(const std::shared_ptr<const Scene>& scene, const Configuration& q0,
                                          const Configuration& q1, const ArticulatedOptions& options, const Budget&)
{
    ArticulatedResult result;
    const StaticChecker checker(scene, options.tolerance);
    double before = 0.0;
    for (double t : {0.0, 0.5, 1.0})
    {
        ClosePair close;
        result.configuration = interpolate(scene->model(), q0, q1, t);
        if (checker.check(result.configuration, &close) == Verdict::Collision)
        {
            result.verdict = Verdict::Collision;
            result.time_of_contact = {std::max(before, t - options.time_tolerance), t};
            result.last_valid = result.time_of_contact.lower;
            Contact contact;
            contact.pair = close.pair;
            contact.point_a = close.point_a;
            contact.point_b = close.point_b;
            contact.t = t;
            contact.time = result.time_of_contact;
            result.contacts.push_back(contact);
            return result;
        }
        before = t;
    }
    result.verdict = Verdict::Free;
    result.last_valid = 1.0;
    return result;
}

/// Shifts the time of contact, and what belongs to it, by `shift`.
inline ArticulatedResult shiftedInTime(ArticulatedResult result, const std::shared_ptr<const Scene>& scene,
                                       const Configuration& q0, const Configuration& q1, double shift)
{
    const auto shifted = [&](double t) { return std::min(1.0, std::max(0.0, t + shift)); };
    const auto shift_both = [&](Interval& time) { time = {shifted(time.lower), shifted(time.upper)}; };
    shift_both(result.time_of_contact);
    result.last_valid = result.time_of_contact.lower;
    for (Contact& contact : result.contacts)
    {
        contact.t = shifted(contact.t);
        shift_both(contact.time);
    }
    if (result.verdict == Verdict::Collision)
        result.configuration = interpolate(scene->model(), q0, q1, result.time_of_contact.upper);
    return result;
}

/// Tells a contact that is there, but not the first: 3 tolerances later.
inline ArticulatedResult brokenLater(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                                     const ArticulatedOptions& options, const Budget& budget)
{
    const ArticulatedResult result = slowArticulated(scene, q0, q1, options, budget);
    return result.verdict == Verdict::Collision ? shiftedInTime(result, scene, q0, q1, 3 * options.time_tolerance) : result;
}

/// Tells a time of contact that ends before the contact.
inline ArticulatedResult brokenEarly(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                                     const ArticulatedOptions& options, const Budget& budget)
{
    const ArticulatedResult result = slowArticulated(scene, q0, q1, options, budget);
    return result.verdict == Verdict::Collision
               ? shiftedInTime(result, scene, q0, q1, -1.0 * std::max(1e-3, options.time_tolerance))
               : result;
}

/// Forgets the last pair of a scene that has several.
inline ArticulatedResult brokenDroppedPairOf(const std::shared_ptr<const Scene>& scene, const Configuration& q0,
                                             const Configuration& q1, const ArticulatedOptions& options, const Budget& budget)
{
    const std::size_t pairs = scene->pairs().size();
    return slowArticulated(pairs > 1 ? rebuilt(*scene, scene->model(), scene->objects().list(), PairIndex(pairs - 1)) : scene, q0,
                           q1, options, budget);
}

/// Takes what is within the tolerance of a contact for one, and calls that proven.
inline ArticulatedResult brokenProof(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                                     const ArticulatedOptions& options, const Budget& budget)
{
    ArticulatedResult result = slowArticulated(scene, q0, q1, options, budget);
    const StaticChecker checker(scene, options.tolerance);
    for (int k = 0; k <= 64 && result.verdict == Verdict::Free; ++k)
    {
        ClosePair close;
        if (checker.check(interpolate(scene->model(), q0, q1, k / 64.0), &close) != Verdict::Collision)
            continue;
        result.verdict = Verdict::Collision;
        result.time_of_contact = result.last_valid = k / 64.0;
        result.configuration = interpolate(scene->model(), q0, q1, k / 64.0);
        Contact contact;
        contact.pair = close.pair;
        contact.point_a = close.point_a;
        contact.point_b = close.point_b;
        contact.time = contact.t = k / 64.0;
        result.contacts.push_back(contact);
    }
    result.contact_proved = result.verdict == Verdict::Collision;
    for (Contact& contact : result.contacts)
        contact.proved = true;
    return result;
}

/// A time of contact wider than asked for.
inline ArticulatedResult brokenWide(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                                    const ArticulatedOptions& options, const Budget& budget)
{
    ArticulatedOptions wide = options;
    wide.time_tolerance = std::min(1.0, 10 * options.time_tolerance);
    return slowArticulated(scene, q0, q1, wide, budget);
}

/// Normals from B to A.
inline ArticulatedResult brokenNormal(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                                      const ArticulatedOptions& options, const Budget& budget)
{
    ArticulatedResult result = slowArticulated(scene, q0, q1, options, budget);
    for (Contact& contact : result.contacts)
        contact.normal = -contact.normal;
    return result;
}

/// Contact points in the frame of body A instead of the world.
inline ArticulatedResult brokenPoints(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                                      const ArticulatedOptions& options, const Budget& budget)
{
    ArticulatedResult result = slowArticulated(scene, q0, q1, options, budget);
    const Motion motion(scene->model(), q0, q1);
    for (Contact& contact : result.contacts)
        for (Vec3* x : {&contact.point_a, &contact.point_b})
        {
            const BodyIndex body = scene->object(scene->pair(contact.pair).a).body;
            *x = motion.worldPose(body, contact.t).inverse() * *x;
        }
    return result;
}

/// Features of A for those of B.
inline ArticulatedResult brokenFeatures(const std::shared_ptr<const Scene>& scene, const Configuration& q0,
                                        const Configuration& q1, const ArticulatedOptions& options, const Budget& budget)
{
    ArticulatedResult result = slowArticulated(scene, q0, q1, options, budget);
    for (Contact& contact : result.contacts)
    {
        std::swap(contact.feature_a, contact.feature_b);
        std::swap(contact.triangle_a, contact.triangle_b);
    }
    return result;
}

/// Takes what it had no budget for as proven.
inline ArticulatedResult brokenBudget(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                                      const ArticulatedOptions& options, const Budget& budget)
{
    ArticulatedResult result = slowArticulated(scene, q0, q1, options, budget);
    if (result.verdict == Verdict::Undecided)
        result.last_valid = 1.0;
    return result;
}

/// Stage 1 with boxes at the ends of the motion instead of boxes of all that is swept.
inline ArticulatedResult brokenStage(const std::shared_ptr<const Scene>& scene, const Configuration& q0, const Configuration& q1,
                                     const ArticulatedOptions& options, const Budget& budget)
{
    if (options.stages.swept_boxes)
    {
        const StaticChecker checker(scene, 0.1);
        if (checker.check(q0) == Verdict::Free && checker.check(q1) == Verdict::Free)
        {
            ArticulatedResult result;
            result.verdict = Verdict::Free;
            result.last_valid = 1.0;
            return result;
        }
    }
    return slowArticulated(scene, q0, q1, options, budget);
}

}  // namespace gapless::test
