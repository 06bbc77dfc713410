#include <gapless/ompl/swappable_motion_validator.h>

#include <gapless/core/error.h>

#include "motion_counter.h"

namespace ob = ompl::base;

namespace gapless {

namespace {

ob::MotionValidatorPtr required(ob::MotionValidatorPtr validator)
{
    if (!validator)
        throw InputError("swappable motion validator: no validator to ask");
    return validator;
}

}  // namespace

SwappableMotionValidator::SwappableMotionValidator(const ob::SpaceInformationPtr& si, ob::MotionValidatorPtr first)
    : ob::MotionValidator(si), present_(required(std::move(first)))
{}

void SwappableMotionValidator::swap(ob::MotionValidatorPtr next)
{
    std::atomic_store(&present_, required(std::move(next)));
}

ob::MotionValidatorPtr SwappableMotionValidator::present() const
{
    return std::atomic_load(&present_);
}

bool SwappableMotionValidator::checkMotion(const ob::State* s1, const ob::State* s2) const
{
    const bool valid = present()->checkMotion(s1, s2);
    count(valid);
    return valid;
}

bool SwappableMotionValidator::checkMotion(const ob::State* s1, const ob::State* s2,
                                           std::pair<ob::State*, double>& lastValid) const
{
    const bool valid = present()->checkMotion(s1, s2, lastValid);
    count(valid);
    return valid;
}

void SwappableMotionValidator::count(bool valid) const
{
    countAtomically(valid ? valid_ : invalid_);
}

ob::MotionValidatorPtr presentMotionValidator(const ob::SpaceInformation& si)
{
    ob::MotionValidatorPtr validator = si.getMotionValidator();
    while (const auto* swappable = dynamic_cast<const SwappableMotionValidator*>(validator.get()))
        validator = swappable->present();
    return validator;
}

}  // namespace gapless
