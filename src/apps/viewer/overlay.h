// What is written over the picture: panel, timeline, the note at a witness, help.
#pragma once

#include <string>

#include "playback.h"
#include "show.h"

namespace gapless::viewer {

/// What was pressed in the overlay.
struct OverlayActions
{
    bool to_witness = false, reset_camera = false, fit_all = false, screenshot = false;
};

/// What the overlay tells; changed by its controls.
struct OverlayState
{
    Playback playback;
    Shown shown;
    bool with_help = false;
    /// A line that says what happened last; empty for none.
    std::string message;
};

/// "free: proven for all of 3 segments" and so on, one line. `is_still`: the path is one configuration.
std::string verdictLine(const PathVerdict& verdict, bool is_still = false);

/// The share of a picture's height, pixels, that the timeline covers at its bottom.
double coveredBelow(const Show& show, int height);

/// Nearest points and note of the witness that is shown at a place, if there is one there.
void drawWitness(const Show& show, const PathPlace& place, const Camera& camera, const PathVerdict& verdict, int width,
                 int height);

/// The square of two robots, if there is one, in the upper right corner, and where on their way they are.
void drawSquare(const Show& show, const PathPlace& place, int width);

/// Panel, timeline and help. The picture is `width` x `height` pixels.
OverlayActions drawControls(Show& show, const PathVerdict& verdict, OverlayState& state, int width, int height);

}  // namespace gapless::viewer
