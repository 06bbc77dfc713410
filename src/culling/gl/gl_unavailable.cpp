// The OpenGL culler of a build without OpenGL, GLEW or GLFW: never made.
#include <gapless/culling/gl/gl_swept_volume_culler.h>

namespace gapless {

class GlSweptVolumeCuller::Engine
{
public:
    std::string no_device;
};

GlSweptVolumeCuller::GlSweptVolumeCuller(std::shared_ptr<const StaticObstacles> obstacles, std::unique_ptr<Engine> engine)
    : Culler(std::move(obstacles)), engine_(std::move(engine))
{}

GlSweptVolumeCuller::~GlSweptVolumeCuller() = default;

std::unique_ptr<GlSweptVolumeCuller> GlSweptVolumeCuller::create(std::shared_ptr<const StaticObstacles>, std::string& why_not,
                                                                 GlCullerOptions)
{
    why_not = "this build of gapless has no OpenGL (glfw3, GLEW and OpenGL were not found)";
    return nullptr;
}

const std::string& GlSweptVolumeCuller::device() const
{
    return engine_->no_device;
}

bool GlSweptVolumeCuller::isSoftware() const
{
    return true;
}

bool GlSweptVolumeCuller::usesGpu() const
{
    return false;
}

// Nothing is proven.
void GlSweptVolumeCuller::doCull(const SweptVolumeBatch& batch, Detail, ObstacleHits& hits) const
{
    for (std::size_t i = 0; i < batch.volumes.size(); ++i)
        for (int w = 0; w < hits.words(); ++w)
            hits.row(i)[w] = ~std::uint32_t{0};
}

}  // namespace gapless
