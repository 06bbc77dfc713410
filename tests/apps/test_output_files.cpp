// Where commands write: files keep what they are, and standard output holds one thing.
#include <catch2/catch.hpp>

#include <filesystem>

#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "apps/cli_runner.h"

using Catch::Contains;
using gapless::test::CliFixture;
using gapless::test::CliResult;

namespace fs = std::filesystem;

namespace {

constexpr const char* kPath = R"({"joint_names": ["shoulder", "elbow"], "waypoints": [[1, 0], [1.5, 0.3], [2, 0]]})";

/// A problem whose start and goal are seconds apart for no planner, and a path of it.
struct OutputFixture : CliFixture
{
    OutputFixture()
    {
        writeProblem("[1, 0]", "[2, 0]");
        write("path.json", kPath);
    }
    /// The commands that write one file, without its name.
    const std::string commands[2] = {"plan problem.yaml --seed 1 --output ",
                                     "smooth problem.yaml --steps 5 --path path.json --output "};
};

}  // namespace

TEST_CASE_METHOD(OutputFixture, "An output that is a device, a link, or has a mode and other names is so afterwards")
{
    const fs::path folder = this->folder();
    const bool devices = ::mknod((folder / "null").c_str(), S_IFCHR | 0666, makedev(1, 3)) == 0
                         && ::mknod((folder / "full").c_str(), S_IFCHR | 0666, makedev(1, 7)) == 0;
    write("file.json", "old");
    fs::permissions(folder / "file.json", fs::perms::owner_read | fs::perms::owner_write);
    fs::create_hard_link(folder / "file.json", folder / "same.json");
    fs::create_symlink("made.json", folder / "link.json");
    for (const std::string& command : commands)
    {
        CAPTURE(command);
        fs::remove(folder / "made.json");
        for (const char* output : {"file.json", "link.json"})
            CHECK(run(command + output).exit_code == 0);
        CHECK_THAT(read("same.json"), Contains("waypoints"));
        CHECK_THAT(read("made.json"), Contains("waypoints"));
        CHECK(fs::is_symlink(folder / "link.json"));
        CHECK(fs::hard_link_count(folder / "file.json") == 2);
        CHECK(fs::status(folder / "file.json").permissions() == (fs::perms::owner_read | fs::perms::owner_write));
        if (!devices)
            continue;
        CHECK(run(command + "null").exit_code == 0);
        const CliResult full = run(command + "full");
        CHECK(full.exit_code == 2);
        CHECK(full.err == "gapless: full: cannot be written: No space left on device\n");
        CHECK(full.out.empty());
        CHECK(fs::is_character_file(folder / "null"));
        CHECK(fs::is_character_file(folder / "full"));
    }
    if (!devices)
        WARN("SKIPPED: no right to make devices");
}

TEST_CASE_METHOD(OutputFixture, "An output of minus is standard output, and the report goes to standard error")
{
    for (const std::string& command : commands)
        for (const std::string name : {"-", "/dev/stdout", "out.txt"})
            for (const std::string json : {"", " --json"})
            {
                const CliResult result = run(command + name + json);
                CAPTURE(command, name, json, result.err, result.out);
                CHECK(result.exit_code == 0);
                CHECK(result.json()["waypoints"].size() >= 2);
                CHECK_THAT(result.err, Contains(json.empty() ? "proven" : "\"certified\":true"));
                CHECK_FALSE(exists("-"));
            }
}

TEST_CASE_METHOD(OutputFixture, "Folders cannot be standard output")
{
    write("set.json", "{}");
    for (const char* arguments : {"convert set.json --output -", "benchmark set.json --output -"})
    {
        const CliResult result = run(arguments);
        CHECK(result.exit_code == 2);
        CHECK_THAT(result.err, Contains("--output -") && Contains("folder"));
    }
    CHECK_FALSE(exists("-"));
}

TEST_CASE_METHOD(OutputFixture, "An answer that standard output does not take is an error")
{
    if (!fs::exists("/dev/full"))
        return;
    for (const std::string arguments : {"check problem.yaml", "check problem.yaml --json", "info problem.yaml", "planners",
                                        "--help", "plan problem.yaml --output -"})
    {
        const CliResult result = run(arguments + " >/dev/full 2>said.txt; echo $?");
        const std::string said = read("said.txt");
        CAPTURE(arguments, said);
        CHECK(result.out == "2\n");
        CHECK_THAT(said, Contains("standard output"));
    }
}
