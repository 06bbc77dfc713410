// Pictures into files, without a visible window.
#pragma once

#include <functional>
#include <string>

#include "show.h"

namespace gapless::viewer {

struct CaptureOptions
{
    int width = 1280, height = 720;
    /// Of light, per picture; more is smoother.
    int samples = Renderer::kFineSamples;
    Camera camera;
    Shown shown;
};

/// The picture at one place of the path; PNG, or JPEG if the file's name does not end in .png. @throws DrawError, InputError if the file cannot be written
void captureScreenshot(Show& show, const PathPlace& place, const PathVerdict& verdict, const CaptureOptions& options,
                       const std::string& file);

/// Pictures of the whole path, `fps` a second of playing at `speed`, the last one at the end of the path.
std::size_t frameCount(const PathPlayer& player, double fps, double speed);

/// Writes FOLDER/frame_00000.png and so on, until `stop` says so. The folder is made if it is not there.
/// @return how many were written. @throws DrawError, InputError if a file cannot be written
std::size_t captureFrames(Show& show, const PathVerdict& verdict, const CaptureOptions& options, const std::string& folder,
                          double fps, double speed, const std::function<bool(std::size_t)>& stop);

}  // namespace gapless::viewer
