// The search for a path between two placements, by the super-graph that the planner's parameter `level` says.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include <ompl/base/PlannerTerminationCondition.h>

#include <gapless/multirobot/flat_super_graph.h>
#include <gapless/multirobot/multi_level_super_graph.h>
#include <gapless/multirobot/product_search.h>

namespace gapless {

enum class SuperGraphLevel
{
    Auto,     ///< the product search and, where that knows many placements, the multi-level graph in turns with it
    Flat,     ///< the flat graph, made whole: it tells at once where there is no path
    Product,  ///< the product search
    Multi,    ///< the multi-level graph
};

/// As the parameter has it.
std::string nameOf(SuperGraphLevel level);
/// "auto,flat,product,multi"
std::string superGraphLevels();
/// None if there is no such level.
std::optional<SuperGraphLevel> superGraphLevel(const std::string& name);

/// Graphs of the roadmaps as they are, made when they are first needed, for all pairs of a start and a goal.
class LevelGraphs
{
public:
    /// @param roadmaps, table outlive this, and the roadmaps do not grow meanwhile
    LevelGraphs(const RobotRoadmaps& roadmaps, InterferenceTable& table) : roadmaps_(roadmaps), table_(table) {}

    const RobotRoadmaps& roadmaps() const { return roadmaps_; }
    InterferenceTable& table() { return table_; }
    MultiLevelSuperGraph& multi();
    /// Null where the condition held before it was made. @throws InputError as FlatSuperGraph's constructor
    const FlatSuperGraph* flat(const ompl::base::PlannerTerminationCondition& ptc);
    /// Of the multi-level graph, or of the flat one, as far as they are made.
    std::size_t nodeCount() const;

private:
    const RobotRoadmaps& roadmaps_;
    InterferenceTable& table_;
    std::unique_ptr<MultiLevelSuperGraph> multi_;
    std::unique_ptr<FlatSuperGraph> flat_;
};

class LevelSearch
{
public:
    /// Placements never take more than about a gigabyte.
    static constexpr std::size_t kMostPlacements = 10000000;

    /// @param most_placements beyond which the product search does not go in its turns with the multi-level graph, unless a run asks for more
    /// @throws InputError as ProductSearch's constructor
    LevelSearch(std::shared_ptr<LevelGraphs> graphs, SuperGraphLevel level, const Placement& start, const Placement& goal,
                double weight, std::size_t most_placements = kMostPlacements);

    const LevelGraphs* graphs() const { return graphs_.get(); }
    SuperGraphLevel level() const { return level_; }

    enum class Outcome
    {
        Found,
        NoPath,       ///< these roadmaps have none; of directed ones, by the multi-level graph, none that can be driven back
        Undecided,    ///< so many placements, or super-nodes, are known; a run with more goes on
        Interrupted,  ///< the condition held; a run goes on
    };
    /// @param most placements, or super-nodes, that may be known @throws InputError if the flat graph would be too large
    Outcome run(std::size_t most, const ompl::base::PlannerTerminationCondition& ptc);
    /// @pre found
    const DiscretizedPath& path() const { return path_; }
    std::size_t placementCount() const { return product_.placementCount(); }

private:
    Outcome runProduct(std::size_t most, const ompl::base::PlannerTerminationCondition& ptc);
    Outcome runFlat(const ompl::base::PlannerTerminationCondition& ptc);
    Outcome runMulti(std::size_t most, const ompl::base::PlannerTerminationCondition& ptc);
    Outcome runBoth(std::size_t most, const ompl::base::PlannerTerminationCondition& ptc);

    std::shared_ptr<LevelGraphs> graphs_;
    SuperGraphLevel level_;
    std::size_t most_placements_;
    Placement start_, goal_;
    ProductSearch product_;
    DiscretizedPath path_;
};

}  // namespace gapless
