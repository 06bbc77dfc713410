// The floating-point environment of the calling thread, which every proof rests on.
#pragma once

namespace gapless {

/// Whether this thread rounds to nearest and keeps subnormal numbers: a look at the control register, a nanosecond or two. Each thread has
/// its own. A library linked with -ffast-math (by GCC before 13) flushes them in the thread that loads it; others change the mode and forget.
bool roundsAsAssumed() noexcept;

/// Called by whatever proves something, as it begins.
/// @throws InputError if not roundsAsAssumed(). The first time, the library's log says so too: OMPL's validators do not throw.
void requireRounding();

}  // namespace gapless
