// Exact motion validation for OMPL's planners by continuous collision detection.
//
// Redon, Kim, Lin, Manocha: "Fast Continuous Collision Detection for Articulated Models", 2004.
#pragma once

#include <gapless/certify/articulated_collision.h>
#include <gapless/ompl/exact_motion_validator.h>

namespace gapless {

/// As ExactMotionValidator; false means that a pair comes down to its clearance, as far as doubles can tell, or that the motion stayed
/// undecided. Unlike AdaptiveBisectionMotionValidator it calls no motion invalid for merely coming within a tolerance, and it finds the
/// first contact.
class ContinuousArticulatedMotionValidator : public ExactMotionValidator
{
public:
    /// @throws InputError if the mapping is not one of si's space, or an option is out of range.
    ContinuousArticulatedMotionValidator(const ompl::base::SpaceInformationPtr& si, std::shared_ptr<const StateMapping> mapping,
                                         const MotionValidatorOptions& options = {})
        : ExactMotionValidator(ValidatorKind::Articulated, si, std::move(mapping), options)
    {}

    /// The full answer: the first contact, when, where, and between what. Not counted.
    /// @throws InputError as certify(), and for curves of cars, whose first contact certify() encloses.
    ArticulatedResult firstContact(const ompl::base::State* s1, const ompl::base::State* s2) const;
};

}  // namespace gapless
