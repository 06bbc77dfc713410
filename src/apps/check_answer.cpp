#include "check_answer.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <sstream>

#include <gapless/certify/rounding_floor.h>

#include "measure/json_number.h"

namespace gapless::apps {

std::pair<std::string, std::string> pairNames(const Scene& scene, PairIndex pair)
{
    const ObjectPair& objects = scene.pair(pair);
    return {scene.object(objects.a).name, scene.object(objects.b).name};
}

std::string allowedLine(const Scene& scene, PairIndex pair)
{
    const ObjectPair& objects = scene.pair(pair);
    const CollisionObject &a = scene.object(objects.a), &b = scene.object(objects.b);
    const KinematicModel& model = scene.model();
    if (a.kind != ObjectKind::Link || b.kind != ObjectKind::Link
        || (model.body(a.body).parent != b.body && model.body(b.body).parent != a.body))
        return {};
    const auto quoted = [](const std::string& name) {
        const bool plain =
            !name.empty() && std::isalpha(static_cast<unsigned char>(name[0]))
            && std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) || std::strchr("_/.-", c); });
        return plain ? name : nlohmann::json(name).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    };
    return "allowed_collisions: [[" + quoted(a.name) + ", " + quoted(b.name) + "]]";
}

// A distance is reported from above: with the rounding term of its pair, which the floor bounds.
bool overlaps(const Scene& scene, double distance)
{
    return distance <= 2.0 * roundingFloor(scene);
}

std::string overlapText(double depth_at_least)
{
    if (depth_at_least <= 0.0)
        return "overlap or touch";
    std::ostringstream text;
    text << "overlap, at least " << depth_at_least << " m deep";
    return text.str();
}

namespace {

void setWitness(CheckAnswer& answer, const Scene& scene, const ClosePair& witness)
{
    answer.pair = pairNames(scene, witness.pair);
    answer.allowed_line = allowedLine(scene, witness.pair);
    answer.distance = witness.distance;
    if (answer.verdict == Verdict::Collision)
        answer.overlap = overlaps(scene, *answer.distance);
}

}  // namespace

CheckAnswer answerOf(const Scene& scene, const PathResult& result)
{
    CheckAnswer answer;
    answer.verdict = result.verdict;
    answer.statistics = result.statistics;
    if (result.verdict == Verdict::Free)
    {
        answer.last_valid = 1.0;
        answer.certified_clearance = result.certified_clearance;
        return answer;
    }
    answer.segment = result.segment;
    answer.t = result.verdict == Verdict::Collision ? result.interval.upper : result.t;
    answer.contact_proved = result.contact_proved;
    if (result.contact_proved)
        answer.time_of_contact = result.interval;
    answer.last_valid = result.last_valid;
    if (result.witness)
        setWitness(answer, scene, *result.witness);
    return answer;
}

CheckAnswer answerOf(const Scene& scene, const CurveResult& result, const CurveMotion& curve, bool has_tracking_error)
{
    CheckAnswer answer;
    answer.verdict = result.verdict;
    answer.statistics = result.statistics;
    answer.seconds = CheckAnswer::Seconds{{}, result.last_safe, curve.end(), has_tracking_error};
    if (result.verdict == Verdict::Free)
    {
        answer.last_valid = 1.0;
        answer.certified_clearance = result.certified_clearance;
        return answer;
    }
    const double at = result.verdict == Verdict::Collision ? result.time.upper : result.time.lower;
    answer.seconds->at = at;
    std::size_t segment = 0;
    while (segment + 1 < curve.pieces().size() && curve.pieces()[segment].end < at)
        ++segment;
    const CurvePiece& piece = curve.pieces()[segment];
    const auto share = [&](double seconds) {
        return piece.end > piece.begin ? std::min(1.0, std::max(0.0, (seconds - piece.begin) / (piece.end - piece.begin))) : 0.0;
    };
    answer.segment = segment;
    answer.t = share(at);
    answer.last_valid = share(result.last_safe);
    if (result.witness)
        setWitness(answer, scene, *result.witness);
    return answer;
}

void explain(CheckAnswer& answer, const KinematicModel& model, const std::vector<Configuration>& path)
{
    if (answer.verdict != Verdict::Undecided || !answer.segment || answer.sampled)
        return;
    const std::size_t segment = *answer.segment;
    if (segment + 1 >= path.size())
        return;
    if (const std::optional<BodyIndex> body = Motion(model, path[segment], path[segment + 1]).halfTurn())
        answer.reason = "joint '" + model.body(*body).joint.name
                        + "' makes half a turn, and rounding decides which way round; a waypoint on the way settles it";
}

nlohmann::ordered_json toJson(const CheckAnswer& answer)
{
    nlohmann::ordered_json json;
    json["verdict"] = toString(answer.verdict);
    json["proven"] = answer.isProven();
    json["interrupted"] = answer.stop == CheckAnswer::Stop::Interrupted;
    if (answer.segment)
        json["segment"] = *answer.segment;
    else
        json["segment"] = nullptr;
    json["t"] = numberOrNull(answer.t);
    if (answer.pair)
        json["pair"] = {answer.pair->first, answer.pair->second};
    else
        json["pair"] = nullptr;
    json["distance"] = numberOrNull(answer.distance);
    if (answer.overlap)
        json["overlap"] = *answer.overlap;
    else
        json["overlap"] = nullptr;
    if (answer.depth_at_least > 0.0)
        json["depth_at_least"] = answer.depth_at_least;
    else
        json["depth_at_least"] = nullptr;
    if (answer.reason)
        json["reason"] = *answer.reason;
    else
        json["reason"] = nullptr;
    json["last_valid"] = answer.last_valid;
    if (answer.seconds)
    {
        json["time_s"] = numberOrNull(answer.seconds->at);
        json["last_safe_s"] = answer.seconds->last_safe;
        json["any_speed"] = answer.seconds->any_speed;
    }
    if (answer.time_of_contact)
        json["time_of_contact"] = {answer.time_of_contact->lower, answer.time_of_contact->upper};
    else
        json["time_of_contact"] = nullptr;
    if (answer.contact_proved)
        json["contact_proved"] = *answer.contact_proved;
    else
        json["contact_proved"] = nullptr;
    json["certified_clearance"] = numberOrNull(answer.certified_clearance);
    json["configurations"] = answer.statistics.configurations;
    json["distance_queries"] = answer.statistics.distance_queries;
    json["time_us"] = answer.time_us;
    return json;
}

std::string toText(const CheckAnswer& answer, std::size_t segments)
{
    std::ostringstream text;
    text.precision(6);
    if (answer.verdict == Verdict::Free && !answer.sampled)
    {
        text << "free: proven for all of " << segments << (segments == 1 ? " segment" : " segments");
        if (answer.seconds)
            text << " up to " << answer.seconds->end << " s"
                 << (answer.seconds->has_tracking_error ? ", anywhere within the tracking error," : "")
                 << (answer.seconds->any_speed ? " at any speed" : " as timed");
        if (answer.certified_clearance && std::isfinite(*answer.certified_clearance))
            text << ", distance at least " << *answer.certified_clearance << " m";
    }
    else if (answer.verdict == Verdict::Free)
        text << "free at all " << answer.statistics.configurations
             << " samples: NOT PROVEN, a collision may lie between them (--validator adaptive or articulated decides)";
    else
    {
        text << toString(answer.verdict);
        if (answer.stop != CheckAnswer::Stop::None)
            text << (answer.stop == CheckAnswer::Stop::Interrupted ? ": interrupted" : ": --time is spent");
        if (answer.stop == CheckAnswer::Stop::OutOfTime && answer.time_limit)
            text << " (" << *answer.time_limit << " s)";
        if (answer.segment && answer.t)
            text << (answer.stop == CheckAnswer::Stop::None ? ": segment " : ", at segment ") << *answer.segment << " of "
                 << segments << " at t = " << *answer.t;
        if (answer.seconds && answer.seconds->at)
        {
            text.precision(12);
            text << ", " << *answer.seconds->at << " s";
            text.precision(6);
        }
        if (answer.pair)
            text << ", '" << answer.pair->first << "' and '" << answer.pair->second << "'";
        if (answer.overlap && *answer.overlap)
            text << " " << overlapText(answer.depth_at_least);
        else if (answer.distance && answer.verdict == Verdict::Collision)
            text << " at distance " << *answer.distance << " m";
        if (answer.reason)
            text << "\n  " << *answer.reason;
        if (answer.time_of_contact)
        {
            text.precision(12);
            text << "\n  first contact " << (*answer.contact_proved ? "proven" : "too close to tell from a gap") << " in ["
                 << answer.time_of_contact->lower << ", " << answer.time_of_contact->upper << "]";
            text.precision(6);
        }
        // At a state, that is: what meets on the way there has not touched all along.
        if (!answer.allowed_line.empty() && answer.last_valid == 0.0)
            text << "\n  if they touch by construction, add to the problem file: " << answer.allowed_line;
        if (answer.seconds)
        {
            text.precision(12);
            text << "\n  proven free before " << answer.seconds->last_safe << " s";
            text.precision(6);
        }
        else if (!answer.sampled)
            text << "\n  proven free before t = " << answer.last_valid << " of that segment";
    }
    text << "\n  " << answer.statistics.configurations << " configurations, " << answer.statistics.distance_queries
         << " distance queries, " << answer.time_us * 1e-3 << " ms";
    return text.str();
}

}  // namespace gapless::apps
