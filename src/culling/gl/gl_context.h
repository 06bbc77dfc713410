// An OpenGL 4.3 context without a visible window, and what it reports.
#pragma once

#include <functional>
#include <memory>
#include <string>

struct GLFWwindow;

namespace gapless::gl {

/// OpenGL failed; what() is one line. Never leaves the culling layer.
class GlError : public std::exception
{
public:
    explicit GlError(std::string message) : message_(std::move(message)) {}
    const char* what() const noexcept override { return message_.c_str(); }

private:
    std::string message_;
};

class GlContext
{
public:
    /// @throws GlError if there is no display, or no context of that version.
    explicit GlContext(std::function<unsigned(unsigned)> status_hook);
    ~GlContext();
    GlContext(const GlContext&) = delete;
    GlContext& operator=(const GlContext&) = delete;

    /// Makes the context current on this thread for its lifetime, then the one that was before.
    class Current
    {
    public:
        explicit Current(const GlContext& context);
        ~Current();
        Current(const Current&) = delete;
        Current& operator=(const Current&) = delete;

    private:
        GLFWwindow* before_;
    };

    /// @throws GlError if OpenGL has reported an error, or the context is lost, since the last call. @pre current
    void check(const char* doing) const;
    const std::string& renderer() const { return renderer_; }

private:
    unsigned passedOn(unsigned status) const { return status_hook_ ? status_hook_(status) : status; }

    std::function<unsigned(unsigned)> status_hook_;
    GLFWwindow* window_ = nullptr;
    std::string renderer_;
};

}  // namespace gapless::gl
