#include "certify/cell_front.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gapless/collision/pair_error.h>

#include "certify/chord.h"

namespace gapless {

namespace {

/// As in front.cpp: nodes larger than this many times their travel are opened rather than handed on. Cells that are parted in four pay for fewer levels.
constexpr double kOpenRatioOfCells = 2.0;
/// No narrower interval makes a tube smaller that is not already.
constexpr double kNarrowTube = 0x1p-20;

/// Tests of a look at a corner. A choice of speed.
constexpr int kMostAtCorner = 100;

/// Room of a front, at first.
constexpr std::size_t kFewItems = 8;

constexpr double kNothingProven = std::numeric_limits<double>::infinity();

}  // namespace

void CellFront::clear()
{
    stack_.clear();
    for (std::vector<FrontItem>& front : fronts_)
        front.clear();
    uncovered_.fill(-kNothingProven);
    apart_by_roots_.clear();
    is_hit_ = gave_up_ = false;
    proven_clearance_ = kNothingProven;
    at_.pair = -1;
}

void CellFront::begin(const RobotPair& robots, const Side& a, const Side& b, double tolerance)
{
    clear();
    robots_ = &robots;
    parts_a_ = &a.parts;
    parts_b_ = &b.parts;
    node_a_ = a.node;
    node_b_ = b.node;
    tolerance_ = tolerance;
    if (a.is_halved && b.is_halved)
        quarters_of_ = {1, 2, 4, 8};
    else if (a.is_halved)
        quarters_of_ = {1 | 4, 2 | 8, 0, 0};
    else if (b.is_halved)
        quarters_of_ = {1 | 2, 4 | 8, 0, 0};
    else
        quarters_of_ = {kAll, 0, 0, 0};
}

void CellFront::placeObject(RobotCurve::Parts& parts, int index, std::size_t object, Placed& placed)
{
    RobotCurve::Parts::Straight& straight = parts.prepare(index);
    const RobotCurve::Parts::Node& node = parts[index];
    placed.motion = &straight.objects[object];
    placed.stands = placed.motion->travel == 0.0;
    const BodyIndex body = placed.motion->object->body;
    placed.X[1] = straight.poses.pose(node.middle, body);
    if (!placed.stands)
    {
        placed.X[0] = straight.poses.pose(node.first, body);
        placed.X[2] = straight.poses.pose(node.last, body);
    }
    const double half = 0.5 * node.width;
    placed.sagitta = 0.125 * placed.motion->acceleration * half * half * kInflate;
}

void CellFront::place(std::int32_t pair)
{
    if (at_.pair == pair)
        return;
    at_.pair = pair;
    const RobotPair::Objects& objects = robots_->objects()[static_cast<std::size_t>(pair)];
    Placed &a = at_.a, &b = at_.b;
    placeObject(*parts_a_, node_a_, objects.at_a, a);
    placeObject(*parts_b_, node_b_, objects.at_b, b);
    const Vec3 origin = a.X[1].p;
    for (std::size_t k = 0; k < 3; ++k)
    {
        a.p[k] = a.X[k].p - origin;
        b.p[k] = b.X[k].p - origin;
    }
    at_.X = {a.X[1].R, b.X[1].R, b.p[1], a.motion->is_aligned, b.motion->is_aligned};
    const CollisionGeometry &of_a = *a.motion->object->geometry, &of_b = *b.motion->object->geometry;
    at_.travel = 0.5 * (a.motion->travel * (*parts_a_)[node_a_].width + b.motion->travel * (*parts_b_)[node_b_].width) * kInflate;
    const double reaches = of_a.reach() + of_b.reach(), D = b.p[1].norm() + at_.travel + reaches;
    at_.error = (a.motion->error + b.motion->error + supportRounding(D + reaches)) * kInflate;
    at_.tubes = a.motion->tube + b.motion->tube;
    at_.close = (objects.clearance + at_.tubes) * kInflate;
    at_.needed = (at_.close + at_.error) * kInflate;
    at_.limit = objects.clearance + tolerance_;
}

/// Tries to prove the open quarters along n. @return true if nothing is left to prove
bool CellFront::cover(OpenItem& item, const NodeRef& a, const NodeRef& b, const Vec3& n)
{
    // Of A: how far the node reaches along n at most, in each half of its interval; of B at least.
    const auto reach = [&](const Placed& placed, const NodeRef& node, double sign, std::array<double, 2>& halves) {
        const auto at = [&](std::size_t k) {
            const Vec3 along = sign * n;
            const Vec3 local = placed.motion->is_aligned ? along : Vec3(placed.X[k].R.transpose() * along);
            return -(along.dot(placed.p[k]) + node.support(local));
        };
        const double middle = at(1);
        if (placed.stands)
        {
            halves = {middle, middle};
            return;
        }
        halves = {leastBetween(middle, at(0), placed.sagitta), leastBetween(middle, at(2), placed.sagitta)};
    };
    // What A does not reach, along n, and B along -n.
    std::array<double, 2> short_of_a{}, short_of_b{};
    reach(at_.a, a, 1.0, short_of_a);
    reach(at_.b, b, -1.0, short_of_b);
    for (unsigned quarter = 0; quarter < kQuarters; ++quarter)
    {
        if (!(item.open & (1U << quarter)))
            continue;
        const double least = short_of_a[quarter % 2] + short_of_b[quarter / 2];
        if (!(least > at_.needed))
        {
            item.gap[quarter] = std::max(item.gap[quarter], least);
            continue;
        }
        item.open &= ~(1U << quarter);
        proven_clearance_ = std::min(proven_clearance_, least - at_.error - at_.tubes);
    }
    const bool are_roots = item.item.nodes.a == RssTree::kRoot && item.item.nodes.b == RssTree::kRoot;
    if (are_roots && item.open != kAll && (apart_by_roots_.empty() || apart_by_roots_.back() != item.item.pair))
        apart_by_roots_.push_back(item.item.pair);
    return item.open == 0;
}

CellFront::Outcome CellFront::refine(CertifyStatistics& statistics)
{
    for (int looked = 0; !stack_.empty(); ++looked)
    {
        if (looked >= kMost)
            return Outcome::Paused;
        ++looked_;
        OpenItem item = stack_.back();
        stack_.pop_back();
        place(item.item.pair);
        NodePair& nodes = item.item.nodes;
        const NodeRef a{at_.a.motion->object->geometry.get(), nodes.a}, b{at_.b.motion->object->geometry.get(), nodes.b};
        if (nodes.n != Vec3::Zero())
        {
            ++statistics.bounding_volume_tests;
            if (nodeGap(a, b, at_.X, nodes.n) > at_.needed && cover(item, a, b, nodes.n))
                continue;
        }
        const bool leaves = a.node().isLeaf() && b.node().isLeaf();
        ++(leaves ? statistics.distance_queries : statistics.bounding_volume_tests);
        const ConvexDistance d = nodeDistance(a, b, at_.X, nodes.n, std::max(at_.limit, at_.close));
        if (leaves && d.upper + at_.tubes + at_.error <= at_.limit)
        {
            hit(item, d);
            return Outcome::Refined;
        }
        nodes.n = d.lower > 0.0 ? d.direction : Vec3::Zero();
        const bool apart = d.lower - at_.error > (leaves ? at_.close : std::max(at_.limit, at_.close));
        if (!apart && leaves)
        {
            // Nearer than can be told. Where it is a tube that stands out, smaller cells have smaller ones.
            const bool is_narrow = std::min((*parts_a_)[node_a_].width, (*parts_b_)[node_b_].width) <= kNarrowTube;
            gave_up_ = gave_up_ || at_.tubes <= at_.error || is_narrow;
            keep(item);
            continue;
        }
        if (d.lower > at_.needed && cover(item, a, b, nodes.n))
            continue;
        const double size = std::max(a.node().isLeaf() ? 0.0 : a.node().size(), b.node().isLeaf() ? 0.0 : b.node().size());
        if (apart && (leaves || size <= kOpenRatioOfCells * at_.travel))
            keep(item);
        else
            open(item, a, b);
    }
    return Outcome::Refined;
}

void CellFront::keep(const OpenItem& item)
{
    for (std::size_t part = 0; part < kQuarters; ++part)
    {
        if (!(item.open & quarters_of_[part]))
            continue;
        if (fronts_[part].capacity() == 0)
            fronts_[part].reserve(kFewItems);
        fronts_[part].push_back(item.item);
        for (unsigned quarter = 0; quarter < kQuarters; ++quarter)
        {
            // What is not apart at the middle comes nearer by no more than the travel.
            const double uncovered = at_.close - std::max(item.gap[quarter], -at_.travel);
            if (!(item.open & quarters_of_[part] & (1U << quarter)) || uncovered <= uncovered_[part])
                continue;
            uncovered_[part] = uncovered;
            least_covered_[part] = item.item;
        }
    }
}

void CellFront::open(const OpenItem& item, const NodeRef& a, const NodeRef& b)
{
    const bool open_a = openFirst(a, b);
    OpenItem child{item.item, item.open, kNoGaps};
    // The one that is nearer, by its centre, comes first: mostly a collision is found sooner.
    const Placed &opened = open_a ? at_.a : at_.b, &other = open_a ? at_.b : at_.a;
    const Vec3 towards = opened.X[1].R.transpose() * (other.X[1].R * (open_a ? b : a).node().centre + other.p[1] - opened.p[1]);
    auto [later, sooner] = (open_a ? a : b).node().children();
    const RssTree& tree = opened.motion->object->geometry->tree();
    if ((tree.node(later).centre - towards).squaredNorm() < (tree.node(sooner).centre - towards).squaredNorm())
        std::swap(later, sooner);
    for (const NodeIndex node : {later, sooner})
    {
        (open_a ? child.item.nodes.a : child.item.nodes.b) = node;
        stack_.push_back(child);
    }
}

/// @param at_a, at_b which of their three times @param point_a, point_b from A's origin there @param upper of their distance, rounding included
void CellFront::setWitness(std::size_t at_a, std::size_t at_b, const Vec3& point_a, const Vec3& point_b, double upper)
{
    is_hit_ = true;
    const RobotPair::Objects& objects = robots_->objects()[static_cast<std::size_t>(at_.pair)];
    witness_.pair = objects.pair;
    witness_.point_a = at_.a.X[at_a].p + point_a;
    witness_.point_b = at_.a.X[at_a].p + point_b;
    if (robots_->scene()->pair(objects.pair).a != objects.a)
        std::swap(witness_.point_a, witness_.point_b);
    witness_.distance = upper + at_.tubes;
    place_ = {0.5 * static_cast<double>(at_a), 0.5 * static_cast<double>(at_b)};
}

// A collision that a cell does not have in its middle is mostly at the edge of it, or farther on that way. The tolerance is left out, so that the order of the work does not
// make a witness of what could be proven: two leaves whose computed distance there is the clearance, but for rounding, are told apart by no direction in any cell with that corner.
void CellFront::lookAtCorner(CertifyStatistics& statistics)
{
    const auto part = static_cast<std::size_t>(std::max_element(uncovered_.begin(), uncovered_.end()) - uncovered_.begin());
    if (fronts_[part].empty())
        return;
    const FrontItem& item = least_covered_[part];
    place(item.pair);
    const double clearance = robots_->objects()[static_cast<std::size_t>(item.pair)].clearance;
    const double within = std::min(clearance + 2.0 * at_.error, at_.limit - at_.tubes);
    if (!(within >= at_.error))
        return;
    const unsigned quarters = quarters_of_[part];
    const auto timeOf = [quarters](unsigned earlier, unsigned later) -> std::size_t {
        return !(quarters & later) ? 0 : !(quarters & earlier) ? 2 : 1;
    };
    const std::size_t k = at_.a.stands ? 1 : timeOf(1 | 4, 2 | 8), l = at_.b.stands ? 1 : timeOf(1 | 2, 4 | 8);
    PairPose X = at_.X;
    X.R_A = at_.a.X[k].R;
    X.R_B = at_.b.X[l].R;
    X.p_AB = at_.b.p[l] - at_.a.p[k];
    DistanceCounters tests;
    const GreedyDistance d = greedyDistance(*at_.a.motion->object->geometry, *at_.b.motion->object->geometry, X, within,
                                            at_.error, &tests, {item.nodes.a, item.nodes.b, {}}, kMostAtCorner);
    statistics.distance_queries += tests.leaf_pairs;
    statistics.bounding_volume_tests += tests.bounding_volumes;
    if (d.outcome == GreedyDistance::Outcome::Close)
        setWitness(k, l, d.point_a, d.point_b, d.upper);
}

void CellFront::hit(const OpenItem& item, const ConvexDistance& d)
{
    setWitness(1, 1, d.point_a, d.point_b, d.upper + at_.error);
    for (const OpenItem& rest : stack_)
        keep(rest);
    stack_.clear();
    // The quarters look at it first: it is likely to be one of theirs, too.
    keep(item);
}

}  // namespace gapless
