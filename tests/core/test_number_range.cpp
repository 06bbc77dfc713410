#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

#include <gapless/core/error.h>
#include <gapless/core/number_range.h>

using gapless::InputError;
using gapless::NumberRange;

TEST_CASE("A range of numbers has the ends that it says, and no infinity")
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr NumberRange half_open{'(', 0.0, 1.0, ']', "metres"};
    CHECK_FALSE(half_open.contains(0.0));
    CHECK(half_open.contains(std::nextafter(0.0, 1.0)));
    CHECK(half_open.contains(1.0));
    CHECK_FALSE(half_open.contains(std::nextafter(1.0, 2.0)));
    constexpr NumberRange other_half{'[', 0.0, 1.0, ')', ""};
    CHECK(other_half.contains(0.0));
    CHECK_FALSE(other_half.contains(1.0));
    for (const NumberRange& range : {NumberRange::positive("s"), NumberRange::notNegative("s"), half_open, other_half})
        for (const double value : {infinity, -infinity, std::nan(""), -1.0})
            CHECK_FALSE(range.contains(value));
    CHECK(NumberRange::notNegative("s").contains(0.0));
    CHECK_FALSE(NumberRange::positive("s").contains(0.0));
}

TEST_CASE("A number out of range is refused by an error that says what it is and what would be right")
{
    CHECK(NumberRange::positive("metres").require(0.25, "the step") == 0.25);
    CHECK_THROWS_WITH(NumberRange::positive("metres").require(-1e-9, "the step"),
                      "the step is -1e-09; it has to be a finite number > 0, in metres");
    CHECK_THROWS_WITH((NumberRange{'(', 0.0, 1.0, ']', ""}.require(1.5, "the part")),
                      "the part is 1.5; it has to be a number > 0 and <= 1");
    CHECK_THROWS_WITH((NumberRange{'[', 0.0, 1.0, ')', "fraction"}.require(1.0, "the part")),
                      "the part is 1; it has to be a number >= 0 and < 1 (fraction)");
    CHECK_THROWS_AS(NumberRange::notNegative("s").require(std::nan(""), "the time"), InputError);
}
