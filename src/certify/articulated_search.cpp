// The frames on the stack lie one behind the other in time, the earliest on top. Before the top one every pair is proven apart; within a
// frame, all that is in none of its fronts. So the first contact that is found is the first that there is, and the beginning of the top
// frame is what `last_valid` may claim.
//
// The refiner's tolerance is a few rounding errors here, not the caller's: a pair that comes within a millimetre is no contact, and the
// search has to get past it to the one that is. A witness of the refiner is therefore hardly to be told from touching. Then both halves
// keep the front of this pair as it is, and what lies behind that instant is not refined for any pair (`touch_`) until it turns out that
// it was no contact: if it was, that work would be lost.
//
// Fronts stand in an arena that grows and shrinks with the stack. Those of both halves of a frame are collected apart from it, if need be
// in several rounds (advance()); then the frame's own, which are its last, are dropped, and the halves pushed, the right one first.
#include "certify/articulated_search.h"

#include <algorithm>
#include <chrono>

#include <gapless/core/error.h>
#include <gapless/core/rounding_environment.h>

#include "certify/budget_watch.h"
#include "certify/leaf_contact.h"

namespace gapless {

namespace {

using Clock = std::chrono::steady_clock;

/// Once they have not decided on an interval, they are tried again on one narrower by 2^-kPause.
constexpr int kPause = 6;

/// About 2e-13.
constexpr double kSmallestTimeTolerance = 0x1p-42;

/// Of the motion from q0 to q1, which is literal where it has a tube (but for rotations of floating joints), with joints that turn.
Configuration configurationAt(const Motion& motion, const Configuration& q0, const Configuration& q1,
                              const std::vector<PlanarTurn>& turns, double t)
{
    Configuration q = interpolate(motion.model(), q0, q1, t);
    for (const Body& body : motion.model().bodies())
        if (motion.hasTube() && body.variable)
        {
            const int v = *body.variable, count = std::min(variableCount(body.joint.type), 3);
            q.segment(v, count) = q0.segment(v, count) + t * (q1.segment(v, count) - q0.segment(v, count));
        }
    for (const PlanarTurn& turn : turns)
        q.segment<2>(turn.variable) = turn.centre + Eigen::Rotation2Dd(q[turn.variable + 2]) * turn.arm;
    return q;
}

}  // namespace

ArticulatedSearch::ArticulatedSearch(std::shared_ptr<const Scene> scene, const ArticulatedOptions& options)
    : scene_(std::move(scene)), options_(options)
{
    if (!scene_)
        throw InputError("articulated collision detection needs a scene");
    kToleranceRange.require(options.tolerance, "the tolerance");
    // Below the smallest every grazing interval would be a contact of its own, in numbers without end.
    options_.time_tolerance =
        std::max(kTimeToleranceRange.require(options.time_tolerance, "the time tolerance"), kSmallestTimeTolerance);
    pairs_ = std::make_unique<ActivePairs>(scene_, options.stages, options.culler);
    forget();
}

void ArticulatedSearch::reset(const Configuration& q0, const Configuration& q1)
{
    reset(q0, q1, nullptr);
}

void ArticulatedSearch::resetTube(const Configuration& q0, const Configuration& q1, const MotionTube& tube)
{
    reset(q0, q1, &tube);
}

/// @param tube null: none
void ArticulatedSearch::reset(const Configuration& q0, const Configuration& q1, const MotionTube* tube)
{
    requireRounding();
    const auto start = Clock::now();
    begin(q0, q1, tube);
    result_.statistics.seconds[0] += std::chrono::duration<double>(Clock::now() - start).count() - result_.statistics.seconds[1];
}

Verdict ArticulatedSearch::run(const Budget& budget)
{
    requireRounding();
    const auto start = Clock::now();
    try
    {
        if (!done_)
            search(budget);
    }
    catch (...)
    {
        // What was taken off to be worked on may be lost.
        forget();
        throw;
    }
    result_.statistics.seconds[2] += std::chrono::duration<double>(Clock::now() - start).count();
    return result_.verdict;
}

double ArticulatedSearch::uncoveredLength() const
{
    return done_ || frames_.empty() ? 0.0 : travel_ * (1.0 - intervals_[frames_.back().interval].begin);
}

ArticulatedResult ArticulatedSearch::result() const
{
    ArticulatedResult answer = result_;
    answer.statistics.configurations = static_cast<std::uint64_t>(poses_.instantCount());
    answer.statistics.bounding_volume_tests = statistics_.bounding_volume_tests;
    answer.statistics.elementary_tests += statistics_.distance_queries;
    if (!done_ && !frames_.empty())
    {
        const DyadicInterval& interval = intervals_[frames_.back().interval];
        giveUp(answer, Verdict::Undecided, interval.begin, interval.begin + interval.width);
    }
    return answer;
}

/// Nothing to do, and nothing known.
void ArticulatedSearch::forget()
{
    done_ = true;
    result_ = {};
    result_.verdict = Verdict::Undecided;
    result_.last_valid = 0.0;
    result_.time_of_contact = {0.0, 1.0};
}

void ArticulatedSearch::begin(const Configuration& q0, const Configuration& q1, const MotionTube* tube)
{
    const KinematicModel& model = scene_->model();
    model.validate(q0);
    model.validate(q1);
    if (tube)
        validateTube(model, *tube);
    forget();  // until all is there, should memory run out
    q0_ = q0;
    q1_ = q1;
    turns_.clear();
    if (tube)
        turns_ = tube->turns;
    if (tube)
        motion_.resetTube(model, q0, q1, *tube);
    else
        motion_.reset(model, q0, q1);
    const bool within_limits = tube ? isWithinLimits(model, q0, tube->deviation) && isWithinLimits(model, q1, tube->deviation)
                                    : isWithinLimits(model, q0) && isWithinLimits(model, q1);
    poses_.reset(motion_);
    equations_.reset(motion_);
    intervals_.reset(poses_);
    unknown_insides_.clear();
    refiner_.clear();
    is_advancing_ = false;
    first_looks_ = 0;
    frames_.clear();
    entries_.clear();
    arena_.clear();
    touch_ = std::numeric_limits<double>::infinity();
    statistics_ = {};

    pairs_->reset(motion_, q0, q1, within_limits, poses_, intervals_[IntervalTree::kWhole]);
    left_.clear();
    travel_ = 0.0;
    for (const ActiveIndex k : active().indices())
    {
        travel_ = std::max(travel_, active()[k].travel);
        left_.add(k, startingFront(active()[k]));
    }
    pushFrame(IntervalTree::kWhole, left_, 0);
    result_ = {};
    result_.certified_clearance = pairs_->clearanceOfOthers();
    result_.statistics.pairs = pairs_->leftBySweptBoxes();
    result_.statistics.pairs_after_culling = pairs_->leftBySweptVolumes();
    result_.statistics.seconds[1] = pairs_->sweptVolumesSeconds();
    done_ = false;
}

/// The next pair that may start inside of one another; behind the last one, half turns.
void ArticulatedSearch::takeFirstLooks()
{
    constexpr std::uint64_t kWork = 16;
    while (first_looks_ < active().size())
    {
        const PairMotion& p = active()[ActiveIndex(first_looks_++)];
        if (!p.a->geometry->containment().hasSolids() && !p.b->geometry->containment().hasSolids())
            continue;
        work_ += kWork;
        done_ = startsInside(p);
        break;
    }
    if (!done_ && first_looks_ == active().size())
        done_ = goesEitherWay();
}

// Surfaces that never touch cannot take a body from outside a solid to its inside: the start decides.
bool ArticulatedSearch::startsInside(const PairMotion& p)
{
    const DyadicInterval& whole = intervals_[IntervalTree::kWhole];
    Vec3 common;
    const Pose& X_WA = poses_.pose(whole.first, p.a->body);
    const Containment::Answer answer =
        insideOneAnother(*p.a->geometry, *p.b->geometry, pairPose(X_WA, poses_.pose(whole.first, p.b->body)), &common);
    // Inside as computed: the exact two are at most the error apart (front.h), which has to be near enough for a witness.
    const bool is_witness = answer == Containment::Answer::Inside && p.error <= p.clearance + options_.tolerance;
    if (answer != Containment::Answer::Outside && !is_witness)
        unknown_insides_.push_back(&p);
    if (!is_witness)
        return false;
    Contact contact;
    contact.pair = p.pair;
    contact.point_a = contact.point_b = X_WA.p + common;
    featureInside(*p.a->geometry, X_WA.inverse() * contact.point_a, contact.feature_a, contact.triangle_a);
    featureInside(*p.b->geometry, poses_.pose(whole.first, p.b->body).inverse() * contact.point_b, contact.feature_b,
                  contact.triangle_b);
    contact.proved = p.error <= p.clearance || isDeepInside(*p.a->geometry, X_WA, contact.point_a, p.error)
                     || isDeepInside(*p.b->geometry, poses_.pose(whole.first, p.b->body), contact.point_a, p.error);
    result_.contacts.push_back(contact);
    conclude(Verdict::Collision, 0.0, 0.0);
    return true;
}

/// Rounding decides which way round something turns: nothing to be proven of what it may meet on the way.
bool ArticulatedSearch::goesEitherWay()
{
    for (const PairMotion& p : active())
        if (motion_.goesEitherWay(p.a->body) || motion_.goesEitherWay(p.b->body))
        {
            conclude(Verdict::Undecided, 0.0, 1.0);
            return true;
        }
    return false;
}

void ArticulatedSearch::pushFrame(int interval, const Pending& pending, int pause)
{
    if (pending.entries.empty())
        return;
    Frame frame;
    frame.interval = interval;
    frame.pause = pause;
    frame.entries = entries_.size();
    frame.count = pending.entries.size();
    frame.arena = arena_.size();
    for (Entry entry : pending.entries)
    {
        entry.begin += frame.arena;
        entries_.push_back(entry);
    }
    arena_.insert(arena_.end(), pending.nodes.begin(), pending.nodes.end());
    frames_.push_back(frame);
}

void ArticulatedSearch::search(const Budget& budget)
{
    BudgetWatch watch(budget);
    std::uint64_t steps = 0;
    while (!frames_.empty() && !done_)
    {
        // A round that was begun is finished: one step at a time gets to the end.
        if (watch.isSpent(steps, work_ + refiner_.looked()))
            return;
        if (first_looks_ < active().size())
        {
            takeFirstLooks();
            ++steps;
            continue;
        }
        if (!is_advancing_)
        {
            Frame& frame = frames_.back();
            const DyadicInterval interval = intervals_[frame.interval];
            steps += frame.count;
            work_ += frame.count;
            // All before it is proven free, up to and with the instant of the touch: that was none.
            if (interval.begin >= touch_)
                touch_ = std::numeric_limits<double>::infinity();
            Finding finding = Finding::Open;
            if (interval.width <= options_.time_tolerance)
                finding = examine(interval, frame);
            else if (isReadyForEquations(interval, frame))
            {
                finding = solveEquations(interval, frame);
                frame.pause = kPause;
            }
            if (finding != Finding::Open)
            {
                drop(frame);
                frames_.pop_back();
                continue;
            }
            is_advancing_ = true;
            advanced_ = 0;
            left_.clear();
            right_.clear();
        }
        if (!advance(frames_.back()) || done_)
            continue;
        is_advancing_ = false;
        const Frame frame = frames_.back();
        frames_.pop_back();
        drop(frame);
        const int pause = std::max(0, frame.pause - 1);
        const int left = intervals_[frame.interval].left, right = intervals_[frame.interval].right;
        pushFrame(right, right_, pause);
        pushFrame(left, left_, pause);
    }
    if (done_)
        return;
    // Outside at the end, and no contact on the way: outside always. Inside at the end cannot be, unknown says nothing.
    const int last = intervals_[IntervalTree::kWhole].last;
    for (const PairMotion* p : unknown_insides_)
        if (insideOneAnother(*p->a->geometry, *p->b->geometry,
                             pairPose(poses_.pose(last, p->a->body), poses_.pose(last, p->b->body)))
            != Containment::Answer::Outside)
        {
            conclude(Verdict::Undecided, 0.0, 1.0);
            return;
        }
    done_ = true;
    result_.verdict = Verdict::Free;
    result_.last_valid = 1.0;
    result_.configuration = q1_;
}

/// Collects the fronts of the halves of the top frame. @return false: not finished yet
bool ArticulatedSearch::advance(const Frame& frame)
{
    intervals_.halve(frame.interval, poses_);
    const DyadicInterval interval = intervals_[frame.interval];
    const double middle = interval.begin + 0.5 * interval.width;
    const std::uint64_t before = refiner_.looked();
    for (; advanced_ < frame.count; ++advanced_)
    {
        if (refiner_.looked() - before >= FrontRefiner::kMost)
            return false;
        const Entry entry = entries_[frame.entries + advanced_];
        const PairMotion& p = active()[entry.active];
        const PairInstants at = pairInstants(*scene_, p, poses_, interval.first, interval.middle, interval.last);
        const bool touched = touch_ <= middle;
        if (!refiner_.isPaused())
        {
            front_.assign(arena_.begin() + static_cast<std::ptrdiff_t>(entry.begin),
                          arena_.begin() + static_cast<std::ptrdiff_t>(entry.begin + entry.count));
            for (const NodePair& nodes : front_)
                refiner_.add(nodes, touched ? FrontRefiner::kLeft : FrontRefiner::kLeft | FrontRefiner::kRight);
        }
        const FrontRefiner::Outcome outcome = refiner_.refine(p, at, 0.5 * interval.width, kCloseErrors * p.error, statistics_);
        if (outcome == FrontRefiner::Outcome::Paused)
            return false;
        if (outcome == FrontRefiner::Outcome::Witness || refiner_.gaveUp())
        {
            // At the middle these two touch, as far as doubles can tell. Nothing of this pair is known about the halves.
            touch_ = std::min(touch_, middle);
            left_.add(entry.active, front_);
            right_.add(entry.active, front_);
            if (outcome == FrontRefiner::Outcome::Witness && !options_.first_contact
                && concludeAnyContact(entry.active, interval))
                return true;
            continue;
        }
        result_.certified_clearance = std::min(result_.certified_clearance, refiner_.provenClearance() - p.tube);
        left_.add(entry.active, refiner_.left().nodes);
        right_.add(entry.active, touched ? front_ : refiner_.right().nodes);
    }
    return true;
}

/// @pre its fronts are the last of the arena
void ArticulatedSearch::drop(const Frame& frame)
{
    entries_.resize(frame.entries);
    arena_.resize(frame.arena);
}

void ArticulatedSearch::conclude(Verdict verdict, double lo, double hi)
{
    done_ = true;
    giveUp(result_, verdict, lo, hi);
    result_.contact_proved = verdict == Verdict::Collision && !result_.contacts.empty() && result_.contacts.front().proved;
}

/// Fills in what an answer other than Free says: proven before lo, the rest in [lo, hi]. Where rounding does not tell at the start whether
/// something is inside, surfaces apart prove nothing.
void ArticulatedSearch::giveUp(ArticulatedResult& answer, Verdict verdict, double lo, double hi) const
{
    lo = unknown_insides_.empty() ? lo : 0.0;
    answer.verdict = verdict;
    answer.time_of_contact.lower = lo;
    answer.time_of_contact.upper = hi;
    answer.last_valid = lo;
    answer.certified_clearance = 0.0;
    answer.configuration = configurationAt(motion_, q0_, q1_, turns_, hi);
}

}  // namespace gapless
