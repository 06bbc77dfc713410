// Subgraphs of the robots' subdivision trees: which interfere, what joins them, and where a robot can stand aside.
//
// P. Svestka, M. Overmars: "Probabilistic path planning", section 7.2.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <gapless/multirobot/interference_table.h>
#include <gapless/multirobot/subdivision_tree.h>

#include "certify/swept_pairs.h"
#include "multirobot/answer_table.h"

namespace gapless {

/// Robots that share a roadmap, and its tree.
struct RobotKind
{
    std::vector<RobotIndex> robots;
    TwoWayRoadmap roadmap;
    SubdivisionTree tree;
};

/// A subgraph of some kind on some level. Where a tree has fewer levels its last one stands for those that it lacks.
using Subgraph = SubdivisionTree::Subgraph;
/// Of robots, in the order of the first ones.
using KindIndex = std::size_t;

/// All answers are worked out when first asked for, and kept. For one thread; roadmaps do not grow meanwhile.
class SubgraphTables
{
public:
    using Node = RobotRoadmap::Node;
    using LinkNumber = TwoWayRoadmap::LinkNumber;
    /// Up to 64 links from one subgraph to another one.
    struct Crossing
    {
        Subgraph to = 0;
        std::uint32_t row = 0;    // of its table
        std::uint32_t first = 0;  // among its table's links
        std::uint32_t count = 0;
    };

    SubgraphTables(const RobotRoadmaps& roadmaps, InterferenceTable& table);

    const std::vector<RobotKind>& kinds() const { return kinds_; }
    const RobotKind& kind(KindIndex kind) const { return kinds_[kind]; }
    /// Of the tree that has most.
    std::size_t levelCount() const { return levels_; }
    std::size_t size(KindIndex kind, std::size_t level) const { return kinds_[kind].tree.size(levelOf(kind, level)); }
    SubdivisionTree::Nodes nodes(KindIndex kind, std::size_t level, Subgraph subgraph) const
    {
        return kinds_[kind].tree.nodes(levelOf(kind, level), subgraph);
    }
    Subgraph at(KindIndex kind, std::size_t level, Node node) const { return kinds_[kind].tree.at(levelOf(kind, level), node); }
    Subgraph above(KindIndex kind, std::size_t level, Subgraph subgraph, std::size_t upper) const
    {
        return at(kind, upper, *nodes(kind, level, subgraph).begin());
    }

    /// Whether a robot of kind b that stands in its subgraph may be in the way of one of kind a that moves, or stands, within its own, or the other way round. Of one
    /// kind there have to be two robots. Where they do not interfere, the robots may be anywhere within their subgraphs, and move there, without regard to the other one.
    bool interfere(std::size_t level, KindIndex a, Subgraph in_a, KindIndex b, Subgraph in_b);

    /// From a subgraph of one level to those of an upper one, or of the same, that do not hold it.
    const std::vector<Crossing>& crossings(KindIndex kind, std::size_t level, std::size_t upper, Subgraph from);
    LinkNumber link(KindIndex kind, std::size_t level, std::size_t upper, const Crossing& crossing, std::size_t i);
    /// A bit for each of a crossing's links: whether some node of a subgraph of kind `standing`, on the level that the crossing comes from, does not block it.
    std::uint64_t passable(KindIndex moving, std::size_t level, std::size_t upper, const Crossing& crossing, KindIndex standing,
                           Subgraph subgraph);

    /// Whether the robot at the node blocks the link, in either direction.
    bool blocks(RobotIndex standing, Node node, RobotIndex moving, const TwoWayRoadmap::Link& link)
    {
        return table_.blocks(standing, node, moving, link.there)
               || (link.back != link.there && table_.blocks(standing, node, moving, link.back));
    }
    /// That the interference table has made so far.
    std::size_t proofCount() const { return table_.computedCount(); }
    KindIndex kindOf(RobotIndex robot) const { return kind_of_[robot]; }

private:
    /// What is about one subgraph.
    struct Extent
    {
        std::vector<LinkNumber> links;  // within it
        WorldBox nodes, all;            // holds the robot at its nodes, and on its links besides
    };
    struct CrossingTable
    {
        std::vector<std::vector<Crossing>> of_subgraph;
        std::vector<LinkNumber> links;
        std::uint32_t rows = 0;
    };
    /// By row of a crossing and by subgraph; none where it was not asked for.
    using Passable = std::vector<std::vector<std::optional<std::uint64_t>>>;

    std::size_t levelOf(KindIndex kind, std::size_t level) const { return std::min(level, kinds_[kind].tree.levelCount() - 1); }
    /// Two different robots of these kinds.
    std::pair<RobotIndex, RobotIndex> robotsOf(KindIndex a, KindIndex b) const
    {
        return {kinds_[a].robots.front(), kinds_[b].robots[a == b ? 1 : 0]};
    }
    WorldBox boxOf(RobotIndex robot, const TwoWayRoadmap::Link& link);
    const std::vector<Extent>& extents(KindIndex kind, std::size_t level);
    bool findInterference(std::size_t level, KindIndex a, Subgraph in_a, KindIndex b, Subgraph in_b);
    bool isInTheWay(RobotIndex standing, SubdivisionTree::Nodes nodes, const WorldBox& box, KindIndex kind, RobotIndex moving,
                    const std::vector<LinkNumber>& links, double enough);
    CrossingTable& crossingTable(KindIndex kind, std::size_t level, std::size_t upper);

    InterferenceTable& table_;
    std::vector<RobotKind> kinds_;
    IndexedVector<RobotIndex, KindIndex> kind_of_;
    std::size_t levels_ = 0;
    // By levels and kinds, see the methods of those names.
    std::vector<std::vector<Extent>> extents_;
    std::vector<AnswerTable> interfere_;
    std::vector<CrossingTable> crossings_;
    std::vector<Passable> passable_;
};

}  // namespace gapless
