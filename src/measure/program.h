// What the measuring programs share: reading the command line, Ctrl-C, errors and exit codes.
#pragma once

#include <chrono>
#include <functional>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include <time.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "measure/interrupt.h"
#include "measure/json_number.h"

namespace gapless {

using Json = nlohmann::ordered_json;

/// Exit codes. kViolation: an audit found one; kUnavailable: this machine lacks what was to be measured.
constexpr int kDone = 0, kViolation = 1, kBadInput = 2, kUnavailable = 3, kInterrupted = 130;

/// What main() returns: that of `work`, which looks at interrupted(); kBadInput, after one line on standard error that begins with the
/// app's name, for a bad command line and for what `work` throws.
int runProgram(CLI::App& app, int argc, char** argv, const std::function<int()>& work);

/// Parameters of a planner. @throws InputError unless each is NAME=VALUE
std::vector<std::pair<std::string, std::string>> readParameters(const std::vector<std::string>& texts);

/// Of this thread, seconds: other work on the machine does not count.
inline double processorTime()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Between two readings of it, seconds: what a single motion takes is not much more.
double timeOfReading();

/// Runs from where it is made.
class Stopwatch
{
public:
    double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace gapless
