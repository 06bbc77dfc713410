// Where a mesh that a file refers to lies on disk.
#pragma once

#include <map>
#include <string>

namespace gapless {

/// `reference` is absolute, relative to `folder`, file://..., or package://NAME/...; packages are looked up in `packages`,
/// then in ROS_PACKAGE_PATH, then in AMENT_PREFIX_PATH/share.
/// @throws InputError "label:line: ..." if the package is unknown, the scheme unsupported, or there is no such file;
///         `what` names the file in it ("mesh of link 'arm'").
std::string resolveResource(const std::string& reference, const std::string& folder,
                            const std::map<std::string, std::string>& packages, const std::string& label, int line,
                            const std::string& what);

}  // namespace gapless
