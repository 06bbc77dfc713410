#include <gapless/certify/path_certifier.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include <gapless/core/rounding_environment.h>

#include "certify/budget_watch.h"

namespace gapless {

namespace {

constexpr std::uint64_t kStepsPerTurn = 1;
constexpr std::uint64_t kTurnsPerLook = 16;

}  // namespace

PathCertifier::PathCertifier(std::vector<std::unique_ptr<SegmentCertifier>> segments) : segments_(std::move(segments)) {}

PathCertifier::PathCertifier(std::vector<std::unique_ptr<SegmentCertifier>> segments, std::vector<double> lengths, Begin begin)
    : segments_(std::move(segments)), lengths_(std::move(lengths)), begin_(std::move(begin))
{}

bool PathCertifier::isDone(int segment) const
{
    const auto& certifier = segments_[static_cast<std::size_t>(segment)];
    return certifier && certifier->isDone();
}

SegmentCertifier& PathCertifier::begun(std::size_t segment)
{
    if (!segments_[segment])
    {
        segments_[segment] = begin_(segment);
        if (lengths_[segment] > 0.0 && segments_[segment]->uncoveredLength() > 0.0)
            uncovered_per_length_ = segments_[segment]->uncoveredLength() / lengths_[segment];
    }
    return *segments_[segment];
}

PathResult PathCertifier::summarise(int segment) const
{
    PathResult path;
    path.segment = segment;
    path.certified_clearance = std::numeric_limits<double>::infinity();
    for (const auto& s : segments_)
    {
        if (!s)
            continue;
        const CertifyResult r = s->result();
        path.statistics.configurations += r.statistics.configurations;
        path.statistics.distance_queries += r.statistics.distance_queries;
        path.statistics.bounding_volume_tests += r.statistics.bounding_volume_tests;
        if (r.verdict == Verdict::Free)
            path.certified_clearance = std::min(path.certified_clearance, r.certified_clearance);
    }
    if (segment >= 0 && segments_[static_cast<std::size_t>(segment)])
        path.result = segments_[static_cast<std::size_t>(segment)]->result();
    else if (segment < 0 && !segments_.empty())
        path.result = segments_.back()->result();
    path.verdict = segment >= 0 ? path.result.verdict : Verdict::Free;
    if (segment < 0 && segments_.empty())
        path.result.verdict = Verdict::Free;
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
    struct Turn
    {
        double uncovered;
        int segment;
        bool operator<(const Turn& other) const { return uncovered < other.uncovered; }
    };
    requireRounding();
    const BudgetWatch watch(budget);
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
    std::uint64_t steps = 0;
    while (!queue.empty())
    {
        std::pop_heap(queue.begin(), queue.end());
        const int index = queue.back().segment;
        queue.pop_back();
        if (watch.isSpent(steps, kTurnsPerLook))
            return summarise(index);
        const bool is_new = !segments_[static_cast<std::size_t>(index)];
        SegmentCertifier& segment = begun(static_cast<std::size_t>(index));
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
    const auto start = std::chrono::steady_clock::now();
    PathResult path = run(budget);
    // Everything before the segment that was found has to be settled too, in order; what is certified stays so.
    for (int i = 0; i < path.segment; ++i)
    {
        Budget left = budget;
        left.seconds -= std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        if (begun(static_cast<std::size_t>(i)).run(left) != Verdict::Free)
            return summarise(i);
    }
    return path;
}

std::vector<std::unique_ptr<SegmentCertifier>> PathCertifier::release()
{
    return std::move(segments_);
}

}  // namespace gapless
