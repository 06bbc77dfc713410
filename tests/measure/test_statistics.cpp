#include "measure/statistics.h"

#include <catch2/catch.hpp>

using namespace gapless;

TEST_CASE("The median of an even count is the mean of the two in the middle, in any order of the values")
{
    CHECK(median({4.0, 1.0}) == 2.5);
    CHECK(median({9.0, 1.0, 4.0, 2.0}) == 3.0);
    CHECK(median({2.0, 2.0, 2.0, 8.0}) == 2.0);
    CHECK(median({5.0, 1.0, 3.0}) == 3.0);
    CHECK(median({7.0}) == 7.0);
    CHECK(std::isnan(median({})));
}

TEST_CASE("A quantile is the smallest value that the share does not exceed")
{
    CHECK(quantile({3.0, 1.0, 2.0, 4.0}, 0.5) == 2.0);
    CHECK(quantile({3.0, 1.0, 2.0, 4.0}, 0.75) == 3.0);
    CHECK(quantile({3.0, 1.0, 2.0, 4.0}, 0.95) == 4.0);
    CHECK(std::isnan(quantile({}, 0.5)));
}
