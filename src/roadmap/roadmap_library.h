// Roadmap files that are in memory.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include <gapless/cells/marked_counts.h>

#include "planners/roadmap_file.h"

namespace gapless {

/// Of a grid, more are an error: each takes eight bytes, touched or not.
inline constexpr std::size_t kMostGridCells = std::size_t{1} << 26;

/// Immutable: any number of planners and threads may share one.
struct LoadedRoadmap
{
    std::string file;
    RoadmapContent content;  ///< without the codes of the cells, which the lists have
    std::shared_ptr<const CellLists> lists;
};

/// Makes the lists. @throws InputError if it has no cells, edges that are not proven, or more cells than can be
std::shared_ptr<const LoadedRoadmap> makeLoaded(const std::string& file, RoadmapContent content);

/// Reads it, unless it is in use, or was asked for last, and the file is as it was.
/// @throws InputError as readRoadmap() and makeLoaded()
std::shared_ptr<const LoadedRoadmap> loadRoadmap(const std::string& file);

}  // namespace gapless
