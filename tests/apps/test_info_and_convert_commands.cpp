#include <catch2/catch.hpp>

#include "apps/cli_runner.h"

using gapless::test::CliFixture;
using gapless::test::CliResult;

TEST_CASE_METHOD(CliFixture, "info lists bodies, joints with limits in flat order, active pairs and the rounding floor")
{
    writeProblem("[0.5, 0]", "[1.5, 0]");
    const auto json = run("info problem.yaml --json --pairs").json();
    CHECK(json["joints"].size() == 2);
    CHECK(json["joints"][0]["name"] == "shoulder");
    CHECK(json["joints"][1]["name"] == "elbow");
    CHECK(json["joints"][0]["lower"][0] == -3.0);
    CHECK(json["active_pairs"] == 2);
    CHECK(json["pairs"].size() == 2);
    CHECK(json["rounding_floor"].get<double>() > 0.0);
    CHECK(json["rounding_floor"].get<double>() < 1e-9);
    CHECK(json["memory_bytes"].get<double>() > 0.0);

    const CliResult text = run("info problem.yaml");
    CHECK(text.exit_code == 0);
    for (const char* word : {"shoulder", "elbow", "post", "active pairs: 2", "rounding floor"})
        CHECK_THAT(text.out, Catch::Contains(word));
    CHECK(text.err.empty());
}

TEST_CASE_METHOD(CliFixture, "convert refuses a file of another format")
{
    write("other.json", R"({"format": "something else"})");
    const CliResult result = run("convert other.json --output converted");
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::Contains("other.json"));
    CHECK_FALSE(exists("converted/other.yaml"));
}

TEST_CASE_METHOD(CliFixture, "help and version are answers, not errors")
{
    CHECK(run("--help").exit_code == 0);
    CHECK(run("check --help").exit_code == 0);
    CHECK(run("--version").exit_code == 0);
}
