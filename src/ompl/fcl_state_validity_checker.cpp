#include <gapless/ompl/fcl_state_validity_checker.h>

#include <gapless/core/error.h>

namespace ob = ompl::base;

namespace gapless {

FclStateValidityChecker::FclStateValidityChecker(const ob::SpaceInformationPtr& si, std::shared_ptr<const StateMapping> mapping)
    : ob::StateValidityChecker(si), mapping_(std::move(mapping)), checker_(mapping_->scene())
{
    if (mapping_->space().get() != si->getStateSpace().get())
        throw InputError("state validity checker: the mapping is of another state space than the space information");
}

bool FclStateValidityChecker::isValid(const ob::State* state) const
{
    if (!si_->satisfiesBounds(state))
        return false;
    try
    {
        thread_local Configuration q;
        mapping_->toConfiguration(state, q);
        return checker_.isFree(q);
    }
    catch (const InputError&)
    {
        return false;  // no state of the space
    }
}

}  // namespace gapless
