#include <gapless/planners/edge_prover.h>

#include <algorithm>

#include <gapless/core/error.h>
#include <gapless/kinematics/motion.h>

namespace ob = ompl::base;

namespace gapless {

namespace {

/// How long the path certifier works between two looks at the termination condition, seconds.
constexpr double kSlice = 0.005;

/// Where an edge is looked at before its proof is begun.
constexpr std::array<double, 7> kInstants{0.5, 0.25, 0.75, 0.125, 0.375, 0.625, 0.875};
/// A look is cheaper than beginning a proof and finding the collision by it: it pays while one edge in so many collides there. A choice of
/// speed only (of 5 and 8, 8 was the faster on the scenes of the paper). The first looks are to find out.
constexpr std::uint64_t kOneIn = 8, kFirstLooks = 20;

const AdaptiveBisectionMotionValidator& validatorOf(const ob::SpaceInformation& si, const std::string& planner)
{
    const auto* validator = dynamic_cast<const AdaptiveBisectionMotionValidator*>(si.getMotionValidator().get());
    if (!validator)
        throw InputError(planner + " proves its edges and needs the motion validator 'adaptive' "
                         "(AdaptiveBisectionMotionValidator); set it in the space information, or take a planner that samples");
    return *validator;
}

}  // namespace

EdgeProver::EdgeProver(const ob::SpaceInformation& si, const std::string& planner)
    : EdgeProver(validatorOf(si, planner).mapping(), validatorOf(si, planner).options().tolerance)
{}

EdgeProver::EdgeProver(std::shared_ptr<const StateMapping> mapping, double tolerance)
    : mapping_(std::move(mapping)), checker_(mapping_->scene(), tolerance)
{
    options_.tolerance = tolerance;
    // Milestones are valid states: the far end is no likelier to collide than the middle.
    options_.check_end_first = false;
}

bool EdgeProver::Chance::isWorthwhile() const
{
    return looks < kFirstLooks || kOneIn * collisions >= looks;
}

/// Some states of the motion, halves first, while that is worthwhile. Finding nothing says nothing.
bool EdgeProver::isSeenColliding(const ob::State* from, const ob::State* to)
{
    mapping_->toConfiguration(from, q0_);
    mapping_->toConfiguration(to, q1_);
    for (std::size_t i = 0; i < kInstants.size() && chances_[i].isWorthwhile(); ++i)
    {
        ++chances_[i].looks;
        if (checker_.check(interpolate(mapping_->scene()->model(), q0_, q1_, kInstants[i])) == Verdict::Collision)
        {
            ++chances_[i].collisions;
            ++sampled_;
            return true;
        }
    }
    return false;
}

std::unique_ptr<SegmentCertifier> EdgeProver::begin(const ob::State* from, const ob::State* to)
{
    ++begun_;
    mapping_->toConfiguration(from, q0_);
    mapping_->toConfiguration(to, q1_);
    if (spare_.empty())
        return std::make_unique<SegmentCertifier>(mapping_->scene(), q0_, q1_, options_);
    std::unique_ptr<SegmentCertifier> queue = std::move(spare_.back());
    spare_.pop_back();
    queue->reset(q0_, q1_);
    return queue;
}

void EdgeProver::settle(EdgeProof& proof, std::unique_ptr<SegmentCertifier> queue)
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
    for (const std::size_t i : open)
        lengths.push_back(mapping_->space()->distance(path[i].from, path[i].to));
    // The likeliest to collide is the longest, in a planner that bridges a gap; its proof is the dearest to begin, too.
    const std::size_t longest =
        open[static_cast<std::size_t>(std::max_element(lengths.begin(), lengths.end()) - lengths.begin())];
    if (!path[longest].proof->queue && isSeenColliding(path[longest].from, path[longest].to))
    {
        path[longest].proof->state = EdgeProof::State::Colliding;
        return {EdgeProof::State::Colliding, longest};
    }
    std::vector<std::unique_ptr<SegmentCertifier>> queues;
    for (const std::size_t i : open)
    {
        resumed_ += path[i].proof->queue ? 1 : 0;
        queues.push_back(std::move(path[i].proof->queue));
    }
    PathCertifier certifier(std::move(queues), std::move(lengths),
                            [&](std::size_t k) { return begin(path[open[k]].from, path[open[k]].to); });
    Budget budget;
    budget.seconds = kSlice;
    PathResult result;
    do
        result = certifier.run(budget);
    while (result.segment >= 0 && !certifier.isDone(result.segment) && !ptc);
    queues = certifier.release();
    for (std::size_t k = 0; k < open.size(); ++k)
        if (queues[k])
            settle(*path[open[k]].proof, std::move(queues[k]));
    if (result.segment < 0)
        return {};
    const std::size_t edge = open[static_cast<std::size_t>(result.segment)];
    return {path[edge].proof->state, edge};
}

}  // namespace gapless
