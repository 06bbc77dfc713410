// Problems whose goal is a region, on the command line.
#include <catch2/catch.hpp>

#include <cmath>

#include "apps/cli_runner.h"

using gapless::test::CliFixture;
using gapless::test::CliResult;

namespace {

constexpr const char* kSwing = R"(<?xml version="1.0"?>
<robot name="swing">
  <link name="base"/>
  <link name="upper"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.04 0.04"/></geometry></collision></link>
  <link name="lower"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.04 0.04"/></geometry></collision></link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/>
  </joint>
  <joint name="elbow" type="revolute">
    <parent link="upper"/><child link="lower"/><origin xyz="1 0 0"/><axis xyz="0 1 0"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/>
  </joint>
</robot>
)";

/// The arm swings up and down; a ball stands before it. Both links are to come below 5 cm.
void writeSwing(const CliFixture& cli, const std::string& goal = "{links_below: {z: 0.05}}")
{
    cli.write("swing.urdf", kSwing);
    cli.write("problem.yaml",
              "robots: [{urdf: swing.urdf}]\nobstacles: [{name: ball, sphere: 0.1, pose: {xyz: [1.6, 0, 0]}}]\n"
              "start: [-1, 0]\ngoal: "
                  + goal + "\n");
}

}  // namespace

TEST_CASE_METHOD(CliFixture, "plan reaches a goal region, and its path ends there")
{
    const std::string planner = GENERATE(as<std::string>(), "gapless::RandomWalk", "gapless::ASBL", "RRT", "KPIECE1");
    CAPTURE(planner);
    writeSwing(*this);
    const CliResult result = run("plan problem.yaml --planner " + planner + " --time 30 --output path.json --json");
    CAPTURE(result.err, result.out);
    REQUIRE(result.exit_code == 0);
    CHECK(result.json()["planner"] == planner);
    const auto last = nlohmann::json::parse(read("path.json"))["waypoints"].back();
    const double shoulder = last[0], elbow = last[1];
    CHECK(-std::sin(shoulder) < 0.05);
    CHECK(-std::sin(shoulder) - std::sin(shoulder + elbow) < 0.05);
    CHECK(run("check problem.yaml --path path.json --tolerance 1e-9").exit_code == 0);
}

TEST_CASE_METHOD(CliFixture, "A planner that needs goal states is told from one that does not")
{
    writeSwing(*this);
    for (const char* planner : {"RRTConnect", "gapless::ShortcutSmoother"})
    {
        const CliResult result = run(std::string("plan problem.yaml --planner ") + planner + " --output path.json");
        CHECK(result.exit_code == 2);
        CHECK(result.out.empty());
        CHECK_THAT(result.err, Catch::Contains("region") && Catch::Contains(planner) && Catch::Contains("gapless::RandomWalk"));
        CHECK_FALSE(exists("path.json"));
    }
    CHECK(run("plan problem.yaml --planner gapless::ShortcutSmoother --planner-param planner=gapless::RandomWalk --time 2")
              .exit_code
          == 0);
}

TEST_CASE_METHOD(CliFixture, "check of a problem with a goal region needs a path")
{
    writeSwing(*this);
    const CliResult bare = run("check problem.yaml");
    CHECK(bare.exit_code == 2);
    CHECK(bare.err == "gapless: problem.yaml: the goal is a region, links_below: there is no motion to check; give a path with "
                      "--path\n");
    write("path.json", R"({"joint_names": ["shoulder", "elbow"], "waypoints": [[-1, 0], [-2.5, 0.5]]})");
    CHECK(run("check problem.yaml --path path.json").exit_code == 0);
}

TEST_CASE_METHOD(CliFixture, "info shows the goal region, and segments are benchmarked without a goal")
{
    writeSwing(*this, "{links_below: {z: -0.25}}");
    CHECK(run("info problem.yaml --json").json()["goal"]["links_below"]["z"] == -0.25);
    CHECK_THAT(run("info problem.yaml").out, Catch::Contains("below z = -0.25"));
    CHECK(run("benchmark-segments problem.yaml --count 3 --json").exit_code == 0);
}

TEST_CASE_METHOD(CliFixture, "A bad goal region is bad input")
{
    for (const char* goal : {"{links_below: {z: .nan}}", "{links_below: {}}", "{links_below: {z: 0}, elbow: 1}"})
    {
        CAPTURE(goal);
        writeSwing(*this, goal);
        const CliResult result = run("plan problem.yaml");
        CHECK(result.exit_code == 2);
        CHECK_THAT(result.err, Catch::Contains("problem.yaml:4: ") && Catch::Contains("links_below"));
    }
    write("still.urdf", R"(<robot name="still"><link name="base"/></robot>)");
    write("problem.yaml", "robots: [{urdf: still.urdf}]\nstart: {}\ngoal: {links_below: {z: 1}}\n");
    const CliResult result = run("plan problem.yaml");
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::Contains("no joint plans"));
}
