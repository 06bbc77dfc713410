// A motion validator whose scene can be changed while others check.
#pragma once

#include <memory>
#include <utility>

#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>

namespace gapless {

/// Stands in a space information once and for all, and asks another validator, which may be swapped at any time from any thread: for
/// programs that keep their planners while the scene changes. A motion is judged by one validator from begin to end. It promises
/// what the present one promises.
///
/// Our planners look behind it when they are asked to solve (presentMotionValidator()).
/// Safe to use from many threads at once, the counters of the base class included (while they are read or reset, no thread
/// may check).
class SwappableMotionValidator : public ompl::base::MotionValidator
{
public:
    /// @throws InputError if there is no first validator.
    SwappableMotionValidator(const ompl::base::SpaceInformationPtr& si, ompl::base::MotionValidatorPtr first);

    /// Checks that have begun finish with the validator before, which lives as long as they need it.
    /// @throws InputError if there is no next validator.
    void swap(ompl::base::MotionValidatorPtr next);
    ompl::base::MotionValidatorPtr present() const;

    bool checkMotion(const ompl::base::State* s1, const ompl::base::State* s2) const override;
    bool checkMotion(const ompl::base::State* s1, const ompl::base::State* s2,
                     std::pair<ompl::base::State*, double>& lastValid) const override;

private:
    void count(bool valid) const;

    ompl::base::MotionValidatorPtr present_;  // by atomic functions only
};

/// The motion validator of a space information, or the present one behind it where that is swappable. Never null once the space
/// information is set up.
ompl::base::MotionValidatorPtr presentMotionValidator(const ompl::base::SpaceInformation& si);

}  // namespace gapless
