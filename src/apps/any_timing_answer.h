// `gapless check --any-timing`: is a path of several robots free at any timing that keeps its order?
#pragma once

#include <functional>
#include <string>

#include <nlohmann/json.hpp>

#include "common_options.h"
#include "coordinated_file.h"

namespace gapless::apps {

struct AnyTimingAnswer
{
    AnyTimingResult result;
    std::optional<ExecutionOrder> order;  ///< that was judged
    bool is_given = false;                ///< by the file
    std::string reason;                   ///< why it is undecided or a collision, where there is more to say
    double seconds = 0.0;
};

/// Judges the order that the file says; else that of the path's own schedule, which is certified as one path as well.
/// @param stop asked now and then
AnyTimingAnswer judgeAnyTiming(const Problem& problem, const CoordinatedFile& file, const CommonOptions& common,
                               const std::function<bool()>& stop);

/// [[robot, s, robot, t], ...]
nlohmann::ordered_json toJson(const std::vector<NamedDependency>& order);
nlohmann::ordered_json toJson(const AnyTimingAnswer& answer, const CoordinatedFile& file);
/// Some lines, without the last newline.
std::string toText(const AnyTimingAnswer& answer, const CoordinatedFile& file);

/// "disc_1 passes 0.25 only after disc_2 has passed 0.75"
std::string toText(const NamedDependency& dependency);

}  // namespace gapless::apps
