#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>

#include "gapless/io/convert.h"
#include "io/convert_moveit_problem.h"
#include "io/convert_staging.h"
#include "io/input_text.h"
#include "io/json_checked.h"
#include "io/write_file.h"

namespace gapless {
namespace {

namespace fs = std::filesystem;

/// Files of one problem; `path` may be empty.
struct MoveitFiles
{
    std::string name, scene, request, path;
};

/// "" for names that are none of `kind`NUMBER.yaml, with or without something before the number; else the number, or "-".
std::string numberIn(const std::string& file_name, const std::string& kind)
{
    const fs::path path(file_name);
    const std::string stem = path.stem().string();
    if ((path.extension() != ".yaml" && path.extension() != ".yml") || stem.compare(0, kind.size(), kind) != 0)
        return "";
    const std::size_t last = stem.find_last_not_of("0123456789");
    return last + 1 == stem.size() ? "-" : stem.substr(last + 1);
}

std::map<std::string, std::string> numberedFiles(const std::string& folder, const std::string& kind)
{
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        if (entry.is_regular_file())
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    std::map<std::string, std::string> numbered;
    for (const fs::path& file : files)
    {
        const std::string number = numberIn(file.filename().string(), kind);
        if (!number.empty() && !numbered.emplace(number, file.string()).second)
            throw inputError(file.string(), 0,
                             "a second " + kind + " with its number beside '" + numbered[number] + "'; remove one");
    }
    return numbered;
}

std::vector<MoveitFiles> filesOfSet(const std::string& folder)
{
    const auto scenes = numberedFiles(folder, "scene"), requests = numberedFiles(folder, "request"),
               paths = numberedFiles(folder, "path");
    if (scenes.empty())
        throw inputError(folder, 0, "no scene*.yaml in this folder; a set has scene0001.yaml, request0001.yaml and so on");
    const auto mustHave = [](const auto& others, const std::string& number, const std::string& file, const std::string& kind) {
        if (others.count(number) == 0)
            throw inputError(file, 0, "no " + kind + " of the same number beside it");
    };
    for (const auto& [number, file] : requests)
        mustHave(scenes, number, file, "scene");
    for (const auto& [number, file] : paths)
        mustHave(scenes, number, file, "scene");
    const std::string set = fs::weakly_canonical(folder).filename().string();
    std::vector<MoveitFiles> problems;
    for (const auto& [number, scene] : scenes)
    {
        mustHave(requests, number, scene, "request");
        const auto path = paths.find(number);
        problems.push_back(
            {number == "-" ? set : set + "_" + number, scene, requests.at(number), path == paths.end() ? "" : path->second});
    }
    return problems;
}

std::string pathFileText(const MoveitTrajectory& trajectory, const std::vector<std::string>& planning)
{
    nlohmann::json path = {{"joint_names", nlohmann::json::array()}, {"waypoints", trajectory.points}};
    for (const MessageName& joint : trajectory.joints)
    {
        if (std::find(planning.begin(), planning.end(), joint.text) == planning.end())
            throw inputError(trajectory.file, joint.line,
                             "joint '" + joint.text + "' is none of the request's group, which plans");
        if (std::find(path["joint_names"].begin(), path["joint_names"].end(), joint.text) != path["joint_names"].end())
            throw inputError(trajectory.file, joint.line, "joint '" + joint.text + "' twice; give it once");
        path["joint_names"].push_back(joint.text);
    }
    for (const std::string& name : planning)
        if (std::find(path["joint_names"].begin(), path["joint_names"].end(), name) == path["joint_names"].end())
            throw inputError(trajectory.file, trajectory.joints.empty() ? 0 : trajectory.joints.front().line,
                             "the trajectory leaves out joint '" + name + "' of the request's group");
    return path.dump() + "\n";
}

}  // namespace

ConvertedFiles convertMoveitProblems(const std::string& in, const MoveitInput& input, const std::string& output_dir,
                                     const LoadOptions& options)
{
    std::vector<MoveitFiles> problems;
    std::error_code ignored;
    if (fs::is_directory(in, ignored))
    {
        if (!input.request.empty() || !input.path.empty())
            throw inputError(
                in, 0, "a folder, in which each scene has its request and path; a request or path goes with one scene file");
        problems = filesOfSet(in);
    }
    else
    {
        if (input.request.empty())
            throw inputError(in, 0, "a scene without a request; give the file with its start and goal");
        problems = {{fs::path(in).stem().string(), in, input.request, input.path}};
    }
    for (const MoveitFiles& files : problems)
        for (const auto& [file, what] :
             {std::pair(files.scene, "planning scene"), std::pair(files.request, "motion plan request")})
            readTextFile(file, what);  // before any folder is made
    const ConvertStaging staging(output_dir);
    MoveitRobot robot(input.urdf, input.srdf, staging.folder(), options.packages);
    ConvertedFiles written;
    const auto write = [&](const std::string& name, const std::string& text, std::vector<std::string>& list) {
        writeTextFile((fs::path(staging.folder()) / name).string(), text);
        list.push_back((fs::path(output_dir) / name).string());
    };
    for (const MoveitFiles& files : problems)
    {
        const MoveitScene scene = parseMoveitScene(readTextFile(files.scene, "planning scene"), files.scene);
        const MoveitRequest request = parseMoveitRequest(readTextFile(files.request, "motion plan request"), files.request);
        const MoveitProblem problem = convertMoveitProblem(scene, request, robot);
        const std::string name = fileNameOf(files.name);
        for (std::size_t g = 0; g < problem.goals.size(); ++g)
        {
            ConvertedScene converted = problem.withGoal(g);
            converted.name = g == 0 ? name : name + "_goal" + std::to_string(g + 1);
            write(converted.name + ".yaml", problemText(converted, staging.folder(), files.scene), written.problems);
        }
        if (!files.path.empty())
            write(name + "_path.json",
                  pathFileText(parseMoveitTrajectory(readTextFile(files.path, "robot trajectory"), files.path),
                               problem.joint_names),
                  written.paths);
    }
    staging.publish();
    return written;
}

}  // namespace gapless
