// What the parts of a roadmap are made from, and how: the same in every thread and process, so that nobody can tell who made a part.
//
// 1. Nodes: too cheap to keep, every process samples them all.
// 2. Edges: a part for every kEdgesPerBlock / neighbors nodes, each joined to its nearest. An edge that both of its ends find is proven by both, the same
//    way round and so with the same outcome, and is one edge afterwards.
// 3. Cells, and what clearances between links may be raised by: a part for every kEdgesPerBlock edges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <ompl/datastructures/NearestNeighbors.h>

#include <gapless/cells/swept_cells.h>
#include <gapless/roadmap/roadmap_builder.h>

#include "core/content_digest.h"
#include "planners/scene_key.h"
#include "roadmap/node_states.h"
#include "roadmap/raised_proofs.h"
#include "roadmap/workspace_metric.h"

namespace gapless {

/// Lower number first.
using EdgeEnds = std::pair<std::uint32_t, std::uint32_t>;

/// Of edges first to last - 1 of a list.
std::string bytesOfEdges(const std::vector<EdgeEnds>& edges, std::size_t first, std::size_t last);

/// Appends them. @return false if the bytes are not those of whole edges
bool appendEdges(std::string_view bytes, std::vector<EdgeEnds>& edges);

/// The problem, the nodes and the grid. Immutable once it is made: any number of threads may share one.
class RoadmapWork
{
public:
    /// Samples the nodes, with options.jobs threads. @param options outlive this
    /// @throws InputError as buildRoadmap() does for what it is given; Interruption
    RoadmapWork(const Problem& problem, const RoadmapBuildOptions& options);

    const Problem& problem() const { return problem_; }
    const RoadmapBuildOptions& options() const { return options_; }
    const NodeStates& nodes() const { return nodes_; }
    const WorkspaceGrid& grid() const { return grid_; }
    /// Ascending, metres.
    const std::vector<double>& raises() const { return raises_; }
    const SceneKey& key() const { return key_; }
    /// All that parts are about. Of the nodes themselves: what was proven between two of them is of no use for others, should this program sample other ones
    /// than the one that made the parts.
    const Digest& digest() const { return digest_; }

    /// By the metric of the options.
    double distance(std::uint32_t a, std::uint32_t b) const
    {
        return workspace_ ? workspace_->distance(a, b) : nodes_.distance(a, b);
    }
    bool isMetric() const;
    /// No two nodes are farther apart.
    double extent() const;

    std::size_t nodesPerPart() const;
    std::size_t edgePartCount() const;

    /// @throws Interruption
    void lookUp() const;

private:
    void sampleNodes();
    Digest makeDigest() const;

    Problem problem_;
    const RoadmapBuildOptions& options_;
    NodeStates nodes_;
    std::unique_ptr<const WorkspaceMetric> workspace_;  ///< null: the space's is asked for
    WorkspaceGrid grid_;
    std::vector<double> raises_;
    SceneKey key_;
    Digest digest_{};
};

/// Makes parts. Keeps memory from part to part: one per thread.
class PartMaker
{
public:
    explicit PartMaker(const RoadmapWork& work);
    ~PartMaker();

    /// Edges of the nodes of that part, in the form of bytesOfEdges(). @throws Interruption
    std::string edges(std::size_t part);
    /// Of each of those edges, a byte: by how many raises() it is proven; then the codes of their cells, one after the other. @throws Interruption; InputError if they are no edges between the nodes
    std::string cells(std::string_view edges);
    /// How many cells an edge has. @throws Interruption
    std::size_t cellCount(const EdgeEnds& edge);

private:
    using Neighbours = ompl::NearestNeighbors<std::uint32_t>;

    std::unique_ptr<Neighbours> makeNeighbours() const;
    std::vector<std::uint32_t> nearest(std::uint32_t node, std::size_t count) const;
    void join(std::uint32_t node, std::vector<EdgeEnds>& edges);
    const CellSet& find(const EdgeEnds& edge);

    const RoadmapWork& work_;
    // Each made when first needed.
    std::unique_ptr<Neighbours> neighbours_;
    std::unique_ptr<SegmentCertifier> certifier_;
    std::unique_ptr<RaisedProofs> raised_;
    std::unique_ptr<SweptCells> swept_;
    CellSet cells_;
    std::vector<std::uint8_t> codes_;
};

}  // namespace gapless
