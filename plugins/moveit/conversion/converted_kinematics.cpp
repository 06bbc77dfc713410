#include "conversion/converted_kinematics.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gapless/core/error.h>
#include <gapless/core/rounding.h>

namespace gapless_moveit {

namespace {

using gapless::BodyIndex;
using gapless::InputError;
using gapless::JointType;
using gapless::Pose;
using gapless::Vec3;
using Kind = JointDescription::Kind;

std::size_t valueCount(Kind kind)
{
    switch (kind)
    {
        case Kind::Fixed: return 0;
        case Kind::Revolute:
        case Kind::Continuous:
        case Kind::Prismatic: return 1;
        case Kind::Planar: return 3;
        case Kind::Floating: return 7;
        case Kind::Other: break;
    }
    return 0;
}

/// Where a joint that holds still puts its link, in the joint frame.
Pose poseAt(const JointDescription& joint)
{
    const std::vector<double>& v = joint.values;
    Pose X;
    switch (joint.kind)
    {
        case Kind::Fixed: break;
        case Kind::Revolute:
        case Kind::Continuous: X.R = Eigen::AngleAxisd(v[0], joint.axis.normalized()).toRotationMatrix(); break;
        case Kind::Prismatic: X.p = v[0] * joint.axis.normalized(); break;
        case Kind::Planar:
            X.R = Eigen::AngleAxisd(v[2], Vec3::UnitZ()).toRotationMatrix();
            X.p = Vec3(v[0], v[1], 0.0);
            break;
        case Kind::Floating:
            X.R = Eigen::Quaterniond(v[6], v[3], v[4], v[5]).normalized().toRotationMatrix();
            X.p = Vec3(v[0], v[1], v[2]);
            break;
        case Kind::Other: break;
    }
    return X;
}

JointType typeOf(Kind kind)
{
    switch (kind)
    {
        case Kind::Revolute: return JointType::Revolute;
        case Kind::Continuous: return JointType::Continuous;
        case Kind::Prismatic: return JointType::Prismatic;
        case Kind::Planar: return JointType::Planar;
        case Kind::Floating: return JointType::Floating;
        case Kind::Fixed:
        case Kind::Other: break;
    }
    return JointType::Fixed;
}

/// The limits that a gapless::Joint takes: of turns and shifts, and of the shifts of planar and floating joints; all or none.
void setLimits(const JointDescription& from, gapless::Joint& to)
{
    std::size_t count = 0;
    switch (from.kind)
    {
        case Kind::Revolute:
        case Kind::Prismatic: count = 1; break;
        case Kind::Planar: count = 2; break;
        case Kind::Floating: count = 3; break;
        default: return;
    }
    if (from.lower.size() < count || from.upper.size() < count)
        return;
    const auto isFinite = [](double x) { return std::isfinite(x); };
    const auto lower_end = from.lower.begin() + static_cast<std::ptrdiff_t>(count),
               upper_end = from.upper.begin() + static_cast<std::ptrdiff_t>(count);
    if (!std::all_of(from.lower.begin(), lower_end, isFinite) || !std::all_of(from.upper.begin(), upper_end, isFinite))
        return;
    to.lower.assign(from.lower.begin(), lower_end);
    to.upper.assign(from.upper.begin(), upper_end);
}

/// Builds the model, parents and masters first.
class Builder
{
public:
    explicit Builder(const SceneDescription& description)
        : description_(description), is_placed_(description.links.size(), false), body_of_joint_(description.joints.size())
    {
        result_.places.resize(description.links.size());
    }

    ConvertedKinematics build()
    {
        for (const JointDescription& joint : description_.joints)
            requireSound(joint);
        std::vector<JointIndex> waiting;
        for (const JointIndex i : description_.joints.indices())
            waiting.push_back(i);
        // In each round all that can be placed is, so there are as many rounds as joints at most.
        while (!waiting.empty())
        {
            std::vector<JointIndex> still;
            for (const JointIndex i : waiting)
                if (!place(i))
                    still.push_back(i);
            if (still.size() == waiting.size())
                throw InputError("joint '" + description_.joints[still.front()].name
                                 + "' hangs on a link that no joint places, or follows a joint that comes after it in the tree");
            waiting = std::move(still);
        }
        collectPlanning();
        return std::move(result_);
    }

private:
    bool isPlanning(const JointDescription& joint) const
    {
        return joint.state_index && !joint.mimic && joint.kind != Kind::Fixed;
    }

    bool follows(const JointDescription& joint) const
    {
        return joint.mimic && isPlanning(description_.joints[joint.mimic->master]);
    }

    void requireSound(const JointDescription& joint) const
    {
        const auto& links = description_.links;
        if (!links.has(joint.child_link) || (joint.parent_link && !links.has(*joint.parent_link)))
            throw InputError("joint '" + joint.name + "' joins a link that is not there");
        if (joint.mimic && !description_.joints.has(joint.mimic->master))
            throw InputError("joint '" + joint.name + "' follows a joint that is not there");
        if (joint.kind == Kind::Other)
            throw InputError(
                "joint '" + joint.name
                + "' is of a type that is not known here; revolute, continuous, prismatic, planar, floating and fixed are");
        if (joint.values.size() != valueCount(joint.kind))
            throw InputError("joint '" + joint.name + "' has " + std::to_string(joint.values.size()) + " values instead of "
                             + std::to_string(valueCount(joint.kind)));
        for (const double value : joint.values)
            if (!std::isfinite(value))
                throw InputError("joint '" + joint.name + "' has a value that is not finite in the start state");
        if (joint.turns_and_drives && isPlanning(joint))
            throw InputError(
                "joint '" + joint.name
                + "' has the motion model diff_drive (turn, drive, turn), whose motions are not bounded here; holonomic ones "
                  "are");
        if (follows(joint) && !joint.state_index)
            throw InputError("joint '" + joint.name + "' follows joint '" + description_.joints[joint.mimic->master].name
                             + "' of group '" + description_.group
                             + "' but is not in the group itself: MoveIt holds it still, the robot does not");
    }

    bool place(JointIndex index)
    {
        const JointDescription& joint = description_.joints[index];
        const LinkIndex child = joint.child_link;
        if (is_placed_[child])
            throw InputError("two joints move link '" + description_.links[child].name + "'");
        ConvertedKinematics::Place parent;
        if (joint.parent_link)
        {
            if (!is_placed_[*joint.parent_link])
                return false;
            parent = result_.places[*joint.parent_link];
        }
        if (!follows(joint) && !isPlanning(joint))
        {
            result_.places[child] = {parent.body, parent.X_BL * joint.origin * poseAt(joint)};
            is_placed_[child] = true;
            return true;
        }
        gapless::Joint moving;
        moving.name = joint.name;
        moving.type = typeOf(joint.kind);
        moving.axis = joint.kind == Kind::Planar ? Vec3(Vec3::UnitZ()) : joint.axis;
        setLimits(joint, moving);
        if (follows(joint))
        {
            const std::optional<BodyIndex> master = body_of_joint_[joint.mimic->master];
            if (!master)
                return false;
            moving.mimic = gapless::Mimic{*master, joint.mimic->multiplier, joint.mimic->offset};
        }
        const BodyIndex body =
            result_.model.addBody(description_.links[child].name, parent.body, parent.X_BL * joint.origin, moving, 0);
        body_of_joint_[index] = body;
        result_.places[child] = {body, Pose()};
        is_placed_[child] = true;
        return true;
    }

    void collectPlanning()
    {
        std::vector<JointIndex> planning;
        for (const JointIndex i : description_.joints.indices())
            if (isPlanning(description_.joints[i]))
                planning.push_back(i);
        if (planning.empty())
            throw InputError("group '" + description_.group + "' has no joint that plans");
        std::sort(planning.begin(), planning.end(), [this](JointIndex a, JointIndex b) {
            return description_.joints[a].state_index < description_.joints[b].state_index;
        });
        result_.rest = result_.model.defaultConfiguration();
        for (const JointIndex i : planning)
        {
            const JointDescription& joint = description_.joints[i];
            const BodyIndex body = *body_of_joint_[i];
            const int variable = *result_.model.body(body).variable;
            result_.planning_bodies.push_back(body);
            result_.layout.first.push_back(*joint.state_index);
            std::copy(joint.values.begin(), joint.values.end(), result_.rest.data() + variable);
            if (joint.kind == Kind::Floating)
                result_.rest.segment<4>(variable + 3).normalize();
        }
    }

    const SceneDescription& description_;
    ConvertedKinematics result_;
    gapless::IndexedVector<LinkIndex, bool> is_placed_;
    gapless::IndexedVector<JointIndex, std::optional<BodyIndex>> body_of_joint_;
};

/// Bound of |translation| of a moving joint within `margin` of its limits.
double largestShift(const gapless::KinematicModel& model, const gapless::Body& body, double margin)
{
    const gapless::Joint& joint = body.joint;
    const auto largest = [margin](const gapless::Joint& limited, std::size_t k) {
        return k < limited.lower.size() ? std::max(std::abs(limited.lower[k]), std::abs(limited.upper[k])) + margin
                                        : std::numeric_limits<double>::infinity();
    };
    switch (joint.type)
    {
        case JointType::Prismatic:
            if (joint.mimic)
                return std::abs(joint.mimic->multiplier) * largest(model.body(joint.mimic->master).joint, 0)
                       + std::abs(joint.mimic->offset);
            return largest(joint, 0);
        case JointType::Planar: return largest(joint, 0) + largest(joint, 1);
        case JointType::Floating: return largest(joint, 0) + largest(joint, 1) + largest(joint, 2);
        default: return 0.0;
    }
}

void addTravel(const gapless::KinematicModel& model, BodyIndex body, double reach, BodyIndex ancestor, double margin,
               Eigen::VectorXd& travel)
{
    for (BodyIndex i = body; i != ancestor; i = model.body(i).parent)
    {
        const gapless::Body& b = model.body(i);
        const gapless::Mimic* mimic = b.joint.mimic ? &*b.joint.mimic : nullptr;
        const int v = (mimic ? model.body(mimic->master) : b).variable.value_or(0);  // none: fixed
        const double factor = mimic ? std::abs(mimic->multiplier) : 1.0;
        switch (b.joint.type)
        {
            case JointType::Fixed: break;
            case JointType::Revolute:
            case JointType::Continuous: travel[v] += factor * reach; break;
            case JointType::Prismatic: travel[v] += factor; break;
            case JointType::Planar:
                travel[v] += 1.0;
                travel[v + 1] += 1.0;
                travel[v + 2] += reach;
                break;
            case JointType::Floating:
                for (int k = 0; k < 3; ++k)
                    travel[v + k] += 1.0;
                // The change of the quaternion as one vector: its length is what counts.
                for (int k = 3; k < 7; ++k)
                    travel[v + k] += M_PI * reach;
                break;
        }
        reach = (reach + b.X_PJ.p.norm() + largestShift(model, b, margin)) * gapless::kInflate;
    }
}

}  // namespace

ConvertedKinematics convertKinematics(const SceneDescription& description)
{
    return Builder(description).build();
}

Eigen::VectorXd relativeTravel(const gapless::KinematicModel& model, BodyIndex body_a, double reach_a, BodyIndex body_b,
                               double reach_b, double margin)
{
    Eigen::VectorXd travel = Eigen::VectorXd::Zero(model.configurationSize());
    const BodyIndex ancestor = model.commonAncestor(body_a, body_b);
    addTravel(model, body_a, reach_a, ancestor, margin, travel);
    addTravel(model, body_b, reach_b, ancestor, margin, travel);
    return travel * gapless::kInflate;
}

double reachFromOrigin(const gapless::KinematicModel& model, BodyIndex body, double reach, double margin)
{
    for (BodyIndex i = body; i != gapless::kWorld; i = model.body(i).parent)
        reach = (reach + model.body(i).X_PJ.p.norm() + largestShift(model, model.body(i), margin)) * gapless::kInflate;
    return reach;
}

}  // namespace gapless_moveit
