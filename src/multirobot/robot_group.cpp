#include <gapless/multirobot/robot_group.h>

#include <algorithm>
#include <optional>

#include <gapless/core/error.h>

#include "io/input_text.h"
#include "multirobot/equal_robots.h"

namespace gapless {

Configuration PartOfProblem::of(const Configuration& whole) const
{
    Configuration part(static_cast<Eigen::Index>(variables.size()));
    for (std::size_t i = 0; i < variables.size(); ++i)
        part[static_cast<Eigen::Index>(i)] = whole[variables[i]];
    return part;
}

void PartOfProblem::put(const Configuration& part, Configuration& whole) const
{
    for (std::size_t i = 0; i < variables.size(); ++i)
        whole[variables[i]] = part[static_cast<Eigen::Index>(i)];
}

namespace {

/// "arm" of "arm/joint_1"; a number where the joint has no prefix.
std::string robotName(const std::string& joint, int number)
{
    const std::size_t slash = joint.find('/');
    return slash == std::string::npos ? "robot " + std::to_string(number + 1) : joint.substr(0, slash);
}

}  // namespace

RobotGroup::RobotGroup(Problem problem) : problem_(std::move(problem))
{
    const KinematicModel& model = problem_.scene->model();
    for (const PlanningJoint& joint : problem_.joints)
    {
        const std::optional<int> number = model.body(joint.body).robot;
        if (!number)
            throw InputError(problem_.file + ": joint '" + joint.name + "' plans and is of no robot");
        const auto is_there = [&](const Robot& robot) { return robot.number == *number; };
        if (std::none_of(robots_.begin(), robots_.end(), is_there))
            robots_.push_back({*number, robotName(joint.name, *number), {}});
    }
    if (robots_.size() < 2)
        throw inputError(problem_.file, problem_.lines.robot,
                         std::to_string(robots_.size()) + " robot plans here; planning for several robots needs two at least");
    for (const BodyIndex i : model.movingBodies())
    {
        const Body& body = model.body(i);
        if (!body.robot)
            throw InputError(problem_.file + ": '" + body.name
                             + "' moves and is of no robot; several robots are planned among obstacles that stand still");
        const Body& parent = model.body(body.parent);
        if (!parent.is_static && parent.robot != body.robot)
            throw InputError(problem_.file + ": '" + body.name + "' stands on '" + parent.name
                             + "', which another robot moves; make the two one robot");
    }
    for (Robot& robot : robots_)
    {
        IndexedVector<BodyIndex, Side> sides(model.bodies().size(), Side::None);
        for (const BodyIndex i : model.bodies().indices())
            for (const Robot& of : robots_)
                if (model.body(i).robot == of.number)
                    sides[i] = &of == &robot ? Side::First : Side::Out;
        robot.alone = part(sides, Side::First, Side::None);
        // Pairs of links of the same robot, one of which stands still, are of Side::First alone.
    }
    IndexedVector<RobotIndex, const PartOfProblem*> parts;
    for (const Robot& robot : robots_)
        parts.push_back(&robot.alone);
    equals_ = firstEquals(problem_, parts);
}

PartOfProblem RobotGroup::pair(RobotIndex a, RobotIndex b) const
{
    const KinematicModel& model = problem_.scene->model();
    IndexedVector<BodyIndex, Side> sides(model.bodies().size(), Side::Out);
    for (const BodyIndex i : model.bodies().indices())
        if (model.body(i).robot == robots_[a].number)
            sides[i] = Side::First;
        else if (model.body(i).robot == robots_[b].number)
            sides[i] = Side::Second;
    return part(sides, Side::First, Side::Second);
}

/// The bodies that are not Side::Out, with the active pairs of an object of `one` and one of `other`, and, where that is Side::None, all active pairs of these bodies:
/// a robot that does not plan may stand in an obstacle.
PartOfProblem RobotGroup::part(const IndexedVector<BodyIndex, Side>& sides, Side one, Side other) const
{
    const Scene& scene = *problem_.scene;
    const KinematicModel& model = scene.model();
    IndexedVector<BodyIndex, char> keep(model.bodies().size(), 0);
    for (const BodyIndex i : model.bodies().indices())
        for (BodyIndex at = i; sides[i] != Side::Out && at != kWorld && !keep[at]; at = model.body(at).parent)
            keep[at] = 1;
    IndexedVector<BodyIndex, std::optional<BodyIndex>> bodies;
    KinematicModel part_model = model.only(keep, bodies);

    PartOfProblem result;
    for (const BodyIndex i : model.bodies().indices())
        if (bodies[i] && model.body(i).variable)
            for (int k = 0; k < variableCount(model.body(i).joint.type); ++k)
                result.variables.push_back(*model.body(i).variable + k);

    IndexedVector<ObjectIndex, std::optional<ObjectIndex>> numbers(scene.objects().size());
    std::vector<CollisionObject> objects;
    for (const ObjectIndex i : scene.objects().indices())
    {
        if (!bodies[scene.object(i).body] || sides[scene.object(i).body] == Side::Out)
            continue;
        numbers[i] = ObjectIndex(objects.size());
        objects.push_back(scene.object(i));
        objects.back().body = *bodies[scene.object(i).body];
    }
    std::vector<ObjectPair> pairs;
    for (const ObjectPair& pair : scene.pairs())
    {
        const Side a = sides[scene.object(pair.a).body], b = sides[scene.object(pair.b).body];
        const bool is_of_all = other == Side::None && a != Side::Out && b != Side::Out;
        if (is_of_all || (a == one && b == other) || (a == other && b == one))
            pairs.push_back({*numbers[pair.a], *numbers[pair.b], pair.clearance});
    }

    Problem& problem = result.problem;
    problem.file = problem_.file;
    problem.scene = std::make_shared<const Scene>(std::move(part_model), std::move(objects), pairs, &scene);
    for (PlanningJoint joint : problem_.joints)
    {
        const Side side = sides[joint.body];
        if (side != one && (other == Side::None || side != other))
            continue;
        joint.body = *bodies[joint.body];
        joint.variable = *problem.scene->model().body(joint.body).variable;
        problem.joints.push_back(std::move(joint));
    }
    problem.start = result.of(problem_.start);
    problem.has_start = problem_.has_start;
    if (problem_.goal)
        problem.goal = result.of(*problem_.goal);
    problem.goal_region = problem_.goal_region;
    for (const ObjectIndex object : problem_.fixed)
        if (numbers[object])
            problem.fixed.push_back(*numbers[object]);
    return result;
}

}  // namespace gapless
