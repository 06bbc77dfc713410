// What every exact judge of a motion does: one motion at a time, in steps, resumable.
#pragma once

#include <memory>
#include <vector>

#include <gapless/certify/certify_result.h>
#include <gapless/certify/validator_kind.h>
#include <gapless/kinematics/motion.h>

namespace gapless {

/// Verdict::Free is a proof for all t in [0,1]; Verdict::Collision comes with a witness; see verdict.h. A certifier is begun with reset(),
/// keeps what it has worked out when run() ends for want of budget, and goes on where it was when run() is called again: a roadmap may
/// keep it with an edge, a path works on several in turn.
///
/// One certifier is used by one thread at a time; several may share a scene. One that has run out of memory (std::bad_alloc) is done,
/// undecided, and knows nothing, as one without a motion; reset() begins it anew.
class MotionCertifier
{
public:
    virtual ~MotionCertifier() = default;

    /// Starts over with the motion from q0 to q1, interpolated joint by joint as motion.h says; memory, options and scene stay.
    /// @throws InputError if a configuration does not fit the scene's model.
    virtual void reset(const Configuration& q0, const Configuration& q1) = 0;

    /// Starts over with the literal motion from q0 to q1 and the tube about it (Motion::resetTube()). Free is then proven of everything in
    /// the tube, and so is the certified clearance. Collision is less than it says otherwise: the witness is of the straight motion, and
    /// no farther apart than clearance + tolerance and what the tube may bring the two nearer; the tube need not hold a collision.
    /// @throws InputError as reset(), or if the tube is none.
    virtual void resetTube(const Configuration& q0, const Configuration& q1, const MotionTube& tube) = 0;

    /// Steps until done or the budget is spent. @return the verdict, Undecided if it is still open.
    virtual Verdict run(const Budget& budget) = 0;
    Verdict run() { return run(Budget()); }

    /// True once the verdict is final; further work changes nothing.
    [[nodiscard]] virtual bool isDone() const = 0;

    /// How much more a pair may travel than is proven free, metres: the motion's priority among others of its kind. 0 once done,
    /// and where no pair moves relative to another.
    [[nodiscard]] virtual double uncoveredLength() const = 0;

    /// What a certifier leaves until somebody asks, such as where exactly a witness is, it works out here: it may throw as run() does where the thread
    /// does not round as proofs assume (InputError, requireRounding()).
    virtual CertifyResult result() const = 0;

    /// Where the motion is not proven free so far, in no order; they may overlap. Every t outside all of them is proven free, for every pair.
    /// What lies behind a witness, or was given up for rounding, counts as not proven to the end. May throw as result() does.
    [[nodiscard]] virtual std::vector<UncoveredInterval> uncoveredIntervals() const = 0;

protected:
    MotionCertifier() = default;
    MotionCertifier(MotionCertifier&&) noexcept = default;
    MotionCertifier& operator=(MotionCertifier&&) noexcept = default;
};

/// One of that kind, without a motion yet. With last_valid_resolution = 0 it stops at any witness, otherwise it goes on to the earliest; the
/// articulated one then finds the first contact to within time_tolerance.
/// @throws InputError if the kind is not exact or an option is out of range.
[[nodiscard]] std::unique_ptr<MotionCertifier> makeMotionCertifier(ValidatorKind kind, std::shared_ptr<const Scene> scene,
                                                                   const CertifyOptions& options);

}  // namespace gapless
