// Random motions of a problem's planning joints, both ends free, or the start alone.
#pragma once

#include <random>
#include <utility>

#include <gapless/certify/static_checker.h>
#include <gapless/io/problem.h>

namespace gapless {

class RandomMotions
{
public:
    /// `step`: the largest joint step of a motion, radians or metres; 0: nextFromFree() goes anywhere.
    RandomMotions(const Problem& problem, double step, double tolerance, std::uint32_t seed);

    /// The next motion with free ends. @throws InputError if a million draws give none.
    std::pair<Configuration, Configuration> next();
    /// The next motion whose start is free, wherever it ends; joints turn back at their limits. @throws InputError likewise.
    std::pair<Configuration, Configuration> nextFromFree();
    /// The next configuration within the limits, free or not.
    Configuration drawState();

private:
    [[noreturn]] void foundNone(const char* what) const;
    Configuration drawEnd(const Configuration& start, bool turns_back);

    const Problem& problem_;
    double step_;
    StaticChecker checker_;
    std::mt19937_64 random_;
};

}  // namespace gapless
