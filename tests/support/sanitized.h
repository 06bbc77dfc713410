// Whether the tests are built with a sanitizer that slows them down by an order of magnitude.
#pragma once

namespace gapless::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

}  // namespace gapless::test
