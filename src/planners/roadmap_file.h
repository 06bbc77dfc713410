// Roadmap files: what LazyPRM keeps from one process to the next, and what DynamicRoadmap begins with. One format, in sections.
//
// All numbers little-endian; u: unsigned integer, f: IEEE double, of so many bits.
//
// | bytes | what |
// |---|---|
// | 8 | "gaplprm\n" |
// | u32, u32 | version, 4; s sections |
// | s times: 4, u64, u64, 32 | name of the section; where it begins and its length in bytes; its digest (content_digest.h) |
// | 32 | digest of all bytes before |
// | | the sections, one after the other, in that order |
//
// | section | bytes | what |
// |---|---|---|
// | KEY_ | u32 | version of the proofs (proof_version.h) |
// | | f64, u64 | tolerance in metres; k entries of the key (scene_key.h) |
// | | k times: u8, text, text, 32 | part; name, and that of the other object of a pair, as u32 length and bytes; digest |
// | | f64 | after that of each pair: its clearance in metres |
// | NODE | u32, u64 | d, numbers per milestone, in the order of StateSpace::copyToReals(); n milestones |
// | | n times: d f64 | milestone |
// | EDGE | u64 | m edges |
// | | packed | m times: u32, u32, u8: edge between two different milestones; 0 open, 1 free, 2 colliding |
// | SELF | u32, r f64 | r raises, metres, ascending: what edges are proven to keep beyond the clearances between links. May be absent |
// | | packed | m times: u8: by how many of them the clearances between links may be raised, up to that one, and the edge stays proven |
// | CELL | 3 f64, f64, 3 u32 | the low corner of a WorkspaceGrid, metres; side of a cell; how many along each axis. May be absent |
// | | for each 1,000 edges: u32, u32, packed | lengths, unpacked and packed; codes of the cells of these edges (coded_cells.h) |
//
// "packed" is by zlib (deflate.h). Whether milestones are valid is not kept: the validity checker, which may be the user's own, is asked again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gapless/cells/workspace_grid.h>

#include "planners/lazy_roadmap.h"
#include "planners/scene_key.h"

namespace gapless {

struct RoadmapContent
{
    struct Edge
    {
        std::uint32_t a = 0, b = 0;
        EdgeProof::State state = EdgeProof::State::Open;
        /// It is proven with the clearances between links raised by the first so many of `raises`, too (ProofHistory).
        std::uint8_t raises = 0;
    };
    struct Cells
    {
        WorkspaceGrid grid;
        /// Of each edge the code of the cells that its motion may touch: outside of them it keeps what it is proven to keep, whatever lies there.
        std::vector<std::uint8_t> codes;
    };

    SceneKey key;
    std::uint32_t dimension = 0;
    std::vector<double> milestones;  ///< one after the other
    std::vector<Edge> edges;
    std::vector<double> raises;  ///< ascending, metres; at most kMostRaises
    std::optional<Cells> cells;

    std::size_t milestoneCount() const { return dimension > 0 ? milestones.size() / dimension : 0; }
};

/// Edges per block of the section of cells.
inline constexpr std::size_t kEdgesPerBlock = 1000;
inline constexpr std::size_t kMostRaises = 255;

/// Writes through a temporary file in the same folder: `file` is whole or as before.
/// @throws InputError if it cannot be written.
void writeRoadmap(const std::string& file, const RoadmapContent& content);

/// @throws InputError if the file cannot be read or is damaged.
RoadmapContent readRoadmap(const std::string& file);
/// What such a file holds. @param file for errors
RoadmapContent parseRoadmap(std::string_view bytes, const std::string& file);

RoadmapContent contentOf(const LazyRoadmap& roadmap, const SceneKey& key);

/// Adds it to an empty roadmap.
/// @throws InputError that begins with the file's name if a milestone is no state of the space, as `mapping` tells; the roadmap is then of no use.
void addContent(const std::string& file, const RoadmapContent& content, const StateMapping& mapping, LazyRoadmap& roadmap);

}  // namespace gapless
