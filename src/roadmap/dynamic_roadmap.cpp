#include <gapless/roadmap/dynamic_roadmap.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <new>
#include <thread>

#include <ompl/base/goals/GoalStates.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/Console.h>

#include <gapless/core/error.h>
#include <gapless/planners/edge_prover.h>

#include "io/input_text.h"
#include "ompl/mapped_problem.h"
#include "planners/planner_entry.h"
#include "planners/query_identity.h"
#include "planners/scene_key.h"
#include "roadmap/background_build.h"
#include "roadmap/cell_colours.h"
#include "roadmap/node_states.h"
#include "roadmap/roadmap_library.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;
namespace fs = std::filesystem;

namespace gapless {

namespace {

/// @throws InputError if the nodes of a roadmap of that problem would be none of the mapping's space: cars, numbers in other places, or narrower bounds.
void requireSameStates(const Problem& problem, const StateMapping& mapping, double tolerance)
{
    const auto refusal = [&](const std::string& why) {
        return inputError(problem.file, 0, "a roadmap that is built for this planner would not fit its state space: " + why);
    };
    mapping.requireStraight("a roadmap with cells");
    const NodeStates nodes(problem);
    const std::string differs = differenceOf(sceneKey(nodes.mapping(), tolerance), sceneKey(mapping, tolerance));
    if (!differs.empty())
        throw refusal("it would be " + differs);
    const ob::StateSpacePtr& space = mapping.space();
    ob::State* const state = space->allocState();
    bool is_within = true;
    for (const bool is_upper : {false, true})
    {
        Configuration q = mapping.rest();
        for (const PlanningJoint& joint : problem.joints)
        {
            const Joint& limits = problem.scene->model().body(joint.body).joint;
            const std::vector<double>& ends = is_upper ? limits.upper : limits.lower;
            for (std::size_t i = 0; i < ends.size(); ++i)
                q[joint.variable + static_cast<int>(i)] = ends[i];
        }
        mapping.toState(q, state);
        is_within = is_within && space->satisfiesBounds(state);
    }
    std::vector<double> reals, of_node;
    space->copyToReals(reals, state);
    space->freeState(state);
    ob::State* const node = nodes.space().allocState();
    nodes.space().copyToReals(of_node, node);
    nodes.space().freeState(node);
    if (!is_within)
        throw refusal("its bounds are narrower than the limits of the joints");
    if (reals.size() != of_node.size())
        throw refusal("a state has " + std::to_string(reals.size()) + " numbers, and the joints that plan have "
                      + std::to_string(of_node.size()));
}

}  // namespace

/// RRTConnect between the starts and goals of a query, in its scene, whatever the space information has meanwhile.
class DynamicRoadmap::Trees
{
public:
    using Clock = std::chrono::steady_clock;

    Trees(const ob::SpaceInformationPtr& outer, const QueryScene& scene, const std::vector<const ob::State*>& starts,
          const std::vector<const ob::State*>& goals)
        : si_(std::make_shared<ob::SpaceInformation>(outer->getStateSpace())), since_(Clock::now())
    {
        si_->setStateValidityChecker(scene.checker());
        si_->setMotionValidator(scene.validator());
        si_->setup();
        query_ = std::make_shared<ob::ProblemDefinition>(si_);
        for (const ob::State* start : starts)
            query_->addStartState(start);
        const auto goal = std::make_shared<ob::GoalStates>(si_);
        for (const ob::State* state : goals)
            goal->addState(state);
        query_->setGoal(goal);
        planner_ = std::make_shared<og::RRTConnect>(si_);
        planner_->setProblemDefinition(query_);
        planner_->setup();
    }

    /// For about as long as has passed since the last call ended. @return the path once there is one, and null after that
    std::shared_ptr<const og::PathGeometric> grow(const ob::PlannerTerminationCondition& ptc)
    {
        if (is_done_)
            return nullptr;
        constexpr double kLeast = 1e-3, kMost = 0.1;  // seconds
        const double slice = std::clamp(std::chrono::duration<double>(Clock::now() - since_).count(), kLeast, kMost);
        const ob::PlannerStatus status =
            planner_->solve(ob::plannerOrTerminationCondition(ptc, ob::timedPlannerTerminationCondition(slice)));
        since_ = Clock::now();
        is_done_ = status == ob::PlannerStatus::EXACT_SOLUTION;
        return is_done_ ? std::dynamic_pointer_cast<const og::PathGeometric>(query_->getSolutionPath()) : nullptr;
    }

private:
    ob::SpaceInformationPtr si_;
    ob::ProblemDefinitionPtr query_;
    ob::PlannerPtr planner_;
    Clock::time_point since_;
    bool is_done_ = false;
};

DynamicRoadmap::DynamicRoadmap(const ob::SpaceInformationPtr& si) : LazyPRM(si, "gapless::DynamicRoadmap")
{
    declareParam<std::string>("roadmap", this, &DynamicRoadmap::setRoadmap, &DynamicRoadmap::getRoadmap);
    declareParam<unsigned int>(kBuildNodes.name, this, &DynamicRoadmap::setBuildNodes, &DynamicRoadmap::getBuildNodes,
                               kBuildNodes.suggestion());
    addPlannerProgressProperty("white edges INTEGER", [this] { return std::to_string(whiteEdgeCount()); });
    addPlannerProgressProperty("path white edges INTEGER", [this] { return std::to_string(path_white_); });
    addPlannerProgressProperty("path grey edges INTEGER", [this] { return std::to_string(path_grey_); });
    addPlannerProgressProperty("path grown milestones INTEGER", [this] { return std::to_string(path_grown_); });
}

DynamicRoadmap::~DynamicRoadmap() = default;

void DynamicRoadmap::setRoadmap(const std::string& file)
{
    const std::string next = file.empty() ? kNoRoadmap : file;
    if (next != file_)
    {
        has_begun_ = false;
        told_percent_ = -1;
    }
    file_ = next;
}

void DynamicRoadmap::setBuildNodes(unsigned int nodes)
{
    build_nodes_ = kBuildNodes.require(getName(), nodes);
}

bool DynamicRoadmap::isToBeBuilt() const
{
    std::error_code unknown;
    return build_nodes_ > 0 && file_ != kNoRoadmap && !fs::exists(file_, unknown) && !unknown;
}

/// Begins it, or tells how far it is.
void DynamicRoadmap::build()
{
    const EdgeProver prover(QueryScene(*si_).validator(), getName());
    RoadmapBuildOptions options;
    options.nodes = build_nodes_;
    options.tolerance = prover.tolerance();
    options.jobs = std::max(1u, std::thread::hardware_concurrency() / 2);
    const Problem problem = problemOf(*prover.mapping(), file_);
    // Once: two keys of the whole scene are no work for each request.
    if (told_percent_ < 0)
        requireSameStates(problem, *prover.mapping(), options.tolerance);
    const BackgroundBuilds::State state = BackgroundBuilds::ofProcess().build(file_, problem, options);
    const int percent = state.of > 0 ? static_cast<int>(100 * state.done / state.of) : 0;
    if (state.is_under_way && percent != told_percent_)
        OMPL_INFORM("%s: '%s' is being built (%s, %d %%); until then the roadmap begins empty", getName().c_str(), file_.c_str(),
                    state.stage.empty() ? "nodes" : state.stage.c_str(), percent);
    told_percent_ = percent;
}

void DynamicRoadmap::beginWithFile()
{
    if (has_begun_)
        return;
    if (isToBeBuilt())
        build();
    const bool is_empty = file_ == kNoRoadmap || isToBeBuilt();
    if (is_empty && colours())
        LazyPRM::clear();
    if (is_empty && file_ != kNoRoadmap)
        return;
    if (file_ == kNoRoadmap)
        OMPL_WARN("%s: no file is given as its parameter roadmap; it begins with an empty one", getName().c_str());
    else
    {
        const EdgeProver prover(QueryScene(*si_).validator(), getName());
        const auto roadmap = loadRoadmap(file_);
        begin(roadmap->content, roadmap->file, *prover.mapping(), prover.tolerance(), std::make_unique<CellColours>(roadmap));
        if (told_percent_ >= 0)
            OMPL_INFORM("%s: '%s' has been built; from now on plans begin with it", getName().c_str(), file_.c_str());
    }
    has_begun_ = true;
}

void DynamicRoadmap::grow(const ob::PlannerTerminationCondition& ptc)
{
    if (colours() && !goals().empty())
    {
        if (!trees_)
            trees_ = std::make_unique<Trees>(si_, scene(), starts(), goals());
        if (const auto path = trees_->grow(ptc))
            return addPath(*path, ptc);
    }
    LazyPRM::grow(ptc);
}

void DynamicRoadmap::queryEnded()
{
    trees_.reset();
}

/// Where memory runs out the file is begun with again.
template <class F>
auto DynamicRoadmap::orBeginAgain(const F& f)
{
    try
    {
        return f();
    }
    catch (const std::bad_alloc&)
    {
        LazyPRM::clear();
        has_begun_ = false;
        throw;
    }
}

void DynamicRoadmap::setup()
{
    orBeginAgain([this] {
        beginWithFile();
        LazyPRM::setup();
    });
}

ob::PlannerStatus DynamicRoadmap::solve(const ob::PlannerTerminationCondition& ptc)
{
    const ob::PlannerStatus status = orBeginAgain([&] {
        beginWithFile();
        return LazyPRM::solve(ptc);
    });
    const PathOrigin origin = bestPathOrigin();
    const auto isWhite = [this](std::uint32_t e) { return static_cast<const CellColours*>(colours())->isWhite(e); };
    const auto white = std::count_if(origin.first_edges.begin(), origin.first_edges.end(), isWhite);
    path_white_ = static_cast<std::size_t>(white);
    path_grey_ = origin.first_edges.size() - path_white_;
    path_grown_ = origin.grown_milestones;
    return status;
}

void DynamicRoadmap::clear()
{
    path_white_ = path_grey_ = path_grown_ = 0;
    if (has_begun_ && colours())
        return beginAgain();
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
