#include <gapless/certify/robot_pair.h>

#include <algorithm>
#include <optional>
#include <string>

#include <gapless/core/error.h>

namespace gapless {

namespace {

/// The name of a body of the robot, for messages. @throws InputError if there is none
std::string bodyOf(const KinematicModel& model, int robot)
{
    const auto body = std::find_if(model.bodies().begin(), model.bodies().end(), [&](const Body& b) { return b.robot == robot; });
    if (body == model.bodies().end())
        throw InputError("the scene has no robot " + std::to_string(robot) + ", of those that begin with 0");
    return body->name;
}

/// The outermost body that moves and carries this one, itself included; none if it stands still.
std::optional<BodyIndex> outermostMoving(const KinematicModel& model, BodyIndex body)
{
    std::optional<BodyIndex> found;
    for (; !model.body(body).is_static; body = model.body(body).parent)
        found = body;
    return found;
}

}  // namespace

std::vector<ObjectIndex> robotObjects(const Scene& scene, int robot)
{
    std::vector<ObjectIndex> objects;
    for (const ObjectIndex i : scene.objects().indices())
        if (scene.model().body(scene.object(i).body).robot == robot)
            objects.push_back(i);
    return objects;
}

RobotPair::RobotPair(std::shared_ptr<const Scene> scene, int robot_a, int robot_b)
    : scene_(std::move(scene)), robot_a_(robot_a), robot_b_(robot_b)
{
    if (!scene_)
        throw InputError("a pair of robots needs a scene");
    const KinematicModel& model = scene_->model();
    const std::string name_a = bodyOf(model, robot_a), name_b = bodyOf(model, robot_b);
    if (robot_a == robot_b)
        throw InputError("robot " + std::to_string(robot_a) + " ('" + name_a
                         + "') is paired with itself; a pair takes two robots");
    // All that moves hangs on the outermost body that does: robots that share nothing that moves share none of those.
    std::vector<BodyIndex> of_a;
    for (const int robot : {robot_a, robot_b})
        for (const BodyIndex i : model.bodies().indices())
        {
            if (model.body(i).robot != robot)
                continue;
            const std::optional<BodyIndex> outermost = outermostMoving(model, i);
            if (!outermost)
                continue;
            if (robot == robot_a)
                of_a.push_back(*outermost);
            else if (std::find(of_a.begin(), of_a.end(), *outermost) != of_a.end())
                throw InputError("robots " + std::to_string(robot_a) + " ('" + name_a + "') and " + std::to_string(robot_b)
                                 + " ('" + name_b + "') are both carried by '" + model.body(*outermost).name
                                 + "', which moves: they are one robot");
        }
    const std::vector<ObjectIndex> objects_a = robotObjects(*scene_, robot_a), objects_b = robotObjects(*scene_, robot_b);
    const auto place = [](const std::vector<ObjectIndex>& objects, ObjectIndex i) -> std::optional<std::size_t> {
        const auto at = std::lower_bound(objects.begin(), objects.end(), i);
        if (at == objects.end() || *at != i)
            return std::nullopt;
        return static_cast<std::size_t>(at - objects.begin());
    };
    for (const PairIndex i : scene_->pairs().indices())
    {
        const ObjectPair& pair = scene_->pair(i);
        for (const auto& [a, b] : {std::pair{pair.a, pair.b}, std::pair{pair.b, pair.a}})
        {
            const std::optional<std::size_t> at_a = place(objects_a, a), at_b = place(objects_b, b);
            if (at_a && at_b)
                objects_.push_back({i, a, b, *at_a, *at_b, pair.clearance});
        }
        if (!objects_.empty())
            clearance_ = std::max(clearance_, objects_.back().clearance);
    }
}

}  // namespace gapless
