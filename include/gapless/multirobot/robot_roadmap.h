// The roadmap of one robot of several ("simple roadmap"), whose edges are proven against all that stands still and is of no other robot that plans.
//
// P. Svestka, M. Overmars: "Probabilistic path planning", section 7.1; the roadmap itself after L. Kavraki, P. Svestka, J.-C. Latombe, M. Overmars:
// "Probabilistic roadmaps for path planning in high-dimensional configuration spaces", 1996.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <ompl/base/PlannerTerminationCondition.h>
#include <ompl/base/ScopedState.h>
#include <ompl/base/StateSampler.h>

#include <gapless/certify/static_checker.h>
#include <gapless/ompl/state_mapping.h>
#include <gapless/planners/edge_prover.h>

namespace gapless {

struct RoadmapGraph;

/// Nodes are valid states, edges motions that are proven free; both are numbered in the order in which they came, and none is ever removed. A straight motion
/// serves both ways; of a car each way is an edge of its own, proven by itself, since its curves back are other ones.
/// Reading is for any number of threads while nothing is added.
class RobotRoadmap
{
public:
    using Node = std::uint32_t;
    using Edge = std::uint32_t;
    /// An edge as seen from where it is left.
    struct Arc
    {
        Node to = 0;
        Edge edge = 0;
    };
    struct Ends
    {
        Node from = 0, to = 0;
        double length = 0.0;  ///< in the metric of the space
    };

    /// @param problem of the robot alone @param space of its states (makeStateSpace())
    /// @throws InputError if the space does not fit, the tolerance is out of range, or the kind is not exact
    RobotRoadmap(const Problem& problem, ompl::base::StateSpacePtr space, double tolerance, ValidatorKind kind);

    /// Whether edges go one way.
    bool isDirected() const { return !mapping_->isStraight(); }
    std::size_t size() const { return nodes_.size(); }
    std::size_t edgeCount() const { return edges_.size(); }
    const Configuration& configuration(Node node) const { return nodes_[node].configuration; }
    /// Edges that leave a node.
    const std::vector<Arc>& arcs(Node node) const { return nodes_[node].arcs; }
    const Ends& edge(Edge edge) const { return edges_[edge]; }
    const StateMapping& mapping() const { return *mapping_; }
    const Problem& problem() const { return problem_; }
    /// What a car drives along an edge. @pre isDirected()
    CurveMotion curve(Edge edge) const;

    /// A node there, joined to the nearest ones by what can be proven; the one that is there already, if there is. Where the condition holds before all of them
    /// were tried, finish() goes on with it.
    /// @param neighbours how many are tried @return none if the state is not valid, or not within the bounds of the space
    std::optional<Node> add(const Configuration& q, std::size_t neighbours, const ompl::base::PlannerTerminationCondition& ptc);
    /// Tries what add() had no time for. @return whether nothing is left
    bool finish(const ompl::base::PlannerTerminationCondition& ptc);
    /// Finishes, then adds random nodes until there are so many. @return whether the condition left time for all of it
    bool grow(std::size_t nodes, std::size_t neighbours, const ompl::base::PlannerTerminationCondition& ptc);

    /// Of every node the length of the shortest way to that one; infinite where there is none.
    std::vector<double> distancesTo(Node goal) const;

    /// For a file: its edges are free, and those open that add() had no time for, the next one last.
    RoadmapGraph graph() const;
    /// As the roadmap was that gave it. Nodes are checked again; edges are taken for proven. @pre it is empty
    /// @throws InputError that begins "node 3: " or "edge 3: " if it is of another space, or a node is not valid; the roadmap is then of no use
    void begin(const RoadmapGraph& graph);

private:
    struct Vertex
    {
        ompl::base::ScopedState<> state;
        Configuration configuration;
        std::vector<Arc> arcs;           // that leave it
        std::vector<Arc> entering = {};  // of directed ones, where they come from
    };

    /// Two nodes that are to be joined, as far as that can be proven.
    using Pair = std::pair<Node, Node>;

    /// @param q of the state
    bool isValid(const ompl::base::ScopedState<>& state, const Configuration& q);
    bool isJoined(Node from, Node to) const;
    void addEdge(Node from, Node to);
    std::vector<Node> nearest(Node node, std::size_t count) const;
    bool join(const Pair& pair, const ompl::base::PlannerTerminationCondition& ptc);
    bool tryEdge(Node from, Node to, const ompl::base::PlannerTerminationCondition& ptc);

    Problem problem_;
    ompl::base::StateSpacePtr space_;
    std::shared_ptr<const StateMapping> mapping_;
    StaticChecker checker_;
    EdgeProver prover_;
    ompl::base::StateSamplerPtr sampler_;
    bool is_one_car_;
    std::vector<Vertex> nodes_;
    std::vector<Ends> edges_;
    std::vector<Pair> untried_;  // the next one last
};

}  // namespace gapless
