// The triangles of one body in buffers of OpenGL.
#pragma once

#include <vector>

#include "drawn_scene.h"

namespace gapless::viewer {

/// @pre for all: the context that it was made in is current.
class GpuPiece
{
public:
    /// `origin`: what the vertices of the picture are relative to, metres in the world. `instance_buffer` is one for all pieces and
    /// outlives them: draw() writes there where the body is.
    GpuPiece(const DrawnPiece& piece, const Vec3& origin, unsigned instance_buffer);
    ~GpuPiece();
    GpuPiece(const GpuPiece&) = delete;
    GpuPiece& operator=(const GpuPiece&) = delete;

    /// Belongs to the world.
    bool isFixed() const { return body_ == kWorld; }
    /// Draws it by the current program once for each instant, which has the poses in the world of all bodies; a fixed one once.
    void draw(const std::vector<const IndexedVector<BodyIndex, Pose>*>& instants) const;

private:
    BodyIndex body_;
    int index_count_ = 0;
    Vec3 origin_;
    unsigned array_ = 0, vertices_ = 0, indices_ = 0, instance_buffer_ = 0;
};

}  // namespace gapless::viewer
