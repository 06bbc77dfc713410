#include <gapless/core/rounding_environment.h>

#include <cfenv>
#include <limits>
#include <mutex>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include <gapless/core/error.h>

#include "core/log.h"

namespace gapless {

bool roundsAsAssumed() noexcept
{
#if defined(__SSE2__)
    // MXCSR: bits 13 and 14 the mode (0: nearest), 15 results flushed to zero, 6 operands.
    return (_mm_getcsr() & 0xE040u) == 0;
#elif defined(__aarch64__)
    // FPCR: bits 22 and 23 the mode (0: nearest), 24 flush to zero, 0 that of operands.
    unsigned long long control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    return (control & 0x1C00001u) == 0;
#else
    const volatile double least = std::numeric_limits<double>::denorm_min(), normal = std::numeric_limits<double>::min();
    return std::fegetround() == FE_TONEAREST && least + least > 0.0 && 0.5 * normal > 0.0;
#endif
}

void requireRounding()
{
    if (roundsAsAssumed())
        return;
    const char* const what =
        "this thread does not round to nearest, or flushes subnormal numbers to zero (as a library built with "
        "-ffast-math sets it): nothing can be proven; restore the default with fesetenv(FE_DFL_ENV)";
    static std::once_flag told;
    std::call_once(told, [what] { libraryLog()->error("{}", what); });
    throw InputError(what);
}

}  // namespace gapless
