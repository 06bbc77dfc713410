// Tests find nothing in the cache of who runs them. What one of them works out, those after it may have: the same robots are loaded hundreds of
// times. (What is kept has a digest of the sources in its key; a test of the cache itself has a CacheFolder.)
#include <cstdlib>

namespace {

const int is_set = ::setenv("GAPLESS_CACHE_DIR", GAPLESS_BINARY_DIR "/tests/cache", 1);

}  // namespace
