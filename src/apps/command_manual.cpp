// gapless manual: writes the manual pages and the shell completion. Hidden: the build runs it, and installs what it makes.

#include <filesystem>
#include <memory>

#include "commands.h"
#include "completion.h"
#include "io/write_file.h"
#include "manual.h"
#include "shown_options.h"

namespace gapless::apps {
namespace {

namespace fs = std::filesystem;

int writeManual(const CLI::App& program, const std::string& folder)
{
    const fs::path pages = fs::path(folder) / "man1";
    fs::create_directories(pages);
    const std::string& name = program.get_name();
    const auto write = [&](const CLI::App* command) {
        const std::string page = name + (command ? "-" + command->get_name() : std::string()) + ".1";
        writeTextFile((pages / page).string(), manualPage(program, command, GAPLESS_VERSION));
    };
    write(nullptr);
    for (const CLI::App* command : shownCommands(program))
        write(command);
    // Under the names that the shells look for.
    writeTextFile((fs::path(folder) / name).string(), bashCompletion(program));
    writeTextFile((fs::path(folder) / ("_" + name)).string(), zshCompletion(program));
    writeTextFile((fs::path(folder) / (name + ".fish")).string(), fishCompletion(program));
    return kYes;
}

}  // namespace

void addManualCommand(CLI::App& app, Action& action)
{
    const auto folder = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("manual", "write manual pages and shell completion");
    command->group("");
    command->add_option("--output", *folder, "folder for them")->required()->type_name("DIR");
    command->callback([&app, &action, folder] { action = [&app, folder] { return writeManual(app, *folder); }; });
}

}  // namespace gapless::apps
