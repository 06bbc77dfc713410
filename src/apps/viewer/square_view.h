// The coordination square of two robots of a path, to be drawn beside the scene: at which times of their motions both may happen, the path's way, and where on it they are.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include <gapless/io/problem.h>

#include "path_player.h"

namespace gapless::viewer {

struct SquareView
{
    /// Pixels of the longer side that a row of `free` is one of.
    static constexpr int kSide = 256;
    struct Run
    {
        int row, begin, end;  ///< from the top, and from the left
    };
    /// Of the way, while the time of a segment is at most `until`.
    struct Stretch
    {
        double until;
        Eigen::Vector2d from, to;
    };

    std::string name_s, name_t;
    double end_s = 1.0, end_t = 1.0;
    std::vector<Run> free;                       ///< what is proven; all else is open
    std::vector<std::vector<Stretch>> segments;  ///< by segment of the path; where both stand there is none
    std::vector<Eigen::Vector2d> starts;         ///< by segment, where the two are when it begins

    int width() const;
    int height() const;
    Eigen::Vector2d at(const PathPlace& place) const;
};

/// @param path_file of the path that is played @param robots "A,B", by name
/// @param tolerance metres @param seconds, interrupted end it: what is open then is drawn as open
/// @throws InputError naming --square if these are not two robots of the problem, and as CoordinatedFile
SquareView squareView(const Problem& problem, const std::string& path_file, const std::string& robots, const PathPlayer& player,
                      double tolerance, double seconds, const std::function<bool()>& interrupted);

}  // namespace gapless::viewer
