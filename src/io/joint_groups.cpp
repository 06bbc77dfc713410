#include "io/joint_groups.h"

#include <algorithm>

#include "io/input_text.h"

namespace gapless {
namespace {

using PartIndex = UrdfRobot::PartIndex;
using LinkIndex = UrdfRobot::LinkIndex;

class GroupResolver
{
public:
    GroupResolver(const Srdf& srdf, const UrdfRobot& robot) : srdf_(srdf), robot_(robot) {}

    void add(const Srdf::Group& group)
    {
        // A group reached twice adds nothing, and a ladder of shared subgroups must not take exponential time.
        if (!seen_.insert(group.name).second)
            return;
        for (const std::string& joint : group.joints)
            addJoint(joint, group);
        for (const std::string& link : group.links)
            addJointAbove(findLink(link, group));
        for (const auto& [base, tip] : group.chains)
            addChain(base, tip, group);
        for (const std::string& name : group.groups)
            add(*srdf_.findGroup(name));
    }

    std::set<PartIndex> bodies;

private:
    LinkIndex findLink(const std::string& name, const Srdf::Group& group) const
    {
        const std::optional<LinkIndex> link = robot_.findLink(name);
        if (!link)
            throw inputError(
                srdf_.file, group.line,
                "group '" + group.name + "' names the link '" + name + "', which '" + robot_.file + "' does not have");
        return *link;
    }

    void addJoint(const std::string& name, const Srdf::Group& group)
    {
        if (const auto body = robot_.findJoint(name))
        {
            bodies.insert(*body);
            return;
        }
        const bool is_virtual = std::any_of(srdf_.virtual_joints.begin(), srdf_.virtual_joints.end(),
                                            [&](const Srdf::VirtualJoint& joint) { return joint.name == name; });
        if (!is_virtual && !robot_.isFixedJoint(name))
            throw inputError(
                srdf_.file, group.line,
                "group '" + group.name + "' names the joint '" + name + "', which '" + robot_.file + "' does not have");
    }

    void addJointAbove(LinkIndex link)
    {
        if (const auto body = robot_.findJoint(robot_.links[link].joint))
            bodies.insert(*body);
    }

    void addChain(const std::string& base, const std::string& tip, const Srdf::Group& group)
    {
        const LinkIndex base_link = findLink(base, group);
        std::vector<LinkIndex> chain;
        std::optional<LinkIndex> link = findLink(tip, group);
        for (; link && *link != base_link; link = robot_.links[*link].parent)
            chain.push_back(*link);
        if (!link)
            throw inputError(srdf_.file, group.line,
                             "group '" + group.name + "' has a chain from '" + base + "' to '" + tip + "', but '" + base
                                 + "' is not above '" + tip + "'");
        for (const LinkIndex l : chain)
            addJointAbove(l);
    }

    const Srdf& srdf_;
    const UrdfRobot& robot_;
    std::set<std::string> seen_;
};

std::set<PartIndex> onlyActive(const std::set<PartIndex>& bodies, const Srdf* srdf, const UrdfRobot& robot)
{
    std::set<PartIndex> active;
    for (const PartIndex body : bodies)
    {
        const Joint& joint = robot.bodies[body].joint;
        const bool passive =
            srdf && std::find(srdf->passive_joints.begin(), srdf->passive_joints.end(), joint.name) != srdf->passive_joints.end();
        if (!joint.mimic && !passive)
            active.insert(body);
    }
    return active;
}

}  // namespace

std::set<PartIndex> jointsOfGroup(const Srdf& srdf, const Srdf::Group& group, const UrdfRobot& robot)
{
    GroupResolver resolver(srdf, robot);
    resolver.add(group);
    return onlyActive(resolver.bodies, &srdf, robot);
}

std::set<PartIndex> jointsThatMove(const Srdf* srdf, const UrdfRobot& robot)
{
    std::set<PartIndex> bodies;
    for (const PartIndex body : robot.bodies.indices())
        if (robot.bodies[body].parent)
            bodies.insert(body);
    return onlyActive(bodies, srdf, robot);
}

}  // namespace gapless
