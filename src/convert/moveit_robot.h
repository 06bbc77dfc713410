// The robot that a MoveIt problem set is for.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "convert/moveit_request.h"
#include "convert/robot_files.h"
#include "gapless/io/srdf.h"
#include "gapless/io/urdf_robot.h"

namespace gapless {

/// The robot of a problem set: its files copied, and what scenes and requests need to know of it.
class MoveitRobot
{
public:
    /// Copies the robot to `folder`; `srdf` may be empty.
    /// @throws InputError for files that are missing or malformed, or cannot be written.
    MoveitRobot(const std::string& urdf, const std::string& srdf, std::string folder,
                const std::map<std::string, std::string>& packages, std::size_t memory);

    const CopiedRobot& copied() const { return copied_; }
    /// The same robot with an SRDF that disables no collisions, for scenes that say themselves which pairs may touch.
    const CopiedRobot& copiedWithoutDisabledPairs();
    const UrdfRobot& urdf() const { return urdf_; }
    const std::optional<Srdf>& srdf() const { return srdf_; }
    std::vector<std::string> linkNames() const;
    /// The virtual joint above the root link; null if the SRDF has none.
    const Srdf::VirtualJoint* virtualJoint() const;
    /// MoveIt's: where the virtual joint starts, or the root link.
    const std::string& planningFrame() const { return planning_frame_; }
    /// Names of the joints of the request's group (all if it names none) that move on their own, each of one variable.
    /// @throws InputError naming the request for an unknown group, or a joint of several variables.
    std::vector<std::string> jointsOf(const MoveitRequest& request) const;
    /// Relative to the folder, of a mesh file that is copied there once.
    /// @throws InputError "label:line: ..." if there is no such file.
    std::string copiedMesh(const std::string& resource, const std::string& label, int line);

private:
    const UrdfRobot::Link& rootLink() const;

    std::string folder_, srdf_file_;
    std::map<std::string, std::string> packages_;
    CopiedRobot copied_;
    std::optional<CopiedRobot> copied_without_pairs_;
    UrdfRobot urdf_;
    std::optional<Srdf> srdf_;
    std::string planning_frame_;
    std::map<std::string, std::string> meshes_;
    std::set<std::string> mesh_names_;
};

}  // namespace gapless
