// Whether the tests are built with a sanitizer that slows them down by an order of magnitude.
#pragma once

namespace gapless::test {

// GCC defines these; clang is asked.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) && !defined(__SANITIZE_THREAD__)
#define __SANITIZE_THREAD__ 1
#endif
#if __has_feature(address_sanitizer) && !defined(__SANITIZE_ADDRESS__)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif

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
