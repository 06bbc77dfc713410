// check --report: the smallest distance of every active pair, as an interval, and when.
#include <catch2/catch.hpp>

#include <cmath>

#include "apps/cli_runner.h"

using Catch::Contains;
using gapless::test::CliFixture;
using gapless::test::CliResult;

namespace {

/// The entry of a pair, in either order.
nlohmann::json entryOf(const nlohmann::json& report, const std::string& a, const std::string& b)
{
    for (const auto& entry : report)
        if ((entry["pair"][0] == a && entry["pair"][1] == b) || (entry["pair"][0] == b && entry["pair"][1] == a))
            return entry;
    FAIL("no pair " << a << ", " << b);
    return {};
}

}  // namespace

TEST_CASE_METHOD(CliFixture, "A report holds each pair's smallest distance, and where on the path it is")
{
    // The stretched arm turns away from the post and comes back to half a radian beside it.
    writeProblem("[1.2, 0]", "[0.5, 0]", "waypoints: [[1.5, 0]]\n");
    const CliResult result = run("check problem.yaml --json --tolerance 1e-5 --report");
    CAPTURE(result.out, result.err);
    REQUIRE(result.exit_code == 0);
    const auto report = result.json()["report"];
    REQUIRE(report.size() == 2);
    // From the post's axis to the arm's, less half the width of the one and the radius of the other.
    const double true_distance = 1.5 * std::sin(0.5) - 0.02 - 0.05;
    const auto lower = entryOf(report, "lower", "post");
    CHECK(report[0] == lower);
    CHECK(lower["complete"] == true);
    CHECK(lower["distance"][0].get<double>() <= true_distance);
    CHECK(lower["distance"][1].get<double>() >= true_distance);
    CHECK(lower["distance"][1].get<double>() - lower["distance"][0].get<double>() <= 0.01 * true_distance + 1e-5);
    CHECK(lower["segment"] == 1);
    CHECK(lower["t"].get<double>() > 0.99);
    const auto upper = entryOf(report, "upper", "post");
    CHECK(upper["distance"][0].get<double>() >= lower["distance"][0].get<double>());
    // What check itself proves is a lower bound of all.
    CHECK(result.json()["certified_clearance"].get<double>() <= lower["distance"][1].get<double>());
}

TEST_CASE_METHOD(CliFixture,
                 "The report of a colliding path has the distance 0 for the pair that collides, and all others as well")
{
    writeProblem("[-1, 0]", "[1, 0]");
    const CliResult result = run("check problem.yaml --json --report");
    CHECK(result.exit_code == 1);
    const auto pair = entryOf(result.json()["report"], "lower", "post");
    CHECK(pair["distance"][0] == 0.0);
    CHECK(pair["distance"][1].get<double>() <= 1e-3);
    CHECK(entryOf(result.json()["report"], "upper", "post")["distance"][0].get<double>() > 0.3);
}

TEST_CASE_METHOD(CliFixture, "A report is a table, and goes into a file if one is named")
{
    writeProblem("[0.5, 0]", "[1.5, 0.2]");
    const CliResult table = run("check problem.yaml --report");
    CHECK(table.exit_code == 0);
    CHECK_THAT(table.out,
               Contains("free: proven") && Contains("smallest distance of each active pair") && Contains("lower - post"));
    CHECK_THAT(run("check problem.yaml --report -").out, Contains("smallest distance of each active pair"));
    const CliResult written = run("check problem.yaml --report report.txt");
    CHECK_THAT(written.out, !Contains("smallest distance"));
    CHECK_THAT(read("report.txt"), Contains("lower - post"));
    CHECK(run("check problem.yaml --report=report.json").exit_code == 0);
    CHECK(nlohmann::json::parse(read("report.json")).size() == 2);
    const CliResult refused = run("check problem.yaml --report none/report.txt");
    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.err, Contains("--report none/report.txt"));
    CHECK(refused.out.empty());
}
