// When the work on a request has to end.
#pragma once

#include <atomic>
#include <chrono>

namespace gapless_moveit {

/// What planner, simplification and certification of one request ask while they work. Safe to use from many threads at once.
class RequestLimit
{
public:
    /// From now on, `seconds` (>= 0, may be infinite) are left. Before the first call there is no limit to the time.
    void begin(double seconds);
    void terminate() { is_terminated_ = true; }
    /// Nobody has terminated.
    void forgetTermination() { is_terminated_ = false; }

    bool isTerminated() const { return is_terminated_; }
    bool isOver() const { return isTerminated() || Clock::now().time_since_epoch() >= Clock::duration(end_.load()); }

private:
    using Clock = std::chrono::steady_clock;

    std::atomic<bool> is_terminated_{false};
    std::atomic<Clock::rep> end_{Clock::duration::max().count()};
};

}  // namespace gapless_moveit
