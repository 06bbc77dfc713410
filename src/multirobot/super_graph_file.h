// Roadmap files of several robots: what SuperGraph keeps from one process to the next. Sections, digests and numbers: planners/roadmap_sections.h; sections KEY_, of all
// robots together, and NODE and EDGE, one of each for every roadmap: planners/roadmap_graph.h. Edges of cars go from their first milestone to the second; what is open
// has not been tried yet, the next one last.
//
// | section | bytes | what |
// |---|---|---|
// | ROBO | u32 | n robots, in the order in which they plan |
// | | n times: u32 | which of the roadmaps is the robot's; those of several robots are of equal ones |
// | TABL | u64 | e entries of the interference table, as InterferenceTable::Entry has them |
// | | packed | e times: u32, u32, u8, u32, u32, u8: standing and moving robot; 1: both stand; node; edge, or node; 1: blocked |
//
// "packed" is by zlib (deflate.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gapless/multirobot/interference_table.h>

#include "planners/roadmap_graph.h"
#include "planners/scene_key.h"

namespace gapless {

struct SuperGraphContent
{
    SceneKey key;
    std::vector<std::uint32_t> roadmap_of;  ///< by robot
    std::vector<RoadmapGraph> roadmaps;
    std::vector<InterferenceTable::Entry> entries;
};

/// Writes through a temporary file in the same folder: `file` is whole or as before.
/// @throws InputError if it cannot be written.
void writeSuperGraph(const std::string& file, const SuperGraphContent& content);

/// @throws InputError if the file cannot be read, is damaged, or of one robot.
SuperGraphContent readSuperGraph(const std::string& file);
/// What such a file holds. @param file for errors
SuperGraphContent parseSuperGraph(std::string_view bytes, const std::string& file);

}  // namespace gapless
