// A window of GLFW with an OpenGL 3.3 context.
#pragma once

struct GLFWwindow;

namespace gapless::viewer {

/// Its context is current on the thread that made it, until it goes.
class GlfwWindow
{
public:
    enum class Visibility
    {
        Visible,
        Hidden,
    };

    /// `samples`: of each pixel of the window itself. @throws DrawError if there is no display, or no context of that version
    GlfwWindow(int width, int height, const char* title, Visibility visibility, int samples);
    ~GlfwWindow();
    GlfwWindow(const GlfwWindow&) = delete;
    GlfwWindow& operator=(const GlfwWindow&) = delete;

    GLFWwindow* get() const { return window_; }

private:
    GLFWwindow* window_ = nullptr;
};

}  // namespace gapless::viewer
