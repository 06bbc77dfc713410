// Exact motion validation for OMPL's planners by adaptive bisection.
//
// Schwarzer, Saha, Latombe: "Exact Collision Checking of Robot Paths", WAFR 2002.
#pragma once

#include <gapless/ompl/exact_motion_validator.h>

namespace gapless {

/// As ExactMotionValidator; false means that a witness at distance <= clearance + tolerance was found, or, rarely, that the motion stayed
/// undecided.
class AdaptiveBisectionMotionValidator : public ExactMotionValidator
{
public:
    /// @throws InputError if the mapping is not one of si's space, or an option is out of range.
    AdaptiveBisectionMotionValidator(const ompl::base::SpaceInformationPtr& si, std::shared_ptr<const StateMapping> mapping,
                                     const MotionValidatorOptions& options = {})
        : ExactMotionValidator(ValidatorKind::Adaptive, si, std::move(mapping), options)
    {}
};

}  // namespace gapless
