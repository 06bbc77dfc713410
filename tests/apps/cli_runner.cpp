#include "apps/cli_runner.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <sys/wait.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace gapless::test {
namespace {

constexpr const char* kArm = R"(<?xml version="1.0"?>
<robot name="arm">
  <link name="base"/>
  <link name="upper"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.04 0.04"/></geometry></collision></link>
  <link name="lower"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.04 0.04"/></geometry></collision></link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/>
  </joint>
  <joint name="elbow" type="revolute">
    <parent link="upper"/><child link="lower"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/>
  </joint>
</robot>
)";

std::string slurp(const fs::path& file)
{
    std::ifstream stream(file);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

}  // namespace

void requireBadInput(const CliResult& result, const std::string& words)
{
    CAPTURE(result.err, result.out, words);
    CHECK(result.exit_code == 2);
    CHECK(result.out.empty());
    CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
    CHECK_THAT(result.err, Catch::StartsWith("gapless: ") && Catch::Contains(words));
}

CliFixture::CliFixture()
{
    std::string pattern = (fs::temp_directory_path() / "gapless_cli_XXXXXX").string();
    if (!mkdtemp(pattern.data()))
        throw std::runtime_error("no folder for the test");
    folder_ = pattern;
    write("arm.urdf", kArm);
}

CliFixture::~CliFixture()
{
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

CliResult CliFixture::run(const std::string& arguments) const
{
    return runAfter("", arguments);
}

CliResult CliFixture::runFor(double seconds, const std::string& arguments) const
{
    return runAfter("timeout --foreground --preserve-status -s INT " + std::to_string(seconds) + " ", arguments);
}

CliResult CliFixture::runUntilKilled(double seconds, const std::string& arguments) const
{
    return runAfter("timeout --foreground -s KILL " + std::to_string(seconds) + " ", arguments);
}

CliResult CliFixture::runWithin(int cpu_seconds, const std::string& arguments) const
{
    return runAfter("ulimit -t " + std::to_string(cpu_seconds) + " && ", arguments);
}

CliResult CliFixture::runAfter(const std::string& prefix, const std::string& arguments) const
{
    return runCommand(prefix + "'" + GAPLESS_CLI + "' " + arguments);
}

CliResult CliFixture::runCommand(const std::string& command) const
{
    const int status = std::system(("cd '" + folder_ + "' && " + command + " >out.txt 2>err.txt").c_str());
    CliResult result;
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    result.out = slurp(fs::path(folder_) / "out.txt");
    result.err = slurp(fs::path(folder_) / "err.txt");
    return result;
}

void CliFixture::write(const std::string& name, const std::string& text) const
{
    std::ofstream(fs::path(folder_) / name) << text;
}

void CliFixture::writeProblem(const std::string& start, const std::string& goal, const std::string& further) const
{
    write("problem.yaml",
          "robots:\n  - {name: arm, urdf: arm.urdf}\n"
          "obstacles:\n  - {name: post, cylinder: {radius: 0.05, length: 2}, pose: {xyz: [1.5, 0, 0]}}\n"
          "start: "
              + start + "\ngoal: " + goal + "\n" + further);
}

bool CliFixture::exists(const std::string& name) const
{
    return fs::exists(fs::path(folder_) / name);
}

std::string CliFixture::read(const std::string& name) const
{
    return slurp(fs::path(folder_) / name);
}

}  // namespace gapless::test
