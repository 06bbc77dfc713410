// Coordination squares as a picture.
#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>

#include <gapless/certify/coordination_map.h>

namespace gapless::apps {

struct SquaresPicture
{
    struct Square
    {
        std::string name_s, name_t;
        double end_s = 1.0, end_t = 1.0;
        std::vector<CoordinationMap::Cell> leaves;
        std::vector<Eigen::Vector2d> schedule;  ///< corners of the path's way
        std::vector<Eigen::Vector2d> corners;   ///< of dependencies
        std::vector<char> is_below;  ///< of each, whether what is to its right and below is excluded; else to its left and above
    };
    std::vector<Square> squares;
};

/// A PNG: s to the right, t upwards; free cells, open ones, what dependencies exclude, and the schedule's way. Complete under its name, or not at all.
/// @throws InputError if it cannot be written, or this build draws no pictures.
void writeSquaresPicture(const std::string& file, const SquaresPicture& picture);

/// @throws InputError if this build draws no pictures.
void requirePictures(const std::string& file);

}  // namespace gapless::apps
