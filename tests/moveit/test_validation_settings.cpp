#include <catch2/catch.hpp>

#include <map>

#include <gapless/core/error.h>

#include "conversion/validation_settings.h"

using namespace gapless_moveit;

namespace {

ValidationSettings read(const std::map<std::string, std::string>& given)
{
    return readSettings([&](const std::string& key) {
        const auto it = given.find(key);
        return it == given.end() ? std::nullopt : std::make_optional(it->second);
    });
}

}  // namespace

TEST_CASE("Settings that are not given have their defaults, and those given are read")
{
    const ValidationSettings defaults = read({});
    CHECK(defaults.motion_validator == ValidationSettings::Validator::Adaptive);
    CHECK(defaults.clearance == 0.0);
    CHECK(defaults.self_clearance == 0.0);
    CHECK(defaults.tolerance == 1e-4);
    CHECK_FALSE(defaults.require_certificate);
    CHECK(defaults.timed_path_deviation == 0.0);
    CHECK(defaults.tracking_error == 0.0);
    CHECK(defaults.certification_overtime == 1.0);

    // As MoveIt writes scalars: booleans as 1 and 0, numbers in any form.
    const ValidationSettings settings = read({{"motion_validator", "articulated"},
                                              {"clearance", "0.01"},
                                              {"tolerance", "5e-4"},
                                              {"time_tolerance", "1e-4"},
                                              {"require_certificate", "1"},
                                              {"timed_path_deviation", "0.007"},
                                              {"tracking_error", "0.002"},
                                              {"certification_overtime", "0"},
                                              {"type", "geometric::RRTConnect"}});
    CHECK(settings.motion_validator == ValidationSettings::Validator::Articulated);
    CHECK(settings.clearance == 0.01);
    CHECK(settings.self_clearance == 0.01);
    CHECK(settings.tolerance == 5e-4);
    CHECK(settings.time_tolerance == 1e-4);
    CHECK(settings.require_certificate);
    CHECK(settings.timed_path_deviation == 0.007);
    CHECK(settings.tracking_error == 0.002);
    CHECK(settings.certification_overtime == 0.0);
    CHECK(read({{"clearance", "0.01"}, {"self_clearance", "0"}}).self_clearance == 0.0);
    CHECK_FALSE(read({{"require_certificate", "False"}}).require_certificate);
    CHECK(read({{"motion_validator", "discrete"}}).motion_validator == ValidationSettings::Validator::Discrete);
}

TEST_CASE("A setting that cannot be read names its key and what would be right")
{
    const auto refused = [](const std::string& key, const std::string& value, const std::string& right) {
        CHECK_THROWS_WITH(read({{key, value}}),
                          Catch::Contains(key) && Catch::Contains("'" + value + "'") && Catch::Contains(right));
    };
    refused("motion_validator", "adaptve", "adaptive, articulated, discrete");
    refused("clearance", "-0.01", ">= 0");
    refused("clearance", "1 cm", ">= 0");
    refused("self_clearance", "nan", ">= 0");
    refused("tolerance", "0", "> 0");
    refused("tolerance", "", "> 0");
    refused("time_tolerance", "2", "> 0 and <= 1");
    refused("certification_overtime", "-1", ">= 0, in seconds");
    refused("require_certificate", "maybe", "true or false");
    refused("timed_path_deviation", "inf", ">= 0");
}
