// A point of a shape's surface, where only a thin thing is needed to touch it.
#pragma once

#include "support/random_input.h"

#include <gapless/geometry/shape.h>

namespace gapless::test {

/// In the frame of the body.
inline Vec3 surfacePoint(const PlacedShape& placed, Random& random)
{
    const auto sign = [&] { return random.chance(0.5) ? 1.0 : -1.0; };
    const double phase = random.uniform(-M_PI, M_PI);
    Vec3 point = Vec3::Zero();
    if (const auto* box = std::get_if<Box>(&placed.shape))
        point = Vec3(sign(), sign(), sign()).cwiseProduct(box->half_extents);
    else if (const auto* sphere = std::get_if<Sphere>(&placed.shape))
        point = sphere->radius * random.direction();
    else if (const auto* cylinder = std::get_if<Cylinder>(&placed.shape))
        point = Vec3(cylinder->radius * std::cos(phase), cylinder->radius * std::sin(phase), sign() * cylinder->half_length);
    else if (const auto* cone = std::get_if<Cone>(&placed.shape))
        point = Vec3(0, 0, cone->half_length);
    else if (const auto* capsule = std::get_if<Capsule>(&placed.shape))
        point = Vec3(0, 0, sign() * (capsule->half_length + capsule->radius));
    else
    {
        const auto& vertices = std::get<std::shared_ptr<const TriangleMesh>>(placed.shape)->vertices();
        point = vertices[static_cast<std::size_t>(random.index(static_cast<int>(vertices.size())))];
    }
    return placed.X_BS * point;
}

}  // namespace gapless::test
