#include "multirobot/subgraph_growth.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace gapless {

namespace {

/// Nearest first; of equals the lower number.
using NearestNodes = std::priority_queue<std::pair<double, TwoWayRoadmap::Node>,
                                         std::vector<std::pair<double, TwoWayRoadmap::Node>>, std::greater<>>;

}  // namespace

/// All nodes that wait and are joined to that one by such.
std::vector<TwoWayRoadmap::Node> SubgraphGrowth::component(Node node)
{
    std::vector<Node> found{node};
    group_[node] = kFound;
    for (std::size_t i = 0; i < found.size(); ++i)
        for (const TwoWayRoadmap::Side& side : roadmap_.sides(found[i]))
            if (group_[side.to] == kWaiting)
            {
                group_[side.to] = kFound;
                found.push_back(side.to);
            }
    for (const Node member : found)
        group_[member] = kWaiting;
    return found;
}

/// The first is the farthest from some node, each further one the farthest from those before it, along the links.
std::vector<TwoWayRoadmap::Node> SubgraphGrowth::farApart(const std::vector<Node>& component, std::size_t count)
{
    const auto shorten = [this](Node root) {
        NearestNodes open;
        distance_[root] = 0.0;
        open.emplace(0.0, root);
        while (!open.empty())
        {
            const auto [distance, node] = open.top();
            open.pop();
            if (distance > distance_[node])
                continue;
            for (const TwoWayRoadmap::Side& side : roadmap_.sides(node))
            {
                const double longer = distance + roadmap_.link(side.link).length;
                if (group_[side.to] == kWaiting && longer < distance_[side.to])
                {
                    distance_[side.to] = longer;
                    open.emplace(longer, side.to);
                }
            }
        }
    };
    const auto farthest = [&] {
        return *std::max_element(component.begin(), component.end(),
                                 [this](Node a, Node b) { return distance_[a] < distance_[b]; });
    };
    const auto forget = [&] {
        for (const Node node : component)
            distance_[node] = std::numeric_limits<double>::infinity();
    };
    forget();
    shorten(component.front());
    std::vector<Node> roots{farthest()};
    forget();
    for (shorten(roots.back()); roots.size() < count; shorten(roots.back()))
    {
        const Node next = farthest();
        // Links of length 0 leave no other.
        if (!(distance_[next] > 0.0))
            break;
        roots.push_back(next);
    }
    return roots;
}

/// The smallest takes the nearest node that waits beside it, until none has one or all are full. What is left waits on.
void SubgraphGrowth::grow(const std::vector<Node>& roots, std::size_t most)
{
    const std::size_t first = groups_.size();
    std::vector<NearestNodes> beside(roots.size());
    using Small = std::pair<std::size_t, std::size_t>;  // size, number
    std::priority_queue<Small, std::vector<Small>, std::greater<>> smallest;
    const auto take = [&](std::size_t number, Node node, double distance) {
        std::vector<Node>& group = groups_[first + number];
        group.push_back(node);
        group_[node] = static_cast<std::uint32_t>(first + number);
        for (const TwoWayRoadmap::Side& side : roadmap_.sides(node))
            if (group_[side.to] == kWaiting)
                beside[number].emplace(distance + roadmap_.link(side.link).length, side.to);
    };
    for (std::size_t number = 0; number < roots.size(); ++number)
    {
        groups_.emplace_back();
        take(number, roots[number], 0.0);
        smallest.emplace(1, number);
    }
    while (!smallest.empty())
    {
        const auto [size, number] = smallest.top();
        smallest.pop();
        while (size < most && !beside[number].empty())
        {
            const auto [distance, node] = beside[number].top();
            beside[number].pop();
            if (group_[node] != kWaiting)
                continue;
            take(number, node, distance);
            smallest.emplace(size + 1, number);
            break;
        }
    }
}

std::vector<std::size_t> SubgraphGrowth::split(Node* begin, Node* end, std::size_t most)
{
    groups_.clear();
    for (const Node* node = begin; node != end; ++node)
        group_[*node] = kWaiting;
    // What growing left over is grown anew.
    for (const Node* node = begin; node != end;)
    {
        if (group_[*node] != kWaiting)
        {
            ++node;
            continue;
        }
        const std::vector<Node> part = component(*node);
        if (part.size() <= most)
        {
            for (const Node member : part)
                group_[member] = static_cast<std::uint32_t>(groups_.size());
            groups_.push_back(part);
        }
        else
            grow(farApart(part, (part.size() + most - 1) / most), most);
    }
    std::vector<std::size_t> sizes;
    Node* next = begin;
    for (const std::vector<Node>& group : groups_)
    {
        for (const Node node : group)
            group_[node] = kOutside;
        next = std::copy(group.begin(), group.end(), next);
        sizes.push_back(group.size());
    }
    return sizes;
}

}  // namespace gapless
