#include <GL/glew.h>

#include "gpu_piece.h"

#include <cstddef>

namespace gapless::viewer {
namespace {

/// OpenGL takes offsets into buffers as pointers.
const void* pointerOf(std::size_t offset)
{
    return reinterpret_cast<const void*>(offset);  // NOLINT(performance-no-int-to-ptr): nothing is behind it to be optimized
}

Eigen::Matrix4f matrixOf(const Pose& pose, const Vec3& origin)
{
    Eigen::Matrix4f matrix = Eigen::Matrix4f::Identity();
    matrix.topLeftCorner<3, 3>() = pose.R.cast<float>();
    matrix.topRightCorner<3, 1>() = (pose.p - origin).cast<float>();
    return matrix;
}

}  // namespace

GpuPiece::GpuPiece(const DrawnPiece& piece, const Vec3& origin, unsigned instance_buffer)
    : body_(piece.body), index_count_(static_cast<int>(piece.indices.size())), origin_(origin), instance_buffer_(instance_buffer)
{
    glGenVertexArrays(1, &array_);
    glBindVertexArray(array_);
    glGenBuffers(1, &vertices_);
    glBindBuffer(GL_ARRAY_BUFFER, vertices_);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(piece.vertices.size() * sizeof(DrawnVertex)), piece.vertices.data(),
                 GL_STATIC_DRAW);
    const auto attribute = [](GLuint location, GLint size, GLenum type, GLboolean normalised, std::size_t offset) {
        glEnableVertexAttribArray(location);
        glVertexAttribPointer(location, size, type, normalised, sizeof(DrawnVertex), pointerOf(offset));
    };
    attribute(0, 3, GL_FLOAT, GL_FALSE, offsetof(DrawnVertex, position));
    attribute(1, 3, GL_FLOAT, GL_FALSE, offsetof(DrawnVertex, normal));
    attribute(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(DrawnVertex, colour));
    attribute(3, 1, GL_FLOAT, GL_FALSE, offsetof(DrawnVertex, object));
    glGenBuffers(1, &indices_);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(piece.indices.size() * sizeof(std::uint32_t)),
                 piece.indices.data(), GL_STATIC_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, instance_buffer_);
    for (GLuint column = 0; column < 4; ++column)
    {
        glEnableVertexAttribArray(4 + column);
        glVertexAttribPointer(4 + column, 4, GL_FLOAT, GL_FALSE, sizeof(Eigen::Matrix4f),
                              pointerOf(column * sizeof(Eigen::Vector4f)));
        glVertexAttribDivisor(4 + column, 1);
    }
}

GpuPiece::~GpuPiece()
{
    glDeleteVertexArrays(1, &array_);
    glDeleteBuffers(1, &vertices_);
    glDeleteBuffers(1, &indices_);
}

void GpuPiece::draw(const std::vector<const IndexedVector<BodyIndex, Pose>*>& instants) const
{
    if (index_count_ == 0)
        return;
    std::vector<Eigen::Matrix4f> matrices;
    if (isFixed())
        matrices.push_back(Eigen::Matrix4f::Identity());
    else
        for (const IndexedVector<BodyIndex, Pose>* poses : instants)
            matrices.push_back(matrixOf((*poses)[body_], origin_));
    glBindVertexArray(array_);
    glBindBuffer(GL_ARRAY_BUFFER, instance_buffer_);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(matrices.size() * sizeof(Eigen::Matrix4f)), matrices.data(),
                 GL_STREAM_DRAW);
    glDrawElementsInstanced(GL_TRIANGLES, index_count_, GL_UNSIGNED_INT, nullptr, static_cast<GLsizei>(matrices.size()));
}

}  // namespace gapless::viewer
