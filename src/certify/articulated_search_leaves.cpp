// ArticulatedSearch, where it has come down to leaves: contacts by bisection, and by the equations of features.
#include <algorithm>

#include "certify/articulated_search.h"
#include "certify/chord.h"
#include "certify/leaf_contact.h"

namespace gapless {

namespace {

/// Contacts reported at most.
constexpr std::size_t kMostContacts = 1000;

/// Of the time tolerance, so that hi - lo is within it as a difference of doubles, too.
constexpr double kRoomForRounding = 0.9375;

/// The equations are solved where a frame has come down to so many node pairs, these to so many leaf pairs, and its interval to that
/// width: before, bisection excludes more for the same work.
constexpr std::size_t kFewNodes = 8, kFewLeaves = 4;
constexpr double kNarrowEnough = 0x1p-7;
/// Tests on intervals that one attempt may cost.
constexpr std::uint64_t kEquationBudget = 3000;

}  // namespace

PairPose ArticulatedSearch::poseAt(const PairMotion& pair, int instant)
{
    return pairInstants(*scene_, pair, poses_, instant, instant, instant).X[0];
}

/// The leaf pairs of a frame's fronts that are not proven apart on its interval. @returns false if they are more than `most`.
bool ArticulatedSearch::collectLeaves(const DyadicInterval& interval, const Frame& frame, std::size_t most)
{
    candidates_.clear();
    for (std::size_t k = 0; k < frame.count; ++k)
    {
        const Entry& entry = entries_[frame.entries + k];
        const PairMotion& p = active()[entry.active];
        const PairPose begin = poseAt(p, interval.first), end = poseAt(p, interval.last);
        const double sagitta = 0.125 * p.acceleration * interval.width * interval.width * kInflate;
        const double needed = p.clearance + p.error;
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
            const ConvexDistance d = nodeDistance(a, b, begin, item.leaves.n, needed + sagitta);
            const double least = leastBetween(nodeGap(a, b, begin, d.direction), nodeGap(a, b, end, d.direction), sagitta);
            if (least > needed)
            {
                result_.certified_clearance = std::min(result_.certified_clearance, least - p.error - p.tube);
                continue;
            }
            item.leaves.n = d.lower > 0.0 ? d.direction : Vec3::Zero();
            if (a.node().isLeaf() && b.node().isLeaf())
            {
                candidates_.push_back(item);
                if (candidates_.size() > most)
                    return false;
                continue;
            }
            const bool open_a = openFirst(a, b);
            for (const NodeIndex node : (open_a ? a : b).node().children())
            {
                (open_a ? item.leaves.a : item.leaves.b) = node;
                stack_.push_back(item);
            }
        }
    }
    return true;
}

/// Before the first interval nothing is proven, and the equations rest on leaves that are apart at first.
bool ArticulatedSearch::isReadyForEquations(const DyadicInterval& interval, const Frame& frame) const
{
    if (!solves_equations_ || interval.begin == 0.0 || frame.pause > 0 || interval.width > kNarrowEnough)
        return false;
    std::size_t nodes = 0;
    for (std::size_t k = 0; k < frame.count; ++k)
        nodes += entries_[frame.entries + k].count;
    return nodes <= kFewNodes;
}

/// Answers only where the equations prove something: that there is no contact, or one. What they leave open, touches above all, is bisected.
ArticulatedSearch::Finding ArticulatedSearch::solveEquations(const DyadicInterval& interval, const Frame& frame)
{
    if (!collectLeaves(interval, frame, kFewLeaves))
        return Finding::Open;
    if (candidates_.empty())
        return Finding::Free;
    equations_.clear();
    for (const Candidate& candidate : candidates_)
    {
        if (!LeafEquations::apply(pairOf(candidate), candidate.leaves))
            return Finding::Open;
        equations_.add(pairOf(candidate), candidate.leaves);
    }
    const ElementaryResult first = equations_.solve(Interval(interval.begin, interval.begin + interval.width),
                                                    kRoomForRounding * options_.time_tolerance, kEquationBudget);
    result_.statistics.elementary_tests += first.evaluations;
    if (first.outcome == ElementaryResult::Outcome::None)
    {
        result_.certified_clearance = 0.0;  // the clearance of all that the equations are about
        return Finding::Free;
    }
    if (first.outcome != ElementaryResult::Outcome::Contact || !first.proved())
        return Finding::Open;
    std::vector<Contact> found;
    std::vector<char> is_proved(candidates_.size(), 0), is_active(candidates_.size(), 0);
    for (const ElementaryResult::Active& test : first.active)
    {
        is_active[LeafEquations::leafPairOf(test.test)] = 1;
        is_proved[LeafEquations::leafPairOf(test.test)] |= test.proved;
    }
    const int instant = poses_.addInstant(first.lo);
    for (std::size_t i = 0; i < candidates_.size(); ++i)
    {
        if (!is_active[i])
            continue;
        Contact contact = contactOf(*scene_, pairOf(candidates_[i]), candidates_[i].leaves, poses_, instant);
        contact.time.lower = first.lo;
        contact.time.upper = first.hi;
        contact.proved = is_proved[i] != 0;
        found.insert(contact.proved ? found.begin() : found.end(), contact);
    }
    // The points are a witness for the tolerance, too.
    if ((found.front().point_a - found.front().point_b).norm() > options_.tolerance)
        return Finding::Open;
    result_.contacts = std::move(found);
    conclude(Verdict::Collision, first.lo, first.hi);
    return Finding::Contact;
}

/// Are the points of a contact a witness for the tolerance, whatever rounding and slack did to them? Of a proven contact the exact points
/// come together; of any other pair they may be farther apart than the computed ones, by its error.
bool ArticulatedSearch::isWithinTolerance(const PairMotion& pair, const Contact& contact) const
{
    return (contact.point_a - contact.point_b).norm() + (contact.proved ? 0.0 : pair.error)
           <= pair.clearance + options_.tolerance;
}

/// Where any contact will do: the refiner's witness, at the middle of the interval, if it is proven to be one. Any other is left to the
/// search, so that both modes call the same motions free.
bool ArticulatedSearch::concludeAnyContact(ActiveIndex active_index, const DyadicInterval& interval)
{
    const PairMotion& p = active()[active_index];
    const NodePair& leaves = refiner_.witnessLeaves();
    Contact contact = contactOf(*scene_, p, leaves, poses_, interval.middle);
    contact.time.lower = interval.begin;
    contact.time.upper = contact.t;
    contact.proved = closenessAt(p, leaves, poses_, interval.middle, contact, interval.middle) == Closeness::Proven;
    if (!contact.proved || !isWithinTolerance(p, contact))
        return false;
    result_.contacts.push_back(contact);
    conclude(Verdict::Collision, interval.begin, contact.t);
    return true;
}

/// Looks for contacts on an interval that is narrow enough to be the answer.
///
/// Before the interval all is proven free, so a contact in it, if there is one, is the first. Every leaf pair that is left is looked at
/// where the interval ends, up to where a contact in it has had the most time to get deep, by contact_proof.h:
/// - none is left: free;
/// - one touches, proven, and its points are near enough for a witness: the answer, and [begin, end] holds the time of contact;
/// - one touches as far as doubles can tell, and the search has seen a touch at this end (or the interval begins at t = 0): a contact at
///   a dyadic instant has no depth there, and halving would come down to that instant for ever. So it is looked at once more a little
///   later, as much as the time tolerance leaves room for, where it may have depth enough to be proven. If it has not, it is an answer
///   that is not proven;
/// - anything else is halved on, down to kSmallestWidth, where near enough for a witness is a collision and the rest undecided.
ArticulatedSearch::Finding ArticulatedSearch::examine(const DyadicInterval& interval, const Frame& frame)
{
    const double end = interval.begin + interval.width;
    collectLeaves(interval, frame, std::numeric_limits<std::size_t>::max());
    if (candidates_.empty())
        return Finding::Free;
    const bool is_narrowest = 0.5 * interval.width < kSmallestWidth;
    // Touching at the end as far as doubles can tell, which is where a contact at a dyadic instant shows: a little later it may be deep
    // enough to be proven. The time tolerance has to have room for that.
    const bool touches_at_end = touch_ == end || interval.begin == 0.0;
    if (touches_at_end && interval.width > 0.5 * options_.time_tolerance && !is_narrowest)
        return Finding::Open;
    const double later = std::min(1.0, interval.begin + kRoomForRounding * options_.time_tolerance);
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
        contact.time.lower = interval.begin;
        contact.time.upper = hi;
        contact.proved = answer == Closeness::Proven;
        all.push_back(contact);
        if (answer != Closeness::Farther)
            close.push_back(contact);
    }
    std::stable_sort(close.begin(), close.end(), [](const Contact& x, const Contact& y) { return x.proved > y.proved; });
    std::vector<Contact>& found = close.empty() ? all : close;
    const Contact& first = found.front();
    const auto isOfFirst = [&](const PairMotion& p) { return p.pair == first.pair; };
    const bool is_witness = isWithinTolerance(*std::find_if(active().begin(), active().end(), isOfFirst), first);
    // A fast motion wants a narrower interval than was asked for.
    const bool is_contact = !close.empty() && (close.front().proved || touches_at_end);
    if (!(is_contact && is_witness) && !is_narrowest)
        return Finding::Open;
    result_.contacts = std::move(found);
    conclude(is_witness ? Verdict::Collision : Verdict::Undecided, interval.begin, hi);
    return Finding::Contact;
}

}  // namespace gapless
