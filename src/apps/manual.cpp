#include "manual.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <vector>

#include "common_options.h"

namespace gapless::apps {
namespace {

/// What help shows: neither the hidden options nor the hidden commands.
std::vector<const CLI::Option*> shownOptions(const CLI::App& command)
{
    return command.get_options(
        [](const CLI::Option* option) { return !option->get_group().empty() && option->get_group() != kUnusedGroup; });
}

std::vector<const CLI::App*> shownCommands(const CLI::App& program)
{
    return program.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
}

/// Text that roff takes for nothing else.
std::string roff(const std::string& text)
{
    std::string out;
    for (const char c : text)
    {
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n'))
            out += std::string("\\&") + c;
        else
            out += c;
    }
    return out;
}

std::string upperCase(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

bool takesValue(const CLI::Option& option)
{
    return option.get_items_expected_max() > 0;
}

/// "FLOAT", or "[FILE]" where it may be left out; empty for a flag.
std::string valueOf(const CLI::Option& option)
{
    if (!takesValue(option))
        return "";
    return option.get_items_expected_min() == 0 ? "[" + option.get_type_name() + "]" : option.get_type_name();
}

void writeOptions(std::ostream& out, const CLI::App& command)
{
    for (const CLI::Option* option : shownOptions(command))
    {
        out << ".TP\n.B " << roff(option->get_positional() ? option->get_name(true) : option->get_name(false, true));
        const std::string value = option->get_positional() ? "" : valueOf(*option);
        if (!value.empty())
            out << " \\fI" << roff(value) << "\\fR";
        out << "\n" << roff(option->get_description());
        if (!option->get_default_str().empty() && option->get_items_expected_min() > 0)
            out << " (default " << roff(option->get_default_str()) << ")";
        out << "\n";
    }
}

std::string joined(const std::vector<std::string>& words)
{
    std::string out;
    for (const std::string& word : words)
        out += (out.empty() ? "" : " ") + word;
    return out;
}

/// Every way to write an option: "--output", "-v".
std::vector<std::string> spellings(const CLI::Option& option)
{
    std::vector<std::string> out;
    for (const std::string& name : option.get_lnames())
        out.push_back("--" + name);
    for (const std::string& name : option.get_snames())
        out.push_back("-" + name);
    return out;
}

/// What bash completes the value of an option with.
std::string completionOf(const std::string& type)
{
    if (type == "DIR")
        return "COMPREPLY=($(compgen -d -- \"$word\"))";
    if (type == "FLOAT" || type == "INT" || type == "UINT")
        return ":";
    if (type.find('|') == std::string::npos)
        return "COMPREPLY=($(compgen -f -- \"$word\"))";
    std::string words = type;
    std::replace(words.begin(), words.end(), '|', ' ');
    return "COMPREPLY=($(compgen -W \"" + words + "\" -- \"$word\"))";
}

}  // namespace

std::string manualPage(const CLI::App& program, const CLI::App* command, const std::string& version)
{
    const CLI::App& shown = command ? *command : program;
    const std::string name = command ? program.get_name() + "-" + command->get_name() : program.get_name();
    std::ostringstream out;
    out << ".TH " << roff(upperCase(name)) << " 1 \"\" \"" << program.get_name() << " " << version << "\" \"User Commands\"\n"
        << ".SH NAME\n"
        << roff(name) << " \\- " << roff(shown.get_description()) << "\n"
        << ".SH SYNOPSIS\n.B " << roff(program.get_name() + (command ? " " + command->get_name() : std::string())) << "\n";
    for (const CLI::Option* option : shownOptions(shown))
        if (option->get_positional())
            out << "\\fI" << roff(option->get_name(true)) << "\\fR" << (option->get_items_expected_max() > 1 ? "..." : "")
                << "\n";
    out << (command ? "[\\fIoptions\\fR]\n" : "\\fIcommand\\fR [\\fIoptions\\fR]\n");
    if (!command)
    {
        out << ".SH COMMANDS\n";
        for (const CLI::App* other : shownCommands(program))
            out << ".TP\n.B " << roff(other->get_name()) << "\n" << roff(other->get_description()) << "\n";
    }
    out << ".SH OPTIONS\n";
    writeOptions(out, shown);
    out << ".SH EXIT STATUS\n" << roff(program.get_footer()) << "\n.SH SEE ALSO\n";
    std::vector<std::string> others;
    if (command)
        others.push_back("\\fB" + roff(program.get_name()) + "\\fR(1)");
    else
        for (const CLI::App* other : shownCommands(program))
            others.push_back("\\fB" + roff(program.get_name() + "-" + other->get_name()) + "\\fR(1)");
    for (std::size_t i = 0; i < others.size(); ++i)
        out << others[i] << (i + 1 < others.size() ? ",\n" : "\n");
    return out.str();
}

std::string bashCompletion(const CLI::App& program)
{
    const std::string& name = program.get_name();
    std::vector<std::string> commands;
    for (const CLI::App* command : shownCommands(program))
        commands.push_back(command->get_name());
    std::vector<std::string> general;
    for (const CLI::Option* option : shownOptions(program))
        for (const std::string& spelling : spellings(*option))
            general.push_back(spelling);
    std::ostringstream out;
    out << "# bash completion for " << name << ", made by the command itself\n"
        << "_" << name << "()\n{\n"
        << "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= options= i\n"
        << "    COMPREPLY=()\n"
        << "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
        << "        case ${COMP_WORDS[i]} in -*) ;; *) command=${COMP_WORDS[i]}; break ;; esac\n"
        << "    done\n"
        << "    case $command in\n"
        << "        '') COMPREPLY=($(compgen -W \"" << joined(commands) << " " << joined(general)
        << "\" -- \"$word\")); return ;;\n";
    for (const CLI::App* command : shownCommands(program))
    {
        std::vector<std::string> options;
        out << "        " << command->get_name() << ")\n            case $before in\n";
        for (const CLI::Option* option : shownOptions(*command))
        {
            if (option->get_positional())
                continue;
            const std::vector<std::string> ways = spellings(*option);
            options.insert(options.end(), ways.begin(), ways.end());
            if (!takesValue(*option))
                continue;
            for (std::size_t i = 0; i < ways.size(); ++i)
                out << (i ? "|" : "                ") << ways[i];
            out << ") " << completionOf(option->get_type_name()) << "; return ;;\n";
        }
        out << "            esac\n            options=\"" << joined(options) << "\" ;;\n";
    }
    out << "    esac\n"
        << "    case $word in\n"
        << "        -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
        << "        *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n"
        << "    esac\n}\n"
        << "complete -o filenames -F _" << name << " " << name << "\n";
    return out.str();
}

}  // namespace gapless::apps
