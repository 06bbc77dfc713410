// Draws a scene by OpenGL 3.3: fast while things move, with soft shadows and ambient occlusion when they stand still.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "camera.h"
#include "drawn_scene.h"
#include "gpu_piece.h"
#include "palette.h"
#include "png_image.h"
#include "render_target.h"
#include "shader_program.h"

namespace gapless::viewer {

/// The moving bodies once more, at one or several instants, as one translucent group: what is behind its nearest surface does not
/// shine through.
struct Ghost
{
    /// Per instant the poses in the world of all bodies.
    std::vector<IndexedVector<BodyIndex, Pose>> instants;
    Colour tint = kStartColour;
    float tint_strength = 0.7f;
    float opacity = 0.4f;
};

/// Two objects of the scene painted over.
struct Mark
{
    ObjectIndex a, b;
    Colour colour = kWitnessColour;
    float strength = 0.85f;

    bool operator==(const Mark& o) const { return a == o.a && b == o.b && colour == o.colour && strength == o.strength; }
};

/// What is to be seen.
struct View
{
    Camera camera;
    /// Poses in the world of all bodies.
    IndexedVector<BodyIndex, Pose> poses;
    std::vector<Ghost> ghosts;
    std::optional<Mark> mark;
    bool with_grid = true;
};

/// What stays the same from picture to picture.
struct Stage
{
    /// What shadows fall from and on, metres.
    Eigen::AlignedBox3d lit;
    double ground_z = 0.0;
    /// Unit, towards the light. @pre z > 0
    Vec3 key = Vec3(0.3, -0.5, 0.8).normalized();
};

/// Of fast pictures.
struct FastQuality
{
    int samples = 4;     ///< of each pixel: 0 or 4
    double scale = 1.0;  ///< they are drawn with so many times the pixels of a row and of a column, in (0, 1], and stretched
};

/// @pre for all: the context that it was made in is current.
class Renderer
{
public:
    /// Samples that make a still picture look finished.
    static constexpr int kFineSamples = 64;

    /// @throws DrawError
    Renderer(const DrawnScene& scene, const Stage& stage, int width, int height);
    ~Renderer();

    int width() const { return picture_->width(); }
    int height() const { return picture_->height(); }
    /// @throws DrawError
    void resize(int width, int height);
    void setFastQuality(const FastQuality& quality);
    const FastQuality& fastQuality() const { return fast_quality_; }

    /// Hard shadows, no ambient occlusion. The shadows of what moves are drawn again only if `poses_changed`.
    void drawFast(const View& view, bool poses_changed);
    /// Adds sample k to a mean; 0 begins a new one. @pre k is 0 or one more than the last time, and the view the same
    void refine(const View& view, int k);
    /// Makes the mean the picture.
    void develop();

    /// The last picture drawn fast or developed.
    const RenderTarget& picture() const { return *picture_; }
    Image image() const;
    /// The driver's name for what draws.
    static std::string deviceName();

private:
    struct Programs
    {
        ShaderProgram surface, ghost, ground, background;
        static Programs fine();
        static Programs fast();
    };
    struct Light
    {
        Vec3 direction;
        Eigen::Matrix4f matrix;
    };

    Light lightFrom(const Vec3& direction) const;
    enum class Part
    {
        Fixed,
        Moving,
    };
    /// Over what the map holds.
    void addToShadowMap(const RenderTarget& map, const Light& light, const View& view, Part part);
    void drawShadowMap(const RenderTarget& map, const Light& light, const View& view);
    void drawSolid(const ShaderProgram& program, const View& view, const Eigen::Matrix4f& view_projection);
    void drawGhosts(const ShaderProgram& program, const View& view, const Eigen::Matrix4f& view_projection, float dither);
    void drawGround(const ShaderProgram& program, const View& view, const Eigen::Matrix4f& view_projection);
    void setLighting(const ShaderProgram& program, const Light& key, const Light* sky) const;
    /// `sky` is null for fast pictures.
    void drawLit(const View& view, const Light& key, const Light* sky, const Eigen::Vector2d& shift, float dither);
    Eigen::Vector3f local(const Vec3& p_W) const { return (p_W - origin_).cast<float>(); }

    Vec3 origin_;
    Stage stage_;
    std::vector<std::unique_ptr<GpuPiece>> pieces_;
    unsigned instance_buffer_ = 0, ground_array_ = 0, ground_buffer_ = 0, empty_array_ = 0;
    Programs fast_programs_, fine_programs_;
    ShaderProgram depth_, add_, develop_;
    std::unique_ptr<RenderTarget> picture_, light_, sum_, fast_;
    RenderTarget fixed_shadow_, fast_shadow_, key_shadow_, sky_shadow_;
    Light fast_key_;
    FastQuality fast_quality_;
    bool has_fixed_shadow_ = false;
};

}  // namespace gapless::viewer
