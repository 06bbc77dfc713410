#include "conversion/request_limit.h"

namespace gapless_moveit {

void RequestLimit::begin(double seconds)
{
    const Clock::duration now = Clock::now().time_since_epoch();
    const std::chrono::duration<double> left(seconds);
    end_ = left < Clock::duration::max() - now ? (now + std::chrono::duration_cast<Clock::duration>(left)).count()
                                               : Clock::duration::max().count();
}

}  // namespace gapless_moveit
