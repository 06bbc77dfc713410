#include <gapless/certify/segment_certifier.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <vector>

#include <gapless/collision/pair_error.h>
#include <gapless/core/error.h>
#include <gapless/geometry/pair_distance.h>
#include <gapless/kinematics/motion_bound.h>

#include "certify/swept_boxes.h"

// How one entry of the queue is worked on.
//
// An entry is a pair, a dyadic interval [ta, tb] and its front: the node pairs of the two trees that are not yet proven apart
// on that interval. (The published algorithm starts each interval at the roots; handing the front on means that only those
// parts of two bodies are looked at again that are near each other.) At the middle tm each node pair is tested:
//
// - Proof of a half, say [ta, tm] of width h: one unit vector n, fixed in the frame of the pair's common ancestor, with
//       min(gap(ta), gap(tm)) > clearance + A h^2 / 8 + error,
//   where gap(t) = min over B of n.x - max over A of n.x at t, and A bounds the sum of both bodies' accelerations seen from the
//   ancestor. Proof of the claim: for points a of A and b of B let g(t) = n.(b(t) - a(t)). At both ends g >= gap. By the
//   chord bound (motion_bound.h) g differs from its linear interpolation by at most A h^2 / 8, and linear interpolation is
//   at least the smaller end. So |b - a| >= g > clearance throughout. Any n will do; it comes from the nearest points of the
//   node pair at tm, or from an earlier instant.
// - Where the node pair is within clearance + tolerance at tm it is opened (GREEDY-DIST, section 3.2): no bound at all could
//   cover it on either half. Two leaves within that distance are the witness of a collision.
// - What is left goes to the fronts of the halves, as it is or opened: opened while the nodes are large against their travel.

namespace gapless {

namespace {

using Clock = std::chrono::steady_clock;

/// Nodes larger than this many times their travel during a half are opened rather than handed on: halving the time would leave
/// their distance what it is (measured, see docs).
constexpr double kOpenRatio = 4.0;
constexpr double kSmallestWidth = 0x1p-48;

struct Interval
{
    double begin = 0.0, width = 1.0;
    int first = -1, last = -1, middle = -1;  // instants
    int left = -1, right = -1;               // halves
};

/// One active pair during this motion.
struct PairMotion
{
    int pair = 0;
    const CollisionObject *a = nullptr, *b = nullptr;
    int ancestor = 0;
    double acceleration = 0.0;
    double travel = 0.0;
    double clearance = 0.0;
    double error = 0.0;
    bool a_aligned = false, b_aligned = false;  // no turn as seen from the ancestor
    const ApartWithinLimits* proof = nullptr;   // what need not be looked at; null: the motion leaves the limits
};

struct NodePair
{
    int a = RssTree::kRoot, b = RssTree::kRoot;
    Vec3 n = Vec3::Zero();  // direction to try first, in the ancestor's frame; zero: none known
};

struct Entry
{
    double uncovered = 0.0;
    int interval = 0;
    int pair = 0;  // index into active pairs
    std::size_t begin = 0, count = 0;  // its front, in the arena
};

bool lessUncovered(const Entry& x, const Entry& y)
{
    return x.uncovered < y.uncovered;
}

constexpr unsigned kLeft = 1, kRight = 2;

struct OpenPair
{
    NodePair nodes;
    unsigned open = kLeft | kRight;  // halves not yet proven
};

/// A pair at the three instants of an interval, seen from the pair's common ancestor.
struct PairInstants
{
    PairPose X[3];  // begin, middle, end
    double t_middle = 0.0;
    Mat3 R_WF_middle;   // ancestor's rotation and origin of A at the middle, for witnesses
    Vec3 p_WA_middle;
};

}  // namespace

class SegmentCertifier::Impl
{
public:
    Impl(std::shared_ptr<const Scene> scene, const CertifyOptions& options) : scene_(std::move(scene)), options_(options)
    {
        if (!scene_)
            throw InputError("a segment certifier needs a scene");
        if (!(options.tolerance > 0.0) || !std::isfinite(options.tolerance))
            throw InputError("the tolerance is " + std::to_string(options.tolerance) + "; it has to be a finite number > 0, in metres");
        if (!(options.last_valid_resolution >= 0.0 && options.last_valid_resolution < 1.0))
            throw InputError("last_valid_resolution is " + std::to_string(options.last_valid_resolution) + "; it has to be in [0, 1)");
        bounds_.resize(scene_->objects().size());
    }

    void reset(const Configuration& q0, const Configuration& q1);
    bool isDone() const { return done_; }
    void step();
    double uncoveredLength() const { return done_ || queue_.empty() ? 0.0 : queue_.front().uncovered; }
    Verdict verdict() const { return done_ ? verdict_ : Verdict::Undecided; }
    CertifyResult result() const;

private:
    void activate(std::size_t pair_index, const ApartWithinLimits* proof);
    /// The node pairs that a motion of this pair starts with.
    void startingFront(const PairMotion& p, std::vector<NodePair>& front) const;
    void checkInsides();
    void coverFromEnd(int active);
    int middleOf(int interval);
    void fillInstants(const PairMotion& p, int first, int middle, int last, PairInstants& at);
    /// Tests the node pairs of `stack_` at three instants; what is not proven goes to left_ and right_.
    /// @return false if a witness was found, in witness_.
    bool refine(const PairMotion& p, const PairInstants& at, double width, const Interval& interval);
    double gapAlong(const PairMotion& p, const NodePair& nodes, const PairInstants& at, int k, const Vec3& n)
    {
        ++statistics_.bounding_volume_tests;
        return nodeGap({p.a->geometry.get(), nodes.a}, {p.b->geometry.get(), nodes.b}, at.X[k], n);
    }
    void push(int interval, int pair, std::vector<NodePair>& front, double uncovered);
    void giveUp(const PairMotion& p, const Interval& interval);
    void finish();
    void compact();
    double earliestOpen() const;

    std::shared_ptr<const Scene> scene_;
    CertifyOptions options_;
    Motion motion_;
    PoseCache poses_;
    std::vector<MotionBound> bounds_;
    SweptBoxes boxes_;
    std::vector<PairMotion> active_;
    std::vector<Interval> intervals_;
    std::vector<Entry> queue_;     // heap, most uncovered first
    std::vector<NodePair> arena_;  // fronts of all entries
    std::size_t live_ = 0;         // node pairs of the arena that an entry still owns
    std::vector<OpenPair> stack_;
    std::vector<NodePair> left_, right_;
    double left_uncovered_ = 0.0, right_uncovered_ = 0.0;

    bool done_ = true;
    Verdict verdict_ = Verdict::Undecided;
    double clearance_ = std::numeric_limits<double>::infinity();
    ClosePair witness_;
    std::optional<ClosePair> undecided_;
    double witness_t_ = std::numeric_limits<double>::infinity();
    Interval undecided_interval_;
    double settled_ = 1.0;  // the motion cannot be claimed free beyond this
    CertifyStatistics statistics_;
};

void SegmentCertifier::Impl::reset(const Configuration& q0, const Configuration& q1)
{
    const KinematicModel& model = scene_->model();
    model.validate(q0);
    model.validate(q1);
    motion_.reset(model, q0, q1);
    poses_.reset(motion_);
    active_.clear();
    intervals_.clear();
    queue_.clear();
    arena_.clear();
    live_ = 0;
    done_ = false;
    verdict_ = Verdict::Undecided;
    clearance_ = std::numeric_limits<double>::infinity();
    undecided_.reset();
    witness_t_ = std::numeric_limits<double>::infinity();
    settled_ = 1.0;
    statistics_ = {};

    Interval whole;
    whole.first = poses_.addInstant(0.0);
    whole.last = poses_.addInstant(1.0);
    whole.middle = poses_.addInstant(0.5);
    intervals_.push_back(whole);
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
            activate(i, proof);
    }
    checkInsides();
    for (std::size_t k = 0; k < active_.size() && !done_; ++k)
    {
        if (options_.check_end_first)
            coverFromEnd(static_cast<int>(k));
        else
        {
            startingFront(active_[k], left_);
            push(0, static_cast<int>(k), left_, active_[k].travel);
        }
    }
    if (!done_ && queue_.empty())
        finish();
}

void SegmentCertifier::Impl::activate(std::size_t pair_index, const ApartWithinLimits* proof)
{
    const ObjectPair& pair = scene_->pairs()[pair_index];
    PairMotion p;
    p.pair = static_cast<int>(pair_index);
    p.a = &scene_->object(pair.a);
    p.b = &scene_->object(pair.b);
    p.ancestor = scene_->model().commonAncestor(p.a->body, p.b->body);
    const MotionBound &bound_a = bounds_[static_cast<std::size_t>(pair.a)], &bound_b = bounds_[static_cast<std::size_t>(pair.b)];
    p.acceleration = (bound_a.acceleration(p.ancestor) + bound_b.acceleration(p.ancestor)) * kInflate;
    p.travel = (bound_a.travel(p.ancestor) + bound_b.travel(p.ancestor)) * kInflate;
    p.clearance = pair.clearance;
    p.proof = proof;
    if (proof)
        clearance_ = std::min(clearance_, proof->gap);
    const int start = intervals_[0].first;
    const double D = (poses_.pose(start, p.b->body).p - poses_.pose(start, p.a->body).p).norm() + p.travel + p.a->geometry->reach()
                     + p.b->geometry->reach();
    p.error = pairError(motion_, *p.a, *p.b, p.ancestor, D);
    const auto aligned = [&](int body) {
        const Body& b = scene_->model().body(body);
        return scene_->model().body(p.ancestor).is_static ? b.is_static && b.X_WB.R == Mat3::Identity() : body == p.ancestor;
    };
    p.a_aligned = aligned(p.a->body);
    p.b_aligned = aligned(p.b->body);
    active_.push_back(p);
}

void SegmentCertifier::Impl::startingFront(const PairMotion& p, std::vector<NodePair>& front) const
{
    front.clear();
    if (!p.proof)
        front.emplace_back();
    else
        for (const ApartWithinLimits::NodePair& nodes : p.proof->open)
            front.push_back({nodes.a, nodes.b, Vec3::Zero()});
}

// Surfaces that never touch cannot take a body from outside a solid to its inside: one instant decides. The end is chosen,
// since its poses are needed anyway.
void SegmentCertifier::Impl::checkInsides()
{
    const int end = intervals_[0].last;
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
        // Where the answer is Inside but the surfaces cross as well, this is a collision all the same. Unknown: a point of one
        // is on the surface of the other as far as doubles can tell. The distances may still find a witness.
        if (answer == Containment::Answer::Unknown)
        {
            giveUp(p, intervals_[0]);
            continue;
        }
        witness_.pair = p.pair;
        witness_.point_a = witness_.point_b = X_WA.p + common;
        witness_.distance = 0.0;
        witness_t_ = 1.0;
        verdict_ = Verdict::Collision;
        if (options_.last_valid_resolution > 0.0)
        {
            // Outside at the start: then the surfaces touch on the way, and the search finds where.
            const int start = intervals_[0].first;
            const PairPose X_start = pairPose(poses_.pose(start, p.a->body), poses_.pose(start, p.b->body));
            if (insideOneAnother(*p.a->geometry, *p.b->geometry, X_start) == Containment::Answer::Outside)
                continue;
        }
        settled_ = 0.0;
        done_ = true;
        return;
    }
}

void SegmentCertifier::Impl::fillInstants(const PairMotion& p, int first, int middle, int last, PairInstants& at)
{
    const int instants[3] = {first, middle, last};
    const bool turns = p.ancestor != 0 && !scene_->model().body(p.ancestor).is_static;
    at.t_middle = poses_.time(middle);
    at.p_WA_middle = poses_.pose(middle, p.a->body).p;
    at.R_WF_middle = turns ? poses_.pose(middle, p.ancestor).R : Mat3::Identity();
    for (int k = 0; k < 3; ++k)
    {
        PairPose& X = at.X[k];
        X = pairPose(poses_.pose(instants[k], p.a->body), poses_.pose(instants[k], p.b->body));
        X.a_aligned = p.a_aligned;
        X.b_aligned = p.b_aligned;
        if (!turns)
            continue;
        const Mat3 R_FW = poses_.pose(instants[k], p.ancestor).R.transpose();
        X.p_AB = R_FW * X.p_AB;
        X.R_A = p.a_aligned ? Mat3::Identity() : Mat3(R_FW * X.R_A);
        X.R_B = p.b_aligned ? Mat3::Identity() : Mat3(R_FW * X.R_B);
    }
}

// The whole motion as the "left half" of an interval whose middle is t = 1.
void SegmentCertifier::Impl::coverFromEnd(int active)
{
    const PairMotion& p = active_[static_cast<std::size_t>(active)];
    const Interval whole = intervals_[0];
    PairInstants at;
    fillInstants(p, whole.first, whole.last, whole.last, at);
    startingFront(p, left_);
    stack_.clear();
    for (const NodePair& nodes : left_)
        stack_.push_back({nodes, kLeft});
    if (refine(p, at, 1.0, whole))
    {
        if (!left_.empty())
            push(0, active, left_, left_uncovered_);
    }
    else if (done_)
        settled_ = 0.0;
    else
    {
        startingFront(p, left_);
        push(0, active, left_, p.travel);
    }
}

int SegmentCertifier::Impl::middleOf(int index)
{
    if (intervals_[static_cast<std::size_t>(index)].left < 0)
    {
        Interval& parent = intervals_[static_cast<std::size_t>(index)];
        if (parent.middle < 0)
            parent.middle = poses_.addInstant(parent.begin + 0.5 * parent.width);
        Interval left, right;
        left.begin = parent.begin;
        right.begin = parent.begin + 0.5 * parent.width;
        left.width = right.width = 0.5 * parent.width;
        left.first = parent.first;
        left.last = right.first = parent.middle;
        right.last = parent.last;
        parent.left = static_cast<int>(intervals_.size());
        parent.right = parent.left + 1;
        intervals_.push_back(left);
        intervals_.push_back(right);
    }
    return intervals_[static_cast<std::size_t>(index)].middle;
}

bool SegmentCertifier::Impl::refine(const PairMotion& p, const PairInstants& at, double width, const Interval& interval)
{
    left_.clear();
    right_.clear();
    left_uncovered_ = right_uncovered_ = 0.0;
    const double growth = 0.125 * p.acceleration * width * width * kInflate + p.error;
    const double needed = p.clearance + growth;
    const double limit = p.clearance + options_.tolerance;
    const double travel = p.travel * width;

    while (!stack_.empty())
    {
        OpenPair item = stack_.back();
        stack_.pop_back();
        double gap_left = -std::numeric_limits<double>::infinity(), gap_right = gap_left;
        // Tries to prove the open halves along n; the gap at the middle is at hand.
        const auto cover = [&](const Vec3& n, double gap_middle) {
            if (item.open & kLeft)
            {
                gap_left = std::min(gap_middle, gapAlong(p, item.nodes, at, 0, n));
                if (gap_left > needed)
                {
                    item.open &= ~kLeft;
                    clearance_ = std::min(clearance_, gap_left - growth);
                }
            }
            if (item.open & kRight)
            {
                gap_right = std::min(gap_middle, gapAlong(p, item.nodes, at, 2, n));
                if (gap_right > needed)
                {
                    item.open &= ~kRight;
                    clearance_ = std::min(clearance_, gap_right - growth);
                }
            }
        };

        if (item.nodes.n.x() != 0.0 || item.nodes.n.y() != 0.0 || item.nodes.n.z() != 0.0)
        {
            const double gap_middle = gapAlong(p, item.nodes, at, 1, item.nodes.n);
            if (gap_middle > needed)
            {
                cover(item.nodes.n, gap_middle);
                if (!item.open)
                    continue;
            }
        }

        const NodeRef a{p.a->geometry.get(), item.nodes.a}, b{p.b->geometry.get(), item.nodes.b};
        const bool leaves = a.node().isLeaf() && b.node().isLeaf();
        ++(leaves ? statistics_.distance_queries : statistics_.bounding_volume_tests);
        const ConvexDistance d = nodeDistance(a, b, at.X[1], item.nodes.n, limit);
        if (leaves && d.upper + p.error <= limit)
        {
            witness_.pair = p.pair;
            witness_.point_a = at.p_WA_middle + at.R_WF_middle * d.point_a;
            witness_.point_b = at.p_WA_middle + at.R_WF_middle * d.point_b;
            witness_.distance = d.upper + p.error;
            witness_t_ = at.t_middle;
            verdict_ = Verdict::Collision;
            done_ = options_.last_valid_resolution == 0.0;
            return false;
        }
        const bool apart = d.lower - p.error > (leaves ? p.clearance : limit);
        if (!apart && leaves)
        {
            giveUp(p, interval);
            continue;
        }
        // Nodes that overlap have no direction worth trying on their children.
        item.nodes.n = d.lower > 0.0 ? d.direction : Vec3::Zero();
        if (d.lower > needed)
        {
            cover(item.nodes.n, d.lower);
            if (!item.open)
                continue;
        }
        if (apart)
        {
            const double size = std::max(a.node().isLeaf() ? 0.0 : a.node().size(), b.node().isLeaf() ? 0.0 : b.node().size());
            if (leaves || size <= kOpenRatio * travel)
            {
                // The uncovered length of 3.4, with the chord's growth in place of the path length.
                if (item.open & kLeft)
                {
                    left_.push_back(item.nodes);
                    left_uncovered_ = std::max(left_uncovered_, travel + p.clearance - std::max(gap_left, -travel));
                }
                if (item.open & kRight)
                {
                    right_.push_back(item.nodes);
                    right_uncovered_ = std::max(right_uncovered_, travel + p.clearance - std::max(gap_right, -travel));
                }
                continue;
            }
        }
        OpenPair child = item;
        if (openFirst(a, b))
        {
            child.nodes.a = a.node().left;
            stack_.push_back(child);
            ++child.nodes.a;
            stack_.push_back(child);
        }
        else
        {
            child.nodes.b = b.node().left;
            stack_.push_back(child);
            ++child.nodes.b;
            stack_.push_back(child);
        }
    }
    return true;
}

void SegmentCertifier::Impl::push(int interval, int pair, std::vector<NodePair>& front, double uncovered)
{
    Entry entry;
    entry.uncovered = uncovered;
    entry.interval = interval;
    entry.pair = pair;
    entry.begin = arena_.size();
    entry.count = front.size();
    arena_.insert(arena_.end(), front.begin(), front.end());
    live_ += front.size();
    queue_.push_back(entry);
    std::push_heap(queue_.begin(), queue_.end(), lessUncovered);
}

void SegmentCertifier::Impl::giveUp(const PairMotion& p, const Interval& interval)
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
    std::pop_heap(queue_.begin(), queue_.end(), lessUncovered);
    const Entry entry = queue_.back();
    queue_.pop_back();
    live_ -= entry.count;
    const int middle = middleOf(entry.interval);
    const Interval interval = intervals_[static_cast<std::size_t>(entry.interval)];
    if (interval.begin < witness_t_)
    {
        const PairMotion& p = active_[static_cast<std::size_t>(entry.pair)];
        PairInstants at;
        fillInstants(p, interval.first, middle, interval.last, at);
        stack_.clear();
        for (std::size_t k = 0; k < entry.count; ++k)
            stack_.push_back({arena_[entry.begin + k], kLeft | kRight});
        if (at.t_middle < witness_t_ && refine(p, at, 0.5 * interval.width, interval))
        {
            if (0.5 * interval.width < kSmallestWidth && !(left_.empty() && right_.empty()))
                giveUp(p, interval);
            else
            {
                if (!left_.empty())
                    push(interval.left, entry.pair, left_, left_uncovered_);
                if (!right_.empty())
                    push(interval.right, entry.pair, right_, right_uncovered_);
            }
        }
        else if (done_ || interval.width <= options_.last_valid_resolution)
            settled_ = std::min(settled_, interval.begin);
        else
        {
            // A witness at the middle or before it: only what lies before still matters, with the entry's own front.
            left_.assign(arena_.begin() + static_cast<std::ptrdiff_t>(entry.begin),
                         arena_.begin() + static_cast<std::ptrdiff_t>(entry.begin + entry.count));
            push(interval.left, entry.pair, left_, entry.uncovered);
        }
    }
    if (queue_.empty() && !done_)
        finish();
    else if (arena_.size() > 65536 && arena_.size() > 4 * live_)
        compact();
}

void SegmentCertifier::Impl::compact()
{
    std::vector<NodePair> kept;
    kept.reserve(2 * live_);
    for (Entry& entry : queue_)
    {
        const std::size_t begin = kept.size();
        kept.insert(kept.end(), arena_.begin() + static_cast<std::ptrdiff_t>(entry.begin),
                    arena_.begin() + static_cast<std::ptrdiff_t>(entry.begin + entry.count));
        entry.begin = begin;
    }
    arena_ = std::move(kept);
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
    for (const Entry& entry : queue_)
        earliest = std::min(earliest, intervals_[static_cast<std::size_t>(entry.interval)].begin);
    return earliest;
}

CertifyResult SegmentCertifier::Impl::result() const
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
    if (verdict_ == Verdict::Collision)
    {
        r.witness = witness_;
        r.t = r.interval[0] = r.interval[1] = witness_t_;
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
        const Entry& entry = queue_.front();
        const Interval& interval = intervals_[static_cast<std::size_t>(entry.interval)];
        r.witness = ClosePair{};
        r.witness->pair = active_[static_cast<std::size_t>(entry.pair)].pair;
        r.interval[0] = interval.begin;
        r.interval[1] = interval.begin + interval.width;
        r.t = 0.5 * (r.interval[0] + r.interval[1]);
    }
    return r;
}

SegmentCertifier::SegmentCertifier(std::shared_ptr<const Scene> scene, const Configuration& q0, const Configuration& q1,
                                   const CertifyOptions& options)
    : impl_(std::make_unique<Impl>(std::move(scene), options))
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
    impl_->step();
}

Verdict SegmentCertifier::run(const Budget& budget)
{
    constexpr std::uint64_t kStepsPerClock = 16;
    const bool timed = budget.seconds != std::numeric_limits<double>::infinity();
    const auto start = timed ? Clock::now() : Clock::time_point();
    for (std::uint64_t steps = 0; !impl_->isDone() && steps < budget.steps; ++steps)
    {
        if (timed && steps % kStepsPerClock == 0 && std::chrono::duration<double>(Clock::now() - start).count() > budget.seconds)
            break;
        impl_->step();
    }
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

}  // namespace gapless
