#include "gapless/io/srdf.h"

#include <algorithm>
#include <functional>
#include <set>

#include "io/input_text.h"
#include "io/xml_checked.h"

namespace gapless {
namespace {

using tinyxml2::XMLElement;

constexpr std::size_t kMaxGroupDepth = 64;

template <class Read>
void forEachChild(const XMLElement& element, const char* name, const Read& read)
{
    for (const XMLElement* child = element.FirstChildElement(name); child; child = child->NextSiblingElement(name))
        read(*child);
}

Srdf::Group readGroup(const XMLElement& element, const std::string& file)
{
    Srdf::Group group;
    group.name = requireAttribute(element, "name", file);
    group.line = element.GetLineNum();
    forEachChild(element, "chain", [&](const XMLElement& chain) {
        group.chains.emplace_back(requireAttribute(chain, "base_link", file), requireAttribute(chain, "tip_link", file));
    });
    const auto names = [&](const char* kind, std::vector<std::string>& target) {
        forEachChild(element, kind, [&](const XMLElement& child) { target.push_back(requireAttribute(child, "name", file)); });
    };
    names("joint", group.joints);
    names("link", group.links);
    names("group", group.groups);
    return group;
}

Srdf::GroupState readState(const XMLElement& element, const std::string& file)
{
    Srdf::GroupState state;
    state.name = requireAttribute(element, "name", file);
    state.group = requireAttribute(element, "group", file);
    forEachChild(element, "joint", [&](const XMLElement& joint) {
        const std::string name = requireAttribute(joint, "name", file);
        const std::string text = requireAttribute(joint, "value", file);
        std::vector<double> values;
        for (std::size_t begin = 0; begin < text.size();)
        {
            const std::size_t end = std::min(text.find(' ', begin), text.size());
            const auto value = parseNumber(std::string_view(text).substr(begin, end - begin));
            if (end > begin && !value)
                throw inputError(file, joint.GetLineNum(),
                                 "joint '" + name + "' has the value '" + text + "'; it must be finite numbers");
            if (value)
                values.push_back(*value);
            begin = end + 1;
        }
        state.values[name] = values;
    });
    return state;
}

/// Every subgroup exists and no group contains itself.
void checkGroups(const Srdf& srdf)
{
    std::set<std::string> done;
    for (const Srdf::Group& start : srdf.groups)
    {
        // Depth first without recursion; `path` are the groups that the current one is nested in.
        std::vector<std::pair<const Srdf::Group*, std::size_t>> path = {{&start, 0}};
        while (!path.empty())
        {
            const Srdf::Group* group = path.back().first;
            if (done.count(group->name) > 0 || path.back().second == group->groups.size())
            {
                done.insert(group->name);
                path.pop_back();
                continue;
            }
            const std::string& name = group->groups[path.back().second++];
            const Srdf::Group* next = srdf.findGroup(name);
            if (!next)
                throw inputError(srdf.file, group->line, "group '" + group->name + "' contains the unknown group '" + name + "'");
            for (const auto& above : path)
                if (above.first == next)
                    throw inputError(srdf.file, next->line, "group '" + name + "' contains itself");
            if (path.size() >= kMaxGroupDepth)
                throw inputError(srdf.file, next->line,
                                 "groups are nested deeper than " + std::to_string(kMaxGroupDepth) + " levels");
            path.emplace_back(next, 0);
        }
    }
}

}  // namespace

const Srdf::Group* Srdf::findGroup(const std::string& name) const
{
    const auto found = std::find_if(groups.begin(), groups.end(), [&](const Group& g) { return g.name == name; });
    return found == groups.end() ? nullptr : &*found;
}

Srdf parseSrdf(std::string_view text, const std::string& file)
{
    const auto document = parseXml(text, file, "robot");
    const XMLElement& robot = *document->RootElement();
    Srdf srdf;
    srdf.file = file;
    std::set<std::string> names;
    forEachChild(robot, "group", [&](const XMLElement& element) {
        srdf.groups.push_back(readGroup(element, file));
        if (!names.insert(srdf.groups.back().name).second)
            throw inputError(file, element.GetLineNum(), "a second group '" + srdf.groups.back().name + "'; names must differ");
    });
    forEachChild(robot, "group_state", [&](const XMLElement& element) { srdf.states.push_back(readState(element, file)); });
    forEachChild(robot, "disable_collisions", [&](const XMLElement& element) {
        srdf.disabled.push_back(
            {requireAttribute(element, "link1", file), requireAttribute(element, "link2", file), element.GetLineNum()});
    });
    forEachChild(robot, "passive_joint",
                 [&](const XMLElement& element) { srdf.passive_joints.push_back(requireAttribute(element, "name", file)); });
    forEachChild(robot, "virtual_joint", [&](const XMLElement& element) {
        const char* parent = element.Attribute("parent_frame");
        srdf.virtual_joints.push_back({requireAttribute(element, "name", file), requireAttribute(element, "type", file),
                                       requireAttribute(element, "child_link", file), parent ? parent : ""});
    });
    checkGroups(srdf);
    return srdf;
}

Srdf loadSrdf(const std::string& file)
{
    return parseSrdf(readTextFile(file, "SRDF file"), file);
}

}  // namespace gapless
