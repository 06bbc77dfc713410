// An OpenGL 3.3 context without a visible window.
#pragma once

#include <memory>
#include <string>

namespace gapless::viewer {

/// Current on the thread that made it, until it goes.
class OffscreenContext
{
public:
    virtual ~OffscreenContext() = default;

    /// Without any display where EGL can do that, otherwise by an invisible window. @throws DrawError saying why neither works
    static std::unique_ptr<OffscreenContext> create();
};

/// Loads OpenGL's functions for the current context. @throws DrawError
void loadOpenGl();

}  // namespace gapless::viewer
