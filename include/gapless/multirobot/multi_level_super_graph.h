// The multi-level super-graph of several robots: placements by the subgraphs that robots are in, so that it is far smaller than the flat one.
//
// P. Svestka, M. Overmars: "Probabilistic path planning", sections 7.2 and 7.3.
#pragma once

#include <cstddef>
#include <memory>

#include <ompl/base/PlannerTerminationCondition.h>

#include <gapless/multirobot/discretized_path.h>

namespace gapless {

class SuperNodeGraph;

/// Each roadmap is taken apart into a SubdivisionTree. A node is a tuple of subgraphs of one level, one for each robot, none of which interferes with another one: a robot anywhere in
/// its subgraph is in nobody's way who moves within another one. An edge is one robot's move over one link from a placement within the one tuple to one within the other. It is
/// sieved: subgraphs are taken level by level, of each the largest first, until one major component is left, or, where a query needs it, down to single nodes, which is
/// the flat super-graph.
///
/// Of robots that share a roadmap it is not said which is in which subgraph, which makes it as many times smaller as they have permutations; edges know how these change slots, and
/// the permutations that loops generate say which placements of which robot are joined. Counts are of ordered tuples all the same, as the paper's seem to be.
///
/// It is about links that go both ways (TwoWayRoadmap). Of directed roadmaps there may be a path where it has none. For one thread; roadmaps do not grow meanwhile.
class MultiLevelSuperGraph
{
public:
    /// @param roadmaps, table outlive this @throws InputError if there are more than kMostRobots
    MultiLevelSuperGraph(const RobotRoadmaps& roadmaps, InterferenceTable& table);
    ~MultiLevelSuperGraph();

    static constexpr std::size_t kMostRobots = 16;
    /// One component is major if it has this share of all ordered tuples; and the robots get about in it if each can stand at this share of its roadmap's nodes.
    static constexpr double kMajorShare = 0.95, kCoverage = 0.5;

    enum class Outcome
    {
        Done,
        Full,         ///< there are so many nodes; a call with more goes on
        Interrupted,  ///< the condition held; another call goes on
    };
    /// Goes on until one major component is left, or all subgraphs are there. @param most nodes, unordered
    Outcome build(std::size_t most, const ompl::base::PlannerTerminationCondition& ptc);
    /// Goes on to the end of the level that it is in, or is next.
    Outcome refine(std::size_t most, const ompl::base::PlannerTerminationCondition& ptc);
    /// Whether all subgraphs are there: then two placements are in one component just if the flat super-graph has them in one.
    bool isComplete() const;

    /// Of ordered tuples.
    std::size_t nodeCount() const;
    std::size_t edgeCount() const;
    std::size_t componentCount() const;
    /// Nodes where robots that share a roadmap are not told apart.
    std::size_t unorderedNodeCount() const;
    /// The share of the largest component in all ordered tuples.
    double majorShare() const;
    /// Whether in the component that has most all permutations of robots that share a roadmap can be reached, so that any rearrangement is possible there.
    bool isEveryRearrangementPossible() const;

    enum class Answer
    {
        Found,
        NoPath,       ///< over links that go both ways there is none
        Undecided,    ///< there are so many nodes, or placements; a call with more goes on
        Interrupted,  ///< the condition held; another call goes on
    };
    /// A path from the one placement to the other, by way of super-nodes, or where that is shorter to find, of placements alone. Builds and refines as far as it has to.
    /// Every move is looked up in the table once more. Another call with the same placements goes on.
    /// @param most nodes, and placements that may be looked at in the search for one within a node
    Answer connect(const Placement& start, const Placement& goal, std::size_t most,
                   const ompl::base::PlannerTerminationCondition& ptc);
    /// @pre the last answer was Found
    const DiscretizedPath& path() const { return path_; }

private:
    struct Query;

    const RobotRoadmaps& roadmaps_;
    InterferenceTable& table_;
    std::unique_ptr<SuperNodeGraph> graph_;
    std::unique_ptr<Query> query_;  // the last one
    bool is_built_ = false;
    DiscretizedPath path_;
};

}  // namespace gapless
