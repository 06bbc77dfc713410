// A URDF text parsed by urdfdom, with its log turned into one error line.
#pragma once

#include <string>

#include <urdf_model/model.h>
#include <urdf_world/types.h>

#include "io/urdf_outline.h"

namespace gapless {

/// @throws InputError if urdfdom refuses the text, or lost a link, joint or collision element that `outline` has.
urdf::ModelInterfaceSharedPtr parseUrdfText(const std::string& text, const UrdfOutline& outline, const std::string& label);

}  // namespace gapless
