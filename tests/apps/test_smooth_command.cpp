#include <catch2/catch.hpp>

#include <algorithm>

#include "apps/cli_runner.h"
#include "support/sanitized.h"

using Catch::Contains;
using gapless::test::CliFixture;
using gapless::test::CliResult;

namespace {

/// From one side of the post to the other with the arm folded, and to and fro.
constexpr const char* kDetour =
    R"({"joint_names": ["shoulder", "elbow"], "waypoints": [[-1, 0], [-2, 1], [-1, 2.8], [0, 2.8], [1, 2.8], [2, 1], [1.5, -1],
      [1, 0]]})";

}  // namespace

TEST_CASE_METHOD(CliFixture, "smooth shortens a path, keeps its ends, and what it writes is certified")
{
    writeProblem("[-1, 0]", "[1, 0]");
    write("long.json", kDetour);
    const CliResult result = run("smooth problem.yaml --path long.json --output short.json --seed 3 --json");
    CAPTURE(result.err, result.out);
    REQUIRE(result.exit_code == 0);
    const auto json = result.json();
    CHECK(json["certified"] == true);
    CHECK(json["length_before"].get<double>() > 10.0);
    CHECK(json["length_after"].get<double>() < 0.9 * json["length_before"].get<double>());
    CHECK(json["steps"].get<int>() >= json["shortcuts"].get<int>());
    CHECK(json["shortcuts"].get<int>() > 0);
    CHECK(json["time_s"].get<double>() > 0.0);
    const auto waypoints = nlohmann::json::parse(read("short.json"))["waypoints"];
    CHECK(waypoints.front() == nlohmann::json({-1.0, 0.0}));
    CHECK(waypoints.back() == nlohmann::json({1.0, 0.0}));
    CHECK(run("check problem.yaml --path short.json --tolerance 1e-9").exit_code == 0);
    const CliResult text = run("smooth problem.yaml --path long.json --output short.json --steps 5");
    CHECK(text.exit_code == 0);
    CHECK_THAT(text.out, Contains("length") && Contains("written to short.json"));
}

TEST_CASE_METHOD(CliFixture, "The same seed gives the same path, steps and time are limits")
{
    writeProblem("[-1, 0]", "[1, 0]");
    write("long.json", kDetour);
    const std::string command = "smooth problem.yaml --path long.json --json ";
    REQUIRE(run(command + "--output a.json --seed 1").exit_code == 0);
    REQUIRE(run(command + "--output b.json --seed 1").exit_code == 0);
    REQUIRE(run(command + "--output c.json --seed 2").exit_code == 0);
    CHECK(read("a.json") == read("b.json"));
    CHECK(read("a.json") != read("c.json"));
    CHECK(run(command + "--output d.json --steps 7").json()["steps"] == 7);
    const auto timed = run(command + "--output d.json --patience 1000000000 --time 0.5").json();
    CHECK(timed["certified"] == true);
    CHECK(timed["time_s"].get<double>() < 5.0);
}

TEST_CASE_METHOD(CliFixture, "Ctrl-C keeps the best path so far")
{
    writeProblem("[-1, 0]", "[1, 0]");
    write("long.json", kDetour);
    const CliResult result = runFor(gapless::test::kSanitized ? 20.0 : 1.0,
                                    "smooth problem.yaml --path long.json --output short.json --patience 100000000000 --json");
    CAPTURE(result.err, result.out);
    REQUIRE(result.exit_code == 0);
    CHECK(result.json()["interrupted"] == true);
    CHECK(result.json()["length_after"].get<double>() < result.json()["length_before"].get<double>());
    CHECK(run("check problem.yaml --path short.json").exit_code == 0);
}

TEST_CASE_METHOD(CliFixture, "A path that does not certify exits 1 with the reason and writes nothing")
{
    writeProblem("[-1, 0]", "[1, 0]");
    write("through.json", R"({"joint_names": ["shoulder", "elbow"], "waypoints": [[-1, 0], [-0.5, 0], [1, 0]]})");
    write("short.json", "as it was");
    const CliResult text = run("smooth problem.yaml --path through.json --output short.json");
    CHECK(text.exit_code == 1);
    CHECK_THAT(text.out, Contains("does not certify") && Contains("post") && Contains("segment 1"));
    CHECK(read("short.json") == "as it was");
    const CliResult result = run("smooth problem.yaml --path through.json --output other.json --json");
    CHECK(result.exit_code == 1);
    CHECK(result.json()["certified"] == false);
    CHECK(result.json()["certification"]["segment"] == 1);
    CHECK(result.json()["length_after"] == result.json()["length_before"]);
    CHECK_FALSE(exists("other.json"));
}

TEST_CASE_METHOD(CliFixture, "Bad input to smooth is one line, exit code 2, and nothing is written")
{
    writeProblem("[-1, 0]", "[1, 0]");
    write("long.json", kDetour);
    write("other.json", R"({"joint_names": ["shoulder", "knee"], "waypoints": [[0, 0], [1, 0]]})");
    write("outside.json", R"({"joint_names": ["shoulder", "elbow"], "waypoints": [[1, 0], [9, 0]]})");
    const auto refused = [this](const std::string& arguments) {
        const CliResult result = run("smooth problem.yaml " + arguments);
        CAPTURE(arguments);
        CHECK(result.exit_code == 2);
        CHECK(result.out.empty());
        CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
        CHECK_FALSE(exists("short.json"));
        return result.err;
    };
    CHECK_THAT(refused("--path other.json --output short.json"), Contains("other.json") && Contains("elbow"));
    CHECK_THAT(refused("--path outside.json --output short.json"), Contains("shoulder"));
    CHECK_THAT(refused("--path none.json --output short.json"), Contains("none.json"));
    CHECK_THAT(refused("--path long.json --output missing/short.json"), Contains("missing"));
    CHECK_THAT(refused("--path long.json"), Contains("--output"));
    CHECK_THAT(refused("--output short.json"), Contains("--path"));
    CHECK_THAT(refused("--path long.json --output short.json --tolerance 0"), Contains("--tolerance"));
    CHECK_THAT(refused("--path long.json --output short.json --time -1"), Contains("--time"));
    CHECK_THAT(refused("--path long.json --output short.json --steps -1"), Contains("--steps"));
    CHECK_THAT(refused("--path long.json --output short.json --patience 0"), Contains("--patience"));
    CHECK_THAT(refused("--path long.json --output short.json --validator discrete"), Contains("adaptive"));
}

TEST_CASE_METHOD(CliFixture, "A path of one or two states is as short as it gets")
{
    writeProblem("[-1, 0]", "[1, 0]");
    write("point.json", R"({"joint_names": ["shoulder", "elbow"], "waypoints": [[1, 0]]})");
    write("straight.json", R"({"joint_names": ["elbow", "shoulder"], "waypoints": [[0, 1], [0.5, 2]]})");
    for (const char* path : {"point.json", "straight.json"})
    {
        const CliResult result = run(std::string("smooth problem.yaml --json --output short.json --path ") + path);
        CAPTURE(path, result.err);
        CHECK(result.exit_code == 0);
        CHECK(result.json()["length_after"] == result.json()["length_before"]);
        CHECK(exists("short.json"));
    }
}
