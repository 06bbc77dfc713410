// The culler that this machine can run.
#pragma once

#include <memory>

#include <gapless/culling/culler.h>

namespace gapless {

enum class CullerPreference
{
    Cpu,
    Gpu,   ///< OpenGL wherever it runs, a software renderer included
    Auto,  ///< OpenGL on graphics hardware, else the CPU
};

/// Never fails for want of a GPU: falls back to the CPU. Where Gpu was asked for, a warning on the log "gapless" says why, once per
/// process. Call it on the main thread (gl_swept_volume_culler.h).
std::unique_ptr<Culler> makeCuller(std::shared_ptr<const Scene> scene, CullerPreference preference = CullerPreference::Auto);

}  // namespace gapless
