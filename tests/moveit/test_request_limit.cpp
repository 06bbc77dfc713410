#include <catch2/catch.hpp>

#include <chrono>
#include <limits>
#include <thread>

#include "conversion/request_limit.h"

using gapless_moveit::RequestLimit;

TEST_CASE("A limit is over when its time is up, or as soon as anybody terminates it")
{
    RequestLimit limit;
    CHECK_FALSE(limit.isOver());
    limit.begin(1000.0);
    CHECK_FALSE(limit.isOver());
    std::thread([&limit] { limit.terminate(); }).join();
    CHECK(limit.isOver());
    CHECK(limit.isTerminated());

    limit.begin(1000.0);
    CHECK(limit.isOver());  // terminated is terminated
    limit.forgetTermination();
    CHECK_FALSE(limit.isOver());

    limit.begin(0.02);
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    CHECK(limit.isOver());
    CHECK_FALSE(limit.isTerminated());
    limit.begin(0.0);
    CHECK(limit.isOver());
}

TEST_CASE("Times longer than the clock can tell are no limit")
{
    RequestLimit limit;
    for (const double seconds : {1e30, std::numeric_limits<double>::max(), std::numeric_limits<double>::infinity()})
    {
        limit.begin(seconds);
        CHECK_FALSE(limit.isOver());
    }
}
