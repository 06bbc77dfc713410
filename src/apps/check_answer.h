// The answer of `gapless check`, for programs and for people.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include <gapless/certify/path_certifier.h>
#include <gapless/collision/scene.h>

namespace gapless::apps {

struct CheckAnswer
{
    Verdict verdict = Verdict::Undecided;
    /// False for sampled checks, whose "free" proves nothing.
    bool proven = true;
    /// The first segment that is not free, zero-based.
    std::optional<int> segment;
    /// Fraction of that segment.
    std::optional<double> t;
    std::optional<std::pair<std::string, std::string>> pair;
    std::optional<double> distance;  ///< metres
    double last_valid = 0.0;
    std::optional<double> certified_clearance;  ///< metres
    /// Articulated validator: encloses the time of first contact, fractions of that segment, and whether the contact is proven.
    std::optional<std::pair<double, double>> time_of_contact;
    std::optional<bool> contact_proved;
    CertifyStatistics statistics;
    double time_us = 0.0;
};

CheckAnswer answerOf(const Scene& scene, const PathResult& result);

/// Names of a pair's objects. @pre 0 <= pair < number of the scene's active pairs.
std::pair<std::string, std::string> pairNames(const Scene& scene, int pair);

/// The object that formats-and-cli.md specifies, and "proven".
nlohmann::ordered_json toJson(const CheckAnswer& answer);

/// One or two lines without the last newline. `segments`: how many the path has.
std::string toText(const CheckAnswer& answer, std::size_t segments);

/// null for what JSON cannot say.
nlohmann::ordered_json numberOrNull(std::optional<double> value);

}  // namespace gapless::apps
