// One line of progress on a terminal, nothing elsewhere.
#pragma once

#include <chrono>
#include <mutex>
#include <string>

namespace gapless::apps {

/// Shows "what ... 3.2 s" on standard error once something takes longer than a second, and wipes it in the end.
class Progress
{
public:
    explicit Progress(std::string what);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// Call now and then, from any thread. Throttles itself.
    void tick();

    /// Text to stand behind the time from now on, such as ", length 3.1".
    void setDetail(const std::string& detail);

private:
    std::string what_, detail_;
    bool on_terminal_;
    std::mutex mutex_;
    bool shown_ = false;
    std::chrono::steady_clock::time_point start_, last_;
};

}  // namespace gapless::apps
