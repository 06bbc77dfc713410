// The two trees of SBL: milestones, their grid and nearest neighbours, and moving a subtree across a bridge.
#pragma once

#include <array>
#include <memory>
#include <unordered_map>
#include <vector>

#include <ompl/base/ProjectionEvaluator.h>
#include <ompl/datastructures/NearestNeighbors.h>
#include <ompl/util/RandomNumbers.h>

#include "sbl_edge_checker.h"

namespace gapless {

class SBL::Trees
{
public:
    enum Side
    {
        Start = 0,
        Goal = 1,
    };

    struct Cell;
    struct Milestone
    {
        ompl::base::State* state = nullptr;
        Side side = Start;
        Milestone* parent = nullptr;                ///< null for a start or goal
        std::unique_ptr<EdgeChecker::Record> edge;  ///< to the parent
        std::vector<Milestone*> children;
        Cell* cell = nullptr;
        std::size_t place = 0;               ///< in the cell
        double to_goal = -1.0;               ///< distance to the goal, as the goal measures it; negative: not measured yet
        bool is_listed[2] = {false, false};  ///< among the neighbours of either side, be it of that side now or not
    };

    Trees(const ompl::base::Planner& planner, ompl::base::ProjectionEvaluatorPtr projection,
          std::unique_ptr<EdgeChecker> checker);
    ~Trees();
    Trees(const Trees&) = delete;
    Trees& operator=(const Trees&) = delete;

    /// Copies the state. Without a parent: a start or goal.
    Milestone* add(Side side, const ompl::base::State* state, Milestone* parent);
    std::size_t size(Side side) const { return neighbours_[side].size; }
    std::size_t size() const { return milestones_.size(); }
    /// From a random cell of that tree's grid: sparse cells are as likely as crowded ones. @pre the tree is not empty.
    Milestone* pickSparse(Side side);
    /// The nearest of a tree that is not empty.
    Milestone* nearest(Side side, const ompl::base::State* state);

    /// The start or goal from which the milestone was reached.
    static Milestone* root(Milestone* milestone);
    /// From there to the milestone.
    std::vector<Milestone*> chain(Milestone* milestone) const;
    /// Checks the edges from the root to the milestone.
    EdgeChecker::Answer checkChain(const std::vector<Milestone*>& chain, const ompl::base::PlannerTerminationCondition& ptc);
    /// Checks start chain, bridge and goal chain together. An edge of a tree that collides is removed: what it cuts off goes over to
    /// the other tree, with the bridge as its way there. What was checked of a bridge that is interrupted is used when it is next asked
    /// for.
    /// @return the outcome; the states of a free path in `path`, from start to goal.
    EdgeChecker::Outcome checkBridge(Milestone* from_start, Milestone* from_goal,
                                     const ompl::base::PlannerTerminationCondition& ptc,
                                     std::vector<const ompl::base::State*>& path);
    /// Cuts the edge above `top`, an ancestor of `milestone` or itself, and hangs what is below it on `milestone`, which becomes
    /// a child of `new_parent` by the edge `bridge`; or a root of side `side` if there is no new parent. In a space of cars what was checked
    /// of edges that are now driven the other way is forgotten.
    void transfer(Milestone* top, Milestone* milestone, Milestone* new_parent, std::unique_ptr<EdgeChecker::Record> bridge,
                  Side side);

    const std::vector<std::unique_ptr<Milestone>>& milestones() const { return milestones_; }

    /// The milestone whose candidate path was not judged for want of time; null if there is none.
    Milestone* pending = nullptr;

private:
    using Coordinates = std::vector<int>;
    struct CoordinatesHash
    {
        std::size_t operator()(const Coordinates& c) const;
    };
    struct Grid
    {
        std::unordered_map<Coordinates, std::unique_ptr<Cell>, CoordinatesHash> cells;
        std::vector<Cell*> occupied;
    };

    /// Removing milestones costs rebuilding: those that went over to the other side stay listed, and are passed over, until they are
    /// more than half of the list.
    struct Neighbours
    {
        std::shared_ptr<ompl::NearestNeighbors<Milestone*>> list;
        std::size_t size = 0;  ///< without those that went over
    };

    void enter(Milestone* milestone);
    void leave(Milestone* milestone);
    void relist(Side side);

    ompl::base::SpaceInformationPtr si_;
    bool is_directed_;  ///< the way back is another motion than the way there
    ompl::base::ProjectionEvaluatorPtr projection_;
    std::unique_ptr<EdgeChecker> checker_;
    std::vector<std::unique_ptr<Milestone>> milestones_;
    struct
    {
        Milestone *from_start = nullptr, *from_goal = nullptr;
        std::unique_ptr<EdgeChecker::Record> record;
    } open_bridge_;
    std::array<Grid, 2> grids_;
    std::array<Neighbours, 2> neighbours_;
    std::vector<Milestone*> near_;
    Milestone probe_;  ///< carries a state that is looked up
    ompl::RNG rng_;
};

}  // namespace gapless
