#include <gapless/ompl/scene_state_validity_checker.h>

#include <algorithm>
#include <limits>

#include <gapless/core/error.h>

namespace ob = ompl::base;

namespace gapless {

SceneStateValidityChecker::SceneStateValidityChecker(const ob::SpaceInformationPtr& si,
                                                     std::shared_ptr<const StateMapping> mapping, double tolerance)
    : ob::StateValidityChecker(si), mapping_(std::move(mapping)), checker_(mapping_->scene(), tolerance)
{
    if (mapping_->space().get() != si->getStateSpace().get())
        throw InputError("state validity checker: the mapping is of another state space than the space information");
    specs_.clearanceComputationType = ob::StateValidityCheckerSpecs::APPROXIMATE;
}

bool SceneStateValidityChecker::isValid(const ob::State* state) const
{
    if (!si_->satisfiesBounds(state))
        return false;
    try
    {
        thread_local Configuration q;
        mapping_->toConfiguration(state, q);
        return checker_.check(q) == Verdict::Free;
    }
    catch (const InputError&)
    {
        return false;  // no state of the space
    }
}

double SceneStateValidityChecker::clearance(const ob::State* state) const
{
    const Scene& scene = *mapping_->scene();
    double smallest = std::numeric_limits<double>::infinity();
    for (const ClosePair& close : checker_.distances(mapping_->toConfiguration(state)))
        smallest = std::min(smallest, close.distance - scene.pair(close.pair).clearance);
    return smallest;
}

}  // namespace gapless
