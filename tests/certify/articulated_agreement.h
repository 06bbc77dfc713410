// An implementation against SegmentCertifier, dense sampling and itself, on motions about which nothing is known.
#pragma once

#include "certify/articulated_checks.h"

#include <gapless/collision/close_pair.h>

namespace gapless::test {

/// What was seen, summed over motions.
struct Agreement
{
    int motions = 0, free = 0, proved = 0, unproved = 0, undecided = 0;
    /// Free for one and a collision for the other, at a distance between clearance and clearance + tolerance: both are right.
    int within_tolerance = 0;
    std::vector<std::string> violations;

    void print(const std::string& name) const;
};

/// Its answer against SegmentCertifier's: no proof of the one is contradicted by a contact of the other.
void compareWithCertifier(const ArticulatedMotion& motion, const ArticulatedOptions& options, const ArticulatedResult& result,
                          Agreement& sums);

/// 10^3 samples of what is said to be proven free: none at distance <= clearance.
void compareWithSamples(const ArticulatedMotion& motion, const ArticulatedOptions& options, const ArticulatedResult& result,
                        Agreement& sums);

/// Without each of the stages: the same verdict, overlapping times of contact. `equations`: `check` solves them, `result` did not.
void compareStages(const Articulated& check, const ArticulatedMotion& motion, const ArticulatedOptions& options,
                   const ArticulatedResult& result, Agreement& sums, bool equations = false);

/// Where any contact will do: the same verdict, nothing proven free that is not.
void compareAnyContact(const Articulated& check, const ArticulatedMotion& motion, const ArticulatedOptions& options,
                       const ArticulatedResult& result, Agreement& sums);

/// With a budget of few steps, or no time: the same answer, or undecided with a last_valid that is proven.
void checkBudgets(const Articulated& check, const ArticulatedMotion& motion, const ArticulatedOptions& options,
                  const ArticulatedResult& result, Agreement& sums);

/// Whether two answers are the same to the last bit.
bool isSame(const ArticulatedResult& a, const ArticulatedResult& b);

/// All of that for one motion; the result, for more.
ArticulatedResult compareAll(const Articulated& check, const ArticulatedMotion& motion, const ArticulatedOptions& options,
                             Agreement& sums);

/// Random trees of every joint type among random obstacles, most motions free at the start: calls `use` for each, at least `count`
/// times, with options that vary from motion to motion.
void forRandomMotions(int count, const std::function<void(const ArticulatedMotion&, const ArticulatedOptions&)>& use);

}  // namespace gapless::test
