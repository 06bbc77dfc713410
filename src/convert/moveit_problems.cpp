#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>

#include "convert/moveit_problem.h"
#include "convert/staging.h"
#include "gapless/convert/convert.h"
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

/// With `skipped`, scenes, requests and paths that lack another file are left out and said there.
std::vector<MoveitFiles> filesOfSet(const std::string& folder, std::vector<std::string>* skipped)
{
    const auto scenes = numberedFiles(folder, "scene"), requests = numberedFiles(folder, "request"),
               paths = numberedFiles(folder, "path");
    if (scenes.empty())
        throw inputError(folder, 0, "no scene*.yaml in this folder; a set has scene0001.yaml, request0001.yaml and so on");
    const auto has = [&](const auto& others, const std::string& number, const std::string& file, const std::string& kind) {
        if (others.count(number) > 0)
            return true;
        const InputError error = inputError(file, 0, "no " + kind + " of the same number beside it");
        if (!skipped)
            throw error;
        skipped->emplace_back(error.what());
        return false;
    };
    for (const auto& [number, file] : requests)
        has(scenes, number, file, "scene");
    for (const auto& [number, file] : paths)
        has(scenes, number, file, "scene");
    const std::string set = fs::weakly_canonical(folder).filename().string();
    std::vector<MoveitFiles> problems;
    for (const auto& [number, scene] : scenes)
    {
        if (!has(requests, number, scene, "request"))
            continue;
        const auto path = paths.find(number);
        problems.push_back(
            {number == "-" ? set : set + "_" + number, scene, requests.at(number), path == paths.end() ? "" : path->second});
    }
    return problems;
}

std::string pathFileText(MoveitTrajectory trajectory, const std::vector<std::string>& planning, const UrdfRobot& robot)
{
    nlohmann::json path = {{"joint_names", nlohmann::json::array()}};
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
    for (std::vector<double>& point : trajectory.points)
        for (std::size_t i = 0; i < point.size(); ++i)
        {
            const MessageName& name = trajectory.joints[i];
            std::vector<double> value = {point[i]};
            fitToLimits(robot.bodies[*robot.findJoint(name.text)].joint, value, "a point of the trajectory", trajectory.file,
                        name.line);
            point[i] = value.front();
        }
    path["waypoints"] = trajectory.points;
    return path.dump() + "\n";
}

/// What is written of one problem.
struct Converted
{
    MoveitProblem problem;
    std::string path;
};

Converted convertFiles(const MoveitFiles& files, MoveitRobot& robot)
{
    const MoveitScene scene = parseMoveitScene(readTextFile(files.scene, "planning scene"), files.scene);
    const MoveitRequest request = parseMoveitRequest(readTextFile(files.request, "motion plan request"), files.request);
    Converted converted{convertMoveitProblem(scene, request, robot), ""};
    if (!files.path.empty())
        converted.path = pathFileText(parseMoveitTrajectory(readTextFile(files.path, "robot trajectory"), files.path),
                                      converted.problem.joint_names, robot.urdf());
    return converted;
}

}  // namespace

ConvertedFiles convertMoveitProblems(const std::string& in, const MoveitInput& input, const std::string& output_dir,
                                     const LoadOptions& options)
{
    std::vector<MoveitFiles> problems;
    ConvertedFiles written;
    std::error_code ignored;
    const bool is_folder = fs::is_directory(in, ignored);
    if (input.skip_bad && !is_folder)
        throw inputError(in, 0, "one problem, none of which can be skipped; skipping bad ones goes with a folder");
    if (is_folder)
    {
        if (!input.request.empty() || !input.path.empty())
            throw inputError(
                in, 0, "a folder, in which each scene has its request and path; a request or path goes with one scene file");
        problems = filesOfSet(in, input.skip_bad ? &written.skipped : nullptr);
    }
    else
    {
        if (input.request.empty())
            throw inputError(in, 0, "a scene without a request; give the file with its start and goal");
        problems = {{fs::path(in).stem().string(), in, input.request, input.path}};
    }
    if (!input.skip_bad)
        for (const MoveitFiles& files : problems)
            for (const auto& [file, what] :
                 {std::pair(files.scene, "planning scene"), std::pair(files.request, "motion plan request")})
                readTextFile(file, what);  // before any folder is made
    const ConvertStaging staging(output_dir);
    MoveitRobot robot(input.urdf, input.srdf, staging.folder(), options.packages, options.memory);
    const auto write = [&](const std::string& name, const std::string& text, std::vector<std::string>& list) {
        writeTextFile((fs::path(staging.folder()) / name).string(), text);
        list.push_back((fs::path(output_dir) / name).string());
    };
    for (const MoveitFiles& files : problems)
    {
        if (options.interrupted && options.interrupted())
            throw inputError(in, 0, "interrupted; nothing is written");
        Converted converted;
        try
        {
            converted = convertFiles(files, robot);
        }
        catch (const InputError& error)
        {
            if (!input.skip_bad)
                throw;
            written.skipped.emplace_back(error.what());
            continue;
        }
        const std::string name = fileNameOf(files.name);
        for (std::size_t g = 0; g < converted.problem.goals.size(); ++g)
        {
            ConvertedScene scene = converted.problem.withGoal(g);
            scene.name = g == 0 ? name : name + "_goal" + std::to_string(g + 1);
            write(scene.name + ".yaml", problemText(scene, staging.folder(), files.scene), written.problems);
        }
        if (!converted.path.empty())
            write(name + "_path.json", converted.path, written.paths);
    }
    if (written.problems.empty() && !written.skipped.empty())
        throw inputError(in, 0, "none of the problems can be converted; the first: " + written.skipped.front());
    staging.publish();
    return written;
}

}  // namespace gapless
