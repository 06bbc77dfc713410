// A dynamic roadmap in a scene, to be drawn: where obstacles are to it, and where its edges lead the tool.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <gapless/io/problem.h>

#include "drawn_scene.h"

namespace gapless::viewer {

struct RoadmapPicture
{
    /// In the world: the outer edges of all marked cells, those of all flagged ones, and the ways of the tool along edges.
    std::vector<ColouredSurface> surfaces;
    std::size_t edges = 0, white = 0, drawn = 0, marked_cells = 0, flagged_cells = 0;
    /// The body whose origin the ways are of: of those that the most planning joints move, the last.
    std::string tool;
};

/// Colours are those with which a planner begins in this scene. Of many edges only some are drawn, evenly chosen by number.
/// @param flagged what `gapless roadmap enhance --json` printed of that roadmap, a file; empty: none
/// @throws InputError as loadRoadmap(), and if the roadmap is of another robot or tolerance, or the cubes that are flagged are not in its grid
RoadmapPicture roadmapPicture(const Problem& problem, const std::string& file, double tolerance, const std::string& flagged = "");

}  // namespace gapless::viewer
