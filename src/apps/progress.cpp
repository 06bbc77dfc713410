#include "progress.h"

#include <cstdio>

#include <unistd.h>

namespace gapless::apps {

using Seconds = std::chrono::duration<double>;

Progress::Progress(std::string what)
    : what_(std::move(what)), on_terminal_(isatty(STDERR_FILENO) == 1), start_(std::chrono::steady_clock::now()), last_(start_)
{}

Progress::~Progress()
{
    if (shown_)
        std::fprintf(stderr, "\r\033[K");
}

void Progress::tick()
{
    if (!on_terminal_)
        return;
    const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
    if (!lock)
        return;
    const auto now = std::chrono::steady_clock::now();
    if (Seconds(now - start_).count() < 1.0 || Seconds(now - last_).count() < 0.2)
        return;
    last_ = now;
    shown_ = true;
    std::fprintf(stderr, "\r\033[K%s ... %.1f s%s", what_.c_str(), Seconds(now - start_).count(), detail_.c_str());
    std::fflush(stderr);
}

void Progress::setDetail(const std::string& detail)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    detail_ = detail;
}

}  // namespace gapless::apps
