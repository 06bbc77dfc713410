// Runs the gapless program on files in a folder of its own.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace gapless::test {

struct CliResult
{
    int exit_code = -1;
    std::string out, err;
    /// @throws on anything but one JSON object.
    nlohmann::json json() const { return nlohmann::json::parse(out); }
};

/// Exit code 2, and one line on standard error alone, which has those words.
void requireBadInput(const CliResult& result, const std::string& words);

/// A fresh folder with the problem "problem.yaml" of a two-link arm, removed in the end.
class CliFixture
{
public:
    CliFixture();
    ~CliFixture();
    CliFixture(const CliFixture&) = delete;
    CliFixture& operator=(const CliFixture&) = delete;

    /// Runs `gapless ARGUMENTS` in the folder.
    CliResult run(const std::string& arguments) const;
    /// The same, pressing Ctrl-C after so many seconds.
    CliResult runFor(double seconds, const std::string& arguments) const;
    /// The same, killed without a warning.
    CliResult runUntilKilled(double seconds, const std::string& arguments) const;
    /// The same as run(), ended after so many seconds of processor time.
    CliResult runWithin(int cpu_seconds, const std::string& arguments) const;
    /// The same as run(), of a command with all that it takes.
    CliResult runCommand(const std::string& command) const;
    void write(const std::string& name, const std::string& text) const;
    /// Writes problem.yaml: the arm of arm.urdf, joints within +-3 rad, a post of radius 0.05 m at (1.5, 0), `start` and `goal`
    /// as YAML, and further lines.
    void writeProblem(const std::string& start, const std::string& goal, const std::string& further = "") const;
    bool exists(const std::string& name) const;
    std::string read(const std::string& name) const;
    const std::string& folder() const { return folder_; }

private:
    CliResult runAfter(const std::string& prefix, const std::string& arguments) const;

    std::string folder_;
};

}  // namespace gapless::test
