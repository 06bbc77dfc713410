// Small problems on which planners are tried: each is solved in milliseconds by a planner that is worth its name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <ompl/base/ProblemDefinition.h>
#include <ompl/base/ScopedState.h>
#include <ompl/geometric/SimpleSetup.h>

#include <gapless/ompl/problem_setup.h>

#include "planners/planner_contract.h"

namespace gapless::test {

/// A scene, its OMPL space, and a query in it.
struct World
{
    std::string name;
    Configuration start, goal;
    /// Distance from a goal state at which it counts as reached, in the metric of the space.
    double goal_threshold = 0.0;
    std::shared_ptr<const StateMapping> mapping;
    ompl::geometric::SimpleSetupPtr setup;

    const ompl::base::SpaceInformationPtr& si() const { return setup->getSpaceInformation(); }
    ompl::base::ScopedState<> state(const Configuration& q) const;

    /// No start and no goal; any path is short enough.
    ompl::base::ProblemDefinitionPtr emptyQuery() const;
    ompl::base::ProblemDefinitionPtr query(const Configuration& from, const Configuration& to) const;
    ompl::base::ProblemDefinitionPtr query() const { return query(start, goal); }
};

using MakeWorld = World (*)(const PlannerTraits& traits);

/// A ball of radius 5 cm in the plane, x and y in [-2, 2] m, among posts: R^2.
World plane(const PlannerTraits& traits);

/// The same ball and space without posts but with two closed cells of thin walls, kCellOfStarts and kCellOfGoals in the middle of
/// them. Inside of a cell there is room to move, and no way out.
World planeWithCells(const PlannerTraits& traits);
extern const Configuration kCellOfStarts, kCellOfGoals;
/// In the middle of a cell's wall.
extern const Configuration kInWallOfStarts, kInWallOfGoals;

/// The same ball and space, and two walls across at x = -0.5 and 0.5, each with a gap of 80 cm about that y.
World planeWithWalls(const PlannerTraits& traits, double gap);

/// A rod, free to move and turn in a cube of 2 m, and a wall of 1 mm with a gap of 70 cm: SE(3).
World wallWithGap(const PlannerTraits& traits);
/// The same without the gap: no path.
World wall(const PlannerTraits& traits);

/// An arm of two rods, the first on a joint without limits, and a post: SO(2) x R^1. The short way round is blocked where it wraps.
World arm(const PlannerTraits& traits);

/// A car of 50 cm x 25 cm that turns with radii of 30 cm and more, among thin posts: a Reeds-Shepp space, and a Dubins space, whose cars
/// drive forwards alone.
World carAmongPosts(const PlannerTraits& traits);
World dubinsCarAmongPosts(const PlannerTraits& traits);

/// Those that have a path; with cars if the planner drives them.
std::vector<MakeWorld> solvableWorlds(const PlannerTraits& traits);

}  // namespace gapless::test
