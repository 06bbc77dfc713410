#include <catch2/catch.hpp>

#include <map>
#include <sstream>
#include <vector>

#include "apps/cli_runner.h"

using gapless::test::CliFixture;
using gapless::test::CliResult;
using gapless::test::requireBadInput;

namespace {

/// The arm has to lift over the post between start and goal; at half a turn's steps it seems that it can go straight through.
class BenchmarkFixture : public CliFixture
{
public:
    BenchmarkFixture()
    {
        writeProblem("[-0.75, 0]", "[0.75, 0]");
        write("arm.yaml", read("problem.yaml"));
    }

    void writeConfig(const std::string& benchmark, const std::string& planner = "rrtconnect =\n",
                     const std::string& validator = "adaptive =\n") const
    {
        write("a.cfg", "[problem]\nfile = arm.yaml\n[benchmark]\ntime_limit = 20\nrun_count = 2\nsimplify = 0\n" + benchmark
                           + "[planner]\n" + planner + "[validator]\n" + validator);
    }
};

/// The runs of a planner of a log, each with its values by the names of the columns.
std::vector<std::map<std::string, std::string>> runsOf(const std::string& log, const std::string& planner)
{
    std::istringstream lines(log);
    std::string line;
    while (std::getline(lines, line) && line != planner)
    {}
    const auto count = [&] {
        std::getline(lines, line);
        return std::stoi(line);
    };
    for (int left = count(); left > 0; --left)
        std::getline(lines, line);
    std::vector<std::string> names(static_cast<std::size_t>(count()));
    for (std::string& name : names)
        std::getline(lines, name);
    std::vector<std::map<std::string, std::string>> runs(static_cast<std::size_t>(count()));
    for (auto& run : runs)
    {
        std::getline(lines, line);
        std::size_t begin = 0;
        for (const std::string& name : names)
        {
            const std::size_t end = line.find("; ", begin);
            REQUIRE(end != std::string::npos);
            run[name] = line.substr(begin, end - begin);
            begin = end + 2;
        }
    }
    return runs;
}

}  // namespace

TEST_CASE_METHOD(BenchmarkFixture,
                 "The audit finds the collisions that a sampled validator missed, and check agrees path by path")
{
    writeConfig("save_paths = all\n", "rrtconnect =\n", "discrete =\ndiscrete.resolution = 0.5\nadaptive =\n");
    const CliResult result = run("benchmark a.cfg --output out --json");
    CAPTURE(result.err);
    REQUIRE(result.exit_code == 0);
    const auto json = result.json();
    CHECK(json["complete"] == true);
    REQUIRE(json["all"].size() == 2);
    const auto& sampled = json["all"][0];
    CHECK(sampled["validator"] == "discrete step 0.5");
    CHECK(sampled["solved"] == 2);
    CHECK(sampled["missed_collisions"] > 0);
    const auto& exact = json["all"][1];
    CHECK(exact["certified"] == 2);
    CHECK(exact["missed_collisions"] == 0);

    const std::string log = read("out/arm.log");
    CHECK_THAT(log, Catch::StartsWith("OMPL version 1") && Catch::Contains("\nExperiment arm\n")
                        && Catch::Contains("complete BOOLEAN = 1"));
    int missed = 0;
    for (const auto& [label, file] :
         {std::make_pair("RRTConnect/discrete step 0.5", "out/paths/arm_RRTConnect_discrete_step_0.5_"),
          std::make_pair("RRTConnect/adaptive", "out/paths/arm_RRTConnect_adaptive_")})
    {
        const auto runs = runsOf(log, label);
        REQUIRE(runs.size() == 2);
        for (std::size_t i = 0; i < runs.size(); ++i)
        {
            const CliResult check =
                run("check problem.yaml --tolerance 1e-9 --path " + std::string(file) + std::to_string(i) + ".json");
            CHECK(runs[i].at("certified BOOLEAN") == (check.exit_code == 0 ? "1" : "0"));
            CHECK(runs[i].at("missed collision BOOLEAN") == (check.exit_code == 1 ? "1" : "0"));
            missed += runs[i].at("missed collision BOOLEAN") == "1";
        }
    }
    CHECK(missed == sampled["missed_collisions"]);
}

TEST_CASE_METHOD(BenchmarkFixture, "The same configuration gives the same runs again, one at a time or side by side")
{
    write("a.cfg",
          "[problem]\nfile = arm.yaml\n[benchmark]\ntime_limit = 20\nrun_count = 3\nsimplify = 0\nseed = 5\nsave_paths = all\n"
          "[planner]\nrrtconnect =\n");
    REQUIRE(run("benchmark a.cfg --output one").exit_code == 0);
    write("b.cfg", read("a.cfg") + "[benchmark]\nparallel_runs = 3\n");
    REQUIRE(run("benchmark b.cfg --output three").exit_code == 0);
    for (const int i : {0, 1, 2})
    {
        const std::string path = "/paths/arm_RRTConnect_adaptive_" + std::to_string(i) + ".json";
        CHECK(read("one" + path) == read("three" + path));
    }
    CHECK(read("one/paths/arm_RRTConnect_adaptive_0.json") != read("one/paths/arm_RRTConnect_adaptive_1.json"));
}

TEST_CASE_METHOD(BenchmarkFixture, "Simplified solutions are audited beside those that were found")
{
    write("a.cfg", "[problem]\nfile = arm.yaml\n[benchmark]\ntime_limit = 5\nrun_count = 1\n[planner]\nrrtconnect =\n");
    REQUIRE(run("benchmark a.cfg --output out").exit_code == 0);
    const auto runs = runsOf(read("out/arm.log"), "RRTConnect/adaptive");
    REQUIRE(runs.size() == 1);
    CHECK(runs[0].at("certified BOOLEAN") == "1");
    CHECK(runs[0].at("simplified certified BOOLEAN") == "1");
    CHECK(std::stod(runs[0].at("simplified solution length REAL")) <= std::stod(runs[0].at("solution length REAL")) + 1e-9);
}

TEST_CASE_METHOD(BenchmarkFixture, "What is not solved is neither certified nor missed")
{
    // A wall all round between the two folded poses.
    write("arm.yaml",
          "robots: [{name: arm, urdf: arm.urdf}]\n"
          "obstacles:\n"
          "  - {name: north, box: [0.1, 2, 1], pose: {xyz: [0, 1.2, 0]}}\n"
          "  - {name: south, box: [0.1, 2, 1], pose: {xyz: [0, -1.2, 0]}}\n"
          "start: [0, 0]\ngoal: [3, 0]\n");
    // RRT ends with an approximate solution.
    write("a.cfg", "[problem]\nfile = arm.yaml\n[benchmark]\ntime_limit = 0.3\nrun_count = 1\n[planner]\nrrt =\nrrtconnect =\n");
    const CliResult result = run("benchmark a.cfg --output out --json");
    REQUIRE(result.exit_code == 0);
    const auto report = result.json();  // what a loop over a part of a temporary would lose
    for (const auto& row : report["all"])
    {
        CHECK(row["runs"] == 1);
        CHECK(row["time_s_median"].is_null());
        for (const char* count : {"solved", "certified", "missed_collisions", "near_misses", "undecided", "failed"})
            CHECK(row[count] == 0);
    }
}

TEST_CASE_METHOD(BenchmarkFixture, "The option --resume takes over finished problems, and only those of the same configuration")
{
    writeConfig("");
    const CliResult first = run("benchmark a.cfg --output out --json");
    REQUIRE(first.exit_code == 0);
    const std::string log = read("out/arm.log");
    write("second.yaml", read("arm.yaml"));
    const CliResult again = run("benchmark a.cfg --problem arm.yaml --problem second.yaml --output out --resume --json");
    CAPTURE(again.err);
    REQUIRE(again.exit_code == 0);
    CHECK(read("out/arm.log") == log);
    CHECK(again.json()["problems_taken_over"] == 1);
    CHECK(again.json()["all"][0]["runs"] == 4);
    CHECK(again.json()["all"][0]["certified"] == 4);

    writeConfig("seed = 1\n");
    requireBadInput(run("benchmark a.cfg --output out --resume"), "another configuration");
    write("out/arm.log", "nonsense\n");
    requireBadInput(run("benchmark a.cfg --output out --resume"), "out/arm.log:1: ");
}

TEST_CASE_METHOD(BenchmarkFixture, "Ctrl-C keeps the runs that were done, and says that some are missing")
{
    write("a.cfg",
          "[problem]\nfile = arm.yaml\n[benchmark]\ntime_limit = 300\nrun_count = 2\nsimplify = 0\nmem_limit = 100000\n"
          "[planner]\nrrtconnect =\nrrtstar =\n[problem]\nobjective = length\n");
    const CliResult result = runFor(8.0, "benchmark a.cfg --output out --json");
    CAPTURE(result.err, result.out);
    CHECK(result.exit_code == 1);
    CHECK(result.json()["complete"] == false);
    REQUIRE(exists("out/arm.log"));
    CHECK_THAT(read("out/arm.log"), Catch::Contains("complete BOOLEAN = 0"));
    CHECK(runsOf(read("out/arm.log"), "RRTConnect/adaptive").size() == 1);
    CHECK(runsOf(read("out/arm.log"), "RRTstar/adaptive").empty());
}

TEST_CASE_METHOD(BenchmarkFixture, "A configuration that names what there is not is bad input, and nothing is written")
{
    const std::string command = "benchmark a.cfg --output out";
    requireBadInput(run(command), "a.cfg");
    writeConfig("", "rtrconnect =\n");
    requireBadInput(run(command), "a.cfg:8: ");
    writeConfig("", "rrtconnect.speed = 1\n");
    requireBadInput(run(command), "a.cfg:8: ");
    writeConfig("", "rrtconnect.range = fast\n");
    requireBadInput(run(command), "a.cfg:8: ");
    writeConfig("", "gapless::ASBL =\n", "discrete =\n");
    requireBadInput(run(command), "a.cfg:8: ");
    writeConfig("", "rrtconnect =\n", "perfect =\n");
    requireBadInput(run(command), "a.cfg:10: ");
    writeConfig("");
    requireBadInput(run(command + " --problem nowhere.yaml"), "nowhere.yaml");
    write("bad.yaml", "robots: [{urdf: arm.urdf}]\ncolour: red\n");
    requireBadInput(run(command + " --problem bad.yaml"), "bad.yaml:2: ");
    requireBadInput(run(command + " --problem arm.yaml --problem bad.yaml"), "bad.yaml:2: ");
    write("goalless.yaml", "robots: [{urdf: arm.urdf}]\nstart: [0, 0]\n");
    requireBadInput(run(command + " --problem goalless.yaml"), "goal");
    CHECK_FALSE(exists("out"));
    write("file", "");
    requireBadInput(run("benchmark a.cfg --output file"), "--output file");
}

TEST_CASE_METHOD(BenchmarkFixture, "A problem that turns out bad later is named and left out, and the others are run")
{
    writeConfig("");
    write("meshless.yaml",
          "robots: [{urdf: arm.urdf}]\nobstacles: [{name: thing, mesh: missing.obj}]\nstart: [0.5, 0]\ngoal: [1.5, 0]\n");
    write("last.yaml", read("arm.yaml"));
    const CliResult result =
        run("benchmark a.cfg --problem arm.yaml --problem meshless.yaml --problem last.yaml --output out --json");
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::Contains("missing.obj"));
    CHECK(result.json()["problems_bad"] == 1);
    CHECK(result.json()["complete"] == false);
    CHECK(result.json()["all"][0]["certified"] == 4);
    CHECK(exists("out/arm.log"));
    CHECK(exists("out/last.log"));
    CHECK_FALSE(exists("out/meshless.log"));
}

TEST_CASE_METHOD(BenchmarkFixture, "The option --check says what would be run, and runs nothing")
{
    writeConfig("", "rrtconnect =\nprm =\n", "discrete =\nadaptive =\n");
    const CliResult result = run("benchmark a.cfg --output out --check");
    CHECK(result.exit_code == 0);
    CHECK_THAT(result.out, Catch::Contains("1 problem") && Catch::Contains("8 runs"));
    CHECK_FALSE(exists("out"));
}

TEST_CASE_METHOD(CliFixture, "benchmark-segments draws motions between free states, or wherever they end")
{
    // A wall that motions from free states to free states hardly ever pass.
    write("problem.yaml",
          "robots: [{name: arm, urdf: arm.urdf}]\n"
          "obstacles: [{name: wall, box: [2, 6, 2], pose: {xyz: [2.2, 0, 0]}}]\nstart: [2, 0]\ngoal: [2, 1]\n");
    const auto colliding = [&](const std::string& option) {
        const CliResult result = run("benchmark-segments problem.yaml --methods adaptive --count 200 --json" + option);
        CHECK(result.exit_code == 0);
        const auto row = result.json();
        CHECK(row["free"].get<int>() + row["colliding"].get<int>() == 200);
        return row["colliding"].get<int>();
    };
    const int through = colliding(""), anywhere = colliding(" --any-end");
    CAPTURE(through, anywhere);
    CHECK(anywhere > through + 5);
}
