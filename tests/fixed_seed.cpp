// OMPL's random numbers are the same in every run of a test, for as long as threads do not change who asks first. GAPLESS_TEST_SEED, a number above 0, makes them others.
#include <cstdint>
#include <cstdlib>

#include <ompl/util/RandomNumbers.h>

namespace {

std::uint_fast32_t seedOfTests()
{
    const char* set = std::getenv("GAPLESS_TEST_SEED");
    const unsigned long number = set != nullptr ? std::strtoul(set, nullptr, 10) : 0;
    return number > 0 ? static_cast<std::uint_fast32_t>(number) : 1;
}

// Another name than own_cache.cpp's: the two may be compiled as one.
const int is_seeded = (ompl::RNG::setSeed(seedOfTests()), 0);

}  // namespace
