// Parts of a long work, over threads.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <string>

#include "core/parallel_for.h"

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

/// parallelFor() with parts that take long, one at a time, and a word after each.
template <class MakeWorker>
void runParts(const PartsOptions& options, const std::string& stage, std::size_t count, const MakeWorker& make)
{
    std::size_t done = 0;
    std::mutex mutex;
    parallelFor(
        count, options.jobs,
        [&] {
            return [&, worker = make()](std::size_t part) mutable {
                worker(part);
                const std::lock_guard<std::mutex> lock(mutex);
                ++done;
                if (options.progress)
                    options.progress(stage, done, count);
                return true;
            };
        },
        1);
}

}  // namespace gapless
