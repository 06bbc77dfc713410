// Whether the tests are built with a sanitizer that slows them down by an order of magnitude.
#pragma once

namespace gapless::test {

#if defined(__SANITIZE_THREAD__)
constexpr bool kThreadSanitized = true;
#else
constexpr bool kThreadSanitized = false;
#endif

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = kThreadSanitized;
#endif

/// Of what a test repeats, one in so many will do.
constexpr int kShare = kSanitized ? 20 : 1;

}  // namespace gapless::test
