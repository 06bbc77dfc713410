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
#include <optional>
#include <vector>

#include <gapless/multirobot/robot_roadmaps.h>

namespace gapless {

struct WorldBox;

/// Entries are made when they are first asked for, and kept. Boxes about the robots decide most, and those are kept instead. Of robots that share a roadmap, and
/// so are equal, an entry is about any two of them: their two scenes are the same to the last bit, and so is what is proven in them. For one thread.
class InterferenceTable
{
public:
    using Node = RobotRoadmap::Node;
    using Edge = RobotRoadmap::Edge;

    /// @param group, roadmaps outlive this; roadmaps may grow @param tolerance of the certifier, metres
    /// @throws InputError if that is out of range, or robots share a roadmap that are not equal
    InterferenceTable(const RobotGroup& group, const RobotRoadmaps& roadmaps, double tolerance);
    ~InterferenceTable();

    /// Whether it is not proven that robot `moving` may go along the edge while robot `standing` is at the node. @pre not the same robot
    bool blocks(RobotIndex standing, Node node, RobotIndex moving, Edge edge);
    /// Whether it is not proven that the two may be there at once, as a valid state. @pre not the same robot
    bool meet(RobotIndex a, Node node_a, RobotIndex b, Node node_b);

    /// Holds the robot wherever its roadmap has it along the edge, or at the node, rounding included. Valid until the next call for this robot.
    const WorldBox& boxOfEdge(RobotIndex robot, Edge edge);
    const WorldBox& boxOfNode(RobotIndex robot, Node node);
    /// Boxes of the two that are farther apart than this, metres, prove that neither is in the other's way; none if nothing of the two is kept apart. @pre not the
    /// same robot
    std::optional<double> enough(RobotIndex a, RobotIndex b);

    /// Entries that the certifier has made, of nodes and edges and of two nodes.
    std::size_t computedCount() const { return computed_; }
    /// One that is known, of robots that stand for those that are equal to them (RobotRoadmaps).
    struct Entry
    {
        RobotIndex standing{0}, moving{0};  ///< the lower one first if both stand
        bool both_stand = false;
        Node node = 0;            ///< of `standing`
        std::uint32_t other = 0;  ///< edge, or if both stand node, of `moving`
        bool is_blocked = true;
    };
    /// All that the certifier has made, for a file.
    std::vector<Entry> entries() const;
    /// Takes one for made. @throws InputError if there can be no such entry, or it is there
    void take(const Entry& entry);

    /// Of nodes and edges, that there are; of robots that share roadmaps once.
    double entryCount() const;

private:
    class Pair;
    struct Boxes;
    /// Two robots that stand for those asked about.
    struct Stand
    {
        RobotIndex a, b;
    };

    Stand standFor(RobotIndex a, RobotIndex b) const;
    Pair& pairOf(RobotIndex a, RobotIndex b);

    const RobotGroup& group_;
    const RobotRoadmaps& roadmaps_;
    double tolerance_;
    std::size_t computed_ = 0;
    /// Of those that share its roadmap the first and the second robot, and where there is no second one, the first again.
    IndexedVector<RobotIndex, Stand> sharing_;
    IndexedVector<RobotIndex, std::unique_ptr<Boxes>> boxes_;  // of the first
    std::vector<std::unique_ptr<Pair>> pairs_;  // of the lower number with the higher, row by row; null before it is asked for
};

}  // namespace gapless
