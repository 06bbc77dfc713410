#include "motion_counter.h"

namespace gapless {

void countAtomically(unsigned int& counter)
{
    // std::atomic_ref is C++20; GCC and Clang have the built-in.
    __atomic_fetch_add(&counter, 1u, __ATOMIC_RELAXED);
}

}  // namespace gapless
