// Whether a call has spent what it may.
//
// Work is counted in units of a look at one node pair (front.h), some 0.1 to 1 us each. What works in larger pieces breaks them off and
// goes on with them in its next step, so that no budget is overrun by more than a tenth of a millisecond or so.
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

    /// `steps`: done so far. The clock is looked at, and `interrupted` is asked.
    bool isSpent(std::uint64_t steps) const { return steps >= budget_.steps || isTimeUp(); }

    /// The same, but these two only at first and then once in kWorkPerLook units. `work`: done so far, counted from anywhere.
    bool isSpent(std::uint64_t steps, std::uint64_t work)
    {
        if (steps >= budget_.steps)
            return true;
        if (is_begun_ && work < next_look_)
            return false;
        is_begun_ = true;
        next_look_ = work + kWorkPerLook;
        return isTimeUp();
    }

private:
    static constexpr std::uint64_t kWorkPerLook = 64;
    using Clock = std::chrono::steady_clock;

    bool isTimeUp() const
    {
        return (is_timed_ && std::chrono::duration<double>(Clock::now() - start_).count() > budget_.seconds)
               || (budget_.interrupted && budget_.interrupted());
    }

    const Budget& budget_;
    bool is_timed_;
    Clock::time_point start_;
    bool is_begun_ = false;
    std::uint64_t next_look_ = 0;
};

}  // namespace gapless
