#include <gapless/ompl/path_certification.h>

#include <algorithm>
#include <chrono>

#include <ompl/geometric/planners/cforest/CForestStateSpaceWrapper.h>

#include <gapless/core/error.h>

#include "curve_answer.h"

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

/// Segment by segment, to the first that is not free.
PathResult certifyCurves(const StateMapping& mapping, const og::PathGeometric& path, const PathCertificationOptions& options,
                         const std::vector<CarWays>& ways)
{
    const auto start = std::chrono::steady_clock::now();
    CurveOptions curve_options;
    curve_options.validator = options.validator;
    curve_options.tolerance = options.tolerance;
    curve_options.smallest_tolerance = options.smallest_tolerance;
    curve_options.time_tolerance = options.time_tolerance;
    CurveCertifier certifier(mapping.scene(), curve_options);
    PathResult whole = PathResult::freeSoFar();
    whole.tolerance = options.tolerance;
    for (unsigned int i = 0; i + 1 < path.getStateCount(); ++i)
    {
        Budget budget;
        budget.seconds = options.seconds - std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        budget.interrupted = options.interrupted;
        const CurveMotion curve = mapping.curve(path.getState(i), path.getState(i + 1), ways.empty() ? CarWays() : ways[i]);
        const CurveResult result = certifier.certify(curve, budget);
        const std::optional<double> leaves_bounds = mapping.leavesBounds(curve);
        CertifyResult segment = asCertifyResult(result);
        segment.statistics += whole.statistics;
        segment.certified_clearance = std::min(whole.certified_clearance, result.certified_clearance);
        static_cast<CertifyResult&>(whole) = segment;
        if (result.verdict == Verdict::Free && !leaves_bounds)
            continue;
        whole.segment = i;
        if (result.verdict == Verdict::Free)
        {
            whole.verdict = Verdict::Collision;
            whole.t = whole.last_valid = *leaves_bounds;
            whole.interval = *leaves_bounds;
        }
        break;
    }
    return whole;
}

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

PathResult certifyPath(const StateMapping& mapping, const og::PathGeometric& path, const PathCertificationOptions& options,
                       const std::vector<CarWays>& ways)
{
    const std::vector<Configuration> configurations = toConfigurations(mapping, path);
    if (!ways.empty() && ways.size() + 1 != path.getStateCount())
        throw InputError("ways of " + std::to_string(ways.size()) + " segments for a path of "
                         + std::to_string(path.getStateCount()) + " states");
    if (ways.empty() && (mapping.isStraight() || path.getStateCount() < 2))
        return certifyPath(mapping.scene(), configurations, options);
    return certifyCurves(mapping, path, options, ways);
}

std::vector<CarWays> waysOf(const StateMapping& mapping, const og::PathGeometric& path)
{
    std::vector<CarWays> ways;
    for (unsigned int i = 0; !mapping.isStraight() && i + 1 < path.getStateCount(); ++i)
        ways.push_back(mapping.ways(path.getState(i), path.getState(i + 1)));
    return ways;
}

}  // namespace gapless
