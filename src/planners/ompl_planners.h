// OMPL's part of the planner registry.
#pragma once

#include <vector>

#include <gapless/planners/planner_registry.h>

namespace gapless {

/// OMPL's geometric planners under their class names, in no particular order.
std::vector<PlannerEntry> omplPlanners();

}  // namespace gapless
