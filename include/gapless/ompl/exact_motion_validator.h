// What the exact motion validators for OMPL's planners have in common: all but who judges.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>

#include <gapless/certify/motion_certifier.h>
#include <gapless/certify/static_checker.h>
#include <gapless/ompl/object_pool.h>
#include <gapless/ompl/state_mapping.h>

namespace gapless {

struct MotionValidatorOptions
{
    /// Delta; see CertifyOptions::tolerance. `lastValid` is a state that is valid at this tolerance.
    double tolerance = 1e-3;
    /// What one motion may cost. Spent without an answer: undecided, hence not valid.
    Budget budget;
    /// Adaptive: how close `lastValid` comes to the earliest witness, fraction of the motion, in (0, 1). The finer, the dearer.
    double last_valid_resolution = 0.01;
    /// Articulated: largest width of the interval that holds the time of contact, in kTimeToleranceRange.
    double time_tolerance = 1e-6;
    /// Discrete: largest joint step between samples, in kJointStepRange (discrete_motion_validator.h).
    double resolution = 0.01;
};

/// true proves that at every t in [0,1] each active pair of the scene is farther apart than its clearance, along the curve that
/// the state space interpolates, rounding included. false means a collision, as the kind of validator has it, or, rarely, that the motion
/// stayed undecided (see undecidedCount()). Nothing undecided is ever called valid.
///
/// Between two nearly equal rotations (up to 9e-5 rad) OMPL's SO3StateSpace stays at the first, even at t = 1; here the way to
/// the second is certified too. The bounds of the space are no part of the answer, but for those of cars (StateMapping), whose curves may leave
/// them between states that are within: such a motion is not valid; certify() does not look at them. Nor is it one about s2 as a state: that may
/// be within clearance + tolerance of a body, where the state validity checker says no and either answer is right.
///
/// Safe to use from many threads at once, the counters of the base class included (while they are read or reset, no thread
/// may check).
class ExactMotionValidator : public ompl::base::MotionValidator
{
public:
    /// @throws InputError if the mapping is not one of si's space, the kind is not exact, or an option is out of range.
    ExactMotionValidator(ValidatorKind kind, const ompl::base::SpaceInformationPtr& si,
                         std::shared_ptr<const StateMapping> mapping, const MotionValidatorOptions& options);
    ~ExactMotionValidator() override;

    bool checkMotion(const ompl::base::State* s1, const ompl::base::State* s2) const override;

    /// Where the motion is not valid, lastValid.second is a fraction up to which, inclusive, it is proven free, and lastValid.first (if not
    /// null; it may be s1 or s2) becomes the state there, which the state validity checker of the same tolerance accepts too; the motion
    /// from s1 to that state is proven by itself. An s1 that is itself invalid: fraction 0, state s1, no claim. Where the motion is valid,
    /// lastValid is left alone.
    bool checkMotion(const ompl::base::State* s1, const ompl::base::State* s2,
                     std::pair<ompl::base::State*, double>& lastValid) const override;

    /// Many motions at once, over threads, at most so many; 0: as many as the machine runs at once. In their order: Verdict::Free where
    /// checkMotion() is true. Counted as there.
    [[nodiscard]] std::vector<Verdict> checkMotions(
        const std::vector<std::pair<const ompl::base::State*, const ompl::base::State*>>& motions,
        unsigned int threads = 0) const;

    /// The full answer, with last_valid within last_valid_resolution of the earliest witness (adaptive) or just before the first contact
    /// (articulated). Not counted.
    /// @throws InputError if a state is none of the space (see StateMapping::toConfiguration). checkMotion() does not throw: it
    ///         calls such a motion undecided.
    CertifyResult certify(const ompl::base::State* s1, const ompl::base::State* s2) const;

    std::uint64_t motionCount() const { return motions_.load(std::memory_order_relaxed); }
    /// Motions that were not valid for want of an answer, not for a witness.
    std::uint64_t undecidedCount() const { return undecided_.load(std::memory_order_relaxed); }

    ValidatorKind kind() const { return kind_; }
    const MotionValidatorOptions& options() const { return options_; }
    const std::shared_ptr<const StateMapping>& mapping() const { return mapping_; }

protected:
    /// Judges the motion with a certifier that looks for the earliest collision, and shows it to `look`. @throws as certify().
    void judge(const ompl::base::State* s1, const ompl::base::State* s2,
               const std::function<void(const MotionCertifier&)>& look) const;

private:
    struct Worker;

    std::unique_ptr<Worker> makeWorker(double last_valid_resolution) const;
    /// By the first witness, with a worker that is taken from the pool where there is none yet; counted.
    Verdict judge(std::optional<ObjectPool<Worker>::Lease>& worker, const ompl::base::State* s1,
                  const ompl::base::State* s2) const;
    void count(Verdict verdict) const;

    ValidatorKind kind_;
    std::shared_ptr<const StateMapping> mapping_;
    MotionValidatorOptions options_;
    StaticChecker static_checker_;
    /// Workers that stop at the first witness, and such that look for the earliest.
    mutable ObjectPool<Worker> first_witness_, earliest_witness_;
    mutable std::atomic<std::uint64_t> motions_{0}, undecided_{0};
};

/// AdaptiveBisectionMotionValidator, ContinuousArticulatedMotionValidator or DiscreteMotionValidator, with what concerns it of the options.
/// @throws InputError as their constructors.
ompl::base::MotionValidatorPtr makeMotionValidator(ValidatorKind kind, const ompl::base::SpaceInformationPtr& si,
                                                   std::shared_ptr<const StateMapping> mapping,
                                                   const MotionValidatorOptions& options);

}  // namespace gapless
