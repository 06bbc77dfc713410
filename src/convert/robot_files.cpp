#include "convert/robot_files.h"

#include <cctype>
#include <filesystem>
#include <set>

#include "io/input_text.h"
#include "io/resource_path.h"
#include "io/urdf_outline.h"
#include "io/write_file.h"
#include "io/xml_checked.h"

namespace gapless {
namespace {

namespace fs = std::filesystem;
using tinyxml2::XMLElement;

void copyFile(const fs::path& from, const fs::path& to)
{
    std::error_code error;
    fs::create_directories(to.parent_path(), error);
    if (!error)
        fs::copy_file(from, to, fs::copy_options::overwrite_existing, error);
    if (error)
        throw inputError(from.string(), 0, "cannot be copied to " + to.string() + ": " + error.message());
}

bool staysBelow(const std::string& reference)
{
    const fs::path path = fs::path(reference).lexically_normal();
    return reference.find("://") == std::string::npos && path.is_relative() && !path.empty() && *path.begin() != "..";
}

/// Calls `use` with every <mesh> of a collision element.
template <class Use>
void forEachCollisionMesh(tinyxml2::XMLDocument& document, const Use& use)
{
    for (XMLElement* link = document.RootElement()->FirstChildElement("link"); link; link = link->NextSiblingElement("link"))
        for (XMLElement* collision = link->FirstChildElement("collision"); collision;
             collision = collision->NextSiblingElement("collision"))
            if (XMLElement* mesh = collision->FirstChildElement("geometry")->FirstChildElement("mesh"))
                use(*mesh);
}

std::vector<std::string> settableJoints(const tinyxml2::XMLDocument& document)
{
    std::vector<std::string> names;
    for (const XMLElement* joint = document.RootElement()->FirstChildElement("joint"); joint;
         joint = joint->NextSiblingElement("joint"))
        if (joint->Attribute("type") != std::string("fixed") && !joint->FirstChildElement("mimic"))
            names.emplace_back(joint->Attribute("name"));
    return names;
}

}  // namespace

std::string fileNameOf(const std::string& name)
{
    std::string safe = name.empty() ? "_" : name;
    for (char& c : safe)
        if (!std::isalnum(static_cast<unsigned char>(c)) && std::string("_.-^+").find(c) == std::string::npos)
            c = '_';
    if (safe.front() == '.')
        safe.front() = '_';
    return safe;
}

// The URDF is parsed twice: as an outline, which refuses what could not be loaded later, and as a document, in which mesh names are
// changed. Where no name has to change, the text is written as it was read, byte for byte. Two meshes of one file name, from different
// folders, get numbers in front; a mesh that several links refer to by one name is copied once.
CopiedRobot copyRobot(const std::string& urdf, const std::string& srdf, const std::string& folder,
                      const std::map<std::string, std::string>& packages)
{
    const std::string text = readTextFile(urdf, "URDF file");
    const UrdfOutline outline = outlineUrdf(text, urdf);
    const auto document = parseXml(text, urdf, "robot");
    const std::string name = fileNameOf(fs::path(urdf).stem().string());
    const fs::path target = fs::path(folder) / name;
    std::map<std::string, std::string> copied;
    std::set<std::string> targets;
    bool rewritten = false;
    forEachCollisionMesh(*document, [&](XMLElement& mesh) {
        const std::string reference = requireAttribute(mesh, "filename", urdf);
        const std::string source =
            resolveResource(reference, fs::path(urdf).parent_path().string(), packages, urdf, mesh.GetLineNum(), "mesh");
        std::string& place = copied[reference];
        if (place.empty())
        {
            place = fs::path(reference).lexically_normal().string();
            if (!staysBelow(reference))
                for (int k = 0; place = "meshes/" + (k > 0 ? std::to_string(k) + "_" : std::string())
                                        + fileNameOf(fs::path(source).filename().string()),
                         targets.count(place) > 0;
                     ++k)
                {}
            targets.insert(place);
            copyFile(source, target / place);
        }
        if (!staysBelow(reference))
        {
            mesh.SetAttribute("filename", place.c_str());
            rewritten = true;
        }
    });
    CopiedRobot robot;
    robot.urdf = name + "/" + name + ".urdf";
    tinyxml2::XMLPrinter printer;
    if (rewritten)
        document->Print(&printer);
    std::error_code error;
    fs::create_directories(target, error);
    writeTextFile((fs::path(folder) / robot.urdf).string(), rewritten ? std::string(printer.CStr()) : text);
    if (!srdf.empty())
    {
        robot.srdf = name + "/" + name + ".srdf";
        writeTextFile((fs::path(folder) / robot.srdf).string(), readTextFile(srdf, "SRDF file"));
    }
    for (const UrdfOutline::Link& link : outline.links)
        if (!link.collisions.empty())
            robot.links.push_back(link.name);
    robot.joints = settableJoints(*document);
    return robot;
}

}  // namespace gapless
