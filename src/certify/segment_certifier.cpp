// Adaptive bisection (Schwarzer, Saha, Latombe 2002, sections 3.1 and 3.4), one step at a time.
//
// 1. reset(): pairs that the joint limits, the boxes of what they sweep, or nodes in lanes (lane_prover.h) keep apart all the way are
//    settled; where they overlap, the motion may end there with a witness.
// 2. The first steps, the pairs left one after the other, the likeliest to collide first: of each it is asked once what is inside of what
//    (segment_answers.cpp), then it begins as one entry of the queue: the whole motion, with the front that it starts from. With
//    check_end_first it is looked at before that, at t = 1, as if the whole motion were the left half of a longer one, and may be done.
// 3. A further step: the most uncovered entry. Its interval is halved, in the same place for all pairs, so that they share poses; the paper
//    weighs cutting in the middle of what is uncovered instead, and finds no difference. What is not proven of either half (front.h)
//    becomes an entry. A front of many node pairs takes several steps, so that the caller may stop soon after any moment.
// 4. A witness ends the search, or, where the earliest is asked for, moves the end of what still matters to its t: entries behind it are
//    dropped, and an entry that holds it goes on with its left half alone, until that is no wider than last_valid_resolution.
//
// After the first steps each pair is, at each t, proven apart, or in an entry of the queue or the one at work, or at or behind a witness, or at or behind `settled_`,
// where something was given up. Free is what is left where there is no entry and neither a witness nor anything given up.
#include "certify/segment_search.h"

#include <algorithm>

#include <gapless/collision/pair_error.h>
#include <gapless/core/error.h>
#include <gapless/core/rounding_environment.h>

#include "certify/budget_watch.h"
#include "certify/lane_prover.h"

namespace gapless {

namespace {

/// Tests for the suspects of a motion, once for those that tables of joint values name and once for all others; for one about where it is suspected,
/// and for one anywhere; what poses of an instant, and balls within, cost, in tests. reset() is outside of all budgets.
constexpr int kMostTestsOfSuspects = 256, kMostTestsThere = 32, kMostTestsOfSuspect = 96, kTestsOfInstant = 16, kTestsInside = 4;
/// From where one is suspected to where it comes close.
constexpr int kMostStepsInTime = 3;
/// Left for one by hulls, whatever the others have cost: in the parts that meet, and anywhere.
constexpr int kTestsByHulls = kTestsOfInstant + 2 * kTestsInside + 2 * kMostTestsOfSuspect;

double middleOfLane(std::size_t lane)
{
    return (static_cast<double>(lane) + 0.5) / kLanes;
}

}  // namespace

SegmentCertifier::Impl::Impl(std::shared_ptr<const Scene> scene, const CertifyOptions& options)
    : scene_(std::move(scene)), options_(options)
{
    if (!scene_)
        throw InputError("a segment certifier needs a scene");
    kToleranceRange.require(options.tolerance, "the tolerance");
    kResolutionRange.require(options.last_valid_resolution, "last_valid_resolution");
    bounds_.resize(scene_->objects().size());
    LaneProver::prepare(*scene_);
}

void SegmentCertifier::Impl::forget()
{
    done_ = true;
    verdict_ = Verdict::Undecided;
    settled_ = 0.0;
    undecided_.reset();
    witness_t_ = std::numeric_limits<double>::infinity();
    outside_at_start_.reset();
    start_witness_.reset();
    rough_.reset();
    statistics_ = {};
    active_.clear();
    queue_.clear();
    entry_.reset();
    refiner_.clear();
    first_looks_ = 0;
}

void SegmentCertifier::Impl::reset(const Configuration& q0, const Configuration& q1)
{
    requireRounding();
    const KinematicModel& model = scene_->model();
    model.validate(q0);
    model.validate(q1);
    forget();  // until all is there, should memory run out
    motion_.reset(model, q0, q1);
    begin(q0, q1, isWithinLimits(model, q0) && isWithinLimits(model, q1));
}

void SegmentCertifier::Impl::resetTube(const Configuration& q0, const Configuration& q1, const MotionTube& tube)
{
    requireRounding();
    const KinematicModel& model = scene_->model();
    model.validate(q0);
    model.validate(q1);
    validateTube(model, tube);
    forget();
    motion_.resetTube(model, q0, q1, tube);
    begin(q0, q1, isWithinLimits(model, q0, tube.deviation) && isWithinLimits(model, q1, tube.deviation));
}

/// @param within_limits whether all of the motion and its tube is
void SegmentCertifier::Impl::begin(const Configuration& q0, const Configuration& q1, bool within_limits)
{
    poses_.reset(motion_);
    intervals_.reset(poses_);
    const DyadicInterval whole = intervals_[IntervalTree::kWhole];
    LaneProver& lanes = LaneProver::ofThread();
    lanes.reset(*scene_, motion_);
    const int most_tests = options_.last_valid_resolution == 0.0 ? kMostTestsOfSuspects : 0;
    tests_left_ = most_tests;
    clearance_ = lanes.cull(q0, q1, within_limits, left_, [this](const Suspect& suspect) { return isThere(suspect); });
    if (verdict_ == Verdict::Collision)
        return;
    tests_left_ = most_tests;
    clearance_ = std::min(clearance_, lanes.prove(
                                          left_, [&](const Suspect& suspect) { return isWitness(lanes, suspect); },
                                          [&](PairIndex pair, std::size_t lane, const NodePair& within, double error) {
                                              return meetInside(lanes, {pair, lane, within}, error);
                                          }));
    if (verdict_ == Verdict::Collision)
        return;
    boundMotions(*scene_, motion_, left_, poses_, whole.middle, bounds_);
    for (const PairIndex i : left_)
    {
        const ApartWithinLimits* proof = within_limits ? &scene_->apartWithinLimits(i) : nullptr;
        active_.push_back(makePairMotion(*scene_, i, proof, motion_, bounds_, poses_, whole.first));
        if (proof)
            clearance_ = std::min(clearance_, proof->gap);
    }
    travel_ = 0.0;
    for (const PairMotion& p : active_)
        travel_ = std::max(travel_, p.travel);
    settled_ = 1.0;
    done_ = false;
    if (active_.empty())
        finish();
}

double SegmentCertifier::Impl::uncoveredLength() const
{
    if (done_)
        return 0.0;
    const double taken = hasFirstLooks() ? travel_ : entry_ ? entry_->uncovered : 0.0;
    return queue_.empty() ? taken : std::max(taken, queue_.top().uncovered);
}

void SegmentCertifier::Impl::takeFirstLooks()
{
    // Mostly all: what is uncovered then tells more of the motion than how far it goes.
    constexpr std::uint64_t kMostAtFirst = 4ULL * FrontRefiner::kMost;
    const std::uint64_t before = work();
    while (!done_ && hasFirstLooks() && work() - before < kMostAtFirst)
    {
        const ActiveIndex active(first_looks_ / 2);
        if (first_looks_ % 2 == 0)
            lookInside(active_[active]);
        else if (!beginPair(active))
            return;
        ++first_looks_;
    }
}

/// A pair at an instant.
struct SegmentCertifier::Impl::PlacedPair
{
    PairIndex index;
    double t;
    const ObjectPair& pair;
    const CollisionObject &a, &b;
    Pose X_WA;
    PairPose X;
    double error;

    PlacedPair(const Impl& of, PairIndex i, double at, const Pose& X_WA_, const Pose& X_WB)
        : index(i),
          t(at),
          pair(of.scene_->pair(i)),
          a(of.scene_->object(pair.a)),
          b(of.scene_->object(pair.b)),
          X_WA(X_WA_),
          X(pairPose(X_WA, X_WB)),
          error(pairError(of.motion_, a, b, kWorld, X.p_AB.norm() + a.geometry->reach() + b.geometry->reach()))
    {}
};

void SegmentCertifier::Impl::setWitness(const PlacedPair& p, const Vec3& point_a, const Vec3& point_b, double distance)
{
    witness_ = {p.index, p.X_WA.p + point_a, p.X_WA.p + point_b, distance};
    witness_t_ = p.t;
    verdict_ = Verdict::Collision;
}

std::optional<InnerContact> SegmentCertifier::Impl::ballsMeet(const CollisionObject& a, const CollisionObject& b,
                                                              const PairPose& X, double close, double error,
                                                              const NodePair& within)
{
    tests_left_ -= kTestsInside;
    ++statistics_.distance_queries;
    return findInnerContact(*a.geometry, *b.geometry, X, close, error, moves(a), moves(b), within);
}

SegmentCertifier::Impl::PlacedPair SegmentCertifier::Impl::placedAt(PairIndex index, double t)
{
    tests_left_ -= kTestsOfInstant;
    const ObjectPair& pair = scene_->pair(index);
    const int instant = poses_.instantAt(t);
    const Pose X_WA = poses_.pose(instant, scene_->object(pair.a).body);
    return {*this, index, t, X_WA, poses_.pose(instant, scene_->object(pair.b).body)};
}

/// Of what lies below these nodes, as far as it takes to tell whether it is as close as a collision is, which makes it the witness.
GreedyDistance SegmentCertifier::Impl::distanceAt(const PlacedPair& p, const NodePair& within, int most)
{
    DistanceCounters tests;
    GreedyDistance d = greedyDistance(*p.a.geometry, *p.b.geometry, p.X, p.pair.clearance + options_.tolerance, p.error, &tests,
                                      within, std::min(tests_left_, most));
    tests_left_ -= static_cast<int>(tests.leaf_pairs + tests.bounding_volumes);
    statistics_.distance_queries += tests.leaf_pairs;
    statistics_.bounding_volume_tests += tests.bounding_volumes;
    if (d.outcome == GreedyDistance::Outcome::Close)
        setWitness(p, d.point_a, d.point_b, d.upper);
    return d;
}

bool SegmentCertifier::Impl::isClose(const PlacedPair& p, const NodePair& within, int most)
{
    return distanceAt(p, within, most).outcome == GreedyDistance::Outcome::Close;
}

/// Whether leaves below these nodes are as close then, or those of the nearest of them a little later or earlier: by Newton's method for the zero
/// of their distance. @param steps at most
bool SegmentCertifier::Impl::comeClose(const LaneProver& lanes, const PlacedPair& p, const NodePair& within, int most, int steps)
{
    constexpr double kLongestStep = 1.0 / kLanes;
    const GreedyDistance d = distanceAt(p, within, most);
    if (d.outcome != GreedyDistance::Outcome::Apart || steps == 0)
        return d.outcome == GreedyDistance::Outcome::Close;
    const Vec3 a = p.X_WA.p + p.X.fromA(p.a.geometry->tree().node(d.nearest.a).centre);
    const Vec3 b = p.X_WA.p + p.X.p_AB + p.X.fromB(p.b.geometry->tree().node(d.nearest.b).centre);
    const double approach = d.nearest.n.dot(lanes.roughVelocity(p.a.body, p.t, a) - lanes.roughVelocity(p.b.body, p.t, b));
    const double way = (d.lower - p.pair.clearance) / approach, t = p.t + way;
    if (!(std::abs(way) <= kLongestStep && t >= 0.0 && t <= 1.0) || tests_left_ <= kTestsOfInstant)
        return false;
    return comeClose(lanes, placedAt(p.index, t), d.nearest, kMostTestsThere, steps - 1);
}

/// Whether balls within the two are as close as that.
/// @param within as of findInnerContact()
bool SegmentCertifier::Impl::meetInside(const PlacedPair& p, double close, const NodePair& within)
{
    const std::optional<InnerContact> contact = ballsMeet(p.a, p.b, p.X, close, p.error, within);
    if (contact)
        setWitness(p, contact->point_a, contact->point_b, contact->upper);
    return contact.has_value();
}

/// The same of balls within the one and the other's surface, where both move.
bool SegmentCertifier::Impl::meetSurfaces(const PlacedPair& p, double close)
{
    if (!moves(p.a) || !moves(p.b))
        return false;
    tests_left_ -= kTestsInside;
    ++statistics_.distance_queries;
    const std::optional<InnerContact> contact = findShallowContact(*p.a.geometry, *p.b.geometry, p.X, close, p.error);
    if (contact)
        setWitness(p, contact->point_a, contact->point_b, contact->upper);
    return contact.has_value();
}

/// The same at the middle of a lane, first as floats have it: where balls overlap by more than these may be off, they do so at exact poses, which then wait
/// until somebody asks for the witness. Where this is more than the tolerance nothing is told by it: errors of the motion itself may be as large. Of
/// a tube an instant at its end is worth more, whose curve is known best.
bool SegmentCertifier::Impl::meetInside(const LaneProver& lanes, const RoughContact& at, double error)
{
    if (tests_left_ <= kTestsInside || motion_.hasTube())
        return false;
    const ObjectPair& pair = scene_->pair(at.pair);
    const CollisionObject &a = scene_->object(pair.a), &b = scene_->object(pair.b);
    const Pose X_WA = lanes.roughPose(a.body, at.lane);
    const std::optional<InnerContact> contact =
        ballsMeet(a, b, pairPose(X_WA, lanes.roughPose(b.body, at.lane)), pair.clearance + options_.tolerance, 0.0, at.within);
    if (!contact)
        return false;
    if (!(error <= options_.tolerance && contact->gap + error <= pair.clearance))
        return meetAtExactPoses(at, 1.0);
    witness_ = {at.pair, X_WA.p + contact->point_a, X_WA.p + contact->point_b, contact->upper + error};
    witness_t_ = middleOfLane(at.lane);
    verdict_ = Verdict::Collision;
    rough_ = at;
    return true;
}

/// The same by exact poses. What is merely near may yet be proven to keep its clearance: only what does not, as far as can be told, is a witness here.
/// @param errors so many errors of the pair above its clearance
bool SegmentCertifier::Impl::meetAtExactPoses(const RoughContact& at, double errors)
{
    const ObjectPair& pair = scene_->pair(at.pair);
    const double t = middleOfLane(at.lane);
    const int instant = poses_.instantAt(t);
    const Pose X_WA = poses_.pose(instant, scene_->object(pair.a).body);
    const PlacedPair p(*this, at.pair, t, X_WA, poses_.pose(instant, scene_->object(pair.b).body));
    return meetInside(p, pair.clearance + std::min(errors * p.error, options_.tolerance), at.within);
}

/// Whether a pair collides then and there: as the state checker has it, so that what is merely within the tolerance counts, which nodes or hulls
/// might have proven to keep its clearance.
bool SegmentCertifier::Impl::isThere(const Suspect& suspect)
{
    if (tests_left_ <= kTestsOfInstant || motion_.hasTube())
        return false;
    const PlacedPair p = placedAt(suspect.pair, suspect.t);
    const double close = p.pair.clearance + options_.tolerance;
    // Balls within what is turned meet the other's surface for less than it costs to search it from its root.
    if (suspect.within.hasRoot() && (moves(p.a) && moves(p.b) ? meetSurfaces(p, close) : meetInside(p, close, suspect.within)))
        return true;
    return isClose(p, suspect.within, ApartWithinLimits::OnMotion::Meeting::kMostTests);
}

/// Whether a pair collides then: there, or anywhere; or there a little later or earlier. Nothing else is learnt from it.
bool SegmentCertifier::Impl::isWitness(const LaneProver& lanes, const Suspect& suspect)
{
    if (suspect.by_hulls && options_.last_valid_resolution == 0.0)
        tests_left_ = std::max(tests_left_, kTestsByHulls);
    if (tests_left_ <= kTestsOfInstant)
        return false;
    const double close = scene_->pair(suspect.pair).clearance + options_.tolerance;
    const PlacedPair p = placedAt(suspect.pair, suspect.t);
    if (meetInside(p, close, suspect.within) || meetSurfaces(p, close))
        return true;
    // Where the roots are all that failed, they are mostly leaves, of which the search itself is soon done.
    const bool are_roots = suspect.within.a == RssTree::kRoot && suspect.within.b == RssTree::kRoot;
    if (!are_roots
        && comeClose(lanes, p, suspect.within, suspect.by_hulls ? kMostTestsOfSuspect : kMostTestsThere, kMostStepsInTime))
        return true;
    return isClose(p, {}, kMostTestsOfSuspect);
}

/// @return false: not finished yet
bool SegmentCertifier::Impl::beginPair(ActiveIndex active)
{
    const PairMotion& p = active_[active];
    // With an error of the size of the bodies nothing is proven, and every leaf would be looked at.
    if (motion_.goesEitherWay(p.a->body) || motion_.goesEitherWay(p.b->body))
        giveUp(p, intervals_[IntervalTree::kWhole]);
    else if (options_.check_end_first)
        return coverFromEnd(active);
    else
        queue_.push(IntervalTree::kWhole, active, startingFront(p), p.travel);
    return true;
}

/// The whole motion as the "left half" of an interval whose middle is t = 1. @return false: not finished yet
bool SegmentCertifier::Impl::coverFromEnd(ActiveIndex active)
{
    const PairMotion& p = active_[active];
    const DyadicInterval& whole = intervals_[IntervalTree::kWhole];
    const PairInstants at = pairInstants(*scene_, p, poses_, whole.first, whole.last, whole.last);
    if (!refiner_.isPaused())
        for (const NodePair& nodes : startingFront(p))
            refiner_.add(nodes, FrontRefiner::kLeft);
    const FrontRefiner::Outcome outcome = refiner_.refine(p, at, 1.0, options_.tolerance, statistics_);
    if (outcome == FrontRefiner::Outcome::Paused)
        return false;
    if (outcome == FrontRefiner::Outcome::Witness)
    {
        foundWitness(1.0);
        if (done_)
            settled_ = 0.0;
        else
            queue_.push(IntervalTree::kWhole, active, startingFront(p), p.travel);
        return true;
    }
    if (refiner_.gaveUp())
        giveUp(p, whole);
    clearance_ = std::min(clearance_, refiner_.provenClearance() - p.tube);
    if (!refiner_.left().nodes.empty())
        queue_.push(IntervalTree::kWhole, active, refiner_.left().nodes, refiner_.left().uncovered);
    return true;
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
    try
    {
        if (hasFirstLooks())
            takeFirstLooks();
        else
            refineEntry();
    }
    catch (...)
    {
        // What was taken off the queue may be lost.
        forget();
        throw;
    }
    if (!done_ && !hasFirstLooks() && !entry_ && queue_.empty())
        finish();
}

void SegmentCertifier::Impl::refineEntry()
{
    if (!entry_)
        entry_ = queue_.pop(front_);
    intervals_.halve(entry_->interval, poses_);
    const DyadicInterval interval = intervals_[entry_->interval];
    if (interval.begin < witness_t_)
    {
        const PairMotion& p = active_[entry_->pair];
        const PairInstants at = pairInstants(*scene_, p, poses_, interval.first, interval.middle, interval.last);
        // With a witness at the middle or before it, only what lies before still matters.
        bool only_left = at.t_middle >= witness_t_;
        if (!only_left)
        {
            if (!refiner_.isPaused())
                for (const NodePair& nodes : front_)
                    refiner_.add(nodes);
            const FrontRefiner::Outcome outcome = refiner_.refine(p, at, 0.5 * interval.width, options_.tolerance, statistics_);
            if (outcome == FrontRefiner::Outcome::Paused)
                return;
            if (outcome == FrontRefiner::Outcome::Witness)
            {
                foundWitness(at.t_middle);
                only_left = true;
            }
        }
        if (!only_left)
            pushHalves(*entry_);
        else if (done_ || interval.width <= options_.last_valid_resolution)
            settled_ = std::min(settled_, interval.begin);
        else
            queue_.push(interval.left, entry_->pair, front_, entry_->uncovered);
    }
    entry_.reset();
}

void SegmentCertifier::Impl::pushHalves(const UncoveredQueue::Entry& entry)
{
    const DyadicInterval& interval = intervals_[entry.interval];
    const PairMotion& p = active_[entry.pair];
    clearance_ = std::min(clearance_, refiner_.provenClearance() - p.tube);
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

void SegmentCertifier::resetTube(const Configuration& q0, const Configuration& q1, const MotionTube& tube)
{
    impl_->resetTube(q0, q1, tube);
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
    requireRounding();
    BudgetWatch watch(budget);
    for (std::uint64_t steps = 0; !impl_->isDone() && !watch.isSpent(steps, impl_->work()); ++steps)
        impl_->step();
    return impl_->verdict();
}

double SegmentCertifier::uncoveredLength() const
{
    return impl_->uncoveredLength();
}

CertifyResult SegmentCertifier::result() const
{
    requireRounding();
    return impl_->result();
}

std::vector<UncoveredInterval> SegmentCertifier::uncoveredIntervals() const
{
    requireRounding();
    return impl_->uncoveredIntervals();
}

}  // namespace gapless
