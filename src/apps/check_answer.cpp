#include "check_answer.h"

#include <cmath>
#include <sstream>

namespace gapless::apps {

std::pair<std::string, std::string> pairNames(const Scene& scene, int pair)
{
    const ObjectPair& objects = scene.pairs()[static_cast<std::size_t>(pair)];
    return {scene.object(objects.a).name, scene.object(objects.b).name};
}

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
    answer.t = result.verdict == Verdict::Collision ? result.interval[1] : result.t;
    answer.contact_proved = result.contact_proved;
    if (result.contact_proved)
        answer.time_of_contact = {result.interval[0], result.interval[1]};
    answer.last_valid = result.last_valid;
    if (result.witness && result.witness->pair >= 0)
    {
        answer.pair = pairNames(scene, result.witness->pair);
        answer.distance = result.witness->distance;
    }
    return answer;
}

nlohmann::ordered_json numberOrNull(std::optional<double> value)
{
    if (!value || !std::isfinite(*value))
        return nullptr;
    return *value;
}

nlohmann::ordered_json toJson(const CheckAnswer& answer)
{
    nlohmann::ordered_json json;
    json["verdict"] = toString(answer.verdict);
    json["proven"] = answer.proven;
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
    json["last_valid"] = answer.last_valid;
    if (answer.time_of_contact)
        json["time_of_contact"] = {answer.time_of_contact->first, answer.time_of_contact->second};
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
    if (answer.verdict == Verdict::Free && answer.proven)
    {
        text << "free: proven for all of " << segments << (segments == 1 ? " segment" : " segments");
        if (answer.certified_clearance && std::isfinite(*answer.certified_clearance))
            text << ", distance at least " << *answer.certified_clearance << " m";
    }
    else if (answer.verdict == Verdict::Free)
        text << "free at all " << answer.statistics.configurations
             << " samples: NOT PROVEN, a collision may lie between them (--validator adaptive or articulated decides)";
    else
    {
        text << toString(answer.verdict);
        if (answer.segment && answer.t)
            text << ": segment " << *answer.segment << " of " << segments << " at t = " << *answer.t;
        if (answer.pair)
            text << ", '" << answer.pair->first << "' and '" << answer.pair->second << "'";
        if (answer.distance && answer.verdict == Verdict::Collision)
            text << " at distance " << *answer.distance << " m";
        if (answer.time_of_contact)
        {
            text.precision(12);
            text << "\n  first contact " << (*answer.contact_proved ? "proven" : "too close to tell from a gap") << " in ["
                 << answer.time_of_contact->first << ", " << answer.time_of_contact->second << "]";
            text.precision(6);
        }
        if (answer.proven)
            text << "\n  proven free before t = " << answer.last_valid << " of that segment";
    }
    text << "\n  " << answer.statistics.configurations << " configurations, " << answer.statistics.distance_queries
         << " distance queries, " << answer.time_us * 1e-3 << " ms";
    return text.str();
}

}  // namespace gapless::apps
