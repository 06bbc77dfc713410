// What is left of a roadmap when a cube of cells is taken away.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include <gapless/cells/marked_counts.h>

namespace gapless {

/// Sets that are joined.
class Unions
{
public:
    explicit Unions(std::size_t count) : parent_(count) { reset(); }
    void reset() { std::iota(parent_.begin(), parent_.end(), 0u); }
    /// Puts one into the set of that one, if it is its find(). @pre nobody is in the set of `i` but itself
    void put(std::uint32_t i, std::uint32_t into) { parent_[i] = into; }
    /// One of the set, the same for all in it.
    std::uint32_t find(std::uint32_t i)
    {
        while (parent_[i] != i)
            i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    void join(std::uint32_t a, std::uint32_t b)
    {
        a = find(a);
        b = find(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }

private:
    std::vector<std::uint32_t> parent_;
};

/// A roadmap with its cells, to which edges may be added.
class CellGraph
{
public:
    struct Edge
    {
        std::uint32_t a = 0, b = 0;
    };

    struct Below
    {
        std::uint32_t node = 0, above = 0;  ///< the same: at the top
        std::uint32_t edge = 0;             ///< between them
    };

    /// @param cells of the edges, and of the nodes
    CellGraph(std::vector<Edge> edges, std::shared_ptr<const CellLists> cells, std::shared_ptr<const CellLists> cells_of_nodes);

    void add(const Edge& edge, const CellSet& cells);
    /// From now on the edge has these cells and no others. @param before those that it had
    void setCells(std::uint32_t edge, const CellSet& before, const CellSet& cells);

    std::size_t nodeCount() const { return arcs_.size(); }
    const WorkspaceGrid& grid() const { return cells_->grid(); }
    const std::vector<Edge>& edges() const { return edges_; }
    /// Numbers of a node's edges.
    const std::vector<std::uint32_t>& arcs(std::uint32_t node) const { return arcs_[node]; }
    /// The same for all nodes that were connected at first.
    std::uint32_t component(std::uint32_t node) const { return components_[node]; }
    /// A tree of the first edges over each component: nodes, each after the one above it.
    const std::vector<Below>& forest() const { return forest_; }
    /// Whether a node or an edge touches the cell. An edge that was made finer may no longer.
    bool isTouched(CellIndex cell) const
    {
        return cells_->isTouched(cell) || cells_of_nodes_->isTouched(cell) || !added_[cell.value()].empty();
    }
    template <class Take>
    void forEdgesIn(CellIndex cell, const Take& take) const
    {
        cells_->visit(cell, [&](std::uint32_t e) {
            if (!is_set_[e])
                take(e);
        });
        for (const std::uint32_t e : added_[cell.value()])
            take(e);
    }
    template <class Take>
    void forNodesIn(CellIndex cell, const Take& take) const
    {
        cells_of_nodes_->visit(cell, take);
    }

private:
    void makeForest();

    std::vector<Edge> edges_;
    std::shared_ptr<const CellLists> cells_, cells_of_nodes_;
    std::vector<std::vector<std::uint32_t>> arcs_;   ///< by node
    std::vector<std::vector<std::uint32_t>> added_;  ///< by cell, edges that were added, or whose cells were set
    std::vector<char> is_set_;                       ///< by edge of the lists: no longer as they have it
    std::vector<std::uint32_t> components_;          ///< by node
    std::vector<Below> forest_;
};

/// Keeps its memory from cube to cube: one per thread.
class CubeView
{
public:
    /// Cells along an edge, of cubes whose cells have a bit each.
    static constexpr int kMostSideOfMasks = 4;

    /// @param side of cubes, cells
    CubeView(const CellGraph& graph, int side);

    /// Looks at the cube that begins at a cell.
    void take(const std::array<int, 3>& corner);
    bool isTouched() const { return !edges_.empty() || !nodes_.empty(); }
    bool isRemoved(std::uint32_t node) const { return node_masks_[node] != 0; }

    /// Joins what is left. @return the nodes that are not in the largest part of what was connected at first, part by part
    const std::vector<std::vector<std::uint32_t>>& cutOff();
    /// Whether every node that is removed has a chain of edges to one that is not, whose cells in the cube are among its own. @pre side <= kMostSideOfMasks
    bool leadsOut();

private:
    using Mask = std::uint64_t;

    void joinWhatIsLeft();
    bool isLeft(std::uint32_t edge) const { return edge_masks_[edge] == 0; }
    bool leadsOut(std::uint32_t start);

    const CellGraph& graph_;
    int side_;
    Unions unions_;
    std::vector<Mask> edge_masks_, node_masks_;  ///< the cells of the cube that each touches
    std::vector<std::uint32_t> edges_, nodes_;   ///< those whose masks are not 0
    std::vector<std::uint32_t> sizes_, largest_, places_, seen_, front_;
    std::uint32_t run_ = 0;
    std::vector<std::vector<std::uint32_t>> parts_;
};

}  // namespace gapless
