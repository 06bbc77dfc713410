// Benchmark configurations: what is read, what is refused, and where it is said to be wrong.
#include <catch2/catch.hpp>

#include <filesystem>

#include <gapless/core/error.h>

#include "apps/benchmark/benchmark_config.h"
#include "apps/benchmark/problem_set.h"
#include "support/temporary_folder.h"

using namespace gapless;
using namespace gapless::apps;

namespace {

const std::string kLeast = "[problem]\nfile = p.yaml\n[planner]\nrrtconnect =\n";

BenchmarkConfig parse(const std::string& text)
{
    return parseBenchmarkConfig(text, "a.cfg");
}

/// `further` stands in line 5.
void requireRefused(const std::string& further, const std::string& start, const std::string& word)
{
    CAPTURE(further);
    try
    {
        parse(kLeast + further + "\n");
        FAIL("accepted");
    }
    catch (const InputError& error)
    {
        CHECK_THAT(error.what(), Catch::StartsWith(start) && Catch::Contains(word));
        CHECK(std::string(error.what()).find('\n') == std::string::npos);
    }
}

std::vector<std::string> labels(const BenchmarkConfig& config)
{
    std::vector<std::string> all;
    for (const auto& combination : config.combinations)
        all.push_back(labelOf(config, combination));
    return all;
}

}  // namespace

TEST_CASE("The least configuration runs RRTConnect with the exact validator")
{
    const BenchmarkConfig config = parse(kLeast);
    CHECK(labels(config) == std::vector<std::string>{"RRTConnect/adaptive"});
    CHECK(config.name == "a");
    CHECK(config.output == "a");
    CHECK(config.time_limit == 5.0);
    CHECK(config.simplify);
}

TEST_CASE("A configuration as OMPL's own are written is understood")
{
    const BenchmarkConfig config = parse(
        "[problem]\n# a comment\nname=cubicles\nfile = p.yaml # another\nobjective=length\n"
        "objective.threshold = 0\n\n[benchmark]\ntime_limit=10.0\nmem_limit=1000.0\nrun_count = 3\n"
        "simplify=1\nsave_paths=shortest\noutput=results\n\n[planner]\nest=\nkpiece=\nspars2=\n"
        "rrtstar=\nrrtstar.name=RRT*\nrrtstar=\nrrtstar.name=RRT*prune\nrrtstar.tree_pruning=1\n"
        "rrt.range=20\n");
    CHECK(config.name == "cubicles");
    CHECK(config.problems.at(0).text == "p.yaml");
    CHECK(config.problems.at(0).line == 4);
    CHECK(config.optimize);
    CHECK(config.time_limit == 10.0);
    CHECK(config.mem_limit == 1000.0);
    CHECK(config.run_count == 3);
    CHECK(config.save_paths == SavePaths::Shortest);
    CHECK(labels(config)
          == std::vector<std::string>{"EST/adaptive", "KPIECE1/adaptive", "SPARStwo/adaptive", "RRT*/adaptive",
                                      "RRT*prune/adaptive", "RRT/adaptive"});
    CHECK(config.planners[3].parameters.empty());
    CHECK(config.planners[4].parameters.at(0).value == "1");
    CHECK(config.planners[5].parameters.at(0).name == "range");
}

TEST_CASE("Validators come in any number, and their labels tell them apart")
{
    const BenchmarkConfig config = parse(kLeast + "gapless::ASBL =\ngapless::ASBL.validator = adaptive\n[validator]\ndiscrete =\ndiscrete =\n"
                                                  "discrete.longest_valid_segment_fraction = 0.0025\ndiscrete =\ndiscrete.resolution = 0.012\n"
                                                  "adaptive.tolerance = 1e-3\nadaptive =\nadaptive.tolerance = 1e-5\n"
                                                  "articulated.time_tolerance = 1e-3\narticulated.clearance = 0.01\n"
                                                  "articulated =\narticulated.name = first contact\n");
    CHECK(labels(config)
          == std::vector<std::string>{"RRTConnect/discrete 0.01", "RRTConnect/discrete 0.0025", "RRTConnect/discrete step 0.012",
                                      "RRTConnect/adaptive", "RRTConnect/adaptive tolerance 1e-05",
                                      "RRTConnect/articulated time_tolerance 0.001 clearance 0.01", "RRTConnect/first contact",
                                      "gapless::ASBL/adaptive"});
    CHECK(config.validators[1].longest_valid_segment_fraction == 0.0025);
    CHECK(config.validators[2].resolution == 0.012);
    CHECK(config.validators[5].clearance == 0.01);
}

TEST_CASE("What is wrong is said with file and line, and what would be right")
{
    const std::string here = "a.cfg:6: ";
    requireRefused("[benchmark]\ntime_limt = 5", here, "time_limit");
    requireRefused("[benchmark]\ntime_limit = soon", here, "seconds");
    requireRefused("[benchmark]\ntime_limit = -1", here, "> 0");
    requireRefused("[benchmark]\ntime_limit = nan", here, "> 0");
    requireRefused("[benchmark]\ntime_limit =", here, "time_limit");
    requireRefused("[benchmark]\nmem_limit = 0", here, "MB");
    requireRefused("[benchmark]\nrun_count = 2.5", here, "whole");
    requireRefused("[benchmark]\nrun_count = 0", here, "1");
    requireRefused("[benchmark]\nparallel_runs = 0", here, "1");
    requireRefused("[benchmark]\nseed = -1", here, "0");
    requireRefused("[benchmark]\nsimplify = perhaps", here, "off");
    requireRefused("[benchmark]\nsave_paths = some", here, "shortest");
    requireRefused("[benchmark]\nseed = 1\nseed = 2", "a.cfg:7: ", "line 6");
    requireRefused("[problem]\nworld = w.dae", here, "file");
    requireRefused("[problem]\nobjective = max_min_clearance", here, "length");
    requireRefused("[problem]\nclearance = -0.1", here, "metres");
    requireRefused("[planner]\nrtrconnect =", here, "RRTConnect");
    requireRefused("[planner]\nrrtconnect = 3", here, "PARAMETER");
    requireRefused("[planner]\nrrtconnect.range =", here, "value");
    requireRefused("[planner]\nrrtconnect =", "a.cfg:6: ", ".name");
    requireRefused("[planner]\nrrtconnect.validator = perfect", here, "adaptive");
    requireRefused("[validator]\nperfect =", here, "adaptive, articulated, discrete");
    requireRefused("[validator]\nadaptive.resolution = 0.1", here, "tolerance");
    requireRefused("[validator]\ndiscrete.longest_valid_segment_fraction = 2", here, "<= 1");
    requireRefused("[validator]\ndiscrete.resolution = 0", here, "> 0");
    requireRefused("[validator]\narticulated.time_tolerance = 0", here, "> 0");
    requireRefused("[validator]\nadaptive =\nadaptive =", "a.cfg:7: ", ".name");
    requireRefused("[validators]\nadaptive =", here, "validator");
    requireRefused("\njust words", here, "key = value");
    requireRefused("\n[benchmark", here, "section");
    requireRefused("[problem]\nobjective.threshold = 1", "a.cfg: ", "objective = length");
    CHECK_THROWS_WITH(parse("time_limit = 5\n"), Catch::StartsWith("a.cfg:1: "));
    CHECK_THROWS_WITH(parse("[planner]\nrrt =\n"), Catch::Contains("no problem"));
    CHECK_THROWS_WITH(parse("[problem]\nfile = p.yaml\n"), Catch::Contains("no planner"));
    CHECK_THROWS_WITH(readBenchmarkConfig("nowhere.cfg"), Catch::Contains("nowhere.cfg"));
}

TEST_CASE("Folders, patterns and files become one list of problems with names of their own")
{
    const test::TemporaryFolder folder;
    for (const char* file : {"panda/box/box_2.yaml", "panda/box/box_1.yaml", "panda/cage/cage_1.yml", "panda/box/note.txt",
                             "ur5/box/box_1.yaml", "scenes/lathe/problem.yaml"})
        folder.write(file, "");
    BenchmarkConfig config = parse(kLeast);
    config.file = folder.path("a.cfg");
    const auto found = [&](std::vector<std::string> patterns) {
        config.problems.clear();
        for (const std::string& pattern : patterns)
            config.problems.push_back({pattern, 2});
        std::vector<std::string> all;
        for (const BenchmarkProblem& problem : findProblems(config))
            all.push_back(problem.set + ":" + problem.name);
        return all;
    };
    using Names = std::vector<std::string>;
    CHECK(found({"scenes/lathe/problem.yaml"}) == Names{"scenes:lathe"});
    CHECK(found({"panda"}) == Names{"box:box_1", "box:box_2", "cage:cage_1"});
    CHECK(found({"panda/*/*_1.y*ml"}) == Names{"box:box_1", "cage:cage_1"});
    CHECK(found({"*/box"}) == Names{"panda/box:panda_box_box_1", "panda/box:box_2", "ur5/box:ur5_box_box_1"});
    CHECK(found({"ur5", "ur5"}) == Names{"box:box_box_1", "box:box_box_1_2"});
    config.every = 2;
    CHECK(found({"panda"}) == Names{"box:box_1", "cage:cage_1"});
    CHECK_THROWS_WITH(found({"sawyer"}), Catch::Contains("a.cfg:2: ") && Catch::Contains("sawyer"));
    CHECK_THROWS_WITH(found({"panda/box/*.json"}), Catch::Contains("*.json"));
}

TEST_CASE("The description changes with all that results depend on, and with nothing else")
{
    const std::string benchmark = "[benchmark]\n";
    const std::string plain = describe(parse(kLeast));
    for (const char* same : {"[benchmark]\noutput = elsewhere", "[benchmark]\nparallel_runs = 2", "[problem]\nevery = 7"})
        CHECK(describe(parse(kLeast + same)) == plain);
    for (const char* other :
         {"[benchmark]\ntime_limit = 6", "[benchmark]\nseed = 1", "[benchmark]\nsimplify = 0", "[problem]\nclearance = 0",
          "rrtconnect.range = 0.5", "[validator]\nadaptive.tolerance = 1e-4", "[validator]\narticulated ="})
    {
        CAPTURE(other);
        CHECK(describe(parse(kLeast + other)) != plain);
    }
}
