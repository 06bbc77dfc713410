// One query of LazyPRM: its starts and goals, candidate paths between them, and the best one that is proven.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <ompl/base/Goal.h>
#include <ompl/base/OptimizationObjective.h>
#include <ompl/base/Planner.h>

#include "planners/lazy_candidate_search.h"
#include "planners/lazy_roadmap.h"
#include "planners/lazy_roadmap_search.h"

namespace gapless {

/// What queries of a roadmap search with, one after the other: memory for all of its milestones, which a query that looks at few of them should not have to make.
struct LazySearches
{
    explicit LazySearches(const LazyRoadmap& roadmap) : dijkstra(roadmap), candidates(roadmap) {}

    LazyRoadmapSearch dijkstra;
    LazyCandidateSearch candidates;
    struct Joining
    {
        std::vector<std::uint8_t> sides;          ///< by milestone: from where it is reached
        std::vector<LazyRoadmap::VertexId> seen;  ///< those of which that is not 0
        std::vector<LazyRoadmap::VertexId> front[2], next;
    } joining;
};

class LazyQuery
{
public:
    using VertexId = LazyRoadmap::VertexId;

    /// Uses both until it ends.
    LazyQuery(LazyRoadmap& roadmap, LazySearches& searches, ompl::base::GoalPtr goal);

    /// What best() is best by; has to be told before improve(), and again where it may have changed.
    void setObjective(ompl::base::OptimizationObjectivePtr objective);

    /// False: goals are the milestones that happen to satisfy the goal.
    bool samplesGoals() const;

    /// Adds the starts, and some of the goals, that the problem definition has and the query has not.
    void takeInput(ompl::base::PlannerInputStates& input, const LazyRoadmap::NeighbourRule& rule,
                   const ompl::base::PlannerTerminationCondition& ptc);
    /// Milestones added since the last call are goals where they satisfy a goal that cannot be sampled.
    void findGoals(const ompl::base::PlannerTerminationCondition& ptc);
    /// Rechecks the starts, or goals, that another scene may have made invalid.
    bool hasValidStart();
    bool hasValidGoal();

    enum class Outcome
    {
        Proven,       ///< One more path, shorter than those before.
        NoCandidate,  ///< The roadmap has no (shorter) path.
        Interrupted,
    };
    /// Of LazyCandidateSearch::Terms, until a path is proven.
    struct FirstPath
    {
        double penalty = 0.0, weight = 1.0;
    };
    /// Proves the cheapest candidate, the next one where an edge of it collides, and so on. After the first proven path, candidates are
    /// the shorter ones alone, whatever their uncertainty.
    Outcome improve(EdgeProver& prover, const FirstPath& first, const ompl::base::PlannerTerminationCondition& ptc);
    struct Best
    {
        RoadmapPath path;
        ompl::base::Cost cost;
    };
    const std::optional<Best>& best() const { return best_; }
    bool isSatisfied() const { return best_ && objective_->isSatisfied(best_->cost); }
    /// The scene is another one, and what is known of the roadmap with it: all of it, or what an edit says.
    void forgetBest();
    void takeEdit(const LazyRoadmap::Edit& edit);
    /// Whether it has all starts and goals of the problem definition, each a state, so that in another scene none has come that was left out.
    bool hasAll(const ompl::base::ProblemDefinition& problem) const;

    /// After Outcome::NoCandidate: the milestones that are reached from the starts, and those from which the goals are, over edges not
    /// known to collide. Only milestones with a colliding edge are listed: there the roadmap ends at an obstacle.
    struct Frontiers
    {
        std::vector<VertexId> of_starts, of_goals;
    };
    const Frontiers& frontiers() const { return frontiers_; }
    /// The milestone closest to a goal that cannot be sampled; none where it does not tell distances.
    std::optional<VertexId> closest() const { return closest_; }

    struct Approximation
    {
        RoadmapPath path;
        double distance = std::numeric_limits<double>::infinity();
        bool satisfies_goal = false;
    };
    /// The proven path that leads closest to the goal, unless that is a start itself.
    std::optional<Approximation> closestProven(EdgeProver& prover);

    const std::vector<VertexId>& starts() const { return starts_; }
    const std::vector<VertexId>& goals() const { return goals_; }

private:
    /// Whether edges that are not known to collide lead from a start to a goal.
    bool mayBeJoined();
    /// Whether the last proven path, of an earlier scene maybe, is made of such edges.
    bool isLastPathOpen() const;
    LazyCandidateSearch::Outcome findCandidate(const LazyCandidateSearch::Terms& terms,
                                               const ompl::base::PlannerTerminationCondition& ptc, RoadmapPath& path);
    LazyCandidateSearch::Outcome findAllowedCandidate(const LazyCandidateSearch::Terms& of,
                                                      const ompl::base::PlannerTerminationCondition& ptc, RoadmapPath& path);
    bool widen();
    std::optional<Approximation> closestReached(const ompl::base::PlannerTerminationCondition& late);
    bool proveOneStep(EdgeProver& prover, const ompl::base::PlannerTerminationCondition& late);
    /// When the frontier of the starts, or goals, was found.
    struct Side
    {
        std::size_t at = 0;       ///< how many milestones there were
        std::size_t reached = 0;  ///< by this side
    };
    void findFrontier(const std::vector<VertexId>& from, bool backwards, Side& side, std::vector<VertexId>& frontier,
                      const ompl::base::PlannerTerminationCondition& ptc);
    void findFrontiers(const ompl::base::PlannerTerminationCondition& ptc);
    bool isPairAllowed(VertexId start, VertexId goal) const;
    ompl::base::Cost costOf(const RoadmapPath& path) const;
    bool isValid(VertexId v);
    bool hasOnlyValidMilestones(const RoadmapPath& path);
    /// A path of one milestone: the motion that stands still is proven.
    bool standsFree(VertexId v, EdgeProver& prover) const;
    /// Other edges at the ends of a colliding one, as many as could be proven in the time that the last candidate took to be found.
    void proveAround(LazyRoadmap::EdgeId colliding, EdgeProver& prover, const ompl::base::PlannerTerminationCondition& ptc);
    bool prove(const RoadmapPath& path, EdgeProver& prover, const ompl::base::PlannerTerminationCondition& ptc);

    LazyRoadmap& roadmap_;
    ompl::base::GoalPtr goal_;
    LazyRoadmapSearch& search_;
    LazyCandidateSearch& candidates_;
    LazySearches::Joining& joining_;
    std::vector<VertexId> starts_, goals_;
    std::size_t reach_;      // neighbours that starts and goals are joined to
    std::size_t asked_ = 0;  // milestones that were asked whether they satisfy the goal
    std::optional<VertexId> closest_;
    double closest_distance_ = std::numeric_limits<double>::max();
    ompl::base::OptimizationObjectivePtr objective_;
    std::optional<Best> best_;
    RoadmapPath last_;                                           // that was proven, in whatever scene
    double shortest_ = std::numeric_limits<double>::infinity();  // of the proven paths
    std::size_t settled_ = 0;                                    // by the search for the last candidate
    Frontiers frontiers_;
    Side of_starts_, of_goals_;
};

}  // namespace gapless
