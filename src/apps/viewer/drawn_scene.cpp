#include "drawn_scene.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "palette.h"
#include "surface.h"

namespace gapless::viewer {
namespace {

/// DrawnVertex::object of what is none: never marked.
constexpr float kNoObject = -2.0f;

/// Corners that agree in everything become one vertex.
class PieceBuilder
{
public:
    explicit PieceBuilder(BodyIndex body) { piece_.body = body; }

    /// `pose`: of the surface in the piece's frame.
    void add(const Surface& surface, const Pose& pose, const Colour& colour, std::optional<ObjectIndex> object)
    {
        for (std::size_t i = 0; i < surface.corners.size(); ++i)
        {
            DrawnVertex vertex{};
            const Vec3 p = pose * surface.corners[i], n = pose.R * surface.normals[i];
            for (int k = 0; k < 3; ++k)
            {
                vertex.position[k] = static_cast<float>(p[k]);
                vertex.normal[k] = static_cast<float>(n[k]);
                vertex.colour[k] = static_cast<std::uint8_t>(std::lround(255.0f * colour[k]));
            }
            vertex.object = object ? static_cast<float>(object->value()) : kNoObject;
            piece_.indices.push_back(indexOf(vertex));
        }
    }

    DrawnPiece take() { return std::move(piece_); }
    bool isEmpty() const { return piece_.indices.empty(); }

private:
    std::uint32_t indexOf(const DrawnVertex& vertex)
    {
        std::string key(sizeof vertex, '\0');
        std::memcpy(key.data(), &vertex, sizeof vertex);
        const auto [entry, is_new] = known_.try_emplace(std::move(key), static_cast<std::uint32_t>(piece_.vertices.size()));
        if (is_new)
            piece_.vertices.push_back(vertex);
        return entry->second;
    }

    DrawnPiece piece_;
    std::unordered_map<std::string, std::uint32_t> known_;
};

/// Sides of what is round in an object of so many shapes: a cloud's hundred thousand balls are drawn as octahedra, not with thousands of
/// triangles each.
int sidesFor(std::size_t shapes)
{
    constexpr double kShapesDrawnFinely = 450.0;
    const double share = kShapesDrawnFinely / static_cast<double>(shapes);
    if (share >= 1.0)
        return kSidesOfRoundShapes;
    // Triangles go with the square.
    return std::max(4, static_cast<int>(kSidesOfRoundShapes * std::sqrt(share)) / 4 * 4);
}

}  // namespace

void Bounds::add(const CollisionGeometry& geometry, const Pose& X_WB)
{
    const Vec3 centre = X_WB * geometry.boxCentre(), half = X_WB.R.cwiseAbs() * geometry.boxHalfExtents();
    box.extend(Eigen::AlignedBox3d(centre - half, centre + half));
}

std::size_t DrawnScene::triangleCount() const
{
    std::size_t count = fixed.triangleCount();
    for (const DrawnPiece& piece : moving)
        count += piece.triangleCount();
    return count;
}

DrawnScene drawnScene(const Scene& scene, const std::function<bool(ObjectIndex)>& is_hidden,
                      const std::vector<ColouredSurface>& further)
{
    DrawnScene drawn;
    const KinematicModel& model = scene.model();
    const auto is_shown = [&](ObjectIndex object) { return !is_hidden || !is_hidden(object); };
    for (const ObjectIndex i : scene.objects().indices())
    {
        const CollisionObject& object = scene.object(i);
        if (is_shown(i) && model.body(object.body).is_static)
            drawn.bounds_of_fixed.add(*object.geometry, model.body(object.body).X_WB);
    }
    if (!drawn.bounds_of_fixed.box.isEmpty())
        drawn.origin = drawn.bounds_of_fixed.box.center();

    IndexedVector<BodyIndex, PieceBuilder> pieces;
    pieces.reserve(model.bodies().size());
    for (const BodyIndex body : model.bodies().indices())
        pieces.emplace_back(body);
    PieceBuilder fixed(kWorld);
    for (const ObjectIndex i : scene.objects().indices())
    {
        if (!is_shown(i))
            continue;
        const CollisionObject& object = scene.object(i);
        const Body& body = model.body(object.body);
        const int sides = sidesFor(object.geometry->shapes().size());
        for (const PlacedShape& placed : object.geometry->shapes())
        {
            const Surface surface = tessellate(placed.shape, sides);
            if (body.is_static)
            {
                Pose X_OS = body.X_WB * placed.X_BS;
                X_OS.p -= drawn.origin;
                fixed.add(surface, X_OS, colourOf(scene, i), i);
            }
            else
                pieces[object.body].add(surface, placed.X_BS, colourOf(scene, i), i);
        }
    }
    Pose to_origin;
    to_origin.p = -drawn.origin;
    for (const ColouredSurface& one : further)
        fixed.add(one.surface, to_origin, one.colour, std::nullopt);
    drawn.fixed = fixed.take();
    for (PieceBuilder& piece : pieces)
        if (!piece.isEmpty())
            drawn.moving.push_back(piece.take());
    return drawn;
}

}  // namespace gapless::viewer
