// `gapless check --report`: how near each active pair comes on a path, and when.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <gapless/collision/scene.h>
#include <gapless/kinematics/kinematic_model.h>

namespace gapless::apps {

struct PairReport
{
    std::string a, b;
    double clearance = 0.0;
    /// The smallest distance on the whole path is in [lower, upper], metres; at `segment` and `t` of it, it is at most upper.
    double lower = 0.0, upper = std::numeric_limits<double>::infinity();
    std::size_t segment = 0;
    double t = 0.0;
    /// As narrow as asked for.
    bool is_complete = false;
};

/// Of all active pairs, the nearest first. Widths are at most `tolerance`, metres, or 1 % of the distance. Once `stop` holds, the pairs and
/// segments that are left are not looked at, and lower is 0 for them. @pre the path is not empty
std::vector<PairReport> reportDistances(const std::shared_ptr<const Scene>& scene, const std::vector<Configuration>& path,
                                        double tolerance, const std::function<bool()>& stop);

nlohmann::ordered_json toJson(const std::vector<PairReport>& report);
/// A table with a line for each pair.
std::string toText(const std::vector<PairReport>& report);

}  // namespace gapless::apps
