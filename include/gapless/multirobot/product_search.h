// The search for a coordinated path in the flat super-graph of the robots' roadmaps, of which only what is looked at is ever made.
//
// P. Svestka, M. Overmars: "Probabilistic path planning", section 7.2: the nodes of the flat super-graph are placements of all robots, and an edge moves one of them along
// an edge of its roadmap that none of the others blocks. The search is weighted A* (I. Pohl: "Heuristic search viewed as path finding in a graph", 1970); the
// way that is left counts as if each robot were alone, so what it finds is at most `weight` times as long as the shortest there is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <ompl/base/PlannerTerminationCondition.h>

#include <gapless/multirobot/discretized_path.h>

namespace gapless {

class ProductSearch
{
public:
    /// @param roadmaps, table outlive this, and the roadmaps do not grow meanwhile
    /// @param weight of the way that is left, at least 1 @throws InputError if it is not
    ProductSearch(const RobotRoadmaps& roadmaps, InterferenceTable& table, const Placement& start, const Placement& goal,
                  double weight);

    enum class Outcome
    {
        Found,
        NoPath,       ///< these roadmaps have none
        Interrupted,  ///< the condition held, or so many placements are known; run() goes on
    };
    /// @param most placements that may be known
    Outcome run(std::size_t most, const ompl::base::PlannerTerminationCondition& ptc);

    /// @pre found
    DiscretizedPath path() const;
    /// Of the path: what all robots travel, in the metrics of their spaces. @pre found
    double length() const { return reached_[*found_].cost; }
    /// Placements that are known.
    std::size_t placementCount() const { return reached_.size(); }

private:
    using Number = std::uint32_t;
    /// A placement, by its number; where the robots are is in nodes_.
    struct Reached
    {
        double cost = 0.0;  // so far
        Number before = 0;
        CoordinatedMove move;  // that led here
        bool is_expanded = false;
    };
    struct Open
    {
        double estimate, cost;
        Number number;

        /// The best is on top: of equal estimates the one that has come farther.
        bool operator<(const Open& other) const
        {
            return estimate != other.estimate ? estimate > other.estimate : cost < other.cost;
        }
    };

    const RobotRoadmap::Node* placement(Number number) const
    {
        return nodes_.data() + static_cast<std::size_t>(number) * robots_;
    }
    double wayLeft(const RobotRoadmap::Node* placement) const;
    Number* find(const RobotRoadmap::Node* placement);
    void enlarge();
    void reach(const RobotRoadmap::Node* placement, double cost, Number before, const CoordinatedMove& move);
    void expand(Number number);
    bool isBlocked(const RobotRoadmap::Node* placement, RobotIndex robot, RobotRoadmap::Edge edge);

    const RobotRoadmaps& roadmaps_;
    InterferenceTable& table_;
    std::size_t robots_;
    Placement goal_;
    double weight_;
    IndexedVector<RobotIndex, std::vector<double>> left_;  // by node, to the goal
    std::vector<RobotRoadmap::Node> nodes_;
    std::vector<Reached> reached_;
    std::vector<Number> places_;  // of placements by their hash; kNone
    std::vector<Open> open_;      // a heap
    std::vector<RobotRoadmap::Node> next_;
    IndexedVector<RobotIndex, RobotIndex> suspects_;  // who blocked that robot last
    std::optional<Number> found_;
};

}  // namespace gapless
