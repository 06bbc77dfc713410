#include "common/describe_scene.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <octomap/OcTree.h>

#include <gapless/core/error.h>

namespace gapless_moveit {

namespace {

using gapless::InputError;
using gapless::Pose;
using gapless::Vec3;
using Kind = JointDescription::Kind;

/// MoveIt lets isometries be off by 1e-5, as quaternions of messages are; the nearest rotation is what is certified.
Pose poseOf(const Eigen::Isometry3d& X)
{
    Pose pose;
    pose.p = X.translation();
    pose.R = X.linear();
    if (!((pose.R.transpose() * pose.R - gapless::Mat3::Identity()).norm() <= 1e-12))
        pose.R = Eigen::Quaterniond(pose.R).normalized().toRotationMatrix();
    return pose;
}

DescribedShape describe(const shapes::ShapeConstPtr& original, const shapes::Shape& shape, double scale, double padding,
                        const std::string& name, MeshStore& meshes)
{
    switch (shape.type)
    {
        case shapes::SPHERE: return gapless::Sphere{static_cast<const shapes::Sphere&>(shape).radius};
        case shapes::BOX:
        {
            const double* const size = static_cast<const shapes::Box&>(shape).size;
            return gapless::Box{0.5 * Vec3(size[0], size[1], size[2])};
        }
        case shapes::CYLINDER:
        {
            const auto& cylinder = static_cast<const shapes::Cylinder&>(shape);
            return gapless::Cylinder{cylinder.radius, 0.5 * cylinder.length};
        }
        case shapes::CONE:
        {
            const auto& cone = static_cast<const shapes::Cone&>(shape);
            return gapless::Cone{cone.radius, 0.5 * cone.length};
        }
        case shapes::PLANE:
        {
            const auto& plane = static_cast<const shapes::Plane&>(shape);
            return Plane{Vec3(plane.a, plane.b, plane.c), plane.d};
        }
        case shapes::MESH: return meshes.get(original, static_cast<const shapes::Mesh&>(shape), scale, padding, name);
        case shapes::OCTREE:
        {
            const octomap::OcTree& octree = *static_cast<const shapes::OcTree&>(shape).octree;
            OccupiedCubes occupied;
            for (auto leaf = octree.begin_leafs(), end = octree.end_leafs(); leaf != end; ++leaf)
                if (octree.isNodeOccupied(*leaf))
                    occupied.cubes.push_back({Vec3(leaf.getX(), leaf.getY(), leaf.getZ()), leaf.getSize()});
            return occupied;
        }
        case shapes::UNKNOWN_SHAPE: break;
    }
    throw InputError("'" + name
                     + "' has a shape of a type that is not known here; sphere, box, cylinder, cone, plane, mesh and octree are");
}

/// `poses` in the frame of the link or the world.
std::vector<PlacedDescribedShape> describe(const std::vector<shapes::ShapeConstPtr>& shapes,
                                           const EigenSTL::vector_Isometry3d& poses, const std::string& name, MeshStore& meshes)
{
    std::vector<PlacedDescribedShape> result;
    for (std::size_t i = 0; i < shapes.size(); ++i)
        result.push_back({describe(shapes[i], *shapes[i], 1.0, 0.0, name, meshes), poseOf(poses[i])});
    return result;
}

/// As collision_detection_fcl pads them; nothing where that changes nothing.
std::optional<std::vector<PlacedDescribedShape>> describePadded(const std::vector<shapes::ShapeConstPtr>& shapes,
                                                                const EigenSTL::vector_Isometry3d& poses, double scale,
                                                                double padding, const std::string& name, MeshStore& meshes)
{
    constexpr double kSmall = std::numeric_limits<double>::epsilon();
    if (std::abs(scale - 1.0) <= kSmall && std::abs(padding) <= kSmall)
        return std::nullopt;
    std::vector<PlacedDescribedShape> result;
    for (std::size_t i = 0; i < shapes.size(); ++i)
    {
        const std::unique_ptr<shapes::Shape> padded(shapes[i]->clone());
        padded->scaleAndPadd(scale, padding);
        result.push_back({describe(shapes[i], *padded, scale, padding, name, meshes), poseOf(poses[i])});
    }
    return result;
}

Kind kindOf(const moveit::core::JointModel& joint)
{
    switch (joint.getType())
    {
        case moveit::core::JointModel::FIXED: return Kind::Fixed;
        case moveit::core::JointModel::REVOLUTE:
            return static_cast<const moveit::core::RevoluteJointModel&>(joint).isContinuous() ? Kind::Continuous : Kind::Revolute;
        case moveit::core::JointModel::PRISMATIC: return Kind::Prismatic;
        case moveit::core::JointModel::PLANAR: return Kind::Planar;
        case moveit::core::JointModel::FLOATING: return Kind::Floating;
        default: return Kind::Other;
    }
}

JointDescription describe(const moveit::core::JointModel& joint, const moveit::core::RobotState& state,
                          const moveit::core::JointModelGroup& group)
{
    JointDescription result;
    result.name = joint.getName();
    result.kind = kindOf(joint);
    if (joint.getParentLinkModel())
        result.parent_link = LinkIndex(joint.getParentLinkModel()->getLinkIndex());
    result.child_link = LinkIndex(joint.getChildLinkModel()->getLinkIndex());
    result.origin = poseOf(joint.getChildLinkModel()->getJointOriginTransform());
    if (joint.getType() == moveit::core::JointModel::REVOLUTE)
        result.axis = static_cast<const moveit::core::RevoluteJointModel&>(joint).getAxis();
    else if (joint.getType() == moveit::core::JointModel::PRISMATIC)
        result.axis = static_cast<const moveit::core::PrismaticJointModel&>(joint).getAxis();
    else if (joint.getType() == moveit::core::JointModel::PLANAR)
        result.turns_and_drives = static_cast<const moveit::core::PlanarJointModel&>(joint).getMotionModel()
                                  != moveit::core::PlanarJointModel::HOLONOMIC;
    for (const moveit::core::VariableBounds& bounds : joint.getVariableBounds())
    {
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        result.lower.push_back(bounds.position_bounded_ ? bounds.min_position_ : -kInfinity);
        result.upper.push_back(bounds.position_bounded_ ? bounds.max_position_ : kInfinity);
    }
    if (joint.getMimic())
        result.mimic = JointDescription::Mimic{JointIndex(joint.getMimic()->getJointIndex()), joint.getMimicFactor(),
                                               joint.getMimicOffset()};
    const std::size_t count = joint.getVariableCount();
    for (std::size_t k = 0; k < count; ++k)
        result.values.push_back(state.getVariablePosition(static_cast<int>(joint.getFirstVariableIndex() + k)));
    const int first = count > 0 && group.hasJointModel(joint.getName()) ? group.getVariableGroupIndex(joint.getName()) : -1;
    if (first >= 0)
        result.state_index = static_cast<unsigned int>(first);
    return result;
}

Allowed allowedBy(const collision_detection::AllowedCollisionMatrix& matrix, const std::string& a, const std::string& b)
{
    collision_detection::AllowedCollision::Type type;
    if (!matrix.getAllowedCollision(a, b, type))
        return Allowed::Never;
    switch (type)
    {
        case collision_detection::AllowedCollision::ALWAYS: return Allowed::Always;
        case collision_detection::AllowedCollision::NEVER: return Allowed::Never;
        default: return Allowed::Conditional;
    }
}

}  // namespace

SceneDescription describeScene(const planning_scene::PlanningScene& scene, const moveit::core::RobotState& start,
                               const moveit::core::JointModelGroup& group, MeshStore& meshes)
{
    const moveit::core::RobotModel& model = *start.getRobotModel();
    const auto& environment = *scene.getCollisionEnv();
    SceneDescription result;
    result.group = group.getName();
    result.touch_links_cover_attached = compat::kTouchLinksCoverAttached;
    result.long_way_between_quaternions = compat::kLongWayBetweenQuaternions;
    for (const moveit::core::JointModel* joint : model.getJointModels())
        result.joints.push_back(describe(*joint, start, group));
    const auto& updated = group.getUpdatedLinkModelsSet();
    for (const moveit::core::LinkModel* link : model.getLinkModels())
    {
        const std::string& name = link->getName();
        result.links.push_back({name, updated.count(link) > 0,
                                describe(link->getShapes(), link->getCollisionOriginTransforms(), name, meshes),
                                describePadded(link->getShapes(), link->getCollisionOriginTransforms(),
                                               environment.getLinkScale(name), environment.getLinkPadding(name), name, meshes)});
    }
    std::vector<const moveit::core::AttachedBody*> attached;
    start.getAttachedBodies(attached);
    for (const moveit::core::AttachedBody* body : attached)
    {
        const std::string& link = body->getAttachedLinkName();
        result.attached.push_back(
            {body->getName(), LinkIndex(body->getAttachedLink()->getLinkIndex()),
             describe(body->getShapes(), body->getShapePosesInLinkFrame(), body->getName(), meshes),
             describePadded(body->getShapes(), body->getShapePosesInLinkFrame(), environment.getLinkScale(link),
                            environment.getLinkPadding(link), body->getName(), meshes),
             body->getTouchLinks()});
    }
    for (const auto& named : *scene.getWorld())
    {
        const collision_detection::World::Object& object = *named.second;
        result.world.push_back({object.id_, describe(object.shapes_, object.global_shape_poses_, object.id_, meshes)});
    }
    for (const auto& pair : model.getSRDF()->getDisabledCollisionPairs())
        result.srdf_disabled.insert(std::minmax(pair.link1_, pair.link2_));
    result.allowed = [&matrix = scene.getAllowedCollisionMatrix()](const std::string& a, const std::string& b) {
        return allowedBy(matrix, a, b);
    };
    return result;
}

std::vector<double> groupValues(const moveit::core::RobotState& state, const moveit::core::JointModelGroup& group)
{
    std::vector<double> values;
    state.copyJointGroupPositions(&group, values);
    return values;
}

std::string beyondGeometry(const planning_scene::PlanningScene& scene)
{
    if (scene.getStateFeasibilityPredicate())
        return "the planning scene has a predicate for the feasibility of states, of which nothing is known between two states";
    if (scene.getMotionFeasibilityPredicate())
        return "the planning scene has a predicate for the feasibility of motions";
    return {};
}

}  // namespace gapless_moveit
