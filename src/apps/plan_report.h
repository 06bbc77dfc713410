// What `gapless plan` is asked for, and how it tells what came of it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <gapless/certify/certify_path.h>
#include <gapless/io/problem.h>
#include <gapless/kinematics/car_way.h>

#include "common_options.h"
#include "planner_config.h"

namespace gapless::apps {

struct PlanOptions
{
    CommonOptions common;
    std::string planner = "RRTConnect";
    std::vector<std::string> planner_parameters;  ///< NAME=VALUE
    std::string config;                           ///< file with further parameters
    PlannerConfig planner_config;                 ///< of that file, or of the name alone
    std::string load_roadmap, save_roadmap;
    std::string output;
    bool optimize = false;
    bool simplify = false;
};

/// What came of it.
struct Plan
{
    bool planned = false;
    PathResult certification;
    std::vector<Configuration> path;
    std::vector<CarWays> ways;
    double length = 0.0;
    double planning_time = 0.0;       ///< seconds
    double certification_time = 0.0;  ///< seconds
    unsigned int motions_checked = 0;
    std::optional<std::array<std::uint64_t, 4>> roadmap;  ///< milestones, edges, free and colliding ones

    bool solved() const { return planned && certification.verdict == Verdict::Free; }
};

/// On standard output, or beside it where the path goes there.
void report(const Plan& plan, const Problem& problem, const PlanOptions& options);

}  // namespace gapless::apps
