// Axis aligned boxes in the world.
#pragma once

#include <algorithm>
#include <limits>

namespace gapless {

/// Metres.
struct WorldBox
{
    double low[3], high[3];

    /// Lower bound of the distance of two boxes; not positive where they overlap. A number that is none counts for nothing, or makes a gap that is
    /// none.
    double gap(const WorldBox& other) const
    {
        double gap = other.low[0] - high[0];
        for (int k = 0; k < 3; ++k)
            gap = std::max(gap, std::max(other.low[k] - high[k], low[k] - other.high[k]));
        return gap;
    }
};

/// Holds the world.
inline WorldBox boxOfAll()
{
    constexpr double kAll = std::numeric_limits<double>::infinity();
    return {{-kAll, -kAll, -kAll}, {kAll, kAll, kAll}};
}

}  // namespace gapless
