// A pair of links that the joint limits keep apart.
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

}  // namespace gapless::test
