// gapless check --any-timing: the order of a path of several robots, and not its timing.
#include <catch2/catch.hpp>

#include <cmath>

#include "apps/cli_runner.h"

using Catch::Contains;
using gapless::test::CliFixture;
using gapless::test::CliResult;
using gapless::test::requireBadInput;

namespace {

/// Two discs that slide in the plane and cross each other's way at the origin.
class DiscsFixture : public CliFixture
{
public:
    DiscsFixture()
    {
        write("disc.urdf", R"(<robot name="disc"><link name="base"/><link name="carriage"/><link name="body"><collision>
<geometry><sphere radius="0.1"/></geometry></collision></link>
<joint name="x" type="prismatic"><parent link="base"/><child link="carriage"/><axis xyz="1 0 0"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="y" type="prismatic"><parent link="carriage"/><child link="body"/><axis xyz="0 1 0"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>)");
        write("two.yaml",
              "robots:\n  - {name: a, urdf: disc.urdf}\n  - {name: b, urdf: disc.urdf}\nstart: [-0.8, 0, 0, -0.8]\n"
              "goal: [0.8, 0, 0, 0.8]\n");
        writePath("turns.json");
    }

    /// a first, then b. @param further keys of the file
    void writePath(const std::string& name, const std::string& further = "") const
    {
        write(name, R"({"joint_names": ["a/x", "a/y", "b/x", "b/y"],
 "waypoints": [[-0.8, 0, 0, -0.8], [0.8, 0, 0, -0.8], [0.8, 0, 0, 0.8]])"
                        + further + "}");
    }
};

}  // namespace

TEST_CASE_METHOD(DiscsFixture, "The order of a path is found and proven, and judged where the file says one")
{
    const CliResult own = run("check two.yaml --path turns.json --any-timing --json");
    INFO(own.err);
    REQUIRE(own.exit_code == 0);
    CHECK(own.json()["verdict"] == "free");
    CHECK(own.json()["order_given"] == false);
    REQUIRE(own.json()["dependencies"] == 1);
    const auto d = own.json()["order"][0];
    CHECK(d[0] == "b");
    CHECK(d[1].get<double>() <= 0.375);
    CHECK(d[2] == "a");
    CHECK(d[3].get<double>() >= 0.625);
    CHECK_THAT(run("check two.yaml --path turns.json --any-timing").out,
               Contains("b passes") && Contains("only after a has passed"));

    writePath("given.json", ", \"order\": " + own.json()["order"].dump());
    CHECK(run("check two.yaml --path given.json --any-timing --json").json()["order_given"] == true);
    CHECK(run("check two.yaml --path given.json").exit_code == 0);
    // The order counts, not the timing: the other way about is as good.
    writePath("other.json", R"(, "order": [["a", 0.25, "b", 0.75]])");
    CHECK(run("check two.yaml --path other.json --any-timing").exit_code == 0);
}

TEST_CASE_METHOD(DiscsFixture, "Without a dependency that is needed the check names a collision and where the two are")
{
    for (const std::string order : {"[]", R"([["b", 0.25, "a", 0.5]])", R"([["b", 0.75, "a", 0.25]])"})
    {
        INFO(order);
        writePath("broken.json", ", \"order\": " + order);
        const CliResult result = run("check two.yaml --path broken.json --any-timing --json");
        CHECK(result.exit_code == 1);
        const auto json = result.json();
        CHECK(json["verdict"] == "collision");
        CHECK(json["robots"] == nlohmann::json({"a", "b"}));
        CHECK(json["pair"] == nlohmann::json({"a/body", "b/body"}));
        const double s = 1.6 * json["at"][0].get<double>() - 0.8, t = 1.6 * json["at"][1].get<double>() - 0.8;
        CHECK(s * s + t * t <= 0.2 * 0.2);
        CHECK(json["state"]["a"] == json["at"][0]);
        CHECK_THAT(run("check two.yaml --path broken.json --any-timing").out, Contains("the order does not keep the two"));
    }
    // A path that collides itself.
    write("both.json", R"({"joint_names": ["a/x", "a/y", "b/x", "b/y"], "waypoints": [[-0.8, 0, 0, -0.8], [0.8, 0, 0, 0.8]]})");
    const CliResult both = run("check two.yaml --path both.json --any-timing");
    CHECK(both.exit_code == 1);
    CHECK_THAT(both.out, Contains("collision") && Contains("the path itself"));
    // What stands in one robot's way is that robot's own.
    write("two.yaml",
          read("two.yaml") + "obstacles: [{name: post, cylinder: {radius: 0.05, length: 1}, pose: {xyz: [0.4, 0, 0]}}]\n");
    const CliResult own = run("check two.yaml --path turns.json --any-timing --json");
    CHECK(own.exit_code == 1);
    CHECK(own.json()["robots"] == nlohmann::json({"a"}));
    writePath("given.json", R"(, "order": [["b", 0.25, "a", 0.75]])");
    const CliResult given = run("check two.yaml --path given.json --any-timing");
    CHECK(given.exit_code == 1);
    CHECK_THAT(given.out, Contains("'a' is not proven by itself") && !Contains("the order does not keep the two"));
}

TEST_CASE_METHOD(DiscsFixture, "What has no order to judge is bad input")
{
    const auto refused = [this](const std::string& arguments, const std::string& words) {
        CAPTURE(arguments);
        requireBadInput(run("check " + arguments), words);
    };
    refused("two.yaml --any-timing", "--path");
    refused("two.yaml --path none.json --any-timing", "none.json");
    refused("two.yaml --path turns.json --any-timing --validator discrete", "adaptive");
    refused("two.yaml --path turns.json --any-timing --report", "--report");
    writeProblem("[0.5, 0]", "[1.5, 0]");
    write("arm.json", R"({"joint_names": ["shoulder", "elbow"], "waypoints": [[0.5, 0], [1.5, 0]]})");
    refused("problem.yaml --path arm.json --any-timing", "two at least");
    refused("two.yaml --path arm.json --any-timing", "joint_names");
    const auto refusedOrder = [&](const std::string& order, const std::string& words) {
        writePath("bad.json", ", \"order\": " + order);
        refused("two.yaml --path bad.json --any-timing", words);
    };
    refusedOrder(R"([["a", 0.25, "b", 0.75], ["b", 0.25, "a", 0.75]])", "bad.json: the order is cyclic");
    refusedOrder(R"([["a", 0.25, "c", 0.75]])", "bad.json: order[0] names the robot 'c'");
    refusedOrder(R"([["a", 0.25, "a", 0.75]])", "wait for itself");
    refusedOrder(R"([["a", 0.25, "b", 1.75]])", "from 0 to 1");
    refusedOrder(R"([["a", 0.25, "b"]])", "order[0] is no [robot, s, robot, t]");
    refusedOrder(R"([["a", "x", "b", 0.5]])", "order[0]");
    refusedOrder("3", "order");
}

TEST_CASE_METHOD(DiscsFixture, "coordinate tells of every two robots what of their square is free, and writes it")
{
    const CliResult result =
        run("coordinate two.yaml --path turns.json --resolution 0.00390625 --json --output squares.json --ordered ordered.json");
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    const auto json = result.json();
    CHECK(json["verdict"] == "free");
    CHECK(json["dependencies"] == 1);
    CHECK(json["motions"]["a"] == 1.0);
    REQUIRE(json["squares"].size() == 1);
    const auto& square = json["squares"][0];
    CHECK(square["robots"] == nlohmann::json({"a", "b"}));
    CHECK(square["verdict"] == "collision");
    // A circle is blocked, of radius 0.2 / 1.6.
    const double free = 1.0 - M_PI * 0.125 * 0.125;
    CHECK(square["free_area"].get<double>() <= free);
    CHECK(square["free_area"].get<double>() >= free - 0.01);
    CHECK(square["free_area"].get<double>() + square["open_area"].get<double>() == Approx(1.0));
    CHECK(square["complete"] == true);
    CHECK(square["schedule"] == nlohmann::json({{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}}));
    CHECK(square["witness"]["pair"] == nlohmann::json({"a/body", "b/body"}));
    const auto written = nlohmann::json::parse(read("squares.json"));
    double area = 0.0;
    for (const auto& cell : written["squares"][0]["cells"])
        if (cell[4] == "free")
            area += (cell[1].get<double>() - cell[0].get<double>()) * (cell[3].get<double>() - cell[2].get<double>());
    CHECK(area == Approx(square["free_area"].get<double>()));
    // What it writes is judged as it is written.
    CHECK(run("check two.yaml --path ordered.json --any-timing --json").json()["order_given"] == true);
    CHECK(run("check two.yaml --path ordered.json --any-timing").exit_code == 0);
    CHECK_THAT(run("coordinate two.yaml --path turns.json").out, Contains("a and b: ") && Contains("b passes"));
    const CliResult picture = run("coordinate two.yaml --path turns.json --output squares.png");
    if (picture.exit_code == 0)
        CHECK(read("squares.png").substr(1, 3) == "PNG");
    else
        requireBadInput(picture, "draws no pictures");
}

TEST_CASE_METHOD(DiscsFixture, "Bad input to coordinate is one line, exit code 2, and nothing is written")
{
    const auto refused = [this](const std::string& arguments, const std::string& words) {
        CAPTURE(arguments);
        requireBadInput(run("coordinate " + arguments), words);
        CHECK_FALSE(exists("out.json"));
    };
    refused("two.yaml", "--path");
    refused("two.yaml --path none.json --output out.json", "none.json");
    refused("two.yaml --path turns.json --output out.json --resolution 0", "--resolution");
    refused("two.yaml --path turns.json --output out.json --resolution 1.5", "--resolution");
    refused("two.yaml --path turns.json --output squares.txt", ".png or .json");
    refused("two.yaml --path turns.json --output missing/out.json", "missing");
    refused("two.yaml --path turns.json --ordered missing/out.json", "missing");
    refused("two.yaml --path turns.json --validator discrete", "adaptive");
    writeProblem("[0.5, 0]", "[1.5, 0]");
    write("arm.json", R"({"joint_names": ["shoulder", "elbow"], "waypoints": [[0.5, 0], [1.5, 0]]})");
    refused("problem.yaml --path arm.json --output out.json", "two at least");
    refused("two.yaml --path arm.json --output out.json", "joint_names");
}
