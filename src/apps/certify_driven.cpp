#include "certify_driven.h"

#include <memory>

#include <ompl/base/ScopedState.h>
#include <ompl/base/SpaceInformation.h>

#include <gapless/core/error.h>
#include <gapless/ompl/state_space_factory.h>

namespace gapless::apps {
namespace {

/// @throws InputError that names the file and the segment, for a way that ends elsewhere than its segment.
void requireWays(const StateMapping& mapping, const ompl::geometric::PathGeometric& path, const std::vector<CarWays>& ways,
                 const std::string& file)
{
    for (unsigned int i = 0; i < ways.size(); ++i)
        try
        {
            static_cast<void>(mapping.curve(path.getState(i), path.getState(i + 1), ways[i]));
        }
        catch (const InputError& error)
        {
            throw InputError(file + ": segment " + std::to_string(i) + ": " + error.what());
        }
}

}  // namespace

PathResult certifyDriven(const Problem& problem, const DrivenPath& path, const std::string& file,
                         const PathCertificationOptions& options)
{
    if (!problem.hasCars())
        return certifyPath(problem.scene, path.waypoints, options);
    const auto si = std::make_shared<ompl::base::SpaceInformation>(makeStateSpace(problem));
    const StateMapping mapping(si->getStateSpace(), problem);
    ompl::geometric::PathGeometric states(si);
    ompl::base::ScopedState<> state(si);
    for (const Configuration& q : path.waypoints)
    {
        mapping.toState(q, state.get());
        states.append(state.get());
    }
    requireWays(mapping, states, path.ways, file);
    return certifyPath(mapping, states, options, path.ways);
}

}  // namespace gapless::apps
