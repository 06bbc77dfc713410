// State validity that agrees with the exact motion validators.
#pragma once

#include <memory>

#include <ompl/base/SpaceInformation.h>
#include <ompl/base/StateValidityChecker.h>

#include <gapless/certify/static_checker.h>
#include <gapless/ompl/state_mapping.h>

namespace gapless {

/// true proves that every active pair is farther apart than its clearance + tolerance, and that the state is within the bounds
/// of the space. So the ends of a motion between valid states are never a witness against it.
/// false means that one of these is not so, or could not be told.
///
/// Safe to use from many threads at once.
class SceneStateValidityChecker : public ompl::base::StateValidityChecker
{
public:
    /// `tolerance` (in kToleranceRange): that of the motion validator.
    /// @throws InputError if the mapping is not one of si's space, or the tolerance is out of range.
    SceneStateValidityChecker(const ompl::base::SpaceInformationPtr& si, std::shared_ptr<const StateMapping> mapping,
                              double tolerance);

    bool isValid(const ompl::base::State* state) const override;

    using ompl::base::StateValidityChecker::clearance;
    /// The smallest of distance minus clearance over all active pairs, metres, within 1 % of the distance; negative where a pair
    /// is too close; infinity without pairs. Approximate, from above: no proof rests on it. Slow.
    double clearance(const ompl::base::State* state) const override;

private:
    std::shared_ptr<const StateMapping> mapping_;
    StaticChecker checker_;
};

}  // namespace gapless
