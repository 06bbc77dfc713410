#include <catch2/catch.hpp>

#include "apps/cli_runner.h"

using gapless::test::CliFixture;
using gapless::test::CliResult;

TEST_CASE_METHOD(CliFixture, "plan solves, certifies and writes a path that check then certifies too")
{
    const std::string planner = GENERATE(as<std::string>(), "RRTConnect", "PRM", "KPIECE1", "BITstar");
    const std::string further = GENERATE(as<std::string>(), "", " --simplify");
    CAPTURE(planner, further);
    writeProblem("[-1, 0]", "[1, 0]");
    const CliResult result =
        run("plan problem.yaml --planner " + planner + further + " --seed 3 --time 20 --output path.json --json");
    CAPTURE(result.err);
    REQUIRE(result.exit_code == 0);
    const auto json = result.json();
    CHECK(json["solved"] == true);
    CHECK(json["certified"] == true);
    CHECK(json["planner"] == planner);
    CHECK(json["planning_time_s"].get<double>() >= 0.0);
    CHECK(json["path_length"].get<double>() >= 2.0);
    CHECK(json["waypoints"].get<int>() >= 3);
    CHECK(json["motions_checked"].get<int>() > 0);
    CHECK(run("check problem.yaml --path path.json --tolerance 1e-9").exit_code == 0);
}

TEST_CASE_METHOD(CliFixture, "The same seed gives the same path, another seed another")
{
    writeProblem("[-1, 0]", "[1, 0]");
    REQUIRE(run("plan problem.yaml --seed 0 --output a.json").exit_code == 0);
    REQUIRE(run("plan problem.yaml --seed 0 --output b.json").exit_code == 0);
    REQUIRE(run("plan problem.yaml --seed 1 --output c.json").exit_code == 0);
    CHECK(read("a.json") == read("b.json"));
    CHECK(read("a.json") != read("c.json"));
}

TEST_CASE_METHOD(CliFixture, "A path of sampled planning that cuts the post is not solved and not written")
{
    writeProblem("[-0.75, 0]", "[0.75, 0]");
    const CliResult result = run("plan problem.yaml --validator discrete --resolution 0.5 --output path.json --json");
    CHECK(result.exit_code == 1);
    CHECK(result.json()["solved"] == false);
    CHECK(result.json()["certified"] == false);
    CHECK(result.json()["certification"]["verdict"] == "collision");
    CHECK_FALSE(exists("path.json"));
}

TEST_CASE_METHOD(CliFixture,
                 "Where roadmaps of several robots have no path and may not grow, the planner's word on that is shown")
{
    write("problem.yaml",
          "robots:\n"
          "  - {name: a, urdf: arm.urdf}\n"
          "  - {name: b, urdf: arm.urdf, base: {xyz: [9, 0, 0]}}\n"
          "obstacles:\n"
          "  - {name: north, box: [0.1, 2, 1], pose: {xyz: [0, 1.2, 0]}}\n"
          "  - {name: south, box: [0.1, 2, 1], pose: {xyz: [0, -1.2, 0]}}\n"
          "start: [0, 0, 0, 0]\ngoal: [3, 0, 1, 0]\n");
    const CliResult result =
        run("plan problem.yaml --planner gapless::SuperGraph --planner-param grow=0 --planner-param nodes=20 --time 20 --json");
    CHECK(result.exit_code == 1);
    CHECK_FALSE(result.json()["solved"].get<bool>());
    CHECK_THAT(result.err, Catch::Contains("gapless::SuperGraph: no path in these roadmaps"));
}

TEST_CASE_METHOD(CliFixture, "A problem without a solution is not solved")
{
    // A wall all round between the two folded poses.
    write("problem.yaml",
          "robots: [{name: arm, urdf: arm.urdf}]\n"
          "obstacles:\n"
          "  - {name: north, box: [0.1, 2, 1], pose: {xyz: [0, 1.2, 0]}}\n"
          "  - {name: south, box: [0.1, 2, 1], pose: {xyz: [0, -1.2, 0]}}\n"
          "start: [0, 0]\ngoal: [3, 0]\n");
    const CliResult result = run("plan problem.yaml --time 0.5 --output path.json --json");
    CHECK(result.exit_code == 1);
    CHECK(result.json()["solved"] == false);
    CHECK_FALSE(exists("path.json"));
}

TEST_CASE_METHOD(CliFixture, "A start or goal in collision is bad input that names the pair")
{
    for (const auto& [start, goal] : {std::make_pair("[0, 0]", "[1, 0]"), std::make_pair("[1, 0]", "[0, 0]")})
    {
        writeProblem(start, goal);
        const CliResult result = run("plan problem.yaml --output path.json --json");
        CHECK(result.exit_code == 2);
        CHECK(result.out.empty());
        CHECK_THAT(result.err, Catch::Contains("post") && Catch::Contains("lower") && Catch::Contains("overlap, at least "));
        CHECK_THAT(result.err, !Catch::Contains("tolerance"));
        CHECK_FALSE(exists("path.json"));
    }
}
