#include <gapless/planners/planner_registry.h>

#include <algorithm>

#include <gapless/core/error.h>
#include <gapless/planners/asbl.h>
#include <gapless/planners/lazy_prm.h>
#include <gapless/planners/random_walk.h>
#include <gapless/planners/sbl.h>
#include <gapless/planners/smoothing_planner.h>

#include "core/lower_case.h"
#include "ompl_planners.h"
#include "planner_entry.h"

namespace ob = ompl::base;

namespace gapless {
namespace {

std::vector<PlannerEntry> ownPlanners()
{
    return {
        plannerEntry<ASBL>("gapless::ASBL"),
        plannerEntry<LazyPRM>("gapless::LazyPRM"),
        plannerEntry<RandomWalk>("gapless::RandomWalk"),
        plannerEntry<SBL>("gapless::SBL"),
        plannerEntry<ShortcutSmoother>("gapless::ShortcutSmoother"),
    };
}

std::vector<PlannerEntry> makeRegistry()
{
    const auto by_name = [](const PlannerEntry& a, const PlannerEntry& b) { return a.name < b.name; };
    std::vector<PlannerEntry> all = ownPlanners(), ompl = omplPlanners();
    for (const std::vector<PlannerEntry>& below : {roadmapPlanners(), multirobotPlanners()})
        all.insert(all.end(), below.begin(), below.end());
    std::sort(all.begin(), all.end(), by_name);
    std::sort(ompl.begin(), ompl.end(), by_name);
    all.insert(all.end(), ompl.begin(), ompl.end());
    return all;
}

}  // namespace

const std::vector<PlannerEntry>& plannerRegistry()
{
    static const std::vector<PlannerEntry> registry = makeRegistry();
    return registry;
}

const PlannerEntry& findPlanner(const std::string& name)
{
    const std::string wanted = lowerCase(name);
    std::string known;
    for (const PlannerEntry& planner : plannerRegistry())
    {
        if (lowerCase(planner.name) == wanted)
            return planner;
        known += (known.empty() ? "" : ", ") + planner.name;
    }
    throw InputError("unknown planner '" + name + "'; known are " + known);
}

ob::PlannerPtr makePlanner(const std::string& name, const ob::SpaceInformationPtr& si,
                           const std::vector<std::pair<std::string, std::string>>& parameters)
{
    ob::PlannerPtr planner = findPlanner(name).allocate(si);
    for (const auto& [parameter, value] : parameters)
        setPlannerParameter(*planner, parameter, value);
    return planner;
}

}  // namespace gapless
