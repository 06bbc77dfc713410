// Muted colours for robots and obstacles, and the few strong ones that mean something.
#pragma once

#include <string>

#include <Eigen/Core>

#include <gapless/collision/scene.h>

namespace gapless::viewer {

/// Red, green, blue in [0,1], as on the screen (sRGB).
using Colour = Eigen::Vector3f;

inline const Colour kStartColour{0.24f, 0.50f, 0.76f};
inline const Colour kGoalColour{0.27f, 0.62f, 0.42f};
inline const Colour kSweptColour{0.93f, 0.66f, 0.33f};
inline const Colour kWitnessColour{0.86f, 0.10f, 0.12f};
inline const Colour kUncoveredColour{0.96f, 0.72f, 0.05f};
inline const Colour kProvenColour{0.30f, 0.66f, 0.40f};

/// Links: one hue per robot, darker and lighter from link to link. Attached parts: wine red. Obstacles: greys and dull blues, greens
/// and browns by name, where names that differ only in their numbers have one colour.
Colour colourOf(const Scene& scene, ObjectIndex object);

}  // namespace gapless::viewer
