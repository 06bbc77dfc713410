#include <catch2/catch.hpp>

#include <functional>
#include <limits>
#include <new>
#include <numeric>
#include <set>
#include <stdexcept>

#include "core/parallel_for.h"

using namespace gapless;

TEST_CASE("Every piece of work is done once, by at most as many threads as were asked for")
{
    const std::size_t count = GENERATE(0, 1, 2, 7, 64, 65, 1000, 5003);
    const unsigned int threads = GENERATE(0u, 1u, 2u, 5u, 16u);
    CAPTURE(count, threads);
    std::vector<int> done(count, 0);
    std::mutex mutex;
    std::set<std::thread::id> on;
    std::size_t workers = 0;
    parallelFor(count, threads, [&] {
        const std::lock_guard<std::mutex> lock(mutex);
        on.insert(std::this_thread::get_id());
        ++workers;
        return [&](std::size_t i) {
            ++done[i];
            return true;
        };
    });
    CHECK(std::accumulate(done.begin(), done.end(), std::size_t{0}) == count);
    CHECK(std::count(done.begin(), done.end(), 1) == static_cast<std::ptrdiff_t>(count));
    CHECK(workers == on.size());
    CHECK(workers <= std::max<std::size_t>(threads > 0 ? threads : std::thread::hardware_concurrency(), 1));
    CHECK(workers <= count);
}

TEST_CASE("More threads than pieces of work are not asked for memory")
{
    std::atomic<int> done{0};
    parallelFor(7, std::numeric_limits<unsigned int>::max(), [&] {
        return [&](std::size_t) {
            ++done;
            return true;
        };
    });
    CHECK(done == 7);
}

TEST_CASE("A piece of work that says so ends the loop")
{
    const unsigned int threads = GENERATE(1u, 4u);
    std::atomic<std::size_t> begun{0};
    parallelFor(1000000, threads, [&] { return [&](std::size_t) { return ++begun < 100; }; });
    // Each of the others may have been in the middle of its chunk.
    CHECK(begun >= 100);
    CHECK(begun <= 100 + threads);
}

TEST_CASE("The first exception comes out, after all threads have ended")
{
    const unsigned int threads = GENERATE(1u, 4u);
    std::atomic<int> at_work{0}, begun{0};
    const auto loop = [&] {
        parallelFor(1000000, threads, [&] {
            return [&](std::size_t i) {
                ++at_work;
                ++begun;
                const bool fails = i == 300;
                --at_work;
                if (fails)
                    throw std::runtime_error("piece 300");
                return true;
            };
        });
    };
    CHECK_THROWS_WITH(loop(), "piece 300");
    CHECK(at_work == 0);
    CHECK(begun < 1000000);
    const auto failing = [&] { parallelFor(10, threads, [&]() -> std::function<bool(std::size_t)> { throw std::bad_alloc(); }); };
    CHECK_THROWS_AS(failing(), std::bad_alloc);
}
