// gapless roadmap: build, info, query, what is refused, and builds that are killed.
#include <algorithm>
#include <string>

#include <catch2/catch.hpp>

#include "apps/cli_runner.h"

using Catch::Contains;
using gapless::test::CliFixture;
using gapless::test::CliResult;
using gapless::test::requireBadInput;

namespace {

const std::string kBuild = "roadmap build problem.yaml --cell 0.1 --nodes 300 --neighbors 6 ";

}  // namespace

TEST_CASE_METHOD(CliFixture, "A roadmap is built, looked at, and planned with")
{
    writeProblem("[-1, 0]", "[1, 0]");
    const CliResult built = run(kBuild + "--output arm.gdrm --jobs 2 --json");
    REQUIRE(built.exit_code == 0);
    CHECK(built.json()["nodes"] == 300);
    CHECK(built.json()["edges"].get<int>() > 900);
    CHECK_FALSE(exists("arm.gdrm.parts"));

    const CliResult info = run("roadmap info arm.gdrm --json");
    REQUIRE(info.exit_code == 0);
    CHECK(info.json()["edges"] == built.json()["edges"]);
    CHECK(info.json()["joints"] == nlohmann::json{"elbow", "shoulder"});
    CHECK(info.json()["links"] == nlohmann::json{"lower", "upper"});
    CHECK(info.json()["fixed"].empty());
    CHECK(info.json()["edges_that_leave_the_grid"] == 0);
    // It has no pair of links that could come near each other.
    CHECK(info.json()["self_clearance"].size() == 4);
    for (const auto& raise : info.json()["self_clearance"])
        CHECK(raise["share"] == 1.0);
    CHECK_THAT(run("roadmap info arm.gdrm").out, Contains("300 nodes") && Contains("links: lower, upper")
                                                     && Contains("fixed obstacles: none") && Contains("mm along 100 %"));

    const CliResult plan =
        run("plan problem.yaml --planner gapless::DynamicRoadmap --planner-param roadmap=arm.gdrm --output path.json --json");
    REQUIRE(plan.exit_code == 0);
    CHECK(plan.json()["certified"] == true);
    CHECK(run("check problem.yaml --path path.json").exit_code == 0);

    const CliResult query = run("roadmap query arm.gdrm problem.yaml --move post=1.4,0.1,0 --move post=1.6,0,0 --json");
    REQUIRE(query.exit_code == 0);
    REQUIRE(query.json()["plans"].size() == 3);
    for (const auto& stage : query.json()["plans"])
        CHECK(stage["certified"] == true);
    // The last path is that of the last place, free of all places within what the post is inflated by, and no more than that.
    const CliResult inflated = run("roadmap query arm.gdrm problem.yaml --inflate post=0.05 --output inflated.json --json");
    REQUIRE(inflated.exit_code == 0);
    CHECK(run("check problem.yaml --path inflated.json --clearance 0.05").exit_code == 0);
    const CliResult too_much = run("roadmap query arm.gdrm problem.yaml --inflate post=2 --output none.json");
    CHECK(too_much.exit_code == 1);
    CHECK_FALSE(exists("none.json"));
    // In the arm where it starts.
    const CliResult hit = run("roadmap query arm.gdrm problem.yaml --move post=0.35,-0.56,0");
    CHECK(hit.exit_code == 1);
    CHECK_THAT(hit.out, Contains("the start is hit"));
}

TEST_CASE_METHOD(CliFixture, "A build that is killed goes on from the parts that it had made, and the file is the same")
{
    writeProblem("[-1, 0]", "[1, 0]");
    const std::string build = "roadmap build problem.yaml --cell 0.05 --nodes 2000 --neighbors 10 --jobs 2 --output ";
    REQUIRE(run(build + "whole.gdrm").exit_code == 0);
    const std::string whole = read("whole.gdrm");
    // Ctrl-C, and then the end without a warning, at several moments.
    bool was_interrupted = false;
    for (const double seconds : {0.2, 0.4})
        was_interrupted = runFor(seconds, build + "often.gdrm").exit_code != 0 || was_interrupted;
    for (const double seconds : {0.15, 0.3, 0.45, 0.6})
        was_interrupted = runUntilKilled(seconds, build + "often.gdrm").exit_code != 0 || was_interrupted;
    const CliResult last = run(build + "often.gdrm --json");
    REQUIRE(last.exit_code == 0);
    CHECK(read("often.gdrm") == whole);
    CHECK_FALSE(exists("often.gdrm.parts"));
    CHECK(was_interrupted);
}

TEST_CASE_METHOD(CliFixture, "A roadmap with edges against small obstacles goes to standard output alone, too")
{
    writeProblem("[-1, 0]", "[1, 0]");
    REQUIRE(run(kBuild + "--output arm.gdrm").exit_code == 0);
    const std::string enhance = "roadmap enhance arm.gdrm problem.yaml --side 2 --tries 2 --output ";
    const CliResult named = run(enhance + "better.gdrm");
    CHECK_THAT(named.out, Contains("were added, written to better.gdrm"));
    const CliResult piped = run(enhance + "-");
    CHECK((piped.out == read("better.gdrm")));
    CHECK_THAT(piped.err, Contains("were added, written to -"));
}

TEST_CASE_METHOD(CliFixture, "What is no roadmap, of another robot, or cannot be built, is refused in one line")
{
    writeProblem("[-1, 0]", "[1, 0]");
    REQUIRE(run(kBuild + "--output arm.gdrm").exit_code == 0);
    requireBadInput(run("roadmap"), "subcommand");
    requireBadInput(run("roadmap bild problem.yaml"), "unknown command 'roadmap bild'; known are build, info, query, enhance");
    requireBadInput(run("roadmap build problem.yaml"), "--output");
    requireBadInput(run(kBuild + "--output -"), "--output -");
    requireBadInput(run(kBuild + "--output missing/arm.gdrm"), "--output");
    requireBadInput(run("roadmap build problem.yaml --output arm2.gdrm --nodes 0"), "--nodes 0; it has to be from 2");
    requireBadInput(run("roadmap build problem.yaml --output arm2.gdrm --nodes -5"), "--nodes -5");
    requireBadInput(run("roadmap build problem.yaml --output arm2.gdrm --nodes 300 --neighbors 300"),
                    "300 neighbors of 300 nodes");
    requireBadInput(run("roadmap build problem.yaml --output arm2.gdrm --cell 0"), "cell of 0 m");
    requireBadInput(run("roadmap build problem.yaml --output arm2.gdrm --cell nan"), "cell");
    requireBadInput(run("roadmap build problem.yaml --output arm2.gdrm --jobs 0"), "--jobs 0");
    CHECK_FALSE(exists("arm2.gdrm"));
    requireBadInput(run(kBuild + "--output arm.gdrm --metric euclid"), "--metric euclid; it has to be space or workspace");
    requireBadInput(run("roadmap info problem.yaml"), "not a roadmap file");
    requireBadInput(run("roadmap info none.gdrm"), "no such roadmap file");
    requireBadInput(run("roadmap query arm.gdrm problem.yaml --move post=1,2"), "NAME=x,y,z");
    requireBadInput(run("roadmap query arm.gdrm problem.yaml --move post=1,2,three"), "NAME=x,y,z");
    requireBadInput(run("roadmap query arm.gdrm problem.yaml --move post=1,2,3,4"), "NAME=x,y,z");
    requireBadInput(run("roadmap query arm.gdrm problem.yaml --move pole=1,2,3"), "no obstacle of that name");
    requireBadInput(run("roadmap query arm.gdrm problem.yaml --inflate post=-1"), "what 'post' is inflated by is -1");
    requireBadInput(run("roadmap query arm.gdrm problem.yaml --inflate post=wide"), "NAME=METRES");
    requireBadInput(run("roadmap query arm.gdrm problem.yaml --inflate pole=1"), "no obstacle of that name");
    requireBadInput(run("roadmap query arm.gdrm problem.yaml --output nowhere/path.json"), "--output");
    requireBadInput(run("roadmap query arm.gdrm problem.yaml --tolerance 1e-4"), "of tolerance 0.001 instead of 0.0001");
    requireBadInput(run("plan problem.yaml --planner gapless::DynamicRoadmap --planner-param roadmap=none.gdrm"),
                    "no such roadmap file");
    // LazyPRM's own files have no cells.
    REQUIRE(run("plan problem.yaml --planner gapless::LazyPRM --save-roadmap arm.prm").exit_code == 0);
    requireBadInput(run("roadmap info arm.prm"), "has no cells");
}
