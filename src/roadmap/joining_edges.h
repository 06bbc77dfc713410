// Edges that join what cubes of cells cut off from a roadmap: few of them, each for as many cubes as it can.
//
// An edge *serves* a cube if it is proven free, has no cell of the cube, and has its ends in two of the parts that the cube leaves of what was connected. Each part of
// a cube has to be joined; how many joints a set of edges makes, over all cubes together, is a sum of ranks of graphs. That is monotone and submodular, so taking the edge that makes most
// of what is left, again and again, takes at most 1 + ln(most that one edge makes) times as many edges as the fewest do (Wolsey: "An analysis of the greedy algorithm
// for the submodular set covering problem", Combinatorica 2, 1982).
//
// Finer cells. A cell is taken out of an edge's set where, for pieces of the motion that are all of it together, it is proven of each that every link is farther than the margin from
// the cell (SweptCells). So of every cell that the set has not the same holds as before, of the whole motion.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <gapless/cells/swept_cells.h>
#include <gapless/certify/segment_certifier.h>
#include <gapless/roadmap/robustness.h>

#include "roadmap/cube_view.h"
#include "roadmap/node_states.h"

namespace gapless {

/// A cube that disconnects a roadmap.
struct CutCube
{
    std::size_t number = 0;
    std::array<int, 3> corner{};
    std::vector<std::vector<std::uint32_t>> parts;  ///< nodes that it cuts off, as CubeView::cutOff() has them
};

struct JoiningEdge
{
    CellGraph::Edge ends;                 ///< a < b
    std::optional<std::uint32_t> number;  ///< of the graph's edge that gets these cells; none: it is new
    CellSet cells;
};

/// As encodeCells() has it.
using CellCode = std::vector<std::uint8_t>;

/// Keeps what was found out about pairs of nodes from call to call.
class JoiningEdges
{
public:
    /// @param codes of the graph's edges, as they are when edges are looked for
    /// @param options side, jobs, tolerance, interrupted and progress are used. All that is given outlives this.
    JoiningEdges(std::shared_ptr<const Scene> scene, const NodeStates& nodes, const CellGraph& graph,
                 const std::vector<CellCode>& codes, const RobustnessOptions& options);

    /// Edges of the graph that serve cubes with the cells that they have when these are worked out more finely.
    /// @pre the cubes are those of the graph as it is; also for findNew() @throws Interruption, also findNew()
    /// Of each part the `most` shortest edges that lead out of it are looked at.
    std::vector<JoiningEdge> findFiner(const std::vector<CutCube>& cubes, std::size_t most);
    /// New edges that serve cubes: of each part the `tries` shortest pairs of one of its nodes and one that is left and not in it are looked at.
    std::vector<JoiningEdge> findNew(const std::vector<CutCube>& cubes, std::size_t tries);

private:
    using Pair = std::uint64_t;

    class Sweeper;
    class Gains;

    /// Of each part of each cube the `most` shortest pairs of a node and one that is left and not in the part, of those that offer(node, take) takes, on several threads;
    /// take(other) returns whether it is one. @return all of them, sorted, none twice
    template <class Offer>
    std::vector<Pair> shortestPairs(const std::vector<CutCube>& cubes, std::size_t most, const Offer& offer) const;
    std::vector<JoiningEdge> choose(const std::vector<CutCube>& cubes, const std::vector<Pair>& pairs);
    void findNearest(const std::vector<CutCube>& cubes, std::size_t count);
    void sweep(const std::vector<Pair>& pairs);
    std::optional<std::uint32_t> edgeOf(Pair pair) const;
    void lookUp() const;

    std::shared_ptr<const Scene> scene_;
    const NodeStates& nodes_;
    const CellGraph& graph_;
    const std::vector<CellCode>& codes_;
    const RobustnessOptions& options_;
    std::vector<std::vector<std::uint32_t>> nearest_;  ///< by node, nearest first; none if not looked for yet
    std::unordered_map<Pair, CellCode> known_;         ///< of the new edge between them; none if it is not proven free
};

}  // namespace gapless
