#include <GL/glew.h>

#include "renderer.h"

#include <algorithm>
#include <cmath>

#include "draw_error.h"
#include "light_samples.h"
#include "shaders.h"

namespace gapless::viewer {
namespace {

constexpr int kShadowSize = 2048, kFastShadowSize = 1024;
/// The floor reaches so many radii of what is lit.
constexpr double kGroundReach = 5.0;
/// The floor is so much (of that radius) below what stands on it, or both would flicker.
constexpr double kGroundGap = 5e-4;
/// No object has this number.
const Eigen::Vector2f kNothingMarked(-1.0f, -1.0f);

/// Linear light from the screen's colour.
Colour linear(const Colour& colour)
{
    return colour.array().pow(2.2f);
}

/// 1, 2 or 5 times a power of ten, about a fifth of `length`.
double gridStep(double length)
{
    const double power = std::pow(10.0, std::floor(std::log10(length / 5.0)));
    const double mantissa = length / 5.0 / power;
    return power * (mantissa >= 5.0 ? 5.0 : mantissa >= 2.0 ? 2.0 : 1.0);
}

}  // namespace

Renderer::Programs Renderer::Programs::fine()
{
    using namespace shaders;
    return {{{kPaint, kSurfaceVertex}, {kLighting, kFineLighting, kNeverDiscarding, kSurfaceFragment}},
            {{kPaint, kSurfaceVertex}, {kLighting, kFineLighting, kDiscarding, kSurfaceFragment}},
            {{kGroundVertex}, {kLighting, kFineLighting, kBackdrop, kGrid, kGroundFragment}},
            {{kWholePictureVertex}, {kBackdrop, kBackgroundFragment}}};
}

Renderer::Programs Renderer::Programs::fast()
{
    using namespace shaders;
    return {{{kLighting, kPaint, kFastSurfaceVertex}, {kNeverDiscarding, kFastSurfaceFragment}},
            {{kLighting, kPaint, kFastSurfaceVertex}, {kDiscarding, kFastSurfaceFragment}},
            {{kGroundVertex}, {kLighting, kBackdrop, kGrid, kFastGroundFragment}},
            {{kWholePictureVertex}, {kLighting, kBackdrop, kFastBackgroundFragment}}};
}

Renderer::Renderer(const DrawnScene& scene, const Stage& stage, int width, int height)
    : origin_(scene.origin),
      stage_(stage),
      fast_programs_(Programs::fast()),
      fine_programs_(Programs::fine()),
      depth_({shaders::kDepthVertex}, {shaders::kDepthFragment}),
      add_({shaders::kWholePictureVertex}, {shaders::kAddFragment}),
      develop_({shaders::kWholePictureVertex}, {shaders::kLighting, shaders::kDevelopFragment}),
      fixed_shadow_(RenderTarget::Kind::ShadowMap, kFastShadowSize, kFastShadowSize),
      fast_shadow_(RenderTarget::Kind::ShadowMap, kFastShadowSize, kFastShadowSize),
      key_shadow_(RenderTarget::Kind::ShadowMap, kShadowSize, kShadowSize),
      sky_shadow_(RenderTarget::Kind::ShadowMap, kShadowSize, kShadowSize)
{
    glGenBuffers(1, &instance_buffer_);
    pieces_.push_back(std::make_unique<GpuPiece>(scene.fixed, scene.origin, instance_buffer_));
    for (const DrawnPiece& piece : scene.moving)
        pieces_.push_back(std::make_unique<GpuPiece>(piece, scene.origin, instance_buffer_));
    glGenVertexArrays(1, &empty_array_);
    glGenVertexArrays(1, &ground_array_);
    glBindVertexArray(ground_array_);
    glGenBuffers(1, &ground_buffer_);
    glBindBuffer(GL_ARRAY_BUFFER, ground_buffer_);
    const float corners[] = {-1, -1, 1, -1, -1, 1, 1, 1};
    glBufferData(GL_ARRAY_BUFFER, sizeof corners, corners, GL_STATIC_DRAW);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    resize(width, height);
}

Renderer::~Renderer()
{
    glDeleteBuffers(1, &instance_buffer_);
    glDeleteBuffers(1, &ground_buffer_);
    glDeleteVertexArrays(1, &ground_array_);
    glDeleteVertexArrays(1, &empty_array_);
}

void Renderer::resize(int width, int height)
{
    GLint most = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most);
    if (width > most || height > most)
        throw DrawError("this OpenGL draws pictures of at most " + std::to_string(most) + " x " + std::to_string(most)
                        + " pixels");
    picture_ = std::make_unique<RenderTarget>(RenderTarget::Kind::Picture, width, height);
    light_ = std::make_unique<RenderTarget>(RenderTarget::Kind::Light, width, height);
    sum_ = std::make_unique<RenderTarget>(RenderTarget::Kind::Accumulator, width, height);
    setFastQuality(fast_quality_);
}

void Renderer::setFastQuality(const FastQuality& quality)
{
    fast_quality_ = quality;
    fast_.reset();
    const auto scaled = [&](int pixels) { return std::max(1, static_cast<int>(std::lround(quality.scale * pixels))); };
    if (quality.samples > 0)
        fast_ = std::make_unique<RenderTarget>(RenderTarget::Kind::Picture, width(), height(), quality.samples);
    else if (quality.scale < 1.0)
        fast_ = std::make_unique<RenderTarget>(RenderTarget::Kind::Picture, scaled(width()), scaled(height()));
}

std::string Renderer::deviceName()
{
    return reinterpret_cast<const char*>(glGetString(GL_RENDERER));
}

Renderer::Light Renderer::lightFrom(const Vec3& direction) const
{
    const Vec3 centre = stage_.lit.center() - origin_;
    const double radius = 0.5 * stage_.lit.diagonal().norm();
    const Vec3 across =
        (std::abs(direction.z()) < 0.99 ? direction.cross(Vec3::UnitZ()) : direction.cross(Vec3::UnitX())).normalized();
    Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
    matrix.row(0).head<3>() = across / radius;
    matrix.row(1).head<3>() = direction.cross(across) / radius;
    // What is outside of the lit ball still throws its shadow into it.
    matrix.row(2).head<3>() = -direction / (3.0 * radius);
    matrix.col(3).head<3>() = -(matrix.topLeftCorner<3, 3>() * centre);
    return {direction, matrix.cast<float>()};
}

void Renderer::addToShadowMap(const RenderTarget& map, const Light& light, const View& view, Part part)
{
    map.bind();
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.5f, 4.0f);
    depth_.use();
    depth_.set("view_projection", light.matrix);
    for (const auto& piece : pieces_)
        if (piece->isFixed() == (part == Part::Fixed))
            piece->draw({&view.poses});
    glDisable(GL_POLYGON_OFFSET_FILL);
}

void Renderer::drawShadowMap(const RenderTarget& map, const Light& light, const View& view)
{
    map.clearDepths();
    addToShadowMap(map, light, view, Part::Fixed);
    addToShadowMap(map, light, view, Part::Moving);
}

void Renderer::setLighting(const ShaderProgram& program, const Light& key, const Light* sky) const
{
    program.use();
    program.set("key_direction", Eigen::Vector3f(key.direction.cast<float>()));
    program.set("key_matrix", key.matrix);
    program.set("key_shadow", 0);
    if (sky)
    {
        program.set("sky_shadow", 1);
        program.set("sky_direction", Eigen::Vector3f(sky->direction.cast<float>()));
        program.set("sky_matrix", sky->matrix);
    }
    const RenderTarget& target = !sky && fast_ ? *fast_ : *picture_;
    program.set("picture_size", Eigen::Vector2f(static_cast<float>(target.width()), static_cast<float>(target.height())));
    // A texel of the shadow map.
    const double texel = stage_.lit.diagonal().norm() / (sky ? kShadowSize : kFastShadowSize);
    program.set("shadow_offset", static_cast<float>(texel));
}

void Renderer::drawGround(const ShaderProgram& program, const View& view, const Eigen::Matrix4f& view_projection)
{
    const double radius = 0.5 * stage_.lit.diagonal().norm();
    const double z = stage_.ground_z - kGroundGap * radius;
    if (view.camera.eye().z() <= z)
        return;
    const Vec3 centre(stage_.lit.center().x(), stage_.lit.center().y(), z);
    program.set("view_projection", view_projection);
    program.set("ground_centre", local(centre));
    program.set("grid_offset", Eigen::Vector2f(local(Vec3::Zero()).head<2>()));
    program.set("ground_size", static_cast<float>(kGroundReach * radius));
    program.set("grid_step", static_cast<float>(gridStep(radius)));
    program.set("with_grid", view.with_grid ? 1.0f : 0.0f);
    glBindVertexArray(ground_array_);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void Renderer::drawSolid(const ShaderProgram& program, const View& view, const Eigen::Matrix4f& view_projection)
{
    program.set("view_projection", view_projection);
    program.set("eye", local(view.camera.eye()));
    const Mark mark = view.mark.value_or(Mark());
    program.set("marked", view.mark ? Eigen::Vector2f(mark.a.value(), mark.b.value()) : kNothingMarked);
    program.set("mark_colour", linear(mark.colour));
    program.set("mark_strength", mark.strength);
    program.set("tint_strength", 0.0f);
    for (const auto& piece : pieces_)
        piece->draw({&view.poses});
}

void Renderer::drawGhosts(const ShaderProgram& program, const View& view, const Eigen::Matrix4f& view_projection, float dither)
{
    // Behind a robot that stands at the same place.
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.0f, 4.0f);
    program.set("view_projection", view_projection);
    program.set("eye", local(view.camera.eye()));
    program.set("dither", dither);
    program.set("marked", kNothingMarked);
    for (const Ghost& ghost : view.ghosts)
    {
        program.set("tint", linear(ghost.tint));
        program.set("tint_strength", ghost.tint_strength);
        program.set("opacity", ghost.opacity);
        std::vector<const IndexedVector<BodyIndex, Pose>*> instants;
        for (const IndexedVector<BodyIndex, Pose>& poses : ghost.instants)
            instants.push_back(&poses);
        for (const auto& piece : pieces_)
            if (!piece->isFixed())
                piece->draw(instants);
    }
    glDisable(GL_POLYGON_OFFSET_FILL);
}

/// @pre the target and the shadow maps are bound
void Renderer::drawLit(const View& view, const Light& key, const Light* sky, const Eigen::Vector2d& shift, float dither)
{
    Eigen::Matrix4f view_projection = view.camera.viewProjection(static_cast<double>(width()) / height(), origin_);
    view_projection.row(0) += static_cast<float>(2.0 * shift.x() / width()) * view_projection.row(3).eval();
    view_projection.row(1) += static_cast<float>(2.0 * shift.y() / height()) * view_projection.row(3).eval();
    const Programs& programs = sky ? fine_programs_ : fast_programs_;
    glDisable(GL_BLEND);
    glDepthMask(GL_TRUE);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glClear(GL_DEPTH_BUFFER_BIT);
    setLighting(programs.surface, key, sky);
    drawSolid(programs.surface, view, view_projection);
    if (!view.ghosts.empty())
    {
        setLighting(programs.ghost, key, sky);
        drawGhosts(programs.ghost, view, view_projection, dither);
    }
    // What is covered by then is not shaded.
    setLighting(programs.ground, key, sky);
    drawGround(programs.ground, view, view_projection);
    glDepthFunc(GL_LEQUAL);
    setLighting(programs.background, key, sky);
    glBindVertexArray(empty_array_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void Renderer::drawFast(const View& view, bool poses_changed)
{
    if (!has_fixed_shadow_)
    {
        fast_key_ = lightFrom(stage_.key);
        fixed_shadow_.clearDepths();
        addToShadowMap(fixed_shadow_, fast_key_, view, Part::Fixed);
    }
    if (poses_changed || !has_fixed_shadow_)
    {
        fixed_shadow_.copyDepthsTo(fast_shadow_);
        addToShadowMap(fast_shadow_, fast_key_, view, Part::Moving);
    }
    has_fixed_shadow_ = true;
    (fast_ ? *fast_ : *picture_).bind();
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, fast_shadow_.texture());
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, fast_shadow_.texture());
    drawLit(view, fast_key_, nullptr, Eigen::Vector2d::Zero(), 0.0f);
    if (fast_)
        fast_->copyTo(picture_->framebuffer(), width(), height());
}

void Renderer::refine(const View& view, int k)
{
    const LightSample sample = lightSample(k, stage_.key);
    const Light key = lightFrom(sample.key), sky = lightFrom(sample.sky);
    drawShadowMap(key_shadow_, key, view);
    drawShadowMap(sky_shadow_, sky, view);
    light_->bind();
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, sky_shadow_.texture());
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, key_shadow_.texture());
    drawLit(view, key, &sky, sample.shift, static_cast<float>(sample.dither));

    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(empty_array_);
    sum_->bind();
    if (k == 0)
    {
        glClearColor(0, 0, 0, 0);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    glBindTexture(GL_TEXTURE_2D, light_->texture());
    add_.use();
    add_.set("picture", 0);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_BLEND);
}

void Renderer::develop()
{
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    glBindVertexArray(empty_array_);
    picture_->bind();
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, sum_->texture());
    develop_.use();
    develop_.set("picture", 0);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

Image Renderer::image() const
{
    Image image;
    image.width = width();
    image.height = height();
    image.pixels.resize(static_cast<std::size_t>(3) * static_cast<std::size_t>(width()) * static_cast<std::size_t>(height()));
    picture_->bind();
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width(), height(), GL_RGB, GL_UNSIGNED_BYTE, image.pixels.data());
    if (const GLenum error = glGetError(); error != GL_NO_ERROR)
        throw DrawError("OpenGL reports error " + std::to_string(error) + " while drawing");
    // OpenGL's first row is the lowest.
    const auto row = static_cast<std::ptrdiff_t>(3) * width();
    for (int y = 0; y < height() / 2; ++y)
        std::swap_ranges(image.pixels.begin() + y * row, image.pixels.begin() + (y + 1) * row,
                         image.pixels.begin() + (height() - 1 - y) * row);
    return image;
}

}  // namespace gapless::viewer
