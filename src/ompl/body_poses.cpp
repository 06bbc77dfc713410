#include "body_poses.h"

namespace gapless {

BodyPoses::BodyPoses(const KinematicModel& model) : model_(model)
{
    for (const Body& body : model.bodies())
    {
        X_WB_.push_back(body.X_WB);
        needs_motion_ = needs_motion_ || body.joint.type == JointType::Planar || body.joint.type == JointType::Floating;
    }
}

void BodyPoses::update(const Configuration& q)
{
    if (needs_motion_)
        still_.reset(model_, q, q);
    for (const BodyIndex index : model_.movingBodies())
    {
        const Body& body = model_.body(index);
        const Joint& joint = body.joint;
        const Pose& X_WP = X_WB_[body.parent];
        Pose& X_WB = X_WB_[index];
        double value = 0.0;
        if (joint.mimic)
            value = joint.mimic->multiplier * q[*model_.body(joint.mimic->master).variable] + joint.mimic->offset;
        else if (body.variable)
            value = q[*body.variable];
        switch (joint.type)
        {
            case JointType::Fixed: X_WB = X_WP * body.X_PJ; break;
            case JointType::Revolute:
            case JointType::Continuous:
                X_WB.p.noalias() = X_WP.R * body.X_PJ.p;
                X_WB.p += X_WP.p;
                X_WB.R.noalias() = (X_WP.R * body.X_PJ.R) * Eigen::AngleAxisd(value, joint.axis).toRotationMatrix();
                break;
            case JointType::Prismatic: X_WB = X_WP * Pose{body.X_PJ.R, body.X_PJ.p + body.X_PJ.R * (value * joint.axis)}; break;
            case JointType::Planar:
            case JointType::Floating: X_WB = X_WP * still_.relativePose(index, 0.0); break;
        }
    }
}

}  // namespace gapless
