// What the viewer shows besides scene and robots.
#pragma once

#include <string>

namespace gapless::viewer {

struct Shown
{
    bool start = true, goal = true;
    bool swept = false;
    bool witness = true;
    bool uncovered = true;
    bool grid = true;
    bool panel = false;
};

/// From words with commas between them: start, goal, swept, witness, uncovered, grid, panel; or "none".
/// @throws InputError naming --show
Shown parseShown(const std::string& text);

}  // namespace gapless::viewer
