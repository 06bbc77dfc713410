// The shapes that collision geometry is made of, as the user gives them.
#pragma once

#include <memory>
#include <variant>

#include <gapless/core/types.h>
#include <gapless/geometry/triangle_mesh.h>

namespace gapless {

/// Solid box, centred, axis aligned in its own frame.
struct Box
{
    Vec3 half_extents;
};

/// Solid ball, centred.
struct Sphere
{
    double radius;
};

/// Solid cylinder about its own z axis, centred.
struct Cylinder
{
    double radius;
    double half_length;
};

/// All points within `radius` of the segment from (0,0,-half_length) to (0,0,half_length).
struct Capsule
{
    double radius;
    double half_length;
};

/// Solid cone about its own z axis: apex at (0,0,half_length), base disc of `radius` at z = -half_length.
struct Cone
{
    double radius;
    double half_length;
};

using Shape = std::variant<Box, Sphere, Cylinder, Capsule, Cone, std::shared_ptr<const TriangleMesh>>;

/// A shape at a fixed pose X_BS in the frame of the body that carries it.
struct PlacedShape
{
    Shape shape;
    Pose X_BS;
};

}  // namespace gapless
