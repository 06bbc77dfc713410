// Which structure finds nearest neighbours in a space.
#pragma once

#include <memory>

#include <ompl/datastructures/NearestNeighborsSqrtApprox.h>
#include <ompl/tools/config/SelfConfig.h>

#include <gapless/ompl/compound_state_space.h>

namespace gapless {

/// OMPL's choice, but for compound spaces that are no metric ones, whatever they say: there GNAT may never come to an end.
template <class T>
std::shared_ptr<ompl::NearestNeighbors<T>> makeNeighbours(const ompl::base::Planner& planner)
{
    if (!isMetric(*planner.getSpaceInformation()->getStateSpace()))
        return std::make_shared<ompl::NearestNeighborsSqrtApprox<T>>();
    return std::shared_ptr<ompl::NearestNeighbors<T>>(ompl::tools::SelfConfig::getDefaultNearestNeighbors<T>(&planner));
}

}  // namespace gapless
