// Objects that are left out of the picture, by name.
#pragma once

#include <string>

#include <gapless/collision/scene.h>

namespace gapless::viewer {

/// Per object of the scene whether one of the names, with commas between them, is its own; NAME* stands for all that begin so.
/// @throws InputError naming --hide if a name is nobody's
IndexedVector<ObjectIndex, bool> hiddenObjects(const Scene& scene, const std::string& names);

}  // namespace gapless::viewer
