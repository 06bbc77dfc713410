// Shorter paths by random shortcuts, every one of them certified.
//
// Schwarzer, Saha, Latombe 2002, section 4.3.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>

#include <ompl/geometric/PathGeometric.h>

#include <gapless/ompl/path_certification.h>

namespace gapless {

struct SmoothingOptions
{
    /// Who proves shortcuts. @pre exact
    ValidatorKind validator = ValidatorKind::Adaptive;
    /// Delta of the certifiers, in kToleranceRange.
    double tolerance = 1e-3;
    /// Potential shortcuts to test.
    std::uint64_t steps = std::numeric_limits<std::uint64_t>::max();
    /// Stop when this many steps in a row have shortened the path by less than a thousandth altogether.
    std::uint64_t patience = 1000;
    /// Wall clock, seconds.
    double seconds = std::numeric_limits<double>::infinity();
    std::uint64_t seed = 1;
    /// Asked before each step; true stops. May be empty.
    std::function<bool()> interrupted;
    /// Told after each shortcut: steps so far, length now. May be empty.
    std::function<void(std::uint64_t, double)> progress;
};

struct SmoothingResult
{
    /// Of the path that came in. Where it is not free, the path is left alone and nothing else is done.
    PathResult certification;
    double certification_seconds = 0.0;
    double length_before = 0.0, length_after = 0.0;
    std::uint64_t steps = 0, shortcuts = 0;
};

/// Repeats: pick two points of the path, not necessarily states of it, no farther apart along it than a window; if the straight
/// motion between them is shorter and proven free, it takes the place of what lay between. The window, a fraction of the path's
/// length, shrinks with failures and grows with successes. Where a shortcut ends inside a segment of the path, what is left of that
/// segment is proven anew, as the state there is rounded.
///
/// New states are valid ones. The path is proven free before the first step and after every one, and never longer than before, in the metric of the space. It
/// is the result at any time: stopping loses nothing.
/// @throws InputError if the path is of another space than the mapping, or an option is out of range.
SmoothingResult smoothPath(const std::shared_ptr<const StateMapping>& mapping, ompl::geometric::PathGeometric& path,
                           const SmoothingOptions& options = {});

}  // namespace gapless
