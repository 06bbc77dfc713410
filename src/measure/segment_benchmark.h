// Random motions judged by several methods, motion by motion in one process.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <gapless/certify/certify_result.h>
#include <gapless/io/problem.h>

namespace gapless {

enum class SegmentMethod
{
    Discrete,
    Bisecting,
    Published,
    Adaptive,
    Articulated,
};
std::string toString(SegmentMethod method);
/// @throws InputError naming the known ones.
SegmentMethod segmentMethod(const std::string& name);

struct SegmentBenchmarkOptions
{
    std::vector<SegmentMethod> methods{SegmentMethod::Discrete, SegmentMethod::Bisecting, SegmentMethod::Published,
                                       SegmentMethod::Adaptive};
    int count = 1000;              ///< motions to judge
    double step = 0.5;             ///< largest joint step of a motion, radians or metres
    double resolution = 0.012;     ///< of the discrete method: largest joint step between samples
    double tolerance = 1e-3;       ///< metres
    double time_tolerance = 1e-6;  ///< of the articulated method: width of the contact interval, fraction
    std::uint32_t seed = 0;
    bool any_end = false;  ///< motions end wherever they come to, as those that a planner asks about; else both ends are free
};

/// One method on one problem. Times in microseconds; means and medians over motions that all exact methods agree on.
struct SegmentBenchmarkRow
{
    SegmentMethod method{};
    int free = 0, colliding = 0, undecided = 0;
    /// Motions that this method calls free and an exact method witnesses at distance <= clearance.
    int missed = 0;
    double free_us_median = 0.0, free_us_mean = 0.0;
    double colliding_us_median = 0.0, colliding_us_mean = 0.0;
    double configurations_mean = 0.0, bv_tests_mean = 0.0;
};

/// Draws `count` motions: start uniform in the limits, direction uniform, scaled so that the largest joint step is `step` or
/// the limits end it (with any_end the joints turn back there); start, and end without any_end, farther apart than clearance + tolerance. `goes_on` is asked after each motion with the number
/// done; false stops, and what was judged so far is reported.
/// @throws InputError if no motion with free ends turns up in a million draws.
std::vector<SegmentBenchmarkRow> benchmarkSegments(const Problem& problem, const SegmentBenchmarkOptions& options,
                                                   const std::function<bool(int)>& goes_on);

}  // namespace gapless
