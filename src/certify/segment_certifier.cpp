// Adaptive bisection (Schwarzer, Saha, Latombe 2002, sections 3.1 and 3.4), one step at a time.
//
// 1. reset(): pairs that the joint limits, or the boxes of what they sweep, keep apart all the way are settled. Of those left it is asked
//    once what is inside of what (segment_answers.cpp). Each of them begins as one entry of the queue: the whole motion, with the front
//    that it starts from. With check_end_first it is looked at before that, at t = 1, as if the whole motion were the left half of a
//    longer one, and may be done.
// 2. step(): the most uncovered entry. Its interval is halved, in the same place for all pairs, so that they share poses; the paper
//    weighs cutting in the middle of what is uncovered instead, and finds no difference. What is not proven of either half (front.h)
//    becomes an entry.
// 3. A witness ends the search, or, where the earliest is asked for, moves the end of what still matters to its t: entries behind it are
//    dropped, and an entry that holds it goes on with its left half alone, until that is no wider than last_valid_resolution.
//
// At any time each pair is, at each t, proven apart, or in an entry of the queue, or at or behind a witness, or at or behind `settled_`,
// where something was given up. Free is what is left where the queue is empty and there is neither a witness nor anything given up.
#include "certify/segment_search.h"

#include <algorithm>

#include <gapless/core/error.h>
#include <gapless/core/rounding_environment.h>

#include "certify/budget_watch.h"

namespace gapless {

SegmentCertifier::Impl::Impl(std::shared_ptr<const Scene> scene, const CertifyOptions& options)
    : scene_(std::move(scene)), options_(options)
{
    if (!scene_)
        throw InputError("a segment certifier needs a scene");
    kToleranceRange.require(options.tolerance, "the tolerance");
    kResolutionRange.require(options.last_valid_resolution, "last_valid_resolution");
    bounds_.resize(scene_->objects().size());
}

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
    for (const ObjectIndex i : bounds_.indices())
        if (!model.body(scene_->object(i).body).is_static)
            bounds_[i].reset(motion_, scene_->object(i).body, *scene_->object(i).geometry, poses_, whole.middle);
    boxes_.reset(*scene_, motion_, bounds_, poses_, whole.first, whole.last);
    const bool within_limits = isWithinLimits(model, q0) && isWithinLimits(model, q1);
    for (const PairIndex i : scene_->pairs().indices())
    {
        const ApartWithinLimits* proof = within_limits ? &scene_->apartWithinLimits(i) : nullptr;
        if (proof && proof->open.empty())
        {
            clearance_ = std::min(clearance_, proof->gap);
            continue;
        }
        const double gap = boxes_.gap(scene_->pair(i));
        if (gap > scene_->pair(i).clearance)
            clearance_ = std::min(clearance_, gap);
        else
        {
            active_.push_back(makePairMotion(*scene_, i, proof, motion_, bounds_, poses_, whole.first));
            if (proof)
                clearance_ = std::min(clearance_, proof->gap);
        }
    }
    checkInsides();
    for (const ActiveIndex k : active_.indices())
    {
        if (done_)
            break;
        // With an error of the size of the bodies nothing is proven, and every leaf would be looked at.
        if (motion_.goesEitherWay(active_[k].a->body) || motion_.goesEitherWay(active_[k].b->body))
            giveUp(active_[k], whole);
        else if (options_.check_end_first)
            coverFromEnd(k);
        else
        {
            startingFront(active_[k]);
            queue_.push(IntervalTree::kWhole, k, front_, active_[k].travel);
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

// The whole motion as the "left half" of an interval whose middle is t = 1.
void SegmentCertifier::Impl::coverFromEnd(ActiveIndex active)
{
    const PairMotion& p = active_[active];
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
        const PairMotion& p = active_[entry.pair];
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
    const PairMotion& p = active_[entry.pair];
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
