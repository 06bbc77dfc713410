// Exact motion validation for OMPL's planners by adaptive bisection.
//
// Schwarzer, Saha, Latombe: "Exact Collision Checking of Robot Paths", WAFR 2002.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>

#include <gapless/certify/certify_result.h>
#include <gapless/certify/segment_certifier.h>
#include <gapless/ompl/object_pool.h>
#include <gapless/ompl/state_mapping.h>

namespace gapless {

struct MotionValidatorOptions
{
    /// Delta, metres, > 0; see CertifyOptions::tolerance.
    double tolerance = 1e-3;
    /// What one motion may cost. Spent without an answer: undecided, hence not valid.
    Budget budget;
    /// How close `lastValid` comes to the earliest witness, fraction of the motion, in (0, 1). The finer, the dearer.
    double last_valid_resolution = 0.01;
};

/// true proves that at every t in [0,1] each active pair of the scene is farther apart than its clearance, along the curve that
/// the state space interpolates, rounding included. false means that a witness at distance <= clearance + tolerance was found,
/// or, rarely, that the motion stayed undecided (see undecidedCount()). Nothing undecided is ever called valid.
///
/// Between two nearly equal rotations (up to 9e-5 rad) OMPL's SO3StateSpace stays at the first, even at t = 1; here the way to
/// the second is certified too. The bounds of the space are no part of the answer; nor is it one about s2 as a state: that may
/// be within clearance + tolerance of a body, where the state validity checker says no and either answer is right.
///
/// Safe to use from many threads at once, the counters of the base class included (while they are read or reset, no thread
/// may check).
class AdaptiveBisectionMotionValidator : public ompl::base::MotionValidator
{
public:
    /// @throws InputError if the mapping is not one of si's space, or an option is out of range.
    AdaptiveBisectionMotionValidator(const ompl::base::SpaceInformationPtr& si, std::shared_ptr<const StateMapping> mapping,
                                     const MotionValidatorOptions& options = {});
    ~AdaptiveBisectionMotionValidator() override;

    bool checkMotion(const ompl::base::State* s1, const ompl::base::State* s2) const override;

    /// Where the motion is not valid, lastValid.second is a fraction up to which, inclusive, it is proven free, and
    /// lastValid.first (if not null; it may be s1 or s2) becomes the state there, which the state validity checker of the same
    /// tolerance accepts too; the motion from s1 to that state is proven by itself. An s1 that is itself invalid: fraction 0, state s1, no claim. Where the motion is valid, lastValid is left alone.
    bool checkMotion(const ompl::base::State* s1, const ompl::base::State* s2,
                     std::pair<ompl::base::State*, double>& lastValid) const override;

    /// The full answer, with last_valid within last_valid_resolution of the earliest witness. Not counted.
    /// @throws InputError if a state is none of the space (see StateMapping::toConfiguration). checkMotion() does not throw: it
    ///         calls such a motion undecided.
    CertifyResult certify(const ompl::base::State* s1, const ompl::base::State* s2) const;

    std::uint64_t motionCount() const { return motions_.load(std::memory_order_relaxed); }
    /// Motions that were not valid for want of an answer, not for a witness.
    std::uint64_t undecidedCount() const { return undecided_.load(std::memory_order_relaxed); }

    const MotionValidatorOptions& options() const { return options_; }
    const std::shared_ptr<const StateMapping>& mapping() const { return mapping_; }

private:
    struct Worker;

    Verdict verdictOf(const ompl::base::State* s1, const ompl::base::State* s2) const;
    void count(Verdict verdict) const;

    std::shared_ptr<const StateMapping> mapping_;
    MotionValidatorOptions options_;
    StaticChecker static_checker_;
    /// Workers that stop at the first witness, and such that look for the earliest.
    mutable ObjectPool<Worker> first_witness_, earliest_witness_;
    mutable std::atomic<std::uint64_t> motions_{0}, undecided_{0};
};

}  // namespace gapless
