// Help, manual pages and completion show what a command uses, and nothing else.
#include <catch2/catch.hpp>

#include <regex>
#include <set>
#include <sstream>

#include "apps/cli_runner.h"

using Catch::Contains;
using Catch::StartsWith;
using gapless::test::CliFixture;

namespace {

const char* const kCommands[] = {"info", "check", "plan", "planners", "smooth", "convert", "benchmark", "benchmark-segments"};

std::set<std::string> optionsIn(std::string text)
{
    text = std::regex_replace(text, std::regex(R"(\\-)"), "-");
    std::set<std::string> found;
    // At the beginning of a line: descriptions name options too.
    const std::regex option(R"((?:^|\n)(?:\.B | +)(?:-\w,)?(--[a-z-]+))");
    for (std::sregex_iterator i(text.begin(), text.end(), option), end; i != end; ++i)
        found.insert((*i)[1]);
    return found;
}

bool hasShell(const std::string& shell)
{
    const bool has = std::system((shell + " -c true 2>/dev/null").c_str()) == 0;
    if (!has)
        WARN("SKIPPED: no " + shell);
    return has;
}

}  // namespace

TEST_CASE_METHOD(CliFixture,
                 "A command that has commands of its own has them in its manual page, and completion knows their options")
{
    REQUIRE(run("manual --output manual").exit_code == 0);
    const std::string page = read("manual/man1/gapless-roadmap.1");
    CHECK_THAT(page, Contains(".SH BUILD") && Contains(".SH INFO") && Contains(".SH QUERY") && Contains("gapless roadmap build")
                         && Contains("\\-\\-neighbors") && Contains("\\-\\-move"));
    for (const char* file : {"manual/gapless", "manual/_gapless", "manual/gapless.fish"})
        CHECK_THAT(read(file), Contains("neighbors") && Contains("build info query enhance"));
}

TEST_CASE_METHOD(CliFixture, "Help shows the options that a command uses, with their defaults")
{
    const auto help = [this](const std::string& command) { return run(command + " --help").out; };
    CHECK_THAT(help("check"), !Contains("--seed") && !Contains("--threads") && Contains("--tolerance") && Contains("0.001"));
    CHECK_THAT(help("info"), !Contains("--tolerance") && !Contains("--time") && Contains("--clearance"));
    CHECK_THAT(help("smooth"), !Contains("--validator") && Contains("--seed"));
    CHECK_THAT(help("plan"), Contains("--threads") && Contains("RRTConnect") && Contains("60"));
    CHECK_THAT(help("benchmark-segments"), Contains("1000") && Contains("0.012"));
    CHECK_THAT(run("--help").out, !Contains("manual"));
    // As options common to the commands, the others are taken all the same.
    writeProblem("[0.5, 0]", "[1.5, 0.2]");
    CHECK(run("check problem.yaml --seed 3 --threads 2").exit_code == 0);
    CHECK(run("info problem.yaml --tolerance 0.1 --validator adaptive").exit_code == 0);
}

TEST_CASE_METHOD(CliFixture, "A command's manual page has the options of its help")
{
    REQUIRE(run("manual --output manual").exit_code == 0);
    for (const std::string command : kCommands)
    {
        const std::string page = read("manual/man1/gapless-" + command + ".1");
        CAPTURE(command, page);
        CHECK(optionsIn(page) == optionsIn(run(command + " --help").out));
        CHECK_THAT(page, Contains(".SH NAME") && Contains(".SH SYNOPSIS") && Contains(".SH EXIT STATUS"));
        CHECK_THAT(read("manual/man1/gapless.1"),
                   Contains("\\fBgapless\\-" + std::regex_replace(command, std::regex("-"), "\\-")));
    }
    CHECK_FALSE(exists("manual/man1/gapless-manual.1"));
}

TEST_CASE_METHOD(CliFixture, "The shell completes commands, options and values")
{
    if (!hasShell("bash"))
        return;
    REQUIRE(run("manual --output manual").exit_code == 0);
    write("long_name.yaml", "");
    const auto completed = [this](const std::string& line) {
        write("ask.sh", "set -u; source manual/gapless; COMP_WORDS=(" + line
                            + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _gapless; echo \"${COMPREPLY[@]}\"");
        return run("--version >version.txt; bash ask.sh").out;
    };
    // What bash makes of gapless::A, and what it is where colons do not part words.
    CHECK(completed("gapless plan --planner gapless :: A") == "ASBL\n");
    CHECK(completed("gapless plan --planner gapless::A") == "gapless::ASBL\n");
    CHECK(completed("gapless planners RRTC") == "RRTConnect\n");
    CHECK(completed("gapless plan --save-roadmap long") == "long_name.yaml\n");
    CHECK(completed("gapless plan --time long") == "\n");
    CHECK(completed("gapless ch") == "check\n");
    CHECK(completed("gapless benchmark") == "benchmark benchmark-segments\n");
    CHECK(completed("gapless check --time") == "--time-tolerance --time\n");
    CHECK(completed("gapless check --validator a") == "adaptive articulated\n");
    CHECK(completed("gapless check long") == "long_name.yaml\n");
    CHECK(completed("gapless check --path long") == "long_name.yaml\n");
    CHECK(completed("gapless convert --output man") == "manual\n");
    CHECK(completed("gapless --ver") == "--version --verbose\n");
    CHECK_THAT(completed("gapless ''"), !Contains("manual"));
}

TEST_CASE_METHOD(CliFixture, "zsh is told of commands, options and values")
{
    REQUIRE(run("manual --output manual").exit_code == 0);
    CHECK_THAT(read("manual/_gapless"),
               StartsWith("#compdef gapless\n") && Contains("'check:certify the motion start") && !Contains("'manual:"));
    if (!hasShell("zsh"))
        return;
    // In place of zsh's own functions, which need a terminal: the arguments that they get.
    write("ask.sh",
          "_arguments() { print -rl -- \"$@\"; state=argument line=(plan); return 1 }\n"
          "words=(problem.yaml ''); CURRENT=2; source manual/_gapless; print -r -- $words[1] $CURRENT\n");
    const std::string told = run("--version >version.txt; zsh -f ask.sh").out;
    CHECK_THAT(told, Contains("1:command:->command\n") && Contains("--verbose["));
    CHECK_THAT(told, Contains("\n--planner=[") && Contains(":value:(gapless\\:\\:ASBL ") && !Contains("--frames"));
    CHECK_THAT(told, Contains("\n--config=[") && Contains("]:value:_files\n") && Contains("]:value: \n"));
    CHECK_THAT(told, Contains("\n*--planner-param=[") && Contains("\n--json[") && Contains("\n*:argument:_files\n"));
}

TEST_CASE_METHOD(CliFixture, "fish completes commands, options and values")
{
    REQUIRE(run("manual --output manual").exit_code == 0);
    CHECK_THAT(read("manual/gapless.fish"), Contains("-a check -d 'certify the motion") && !Contains("-a manual"));
    if (!hasShell("fish"))
        return;
    write("long_name.yaml", "");
    const auto completed = [this](const std::string& line) {
        write("ask.sh", "source manual/gapless.fish; complete -C '" + line + "' | string split -f 1 \\t");
        return run("--version >version.txt; HOME=. fish ask.sh").out;
    };
    CHECK(completed("gapless che") == "check\n");
    CHECK(completed("gapless benchmark") == "benchmark\nbenchmark-segments\n");
    CHECK(completed("gapless check --time-") == "--time-tolerance\n");
    CHECK(completed("gapless check --validator a") == "adaptive\narticulated\n");
    CHECK(completed("gapless plan --planner gapless::A") == "gapless::ASBL\n");
    CHECK(completed("gapless plan --config long") == "long_name.yaml\n");
    CHECK(completed("gapless check long") == "long_name.yaml\n");
    CHECK_THAT(completed("gapless "), !Contains("manual") && !Contains("long_name"));
}
