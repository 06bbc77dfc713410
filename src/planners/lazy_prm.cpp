#include <gapless/planners/lazy_prm.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <optional>

#include <ompl/base/objectives/PathLengthOptimizationObjective.h>
#include <ompl/geometric/PathGeometric.h>

#include <gapless/core/error.h>
#include <gapless/planners/edge_prover.h>
#include <gapless/planners/planner_registry.h>

#include "io/input_text.h"
#include "planners/edge_colours.h"
#include "planners/lazy_query.h"
#include "planners/lazy_roadmap.h"
#include "planners/milestone_sampler.h"
#include "planners/neighbours.h"
#include "planners/proof_history.h"
#include "planners/query_identity.h"
#include "planners/roadmap_file.h"
#include "planners/scene_key.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;

namespace gapless {

namespace {

/// Of a roadmap whose edges are known to be free by their colours, searching for a candidate takes longer than proving it. Then the way to go weighs so many times as much: an
/// eighth of the milestones are settled, and candidates cost 1 % more (docs/benchmarks.md). Where edges have to be proven it saves nothing.
constexpr double kWeight = 1.5;
/// A roadmap from a file may grow by as many milestones as the file has, and by so many at least.
constexpr std::size_t kLeastGrowth = 4096;

/// What has to be the same for anything to hold in another scene.
SceneKey jointsOf(SceneKey key)
{
    const auto isOther = [](const SceneKey::Entry& entry) { return entry.part != SceneKey::Part::Joint; };
    key.entries.erase(std::remove_if(key.entries.begin(), key.entries.end(), isOther), key.entries.end());
    return key;
}

InputError otherRobot(const std::string& whose, const std::string& differs)
{
    return inputError(whose, 0, "the roadmap is " + differs + "; what is proven in it does not hold here");
}

}  // namespace

LazyPRM::LazyPRM(const ob::SpaceInformationPtr& si) : LazyPRM(si, "gapless::LazyPRM") {}

LazyPRM::LazyPRM(const ob::SpaceInformationPtr& si, const std::string& name)
    : ob::Planner(si, name), identity_(std::make_unique<QueryIdentity>())
{
    specs_.recognizedGoal = ob::GOAL_ANY;
    specs_.approximateSolutions = true;
    specs_.optimizingPaths = true;
    specs_.directed = true;
    declareParam<unsigned int>(kNeighbors.name, this, &LazyPRM::setNeighbors, &LazyPRM::getNeighbors, kNeighbors.suggestion());
    declareParam<double>(kRadius.name, this, &LazyPRM::setRadius, &LazyPRM::getRadius, kRadius.suggestion());
    declareParam<double>(kPenalty.name, this, &LazyPRM::setPenalty, &LazyPRM::getPenalty, kPenalty.suggestion());
    declareParam<unsigned int>(kBatch.name, this, &LazyPRM::setBatch, &LazyPRM::getBatch, kBatch.suggestion());
    addPlannerProgressProperty("milestones INTEGER", [this] { return std::to_string(milestoneCount()); });
    addPlannerProgressProperty("edges INTEGER", [this] { return std::to_string(edgeCount()); });
    addPlannerProgressProperty("free edges INTEGER", [this] { return std::to_string(freeEdgeCount()); });
    addPlannerProgressProperty("colliding edges INTEGER", [this] { return std::to_string(collidingEdgeCount()); });
    addPlannerProgressProperty(kMotionsCheckedProperty,
                               [this] { return std::to_string(freeEdgeCount() + collidingEdgeCount()); });
    addPlannerProgressProperty("best cost REAL", [this] { return std::to_string(best_cost_.load(std::memory_order_relaxed)); });
    useRoadmap(makeRoadmap());
}

LazyPRM::~LazyPRM() = default;

std::unique_ptr<LazyRoadmap> LazyPRM::makeRoadmap() const
{
    return std::make_unique<LazyRoadmap>(si_, makeNeighbours<LazyRoadmap::VertexId>(*this));
}

/// @pre there is no query
void LazyPRM::useRoadmap(std::unique_ptr<LazyRoadmap> roadmap)
{
    searches_ = std::make_unique<LazySearches>(*roadmap);
    roadmap_ = std::move(roadmap);
}

/// Where memory runs out, roadmap, proofs and searches may be in the middle of something: then nothing is left of them.
template <class F>
auto LazyPRM::orForget(const F& f)
{
    try
    {
        return f();
    }
    catch (const std::bad_alloc&)
    {
        LazyPRM::clear();
        throw;
    }
}

void LazyPRM::setNeighbors(unsigned int k)
{
    neighbors_ = kNeighbors.require(getName(), k);
}

void LazyPRM::setRadius(double radius)
{
    radius_ = kRadius.require(getName(), radius);
}

void LazyPRM::setPenalty(double penalty)
{
    penalty_ = kPenalty.require(getName(), penalty);
}

void LazyPRM::setBatch(unsigned int batch)
{
    batch_ = kBatch.require(getName(), batch);
}

void LazyPRM::setup()
{
    Planner::setup();
    orForget([this] { adoptScene(QueryScene(*si_)); });
}

void LazyPRM::setProblemDefinition(const ob::ProblemDefinitionPtr& pdef)
{
    const bool is_other = pdef != pdef_;
    Planner::setProblemDefinition(pdef);
    // What has changed in the same one solve() sees.
    if (is_other)
        clearQuery();
}

void LazyPRM::clear()
{
    Planner::clear();
    query_.reset();
    queryEnded();
    sampler_.reset();
    prover_.reset();
    scene_.reset();
    history_.reset();
    colours_.reset();
    roadmap_->clear();
}

void LazyPRM::clearQuery()
{
    query_.reset();
    queryEnded();
    pis_.restart();
}

void LazyPRM::begin(const RoadmapContent& content, const std::string& file, const StateMapping& mapping, double tolerance,
                    std::unique_ptr<EdgeColours> colours)
{
    if (const std::string differs = differenceOf(jointsOf(content.key), jointsOf(sceneKey(mapping, tolerance))); !differs.empty())
        throw otherRobot(file, differs);
    std::unique_ptr<LazyRoadmap> roadmap = makeRoadmap();
    addContent(file, content, mapping, *roadmap);
    clearQuery();
    useRoadmap(std::move(roadmap));
    colours_ = std::move(colours);
    first_key_ = std::make_unique<SceneKey>(content.key);
    first_milestones_ = roadmap_->vertices().size();
    first_edges_ = roadmap_->edges().size();
    sceneChanged();
}

void LazyPRM::beginAgain()
{
    Planner::clear();
    query_.reset();
    queryEnded();
    sampler_.reset();
    roadmap_->truncate(first_milestones_, first_edges_);
    sceneChanged();
}

void LazyPRM::sceneChanged()
{
    roadmap_->forgetProofs(colours_.get());
    prover_.reset();
    scene_.reset();
    history_ = colours_ ? std::make_shared<ProofHistory>(*first_key_, colours_->raises()) : nullptr;
    if (query_)
        query_->forgetBest();
}

void LazyPRM::adoptScene(const QueryScene& scene)
{
    if (scene_ && scene_->hasMotionsOf(scene))
    {
        if (!scene_->isSameAs(scene))
        {
            roadmap_->forgetValidity();
            // What was invalid for it may be so no longer.
            if (query_)
                query_->forgetBest();
            queryEnded();
        }
        *scene_ = scene;
        return;
    }
    auto prover = std::make_unique<EdgeProver>(scene.validator(), getName());
    auto next = std::make_unique<QueryScene>(scene);
    const auto kept = history_ ? history_->adopt(prover->mapping(), prover->tolerance()) : std::nullopt;
    if (kept)
    {
        try
        {
            if (colours_)
                colours_->adopt(*history_);
            const LazyRoadmap::Edit& edit = roadmap_->keepProofs(*history_, *kept, colours_.get());
            if (query_)
                query_->takeEdit(edit);
        }
        catch (...)
        {
            // What was not looked at is of the scene before.
            sceneChanged();
            throw;
        }
    }
    else if (colours_)
        throw otherRobot(getName(),
                         differenceOf(jointsOf(*first_key_), jointsOf(sceneKey(*prover->mapping(), prover->tolerance()))));
    else
    {
        sceneChanged();
        history_ = std::make_shared<ProofHistory>(prover->mapping(), prover->tolerance());
    }
    scene_ = std::move(next);
    prover_ = std::move(prover);
    prover_->follow(history_);
    sampler_.reset();
    queryEnded();
}

void LazyPRM::grow(const ob::PlannerTerminationCondition& ptc)
{
    if (!sampler_)
        sampler_ = std::make_unique<MilestoneSampler>(si_);
    const LazyQuery::Frontiers& frontiers = query_->frontiers();
    const MilestoneSampler::Seeds seeds{&frontiers.of_starts, &frontiers.of_goals, query_->closest()};
    ob::State* state = si_->allocState();
    std::optional<LazyRoadmap::VertexId> about;
    for (unsigned int added = 0; added < batch_ && !ptc;)
        if (sampler_->sample(*roadmap_, seeds, state, about))
        {
            const LazyRoadmap::VertexId v = roadmap_->addMilestone(state, LazyRoadmap::Validity::Valid, {neighbors_, radius_});
            if (about)
                roadmap_->retryFrom(v, *about);
            ++added;
        }
    si_->freeState(state);
}

std::vector<const ob::State*> LazyPRM::starts() const
{
    std::vector<const ob::State*> states;
    for (const LazyRoadmap::VertexId v : query_->starts())
        states.push_back(roadmap_->vertex(v).state);
    return states;
}

std::vector<const ob::State*> LazyPRM::goals() const
{
    std::vector<const ob::State*> states;
    for (const LazyRoadmap::VertexId v : query_->goals())
        states.push_back(roadmap_->vertex(v).state);
    return states;
}

LazyPRM::PathOrigin LazyPRM::bestPathOrigin() const
{
    PathOrigin origin;
    if (!query_ || !query_->best())
        return origin;
    const RoadmapPath& path = query_->best()->path;
    const std::size_t first_edges = colours_ ? first_edges_ : 0, first_milestones = colours_ ? first_milestones_ : 0;
    for (const LazyRoadmap::EdgeId e : path.edges)
        if (e < first_edges)
            origin.first_edges.push_back(e);
    for (std::size_t i = 1; i + 1 < path.vertices.size(); ++i)
        origin.grown_milestones += path.vertices[i] >= first_milestones ? 1 : 0;
    return origin;
}

void LazyPRM::addPath(const og::PathGeometric& path, const ob::PlannerTerminationCondition& ptc)
{
    std::optional<LazyRoadmap::VertexId> last;
    for (std::size_t i = 0; i < path.getStateCount(); ++i)
    {
        const ob::State* const state = path.getState(static_cast<unsigned int>(i));
        const LazyRoadmap::VertexId v = roadmap_->addMilestone(state, LazyRoadmap::Validity::Unknown, {neighbors_, radius_});
        if (last && *last != v)
        {
            const LazyRoadmap::EdgeId e = roadmap_->addEdge(*last, v);
            prover_->prove({{&roadmap_->proof(e), roadmap_->vertex(*last).state, roadmap_->vertex(v).state}}, ptc);
            roadmap_->noteProgress(e);
        }
        last = v;
    }
}

ob::PlannerStatus LazyPRM::solve(const ob::PlannerTerminationCondition& ptc)
{
    return orForget([&] { return solveQuery(ptc); });
}

ob::PlannerStatus LazyPRM::solveQuery(const ob::PlannerTerminationCondition& ptc)
{
    const QueryScene scene(*si_);
    checkValidity();
    adoptScene(scene);
    const QueryIdentity::Change change = identity_->changed(pdef_, *si_, scene);
    if (change == QueryIdentity::Change::Query || (change == QueryIdentity::Change::Scene && query_ && !query_->hasAll(*pdef_)))
        clearQuery();
    if (change != QueryIdentity::Change::None)
        best_cost_ = std::numeric_limits<double>::quiet_NaN();
    if (!query_)
    {
        if (colours_ && roadmap_->vertices().size() > first_milestones_ + std::max(first_milestones_, kLeastGrowth))
        {
            sampler_.reset();
            roadmap_->truncate(first_milestones_, first_edges_);
        }
        query_ = std::make_unique<LazyQuery>(*roadmap_, *searches_, pdef_->getGoal());
        best_cost_ = std::numeric_limits<double>::quiet_NaN();
    }
    query_->takeInput(pis_, {neighbors_, radius_}, ptc);
    if (!query_->hasValidStart())
        return ob::PlannerStatus::INVALID_START;
    if (query_->samplesGoals() && !query_->hasValidGoal())
        return ptc ? ob::PlannerStatus::TIMEOUT : ob::PlannerStatus::INVALID_GOAL;

    const ob::OptimizationObjectivePtr objective = objectiveOfQuery();
    query_->setObjective(objective);
    while (!query_->isSatisfied() && !ptc)
    {
        query_->findGoals(ptc);
        const LazyQuery::Outcome outcome = query_->improve(*prover_, {penalty_, colours_ ? kWeight : 1.0}, ptc);
        if (outcome == LazyQuery::Outcome::Proven)
            best_cost_.store(query_->best()->cost.value(), std::memory_order_relaxed);
        else if (outcome == LazyQuery::Outcome::NoCandidate)
        {
            grow(ptc);
            query_->takeInput(pis_, {neighbors_, radius_}, ptc);
        }
    }
    return addSolution(objective);
}

ob::OptimizationObjectivePtr LazyPRM::objectiveOfQuery() const
{
    if (pdef_->getOptimizationObjective())
        return pdef_->getOptimizationObjective();
    const auto any_path = std::make_shared<ob::PathLengthOptimizationObjective>(si_);
    any_path->setCostThreshold(any_path->infiniteCost());
    return any_path;
}

ob::PlannerStatus LazyPRM::addSolution(const ob::OptimizationObjectivePtr& objective)
{
    const auto add = [&](const RoadmapPath& found, double distance, bool exact) {
        const auto path = std::make_shared<og::PathGeometric>(si_);
        for (const LazyRoadmap::VertexId v : found.vertices)
            path->append(roadmap_->vertex(v).state);
        ob::PlannerSolution solution(path);
        solution.setPlannerName(getName());
        if (!exact)
            solution.setApproximate(distance);
        const ob::Cost cost = path->cost(objective);
        solution.setOptimized(objective, cost, exact && objective->isSatisfied(cost));
        pdef_->addSolutionPath(solution);
        return exact ? ob::PlannerStatus::EXACT_SOLUTION : ob::PlannerStatus::APPROXIMATE_SOLUTION;
    };
    if (query_->best())
        return add(query_->best()->path, 0.0, true);
    if (const auto close = query_->closestProven(*prover_))
        return add(close->path, close->distance, close->satisfies_goal);
    return ob::PlannerStatus::TIMEOUT;
}

void LazyPRM::getPlannerData(ob::PlannerData& data) const
{
    Planner::getPlannerData(data);
    const auto vertex = [&](LazyRoadmap::VertexId v) { return ob::PlannerDataVertex(roadmap_->vertex(v).state); };
    if (query_)
    {
        for (const LazyRoadmap::VertexId v : query_->starts())
            data.addStartVertex(vertex(v));
        for (const LazyRoadmap::VertexId v : query_->goals())
            data.addGoalVertex(vertex(v));
    }
    for (LazyRoadmap::VertexId v = 0; v < roadmap_->vertices().size(); ++v)
        data.addVertex(vertex(v));
    for (const LazyRoadmap::Edge& edge : roadmap_->edges())
        if (edge.state == EdgeProof::State::Free)
        {
            data.addEdge(vertex(edge.a), vertex(edge.b), ob::PlannerDataEdge(), ob::Cost(edge.length));
            if (!edge.is_directed)
                data.addEdge(vertex(edge.b), vertex(edge.a), ob::PlannerDataEdge(), ob::Cost(edge.length));
        }
}

void LazyPRM::save(const std::string& file) const
{
    // Nothing is proven while there is no prover: then the roadmap is one of the present scene.
    std::unique_ptr<EdgeProver> present;
    if (!prover_)
        present = std::make_unique<EdgeProver>(QueryScene(*si_).validator(), getName());
    const EdgeProver& prover = prover_ ? *prover_ : *present;
    writeRoadmap(file, contentOf(*roadmap_, sceneKey(*prover.mapping(), prover.tolerance())));
}

void LazyPRM::load(const std::string& file)
{
    auto scene = std::make_unique<QueryScene>(*si_);
    auto prover = std::make_unique<EdgeProver>(scene->validator(), getName());
    std::unique_ptr<LazyRoadmap> roadmap = makeRoadmap();
    const RoadmapContent content = readRoadmap(file);
    if (const std::string differs = differenceOf(content.key, sceneKey(*prover->mapping(), prover->tolerance()));
        !differs.empty())
        throw otherRobot(file, differs);
    addContent(file, content, *prover->mapping(), *roadmap);
    auto history = std::make_shared<ProofHistory>(prover->mapping(), prover->tolerance());
    clearQuery();
    useRoadmap(std::move(roadmap));
    colours_.reset();
    scene_ = std::move(scene);
    history_ = std::move(history);
    prover_ = std::move(prover);
    prover_->follow(history_);
}

std::uint64_t LazyPRM::milestoneCount() const
{
    return roadmap_->vertexCount();
}

std::uint64_t LazyPRM::edgeCount() const
{
    return roadmap_->edgeCount();
}

std::uint64_t LazyPRM::freeEdgeCount() const
{
    return roadmap_->freeCount();
}

std::uint64_t LazyPRM::collidingEdgeCount() const
{
    return roadmap_->collidingCount();
}

}  // namespace gapless
