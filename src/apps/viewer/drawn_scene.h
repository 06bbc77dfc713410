// A scene as vertices for drawing: everything that stands still in one piece, and one piece per body that moves.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <gapless/collision/scene.h>

#include "palette.h"
#include "surface.h"

namespace gapless::viewer {

struct DrawnVertex
{
    float position[3];
    float normal[3];
    std::uint8_t colour[4];
    float object;  ///< index in Scene::objects(); negative for what is none
};

struct DrawnPiece
{
    /// Whose frame the vertices are in; the world for what stands still.
    BodyIndex body = kWorld;
    std::vector<DrawnVertex> vertices;
    std::vector<std::uint32_t> indices;

    std::size_t triangleCount() const { return indices.size() / 3; }
};

/// An axis-aligned box in the world, metres; empty before the first add().
struct Bounds
{
    Eigen::AlignedBox3d box;
    void add(const CollisionGeometry& geometry, const Pose& X_WB);
};

struct DrawnScene
{
    /// Subtracted from world coordinates before they become floats.
    Vec3 origin = Vec3::Zero();
    /// Its vertices are in the world already, less origin.
    DrawnPiece fixed;
    std::vector<DrawnPiece> moving;
    Bounds bounds_of_fixed;

    std::size_t triangleCount() const;
};

/// Something to be drawn that is no object of the scene, in the world.
struct ColouredSurface
{
    Surface surface;
    Colour colour = Colour::Zero();
};

/// `is_hidden` leaves objects out, `further` stands still.
DrawnScene drawnScene(const Scene& scene, const std::function<bool(ObjectIndex)>& is_hidden = {},
                      const std::vector<ColouredSurface>& further = {});

}  // namespace gapless::viewer
