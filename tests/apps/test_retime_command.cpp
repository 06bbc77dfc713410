// gapless retime.
#include <catch2/catch.hpp>

#include "apps/cli_runner.h"

using gapless::test::CliFixture;
using gapless::test::CliResult;
using gapless::test::requireBadInput;

namespace {

/// Past the post with the elbow drawn in, which is let out far behind it.
const char kPath[] =
    "{\"joint_names\": [\"elbow\", \"shoulder\"], \"waypoints\": [[0, 0.6], [2.5, 0.5], [2.5, -2], [0, -2], [0, -0.6]]}\n";
const std::string kRates = " --max-velocity 1 --max-acceleration 4";

}  // namespace

TEST_CASE_METHOD(CliFixture, "A path becomes a trajectory that certifies as it is timed")
{
    writeProblem("[0.6, 0]", "[-0.6, 0]");
    write("path.json", kPath);
    REQUIRE(run("check problem.yaml --path path.json").exit_code == 0);
    for (const std::string validator : {"adaptive", "articulated"})
    {
        INFO(validator);
        const CliResult result =
            run("retime problem.yaml --path path.json --output t.json --json --validator " + validator + kRates);
        INFO(result.err);
        REQUIRE(result.exit_code == 0);
        CHECK(result.json()["certified"] == true);
        CHECK(result.json()["corners"] == 3);
        CHECK(result.json()["certification"]["verdict"] == "free");
        CHECK(result.json()["points"] == nlohmann::json::parse(read("t.json"))["points"].size());
        const double duration = result.json()["duration_s"];
        CHECK(duration > 8.0);
        CHECK(duration < 8.9 + 4 * 0.25 + 0.1);
        const CliResult check = run("check problem.yaml --trajectory t.json --json --validator " + validator);
        CHECK(check.exit_code == 0);
        CHECK(check.json()["last_safe_s"] == duration);
    }
    // Joint by joint: the elbow at half the speed.
    write("v.yaml", "shoulder: 1\nelbow: 0.5\n");
    const CliResult slow =
        run("retime problem.yaml --path path.json --output slow.json --json --max-velocity v.yaml --max-acceleration 4");
    REQUIRE(slow.exit_code == 0);
    CHECK(slow.json()["duration_s"].get<double>() > 10.0);
    const CliResult text = run("retime problem.yaml --path path.json --output t.json" + kRates);
    CHECK(text.out.find(" points; of 3 corners ") != std::string::npos);
    CHECK(text.out.find("written to t.json") != std::string::npos);
    const CliResult piped = run("retime problem.yaml --path path.json --output - --tracking-error 0.001" + kRates);
    CHECK(piped.json()["joint_names"].size() == 2);
    CHECK(piped.err.find("anywhere within the tracking error") != std::string::npos);
}

TEST_CASE_METHOD(CliFixture, "A path that collides becomes no trajectory, and where it does is said")
{
    writeProblem("[0.6, 0]", "[-0.6, 0]");
    write("path.json", "{\"joint_names\": [\"shoulder\", \"elbow\"], \"waypoints\": [[0.6, 0], [-0.6, 0]]}\n");
    const CliResult result = run("retime problem.yaml --path path.json --output t.json" + kRates);
    CHECK(result.exit_code == 1);
    CHECK_FALSE(exists("t.json"));
    CHECK(result.out.find("not timed: no trajectory along path.json was proven free\ncollision: segment ") == 0);
    const CliResult json = run("retime problem.yaml --path path.json --output t.json --json" + kRates);
    CHECK(json.json()["certified"] == false);
    CHECK(json.json()["certification"]["time_s"].get<double>() > 0.3);
    CHECK_FALSE(exists("t.json"));
}

TEST_CASE_METHOD(CliFixture, "Bad rates and paths to time are one line, exit code 2")
{
    writeProblem("[0.6, 0]", "[-0.6, 0]");
    write("path.json", kPath);
    write("v.yaml", "shoulder: 1\nelbow: -0.5\n");
    write("w.yaml", "shoulder: 1\nelbow: 2\nwrist: 3\n");
    const auto refused = [&](const std::string& arguments, const std::string& words) {
        INFO(arguments);
        requireBadInput(run("retime problem.yaml --output t.json " + arguments), words);
        CHECK_FALSE(exists("t.json"));
    };
    const std::string path = "--path path.json ";
    refused(path, "--max-velocity is required");
    refused(path + "--max-velocity 1", "--max-acceleration is required");
    refused(path + "--max-velocity 0 --max-acceleration 1", "--max-velocity is 0; it has to be a finite number > 0");
    refused(path + "--max-velocity 1 --max-acceleration nan", "nan");
    refused(path + "--max-velocity v.yaml --max-acceleration 1", "v.yaml:2: the velocity of 'elbow' is -0.5; it has to be");
    refused(path + "--max-velocity w.yaml --max-acceleration 1", "w.yaml:3: ");
    refused(path + "--max-velocity none.yaml --max-acceleration 1", "none.yaml");
    refused("--path none.json" + kRates, "none.json");
    refused(path + "--tracking-error ''" + kRates, "--tracking-error is empty");
    refused(path + "--max-velocity 1e-13 --max-acceleration 1", "would last longer");
    refused(path + "--validator discrete" + kRates, "have to be proven");
    refused(path + "--tracking-error -1" + kRates, "--tracking-error is -1");
}
