// What a query answers where no path to a goal is proven.
//
// 1. What proven edges reach from the starts, and of that the milestone that is nearest to the goal.
// 2. If that is a start, a single edge from a start to a milestone nearer to the goal is proven, of as many as time allows, the nearest
//    first.
// 3. What comes out has valid milestones in the present scene, or is no answer. All of it within kLastMoment, since the caller's time is
//    up.
#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

#include "planners/last_moment.h"
#include "planners/lazy_query.h"

namespace ob = ompl::base;

namespace gapless {

/// Of the milestones that proven edges lead to from the starts, the starts included.
std::optional<LazyQuery::Approximation> LazyQuery::closestReached(const ob::PlannerTerminationCondition& late)
{
    LazyRoadmapSearch::Terms terms;
    terms.proven_only = true;
    search_.run(starts_, {}, terms, late);
    std::optional<VertexId> closest;
    Approximation answer;
    for (const VertexId v : search_.settled())
    {
        if (late)
            break;
        double distance = std::numeric_limits<double>::max();
        const bool satisfied = goal_->isSatisfied(roadmap_.vertex(v).state, &distance);
        if (distance == std::numeric_limits<double>::max() || !(distance < answer.distance) || !isValid(v))
            continue;
        closest = v;
        answer.distance = distance;
        answer.satisfies_goal = satisfied;
    }
    if (!closest)
        return std::nullopt;
    answer.path = search_.pathTo(*closest);
    return answer;
}

/// An edge of a start to a milestone closer to the goal, those to the closest first. Candidates collide somewhere, and what is free of
/// them is left open: in a query of little time nothing may be proven.
bool LazyQuery::proveOneStep(EdgeProver& prover, const ob::PlannerTerminationCondition& late)
{
    struct Step
    {
        double distance;
        LazyRoadmap::EdgeId edge;
    };
    std::vector<Step> steps;
    for (const VertexId start : starts_)
    {
        double at_start = std::numeric_limits<double>::max();
        goal_->isSatisfied(roadmap_.vertex(start).state, &at_start);
        for (const LazyRoadmap::Arc& arc : roadmap_.vertex(start).arcs)
        {
            if (late)
                return false;
            double distance = std::numeric_limits<double>::max();
            goal_->isSatisfied(roadmap_.vertex(arc.to).state, &distance);
            const LazyRoadmap::Edge& edge = roadmap_.edge(arc.edge);
            if (distance < at_start && edge.leadsFrom(start) && edge.state == EdgeProof::State::Open)
                steps.push_back({distance, arc.edge});
        }
    }
    std::sort(steps.begin(), steps.end(), [](const Step& x, const Step& y) { return x.distance < y.distance; });
    for (const Step& step : steps)
    {
        const LazyRoadmap::Edge& edge = roadmap_.edge(step.edge);
        if (late)
            return false;
        if (!isValid(edge.a) || !isValid(edge.b))
            continue;
        RoadmapPath path;
        path.vertices = {edge.a, edge.b};
        path.edges = {step.edge};
        if (prove(path, prover, late))
            return true;
    }
    return false;
}

std::optional<LazyQuery::Approximation> LazyQuery::closestProven(EdgeProver& prover)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(kLastMoment);
    const ob::PlannerTerminationCondition late([&] { return std::chrono::steady_clock::now() > end; });
    std::optional<Approximation> answer = closestReached(late);
    if (answer && answer->path.edges.empty() && !answer->satisfies_goal && proveOneStep(prover, late))
        answer = closestReached(late);
    if (!answer || !hasOnlyValidMilestones(answer->path))
        return std::nullopt;
    const VertexId closest = answer->path.vertices.back();
    if (answer->path.edges.empty() && (!answer->satisfies_goal || !standsFree(closest, prover)))
        return std::nullopt;
    answer->satisfies_goal = answer->satisfies_goal && isPairAllowed(answer->path.vertices.front(), closest);
    return answer;
}

}  // namespace gapless
