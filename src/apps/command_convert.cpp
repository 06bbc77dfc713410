// gapless convert: other formats to problem files.

#include <filesystem>
#include <iostream>
#include <memory>
#include <utility>

#include <gapless/convert/convert.h>
#include <gapless/core/error.h>

#include "commands.h"
#include "common_options.h"
#include "console_log.h"
#include "measure/interrupt.h"
#include "output_file.h"

namespace gapless::apps {
namespace {

struct ConvertOptions
{
    std::string input, output;
    MoveitInput moveit;
    std::vector<std::string> packages;
    std::size_t memory = kDefaultMemory >> 20;
};

bool isMoveit(const std::string& input)
{
    const std::filesystem::path path(input);
    std::error_code ignored;
    return std::filesystem::is_directory(path, ignored) || path.extension() == ".yaml" || path.extension() == ".yml";
}

ConvertedFiles convertFiles(const ConvertOptions& options, const LoadOptions& load)
{
    ConvertedFiles files;
    if (isMoveit(options.input))
    {
        if (options.moveit.urdf.empty())
            throw InputError(options.input
                             + ": a MoveIt scene does not hold its robot; give --robot URDF, and --srdf SRDF for its groups");
        files = convertMoveitProblems(options.input, options.moveit, options.output, load);
    }
    else
    {
        if (options.moveit.skip_bad)
            throw InputError(options.input + ": --skip-bad goes with a folder of MoveIt scenes only");
        for (const auto& [value, name] :
             {std::pair(options.moveit.urdf, "--robot"), std::pair(options.moveit.srdf, "--srdf"),
              std::pair(options.moveit.request, "--request"), std::pair(options.moveit.path, "--path")})
            if (!value.empty())
                throw InputError(options.input + ": " + name + " goes with a MoveIt scene (.yaml) or a folder of them only");
        files.problems = convertProblemSet(options.input, options.output, load);
    }
    return files;
}

int convert(const ConvertOptions& options)
{
    requireFolderName(options.output, "--output");
    LoadOptions load;
    load.packages = packageFolders(options.packages);
    load.memory = memoryBytes(options.memory);
    load.interrupted = interrupted;
    ConvertedFiles files;
    try
    {
        files = convertFiles(options, load);
    }
    catch (const InputError&)
    {
        endIfInterrupted();
        throw;
    }
    releaseLog();
    for (const auto& list : {files.problems, files.paths})
        for (const std::string& file : list)
            std::cout << file << "\n";
    for (const std::string& reason : files.skipped)
        std::cerr << "gapless: skipped: " << reason << "\n";
    if (!files.skipped.empty())
        std::cerr << "gapless: " << files.skipped.size() << " skipped, " << files.problems.size() << " problem files written"
                  << std::endl;
    return kYes;
}

}  // namespace

void addConvertCommand(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<ConvertOptions>();
    CLI::App* command =
        app.add_subcommand("convert", "other formats (JSON problem sets, MoveIt and MotionBenchMaker YAML) to problem files");
    command->add_option("IN", options->input, "JSON problem set, MoveIt scene (.yaml), or folder of scene*.yaml, request*.yaml")
        ->required()
        ->type_name("FILE");
    command->add_option("--output", options->output, "directory for the problem files")->required()->type_name("DIR");
    command->add_option("--robot", options->moveit.urdf, "URDF file of the robot (MoveIt only)")->type_name("FILE");
    command->add_option("--srdf", options->moveit.srdf, "SRDF file of the robot (MoveIt only)")->type_name("FILE");
    command->add_option("--request", options->moveit.request, "request that goes with one scene file")->type_name("FILE");
    command->add_option("--path", options->moveit.path, "trajectory that goes with one scene file")->type_name("FILE");
    command->add_flag("--skip-bad", options->moveit.skip_bad,
                      "leave out the problems of a folder that cannot be converted, and list them");
    addPackageOption(*command, options->packages);
    addMemoryOption(*command, options->memory);
    command->callback([&action, options] { action = [options] { return convert(*options); }; });
}

}  // namespace gapless::apps
