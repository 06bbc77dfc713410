// A set of problems, or of single motions ("edges") that refer to sets, as problem files. Files are parsed once, robots copied once,
// however many problems refer to them. Each goal of a problem becomes a file of its own, and so does each edge. All is written to a
// staging folder and published at the end: a set that fails half-way leaves nothing behind.
#include "gapless/convert/convert.h"

#include <filesystem>
#include <map>
#include <memory>
#include <set>

#include "convert/robot_files.h"
#include "convert/scene_files.h"
#include "convert/staging.h"
#include "io/input_text.h"
#include "io/json_checked.h"
#include "io/write_file.h"

namespace gapless {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr const char* kProblems = "exact-motion-problems/1";
constexpr const char* kEdges = "exact-motion-edges/1";

std::string textOf(const json& value)
{
    return value.is_string() ? value.get<std::string>() : value.dump();
}

const json* optional(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found == object.end() || found->is_null() ? nullptr : &*found;
}

class Converter
{
public:
    Converter(const ConvertStaging& staging, const LoadOptions& options) : staging_(staging), options_(options) {}

    void convert(const std::string& file)
    {
        const json& set = load(file);
        const std::string format = set.is_object() && set.contains("format") ? textOf(set["format"]) : "";
        if (format == kEdges)
            convertEdges(set, file);
        else if (format == kProblems)
            convertProblems(set, file);
        else
            throw inputError(file, 0, "unknown format '" + format.substr(0, 60) + "'; known are " + kProblems + " and " + kEdges);
    }

    const std::vector<std::string>& names() const { return names_; }

private:
    const json& load(const std::string& file)
    {
        std::unique_ptr<json>& entry = files_[file];
        if (!entry)
            entry = std::make_unique<json>(parseJson(readTextFile(file, "problem set"), file));
        return *entry;
    }

    const CopiedRobot& robotOf(const json& set, const std::string& file)
    {
        const fs::path folder = fs::path(file).parent_path();
        const std::string urdf = (folder / set.at("urdf").get<std::string>()).lexically_normal().string();
        const auto found = robots_.find(urdf);
        if (found != robots_.end())
            return found->second;
        const json* srdf = optional(set, "srdf");
        return robots_
            .emplace(urdf, copyRobot(urdf, srdf ? (folder / srdf->get<std::string>()).lexically_normal().string() : "",
                                     staging_.folder(), options_.packages))
            .first->second;
    }

    ConvertedScene sceneOf(const json& set, const json& problem, const std::string& file)
    {
        ConvertedScene scene;
        scene.robot = &robotOf(set, file);
        if (const json* group = optional(set, "group"))
            scene.group = group->get<std::string>();
        scene.joint_names = set.at("joint_names").get<std::vector<std::string>>();
        scene.other_joints = optional(set, "other_start_joints_in_source");
        scene.obstacles = optional(problem, "obstacles");
        scene.self_pairs = optional(problem, "self_pairs");
        scene.expected = optional(problem, "expected");
        return scene;
    }

    void convertProblems(const json& set, const std::string& file)
    {
        if (!optional(set, "problems"))
        {
            const json* name = optional(set, "case");
            convertGoals(set, set, name ? textOf(*name) : fs::path(file).stem().string(), file);
            return;
        }
        for (const json& problem : set["problems"])
            convertGoals(set, problem, textOf(set.at("set")) + "_" + textOf(problem.at("id")), file);
    }

    void convertGoals(const json& set, const json& problem, const std::string& name, const std::string& file)
    {
        if (options_.interrupted && options_.interrupted())
            throw inputError(file, 0, "interrupted; nothing is written");
        ConvertedScene scene = sceneOf(set, problem, file);
        const json& goals = problem.at("goals");
        if (!goals.is_array() || goals.empty())
            throw inputError(file, 0, "problem '" + name + "' has no goals");
        for (std::size_t g = 0; g < goals.size(); ++g)
        {
            scene.start = &problem.at("start");
            scene.goal = &goals[g];
            write(scene, g == 0 ? name : name + "_goal" + std::to_string(g + 1), file);
        }
    }

    void convertEdges(const json& edges, const std::string& file)
    {
        const fs::path folder = fs::path(file).parent_path() / edges.at("problems_dir").get<std::string>();
        std::size_t k = 0;
        for (const json& edge : edges.at("edges"))
        {
            const std::string set_name = edge.at("set").get<std::string>();
            const std::string set_file = (folder / (set_name + ".json")).lexically_normal().string();
            const json& set = load(set_file);
            const json* problem = nullptr;
            for (const json& candidate : set.at("problems"))
                if (candidate.at("id") == edge.at("id"))
                    problem = &candidate;
            if (!problem)
                throw inputError(file, 0,
                                 "edge " + std::to_string(k) + " names problem " + textOf(edge.at("id")) + ", which '" + set_file
                                     + "' does not have");
            ConvertedScene scene = sceneOf(set, *problem, set_file);
            scene.joint_names = edges.at("joint_names").get<std::vector<std::string>>();
            scene.start = &edge.at("q0");
            scene.goal = &edge.at("q1");
            write(scene, "edge_" + std::to_string(k) + "_" + set_name + "_" + textOf(edge.at("id")), file);
            ++k;
        }
    }

    void write(ConvertedScene& scene, const std::string& name, const std::string& file)
    {
        scene.name = fileNameOf(name);
        if (!written_.insert(scene.name).second)
            throw inputError(file, 0, "two problems would be written to '" + scene.name + ".yaml'; rename one");
        const std::string text = problemText(scene, staging_.folder(), file);
        writeTextFile((fs::path(staging_.folder()) / (scene.name + ".yaml")).string(), text);
        names_.push_back(scene.name + ".yaml");
    }

    const ConvertStaging& staging_;
    const LoadOptions& options_;
    std::map<std::string, std::unique_ptr<json>> files_;
    std::map<std::string, CopiedRobot> robots_;
    std::set<std::string> written_;
    std::vector<std::string> names_;
};

}  // namespace

std::vector<std::string> convertProblemSet(const std::string& in_json, const std::string& output_dir, const LoadOptions& options)
{
    readTextFile(in_json, "problem set");  // before any folder is made
    const ConvertStaging staging(output_dir);
    Converter converter(staging, options);
    try
    {
        converter.convert(in_json);
    }
    catch (const json::exception& error)
    {
        throw inputError(in_json, 0, "not as the format wants it: " + reasonOf(error));
    }
    staging.publish();
    std::vector<std::string> files;
    for (const std::string& name : converter.names())
        files.push_back((fs::path(output_dir) / name).string());
    return files;
}

}  // namespace gapless
