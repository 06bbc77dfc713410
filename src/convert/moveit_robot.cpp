#include "convert/moveit_robot.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "gapless/io/mesh_loader.h"
#include "io/input_text.h"
#include "io/joint_groups.h"
#include "io/problem_names.h"
#include "io/resource_path.h"
#include "io/write_file.h"
#include "io/xml_checked.h"

namespace gapless {
namespace {

namespace fs = std::filesystem;

UrdfRobot loadRobot(const std::string& file, const std::map<std::string, std::string>& packages, std::size_t memory)
{
    MeshLoader meshes(memory);
    return loadUrdf(file, meshes, packages);
}

}  // namespace

MoveitRobot::MoveitRobot(const std::string& urdf, const std::string& srdf, std::string folder,
                         const std::map<std::string, std::string>& packages, std::size_t memory)
    : folder_(std::move(folder)),
      srdf_file_(srdf),
      packages_(packages),
      copied_(copyRobot(urdf, srdf, folder_, packages)),
      urdf_(loadRobot(urdf, packages, memory))
{
    if (!srdf.empty())
        srdf_ = loadSrdf(srdf);
    const Srdf::VirtualJoint* joint = virtualJoint();
    planning_frame_ = joint && !joint->parent_frame.empty() ? joint->parent_frame : rootLink().name;
}

const UrdfRobot::Link& MoveitRobot::rootLink() const
{
    return *std::find_if(urdf_.links.begin(), urdf_.links.end(), [](const UrdfRobot::Link& link) { return !link.parent; });
}

std::vector<std::string> MoveitRobot::linkNames() const
{
    std::vector<std::string> names;
    for (const UrdfRobot::Link& link : urdf_.links)
        names.push_back(link.name);
    return names;
}

const Srdf::VirtualJoint* MoveitRobot::virtualJoint() const
{
    if (srdf_)
        for (const Srdf::VirtualJoint& joint : srdf_->virtual_joints)
            if (joint.child_link == rootLink().name)
                return &joint;
    return nullptr;
}

const CopiedRobot& MoveitRobot::copiedWithoutDisabledPairs()
{
    if (copied_without_pairs_ || srdf_file_.empty())
        return copied_without_pairs_ ? *copied_without_pairs_ : copied_;
    const auto document = parseXml(readTextFile(srdf_file_, "SRDF file"), srdf_file_, "robot");
    tinyxml2::XMLElement* root = document->RootElement();
    while (tinyxml2::XMLElement* pair = root->FirstChildElement("disable_collisions"))
        root->DeleteChild(pair);
    tinyxml2::XMLPrinter printer;
    document->Print(&printer);
    copied_without_pairs_ = copied_;
    copied_without_pairs_->srdf = fs::path(copied_.srdf).replace_extension(".without_disabled_pairs.srdf").string();
    writeTextFile((fs::path(folder_) / copied_without_pairs_->srdf).string(), printer.CStr());
    return *copied_without_pairs_;
}

std::vector<std::string> MoveitRobot::jointsOf(const MoveitRequest& request) const
{
    std::set<UrdfRobot::PartIndex> bodies;
    if (request.group.text.empty())
        bodies = jointsThatMove(srdf_ ? &*srdf_ : nullptr, urdf_);
    else
    {
        if (!srdf_)
            throw inputError(request.file, request.group.line,
                             "group_name '" + request.group.text + "', but no SRDF file that would define it; give one");
        const Srdf::Group* group = srdf_->findGroup(request.group.text);
        std::vector<std::string> known;
        for (const Srdf::Group& other : srdf_->groups)
            known.push_back(other.name);
        if (!group)
            throw unknownName(request.file, request.group.line, "group", request.group.text, known);
        bodies = jointsOfGroup(*srdf_, *group, urdf_);
    }
    std::vector<std::string> names;
    for (const UrdfRobot::PartIndex body : bodies)
    {
        const Joint& joint = urdf_.bodies[body].joint;
        if (variableCount(joint.type) != 1)
            throw inputError(request.file, request.group.line,
                             "joint '" + joint.name + "' plans and has several variables; only joints of one can be converted");
        names.push_back(joint.name);
    }
    return names;
}

std::string MoveitRobot::copiedMesh(const std::string& resource, const std::string& label, int line)
{
    const std::string source = resolveResource(resource, fs::path(label).parent_path().string(), packages_, label, line, "mesh");
    std::string& place = meshes_[source];
    if (!place.empty())
        return place;
    const std::string name = fileNameOf(fs::path(source).filename().string());
    for (int k = 0;
         place = "meshes/" + (k > 0 ? std::to_string(k) + "_" : std::string()) + name, !mesh_names_.insert(place).second; ++k)
    {}
    std::error_code error;
    fs::create_directories(fs::path(folder_) / "meshes", error);
    if (!error)
        fs::copy_file(source, fs::path(folder_) / place, error);
    if (error)
    {
        const std::string target = std::exchange(place, "");
        throw inputError(label, line, "the mesh '" + source + "' cannot be copied to " + target + ": " + error.message());
    }
    return place;
}

}  // namespace gapless
