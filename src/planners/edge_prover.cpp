#include <gapless/planners/edge_prover.h>

#include <gapless/core/error.h>

namespace ob = ompl::base;

namespace gapless {

namespace {

/// How long the path certifier works between two looks at the termination condition, seconds.
constexpr double kSlice = 0.005;

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

EdgeProver::EdgeProver(std::shared_ptr<const StateMapping> mapping, double tolerance) : mapping_(std::move(mapping))
{
    options_.tolerance = tolerance;
    // Milestones are valid states: the far end is no likelier to collide than the middle.
    options_.check_end_first = false;
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
    if (!open.empty() && ptc)
        return {EdgeProof::State::Open, open.front()};
    std::vector<std::unique_ptr<SegmentCertifier>> queues;
    for (const std::size_t i : open)
    {
        EdgeProof& proof = *path[i].proof;
        resumed_ += proof.queue ? 1 : 0;
        queues.push_back(proof.queue ? std::move(proof.queue) : begin(path[i].from, path[i].to));
    }
    PathCertifier certifier(std::move(queues));
    Budget budget;
    budget.seconds = kSlice;
    PathResult result;
    do
        result = certifier.run(budget);
    while (result.segment >= 0 && !certifier.isDone(result.segment) && !ptc);
    queues = certifier.release();
    for (std::size_t k = 0; k < open.size(); ++k)
        settle(*path[open[k]].proof, std::move(queues[k]));
    if (result.segment < 0)
        return {};
    const std::size_t edge = open[static_cast<std::size_t>(result.segment)];
    return {path[edge].proof->state, edge};
}

}  // namespace gapless
