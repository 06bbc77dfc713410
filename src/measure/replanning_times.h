// What planning again took, and what came of it.
#pragma once

#include <vector>

#include <ompl/base/PlannerStatus.h>
#include <ompl/base/ProblemDefinition.h>

#include <gapless/ompl/state_mapping.h>

#include "measure/program.h"

namespace gapless {

/// Times of one row, in milliseconds, and what came of its queries.
struct ReplanningTimes
{
    /// Processor time of the thread, seconds.
    struct Moments
    {
        double begin = 0.0, with_scene = 0.0, with_validator = 0.0, end = 0.0;
    };
    std::vector<double> scene, validator, solve, all;
    std::vector<double> other;    ///< of `all`: where the path is another one than the last
    std::vector<double> lengths;  ///< of the paths, in the metric of the space
    int solved = 0, blocked = 0, unsolved = 0, not_free = 0;

    /// Certifies the path, if the query is solved. @param mapping the scene that it is of
    void take(ompl::base::PlannerStatus status, const ompl::base::ProblemDefinition& query, const Moments& at,
              const StateMapping& mapping, double tolerance);
    Json row() const;

private:
    std::vector<double> last_;  // path
};

}  // namespace gapless
