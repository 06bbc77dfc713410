// How long pictures take while things move, and one when they stand still.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "capture.h"
#include "renderer.h"

namespace gapless::viewer {

struct FrameTimes
{
    std::string device;
    std::size_t triangles = 0;
    int width = 0, height = 0;
    FastQuality quality;             ///< that they came to
    std::vector<double> turning_ms;  ///< the camera turns
    std::vector<double> playing_ms;  ///< the robots move too
    double still_ms = 0.0;           ///< a finished still picture
    /// Time of all processors together per moving picture: where OpenGL draws on the CPU, what it takes from a machine that has
    /// other work too.
    double cpu_ms = 0.0;
};

/// `frames` fast pictures of each kind, controls and text drawn as in the window, each waited for until it is complete.
/// Stops early when `stop` says so. @throws DrawError
FrameTimes measureFrames(Show& show, const PathVerdict& verdict, const CaptureOptions& options, int frames,
                         const std::function<bool()>& stop);

}  // namespace gapless::viewer
