// What MoveIt's SRDF says about a robot: groups of joints, pairs of links that need no check, named states.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gapless {

struct Srdf
{
    struct Group
    {
        std::string name;
        int line = 0;
        /// (base link, tip link): the joints on the way from one down to the other.
        std::vector<std::pair<std::string, std::string>> chains;
        std::vector<std::string> joints;
        /// Each stands for the joint above it.
        std::vector<std::string> links;
        std::vector<std::string> groups;
    };
    struct GroupState
    {
        std::string name, group;
        /// Radians and metres, one or more values per joint.
        std::map<std::string, std::vector<double>> values;
    };
    struct LinkPair
    {
        std::string a, b;
        int line = 0;
    };
    struct VirtualJoint
    {
        std::string name, type, child_link;
        /// Empty where the file does not say.
        std::string parent_frame;
    };

    std::string file;
    std::vector<Group> groups;
    std::vector<GroupState> states;
    std::vector<LinkPair> disabled;
    std::vector<std::string> passive_joints;
    std::vector<VirtualJoint> virtual_joints;

    /// Null if there is none.
    const Group* findGroup(const std::string& name) const;
};

/// `file` is the text's name in errors. Elements that are not listed above are ignored, as MoveIt does.
/// @throws InputError "file:line: ..." for malformed XML, a missing attribute, a group defined twice or containing itself,
///         or a subgroup that does not exist.
Srdf parseSrdf(std::string_view text, const std::string& file);

/// @throws InputError also if the file cannot be read.
Srdf loadSrdf(const std::string& file);

}  // namespace gapless
