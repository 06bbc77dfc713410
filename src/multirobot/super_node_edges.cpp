// What a new node of a multi-level super-graph is joined to.
#include "multirobot/super_node_graph.h"

namespace gapless {

/// Whether the slot before it has the same subgraph, for a robot that is alike.
bool SuperNodeGraph::isRepeated(const Subgraph* subgraphs, std::size_t slot) const
{
    return slot > 0 && kind_of_slot_[slot] == kind_of_slot_[slot - 1] && subgraphs[slot] == subgraphs[slot - 1];
}

/// How many slots have what that one has, of its kind.
std::size_t SuperNodeGraph::alike(const Subgraph* subgraphs, std::size_t slot) const
{
    std::size_t count = 0;
    for (std::size_t other = 0; other < slots(); ++other)
        count += kind_of_slot_[other] == kind_of_slot_[slot] && subgraphs[other] == subgraphs[slot] ? 1 : 0;
    return count;
}

double SuperNodeGraph::orderedCount(const Subgraph* subgraphs) const
{
    // Each run of k slots that are alike gives 1/1 * 1/2 * ... * 1/k.
    double count = components_.arrangements();
    double run = 1.0;
    for (std::size_t slot = 1; slot < slots(); ++slot)
    {
        run = isRepeated(subgraphs, slot) ? run + 1.0 : 1.0;
        count /= run;
    }
    return count;
}

void SuperNodeGraph::addEdge(const Edge& edge, double ordered)
{
    const auto number = static_cast<EdgeNumber>(edges_.size());
    edges_.push_back(edge);
    next_edge_.push_back({first_edge_[edge.from], kNoEdge});
    first_edge_[edge.from] = number;
    if (edge.to != edge.from)
    {
        next_edge_.back()[1] = first_edge_[edge.to];
        first_edge_[edge.to] = number;
    }
    edge_count_ += ordered;
    components_.join(edge.from, edge.to, Permutation::moving(edge.slot_from, edge.slot_to));
}

/// The node that has another subgraph in the place of a slot's, and the slot that this one is in. @param tuple begins with the level
std::optional<std::pair<SuperNodeGraph::Number, SuperNodeGraph::Slot>> SuperNodeGraph::withOther(
    const std::vector<std::uint32_t>& tuple, std::size_t slot, Subgraph other)
{
    const KindIndex kind = kind_of_slot_[slot];
    const std::size_t begin = first_slot_[kind] + 1, end = begin + tables_.kind(kind).robots.size();
    other_ = tuple;
    std::size_t at = slot + 1;
    for (; at > begin && other_[at - 1] > other; --at)
        other_[at] = other_[at - 1];
    for (; at + 1 < end && other_[at + 1] < other; ++at)
        other_[at] = other_[at + 1];
    other_[at] = other;
    const std::optional<Number> found = tuples_.find(other_.data());
    return found ? std::optional(std::pair(*found, static_cast<Slot>(at - 1))) : std::nullopt;
}

/// Whether a subgraph does not interfere with those of all other slots: without that there is no node with it.
bool SuperNodeGraph::isApartFrom(const std::vector<std::uint32_t>& tuple, std::size_t slot, Subgraph other) const
{
    const std::vector<Bits>& apart = of(tuple[0], kind_of_slot_[slot]).apart[other];
    for (std::size_t i = 0; i < slots(); ++i)
        if (i != slot && !hasBit(apart[kind_of_slot_[i]], tuple[i + 1]))
            return false;
    return true;
}

/// Edges by which the robot of that slot leaves for what is not the upper tuple's subgraph of it, all others staying within theirs.
/// @param upper_tuple level and subgraphs of the node itself, or what holds these on a level above
void SuperNodeGraph::crossFrom(Number node, const std::vector<std::uint32_t>& upper_tuple, std::size_t slot)
{
    const std::size_t level = this->level(node), upper = upper_tuple[0];
    const KindIndex kind = kind_of_slot_[slot];
    const double ordered = orderedCount(subgraphs(node)) * static_cast<double>(alike(subgraphs(node), slot));
    std::optional<Subgraph> joined;  // the last one: links of one are side by side
    for (const SubgraphTables::Crossing& crossing : tables_.crossings(kind, level, upper, subgraphs(node)[slot]))
    {
        if (joined == crossing.to || !hasBit(of(upper, kind).added, crossing.to) || !isApartFrom(upper_tuple, slot, crossing.to))
            continue;
        const auto found = withOther(upper_tuple, slot, crossing.to);
        if (!found)
            continue;
        std::uint64_t links = ~std::uint64_t{0};
        for (std::size_t other = 0; other < slots() && links != 0; ++other)
            if (other != slot)
                links &= tables_.passable(kind, level, upper, crossing, kind_of_slot_[other], subgraphs(node)[other]);
        // Those beyond the crossing's are not set.
        if (links == 0 || nextBit({links}, 0) >= crossing.count)
            continue;
        joined = crossing.to;
        addEdge({node, found->first, tables_.link(kind, level, upper, crossing, nextBit({links}, 0)), static_cast<Slot>(slot),
                 found->second, EdgeKind::Crossing},
                ordered);
    }
}

void SuperNodeGraph::joinSameLevel(Number node)
{
    for (std::size_t slot = 0; slot < slots(); ++slot)
        if (!isRepeated(subgraphs(node), slot))
            crossFrom(node, tuple_, slot);
}

void SuperNodeGraph::joinAbove(Number node, std::size_t upper)
{
    const std::size_t level = this->level(node);
    above_.assign(1, static_cast<std::uint32_t>(upper));
    for (std::size_t slot = 0; slot < slots(); ++slot)
        above_.push_back(tables_.above(kind_of_slot_[slot], level, subgraphs(node)[slot], upper));
    if (const std::optional<Number> whole = tuples_.find(above_.data()))
        addEdge({node, *whole, 0, 0, 0, EdgeKind::Within}, orderedCount(subgraphs(node)));

    // Where two robots are in subgraphs that interfere there is a node only without one of the two.
    std::size_t conflicts = 0;
    std::vector<std::size_t> conflicts_of(slots(), 0);
    for (std::size_t a = 0; a < slots(); ++a)
        for (std::size_t b = a + 1; b < slots(); ++b)
            if (!areApart(upper, kind_of_slot_[a], above_[a + 1], kind_of_slot_[b], above_[b + 1]))
            {
                ++conflicts;
                ++conflicts_of[a];
                ++conflicts_of[b];
            }
    for (std::size_t slot = 0; slot < slots(); ++slot)
        if (!isRepeated(subgraphs(node), slot) && conflicts_of[slot] == conflicts)
            crossFrom(node, above_, slot);
}

}  // namespace gapless
