// gapless convert: other formats to problem files.

#include <iostream>
#include <memory>

#include <gapless/io/convert.h>

#include "commands.h"
#include "common_options.h"
#include "console_log.h"

namespace gapless::apps {
namespace {

struct ConvertOptions
{
    std::string input, output;
    std::vector<std::string> packages;
};

int convert(const ConvertOptions& options)
{
    LoadOptions load;
    load.packages = packageFolders(options.packages);
    const std::vector<std::string> files = convertProblemSet(options.input, options.output, load);
    releaseLog();
    for (const std::string& file : files)
        std::cout << file << "\n";
    return kYes;
}

}  // namespace

void addConvertCommand(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<ConvertOptions>();
    CLI::App* command = app.add_subcommand("convert", "other formats (peerdata JSON) to problem files");
    command->add_option("IN", options->input, "file to convert")->required();
    command->add_option("--output", options->output, "directory for the problem files")->required();
    addPackageOption(*command, options->packages);
    command->callback([&action, options] { action = [options] { return convert(*options); }; });
}

}  // namespace gapless::apps
