#include "multirobot/super_path.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <queue>
#include <utility>

namespace gapless {

namespace {

using NodeNumber = SuperNodeGraph::Number;

/// Loops that products are made of, besides those without which some permutation would be missing.
constexpr std::size_t kLoops = 48;
constexpr std::size_t kPermutationsPerLook = 256, kNodesPerLook = 1024;
/// Permutations that are known when a shortest product is looked for no more. Those of seven robots are fewer.
constexpr std::size_t kShortestAmong = 20000;

SuperStep turned(const SuperStep& step)
{
    return {step.edge, !step.is_forward};
}

/// Shortest ways from all nodes of a component to one of it.
class WaysToGoal
{
public:
    /// Of nodes that the condition left no time for reaches() is false.
    WaysToGoal(const SuperNodeGraph& graph, NodeNumber goal, const ompl::base::PlannerTerminationCondition& ptc)
        : graph_(graph), depth_(graph.size(), kFar), step_(graph.size()), way_(graph.size())
    {
        depth_[goal] = 0;
        order_.push_back(goal);
        for (std::size_t i = 0; i < order_.size(); ++i)
        {
            if (i % kNodesPerLook == kNodesPerLook - 1 && ptc)
                return;
            const NodeNumber node = order_[i];
            graph_.forEdges(node, [&](SuperNodeGraph::EdgeNumber edge) {
                const SuperStep step{edge, graph_.edges()[edge].to == node};
                const NodeNumber from = endOf(graph_, turned(step));
                if (depth_[from] != kFar)
                    return;
                depth_[from] = depth_[node] + 1;
                step_[from] = step;
                way_[from] = permutationOf(graph_, step) * way_[node];
                order_.push_back(from);
            });
        }
    }

    bool reaches(NodeNumber node) const { return depth_[node] != kFar; }
    std::uint32_t depth(NodeNumber node) const { return depth_[node]; }
    const Permutation& permutation(NodeNumber node) const { return way_[node]; }
    /// Nearest first.
    const std::vector<NodeNumber>& nodes() const { return order_; }
    void append(NodeNumber from, std::vector<SuperStep>& steps) const
    {
        for (; depth_[from] > 0; from = endOf(graph_, step_[from]))
            steps.push_back(step_[from]);
    }
    void appendBack(NodeNumber to, std::vector<SuperStep>& steps) const
    {
        const auto first = static_cast<std::ptrdiff_t>(steps.size());
        append(to, steps);
        std::reverse(steps.begin() + first, steps.end());
        std::transform(steps.begin() + first, steps.end(), steps.begin() + first, turned);
    }

private:
    static constexpr std::uint32_t kFar = std::numeric_limits<std::uint32_t>::max();

    const SuperNodeGraph& graph_;
    std::vector<std::uint32_t> depth_;
    std::vector<SuperStep> step_;  // by node, towards the goal
    std::vector<Permutation> way_;
    std::vector<NodeNumber> order_;
};

/// From the goal's node and back, over a step that is not in the tree.
struct Loop
{
    Permutation permutation;
    SuperStep step;
    std::uint32_t length = 0;
};

/// Of each permutation the shortest; of all those the shortest, and further ones until all permutations are generated that can be.
/// As far as there is time.
std::vector<Loop> shortLoops(const SuperNodeGraph& graph, const WaysToGoal& ways,
                             const ompl::base::PlannerTerminationCondition& ptc)
{
    std::map<Permutation, Loop> shortest;
    std::size_t looked = 0;
    for (const NodeNumber node : ways.nodes())
    {
        if (++looked % kNodesPerLook == 0 && ptc)
            break;
        graph.forEdges(node, [&](SuperNodeGraph::EdgeNumber edge) {
            const SuperNodeGraph::Edge& ends = graph.edges()[edge];
            // From one end it is seen once, and a swap of slots, which has one, goes both ways alike.
            for (const bool is_forward : {true, false})
            {
                if ((is_forward ? ends.from : ends.to) != node)
                    continue;
                const SuperStep step{edge, is_forward};
                const NodeNumber to = endOf(graph, step);
                if (!ways.reaches(to))
                    continue;
                const Permutation permutation =
                    ways.permutation(node).inverse() * permutationOf(graph, step) * ways.permutation(to);
                const std::uint32_t length = ways.depth(node) + ways.depth(to) + 1;
                if (permutation.isIdentity())
                    continue;
                const auto [place, is_new] = shortest.try_emplace(permutation, Loop{permutation, step, length});
                if (!is_new && length < place->second.length)
                    place->second = {permutation, step, length};
            }
        });
    }
    std::vector<Loop> all;
    all.reserve(shortest.size());
    for (const auto& [permutation, loop] : shortest)
        all.push_back(loop);
    std::stable_sort(all.begin(), all.end(), [](const Loop& a, const Loop& b) { return a.length < b.length; });
    PermutationGroup generated;
    std::vector<Loop> chosen;
    for (const Loop& loop : all)
        if (const bool is_needed = generated.add(loop.permutation); is_needed || chosen.size() < kLoops)
            chosen.push_back(loop);
    return chosen;
}

/// How long it would take to bring every robot to its slot, were there no others: about twice as long as swaps take, so that a search that adds it goes straight on.
class WayLeft
{
public:
    WayLeft(const std::vector<Loop>& loops, const Permutation& wanted) : wanted_(wanted)
    {
        constexpr std::size_t kSlots = Permutation::kMostSlots;
        for (std::size_t from = 0; from < kSlots; ++from)
            for (std::size_t to = 0; to < kSlots; ++to)
                lengths_[from][to] = from == to ? 0 : kFar;
        for (const Loop& loop : loops)
            for (std::size_t to = 0; to < kSlots; ++to)
            {
                std::uint64_t& length = lengths_[loop.permutation[to]][to];
                length = std::min<std::uint64_t>(length, loop.length);
            }
        // Floyd and Warshall's algorithm.
        for (std::size_t by = 0; by < kSlots; ++by)
            for (std::size_t from = 0; from < kSlots; ++from)
                for (std::size_t to = 0; to < kSlots; ++to)
                    lengths_[from][to] = std::min(lengths_[from][to], lengths_[from][by] + lengths_[by][to]);
    }

    std::uint64_t operator()(const Permutation& permutation) const
    {
        const Permutation left = permutation.inverse() * wanted_;
        std::uint64_t sum = 0;
        for (std::size_t to = 0; to < Permutation::kMostSlots; ++to)
            sum += lengths_[left[to]][to];
        return sum;
    }

private:
    static constexpr std::uint64_t kFar = std::uint64_t{1} << 40;

    Permutation wanted_;
    std::array<std::array<std::uint64_t, Permutation::kMostSlots>, Permutation::kMostSlots> lengths_{};
};

/// Loops whose product is the one that is wanted, by Dijkstra's algorithm among permutations: a shortest one. Of ten robots and more there are too many permutations for that: after
/// kShortestAmong it is one by a search that goes straight on.
std::optional<std::vector<Loop>> productOf(const std::vector<Loop>& loops, const Permutation& wanted,
                                           const ompl::base::PlannerTerminationCondition& ptc)
{
    struct Known
    {
        std::uint64_t length = 0;
        std::size_t loop = 0;  // the last one
        bool is_expanded = false;
    };
    using Queued = std::pair<std::uint64_t, Permutation>;
    struct IsLonger
    {
        bool operator()(const Queued& a, const Queued& b) const { return b < a; }
    };
    const WayLeft wayLeft(loops, wanted);
    std::map<Permutation, Known> known;
    for (const bool goes_straight : {false, true})
    {
        known = {{Permutation(), {}}};
        std::priority_queue<Queued, std::vector<Queued>, IsLonger> open;
        open.emplace(0, Permutation());
        bool is_found = false;
        for (std::size_t looked = 0; !open.empty() && (goes_straight || known.size() <= kShortestAmong); ++looked)
        {
            if (looked % kPermutationsPerLook == 0 && ptc)
                return std::nullopt;
            const Permutation permutation = open.top().second;
            open.pop();
            Known& here = known.at(permutation);
            if (here.is_expanded)
                continue;
            here.is_expanded = true;
            is_found = permutation == wanted;
            if (is_found)
                break;
            for (std::size_t i = 0; i < loops.size(); ++i)
            {
                const Permutation next = permutation * loops[i].permutation;
                const std::uint64_t length = here.length + loops[i].length;
                const auto [place, is_new] = known.try_emplace(next, Known{length, i, false});
                if (!is_new && !(length < place->second.length))
                    continue;
                place->second = {length, i, false};
                open.emplace(length + (goes_straight ? wayLeft(next) : 0), next);
            }
        }
        if (is_found)
            break;
        // All that there are were looked at.
        if (open.empty())
            return std::nullopt;
    }
    std::vector<Loop> product;
    for (Permutation at = wanted; !at.isIdentity(); at = at * product.back().permutation.inverse())
        product.push_back(loops[known.at(at).loop]);
    std::reverse(product.begin(), product.end());
    return product;
}

/// Without what leads back to a node with all robots in the same slots.
std::vector<SuperStep> withoutReturns(const SuperNodeGraph& graph, const SuperNodeGraph::Assigned& start,
                                      const std::vector<SuperStep>& steps)
{
    using Arrangement = std::pair<NodeNumber, Permutation>;
    std::map<Arrangement, std::size_t> lengths{{{start.node, start.robots}, 0}};
    std::vector<SuperStep> result;
    std::vector<Arrangement> states{{start.node, start.robots}};
    for (const SuperStep& step : steps)
    {
        const Arrangement next{endOf(graph, step), states.back().second * permutationOf(graph, step)};
        const auto [place, is_new] = lengths.try_emplace(next, states.size());
        if (is_new)
        {
            result.push_back(step);
            states.push_back(next);
            continue;
        }
        for (std::size_t i = place->second + 1; i < states.size(); ++i)
            lengths.erase(states[i]);
        states.resize(place->second + 1);
        result.resize(place->second);
    }
    return result;
}

}  // namespace

SuperNodeGraph::Number endOf(const SuperNodeGraph& graph, const SuperStep& step)
{
    const SuperNodeGraph::Edge& edge = graph.edges()[step.edge];
    return step.is_forward ? edge.to : edge.from;
}

Permutation permutationOf(const SuperNodeGraph& graph, const SuperStep& step)
{
    const SuperNodeGraph::Edge& edge = graph.edges()[step.edge];
    return step.is_forward ? Permutation::moving(edge.slot_from, edge.slot_to)
                           : Permutation::moving(edge.slot_to, edge.slot_from);
}

std::optional<std::vector<SuperStep>> findSuperPath(const SuperNodeGraph& graph, const SuperNodeGraph::Assigned& start,
                                                    const SuperNodeGraph::Assigned& goal,
                                                    const ompl::base::PlannerTerminationCondition& ptc)
{
    const WaysToGoal ways(graph, goal.node, ptc);
    if (!ways.reaches(start.node))
        return std::nullopt;
    std::vector<SuperStep> steps;
    ways.append(start.node, steps);
    const Permutation wanted = (start.robots * ways.permutation(start.node)).inverse() * goal.robots;
    if (!wanted.isIdentity())
    {
        const std::optional<std::vector<Loop>> product = productOf(shortLoops(graph, ways, ptc), wanted, ptc);
        if (!product)
            return std::nullopt;
        for (const Loop& loop : *product)
        {
            ways.appendBack(endOf(graph, turned(loop.step)), steps);
            steps.push_back(loop.step);
            ways.append(endOf(graph, loop.step), steps);
        }
    }
    return withoutReturns(graph, start, steps);
}

}  // namespace gapless
