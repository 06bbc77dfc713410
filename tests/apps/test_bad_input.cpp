// Bad input: one line on standard error, exit code 2, nothing written, nothing on standard output.
#include <catch2/catch.hpp>

#include "apps/cli_runner.h"

using gapless::test::CliFixture;
using gapless::test::requireBadInput;

TEST_CASE_METHOD(CliFixture, "Bad options are bad input for check and plan alike")
{
    writeProblem("[0.5, 0]", "[1.5, 0]");
    const std::string command = GENERATE(as<std::string>(), "check", "plan");
    const std::string problem = command + " problem.yaml ";
    CAPTURE(command);
    requireBadInput(run(problem + "--clearance -0.1"), "--clearance");
    requireBadInput(run(problem + "--clearance nan"), "--clearance");
    requireBadInput(run(problem + "--tolerance 0"), "--tolerance");
    requireBadInput(run(problem + "--tolerance -1"), "--tolerance");
    requireBadInput(run(problem + "--tolerance nan"), "--tolerance");
    requireBadInput(run(problem + "--tolerance inf"), "--tolerance");
    requireBadInput(run(problem + "--tolerance much"), "--tolerance");
    requireBadInput(run(problem + "--resolution 0"), "--resolution");
    requireBadInput(run(problem + "--time 0"), "--time");
    requireBadInput(run(problem + "--time nan"), "--time");
    requireBadInput(run(problem + "--threads 0"), "--threads");
    requireBadInput(run(problem + "--seed -1"), "--seed");
    requireBadInput(run(problem + "--validator perfect"), "adaptive");
    requireBadInput(run(problem + "--validator articulated --time-tolerance 0"), "--time-tolerance");
    requireBadInput(run(problem + "--package nothing"), "--package");
    requireBadInput(run(problem + "--no-such-option"), "--no-such-option");
    requireBadInput(run(command), "PROBLEM");
}

TEST_CASE_METHOD(CliFixture, "An unknown command or planner is bad input that names the known ones")
{
    writeProblem("[0.5, 0]", "[1.5, 0]");
    requireBadInput(run("plan problem.yaml --planner RTRConnect"), "RRTConnect");
    requireBadInput(run("plan problem.yaml --planner RRTConnect --planner-param speed=1"), "range");
    requireBadInput(run("plan problem.yaml --planner RRTConnect --planner-param range=fast"), "range");
    requireBadInput(run("plan problem.yaml --planner gapless::SBR"), "gapless::SBL");
    requireBadInput(run("plan problem.yaml --planner-param range"), "NAME=VALUE");
    requireBadInput(run("planners SBR"), "gapless::SBL");
    requireBadInput(run("plan problem.yaml --output missing/path.json"), "missing");
    requireBadInput(run("plot problem.yaml"), "plot");
    requireBadInput(run(""), "subcommand");
}

TEST_CASE_METHOD(CliFixture, "A bad problem file is bad input")
{
    SECTION("missing")
    {
        requireBadInput(run("check nowhere.yaml"), "nowhere.yaml");
    }
    SECTION("a folder")
    {
        requireBadInput(run("check ."), ".");
    }
    SECTION("malformed YAML")
    {
        write("problem.yaml", "robots: [{urdf: arm.urdf\nstart: [0, 0");
        requireBadInput(run("check problem.yaml"), "problem.yaml");
    }
    SECTION("unknown key")
    {
        writeProblem("[0.5, 0]", "[1.5, 0]", "colour: red\n");
        requireBadInput(run("check problem.yaml"), "colour");
    }
    SECTION("unknown joint")
    {
        writeProblem("{knee: 0.5}", "[1.5, 0]");
        requireBadInput(run("check problem.yaml"), "knee");
    }
    SECTION("wrong number of values")
    {
        writeProblem("[0.5]", "[1.5, 0]");
        requireBadInput(run("check problem.yaml"), "problem.yaml");
    }
    SECTION("NaN")
    {
        writeProblem("[.nan, 0]", "[1.5, 0]");
        requireBadInput(run("check problem.yaml"), "problem.yaml");
    }
    SECTION("start outside limits")
    {
        writeProblem("[3.5, 0]", "[1.5, 0]");
        requireBadInput(run("check problem.yaml"), "shoulder");
        requireBadInput(run("plan problem.yaml --output path.json"), "shoulder");
        CHECK_FALSE(exists("path.json"));
    }
    SECTION("negative clearance")
    {
        writeProblem("[0.5, 0]", "[1.5, 0]", "clearance: -0.1\n");
        requireBadInput(run("check problem.yaml"), "clearance");
    }
    SECTION("no goal")
    {
        write("problem.yaml", "robots: [{urdf: arm.urdf}]\nstart: [0, 0]\n");
        requireBadInput(run("check problem.yaml"), "goal");
        requireBadInput(run("plan problem.yaml"), "goal");
    }
    SECTION("a robot with an element that is not supported")
    {
        write("arm.urdf",
              "<robot name=\"arm\"><link name=\"a\"><collision><geometry><cone radius=\"1\"/></geometry></collision>"
              "</link></robot>");
        writeProblem("[]", "[]");
        requireBadInput(run("check problem.yaml"), "arm.urdf");
    }
    SECTION("an empty mesh")
    {
        write("empty.obj", "# nothing\n");
        writeProblem("[0.5, 0]", "[1.5, 0]", "");
        write("problem.yaml",
              "robots: [{urdf: arm.urdf}]\nobstacles: [{name: thing, mesh: empty.obj}]\n"
              "start: [0.5, 0]\ngoal: [1.5, 0]\n");
        requireBadInput(run("check problem.yaml"), "empty.obj");
    }
    SECTION("a mesh whose index is out of range")
    {
        write("bad.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n");
        write("problem.yaml",
              "robots: [{urdf: arm.urdf}]\nobstacles: [{name: thing, mesh: bad.obj}]\n"
              "start: [0.5, 0]\ngoal: [1.5, 0]\n");
        requireBadInput(run("check problem.yaml"), "bad.obj");
    }
}

TEST_CASE_METHOD(CliFixture, "A bad path file is bad input")
{
    writeProblem("[0.5, 0]", "[1.5, 0]");
    const std::string command = "check problem.yaml --path path.json";
    requireBadInput(run(command), "path.json");
    write("path.json", "{");
    requireBadInput(run(command), "path.json");
    write("path.json", R"({"joint_names": ["shoulder", "knee"], "waypoints": [[0, 0], [1, 0]]})");
    requireBadInput(run(command), "elbow");
    write("path.json", R"({"joint_names": ["shoulder", "elbow"], "waypoints": [[0, 0], [1]]})");
    requireBadInput(run(command), "path.json");
    write("path.json", R"({"joint_names": ["shoulder", "elbow"], "waypoints": []})");
    requireBadInput(run(command), "path.json");
}

TEST_CASE_METHOD(CliFixture, "Warnings about the input are not written before an error: one line is one line")
{
    write("open.obj", "v 0 0 5\nv 1 0 5\nv 0 1 5\nf 1 2 3\n");
    write("problem.yaml",
          "robots: [{urdf: arm.urdf}]\nobstacles: [{name: thing, mesh: open.obj}]\n"
          "start: [0.5, 0]\ngoal: [1.5, 9]\n");
    requireBadInput(run("check problem.yaml"), "elbow");
}
