#include <gapless/multirobot/execution_order.h>

#include <algorithm>
#include <string>

#include <gapless/core/error.h>

#include "core/format_number.h"

namespace gapless {

ExecutionOrder::ExecutionOrder(Parameters ends, std::vector<Dependency> dependencies)
    : ends_(std::move(ends)), dependencies_(std::move(dependencies)), waiting_(ends_.size()), stairs_(ends_.size() * ends_.size())
{
    for (std::size_t k = 0; k < dependencies_.size(); ++k)
    {
        const Dependency& d = dependencies_[k];
        const std::string where = "dependency " + std::to_string(k) + " of the order";
        if (d.waits.value() >= ends_.size() || d.first.value() >= ends_.size())
            throw InputError(where + " names no robot; there are " + std::to_string(ends_.size()));
        if (d.waits == d.first)
            throw InputError(where + " lets a robot wait for itself");
        for (const auto& [robot, at] : {std::pair{d.waits, d.s}, std::pair{d.first, d.t}})
            if (!(at >= 0.0 && at <= ends_[robot]))
                throw InputError(where + " is at " + formatNumber(at) + " of a curve that goes from 0 to "
                                 + formatNumber(ends_[robot]));
        waiting_[d.waits].push_back(k);
    }
    for (std::vector<std::size_t>& waiting : waiting_)
        std::stable_sort(waiting.begin(), waiting.end(),
                         [this](std::size_t x, std::size_t y) { return dependencies_[x].s < dependencies_[y].s; });
    for (const RobotIndex robot : ends_.indices())
        for (const std::size_t k : waiting_[robot])
        {
            const double s = dependencies_[k].s;
            const Parameters needed = needBeyond(robot, s, {});
            if (needed[robot] > s)
                throw InputError("the order is cyclic: dependency " + std::to_string(k)
                                 + " lets a robot wait for what waits for that robot to be farther on");
            for (const RobotIndex other : ends_.indices())
            {
                std::vector<Stair>& known = stairs_[robot.value() * ends_.size() + other.value()];
                if (other == robot || needed[other] <= (known.empty() ? 0.0 : known.back().t))
                    continue;
                // What is waited for at one place is all that any dependency there asks for: needed grows with s.
                if (!known.empty() && known.back().s == s)
                    known.back().t = needed[other];
                else
                    known.push_back({s, needed[other]});
            }
        }
}

/// The least state from that one on in which all holds that follows.
/// @param beyond a robot that is farther on than its entry, by however little @param dropped by dependency: not counted; empty: none is
ExecutionOrder::Parameters ExecutionOrder::need(Parameters least, std::optional<RobotIndex> beyond,
                                                const std::vector<char>& dropped) const
{
    // Of each robot, how many of its dependencies are taken in: each is once.
    IndexedVector<RobotIndex, std::size_t> taken(ends_.size(), 0);
    std::vector<RobotIndex> raised(ends_.indices().begin(), ends_.indices().end());
    while (!raised.empty())
    {
        const RobotIndex robot = raised.back();
        raised.pop_back();
        const std::vector<std::size_t>& waiting = waiting_[robot];
        for (std::size_t& k = taken[robot]; k < waiting.size(); ++k)
        {
            const Dependency& d = dependencies_[waiting[k]];
            if (!(robot == beyond ? d.s <= least[robot] : d.s < least[robot]))
                break;
            if ((!dropped.empty() && dropped[waiting[k]]) || d.t <= least[d.first])
                continue;
            least[d.first] = d.t;
            raised.push_back(d.first);
        }
    }
    return least;
}

ExecutionOrder::Parameters ExecutionOrder::needBeyond(RobotIndex robot, double s, const std::vector<char>& dropped) const
{
    Parameters least(ends_.size(), 0.0);
    least[robot] = s;
    return need(least, robot, dropped);
}

bool ExecutionOrder::allows(const Parameters& state) const
{
    return std::none_of(dependencies_.begin(), dependencies_.end(),
                        [&](const Dependency& d) { return state[d.waits] > d.s && state[d.first] < d.t; });
}

/// Whether `first` is at t or farther as soon as `waits` is beyond s.
bool ExecutionOrder::isBehind(RobotIndex waits, double s, RobotIndex first, double t) const
{
    const std::vector<Stair>& known = stairs(waits, first);
    const auto after = std::upper_bound(known.begin(), known.end(), s, [](double x, const Stair& stair) { return x < stair.s; });
    return after != known.begin() && std::prev(after)->t >= t;
}

// A convex set that two sets without a common point cover is in one of them; and a stair that holds the corner of a cell that is nearest to its own
// holds the cell. No point is excluded both ways: either robot would have to be farther on for the other.
bool ExecutionOrder::excludes(RobotIndex a, const Interval& s, RobotIndex b, const Interval& t) const
{
    return isBehind(a, s.lower, b, t.upper) || isBehind(b, t.lower, a, s.upper);
}

std::optional<ExecutionOrder::Parameters> ExecutionOrder::stateWith(RobotIndex a, double s, RobotIndex b, double t) const
{
    Parameters least(ends_.size(), 0.0);
    least[a] = s;
    least[b] = t;
    least = need(least, std::nullopt, {});
    if (least[a] > s || least[b] > t)
        return std::nullopt;
    return least;
}

std::vector<ExecutionOrder::Move> ExecutionOrder::inTurns() const
{
    std::vector<Move> moves;
    Parameters at(ends_.size(), 0.0);
    for (bool goes_on = true; goes_on;)
    {
        goes_on = false;
        for (const RobotIndex robot : ends_.indices())
        {
            double to = ends_[robot];
            for (const std::size_t k : waiting_[robot])
                if (const Dependency& d = dependencies_[k]; at[d.first] < d.t)
                    to = std::min(to, d.s);
            if (!(to > at[robot]))
                continue;
            moves.push_back({robot, at[robot], to});
            at[robot] = to;
            goes_on = true;
        }
    }
    return moves;
}

ExecutionOrder ExecutionOrder::reduced() const
{
    std::vector<char> dropped(dependencies_.size(), 0);
    std::vector<Dependency> left;
    for (std::size_t k = 0; k < dependencies_.size(); ++k)
    {
        const Dependency& d = dependencies_[k];
        dropped[k] = 1;
        if (d.s >= ends_[d.waits] || needBeyond(d.waits, d.s, dropped)[d.first] >= d.t)
            continue;
        dropped[k] = 0;
        left.push_back(d);
    }
    return {ends_, std::move(left)};
}

}  // namespace gapless
