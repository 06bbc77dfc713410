// Where the library reports what is worth knowing and no error: standard error, never standard output.
#pragma once

#include <memory>

#include <spdlog/logger.h>

namespace gapless {

/// The logger "gapless" of spdlog's registry; made on first use, on standard error, if a program has not made its own.
std::shared_ptr<spdlog::logger> libraryLog();

}  // namespace gapless
