// GLEW before anything that includes OpenGL's own header.
#include <GL/glew.h>

#include <GLFW/glfw3.h>

#include "culling/gl/gl_context.h"

#include <cstdio>

namespace gapless::gl {

namespace {

std::string lastGlfwError(const char* otherwise)
{
    const char* text = nullptr;
    return glfwGetError(&text) != GLFW_NO_ERROR && text ? text : otherwise;
}

std::string hexadecimal(unsigned status)
{
    char text[16];
    std::snprintf(text, sizeof text, "0x%04X", status);
    return text;
}

}  // namespace

GlContext::GlContext(std::function<unsigned(unsigned)> status_hook) : status_hook_(std::move(status_hook))
{
    // glfwInit may be called again by a viewer, and glfwTerminate would take its windows away: it is never called here.
    if (glfwInit() != GLFW_TRUE)
        throw GlError("no display: " + lastGlfwError("GLFW does not start"));
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_LOSE_CONTEXT_ON_RESET);
    window_ = glfwCreateWindow(1, 1, "gapless culling", nullptr, nullptr);
    if (!window_)
    {
        // Some drivers have no robust contexts; then a reset shows as work that was not finished.
        glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_NO_ROBUSTNESS);
        window_ = glfwCreateWindow(1, 1, "gapless culling", nullptr, nullptr);
    }
    glfwDefaultWindowHints();
    if (!window_)
        throw GlError("no OpenGL 4.3 context: " + lastGlfwError("no reason given"));
    const Current current(*this);
    glewExperimental = GL_TRUE;
    const GLenum loaded = glewInit();
    // Under Wayland GLEW finds no GLX after it has loaded OpenGL itself.
    if ((loaded != GLEW_OK && loaded != GLEW_ERROR_NO_GLX_DISPLAY) || !glDispatchCompute || !glGetString(GL_RENDERER))
    {
        glfwDestroyWindow(window_);
        throw GlError("OpenGL's functions are not to be found");
    }
    renderer_ = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    // glewInit itself may leave an error behind; a lost context would report its own for ever.
    glGetError();
}

GlContext::~GlContext()
{
    glfwDestroyWindow(window_);
}

GlContext::Current::Current(const GlContext& context) : before_(glfwGetCurrentContext())
{
    glfwMakeContextCurrent(context.window_);
}

GlContext::Current::~Current()
{
    glfwMakeContextCurrent(before_);
}

void GlContext::check(const char* doing) const
{
    unsigned status = glGetError();
    if (status == GL_NO_ERROR && glGetGraphicsResetStatus)
        status = glGetGraphicsResetStatus();
    status = passedOn(status);
    if (status == GL_NO_ERROR)
        return;
    if (status == GL_OUT_OF_MEMORY)
        throw GlError(std::string("OpenGL is out of memory while ") + doing);
    if (status == GL_CONTEXT_LOST || status == GL_GUILTY_CONTEXT_RESET || status == GL_INNOCENT_CONTEXT_RESET
        || status == GL_UNKNOWN_CONTEXT_RESET)
        throw GlError(std::string("the OpenGL context was lost while ") + doing);
    throw GlError("OpenGL reports " + hexadecimal(status) + " while " + doing);
}

}  // namespace gapless::gl
