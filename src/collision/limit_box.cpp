#include "collision/limit_box.h"

#include <algorithm>
#include <limits>

#include <gapless/collision/pair_error.h>

namespace gapless {

double LimitBox::travelFromCentre(const LimitCell& cell)
{
    across_.reset(pair_.chain, cell.low, cell.high);
    poses_.reset(across_);
    const int middle = poses_.addInstant(0.5);
    bound_a_.reset(across_, pair_.a.body, *pair_.a.geometry, poses_, middle);
    bound_b_.reset(across_, pair_.b.body, *pair_.b.geometry, poses_, middle);
    return 0.5 * (bound_a_.travel() + bound_b_.travel()) * kInflate;
}

std::optional<Eigen::Index> LimitBox::variableToCut(const LimitCell& cell)
{
    const Configuration middle = cell.centre();
    Eigen::Index best = 0;
    double most = -1.0;
    for (Eigen::Index k = 0; k < middle.size(); ++k)
    {
        LimitCell across{middle, middle};
        across.low[k] = cell.low[k];
        across.high[k] = cell.high[k];
        const double travel = travelFromCentre(across);
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
    const PairPose X = poseAt(q);
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
    if (nodes.a != front_of_.a || nodes.b != front_of_.b || front_.empty() || ++uses_of_front_ > kUsesOfFront)
    {
        front_of_ = nodes;
        front_.assign(1, nodes);
        uses_of_front_ = 0;
    }
    const CollisionGeometry &A = *pair_.a.geometry, &B = *pair_.b.geometry;
    const PairPose X = poseAt(q);
    const double error = errorAt(X);
    DistanceCounters tests;
    GreedyDistance result;
    result.lower = std::numeric_limits<double>::infinity();
    next_front_.clear();
    std::size_t opened = 0;
    for (NodePair& item : front_)
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
            std::swap(item, front_.front());
            break;
        }
    }
    spent_ += tests.bounding_volumes + tests.leaf_pairs;
    if (result.outcome == GreedyDistance::Outcome::Apart && 4 * opened > front_.size())
        front_.swap(next_front_);
    return result;
}

Containment::Answer LimitBox::insideAt(const Configuration& q, double gap)
{
    const PairPose X = poseAt(q);
    return gap > errorAt(X) ? insideOneAnother(*pair_.a.geometry, *pair_.b.geometry, X) : Containment::Answer::Unknown;
}

double LimitBox::errorAt(const PairPose& X) const
{
    return pairError(centre_, pair_.a, pair_.b, kWorld, X.p_AB.norm() + pair_.a.geometry->reach() + pair_.b.geometry->reach());
}

PairPose LimitBox::poseAt(const Configuration& q)
{
    centre_.reset(pair_.chain, q, q);
    return pairPose(centre_.worldPose(pair_.a.body, 0.0), centre_.worldPose(pair_.b.body, 0.0));
}

}  // namespace gapless
