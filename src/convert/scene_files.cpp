#include "convert/scene_files.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "io/input_text.h"
#include "io/write_file.h"

namespace gapless {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

/// JSON strings are YAML strings.
std::string quote(const std::string& text)
{
    return json(text).dump();
}

std::string numberList(const json& values, const std::string& source, std::size_t count)
{
    if (!values.is_array() || values.size() != count)
        throw inputError(source, 0,
                         "a list of " + std::to_string(count) + " numbers is expected, not " + values.dump().substr(0, 80));
    std::string text = "[";
    for (std::size_t i = 0; i < values.size(); ++i)
        text += (i == 0 ? "" : ", ") + formatNumber(values[i].get<double>());
    return text + "]";
}

/// Of a joint of one variable, or of several.
std::string valueText(const json& value, const std::string& source)
{
    return value.is_array() ? numberList(value, source, value.size()) : formatNumber(value.get<double>());
}

std::string stateText(const std::vector<std::string>& names, const json& values, const std::string& source)
{
    if (!values.is_array() || values.size() != names.size())
        throw inputError(source, 0, "a state must have " + std::to_string(names.size()) + " values, one per joint");
    std::string text = "{";
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : ", ") + quote(names[i]) + ": " + formatNumber(values[i].get<double>());
    return text + "}";
}

std::string objText(const json& obstacle, const std::string& source)
{
    std::string text = "# triangles of a converted problem, metres\n";
    for (const json& vertex : obstacle.at("vertices"))
    {
        if (!vertex.is_array() || vertex.size() != 3)
            throw inputError(source, 0, "a vertex must have three coordinates");
        text += "v " + formatNumber(vertex[0].get<double>()) + " " + formatNumber(vertex[1].get<double>()) + " "
                + formatNumber(vertex[2].get<double>()) + "\n";
    }
    const std::size_t count = obstacle.at("vertices").size();
    for (const json& triangle : obstacle.at("triangles"))
    {
        if (!triangle.is_array() || triangle.size() != 3)
            throw inputError(source, 0, "a triangle must have three vertices");
        text += "f";
        for (const json& index : triangle)
        {
            if (!index.is_number_unsigned() || index.get<std::size_t>() >= count)
                throw inputError(
                    source, 0,
                    "a triangle has the vertex index " + index.dump() + ", but there are " + std::to_string(count) + " vertices");
            text += " " + std::to_string(index.get<std::size_t>() + 1);
        }
        text += "\n";
    }
    return text;
}

std::string obstacleText(const json& obstacle, const ConvertedScene& scene, const std::string& folder, const std::string& source,
                         std::set<std::string>& mesh_files)
{
    const std::string name = obstacle.at("name").get<std::string>();
    const std::string type = obstacle.at("type").get<std::string>();
    std::string text = "  - {name: " + quote(name) + ", ";
    if (obstacle.contains("link"))
        text += "link: " + quote(obstacle["link"].get<std::string>()) + ", touch_links: " + obstacle["touch_links"].dump() + ", ";
    const auto round = [&](const char* kind) {
        return std::string(kind) + ": {radius: " + formatNumber(obstacle.at("radius").get<double>())
               + ", length: " + formatNumber(obstacle.at("length").get<double>()) + "}";
    };
    if (type == "box")
        text += "box: " + numberList(obstacle.at("size"), source, 3);
    else if (type == "sphere")
        text += "sphere: " + formatNumber(obstacle.at("radius").get<double>());
    else if (type == "cylinder" || type == "capsule" || type == "cone")
        text += round(type.c_str());
    else if (type == "mesh" && obstacle.contains("file"))
        text += "mesh: " + quote(obstacle["file"].get<std::string>()) + ", scale: " + numberList(obstacle.at("scale"), source, 3);
    else if (type == "mesh")
    {
        const std::string file = "meshes/" + fileNameOf(scene.name + "_" + name) + ".obj";
        if (!mesh_files.insert(file).second)
            throw inputError(source, 0, "two mesh obstacles would be written to '" + file + "'; rename one");
        std::error_code ignored;
        fs::create_directories(fs::path(folder) / "meshes", ignored);
        writeTextFile((fs::path(folder) / file).string(), objText(obstacle, source));
        text += "mesh: " + quote(file);
    }
    else if (type == "octree" && obstacle.contains("bytes"))
    {
        const std::string file = "maps/" + fileNameOf(scene.name + "_" + name) + ".bt";
        std::error_code ignored;
        fs::create_directories(fs::path(folder) / "maps", ignored);
        const auto& bytes = obstacle["bytes"].get_binary();
        writeTextFile((fs::path(folder) / file).string(), std::string(bytes.begin(), bytes.end()));
        text += "octree: {file: " + quote(file) + "}";
    }
    else
        throw inputError(source, 0,
                         "obstacle '" + name + "' is of the unknown type '" + type
                             + "'; known are box, sphere, cylinder, capsule, cone and mesh");
    text += ", pose: {xyz: " + numberList(obstacle.at("xyz"), source, 3)
            + ", quat_xyzw: " + numberList(obstacle.at("quat_xyzw"), source, 4) + "}}\n";
    return text;
}

std::string pairText(const std::string& a, const std::string& b)
{
    return "  - [" + quote(a) + ", " + quote(b) + "]\n";
}

/// All pairs of links but the listed ones.
std::string unlistedPairsText(const ConvertedScene& scene)
{
    std::set<std::pair<std::string, std::string>> checked;
    for (const json& pair : *scene.self_pairs)
    {
        checked.emplace(pair.at(0).get<std::string>(), pair.at(1).get<std::string>());
        checked.emplace(pair.at(1).get<std::string>(), pair.at(0).get<std::string>());
    }
    std::string text;
    const std::vector<std::string>& links = scene.robot->links;
    for (std::size_t i = 0; i < links.size(); ++i)
        for (std::size_t j = i + 1; j < links.size(); ++j)
            if (checked.count({links[i], links[j]}) == 0)
                text += pairText(links[i], links[j]);
    return text;
}

}  // namespace

std::string problemText(const ConvertedScene& scene, const std::string& folder, const std::string& source)
{
    std::string text = "# converted from " + quote(fs::path(source).filename().string()) + "\n";
    if (scene.expected)
        text += "# expected: " + scene.expected->dump() + "\n";
    text += "robots:\n  - urdf: " + quote(scene.robot->urdf) + "\n";
    if (!scene.robot->srdf.empty())
        text += "    srdf: " + quote(scene.robot->srdf) + "\n";
    if (!scene.group.empty())
        text += "    group: " + quote(scene.group) + "\n";
    if (scene.base)
        text += "    base: {xyz: " + numberList(scene.base->at("xyz"), source, 3)
                + ", quat_xyzw: " + numberList(scene.base->at("quat_xyzw"), source, 4) + "}\n";
    std::set<std::string> mesh_files;
    const auto addObjects = [&](const char* key, const json* objects) {
        if (!objects || objects->empty())
            return;
        text += std::string(key) + ":\n";
        for (const json& object : *objects)
            text += obstacleText(object, scene, folder, source, mesh_files);
    };
    addObjects("obstacles", scene.obstacles);
    addObjects("attached", scene.attached);
    std::string allowed = scene.self_pairs ? unlistedPairsText(scene) : std::string();
    if (scene.allowed)
        for (const json& pair : *scene.allowed)
            allowed += pairText(pair.at(0).get<std::string>(), pair.at(1).get<std::string>());
    if (!allowed.empty())
        text += "allowed_collisions:\n" + allowed;
    std::string start = stateText(scene.joint_names, *scene.start, source);
    if (scene.other_joints)
        for (const auto& item : scene.other_joints->items())
            if (std::count(scene.robot->joints.begin(), scene.robot->joints.end(), item.key()) > 0
                && std::count(scene.joint_names.begin(), scene.joint_names.end(), item.key()) == 0)
                start.insert(start.size() - 1,
                             (start == "{}" ? "" : ", ") + quote(item.key()) + ": " + valueText(item.value(), source));
    return text + "start: " + start + "\ngoal: " + stateText(scene.joint_names, *scene.goal, source) + "\n";
}

}  // namespace gapless
