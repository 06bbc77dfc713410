#include <gapless/certify/articulated_collision.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include <gapless/core/error.h>

#include "certify/active_pairs.h"
#include "certify/leaf_contact.h"

// Time is worked off depth first, the earlier half first: a frame is an interval with the fronts (front.h) of all pairs that are not
// proven apart on it. `touch_` is an instant at which a pair was so close that doubles could not tell it from contact: what comes later is
// not refined, only kept, until all before and that instant itself are proven free after all. A frame no wider than the time tolerance
// is examined for contacts.

namespace gapless {

namespace {

using Clock = std::chrono::steady_clock;

/// Contacts reported at most.
constexpr std::size_t kMostContacts = 1000;

struct Entry
{
    int active = 0;                    // index into the active pairs
    std::size_t begin = 0, count = 0;  // its front, in the arena
};

struct Frame
{
    int interval = 0;
    std::size_t entries = 0, count = 0;
    std::size_t arena = 0;  // where its fronts begin
};

/// Fronts on their way to a frame.
struct Pending
{
    std::vector<Entry> entries;
    std::vector<NodePair> nodes;

    void clear()
    {
        entries.clear();
        nodes.clear();
    }
    void add(int active, const std::vector<NodePair>& front)
    {
        if (front.empty())
            return;
        entries.push_back({active, nodes.size(), front.size()});
        nodes.insert(nodes.end(), front.begin(), front.end());
    }
};

}  // namespace

const char* toString(Feature feature)
{
    switch (feature)
    {
        case Feature::Vertex: return "vertex";
        case Feature::Edge: return "edge";
        case Feature::Face: return "face";
        case Feature::Solid: break;
    }
    return "solid";
}

class ArticulatedCollision::Impl
{
public:
    Impl(std::shared_ptr<const Scene> scene, const ArticulatedOptions& options);

    ArticulatedResult check(const Configuration& q0, const Configuration& q1, const Budget& budget);
    ArticulatedResult resume(const Budget& budget);
    bool isDone() const { return done_; }

private:
    struct Candidate
    {
        int active;
        NodePair leaves;
    };

    const std::vector<PairMotion>& active() const { return pairs_->pairs(); }
    const PairMotion& pairOf(const Candidate& candidate) const { return active()[static_cast<std::size_t>(candidate.active)]; }
    void begin(const Configuration& q0, const Configuration& q1);
    bool startsInside();
    void search(const Budget& budget);
    void advance(const Frame& frame);
    void pushFrame(int interval, const Pending& pending);
    void collectLeaves(const DyadicInterval& interval, const Frame& frame);
    enum class Finding
    {
        Free,     ///< proven
        Contact,  ///< the answer was concluded
        Open,     ///< too wide to tell
    };
    Finding examine(const DyadicInterval& interval, const Frame& frame);
    void drop(const Frame& frame);
    PairPose poseAt(const PairMotion& pair, int instant);
    void concludeAnyContact(int active_index, const DyadicInterval& interval);
    void conclude(Verdict verdict, double lo, double hi);
    void giveUp(ArticulatedResult& answer, Verdict verdict, double lo, double hi) const;

    std::shared_ptr<const Scene> scene_;
    ArticulatedOptions options_;
    Motion motion_;
    PoseCache poses_;
    std::unique_ptr<ActivePairs> pairs_;
    std::vector<const PairMotion*> unknown_insides_;
    IntervalTree intervals_;
    std::vector<Frame> frames_;
    std::vector<Entry> entries_;
    std::vector<NodePair> arena_;
    FrontRefiner refiner_;
    Pending left_, right_;
    std::vector<NodePair> front_;
    std::vector<Candidate> candidates_, stack_;

    Configuration q0_, q1_;
    double touch_ = std::numeric_limits<double>::infinity();
    bool done_ = false;
    ArticulatedResult result_;
    CertifyStatistics statistics_;
};

ArticulatedCollision::Impl::Impl(std::shared_ptr<const Scene> scene, const ArticulatedOptions& options)
    : scene_(std::move(scene)), options_(options)
{
    if (!scene_)
        throw InputError("articulated collision detection needs a scene");
    if (!(options.tolerance > 0.0) || !std::isfinite(options.tolerance))
        throw InputError("the tolerance is " + std::to_string(options.tolerance) + "; it has to be a finite number > 0, in metres");
    if (!(options.time_tolerance > 0.0 && options.time_tolerance <= 1.0))
        throw InputError("the time tolerance is " + std::to_string(options.time_tolerance)
                         + "; it has to be in (0, 1], a fraction of the motion");
    pairs_ = std::make_unique<ActivePairs>(scene_, options.stages, options.culler);
}

ArticulatedResult ArticulatedCollision::Impl::check(const Configuration& q0, const Configuration& q1, const Budget& budget)
{
    const auto start = Clock::now();
    begin(q0, q1);
    result_.statistics.seconds[0] += std::chrono::duration<double>(Clock::now() - start).count() - result_.statistics.seconds[1];
    done_ = startsInside();
    return resume(budget);
}

ArticulatedResult ArticulatedCollision::Impl::resume(const Budget& budget)
{
    const auto start = Clock::now();
    if (!done_)
        search(budget);
    result_.statistics.seconds[2] += std::chrono::duration<double>(Clock::now() - start).count();
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

void ArticulatedCollision::Impl::begin(const Configuration& q0, const Configuration& q1)
{
    const KinematicModel& model = scene_->model();
    model.validate(q0);
    model.validate(q1);
    q0_ = q0;
    q1_ = q1;
    motion_.reset(model, q0, q1);
    poses_.reset(motion_);
    intervals_.reset(poses_);
    unknown_insides_.clear();
    frames_.clear();
    entries_.clear();
    arena_.clear();
    touch_ = std::numeric_limits<double>::infinity();
    done_ = false;
    result_ = {};
    statistics_ = {};

    pairs_->reset(motion_, poses_, intervals_[IntervalTree::kWhole], isWithinLimits(model, q0) && isWithinLimits(model, q1));
    result_.certified_clearance = pairs_->clearanceOfOthers();
    result_.statistics.pairs = pairs_->leftBySweptBoxes();
    result_.statistics.pairs_after_culling = pairs_->leftBySweptVolumes();
    result_.statistics.seconds[1] = pairs_->sweptVolumesSeconds();

    left_.clear();
    for (std::size_t k = 0; k < active().size(); ++k)
    {
        front_.clear();
        if (!active()[k].proof)
            front_.emplace_back();
        else
            for (const ApartWithinLimits::NodePair& nodes : active()[k].proof->open)
                front_.push_back({nodes.a, nodes.b, Vec3::Zero()});
        left_.add(static_cast<int>(k), front_);
    }
    pushFrame(IntervalTree::kWhole, left_);
}

// Surfaces that never touch cannot take a body from outside a solid to its inside: the start decides.
bool ArticulatedCollision::Impl::startsInside()
{
    const DyadicInterval& whole = intervals_[IntervalTree::kWhole];
    for (const PairMotion& p : active())
    {
        if (!p.a->geometry->containment().hasSolids() && !p.b->geometry->containment().hasSolids())
            continue;
        Vec3 common;
        const Pose& X_WA = poses_.pose(whole.first, p.a->body);
        const Containment::Answer answer =
            insideOneAnother(*p.a->geometry, *p.b->geometry, pairPose(X_WA, poses_.pose(whole.first, p.b->body)), &common);
        if (answer == Containment::Answer::Unknown)
            unknown_insides_.push_back(&p);
        if (answer != Containment::Answer::Inside)
            continue;
        Contact contact;
        contact.pair = p.pair;
        contact.point_a = contact.point_b = X_WA.p + common;
        featureInside(*p.a->geometry, X_WA.inverse() * contact.point_a, contact.feature_a, contact.triangle_a);
        featureInside(*p.b->geometry, poses_.pose(whole.first, p.b->body).inverse() * contact.point_b, contact.feature_b,
                      contact.triangle_b);
        contact.proved = true;
        result_.contacts.push_back(contact);
        conclude(Verdict::Collision, 0.0, 0.0);
        return true;
    }
    return false;
}

void ArticulatedCollision::Impl::pushFrame(int interval, const Pending& pending)
{
    if (pending.entries.empty())
        return;
    Frame frame;
    frame.interval = interval;
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

void ArticulatedCollision::Impl::search(const Budget& budget)
{
    const auto start = Clock::now();
    const bool timed = budget.seconds != std::numeric_limits<double>::infinity();
    std::uint64_t steps = 0;
    while (!frames_.empty() && !done_)
    {
        const Frame frame = frames_.back();
        const DyadicInterval interval = intervals_[frame.interval];
        steps += frame.count;
        if (steps > budget.steps || (timed && std::chrono::duration<double>(Clock::now() - start).count() > budget.seconds))
            return;
        frames_.pop_back();
        // All before it is proven free, up to and with the instant of the touch: that was none.
        if (interval.begin >= touch_)
            touch_ = std::numeric_limits<double>::infinity();
        if (interval.width > options_.time_tolerance || examine(interval, frame) == Finding::Open)
            advance(frame);
        else
            drop(frame);
    }
    if (done_)
        return;
    // Outside at the end, and no contact on the way: outside always. Inside at the end cannot be, unknown says nothing.
    const int last = intervals_[IntervalTree::kWhole].last;
    for (const PairMotion* p : unknown_insides_)
        if (insideOneAnother(*p->a->geometry, *p->b->geometry, pairPose(poses_.pose(last, p->a->body), poses_.pose(last, p->b->body)))
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

// The frame is the last of the arena: its fronts are replaced by those of its halves.
void ArticulatedCollision::Impl::advance(const Frame& frame)
{
    intervals_.halve(frame.interval, poses_);
    const DyadicInterval interval = intervals_[frame.interval];
    const double middle = interval.begin + 0.5 * interval.width;
    left_.clear();
    right_.clear();
    for (std::size_t k = 0; k < frame.count; ++k)
    {
        const Entry entry = entries_[frame.entries + k];
        const PairMotion& p = active()[static_cast<std::size_t>(entry.active)];
        const PairInstants at = pairInstants(*scene_, p, poses_, interval.first, interval.middle, interval.last);
        front_.assign(arena_.begin() + static_cast<std::ptrdiff_t>(entry.begin),
                      arena_.begin() + static_cast<std::ptrdiff_t>(entry.begin + entry.count));
        const bool touched = touch_ <= middle;
        for (const NodePair& nodes : front_)
            refiner_.add(nodes, touched ? FrontRefiner::kLeft : FrontRefiner::kLeft | FrontRefiner::kRight);
        const FrontRefiner::Outcome outcome = refiner_.refine(p, at, 0.5 * interval.width, kCloseErrors * p.error, statistics_);
        if (outcome == FrontRefiner::Outcome::Witness || refiner_.gaveUp())
        {
            // At the middle these two touch, as far as doubles can tell. Nothing of this pair is known about the halves.
            touch_ = std::min(touch_, middle);
            left_.add(entry.active, front_);
            right_.add(entry.active, front_);
            if (outcome == FrontRefiner::Outcome::Witness && !options_.first_contact)
            {
                concludeAnyContact(entry.active, interval);
                return;
            }
            continue;
        }
        result_.certified_clearance = std::min(result_.certified_clearance, refiner_.provenClearance());
        left_.add(entry.active, refiner_.left().nodes);
        right_.add(entry.active, touched ? front_ : refiner_.right().nodes);
    }
    drop(frame);
    pushFrame(interval.right, right_);
    pushFrame(interval.left, left_);
}

/// @pre its fronts are the last of the arena
void ArticulatedCollision::Impl::drop(const Frame& frame)
{
    entries_.resize(frame.entries);
    arena_.resize(frame.arena);
}

PairPose ArticulatedCollision::Impl::poseAt(const PairMotion& pair, int instant)
{
    return pairInstants(*scene_, pair, poses_, instant, instant, instant).X[0];
}

/// The leaf pairs of a frame's fronts that are not proven apart on its interval.
void ArticulatedCollision::Impl::collectLeaves(const DyadicInterval& interval, const Frame& frame)
{
    candidates_.clear();
    for (std::size_t k = 0; k < frame.count; ++k)
    {
        const Entry& entry = entries_[frame.entries + k];
        const PairMotion& p = active()[static_cast<std::size_t>(entry.active)];
        const PairPose begin = poseAt(p, interval.first), end = poseAt(p, interval.last);
        const double growth = 0.125 * p.acceleration * interval.width * interval.width * kInflate + p.error;
        const double needed = p.clearance + growth;
        stack_.clear();
        for (std::size_t n = 0; n < entry.count; ++n)
            stack_.push_back({entry.active, arena_[entry.begin + n]});
        while (!stack_.empty())
        {
            Candidate item = stack_.back();
            stack_.pop_back();
            const NodeRef a{p.a->geometry.get(), item.leaves.a}, b{p.b->geometry.get(), item.leaves.b};
            ++statistics_.bounding_volume_tests;
            // The chord bound, as in front.h.
            const ConvexDistance d = nodeDistance(a, b, begin, item.leaves.n, needed);
            const double gap = std::min(nodeGap(a, b, begin, d.direction), nodeGap(a, b, end, d.direction));
            if (gap > needed)
            {
                result_.certified_clearance = std::min(result_.certified_clearance, gap - growth);
                continue;
            }
            item.leaves.n = d.lower > 0.0 ? d.direction : Vec3::Zero();
            if (a.node().isLeaf() && b.node().isLeaf())
            {
                candidates_.push_back(item);
                continue;
            }
            const bool open_a = openFirst(a, b);
            int& node = open_a ? item.leaves.a : item.leaves.b;
            node = open_a ? a.node().left : b.node().left;
            stack_.push_back(item);
            ++node;
            stack_.push_back(item);
        }
    }
}

/// Where any contact will do: the refiner's witness, at the middle of the interval.
void ArticulatedCollision::Impl::concludeAnyContact(int active_index, const DyadicInterval& interval)
{
    const PairMotion& p = active()[static_cast<std::size_t>(active_index)];
    const NodePair& leaves = refiner_.witnessLeaves();
    Contact contact = contactOf(*scene_, p, leaves, poses_, interval.middle);
    contact.time[0] = interval.begin;
    contact.time[1] = contact.t;
    contact.proved = closenessAt(p, leaves, poses_, interval.middle, contact, interval.middle) == Closeness::Proven;
    result_.contacts.push_back(contact);
    conclude(Verdict::Collision, interval.begin, contact.t);
}

/// Looks for contacts on an interval that is narrow enough to be the answer.
ArticulatedCollision::Impl::Finding ArticulatedCollision::Impl::examine(const DyadicInterval& interval, const Frame& frame)
{
    const double end = interval.begin + interval.width;
    collectLeaves(interval, frame);
    if (candidates_.empty())
        return Finding::Free;
    const bool is_narrowest = 0.5 * interval.width < kSmallestWidth;
    // Touching at the end as far as doubles can tell, which is where a contact at a dyadic instant shows: a little later it may be deep
    // enough to be proven. The time tolerance has to have room for that.
    const bool touches_at_end = touch_ == end || interval.begin == 0.0;
    if (touches_at_end && interval.width > 0.5 * options_.time_tolerance && !is_narrowest)
        return Finding::Open;
    const double later = std::min(1.0, interval.begin + 0.9375 * options_.time_tolerance);  // room for rounding of hi - lo
    const int last = touches_at_end && later > end ? poses_.addInstant(later) : interval.last;
    std::vector<Contact> close, all;
    double hi = end;
    for (const Candidate& candidate : candidates_)
    {
        if (all.size() >= kMostContacts)
            break;
        const PairMotion& p = pairOf(candidate);
        Contact contact = contactOf(*scene_, p, candidate.leaves, poses_, interval.first);
        Closeness answer = closenessAt(p, candidate.leaves, poses_, interval.last, contact, interval.first);
        // Before the first interval nothing is proven: a touch at t = 0 alone shows nowhere else.
        if (interval.begin == 0.0 && answer == Closeness::Farther)
            answer = closenessAt(p, candidate.leaves, poses_, interval.first, contact, interval.first);
        if (answer == Closeness::Close && last != interval.last
            && closenessAt(p, candidate.leaves, poses_, last, contact, interval.first) == Closeness::Proven)
        {
            answer = Closeness::Proven;
            hi = later;
        }
        contact.time[0] = interval.begin;
        contact.time[1] = hi;
        contact.proved = answer == Closeness::Proven;
        all.push_back(contact);
        if (answer != Closeness::Farther)
            close.push_back(contact);
    }
    std::stable_sort(close.begin(), close.end(), [](const Contact& x, const Contact& y) { return x.proved > y.proved; });
    std::vector<Contact>& found = close.empty() ? all : close;
    const double excess = (found.front().point_a - found.front().point_b).norm()
                          - scene_->pairs()[static_cast<std::size_t>(found.front().pair)].clearance;
    // The points are a witness for the tolerance, too: a fast motion wants a narrower interval than was asked for.
    const bool is_contact = !close.empty() && (close.front().proved || touches_at_end);
    if (!(is_contact && excess <= options_.tolerance) && !is_narrowest)
        return Finding::Open;
    result_.contacts = std::move(found);
    conclude(excess <= options_.tolerance ? Verdict::Collision : Verdict::Undecided, interval.begin, hi);
    return Finding::Contact;
}

void ArticulatedCollision::Impl::conclude(Verdict verdict, double lo, double hi)
{
    done_ = true;
    giveUp(result_, verdict, lo, hi);
    result_.contact_proved = verdict == Verdict::Collision && !result_.contacts.empty() && result_.contacts.front().proved;
}

/// Fills in what an answer other than Free says: proven before lo, the rest in [lo, hi].
void ArticulatedCollision::Impl::giveUp(ArticulatedResult& answer, Verdict verdict, double lo, double hi) const
{
    answer.verdict = verdict;
    answer.time_of_contact[0] = lo;
    answer.time_of_contact[1] = hi;
    answer.last_valid = lo;
    answer.certified_clearance = 0.0;
    answer.configuration = interpolate(scene_->model(), q0_, q1_, hi);
}

ArticulatedCollision::ArticulatedCollision(std::shared_ptr<const Scene> scene, const ArticulatedOptions& options)
    : impl_(std::make_unique<Impl>(std::move(scene), options))
{}

ArticulatedCollision::~ArticulatedCollision() = default;
ArticulatedCollision::ArticulatedCollision(ArticulatedCollision&&) noexcept = default;
ArticulatedCollision& ArticulatedCollision::operator=(ArticulatedCollision&&) noexcept = default;

ArticulatedResult ArticulatedCollision::check(const Configuration& q0, const Configuration& q1, const Budget& budget)
{
    return impl_->check(q0, q1, budget);
}

bool ArticulatedCollision::isDone() const
{
    return impl_->isDone();
}

ArticulatedResult ArticulatedCollision::resume(const Budget& budget)
{
    return impl_->resume(budget);
}

}  // namespace gapless
