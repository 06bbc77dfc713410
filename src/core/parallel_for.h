// A loop over independent pieces of work, on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace gapless {

/// makeWorker() is called once on each thread, the caller's among them, and what it returns with every number below `count`, each once, in
/// no particular order. It returns false to end the loop: pieces that were not begun are left out.
/// If one of these throws, no further pieces are begun, and the first exception is rethrown once all threads have ended.
/// @param threads at most so many; 0: as many as the machine runs at once
/// @param most_at_once numbers that a thread takes: few where each is long work
template <class MakeWorker>
void parallelFor(std::size_t count, unsigned int threads, const MakeWorker& makeWorker, std::size_t most_at_once = 64)
{
    if (count == 0)
        return;
    const std::size_t wanted = std::max<std::size_t>(threads > 0 ? threads : std::thread::hardware_concurrency(), 1);
    // Small enough that threads end at about the same time, large enough that they do not write into each other's cache lines.
    const std::size_t chunk = std::clamp<std::size_t>(count / (8 * wanted), 1, most_at_once);
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failing;
    const auto work = [&] {
        try
        {
            auto&& worker = makeWorker();
            for (;;)
            {
                const std::size_t begin = next.fetch_add(chunk, std::memory_order_relaxed);
                for (std::size_t i = begin; i < std::min(begin + chunk, count); ++i)
                    if (!worker(i))
                    {
                        next.store(count, std::memory_order_relaxed);
                        return;
                    }
                if (begin >= count)
                    return;
            }
        }
        catch (...)
        {
            next.store(count, std::memory_order_relaxed);
            const std::lock_guard<std::mutex> lock(failing);
            if (!failure)
                failure = std::current_exception();
        }
    };
    std::vector<std::thread> others;
    try
    {
        const std::size_t most = std::min(wanted, (count + chunk - 1) / chunk);
        others.reserve(most - 1);
        while (others.size() + 1 < most)
            others.emplace_back(work);
    }
    catch (const std::exception&)
    {
        // No more threads, or no memory for them: those at hand do it all.
    }
    work();
    for (std::thread& other : others)
        other.join();
    if (failure)
        std::rethrow_exception(failure);
}

}  // namespace gapless
