// Random executions of coordinated paths: speeds that change, stops, and no regard for the path's own timing.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include <catch2/catch.hpp>

#include <gapless/certify/static_checker.h>
#include <gapless/multirobot/any_timing.h>

#include "support/random_input.h"

namespace gapless::test {

/// How far a robot may go on from there.
inline double mayGoTo(const std::vector<Dependency>& order, const ExecutionOrder::Parameters& at, RobotIndex robot, double end)
{
    for (const Dependency& d : order)
        if (d.waits == robot && at[d.first] < d.t)
            end = std::min(end, d.s);
    return end;
}

/// Runs one execution that keeps the dependencies, and calls use(parameters) after every step of at most `step`, and just where robots wait.
/// @return whether all came to their ends
template <class Use>
bool execute(const CoordinatedPath& path, const std::vector<Dependency>& order, Random& random, double step, Use&& use)
{
    const ExecutionOrder::Parameters& ends = path.ends();
    ExecutionOrder::Parameters at(ends.size(), 0.0), speed(ends.size(), 0.0);
    use(at);
    double until_change = 0.0;
    for (int k = 0; k < 1000000; ++k)
    {
        if (at.list() == ends.list())
            return true;
        until_change -= step;
        if (until_change <= 0.0)
        {
            until_change = random.uniform(0.0, 1.5);
            for (const RobotIndex robot : ends.indices())
                speed[robot] = random.chance(0.4) ? 0.0 : random.logUniform(0.05, 1.0);
            // Now and then one robot runs as far as it may.
            if (random.chance(0.3))
            {
                std::fill(speed.begin(), speed.end(), 0.0);
                speed[random.index(speed)] = 1.0;
                until_change = random.uniform(0.0, 10.0);
            }
        }
        // All at once: who is waited for has to be there before, not after.
        const ExecutionOrder::Parameters before = at;
        for (const RobotIndex robot : ends.indices())
            at[robot] = std::min(before[robot] + speed[robot] * step,
                                 std::max(before[robot], mayGoTo(order, before, robot, ends[robot])));
        use(at);
    }
    return false;
}

/// Asks a checker of the whole scene about every step of executions.
class Watcher
{
public:
    explicit Watcher(const CoordinatedPath& path) : path_(path), checker_(path.group().problem().scene, 1e-9) {}

    void operator()(const ExecutionOrder::Parameters& at)
    {
        ++asked_;
        collisions_ += checker_.check(path_.at(at)) == Verdict::Collision ? 1 : 0;
    }
    int asked() const { return asked_; }
    int collisions() const { return collisions_; }

private:
    const CoordinatedPath& path_;
    StaticChecker checker_;
    int asked_ = 0, collisions_ = 0;
};

/// The order of the path's own schedule. None where a planner's path passes a collision within the tolerance, where cells of two parameters do not always tell:
/// it is undecided then, at a pair that is apart.
/// @param timing of the default tolerance
inline std::optional<ExecutionOrder> provenOrder(AnyTiming& timing)
{
    std::optional<ExecutionOrder> order = timing.dependencies();
    if (!order)
    {
        const AnyTimingResult& result = timing.result();
        CHECK(result.verdict == Verdict::Undecided);
        REQUIRE(result.witness);
        CHECK(result.witness->distance > 0.0);
        CHECK(result.witness->distance <= AnyTimingOptions().tolerance);
    }
    return order;
}

inline std::vector<Dependency> without(std::vector<Dependency> order, std::size_t k)
{
    order.erase(order.begin() + static_cast<std::ptrdiff_t>(k));
    return order;
}

}  // namespace gapless::test
