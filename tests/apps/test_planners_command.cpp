// gapless planners, and the parameters of `gapless plan`.
#include <catch2/catch.hpp>

#include <algorithm>

#include "apps/cli_runner.h"

using Catch::Contains;
using gapless::test::CliFixture;
using gapless::test::CliResult;

TEST_CASE_METHOD(CliFixture, "planners lists all planners with parameters, defaults and ranges")
{
    const auto all = run("planners --json").json()["planners"];
    CHECK(all.size() > 35);
    const auto is = [](const char* name) { return [name](const nlohmann::json& planner) { return planner["name"] == name; }; };
    CHECK(all[0]["name"] == "gapless::ASBL");
    const auto connect = std::find_if(all.begin(), all.end(), is("RRTConnect"));
    REQUIRE(connect != all.end());
    CHECK((*connect)["parameters"].size() == 2);

    const CliResult one = run("planners gapless::asbl");
    CHECK(one.exit_code == 0);
    CHECK_THAT(one.out, Contains("gapless::ASBL\n") && Contains("  tries = 10  (1:1:1000)\n"));
    const auto json = run("planners gapless::ASBL --json").json()["planners"];
    REQUIRE(json.size() == 1);
    CHECK(json[0]["parameters"][0] == nlohmann::json({{"name", "cache_queues"}, {"default", "1"}, {"range", "0,1"}}));
}

TEST_CASE_METHOD(CliFixture, "plan takes a planner of ours with parameters")
{
    const std::string planner = GENERATE(as<std::string>(), "gapless::ASBL --planner-param tries=5 --planner-param range=2.5",
                                         "gapless::LazyPRM --planner-param neighbors=8", "gapless::asbl");
    CAPTURE(planner);
    writeProblem("[-1, 0]", "[1, 0]");
    const CliResult result = run("plan problem.yaml --planner " + planner + " --time 30 --output path.json --json");
    CAPTURE(result.err, result.out);
    REQUIRE(result.exit_code == 0);
    CHECK_THAT(result.json()["planner"].get<std::string>(), Catch::StartsWith("gapless::"));
    CHECK(run("check problem.yaml --path path.json --tolerance 1e-9").exit_code == 0);
}

TEST_CASE_METHOD(CliFixture, "A bad parameter is one line that names planner, parameter and range, exit code 2")
{
    writeProblem("[-1, 0]", "[1, 0]");
    const auto refused = [this](const std::string& parameter) {
        const CliResult result = run("plan problem.yaml --planner gapless::ASBL --output path.json --planner-param " + parameter);
        CHECK(result.exit_code == 2);
        CHECK(result.out.empty());
        CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
        CHECK_FALSE(exists("path.json"));
        return result.err;
    };
    CHECK_THAT(refused("tries=0"), Contains("gapless::ASBL") && Contains("'tries'") && Contains("1:1:1000"));
    CHECK_THAT(refused("tries=many"), Contains("gapless::ASBL") && Contains("'tries'") && Contains("1:1:1000"));
    CHECK_THAT(refused("speed=1"), Contains("gapless::ASBL") && Contains("'speed'") && Contains("cache_queues, range, tries"));
}

TEST_CASE_METHOD(CliFixture, "A planner that proves needs the exact validator")
{
    writeProblem("[-1, 0]", "[1, 0]");
    const CliResult result = run("plan problem.yaml --planner gapless::ASBL --validator discrete");
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Contains("gapless::ASBL"));
}
