#include <catch2/catch.hpp>

#include <chrono>
#include <iostream>
#include <thread>

#include "support/bad_rounding.h"

#include <gapless/core/rounding_environment.h>

using namespace gapless;
using namespace gapless::test;

TEST_CASE("A thread that does not round to nearest, or flushes subnormal numbers, is told from one that does, each for itself")
{
    CHECK(roundsAsAssumed());
    for (const BadRounding& bad : badRoundings())
    {
        INFO(bad.name);
        CHECK_FALSE(inEnvironment(bad, [] { return roundsAsAssumed(); }));
        CHECK(refuses(bad, [] { requireRounding(); }));
        CHECK(roundsAsAssumed());
        // Another thread's environment is its own.
        bool here = false, there = true;
        std::thread other([&] { there = inEnvironment(bad, [] { return roundsAsAssumed(); }); });
        here = roundsAsAssumed();
        other.join();
        CHECK(here);
        CHECK_FALSE(there);
    }
    CHECK_NOTHROW(requireRounding());
}

TEST_CASE("A look at the rounding costs nanoseconds")
{
    constexpr int kLooks = 1000000;
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < kLooks; ++i)
        requireRounding();
    const double ns = std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count() / kLooks;
    std::cout << "a look at the rounding: " << ns << " ns\n";
    CHECK(ns < 1000.0);
}
