// The graph of LazyPRM: milestones, edges, what is known of both, and nearest neighbours.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include <ompl/base/SpaceInformation.h>
#include <ompl/datastructures/NearestNeighbors.h>

#include <gapless/planners/edge_prover.h>

#include "planners/edge_colours.h"
#include "planners/flat_states.h"
#include "planners/proof_history.h"

namespace gapless {

/// Milestones and edges are numbered in the order in which they came and are never removed: an edge that collides in this scene
/// may be free in the next. Edges go both ways, but for cars: there they go from a to b alone, and neighbours are joined by two of them.
/// Used by one thread; the counts may be read by others meanwhile.
class LazyRoadmap
{
public:
    using VertexId = std::uint32_t;
    using EdgeId = std::uint32_t;
    using Neighbours = ompl::NearestNeighbors<VertexId>;

    /// Of a milestone in the present scene, by the state validity checker.
    enum class Validity : std::uint8_t
    {
        Unknown,
        Valid,
        Invalid,
    };
    /// An edge as seen from one of its ends, whichever way it goes.
    struct Arc
    {
        VertexId to = 0;
        EdgeId edge = 0;
    };
    struct Vertex
    {
        ompl::base::State* state = nullptr;
        std::vector<Arc> arcs;
    };
    /// What searches look at, of many edges: proofs lie elsewhere, and an edge in one line of the cache.
    struct alignas(32) Edge
    {
        VertexId a = 0, b = 0;
        double length = 0.0;  ///< in the metric of the space
        /// What a path over this edge has still to prove, as a share of the motion: 1 before the proof is begun, 0 once it is free;
        /// in between, the share that the most uncovered entry of its queue spans.
        double unproven = 1.0;
        EdgeProof::State state = EdgeProof::State::Open;  ///< of its proof, when progress was noted last
        bool is_directed = false;

        VertexId other(VertexId v) const { return v == a ? b : a; }
        bool leadsFrom(VertexId v) const { return !is_directed || v == a; }
        bool leadsTo(VertexId v) const { return !is_directed || v == b; }
        /// What a path over it costs: the more, the more of it is to be proven.
        double cost(double penalty) const { return length * (1.0 + penalty * unproven); }
    };
    /// Whom a new milestone is joined to; see LazyPRM::setNeighbors() and setRadius().
    struct NeighbourRule
    {
        unsigned int k = 0;
        double radius = 0.0;
    };

    LazyRoadmap(ompl::base::SpaceInformationPtr si, std::shared_ptr<Neighbours> neighbours);
    ~LazyRoadmap();
    LazyRoadmap(const LazyRoadmap&) = delete;
    LazyRoadmap& operator=(const LazyRoadmap&) = delete;

    /// Copies the state. The milestone has no edges yet.
    VertexId addVertex(const ompl::base::State* state, Validity validity);
    /// The edge from a to b, Open.
    EdgeId addEdge(VertexId a, VertexId b);
    /// A milestone joined to its neighbours. One of exactly that state is taken instead of a second.
    VertexId addMilestone(const ompl::base::State* state, Validity validity, const NeighbourRule& rule);

    /// Joins a milestone to those that its neighbour `about` has a colliding edge to, nearest first, at most as many as `v` has edges:
    /// else the milestones of a cluster would be joined to each other alone.
    void retryFrom(VertexId v, VertexId about);

    /// Joins a milestone to those of the nearest `count` that it is not joined to. @return to how many
    std::size_t joinNearest(VertexId v, std::size_t count);

    /// Asks the validity checker where that is not known yet.
    bool isValid(VertexId v);
    /// To be called for edges whose proof was worked on.
    void noteProgress(EdgeId e);
    /// Settles an edge without proving it, as a roadmap that is read from a file knows it: in the first scene of a history.
    void settle(EdgeId e, EdgeProof::State state);
    /// The validity checker is another one.
    void forgetValidity();
    /// The scene is another one: nothing is known any more, but of edges that have colours in which number of the first scene of a history they are free.
    void forgetProofs(const EdgeColours* colours = nullptr);

    static constexpr std::size_t kMostOwn = 4096;
    /// What an edit of the scene changed: edges that may cost something else now, and milestones that were not valid, of which nothing is known any more.
    struct Edit
    {
        bool is_any_edge = false;  ///< then they are not listed
        std::vector<EdgeId> edges;
        std::vector<VertexId> milestones;
    };
    /// The scene is another one, the present of the history: what has not changed stays proven, and a witness of a pair that is the same stands.
    /// @param colours of that scene; null: none. What they know is proven as well; of other edges, the proofs that were found first are forgotten where there are more than kMostOwn, until half as many are left
    const Edit& keepProofs(const ProofHistory& history, const ProofHistory::KeptPairs& kept,
                           const EdgeColours* colours = nullptr);
    void clear();
    /// Only the first so many milestones and edges are left. @pre no edge that is left is joined to a milestone that is not
    void truncate(std::size_t milestones, std::size_t edges);

    const Vertex& vertex(VertexId v) const { return vertices_[v]; }
    const Edge& edge(EdgeId e) const { return edges_[e]; }
    EdgeProof& proof(EdgeId e) { return proofs_[e]; }
    /// As far as it is known.
    Validity validity(VertexId v) const { return validity_[v]; }
    void prefetch(VertexId v) const
    {
        if (flat_)
            flat_->prefetch(v);
    }
    /// Between two milestones, up to rounding, in the metric of the space.
    double distance(VertexId u, VertexId v) const
    {
        return flat_ ? flat_->distance(u, v) : si_->distance(vertices_[u].state, vertices_[v].state);
    }
    const std::vector<Vertex>& vertices() const { return vertices_; }
    const std::vector<Edge>& edges() const { return edges_; }
    const ompl::base::SpaceInformationPtr& space() const { return si_; }

    std::uint64_t vertexCount() const { return vertex_count_.load(std::memory_order_relaxed); }
    std::uint64_t edgeCount() const { return edge_count_.load(std::memory_order_relaxed); }
    std::uint64_t freeCount() const { return free_count_.load(std::memory_order_relaxed); }
    std::uint64_t collidingCount() const { return colliding_count_.load(std::memory_order_relaxed); }

private:
    VertexId appendVertex(const ompl::base::State* state, Validity validity);
    void addToNeighbours(VertexId v);
    void removeFromNeighbours(std::size_t milestones);
    void findNearest(VertexId v, std::size_t k, std::size_t among);
    void findWithin(VertexId v, double radius, std::size_t among);
    void setState(EdgeId e, EdgeProof::State state);
    void noteOwn(EdgeId e);
    void forgetOldest(std::size_t excess, const EdgeColours& colours);
    class Keeper;
    void keepProof(EdgeId e, Keeper& keeper);
    void join(VertexId u, VertexId v);
    bool isJoined(VertexId u, VertexId v) const;
    bool isSameState(VertexId v, const ompl::base::State* state);

    ompl::base::SpaceInformationPtr si_;
    bool is_directed_;
    std::shared_ptr<Neighbours> neighbours_;  // where there are no flat ones
    std::unique_ptr<FlatStates> flat_;        // of all milestones, where the space has such
    std::vector<Vertex> vertices_;
    std::vector<Validity> validity_;
    std::vector<Edge> edges_;
    std::vector<EdgeProof> proofs_;
    std::vector<EdgeId> own_;  // edges of which more is known in the present scene than colours tell
    std::vector<char> is_own_;
    std::vector<VertexId> judged_;  // milestones whose validity may be known
    Edit edit_;
    std::vector<VertexId> near_;
    std::vector<double> reals_[2];
    std::atomic<std::uint64_t> vertex_count_{0}, edge_count_{0}, free_count_{0}, colliding_count_{0};
};

}  // namespace gapless
