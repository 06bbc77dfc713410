// Pairs of links that the joint limits keep apart.
#pragma once

#include "support/scene_builder.h"

namespace gapless::test {

/// A bar that turns freely, and on it an arm that a second joint, between 0 and 1 rad, keeps off the bar; at pi it would be in it.
inline SceneBuilder limitedArm()
{
    SceneBuilder b;
    Joint joint;
    joint.name = "limited";
    joint.type = JointType::Revolute;
    joint.lower = {0};
    joint.upper = {1};
    const BodyIndex base = b.joint(kWorld, {}, JointType::Revolute);
    b.link("base", base, Box{Vec3(0.5, 0.1, 0.1)});
    const BodyIndex arm = b.model.addBody("arm", base, at(0, 0.5, 0), joint, 0);
    b.objects.push_back({"tip", arm, ObjectKind::Link, geometryOf(Box{Vec3(0.05, 0.25, 0.05)}, at(0, 0.3, 0)), {}, {}});
    return b;
}

/// Two arms of one metre on one slide, whose joint limits let each come as near to their middle as `inner`, radians.
inline std::shared_ptr<const Scene> twoArms(double inner, const Vec3& slide)
{
    SceneBuilder b;
    const BodyIndex base = b.joint(kWorld, {}, JointType::Prismatic, slide);
    for (const double side : {1.0, -1.0})
    {
        Joint joint;
        joint.name = side > 0 ? "left" : "right";
        joint.type = JointType::Revolute;
        joint.axis = Vec3::UnitZ();
        joint.lower = {side > 0 ? inner : -2.0};
        joint.upper = {side > 0 ? 2.0 : -inner};
        b.link(joint.name, b.model.addBody(joint.name, base, Pose(), joint, 0), Sphere{0.02}, at(1, 0, 0));
    }
    return b.build();
}

}  // namespace gapless::test
