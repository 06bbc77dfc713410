#include "program.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <memory>
#include <new>

#include <gapless/core/error.h>

#include "common_options.h"
#include "console_log.h"

namespace gapless::apps {
namespace {

/// CLI11 would call an unknown command a missing one. Of words that are no options the first is a command, and so is the next where that has commands of its own.
void requireKnownCommand(const CLI::App& program, int argc, char** argv)
{
    const CLI::App* within = &program;
    for (int i = 1; i < argc; ++i)
    {
        const std::string word = argv[i];
        if (!word.empty() && word[0] == '-')
            continue;
        const std::vector<const CLI::App*> commands = within->get_subcommands([](const CLI::App*) { return true; });
        if (commands.empty())
            return;
        std::string known;
        const CLI::App* found = nullptr;
        for (const CLI::App* command : commands)
        {
            if (command->get_name() == word)
                found = command;
            if (!command->get_group().empty())
                known += (known.empty() ? "" : ", ") + command->get_name();
        }
        if (!found)
            throw InputError("unknown command '" + (within == &program ? "" : within->get_name() + " ") + word + "'; known are "
                             + known);
        within = found;
    }
}

/// An empty value is what a shell makes of a variable that nobody has set.
void requireValues(const CLI::App& command)
{
    for (const CLI::Option* option : command.get_options([](const CLI::Option* given) { return given->count() > 0; }))
        for (const std::string& value : option->results())
            if (value.empty() && option->get_items_expected_min() > 0)
                throw gapless::InputError(option->get_name() + " is empty");
}

/// One line, whatever the message.
int reportBadInput(std::string message)
{
    while (!message.empty() && (message.back() == '\n' || message.back() == ' '))
        message.pop_back();
    for (char& c : message)
        if (c == '\n' || c == '\r')
            c = ' ';
    std::cerr << "gapless: " << message << std::endl;
    return kBadInput;
}

/// An answer that nobody got is none: a full disk, a closed descriptor.
int withOutputWritten(int code)
{
    errno = 0;
    if (std::cout.flush() && std::fflush(stdout) == 0 && !std::ferror(stdout))
        return code;
    return reportBadInput("standard output cannot be written"
                          + (errno ? std::string(": ") + std::strerror(errno) : std::string()));
}

int parseAndRun(const std::string& name, const std::string& description, const AddCommands& add_commands, int argc, char** argv)
{
    CLI::App app(description, name);
    app.set_version_flag("--version", GAPLESS_VERSION);
    app.require_subcommand(1);
    app.formatter(std::make_shared<HelpFormatter>());
    app.footer("Exit codes: 0 yes (free, solved), 1 no (collision, undecided, not solved), 2 bad input.");
    bool verbose = false;
    app.add_flag("-v,--verbose", verbose, "more messages on standard error, OMPL's too");
    app.fallthrough();
    Action action;
    add_commands(app, action);
    requireKnownCommand(app, argc, argv);
    try
    {
        app.parse(argc, argv);
    }
    catch (const CLI::ParseError& error)
    {
        if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success))
            return app.exit(error);  // --help, --version
        return reportBadInput(std::string(error.what()) + " (see " + name + " --help)");
    }
    for (const CLI::App* command : app.get_subcommands())
        requireValues(*command);
    startLog(verbose);
    const int code = action();
    releaseLog();
    return code;
}

}  // namespace

int runProgram(const std::string& name, const std::string& description, const AddCommands& add_commands, int argc, char** argv)
{
    try
    {
        return withOutputWritten(parseAndRun(name, description, add_commands, argc, argv));
    }
    catch (const InputError& error)
    {
        return reportBadInput(error.what());
    }
    catch (const std::bad_alloc&)
    {
        return reportBadInput("out of memory");
    }
    catch (const std::exception& error)
    {
        return reportBadInput(std::string("error: ") + error.what());
    }
}

}  // namespace gapless::apps
