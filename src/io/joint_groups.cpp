#include "io/joint_groups.h"

#include <algorithm>

#include "io/input_text.h"

namespace gapless {
namespace {

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

    std::set<int> bodies;

private:
    int findLink(const std::string& name, const Srdf::Group& group) const
    {
        const int link = robot_.findLink(name);
        if (link < 0)
            throw inputError(
                srdf_.file, group.line,
                "group '" + group.name + "' names the link '" + name + "', which '" + robot_.file + "' does not have");
        return link;
    }

    void addJoint(const std::string& name, const Srdf::Group& group)
    {
        const int body = robot_.findJoint(name);
        if (body >= 0)
        {
            bodies.insert(body);
            return;
        }
        const bool is_virtual = std::any_of(srdf_.virtual_joints.begin(), srdf_.virtual_joints.end(),
                                            [&](const Srdf::VirtualJoint& joint) { return joint.name == name; });
        if (!is_virtual && !robot_.isFixedJoint(name))
            throw inputError(
                srdf_.file, group.line,
                "group '" + group.name + "' names the joint '" + name + "', which '" + robot_.file + "' does not have");
    }

    void addJointAbove(int link)
    {
        const int body = robot_.findJoint(robot_.links[static_cast<std::size_t>(link)].joint);
        if (body >= 0)
            bodies.insert(body);
    }

    void addChain(const std::string& base, const std::string& tip, const Srdf::Group& group)
    {
        const int base_link = findLink(base, group);
        std::vector<int> chain;
        int link = findLink(tip, group);
        for (; link >= 0 && link != base_link; link = robot_.links[static_cast<std::size_t>(link)].parent)
            chain.push_back(link);
        if (link < 0)
            throw inputError(srdf_.file, group.line,
                             "group '" + group.name + "' has a chain from '" + base + "' to '" + tip + "', but '" + base
                                 + "' is not above '" + tip + "'");
        for (const int l : chain)
            addJointAbove(l);
    }

    const Srdf& srdf_;
    const UrdfRobot& robot_;
    std::set<std::string> seen_;
};

std::set<int> onlyActive(const std::set<int>& bodies, const Srdf* srdf, const UrdfRobot& robot)
{
    std::set<int> active;
    for (const int body : bodies)
    {
        const Joint& joint = robot.bodies[static_cast<std::size_t>(body)].joint;
        const bool passive =
            srdf && std::find(srdf->passive_joints.begin(), srdf->passive_joints.end(), joint.name) != srdf->passive_joints.end();
        if (!joint.mimic && !passive)
            active.insert(body);
    }
    return active;
}

}  // namespace

std::set<int> jointsOfGroup(const Srdf& srdf, const Srdf::Group& group, const UrdfRobot& robot)
{
    GroupResolver resolver(srdf, robot);
    resolver.add(group);
    return onlyActive(resolver.bodies, &srdf, robot);
}

std::set<int> jointsThatMove(const Srdf* srdf, const UrdfRobot& robot)
{
    std::set<int> bodies;
    for (std::size_t b = 1; b < robot.bodies.size(); ++b)
        bodies.insert(static_cast<int>(b));
    return onlyActive(bodies, srdf, robot);
}

}  // namespace gapless
