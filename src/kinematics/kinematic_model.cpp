#include <gapless/kinematics/kinematic_model.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include <gapless/core/error.h>
#include <gapless/core/orthonormal.h>
#include <gapless/kinematics/angle.h>

namespace gapless {

int variableCount(JointType type)
{
    switch (type)
    {
        case JointType::Fixed: return 0;
        case JointType::Revolute:
        case JointType::Continuous:
        case JointType::Prismatic: return 1;
        case JointType::Planar: return 3;
        case JointType::Floating: return 7;
    }
    return 0;
}

namespace {

std::uint64_t newId()
{
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

}  // namespace

KinematicModel::KinematicModel() : id_(newId())
{
    Body world;
    world.name = "world";
    bodies_.push_back(world);
    depth_.push_back(0);
}

BodyIndex KinematicModel::addBody(const std::string& name, BodyIndex parent, const Pose& X_PJ, Joint joint,
                                  std::optional<int> robot)
{
    const std::string where = "joint '" + joint.name + "' of body '" + name + "'";
    if (!bodies_.has(parent))
        throw InputError(where + ": no parent body with index " + std::to_string(parent.value()) + "; parents are added first");
    const Pose origin = orthonormal(X_PJ, where);
    if (joint.type != JointType::Fixed && joint.type != JointType::Floating)
    {
        // Squares of very large or small coordinates are no numbers.
        const double largest = joint.axis.cwiseAbs().maxCoeff();
        if (!joint.axis.allFinite() || !(largest > 0.0))
            throw InputError(where + ": its axis is zero or not finite; it has to be a direction");
        joint.axis = (joint.axis / largest).normalized();
    }
    if (joint.lower.size() != joint.upper.size()
        || (!joint.lower.empty() && static_cast<int>(joint.lower.size()) > variableCount(joint.type)))
        throw InputError(where + ": " + std::to_string(joint.lower.size()) + " lower and " + std::to_string(joint.upper.size())
                         + " upper limits for " + std::to_string(variableCount(joint.type)) + " variables");
    for (std::size_t k = 0; k < joint.lower.size(); ++k)
        if (!(joint.lower[k] <= joint.upper[k]))
            throw InputError(where + ": lower limit " + std::to_string(joint.lower[k]) + " is not below the upper limit "
                             + std::to_string(joint.upper[k]));
    if (joint.mimic)
    {
        const BodyIndex master = joint.mimic->master;
        if (master == kWorld || !bodies_.has(master) || variableCount(body(master).joint.type) != 1 || body(master).joint.mimic)
            throw InputError(
                where
                + ": it mimics a joint that is missing, comes later, is itself a mimic joint or has not exactly one variable");
        if (variableCount(joint.type) != 1)
            throw InputError(where + ": a mimic joint has to have one variable");
        if (!std::isfinite(joint.mimic->multiplier) || !std::isfinite(joint.mimic->offset))
            throw InputError(where + ": its multiplier or offset is not finite");
        if (body(master).joint.type == JointType::Continuous && joint.mimic->multiplier != std::round(joint.mimic->multiplier))
            throw InputError(where + ": it follows the continuous joint '" + body(master).joint.name
                             + "' with a multiplier that is not an integer, so it would jump where that joint wraps");
        if (body(master).joint.type == JointType::Continuous && joint.type == JointType::Prismatic
            && joint.mimic->multiplier != 0.0)
            throw InputError(where + ": a prismatic joint that follows the continuous joint '" + body(master).joint.name
                             + "' would jump where that joint wraps");
    }
    Body b;
    b.name = name;
    b.parent = parent;
    b.X_PJ = origin;
    b.robot = robot;
    b.joint = std::move(joint);
    return append(std::move(b));
}

/// @param b all of it but `variable`, `is_static` and X_WB
BodyIndex KinematicModel::append(Body b)
{
    const Joint& joint = b.joint;
    const int count = joint.mimic ? 0 : variableCount(joint.type);
    // Those first, if memory runs out.
    constexpr double kNone = std::numeric_limits<double>::infinity();
    lower_.conservativeResizeLike(Eigen::VectorXd::Constant(configuration_size_ + count, -kNone));
    upper_.conservativeResizeLike(Eigen::VectorXd::Constant(configuration_size_ + count, kNone));
    b.variable = count > 0 ? std::optional(configuration_size_) : std::nullopt;
    if (count == 1 && joint.type != JointType::Continuous && !joint.lower.empty())
    {
        lower_[*b.variable] = joint.lower[0];
        upper_[*b.variable] = joint.upper[0];
    }
    floats_ = floats_ || joint.type == JointType::Floating;
    configuration_size_ += count;
    b.is_static = body(b.parent).is_static && joint.type == JointType::Fixed;
    if (b.is_static)
        b.X_WB = b.parent == kWorld ? b.X_PJ : body(b.parent).X_WB * b.X_PJ;
    else
        moving_.emplace_back(bodies_.size());
    depth_.push_back(depth_[b.parent] + 1);
    bodies_.push_back(std::move(b));
    id_ = newId();
    return BodyIndex(bodies_.size() - 1);
}

KinematicModel KinematicModel::only(const IndexedVector<BodyIndex, char>& keep,
                                    IndexedVector<BodyIndex, std::optional<BodyIndex>>& numbers) const
{
    if (keep.size() != bodies_.size())
        throw InputError("which bodies are kept is said of " + std::to_string(keep.size()) + "; there are "
                         + std::to_string(bodies_.size()));
    KinematicModel result;
    numbers.assign(bodies_.size(), std::nullopt);
    numbers[kWorld] = kWorld;
    const auto numberOf = [&](BodyIndex needed, const Body& of) {
        if (!numbers[needed])
            throw InputError("body '" + of.name + "' needs body '" + body(needed).name + "', which is left out");
        return *numbers[needed];
    };
    for (const BodyIndex i : bodies_.indices())
    {
        if (i == kWorld || !keep[i])
            continue;
        Body b = body(i);
        b.parent = numberOf(b.parent, b);
        if (b.joint.mimic)
            b.joint.mimic->master = numberOf(b.joint.mimic->master, b);
        numbers[i] = result.append(std::move(b));
    }
    return result;
}

void KinematicModel::place(BodyIndex index, const Pose& X_WB)
{
    Body& b = bodies_[index];
    const bool carries =
        std::any_of(bodies_.begin(), bodies_.end(), [&](const Body& other) { return &other != &b && other.parent == index; });
    if (index == kWorld || b.parent != kWorld || b.joint.type != JointType::Fixed || carries)
        throw InputError("body '" + b.name + "' is not fixed to the world by itself, so it cannot be put elsewhere");
    b.X_PJ = b.X_WB = orthonormal(X_WB, "body '" + b.name + "'");
    id_ = newId();
}

// The deeper of the two is taken up until both are one: bodies are not numbered by their depth.
BodyIndex KinematicModel::commonAncestor(BodyIndex a, BodyIndex b) const
{
    while (a != b)
    {
        BodyIndex& deeper = depth_[a] >= depth_[b] ? a : b;
        deeper = body(deeper).parent;
    }
    return a;
}

std::optional<BodyIndex> KinematicModel::findJoint(const std::string& name) const
{
    for (const BodyIndex i : bodies_.indices())
        if (body(i).joint.name == name && body(i).joint.type != JointType::Fixed)
            return i;
    return std::nullopt;
}

Configuration KinematicModel::defaultConfiguration() const
{
    Configuration q = Configuration::Zero(configuration_size_);
    for (const Body& b : bodies_)
    {
        if (!b.variable)
            continue;
        for (std::size_t k = 0; k < b.joint.lower.size(); ++k)
            q[*b.variable + static_cast<int>(k)] = std::clamp(0.0, b.joint.lower[k], b.joint.upper[k]);
        if (b.joint.type == JointType::Floating)
            q[*b.variable + 6] = 1.0;
    }
    return q;
}

void KinematicModel::validate(const Configuration& q) const
{
    if (q.size() != configuration_size_)
        throw InputError("a configuration has " + std::to_string(q.size()) + " values; this model has "
                         + std::to_string(configuration_size_) + " variables");
    if (!floats_ && q.allFinite())
        return;
    for (const BodyIndex i : moving_)
    {
        const Body& b = body(i);
        if (!b.variable)
            continue;
        const int count = variableCount(b.joint.type);
        for (int k = 0; k < count; ++k)
            if (!std::isfinite(q[*b.variable + k]))
                throw InputError("joint '" + b.joint.name + "': its value is not a finite number");
        if (b.joint.type == JointType::Floating)
        {
            const double length = q.segment<4>(*b.variable + 3).norm();
            if (!(std::abs(length - 1.0) <= 1e-6))
                throw InputError("joint '" + b.joint.name + "': its quaternion has length " + std::to_string(length)
                                 + "; it has to be 1 within 1e-6");
        }
    }
}

void KinematicModel::normalizeAngles(Configuration& q) const
{
    for (const Body& b : bodies_)
        if (b.variable && (b.joint.type == JointType::Continuous || b.joint.type == JointType::Planar))
        {
            double& angle = q[*b.variable + variableCount(b.joint.type) - 1];
            angle = normalizedAngle(angle);
        }
}

}  // namespace gapless
