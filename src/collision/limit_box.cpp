#include "collision/limit_box.h"

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

GreedyDistance LimitBox::distanceAt(const ApartWithinLimits::NodePair& nodes, const Configuration& q, double threshold)
{
    const CollisionGeometry &A = *pair_.a.geometry, &B = *pair_.b.geometry;
    const PairPose X = poseAt(q);
    DistanceCounters tests;
    GreedyDistance d = greedyDistance(A, B, X, threshold, errorAt(X), &tests, nodes.a, nodes.b);
    spent_ += tests.bounding_volumes + tests.leaf_pairs;
    return d;
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
