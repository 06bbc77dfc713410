// Parameters of planners from a file, and roadmaps that are kept in files.
#include <algorithm>
#include <string>

#include <catch2/catch.hpp>

#include "apps/cli_runner.h"

using Catch::Contains;
using gapless::test::CliFixture;
using gapless::test::CliResult;

namespace {

const std::string kShipped = std::string(GAPLESS_SOURCE_DIR) + "/config/planner_configs.yaml";

}  // namespace

TEST_CASE_METHOD(CliFixture,
                 "plan takes the parameters of a planner from a configuration file, and those of the command line before them")
{
    writeProblem("[-1, 0]", "[1, 0]");
    write("planners.yaml",
          "planner_configs:\n"
          "  careful:\n    type: gapless::LazyPRM\n    neighbors: 3\n    batch: 20000\n"
          "  quick:\n    type: gapless::LazyPRM\n    batch: 5\n"
          "  trees:\n    type: gapless::ASBL\n    tries: 5\n");
    CHECK(run("plan problem.yaml --config planners.yaml --planner quick --json").json()["planner"] == "gapless::LazyPRM");
    CHECK(run("plan problem.yaml --config planners.yaml --planner gapless::asbl --json").json()["planner"] == "gapless::ASBL");
    CHECK(run("plan problem.yaml --config '" + kShipped + "' --planner LazyPRM --json").json()["planner"] == "gapless::LazyPRM");

    // Only what is read can be refused, and only what counts at last is heard.
    const CliResult refused = run("plan problem.yaml --config planners.yaml --planner careful --planner-param neighbors=4");
    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.err, Contains("planners.yaml:5: gapless::LazyPRM: parameter 'batch' is '20000'"));
    CHECK_THAT(run("plan problem.yaml --config planners.yaml --planner quick --planner-param batch=0").err,
               Contains("'batch' is '0'"));

    // Another number of neighbours is another roadmap: the command line wins.
    const auto edges = [&](const std::string& further) {
        const CliResult result = run("plan problem.yaml --planner gapless::LazyPRM --save-roadmap r.prm --json " + further);
        REQUIRE(result.exit_code == 0);
        return result.json()["roadmap"]["edges"].get<int>();
    };
    write("one.yaml", "planner_configs: {one: {type: gapless::LazyPRM, neighbors: 1}}\n");
    CHECK(edges("--config one.yaml") == edges("--planner-param neighbors=1"));
    CHECK(edges("--config one.yaml --planner-param neighbors=10") == edges(""));
}

TEST_CASE_METHOD(CliFixture, "A planner configuration that is none, or says nothing of the planner, is bad input in one line")
{
    writeProblem("[-1, 0]", "[1, 0]");
    const auto refusal = [&](const std::string& text, const std::string& planner = "gapless::ASBL") {
        write("planners.yaml", text);
        const CliResult result = run("plan problem.yaml --config planners.yaml --planner " + planner);
        CHECK(result.exit_code == 2);
        CHECK(result.out.empty());
        CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
        return result.err;
    };
    CHECK_THAT(refusal("planner_configs:\n  a: {type: gapless::ASBL, width: 3}\n"),
               Contains("planners.yaml:2: ") && Contains("no parameter 'width'"));
    CHECK_THAT(refusal("planner_configs:\n  a: {type: gapless::ASBL, range: [1, 2]}\n"),
               Contains("planners.yaml:2: range of 'a'"));
    CHECK_THAT(refusal("planner_configs:\n  a: {range: 1}\n"),
               Contains("planners.yaml:2: planner configuration 'a' has no type"));
    CHECK_THAT(refusal("planner_configs:\n  a: 3\n"), Contains("planners.yaml:2: planner configuration 'a' has to be a map"));
    CHECK_THAT(refusal("planner_configs: [a, b]\n"), Contains("planners.yaml:1: planner_configs has to be a map"));
    CHECK_THAT(refusal("planners: {}\n"), Contains("planners.yaml:1: ") && Contains("'planners'"));
    CHECK_THAT(refusal("planner_configs:\n  a: {type: gapless::LazyPRM}\n"),
               Contains("no configuration of the planner 'gapless::ASBL'; there are a (gapless::LazyPRM)"));
    CHECK_THAT(refusal("planner_configs: {a: {type: gapless::ASBL}, b: {type: gapless::ASBL}}\n"),
               Contains("several configurations of the planner"));
    CHECK_THAT(refusal("planner_configs: {a: {type: Nobody}}\n", "a"), Contains("unknown planner 'Nobody'"));
    CHECK(run("plan problem.yaml --config none.yaml").exit_code == 2);
}

TEST_CASE_METHOD(CliFixture, "plan goes on with a roadmap that an earlier plan has saved")
{
    writeProblem("[-1, 0]", "[1, 0]");
    const std::string plan = "plan problem.yaml --planner gapless::LazyPRM --json";
    const CliResult first = run(plan + " --save-roadmap arm.prm --output first.json");
    REQUIRE(first.exit_code == 0);
    const auto roadmap = first.json()["roadmap"];
    CHECK(roadmap["free_edges"].get<int>() >= 1);
    // All that it needs is proven already: nothing is added.
    const CliResult again = run(plan + " --load-roadmap arm.prm --save-roadmap again.prm --output second.json");
    REQUIRE(again.exit_code == 0);
    CHECK(again.json()["roadmap"] == roadmap);
    CHECK(read("first.json") == read("second.json"));
    CHECK(read("again.prm") == read("arm.prm"));
    CHECK_FALSE(run("plan problem.yaml --planner gapless::LazyPRM --json").json().contains("roadmap"));
    CHECK_THAT(run("plan problem.yaml --planner gapless::LazyPRM --load-roadmap arm.prm").out,
               Contains("roadmap of " + std::to_string(roadmap["milestones"].get<int>()) + " milestones"));
    // Unsolved, the roadmap is kept all the same.
    CHECK(run(plan + " --time 1e-9 --load-roadmap arm.prm --save-roadmap none.prm").exit_code != 2);
    CHECK(exists("none.prm"));
}

TEST_CASE_METHOD(CliFixture, "A roadmap of another scene, or for another planner, is refused in one line and nothing is written")
{
    writeProblem("[-1, 0]", "[1, 0]");
    REQUIRE(run("plan problem.yaml --planner gapless::LazyPRM --save-roadmap arm.prm").exit_code == 0);
    const auto refused = [&](const std::string& arguments, const std::string& why) {
        const CliResult result = run("plan problem.yaml " + arguments + " --output path.json --save-roadmap new.prm");
        CHECK(result.exit_code == 2);
        CHECK(result.out.empty());
        CHECK_THAT(result.err, Contains(why));
        CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
        CHECK_FALSE(exists("path.json"));
        CHECK_FALSE(exists("new.prm"));
    };
    const std::string load = "--planner gapless::LazyPRM --load-roadmap arm.prm";
    refused(load + " --clearance 0.001", "arm.prm: the roadmap is of another scene (the pair 'lower', 'post' differs)");
    refused(load + " --tolerance 0.0005", "arm.prm: the roadmap is of tolerance 0.001 instead of 0.0005");
    refused("--planner RRTConnect --load-roadmap arm.prm",
            "--load-roadmap is for the planners gapless::LazyPRM and gapless::SuperGraph");
    refused("--planner gapless::ASBL", "--save-roadmap is for the planners gapless::LazyPRM and gapless::SuperGraph");
    refused("--planner gapless::LazyPRM --load-roadmap none.prm", "none.prm: no such roadmap file");
    refused("--planner gapless::LazyPRM --load-roadmap problem.yaml", "not a roadmap file of gapless");
    CHECK(run("plan problem.yaml --planner gapless::LazyPRM --save-roadmap missing/new.prm").exit_code == 2);
    writeProblem("[-1, 0]", "[1, 0]", "attached: [{name: part, link: lower, sphere: 0.01, pose: {xyz: [1, 0, 0]}}]\n");
    refused(load, "of another scene (it has no attached part 'part')");
}
