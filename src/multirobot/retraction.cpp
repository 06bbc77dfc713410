#include "multirobot/retraction.h"

#include <algorithm>

namespace gapless {

Retraction::Retraction(SubgraphTables& tables, const Placement& root) : tables_(tables), reached_(root.size())
{
    reached_.add(root.list().data());
    entries_.emplace_back();
    open_.push_back({0.0, 0});
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
    next_.assign(reached_[number], reached_[number] + tables_.robotCount());
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
            bool is_free = !known || cost < entries_[*known].cost;
            for (RobotIndex other(0); other.value() < next_.size() && is_free; other = other.next())
                is_free = other == robot || !tables_.blocks(other, next_[other.value()], robot, link);
            if (!is_free)
                continue;
            next_[robot.value()] = side.to;
            const Number reached = known ? *known : reached_.add(next_.data());
            next_[robot.value()] = from;
            if (!known)
                entries_.emplace_back();
            entries_[reached] = {cost, number, robot, side.link, false};
            open_.push_back({cost, reached});
            std::push_heap(open_.begin(), open_.end());
        }
    }
}

Placement Retraction::placement(Number number) const
{
    return Placement(std::vector<RobotRoadmap::Node>(reached_[number], reached_[number] + tables_.robotCount()));
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
