// Cars in problem files: what plans and checks them, and what refuses them.
#include <catch2/catch.hpp>

#include <cmath>

#include "apps/cli_runner.h"
#include "core/format_number.h"

using gapless::formatNumber;
using gapless::test::CliFixture;
using gapless::test::CliResult;
using gapless::test::requireBadInput;

namespace {

/// 4 m x 2 m about 1 m in front of the middle of its rear axle, among four poles of 1 cm.
class CarFixture : public CliFixture
{
public:
    CarFixture()
    {
        write("car.urdf",
              "<robot name='car'><link name='body'><collision><origin xyz='1 0 0.5'/><geometry><box size='4 2 1'/></geometry>"
              "</collision></link></robot>");
    }

    void writeCar(const std::string& robot, const std::string& start = "[-9, -9, 0]", const std::string& goal = "[9, 9, 3]") const
    {
        std::string poles;
        for (const std::string at : {"0, 3", "3, -3", "-4, 0", "5, 5"})
            poles += "  - {name: 'pole " + at + "', cylinder: {radius: 0.01, length: 3}, pose: {xyz: [" + at + ", 0]}}\n";
        write("car.yaml", "robots:\n  - {urdf: car.urdf, " + robot + "}\nobstacles:\n" + poles + "start: {base: " + start
                              + "}\ngoal: {base: " + goal + "}\n");
    }
};

const std::string kBase = "planar: true, base_limits: {lower: [-12, -12], upper: [12, 12]}, ";

}  // namespace

TEST_CASE_METHOD(CarFixture, "A car is planned for, and its path is certified along its curves")
{
    for (const std::string type : {"dubins", "reeds_shepp"})
    {
        INFO(type);
        writeCar(kBase + "steering: {type: " + type + ", radius: 2}");
        const CliResult plan = run("plan car.yaml --output path.json --json");
        INFO(plan.err);
        REQUIRE(plan.exit_code == 0);
        CHECK(plan.json()["certified"] == true);
        CHECK(read("path.json").find("\"curves\": [\n  [[") != std::string::npos);
        for (const std::string validator : {"adaptive", "articulated"})
            CHECK(run("check car.yaml --path path.json --validator " + validator).exit_code == 0);
        const CliResult info = run("info car.yaml --json");
        CHECK(info.json()["joints"][0]["steering"]["type"] == type);
        CHECK(run("info car.yaml").out.find("a car: " + type + ", turning radius 2.0 m") != std::string::npos);
    }
}

TEST_CASE_METHOD(CarFixture, "Planners of ours drive cars, roadmaps of cars are kept, and their paths are shortened")
{
    writeCar(kBase + "steering: {type: reeds_shepp, radius: 2}");
    for (const std::string planner : {"ASBL", "LazyPRM", "ShortcutSmoother"})
    {
        INFO(planner);
        const CliResult plan = run("plan car.yaml --planner gapless::" + planner + " --time 2 --output path.json --json");
        INFO(plan.err);
        REQUIRE(plan.exit_code == 0);
        CHECK(plan.json()["certified"] == true);
        CHECK(run("check car.yaml --path path.json").exit_code == 0);
    }
    const CliResult smooth = run("smooth car.yaml --path path.json --output short.json --json");
    INFO(smooth.err);
    REQUIRE(smooth.exit_code == 0);
    CHECK(smooth.json()["length_after"] <= smooth.json()["length_before"]);
    CHECK(run("check car.yaml --path short.json").exit_code == 0);

    const std::string prm = "plan car.yaml --planner gapless::LazyPRM ";
    REQUIRE(run(prm + "--save-roadmap map.prm").exit_code == 0);
    CHECK(run(prm + "--load-roadmap map.prm").exit_code == 0);
    writeCar(kBase + "steering: {type: reeds_shepp, radius: 2.5}");
    requireBadInput(run(prm + "--load-roadmap map.prm"), "of another robot (the joint 'base' differs)");
}

TEST_CASE_METHOD(CarFixture, "What a car drives round is in its way, what lies on the straight line is not")
{
    // From the origin to (0, 4), turned about: half a circle about (0, 2). The corner's circle has the radius sqrt(9 + 9).
    const auto verdict = [&](const std::string& steering, const std::string& x) {
        write("turn.yaml", "robots:\n  - {urdf: car.urdf, planar: true, base_limits: {lower: [-20, -20], upper: [20, 20]}"
                               + steering + "}\nobstacles:\n  - {name: post, sphere: 0.001, pose: {xyz: [" + x
                               + ", 2, 0.5]}}\nstart: {base: [0, 0, 0]}\ngoal: {base: [0, 4, 3.141592653589793]}\n");
        return run("check turn.yaml --tolerance 1e-7 --json").json()["verdict"];
    };
    const std::string car = ", steering: {type: dubins, radius: 2}";
    CHECK(verdict(car, "4.243") == "collision");  // 4.2426 and less is swept
    CHECK(verdict(car, "4.2437") == "free");
    CHECK(verdict(car, "0.9") == "free");  // within the turn: the side nearest to its centre passes at 1 m
    CHECK(verdict(car, "1.002") == "collision");
}

TEST_CASE_METHOD(CarFixture, "A path may say which curve a car drives, and that is what is checked")
{
    const auto scene = [&](const std::string& steering) {
        write("curves.yaml",
              "robots:\n  - {urdf: car.urdf, planar: true, base_limits: {lower: [-20, -20], upper: [20, 20]}, steering: {"
                  + steering + "}}\nobstacles:\n  - {name: post, sphere: 0.01, pose: {xyz: [5, 0, 0.5]}}\n");
    };
    const auto path = [&](const std::string& curves) {
        write("path.json", "{\"joint_names\": [\"base/x\", \"base/y\", \"base/theta\"], \"waypoints\": [[0, 0, 0], [10, 0, 0]]"
                               + curves + "}\n");
    };
    scene("type: reeds_shepp, radius: 2");
    path("");
    CHECK(run("check curves.yaml --path path.json").exit_code == 1);  // straight through the post
    // Round it: left, right, right, left by 60 degrees on circles of radius 10 / (4 sin 60).
    const double radius = 2.5 / std::sin(M_PI / 3), length = radius * M_PI / 3;
    const auto part = [&](double side) { return "[" + formatNumber(side / radius) + ", " + formatNumber(length) + "]"; };
    const std::string round = part(1) + ", " + part(-1) + ", " + part(-1) + ", " + part(1);
    path(", \"curves\": [[" + round + "]]");
    for (const std::string validator : {"adaptive", "articulated"})
    {
        const CliResult checked = run("check curves.yaml --path path.json --validator " + validator);
        INFO(checked.err);
        CHECK(checked.exit_code == 0);
    }
    path(", \"curves\": [[" + part(1) + ", " + part(-1) + "]]");
    requireBadInput(run("check curves.yaml --path path.json"), "path.json: segment 0: the way of a car ends ");
    path(", \"curves\": [null]");
    CHECK(run("check curves.yaml --path path.json").exit_code == 1);
    path(", \"curves\": [null, null]");
    requireBadInput(run("check curves.yaml --path path.json"), "path.json: 2 curves; there must be 1, one per segment and car");
    path(", \"curves\": [[[0.6, 1]]]");
    requireBadInput(run("check curves.yaml --path path.json"),
                    "curves[0] turns with a radius of 1.6666666666666667 m; that of the car's steering is 2");
    path(", \"curves\": [[" + round + "]]");
    requireBadInput(run("smooth curves.yaml --path path.json --output out.json"),
                    "curves[0] is not the one that the car's space draws");
    scene("type: dubins, radius: 2");
    CHECK(run("check curves.yaml --path path.json").exit_code == 0);
    path(", \"curves\": [[[0, -1], [0, 11]]]");
    requireBadInput(run("check curves.yaml --path path.json"),
                    "curves[0] goes backwards, which the car's steering, dubins, does not");
    // Straight motions have none.
    write("straight.yaml", "robots:\n  - {urdf: car.urdf, planar: true, base_limits: {lower: [-20, -20], upper: [20, 20]}}\n");
    requireBadInput(run("check straight.yaml --path path.json"), "curves of a path without cars");
}

TEST_CASE_METHOD(CarFixture, "A car that leaves its limits between two states within them is not free")
{
    writeCar("planar: true, base_limits: {lower: [-20, -20], upper: [20, 20]}, steering: {type: dubins, radius: 2}", "[19, 0, 0]",
             "[19, 5, 3.14159]");
    const CliResult result = run("check car.yaml");
    CHECK(result.exit_code == 1);
    CHECK(result.out.find("a car leaves base_limits") != std::string::npos);
    CHECK(run("check car.yaml --json").json()["verdict"] == "collision");
    // Far from the origin, well within.
    writeCar("planar: true, base_limits: {lower: [0, 0], upper: [100, 100]}, steering: {type: dubins, radius: 2}",
             "[45, 50.5, 0]", "[55, 50.5, 0]");
    CHECK(run("check car.yaml").exit_code == 0);
    CHECK(run("plan car.yaml --json").json()["waypoints"] <= 5);
}

TEST_CASE_METHOD(CarFixture, "Cars where straight motions are meant, and steering that is none, are one line, exit code 2")
{
    const auto refused = [&](const std::string& arguments, const std::string& words) {
        INFO(arguments);
        requireBadInput(run(arguments), words);
    };
    const auto refusedRobot = [&](const std::string& robot, const std::string& words) {
        writeCar(robot);
        refused("info car.yaml", words);
    };
    writeCar(kBase + "steering: {type: dubins, radius: 2}");
    write("path.json",
          "{\"joint_names\": [\"base/x\", \"base/y\", \"base/theta\"], \"waypoints\": [[-9, -9, 0], [-8, -9, 0]]}\n");
    const std::string only_straight = "car.yaml:2: steering: this takes straight motions only";
    refused("retime car.yaml --path path.json --output out.json --max-velocity 1 --max-acceleration 1", only_straight);
    refused("benchmark-segments car.yaml", only_straight);
    refused("plan car.yaml --validator discrete", "draws the curves of a car");
    refused("plan car.yaml --planner gapless::SBL", "draws the curves of a car");
    refused("check car.yaml --validator discrete", "samples no curves of cars");
    refused("check car.yaml --report", "--report measures straight motions");
    refusedRobot(kBase + "steering: {type: tank, radius: 2}",
                 "car.yaml:2: steering of type 'tank'; it must be dubins or reeds_shepp");
    for (const std::string radius : {"0", "-1", ".nan", "fast", "1e-12", "1e300"})
        refusedRobot(kBase + "steering: {type: dubins, radius: " + radius + "}", "radius of steering");
    refusedRobot(kBase + "steering: {type: dubins}", "radius");
    refusedRobot(kBase + "steering: {type: dubins, radius: 2, joint: wheel}", "'wheel' is no planar joint that plans");
    refusedRobot("steering: {type: dubins, radius: 2}", "without a planar base");
    refusedRobot("planar: true, steering: {type: dubins, radius: 2}", "without base_limits");
    refusedRobot("planar: true, floating: true", "both floating and planar");
    refusedRobot("planar: true, base_limits: {lower: [0, 0, 0], upper: [1, 1, 1]}", "lower");
}
