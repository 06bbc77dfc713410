// 1. Edges that are settled already are passed over; one that collides is the answer.
// 2. A few states of edges that nobody has looked at are sampled, the middle of the longest unsampled part first. Whether that pays
//    depends on the problem, and on how many were sampled before in the same call: the first is in the longest part, and where it is free
//    the path is a little likelier to be. So it is counted for the first sample of a call, the second, and so on, how often it found a
//    collision, and sampling stops at the first that does so less than once in kOneIn.
// 3. The rest is proven together (path_certifier.h), until the termination condition says to stop.
// 4. Edges keep their queues, unless told otherwise; settled certifiers are kept for their memory.
#include <gapless/planners/edge_prover.h>

#include <algorithm>

#include <gapless/core/error.h>
#include <gapless/kinematics/motion.h>
#include <gapless/ompl/swappable_motion_validator.h>

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
    mapping_->requireStraight("the proof of a planner's edges");
    options_.tolerance = tolerance;
    // Milestones are valid states: the far end is no likelier to collide than the middle.
    options_.check_end_first = false;
}

bool EdgeProver::Chance::isWorthwhile() const
{
    return samples < kFirstSamples || kOneIn * collisions >= samples;
}

/// @return whether the next sample of the edge collides.
bool EdgeProver::sampleNext(const PathEdge& edge)
{
    mapping_->toConfiguration(edge.from, q0_);
    mapping_->toConfiguration(edge.to, q1_);
    if (checker_.check(interpolate(mapping_->scene()->model(), q0_, q1_, kInstants[edge.proof->samples])) == Verdict::Collision)
        return true;
    ++edge.proof->samples;
    return false;
}

/// Samples edges whose proofs were not begun, in the longest part without a sample first, while that is worthwhile.
/// @return the number of an edge that collides.
std::optional<std::size_t> EdgeProver::findCollision(const std::vector<PathEdge>& path, const std::vector<std::size_t>& open,
                                                     const std::vector<double>& lengths)
{
    std::vector<std::pair<double, std::size_t>> unseen;
    for (std::size_t k = 0; k < open.size(); ++k)
        if (!path[open[k]].proof->queue && path[open[k]].proof->samples < kInstants.size())
            unseen.emplace_back(lengths[k] * kUnseen[path[open[k]].proof->samples], k);
    std::make_heap(unseen.begin(), unseen.end());
    for (std::size_t n = 0; n < chances_.size() && !unseen.empty() && chances_[n].isWorthwhile(); ++n)
    {
        std::pop_heap(unseen.begin(), unseen.end());
        auto& [length, k] = unseen.back();
        const PathEdge& edge = path[open[k]];
        ++chances_[n].samples;
        if (sampleNext(edge))
        {
            ++chances_[n].collisions;
            ++sampled_;
            edge.proof->state = EdgeProof::State::Colliding;
            return open[k];
        }
        if (edge.proof->samples == kInstants.size())
        {
            unseen.pop_back();
            continue;
        }
        length = lengths[k] * kUnseen[edge.proof->samples];
        std::push_heap(unseen.begin(), unseen.end());
    }
    return std::nullopt;
}

std::unique_ptr<MotionCertifier> EdgeProver::begin(const ob::State* from, const ob::State* to)
{
    ++begun_;
    mapping_->toConfiguration(from, q0_);
    mapping_->toConfiguration(to, q1_);
    if (spare_.empty())
        spare_.push_back(makeMotionCertifier(kind_, mapping_->scene(), options_));
    std::unique_ptr<MotionCertifier> queue = std::move(spare_.back());
    spare_.pop_back();
    queue->reset(q0_, q1_);
    return queue;
}

void EdgeProver::settle(EdgeProof& proof, std::unique_ptr<MotionCertifier> queue)
{
    if (queue->isDone())
        proof.state = queue->result().verdict == Verdict::Free ? EdgeProof::State::Free : EdgeProof::State::Colliding;
    else if (keeps_queues_)
    {
        proof.queue = std::move(queue);
        return;
    }
    spare_.push_back(std::move(queue));
}

EdgeProver::Answer EdgeProver::prove(const std::vector<PathEdge>& path, const ob::PlannerTerminationCondition& ptc)
{
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < path.size(); ++i)
        if (path[i].proof->state == EdgeProof::State::Colliding)
            return {EdgeProof::State::Colliding, i};
        else if (path[i].proof->state == EdgeProof::State::Open)
            open.push_back(i);
    if (open.empty())
        return {};
    if (ptc)
        return {EdgeProof::State::Open, open.front()};
    std::vector<double> lengths;
    lengths.reserve(open.size());
    for (const std::size_t i : open)
        lengths.push_back(mapping_->space()->distance(path[i].from, path[i].to));
    if (const std::optional<std::size_t> colliding = findCollision(path, open, lengths))
        return {EdgeProof::State::Colliding, *colliding};
    // What was sampled is less likely to collide.
    for (std::size_t k = 0; k < open.size(); ++k)
        lengths[k] *= kUnseen[path[open[k]].proof->samples];
    std::vector<std::unique_ptr<MotionCertifier>> queues;
    for (const std::size_t i : open)
    {
        resumed_ += path[i].proof->queue ? 1 : 0;
        queues.push_back(std::move(path[i].proof->queue));
    }
    PathCertifier certifier(std::move(queues), std::move(lengths),
                            [&](std::size_t k) { return begin(path[open[k]].from, path[open[k]].to); });
    Budget budget;
    budget.interrupted = [&ptc] { return static_cast<bool>(ptc); };
    const PathResult result = certifier.run(budget);
    queues = certifier.release();
    for (std::size_t k = 0; k < open.size(); ++k)
        if (queues[k])
            settle(*path[open[k]].proof, std::move(queues[k]));
    if (!result.segment)
        return {};
    const std::size_t edge = open[*result.segment];
    return {path[edge].proof->state, edge};
}

}  // namespace gapless
