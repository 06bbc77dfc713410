#include "experiment_scene.h"

#include <memory>
#include <set>
#include <stdexcept>
#include <vector>

#include <geometric_shapes/shapes.h>

namespace gapless::experiment {

namespace {

// The plate is thinner than the way of the hand between two of MoveIt's states, and small enough that one plans around it.
const Eigen::Vector3d kPlateSize(0.5, 0.002, 0.5);
const Eigen::Vector3d kPlatePosition(0.45, 0.0, 0.45);
const Eigen::Vector3d kCarriedSize(0.04, 0.04, 0.12);
const Eigen::Vector3d kCarriedPosition(0.0, 0.0, 0.15);  ///< in the frame of the end effector's root link

shapes::ShapeConstPtr makeBox(const Eigen::Vector3d& size)
{
    return std::make_shared<const shapes::Box>(size.x(), size.y(), size.z());
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

planning_scene::PlanningScenePtr makeScene(const moveit::core::RobotModelConstPtr& model, const std::string& group)
{
    const moveit::core::JointModelGroup& end_effector = endEffectorOf(*model, group);
    const auto scene = std::make_shared<planning_scene::PlanningScene>(model);
    scene->getWorldNonConst()->addToObject("plate", makeBox(kPlateSize), Eigen::Isometry3d(Eigen::Translation3d(kPlatePosition)));

    moveit::core::RobotState& state = scene->getCurrentStateNonConst();
    state.setToDefaultValues();
    const std::vector<std::string>& links = end_effector.getLinkModelNames();
    state.attachBody("carried", Eigen::Isometry3d(Eigen::Translation3d(kCarriedPosition)), {makeBox(kCarriedSize)},
                     {Eigen::Isometry3d::Identity()}, std::set<std::string>(links.begin(), links.end()), links.front());
    state.update();
    return scene;
}

}  // namespace gapless::experiment
