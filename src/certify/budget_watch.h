// Whether a call has spent what it may.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>

#include <gapless/certify/certify_result.h>

namespace gapless {

/// Counts the seconds from its construction on.
/// @pre the budget outlives it
class BudgetWatch
{
public:
    explicit BudgetWatch(const Budget& budget)
        : budget_(budget),
          is_timed_(budget.seconds != std::numeric_limits<double>::infinity()),
          start_(is_timed_ ? Clock::now() : Clock::time_point())
    {}

    /// `steps`: done so far. The clock is looked at, and `interrupted` is asked, once in `steps_per_look` steps.
    bool isSpent(std::uint64_t steps, std::uint64_t steps_per_look = 1) const
    {
        return steps >= budget_.steps || (steps % steps_per_look == 0 && isTimeUp());
    }

private:
    using Clock = std::chrono::steady_clock;

    bool isTimeUp() const
    {
        return (is_timed_ && std::chrono::duration<double>(Clock::now() - start_).count() > budget_.seconds)
               || (budget_.interrupted && budget_.interrupted());
    }

    const Budget& budget_;
    bool is_timed_;
    Clock::time_point start_;
};

}  // namespace gapless
