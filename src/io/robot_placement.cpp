#include <gapless/io/robot_placement.h>

#include "io/input_text.h"

namespace gapless {

int addRobot(const UrdfRobot& robot, const RobotPlacement& placement, KinematicModel& model,
             std::vector<CollisionObject>& objects)
{
    const int first = model.bodyCount();
    for (const UrdfRobot::BodyPart& part : robot.bodies)
    {
        const bool is_root = part.parent < 0;
        Joint joint = part.joint;
        if (!is_root)
            joint.name = placement.prefix + part.joint.name;
        else if (placement.floating)
        {
            joint.name = placement.prefix + "base";
            joint.type = JointType::Floating;
            if (robot.findJoint("base") >= 0)
                throw inputError(robot.file, 0, "the robot has a joint 'base', the name of its floating base; rename it");
            if (placement.base_limits)
            {
                const auto& [lower, upper] = *placement.base_limits;
                joint.lower.assign(lower.data(), lower.data() + 3);
                joint.upper.assign(upper.data(), upper.data() + 3);
            }
        }
        if (joint.mimic)
            joint.mimic->master += first;
        const Pose X_PJ = !is_root ? part.X_PJ : placement.floating ? Pose() : placement.X_WR;
        try
        {
            model.addBody(placement.prefix + part.name, is_root ? 0 : first + part.parent, X_PJ, joint, placement.robot);
        }
        catch (const InputError& error)
        {
            throw inputError(robot.file, 0, error.what());
        }
    }
    for (const UrdfRobot::Link& link : robot.links)
        if (link.geometry)
        {
            int above = link.parent;
            while (above >= 0 && !robot.links[static_cast<std::size_t>(above)].geometry)
                above = robot.links[static_cast<std::size_t>(above)].parent;
            objects.push_back({placement.prefix + link.name,
                               first + link.body,
                               ObjectKind::Link,
                               link.geometry,
                               {},
                               above < 0 ? std::string() : placement.prefix + robot.links[static_cast<std::size_t>(above)].name});
        }
    return first;
}

}  // namespace gapless
