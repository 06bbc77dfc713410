#include <gapless/certify/segment_certifier.h>

#include <algorithm>
#include <limits>
#include <vector>

#include <gapless/core/error.h>
#include <gapless/core/rounding_environment.h>
#include <gapless/kinematics/motion_bound.h>

#include "certify/budget_watch.h"
#include "certify/front.h"
#include "certify/interval_tree.h"
#include "certify/swept_boxes.h"
#include "certify/uncovered_queue.h"

// What a step does with an entry of the queue is in front.h.

namespace gapless {

class SegmentCertifier::Impl
{
public:
    Impl(std::shared_ptr<const Scene> scene, const CertifyOptions& options) : scene_(std::move(scene)), options_(options)
    {
        if (!scene_)
            throw InputError("a segment certifier needs a scene");
        kToleranceRange.require(options.tolerance, "the tolerance");
        constexpr NumberRange resolutions{'[', 0.0, 1.0, ')', "fraction of the motion"};
        resolutions.require(options.last_valid_resolution, "last_valid_resolution");
        bounds_.resize(scene_->objects().size());
    }

    void reset(const Configuration& q0, const Configuration& q1);
    bool isDone() const { return done_; }
    void step();
    double uncoveredLength() const { return done_ || queue_.empty() ? 0.0 : queue_.top().uncovered; }
    Verdict verdict() const { return done_ ? verdict_ : Verdict::Undecided; }
    CertifyResult result();
    std::vector<UncoveredInterval> uncoveredIntervals();

private:
    /// Puts the node pairs that a motion of this pair starts with into front_.
    void startingFront(const PairMotion& p);
    void checkInsides();
    bool isOutside(const PairMotion& p, int instant);
    const PairMotion* findInside(int instant);
    bool isOutsideAtStart();
    void coverFromEnd(int active);
    void foundWitness(double t);
    void pushHalves(const UncoveredQueue::Entry& entry);
    void giveUp(const PairMotion& p, const DyadicInterval& interval);
    void finish();
    double earliestOpen() const;

    std::shared_ptr<const Scene> scene_;
    CertifyOptions options_;
    Motion motion_;
    PoseCache poses_;
    std::vector<MotionBound> bounds_;
    SweptBoxes boxes_;
    std::vector<PairMotion> active_;
    IntervalTree intervals_;
    UncoveredQueue queue_;
    FrontRefiner refiner_;
    std::vector<NodePair> front_;

    bool done_ = true;
    Verdict verdict_ = Verdict::Undecided;
    double clearance_ = std::numeric_limits<double>::infinity();
    ClosePair witness_;
    std::optional<ClosePair> undecided_;
    double witness_t_ = std::numeric_limits<double>::infinity();
    DyadicInterval undecided_interval_;
    double settled_ = 1.0;                  // the motion cannot be claimed free beyond this
    std::optional<bool> outside_at_start_;  // of all pairs, once asked for
    std::optional<ClosePair> start_witness_;
    CertifyStatistics statistics_;
};

void SegmentCertifier::Impl::reset(const Configuration& q0, const Configuration& q1)
{
    requireRounding();
    const KinematicModel& model = scene_->model();
    model.validate(q0);
    model.validate(q1);
    motion_.reset(model, q0, q1);
    poses_.reset(motion_);
    active_.clear();
    queue_.clear();
    done_ = false;
    verdict_ = Verdict::Undecided;
    clearance_ = std::numeric_limits<double>::infinity();
    undecided_.reset();
    witness_t_ = std::numeric_limits<double>::infinity();
    settled_ = 1.0;
    outside_at_start_.reset();
    start_witness_.reset();
    statistics_ = {};

    intervals_.reset(poses_);
    const DyadicInterval whole = intervals_[IntervalTree::kWhole];
    for (std::size_t i = 0; i < bounds_.size(); ++i)
        if (!model.body(scene_->objects()[i].body).is_static)
            bounds_[i].reset(motion_, scene_->objects()[i].body, *scene_->objects()[i].geometry, poses_, whole.middle);
    boxes_.reset(*scene_, motion_, bounds_, poses_, whole.first, whole.last);
    const bool within_limits = isWithinLimits(model, q0) && isWithinLimits(model, q1);
    for (std::size_t i = 0; i < scene_->pairs().size(); ++i)
    {
        const ApartWithinLimits* proof = within_limits ? &scene_->apartWithinLimits(i) : nullptr;
        if (proof && proof->open.empty())
        {
            clearance_ = std::min(clearance_, proof->gap);
            continue;
        }
        const double gap = boxes_.gap(scene_->pairs()[i]);
        if (gap > scene_->pairs()[i].clearance)
            clearance_ = std::min(clearance_, gap);
        else
        {
            active_.push_back(makePairMotion(*scene_, i, proof, motion_, bounds_, poses_, whole.first));
            if (proof)
                clearance_ = std::min(clearance_, proof->gap);
        }
    }
    checkInsides();
    for (std::size_t k = 0; k < active_.size() && !done_; ++k)
    {
        // With an error of the size of the bodies nothing is proven, and every leaf would be looked at.
        if (motion_.goesEitherWay(active_[k].a->body) || motion_.goesEitherWay(active_[k].b->body))
            giveUp(active_[k], whole);
        else if (options_.check_end_first)
            coverFromEnd(static_cast<int>(k));
        else
        {
            startingFront(active_[k]);
            queue_.push(IntervalTree::kWhole, static_cast<int>(k), front_, active_[k].travel);
        }
    }
    if (!done_ && queue_.empty())
        finish();
}

void SegmentCertifier::Impl::startingFront(const PairMotion& p)
{
    front_.clear();
    if (!p.proof)
        front_.emplace_back();
    else
        for (const ApartWithinLimits::NodePair& nodes : p.proof->open)
            front_.push_back({nodes.a, nodes.b, Vec3::Zero()});
}

// Surfaces that never touch cannot take a body from outside a solid to its inside: one instant decides about a part of the motion on
// which they are proven not to touch. For the whole of it the end is chosen, since its poses are needed anyway; where the surfaces do
// touch on the way, or may, each part between asks at an instant of its own: isOutsideAtStart(), uncoveredIntervals().
void SegmentCertifier::Impl::checkInsides()
{
    const int end = intervals_[IntervalTree::kWhole].last;
    for (const PairMotion& p : active_)
    {
        if (!p.a->geometry->containment().hasSolids() && !p.b->geometry->containment().hasSolids())
            continue;
        const Pose& X_WA = poses_.pose(end, p.a->body);
        const PairPose X = pairPose(X_WA, poses_.pose(end, p.b->body));
        Vec3 common;
        const Containment::Answer answer = insideOneAnother(*p.a->geometry, *p.b->geometry, X, &common);
        if (answer == Containment::Answer::Outside)
            continue;
        const int start = intervals_[IntervalTree::kWhole].first;
        // Where the answer is Inside but the surfaces cross as well, this is a collision all the same. Unknown: a point of one
        // is on the surface of the other as far as doubles can tell; then the start decides, and distances may find a witness.
        // Inside as computed: the exact two are at most the error apart (front.h), which has to be near enough for a witness.
        const bool is_witness = answer == Containment::Answer::Inside && p.error <= p.clearance + options_.tolerance;
        if (!is_witness)
        {
            if (answer == Containment::Answer::Inside || !isOutside(p, start))
                giveUp(p, intervals_[IntervalTree::kWhole]);
            continue;
        }
        witness_.pair = p.pair;
        witness_.point_a = witness_.point_b = X_WA.p + common;
        witness_.distance = 0.0;
        witness_t_ = 1.0;
        verdict_ = Verdict::Collision;
        // Outside at the start: then the surfaces touch on the way, and the search finds where.
        if (options_.last_valid_resolution > 0.0 && isOutside(p, start))
            continue;
        settled_ = 0.0;
        done_ = true;
        return;
    }
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
    if (insideOneAnother(*p->a->geometry, *p->b->geometry, pairPose(X_WA, poses_.pose(start, p->b->body)), &common)
        == Containment::Answer::Inside)
        start_witness_ = ClosePair{p->pair, X_WA.p + common, X_WA.p + common, 0.0};
    return false;
}

// The whole motion as the "left half" of an interval whose middle is t = 1.
void SegmentCertifier::Impl::coverFromEnd(int active)
{
    const PairMotion& p = active_[static_cast<std::size_t>(active)];
    const DyadicInterval& whole = intervals_[IntervalTree::kWhole];
    const PairInstants at = pairInstants(*scene_, p, poses_, whole.first, whole.last, whole.last);
    startingFront(p);
    for (const NodePair& nodes : front_)
        refiner_.add(nodes, FrontRefiner::kLeft);
    if (refiner_.refine(p, at, 1.0, options_.tolerance, statistics_) == FrontRefiner::Outcome::Witness)
    {
        foundWitness(1.0);
        if (done_)
            settled_ = 0.0;
        else
            queue_.push(IntervalTree::kWhole, active, front_, p.travel);
        return;
    }
    if (refiner_.gaveUp())
        giveUp(p, whole);
    clearance_ = std::min(clearance_, refiner_.provenClearance());
    if (!refiner_.left().nodes.empty())
        queue_.push(IntervalTree::kWhole, active, refiner_.left().nodes, refiner_.left().uncovered);
}

void SegmentCertifier::Impl::foundWitness(double t)
{
    witness_ = refiner_.witness();
    witness_t_ = t;
    verdict_ = Verdict::Collision;
    done_ = options_.last_valid_resolution == 0.0;
}

void SegmentCertifier::Impl::giveUp(const PairMotion& p, const DyadicInterval& interval)
{
    settled_ = std::min(settled_, interval.begin);
    if (!undecided_ || interval.begin < undecided_interval_.begin)
    {
        undecided_ = ClosePair{};
        undecided_->pair = p.pair;
        undecided_->distance = p.clearance;
        undecided_interval_ = interval;
    }
}

void SegmentCertifier::Impl::step()
{
    if (done_)
        return;
    const UncoveredQueue::Entry entry = queue_.pop(front_);
    intervals_.halve(entry.interval, poses_);
    const DyadicInterval interval = intervals_[entry.interval];
    if (interval.begin < witness_t_)
    {
        const PairMotion& p = active_[static_cast<std::size_t>(entry.pair)];
        const PairInstants at = pairInstants(*scene_, p, poses_, interval.first, interval.middle, interval.last);
        // With a witness at the middle or before it, only what lies before still matters.
        bool only_left = at.t_middle >= witness_t_;
        if (!only_left)
        {
            for (const NodePair& nodes : front_)
                refiner_.add(nodes);
            if (refiner_.refine(p, at, 0.5 * interval.width, options_.tolerance, statistics_) == FrontRefiner::Outcome::Witness)
            {
                foundWitness(at.t_middle);
                only_left = true;
            }
        }
        if (!only_left)
            pushHalves(entry);
        else if (done_ || interval.width <= options_.last_valid_resolution)
            settled_ = std::min(settled_, interval.begin);
        else
            queue_.push(interval.left, entry.pair, front_, entry.uncovered);
    }
    if (queue_.empty() && !done_)
        finish();
}

void SegmentCertifier::Impl::pushHalves(const UncoveredQueue::Entry& entry)
{
    const DyadicInterval& interval = intervals_[entry.interval];
    const PairMotion& p = active_[static_cast<std::size_t>(entry.pair)];
    clearance_ = std::min(clearance_, refiner_.provenClearance());
    const HalfFront &left = refiner_.left(), &right = refiner_.right();
    const bool too_narrow = 0.5 * interval.width < kSmallestWidth && !(left.nodes.empty() && right.nodes.empty());
    if (refiner_.gaveUp() || too_narrow)
        giveUp(p, interval);
    if (too_narrow)
        return;
    if (!left.nodes.empty())
        queue_.push(interval.left, entry.pair, left.nodes, left.uncovered);
    if (!right.nodes.empty())
        queue_.push(interval.right, entry.pair, right.nodes, right.uncovered);
}

void SegmentCertifier::Impl::finish()
{
    done_ = true;
    if (verdict_ != Verdict::Collision)
        verdict_ = undecided_ ? Verdict::Undecided : Verdict::Free;
    statistics_.configurations = static_cast<std::uint64_t>(poses_.instantCount());
}

double SegmentCertifier::Impl::earliestOpen() const
{
    double earliest = std::min(settled_, witness_t_);
    for (const UncoveredQueue::Entry& entry : queue_.entries())
        earliest = std::min(earliest, intervals_[entry.interval].begin);
    return earliest;
}

CertifyResult SegmentCertifier::Impl::result()
{
    CertifyResult r;
    r.verdict = verdict();
    r.statistics = statistics_;
    r.statistics.configurations = static_cast<std::uint64_t>(poses_.instantCount());
    if (r.verdict == Verdict::Free)
    {
        r.last_valid = 1.0;
        r.t = 1.0;
        r.interval[0] = r.interval[1] = 1.0;
        r.certified_clearance = clearance_;
        return r;
    }
    r.last_valid = earliestOpen();
    if (r.last_valid > 0.0 && !isOutsideAtStart())
        r.last_valid = 0.0;
    if (verdict_ == Verdict::Collision)
    {
        r.witness = start_witness_ ? *start_witness_ : witness_;
        r.t = r.interval[0] = r.interval[1] = start_witness_ ? 0.0 : witness_t_;
        r.verdict = Verdict::Collision;
    }
    else if (undecided_)
    {
        r.witness = undecided_;
        r.interval[0] = undecided_interval_.begin;
        r.interval[1] = undecided_interval_.begin + undecided_interval_.width;
        r.t = 0.5 * (r.interval[0] + r.interval[1]);
    }
    else if (!queue_.empty())
    {
        const UncoveredQueue::Entry& entry = queue_.top();
        const DyadicInterval& interval = intervals_[entry.interval];
        r.witness = ClosePair{};
        r.witness->pair = active_[static_cast<std::size_t>(entry.pair)].pair;
        r.interval[0] = interval.begin;
        r.interval[1] = interval.begin + interval.width;
        r.t = 0.5 * (r.interval[0] + r.interval[1]);
    }
    return r;
}

std::vector<UncoveredInterval> SegmentCertifier::Impl::uncoveredIntervals()
{
    std::vector<UncoveredInterval> uncovered;
    if (verdict() == Verdict::Free)
        return uncovered;
    for (const UncoveredQueue::Entry& entry : queue_.entries())
    {
        const DyadicInterval& interval = intervals_[entry.interval];
        uncovered.push_back(
            {interval.begin, interval.begin + interval.width, active_[static_cast<std::size_t>(entry.pair)].pair});
    }
    // A witness drops what lies behind it from the queue, and so does giving up.
    if (verdict_ == Verdict::Collision)
        uncovered.push_back({std::min(settled_, witness_t_), 1.0, witness_.pair});
    else if (undecided_)
        uncovered.push_back({settled_, 1.0, undecided_->pair});
    // Between them no surfaces touch, the ends included: whether something is inside then is seen where such a part begins.
    struct Part
    {
        double begin, end;
        int last;  // the instant of `end`
    };
    const DyadicInterval& whole = intervals_[IntervalTree::kWhole];
    std::vector<Part> parts{{0.0, 0.0, whole.first}, {1.0, 1.0, whole.last}};
    for (const UncoveredQueue::Entry& entry : queue_.entries())
    {
        const DyadicInterval& interval = intervals_[entry.interval];
        parts.push_back({interval.begin, interval.begin + interval.width, interval.last});
    }
    if (uncovered.size() > queue_.entries().size())
        parts.push_back({uncovered.back().begin, 1.0, whole.last});
    std::sort(parts.begin(), parts.end(), [](const Part& x, const Part& y) { return x.begin < y.begin; });
    Part covered_from = parts.front();
    for (const Part& next : parts)
    {
        const PairMotion* const inside = next.begin > covered_from.end ? findInside(covered_from.last) : nullptr;
        if (inside)
            uncovered.push_back({covered_from.end, next.begin, inside->pair});
        if (next.end > covered_from.end)
            covered_from = next;
    }
    return uncovered;
}

SegmentCertifier::SegmentCertifier(std::shared_ptr<const Scene> scene, const CertifyOptions& options)
    : impl_(std::make_unique<Impl>(std::move(scene), options))
{}

SegmentCertifier::SegmentCertifier(std::shared_ptr<const Scene> scene, const Configuration& q0, const Configuration& q1,
                                   const CertifyOptions& options)
    : SegmentCertifier(std::move(scene), options)
{
    impl_->reset(q0, q1);
}

SegmentCertifier::~SegmentCertifier() = default;
SegmentCertifier::SegmentCertifier(SegmentCertifier&&) noexcept = default;
SegmentCertifier& SegmentCertifier::operator=(SegmentCertifier&&) noexcept = default;

void SegmentCertifier::reset(const Configuration& q0, const Configuration& q1)
{
    impl_->reset(q0, q1);
}

bool SegmentCertifier::isDone() const
{
    return impl_->isDone();
}

void SegmentCertifier::step()
{
    requireRounding();
    impl_->step();
}

Verdict SegmentCertifier::run(const Budget& budget)
{
    constexpr std::uint64_t kStepsPerLook = 16;
    requireRounding();
    const BudgetWatch watch(budget);
    for (std::uint64_t steps = 0; !impl_->isDone() && !watch.isSpent(steps, kStepsPerLook); ++steps)
        impl_->step();
    return impl_->verdict();
}

double SegmentCertifier::uncoveredLength() const
{
    return impl_->uncoveredLength();
}

CertifyResult SegmentCertifier::result() const
{
    return impl_->result();
}

std::vector<UncoveredInterval> SegmentCertifier::uncoveredIntervals() const
{
    return impl_->uncoveredIntervals();
}

}  // namespace gapless
