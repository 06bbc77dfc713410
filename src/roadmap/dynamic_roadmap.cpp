#include <gapless/roadmap/dynamic_roadmap.h>

#include <ompl/util/Console.h>

#include <gapless/core/error.h>
#include <gapless/planners/edge_prover.h>

#include "planners/planner_entry.h"
#include "planners/query_identity.h"
#include "roadmap/cell_colours.h"
#include "roadmap/roadmap_library.h"

namespace ob = ompl::base;

namespace gapless {

DynamicRoadmap::DynamicRoadmap(const ob::SpaceInformationPtr& si) : LazyPRM(si, "gapless::DynamicRoadmap")
{
    declareParam<std::string>("roadmap", this, &DynamicRoadmap::setRoadmap, &DynamicRoadmap::getRoadmap);
    addPlannerProgressProperty("white edges INTEGER", [this] { return std::to_string(whiteEdgeCount()); });
}

DynamicRoadmap::~DynamicRoadmap() = default;

void DynamicRoadmap::setRoadmap(const std::string& file)
{
    if (file != file_)
        has_begun_ = false;
    file_ = file;
}

void DynamicRoadmap::beginWithFile()
{
    if (has_begun_)
        return;
    if (file_.empty())
        OMPL_WARN("%s: no file is given as its parameter roadmap; it begins with an empty one", getName().c_str());
    else
    {
        const EdgeProver prover(QueryScene(*si_).validator(), getName());
        const auto roadmap = loadRoadmap(file_);
        begin(roadmap->content, roadmap->file, *prover.mapping(), prover.tolerance(), std::make_unique<CellColours>(roadmap));
    }
    has_begun_ = true;
}

void DynamicRoadmap::setup()
{
    beginWithFile();
    LazyPRM::setup();
}

ob::PlannerStatus DynamicRoadmap::solve(const ob::PlannerTerminationCondition& ptc)
{
    beginWithFile();
    return LazyPRM::solve(ptc);
}

void DynamicRoadmap::clear()
{
    LazyPRM::clear();
    has_begun_ = false;
}

std::size_t DynamicRoadmap::whiteEdgeCount() const
{
    return colours() ? static_cast<const CellColours*>(colours())->whiteCount() : 0;
}

std::size_t DynamicRoadmap::fileEdgeCount() const
{
    return colours() ? colours()->count() : 0;
}

std::vector<PlannerEntry> roadmapPlanners()
{
    return {plannerEntry<DynamicRoadmap>("gapless::DynamicRoadmap")};
}

}  // namespace gapless
