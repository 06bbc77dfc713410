// Making entries of the registry.
#pragma once

#include <memory>
#include <vector>

#include <gapless/planners/planner_registry.h>

namespace gapless {

template <class Planner>
PlannerEntry plannerEntry(const char* name)
{
    return {name, [](const ompl::base::SpaceInformationPtr& si) { return std::make_shared<Planner>(si); }};
}

/// Planners of the layer `roadmap`, which is below this one: it defines this.
std::vector<PlannerEntry> roadmapPlanners();

}  // namespace gapless
