// AddressSanitizer's defaults for this test program; ASAN_OPTIONS adds to them.
//
// Debian's libompl is built without frame pointers: only the slow unwinder sees which of OMPL's planners a leak is in, and so lets
// tests/sanitizers/leak.supp name it.
extern "C" const char* __asan_default_options();

extern "C" const char* __asan_default_options()
{
    return "fast_unwind_on_malloc=0";
}
