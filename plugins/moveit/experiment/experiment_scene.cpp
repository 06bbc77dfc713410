#include "experiment_scene.h"

#include <map>
#include <memory>
#include <set>
#include <stdexcept>

#include <geometric_shapes/shapes.h>

namespace gapless::experiment {

namespace {

/// Along the axes of its frame, metres.
struct PlacedBox
{
    Eigen::Vector3d size;
    Eigen::Vector3d position;
};

struct SceneParts
{
    std::vector<PlacedBox> obstacles;  ///< in the model's frame
    PlacedBox carried;                 ///< in the frame of the end effector's root link
};

// All are thinner than the way of the hand between two of MoveIt's states, and leave room to plan around.
const std::map<std::string, SceneParts>& scenes()
{
    static const Eigen::Vector3d kBoard(0.4, 1.0, 0.005);
    static const std::map<std::string, SceneParts> kScenes{
        {"plate", {{{{0.8, 0.002, 1.0}, {0.65, 0.0, 0.5}}}, {{0.04, 0.04, 0.12}, {0.0, 0.0, 0.15}}}},
        {"shelf",
         {{{kBoard, {0.6, 0.0, 0.1}}, {kBoard, {0.6, 0.0, 0.4}}, {kBoard, {0.6, 0.0, 0.7}}, {kBoard, {0.6, 0.0, 1.0}}},
          {{0.2, 0.15, 0.004}, {0.0, 0.0, 0.12}}}}};
    return kScenes;
}

shapes::ShapeConstPtr makeShape(const PlacedBox& box)
{
    return std::make_shared<const shapes::Box>(box.size.x(), box.size.y(), box.size.z());
}

Eigen::Isometry3d pose(const PlacedBox& box)
{
    return Eigen::Isometry3d(Eigen::Translation3d(box.position));
}

/// The end effector that hangs on `group`.
const moveit::core::JointModelGroup& endEffectorOf(const moveit::core::RobotModel& model, const std::string& group)
{
    if (!model.hasJointModelGroup(group))
        throw std::invalid_argument("robot '" + model.getName() + "' has no group '" + group + "'");
    for (const moveit::core::JointModelGroup* end_effector : model.getEndEffectors())
        if (end_effector->getEndEffectorParentGroup().first == group)
            return *end_effector;
    throw std::invalid_argument("no end effector hangs on group '" + group + "' of robot '" + model.getName() + "'");
}

}  // namespace

std::vector<std::string> sceneNames()
{
    std::vector<std::string> names;
    for (const auto& scene : scenes())
        names.push_back(scene.first);
    return names;
}

planning_scene::PlanningScenePtr makeScene(const std::string& name, const moveit::core::RobotModelConstPtr& model,
                                           const std::string& group)
{
    const auto found = scenes().find(name);
    if (found == scenes().end())
        throw std::invalid_argument("no scene '" + name + "'");
    const SceneParts& parts = found->second;
    const moveit::core::JointModelGroup& end_effector = endEffectorOf(*model, group);
    const auto scene = std::make_shared<planning_scene::PlanningScene>(model);
    for (const PlacedBox& box : parts.obstacles)
        scene->getWorldNonConst()->addToObject(name + std::to_string(scene->getWorld()->size()), makeShape(box), pose(box));

    moveit::core::RobotState& state = scene->getCurrentStateNonConst();
    state.setToDefaultValues();
    const std::vector<std::string>& links = end_effector.getLinkModelNames();
    state.attachBody("carried", pose(parts.carried), {makeShape(parts.carried)}, {Eigen::Isometry3d::Identity()},
                     std::set<std::string>(links.begin(), links.end()), links.front());
    state.update();
    return scene;
}

}  // namespace gapless::experiment
