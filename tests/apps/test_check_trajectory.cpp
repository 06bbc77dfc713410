// gapless check --trajectory.
#include <catch2/catch.hpp>

#include <cmath>

#include "apps/cli_runner.h"

using gapless::test::CliFixture;
using gapless::test::CliResult;
using gapless::test::requireBadInput;

namespace {

/// Two points of the arm; `more` stands in each besides.
std::string points(const std::string& first, const std::string& last, const std::string& more = "", double seconds = 2.0)
{
    return "joint_names: [shoulder, elbow]\npoints:\n- {positions: " + first + more
           + ", time_from_start: 0}\n- {positions: " + last + more + ", time_from_start: " + std::to_string(seconds) + "}\n";
}

}  // namespace

TEST_CASE_METHOD(CliFixture, "A trajectory that turns back between two points is found out, where its way-points' line is free")
{
    writeProblem("[0.5, 0]", "[0.5, 0]");
    write("still.yaml", points("[0.5, 0]", "[0.5, 0]"));
    const CliResult still = run("check problem.yaml --trajectory still.yaml --json");
    CHECK(still.exit_code == 0);
    CHECK(still.json()["verdict"] == "free");
    CHECK(still.json()["proven"] == true);
    CHECK(still.json()["last_safe_s"] == 2.0);
    CHECK(still.json()["time_s"].is_null());
    // Towards the post and back: q = 0.5 - 2 t + t^2 has its least, -0.5, at 1 s.
    write("lob.yaml",
          "joint_names: [shoulder, elbow]\npoints:\n- {positions: [0.5, 0], velocities: [-2, 0], time_from_start: 0}\n"
          "- {positions: [0.5, 0], velocities: [2, 0], time_from_start: 2}\n");
    for (const std::string validator : {"adaptive", "articulated"})
    {
        INFO(validator);
        const CliResult result = run(
            "check problem.yaml --trajectory lob.yaml --json --tolerance 1e-9 --time-tolerance 1e-9 --validator " + validator);
        CHECK(result.exit_code == 1);
        const auto json = result.json();
        CHECK(json["verdict"] == "collision");
        CHECK(json["segment"] == 0);
        // The arm's edge, 0.02 m off its axis, meets the post of radius 0.05 m.
        const double contact = 1.0 - std::sqrt(0.5 + std::asin(0.07 / 1.5));
        CHECK(json["time_s"].get<double>() == Approx(contact).margin(1e-6));
        CHECK(json["last_safe_s"].get<double>() <= contact + 1e-9);
        CHECK(json["last_safe_s"].get<double>() > contact - 1e-5);
        CHECK(json["pair"].size() == 2);
    }
    const std::string text = run("check problem.yaml --trajectory lob.yaml").out;
    CHECK(text.find("collision: segment 0 of 1 at t = ") == 0);
    CHECK(text.find(" s, '") != std::string::npos);
    CHECK(text.find("proven free before ") != std::string::npos);
}

TEST_CASE_METHOD(CliFixture, "A tracking error is part of the proof, as one number or joint by joint")
{
    writeProblem("[0.5, 0]", "[0.5, 0]");
    write("t.yaml", points("[1.5, 0]", "[0.3, 0]"));
    CHECK(run("check problem.yaml --trajectory t.yaml").exit_code == 0);
    const CliResult small = run("check problem.yaml --trajectory t.yaml --tracking-error 0.02");
    CHECK(small.exit_code == 0);
    CHECK(small.out.find("anywhere within the tracking error, at any speed") != std::string::npos);
    const CliResult large = run("check problem.yaml --trajectory t.yaml --tracking-error 0.3 --json");
    CHECK(large.exit_code == 1);
    CHECK(large.json()["verdict"] == "undecided");
    CHECK(large.json()["last_safe_s"].get<double>() > 0.5);
    write("errors.yaml", "shoulder: 0.3\nelbow: 0.0\n");
    CHECK(run("check problem.yaml --trajectory t.yaml --tracking-error errors.yaml").exit_code == 1);
    write("errors.yaml", "shoulder: 0.02\nelbow: 0.0\n");
    CHECK(run("check problem.yaml --trajectory t.yaml --tracking-error errors.yaml").exit_code == 0);
}

TEST_CASE_METHOD(CliFixture, "Without interpolation all between two set-points is proven")
{
    writeProblem("[0.5, 0]", "[0.5, 0]");
    write("t.yaml", points("[1.5, 0]", "[1.4, 0.1]"));
    CHECK(run("check problem.yaml --trajectory t.yaml --interpolation none").exit_code == 0);
    write("t.yaml", points("[0.5, 0]", "[-0.5, 0]"));
    CHECK(run("check problem.yaml --trajectory t.yaml --interpolation none").exit_code == 1);
}

TEST_CASE_METHOD(CliFixture, "The profile says how clear each part is proven to be")
{
    writeProblem("[0.5, 0]", "[0.5, 0]");
    write("t.csv", "time_from_start,shoulder,elbow\n0,1.5,0\n1,0.5,0.5\n2,1.5,0\n");
    CHECK(run("check problem.yaml --trajectory t.csv --profile out.csv").exit_code == 0);
    const std::string profile = read("out.csv");
    CHECK(profile.find("begin_s,end_s,clearance_m\n0,") == 0);
    CHECK(profile.rfind(",2,") != std::string::npos);
}

TEST_CASE_METHOD(CliFixture, "Splines and polynomials are certified as they are given")
{
    writeProblem("[0.5, 0]", "[0.5, 0]");
    // Bezier control points reach the post at 0, the curve itself goes no nearer than 0.5 - 0.75 * depth.
    const auto bezier = [&](double depth) {
        const std::string d = std::to_string(0.5 - depth);
        write("bezier.json",
              "{\"joint_names\": [\"elbow\", \"shoulder\"], \"degree\": 3, \"knots\": [0, 0, 0, 0, 2, 2, 2, 2],"
              "\"control_points\": [[0, 0.5], [0, "
                  + d + "], [0, " + d + "], [0, 0.5]]}");
        return run("check problem.yaml --trajectory bezier.json --json");
    };
    CHECK(bezier(0.5).exit_code == 0);
    const CliResult deep = bezier(0.65);
    CHECK(deep.exit_code == 1);
    CHECK(deep.json()["time_s"].get<double>() > 0.5);
    CHECK(deep.json()["time_s"].get<double>() < 1.0);
    // q = 0.5 - 2 t + t^2, in one piece and in two.
    write("lob.yaml",
          "joint_names: [shoulder, elbow]\npolynomials:\n- {duration: 2, coefficients: [[0.5, 0], [-2, 0], [1, 0]]}\n");
    CHECK(run("check problem.yaml --trajectory lob.yaml").exit_code == 1);
    write("short.yaml",
          "joint_names: [shoulder, elbow]\npolynomials:\n- {duration: 0.2, coefficients: [[0.5, 0], [-2, 0], [1, 0]]}\n"
          "- {duration: 1, coefficients: [[0.14, 0], [0.1, 0.1]]}\n");
    CHECK(run("check problem.yaml --trajectory short.yaml").exit_code == 0);
    const auto refused = [&](const std::string& text, const std::string& words) {
        write("bad.yaml", text);
        INFO(text);
        requireBadInput(run("check problem.yaml --trajectory bad.yaml"), words);
    };
    const std::string names = "joint_names: [shoulder, elbow]\n";
    refused(names + "degree: 8\nknots: [0, 1]\ncontrol_points: [[0.5, 0]]\n", "bad.yaml:3: a spline of degree 8");
    refused(names + "degree: 1.5\nknots: [0, 1]\ncontrol_points: [[0.5, 0]]\n", "whole number");
    refused(names + "degree: 1\nknots: [0, 0, 1, 0.5]\ncontrol_points: [[0.5, 0], [0.5, 0]]\n", "bad.yaml:3: knot 3 is 0.5");
    refused(names + "degree: 1\nknots: [0, 0, 1, .nan]\ncontrol_points: [[0.5, 0], [0.5, 0]]\n", "knots");
    refused(names + "degree: 1\nknots: [-1, -1, 1, 1]\ncontrol_points: [[0.5, 0], [0.5, 0]]\n", "0 or more");
    refused(names + "degree: 1\nknots: [0, 0, 1, 1]\ncontrol_points: [[0.5], [0.5, 0]]\n", "control_points[0]");
    refused(names + "degree: 1\nknots: [0, 0, 1, 1]\ncontrol_points: [[0.5, 0], [5, 0]]\n", "limit");
    refused("joint_names: [shoulder]\ndegree: 1\nknots: [0, 0, 1, 1]\ncontrol_points: [[0.5], [0.5]]\n", "elbow");
    refused(names + "degree: 1\nknots: [0, 0, 1, 1]\n", "control_points");
    refused(names + "polynomials: []\n", "bad.yaml:2: a curve needs a piece");
    refused(names + "polynomials: [{duration: 0, coefficients: [[0.5, 0]]}]\n", "duration");
    refused(names + "polynomials: [{duration: 1, coefficients: []}]\n", "no coefficients");
    refused(names + "polynomials: [{duration: 1, coefficients: [[0.5, 0]]}, {duration: 1, coefficients: [[0.6, 0]]}]\n",
            "bad.yaml:2: polynomial 1 begins 0.0999");
    requireBadInput(run("check problem.yaml --trajectory lob.yaml --interpolation none"), "splines leave nothing to interpolate");
}

TEST_CASE_METHOD(CliFixture, "Bad trajectories and options are one line, exit code 2")
{
    writeProblem("[0.5, 0]", "[0.5, 0]");
    write("t.yaml", points("[0.5, 0]", "[0.6, 0]"));
    write("falling.yaml", points("[0.5, 0]", "[0.6, 0]", "", 0.0));
    write("unknown.yaml", "joint_names: [shoulder, elbow, other]\npoints: []\n");
    write("accelerated.yaml", points("[0.5, 0]", "[0.6, 0]", ", accelerations: [0, 0]"));
    write("errors.yaml", "shoulder: 0.3\n");
    const auto refused = [&](const std::string& arguments, const std::string& words) {
        INFO(arguments);
        requireBadInput(run("check problem.yaml " + arguments), words);
    };
    refused("--trajectory none.yaml", "none.yaml");
    refused("--trajectory falling.yaml", "falling.yaml:4: points[1] is at 0 s, the point before it at 0 s");
    refused("--trajectory unknown.yaml", "unknown.yaml:1: joint_names has 'other'");
    refused("--trajectory accelerated.yaml", "accelerations and no velocities");
    refused("--trajectory t.yaml --tracking-error -0.1", "--tracking-error is -0.1");
    refused("--trajectory t.yaml --tracking-error errors.yaml", "errors.yaml:1: the file for --tracking-error has no 'elbow'");
    refused("--trajectory ''", "--trajectory is empty");
    refused("--path ''", "--path is empty");
    refused("--trajectory t.yaml --profile ''", "--profile is empty");
    refused("--trajectory t.yaml --interpolation cubic", "--interpolation is 'cubic'; it has to be splines or none");
    refused("--trajectory t.yaml --profile profile.txt", "has to end in .csv");
    refused("--trajectory t.yaml --validator discrete", "proves nothing");
    refused("--trajectory t.yaml --path t.yaml", "--trajectory");
    refused("--tracking-error 0.1", "--trajectory");
    CHECK_FALSE(exists("profile.txt"));
}
