// outlineUrdf() has refused what urdfdom would drop without a word; here urdfdom's model is turned into bodies. Links that fixed joints
// join are one body, so only joints that move make a new one, and a link has its pose in its body. Bodies are numbered depth first in the
// order of the file, parents first; a mimic joint waits until its master has a number, and a round in which none of those waiting can be
// placed means that one of them moves its own master. Masters that are mimic joints themselves are followed to the joint that has a
// value.
#include <gapless/io/urdf_robot.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <unordered_map>

#include "core/log.h"
#include "io/input_text.h"
#include "io/resource_path.h"
#include "io/rotation.h"
#include "io/urdf_outline.h"
#include "io/urdf_text.h"

namespace gapless {
namespace {

Pose toPose(const urdf::Pose& pose)
{
    Pose X;
    X.p = Vec3(pose.position.x, pose.position.y, pose.position.z);
    const urdf::Rotation& q = pose.rotation;
    X.R = rotationFromQuaternion({q.x, q.y, q.z, q.w});
    return X;
}

JointType toType(int type)
{
    switch (type)
    {
        case urdf::Joint::REVOLUTE: return JointType::Revolute;
        case urdf::Joint::CONTINUOUS: return JointType::Continuous;
        case urdf::Joint::PRISMATIC: return JointType::Prismatic;
        case urdf::Joint::PLANAR: return JointType::Planar;
        case urdf::Joint::FLOATING: return JointType::Floating;
        default: return JointType::Fixed;
    }
}

/// Turns the parsed model into bodies, one joint of the file after the other.
class RobotBuilder
{
public:
    RobotBuilder(const UrdfOutline& outline, const urdf::ModelInterface& model, const std::string& file)
        : outline_(outline), model_(model), file_(file)
    {
        for (std::size_t j = 0; j < outline.joints.size(); ++j)
            below_[outline.joints[j].parent].push_back(j);
        for (std::size_t j = 0; j < outline.joints.size(); ++j)
            joint_index_[outline.joints[j].name] = j;
    }

    UrdfRobot build()
    {
        robot_.file = file_;
        for (const UrdfOutline::Link& link : outline_.links)
        {
            link_index_[link.name] = UrdfRobot::LinkIndex(robot_.links.size());
            robot_.links.emplace_back();
            robot_.links.back().name = link.name;
        }
        robot_.bodies.emplace_back();
        robot_.bodies.back().name = outline_.root;
        placeLink(outline_.root, UrdfRobot::kRoot, Pose());
        placeJoints();
        return std::move(robot_);
    }

private:
    UrdfRobot::Link& link(const std::string& name) { return robot_.links[link_index_.at(name)]; }

    void placeLink(const std::string& name, UrdfRobot::PartIndex body, const Pose& X_BL)
    {
        link(name).body = body;
        link(name).X_BL = X_BL;
        const auto joints = below_.find(name);
        if (joints != below_.end())
            open_.insert(open_.end(), joints->second.rbegin(), joints->second.rend());
    }

    /// Depth first in the order of the file; a mimic joint waits until its master is placed.
    void placeJoints()
    {
        std::vector<std::size_t> waiting;
        while (!open_.empty())
        {
            const std::size_t placed = robot_.bodies.size();
            while (!open_.empty())
            {
                const std::size_t j = open_.back();
                open_.pop_back();
                if (!placeJoint(j))
                    waiting.push_back(j);
            }
            if (!waiting.empty() && robot_.bodies.size() == placed)
                throw inputError(file_, outline_.joints[waiting.front()].line,
                                 "joint '" + outline_.joints[waiting.front()].name
                                     + "' moves the joint that it mimics, which is not supported");
            open_.assign(waiting.rbegin(), waiting.rend());
            waiting.clear();
        }
    }

    bool placeJoint(std::size_t number)
    {
        const UrdfOutline::Joint& outline = outline_.joints[number];
        const urdf::Joint& parsed = *model_.getJoint(outline.name);
        const UrdfRobot::Link parent = link(outline.parent);
        const Pose X_BJ = parent.X_BL * toPose(parsed.parent_to_joint_origin_transform);
        UrdfRobot::Link& child = link(outline.child);
        if (parsed.type == urdf::Joint::FIXED)
        {
            child.joint = outline.name;
            child.parent = link_index_.at(outline.parent);
            placeLink(outline.child, parent.body, X_BJ);
            return true;
        }
        UrdfRobot::BodyPart body;
        body.name = outline.child;
        body.parent = parent.body;
        body.X_PJ = X_BJ;
        body.joint.name = outline.name;
        body.joint.type = toType(parsed.type);
        if (body.joint.type != JointType::Floating)
            body.joint.axis = Vec3(parsed.axis.x, parsed.axis.y, parsed.axis.z);
        if (body.joint.type == JointType::Revolute || body.joint.type == JointType::Prismatic)
        {
            body.joint.lower = {parsed.limits->lower};
            body.joint.upper = {parsed.limits->upper};
        }
        if (parsed.mimic && !traceMimic(parsed, outline, body))
            return false;
        child.joint = outline.name;
        child.parent = link_index_.at(outline.parent);
        const UrdfRobot::PartIndex index(robot_.bodies.size());
        body_index_[outline.name] = index;
        robot_.bodies.push_back(body);
        placeLink(outline.child, index, Pose());
        return true;
    }

    /// Sets joint.mimic and mimic_master; false if the master has no body yet. A master that is itself a mimic joint is passed through:
    /// m (m' x + o') + o.
    bool traceMimic(const urdf::Joint& parsed, const UrdfOutline::Joint& outline, UrdfRobot::BodyPart& body) const
    {
        const auto fail = [&](const std::string& what) {
            return inputError(file_, outline.line, "joint '" + outline.name + "' " + what);
        };
        if (variableCount(body.joint.type) != 1)
            throw fail("mimics another joint; only revolute, continuous and prismatic joints can");
        Mimic mimic;
        std::set<std::string> seen = {outline.name};
        const urdf::Joint* at = &parsed;
        while (at->type != urdf::Joint::FIXED && at->mimic)
        {
            const std::string& name = at->mimic->joint_name;
            if (!seen.insert(name).second)
                throw fail("mimics itself");
            const auto master = joint_index_.find(name);
            if (master == joint_index_.end())
                throw fail("mimics '" + name + "', which the file does not have");
            mimic.offset += mimic.multiplier * at->mimic->offset;
            mimic.multiplier *= at->mimic->multiplier;
            at = model_.getJoint(name).get();
        }
        if (variableCount(toType(at->type)) != 1)
            throw fail("mimics '" + at->name + "', which is not revolute, continuous or prismatic");
        const auto master = body_index_.find(at->name);
        if (master == body_index_.end())
            return false;
        body.mimic_master = master->second;
        body.joint.mimic = mimic;
        return true;
    }

    const UrdfOutline& outline_;
    const urdf::ModelInterface& model_;
    const std::string& file_;
    std::unordered_map<std::string, std::vector<std::size_t>> below_;
    std::unordered_map<std::string, std::size_t> joint_index_;
    std::unordered_map<std::string, UrdfRobot::LinkIndex> link_index_;
    std::unordered_map<std::string, UrdfRobot::PartIndex> body_index_;
    std::vector<std::size_t> open_;
    UrdfRobot robot_;
};

PlacedShape toShape(const urdf::Collision& collision, const Pose& X_BL, const std::string& link, const std::string& file,
                    int line, MeshLoader& meshes, const std::map<std::string, std::string>& packages)
{
    PlacedShape placed;
    placed.X_BS = X_BL * toPose(collision.origin);
    switch (collision.geometry->type)
    {
        case urdf::Geometry::BOX:
        {
            const auto& box = static_cast<const urdf::Box&>(*collision.geometry);
            placed.shape = Box{Vec3(box.dim.x, box.dim.y, box.dim.z) / 2.0};
            break;
        }
        case urdf::Geometry::SPHERE: placed.shape = Sphere{static_cast<const urdf::Sphere&>(*collision.geometry).radius}; break;
        case urdf::Geometry::CYLINDER:
        {
            const auto& cylinder = static_cast<const urdf::Cylinder&>(*collision.geometry);
            placed.shape = Cylinder{cylinder.radius, cylinder.length / 2.0};
            break;
        }
        case urdf::Geometry::MESH:
        {
            const auto& mesh = static_cast<const urdf::Mesh&>(*collision.geometry);
            const std::string path = resolveResource(mesh.filename, std::filesystem::path(file).parent_path().string(), packages,
                                                     file, line, "mesh of link '" + link + "'");
            try
            {
                placed.shape = meshes.load(path, Vec3(mesh.scale.x, mesh.scale.y, mesh.scale.z));
            }
            catch (const InputError& error)
            {
                throw inputError(file, line, "mesh of link '" + link + "': " + error.what());
            }
            break;
        }
    }
    return placed;
}

/// Such links are seen in every viewer, and touch nothing here.
void warnOfVisualsOnly(const UrdfOutline& outline, const std::string& file)
{
    std::string names;
    for (const UrdfOutline::Link& link : outline.links)
        if (link.has_visual && link.collisions.empty())
            names += (names.empty() ? "'" : ", '") + link.name + "'";
    if (!names.empty())
        libraryLog()->warn("{}: a <visual> but no <collision>, so not checked for collisions: {}", file, names);
}

}  // namespace

std::optional<UrdfRobot::LinkIndex> UrdfRobot::findLink(const std::string& name) const
{
    for (const LinkIndex link : links.indices())
        if (links[link].name == name)
            return link;
    return {};
}

std::optional<UrdfRobot::PartIndex> UrdfRobot::findJoint(const std::string& name) const
{
    for (const PartIndex body : bodies.indices())
        if (bodies[body].parent && bodies[body].joint.name == name)
            return body;
    return {};
}

bool UrdfRobot::isFixedJoint(const std::string& name) const
{
    return !findJoint(name) && std::any_of(links.begin(), links.end(), [&](const Link& link) { return link.joint == name; });
}

UrdfRobot parseUrdf(const std::string& text, const std::string& file, MeshLoader& meshes,
                    const std::map<std::string, std::string>& packages)
{
    const UrdfOutline outline = outlineUrdf(text, file);
    const urdf::ModelInterfaceSharedPtr model = parseUrdfText(text, outline, file);
    UrdfRobot robot = RobotBuilder(outline, *model, file).build();
    std::size_t memory = 0;
    for (const UrdfRobot::LinkIndex l : robot.links.indices())
    {
        UrdfRobot::Link& link = robot.links[l];
        const UrdfOutline::Link& outlined = outline.links[l.value()];
        std::vector<PlacedShape> shapes;
        const auto& collisions = model->getLink(link.name)->collision_array;
        for (std::size_t c = 0; c < collisions.size(); ++c)
            shapes.push_back(toShape(*collisions[c], link.X_BL, link.name, file, outlined.collisions[c], meshes, packages));
        if (!shapes.empty())
        {
            link.geometry = std::make_shared<const CollisionGeometry>(shapes, file + ": link '" + link.name + "'");
            meshes.requireMemory(memory += link.geometry->memoryBytes(), file, outlined.line);
        }
    }
    warnOfVisualsOnly(outline, file);
    return robot;
}

UrdfRobot loadUrdf(const std::string& file, MeshLoader& meshes, const std::map<std::string, std::string>& packages)
{
    return parseUrdf(readTextFile(file, "URDF file"), file, meshes, packages);
}

}  // namespace gapless
