#include "path_length_objective.h"

#include <ompl/base/SpaceInformation.h>
#include <ompl/base/samplers/informed/RejectionInfSampler.h>

namespace ob = ompl::base;

namespace gapless {

PathLengthObjective::PathLengthObjective(const ob::SpaceInformationPtr& si) : ob::PathLengthOptimizationObjective(si) {}

ob::InformedSamplerPtr PathLengthObjective::allocInformedStateSampler(const ob::ProblemDefinitionPtr& definition,
                                                                      unsigned int max_number_calls) const
{
    switch (si_->getStateSpace()->getType())
    {
        case ob::STATE_SPACE_REAL_VECTOR:
        case ob::STATE_SPACE_SE2:
        case ob::STATE_SPACE_SE3:
            return ob::PathLengthOptimizationObjective::allocInformedStateSampler(definition, max_number_calls);
        default: return std::make_shared<ob::RejectionInfSampler>(definition, max_number_calls);
    }
}

}  // namespace gapless
