// Runs that end badly are told from each other, and leave the others alone.
#include <catch2/catch.hpp>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <map>
#include <thread>
#include <vector>

#include "apps/benchmark/isolated_runs.h"
#include "support/sanitized.h"

using namespace gapless::apps;

namespace {

using Work = std::function<std::string(RunMonitor&)>;

IsolationOptions quick()
{
    IsolationOptions options;
    options.seconds = 30.0;
    return options;
}

/// The outcomes by index; each index has to come once.
std::map<std::size_t, RunOutcome> outcomesOf(const std::vector<Work>& works, const IsolationOptions& options)
{
    std::map<std::size_t, RunOutcome> outcomes;
    const bool complete = runIsolated(
        works.size(), options, [&](std::size_t i, RunMonitor& monitor) { return works[i](monitor); },
        [&](std::size_t i, const RunOutcome& outcome) {
            CHECK(outcomes.count(i) == 0);
            outcomes[i] = outcome;
        },
        [] { return false; });
    CHECK(complete);
    REQUIRE(outcomes.size() == works.size());
    return outcomes;
}

std::string good(RunMonitor& /*monitor*/)
{
    return "good";
}

/// Dies of a signal, past the handlers of the test framework.
[[noreturn]] void die(int signal)
{
    std::signal(signal, SIG_DFL);
    std::raise(signal);
    std::_Exit(0);
}

[[noreturn]] void sleepForEver()
{
    for (;;)
        std::this_thread::sleep_for(std::chrono::seconds(1));
}

/// Touches every page, so that no optimiser and no lazy kernel saves it.
std::string eatMemory(RunMonitor& /*monitor*/)
{
    std::vector<std::vector<char>> hoard;
    for (;;)
        hoard.emplace_back(std::size_t{16} << 20, 'x');
}

}  // namespace

TEST_CASE("Each bad end is called by its name, and the runs before and after it are done")
{
    const unsigned int at_once = GENERATE(1u, 3u);
    IsolationOptions options = quick();
    options.at_once = at_once;
    options.memory_mb = 64;
    const std::vector<Work> works{
        good,
        [](RunMonitor&) -> std::string { throw std::runtime_error("no such luck"); },
        good,
        [](RunMonitor&) -> std::string { die(SIGSEGV); },
        good,
        [](RunMonitor&) -> std::string { die(SIGABRT); },
        [](RunMonitor&) -> std::string { std::_Exit(3); },
        [](RunMonitor&) -> std::string { throw 7; },
        [](RunMonitor& monitor) -> std::string {
            monitor.allow(0.3);
            sleepForEver();
        },
        good,
    };
    const auto outcomes = outcomesOf(works, options);
    for (const std::size_t i : {0u, 2u, 4u, 9u})
    {
        CHECK(outcomes.at(i).end == RunEnd::Done);
        CHECK(outcomes.at(i).result == "good");
    }
    CHECK(outcomes.at(1).end == RunEnd::Threw);
    CHECK(outcomes.at(1).detail == "no such luck");
    CHECK(outcomes.at(3).end == RunEnd::Crashed);
    CHECK(outcomes.at(5).end == RunEnd::Crashed);
    CHECK(outcomes.at(6).end == RunEnd::Crashed);
    CHECK_THAT(outcomes.at(6).detail, Catch::Contains("3"));
    CHECK(outcomes.at(7).end == RunEnd::Threw);
    CHECK(outcomes.at(8).end == RunEnd::Overran);
    CHECK(outcomes.at(8).seconds >= 0.3);
    CHECK(outcomes.at(8).seconds < 20.0);
}

TEST_CASE("A run that eats the memory is ended by its own limit")
{
    if (gapless::test::kSanitized)
        return;  // sanitizers allocate for themselves
    IsolationOptions options = quick();
    options.memory_mb = 64;
    const auto outcomes = outcomesOf({good, eatMemory, good,
                                      [](RunMonitor& monitor) noexcept {
                                          std::signal(SIGABRT, SIG_DFL);
                                          return eatMemory(monitor);
                                      }},
                                     options);
    CHECK(outcomes.at(0).end == RunEnd::Done);
    CHECK(outcomes.at(1).end == RunEnd::OutOfMemory);
    CHECK(outcomes.at(2).end == RunEnd::Done);
    // The exception meets a noexcept and ends the process: the reason is known all the same.
    CHECK(outcomes.at(3).end == RunEnd::OutOfMemory);
}

TEST_CASE("What a run kept before a bad end is its result")
{
    const auto outcomes = outcomesOf({[](RunMonitor& monitor) -> std::string {
                                          monitor.keep("a part");
                                          monitor.keep("more");
                                          die(SIGABRT);
                                      },
                                      [](RunMonitor& monitor) -> std::string {
                                          monitor.keep("a part");
                                          return "all";
                                      }},
                                     quick());
    CHECK(outcomes.at(0).end == RunEnd::Crashed);
    CHECK(outcomes.at(0).result == "more");
    CHECK(outcomes.at(1).result == "all");
}

TEST_CASE("A result larger than a pipe holds arrives whole")
{
    const std::string large(std::size_t{3} << 20, 'y');
    CHECK(outcomesOf({[&](RunMonitor&) { return large; }}, quick()).at(0).result == large);
}

TEST_CASE("allow() gives time anew, not on top of what was left")
{
    IsolationOptions options = quick();
    options.seconds = 0.5;
    const auto outcomes = outcomesOf({[](RunMonitor& monitor) -> std::string {
                                          monitor.allow(30.0);
                                          std::this_thread::sleep_for(std::chrono::milliseconds(900));
                                          return "late";
                                      },
                                      [](RunMonitor&) -> std::string { sleepForEver(); }},
                                     options);
    CHECK(outcomes.at(0).result == "late");
    CHECK(outcomes.at(1).end == RunEnd::Overran);
}

TEST_CASE("Runs cannot change what the others see")
{
    int shared = 0;
    const Work change = [&](RunMonitor&) { return std::to_string(++shared); };
    const auto outcomes = outcomesOf({change, change}, quick());
    CHECK(outcomes.at(0).result == "1");
    CHECK(outcomes.at(1).result == "1");
    CHECK(shared == 0);
}

TEST_CASE("Stopping ends the runs under way and reports those that were done")
{
    int done = 0;
    const bool complete = runIsolated(
        3, quick(),
        [](std::size_t i, RunMonitor&) -> std::string {
            if (i > 0)
                sleepForEver();
            return "first";
        },
        [&](std::size_t i, const RunOutcome& outcome) {
            CHECK(i == 0);
            CHECK(outcome.result == "first");
            ++done;
        },
        [&] { return done > 0; });
    CHECK_FALSE(complete);
    CHECK(done == 1);
}

TEST_CASE("Without processes exceptions are held back, too")
{
    IsolationOptions options = quick();
    options.processes = false;
    const auto outcomes = outcomesOf({good,
                                      [](RunMonitor& monitor) -> std::string {
                                          monitor.keep("a part");
                                          throw std::runtime_error("no such luck");
                                      },
                                      [](RunMonitor&) -> std::string { throw std::bad_alloc(); }, good},
                                     options);
    CHECK(outcomes.at(0).end == RunEnd::Done);
    CHECK(outcomes.at(1).end == RunEnd::Threw);
    CHECK(outcomes.at(1).result == "a part");
    CHECK(outcomes.at(2).end == RunEnd::OutOfMemory);
    CHECK(outcomes.at(3).end == RunEnd::Done);
}
