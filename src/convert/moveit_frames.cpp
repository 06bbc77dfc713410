#include "convert/moveit_frames.h"

#include "io/input_text.h"
#include "io/problem_names.h"

namespace gapless {

MoveitFrames::MoveitFrames(const MoveitRobot& robot, const MessagePose& X_WR, const MoveitScene& scene)
    : robot_(robot), X_WR_(X_WR)
{
    for (const MoveitScene::FixedTransform& transform : scene.fixed_transforms)
    {
        const MessagePose X_WF = inWorld(transform.parent, scene.file) * transform.pose;
        const std::string& name = transform.frame.text;
        if (!isPlanningFrame(name) && !robot_.urdf().findLink(name))  // of those the robot says where they are
            fixed_[name] = X_WF;
    }
}

bool MoveitFrames::isPlanningFrame(const std::string& frame) const
{
    return frame.empty() || frame == robot_.planningFrame();
}

MessagePose MoveitFrames::inWorld(const MessageName& frame, const std::string& label) const
{
    if (isPlanningFrame(frame.text))
        return {};
    if (const auto index = robot_.urdf().findLink(frame.text))
    {
        const UrdfRobot::Link& link = robot_.urdf().links[*index];
        if (link.body != UrdfRobot::kRoot)
            throw inputError(label, frame.line,
                             "frame '" + frame.text + "' moves with the robot; give poses in a frame that stands still, such as '"
                                 + robot_.planningFrame() + "'");
        return X_WR_ * messagePose(link.X_BL);
    }
    const auto fixed = fixed_.find(frame.text);
    if (fixed != fixed_.end())
        return fixed->second;
    if (frame.text == "world")
        return {};
    std::vector<std::string> known = robot_.linkNames();
    known.push_back(robot_.planningFrame());
    for (const auto& [name, pose] : fixed_)
        known.push_back(name);
    throw unknownName(label, frame.line, "frame", frame.text, known);
}

MessagePose MoveitFrames::inLink(const MoveitObject& object, UrdfRobot::LinkIndex link, const std::string& label) const
{
    const auto& links = robot_.urdf().links;
    const UrdfRobot::Link& carrier = links[link];
    const auto index = robot_.urdf().findLink(object.frame.text);
    if (!index || links[*index].body != carrier.body)
        throw inputError(label, object.frame.line,
                         "attached object '" + object.id + "' is given in frame '"
                             + (object.frame.text.empty() ? robot_.planningFrame() : object.frame.text)
                             + "', which is not fixed to link '" + carrier.name + "'; say header: {frame_id: " + carrier.name
                             + "} and give its pose there");
    if (*index == link)
        return {};
    return inverse(messagePose(carrier.X_BL)) * messagePose(links[*index].X_BL);
}

}  // namespace gapless
