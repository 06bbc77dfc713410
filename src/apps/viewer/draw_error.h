// OpenGL cannot draw here.
#pragma once

#include <gapless/core/error.h>

namespace gapless::viewer {

/// No display, no OpenGL 3.3, or a function of it fails. what() is one line.
class DrawError : public InputError
{
public:
    using InputError::InputError;
};

}  // namespace gapless::viewer
