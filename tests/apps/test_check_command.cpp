#include <catch2/catch.hpp>

#include <cmath>
#include <set>

#include "apps/cli_runner.h"

using gapless::test::CliFixture;
using gapless::test::CliResult;

namespace {

/// The names that formats-and-cli.md promises.
const std::set<std::string> kCheckKeys = {"verdict",
                                          "segment",
                                          "t",
                                          "pair",
                                          "distance",
                                          "overlap",
                                          "depth_at_least",
                                          "reason",
                                          "last_valid",
                                          "time_of_contact",
                                          "contact_proved",
                                          "certified_clearance",
                                          "configurations",
                                          "distance_queries",
                                          "time_us"};

void requireKeys(const nlohmann::json& json, const std::set<std::string>& keys)
{
    for (const std::string& key : keys)
    {
        CAPTURE(key);
        REQUIRE(json.contains(key));
    }
}

}  // namespace

TEST_CASE_METHOD(CliFixture, "check calls a free motion free and exits with 0")
{
    writeProblem("[0.5, 0]", "[1.5, 0.2]");
    const CliResult result = run("check problem.yaml --json");
    CHECK(result.exit_code == 0);
    const auto json = result.json();
    requireKeys(json, kCheckKeys);
    CHECK(json["verdict"] == "free");
    CHECK(json["segment"].is_null());
    CHECK(json["t"].is_null());
    CHECK(json["pair"].is_null());
    CHECK(json["last_valid"] == 1.0);
    CHECK(json["certified_clearance"].get<double>() > 0.0);
    CHECK(json["time_us"].get<double>() > 0.0);
    CHECK(result.err.empty());
}

TEST_CASE_METHOD(CliFixture, "check finds the collision between free ends, with a witness and a good certified prefix")
{
    writeProblem("[-1, 0]", "[1, 0]");
    const CliResult result = run("check problem.yaml --json --tolerance 1e-6");
    CHECK(result.exit_code == 1);
    const auto json = result.json();
    requireKeys(json, kCheckKeys);
    CHECK(json["verdict"] == "collision");
    CHECK(json["segment"] == 0);
    CHECK(std::set<std::string>{json["pair"][0], json["pair"][1]} == std::set<std::string>{"lower", "post"});
    CHECK(json["distance"].get<double>() <= 1e-6);
    // The arm's edge, 0.02 m off its axis, meets the post: asin(0.07 / 1.5) before the middle.
    const double contact = (1.0 - std::asin(0.07 / 1.5)) / 2.0;
    CHECK(json["last_valid"].get<double>() <= contact);
    CHECK(json["last_valid"].get<double>() >= contact - 1e-4);
    CHECK(json["t"].get<double>() == Approx(contact).margin(1e-4));
    CHECK(json["certified_clearance"].is_null());
}

TEST_CASE_METHOD(CliFixture, "check names the first segment that is not free")
{
    writeProblem("[0.5, 0]", "[0.5, 0]", "waypoints: [[1.0, 0], [-1.0, 0], [1.0, 0]]\n");
    const auto json = run("check problem.yaml --json").json();
    CHECK(json["verdict"] == "collision");
    CHECK(json["segment"] == 1);
}

TEST_CASE_METHOD(CliFixture, "A start or goal in collision is a collision at that end")
{
    SECTION("start")
    {
        writeProblem("[0, 0]", "[1, 0]");
        const CliResult result = run("check problem.yaml --json");
        CHECK(result.exit_code == 1);
        CHECK(result.json()["verdict"] == "collision");
        CHECK(result.json()["segment"] == 0);
        CHECK(result.json()["t"] == 0.0);
        CHECK(result.json()["last_valid"] == 0.0);
        CHECK(result.json()["overlap"] == true);
        CHECK(result.json()["depth_at_least"].get<double>() > 0.0);
        CHECK_THAT(run("check problem.yaml").out, Catch::Contains("overlap, at least ") && Catch::Contains(" m deep"));
    }
    SECTION("goal")
    {
        writeProblem("[1, 0]", "[0, 0]", "waypoints: [[0.5, 0]]\n");
        const CliResult result = run("check problem.yaml --json");
        CHECK(result.exit_code == 1);
        CHECK(result.json()["verdict"] == "collision");
        CHECK(result.json()["segment"] == 1);
        CHECK(result.json()["t"] == 1.0);
        CHECK(result.json()["last_valid"].get<double>() > 0.8);
    }
}

TEST_CASE_METHOD(CliFixture, "check is undecided where its time is up")
{
    // Past the post at 1e-9 m: a proof takes more than the reset.
    writeProblem("[1.0, 0]", "[0.04668362, 0]");
    const CliResult result = run("check problem.yaml --json --tolerance 1e-12 --time 1e-9");
    if (result.json()["verdict"] != "collision")
    {
        CHECK(result.json()["verdict"] == "undecided");
        CHECK(result.exit_code == 1);
    }
}

TEST_CASE_METHOD(CliFixture, "check takes a path file, and clearance from the command line")
{
    writeProblem("[0.5, 0]", "[1.5, 0]");
    write("path.json", R"({"joint_names": ["shoulder", "elbow"], "waypoints": [[0.5, 0], [1.0, 0.5], [0.2, 0.2]]})");
    CHECK(run("check problem.yaml --path path.json").exit_code == 0);
    CHECK(run("check problem.yaml --path path.json --clearance 0.35").exit_code == 1);
    write("through.json", R"({"joint_names": ["shoulder", "elbow"], "waypoints": [[0.5, 0], [-0.5, 0]]})");
    CHECK(run("check problem.yaml --path through.json --json").json()["verdict"] == "collision");
}

TEST_CASE_METHOD(CliFixture, "A sampled check says that it proves nothing")
{
    // The samples, 0.5 rad apart, step over the post.
    writeProblem("[-0.75, 0]", "[0.75, 0]");
    const CliResult text = run("check problem.yaml --validator discrete --resolution 0.5");
    CHECK(text.exit_code == 0);
    CHECK_THAT(text.out, Catch::Contains("NOT PROVEN"));
    const auto json = run("check problem.yaml --validator discrete --resolution 0.5 --json").json();
    requireKeys(json, kCheckKeys);
    CHECK(json["verdict"] == "free");
    CHECK(json["proven"] == false);
    CHECK(run("check problem.yaml --validator discrete --resolution 0.01 --json").json()["verdict"] == "collision");
    CHECK(run("check problem.yaml --json").json()["verdict"] == "collision");
}

TEST_CASE_METHOD(CliFixture, "A motion that stands still, a robot without joints and an empty scene are fine")
{
    SECTION("standing still")
    {
        writeProblem("[1, 0]", "[1, 0]");
        CHECK(run("check problem.yaml").exit_code == 0);
    }
    SECTION("no joints")
    {
        write("still.urdf", R"(<robot name="still"><link name="base"><collision><geometry><sphere radius="0.1"/></geometry>)"
                            "</collision></link></robot>");
        write("problem.yaml", "robots: [{urdf: still.urdf}]\nstart: {}\ngoal: {}\n");
        CHECK(run("check problem.yaml").exit_code == 0);
        CHECK(run("plan problem.yaml --json").exit_code == 0);
        CHECK(run("info problem.yaml").exit_code == 0);
    }
    SECTION("no obstacles")
    {
        write("problem.yaml", "robots: [{urdf: arm.urdf}]\nstart: [0, 0]\ngoal: [1, 1]\n");
        const CliResult result = run("check problem.yaml --json");
        CHECK(result.exit_code == 0);
        CHECK(result.json()["certified_clearance"].is_null());
    }
}

TEST_CASE_METHOD(CliFixture, "check with the articulated validator encloses the time of first contact, and proves it")
{
    writeProblem("[-1, 0]", "[1, 0]");
    const CliResult result = run("check problem.yaml --json --validator articulated --time-tolerance 1e-8");
    CHECK(result.exit_code == 1);
    const auto json = result.json();
    requireKeys(json, kCheckKeys);
    CHECK(json["verdict"] == "collision");
    CHECK(json["segment"] == 0);
    CHECK(std::set<std::string>{json["pair"][0], json["pair"][1]} == std::set<std::string>{"lower", "post"});
    const double contact = (1.0 - std::asin(0.07 / 1.5)) / 2.0;
    const double lo = json["time_of_contact"][0], hi = json["time_of_contact"][1];
    CHECK(lo <= contact);
    CHECK(hi >= contact);
    CHECK(hi - lo <= 1e-8);
    CHECK(json["contact_proved"] == true);
    CHECK(json["last_valid"] == lo);
    CHECK(json["distance"].get<double>() <= 1e-3);

    writeProblem("[0.5, 0]", "[1.5, 0.2]");
    const auto other = run("check problem.yaml --json --validator articulated").json();
    CHECK(other["verdict"] == "free");
    CHECK(other["time_of_contact"].is_null());
    CHECK(other["contact_proved"].is_null());
    CHECK(other["certified_clearance"].get<double>() > 0.0);
}

namespace {

/// A ball 1 m from the axis of a joint without limits, and a post on its circle at -1.5 rad.
void writeWheel(const CliFixture& fixture, const std::string& goal)
{
    fixture.write("wheel.urdf",
                  R"(<robot name="wheel"><link name="world"/><link name="rim"><collision><origin xyz="1 0 0"/><geometry><sphere
        radius="0.01"/></geometry></collision></link><joint name="turn" type="continuous"><parent link="world"/><child link="rim"/>
        <axis xyz="0 0 1"/></joint></robot>)");
    fixture.write("wheel.yaml",
                  "robots: [{urdf: wheel.urdf}]\n"
                  "obstacles: [{name: post, cylinder: {radius: 0.01, length: 1}, pose: {xyz: [0.0707, -0.9975, 0]}}]\n"
                  "start: {turn: 0.0}\ngoal: {turn: "
                      + goal + "}\n");
    fixture.write("wheel.json", R"({"joint_names": ["turn"], "waypoints": [[0.0], [)" + goal + "]]}");
}

}  // namespace

TEST_CASE_METHOD(CliFixture,
                 "check and smooth mean one curve by an angle beyond a turn: the short way between the angles that it stands for")
{
    // 10 rad is -2.57 rad, past the post; 4.5 is -1.78, past it too; -4 is 2.28 and -10 is 2.57, the other way round.
    for (const auto& [goal, verdict] :
         {std::pair{"10", "collision"}, {"4.5", "collision"}, {"-4", "free"}, {"-10", "free"}, {"1000", "free"}})
    {
        CAPTURE(goal);
        writeWheel(*this, goal);
        for (const char* validator : {"adaptive", "articulated"})
        {
            CHECK(run(std::string("check wheel.yaml --json --validator ") + validator).json()["verdict"] == verdict);
            CHECK(run(std::string("check wheel.yaml --path wheel.json --json --validator ") + validator).json()["verdict"]
                  == verdict);
        }
        CHECK(run("check wheel.yaml --json --validator discrete").json()["verdict"] == verdict);
        const CliResult smoothed = run("smooth wheel.yaml --path wheel.json --output out.json --steps 10 --json");
        CHECK(smoothed.json()["certification"]["verdict"] == verdict);
    }
}

TEST_CASE_METHOD(
    CliFixture,
    "check says undecided at half a turn of a joint without limits, which joint that is, and that a waypoint settles it")
{
    writeWheel(*this, "3.141592653589793");
    for (const char* validator : {"adaptive", "articulated"})
    {
        const auto json = run(std::string("check wheel.yaml --json --validator ") + validator).json();
        CHECK(json["verdict"] == "undecided");
        CHECK(json["reason"].get<std::string>().find("joint 'turn' makes half a turn") == 0);
        CHECK(run(std::string("check wheel.yaml --validator ") + validator).out.find("a waypoint on the way settles it")
              != std::string::npos);
    }
    writeWheel(*this, "3.14159");
    CHECK(run("check wheel.yaml --json").json()["verdict"] == "free");
    CHECK(run("check wheel.yaml --json").json()["reason"].is_null());
    writeWheel(*this, "-3.14159");
    CHECK(run("check wheel.yaml --json").json()["verdict"] == "collision");
}
