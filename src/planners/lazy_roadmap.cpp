#include "planners/lazy_roadmap.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

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
    // Not before: a space may get its parts after the planner that is for it.
    if (v == 0)
        flat_ = FlatStates::of(*si_->getStateSpace());
    vertices_.emplace_back();
    vertices_[v].state = si_->cloneState(state);
    validity_.push_back(validity);
    if (flat_)
        flat_->add(state);
    return v;
}

void LazyRoadmap::addToNeighbours(VertexId v)
{
    if (!flat_)
        neighbours_->add(v);
}

/// Sets near_. @param among so many milestones, of which all are among the neighbours
void LazyRoadmap::findNearest(VertexId v, std::size_t k, std::size_t among)
{
    if (!flat_)
        return neighbours_->nearestK(v, k, near_);
    flat_->nearest(
        v, k, among, [&](VertexId u) { return si_->distance(vertices_[v].state, vertices_[u].state); }, near_);
}

void LazyRoadmap::findWithin(VertexId v, double radius, std::size_t among)
{
    if (!flat_)
        return neighbours_->nearestR(v, radius, near_);
    flat_->within(
        v, radius, among, [&](VertexId u) { return si_->distance(vertices_[v].state, vertices_[u].state); }, near_);
}

LazyRoadmap::VertexId LazyRoadmap::addVertex(const ob::State* state, Validity validity)
{
    const VertexId v = appendVertex(state, validity);
    judged_.push_back(v);
    addToNeighbours(v);
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
    proofs_.emplace_back();
    is_own_.push_back(0);
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
        findWithin(v, rule.radius, v);
    else
        findNearest(v, rule.k > 0 ? rule.k : prmStarNeighbours(v, si_->getStateDimension()), v);
    for (const VertexId u : near_)
        if (isSameState(u, state))
        {
            si_->freeState(vertices_.back().state);
            vertices_.pop_back();
            validity_.pop_back();
            if (flat_)
                flat_->truncate(v);
            if (validity != Validity::Unknown)
            {
                validity_[u] = validity;
                judged_.push_back(u);
            }
            return u;
        }
    judged_.push_back(v);
    addToNeighbours(v);
    vertex_count_.store(vertices_.size(), std::memory_order_relaxed);
    for (const VertexId u : near_)
        join(u, v);
    return v;
}

void LazyRoadmap::retryFrom(VertexId v, VertexId about)
{
    std::vector<EdgeId> colliding;
    for (const Arc& arc : vertices_[about].arcs)
        if (edges_[arc.edge].state == EdgeProof::State::Colliding)
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
    findNearest(v, count + 1, vertices_.size());  // v itself is one
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
    if (validity_[v] == Validity::Unknown)
    {
        judged_.push_back(v);
        validity_[v] = si_->isValid(vertices_[v].state) ? Validity::Valid : Validity::Invalid;
    }
    return validity_[v] == Validity::Valid;
}

void LazyRoadmap::setState(EdgeId e, EdgeProof::State state)
{
    const auto countOf = [this](EdgeProof::State of) {
        return of == EdgeProof::State::Free ? &free_count_ : of == EdgeProof::State::Colliding ? &colliding_count_ : nullptr;
    };
    if (edges_[e].state == state)
        return;
    // Others read them, nobody else writes: no need for an exchange with the other cores.
    const auto add = [](std::atomic<std::uint64_t>* count, std::uint64_t change) {
        if (count)
            count->store(count->load(std::memory_order_relaxed) + change, std::memory_order_relaxed);
    };
    add(countOf(edges_[e].state), static_cast<std::uint64_t>(-1));
    add(countOf(state), 1);
    edges_[e].state = state;
}

void LazyRoadmap::noteOwn(EdgeId e)
{
    if (is_own_[e])
        return;
    is_own_[e] = 1;
    own_.push_back(e);
}

void LazyRoadmap::noteProgress(EdgeId e)
{
    const EdgeProof& proof = proofs_[e];
    edges_[e].unproven = proof.unproven();
    // What was free before is known by whoever said so.
    if (edges_[e].state != EdgeProof::State::Free || proof.state != EdgeProof::State::Free)
        noteOwn(e);
    setState(e, proof.state);
}

void LazyRoadmap::settle(EdgeId e, EdgeProof::State state)
{
    EdgeProof& proof = proofs_[e];
    proof.state = state;
    proof.queues.clear();
    proof.proven_in = state == EdgeProof::State::Free ? ProofHistory::kFirst : 0;
    noteProgress(e);
}

void LazyRoadmap::forgetValidity()
{
    edit_.milestones.clear();
    for (const VertexId v : judged_)
    {
        if (validity_[v] == Validity::Invalid)
            edit_.milestones.push_back(v);
        validity_[v] = Validity::Unknown;
    }
    judged_.clear();
}

void LazyRoadmap::forgetProofs(const EdgeColours* colours)
{
    forgetValidity();
    for (EdgeId e = 0; e < edges_.size(); ++e)
    {
        proofs_[e] = EdgeProof();
        proofs_[e].proven_in = colours && e < colours->count() ? colours->provenIn(e) : 0;
        edges_[e].unproven = 1.0;
        edges_[e].state = EdgeProof::State::Open;
    }
    own_.clear();
    std::fill(is_own_.begin(), is_own_.end(), 0);
    free_count_ = 0;
    colliding_count_ = 0;
}

/// What edges are kept by. Most of them were proven in the same few scenes.
class LazyRoadmap::Keeper
{
public:
    Keeper(const ProofHistory& of, const ProofHistory::KeptPairs& kept_pairs, const EdgeColours* by)
        : history(of), kept(kept_pairs), colours(by), share_(of.changedSince(since_))
    {}

    double changedSince(ProofHistory::Edit edit)
    {
        if (edit != since_)
        {
            since_ = edit;
            share_ = history.changedSince(edit);
        }
        return share_;
    }

    const ProofHistory& history;
    const ProofHistory::KeptPairs& kept;
    const EdgeColours* const colours;

private:
    ProofHistory::Edit since_ = ProofHistory::kFirst;
    double share_;
};

/// By the pairs that have changed since it was proven, and by its colour.
void LazyRoadmap::keepProof(EdgeId e, Keeper& keeper)
{
    const EdgeColours* const colours = keeper.colours;
    EdgeProof& proof = proofs_[e];
    // Queues are of the scene before, and so are samples.
    proof.queues.clear();
    proof.samples = 0;
    proof.doubt = keeper.changedSince(proof.proven_in);
    if (proof.state == EdgeProof::State::Colliding && proof.witness)
        proof.witness = keeper.kept[*proof.witness];
    // Also an edge that was open, or collided with what is gone, and of whose pairs none is new or differs any more.
    if (proof.state != EdgeProof::State::Colliding || !proof.witness)
        proof.state = proof.proven_in > 0 && proof.doubt == 0.0 ? EdgeProof::State::Free : EdgeProof::State::Open;
    if (colours && e < colours->count())
    {
        if (colours->isWhite(e) && proof.proven_in > 0 && proof.proven_in >= colours->uncoveredSince())
        {
            proof.state = EdgeProof::State::Free;
            proof.proven_in = keeper.history.now();
            proof.witness.reset();
        }
        else if (!colours->isWhite(e))
            proof.doubt = colours->doubt(e);
    }
    edges_[e].unproven = proof.unproven();
    setState(e, proof.state);
}

// What an edit may change, one edge at a time. With colours, an edge of which they know all is looked at only where its colour turned: while it is white and
// no pair changes that they do not cover, it stays free, whatever the scene in which that was written down.
const LazyRoadmap::Edit& LazyRoadmap::keepProofs(const ProofHistory& history, const ProofHistory::KeptPairs& kept,
                                                 const EdgeColours* colours)
{
    forgetValidity();
    Keeper keeper(history, kept, colours);
    edit_.edges.clear();
    edit_.is_any_edge = !colours || colours->isFirst() || colours->uncoveredSince() == history.now();
    if (colours && !colours->isFirst())
        for (const EdgeId e : colours->turned())
            // White until now, and free: so it was in the scene before.
            if (proofs_[e].state == EdgeProof::State::Free && !colours->isWhite(e))
                proofs_[e].proven_in = std::max(proofs_[e].proven_in, history.now() - 1);
    if (edit_.is_any_edge)
    {
        for (EdgeId e = 0; e < edges_.size(); ++e)
        {
            keepProof(e, keeper);
            // White, and open for a pair that colours say nothing of: the next edit may close it without turning it.
            if (colours && e < colours->count() && colours->isWhite(e) && proofs_[e].state != EdgeProof::State::Free)
                noteOwn(e);
        }
        return edit_;
    }
    const auto keep = [&](EdgeId e) {
        keepProof(e, keeper);
        edit_.edges.push_back(e);
    };
    const std::vector<EdgeId>& turned = colours->turned();
    for (std::size_t i = 0; i < turned.size(); ++i)
    {
        constexpr std::size_t kAhead = 8;
        if (i + kAhead < turned.size())
        {
            __builtin_prefetch(&proofs_[turned[i + kAhead]]);
            __builtin_prefetch(&edges_[turned[i + kAhead]]);
        }
        if (!is_own_[turned[i]])
            keep(turned[i]);
    }
    std::size_t left = 0, grey = 0;
    for (const EdgeId e : own_)
    {
        keep(e);
        const bool is_white = e < colours->count() && colours->isWhite(e);
        // What is open now is so until it turns or is worked on: in which scene it was proven is all that is known, and stays.
        is_own_[e] = proofs_[e].state != (is_white ? EdgeProof::State::Free : EdgeProof::State::Open);
        if (!is_own_[e])
            continue;
        own_[left++] = e;
        grey += is_white ? 0 : 1;
    }
    own_.resize(left);
    if (grey > kMostOwn)
        forgetOldest(grey - kMostOwn / 2, *colours);
    return edit_;
}

/// Of edges that are not white: else each edit would take longer than the one before.
void LazyRoadmap::forgetOldest(std::size_t excess, const EdgeColours& colours)
{
    std::size_t left = 0;
    for (const EdgeId e : own_)
    {
        const bool is_of_file = e < colours.count();
        if (excess == 0 || (is_of_file && colours.isWhite(e)))
        {
            own_[left++] = e;
            continue;
        }
        --excess;
        is_own_[e] = 0;
        proofs_[e] = EdgeProof();
        if (is_of_file)
        {
            proofs_[e].proven_in = colours.provenIn(e);
            proofs_[e].doubt = colours.doubt(e);
        }
        edges_[e].unproven = proofs_[e].unproven();
        setState(e, EdgeProof::State::Open);
    }
    own_.resize(left);
}

/// All but the first so many.
void LazyRoadmap::removeFromNeighbours(std::size_t milestones)
{
    if (flat_)
        return flat_->truncate(milestones);
    // One by one, OMPL makes the structure anew after every few hundred, and finds none of which another one lies at distance 0.
    constexpr std::size_t kFew = 64;
    bool are_gone = vertices_.size() <= milestones + kFew;
    for (std::size_t v = milestones; v < vertices_.size() && are_gone; ++v)
        are_gone = neighbours_->remove(static_cast<VertexId>(v));
    if (are_gone)
        return;
    std::vector<VertexId> left(milestones);
    std::iota(left.begin(), left.end(), VertexId{0});
    neighbours_->clear();
    neighbours_->add(left);
}

void LazyRoadmap::truncate(std::size_t milestones, std::size_t edges)
{
    for (std::size_t e = edges; e < edges_.size(); ++e)
        for (const VertexId v : {edges_[e].a, edges_[e].b})
        {
            // They came in this order.
            std::vector<Arc>& arcs = vertices_[v].arcs;
            while (!arcs.empty() && arcs.back().edge >= edges)
                arcs.pop_back();
        }
    removeFromNeighbours(milestones);
    for (std::size_t v = milestones; v < vertices_.size(); ++v)
        si_->freeState(vertices_[v].state);
    const auto isGone = [](std::size_t left) { return [left](std::uint32_t i) { return i >= left; }; };
    judged_.erase(std::remove_if(judged_.begin(), judged_.end(), isGone(milestones)), judged_.end());
    own_.erase(std::remove_if(own_.begin(), own_.end(), isGone(edges)), own_.end());
    vertices_.resize(std::min(milestones, vertices_.size()));
    validity_.resize(vertices_.size());
    for (std::size_t e = edges; e < edges_.size(); ++e)
        setState(static_cast<EdgeId>(e), EdgeProof::State::Open);
    edges_.resize(std::min(edges, edges_.size()));
    proofs_.resize(edges_.size());
    is_own_.resize(edges_.size());
    vertex_count_ = vertices_.size();
    edge_count_ = edges_.size();
}

void LazyRoadmap::clear()
{
    neighbours_->clear();
    flat_.reset();
    // Where memory ran out the last one may have none.
    for (Vertex& vertex : vertices_)
        if (vertex.state)
            si_->freeState(vertex.state);
    vertices_.clear();
    validity_.clear();
    edges_.clear();
    proofs_.clear();
    own_.clear();
    is_own_.clear();
    judged_.clear();
    vertex_count_ = edge_count_ = free_count_ = colliding_count_ = 0;
}

}  // namespace gapless
