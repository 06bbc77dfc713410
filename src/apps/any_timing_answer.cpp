#include "any_timing_answer.h"

#include <chrono>
#include <sstream>

#include "certify_driven.h"
#include "check_answer.h"
#include "core/format_number.h"
#include "measure/interrupt.h"

namespace gapless::apps {

AnyTimingAnswer judgeAnyTiming(const Problem& problem, const CoordinatedFile& file, const CommonOptions& common,
                               const std::function<bool()>& stop)
{
    const auto start = std::chrono::steady_clock::now();
    const auto seconds = [start] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
    AnyTimingAnswer answer;
    AnyTimingOptions options;
    options.tolerance = common.tolerance;
    options.seconds = common.seconds();
    options.interrupted = stop;
    AnyTiming timing(*file.path, options);
    answer.is_given = file.order.has_value();
    if (answer.is_given)
    {
        answer.order = file.order;
        answer.result = timing.judge(*answer.order);
    }
    else
    {
        answer.order = timing.dependencies();
        answer.result = timing.result();
    }
    if (answer.result.alone)
        answer.reason =
            "'" + file.group.name(*answer.result.alone)
            + "' is not proven by itself, along its own motions among what stands still: check the path without --any-timing";
    else if (answer.order && !answer.is_given)
    {
        // All robots at once, as the path has it.
        PathCertificationOptions whole;
        whole.tolerance = common.tolerance;
        whole.seconds = common.seconds() - seconds();
        whole.interrupted = stop;
        if (certifyDriven(problem, file.driven, file.file, whole).verdict != Verdict::Free)
        {
            answer.result.verdict = Verdict::Undecided;
            answer.result.is_stopped = stop();
            answer.reason = "the order is proven, and the path as it is timed is not";
        }
    }
    answer.seconds = seconds();
    return answer;
}

nlohmann::ordered_json toJson(const std::vector<NamedDependency>& order)
{
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const NamedDependency& d : order)
        json.push_back({d.waits, d.s, d.first, d.t});
    return json;
}

nlohmann::ordered_json toJson(const AnyTimingAnswer& answer, const CoordinatedFile& file)
{
    const AnyTimingResult& result = answer.result;
    const Scene& scene = *file.group.problem().scene;
    nlohmann::ordered_json json;
    json["verdict"] = toString(result.verdict);
    json["proven"] = result.verdict != Verdict::Undecided;
    json["interrupted"] = result.verdict == Verdict::Undecided && interrupted();
    json["any_timing"] = true;
    json["order_given"] = answer.is_given;
    json["dependencies"] = nullptr;
    json["order"] = nullptr;
    if (answer.order)
    {
        json["dependencies"] = answer.order->dependencies().size();
        json["order"] = toJson(named(file.group, *answer.order));
    }
    json["robots"] = nlohmann::ordered_json::array();
    json["at"] = nullptr;
    if (result.alone)
        json["robots"].push_back(file.group.name(*result.alone));
    if (result.place)
    {
        json["robots"] = {file.group.name(result.place->a), file.group.name(result.place->b)};
        json["at"] = {result.place->s, result.place->t};
    }
    json["pair"] = nullptr;
    json["distance"] = nullptr;
    json["overlap"] = nullptr;
    if (result.witness)
    {
        const auto [a, b] = pairNames(scene, result.witness->pair);
        json["pair"] = {a, b};
        json["distance"] = result.witness->distance;
        json["overlap"] = overlaps(scene, result.witness->distance);
    }
    json["state"] = nullptr;
    if (result.state)
        for (const RobotIndex robot : file.group.robots())
            json["state"][file.group.name(robot)] = (*result.state)[robot];
    json["reason"] = nullptr;
    if (!answer.reason.empty())
        json["reason"] = answer.reason;
    json["time_us"] = answer.seconds * 1e6;
    return json;
}

std::string toText(const NamedDependency& d)
{
    return d.waits + " passes " + formatNumber(d.s) + " only after " + d.first + " has passed " + formatNumber(d.t);
}

std::string toText(const AnyTimingAnswer& answer, const CoordinatedFile& file)
{
    const AnyTimingResult& result = answer.result;
    std::ostringstream text;
    text.precision(6);
    if (result.verdict == Verdict::Free)
    {
        const std::size_t count = answer.order->dependencies().size();
        text << "free: proven at any timing";
        if (count > 0)
            text << " that keeps " << count << (count == 1 ? " dependency" : " dependencies");
        for (const NamedDependency& d : named(file.group, *answer.order))
            text << "\n  " << toText(d);
    }
    else
    {
        text << toString(result.verdict);
        if (result.is_stopped)
            text << (interrupted() ? ": interrupted" : ": --time is spent");
        if (result.place)
            text << ": '" << file.group.name(result.place->a) << "' at " << result.place->s << " and '"
                 << file.group.name(result.place->b) << "' at " << result.place->t << " of their motions";
        if (result.witness)
        {
            const Scene& scene = *file.group.problem().scene;
            const auto [a, b] = pairNames(scene, result.witness->pair);
            text << ", '" << a << "' and '" << b << "' ";
            if (overlaps(scene, result.witness->distance))
                text << overlapText(0.0);
            else
                text << "at distance " << result.witness->distance << " m";
        }
        if (result.verdict == Verdict::Collision && !result.alone && answer.is_given)
            text << "\n  the order does not keep the two from being there at the same time";
        else if (result.verdict == Verdict::Collision && result.witness)
            text << "\n  the path itself has the two there at the same time";
        else if (result.witness)
            text << ", which is too close to tell";
    }
    if (!answer.reason.empty())
        text << "\n  " << answer.reason;
    text << "\n  " << answer.seconds * 1e3 << " ms";
    return text.str();
}

}  // namespace gapless::apps
