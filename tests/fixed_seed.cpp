// OMPL's random numbers are the same in every run of a test, for as long as threads do not change who asks first. GAPLESS_TEST_SEED, a number above 0, makes them others.
#include <cstdlib>

#include <ompl/util/RandomNumbers.h>

namespace {

std::uint_fast32_t seed()
{
    const char* set = std::getenv("GAPLESS_TEST_SEED");
    const unsigned long number = set != nullptr ? std::strtoul(set, nullptr, 10) : 0;
    return number > 0 ? number : 1;
}

const int is_set = (ompl::RNG::setSeed(seed()), 0);

}  // namespace
