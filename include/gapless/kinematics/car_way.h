// How a car is driven from one pose to another: arcs and straight lines, one after the other.
#pragma once

#include <optional>
#include <vector>

namespace gapless {

struct WayPart
{
    double curvature = 0.0;  ///< 1/m, positive to the left
    double length = 0.0;     ///< metres; negative: backwards
};
using CarWay = std::vector<WayPart>;
/// Of one motion, by car, in the order of the joints that plan. None: as the car's space draws it.
using CarWays = std::vector<std::optional<CarWay>>;

}  // namespace gapless
