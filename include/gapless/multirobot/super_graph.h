// Several robots at once: a roadmap for each, and a search in the product of these.
//
// P. Svestka, M. Overmars: "Probabilistic path planning", section 7 (multi-robot path planning); P. Svestka, M. Overmars: "Coordinated path planning for
// multiple robots", Robotics and Autonomous Systems 23, 1998.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <ompl/base/Planner.h>
#include <ompl/geometric/PathGeometric.h>

#include <gapless/multirobot/discretized_path.h>
#include <gapless/planners/parameter_range.h>
#include <gapless/planners/roadmap_keeper.h>

namespace gapless {

class LevelSearch;
class QueryIdentity;
class QueryScene;
enum class SuperGraphLevel;

/// For spaces of two and more robots that share nothing that moves; any joints, cars among them. Each robot gets a roadmap of its own, proven against what stands
/// still, and robots that are alike one for all; which robot's standing place is in the way of which edge of another's is proven when the search first asks
/// (InterferenceTable), and kept, as the roadmaps are, for later queries in the same scene. The path that is found has one robot moving at a time (ProductSearch, and where that
/// knows many placements MultiLevelSuperGraph in turns with it); then detours that lead back are dropped, robots without cars among them drive at the same time as their order allows
/// (earlySchedule()), and shortcuts follow, each one proven (smoothPath()). Roadmaps without a path grow, and are searched anew. Every path that it returns is proven as a whole once more.
/// save() and load() keep roadmaps and table for other processes: what is proven is not proven again.
///
/// Takes goals that are states, or can be sampled. Another solve() goes on; another problem definition, start or goal is a new query on the roadmaps that
/// there are, another scene begins anew. The motion validator of the space information has to be an ExactMotionValidator, which gives scene and tolerance.
class SuperGraph : public ompl::base::Planner, public RoadmapKeeper
{
public:
    explicit SuperGraph(const ompl::base::SpaceInformationPtr& si);
    ~SuperGraph() override;

    static constexpr ParameterRange<unsigned int> kNodes{"nodes", 1, 1, 100000};
    static constexpr ParameterRange<unsigned int> kNeighbors{"neighbors", 1, 1, 100};
    static constexpr ParameterRange<double> kWeight{"weight", 1.0, 0.1, 100.0};
    static constexpr ParameterRange<double> kSmoothingTime{"smoothing_time", 0.0, 0.1, 1000.0};

    /// Nodes of each robot's roadmap to begin with, besides starts and goals. @throws InputError unless in kNodes.
    void setNodes(unsigned int nodes);
    unsigned int getNodes() const { return nodes_; }
    /// Nearest nodes that a node is joined to. @throws InputError unless in kNeighbors.
    void setNeighbors(unsigned int neighbors);
    unsigned int getNeighbors() const { return neighbors_; }
    /// Of the way that is left, in the search: a path over these roadmaps is at most so many times as long as the shortest. @throws InputError unless in kWeight.
    void setWeight(double weight);
    double getWeight() const { return weight_; }
    /// Seconds for which a path is shortened, as far as there is time; 0: robots take turns. @throws InputError unless in kSmoothingTime.
    void setSmoothingTime(double seconds);
    double getSmoothingTime() const { return smoothing_time_; }
    /// Whether roadmaps without a path grow; else solve() ends there, with PlannerStatus::ABORT and a message.
    void setGrow(bool grow) { grow_ = grow; }
    bool getGrow() const { return grow_; }
    /// Which super-graph a path is looked for in: "product" of the roadmaps, searched and never made; "flat", the same, made whole, which is refused beyond
    /// FlatSuperGraph::kMostPlacements; "multi", MultiLevelSuperGraph; "auto", the product and, where that knows many placements, the multi-level one in turns with it. Counts from the next query, or
    /// round, on. @throws InputError if it is none of these
    void setLevel(const std::string& level);
    std::string getLevel() const;
    /// Whether robots that nothing but their names tells apart have one roadmap, with the starts and goals of all.
    void setShareRoadmap(bool share) { share_roadmap_ = share; }
    bool getShareRoadmap() const { return share_roadmap_; }

    /// @throws InputError if the space is of fewer than two robots, robots share a body that moves, or the motion validator is not exact
    void setup() override;
    using ompl::base::Planner::solve;
    ompl::base::PlannerStatus solve(const ompl::base::PlannerTerminationCondition& ptc) override;
    void clear() override;
    void clearQuery() override;
    void getPlannerData(ompl::base::PlannerData& data) const override;

    /// Roadmaps, and the interference table.
    void save(const std::string& file) const override;
    /// @throws InputError also if robots that are equal have one roadmap in the file and share_roadmap is false, or the other way round
    void load(const std::string& file) override;

    std::uint64_t milestoneCount() const override { return nodes_known_; }
    std::uint64_t edgeCount() const override { return edges_; }
    std::uint64_t freeEdgeCount() const override { return edges_; }
    std::uint64_t collidingEdgeCount() const override { return 0; }

private:
    class Robots;

    std::unique_ptr<Robots> robotsOf(const QueryScene& scene) const;
    void count();
    ompl::base::PlannerStatus solveQuery(const ompl::base::PlannerTerminationCondition& ptc);
    std::shared_ptr<ompl::geometric::PathGeometric> pathOf(const std::vector<Configuration>& waypoints) const;
    std::shared_ptr<ompl::geometric::PathGeometric> driveAtOnce(const std::vector<Configuration>& turns,
                                                                const ompl::base::PlannerTerminationCondition& ptc) const;
    ompl::base::PlannerStatus addSolution(const DiscretizedPath& found, const ompl::base::PlannerTerminationCondition& ptc);

    unsigned int nodes_ = 60, neighbors_ = 16;
    double weight_ = 2.0, smoothing_time_ = 0.5;
    bool grow_ = true, share_roadmap_ = true;
    SuperGraphLevel level_;
    std::unique_ptr<QueryIdentity> identity_;
    std::unique_ptr<Robots> robots_;  // of the scene
    // Of the query.
    std::vector<Placement> starts_, goals_;
    std::vector<std::unique_ptr<LevelSearch>> searches_;  // from each start to each goal, in these roadmaps
    ompl::base::PathPtr best_;
    double rounds_ = 0.0;
    std::atomic<std::uint64_t> placements_{0}, super_nodes_{0}, entries_{0}, nodes_known_{0}, edges_{0};
    std::atomic<double> makespan_{0.0}, makespan_before_{0.0};
};

}  // namespace gapless
