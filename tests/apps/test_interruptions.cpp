// Work that is broken off says so, and what is undecided is called neither proven nor refuted.
#include <catch2/catch.hpp>

#include "apps/cli_runner.h"
#include "support/sanitized.h"

using Catch::Contains;
using gapless::test::CliFixture;
using gapless::test::CliResult;

namespace {

const double kMoment = gapless::test::kSanitized ? 5.0 : 0.5;

/// A small ball goes round a large one at a constant gap of 1e-12 m: free, and long to prove, as the direction of the gap turns with it.
struct GrazingFixture : CliFixture
{
    GrazingFixture()
    {
        write("problem.yaml",
              "robots: [{name: round, urdf: round.urdf}]\n"
              "obstacles: [{name: large, sphere: 0.899999999999}]\n"
              "start: [-3, -1]\ngoal: [3, 1]\n");
        write("round.urdf",
              R"(<robot name="round"><link name="base"/><link name="middle"/>
                   <link name="small"><collision><origin xyz="1 0 0"/><geometry><sphere radius="0.1"/></geometry></collision></link>
                   <joint name="about" type="revolute"><parent link="base"/><child link="middle"/><axis xyz="0 0 1"/>
                     <limit lower="-3.1" upper="3.1" effort="1" velocity="1"/></joint>
                   <joint name="up" type="revolute"><parent link="middle"/><child link="small"/><axis xyz="0 1 0"/>
                     <limit lower="-1.5" upper="1.5" effort="1" velocity="1"/></joint></robot>)");
        write("path.json", R"({"joint_names": ["about", "up"], "waypoints": [[-3, -1], [3, 1], [-2.9, 1], [3, -1]]})");
    }
};

}  // namespace

TEST_CASE_METHOD(GrazingFixture, "A check that is interrupted says so, and proves nothing")
{
    for (const std::string validator : {"adaptive", "articulated", "discrete --resolution 1e-9"})
    {
        const std::string command = "check problem.yaml --tolerance 1e-13 --time-tolerance 1e-12 --validator " + validator;
        const CliResult result = runFor(kMoment, command + " --json");
        CAPTURE(validator, result.out, result.err);
        CHECK(result.exit_code == 1);
        CHECK(result.json()["verdict"] == "undecided");
        CHECK(result.json()["proven"] == false);
        CHECK(result.json()["interrupted"] == true);
        CHECK_THAT(runFor(kMoment, command).out, Contains("undecided: interrupted"));
    }
}

TEST_CASE_METHOD(GrazingFixture, "A check whose time is spent says so, and was not interrupted")
{
    const std::string command = "check problem.yaml --tolerance 1e-13 --time 0.2";
    const CliResult result = run(command + " --json");
    CAPTURE(result.out, result.err);
    CHECK(result.exit_code == 1);
    CHECK(result.json()["verdict"] == "undecided");
    CHECK(result.json()["interrupted"] == false);
    CHECK_THAT(run(command).out, Contains("--time is spent (0.2 s)"));
    CHECK_THAT(run("check --help").out, Contains("--time FLOAT=60"));
}

TEST_CASE_METHOD(GrazingFixture, "A path that was not proven free in time is not called one that does not certify")
{
    const std::string command = "smooth problem.yaml --path path.json --output short.json --tolerance 1e-13 --time ";
    const CliResult text = run(command + "0.2");
    CAPTURE(text.out, text.err);
    CHECK(text.exit_code == 1);
    CHECK_THAT(text.out, Contains("was not proven free") && Contains("--time is spent") && !Contains("does not certify"));
    const CliResult stopped = runFor(kMoment, command + "1000 --json");
    CAPTURE(stopped.out, stopped.err);
    CHECK(stopped.exit_code == 1);
    CHECK(stopped.json()["interrupted"] == true);
    CHECK(stopped.json()["certification"]["interrupted"] == true);
    CHECK(stopped.json()["certification"]["proven"] == false);
    CHECK(stopped.json()["certification"]["time_us"].get<double>() > 0.0);
    CHECK_FALSE(exists("short.json"));
}

TEST_CASE_METHOD(CliFixture, "A plan that is interrupted says so")
{
    // A wall all round between the two folded poses.
    write("problem.yaml",
          "robots: [{name: arm, urdf: arm.urdf}]\n"
          "obstacles:\n"
          "  - {name: north, box: [0.1, 2, 1], pose: {xyz: [0, 1.2, 0]}}\n"
          "  - {name: south, box: [0.1, 2, 1], pose: {xyz: [0, -1.2, 0]}}\n"
          "start: [0, 0]\ngoal: [3, 0]\n");
    CHECK_THAT(runFor(kMoment, "plan problem.yaml").out, Contains("not solved: interrupted"));
    const CliResult result = runFor(kMoment, "plan problem.yaml --json");
    CHECK(result.exit_code == 1);
    CHECK(result.json()["interrupted"] == true);
    CHECK(run("plan problem.yaml --json --time 0.3").json()["interrupted"] == false);
}

TEST_CASE_METHOD(CliFixture, "Motions checked are counted for planners that prove their edges themselves")
{
    writeProblem("[-1, 0]", "[1, 0]");
    for (const std::string planner : {"gapless::ASBL", "gapless::LazyPRM", "gapless::SBL --validator discrete"})
    {
        const auto json = run("plan problem.yaml --json --planner " + planner).json();
        CAPTURE(planner);
        CHECK(json["solved"] == true);
        // Each segment of the path is an edge that was proven.
        CHECK(json["motions_checked"].get<int>() + 1 >= json["waypoints"].get<int>());
        CHECK(json["certification"]["time_us"].get<double>() > 0.0);
    }
}
