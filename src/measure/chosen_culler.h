// The culler that a measuring program is asked for.
#pragma once

#include <memory>
#include <string>

#include <gapless/culling/culler.h>

namespace gapless {

struct ChosenCuller
{
    std::unique_ptr<Culler> culler;  ///< null if it is not to be had, which is kUnavailable
    std::string device;              ///< or why not
};

/// @param kind "cpu" or "gl"
ChosenCuller chosenCuller(const std::string& kind, const std::shared_ptr<const StaticObstacles>& obstacles);

}  // namespace gapless
