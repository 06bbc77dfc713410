#include "certify/front.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <gapless/core/rounding.h>

#include "certify/chord.h"

namespace gapless {

namespace {

/// Nodes larger than this many times their travel during a half are opened rather than handed on: halving the time would leave
/// their distance what it is. A choice of speed only: any value is sound.
constexpr double kOpenRatio = 4.0;

/// The acceleration along a direction is tried again where it has helped the pair once in so many times, and once more after so many
/// halvings, as axes turn less then. A choice of speed too.
constexpr int kTriesAlong = 4, kHalvingsPerTry = 3;
/// Not where one halving would do.
constexpr double kWorthHalving = 0.25;

/// Hulls are tried from so many looks at a front on: where they mostly help the pair, and at first. What they may cost is in proportion to
/// the looks before. Choices of speed, all of them.
constexpr int kLarge = 32, kLargeAtFirst = 64;
constexpr int kPauseOfHulls = 4;  // looks until the next try, where they mostly help
constexpr int kHullNodesPerLook = 16, kMostHullNodes = 4096;
constexpr double kHullSlack = 0.125;  // of the gap that may be left
/// Directions that are remembered; these make two, as the cosine of the angle between them.
constexpr std::size_t kDirections = 2;
constexpr double kSameDirection = 0.999;

/// nodeGap() of what the nodes hold, or less; where `most` nodes do not tell, minus infinity.
double hullGap(const NodeRef& A, const NodeRef& B, const PairPose& X, const Vec3& n, double needed, int& most)
{
    const Vec3 n_A = X.toA(n), n_B = -X.toB(n);
    const double across = n.dot(X.p_AB);
    // Where a leaf of each already comes too near, no more is to be found.
    const double at_most = across - greedySupport(A, n_A) - greedySupport(B, n_B);
    if (at_most <= needed)
        return at_most;
    const double slack = kHullSlack * (at_most - needed);
    return across - hullSupport(A, n_A, slack, most) - hullSupport(B, n_B, slack, most);
}

}  // namespace

const std::vector<NodePair>& startingFront(const PairMotion& pair)
{
    static const std::vector<NodePair> kRoots(1);
    return pair.proof ? pair.proof->open : kRoots;
}

void FrontRefiner::clear()
{
    stack_.clear();
    is_paused_ = false;
}

FrontRefiner::Outcome FrontRefiner::refine(const PairMotion& pair, const PairInstants& at, double width, double tolerance,
                                           CertifyStatistics& statistics)
{
    if (!is_paused_)
    {
        looked_at_front_ = 0;
        try_hulls_at_ = pair.hits_by_hull > pair.misses_by_hull ? kLarge : kLargeAtFirst;
        directions_.clear();
        left_.clear();
        right_.clear();
        proven_clearance_ = std::numeric_limits<double>::infinity();
        gave_up_ = false;
    }
    is_paused_ = false;
    const double sagitta = 0.125 * pair.acceleration * width * width * kInflate;
    const double needed = pair.clearance + pair.error;
    const double limit = pair.clearance + tolerance;
    const double travel = pair.travel * width;
    along_.reset(pair, at, width);

    for (int looked = 0; !stack_.empty(); ++looked)
    {
        if (looked >= kMost)
        {
            is_paused_ = true;
            return Outcome::Paused;
        }
        ++looked_;
        ++looked_at_front_;
        OpenPair item = stack_.back();
        stack_.pop_back();
        const NodeRef a{pair.a->geometry.get(), item.nodes.a}, b{pair.b->geometry.get(), item.nodes.b};
        double gap_left = -std::numeric_limits<double>::infinity(), gap_right = gap_left;
        std::optional<double> sagitta_along;
        const auto leastAlong = [&](const Vec3& n, double gap_middle, double gap_end) {
            if (!sagitta_along)
            {
                if (leastBetween(gap_middle, gap_end, kWorthHalving * sagitta) > needed
                    || pair.tries_along > kTriesAlong * pair.hits_along - std::ilogb(width) / kHalvingsPerTry)
                    return -std::numeric_limits<double>::infinity();
                ++pair.tries_along;
                if (leastBetween(gap_middle, gap_end, 0.125 * along_.atBest() * width * width) <= needed)
                    return -std::numeric_limits<double>::infinity();
                sagitta_along = std::min(sagitta, 0.125 * along_(n) * width * width * kInflate);
            }
            const double least = leastBetween(gap_middle, gap_end, *sagitta_along);
            pair.hits_along += least > needed;
            return least;
        };
        const auto coverHalf = [&](unsigned half, int end, const Vec3& n, double gap_middle, double& gap) {
            if (!(item.open & half))
                return;
            ++statistics.bounding_volume_tests;
            const double gap_end = nodeGap(a, b, at.X[end], n);
            gap = std::min(gap_middle, gap_end);
            double least = leastBetween(gap_middle, gap_end, sagitta);
            if (least <= needed && gap > needed)
                least = std::max(least, leastAlong(n, gap_middle, gap_end));
            if (least > needed)
            {
                item.open &= ~half;
                proven_clearance_ = std::min(proven_clearance_, least - pair.error);
            }
        };
        // Tries to prove the open halves along n. @return true if nothing is left to prove.
        const auto cover = [&](const Vec3& n, double gap_middle) {
            sagitta_along.reset();
            coverHalf(kLeft, 0, n, gap_middle, gap_left);
            coverHalf(kRight, 2, n, gap_middle, gap_right);
            if (item.open == 0 && looked_at_front_ >= kLarge / 2)
                remember(n);
            return item.open == 0;
        };

        if (item.nodes.n != Vec3::Zero())
        {
            ++statistics.bounding_volume_tests;
            const double gap_middle = nodeGap(a, b, at.X[1], item.nodes.n);
            if (gap_middle > needed && cover(item.nodes.n, gap_middle))
                continue;
        }

        const bool leaves = a.node().isLeaf() && b.node().isLeaf();
        ++(leaves ? statistics.distance_queries : statistics.bounding_volume_tests);
        const ConvexDistance d = nodeDistance(a, b, at.X[1], item.nodes.n, limit);
        if (leaves && d.upper + pair.error <= limit)
        {
            witness_.pair = pair.pair;
            witness_.point_a = at.p_WA_middle + at.R_WF_middle * d.point_a;
            witness_.point_b = at.p_WA_middle + at.R_WF_middle * d.point_b;
            witness_.distance = d.upper + pair.error;
            witness_leaves_ = item.nodes;
            stack_.clear();
            return Outcome::Witness;
        }
        const bool apart = d.lower - pair.error > (leaves ? pair.clearance : limit);
        if (!apart && leaves)
        {
            gave_up_ = true;
            continue;
        }
        // Nodes that overlap have no direction worth trying on their children.
        item.nodes.n = d.lower > 0.0 ? d.direction : Vec3::Zero();
        if (d.lower > needed && cover(item.nodes.n, d.lower))
            continue;
        const double size = std::max(a.node().isLeaf() ? 0.0 : a.node().size(), b.node().isLeaf() ? 0.0 : b.node().size());
        if (apart && (leaves || size <= kOpenRatio * travel))
            keep(item, gap_left, gap_right, travel, pair.clearance);
        else if (looked_at_front_ < try_hulls_at_ || !coverHulls(item, pair, at, width, looked, statistics))
            open(item, a, b);
    }
    return Outcome::Refined;
}

/// Tries to prove the open halves along the directions that are remembered, of what the nodes hold. @param looked increased by what it cost
/// @return true if nothing is left to prove.
bool FrontRefiner::coverHulls(OpenPair& item, const PairMotion& pair, const PairInstants& at, double width, int& looked,
                              CertifyStatistics& statistics)
{
    const NodeRef a{pair.a->geometry.get(), item.nodes.a}, b{pair.b->geometry.get(), item.nodes.b};
    const double needed = pair.clearance + pair.error;
    const int all = kHullNodesPerLook * std::min(looked_at_front_, kMostHullNodes / kHullNodesPerLook);
    int most = all;
    for (const Vec3& n : directions_)
    {
        ++statistics.bounding_volume_tests;
        const double gap_middle = hullGap(a, b, at.X[1], n, needed, most);
        if (gap_middle <= needed)
            continue;
        for (const auto& [half, end] : {std::pair{kLeft, 0}, std::pair{kRight, 2}})
        {
            if (!(item.open & half))
                continue;
            ++statistics.bounding_volume_tests;
            const double gap_end = hullGap(a, b, at.X[end], n, needed, most);
            const double acceleration = std::min(pair.acceleration, along_(n));
            const double least = leastBetween(gap_middle, gap_end, 0.125 * acceleration * width * width * kInflate);
            if (!(least > needed))
                continue;
            item.open &= ~half;
            proven_clearance_ = std::min(proven_clearance_, least - pair.error);
        }
        if (item.open == 0)
            break;
    }
    const int cost = (all - most) / kHullNodesPerLook;
    looked += cost;
    looked_ += static_cast<std::uint64_t>(cost);
    if (item.open == 0)
    {
        ++pair.hits_by_hull;
        return true;
    }
    ++pair.misses_by_hull;
    try_hulls_at_ = looked_at_front_ + (pair.hits_by_hull > pair.misses_by_hull ? kPauseOfHulls : looked_at_front_ / 2);
    return false;
}

void FrontRefiner::remember(const Vec3& n)
{
    if (!directions_.empty() && directions_.front().dot(n) > kSameDirection)
        return;
    if (directions_.size() == kDirections)
        directions_.pop_back();
    directions_.insert(directions_.begin(), n);
}

void FrontRefiner::keep(const OpenPair& item, double gap_left, double gap_right, double travel, double clearance)
{
    const auto keepFor = [&](HalfFront& half, double gap) {
        half.nodes.push_back(item.nodes);
        half.uncovered = std::max(half.uncovered, travel + clearance - std::max(gap, -travel));
    };
    if (item.open & kLeft)
        keepFor(left_, gap_left);
    if (item.open & kRight)
        keepFor(right_, gap_right);
}

void FrontRefiner::open(const OpenPair& item, const NodeRef& a, const NodeRef& b)
{
    const bool open_a = openFirst(a, b);
    OpenPair child = item;
    for (const NodeIndex node : (open_a ? a : b).node().children())
    {
        (open_a ? child.nodes.a : child.nodes.b) = node;
        stack_.push_back(child);
    }
}

}  // namespace gapless
