#include "core/log.h"

#include <mutex>

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace gapless {

std::shared_ptr<spdlog::logger> libraryLog()
{
    static std::mutex mutex;
    const std::lock_guard<std::mutex> lock(mutex);
    std::shared_ptr<spdlog::logger> logger = spdlog::get("gapless");
    return logger ? logger : spdlog::stderr_color_mt("gapless");
}

}  // namespace gapless
