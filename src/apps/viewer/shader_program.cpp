#include <GL/glew.h>

#include "shader_program.h"

#include "draw_error.h"

namespace gapless::viewer {
namespace {

GLuint compile(GLenum kind, ShaderProgram::Parts parts)
{
    std::string whole = "#version 330 core\n";
    for (const char* part : parts)
        whole += part;
    const char* pointer = whole.c_str();
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &pointer, nullptr);
    glCompileShader(shader);
    GLint compiled = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled == GL_TRUE)
        return shader;
    char message[1000] = "";
    glGetShaderInfoLog(shader, sizeof message, nullptr, message);
    glDeleteShader(shader);
    throw DrawError(std::string("OpenGL refuses a shader: ") + message);
}

}  // namespace

ShaderProgram::ShaderProgram(Parts vertex, Parts fragment)
{
    const GLuint shaders[] = {compile(GL_VERTEX_SHADER, vertex), compile(GL_FRAGMENT_SHADER, fragment)};
    program_ = glCreateProgram();
    for (const GLuint shader : shaders)
        glAttachShader(program_, shader);
    glLinkProgram(program_);
    for (const GLuint shader : shaders)
        glDeleteShader(shader);
    GLint linked = GL_FALSE;
    glGetProgramiv(program_, GL_LINK_STATUS, &linked);
    if (linked != GL_TRUE)
        throw DrawError("OpenGL cannot link a shader program");
}

ShaderProgram::~ShaderProgram()
{
    glDeleteProgram(program_);
}

void ShaderProgram::use() const
{
    glUseProgram(program_);
}

int ShaderProgram::location(const char* name) const
{
    return glGetUniformLocation(program_, name);
}

void ShaderProgram::set(const char* name, int value) const
{
    glUniform1i(location(name), value);
}

void ShaderProgram::set(const char* name, float value) const
{
    glUniform1f(location(name), value);
}

void ShaderProgram::set(const char* name, const Eigen::Vector2f& value) const
{
    glUniform2fv(location(name), 1, value.data());
}

void ShaderProgram::set(const char* name, const Eigen::Vector3f& value) const
{
    glUniform3fv(location(name), 1, value.data());
}

void ShaderProgram::set(const char* name, const Eigen::Matrix4f& value) const
{
    glUniformMatrix4fv(location(name), 1, GL_FALSE, value.data());
}

}  // namespace gapless::viewer
