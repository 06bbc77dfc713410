#include "collision/limit_box.h"

#include <algorithm>
#include <limits>

#include <gapless/collision/pair_error.h>

namespace gapless {

namespace {

/// Nodes of a hull that are looked at, at the most: their supports are mostly found in a few dozen.
constexpr int kMostOfHull = 400;
/// Node pairs that are asked about in one cell after another are fewer.
constexpr std::size_t kPlacesOfFronts = 256;

/// Holds what the node does of the exact object.
Ball ballOf(const CollisionGeometry& geometry, NodeIndex index)
{
    if (index == RssTree::kRoot)
        return {geometry.centre(), geometry.radius()};
    const RssNode& node = geometry.tree().node(index);
    return {node.centre, (node.size() + geometry.placementError()) * kInflate + 16.0 * kUnitRoundoff * geometry.reach()};
}

void bound(MotionBound& bound, const Motion& motion, const CollisionObject& object, NodeIndex index, PoseCache& poses, int middle)
{
    if (index == RssTree::kRoot)
        bound.reset(motion, object.body, *object.geometry, poses, middle);
    else
        bound.reset(motion, object.body, ballOf(*object.geometry, index), poses, middle);
}

}  // namespace

LimitBox::LimitBox(const RelativeChain& pair, std::uint64_t& spent)
    : pair_(pair), spent_(spent), swings_(swings()), fronts_(kPlacesOfFronts)
{}

double LimitBox::travelFromCentre(const LimitCell& cell, const NodePair& nodes)
{
    if (!cell_ || cell_->low != cell.low || cell_->high != cell.high)
    {
        across_.reset(pair_.chain, cell.low, cell.high);
        poses_.reset(across_);
        middle_ = poses_.addInstant(0.5);
        cell_ = cell;
    }
    bound(bound_a_, across_, pair_.a, nodes.a, poses_, middle_);
    bound(bound_b_, across_, pair_.b, nodes.b, poses_, middle_);
    return 0.5 * (bound_a_.travel() + bound_b_.travel()) * kInflate;
}

std::optional<Eigen::Index> LimitBox::variableToCut(const LimitCell& cell, const NodePair& nodes)
{
    const Configuration middle = cell.centre();
    Eigen::Index best = 0;
    double most = -1.0;
    for (Eigen::Index k = 0; k < middle.size(); ++k)
    {
        LimitCell across{middle, middle};
        across.low[k] = cell.low[k];
        across.high[k] = cell.high[k];
        const double travel = travelFromCentre(across, nodes);
        if (travel > most)
        {
            most = travel;
            best = k;
        }
    }
    if (!(cell.low[best] < middle[best] && middle[best] < cell.high[best]))
        return std::nullopt;
    return best;
}

GreedyDistance LimitBox::distanceAt(const NodePair& nodes, const Configuration& q, double threshold)
{
    const CollisionGeometry &A = *pair_.a.geometry, &B = *pair_.b.geometry;
    const PairPose& X = poseAt(q);
    DistanceCounters tests;
    GreedyDistance d = greedyDistance(A, B, X, threshold, errorAt(X), &tests, nodes);
    spent_ += tests.bounding_volumes + tests.leaf_pairs;
    return d;
}

// The node pairs of the front together are all of `nodes`: one is replaced by what is apart below it, or stays. Along any n, nodeGap() is a
// lower bound of the distance of what two nodes hold, whichever cell n was found for. So if each is apart, all are, by the least of the gaps.
// The front stays as it is while most of it helps: a node pair is opened for the cell at hand alone. Now and then it is found anew, since it
// only gets finer.
GreedyDistance LimitBox::distanceNearLast(const NodePair& nodes, const Configuration& q, double threshold)
{
    // With fewer it is found anew too often, with many more it gets too fine.
    constexpr int kUsesOfFront = 64;
    Front& front = fronts_[(nodes.a.value() + 31 * nodes.b.value()) % fronts_.size()];
    if (nodes.a != front.of.a || nodes.b != front.of.b || front.pairs.empty() || ++front.uses > kUsesOfFront)
    {
        front.of = nodes;
        front.pairs.assign(1, nodes);
        front.uses = 0;
    }
    const CollisionGeometry &A = *pair_.a.geometry, &B = *pair_.b.geometry;
    const PairPose& X = poseAt(q);
    const double error = errorAt(X);
    DistanceCounters tests;
    GreedyDistance result;
    result.lower = std::numeric_limits<double>::infinity();
    next_front_.clear();
    std::size_t opened = 0;
    for (NodePair& item : front.pairs)
    {
        if (item.n != Vec3::Zero())
        {
            ++spent_;
            const double gap = nodeGap({&A, item.a}, {&B, item.b}, X, item.n) - error;
            if (gap > threshold)
            {
                result.lower = std::min(result.lower, gap);
                next_front_.push_back(item);
                continue;
            }
        }
        ++opened;
        const double before = result.lower;
        result = greedyDistance(A, B, X, threshold, error, &tests, item, std::numeric_limits<int>::max(), &next_front_);
        result.lower = std::min(result.lower, before);
        if (result.outcome != GreedyDistance::Outcome::Apart)
        {
            // The next cell is mostly near here, too.
            std::swap(item, front.pairs.front());
            break;
        }
    }
    spent_ += tests.bounding_volumes + tests.leaf_pairs;
    if (result.outcome == GreedyDistance::Outcome::Apart && 4 * opened > front.pairs.size())
        front.pairs.swap(next_front_);
    return result;
}

std::vector<LimitBox::Swing> LimitBox::swings() const
{
    const KinematicModel& chain = pair_.chain;
    const auto jointsTo = [&](BodyIndex body) {
        std::vector<BodyIndex> joints;
        for (; body != kWorld; body = chain.body(body).parent)
            if (chain.body(body).joint.type != JointType::Fixed)
                joints.push_back(body);
        return joints;  // from the object inwards
    };
    const std::vector<BodyIndex> to_a = jointsTo(pair_.a.body), to_b = jointsTo(pair_.b.body);
    std::vector<Swing> result;
    for (const bool on_a : {true, false})
    {
        const std::vector<BodyIndex>& own = on_a ? to_a : to_b;
        for (std::size_t k = 0; k < own.size(); ++k)
            result.push_back({own[k], (k == 0) == on_a});
    }
    return result;
}

double LimitBox::sweepAcross(const Swing& swing, const LimitCell& cell, const NodePair& nodes, const Vec3& n) const
{
    const Body& body = pair_.chain.body(swing.joint);
    const double half_range = 0.5 * (cell.high[*body.variable] - cell.low[*body.variable]) * kInflate;
    const Pose X_WJ = centre_.worldPose(swing.joint, 0.0);
    const Vec3 axis = X_WJ.R * centre_.joint(swing.joint).axis;
    const double axis_error = centre_.rotationError(swing.joint) + 32.0 * kUnitRoundoff;
    if (body.joint.type == JointType::Prismatic)
        return half_range * (std::abs(n.dot(axis)) + axis_error) * kInflate;
    const CollisionObject& object = swing.moves_a ? pair_.a : pair_.b;
    const Ball ball = ballOf(*object.geometry, swing.moves_a ? nodes.a : nodes.b);
    const Vec3 r = centre_.worldPose(object.body, 0.0) * ball.centre - X_WJ.p;
    const double error = centre_.positionError(object.body) + centre_.rotationError(object.body) * object.geometry->reach()
                         + centre_.positionError(swing.joint) + axis_error * r.norm();
    return half_range * (n.cross(axis).norm() + axis_error) * (r.cross(axis).norm() + ball.radius + error) * kInflate;
}

std::optional<double> LimitBox::gapAlongPlane(const LimitCell& cell, const NodePair& nodes, const GreedyDistance& near,
                                              double clearance)
{
    if (swings_.size() > 2)
        return std::nullopt;
    const PairPose& X = poseAt(cell.centre());
    const NodeRef A{pair_.a.geometry.get(), nodes.a}, B{pair_.b.geometry.get(), nodes.b};
    const double error = errorAt(X);
    std::optional<double> best;
    const auto tryAlong = [&](const Vec3& n) {
        double sweep = 0.0;
        for (const Swing& swing : swings_)
            sweep += sweepAcross(swing, cell, nodes, n);
        const Vec3 n_A = X.toA(n), n_B = -X.toB(n);
        const double across = n.dot(X.p_AB) - error, needed = clearance + 1.1 * sweep;
        ++spent_;
        // Where a leaf of each already comes too near, no more is to be found.
        const double at_most = across - greedySupport(A, n_A) - greedySupport(B, n_B);
        if (at_most <= needed)
            return false;
        int most = kMostOfHull;
        const double slack = 0.1 * (at_most - needed);
        const double gap = across - hullSupport(A, n_A, slack, most) - hullSupport(B, n_B, slack, most);
        spent_ += static_cast<std::uint64_t>(kMostOfHull - most) / 4;
        if (gap > needed)
            best = std::max(best.value_or(clearance), gap - sweep);
        return best.has_value();
    };
    const Vec3 between = X.p_AB + X.fromB(B.node().centre) - X.fromA(A.node().centre);
    for (const Swing& swing : swings_)
    {
        const Vec3 axis = (centre_.worldPose(swing.joint, 0.0).R * centre_.joint(swing.joint).axis).normalized();
        if (tryAlong(axis.dot(between) < 0.0 ? Vec3(-axis) : axis))
            return best;
    }
    const Vec3 way = near.point_b - near.point_a;
    if (near.outcome == GreedyDistance::Outcome::Close && way.norm() > clearance)
        tryAlong(way.normalized());
    return best;
}

Containment::Answer LimitBox::insideAt(const Configuration& q, double gap)
{
    const PairPose& X = poseAt(q);
    return gap > errorAt(X) ? insideOneAnother(*pair_.a.geometry, *pair_.b.geometry, X) : Containment::Answer::Unknown;
}

double LimitBox::errorAt(const PairPose& X) const
{
    return pairError(centre_, pair_.a, pair_.b, kWorld, X.p_AB.norm() + pair_.a.geometry->reach() + pair_.b.geometry->reach());
}

const PairPose& LimitBox::poseAt(const Configuration& q)
{
    if (!at_ || *at_ != q)
    {
        centre_.reset(pair_.chain, q, q);
        X_ = pairPose(centre_.worldPose(pair_.a.body, 0.0), centre_.worldPose(pair_.b.body, 0.0));
        at_ = q;
    }
    return X_;
}

}  // namespace gapless
