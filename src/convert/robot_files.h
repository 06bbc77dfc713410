// A robot's files copied next to converted problems, with references that still hold there.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace gapless {

struct CopiedRobot
{
    /// Relative to the output folder; `srdf` is empty if there is none.
    std::string urdf, srdf;
    /// Names of the links with collision geometry, and of the joints that can be set (neither fixed nor mimic).
    std::vector<std::string> links, joints;
};

/// Copies URDF, SRDF (if not empty) and collision meshes to `folder`/NAME/, NAME being the URDF's file name without
/// extension. Mesh names that are relative and stay below the URDF's folder are kept and the URDF copied as it is; others
/// (package://, absolute, ..) are copied to NAME/meshes/ and rewritten.
/// @throws InputError if a file is missing or malformed, or cannot be written.
CopiedRobot copyRobot(const std::string& urdf, const std::string& srdf, const std::string& folder,
                      const std::map<std::string, std::string>& packages);

/// The name with everything but letters, digits and _ . - ^ + replaced by _, and no dot in front: safe as a file name.
std::string fileNameOf(const std::string& name);

}  // namespace gapless
