// A compiled pair of shaders.
#pragma once

#include <initializer_list>
#include <string>

#include <Eigen/Core>

namespace gapless::viewer {

class ShaderProgram
{
public:
    using Parts = std::initializer_list<const char*>;
    /// Texts, one part after the other, without the line "#version". @throws DrawError with the compiler's message. @pre a context is current, as for all below
    ShaderProgram(Parts vertex, Parts fragment);
    ~ShaderProgram();
    ShaderProgram(const ShaderProgram&) = delete;
    ShaderProgram& operator=(const ShaderProgram&) = delete;

    void use() const;
    /// Of the program in use. A name that the compiler found unused is ignored.
    void set(const char* name, int value) const;
    void set(const char* name, float value) const;
    void set(const char* name, const Eigen::Vector2f& value) const;
    void set(const char* name, const Eigen::Vector3f& value) const;
    void set(const char* name, const Eigen::Matrix4f& value) const;

private:
    int location(const char* name) const;

    unsigned program_ = 0;
};

}  // namespace gapless::viewer
