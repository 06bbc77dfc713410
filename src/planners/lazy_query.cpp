// A query proposes the cheapest path that the roadmap may have, proves it, and where that fails proposes the next: improve(). A proof
// says more than yes or no: an edge that collides is gone, and of an edge that stays open `unproven` tells how much, which changes what
// it costs.
//
// What it does about a roadmap without a path, in the order of what that costs: starts and goals are joined to more of their neighbours,
// twice as many each time (of the first kMostWidened, for a region may give any number of goals); then the caller adds milestones, and
// the frontiers, where what is reached ends at collisions, tell it where.
#include "planners/lazy_query.h"

#include <algorithm>
#include <iterator>

#include <ompl/base/goals/GoalSampleableRegion.h>
#include <ompl/base/goals/GoalState.h>
#include <ompl/base/goals/GoalStates.h>

namespace ob = ompl::base;

namespace gapless {

namespace {

/// Goals that are sampled at a time: a region gives as many as one asks for.
constexpr int kGoalsPerTurn = 8;
/// Milestones that are asked about the goal between two looks at the termination condition.
constexpr std::size_t kAskedPerLook = 64;
/// Neighbours that the first so many starts and goals are joined to: twice as many each time that there is no candidate.
constexpr std::size_t kFirstReach = 8, kMostReach = 256, kMostWidened = 8;
/// A side that reaches so many milestones is gone over again after one more.
constexpr std::size_t kReachedPerGrowth = 16;
/// Milestones that are settled before it is asked whether starts and goals are joined at all.
constexpr std::size_t kSettledUnasked = 1024;
/// Milestones that are settled in the time that the proof of an edge takes, about.
constexpr std::size_t kSettledPerProof = 120;
/// Relative: a path has to be shorter by more than rounding to count as another one.
constexpr double kShorter = 1e-9;

}  // namespace

LazyQuery::LazyQuery(LazyRoadmap& roadmap, LazySearches& searches, ob::GoalPtr goal)
    : roadmap_(roadmap),
      goal_(std::move(goal)),
      search_(searches.dijkstra),
      candidates_(searches.candidates),
      joining_(searches.joining),
      reach_(kFirstReach)
{
    candidates_.reset();
}

bool LazyQuery::samplesGoals() const
{
    // A list of states can only be sampled, be it empty.
    return goal_->hasType(ob::GOAL_STATES)
           || (goal_->hasType(ob::GOAL_SAMPLEABLE_REGION) && goal_->as<ob::GoalSampleableRegion>()->couldSample());
}

void LazyQuery::setObjective(ob::OptimizationObjectivePtr objective)
{
    objective_ = std::move(objective);
    if (best_)
        best_->cost = costOf(best_->path);
}

ob::Cost LazyQuery::costOf(const RoadmapPath& path) const
{
    ob::Cost cost = objective_->identityCost();
    for (std::size_t i = 1; i < path.vertices.size(); ++i)
        cost = objective_->combineCosts(
            cost, objective_->motionCost(roadmap_.vertex(path.vertices[i - 1]).state, roadmap_.vertex(path.vertices[i]).state));
    return cost;
}

void LazyQuery::forgetBest()
{
    best_.reset();
    candidates_.reset();
    shortest_ = std::numeric_limits<double>::infinity();
}

void LazyQuery::takeEdit(const LazyRoadmap::Edit& edit)
{
    best_.reset();
    shortest_ = std::numeric_limits<double>::infinity();
    frontiers_.of_starts.clear();
    frontiers_.of_goals.clear();
    if (edit.is_any_edge)
        candidates_.reset();
    for (const LazyRoadmap::EdgeId e : edit.edges)
        candidates_.noteEdge(e);
    for (const VertexId v : edit.milestones)
        candidates_.noteMilestone(v);
}

bool LazyQuery::hasAll(const ob::ProblemDefinition& problem) const
{
    const auto* const goals = dynamic_cast<const ob::GoalStates*>(goal_.get());
    const std::size_t wanted = goals && !goal_->hasType(ob::GOAL_LAZY_SAMPLES)              ? goals->getStateCount()
                               : dynamic_cast<const ob::GoalState*>(goal_.get()) != nullptr ? 1
                                                                                            : 0;
    return wanted > 0 && goals_.size() == wanted && starts_.size() == problem.getStartStateCount();
}

void LazyQuery::takeInput(ob::PlannerInputStates& input, const LazyRoadmap::NeighbourRule& rule,
                          const ob::PlannerTerminationCondition& ptc)
{
    const auto add = [&](const ob::State* state, std::vector<VertexId>& to) {
        const VertexId v = roadmap_.addMilestone(state, LazyRoadmap::Validity::Valid, rule);
        if (std::find(to.begin(), to.end(), v) == to.end())
            to.push_back(v);
    };
    while (const ob::State* start = input.nextStart())
        add(start, starts_);
    if (!samplesGoals())
        return;
    // A region may give invalid states for long. Only where another thread samples it is there a point in waiting for more.
    while (goals_.empty() && input.haveMoreGoalStates() && !ptc)
        if (const ob::State* goal = input.nextGoal())
            add(goal, goals_);
    if (goals_.empty() && goal_->hasType(ob::GOAL_LAZY_SAMPLES))
        if (const ob::State* goal = input.nextGoal(ptc))
            add(goal, goals_);
    for (int i = 1; i < kGoalsPerTurn && input.haveMoreGoalStates() && !ptc; ++i)
        if (const ob::State* goal = input.nextGoal())
            add(goal, goals_);
}

void LazyQuery::findGoals(const ob::PlannerTerminationCondition& ptc)
{
    if (samplesGoals())
        return;
    for (; asked_ < roadmap_.vertices().size(); ++asked_)
    {
        if (asked_ % kAskedPerLook == kAskedPerLook - 1 && ptc)
            return;
        double distance = std::numeric_limits<double>::max();
        const auto v = static_cast<VertexId>(asked_);
        if (goal_->isSatisfied(roadmap_.vertex(v).state, &distance))
            goals_.push_back(v);
        if (distance < closest_distance_ && isValid(v))
        {
            closest_ = v;
            closest_distance_ = distance;
        }
    }
}

/// Asks the validity checker where that is not known yet, and tells the search.
bool LazyQuery::isValid(VertexId v)
{
    if (roadmap_.isValid(v))
        return true;
    candidates_.noteMilestone(v);
    return false;
}

bool LazyQuery::hasValidStart()
{
    return std::any_of(starts_.begin(), starts_.end(), [&](VertexId v) { return isValid(v); });
}

bool LazyQuery::hasValidGoal()
{
    return std::any_of(goals_.begin(), goals_.end(), [&](VertexId v) { return isValid(v); });
}

bool LazyQuery::isPairAllowed(VertexId start, VertexId goal) const
{
    return goal_->isStartGoalPairValid(roadmap_.vertex(start).state, roadmap_.vertex(goal).state);
}

bool LazyQuery::isLastPathOpen() const
{
    const auto isCut = [this](LazyRoadmap::EdgeId e) { return roadmap_.edge(e).state == EdgeProof::State::Colliding; };
    const auto isBlocked = [this](VertexId v) { return roadmap_.validity(v) == LazyRoadmap::Validity::Invalid; };
    return !last_.vertices.empty() && std::none_of(last_.edges.begin(), last_.edges.end(), isCut)
           && std::none_of(last_.vertices.begin(), last_.vertices.end(), isBlocked);
}

// From both sides in turns, until they meet or one of them has nowhere to go: that takes no longer than the smaller side. The search for the cheapest candidate would go over
// all that the starts reach to say that there is none, again after each milestone that makes ways shorter.
bool LazyQuery::mayBeJoined()
{
    constexpr std::uint8_t kOfStarts = 1, kOfGoals = 2;
    if (isLastPathOpen())
        return true;
    const auto isBlocked = [this](VertexId v) { return roadmap_.validity(v) == LazyRoadmap::Validity::Invalid; };
    auto& [sides, seen, front, next] = joining_;
    for (const VertexId v : seen)
        sides[v] = 0;
    seen.clear();
    sides.resize(std::max(sides.size(), roadmap_.vertices().size()), 0);
    front[0].clear();
    front[1].clear();
    const auto reach = [&, &sides = sides, &seen = seen](VertexId v, std::uint8_t side, std::vector<VertexId>& to) {
        if (isBlocked(v) || (sides[v] & side) != 0)
            return false;
        if (sides[v] == 0)
            seen.push_back(v);
        sides[v] = static_cast<std::uint8_t>(sides[v] | side);
        to.push_back(v);
        return sides[v] == (kOfStarts | kOfGoals);
    };
    for (const VertexId v : starts_)
        reach(v, kOfStarts, front[0]);
    for (const VertexId v : goals_)
        if (reach(v, kOfGoals, front[1]))
            return true;
    while (!front[0].empty() && !front[1].empty())
    {
        const bool of_goals = front[1].size() < front[0].size();
        next.clear();
        for (const VertexId v : front[of_goals])
            for (const LazyRoadmap::Arc& arc : roadmap_.vertex(v).arcs)
            {
                const LazyRoadmap::Edge& edge = roadmap_.edge(arc.edge);
                if (edge.state != EdgeProof::State::Colliding && (of_goals ? edge.leadsTo(v) : edge.leadsFrom(v))
                    && reach(arc.to, of_goals ? kOfGoals : kOfStarts, next))
                    return true;
            }
        front[of_goals].swap(next);
    }
    return false;
}

LazyCandidateSearch::Outcome LazyQuery::findCandidate(const LazyCandidateSearch::Terms& terms,
                                                      const ob::PlannerTerminationCondition& ptc, RoadmapPath& path)
{
    // Most candidates are found before it would be known whether there is one.
    LazyCandidateSearch::Terms few = terms;
    few.most_settled = kSettledUnasked;
    LazyCandidateSearch::Outcome outcome = candidates_.run(starts_, goals_, few, ptc);
    settled_ = candidates_.settledCount();
    if (outcome == LazyCandidateSearch::Outcome::Interrupted)
    {
        if (!mayBeJoined())
            return LazyCandidateSearch::Outcome::Exhausted;
        outcome = candidates_.run(starts_, goals_, terms, ptc);
        settled_ += candidates_.settledCount();
    }
    if (outcome != LazyCandidateSearch::Outcome::Found)
        return outcome;
    path = candidates_.path();
    return isPairAllowed(path.vertices.front(), path.vertices.back()) ? outcome : findAllowedCandidate(terms, ptc, path);
}

/// Where goals do not allow every start: each start with its own.
LazyCandidateSearch::Outcome LazyQuery::findAllowedCandidate(const LazyCandidateSearch::Terms& of,
                                                             const ob::PlannerTerminationCondition& ptc, RoadmapPath& path)
{
    LazyCandidateSearch::Outcome found = LazyCandidateSearch::Outcome::Exhausted;
    LazyRoadmapSearch::Terms terms;
    terms.penalty = of.penalty;
    terms.cost_bound = of.cost_bound;
    for (const VertexId start : starts_)
    {
        std::vector<VertexId> allowed;
        std::copy_if(goals_.begin(), goals_.end(), std::back_inserter(allowed),
                     [&](VertexId goal) { return isPairAllowed(start, goal); });
        const LazyCandidateSearch::Outcome outcome = search_.run({start}, allowed, terms, ptc);
        if (outcome == LazyCandidateSearch::Outcome::Interrupted)
            return outcome;
        if (outcome == LazyCandidateSearch::Outcome::Found)
        {
            found = outcome;
            path = search_.pathTo(search_.goal());
            terms.cost_bound = search_.goalCost();
        }
    }
    return found;
}

/// Joins starts and goals to more of their neighbours: proving some edges costs less than new milestones.
bool LazyQuery::widen()
{
    std::size_t added = 0;
    while (added == 0 && reach_ < kMostReach)
    {
        reach_ *= 2;
        for (const std::vector<VertexId>* ends : {&starts_, &goals_})
            for (std::size_t i = 0; i < std::min(ends->size(), kMostWidened); ++i)
                added += roadmap_.joinNearest((*ends)[i], reach_);
    }
    return added > 0;
}

bool LazyQuery::hasOnlyValidMilestones(const RoadmapPath& path)
{
    bool all = true;
    for (const VertexId v : path.vertices)
        all = isValid(v) && all;
    return all;
}

bool LazyQuery::standsFree(VertexId v, EdgeProver& prover) const
{
    EdgeProof proof;
    const ob::State* state = roadmap_.vertex(v).state;
    return prover.prove({{&proof, state, state}}, ob::plannerNonTerminatingCondition()).state == EdgeProof::State::Free;
}

bool LazyQuery::prove(const RoadmapPath& path, EdgeProver& prover, const ob::PlannerTerminationCondition& ptc)
{
    if (path.edges.empty())
        return standsFree(path.vertices.front(), prover);
    std::vector<EdgeProver::PathEdge> edges(path.edges.size());
    for (std::size_t i = 0; i < edges.size(); ++i)
    {
        // The way in which the edge was made: a proof that was begun is of that motion, which holds for the way back, too, where there is one.
        const LazyRoadmap::Edge& edge = roadmap_.edge(path.edges[i]);
        edges[i] = {&roadmap_.proof(path.edges[i]), roadmap_.vertex(edge.a).state, roadmap_.vertex(edge.b).state};
    }
    prover.prove(edges, ptc);
    for (const LazyRoadmap::EdgeId e : path.edges)
    {
        roadmap_.noteProgress(e);
        candidates_.noteEdge(e);
    }
    const auto isNotFree = [&](LazyRoadmap::EdgeId e) { return roadmap_.edge(e).state != EdgeProof::State::Free; };
    if (std::none_of(path.edges.begin(), path.edges.end(), isNotFree))
        return true;
    for (const LazyRoadmap::EdgeId e : path.edges)
        if (roadmap_.edge(e).state == EdgeProof::State::Colliding)
            proveAround(e, prover, ptc);
    return false;
}

// The next candidates are likely to go by way of them. In a large roadmap looking for each takes longer than proving it.
void LazyQuery::proveAround(LazyRoadmap::EdgeId colliding, EdgeProver& prover, const ob::PlannerTerminationCondition& ptc)
{
    std::size_t left = settled_ / kSettledPerProof;
    for (const VertexId v : {roadmap_.edge(colliding).a, roadmap_.edge(colliding).b})
        for (const LazyRoadmap::Arc& arc : roadmap_.vertex(v).arcs)
        {
            const LazyRoadmap::Edge& edge = roadmap_.edge(arc.edge);
            if (left == 0 || ptc)
                return;
            if (edge.state != EdgeProof::State::Open)
                continue;
            if (!isValid(arc.to))
                continue;
            --left;
            prover.prove({{&roadmap_.proof(arc.edge), roadmap_.vertex(edge.a).state, roadmap_.vertex(edge.b).state}}, ptc);
            roadmap_.noteProgress(arc.edge);
            candidates_.noteEdge(arc.edge);
        }
}

// Going over all that a side reaches costs in proportion to it: it is done again once the roadmap has grown by a share of that. What was its frontier still
// ends at collisions, if not at all of them.
void LazyQuery::findFrontier(const std::vector<VertexId>& from, bool backwards, Side& side, std::vector<VertexId>& frontier,
                             const ob::PlannerTerminationCondition& ptc)
{
    const std::size_t milestones = roadmap_.vertices().size();
    if (!frontier.empty() && milestones - side.at < side.reached / kReachedPerGrowth)
        return;
    LazyRoadmapSearch::Terms everywhere;
    everywhere.backwards = backwards;
    search_.run(from, {}, everywhere, ptc);
    frontier = search_.frontier();
    side = {milestones, search_.settled().size()};
}

void LazyQuery::findFrontiers(const ob::PlannerTerminationCondition& ptc)
{
    if (best_)
    {
        // Improving: no obstacle lies between starts and goals.
        frontiers_.of_starts.clear();
        frontiers_.of_goals.clear();
        return;
    }
    findFrontier(starts_, false, of_starts_, frontiers_.of_starts, ptc);
    findFrontier(goals_, true, of_goals_, frontiers_.of_goals, ptc);
}

LazyQuery::Outcome LazyQuery::improve(EdgeProver& prover, const FirstPath& first, const ob::PlannerTerminationCondition& ptc)
{
    while (!ptc)
    {
        RoadmapPath path;
        LazyCandidateSearch::Terms terms;
        if (!best_)
        {
            terms.penalty = first.penalty;
            terms.weight = first.weight;
        }
        terms.cost_bound = shortest_ * (1.0 - kShorter);
        switch (findCandidate(terms, ptc, path))
        {
            case LazyCandidateSearch::Outcome::Exhausted:
                if (!best_ && widen())
                    continue;
                findFrontiers(ptc);
                return Outcome::NoCandidate;
            case LazyCandidateSearch::Outcome::Interrupted: return Outcome::Interrupted;
            case LazyCandidateSearch::Outcome::Found: break;
        }
        if (hasOnlyValidMilestones(path) && prove(path, prover, ptc))
        {
            const ob::Cost cost = costOf(path);
            shortest_ = path.length;
            last_ = path;
            if (!best_ || objective_->isCostBetterThan(cost, best_->cost))
                best_ = Best{std::move(path), cost};
            return Outcome::Proven;
        }
    }
    return Outcome::Interrupted;
}

}  // namespace gapless
