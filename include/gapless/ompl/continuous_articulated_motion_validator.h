// Exact motion validation for OMPL's planners by continuous collision detection.
//
// Redon, Kim, Lin, Manocha: "Fast Continuous Collision Detection for Articulated Models", 2004.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>

#include <gapless/certify/articulated_collision.h>
#include <gapless/collision/static_checker.h>
#include <gapless/ompl/object_pool.h>
#include <gapless/ompl/state_mapping.h>

namespace gapless {

struct ArticulatedMotionValidatorOptions
{
    /// Metres, > 0; see ArticulatedOptions::tolerance. `lastValid` is a state that is valid at this tolerance.
    double tolerance = 1e-3;
    /// Largest width of the interval that holds the time of contact, fraction of the motion, in (0, 1].
    double time_tolerance = 1e-6;
    /// What one motion may cost. Spent without an answer: undecided, hence not valid.
    Budget budget;
};

/// true proves that at every t in [0,1] each active pair of the scene is farther apart than its clearance, along the curve that
/// the state space interpolates, rounding included. false means that a pair comes down to its clearance, as far as doubles can tell,
/// or that the motion stayed undecided (see undecidedCount()). Unlike AdaptiveBisectionMotionValidator it calls no motion invalid for
/// merely coming within a tolerance, and it finds the first contact.
///
/// Safe to use from many threads at once, the counters of the base class included (while they are read or reset, no thread
/// may check).
class ContinuousArticulatedMotionValidator : public ompl::base::MotionValidator
{
public:
    /// @throws InputError if the mapping is not one of si's space, or an option is out of range.
    ContinuousArticulatedMotionValidator(const ompl::base::SpaceInformationPtr& si, std::shared_ptr<const StateMapping> mapping,
                                         const ArticulatedMotionValidatorOptions& options = {});
    ~ContinuousArticulatedMotionValidator() override;

    bool checkMotion(const ompl::base::State* s1, const ompl::base::State* s2) const override;

    /// Where the motion is not valid, lastValid.second is the certified time just before the first contact, or as little earlier as makes the
    /// state there valid by itself at the tolerance, and lastValid.first (if not null; it may be s1 or s2) becomes that state; the motion from s1 to it is
    /// proven by itself. An s1
    /// that is itself invalid: fraction 0, state s1, no claim. Where the motion is valid, lastValid is left alone.
    bool checkMotion(const ompl::base::State* s1, const ompl::base::State* s2,
                     std::pair<ompl::base::State*, double>& lastValid) const override;

    /// The full answer: the first contact, when, where, and between what. Not counted.
    /// @throws InputError if a state is none of the space (see StateMapping::toConfiguration). checkMotion() does not throw: it
    ///         calls such a motion undecided.
    ArticulatedResult firstContact(const ompl::base::State* s1, const ompl::base::State* s2) const;

    std::uint64_t motionCount() const { return motions_.load(std::memory_order_relaxed); }
    /// Motions that were not valid for want of an answer, not for a contact.
    std::uint64_t undecidedCount() const { return undecided_.load(std::memory_order_relaxed); }

    const ArticulatedMotionValidatorOptions& options() const { return options_; }
    const std::shared_ptr<const StateMapping>& mapping() const { return mapping_; }

private:
    struct Worker;

    void count(Verdict verdict) const;

    std::shared_ptr<const StateMapping> mapping_;
    ArticulatedMotionValidatorOptions options_;
    StaticChecker static_checker_;
    /// Workers that stop at any contact, and such that look for the first.
    mutable ObjectPool<Worker> any_contact_, first_contact_;
    mutable std::atomic<std::uint64_t> motions_{0}, undecided_{0};
};

}  // namespace gapless
