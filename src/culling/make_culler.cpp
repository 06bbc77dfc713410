#include <gapless/culling/make_culler.h>

#include <atomic>
#include <string>

#include <gapless/culling/cpu_swept_volume_culler.h>
#include <gapless/culling/gl/gl_swept_volume_culler.h>

#include "core/log.h"

namespace gapless {

std::unique_ptr<Culler> makeCuller(std::shared_ptr<const Scene> scene, CullerPreference preference)
{
    const auto obstacles = std::make_shared<StaticObstacles>(std::move(scene));
    if (preference != CullerPreference::Cpu)
    {
        std::string why_not;
        std::unique_ptr<GlSweptVolumeCuller> culler = GlSweptVolumeCuller::create(obstacles, why_not);
        if (culler && (preference == CullerPreference::Gpu || !culler->isSoftware()))
            return culler;
        static std::atomic<bool> said{false};
        if (preference == CullerPreference::Gpu && !said.exchange(true))
            libraryLog()->warn("no culling on the GPU: {}; the CPU culls instead", why_not);
    }
    return std::make_unique<CpuSweptVolumeCuller>(obstacles);
}

}  // namespace gapless
