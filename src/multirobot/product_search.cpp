#include <gapless/multirobot/product_search.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <gapless/core/number_range.h>

namespace gapless {

namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
/// Placements that are expanded between two looks at the condition.
constexpr int kExpansionsPerLook = 32;

std::size_t hashOf(const RobotRoadmap::Node* placement, std::size_t robots)
{
    std::uint64_t hash = 0x9e3779b97f4a7c15u;
    for (std::size_t i = 0; i < robots; ++i)
    {
        hash = (hash ^ placement[i]) * 0xbf58476d1ce4e5b9u;
        hash ^= hash >> 29;
    }
    return static_cast<std::size_t>(hash);
}

}  // namespace

ProductSearch::ProductSearch(const RobotRoadmaps& roadmaps, InterferenceTable& table, const Placement& start,
                             const Placement& goal, double weight)
    : roadmaps_(roadmaps), table_(table), robots_(roadmaps.size()), goal_(goal), weight_(weight), places_(1024, kNone)
{
    NumberRange{'[', 1.0, NumberRange::kAnyFinite}.require(weight, "the weight of the way that is left");
    for (const RobotIndex robot : roadmaps.indices())
    {
        left_.push_back(roadmaps[robot]->distancesTo(goal[robot]));
        suspects_.push_back(robot);
    }
    next_.assign(start.begin(), start.end());
    bool is_free = std::isfinite(wayLeft(next_.data()));
    for (const RobotIndex a : roadmaps.indices())
        for (const RobotIndex b : roadmaps.indices())
            is_free = is_free && (!(a < b) || (!table.meet(a, start[a], b, start[b]) && !table.meet(a, goal[a], b, goal[b])));
    if (is_free)
        reach(next_.data(), 0.0, 0, {});
}

double ProductSearch::wayLeft(const RobotRoadmap::Node* placement) const
{
    double sum = 0.0;
    for (const RobotIndex robot : left_.indices())
        sum += left_[robot][placement[robot.value()]];
    return sum;
}

/// @return where its number is, or is to be
ProductSearch::Number* ProductSearch::find(const RobotRoadmap::Node* wanted)
{
    const std::size_t mask = places_.size() - 1;
    for (std::size_t place = hashOf(wanted, robots_) & mask;; place = (place + 1) & mask)
        if (places_[place] == kNone || std::equal(wanted, wanted + robots_, placement(places_[place])))
            return &places_[place];
}

void ProductSearch::enlarge()
{
    places_.assign(2 * places_.size(), kNone);
    for (Number number = 0; number < reached_.size(); ++number)
        *find(placement(number)) = number;
}

/// @param at not in nodes_
void ProductSearch::reach(const RobotRoadmap::Node* at, double cost, Number before, const CoordinatedMove& move)
{
    Number& place = *find(at);
    const bool is_new = place == kNone;
    if (!is_new && !(cost < reached_[place].cost))
        return;
    const double left = wayLeft(at);
    if (!std::isfinite(left))
        return;
    const Number number = is_new ? static_cast<Number>(reached_.size()) : place;
    if (is_new)
    {
        nodes_.insert(nodes_.end(), at, at + robots_);
        reached_.emplace_back();
        place = number;
    }
    reached_[number] = {cost, before, move, false};
    open_.push_back({cost + weight_ * left, cost, number});
    std::push_heap(open_.begin(), open_.end());
    if (2 * reached_.size() > places_.size())
        enlarge();
}

bool ProductSearch::isBlocked(const RobotRoadmap::Node* at, RobotIndex robot, RobotRoadmap::Edge edge)
{
    const auto isInTheWay = [&](RobotIndex other) {
        return other != robot && table_.blocks(other, at[other.value()], robot, edge);
    };
    if (isInTheWay(suspects_[robot]))
        return true;
    for (const RobotIndex other : roadmaps_.indices())
        if (other != suspects_[robot] && isInTheWay(other))
        {
            suspects_[robot] = other;
            return true;
        }
    return false;
}

void ProductSearch::expand(Number number)
{
    next_.assign(placement(number), placement(number) + robots_);
    const double cost = reached_[number].cost;
    for (const RobotIndex robot : roadmaps_.indices())
    {
        const RobotRoadmap& roadmap = *roadmaps_[robot];
        RobotRoadmap::Node& node = next_[robot.value()];
        const RobotRoadmap::Node from = node;
        for (const RobotRoadmap::Arc& arc : roadmap.arcs(from))
        {
            const double further = cost + roadmap.edge(arc.edge).length;
            node = arc.to;
            // What is known to be reached sooner need not be asked about.
            const Number known = *find(next_.data());
            const bool is_shorter = known == kNone || further < reached_[known].cost;
            node = from;
            if (!is_shorter || !std::isfinite(left_[robot][arc.to]) || isBlocked(next_.data(), robot, arc.edge))
                continue;
            node = arc.to;
            reach(next_.data(), further, number, {robot, arc.edge, arc.to});
            node = from;
        }
    }
}

ProductSearch::Outcome ProductSearch::run(std::size_t most, const ompl::base::PlannerTerminationCondition& ptc)
{
    for (int expanded = 0; !found_; ++expanded)
    {
        if (open_.empty())
            return Outcome::NoPath;
        if (reached_.size() > most || (expanded % kExpansionsPerLook == 0 && ptc))
            return Outcome::Interrupted;
        const Open best = open_.front();
        std::pop_heap(open_.begin(), open_.end());
        open_.pop_back();
        Reached& reached = reached_[best.number];
        if (reached.is_expanded || best.cost > reached.cost)
            continue;
        if (std::equal(goal_.begin(), goal_.end(), placement(best.number)))
            found_ = best.number;
        reached.is_expanded = true;
        if (!found_)
            expand(best.number);
    }
    return Outcome::Found;
}

DiscretizedPath ProductSearch::path() const
{
    DiscretizedPath path;
    Number number = *found_;
    for (; number != 0; number = reached_[number].before)
        path.moves.push_back(reached_[number].move);
    std::reverse(path.moves.begin(), path.moves.end());
    path.start = Placement(std::vector<RobotRoadmap::Node>(placement(number), placement(number) + robots_));
    return path;
}

}  // namespace gapless
