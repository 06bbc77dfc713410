// The answer of `gapless check`, for programs and for people.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include <gapless/certify/certify_curve.h>
#include <gapless/certify/path_certifier.h>
#include <gapless/collision/scene.h>

namespace gapless::apps {

struct CheckAnswer
{
    Verdict verdict = Verdict::Undecided;
    /// Sampled checks, whose "free" and last_valid prove nothing.
    bool sampled = false;
    /// Why it stayed undecided, where that was not rounding: a signal, or --time.
    enum class Stop
    {
        None,
        Interrupted,
        OutOfTime,
    };
    Stop stop = Stop::None;
    std::optional<double> time_limit;  ///< that was in force, seconds, where it is worth telling
    /// Only an undecided answer was stopped: any other was there first.
    void setStop(bool interrupted, bool out_of_time)
    {
        if (verdict == Verdict::Undecided)
            stop = interrupted ? Stop::Interrupted : out_of_time ? Stop::OutOfTime : Stop::None;
    }
    /// Whether the verdict is proven. Undecided never is.
    bool isProven() const { return !sampled && verdict != Verdict::Undecided; }
    /// The first segment that is not free, zero-based.
    std::optional<std::size_t> segment;
    /// Fraction of that segment.
    std::optional<double> t;
    std::optional<std::pair<std::string, std::string>> pair;
    /// What allowedLine() says of the pair.
    std::string allowed_line;
    /// Why it is undecided, where that is known, and what to do.
    std::optional<std::string> reason;
    std::optional<double> distance;  ///< metres
    std::optional<bool> overlap;     ///< overlaps() of the pair and that distance
    double depth_at_least = 0.0;     ///< penetrationAtLeast() of the pair, of a start or goal; 0: not known
    double last_valid = 0.0;
    std::optional<double> certified_clearance;  ///< metres
    /// Articulated validator: encloses the time of first contact, fractions of that segment, and whether the contact is proven.
    std::optional<Interval> time_of_contact;
    std::optional<bool> contact_proved;
    /// Of a trajectory, seconds: the first contact, or where it is not proven; proven free before `last_safe`; its end.
    struct Seconds
    {
        std::optional<double> at;
        double last_safe = 0.0, end = 0.0;
        bool has_tracking_error = false;
        bool any_speed = true;  ///< nothing but the robots moves, so that it holds however fast they do
    };
    std::optional<Seconds> seconds;
    CertifyStatistics statistics;
    double time_us = 0.0;
};

CheckAnswer answerOf(const Scene& scene, const PathResult& result);

/// Its segments are the pieces of the curve.
CheckAnswer answerOf(const Scene& scene, const CurveResult& result, const CurveMotion& curve, bool has_tracking_error);

/// Says so if the segment is undecided for a half turn of a joint. @param path what was checked
void explain(CheckAnswer& answer, const KinematicModel& model, const std::vector<Configuration>& path);

/// Names of an active pair's objects.
std::pair<std::string, std::string> pairNames(const Scene& scene, PairIndex pair);

/// For links of two bodies that one joint connects, which may well touch by construction: what would exempt them in the problem file,
/// "allowed_collisions: [[a, b]]". Empty for any other pair.
std::string allowedLine(const Scene& scene, PairIndex pair);

/// Is the distance of a witness no more than rounding? Then the two overlap or touch, as far as doubles can tell.
bool overlaps(const Scene& scene, double distance);

/// "overlap, at least ... m deep", or, where no depth is known, "overlap or touch".
std::string overlapText(double depth_at_least);

/// The object that formats-and-cli.md specifies, and "proven".
nlohmann::ordered_json toJson(const CheckAnswer& answer);

/// One or two lines without the last newline. `segments`: how many the path has.
std::string toText(const CheckAnswer& answer, std::size_t segments);

}  // namespace gapless::apps
