// Help, manual pages and completion show what a command uses, and nothing else.
#include <catch2/catch.hpp>

#include <regex>
#include <set>
#include <sstream>

#include "apps/cli_runner.h"

using Catch::Contains;
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

}  // namespace

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
    if (std::system("bash -c true 2>/dev/null") != 0)
    {
        WARN("SKIPPED: no bash");
        return;
    }
    REQUIRE(run("manual --output manual").exit_code == 0);
    write("long_name.yaml", "");
    const auto completed = [this](const std::string& line) {
        write("ask.sh", "set -u; source manual/gapless; COMP_WORDS=(" + line
                            + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _gapless; echo \"${COMPREPLY[@]}\"");
        return run("--version >version.txt; bash ask.sh").out;
    };
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
