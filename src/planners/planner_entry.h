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

/// Planners of the layers `roadmap` and `multirobot`, which are below this one: they define these.
std::vector<PlannerEntry> roadmapPlanners();
std::vector<PlannerEntry> multirobotPlanners();

}  // namespace gapless
