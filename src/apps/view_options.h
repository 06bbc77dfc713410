// The options of `gapless view`.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "check_trajectory.h"
#include "common_options.h"

namespace gapless::apps {

/// Samples of light per picture of a sequence, where nothing else is asked for.
inline constexpr int kFrameSamples = 24;

struct ViewOptions
{
    CommonOptions common;
    std::string path, at, roadmap, flagged, square;
    TrajectoryOptions trajectory;
    std::string screenshot, frames;
    double fps = 25.0, speed = 1.0;
    std::string size = "1280x720";
    std::string camera, show, hide;
    std::optional<int> samples, benchmark_frames, robot_roadmaps;

    /// Adds the command with its options. @return the command
    CLI::App* addTo(CLI::App& app);

    bool wantsWindow() const { return screenshot.empty() && frames.empty() && !benchmark_frames; }

    /// @throws InputError for what can be told to be wrong without the problem.
    void validate() const;
};

/// "WIDTHxHEIGHT" in pixels. @throws InputError naming --size
std::pair<int, int> parseSize(const std::string& text);

}  // namespace gapless::apps
