// What all roadmap files hold: what their proofs rest on, and graphs of milestones and edges.
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
//
// "packed" is by zlib (deflate.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <gapless/planners/edge_prover.h>

#include "planners/scene_key.h"

namespace gapless {

class ContentReader;

struct RoadmapGraph
{
    struct Edge
    {
        std::uint32_t a = 0, b = 0;
        EdgeProof::State state = EdgeProof::State::Open;
        /// It is proven with the clearances between links raised by the first so many of RoadmapContent::raises, too (ProofHistory).
        std::uint8_t raises = 0;
    };

    std::uint32_t dimension = 0;
    std::vector<double> milestones;  ///< one after the other
    std::vector<Edge> edges;

    std::size_t milestoneCount() const { return dimension > 0 ? milestones.size() / dimension : 0; }
};

inline constexpr std::string_view kKeySection = "KEY_", kNodeSection = "NODE", kEdgeSection = "EDGE";
/// That a file with it is of several robots, and what it holds: multirobot/super_graph_file.h.
inline constexpr std::string_view kRobotSection = "ROBO";

std::string keySection(const SceneKey& key);
std::string nodeSection(const RoadmapGraph& graph);
std::string edgeSection(const RoadmapGraph& graph);

// All throw InputError("damaged: ...") where a section says what cannot be.
void takeKey(ContentReader reader, SceneKey& key);
void takeNodes(ContentReader reader, RoadmapGraph& graph);
/// @pre the milestones are there
void takeEdges(ContentReader reader, RoadmapGraph& graph);

}  // namespace gapless
