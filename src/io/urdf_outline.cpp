#include "io/urdf_outline.h"

#include <map>
#include <set>

#include "io/input_text.h"
#include "io/xml_checked.h"

namespace gapless {
namespace {

using tinyxml2::XMLElement;

std::string tag(const XMLElement& element)
{
    return std::string("<") + element.Name() + ">";
}

/// The only child of that name, or null.
const XMLElement* onlyChild(const XMLElement& element, const char* name, const std::string& label)
{
    const XMLElement* child = element.FirstChildElement(name);
    if (child && child->NextSiblingElement(name))
        throw inputError(label, child->NextSiblingElement(name)->GetLineNum(),
                         tag(element) + " has a second <" + name + ">; one is expected");
    return child;
}

void checkPositive(const XMLElement& shape, const char* attribute, std::size_t count, const std::string& label)
{
    requireAttribute(shape, attribute, label);
    const auto values = numbersAttribute(shape, attribute, count, label);
    for (const double value : *values)
        if (!(value > 0.0))
            throw inputError(
                label, shape.GetLineNum(),
                tag(shape) + " has " + attribute + "=\"" + shape.Attribute(attribute) + "\"; it must be greater than 0");
}

void checkOrigin(const XMLElement& element, const std::string& label)
{
    if (const XMLElement* origin = onlyChild(element, "origin", label))
    {
        numbersAttribute(*origin, "xyz", 3, label);
        numbersAttribute(*origin, "rpy", 3, label);
        for (const tinyxml2::XMLAttribute* a = origin->FirstAttribute(); a; a = a->Next())
            if (std::string_view(a->Name()) != "xyz" && std::string_view(a->Name()) != "rpy")
                throw inputError(label, origin->GetLineNum(),
                                 "<origin> has the attribute '" + std::string(a->Name()) + "'; only xyz and rpy are read");
    }
}

void checkShape(const XMLElement& shape, const std::string& link, const std::string& label)
{
    const std::string kind = shape.Name();
    if (kind == "box")
        checkPositive(shape, "size", 3, label);
    else if (kind == "sphere")
        checkPositive(shape, "radius", 1, label);
    else if (kind == "cylinder")
    {
        checkPositive(shape, "radius", 1, label);
        checkPositive(shape, "length", 1, label);
    }
    else if (kind == "mesh")
    {
        requireAttribute(shape, "filename", label);
        if (const auto scale = numbersAttribute(shape, "scale", 3, label))
            for (const double value : *scale)
                if (value == 0.0)
                    throw inputError(label, shape.GetLineNum(), "<mesh> has a scale of 0; it must not be 0");
    }
    else
        throw inputError(label, shape.GetLineNum(),
                         "unsupported element <" + kind + "> in the collision geometry of link '" + link
                             + "'; supported are box, sphere, cylinder and mesh");
}

void checkCollision(const XMLElement& collision, const std::string& link, const std::string& label)
{
    checkOrigin(collision, label);
    const XMLElement* geometry = onlyChild(collision, "geometry", label);
    const XMLElement* shape = geometry ? geometry->FirstChildElement() : nullptr;
    if (!shape)
        throw inputError(label, collision.GetLineNum(), "a <collision> of link '" + link + "' has no geometry");
    if (shape->NextSiblingElement())
        throw inputError(label, shape->NextSiblingElement()->GetLineNum(),
                         "<geometry> of link '" + link + "' has two shapes; write one <collision> for each");
    checkShape(*shape, link, label);
}

void checkLimit(const XMLElement& joint, const std::string& name, bool required, const std::string& label)
{
    const XMLElement* limit = onlyChild(joint, "limit", label);
    if (!limit)
    {
        if (required)
            throw inputError(label, joint.GetLineNum(),
                             "joint '" + name + "' has no <limit>; it needs lower, upper, effort and velocity");
        return;
    }
    requireNumber(*limit, "effort", label);
    requireNumber(*limit, "velocity", label);
    // URDF: a bound left out is 0.
    const auto lower = numbersAttribute(*limit, "lower", 1, label);
    const auto upper = numbersAttribute(*limit, "upper", 1, label);
    if (required && (lower ? lower->front() : 0.0) > (upper ? upper->front() : 0.0))
        throw inputError(label, limit->GetLineNum(), "joint '" + name + "' has its lower limit above the upper one");
}

UrdfOutline::Joint outlineJoint(const XMLElement& element, const std::string& label)
{
    static const std::set<std::string> kTypes = {"revolute", "continuous", "prismatic", "fixed", "planar", "floating"};
    UrdfOutline::Joint joint;
    joint.name = requireAttribute(element, "name", label);
    joint.type = requireAttribute(element, "type", label);
    joint.line = element.GetLineNum();
    if (kTypes.count(joint.type) == 0)
        throw inputError(label, joint.line, "joint '" + joint.name + "' is of unsupported type '" + joint.type +
                                                "'; supported are revolute, continuous, prismatic, fixed, planar "
                                                "and floating");
    for (const auto& [name, target] : {std::make_pair("parent", &joint.parent), std::make_pair("child", &joint.child)})
    {
        const XMLElement* end = onlyChild(element, name, label);
        if (!end)
            throw inputError(label, joint.line, "joint '" + joint.name + "' has no <" + name + "> link");
        *target = requireAttribute(*end, "link", label);
    }
    checkOrigin(element, label);
    checkLimit(element, joint.name, joint.type == "revolute" || joint.type == "prismatic", label);
    const bool needs_axis = joint.type != "fixed" && joint.type != "floating";
    if (const XMLElement* axis = needs_axis ? onlyChild(element, "axis", label) : nullptr)
    {
        const auto xyz = numbersAttribute(*axis, "xyz", 3, label);
        if (xyz && (*xyz)[0] == 0.0 && (*xyz)[1] == 0.0 && (*xyz)[2] == 0.0)
            throw inputError(label, axis->GetLineNum(), "joint '" + joint.name + "' has a zero axis");
    }
    const XMLElement* mimic = joint.type == "fixed" ? nullptr : onlyChild(element, "mimic", label);
    if (mimic)
    {
        requireAttribute(*mimic, "joint", label);
        numbersAttribute(*mimic, "multiplier", 1, label);
        numbersAttribute(*mimic, "offset", 1, label);
    }
    return joint;
}

UrdfOutline::Link outlineLink(const XMLElement& element, const std::string& label)
{
    UrdfOutline::Link link;
    link.name = requireAttribute(element, "name", label);
    link.line = element.GetLineNum();
    link.has_visual = element.FirstChildElement("visual") != nullptr;
    for (const XMLElement* collision = element.FirstChildElement("collision"); collision;
         collision = collision->NextSiblingElement("collision"))
    {
        checkCollision(*collision, link.name, label);
        link.collisions.push_back(collision->GetLineNum());
    }
    return link;
}

/// Every link has one parent at most, and all hang together from one root.
///
/// Three counts make a tree: no link has two parents, one link has none, and all are reached from it. A loop has no link without a
/// parent, so apart from the tree it shows as links that are not reached.
std::string checkTree(const UrdfOutline& outline, const std::string& label)
{
    std::map<std::string, const UrdfOutline::Joint*> parent_joint;
    std::map<std::string, const UrdfOutline::Link*> links;
    for (const auto& link : outline.links)
        links[link.name] = &link;
    std::map<std::string, std::vector<std::string>> children;
    for (const auto& joint : outline.joints)
    {
        for (const std::string& end : {joint.parent, joint.child})
            if (links.count(end) == 0)
                throw inputError(label, joint.line,
                                 "joint '" + joint.name + "' names the link '" + end + "', which the file does not have");
        if (!parent_joint.emplace(joint.child, &joint).second)
            throw inputError(label, joint.line,
                             "link '" + joint.child + "' has two parents, by the joints '" + parent_joint[joint.child]->name
                                 + "' and '" + joint.name + "'");
        children[joint.parent].push_back(joint.child);
    }
    std::string root;
    for (const auto& link : outline.links)
        if (parent_joint.count(link.name) == 0)
        {
            if (!root.empty())
                throw inputError(label, link.line,
                                 "the links '" + root + "' and '" + link.name + "' both have no parent; join them to one tree");
            root = link.name;
        }
    if (root.empty())
        throw inputError(label, 0, outline.links.empty() ? "the robot has no links" : "the joints form a loop");
    std::set<std::string> reached = {root};
    std::vector<std::string> open = {root};
    while (!open.empty())
    {
        const std::string link = open.back();
        open.pop_back();
        for (const std::string& child : children[link])
        {
            reached.insert(child);
            open.push_back(child);
        }
    }
    for (const auto& link : outline.links)
        if (reached.count(link.name) == 0)
            throw inputError(label, link.line, "link '" + link.name + "' is part of a loop of joints");
    return root;
}

}  // namespace

UrdfOutline outlineUrdf(std::string_view text, const std::string& label)
{
    const auto document = parseXml(text, label, "robot");
    const XMLElement& robot = *document->RootElement();
    UrdfOutline outline;
    outline.robot = requireAttribute(robot, "name", label);
    std::set<std::string> links, joints;
    for (const XMLElement* element = robot.FirstChildElement(); element; element = element->NextSiblingElement())
    {
        const std::string kind = element->Name();
        if (kind.rfind("xacro:", 0) == 0)
            throw inputError(label, element->GetLineNum(), "unsupported element <" + kind + ">; run xacro on it first");
        if (kind == "link")
        {
            outline.links.push_back(outlineLink(*element, label));
            if (!links.insert(outline.links.back().name).second)
                throw inputError(label, element->GetLineNum(),
                                 "a second link '" + outline.links.back().name + "'; names must differ");
        }
        if (kind == "joint")
        {
            outline.joints.push_back(outlineJoint(*element, label));
            if (!joints.insert(outline.joints.back().name).second)
                throw inputError(label, element->GetLineNum(),
                                 "a second joint '" + outline.joints.back().name + "'; names must differ");
        }
    }
    outline.root = checkTree(outline, label);
    return outline;
}

}  // namespace gapless
