// Which robot that stands at a node of its roadmap is in the way of another one that goes along an edge of its own.
//
// P. Svestka, M. Overmars: "Probabilistic path planning", section 7.1: a node x blocks a local path if the robot, placed at x, intersects the volume that another
// one sweeps along it. Here the question is about distances, and the answer a proof: an entry is `false` if the certifier has proven that every active pair of
// objects of the two robots is farther apart than its clearance all along the edge, and at its ends by more than the tolerance besides, so that these are valid
// states (StaticChecker); what is undecided is blocked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <gapless/multirobot/robot_group.h>
#include <gapless/multirobot/robot_roadmap.h>

namespace gapless {

using RobotRoadmaps = IndexedVector<RobotIndex, std::unique_ptr<RobotRoadmap>>;

/// Entries are made when they are first asked for, and kept. Boxes about the robots decide most, and those are kept instead. For one thread.
class InterferenceTable
{
public:
    using Node = RobotRoadmap::Node;
    using Edge = RobotRoadmap::Edge;

    /// @param group, roadmaps outlive this; roadmaps may grow @param tolerance of the certifier, metres
    /// @throws InputError if that is out of range
    InterferenceTable(const RobotGroup& group, const RobotRoadmaps& roadmaps, double tolerance);
    ~InterferenceTable();

    /// Whether it is not proven that robot `moving` may go along the edge while robot `standing` is at the node. @pre not the same robot
    bool blocks(RobotIndex standing, Node node, RobotIndex moving, Edge edge);
    /// Whether it is not proven that the two may be there at once, as a valid state. @pre not the same robot
    bool meet(RobotIndex a, Node node_a, RobotIndex b, Node node_b);

    /// Entries that the certifier has made, of nodes and edges and of two nodes.
    std::size_t computedCount() const { return computed_; }
    /// Of nodes and edges, that there are.
    double entryCount() const;

private:
    class Pair;
    struct Boxes;

    Pair& pairOf(RobotIndex a, RobotIndex b);

    const RobotGroup& group_;
    const RobotRoadmaps& roadmaps_;
    double tolerance_;
    std::size_t computed_ = 0;
    IndexedVector<RobotIndex, std::unique_ptr<Boxes>> boxes_;
    std::vector<std::unique_ptr<Pair>> pairs_;  // of the lower number with the higher, row by row; null before it is asked for
};

}  // namespace gapless
