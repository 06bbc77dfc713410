// Rounds: in each the roadmaps have half as many nodes more than in the last one, and the search may know twice as many placements. A start and a goal are placements
// as well, whose nodes are joined to twice as many neighbours.
#include <gapless/multirobot/super_graph.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

#include <ompl/geometric/PathGeometric.h>
#include <ompl/util/Console.h>

#include <gapless/core/error.h>
#include <gapless/multirobot/any_timing.h>
#include <gapless/multirobot/early_schedule.h>
#include <gapless/multirobot/without_detours.h>
#include <gapless/ompl/path_certification.h>
#include <gapless/planners/planner_registry.h>
#include <gapless/planners/shortcut_smoother.h>

#include "io/input_text.h"
#include "multirobot/level_search.h"
#include "multirobot/super_graph_file.h"
#include "ompl/mapped_problem.h"
#include "planners/planner_entry.h"
#include "planners/query_identity.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace gapless {

namespace {

/// Placements that the search of the first round may know, and how many more nodes and placements each round has than the one before.
constexpr double kFirstPlacements = 1e5, kMoreNodes = 1.5, kMorePlacements = 2.0;

/// Of a region as many are taken at once.
constexpr std::size_t kMostGoals = 4;

/// Of the smoothing time, at the most, squares may take.
constexpr double kShareOfSquares = 0.5;
/// Paths of more turns stay as they are: a RobotCurve takes no more pieces.
constexpr std::size_t kMostTurns = 4096;

}  // namespace

/// What is known of one scene.
class SuperGraph::Robots
{
public:
    Robots(const ob::SpaceInformation& si, const ExactMotionValidator& validator, const std::string& planner, bool share)
        : group_(problemOf(*validator.mapping(), planner)),
          mapping_(validator.mapping()),
          tolerance_(validator.options().tolerance),
          kind_(validator.kind()),
          shares_(share),
          roadmaps_(makeRoadmaps(group_, tolerance_, kind_, share)),
          distinct_(distinctRoadmaps(roadmaps_))
    {
        unsigned int dimension = 0;
        for (const auto& roadmap : roadmaps_)
            dimension += roadmap->mapping().space()->getDimension();
        if (dimension != si.getStateDimension())
            throw InputError(planner + ": the robots have " + std::to_string(dimension)
                             + " degrees of freedom and the state space has " + std::to_string(si.getStateDimension())
                             + "; all variables of a joint that plans have to be in it");
        table_ = std::make_unique<InterferenceTable>(group_, roadmaps_, tolerance_);
    }

    const RobotGroup& group() const { return group_; }
    const RobotRoadmaps& roadmaps() const { return roadmaps_; }
    InterferenceTable& table() { return *table_; }
    const std::shared_ptr<const StateMapping>& mapping() const { return mapping_; }
    double tolerance() const { return tolerance_; }
    ValidatorKind kind() const { return kind_; }
    bool shares() const { return shares_; }
    /// Of the roadmaps as they are: others when they have grown.
    const std::shared_ptr<LevelGraphs>& graphs()
    {
        const std::pair<std::size_t, std::size_t> size(nodeCount(), edgeCount());
        if (!graphs_ || size != graphs_size_)
            graphs_ = std::make_shared<LevelGraphs>(roadmaps_, *table_);
        graphs_size_ = size;
        return graphs_;
    }

    /// None if the state is not valid.
    std::optional<Placement> add(const ob::State* state, std::size_t neighbours, const ob::PlannerTerminationCondition& ptc)
    {
        const Configuration q = mapping_->toConfiguration(state);
        Placement placement;
        for (const RobotIndex robot : group_.robots())
        {
            const std::optional<RobotRoadmap::Node> node = roadmaps_[robot]->add(group_.alone(robot).of(q), neighbours, ptc);
            if (!node)
                return std::nullopt;
            placement.push_back(*node);
        }
        for (const RobotIndex a : group_.robots())
            for (const RobotIndex b : group_.robots())
                if (a < b && table_->meet(a, placement[a], b, placement[b]))
                    return std::nullopt;
        return placement;
    }

    /// @return whether there was time for all of it
    bool grow(std::size_t nodes, std::size_t neighbours, const ob::PlannerTerminationCondition& ptc)
    {
        return std::all_of(distinct_.begin(), distinct_.end(),
                           [&](RobotRoadmap* roadmap) { return roadmap->grow(nodes, neighbours, ptc); });
    }
    bool finish(const ob::PlannerTerminationCondition& ptc)
    {
        return std::all_of(distinct_.begin(), distinct_.end(), [&](RobotRoadmap* roadmap) { return roadmap->finish(ptc); });
    }

    std::size_t nodeCount() const
    {
        std::size_t nodes = 0;
        for (const RobotRoadmap* roadmap : distinct_)
            nodes += roadmap->size();
        return nodes;
    }
    std::size_t edgeCount() const
    {
        std::size_t edges = 0;
        for (const RobotRoadmap* roadmap : distinct_)
            edges += roadmap->edgeCount();
        return edges;
    }

    SuperGraphContent content() const
    {
        SuperGraphContent content;
        content.key = sceneKey(*mapping_, tolerance_);
        content.roadmap_of = roadmapOf();
        for (const RobotRoadmap* roadmap : distinct_)
            content.roadmaps.push_back(roadmap->graph());
        content.entries = table_->entries();
        return content;
    }

    /// @pre all is empty @param file for errors @throws InputError if it is of other robots, another scene, or roadmaps that are shared otherwise; all is then of no use
    void begin(const SuperGraphContent& content, const std::string& file)
    {
        if (const std::string differs = differenceOf(content.key, sceneKey(*mapping_, tolerance_)); !differs.empty())
            throw inputError(file, 0, "the roadmaps are " + differs + "; what is proven in them does not hold here");
        if (content.roadmap_of != roadmapOf() || content.roadmaps.size() != distinct_.size())
            throw inputError(file, 0,
                             "the roadmaps are shared otherwise by robots that are equal; with share_roadmap="
                                 + std::string(shares_ ? "false" : "true") + " they fit");
        std::string part;
        try
        {
            for (std::size_t i = 0; i < distinct_.size(); ++i)
            {
                part = "roadmap " + std::to_string(i) + ", ";
                distinct_[i]->begin(content.roadmaps[i]);
            }
            for (std::size_t i = 0; i < content.entries.size(); ++i)
            {
                part = "entry " + std::to_string(i) + " of the interference table: ";
                table_->take(content.entries[i]);
            }
        }
        catch (const InputError& error)
        {
            throw inputError(file, 0, part + error.what());
        }
    }

private:
    /// Of each robot the place of its roadmap among those that there are.
    std::vector<std::uint32_t> roadmapOf() const
    {
        std::vector<std::uint32_t> places;
        for (const auto& roadmap : roadmaps_)
            places.push_back(
                static_cast<std::uint32_t>(std::find(distinct_.begin(), distinct_.end(), roadmap.get()) - distinct_.begin()));
        return places;
    }

    RobotGroup group_;
    std::shared_ptr<const StateMapping> mapping_;
    double tolerance_;
    ValidatorKind kind_;
    bool shares_;
    RobotRoadmaps roadmaps_;
    std::vector<RobotRoadmap*> distinct_;
    std::unique_ptr<InterferenceTable> table_;
    std::shared_ptr<LevelGraphs> graphs_;
    std::pair<std::size_t, std::size_t> graphs_size_;  // nodes and edges that they were made of
};

SuperGraph::SuperGraph(const ob::SpaceInformationPtr& si)
    : ob::Planner(si, "gapless::SuperGraph"), level_(SuperGraphLevel::Auto), identity_(std::make_unique<QueryIdentity>())
{
    specs_.recognizedGoal = ob::GOAL_SAMPLEABLE_REGION;
    specs_.directed = true;
    declareParam<unsigned int>(kNodes.name, this, &SuperGraph::setNodes, &SuperGraph::getNodes, kNodes.suggestion());
    declareParam<unsigned int>(kNeighbors.name, this, &SuperGraph::setNeighbors, &SuperGraph::getNeighbors,
                               kNeighbors.suggestion());
    declareParam<double>(kWeight.name, this, &SuperGraph::setWeight, &SuperGraph::getWeight, kWeight.suggestion());
    declareParam<double>(kSmoothingTime.name, this, &SuperGraph::setSmoothingTime, &SuperGraph::getSmoothingTime,
                         kSmoothingTime.suggestion());
    declareParam<bool>("grow", this, &SuperGraph::setGrow, &SuperGraph::getGrow, "0,1");
    declareParam<std::string>("level", this, &SuperGraph::setLevel, &SuperGraph::getLevel, superGraphLevels());
    declareParam<bool>("share_roadmap", this, &SuperGraph::setShareRoadmap, &SuperGraph::getShareRoadmap, "0,1");
    addPlannerProgressProperty("placements INTEGER", [this] { return std::to_string(placements_.load()); });
    addPlannerProgressProperty("super-nodes INTEGER", [this] { return std::to_string(super_nodes_.load()); });
    addPlannerProgressProperty("interference entries INTEGER", [this] { return std::to_string(entries_.load()); });
    addPlannerProgressProperty("edges INTEGER", [this] { return std::to_string(edges_.load()); });
    addPlannerProgressProperty("makespan REAL", [this] { return std::to_string(makespan_.load()); });
    addPlannerProgressProperty("makespan of turns REAL", [this] { return std::to_string(makespan_before_.load()); });
    addPlannerProgressProperty(kMotionsCheckedProperty, [this] { return std::to_string(entries_.load() + edges_.load()); });
}

SuperGraph::~SuperGraph() = default;

void SuperGraph::setNodes(unsigned int nodes)
{
    nodes_ = kNodes.require(getName(), nodes);
}

void SuperGraph::setNeighbors(unsigned int neighbors)
{
    neighbors_ = kNeighbors.require(getName(), neighbors);
}

void SuperGraph::setWeight(double weight)
{
    weight_ = kWeight.require(getName(), weight);
}

void SuperGraph::setSmoothingTime(double seconds)
{
    smoothing_time_ = kSmoothingTime.require(getName(), seconds);
}

void SuperGraph::setLevel(const std::string& level)
{
    const std::optional<SuperGraphLevel> known = superGraphLevel(level);
    if (!known)
        throw InputError(getName() + ": parameter level is '" + level + "'; it has to be one of " + superGraphLevels());
    level_ = *known;
}

std::string SuperGraph::getLevel() const
{
    return nameOf(level_);
}

void SuperGraph::setup()
{
    Planner::setup();
    // Refuses what solve() would.
    const QueryScene scene(*si_);
    const EdgeProver prover(scene.validator(), getName());
    static_cast<void>(RobotGroup(problemOf(*prover.mapping(), getName())));
}

void SuperGraph::clear()
{
    Planner::clear();
    clearQuery();
    robots_.reset();
    placements_ = super_nodes_ = entries_ = nodes_known_ = edges_ = 0;
}

void SuperGraph::count()
{
    entries_ = robots_->table().computedCount();
    nodes_known_ = robots_->nodeCount();
    edges_ = robots_->edgeCount();
}

void SuperGraph::save(const std::string& file) const
{
    // While nothing is proven, of the present scene.
    std::unique_ptr<Robots> present;
    if (!robots_)
        present = robotsOf(QueryScene(*si_));
    const Robots& robots = robots_ ? *robots_ : *present;
    writeSuperGraph(file, robots.content());
}

void SuperGraph::load(const std::string& file)
{
    std::unique_ptr<Robots> robots = robotsOf(QueryScene(*si_));
    robots->begin(readSuperGraph(file), file);
    clearQuery();
    robots_ = std::move(robots);
    *identity_ = QueryIdentity();
    count();
}

std::unique_ptr<SuperGraph::Robots> SuperGraph::robotsOf(const QueryScene& scene) const
{
    const EdgeProver prover(scene.validator(), getName());  // or there is none
    return std::make_unique<Robots>(*si_, static_cast<const ExactMotionValidator&>(*scene.validator()), getName(),
                                    share_roadmap_);
}

void SuperGraph::clearQuery()
{
    pis_.restart();
    starts_.clear();
    goals_.clear();
    searches_.clear();
    best_.reset();
    rounds_ = 0.0;
}

ob::PlannerStatus SuperGraph::solve(const ob::PlannerTerminationCondition& ptc)
{
    try
    {
        return solveQuery(ptc);
    }
    catch (const std::bad_alloc&)
    {
        // Roadmaps, searches and graphs may be in the middle of something.
        clearQuery();
        robots_.reset();
        throw;
    }
}

ob::PlannerStatus SuperGraph::solveQuery(const ob::PlannerTerminationCondition& ptc)
{
    const QueryScene scene(*si_);
    checkValidity();
    const EdgeProver prover(scene.validator(), getName());  // or there is none
    const QueryIdentity::Change change = identity_->changed(pdef_, *si_, scene);
    if (change == QueryIdentity::Change::Query)
        clearQuery();
    const bool is_other_scene = robots_ && (robots_->mapping() != prover.mapping() || robots_->tolerance() != prover.tolerance());
    if (change == QueryIdentity::Change::Scene || is_other_scene || (robots_ && robots_->shares() != share_roadmap_))
    {
        clearQuery();
        robots_.reset();
    }
    if (!robots_)
        robots_ = robotsOf(scene);
    if (best_)
    {
        pdef_->addSolutionPath(best_, false, 0.0, getName());
        return ob::PlannerStatus::EXACT_SOLUTION;
    }

    const auto take = [&](const ob::State* state, std::vector<Placement>& placements) {
        if (const std::optional<Placement> placement = robots_->add(state, 2 * std::size_t{neighbors_}, ptc))
            placements.push_back(*placement);
    };
    const auto sizeOfRound = [this] { return static_cast<std::size_t>(nodes_ * (grow_ ? std::pow(kMoreNodes, rounds_) : 1.0)); };
    const auto grow = [&] {
        const bool is_grown = robots_->grow(sizeOfRound(), neighbors_, ptc);
        count();
        return is_grown;
    };
    // A state that is asked for is not asked for again: none while there is no time for it.
    if (!grow())
        return ob::PlannerStatus::TIMEOUT;
    while (const ob::State* state = pis_.nextStart())
        take(state, starts_);
    if (starts_.empty())
        return ob::PlannerStatus::INVALID_START;
    // A region may give invalid states for long. Only where another thread samples it is there a point in waiting for more.
    const auto takeGoals = [&](std::size_t most) {
        while (goals_.size() < most && pis_.haveMoreGoalStates() && !ptc)
            if (const ob::State* state = pis_.nextGoal())
                take(state, goals_);
            else if (most > 1)
                return;
    };
    takeGoals(1);
    if (goals_.empty() && pdef_->getGoal()->hasType(ob::GOAL_LAZY_SAMPLES))
        if (const ob::State* state = pis_.nextGoal(ptc))
            take(state, goals_);
    takeGoals(kMostGoals);
    count();
    if (goals_.empty())
        return ptc ? ob::PlannerStatus::TIMEOUT : ob::PlannerStatus::INVALID_GOAL;

    // What is not joined yet to what it could be is no reason to say that there is no path.
    while (robots_->finish(ptc) && !ptc)
    {
        const std::shared_ptr<LevelGraphs>& graphs = robots_->graphs();
        if (searches_.size() != starts_.size() * goals_.size() || searches_.front()->graphs() != graphs.get()
            || searches_.front()->level() != level_)
        {
            searches_.clear();
            for (const Placement& start : starts_)
                for (const Placement& goal : goals_)
                    searches_.push_back(std::make_unique<LevelSearch>(graphs, level_, start, goal, weight_));
        }
        const auto most = static_cast<std::size_t>(
            std::min(static_cast<double>(LevelSearch::kMostPlacements), kFirstPlacements * std::pow(kMorePlacements, rounds_)));
        bool is_open = false;
        placements_ = 0;
        for (const auto& search : searches_)
        {
            const LevelSearch::Outcome outcome = search->run(most, ptc);
            placements_ += search->placementCount();
            super_nodes_ = graphs->nodeCount();
            count();
            if (outcome == LevelSearch::Outcome::Found)
                return addSolution(search->path(), ptc);
            is_open = is_open || outcome != LevelSearch::Outcome::NoPath;
        }
        if (ptc)
            break;
        if (!grow_ && (!is_open || most >= LevelSearch::kMostPlacements))
        {
            OMPL_WARN("%s: no path in these roadmaps%s (%u nodes each, and starts and goals)", getName().c_str(),
                      is_open ? " was found among so many placements that memory may run out" : "", nodes_);
            return ob::PlannerStatus::ABORT;
        }
        rounds_ += 1.0;
        if (!grow_)
            continue;
        grow();
    }
    return ob::PlannerStatus::TIMEOUT;
}

std::shared_ptr<og::PathGeometric> SuperGraph::pathOf(const std::vector<Configuration>& waypoints) const
{
    auto path = std::make_shared<og::PathGeometric>(si_);
    ob::State* const state = si_->allocState();
    for (const Configuration& q : waypoints)
    {
        robots_->mapping()->toState(q, state);
        path->append(state);
    }
    si_->freeState(state);
    if (path->getStateCount() == 1)
        path->append(path->getState(0));
    return path;
}

/// The same turns, each robot as early as the order of their squares allows: with straight motions, where that is proven.
std::shared_ptr<og::PathGeometric> SuperGraph::driveAtOnce(const std::vector<Configuration>& turns,
                                                           const ob::PlannerTerminationCondition& ptc) const
{
    if (!robots_->mapping()->isStraight() || turns.size() > kMostTurns)
        return nullptr;
    const CoordinatedPath curves(robots_->group(), turns);
    AnyTimingOptions options;
    options.tolerance = robots_->tolerance();
    options.seconds = kShareOfSquares * smoothing_time_;
    options.interrupted = [&ptc] { return ptc(); };
    options.is_sharp = false;
    AnyTiming timing(curves, options);
    const std::optional<ExecutionOrder> order = timing.dependencies();
    if (!order)
        return nullptr;
    const std::shared_ptr<og::PathGeometric> path = pathOf(earlySchedule(curves, *order, *robots_->mapping()));
    const auto& states = path->getStates();
    const bool are_valid =
        std::all_of(states.begin(), states.end(), [this](const ob::State* state) { return si_->isValid(state); });
    PathCertificationOptions whole;
    whole.validator = robots_->kind();
    whole.tolerance = robots_->tolerance();
    return are_valid && certifyPath(*robots_->mapping(), *path, whole).verdict == Verdict::Free ? path : nullptr;
}

ob::PlannerStatus SuperGraph::addSolution(const DiscretizedPath& found, const ob::PlannerTerminationCondition& ptc)
{
    const std::vector<Configuration> turns = (smoothing_time_ > 0.0 ? withoutDetours(found, robots_->table()) : found)
                                                 .configurations(robots_->group(), robots_->roadmaps());
    std::shared_ptr<og::PathGeometric> path = pathOf(turns);
    PathCertificationOptions whole;
    whole.validator = robots_->kind();
    whole.tolerance = robots_->tolerance();
    if (certifyPath(*robots_->mapping(), *path, whole).verdict != Verdict::Free)
    {
        OMPL_WARN("%s: a path was found whose parts are proven, and as a whole it is not; it grazes too closely",
                  getName().c_str());
        return ob::PlannerStatus::ABORT;
    }
    const auto makespanOf = [&](const og::PathGeometric& of) {
        return makespan(robots_->group(), *robots_->mapping(), toConfigurations(*robots_->mapping(), of));
    };
    makespan_before_ = makespanOf(*path);
    if (smoothing_time_ > 0.0)
    {
        if (const auto at_once = driveAtOnce(turns, ptc))
            path = at_once;
        SmoothingOptions smoothing;
        smoothing.validator = robots_->kind();
        smoothing.tolerance = robots_->tolerance();
        smoothing.seconds = smoothing_time_;
        smoothing.interrupted = [&ptc] { return ptc(); };
        // Where there is no time it stays as it is.
        static_cast<void>(smoothPath(robots_->mapping(), *path, smoothing));
    }
    makespan_ = makespanOf(*path);
    best_ = path;
    pdef_->addSolutionPath(path, false, 0.0, getName());
    return ob::PlannerStatus::EXACT_SOLUTION;
}

void SuperGraph::getPlannerData(ob::PlannerData& data) const
{
    Planner::getPlannerData(data);
    const auto* path = dynamic_cast<const og::PathGeometric*>(best_.get());
    if (!path)
        return;
    const auto last = static_cast<unsigned int>(path->getStateCount() - 1);
    data.addStartVertex(ob::PlannerDataVertex(path->getState(0)));
    data.addGoalVertex(ob::PlannerDataVertex(path->getState(last)));
    for (unsigned int i = 0; i < last; ++i)
        data.addEdge(ob::PlannerDataVertex(path->getState(i)), ob::PlannerDataVertex(path->getState(i + 1)));
}

std::vector<PlannerEntry> multirobotPlanners()
{
    return {plannerEntry<SuperGraph>("gapless::SuperGraph")};
}

}  // namespace gapless
