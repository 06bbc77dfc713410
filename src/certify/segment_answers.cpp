// What is known of a motion so far: insides, the result, and the parts that are not proven free.
#include "certify/segment_search.h"

#include <algorithm>

namespace gapless {

/// Of one active pair, at t = 1.
void SegmentCertifier::Impl::lookInside(const PairMotion& p)
{
    constexpr std::uint64_t kWork = 16;
    if (!p.a->geometry->containment().hasSolids() && !p.b->geometry->containment().hasSolids())
        return;
    inside_work_ += kWork;
    const int end = intervals_[IntervalTree::kWhole].last;
    const Pose& X_WA = poses_.pose(end, p.a->body);
    const PairPose X = pairPose(X_WA, poses_.pose(end, p.b->body));
    Vec3 common;
    const Containment::Answer answer = insideOneAnother(*p.a->geometry, *p.b->geometry, X, &common);
    if (answer == Containment::Answer::Outside)
        return;
    const int start = intervals_[IntervalTree::kWhole].first;
    // Where the answer is Inside but the surfaces cross as well, this is a collision all the same. Unknown: a point of one
    // is on the surface of the other as far as doubles can tell; then the start decides, and distances may find a witness.
    // Inside as computed: the exact two are at most the error apart (front.h), which has to be near enough for a witness.
    const bool is_witness = answer == Containment::Answer::Inside && p.error <= p.clearance + options_.tolerance;
    if (!is_witness)
    {
        if (answer == Containment::Answer::Inside || !isOutside(p, start))
            giveUp(p, intervals_[IntervalTree::kWhole]);
        return;
    }
    witness_.pair = p.pair;
    witness_.point_a = witness_.point_b = X_WA.p + common;
    witness_.distance = 0.0;
    witness_t_ = 1.0;
    verdict_ = Verdict::Collision;
    // Outside at the start: then the surfaces touch on the way, and the search finds where.
    if (options_.last_valid_resolution > 0.0 && isOutside(p, start))
        return;
    settled_ = 0.0;
    done_ = true;
}

/// @pre the surfaces do not touch then
bool SegmentCertifier::Impl::isOutside(const PairMotion& p, int instant)
{
    if (!p.a->geometry->containment().hasSolids() && !p.b->geometry->containment().hasSolids())
        return true;
    const PairPose X = pairPose(poses_.pose(instant, p.a->body), poses_.pose(instant, p.b->body));
    return insideOneAnother(*p.a->geometry, *p.b->geometry, X) == Containment::Answer::Outside;
}

/// A pair that is not proven outside of one another at an instant, or null. @pre no surfaces touch then
const PairMotion* SegmentCertifier::Impl::findInside(int instant)
{
    const auto p =
        std::find_if(active_.begin(), active_.end(), [&](const PairMotion& pair) { return !isOutside(pair, instant); });
    return p == active_.end() ? nullptr : &*p;
}

/// @pre no surfaces touch at the start
bool SegmentCertifier::Impl::isOutsideAtStart()
{
    if (outside_at_start_)
        return *outside_at_start_;
    const int start = intervals_[IntervalTree::kWhole].first;
    const PairMotion* const p = findInside(start);
    outside_at_start_ = !p;
    if (!p)
        return true;
    const Pose& X_WA = poses_.pose(start, p->a->body);
    Vec3 common;
    // A witness only where the exact two are near enough for one; see lookInside().
    if (p->error <= p->clearance + options_.tolerance
        && insideOneAnother(*p->a->geometry, *p->b->geometry, pairPose(X_WA, poses_.pose(start, p->b->body)), &common)
               == Containment::Answer::Inside)
        start_witness_ = ClosePair{p->pair, X_WA.p + common, X_WA.p + common, 0.0};
    return false;
}

/// Calls `use` with the interval and the pair of each part that is still worked on.
template <class F>
void SegmentCertifier::Impl::forEachOpen(const F& use) const
{
    if (!done_ && hasFirstLooks())
        use(intervals_[IntervalTree::kWhole], active_[ActiveIndex(first_looks_ / 2)]);
    if (entry_)
        use(intervals_[entry_->interval], active_[entry_->pair]);
    for (const UncoveredQueue::Entry& entry : queue_.entries())
        use(intervals_[entry.interval], active_[entry.pair]);
}

double SegmentCertifier::Impl::earliestOpen() const
{
    double earliest = std::min(settled_, witness_t_);
    forEachOpen([&](const DyadicInterval& interval, const PairMotion&) { earliest = std::min(earliest, interval.begin); });
    return earliest;
}

CertifyResult SegmentCertifier::Impl::result()
{
    // Balls that overlap at rough poses by more than these are off meet at exact ones, but for the rounding of their distance.
    if (rough_)
        meetAtExactPoses(*rough_, 2.0);
    rough_.reset();
    CertifyResult r;
    r.verdict = verdict();
    r.statistics = statistics_;
    r.statistics.configurations = static_cast<std::uint64_t>(poses_.instantCount());
    if (r.verdict == Verdict::Free)
    {
        r.last_valid = 1.0;
        r.t = 1.0;
        r.interval = 1.0;
        r.certified_clearance = clearance_;
        return r;
    }
    if (knowsNothing())
    {
        r.interval = {0.0, 1.0};
        r.t = r.interval.middle();
        return r;
    }
    r.last_valid = earliestOpen();
    if (r.last_valid > 0.0 && !isOutsideAtStart())
        r.last_valid = 0.0;
    if (verdict_ == Verdict::Collision)
    {
        r.witness = start_witness_ ? *start_witness_ : witness_;
        r.t = start_witness_ ? 0.0 : witness_t_;
        r.interval = r.t;
        r.verdict = Verdict::Collision;
    }
    else if (undecided_)
    {
        r.witness = undecided_;
        r.interval = {undecided_interval_.begin, undecided_interval_.begin + undecided_interval_.width};
        r.t = r.interval.middle();
    }
    else
        forEachOpen([&](const DyadicInterval& interval, const PairMotion& p) {
            if (r.witness)
                return;
            r.witness = ClosePair{};
            r.witness->pair = p.pair;
            r.interval = {interval.begin, interval.begin + interval.width};
            r.t = r.interval.middle();
        });
    return r;
}

std::vector<UncoveredInterval> SegmentCertifier::Impl::uncoveredIntervals()
{
    std::vector<UncoveredInterval> uncovered;
    if (verdict() == Verdict::Free)
        return uncovered;
    if (knowsNothing())
        return {UncoveredInterval()};
    forEachOpen([&](const DyadicInterval& interval, const PairMotion& p) {
        uncovered.push_back({{interval.begin, interval.begin + interval.width}, p.pair});
    });
    const std::size_t open = uncovered.size();
    // A witness drops what lies behind it from the queue, and so does giving up.
    if (verdict_ == Verdict::Collision)
        uncovered.push_back({{std::min(settled_, witness_t_), 1.0}, witness_.pair});
    else if (undecided_)
        uncovered.push_back({{settled_, 1.0}, undecided_->pair});
    // Between them no surfaces touch, the ends included: whether something is inside then is seen where such a part begins.
    struct Part
    {
        double begin, end;
        int last;  // the instant of `end`
    };
    const DyadicInterval& whole = intervals_[IntervalTree::kWhole];
    std::vector<Part> parts{{0.0, 0.0, whole.first}, {1.0, 1.0, whole.last}};
    forEachOpen([&](const DyadicInterval& interval, const PairMotion&) {
        parts.push_back({interval.begin, interval.begin + interval.width, interval.last});
    });
    if (uncovered.size() > open)
        parts.push_back({uncovered.back().time.lower, 1.0, whole.last});
    std::sort(parts.begin(), parts.end(), [](const Part& x, const Part& y) { return x.begin < y.begin; });
    Part covered_from = parts.front();
    for (const Part& next : parts)
    {
        const PairMotion* const inside = next.begin > covered_from.end ? findInside(covered_from.last) : nullptr;
        if (inside)
            uncovered.push_back({{covered_from.end, next.begin}, inside->pair});
        if (next.end > covered_from.end)
            covered_from = next;
    }
    return uncovered;
}

}  // namespace gapless
