#include <gapless/certify/path_certifier.h>

#include <algorithm>
#include <chrono>
#include <limits>

namespace gapless {

namespace {

constexpr std::uint64_t kStepsPerTurn = 1;

}  // namespace

PathCertifier::PathCertifier(std::vector<std::unique_ptr<SegmentCertifier>> segments) : segments_(std::move(segments)) {}

PathResult PathCertifier::summarise(int segment) const
{
    PathResult path;
    path.segment = segment;
    path.certified_clearance = std::numeric_limits<double>::infinity();
    for (const auto& s : segments_)
    {
        const CertifyResult r = s->result();
        path.statistics.configurations += r.statistics.configurations;
        path.statistics.distance_queries += r.statistics.distance_queries;
        path.statistics.bounding_volume_tests += r.statistics.bounding_volume_tests;
        if (r.verdict == Verdict::Free)
            path.certified_clearance = std::min(path.certified_clearance, r.certified_clearance);
    }
    if (segment >= 0)
        path.result = segments_[static_cast<std::size_t>(segment)]->result();
    else if (!segments_.empty())
        path.result = segments_.back()->result();
    path.verdict = segment >= 0 ? path.result.verdict : Verdict::Free;
    if (segment < 0 && segments_.empty())
        path.result.verdict = Verdict::Free;
    return path;
}

PathResult PathCertifier::run(const Budget& budget)
{
    struct Turn
    {
        double uncovered;
        int segment;
        bool operator<(const Turn& other) const { return uncovered < other.uncovered; }
    };
    const auto start = std::chrono::steady_clock::now();
    std::vector<Turn> queue;
    for (std::size_t i = 0; i < segments_.size(); ++i)
    {
        if (!segments_[i]->isDone())
            queue.push_back({segments_[i]->uncoveredLength(), static_cast<int>(i)});
        else if (segments_[i]->result().verdict != Verdict::Free)
            return summarise(static_cast<int>(i));
    }
    std::make_heap(queue.begin(), queue.end());
    std::uint64_t steps = 0;
    while (!queue.empty())
    {
        std::pop_heap(queue.begin(), queue.end());
        const int index = queue.back().segment;
        queue.pop_back();
        if (steps >= budget.steps
            || (steps % 16 == 0 && budget.seconds != std::numeric_limits<double>::infinity()
                && std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > budget.seconds))
            return summarise(index);
        SegmentCertifier& segment = *segments_[static_cast<std::size_t>(index)];
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
        if (segments_[static_cast<std::size_t>(i)]->run(left) != Verdict::Free)
            return summarise(i);
    }
    return path;
}

std::vector<std::unique_ptr<SegmentCertifier>> PathCertifier::release()
{
    return std::move(segments_);
}

}  // namespace gapless
