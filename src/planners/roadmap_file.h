// Roadmap files: what LazyPRM keeps from one process to the next, and what DynamicRoadmap begins with. One format, in sections.
//
// Sections, digests and numbers: roadmap_sections.h. What all such files hold, in sections KEY_, NODE and EDGE: roadmap_graph.h. What may be there besides:
//
// | section | bytes | what |
// |---|---|---|
// | SELF | u32, r f64 | r raises, metres, ascending: what edges are proven to keep beyond the clearances between links |
// | | packed | m times: u8: by how many of them the clearances between links may be raised, up to that one, and the edge stays proven |
// | CELL | 3 f64, f64, 3 u32 | the low corner of a WorkspaceGrid, metres; side of a cell; how many along each axis |
// | | for each 1,000 edges: u32, u32, packed | lengths, unpacked and packed; codes of the cells of these edges (coded_cells.h) |
//
// Whether milestones are valid is not kept: the validity checker, which may be the user's own, is asked again. The file of several robots: multirobot/super_graph_file.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gapless/cells/workspace_grid.h>

#include "planners/lazy_roadmap.h"
#include "planners/roadmap_graph.h"
#include "planners/scene_key.h"

namespace gapless {

struct RoadmapContent : RoadmapGraph
{
    struct Cells
    {
        WorkspaceGrid grid;
        /// Of each edge the code of the cells that its motion may touch: outside of them it keeps what it is proven to keep, whatever lies there.
        std::vector<std::uint8_t> codes;
    };

    SceneKey key;
    std::vector<double> raises;  ///< ascending, metres; at most kMostRaises
    std::optional<Cells> cells;
};

/// Edges per block of the section of cells.
inline constexpr std::size_t kEdgesPerBlock = 1000;
inline constexpr std::size_t kMostRaises = 255;

/// Writes through a temporary file in the same folder: `file` is whole or as before.
/// @throws InputError if it cannot be written.
void writeRoadmap(const std::string& file, const RoadmapContent& content);

/// @throws InputError if the file cannot be read, is damaged, or of several robots.
RoadmapContent readRoadmap(const std::string& file);
/// What such a file holds. @param file for errors
RoadmapContent parseRoadmap(std::string_view bytes, const std::string& file);

RoadmapContent contentOf(const LazyRoadmap& roadmap, const SceneKey& key);

/// Adds it to an empty roadmap.
/// @throws InputError that begins with the file's name if a milestone is no state of the space, as `mapping` tells; the roadmap is then of no use.
void addContent(const std::string& file, const RoadmapContent& content, const StateMapping& mapping, LazyRoadmap& roadmap);

}  // namespace gapless
