// Parts of a work, over threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace gapless {

/// Thrown by parts that are told to stop.
struct Interruption
{};

struct PartsOptions
{
    unsigned int jobs = 1;
    /// By one thread at a time; may be empty.
    const std::function<void(const std::string& stage, std::size_t done, std::size_t of)>& progress;
};

/// Calls make() in each thread, and what it returns with every number below `count` in one of them, in any order.
/// @throws what the first to throw threw; no part is begun after that
template <class MakeWorker>
void runParts(const PartsOptions& options, const std::string& stage, std::size_t count, const MakeWorker& make)
{
    std::atomic<std::size_t> next{0};
    std::atomic<bool> is_over{false};
    std::size_t done = 0;
    std::mutex mutex;
    std::exception_ptr error;
    const auto work = [&] {
        try
        {
            auto worker = make();
            for (std::size_t i = next++; i < count && !is_over; i = next++)
            {
                worker(i);
                const std::lock_guard<std::mutex> lock(mutex);
                ++done;
                if (options.progress)
                    options.progress(stage, done, count);
            }
        }
        catch (...)
        {
            const std::lock_guard<std::mutex> lock(mutex);
            if (!error)
                error = std::current_exception();
            is_over = true;
        }
    };
    std::vector<std::thread> threads;
    const std::size_t helpers = std::min<std::size_t>(options.jobs, std::max<std::size_t>(count, 1)) - 1;
    threads.reserve(helpers);
    try
    {
        for (std::size_t k = 0; k < helpers; ++k)
            threads.emplace_back(work);
    }
    catch (const std::system_error&)
    {
        // As many as there may be: the work is the same.
    }
    work();
    for (std::thread& thread : threads)
        thread.join();
    if (error)
        std::rethrow_exception(error);
}

}  // namespace gapless
