// Tests work out what they test: none finds it in the cache of who runs them.
#include <cstdlib>

namespace {

const int is_set = ::setenv("GAPLESS_CACHE_DIR", "", 1);

}  // namespace
