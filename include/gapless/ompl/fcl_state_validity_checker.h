// OMPL's view of FclStateChecker.
#pragma once

#include <memory>

#include <ompl/base/SpaceInformation.h>
#include <ompl/base/StateValidityChecker.h>

#include <gapless/ompl/fcl_state_checker.h>
#include <gapless/ompl/state_mapping.h>

namespace gapless {

/// true: within the bounds of the space, and FCL finds no contact. No proof; see FclStateChecker.
/// Safe to use from many threads at once.
class FclStateValidityChecker : public ompl::base::StateValidityChecker
{
public:
    /// @throws InputError if the mapping is not one of si's space.
    FclStateValidityChecker(const ompl::base::SpaceInformationPtr& si, std::shared_ptr<const StateMapping> mapping);

    bool isValid(const ompl::base::State* state) const override;

    const FclStateChecker& checker() const { return checker_; }

private:
    std::shared_ptr<const StateMapping> mapping_;
    FclStateChecker checker_;
};

}  // namespace gapless
