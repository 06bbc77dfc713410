// Several robots that cannot be planned for: one line on standard error, exit code 2, nothing written.
#include <catch2/catch.hpp>

#include "apps/cli_runner.h"

using gapless::test::CliFixture;
using gapless::test::CliResult;
using gapless::test::requireBadInput;

namespace {

/// Balls of 10 cm that slide within a square of 2 m.
struct Balls : CliFixture
{
    Balls()
    {
        write("ball.urdf", R"(<robot name="ball">
  <link name="rail"/><link name="carriage"/>
  <link name="ball"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="x" type="prismatic"><parent link="rail"/><child link="carriage"/><axis xyz="1 0 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="y" type="prismatic"><parent link="carriage"/><child link="ball"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
</robot>
)");
        write(
            "car.urdf",
            R"(<robot name="car"><link name="car"><collision><geometry><box size="0.2 0.1 0.1"/></geometry></collision></link></robot>
)");
    }

    /// @param second a robot besides the ball "a"
    void writeRobots(const std::string& second, const std::string& start, const std::string& goal,
                     const std::string& further = "") const
    {
        write("problem.yaml",
              "robots:\n  - {name: a, urdf: ball.urdf}\n" + second + "start: " + start + "\ngoal: " + goal + "\n" + further);
    }
    static constexpr const char* kPlan = "plan problem.yaml --planner gapless::SuperGraph --time 5 --output path.json";
    static constexpr const char* kSecond = "  - {name: b, urdf: ball.urdf}\n";
};

}  // namespace

TEST_CASE_METHOD(Balls, "Two robots that can get out of each other's way are planned for")
{
    writeRobots(kSecond, "[-0.5, 0, 0.5, 0]", "[0.5, 0, -0.5, 0]");
    CHECK(run(kPlan).exit_code == 0);
    CHECK(exists("path.json"));
}

TEST_CASE_METHOD(Balls, "Two robots of one name are refused where the second one stands")
{
    writeRobots("  - {name: a, urdf: ball.urdf}\n", "[-0.5, 0, 0.5, 0]", "[0.5, 0, -0.5, 0]");
    requireBadInput(run(kPlan), "problem.yaml:3: a second robot 'a'");
    CHECK_FALSE(exists("path.json"));
}

TEST_CASE_METHOD(Balls, "Robots that touch at the start or the goal are named")
{
    writeRobots(kSecond, "[0, 0, 0.15, 0]", "[0.5, 0, -0.5, 0]");
    requireBadInput(run(kPlan), "problem.yaml:4: start is in collision: 'a/ball' and 'b/ball'");
    writeRobots(kSecond, "[-0.5, 0, 0.5, 0]", "[0, 0, 0.15, 0]");
    requireBadInput(run(kPlan), "problem.yaml:5: goal is in collision: 'a/ball' and 'b/ball'");
    CHECK_FALSE(exists("path.json"));
}

TEST_CASE_METHOD(Balls, "A planner of several robots refuses one robot, and one that stands beside others that do not plan")
{
    writeRobots("", "[-0.5, 0]", "[0.5, 0]");
    requireBadInput(run(kPlan), "problem.yaml:2: 1 robot plans here");
    writeRobots("  - {name: b, urdf: car.urdf, base: {xyz: [0, 0.8, 0]}}\n", "[-0.5, 0]", "[0.5, 0]");
    requireBadInput(run(kPlan), "problem.yaml:2: 1 robot plans here");
}

TEST_CASE_METHOD(Balls, "Among obstacles that move several robots are not planned for")
{
    writeRobots(kSecond, "[-0.5, 0, 0.5, 0]", "[0.5, 0, -0.5, 0]",
                "obstacles: [{name: tray, sphere: 0.1, moves: [{time: 0, pose: {xyz: [0, 0, 1]}}, {time: 1, pose: {xyz: [1, 0, "
                "1]}}]}]\n");
    requireBadInput(run(kPlan), "problem.yaml:6: moves");
}

TEST_CASE_METHOD(Balls, "Curves that are not proven, such as those in space, are no steering")
{
    for (const std::string type : {"owen", "vana", "vana_owen", "trochoid"})
    {
        writeRobots("  - {name: b, urdf: car.urdf, planar: true, base_limits: {lower: [-1, -1], upper: [1, 1]}, steering: {type: "
                        + type + ", radius: 0.3}}\n",
                    "[-0.5, 0, 0.5, 0, 0]", "[0.5, 0, -0.5, 0, 0]");
        requireBadInput(run(kPlan), "problem.yaml:3: steering of type '" + type + "'");
    }
}

TEST_CASE_METHOD(Balls, "Parameters of the planner of several robots keep to their ranges, and its roadmap files to their kind")
{
    writeRobots(kSecond, "[-0.5, 0, 0.5, 0]", "[0.5, 0, -0.5, 0]");
    const std::string plan = kPlan;
    requireBadInput(run(plan + " --planner-param level=some"), "level");
    requireBadInput(run(plan + " --planner-param nodes=0"), "nodes");
    requireBadInput(run(plan + " --planner-param weight=0.5"), "weight");
    requireBadInput(run(plan + " --planner-param smoothing_time=-1"), "smoothing_time");
    requireBadInput(run(plan + " --load-roadmap some.roadmap"), "some.roadmap: no such roadmap file");
    requireBadInput(run(plan + " --load-roadmap problem.yaml"), "problem.yaml: not a roadmap file of gapless");
    requireBadInput(run(plan + " --save-roadmap missing/some.roadmap"), "missing");
    REQUIRE(run(plan + " --save-roadmap some.roadmap").exit_code == 0);
    const CliResult again = run(plan + " --load-roadmap some.roadmap --save-roadmap again.roadmap --json");
    CHECK(again.exit_code == 0);
    CHECK_THAT(again.out, Catch::Contains("\"roadmap\":{\"milestones\":"));
    requireBadInput(run("plan problem.yaml --planner gapless::LazyPRM --load-roadmap some.roadmap"),
                    "a roadmap file of several robots");
    requireBadInput(run("plan problem.yaml --planner gapless::DynamicRoadmap --load-roadmap some.roadmap"),
                    "--load-roadmap is for");
    writeRobots(kSecond, "[-0.5, 0, 0.5, 0]", "[0.5, 0, -0.5, 0]", "clearance: 0.01\n");
    requireBadInput(run(plan + " --load-roadmap some.roadmap"), "some.roadmap: the roadmaps are of another scene");
}
