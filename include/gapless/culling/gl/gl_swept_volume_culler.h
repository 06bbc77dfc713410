// The culler for batches of thousands of motions: OpenGL 4.3 compute. In the library gapless::gl, find_package(gapless COMPONENTS gl).
//
// Nothing asks for it by default: where edges are to be settled again after an obstacle moved, sweeping their links and culling takes 8 to 11 times as long as proving
// them on the CPU, more by a software renderer, and sweeping alone 0.7 to 2.2 times as long (docs/benchmarks.md). It is for those who have the volumes.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <gapless/culling/culler.h>

namespace gapless {

struct GlCullerOptions
{
    /// For tests of failures: sees every status that OpenGL reports (glGetError, glGetGraphicsResetStatus; 0 is no error) and says
    /// which one to act upon.
    std::function<unsigned(unsigned)> status_hook;
};

/// One work item per piece of a volume walks the tree over the obstacles' leaves, which stays on the GPU. In float, with explicit error
/// terms (src/culling/gl/cull_shader.cpp, packing.h), so "no" is the proof that Culler promises.
///
/// Threads: create and destroy it on the main thread (GLFW). cull() and cullPairs() may be called from any; they make the context
/// current, put back the one that was, and wait for each other.
/// Failures: a lost context, exhausted memory or work that the GPU did not finish is said once, on the log "gapless"; that batch and all
/// later ones are answered by the CPU culler.
class GlSweptVolumeCuller : public Culler
{
public:
    /// nullptr, and in `why_not` one line, where there is no display, no OpenGL 4.3, not enough memory, the obstacles reach farther
    /// than 1e6 m from their middle.
    static std::unique_ptr<GlSweptVolumeCuller> create(std::shared_ptr<const StaticObstacles> obstacles, std::string& why_not,
                                                       GlCullerOptions options = {});
    ~GlSweptVolumeCuller() override;

    const char* name() const override { return "OpenGL"; }
    /// What OpenGL calls the renderer, for example "llvmpipe (LLVM 15.0.6, 256 bits)".
    const std::string& device() const;
    /// Is that a program on the CPU?
    bool isSoftware() const;
    /// False after a failure: the CPU answers.
    bool usesGpu() const;

private:
    class Engine;
    GlSweptVolumeCuller(std::shared_ptr<const StaticObstacles> obstacles, std::unique_ptr<Engine> engine);
    void doCull(const SweptVolumeBatch& batch, Detail detail, ObstacleHits& hits) const override;

    std::unique_ptr<Engine> engine_;
};

}  // namespace gapless
