// A query first looks at more and more placements about start and goal, which is cheaper than a level more of the graph, and at twice as many after each level.
#include <gapless/multirobot/multi_level_super_graph.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include <gapless/core/error.h>
#include <gapless/multirobot/blocked_moves.h>

#include "multirobot/multi_level_query.h"

namespace gapless {

namespace {

/// Placements about start and goal that are looked at first, and before a level is added, and how many times as many next.
constexpr std::size_t kFirstRetraction = 4096, kRetractionBeforeLevel = 65536, kMoreRetraction = 4;

const RobotRoadmaps& requireFew(const RobotRoadmaps& roadmaps)
{
    if (roadmaps.size() > MultiLevelSuperGraph::kMostRobots)
        throw InputError("the multi-level super-graph is for " + std::to_string(MultiLevelSuperGraph::kMostRobots)
                         + " robots at most, and here are " + std::to_string(roadmaps.size()));
    return roadmaps;
}

MultiLevelSuperGraph::Outcome outcomeOf(SuperNodeGraph::Outcome outcome)
{
    switch (outcome)
    {
        case SuperNodeGraph::Outcome::Full: return MultiLevelSuperGraph::Outcome::Full;
        case SuperNodeGraph::Outcome::Interrupted: return MultiLevelSuperGraph::Outcome::Interrupted;
        case SuperNodeGraph::Outcome::Done: break;
    }
    return MultiLevelSuperGraph::Outcome::Done;
}

std::size_t asCount(double count)
{
    return static_cast<std::size_t>(std::llround(count));
}

}  // namespace

struct MultiLevelSuperGraph::Query
{
    MultiLevelQuery search;
    std::size_t bound = kFirstRetraction;
};

MultiLevelSuperGraph::MultiLevelSuperGraph(const RobotRoadmaps& roadmaps, InterferenceTable& table)
    : roadmaps_(requireFew(roadmaps)), table_(table), graph_(std::make_unique<SuperNodeGraph>(roadmaps, table))
{}

MultiLevelSuperGraph::~MultiLevelSuperGraph() = default;

MultiLevelSuperGraph::Outcome MultiLevelSuperGraph::build(std::size_t most, const ompl::base::PlannerTerminationCondition& ptc)
{
    while (!is_built_ && !graph_->isComplete())
    {
        const SuperNodeGraph::Outcome outcome = graph_->addNext(most, ptc);
        if (outcome != SuperNodeGraph::Outcome::Done)
            return outcomeOf(outcome);
        is_built_ = graph_->components().largestShare() >= kMajorShare && graph_->largestCoverage() >= kCoverage;
    }
    return Outcome::Done;
}

MultiLevelSuperGraph::Outcome MultiLevelSuperGraph::refine(std::size_t most, const ompl::base::PlannerTerminationCondition& ptc)
{
    while (!graph_->isComplete())
    {
        const SuperNodeGraph::Outcome outcome = graph_->addNext(most, ptc);
        if (outcome != SuperNodeGraph::Outcome::Done)
            return outcomeOf(outcome);
        if (graph_->isAtLevelsEnd())
            break;
    }
    return Outcome::Done;
}

bool MultiLevelSuperGraph::isComplete() const
{
    return graph_->isComplete();
}

std::size_t MultiLevelSuperGraph::nodeCount() const
{
    return asCount(graph_->components().nodeCount());
}

std::size_t MultiLevelSuperGraph::edgeCount() const
{
    return asCount(graph_->edgeCount());
}

std::size_t MultiLevelSuperGraph::componentCount() const
{
    return asCount(graph_->components().componentCount());
}

std::size_t MultiLevelSuperGraph::unorderedNodeCount() const
{
    return graph_->size();
}

double MultiLevelSuperGraph::majorShare() const
{
    return graph_->components().largestShare();
}

bool MultiLevelSuperGraph::isEveryRearrangementPossible() const
{
    const ComponentForest& components = graph_->components();
    return graph_->size() > 0 && components.group(components.largest()).order() == components.arrangements();
}

MultiLevelSuperGraph::Answer MultiLevelSuperGraph::connect(const Placement& start, const Placement& goal, std::size_t most,
                                                           const ompl::base::PlannerTerminationCondition& ptc)
{
    for (const RobotIndex a : roadmaps_.indices())
        for (const RobotIndex b : roadmaps_.indices())
            if (a < b && (table_.meet(a, start[a], b, start[b]) || table_.meet(a, goal[a], b, goal[b])))
                return Answer::NoPath;
    // Level 0 has the connected components.
    SubgraphTables& tables = graph_->tables();
    for (const RobotIndex robot : roadmaps_.indices())
        if (tables.at(tables.kindOf(robot), 0, start[robot]) != tables.at(tables.kindOf(robot), 0, goal[robot]))
            return Answer::NoPath;
    if (!query_ || !query_->search.isOf(start, goal))
        query_ = std::make_unique<Query>(Query{MultiLevelQuery(*graph_, start, goal)});
    bool is_full = build(most, ptc) == Outcome::Full;
    while (!ptc)
    {
        const std::size_t bound = is_full ? most : std::min(most, query_->bound);
        const MultiLevelQuery::Outcome outcome = query_->search.run(bound, ptc);
        if (outcome == MultiLevelQuery::Outcome::Found)
        {
            path_ = query_->search.path();
            if (firstBlockedMove(path_, roadmaps_, table_))
                throw std::logic_error("a path of a multi-level super-graph has a move that is blocked");
            return Answer::Found;
        }
        if (outcome == MultiLevelQuery::Outcome::Interrupted)
            break;
        if (outcome == MultiLevelQuery::Outcome::NoPath || isComplete())
            return Answer::NoPath;
        if (is_full)
            return Answer::Undecided;
        if (bound < std::min(most, kRetractionBeforeLevel))
            query_->bound *= kMoreRetraction;
        else
        {
            query_->bound *= 2;
            is_full = refine(most, ptc) == Outcome::Full;
        }
    }
    return Answer::Interrupted;
}

}  // namespace gapless
