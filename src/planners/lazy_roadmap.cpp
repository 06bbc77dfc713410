#include "planners/lazy_roadmap.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>

#include <gapless/core/error.h>

#include "ompl/car_curve.h"

namespace ob = ompl::base;

namespace gapless {

namespace {

/// The number of neighbours that keeps k-PRM* asymptotically optimal: S. Karaman, E. Frazzoli, "Sampling-based algorithms for
/// optimal motion planning", IJRR 2011, section 3.
std::size_t prmStarNeighbours(std::size_t milestones, unsigned int dimension)
{
    constexpr double kE = 2.71828182845904523536;
    const double factor = kE * (1.0 + 1.0 / std::max(1u, dimension));
    return static_cast<std::size_t>(std::ceil(factor * std::log(static_cast<double>(milestones + 1))));
}

}  // namespace

LazyRoadmap::LazyRoadmap(ob::SpaceInformationPtr si, std::shared_ptr<Neighbours> neighbours)
    : si_(std::move(si)), is_directed_(hasCars(*si_->getStateSpace())), neighbours_(std::move(neighbours))
{
    neighbours_->setDistanceFunction(
        [this](VertexId a, VertexId b) { return si_->distance(vertices_[a].state, vertices_[b].state); });
}

LazyRoadmap::~LazyRoadmap()
{
    clear();
}

LazyRoadmap::VertexId LazyRoadmap::appendVertex(const ob::State* state, Validity validity)
{
    if (vertices_.size() >= std::numeric_limits<VertexId>::max())
        throw InputError("a roadmap of more than 2^32 - 1 milestones");
    const auto v = static_cast<VertexId>(vertices_.size());
    vertices_.emplace_back();
    vertices_[v].state = si_->cloneState(state);
    vertices_[v].validity = validity;
    return v;
}

LazyRoadmap::VertexId LazyRoadmap::addVertex(const ob::State* state, Validity validity)
{
    const VertexId v = appendVertex(state, validity);
    neighbours_->add(v);
    vertex_count_.store(vertices_.size(), std::memory_order_relaxed);
    return v;
}

LazyRoadmap::EdgeId LazyRoadmap::addEdge(VertexId a, VertexId b)
{
    if (edges_.size() >= std::numeric_limits<EdgeId>::max())
        throw InputError("a roadmap of more than 2^32 - 1 edges");
    const auto e = static_cast<EdgeId>(edges_.size());
    edges_.emplace_back();
    edges_[e].a = a;
    edges_[e].b = b;
    edges_[e].is_directed = is_directed_;
    edges_[e].length = si_->distance(vertices_[a].state, vertices_[b].state);
    counted_.push_back(EdgeProof::State::Open);
    vertices_[a].arcs.push_back({b, e});
    vertices_[b].arcs.push_back({a, e});
    edge_count_.store(edges_.size(), std::memory_order_relaxed);
    return e;
}

/// There and back.
void LazyRoadmap::join(VertexId u, VertexId v)
{
    addEdge(u, v);
    if (is_directed_)
        addEdge(v, u);
}

LazyRoadmap::VertexId LazyRoadmap::addMilestone(const ob::State* state, Validity validity, const NeighbourRule& rule)
{
    // Neighbours are asked for by number: the milestone is in the list, but not yet among the neighbours.
    const VertexId v = appendVertex(state, validity);
    if (rule.radius > 0.0)
        neighbours_->nearestR(v, rule.radius, near_);
    else
        neighbours_->nearestK(v, rule.k > 0 ? rule.k : prmStarNeighbours(v, si_->getStateDimension()), near_);
    for (const VertexId u : near_)
        if (isSameState(u, state))
        {
            si_->freeState(vertices_.back().state);
            vertices_.pop_back();
            if (validity != Validity::Unknown)
                vertices_[u].validity = validity;
            return u;
        }
    neighbours_->add(v);
    vertex_count_.store(vertices_.size(), std::memory_order_relaxed);
    for (const VertexId u : near_)
        join(u, v);
    return v;
}

void LazyRoadmap::retryFrom(VertexId v, VertexId about)
{
    std::vector<EdgeId> colliding;
    for (const Arc& arc : vertices_[about].arcs)
        if (edges_[arc.edge].proof.state == EdgeProof::State::Colliding)
            colliding.push_back(arc.edge);
    std::sort(colliding.begin(), colliding.end(), [&](EdgeId x, EdgeId y) { return edges_[x].length < edges_[y].length; });
    if (colliding.size() > vertices_[v].arcs.size())
        colliding.resize(vertices_[v].arcs.size());
    for (const EdgeId e : colliding)
    {
        const VertexId u = edges_[e].other(about);
        if (u != v && !isJoined(u, v))
            join(u, v);
    }
}

bool LazyRoadmap::isJoined(VertexId u, VertexId v) const
{
    const std::vector<Arc>& arcs = vertices_[v].arcs;
    return std::any_of(arcs.begin(), arcs.end(), [u](const Arc& arc) { return arc.to == u; });
}

std::size_t LazyRoadmap::joinNearest(VertexId v, std::size_t count)
{
    neighbours_->nearestK(v, count + 1, near_);  // v itself is one
    std::size_t added = 0;
    for (const VertexId u : near_)
        if (u != v && !isJoined(u, v))
        {
            join(u, v);
            ++added;
        }
    return added;
}

// Bit by bit: the distance of rotations that differ by less than 9e-5 rad is 0, StateSpace::equalStates() has a tolerance too.
bool LazyRoadmap::isSameState(VertexId v, const ob::State* state)
{
    si_->getStateSpace()->copyToReals(reals_[0], vertices_[v].state);
    si_->getStateSpace()->copyToReals(reals_[1], state);
    return std::memcmp(reals_[0].data(), reals_[1].data(), reals_[0].size() * sizeof(double)) == 0;
}

bool LazyRoadmap::isValid(VertexId v)
{
    Vertex& vertex = vertices_[v];
    if (vertex.validity == Validity::Unknown)
        vertex.validity = si_->isValid(vertex.state) ? Validity::Valid : Validity::Invalid;
    return vertex.validity == Validity::Valid;
}

void LazyRoadmap::noteProgress(EdgeId e)
{
    Edge& edge = edges_[e];
    edge.unproven = edge.proof.unproven();
    if (counted_[e] == edge.proof.state)
        return;
    counted_[e] = edge.proof.state;
    (edge.proof.state == EdgeProof::State::Free ? free_count_ : colliding_count_).fetch_add(1, std::memory_order_relaxed);
}

void LazyRoadmap::settle(EdgeId e, EdgeProof::State state)
{
    EdgeProof& proof = edges_[e].proof;
    proof.state = state;
    proof.queues.clear();
    proof.proven_in = state == EdgeProof::State::Free ? ProofHistory::kFirst : 0;
    noteProgress(e);
}

void LazyRoadmap::forgetValidity()
{
    for (Vertex& vertex : vertices_)
        vertex.validity = Validity::Unknown;
}

void LazyRoadmap::forgetProofs()
{
    forgetValidity();
    for (Edge& edge : edges_)
    {
        edge.proof = EdgeProof();
        edge.unproven = 1.0;
    }
    std::fill(counted_.begin(), counted_.end(), EdgeProof::State::Open);
    free_count_ = 0;
    colliding_count_ = 0;
}

void LazyRoadmap::keepProofs(const ProofHistory& history, const ProofHistory::KeptPairs& kept)
{
    forgetValidity();
    std::map<ProofHistory::Edit, double> changed;
    free_count_ = 0;
    colliding_count_ = 0;
    for (EdgeId e = 0; e < edges_.size(); ++e)
    {
        EdgeProof& proof = edges_[e].proof;
        if (const auto is_new = changed.try_emplace(proof.proven_in); is_new.second)
            is_new.first->second = history.changedSince(proof.proven_in);
        const double open = changed[proof.proven_in];
        // Queues are of the scene before, and so are samples.
        proof.queues.clear();
        proof.samples = 0;
        if (proof.state == EdgeProof::State::Colliding && proof.witness)
            proof.witness = kept[*proof.witness];
        // Also an edge that was open, or collided with what is gone, and of whose pairs none is new or differs any more.
        if (proof.state != EdgeProof::State::Colliding || !proof.witness)
            proof.state = proof.proven_in > 0 && open == 0.0 ? EdgeProof::State::Free : EdgeProof::State::Open;
        proof.open_pairs = open;
        counted_[e] = EdgeProof::State::Open;
        edges_[e].unproven = proof.unproven();
        if (proof.state != EdgeProof::State::Open)
            noteProgress(e);
    }
}

void LazyRoadmap::clear()
{
    neighbours_->clear();
    for (Vertex& vertex : vertices_)
        si_->freeState(vertex.state);
    vertices_.clear();
    edges_.clear();
    counted_.clear();
    vertex_count_ = edge_count_ = free_count_ = colliding_count_ = 0;
}

}  // namespace gapless
