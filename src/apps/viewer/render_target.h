// Something to draw into that is not the screen.
#pragma once

namespace gapless::viewer {

/// A framebuffer with one colour and maybe a depth attachment, or a shadow map: depths only. @pre a context is current
class RenderTarget
{
public:
    enum class Kind
    {
        Picture,      ///< 8 bits per channel, depth
        Light,        ///< 16 bit floats, depth
        Accumulator,  ///< 32 bit floats
        ShadowMap,    ///< depths to be compared with
    };

    /// `samples` per pixel: 0 for a texture that can be read, more for one that can only be resolved into another.
    /// @throws DrawError if the driver cannot
    RenderTarget(Kind kind, int width, int height, int samples = 0);
    ~RenderTarget();
    RenderTarget(const RenderTarget&) = delete;
    RenderTarget& operator=(const RenderTarget&) = delete;

    int width() const { return width_; }
    int height() const { return height_; }
    unsigned framebuffer() const { return framebuffer_; }
    /// Of its colours, or of a shadow map's depths. @pre no samples
    unsigned texture() const { return texture_; }
    /// Draws into it from here on, all of it.
    void bind() const;
    /// To the farthest. Binds it.
    void clearDepths() const;
    /// @pre both are shadow maps of one size
    void copyDepthsTo(const RenderTarget& other) const;
    /// Copies the colours, over all of `framebuffer`.
    void copyTo(unsigned framebuffer, int width, int height) const;

private:
    void attachColour(unsigned format, int samples);
    void attachDepth(int samples);

    int width_, height_;
    unsigned framebuffer_ = 0, texture_ = 0, colours_ = 0, depths_ = 0;
};

}  // namespace gapless::viewer
