// A set of a roadmap's nodes, taken apart into connected subgraphs of a greatest size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <gapless/multirobot/two_way_roadmap.h>

namespace gapless {

/// For one thread; memory is used again from set to set.
class SubgraphGrowth
{
public:
    using Node = TwoWayRoadmap::Node;

    explicit SubgraphGrowth(const TwoWayRoadmap& roadmap)
        : roadmap_(roadmap), group_(roadmap.size(), kOutside), distance_(roadmap.size())
    {}

    /// Puts the nodes of each subgraph one after the other. @param nodes all different @param most nodes of one, at least 1
    /// @return how many each has
    std::vector<std::size_t> split(Node* begin, Node* end, std::size_t most);
    /// The same, into connected components.
    std::vector<std::size_t> split(Node* begin, Node* end)
    {
        return split(begin, end, static_cast<std::size_t>(end - begin) + 1);
    }

private:
    static constexpr std::uint32_t kOutside = std::numeric_limits<std::uint32_t>::max(), kWaiting = kOutside - 1,
                                   kFound = kOutside - 2;

    std::vector<Node> component(Node node);
    std::vector<Node> farApart(const std::vector<Node>& component, std::size_t count);
    void grow(const std::vector<Node>& roots, std::size_t most);

    const TwoWayRoadmap& roadmap_;
    std::vector<std::uint32_t> group_;  // by node
    std::vector<double> distance_;      // of nodes of the component that is looked at, to the nearest root
    std::vector<std::vector<Node>> groups_;
};

}  // namespace gapless
