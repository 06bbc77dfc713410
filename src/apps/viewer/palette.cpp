#include "palette.h"

#include <array>
#include <cctype>
#include <cstdint>

namespace gapless::viewer {
namespace {

constexpr std::size_t kRobotColours = 6, kObstacleColours = 8;

const std::array<Colour, kRobotColours> kRobots = {Colour(0.93f, 0.46f, 0.13f), Colour(0.18f, 0.55f, 0.60f),
                                                   Colour(0.91f, 0.70f, 0.20f), Colour(0.45f, 0.42f, 0.70f),
                                                   Colour(0.42f, 0.62f, 0.30f), Colour(0.78f, 0.38f, 0.45f)};
const std::array<Colour, kObstacleColours> kObstacles = {
    Colour(0.52f, 0.57f, 0.64f), Colour(0.62f, 0.64f, 0.66f), Colour(0.44f, 0.52f, 0.58f), Colour(0.60f, 0.58f, 0.53f),
    Colour(0.46f, 0.55f, 0.53f), Colour(0.66f, 0.61f, 0.52f), Colour(0.55f, 0.53f, 0.60f), Colour(0.50f, 0.60f, 0.66f)};
const Colour kAttached(0.62f, 0.18f, 0.22f);

/// FNV-1a of the letters: the same on every machine.
std::uint32_t hashOfLetters(const std::string& name)
{
    std::uint32_t hash = 2166136261u;
    for (const char c : name)
        if (std::isalpha(static_cast<unsigned char>(c)))
            hash = (hash ^ static_cast<std::uint32_t>(static_cast<unsigned char>(c))) * 16777619u;
    return hash;
}

}  // namespace

Colour colourOf(const Scene& scene, ObjectIndex object)
{
    const CollisionObject& o = scene.object(object);
    if (o.kind == ObjectKind::Attached)
        return kAttached;
    if (o.kind == ObjectKind::Obstacle)
        return kObstacles[hashOfLetters(o.name) % kObstacleColours];
    const int robot = scene.model().body(o.body).robot.value_or(0);
    // Neighbouring links told apart: the base dark, then alternating.
    const float shade =
        o.body == kWorld || scene.model().body(o.body).is_static ? 0.62f : (o.body.value() % 2 == 0 ? 0.90f : 1.0f);
    return kRobots[static_cast<std::size_t>(robot) % kRobotColours] * shade;
}

}  // namespace gapless::viewer
