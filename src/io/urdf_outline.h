// What a URDF file contains, by name and line, and the check of everything that urdfdom drops without a word.
//
// urdfdom 3.0 ignores that a link failed to parse: a <collision> that it does not understand (a <capsule>, a NaN, a bad
// <inertial> before it) leaves the link without geometry, and a motion through it would be "free". So the file is checked
// against what urdfdom understands first, and the parsed model is compared with this outline afterwards.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gapless {

struct UrdfOutline
{
    struct Link
    {
        std::string name;
        int line = 0;
        /// Lines of its collision elements.
        std::vector<int> collisions;
        bool has_visual = false;
    };
    struct Joint
    {
        std::string name, type, parent, child;
        int line = 0;
    };

    std::string robot;
    /// In the order of the file.
    std::vector<Link> links;
    std::vector<Joint> joints;
    /// The one link that is nobody's child.
    std::string root;
};

/// @throws InputError "label:line: ..." for malformed XML, an unsupported geometry, a size that is not positive and finite,
///         a joint of unknown type, without limits where it needs them or with a zero axis, a duplicate name, and for
///         links that do not form one tree.
UrdfOutline outlineUrdf(std::string_view text, const std::string& label);

}  // namespace gapless
