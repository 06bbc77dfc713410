#include <algorithm>
#include <string>
#include <tuple>

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

TEST_CASE_METHOD(CliFixture, "info warns once of a mesh in which closed parts of opposite orientation cross, and of no cavity")
{
    // Two cubes, the second one inside out.
    const auto obj = [](double second) {
        std::string text;
        for (const auto& [first, half, inverted] : {std::tuple{0.0, 1.0, false}, std::tuple{second, 0.5, true}})
        {
            for (int i = 0; i < 8; ++i)
                text += "v " + std::to_string(first + (i & 1 ? half : -half)) + " " + std::to_string(i & 2 ? half : -half) + " "
                        + std::to_string(i & 4 ? half : -half) + "\n";
            text += inverted ? "f -7 -5 -6 -8\nf -2 -1 -3 -4\nf -4 -3 -7 -8\nf -5 -1 -2 -6\nf -6 -2 -4 -8\nf -3 -1 -5 -7\n"
                             : "f -8 -6 -5 -7\nf -4 -3 -1 -2\nf -8 -7 -3 -4\nf -6 -2 -1 -5\nf -8 -4 -2 -6\nf -7 -5 -1 -3\n";
        }
        return text;
    };
    write("part.urdf",
          "<robot name='r'><link name='part'><collision><geometry><mesh "
          "filename='part.obj'/></geometry></collision></link></robot>");
    write("part.yaml", "robots: [{urdf: part.urdf}]\n");
    write("part.obj", obj(1.2));
    const std::string warning = run("info part.yaml").err;
    CHECK_THAT(warning, Catch::Contains("part.obj") && Catch::Contains("opposite orientation") && !Catch::Contains("not closed"));
    CHECK(std::count(warning.begin(), warning.end(), '\n') == 1);
    write("part.obj", obj(0.0));
    CHECK(run("info part.yaml").err.empty());
}

TEST_CASE_METHOD(CliFixture, "convert refuses a file of another format")
{
    write("other.json", R"({"format": "something else"})");
    const CliResult result = run("convert other.json --output converted");
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::Contains("other.json"));
    CHECK_FALSE(exists("converted/other.yaml"));
}

TEST_CASE_METHOD(CliFixture, "convert takes a MoveIt scene with its request and trajectory, and check takes what it wrote")
{
    writeProblem("[0.5, 0]", "[1.5, 0]");  // for arm.urdf
    write("scene.yaml",
          "world: {collision_objects: [{id: ball, primitives: [{type: sphere, dimensions: [0.1]}], "
          "primitive_poses: [{position: [0, 0, 3], orientation: [0, 0, 0, 1]}]}]}\n");
    write("request.yaml",
          "start_state: {joint_state: {name: [shoulder, elbow], position: [0.5, 0]}}\n"
          "goal_constraints: [{joint_constraints: [{joint_name: shoulder, position: 1}, "
          "{joint_name: elbow, position: 0}]}]\n");
    write("path.yaml",
          "joint_trajectory:\n  joint_names: [elbow, shoulder]\n"
          "  points: [{positions: [0, 0.5]}, {positions: [0.1, 0.7]}, {positions: [0, 1]}]\n");
    const CliResult converted = run("convert scene.yaml --request request.yaml --path path.yaml --robot arm.urdf --output out");
    CHECK(converted.exit_code == 0);
    CHECK(converted.out == "out/scene.yaml\nout/scene_path.json\n");
    CHECK(run("check out/scene.yaml --path out/scene_path.json").exit_code == 0);

    const auto refused = [&](const std::string& arguments, const std::string& message) {
        const CliResult result = run("convert " + arguments + " --output none");
        CHECK(result.exit_code == 2);
        CHECK(result.out.empty());
        CHECK_THAT(result.err, Catch::Contains(message));
        CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
        CHECK_FALSE(exists("none"));
    };
    refused("scene.yaml --request request.yaml", "give --robot URDF");
    refused("scene.yaml --robot arm.urdf", "a scene without a request");
    refused("problem.json --robot arm.urdf", "--robot goes with a MoveIt scene");
    write("bad.yaml", "world:\n  collision_objects:\n    - id: ball\n      primitives: [{type: prism, dimensions: [1, 1]}]\n");
    refused("bad.yaml --request request.yaml --robot arm.urdf", "bad.yaml:4: 'prism' of object 'ball'");
}

TEST_CASE_METHOD(CliFixture, "help and version are answers, not errors")
{
    CHECK(run("--help").exit_code == 0);
    CHECK(run("check --help").exit_code == 0);
    CHECK(run("--version").exit_code == 0);
}
