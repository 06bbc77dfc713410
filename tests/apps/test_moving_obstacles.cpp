// Obstacles with `moves` in problem files: what checks them, and what refuses them.
#include <catch2/catch.hpp>

#include "apps/cli_runner.h"

using gapless::test::CliFixture;
using gapless::test::CliResult;
using gapless::test::requireBadInput;

namespace {

/// The arm stands; a ball flies past it.
class MovesFixture : public CliFixture
{
public:
    MovesFixture()
    {
        write("still.yaml",
              "joint_names: [shoulder, elbow]\npoints:\n- {positions: [0.5, 0], time_from_start: 0}\n"
              "- {positions: [0.5, 0], time_from_start: 2}\n");
        write("arrives.yaml",
              "joint_names: [shoulder, elbow]\npoints:\n- {positions: [1.2, 0], time_from_start: 0}\n"
              "- {positions: [0.5, 0], time_from_start: 1}\n");
    }

    /// @param moves in flow style
    void writeMoves(const std::string& moves, const std::string& more = "") const
    {
        write(
            "problem.yaml",
            "robots:\n  - {name: arm, urdf: arm.urdf}\nobstacles:\n  - {name: wall, box: [0.1, 1, 1], pose: {xyz: [0, -3, 0]}}\n"
            "  - {name: ball, sphere: 0.1, moves: "
                + moves + more + "}\nstart: [0.5, 0]\ngoal: [0.5, 0]\n");
    }
};

/// Along the line that the arm, at 0.5 rad, lies on, a metre above it, down to it at `time`, and up again.
std::string dive(double time)
{
    const std::string x = "0.88, 0.48", t = std::to_string(time);
    return "[{time: 0, pose: {xyz: [" + x + ", 1]}}, {time: " + t + ", pose: {xyz: [" + x
           + ", 0]}}, {time: " + std::to_string(time + 1.0) + ", pose: {xyz: [" + x + ", 1], rpy: [0, 0, 1]}}]";
}

}  // namespace

TEST_CASE_METHOD(MovesFixture,
                 "A ball that flies into the arm is found at its second, and one that comes elsewhere or later is not")
{
    writeMoves(dive(1.0));
    for (const std::string validator : {"adaptive", "articulated"})
    {
        INFO(validator);
        const CliResult hit = run("check problem.yaml --trajectory still.yaml --json --tolerance 1e-9 --validator " + validator);
        CHECK(hit.exit_code == 1);
        const auto json = hit.json();
        CHECK(json["verdict"] == "collision");
        CHECK(json["pair"].dump().find("ball") != std::string::npos);
        // At 0.12 above the arm's middle, whose half width is 0.02; it comes down by 1 m/s.
        CHECK(json["time_s"].get<double>() == Approx(0.88).margin(0.02));
        CHECK(json["any_speed"] == false);
        CHECK(json["segment"] == 0);
    }
    // The arm is not there before 1 s; the ball is gone then, or comes when the arm stands at the end of its way.
    writeMoves("[{time: 0, pose: {xyz: [0.88, 0.48, 0]}}, {time: 0.5, pose: {xyz: [0.88, 0.48, 2]}}]");
    const CliResult gone = run("check problem.yaml --trajectory arrives.yaml");
    CHECK(gone.exit_code == 0);
    CHECK(gone.out.find("at any speed") == std::string::npos);
    CHECK(gone.out.find("as timed") != std::string::npos);
    writeMoves("[{time: 2.5, pose: {xyz: [0.88, 0.48, 2]}}, {time: 3, pose: {xyz: [0.88, 0.48, 0]}}]");
    const CliResult later = run("check problem.yaml --trajectory arrives.yaml --json");
    CHECK(later.exit_code == 1);
    CHECK(later.json()["time_s"].get<double>() > 2.5);
    // It may touch the wall.
    writeMoves("[{time: 0, pose: {xyz: [0, -4, 0]}}, {time: 1, pose: {xyz: [0, -2, 0]}}]");
    CHECK(run("check problem.yaml --trajectory still.yaml").exit_code == 0);
    CHECK(run("info problem.yaml").exit_code == 0);
}

TEST_CASE_METHOD(
    MovesFixture,
    "What knows only obstacles that stand still refuses the problem, and moves that are none are refused with their line")
{
    const auto refused = [&](const std::string& arguments, const std::string& words) {
        INFO(arguments);
        requireBadInput(run(arguments), words);
    };
    write("path.json", "{\"joint_names\": [\"shoulder\", \"elbow\"], \"waypoints\": [[0.5, 0], [0.6, 0]]}\n");
    writeMoves(dive(1.0));
    const std::string still = "problem.yaml:5: moves: this takes obstacles that stand still";
    for (const std::string arguments :
         {"check problem.yaml", "check problem.yaml --path path.json", "plan problem.yaml",
          "plan problem.yaml --planner gapless::LazyPRM", "smooth problem.yaml --path path.json --output out.json",
          "benchmark-segments problem.yaml",
          "retime problem.yaml --path path.json --output out.json --max-velocity 1 --max-acceleration 1"})
        refused(arguments, still);
    const auto refusedMoves = [&](const std::string& moves, const std::string& words, const std::string& more = "") {
        writeMoves(moves, more);
        refused("check problem.yaml --trajectory still.yaml", words);
    };
    refusedMoves("[]", "problem.yaml:5: moves of 'ball' has no entry");
    refusedMoves("5", "problem.yaml:5: moves");
    refusedMoves("[{time: 0}]", "pose");
    refusedMoves("[{pose: {xyz: [0, 0, 5]}}]", "time");
    refusedMoves("[{time: -1, pose: {xyz: [0, 0, 5]}}]", "time");
    refusedMoves("[{time: .nan, pose: {xyz: [0, 0, 5]}}]", "time");
    refusedMoves("[{time: 1, pose: {xyz: [0, 0, 5]}}, {time: 1, pose: {xyz: [0, 0, 6]}}]", "times have to rise");
    refusedMoves("[{time: 0, pose: {xyz: [0, 0, .inf]}}]", "xyz");
    refusedMoves("[{time: 0, pose: {xyz: [0, 0, 5]}}, {time: 1, pose: {xyz: [0, 0, 5], rpy: [0, 0, 3.141592653589793]}}]",
                 "half a turn");
    refusedMoves("[{time: 0, pose: {xyz: [0, 0, 5]}}]", "both pose and moves", ", pose: {xyz: [0, 0, 1]}");
}
