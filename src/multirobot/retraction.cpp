#include "multirobot/retraction.h"

#include <algorithm>

namespace gapless {

namespace {

/// What a conflict counts for, in lengths of the longest link.
constexpr double kLinksPerConflict = 2.0;
constexpr std::uint32_t kPlacementsPerLook = 1024;

}  // namespace

Retraction::Retraction(SuperNodeGraph& graph, const Placement& root) : graph_(graph), per_conflict_(0.0), reached_(root.size())
{
    for (const RobotKind& kind : graph.tables().kinds())
        for (const TwoWayRoadmap::Link& link : kind.roadmap.links())
            per_conflict_ = std::max(per_conflict_, kLinksPerConflict * link.length);
    reached_.add(root.list().data());
    entries_.emplace_back();
    open(0);
}

void Retraction::open(Number number)
{
    const auto conflicts = static_cast<double>(graph_.conflicts(reached_[number]));
    open_.push_back({entries_[number].cost + per_conflict_ * conflicts, number});
    std::push_heap(open_.begin(), open_.end());
}

bool Retraction::rate(const ompl::base::PlannerTerminationCondition& ptc)
{
    open_.clear();
    for (Number number = 0; number < entries_.size(); ++number)
    {
        if (number % kPlacementsPerLook == 0 && ptc)
            return false;
        if (!entries_[number].is_settled)
            open(number);
    }
    return true;
}

std::optional<Retraction::Number> Retraction::settleNext()
{
    while (!open_.empty())
    {
        const Open best = open_.front();
        std::pop_heap(open_.begin(), open_.end());
        open_.pop_back();
        if (entries_[best.number].is_settled)
            continue;
        entries_[best.number].is_settled = true;
        settled_.push_back(best.number);
        expand(best.number);
        return best.number;
    }
    return std::nullopt;
}

void Retraction::expand(Number number)
{
    next_.assign(reached_[number], reached_[number] + graph_.slots());
    for (RobotIndex robot(0); robot.value() < next_.size(); robot = robot.next())
    {
        const TwoWayRoadmap& roadmap = roadmapOf(robot);
        const RobotRoadmap::Node from = next_[robot.value()];
        for (const TwoWayRoadmap::Side& side : roadmap.sides(from))
        {
            const TwoWayRoadmap::Link& link = roadmap.link(side.link);
            const double cost = entries_[number].cost + link.length;
            next_[robot.value()] = side.to;
            const std::optional<Number> known = reached_.find(next_.data());
            next_[robot.value()] = from;
            bool is_free = !known || (!entries_[*known].is_settled && cost < entries_[*known].cost);
            for (RobotIndex other(0); other.value() < next_.size() && is_free; other = other.next())
                is_free = other == robot || !graph_.tables().blocks(other, next_[other.value()], robot, link);
            if (!is_free)
                continue;
            next_[robot.value()] = side.to;
            const Number reached = known ? *known : reached_.add(next_.data());
            next_[robot.value()] = from;
            if (!known)
                entries_.emplace_back();
            entries_[reached] = {cost, number, robot, side.link, false};
            open(reached);
        }
    }
}

Placement Retraction::placement(Number number) const
{
    return Placement(std::vector<RobotRoadmap::Node>(reached_[number], reached_[number] + graph_.slots()));
}

std::vector<CoordinatedMove> Retraction::wayTo(Number number) const
{
    std::vector<CoordinatedMove> moves;
    for (; number != 0; number = entries_[number].before)
    {
        const Reached& entry = entries_[number];
        const RobotRoadmap::Node from = reached_[entry.before][entry.robot.value()];
        moves.push_back({entry.robot, roadmapOf(entry.robot).edgeFrom(entry.link, from), reached_[number][entry.robot.value()]});
    }
    std::reverse(moves.begin(), moves.end());
    return moves;
}

std::vector<CoordinatedMove> Retraction::wayFrom(Number number) const
{
    std::vector<CoordinatedMove> moves;
    for (; number != 0; number = entries_[number].before)
    {
        const Reached& entry = entries_[number];
        const RobotRoadmap::Node from = reached_[number][entry.robot.value()];
        moves.push_back(
            {entry.robot, roadmapOf(entry.robot).edgeFrom(entry.link, from), reached_[entry.before][entry.robot.value()]});
    }
    return moves;
}

}  // namespace gapless
