#include <gapless/certify/path_certifier.h>

#include <algorithm>
#include <limits>

#include <gapless/core/rounding_environment.h>

#include "certify/budget_watch.h"

namespace gapless {

namespace {

constexpr std::uint64_t kStepsPerTurn = 1;
constexpr std::uint64_t kTurnsPerLook = 16;

}  // namespace

PathCertifier::PathCertifier(std::vector<std::unique_ptr<MotionCertifier>> segments) : segments_(std::move(segments)) {}

PathCertifier::PathCertifier(std::vector<std::unique_ptr<MotionCertifier>> segments, std::vector<double> lengths, Begin begin)
    : segments_(std::move(segments)), lengths_(std::move(lengths)), begin_(std::move(begin))
{}

bool PathCertifier::isDone(int segment) const
{
    const auto& certifier = segments_[static_cast<std::size_t>(segment)];
    return certifier && certifier->isDone();
}

MotionCertifier& PathCertifier::begun(std::size_t segment)
{
    if (!segments_[segment])
    {
        segments_[segment] = begin_(segment);
        if (lengths_[segment] > 0.0 && segments_[segment]->uncoveredLength() > 0.0)
            uncovered_per_length_ = segments_[segment]->uncoveredLength() / lengths_[segment];
    }
    return *segments_[segment];
}

PathResult PathResult::freeSoFar()
{
    PathResult path;
    path.verdict = Verdict::Free;
    path.t = path.last_valid = path.interval[0] = path.interval[1] = 1.0;
    path.certified_clearance = std::numeric_limits<double>::infinity();
    return path;
}

PathResult PathCertifier::summarise(int segment) const
{
    PathResult path = PathResult::freeSoFar();
    if (segment >= 0)
        static_cast<CertifyResult&>(path) = segments_[static_cast<std::size_t>(segment)]
                                                ? segments_[static_cast<std::size_t>(segment)]->result()
                                                : CertifyResult();
    path.segment = segment;
    path.statistics = {};
    path.certified_clearance = std::numeric_limits<double>::infinity();
    for (const auto& s : segments_)
    {
        if (!s)
            continue;
        const CertifyResult r = s->result();
        path.statistics += r.statistics;
        if (r.verdict == Verdict::Free)
            path.certified_clearance = std::min(path.certified_clearance, r.certified_clearance);
    }
    return path;
}

/// Of the segments that are not begun, where no other tells yet how length and uncovered length compare.
void PathCertifier::beginLongest()
{
    if (uncovered_per_length_ > 0.0)
        return;
    std::size_t longest = segments_.size();
    for (std::size_t i = 0; i < segments_.size(); ++i)
        if (!segments_[i] && (longest == segments_.size() || lengths_[i] > lengths_[longest]))
            longest = i;
    if (longest < segments_.size())
        begun(longest);
}

PathResult PathCertifier::run(const Budget& budget)
{
    std::uint64_t steps = 0;
    return run(BudgetWatch(budget), steps);
}

PathResult PathCertifier::run(const BudgetWatch& watch, std::uint64_t& steps)
{
    struct Turn
    {
        double uncovered;
        int segment;
        bool operator<(const Turn& other) const { return uncovered < other.uncovered; }
    };
    requireRounding();
    beginLongest();
    const auto expected = [this](std::size_t i) {
        return uncovered_per_length_ > 0.0 ? uncovered_per_length_ * lengths_[i] : std::numeric_limits<double>::infinity();
    };
    std::vector<Turn> queue;
    for (std::size_t i = 0; i < segments_.size(); ++i)
        if (!isDone(static_cast<int>(i)))
            queue.push_back({segments_[i] ? segments_[i]->uncoveredLength() : expected(i), static_cast<int>(i)});
        else if (segments_[i]->result().verdict != Verdict::Free)
            return summarise(static_cast<int>(i));
    std::make_heap(queue.begin(), queue.end());
    while (!queue.empty())
    {
        std::pop_heap(queue.begin(), queue.end());
        const int index = queue.back().segment;
        queue.pop_back();
        if (watch.isSpent(steps, kTurnsPerLook))
            return summarise(index);
        const bool is_new = !segments_[static_cast<std::size_t>(index)];
        MotionCertifier& segment = begun(static_cast<std::size_t>(index));
        // Its place in the queue was a guess.
        if (!is_new)
            segment.run({kStepsPerTurn, std::numeric_limits<double>::infinity()});
        ++steps;
        if (!segment.isDone())
        {
            queue.push_back({segment.uncoveredLength(), index});
            std::push_heap(queue.begin(), queue.end());
        }
        else if (segment.result().verdict != Verdict::Free)
            return summarise(index);
    }
    return summarise(-1);
}

PathResult PathCertifier::runToFirst(const Budget& budget)
{
    const BudgetWatch watch(budget);
    std::uint64_t steps = 0;
    const PathResult path = run(watch, steps);
    // Everything before the segment that was found has to be settled too, in order; what is certified stays so.
    for (int i = 0; i < path.segment; ++i)
    {
        MotionCertifier& segment = begun(static_cast<std::size_t>(i));
        for (; !segment.isDone(); ++steps)
        {
            if (watch.isSpent(steps, kTurnsPerLook))
                return summarise(i);
            segment.run({kStepsPerTurn, std::numeric_limits<double>::infinity()});
        }
        if (segment.result().verdict != Verdict::Free)
            return summarise(i);
    }
    return path.segment < 0 ? path : summarise(path.segment);
}

std::vector<std::unique_ptr<MotionCertifier>> PathCertifier::release()
{
    return std::move(segments_);
}

}  // namespace gapless
