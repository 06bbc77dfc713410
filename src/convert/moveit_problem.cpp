#include "convert/moveit_problem.h"

#include "core/log.h"
#include "gapless/convert/convert.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "convert/moveit_frames.h"
#include "io/input_text.h"
#include "io/problem_names.h"

namespace gapless {
namespace {

using nlohmann::json;

json poseJson(const MessagePose& pose)
{
    return {{"xyz", {pose.p.x(), pose.p.y(), pose.p.z()}}, {"quat_xyzw", {pose.q[0], pose.q[1], pose.q[2], pose.q[3]}}};
}

/// One scene and request; each step fills its part of the problem.
class MoveitConverter
{
public:
    MoveitConverter(const MoveitScene& scene, const MoveitRequest& request, MoveitRobot& robot)
        : scene_(scene), request_(request), robot_(robot)
    {}

    MoveitProblem convert()
    {
        problem_.group = request_.group.text;
        problem_.joint_names = robot_.jointsOf(request_);
        // As in MoveIt: the request's state on top of the scene's; attached objects of the scene stay with a difference only.
        addState(scene_.robot_state);
        if (request_.start)
            addState(*request_.start);
        if (!X_WR_.isIdentity())
            problem_.base = poseJson(X_WR_);
        frames_.emplace(robot_, X_WR_, scene_);
        if (!request_.start || request_.start->is_diff)
            addAttached(scene_.robot_state);
        if (request_.start)
            addAttached(*request_.start);
        for (const MoveitObject& object : scene_.objects)
            addObstacle(object);
        addAllowedPairs();
        addStart();
        for (const MoveitRequest::Goal& goal : request_.goals)
            addGoal(goal);
        return std::move(problem_);
    }

private:
    struct Located
    {
        std::vector<double> values;
        std::string label;
        int line = 0;
    };

    const UrdfRobot& urdf() const { return robot_.urdf(); }

    /// The joint's values in our order, of a transform.
    Located valuesOf(const MoveitRobotState::Transform& transform, const Joint& joint, const std::string& label) const
    {
        const Vec3& p = transform.pose.p;
        const Eigen::Vector4d& q = transform.pose.q;
        if (joint.type == JointType::Floating)
            return {{p.x(), p.y(), p.z(), q[0], q[1], q[2], q[3]}, label, transform.line};
        if (joint.type != JointType::Planar)
            throw inputError(label, transform.line,
                             "a transform of joint '" + joint.name + "', which has one variable; give its position");
        if (q[0] != 0.0 || q[1] != 0.0 || p.z() != 0.0)
            throw inputError(label, transform.line, "a transform of the planar joint '" + joint.name + "' that leaves its plane");
        return {{p.x(), p.y(), 2.0 * std::atan2(q[2], q[3])}, label, transform.line};
    }

    void addState(const MoveitRobotState& state)
    {
        for (const auto& [name, value] : state.joints)
            values_[name] = {{value.value}, state.label, value.line};
        const Srdf::VirtualJoint* base = robot_.virtualJoint();
        for (const auto& [name, transform] : state.transforms)
        {
            if (const auto body = urdf().findJoint(name))
                values_[name] = valuesOf(transform, urdf().bodies[*body].joint, state.label);
            else if (base && base->name == name)
                X_WR_ = transform.pose;
            else if (!transform.pose.isIdentity())
                throw inputError(
                    state.label, transform.line,
                    "joint '" + name + "' is none of the robot's; give the SRDF file that defines it as a virtual joint");
        }
    }

    /// The object's shapes as obstacles of the problem file, in the frame that `X_FO` leads to.
    std::vector<json> shapesOf(const MoveitObject& object, const MessagePose& X_FO, const std::string& label)
    {
        if (urdf().findLink(object.id))
            throw inputError(label, object.line, "object '" + object.id + "' has the name of a link; rename it");
        if (parts_.count(object.id) > 0)
            throw inputError(label, object.line, "a second object '" + object.id + "'; names must differ");
        std::vector<json> shapes;
        for (std::size_t i = 0; i < object.shapes.size(); ++i)
        {
            json shape = object.shapes[i].shape;
            if (shape.contains("resource"))
            {
                shape["file"] = robot_.copiedMesh(shape["resource"].get<std::string>(), label, object.shapes[i].line);
                shape.erase("resource");
            }
            shape["name"] = object.shapes.size() == 1 ? object.id : object.id + "/" + std::to_string(i + 1);
            shape.update(poseJson(X_FO * object.pose * object.shapes[i].pose));
            if (!names_.insert(shape["name"].get<std::string>()).second)
                throw inputError(label, object.line,
                                 "a second object '" + shape["name"].get<std::string>() + "'; names must differ");
            parts_[object.id].push_back(shape["name"].get<std::string>());
            shapes.push_back(std::move(shape));
        }
        return shapes;
    }

    void addObstacle(const MoveitObject& object)
    {
        if (attached_.count(object.id) > 0)
            return;  // MoveIt takes what is attached out of the world
        for (json& shape : shapesOf(object, frames_->inWorld(object.frame, scene_.file), scene_.file))
            problem_.obstacles.push_back(std::move(shape));
    }

    void addAttached(const MoveitRobotState& state)
    {
        for (const MoveitAttached& attached : state.attached)
        {
            const UrdfRobot::LinkIndex link = requireLink(attached.link, state.label);
            json touch_links = json::array();
            for (const MessageName& name : attached.touch_links)
            {
                requireLink(name, state.label);
                touch_links.push_back(name.text);
            }
            attached_.insert(attached.object.id);
            for (json& shape : shapesOf(attached.object, frames_->inLink(attached.object, link, state.label), state.label))
            {
                shape["link"] = attached.link.text;
                shape["touch_links"] = touch_links;
                problem_.attached.push_back(std::move(shape));
            }
        }
    }

    UrdfRobot::LinkIndex requireLink(const MessageName& name, const std::string& label) const
    {
        if (const auto link = urdf().findLink(name.text))
            return *link;
        throw unknownName(label, name.line, "link", name.text, robot_.linkNames());
    }

    void addAllowedPairs()
    {
        problem_.robot = &robot_.copied();
        if (scene_.matrix.empty())
            return;
        // What the matrix can speak of: links with geometry, and objects by their id.
        std::vector<std::string> names = robot_.copied().links;
        for (const auto& [id, parts] : parts_)
            names.push_back(id);
        std::set<std::pair<std::string, std::string>> disabled;
        if (robot_.srdf())
            for (const Srdf::LinkPair& pair : robot_.srdf()->disabled)
                if (std::count(names.begin(), names.end(), pair.a) > 0 && std::count(names.begin(), names.end(), pair.b) > 0)
                    disabled.insert(std::minmax(pair.a, pair.b));
        // A matrix takes the place of the SRDF's pairs. It mostly repeats them and the SRDF can stay as it is.
        const bool keeps_disabled = std::all_of(
            disabled.begin(), disabled.end(), [&](const auto& pair) { return scene_.matrix.mayTouch(pair.first, pair.second); });
        if (!keeps_disabled)
        {
            problem_.robot = &robot_.copiedWithoutDisabledPairs();
            disabled.clear();
        }
        for (std::size_t i = 0; i < names.size(); ++i)
            for (std::size_t j = i + 1; j < names.size(); ++j)
                if (scene_.matrix.mayTouch(names[i], names[j]) && disabled.count(std::minmax(names[i], names[j])) == 0)
                    allowPair(names[i], names[j]);
    }

    void allowPair(const std::string& a, const std::string& b)
    {
        const auto parts = [this](const std::string& name) {
            const auto found = parts_.find(name);
            return found == parts_.end() ? std::vector<std::string>{name} : found->second;
        };
        for (const std::string& part_a : parts(a))
            for (const std::string& part_b : parts(b))
                problem_.allowed.push_back({part_a, part_b});
    }

    void addStart()
    {
        problem_.start = json::array();
        problem_.other_joints = json::object();
        for (auto& [name, value] : values_)
        {
            const auto body = urdf().findJoint(name);
            // Joints that are fixed in this URDF, or follow another, have no value of their own.
            if (!body || urdf().bodies[*body].joint.mimic)
                continue;
            const Joint& joint = urdf().bodies[*body].joint;
            if (static_cast<int>(value.values.size()) != variableCount(joint.type))
                throw inputError(
                    value.label, value.line,
                    "one value for joint '" + name + "', which has several variables; give a transform in multi_dof_joint_state");
            fitToLimits(joint, value.values, "the start", value.label, value.line);
            problem_.other_joints[name] = value.values.size() == 1 ? json(value.values.front()) : json(value.values);
        }
        for (const std::string& name : problem_.joint_names)
        {
            const auto found = values_.find(name);
            if (found == values_.end())
                throw inputError(
                    request_.file, request_.group.line,
                    "neither the request's start_state nor the scene's robot_state gives joint '" + name + "', which plans");
            problem_.start.push_back(found->second.values.front());
        }
    }

    void addGoal(const MoveitRequest::Goal& goal)
    {
        std::map<std::string, double> values;
        for (const MoveitRequest::JointGoal& joint : goal.joints)
        {
            const auto& names = problem_.joint_names;
            if (std::find(names.begin(), names.end(), joint.joint.text) == names.end())
                throw unknownName(request_.file, joint.joint.line, "planning joint", joint.joint.text, names);
            std::vector<double> position = {joint.position};
            fitToLimits(urdf().bodies[*urdf().findJoint(joint.joint.text)].joint, position, "a goal", request_.file, joint.line);
            if (!values.emplace(joint.joint.text, position.front()).second)
                throw inputError(request_.file, joint.joint.line,
                                 "a goal gives joint '" + joint.joint.text + "' twice; give it once");
        }
        json state = json::array();
        for (const std::string& name : problem_.joint_names)
        {
            if (values.count(name) == 0)
                throw inputError(request_.file, goal.line,
                                 "a goal leaves out joint '" + name + "'; give joint_constraints for all joints that plan");
            state.push_back(values[name]);
        }
        problem_.goals.push_back(std::move(state));
    }

    const MoveitScene& scene_;
    const MoveitRequest& request_;
    MoveitRobot& robot_;
    MoveitProblem problem_;
    std::map<std::string, Located> values_;
    /// Pose of the root link, which the virtual joint moves, in the planning frame.
    MessagePose X_WR_;
    std::optional<MoveitFrames> frames_;
    std::set<std::string> attached_, names_;
    /// Names in the problem file, by id.
    std::map<std::string, std::vector<std::string>> parts_;
};

}  // namespace

ConvertedScene MoveitProblem::withGoal(std::size_t index) const
{
    const auto orNull = [](const json& value) { return value.is_null() ? nullptr : &value; };
    ConvertedScene scene;
    scene.robot = robot;
    scene.group = group;
    scene.joint_names = joint_names;
    scene.other_joints = &other_joints;
    scene.base = orNull(base);
    scene.obstacles = orNull(obstacles);
    scene.attached = orNull(attached);
    scene.allowed = orNull(allowed);
    scene.start = &start;
    scene.goal = &goals[index];
    return scene;
}

void fitToLimits(const Joint& joint, std::vector<double>& values, const std::string& what, const std::string& label, int line)
{
    for (std::size_t i = 0; i < std::min({joint.lower.size(), joint.upper.size(), values.size()}); ++i)
    {
        const double fitted = std::clamp(values[i], joint.lower[i], joint.upper[i]);
        if (fitted == values[i])
            continue;
        const std::string where = what + " has joint '" + joint.name + "' at " + formatNumber(values[i])
                                  + ", outside of its limits [" + formatNumber(joint.lower[i]) + ", "
                                  + formatNumber(joint.upper[i]) + "]";
        if (!(std::abs(fitted - values[i]) <= kLimitMargin))
            throw inputError(label, line, where);
        libraryLog()->warn("{}{}: {}, by no more than rounding: taken as the limit", label,
                           line > 0 ? ":" + std::to_string(line) : "", where);
        values[i] = fitted;
    }
}

MoveitProblem convertMoveitProblem(const MoveitScene& scene, const MoveitRequest& request, MoveitRobot& robot)
{
    return MoveitConverter(scene, request, robot).convert();
}

}  // namespace gapless
