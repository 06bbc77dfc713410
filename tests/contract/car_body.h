// The body of all cars of the curve contract: one geometry, so that what is made of it once is made once.
#pragma once

#include "support/scene_builder.h"

namespace gapless::test {

/// Radius of the wires that cars meet, metres.
constexpr double kWire = 1e-4;

/// 4 m x 2 m about the middle of the rear axle, 1 m in front of its rear end (as in support/cars.h).
inline const std::shared_ptr<const CollisionGeometry>& carBody()
{
    static const auto body = geometryOf(Box{Vec3(2, 1, 0.5)}, at(1, 0, 0));
    return body;
}

/// Gives the first objects that one.
inline void shareCarBody(SceneBuilder& builder, std::size_t cars = 1)
{
    for (std::size_t i = 0; i < cars; ++i)
        builder.objects[i].geometry = carBody();
}

}  // namespace gapless::test
