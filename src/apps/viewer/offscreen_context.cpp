// GLEW before anything that includes OpenGL's own header.
#include <GL/glew.h>

#ifdef GAPLESS_HAVE_EGL
#include <EGL/egl.h>
#include <EGL/eglext.h>
#endif
#include <GLFW/glfw3.h>

#include "offscreen_context.h"

#include <cstring>

#include "draw_error.h"
#include "glfw_window.h"

namespace gapless::viewer {
namespace {

#ifdef GAPLESS_HAVE_EGL
/// Mesa's platform without surfaces, else the first device that EGL lists (NVIDIA's driver).
EGLDisplay openDisplay()
{
    const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    const auto get_display = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
    if (!extensions || !get_display)
        return EGL_NO_DISPLAY;
    const auto started = [](EGLDisplay display) { return display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr); };
    if (std::strstr(extensions, "EGL_EXT_platform_device"))
    {
        const auto query = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
        const auto query_name = reinterpret_cast<PFNEGLQUERYDEVICESTRINGEXTPROC>(eglGetProcAddress("eglQueryDeviceStringEXT"));
        EGLDeviceEXT devices[16];
        EGLint count = 0;
        if (query && query_name && query(16, devices, &count))
            for (EGLint i = 0; i < count; ++i)
            {
                // Only a GPU: Mesa's software device is better had without surfaces, below.
                const char* of_device = query_name(devices[i], EGL_EXTENSIONS);
                if (of_device && std::strstr(of_device, "EGL_MESA_device_software"))
                    continue;
                const EGLDisplay display = get_display(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr);
                if (started(display))
                    return display;
            }
    }
    if (std::strstr(extensions, "EGL_MESA_platform_surfaceless"))
    {
        const EGLDisplay display = get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
        if (started(display))
            return display;
    }
    return EGL_NO_DISPLAY;
}

class EglContext : public OffscreenContext
{
public:
    static std::unique_ptr<EglContext> tryCreate()
    {
        std::unique_ptr<EglContext> made(new EglContext);
        made->display_ = openDisplay();
        if (made->display_ == EGL_NO_DISPLAY || !eglBindAPI(EGL_OPENGL_API))
            return nullptr;
        const EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
        EGLConfig config = nullptr;
        EGLint count = 0;
        if (!eglChooseConfig(made->display_, wanted, &config, 1, &count) || count == 0)
            config = nullptr;  // EGL_KHR_no_config_context
        const EGLint version[] = {
            EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
            EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
        made->context_ = eglCreateContext(made->display_, config, EGL_NO_CONTEXT, version);
        if (made->context_ == EGL_NO_CONTEXT || !eglMakeCurrent(made->display_, EGL_NO_SURFACE, EGL_NO_SURFACE, made->context_))
            return nullptr;
        return made;
    }
    ~EglContext() override
    {
        if (display_ == EGL_NO_DISPLAY)
            return;
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        if (context_ != EGL_NO_CONTEXT)
            eglDestroyContext(display_, context_);
        eglTerminate(display_);
    }

private:
    EglContext() = default;

    EGLDisplay display_ = EGL_NO_DISPLAY;
    EGLContext context_ = EGL_NO_CONTEXT;
};
#endif

class InvisibleWindow : public OffscreenContext
{
public:
    InvisibleWindow() : window_(64, 64, "gapless view", GlfwWindow::Visibility::Hidden, 0) {}

private:
    GlfwWindow window_;
};

}  // namespace

void loadOpenGl()
{
    glewExperimental = GL_TRUE;
    const GLenum loaded = glewInit();
    // Without X, and under Wayland, GLEW finds no GLX after it has loaded OpenGL itself.
    if ((loaded != GLEW_OK && loaded != GLEW_ERROR_NO_GLX_DISPLAY) || !glGenVertexArrays || !glGetString(GL_RENDERER))
        throw DrawError("OpenGL's functions are not to be found");
    // glewInit itself may leave an error behind.
    glGetError();
}

std::unique_ptr<OffscreenContext> OffscreenContext::create()
{
    std::unique_ptr<OffscreenContext> context;
#ifdef GAPLESS_HAVE_EGL
    context = EglContext::tryCreate();
#endif
    if (!context)
        context = std::make_unique<InvisibleWindow>();
    loadOpenGl();
    return context;
}

}  // namespace gapless::viewer
