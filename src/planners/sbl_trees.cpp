#include "sbl_trees.h"

#include <algorithm>
#include <unordered_set>

#include "neighbours.h"
#include "ompl/car_curve.h"

namespace ob = ompl::base;

namespace gapless {

struct SBL::Trees::Cell
{
    std::vector<Milestone*> members;
    std::size_t place = 0;  // among the occupied cells
};

std::size_t SBL::Trees::CoordinatesHash::operator()(const Coordinates& c) const
{
    std::size_t hash = 0;
    for (const int value : c)
        hash = hash * 0x9e3779b97f4a7c15u + static_cast<std::size_t>(static_cast<unsigned int>(value)) + 0x7f4a7c15u;
    return hash;
}

SBL::Trees::Trees(const ob::Planner& planner, ob::ProjectionEvaluatorPtr projection, std::unique_ptr<EdgeChecker> checker)
    : si_(planner.getSpaceInformation()),
      is_directed_(hasCars(*si_->getStateSpace())),
      projection_(std::move(projection)),
      checker_(std::move(checker))
{
    for (Neighbours& neighbours : neighbours_)
    {
        neighbours.list = makeNeighbours<Milestone*>(planner);
        neighbours.list->setDistanceFunction(
            [this](const Milestone* a, const Milestone* b) { return si_->distance(a->state, b->state); });
    }
}

SBL::Trees::~Trees()
{
    for (const auto& milestone : milestones_)
        si_->freeState(milestone->state);
}

SBL::Trees::Milestone* SBL::Trees::add(Side side, const ob::State* state, Milestone* parent)
{
    milestones_.push_back(std::make_unique<Milestone>());
    Milestone* milestone = milestones_.back().get();
    milestone->state = si_->cloneState(state);
    milestone->side = side;
    milestone->parent = parent;
    if (parent)
    {
        milestone->edge = checker_->makeRecord();
        parent->children.push_back(milestone);
    }
    enter(milestone);
    return milestone;
}

void SBL::Trees::enter(Milestone* milestone)
{
    Eigen::VectorXi coordinates(static_cast<int>(projection_->getDimension()));
    projection_->computeCoordinates(milestone->state, coordinates);
    Grid& grid = grids_[milestone->side];
    std::unique_ptr<Cell>& cell = grid.cells[Coordinates(coordinates.data(), coordinates.data() + coordinates.size())];
    if (!cell)
        cell = std::make_unique<Cell>();
    if (cell->members.empty())
    {
        cell->place = grid.occupied.size();
        grid.occupied.push_back(cell.get());
    }
    milestone->cell = cell.get();
    milestone->place = cell->members.size();
    cell->members.push_back(milestone);
    Neighbours& neighbours = neighbours_[milestone->side];
    ++neighbours.size;
    if (!milestone->is_listed[milestone->side])
    {
        milestone->is_listed[milestone->side] = true;
        neighbours.list->add(milestone);
    }
}

void SBL::Trees::leave(Milestone* milestone)
{
    Cell& cell = *milestone->cell;
    cell.members[milestone->place] = cell.members.back();
    cell.members[milestone->place]->place = milestone->place;
    cell.members.pop_back();
    if (cell.members.empty())
    {
        std::vector<Cell*>& occupied = grids_[milestone->side].occupied;
        occupied[cell.place] = occupied.back();
        occupied[cell.place]->place = cell.place;
        occupied.pop_back();
    }
    --neighbours_[milestone->side].size;
}

SBL::Trees::Milestone* SBL::Trees::pickSparse(Side side)
{
    const std::vector<Cell*>& occupied = grids_[side].occupied;
    const std::vector<Milestone*>& members =
        occupied[static_cast<std::size_t>(rng_.uniformInt(0, static_cast<int>(occupied.size()) - 1))]->members;
    return members[static_cast<std::size_t>(rng_.uniformInt(0, static_cast<int>(members.size()) - 1))];
}

void SBL::Trees::relist(Side side)
{
    Neighbours& neighbours = neighbours_[side];
    neighbours.list->clear();
    near_.clear();
    for (const auto& milestone : milestones_)
    {
        milestone->is_listed[side] = milestone->side == side;
        if (milestone->is_listed[side])
            near_.push_back(milestone.get());
    }
    neighbours.list->add(near_);
}

// Milestones that went over to the other side are still in the list. So the nearest few are asked for, four times as many each time that
// all of them are such ones. The list is made anew once less than half of it is of this side, so it has one.
SBL::Trees::Milestone* SBL::Trees::nearest(Side side, const ob::State* state)
{
    Neighbours& neighbours = neighbours_[side];
    if (neighbours.list->size() > 2 * neighbours.size)
        relist(side);
    // The nearest neighbours are looked up by a milestone; this one only carries the state, and is not changed.
    probe_.state = const_cast<ob::State*>(state);
    for (std::size_t k = 1;; k *= 4)
    {
        neighbours.list->nearestK(&probe_, k, near_);
        for (Milestone* const milestone : near_)
            if (milestone->side == side)
                return milestone;
    }
}

SBL::Trees::Milestone* SBL::Trees::root(Milestone* milestone)
{
    while (milestone->parent)
        milestone = milestone->parent;
    return milestone;
}

std::vector<SBL::Trees::Milestone*> SBL::Trees::chain(Milestone* milestone) const
{
    std::vector<Milestone*> result;
    for (Milestone* m = milestone; m; m = m->parent)
        result.push_back(m);
    std::reverse(result.begin(), result.end());
    return result;
}

SBL::EdgeChecker::Answer SBL::Trees::checkChain(const std::vector<Milestone*>& chain, const ob::PlannerTerminationCondition& ptc)
{
    std::vector<EdgeChecker::PathEdge> edges;
    for (std::size_t i = 1; i < chain.size(); ++i)
        edges.push_back({chain[i]->edge.get(), chain[i - 1]->state, chain[i]->state});
    if (!edges.empty())
        return checker_->check(edges, ptc);
    // A path of one state is a motion that stands still, and quickly judged.
    const std::unique_ptr<EdgeChecker::Record> still = checker_->makeRecord();
    return checker_->check({{still.get(), chain.front()->state, chain.front()->state}}, ob::plannerNonTerminatingCondition());
}

SBL::EdgeChecker::Outcome SBL::Trees::checkBridge(Milestone* from_start, Milestone* from_goal,
                                                  const ob::PlannerTerminationCondition& ptc, std::vector<const ob::State*>& path)
{
    const std::vector<Milestone*> start = chain(from_start), goal = chain(from_goal);
    const bool is_resumed = open_bridge_.record && open_bridge_.from_start == from_start && open_bridge_.from_goal == from_goal;
    std::unique_ptr<EdgeChecker::Record> bridge = is_resumed ? std::move(open_bridge_.record) : checker_->makeRecord();
    std::vector<EdgeChecker::PathEdge> edges;
    for (std::size_t i = 1; i < start.size(); ++i)
        edges.push_back({start[i]->edge.get(), start[i - 1]->state, start[i]->state});
    edges.push_back({bridge.get(), from_start->state, from_goal->state});
    for (std::size_t i = goal.size(); i-- > 1;)
        edges.push_back({goal[i]->edge.get(), goal[i]->state, goal[i - 1]->state});

    const EdgeChecker::Answer answer = checker_->check(edges, ptc);
    if (answer.outcome == EdgeChecker::Outcome::Free)
    {
        path.clear();
        for (const Milestone* m : start)
            path.push_back(m->state);
        for (std::size_t i = goal.size(); i-- > 0;)
            path.push_back(goal[i]->state);
    }
    else if (answer.outcome == EdgeChecker::Outcome::Interrupted)
        open_bridge_ = {from_start, from_goal, std::move(bridge)};
    else if (answer.outcome == EdgeChecker::Outcome::Colliding && answer.edge != start.size() - 1)
    {
        if (answer.edge < start.size() - 1)
            transfer(start[answer.edge + 1], from_start, from_goal, std::move(bridge), Goal);
        else
            transfer(goal[edges.size() - answer.edge], from_goal, from_start, std::move(bridge), Start);
    }
    return answer.outcome;
}

void SBL::Trees::transfer(Milestone* top, Milestone* milestone, Milestone* new_parent,
                          std::unique_ptr<EdgeChecker::Record> bridge, Side side)
{
    const auto removeChild = [](Milestone* parent, Milestone* child) {
        parent->children.erase(std::find(parent->children.begin(), parent->children.end(), child));
    };
    // From the milestone up to the top every edge turns round. What moves along them does so as before: in the trees of starts from a
    // parent to its child, in those of goals to the parent. Along all others it moves the other way from now on.
    std::unordered_set<const Milestone*> turned;
    Milestone* above = new_parent;
    std::unique_ptr<EdgeChecker::Record> edge = std::move(bridge);
    for (Milestone* m = milestone;;)
    {
        Milestone* const old_parent = m->parent;
        std::unique_ptr<EdgeChecker::Record> old_edge = std::move(m->edge);
        if (old_parent)
            removeChild(old_parent, m);
        m->parent = above;
        m->edge = std::move(edge);
        if (is_directed_)
            turned.insert(m);
        if (above)
            above->children.push_back(m);
        if (m == top)
            break;
        above = m;
        edge = std::move(old_edge);
        m = old_parent;
    }
    std::vector<Milestone*> stack{milestone};
    while (!stack.empty())
    {
        Milestone* const m = stack.back();
        stack.pop_back();
        stack.insert(stack.end(), m->children.begin(), m->children.end());
        if (is_directed_ && turned.count(m) == 0)
            m->edge = checker_->makeRecord();
        leave(m);
        m->side = side;
        enter(m);
    }
}

}  // namespace gapless
