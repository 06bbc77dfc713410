#include "planners/planner_worlds.h"

#include <limits>

#include "ompl/small_problems.h"

namespace ob = ompl::base;

namespace gapless::test {
namespace {

std::shared_ptr<const CollisionGeometry> box(const Vec3& half_extents, const Vec3& centre)
{
    return std::make_shared<const CollisionGeometry>(
        std::vector<PlacedShape>{{Box{half_extents}, at(centre.x(), centre.y(), centre.z())}}, "box");
}

CollisionObject obstacle(const std::string& name, std::shared_ptr<const CollisionGeometry> geometry)
{
    return {name, kWorld, ObjectKind::Obstacle, std::move(geometry), {}};
}

World worldOf(const std::string& name, Problem problem, const Configuration& start, const Configuration& goal, double goal_radius,
              const PlannerTraits& traits)
{
    problem.has_start = true;
    problem.start = start;
    problem.goal = goal;
    SetupOptions options;
    options.validator = traits.validator;
    const ProblemSetup ready = makeProblemSetup(problem, options);
    const double threshold = traits.reaches_points ? std::numeric_limits<double>::epsilon() : goal_radius;
    ready.setup->getGoal()->as<ob::GoalRegion>()->setThreshold(threshold);
    return {name, start, goal, threshold, ready.mapping, ready.setup};
}

World planeOf(const std::string& name, std::vector<CollisionObject> objects, const Configuration& start,
              const Configuration& goal, const PlannerTraits& traits)
{
    KinematicModel model;
    const BodyIndex x = model.addBody("x", kWorld, Pose(), joint("slide_x", JointType::Prismatic, Vec3::UnitX(), {-2}, {2}), 0);
    const BodyIndex y = model.addBody("y", x, Pose(), joint("slide_y", JointType::Prismatic, Vec3::UnitY(), {-2}, {2}), 0);
    objects.push_back({"ball", y, ObjectKind::Link, ball(0.05), {}});
    return worldOf(name, problemOf(std::move(model), std::move(objects)), start, goal, 0.3, traits);
}

constexpr double kHalfThickness = 0.0005, kHalfCell = 0.4;

void addCell(std::vector<CollisionObject>& objects, const std::string& name, const Configuration& middle)
{
    const Vec3 centre(middle[0], middle[1], 0);
    for (double side : {-1.0, 1.0})
    {
        const std::string which = side < 0 ? " low" : " high";
        objects.push_back(
            obstacle(name + " x" + which, box(Vec3(kHalfThickness, kHalfCell, 1), centre + Vec3(side * kHalfCell, 0, 0))));
        objects.push_back(
            obstacle(name + " y" + which, box(Vec3(kHalfCell, kHalfThickness, 1), centre + Vec3(0, side * kHalfCell, 0))));
    }
}

World rodAndWall(const std::string& name, double half_gap, const PlannerTraits& traits)
{
    KinematicModel model;
    const BodyIndex body =
        model.addBody("rod", kWorld, Pose(), joint("free", JointType::Floating, Vec3::UnitZ(), {-1, -1, -1}, {1, 1, 1}), 0);
    std::vector<CollisionObject> objects{{"rod", body, ObjectKind::Link, rod(0.4, 0.03), {}}};
    // Reaches beyond whatever the rod can reach.
    for (double side : {-1.0, 1.0})
        objects.push_back(
            obstacle(side < 0 ? "right part" : "left part", box(Vec3(kHalfThickness, 1, 2), Vec3(0, side * (1 + half_gap), 0))));
    return worldOf(name, problemOf(std::move(model), std::move(objects)), configuration({-0.7, -0.6, -0.2, 0, 0, 0, 1}),
                   configuration({0.7, -0.6, 0.3, 0, 0, 0.6, 0.8}), 0.6, traits);
}

World carOf(const std::string& name, Steering::Type type, const PlannerTraits& traits)
{
    KinematicModel model;
    const BodyIndex car =
        model.addBody("car", kWorld, Pose(), joint("drive", JointType::Planar, Vec3::UnitZ(), {-2, -2}, {2, 2}), 0);
    std::vector<CollisionObject> objects{{"car", car, ObjectKind::Link, box(Vec3(0.25, 0.125, 0.2), Vec3(0.1, 0, 0)), {}}};
    for (int column = -1; column <= 1; ++column)
        for (int row = -2; row <= 2; ++row)
            objects.push_back(obstacle("post " + std::to_string(column) + " " + std::to_string(row),
                                       post(Vec3(0.9 * column, 0.8 * row + (column == 0 ? 0.0 : 0.4), 0), 0.01)));
    Problem problem = problemOf(std::move(model), std::move(objects));
    problem.joints.front().steering = Steering{type, 0.3};
    return worldOf(name, std::move(problem), configuration({-1.5, -0.3, 0.2}), configuration({1.5, 0.35, 0.2}), 0.6, traits);
}

}  // namespace

const Configuration kCellOfStarts = configuration({-1.2, 1.2});
const Configuration kCellOfGoals = configuration({1.2, -1.2});
const Configuration kInWallOfStarts = configuration({-1.2 + kHalfCell, 1.2});
const Configuration kInWallOfGoals = configuration({1.2 - kHalfCell, -1.2});

ob::ScopedState<> World::state(const Configuration& q) const
{
    ob::ScopedState<> state(si());
    mapping->toState(q, state.get());
    return state;
}

ob::ProblemDefinitionPtr World::emptyQuery() const
{
    const auto query = std::make_shared<ob::ProblemDefinition>(si());
    query->setOptimizationObjective(setup->getProblemDefinition()->getOptimizationObjective());
    return query;
}

ob::ProblemDefinitionPtr World::query(const Configuration& from, const Configuration& to) const
{
    const ob::ProblemDefinitionPtr query = emptyQuery();
    query->setStartAndGoalStates(state(from), state(to), goal_threshold);
    return query;
}

World plane(const PlannerTraits& traits)
{
    std::vector<CollisionObject> objects;
    for (int column = -1; column <= 1; ++column)
        for (int row = -2; row <= 2; ++row)
        {
            const double shift = column == 0 ? 0.0 : 0.4;
            objects.push_back(obstacle("post " + std::to_string(column) + " " + std::to_string(row),
                                       post(Vec3(0.9 * column, 0.8 * row + shift, 0), 0.25)));
        }
    return planeOf("plane", std::move(objects), configuration({-1.7, -0.3}), configuration({1.7, 0.35}), traits);
}

World planeWithCells(const PlannerTraits& traits)
{
    std::vector<CollisionObject> objects;
    addCell(objects, "cell of starts", kCellOfStarts);
    addCell(objects, "cell of goals", kCellOfGoals);
    return planeOf("plane with cells", std::move(objects), configuration({-1.5, -1.4}), configuration({1.4, 1.5}), traits);
}

World planeWithWalls(const PlannerTraits& traits, double gap)
{
    std::vector<CollisionObject> objects;
    for (double x : {-0.5, 0.5})
        for (double side : {-1.0, 1.0})
            objects.push_back(obstacle(std::string(x < 0 ? "first " : "second ") + (side < 0 ? "lower part" : "upper part"),
                                       box(Vec3(kHalfThickness, 2, 1), Vec3(x, gap + 2.4 * side, 0))));
    return planeOf("plane with walls", std::move(objects), configuration({-1.5, 0.1}), configuration({1.4, -0.1}), traits);
}

World wallWithGap(const PlannerTraits& traits)
{
    return rodAndWall("wall with a gap", 0.35, traits);
}

World wall(const PlannerTraits& traits)
{
    return rodAndWall("wall", 0.0, traits);
}

World arm(const PlannerTraits& traits)
{
    KinematicModel model;
    const BodyIndex upper = model.addBody("upper", kWorld, Pose(), joint("shoulder", JointType::Continuous, Vec3::UnitZ()), 0);
    const BodyIndex lower =
        model.addBody("lower", upper, at(1, 0, 0), joint("elbow", JointType::Revolute, Vec3::UnitZ(), {-3}, {3}), 0);
    return worldOf("arm",
                   problemOf(std::move(model), {{"upper", upper, ObjectKind::Link, rod(1.0, 0.02), {}},
                                                {"lower", lower, ObjectKind::Link, rod(1.0, 0.02), {}, "upper"},
                                                obstacle("post", post(Vec3(-1.5, 0, 0), 0.05))}),
                   configuration({2.5, 0.2}), configuration({-2.6, -0.1}), 0.3, traits);
}

World carAmongPosts(const PlannerTraits& traits)
{
    return carOf("car among posts", Steering::Type::ReedsShepp, traits);
}

World dubinsCarAmongPosts(const PlannerTraits& traits)
{
    return carOf("Dubins car among posts", Steering::Type::Dubins, traits);
}

std::vector<MakeWorld> solvableWorlds(const PlannerTraits& traits)
{
    std::vector<MakeWorld> worlds{plane, wallWithGap, arm};
    if (traits.drives_cars)
        worlds.insert(worlds.end(), {carAmongPosts, dubinsCarAmongPosts});
    return worlds;
}

}  // namespace gapless::test
