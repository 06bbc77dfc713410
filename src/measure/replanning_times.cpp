#include "measure/replanning_times.h"

#include <string>

#include <ompl/geometric/PathGeometric.h>

#include <gapless/ompl/path_certification.h>

#include "measure/json_number.h"
#include "measure/statistics.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace gapless {

namespace {

std::vector<double> realsOf(const og::PathGeometric& path)
{
    std::vector<double> all, one;
    for (std::size_t i = 0; i < path.getStateCount(); ++i)
    {
        path.getSpaceInformation()->getStateSpace()->copyToReals(one, path.getState(static_cast<unsigned int>(i)));
        all.insert(all.end(), one.begin(), one.end());
    }
    return all;
}

}  // namespace

void ReplanningTimes::take(ob::PlannerStatus status, const ob::ProblemDefinition& query, const Moments& at,
                           const StateMapping& mapping, double tolerance)
{
    if (status == ob::PlannerStatus::INVALID_START || status == ob::PlannerStatus::INVALID_GOAL)
        ++blocked;
    else if (status != ob::PlannerStatus::EXACT_SOLUTION)
        ++unsolved;
    else
    {
        constexpr double kMilliseconds = 1e3;
        ++solved;
        scene.push_back(kMilliseconds * (at.with_scene - at.begin));
        validator.push_back(kMilliseconds * (at.with_validator - at.with_scene));
        solve.push_back(kMilliseconds * (at.end - at.with_validator));
        all.push_back(kMilliseconds * (at.end - at.begin));
        const auto& path = *query.getSolutionPath()->as<og::PathGeometric>();
        PathCertificationOptions options;
        options.tolerance = tolerance;
        not_free += certifyPath(mapping, path, options).verdict == Verdict::Free ? 0 : 1;
        lengths.push_back(path.length());
        std::vector<double> reals = realsOf(path);
        if (!last_.empty() && reals != last_)
            other.push_back(all.back());
        last_.swap(reals);
    }
}

Json ReplanningTimes::row() const
{
    Json json{{"solved", solved}, {"blocked", blocked}, {"unsolved", unsolved}, {"not_free", not_free}};
    const auto put = [&json](const std::string& name, const std::vector<double>& values) {
        json[name + "_median_ms"] = numberOrNull(median(values));
        json[name + "_95_ms"] = numberOrNull(quantile(values, 0.95));
    };
    put("scene", scene);
    put("validator", validator);
    put("solve", solve);
    put("all", all);
    json["other_paths"] = other.size();
    put("other", other);
    json["length_mean"] = numberOrNull(mean(lengths));
    return json;
}

}  // namespace gapless
