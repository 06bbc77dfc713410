#include "sbl_edge_checker.h"

#include <algorithm>
#include <cmath>

namespace ob = ompl::base;

namespace gapless {

struct SBL::SampledEdgeChecker::SampledRecord : Record
{
    bool isColliding() const override { return colliding; }

    bool colliding = false;
    /// States at all multiples of 1 / 2^level are valid.
    unsigned int level = 0;
};

SBL::SampledEdgeChecker::SampledEdgeChecker(ob::SpaceInformationPtr si, ob::StateValidityCheckerPtr checker, double resolution,
                                            Measure measure)
    : si_(std::move(si)),
      checker_(std::move(checker)),
      resolution_(resolution),
      measure_(std::move(measure)),
      state_(si_->allocState())
{}

SBL::SampledEdgeChecker::~SampledEdgeChecker()
{
    si_->freeState(state_);
}

std::unique_ptr<SBL::EdgeChecker::Record> SBL::SampledEdgeChecker::makeRecord() const
{
    return std::make_unique<SampledRecord>();
}

SBL::EdgeChecker::Outcome SBL::SampledEdgeChecker::halve(const PathEdge& edge, SampledRecord& record,
                                                         const ob::PlannerTerminationCondition& ptc)
{
    const unsigned int parts = 2u << record.level;
    for (unsigned int k = 1; k < parts; k += 2)
    {
        if (k % 16 == 1 && ptc)
            return Outcome::Interrupted;
        si_->getStateSpace()->interpolate(edge.from, edge.to, static_cast<double>(k) / parts, state_);
        if (!checker_->isValid(state_))
        {
            record.colliding = true;
            return Outcome::Colliding;
        }
    }
    ++record.level;
    return Outcome::Free;
}

SBL::EdgeChecker::Answer SBL::SampledEdgeChecker::check(const std::vector<PathEdge>& path,
                                                        const ob::PlannerTerminationCondition& ptc)
{
    struct Turn
    {
        double stretch;  // between neighbouring samples
        std::size_t edge;
        bool operator<(const Turn& other) const { return stretch < other.stretch; }
    };
    std::vector<Turn> queue;
    for (std::size_t i = 0; i < path.size(); ++i)
    {
        const auto& record = static_cast<const SampledRecord&>(*path[i].record);
        if (record.colliding)
            return {Outcome::Colliding, i};
        const double stretch = std::ldexp(measure_(path[i].from, path[i].to), -static_cast<int>(record.level));
        if (stretch > resolution_)
            queue.push_back({stretch, i});
    }
    std::make_heap(queue.begin(), queue.end());
    while (!queue.empty())
    {
        std::pop_heap(queue.begin(), queue.end());
        Turn& turn = queue.back();
        const Outcome outcome = halve(path[turn.edge], static_cast<SampledRecord&>(*path[turn.edge].record), ptc);
        if (outcome == Outcome::Colliding)
            countSettled(1);
        if (outcome != Outcome::Free)
            return {outcome, turn.edge};
        turn.stretch *= 0.5;
        if (turn.stretch > resolution_)
            std::push_heap(queue.begin(), queue.end());
        else
        {
            queue.pop_back();
            countSettled(1);
        }
    }
    return {};
}

}  // namespace gapless
