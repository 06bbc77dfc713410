#include "completion.h"

#include <algorithm>
#include <sstream>
#include <vector>

#include <gapless/planners/planner_registry.h>

#include "shown_options.h"

namespace gapless::apps {
namespace {

/// What a value is completed with.
struct Offer
{
    enum class Kind
    {
        Nothing,
        Files,
        Folders,
        Words,
        WordsAndFiles,
    };
    Kind kind = Kind::Nothing;
    std::string words = {};  ///< with blanks between them
};

Offer offerOf(const CLI::Option& option)
{
    std::string type = option.get_type_name();
    if (type == "FILE" || type == "DIR")
        return {type == "FILE" ? Offer::Kind::Files : Offer::Kind::Folders};
    if (type == kPlannerType)
    {
        type.clear();
        for (const PlannerEntry& planner : plannerRegistry())
            type += (type.empty() ? "" : "|") + planner.name;
    }
    if (type.find('|') == std::string::npos)
        return {};
    std::replace(type.begin(), type.end(), '|', ' ');
    return {Offer::Kind::Words, type};
}

/// Every way to write an option: "--output", "-v"; none for a positional one.
std::vector<std::string> spellings(const CLI::Option& option)
{
    std::vector<std::string> out;
    for (const std::string& name : option.get_lnames())
        out.push_back("--" + name);
    for (const std::string& name : option.get_snames())
        out.push_back("-" + name);
    return out;
}

std::string spellingsOf(const CLI::App& command)
{
    std::string out;
    for (const CLI::Option* option : allShownOptions(command))
        for (const std::string& spelling : spellings(*option))
            out += (out.empty() ? "" : " ") + spelling;
    return out;
}

Offer offerOfPositional(const CLI::App& command)
{
    std::string words;
    for (const CLI::App* below : shownCommands(command))
        words += (words.empty() ? "" : " ") + below->get_name();
    if (!words.empty())
        return {Offer::Kind::WordsAndFiles, words};
    for (const CLI::Option* option : shownOptions(command))
        if (option->get_positional())
            return offerOf(*option);
    return {};
}

std::string replaced(std::string text, const std::string& special, const std::string& before)
{
    for (std::size_t i = 0; (i = text.find_first_of(special, i)) != std::string::npos; i += before.size() + 1)
        text.insert(i, before);
    return text;
}

/// The arguments of compgen.
std::string bashOffer(const Offer& offer)
{
    switch (offer.kind)
    {
        case Offer::Kind::Nothing: return "";
        case Offer::Kind::Files: return "-f";
        case Offer::Kind::Folders: return "-d";
        case Offer::Kind::Words: break;
        case Offer::Kind::WordsAndFiles: return "-f -W \"" + offer.words + "\"";
    }
    return "-W \"" + offer.words + "\"";
}

/// The action of a specification for _arguments, in which a colon ends it.
std::string zshOffer(const Offer& offer)
{
    switch (offer.kind)
    {
        case Offer::Kind::Nothing: return " ";
        case Offer::Kind::Files: return "_files";
        case Offer::Kind::Folders: return "_files -/";
        case Offer::Kind::Words: break;
        case Offer::Kind::WordsAndFiles: return "{ compadd " + replaced(offer.words, ":", "\\") + "; _files }";
    }
    return "(" + replaced(offer.words, ":", "\\") + ")";
}

/// The options of `complete`.
std::string fishOffer(const Offer& offer)
{
    switch (offer.kind)
    {
        case Offer::Kind::Nothing: return " -f";
        case Offer::Kind::Files: return " -F";
        case Offer::Kind::Folders: return " -f -a '(__fish_complete_directories)'";
        case Offer::Kind::Words: break;
        case Offer::Kind::WordsAndFiles: return " -F -a '" + offer.words + "'";
    }
    return " -f -a '" + offer.words + "'";
}

/// Between single quotes, in which a quote itself cannot stand.
std::string zshQuoted(const std::string& text)
{
    return "'" + replaced(text, "'", "'\\'") + "'";
}

void writeZshOptions(std::ostream& out, const CLI::App& command, const std::string& indent)
{
    for (const CLI::Option* option : allShownOptions(command))
        for (const std::string& spelling : spellings(*option))
        {
            std::string text = (option->get_items_expected_max() > 1 ? "*" : "") + spelling;
            text += (takesValue(*option) && spelling.size() > 2 ? "=[" : "[") + replaced(option->get_description(), "[]:\\", "\\")
                    + "]";
            if (takesValue(*option))
                text += (option->get_items_expected_min() == 0 ? "::" : ":") + std::string("value:") + zshOffer(offerOf(*option));
            out << indent << zshQuoted(text) << " \\\n";
        }
}

void writeFishOptions(std::ostream& out, const CLI::App& command, const std::string& complete)
{
    for (const CLI::Option* option : allShownOptions(command))
    {
        std::string names;
        for (const std::string& name : option->get_lnames())
            names += " -l " + name;
        for (const std::string& name : option->get_snames())
            names += " -s " + name;
        if (names.empty())
            continue;
        if (takesValue(*option))
            names += (option->get_items_expected_min() == 0 ? "" : " -r") + fishOffer(offerOf(*option));
        out << complete << names << " -d '" << replaced(option->get_description(), "'\\", "\\") << "'\n";
    }
}

}  // namespace

std::string bashCompletion(const CLI::App& program)
{
    const std::string& name = program.get_name();
    std::string commands;
    for (const CLI::App* command : shownCommands(program))
        commands += command->get_name() + " ";
    std::ostringstream out;
    out << "# bash completion for " << name << ", made by the command itself\n"
        << "_" << name << "()\n{\n"
        << "    local at=$COMP_CWORD word=${COMP_WORDS[COMP_CWORD]} before command= offer=() i\n"
        << "    # A word with colons comes in pieces, and only the last piece is replaced.\n"
        << "    while ((at > 1)) && [[ $word == :* || ${COMP_WORDS[at-1]} == *: ]]; do word=${COMP_WORDS[--at]}$word; done\n"
        << "    before=${COMP_WORDS[at-1]}\n"
        << "    for ((i = 1; i < at; i++)); do\n"
        << "        case ${COMP_WORDS[i]} in -*) ;; *) command=${COMP_WORDS[i]}; break ;; esac\n"
        << "    done\n"
        << "    case $command in\n"
        << "        '') offer=(-W \"" << commands << spellingsOf(program) << "\") ;;\n";
    for (const CLI::App* command : shownCommands(program))
    {
        out << "        " << command->get_name() << ")\n            case $before in\n";
        for (const CLI::Option* option : allShownOptions(*command))
        {
            const std::vector<std::string> ways = spellings(*option);
            if (ways.empty() || !takesValue(*option))
                continue;
            for (std::size_t i = 0; i < ways.size(); ++i)
                out << (i ? "|" : "                ") << ways[i];
            out << ") offer=(" << bashOffer(offerOf(*option)) << ") ;;\n";
        }
        out << "                *) case $word in -*) offer=(-W \"" << spellingsOf(*command) << "\") ;; *) offer=("
            << bashOffer(offerOfPositional(*command)) << ") ;; esac ;;\n            esac ;;\n";
    }
    out << "    esac\n"
        << "    COMPREPLY=()\n"
        << "    ((${#offer[@]})) && COMPREPLY=($(compgen \"${offer[@]}\" -- \"$word\"))\n"
        << "    ((at == COMP_CWORD)) || COMPREPLY=(\"${COMPREPLY[@]#\"${word%\"${word##*:}\"}\"}\")\n"
        << "}\n"
        << "complete -o filenames -F _" << name << " " << name << "\n";
    return out.str();
}

std::string zshCompletion(const CLI::App& program)
{
    const std::string& name = program.get_name();
    std::ostringstream out;
    out << "#compdef " << name << "\n# zsh completion for " << name << ", made by the command itself\n"
        << "_" << name << "()\n{\n"
        << "    local curcontext=$curcontext state line\n"
        << "    local -a commands=(\n";
    for (const CLI::App* command : shownCommands(program))
        out << "        " << zshQuoted(command->get_name() + ":" + replaced(command->get_description(), ":\\", "\\")) << "\n";
    out << "    )\n    _arguments -C \\\n";
    writeZshOptions(out, program, "        ");
    out << "        '1:command:->command' '*:::argument:->argument' && return\n"
        << "    case $state in\n"
        << "        command) _describe command commands ;;\n"
        << "        argument)\n"
        << "            words=($line[1] \"${words[@]}\")\n"
        << "            ((CURRENT++))\n"
        << "            case $line[1] in\n";
    for (const CLI::App* command : shownCommands(program))
    {
        out << "                " << command->get_name() << ") _arguments \\\n";
        writeZshOptions(out, *command, "                    ");
        out << "                    " << zshQuoted("*:argument:" + zshOffer(offerOfPositional(*command))) << " ;;\n";
    }
    out << "            esac ;;\n    esac\n}\n"
        << "_" << name << " \"$@\"\n";
    return out.str();
}

std::string fishCompletion(const CLI::App& program)
{
    const std::string complete = "complete -c " + program.get_name();
    std::ostringstream out;
    out << "# fish completion for " << program.get_name() << ", made by the command itself\n"
        << complete << " -n __fish_use_subcommand -f\n";
    writeFishOptions(out, program, complete + " -n __fish_use_subcommand");
    for (const CLI::App* command : shownCommands(program))
    {
        const std::string within = complete + " -n '__fish_seen_subcommand_from " + command->get_name() + "'";
        out << complete << " -n __fish_use_subcommand -a " << command->get_name() << " -d '"
            << replaced(command->get_description(), "'\\", "\\") << "'\n"
            << within << fishOffer(offerOfPositional(*command)) << "\n";
        writeFishOptions(out, *command, within);
    }
    return out.str();
}

}  // namespace gapless::apps
