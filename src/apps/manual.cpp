#include "manual.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <vector>

#include "shown_options.h"

namespace gapless::apps {
namespace {

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

/// The positional arguments.
void writeSynopsis(std::ostream& out, const CLI::App& command)
{
    for (const CLI::Option* option : shownOptions(command))
        if (option->get_positional())
            out << "\\fI" << roff(option->get_name(true)) << "\\fR" << (option->get_items_expected_max() > 1 ? "..." : "")
                << "\n";
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
    writeSynopsis(out, shown);
    out << (command && shownCommands(shown).empty() ? "[\\fIoptions\\fR]\n" : "\\fIcommand\\fR [\\fIoptions\\fR]\n");
    if (!command)
    {
        out << ".SH COMMANDS\n";
        for (const CLI::App* other : shownCommands(program))
            out << ".TP\n.B " << roff(other->get_name()) << "\n" << roff(other->get_description()) << "\n";
    }
    for (const CLI::App* below : command ? shownCommands(*command) : std::vector<const CLI::App*>())
    {
        out << ".SH " << roff(upperCase(below->get_name())) << "\n"
            << roff(below->get_description()) << "\n.PP\n.B "
            << roff(program.get_name() + " " + command->get_name() + " " + below->get_name()) << "\n";
        writeSynopsis(out, *below);
        out << "[\\fIoptions\\fR]\n";
        writeOptions(out, *below);
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

}  // namespace gapless::apps
