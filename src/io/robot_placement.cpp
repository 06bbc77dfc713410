#include <gapless/io/robot_placement.h>

#include "io/input_text.h"

namespace gapless {

IndexedVector<UrdfRobot::PartIndex, BodyIndex> addRobot(const UrdfRobot& robot, const RobotPlacement& placement,
                                                        KinematicModel& model, std::vector<CollisionObject>& objects)
{
    IndexedVector<UrdfRobot::PartIndex, BodyIndex> bodies;
    for (const UrdfRobot::BodyPart& part : robot.bodies)
    {
        const bool is_root = !part.parent;
        Joint joint = part.joint;
        if (!is_root)
            joint.name = placement.prefix + part.joint.name;
        else if (placement.floating || placement.planar)
        {
            joint.name = placement.prefix + "base";
            joint.type = placement.floating ? JointType::Floating : JointType::Planar;
            if (robot.findJoint("base"))
                throw inputError(robot.file, 0, "the robot has a joint 'base', the name of its moving base; rename it");
            if (placement.base_limits)
            {
                const auto& [lower, upper] = *placement.base_limits;
                const int count = placement.floating ? 3 : 2;
                joint.lower.assign(lower.data(), lower.data() + count);
                joint.upper.assign(upper.data(), upper.data() + count);
            }
        }
        if (joint.mimic)
            joint.mimic->master = bodies[part.mimic_master];
        const Pose X_PJ = !is_root ? part.X_PJ : placement.floating ? Pose() : placement.X_WR;
        try
        {
            bodies.push_back(model.addBody(placement.prefix + part.name, is_root ? kWorld : bodies[*part.parent], X_PJ, joint,
                                           placement.robot));
        }
        catch (const InputError& error)
        {
            throw inputError(robot.file, 0, error.what());
        }
    }
    for (const UrdfRobot::Link& link : robot.links)
        if (link.geometry)
        {
            std::optional<UrdfRobot::LinkIndex> above = link.parent;
            while (above && !robot.links[*above].geometry)
                above = robot.links[*above].parent;
            objects.push_back({placement.prefix + link.name,
                               bodies[link.body],
                               ObjectKind::Link,
                               link.geometry,
                               {},
                               above ? placement.prefix + robot.links[*above].name : std::string()});
        }
    return bodies;
}

}  // namespace gapless
