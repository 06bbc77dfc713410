// 1. Edges that are settled already are passed over; one that collides is the answer.
// 2. A few states of edges that nobody has looked at are sampled, the middle of the longest unsampled part first. Whether that pays
//    depends on the problem, and on how many were sampled before in the same call: the first is in the longest part, and where it is free
//    the path is a little likelier to be. So it is counted for the first sample of a call, the second, and so on, how often it found a
//    collision, and sampling stops at the first that does so less than once in kOneIn.
// 3. The rest is proven together (path_certifier.h), until the termination condition says to stop. A car's curve is proven piece by piece, each
//    as a straight motion or a turn with a tube as wide as OMPL's rounding (curve_straightener.h): nothing is gained by halving one that is not.
//    Of an edge that was proven in an earlier scene, the pairs that have changed since are proven, and no others (proof_history.h).
// 4. Edges keep their queues, unless told otherwise; settled certifiers are kept for their memory.
#include <gapless/planners/edge_prover.h>

#include <algorithm>

#include <gapless/core/error.h>
#include <gapless/kinematics/motion.h>
#include <gapless/ompl/swappable_motion_validator.h>

#include "certify/curve_straightener.h"
#include "planners/proof_history.h"

namespace ob = ompl::base;

namespace gapless {

namespace {

/// Where an edge is sampled before its proof is begun, and the longest part of it without a sample after so many of them.
constexpr std::array<double, 7> kInstants{0.5, 0.25, 0.75, 0.125, 0.375, 0.625, 0.875};
constexpr std::array<double, 8> kUnseen{1.0, 0.5, 0.5, 0.25, 0.25, 0.25, 0.25, 0.125};
/// A sample is cheaper than beginning a proof and finding the collision by it: it pays while one in so many finds a collision. A choice of
/// speed only: any value is sound. The first samples are to find out.
constexpr std::uint64_t kOneIn = 4, kFirstSamples = 20;

const ExactMotionValidator& exact(const ob::MotionValidatorPtr& validator, const std::string& planner)
{
    const auto* found = dynamic_cast<const ExactMotionValidator*>(validator.get());
    if (!found)
        throw InputError(planner + " proves its edges and needs the motion validator '" + toString(ValidatorKind::Adaptive)
                         + "' or '" + toString(ValidatorKind::Articulated)
                         + "' (an ExactMotionValidator); set it in the space information, or take a planner that samples");
    return *found;
}

}  // namespace

EdgeProver::EdgeProver(const ob::SpaceInformation& si, const std::string& planner)
    : EdgeProver(presentMotionValidator(si), planner)
{}

EdgeProver::EdgeProver(const ob::MotionValidatorPtr& validator, const std::string& planner)
    : EdgeProver(exact(validator, planner))
{}

EdgeProver::EdgeProver(const ExactMotionValidator& validator)
    : EdgeProver(validator.mapping(), validator.options().tolerance, validator.kind())
{}

EdgeProver::EdgeProver(std::shared_ptr<const StateMapping> mapping, double tolerance, ValidatorKind kind)
    : mapping_(std::move(mapping)), kind_(kind), checker_(mapping_->scene(), tolerance)
{
    if (!mapping_->isStraight())
        straightener_ = std::make_unique<CurveStraightener>(*mapping_->scene());
    options_.tolerance = tolerance;
    // Milestones are valid states: the far end is no likelier to collide than the middle.
    options_.check_end_first = false;
}

EdgeProver::~EdgeProver() = default;
EdgeProver::EdgeProver(EdgeProver&& other) noexcept = default;
EdgeProver& EdgeProver::operator=(EdgeProver&& other) noexcept = default;

double EdgeProof::unproven() const
{
    if (state != State::Open || queues.empty())
        return state == State::Free ? 0.0 : state == State::Open ? doubt : 1.0;
    double sum = 0.0;
    for (const auto& queue : queues)
        sum += !queue ? 1.0 : queue->isDone() ? 0.0 : std::min(1.0, queue->result().interval.width());
    return doubt * sum / static_cast<double>(queues.size());
}

bool EdgeProver::Chance::isWorthwhile() const
{
    return samples < kFirstSamples || kOneIn * collisions >= samples;
}

/// @return false: the space knows no curve for the edge, or it leaves the space's bounds.
bool EdgeProver::takeCurve(OpenEdge& open) const
{
    if (open.curve)
        return true;
    try
    {
        open.curve = mapping_->curve(open.edge->from, open.edge->to);
    }
    catch (const InputError&)
    {
        return false;
    }
    return !mapping_->leavesBounds(*open.curve);
}

/// @return whether the next sample of the edge collides.
bool EdgeProver::sampleNext(const OpenEdge& open)
{
    const PathEdge& edge = *open.edge;
    const double t = kInstants[edge.proof->samples];
    if (open.curve)
        q0_ = open.curve->at(t);
    else
    {
        mapping_->toConfiguration(edge.from, q0_);
        mapping_->toConfiguration(edge.to, q1_);
        q0_ = interpolate(mapping_->scene()->model(), q0_, q1_, t);
    }
    ClosePair close;
    if (checker_.check(q0_, &close) == Verdict::Collision)
    {
        edge.proof->witness = close.pair;
        return true;
    }
    ++edge.proof->samples;
    return false;
}

/// Samples edges whose proofs were not begun, in the longest part without a sample first, while that is worthwhile.
/// @return one that collides, or null.
EdgeProver::OpenEdge* EdgeProver::findCollision(std::vector<OpenEdge>& open)
{
    std::vector<std::pair<double, OpenEdge*>> unseen;
    for (OpenEdge& edge : open)
        if (const EdgeProof& proof = *edge.edge->proof; proof.queues.empty() && proof.samples < kInstants.size())
            unseen.emplace_back(edge.length * kUnseen[proof.samples], &edge);
    const auto isShorter = [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first < b.first : a.second->index < b.second->index;
    };
    std::make_heap(unseen.begin(), unseen.end(), isShorter);
    for (std::size_t n = 0; n < chances_.size() && !unseen.empty() && chances_[n].isWorthwhile(); ++n)
    {
        std::pop_heap(unseen.begin(), unseen.end(), isShorter);
        auto& [length, edge] = unseen.back();
        EdgeProof& proof = *edge->edge->proof;
        if (straightener_ && !takeCurve(*edge))
            return edge;
        ++chances_[n].samples;
        if (sampleNext(*edge))
        {
            ++chances_[n].collisions;
            ++sampled_;
            return edge;
        }
        if (proof.samples == kInstants.size())
        {
            unseen.pop_back();
            continue;
        }
        length = edge->length * kUnseen[proof.samples];
        std::push_heap(unseen.begin(), unseen.end(), isShorter);
    }
    return nullptr;
}

std::unique_ptr<MotionCertifier> EdgeProver::begin(OpenEdge& open, std::size_t piece)
{
    begun_ += open.is_begun ? 0 : 1;
    open.is_begun = true;
    const std::uint32_t proven_in = open.edge->proof->proven_in;
    auto& spare = spare_[proven_in];
    if (spare.empty())
        spare.push_back(makeMotionCertifier(kind_, history_ ? history_->sceneSince(proven_in) : mapping_->scene(), options_));
    std::unique_ptr<MotionCertifier> queue = std::move(spare.back());
    spare.pop_back();
    if (straightener_)
    {
        straightener_->take(open.curve->pieces()[piece]);
        straightener_->start(*queue);
        return queue;
    }
    mapping_->toConfiguration(open.edge->from, q0_);
    mapping_->toConfiguration(open.edge->to, q1_);
    queue->reset(q0_, q1_);
    return queue;
}

void EdgeProver::settle(EdgeProof& proof)
{
    std::size_t begun = 0, free = 0;
    const std::uint32_t proven_in = proof.proven_in;
    for (const auto& queue : proof.queues)
    {
        begun += queue ? 1 : 0;
        if (!queue || !queue->isDone())
            continue;
        const CertifyResult result = queue->result();
        if (result.verdict == Verdict::Free)
        {
            ++free;
            continue;
        }
        proof.state = EdgeProof::State::Colliding;
        if (result.witness)
            proof.witness = history_ ? history_->present(proven_in, result.witness->pair) : result.witness->pair;
    }
    if (free == proof.queues.size())
    {
        proof.state = EdgeProof::State::Free;
        proof.proven_in = history_ ? history_->now() : 0;
    }
    if (proof.state == EdgeProof::State::Open && keeps_queues_ && begun > 0)
        return;
    for (auto& queue : proof.queues)
        if (queue)
            spare_[proven_in].push_back(std::move(queue));
    proof.queues.clear();
}

EdgeProver::Answer EdgeProver::prove(const std::vector<PathEdge>& path, const ob::PlannerTerminationCondition& ptc)
{
    std::vector<OpenEdge> open;
    for (std::size_t i = 0; i < path.size(); ++i)
        if (path[i].proof->state == EdgeProof::State::Colliding)
            return {EdgeProof::State::Colliding, i};
        else if (path[i].proof->state == EdgeProof::State::Open)
            open.push_back({&path[i], i});
    if (open.empty())
        return {};
    if (ptc)
        return {EdgeProof::State::Open, open.front().index};
    for (OpenEdge& edge : open)
        edge.length = mapping_->space()->distance(edge.edge->from, edge.edge->to);
    const auto isColliding = [](const OpenEdge& edge) {
        edge.edge->proof->state = EdgeProof::State::Colliding;
        return Answer{EdgeProof::State::Colliding, edge.index};
    };
    if (const OpenEdge* const colliding = findCollision(open))
        return isColliding(*colliding);

    struct Part
    {
        OpenEdge* edge;
        std::size_t piece;
    };
    std::vector<Part> parts;
    std::vector<std::unique_ptr<MotionCertifier>> queues;
    std::vector<double> lengths;
    if (straightener_)
        for (OpenEdge& edge : open)
            if (!takeCurve(edge))
                return isColliding(edge);
    for (OpenEdge& edge : open)
    {
        EdgeProof& proof = *edge.edge->proof;
        // What was sampled is less likely to collide.
        const double length = edge.length * kUnseen[proof.samples];
        edge.is_begun = !proof.queues.empty();
        resumed_ += edge.is_begun ? 1 : 0;
        proof.queues.resize(edge.curve ? edge.curve->pieces().size() : 1);
        for (std::size_t piece = 0; piece < proof.queues.size(); ++piece)
        {
            parts.push_back({&edge, piece});
            lengths.push_back(edge.curve ? length * (edge.curve->pieces()[piece].end - edge.curve->pieces()[piece].begin)
                                         : length);
        }
    }
    queues.reserve(parts.size());
    for (const Part& part : parts)
        queues.push_back(std::move(part.edge->edge->proof->queues[part.piece]));
    PathCertifier certifier(std::move(queues), std::move(lengths),
                            [&](std::size_t k) { return begin(*parts[k].edge, parts[k].piece); });
    Budget budget;
    budget.interrupted = [&ptc] { return static_cast<bool>(ptc); };
    const PathResult result = certifier.run(budget);
    queues = certifier.release();
    for (std::size_t k = 0; k < parts.size(); ++k)
        parts[k].edge->edge->proof->queues[parts[k].piece] = std::move(queues[k]);
    for (const OpenEdge& edge : open)
        settle(*edge.edge->proof);
    if (!result.segment)
        return {};
    const OpenEdge& edge = *parts[*result.segment].edge;
    return {edge.edge->proof->state, edge.index};
}

}  // namespace gapless
