// The nodes and edges of a multi-level super-graph.
//
// P. Svestka, M. Overmars: "Probabilistic path planning", section 7.2: a node is a tuple of subgraphs of one level that do not interfere, and two are joined if one robot can go over one
// link of its roadmap from a placement within the one to a placement within the other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <ompl/base/PlannerTerminationCondition.h>

#include "multirobot/bits.h"
#include "multirobot/component_forest.h"
#include "multirobot/subgraph_tables.h"
#include "multirobot/tuple_store.h"

namespace gapless {

/// Tuples have a slot for each robot, those of one kind side by side and in them subgraphs in ascending order: of robots that are alike it is not said which is where
/// (an assignment does, slot -> robot). So there is one node where the paper has n!.
///
/// Each edge is over a link that every passive robot can make way for within its subgraph; of tuples of two levels it is within that of the finer one, which is within its
/// place in the coarser one. Besides, a tuple within another one is joined to it without anybody moving: in larger subgraphs that do not interfere everybody can get there.
class SuperNodeGraph
{
public:
    using Number = TupleStore::Number;
    using Slot = std::uint8_t;
    enum class EdgeKind : std::uint8_t
    {
        Crossing,  ///< one robot goes over a link
        Within,    ///< `from` is within `to`, or the same subgraphs on a finer level
        Swap,      ///< of one node: slots of the same subgraph
    };
    struct Edge
    {
        Number from = 0, to = 0;
        TwoWayRoadmap::LinkNumber link = 0;  // of a crossing
        Slot slot_from = 0, slot_to = 0;     // of the one that crosses; the permutation is Permutation::moving()
        EdgeKind kind = EdgeKind::Within;
    };
    using EdgeNumber = std::uint32_t;

    SuperNodeGraph(const RobotRoadmaps& roadmaps, InterferenceTable& table);

    enum class Outcome
    {
        Done,
        Full,         ///< there are so many nodes
        Interrupted,  ///< the condition held; addNext() goes on
    };
    /// Takes the next subgraph, coarse levels first, of each the largest first, with all tuples that it makes with those before it. @param most nodes
    Outcome addNext(std::size_t most, const ompl::base::PlannerTerminationCondition& ptc);
    /// Whether all subgraphs are there, single nodes among them.
    bool isComplete() const { return next_ == order_.size(); }
    /// Whether the next subgraph begins a level.
    bool isAtLevelsEnd() const { return isComplete() || next_ == 0 || order_[next_].level != order_[next_ - 1].level; }

    std::size_t slots() const { return kind_of_slot_.size(); }
    SubgraphTables& tables() { return tables_; }
    KindIndex kindOfSlot(std::size_t slot) const { return kind_of_slot_[slot]; }
    std::size_t size() const { return tuples_.size(); }
    std::size_t level(Number node) const { return tuples_[node][0]; }
    /// Slot by slot.
    const Subgraph* subgraphs(Number node) const { return tuples_[node] + 1; }
    const std::vector<Edge>& edges() const { return edges_; }
    /// Calls back with every edge at a node, of crossings and others, by its number.
    template <class F>
    void forEdges(Number node, const F& f) const
    {
        for (EdgeNumber edge = first_edge_[node]; edge != kNoEdge;)
        {
            f(edge);
            edge = next_edge_[edge][edges_[edge].from == node ? 0 : 1];
        }
    }
    const ComponentForest& components() const { return components_; }
    /// Of ordered tuples.
    double edgeCount() const { return edge_count_; }
    /// The share of the nodes of a kind's roadmap that a robot of it stands at in the largest component, of the kind that has least.
    double largestCoverage() const;

    struct Assigned
    {
        Number node = 0;
        Permutation robots;  ///< by slot
    };
    /// The coarsest node that holds a placement, with its robots. @param nodes by robot
    std::optional<Assigned> holding(const RobotRoadmap::Node* nodes) const;
    /// How far a placement is from being held by a node of the largest component: on the level on which it is nearest to it, how many pairs of robots are in subgraphs that interfere,
    /// or are not there yet; 1 where another component holds it. More than all pairs while there is no node.
    std::size_t conflicts(const RobotRoadmap::Node* nodes) const;

private:
    static constexpr EdgeNumber kNoEdge = std::numeric_limits<EdgeNumber>::max();
    /// A subgraph to be added.
    struct Next
    {
        std::size_t level = 0;
        KindIndex kind = 0;
        Subgraph subgraph = 0;
    };
    /// Of one level and kind: which subgraphs are there, and for each of those which of every kind do not interfere with it.
    struct LevelOfKind
    {
        Bits added;
        std::vector<std::vector<Bits>> apart;  // by subgraph, by kind
    };

    std::optional<Assigned> heldOn(std::size_t level, const RobotRoadmap::Node* nodes) const;
    LevelOfKind& of(std::size_t level, KindIndex kind) { return levels_[level * tables_.kinds().size() + kind]; }
    const LevelOfKind& of(std::size_t level, KindIndex kind) const { return levels_[level * tables_.kinds().size() + kind]; }
    bool areApart(std::size_t level, KindIndex a, Subgraph in_a, KindIndex b, Subgraph in_b) const;
    bool findApart(const Next& next, const ompl::base::PlannerTerminationCondition& ptc);
    Outcome addTuples(const Next& next, std::size_t depth, std::size_t most, const ompl::base::PlannerTerminationCondition& ptc);
    bool isThereAbove(std::size_t level, const Subgraph* subgraphs) const;
    void addTuple(const Next& next);
    bool isApartFrom(const std::vector<std::uint32_t>& tuple, std::size_t slot, Subgraph other) const;
    void joinSameLevel(Number node);
    void joinAbove(Number node, std::size_t upper);
    std::uint64_t passableLinks(const SubgraphTables::Crossing& crossing, std::size_t slot, std::size_t level, std::size_t upper,
                                const Subgraph* subgraphs);
    std::optional<std::pair<Number, Slot>> withOther(const std::vector<std::uint32_t>& tuple, std::size_t slot, Subgraph other);
    void crossFrom(Number node, const std::vector<std::uint32_t>& upper_tuple, std::size_t slot);
    bool isRepeated(const Subgraph* subgraphs, std::size_t slot) const;
    std::size_t alike(const Subgraph* subgraphs, std::size_t slot) const;
    double orderedCount(const Subgraph* subgraphs) const;
    void addEdge(const Edge& edge, double ordered);

    SubgraphTables tables_;
    std::vector<KindIndex> kind_of_slot_;
    std::vector<std::size_t> first_slot_;  // by kind
    std::vector<Next> order_;
    std::size_t next_ = 0;
    bool is_broken_off_ = false,
         is_resumed_ = false;  // the tuples of the next one; while these are not where they were broken off
    std::vector<LevelOfKind> levels_;
    std::vector<std::size_t> tuples_of_level_;
    TupleStore tuples_;  // the level, and a subgraph for each slot
    std::vector<Edge> edges_;
    std::vector<EdgeNumber> first_edge_;                // by node
    std::vector<std::array<EdgeNumber, 2>> next_edge_;  // by edge: at its two ends
    ComponentForest components_;
    double edge_count_ = 0.0;
    // Of the tuples that are made: of which kinds the subgraphs are that the next one is put together with, which are chosen so far, by depth which of each kind are apart
    // from all of these, and how many tuples were looked at.
    std::vector<KindIndex> partners_;
    std::vector<Subgraph> chosen_;
    std::vector<std::vector<Bits>> open_;
    std::vector<std::uint32_t> tuple_, above_, other_;
    std::size_t looked_ = 0;
};

}  // namespace gapless
