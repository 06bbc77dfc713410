#include "culling/log.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace gapless {

std::shared_ptr<spdlog::logger> cullingLog()
{
    std::shared_ptr<spdlog::logger> logger = spdlog::get("gapless");
    if (logger)
        return logger;
    try
    {
        return spdlog::stderr_color_mt("gapless");
    }
    catch (const spdlog::spdlog_ex&)
    {
        // Another thread was faster.
        return spdlog::get("gapless");
    }
}

}  // namespace gapless
