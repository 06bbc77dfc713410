#include <GL/glew.h>

#include "shader_program.h"

#include "draw_error.h"

namespace gapless::viewer {
namespace {

GLuint compile(GLenum kind, const std::string& text)
{
    const std::string whole = "#version 330 core\n" + text;
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

ShaderProgram::ShaderProgram(const std::string& vertex_text, const std::string& fragment_text)
{
    const GLuint vertex = compile(GL_VERTEX_SHADER, vertex_text), fragment = compile(GL_FRAGMENT_SHADER, fragment_text);
    program_ = glCreateProgram();
    glAttachShader(program_, vertex);
    glAttachShader(program_, fragment);
    glLinkProgram(program_);
    glDeleteShader(vertex);
    glDeleteShader(fragment);
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
