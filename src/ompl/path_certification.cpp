#include <gapless/ompl/path_certification.h>

#include <ompl/geometric/planners/cforest/CForestStateSpaceWrapper.h>

#include <gapless/core/error.h>

namespace og = ompl::geometric;

namespace gapless {

namespace {

/// CForest hands out paths in a wrapper of the space that it was given; the states are that space's.
class Wrapped : public ompl::base::CForestStateSpaceWrapper
{
public:
    static const ompl::base::StateSpace* spaceOf(const ompl::base::StateSpace& space)
    {
        const auto* wrapper = dynamic_cast<const ompl::base::CForestStateSpaceWrapper*>(&space);
        return wrapper ? wrapper->*(&Wrapped::space_) : &space;
    }
};

}  // namespace

std::vector<Configuration> toConfigurations(const StateMapping& mapping, const og::PathGeometric& path)
{
    // States do not know their space: those of another one would be read as if they were of this.
    const ompl::base::StateSpace& space = *path.getSpaceInformation()->getStateSpace();
    if (Wrapped::spaceOf(space) != mapping.space().get())
        throw InputError("the path is of state space '" + space.getName() + "', but the mapping of state space '"
                         + mapping.space()->getName() + "'; they have to be one object");
    std::vector<Configuration> configurations;
    for (std::size_t i = 0; i < path.getStateCount(); ++i)
        configurations.push_back(mapping.toConfiguration(path.getState(static_cast<unsigned int>(i))));
    return configurations;
}

PathResult certifyPath(const StateMapping& mapping, const og::PathGeometric& path, const PathCertificationOptions& options)
{
    return certifyPath(mapping.scene(), toConfigurations(mapping, path), options);
}

}  // namespace gapless
