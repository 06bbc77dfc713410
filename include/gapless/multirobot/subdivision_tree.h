// A roadmap taken apart into connected subgraphs, and these again, down to single nodes.
//
// P. Svestka, M. Overmars: "Probabilistic path planning", section 7.2 (G-subdivision trees): about nodes that are chosen as local roots subgraphs are grown until all nodes are in
// one, and the same is done within each. How roots are chosen and how growing is balanced the chapter does not say; here roots are far from each other, the
// smallest subgraph grows first, and all subgraphs of a level have the same greatest size, half of that of the level above.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <gapless/multirobot/two_way_roadmap.h>

namespace gapless {

/// Level 0 has the connected components, the last level the single nodes; each level has every node in just one subgraph, that is connected and is within one of
/// the level above. Of n nodes the subgraphs of level l have at most n / 2^l, rounded up. Subgraphs are numbered level by level, those within one of the level above
/// one after the other, so that they come in the order of their parents. Immutable.
class SubdivisionTree
{
public:
    using Node = TwoWayRoadmap::Node;
    /// Into a level.
    using Subgraph = std::uint32_t;
    /// Of a subgraph, in the order of the level below.
    struct Nodes
    {
        const Node *first, *last;
        const Node* begin() const { return first; }
        const Node* end() const { return last; }
        std::size_t size() const { return static_cast<std::size_t>(last - first); }
    };

    explicit SubdivisionTree(const TwoWayRoadmap& roadmap);

    /// At least 1.
    std::size_t levelCount() const { return levels_.size(); }
    std::size_t size(std::size_t level) const { return levels_[level].begins.size() - 1; }
    Nodes nodes(std::size_t level, Subgraph subgraph) const
    {
        const std::vector<std::uint32_t>& begins = levels_[level].begins;
        return {order_.data() + begins[subgraph], order_.data() + begins[subgraph + 1]};
    }
    Subgraph at(std::size_t level, Node node) const { return levels_[level].at[node]; }
    /// The subgraph of a level above, or of this one, that holds it.
    Subgraph above(std::size_t level, Subgraph subgraph, std::size_t upper) const
    {
        return at(upper, *nodes(level, subgraph).begin());
    }

private:
    struct Level
    {
        std::vector<std::uint32_t> begins;  // into order_, and the end
        std::vector<Subgraph> at;           // by node
    };
    void addLevel(std::vector<std::uint32_t> begins);

    std::vector<Node> order_;
    std::vector<Level> levels_;
};

}  // namespace gapless
