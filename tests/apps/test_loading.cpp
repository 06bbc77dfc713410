// Loading is bounded, can be broken off, and says what it leaves out.
#include <catch2/catch.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>

#include "apps/cli_runner.h"

using gapless::test::CliFixture;
using gapless::test::CliResult;
using gapless::test::requireBadInput;

namespace {

/// Binary STL of a strip of triangles, all apart from each other.
std::string strip(std::uint32_t triangles)
{
    std::string stl(80, ' ');
    stl.append(reinterpret_cast<const char*>(&triangles), 4);
    for (std::uint32_t i = 0; i < triangles; ++i)
    {
        const auto x = static_cast<float>(i) * 0.25F;
        const float values[12] = {0, 0, 1, x, 0, 5, x + 0.125F, 0, 5, x, 1, 5};
        stl.append(reinterpret_cast<const char*>(values), sizeof values);
        stl.append(2, '\0');
    }
    return stl;
}

const std::string kMeshProblem =
    "robots: [{urdf: arm.urdf}]\nobstacles: [{name: thing, mesh: thing.stl}]\nstart: [0.5, 0]\ngoal: [1.5, 0]\n";

}  // namespace

TEST_CASE_METHOD(CliFixture, "Geometry that takes more than --memory is bad input, in one mesh and in many")
{
    write("thing.stl", strip(4000));
    write("problem.yaml", kMeshProblem);
    requireBadInput(run("info problem.yaml --memory 1"),
                    "thing.stl: the mesh has more than 8192 vertices, which is what the memory given allows");
    CHECK(run("info problem.yaml --memory 8").exit_code == 0);
    std::string obstacles;
    for (int i = 0; i < 8; ++i)
        obstacles += (i ? ", " : "") + ("{name: t" + std::to_string(i)) + ", mesh: thing.stl}";
    write("problem.yaml", "robots: [{urdf: arm.urdf}]\nobstacles: [" + obstacles + "]\n");
    requireBadInput(run("info problem.yaml --memory 8"), "problem.yaml:2: the geometry takes more than 8 MiB of memory");
    requireBadInput(run("info problem.yaml --memory 0"), "--memory 0: must be from 1");
    requireBadInput(run("info problem.yaml --memory 99999999999"), "--memory 99999999999");
    requireBadInput(run("info problem.yaml --memory -1"), "--memory");
}

TEST_CASE_METHOD(CliFixture, "Ctrl-C while a mesh is loaded ends the program at once")
{
    write("thing.stl", strip(1500000));
    write("problem.yaml", kMeshProblem);
    const auto start = std::chrono::steady_clock::now();
    const CliResult result = runFor(0.3, "check problem.yaml");
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(3));
    CHECK(result.exit_code == 128 + 2);
    CHECK(result.out.empty());
}

TEST_CASE_METHOD(CliFixture, "Loading a chain of many joints takes no time that is cubic in them")
{
    const int joints = 700;
    std::string urdf = "<robot name='chain'>";
    for (int i = 0; i <= joints; ++i)
        urdf += "<link name='l" + std::to_string(i)
                + "'><collision><geometry><box size='.02 .02 .08'/></geometry></collision></link>";
    for (int i = 0; i < joints; ++i)
        urdf += "<joint name='j" + std::to_string(i) + "' type='revolute'><parent link='l" + std::to_string(i)
                + "'/><child link='l" + std::to_string(i + 1) + "'/><origin xyz='0 0 .1'/><axis xyz='1 0 0'/>"
                + "<limit lower='-.5' upper='.5' effort='1' velocity='1'/></joint>";
    write("chain.urdf", urdf + "</robot>");
    write("problem.yaml", "robots: [{urdf: chain.urdf}]\n");
    CHECK(runWithin(10, "info problem.yaml").exit_code == 0);
}

TEST_CASE_METHOD(CliFixture, "Links with a visual and no collision are listed in one warning")
{
    const std::string visual = "<visual><geometry><box size='1 1 1'/></geometry></visual>";
    const std::string collision = "<collision><geometry><box size='1 1 1'/></geometry></collision>";
    std::string urdf = "<robot name='r'><link name='a'>" + visual + "</link><link name='b'>" + visual + collision
                       + "</link><link name='c'>" + visual + "</link><link name='d'/>";
    for (const std::string child : {"b", "c", "d"})
        urdf += "<joint name='j" + child + "' type='fixed'><parent link='a'/><child link='" + child + "'/></joint>";
    write("r.urdf", urdf + "</robot>");
    write("problem.yaml", "robots: [{urdf: r.urdf}]\n");
    const CliResult result = run("info problem.yaml");
    CHECK(result.exit_code == 0);
    CHECK_THAT(result.err, Catch::Contains("a <visual> but no <collision>, so not checked for collisions: 'a', 'c'\n"));
    CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
}

TEST_CASE_METHOD(CliFixture, "Meshes with parts that are not taken are bad input")
{
    write("thing.stl",
          "solid q\nfacet normal 0 0 1\nouter loop\nvertex -1 -1 0\nvertex 1 -1 0\nvertex 1 1 0\nvertex -1 1 0\n"
          "endloop\nendfacet\nendsolid q\n");
    write("problem.yaml", kMeshProblem);
    requireBadInput(run("check problem.yaml"), "thing.stl:7: 'vertex' stands where 'endloop' must be");
}

TEST_CASE_METHOD(CliFixture, "convert --skip-bad converts the rest of a folder and lists what it skipped")
{
    const auto request = [](const std::string& start, const std::string& goal) {
        return "start_state: {joint_state: {name: [shoulder, elbow], position: [" + start + ", 0]}}\n"
               "goal_constraints: [{joint_constraints: [{joint_name: shoulder, position: " + goal + "}, {joint_name: elbow, position: 0}]}]\n";
    };
    const std::string scene = "world: {collision_objects: []}\n";
    for (const std::string number : {"1", "2", "3", "4"})
        write("scene" + number + ".yaml", number == "4" ? "world: [" : scene);
    write("request1.yaml", request("0.5", "1"));
    write("request2.yaml", request("0.5", "7"));
    write("request4.yaml", request("0.5", "1"));
    const std::string command = "convert . --robot arm.urdf --output out";

    const CliResult all_or_nothing = run(command);
    CHECK(all_or_nothing.exit_code == 2);
    CHECK_FALSE(exists("out"));

    const CliResult rest = run(command + " --skip-bad");
    CHECK(rest.exit_code == 0);
    CHECK(std::count(rest.out.begin(), rest.out.end(), '\n') == 1);
    CHECK_THAT(rest.out, Catch::EndsWith("_1.yaml\n"));
    CHECK_THAT(rest.err,
               Catch::Contains("skipped: ./request2.yaml:2: a goal has joint 'shoulder' at 7, outside of its limits [-3, 3]\n"));
    CHECK_THAT(rest.err, Catch::Contains("scene3.yaml: no request of the same number beside it\n"));
    CHECK_THAT(rest.err, Catch::Contains("scene4.yaml:"));
    CHECK_THAT(rest.err, Catch::EndsWith("gapless: 3 skipped, 1 problem files written\n"));

    write("request1.yaml", request("8", "1"));
    requireBadInput(run("convert . --robot arm.urdf --output none --skip-bad"),
                    "none of the problems can be converted; the first: ");
    CHECK_FALSE(exists("none"));
    requireBadInput(run("convert scene1.yaml --request request1.yaml --robot arm.urdf --output none --skip-bad"),
                    "goes with a folder");
    requireBadInput(run("convert problem.json --output none --skip-bad"), "goes with a folder");
}

TEST_CASE_METHOD(CliFixture, "convert takes a value a rounding error beyond its limit for the limit, and warns")
{
    const auto write_request = [&](const std::string& start, const std::string& goal) {
        write("request.yaml", "start_state: {joint_state: {name: [shoulder, elbow], position: [" + start + ", 0]}}\n"
              "goal_constraints: [{joint_constraints: [{joint_name: shoulder, position: " + goal + "}, {joint_name: elbow, position: 0}]}]\n");
    };
    write("scene.yaml", "world: {collision_objects: []}\n");
    const std::string command = "convert scene.yaml --request request.yaml --path path.yaml --robot arm.urdf --output out";
    write("path.yaml",
          "joint_trajectory: {joint_names: [shoulder, elbow], points: [{positions: [-3.0000026, 0]}, {positions: [3.000001, "
          "0]}]}\n");
    write_request("-3.0000026", "3.000001");
    const CliResult fitted = run(command);
    CHECK(fitted.exit_code == 0);
    CHECK_THAT(fitted.err,
               Catch::Contains("request.yaml:1: the start has joint 'shoulder' at -3.0000026, outside of its limits [-3, 3], "
                               "by no more than rounding: taken as the limit"));
    CHECK_THAT(fitted.err, Catch::Contains("a goal has joint 'shoulder' at 3.000001"));
    CHECK_THAT(fitted.err, Catch::Contains("a point of the trajectory has joint 'shoulder' at"));
    CHECK(run("info out/scene.yaml").exit_code == 0);
    CHECK(run("check out/scene.yaml --path out/scene_path.json").exit_code != 2);
    write_request("-3.00002", "1");
    CHECK(run(command).exit_code == 2);
    write_request("-3", "1");
    write("path.yaml", "joint_trajectory: {joint_names: [shoulder, elbow], points: [{positions: [-3.1, 0]}]}\n");
    requireBadInput(run(command), "path.yaml:1: a point of the trajectory has joint 'shoulder' at -3.1, outside of its limits");
}
