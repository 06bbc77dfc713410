// Path length as the thing to optimise, on every kind of space.
#pragma once

#include <ompl/base/objectives/PathLengthOptimizationObjective.h>

namespace gapless {

/// OMPL's path length objective, but where its informed sampler does not know the space (it knows R^n, SE(2) and SE(3), and throws
/// for others) informed samples are drawn by rejection.
class PathLengthObjective : public ompl::base::PathLengthOptimizationObjective
{
public:
    explicit PathLengthObjective(const ompl::base::SpaceInformationPtr& si);

    ompl::base::InformedSamplerPtr allocInformedStateSampler(const ompl::base::ProblemDefinitionPtr& definition,
                                                             unsigned int max_number_calls) const override;
};

}  // namespace gapless
