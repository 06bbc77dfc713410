#include "glfw_window.h"

#include <string>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "draw_error.h"

namespace gapless::viewer {
namespace {

std::string lastGlfwError(const char* otherwise)
{
    const char* text = nullptr;
    return glfwGetError(&text) != GLFW_NO_ERROR && text ? text : otherwise;
}

}  // namespace

GlfwWindow::GlfwWindow(int width, int height, const char* title, Visibility visibility, int samples)
{
    // glfwTerminate would take the windows of the culler away: it is never called.
    if (glfwInit() != GLFW_TRUE)
        throw DrawError("no display to draw on (" + lastGlfwError("GLFW does not start")
                        + "); run in a desktop session or under xvfb-run; --screenshot needs no display where EGL is there");
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_VISIBLE, visibility == Visibility::Visible ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_SAMPLES, samples);
    window_ = glfwCreateWindow(width, height, title, nullptr, nullptr);
    glfwDefaultWindowHints();
    if (!window_)
        throw DrawError("no OpenGL 3.3 context (" + lastGlfwError("no reason given") + "); a newer driver or Mesa has one");
    glfwMakeContextCurrent(window_);
}

GlfwWindow::~GlfwWindow()
{
    glfwDestroyWindow(window_);
}

}  // namespace gapless::viewer
