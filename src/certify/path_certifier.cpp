// The upper of the two queues. A turn is one step of the segment on top, which goes back with what is then its uncovered length.
//
// Beginning a segment costs poses, boxes and a first look at all of its pairs, wasted on a path that collides elsewhere. So it may be
// left to its first turn. Until then its place is a guess: uncovered lengths grow about as lengths do, by a factor that the last begun
// segment shows. Where none was begun here yet, the longest is, being likeliest to collide (section 3.4). A segment whose turn was due to
// a guess is begun, put where it belongs, and not worked on yet.
//
// runToFirst() lets run() find any collision, as cheaply as it can, and then has only the segments before it to settle, in order.
#include <gapless/certify/path_certifier.h>

#include <algorithm>
#include <limits>

#include <gapless/core/rounding_environment.h>

#include "certify/budget_watch.h"

namespace gapless {

namespace {

constexpr std::uint64_t kStepsPerTurn = 1;
/// In the units of BudgetWatch, about.
constexpr std::uint64_t kWorkPerTurn = 16;

}  // namespace

PathCertifier::PathCertifier(std::vector<std::unique_ptr<MotionCertifier>> segments) : segments_(std::move(segments)) {}

PathCertifier::PathCertifier(std::vector<std::unique_ptr<MotionCertifier>> segments, std::vector<double> lengths, Begin begin)
    : segments_(std::move(segments)), lengths_(std::move(lengths)), begin_(std::move(begin))
{}

bool PathCertifier::isDone(std::size_t segment) const
{
    const auto& certifier = segments_[segment];
    return certifier && certifier->isDone();
}

MotionCertifier& PathCertifier::begun(std::size_t segment)
{
    if (!segments_[segment])
    {
        segments_[segment] = begin_(segment);
        segments_[segment]->run({kStepsPerTurn, std::numeric_limits<double>::infinity()});
        if (lengths_[segment] > 0.0 && segments_[segment]->uncoveredLength() > 0.0)
            uncovered_per_length_ = segments_[segment]->uncoveredLength() / lengths_[segment];
    }
    return *segments_[segment];
}

PathResult PathResult::freeSoFar()
{
    PathResult path;
    path.verdict = Verdict::Free;
    path.t = path.last_valid = 1.0;
    path.interval = 1.0;
    path.certified_clearance = std::numeric_limits<double>::infinity();
    return path;
}

PathResult PathCertifier::summarise(std::optional<std::size_t> segment) const
{
    PathResult path = PathResult::freeSoFar();
    if (segment)
        static_cast<CertifyResult&>(path) = segments_[*segment] ? segments_[*segment]->result() : CertifyResult();
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
    BudgetWatch watch(budget);
    return run(watch, steps);
}

PathResult PathCertifier::run(BudgetWatch& watch, std::uint64_t& steps)
{
    struct Queued
    {
        double uncovered;
        std::size_t segment;
        bool operator<(const Queued& other) const { return uncovered < other.uncovered; }
    };
    requireRounding();
    beginLongest();
    const auto expected = [this](std::size_t i) {
        return uncovered_per_length_ > 0.0 ? uncovered_per_length_ * lengths_[i] : std::numeric_limits<double>::infinity();
    };
    std::vector<Queued> queue;
    for (std::size_t i = 0; i < segments_.size(); ++i)
        if (!isDone(i))
            queue.push_back({segments_[i] ? segments_[i]->uncoveredLength() : expected(i), i});
        else if (segments_[i]->result().verdict != Verdict::Free)
            return summarise(i);
    std::make_heap(queue.begin(), queue.end());
    while (!queue.empty())
    {
        std::pop_heap(queue.begin(), queue.end());
        const std::size_t index = queue.back().segment;
        queue.pop_back();
        if (watch.isSpent(steps, kWorkPerTurn * steps))
            return summarise(index);
        const bool is_new = !segments_[index];
        MotionCertifier& segment = begun(index);
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
    return summarise(std::nullopt);
}

PathResult PathCertifier::runToFirst(const Budget& budget)
{
    BudgetWatch watch(budget);
    std::uint64_t steps = 0;
    const PathResult path = run(watch, steps);
    // Everything before the segment that was found has to be settled too, in order; what is certified stays so.
    for (std::size_t i = 0; i < path.segment.value_or(0); ++i)
    {
        MotionCertifier& segment = begun(i);
        for (; !segment.isDone(); ++steps)
        {
            if (watch.isSpent(steps, kWorkPerTurn * steps))
                return summarise(i);
            segment.run({kStepsPerTurn, std::numeric_limits<double>::infinity()});
        }
        if (segment.result().verdict != Verdict::Free)
            return summarise(i);
    }
    return path.segment ? summarise(path.segment) : path;
}

std::vector<std::unique_ptr<MotionCertifier>> PathCertifier::release()
{
    return std::move(segments_);
}

}  // namespace gapless
