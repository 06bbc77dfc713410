// Kept as near to the paper as the same guarantee allows: the certificate is inequality (2), on distances less the clearance; an entry that
// does not satisfy it is bisected; the queue is ordered by the uncovered length. The rounding terms, insides and half turns are ours, as
// without them it would answer another question. What SegmentCertifier has besides, fronts, the chord bound, shared poses, swept boxes
// and what limits keep apart, is left out: that is what the comparison is about.
#include "measure/published_bisection.h"

#include <algorithm>
#include <limits>
#include <vector>

#include <gapless/collision/pair_error.h>
#include <gapless/core/rounding_environment.h>
#include <gapless/geometry/pair_distance.h>
#include <gapless/kinematics/motion_bound.h>

namespace gapless {

namespace {

constexpr double kSmallestWidth = 0x1p-48;

struct QueuedPair
{
    double uncovered;
    double begin, width;
    double eta_begin, eta_end;
    PairIndex pair;
    double lambda, error;

    bool operator<(const QueuedPair& other) const { return uncovered < other.uncovered; }
};

class Bisection
{
public:
    Bisection(const Scene& scene, const Configuration& q0, const Configuration& q1, const CertifyOptions& options)
        : scene_(scene), options_(options), motion_(scene.model(), q0, q1)
    {}

    CertifyResult run()
    {
        for (const PairIndex pair : scene_.pairs().indices())
            if (!found_)
                start(pair);
        while (!queue_.empty() && !found_)
        {
            std::pop_heap(queue_.begin(), queue_.end());
            const QueuedPair entry = queue_.back();
            queue_.pop_back();
            bisect(entry);
        }
        if (!found_)
            result_.verdict = result_.witness ? Verdict::Undecided : Verdict::Free;
        if (result_.verdict == Verdict::Free)
        {
            result_.t = result_.last_valid = 1.0;
            result_.interval = 1.0;
            result_.certified_clearance = std::numeric_limits<double>::infinity();
            for (const ObjectPair& pair : scene_.pairs())
                result_.certified_clearance = std::min(result_.certified_clearance, pair.clearance);
        }
        result_.statistics.distance_queries = counters_.leaf_pairs;
        result_.statistics.bounding_volume_tests = counters_.bounding_volumes;
        return result_;
    }

private:
    void start(PairIndex index)
    {
        const ObjectPair& pair = scene_.pair(index);
        const CollisionObject &a = scene_.object(pair.a), &b = scene_.object(pair.b);
        MotionBound bound_a, bound_b;
        bound_a.reset(motion_, a.body, *a.geometry);
        bound_b.reset(motion_, b.body, *b.geometry);
        QueuedPair entry{};
        entry.pair = index;
        entry.width = 1.0;
        entry.lambda = (bound_a.travel() + bound_b.travel()) * kInflate;
        const double D = (motion_.worldPose(b.body, 0.0).p - motion_.worldPose(a.body, 0.0).p).norm() + entry.lambda
                         + a.geometry->reach() + b.geometry->reach();
        entry.error = pairError(motion_, a, b, kWorld, D);
        if (motion_.goesEitherWay(a.body) || motion_.goesEitherWay(b.body))
        {
            giveUp(entry);
            return;
        }
        entry.eta_end = eta(entry, 1.0);
        if (found_)
            return;
        const PairPose X = pairPose(motion_.worldPose(a.body, 1.0), motion_.worldPose(b.body, 1.0));
        Vec3 common;
        const Containment::Answer inside = insideOneAnother(*a.geometry, *b.geometry, X, &common);
        if (inside == Containment::Answer::Inside && entry.error <= pair.clearance + options_.tolerance)
        {
            ClosePair witness;
            witness.pair = index;
            witness.point_a = witness.point_b = motion_.worldPose(a.body, 1.0).p + common;
            collide(witness, 1.0);
            return;
        }
        if (inside != Containment::Answer::Outside)
            giveUp(entry);
        entry.eta_begin = eta(entry, 0.0);
        if (!found_)
            push(entry);
    }

    // Lower bound of the pair's distance at t; reports a witness.
    double eta(const QueuedPair& entry, double t)
    {
        const ObjectPair& pair = scene_.pair(entry.pair);
        const CollisionObject &a = scene_.object(pair.a), &b = scene_.object(pair.b);
        const Pose X_WA = motion_.worldPose(a.body, t);
        const PairPose X = pairPose(X_WA, motion_.worldPose(b.body, t));
        ++result_.statistics.configurations;
        const GreedyDistance d =
            greedyDistance(*a.geometry, *b.geometry, X, pair.clearance + options_.tolerance, entry.error, &counters_);
        if (d.outcome == GreedyDistance::Outcome::Close)
        {
            ClosePair witness;
            witness.pair = entry.pair;
            witness.point_a = X_WA.p + d.point_a;
            witness.point_b = X_WA.p + d.point_b;
            witness.distance = d.upper;
            collide(witness, t);
        }
        return d.lower;
    }

    void push(QueuedPair entry)
    {
        const double clearance = scene_.pair(entry.pair).clearance;
        entry.uncovered = entry.lambda * entry.width * kInflate - (entry.eta_begin + entry.eta_end - 2.0 * clearance) * kDeflate;
        if (entry.uncovered < 0.0)
            return;
        if (entry.width < kSmallestWidth)
        {
            giveUp(entry);
            return;
        }
        queue_.push_back(entry);
        std::push_heap(queue_.begin(), queue_.end());
    }

    void bisect(const QueuedPair& entry)
    {
        const double middle = entry.begin + 0.5 * entry.width;
        const double eta_middle = eta(entry, middle);
        if (found_)
            return;
        if (eta_middle <= scene_.pair(entry.pair).clearance)
        {
            giveUp(entry);  // no witness and yet nothing proven: rounding does not tell, on either half
            return;
        }
        QueuedPair half = entry;
        half.width = 0.5 * entry.width;
        half.eta_end = eta_middle;
        push(half);
        half = entry;
        half.begin = middle;
        half.width = 0.5 * entry.width;
        half.eta_begin = eta_middle;
        push(half);
    }

    void collide(const ClosePair& witness, double t)
    {
        found_ = true;
        result_.verdict = Verdict::Collision;
        result_.witness = witness;
        result_.t = t;
        result_.interval = t;
    }

    void giveUp(const QueuedPair& entry)
    {
        result_.witness = ClosePair{};
        result_.witness->pair = entry.pair;
        result_.interval = {entry.begin, entry.begin + entry.width};
        result_.t = 0.5 * (result_.interval.lower + result_.interval.upper);
    }

    const Scene& scene_;
    CertifyOptions options_;
    Motion motion_;
    std::vector<QueuedPair> queue_;
    DistanceCounters counters_;
    CertifyResult result_;
    bool found_ = false;
};

}  // namespace

CertifyResult publishedBisection(const Scene& scene, const Configuration& q0, const Configuration& q1,
                                 const CertifyOptions& options)
{
    requireRounding();
    return Bisection(scene, q0, q1, options).run();
}

}  // namespace gapless
