// A roadmap as an undirected graph: what joins two nodes in both directions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <gapless/multirobot/robot_roadmap.h>

namespace gapless {

/// Multi-level super-graphs are about motions that can be taken back. An edge of a straight motion is; of a car's each way is an edge of its own, proven by
/// itself, and two nodes count as joined if both are there. A snapshot: nodes and edges that come later are not in it. Immutable.
class TwoWayRoadmap
{
public:
    using Node = RobotRoadmap::Node;
    using Edge = RobotRoadmap::Edge;
    /// Into links().
    using LinkNumber = std::uint32_t;
    struct Link
    {
        Node a = 0, b = 0;         ///< a < b
        Edge there = 0, back = 0;  ///< from a to b, and from b to a; of a straight motion the same one
        double length = 0.0;       ///< the longer of the two, in the metric of the space
    };
    /// A link as seen from one of its ends.
    struct Side
    {
        Node to = 0;
        LinkNumber link = 0;
    };

    explicit TwoWayRoadmap(const RobotRoadmap& roadmap);
    /// For tests of what is built on it. @param links a < b < nodes, no two of the same ends
    TwoWayRoadmap(std::size_t nodes, std::vector<Link> links);

    std::size_t size() const { return sides_.size(); }
    const std::vector<Link>& links() const { return links_; }
    const Link& link(LinkNumber number) const { return links_[number]; }
    const std::vector<Side>& sides(Node node) const { return sides_[node]; }
    /// The edge by which a link is left. @param from one of its ends
    Edge edgeFrom(LinkNumber number, Node from) const
    {
        return links_[number].a == from ? links_[number].there : links_[number].back;
    }

private:
    void addSides();

    std::vector<Link> links_;
    std::vector<std::vector<Side>> sides_;
};

}  // namespace gapless
