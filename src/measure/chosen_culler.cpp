#include "measure/chosen_culler.h"

#include <gapless/culling/cpu_swept_volume_culler.h>
#ifdef GAPLESS_HAVE_GL
#include <gapless/culling/gl/gl_swept_volume_culler.h>
#endif

namespace gapless {

ChosenCuller chosenCuller(const std::string& kind, const std::shared_ptr<const StaticObstacles>& obstacles)
{
    if (kind == "cpu")
        return {std::make_unique<CpuSweptVolumeCuller>(obstacles), "one core"};
#ifdef GAPLESS_HAVE_GL
    std::string why_not;
    std::unique_ptr<GlSweptVolumeCuller> culler = GlSweptVolumeCuller::create(obstacles, why_not);
    if (!culler)
        return {nullptr, why_not};
    std::string device = culler->device();
    return {std::move(culler), std::move(device)};
#else
    return {nullptr, "this build of gapless has no OpenGL (glfw3, GLEW and OpenGL were not found)"};
#endif
}

}  // namespace gapless
