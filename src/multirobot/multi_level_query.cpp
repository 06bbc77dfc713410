#include "multirobot/multi_level_query.h"

#include <algorithm>
#include <utility>

#include "multirobot/super_path.h"
#include "multirobot/super_path_walk.h"

namespace gapless {

namespace {

constexpr std::size_t kPlacementsPerGlance = 32;
/// Components about one placement of which a hit is kept.
constexpr std::size_t kMostHits = 64;

void append(std::vector<CoordinatedMove>& moves, const std::vector<CoordinatedMove>& more)
{
    moves.insert(moves.end(), more.begin(), more.end());
}

}  // namespace

MultiLevelQuery::MultiLevelQuery(SuperNodeGraph& graph, const Placement& start, const Placement& goal)
    : graph_(graph),
      start_(start),
      goal_(goal),
      sides_{{Retraction(graph, start), {}, false}, {Retraction(graph, goal), {}, false}}
{}

bool MultiLevelQuery::isOf(const Placement& start, const Placement& goal) const
{
    return start_.list() == start.list() && goal_.list() == goal.list();
}

/// @return whether it is within a component that was not met before
bool MultiLevelQuery::note(Side& side, Retraction::Number placement)
{
    if (side.hits.size() >= kMostHits)
        return false;
    const std::optional<SuperNodeGraph::Assigned> node = graph_.holding(side.ways.nodes(placement));
    if (!node)
        return false;
    const ComponentForest& components = graph_.components();
    for (const Hit& hit : side.hits)
        if (components.areJoined(hit.node.node, hit.node.robots, node->node, node->robots))
            return false;
    side.hits.push_back({placement, *node});
    side.has_largest = side.has_largest || components.root(node->node) == components.root(components.largest());
    return true;
}

/// Whether the other side has come to that placement as well: then that is the path.
bool MultiLevelQuery::meet(std::size_t side, Retraction::Number placement)
{
    const Placement here = sides_[side].ways.placement(placement);
    const std::optional<Retraction::Number> there = sides_[1 - side].ways.find(here);
    if (!there)
        return false;
    std::vector<CoordinatedMove> moves = sides_[0].ways.wayTo(side == 0 ? placement : *there);
    append(moves, sides_[1].ways.wayFrom(side == 0 ? *there : placement));
    compose(moves);
    return true;
}

/// Without what leads back to a placement that was there before.
void MultiLevelQuery::compose(const std::vector<CoordinatedMove>& moves)
{
    path_ = {start_, {}};
    Placement at = start_;
    TupleStore placements(start_.size());
    std::vector<std::size_t> lengths{0};  // of the path to each placement, by number; no longer so where it was cut
    std::vector<TupleStore::Number> numbers{placements.add(at.list().data())};  // on the path
    for (const CoordinatedMove& move : moves)
    {
        at[move.robot] = move.to;
        const std::optional<TupleStore::Number> known = placements.find(at.list().data());
        const bool is_on_path = known && lengths[*known] < numbers.size() && numbers[lengths[*known]] == *known;
        if (is_on_path)
        {
            path_.moves.resize(lengths[*known]);
            numbers.resize(lengths[*known] + 1);
            continue;
        }
        path_.moves.push_back(move);
        const TupleStore::Number number = known ? *known : placements.add(at.list().data());
        lengths.resize(placements.size());
        lengths[number] = numbers.size();
        numbers.push_back(number);
    }
}

/// None: no hit of the one side is in a component of the other's.
std::optional<MultiLevelQuery::Outcome> MultiLevelQuery::joinHits(const ompl::base::PlannerTerminationCondition& ptc)
{
    for (const Hit& from : sides_[0].hits)
        for (const Hit& to : sides_[1].hits)
        {
            if (!graph_.components().areJoined(from.node.node, from.node.robots, to.node.node, to.node.robots))
                continue;
            const std::optional<std::vector<SuperStep>> steps = findSuperPath(graph_, from.node, to.node, ptc);
            if (!steps)
                return Outcome::Interrupted;
            SuperPathWalk walk(graph_, from.node, sides_[0].ways.placement(from.placement));
            for (const SuperStep& step : *steps)
                walk.take(step);
            walk.goTo(sides_[1].ways.placement(to.placement));
            std::vector<CoordinatedMove> moves = sides_[0].ways.wayTo(from.placement);
            append(moves, walk.moves());
            append(moves, sides_[1].ways.wayFrom(to.placement));
            compose(moves);
            return Outcome::Found;
        }
    return std::nullopt;
}

/// The graph has other nodes and components than it had. @return false: the condition held
bool MultiLevelQuery::lookAgain(const ompl::base::PlannerTerminationCondition& ptc)
{
    for (Side& side : sides_)
    {
        if (!side.ways.rate(ptc))
            return false;
        side.hits.clear();
        side.has_largest = false;
        std::size_t glances = 0;
        for (const Retraction::Number placement : side.ways.settled())
        {
            if (++glances % kPlacementsPerGlance == 0 && ptc)
                return false;
            if (side.has_largest)
                break;
            note(side, placement);
        }
    }
    return true;
}

MultiLevelQuery::Outcome MultiLevelQuery::run(std::size_t most, const ompl::base::PlannerTerminationCondition& ptc)
{
    if (looked_at_ != graph_.size())
    {
        looked_at_.reset();
        if (!lookAgain(ptc))
            return Outcome::Interrupted;
        looked_at_ = graph_.size();
    }
    if (const std::optional<Outcome> outcome = joinHits(ptc))
        return *outcome;
    for (std::size_t round = 0;; ++round)
    {
        bool is_stopped = true;
        for (std::size_t i = 0; i < 2; ++i)
        {
            Side& side = sides_[i];
            if (round % kPlacementsPerGlance == 0 && ptc)
                return Outcome::Interrupted;
            // Beyond the largest component there is something to look for only if that is not where both are.
            if (side.ways.settled().size() >= most || (side.has_largest && !sides_[1 - i].has_largest))
                continue;
            const std::optional<Retraction::Number> placement = side.ways.settleNext();
            if (!placement)
                return Outcome::NoPath;
            is_stopped = false;
            if (meet(i, *placement))
                return Outcome::Found;
            if (note(side, *placement))
                if (const std::optional<Outcome> outcome = joinHits(ptc))
                    return *outcome;
        }
        if (is_stopped)
            return Outcome::Undecided;
    }
}

}  // namespace gapless
