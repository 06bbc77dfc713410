// Floating-point environments in which nothing is proven.
#pragma once

#include <cfenv>
#include <string>
#include <vector>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include <gapless/core/error.h>

namespace gapless::test {

struct BadRounding
{
    std::string name;
    void (*enter)();
};

inline std::vector<BadRounding> badRoundings()
{
    std::vector<BadRounding> out{{"upward", [] { std::fesetround(FE_UPWARD); }},
                                 {"downward", [] { std::fesetround(FE_DOWNWARD); }},
                                 {"toward zero", [] { std::fesetround(FE_TOWARDZERO); }}};
#if defined(__SSE2__)
    out.push_back({"results flushed to zero", [] { _mm_setcsr(_mm_getcsr() | 0x8000u); }});
    out.push_back({"operands flushed to zero", [] { _mm_setcsr(_mm_getcsr() | 0x0040u); }});
#endif
    return out;
}

/// Calls f in the environment, and leaves it before anything else is done.
template <class F>
auto inEnvironment(const BadRounding& bad, F&& f)
{
    struct Guard
    {
        std::fenv_t before;
        Guard() { std::fegetenv(&before); }
        ~Guard() { std::fesetenv(&before); }
    } guard;
    bad.enter();
    return f();
}

/// Whether f refuses to work in that environment.
template <class F>
bool refuses(const BadRounding& bad, F&& f)
{
    return inEnvironment(bad, [&] {
        try
        {
            f();
        }
        catch (const InputError& error)
        {
            return std::string(error.what()).find("round") != std::string::npos;
        }
        return false;
    });
}

}  // namespace gapless::test
