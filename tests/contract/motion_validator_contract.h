// What every validator of motions must keep, as a list of violations: empty for a sound one, and for no unsound one.
//
// Run on each validator of the library, and on validators broken on purpose (broken_*.h), which it must catch.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "support/scene_builder.h"

#include <gapless/certify/certify_result.h>

namespace gapless::test {

/// The validator under test.
using Validate = std::function<CertifyResult(const std::shared_ptr<const Scene>&, const Configuration& q0,
                                             const Configuration& q1, const CertifyOptions&)>;

/// A motion and what is known about it. Metres, fractions of the motion.
struct MotionCase
{
    std::string name;
    std::shared_ptr<const Scene> scene;
    Configuration q0, q1;
    CertifyOptions options;
    /// The true distance of some active pair comes down to its clearance (or below) first at this t or earlier: never Free, and
    /// last_valid is not beyond it.
    std::optional<double> contact;
    /// An upper bound of the smallest excess over the clearance; what Free claims must not exceed it.
    std::optional<double> smallest_distance_at_most;
    /// A lower bound of the smallest of distance - clearance: where it is more than 4 tolerances the answer must be Free.
    std::optional<double> excess_at_least;
    /// False where rounding is larger than the tolerance: Undecided is then an answer too.
    bool must_decide = true;
    /// What is known holds backwards too.
    bool both_ways = true;
};

/// A motion about which nothing is known yet.
MotionCase motionCase(const std::string& name, const SceneBuilder& builder, const Configuration& q0, const Configuration& q1,
                      double tolerance = 1e-3);
/// A motion whose first contact is at t or earlier.
MotionCase contactCase(const std::string& name, const SceneBuilder& builder, const Configuration& q0, const Configuration& q1,
                       double t, double tolerance = 1e-3);

/// Checks one result against what is known and, for a witness, against independent distances.
std::vector<std::string> violationsOf(const MotionCase& motion, const CertifyResult& result);

/// Motions whose answer is known in closed form.
std::vector<MotionCase> analyticCases();
/// Thin obstacles, descending joints, grazing within rounding.
std::vector<MotionCase> adversarialCases();
/// Nested and hollow bodies.
std::vector<MotionCase> nestedCases();
/// Random robots and motions, with what dense brute-force sampling says about them.
const std::vector<MotionCase>& sampledCases();

/// Runs `validate` on all cases, forwards and backwards. Each entry starts with the name of its case.
std::vector<std::string> contractViolations(const Validate& validate);
/// The same for given cases.
std::vector<std::string> contractViolations(const Validate& validate, const std::vector<MotionCase>& cases);

}  // namespace gapless::test
