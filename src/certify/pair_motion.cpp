#include "certify/pair_motion.h"

#include <gapless/collision/pair_error.h>
#include <gapless/core/rounding.h>

namespace gapless {

void boundMotions(const Scene& scene, const Motion& motion, const std::vector<PairIndex>& pairs, PoseCache& poses, int middle,
                  IndexedVector<ObjectIndex, MotionBound>& bounds)
{
    thread_local IndexedVector<ObjectIndex, char> is_bounded;
    is_bounded.assign(scene.objects().size(), 0);
    for (const PairIndex k : pairs)
        for (const ObjectIndex i : {scene.pair(k).a, scene.pair(k).b})
        {
            const CollisionObject& object = scene.object(i);
            if (!is_bounded[i] && !scene.model().body(object.body).is_static)
                bounds[i].reset(motion, object.body, *object.geometry, poses, middle);
            is_bounded[i] = 1;
        }
}

PairMotion makePairMotion(const Scene& scene, PairIndex pair_index, const ApartWithinLimits* proof, const Motion& motion,
                          const IndexedVector<ObjectIndex, MotionBound>& bounds, PoseCache& poses, int start)
{
    const ObjectPair& pair = scene.pair(pair_index);
    const KinematicModel& model = scene.model();
    PairMotion p;
    p.pair = pair_index;
    p.a = &scene.object(pair.a);
    p.b = &scene.object(pair.b);
    p.ancestor = model.commonAncestor(p.a->body, p.b->body);
    const MotionBound &bound_a = bounds[pair.a], &bound_b = bounds[pair.b];
    p.motion = &motion;
    p.bound_a = &bound_a;
    p.bound_b = &bound_b;
    p.acceleration = (bound_a.acceleration(p.ancestor) + bound_b.acceleration(p.ancestor)) * kInflate;
    p.travel = (bound_a.travel(p.ancestor) + bound_b.travel(p.ancestor)) * kInflate;
    p.tube = (bound_a.tube(p.ancestor) + bound_b.tube(p.ancestor)) * kInflate;
    p.clearance = (pair.clearance + p.tube) * (p.tube > 0.0 ? kInflate : 1.0);
    const double D = (poses.pose(start, p.b->body).p - poses.pose(start, p.a->body).p).norm() + p.travel + p.a->geometry->reach()
                     + p.b->geometry->reach();
    p.error = pairError(motion, *p.a, *p.b, p.ancestor, D);
    // Insides are tested at computed poses: what is not looked at again has to be farther away than these are off.
    // The proof is of the tube itself.
    p.proof = proof && proof->gap > pair.clearance + p.error ? proof : nullptr;
    const auto aligned = [&](BodyIndex body) {
        return model.body(p.ancestor).is_static ? model.body(body).isAlignedWithWorld() : body == p.ancestor;
    };
    p.a_aligned = aligned(p.a->body);
    p.b_aligned = aligned(p.b->body);
    return p;
}

PairInstants pairInstants(const Scene& scene, const PairMotion& pair, PoseCache& poses, int first, int middle, int last)
{
    PairInstants at;
    const int instants[3] = {first, middle, last};
    const bool turns = pair.ancestor != kWorld && !scene.model().body(pair.ancestor).is_static;
    at.poses = &poses;
    at.middle = middle;
    at.t_middle = poses.time(middle);
    at.p_WA_middle = poses.pose(middle, pair.a->body).p;
    at.R_WF_middle = turns ? poses.pose(middle, pair.ancestor).R : Mat3::Identity();
    for (int k = 0; k < 3; ++k)
    {
        PairPose& X = at.X[k];
        X = pairPose(poses.pose(instants[k], pair.a->body), poses.pose(instants[k], pair.b->body));
        X.a_aligned = pair.a_aligned;
        X.b_aligned = pair.b_aligned;
        if (!turns)
            continue;
        const Mat3 R_FW = poses.pose(instants[k], pair.ancestor).R.transpose();
        X.p_AB = R_FW * X.p_AB;
        X.R_A = pair.a_aligned ? Mat3::Identity() : Mat3(R_FW * X.R_A);
        X.R_B = pair.b_aligned ? Mat3::Identity() : Mat3(R_FW * X.R_B);
    }
    return at;
}

void AccelerationAlong::reset(const PairMotion& pair, const PairInstants& at, double h)
{
    pair_ = &pair;
    at_ = &at;
    h_ = h;
    is_known_ = false;
    at_best_.reset();
}

double AccelerationAlong::atBest()
{
    if (!at_best_)
        at_best_ = pair_->bound_a->leastAccelerationAlong(pair_->ancestor, h_)
                   + pair_->bound_b->leastAccelerationAlong(pair_->ancestor, h_);
    return *at_best_;
}

double AccelerationAlong::operator()(const Vec3& n)
{
    if (!is_known_)
    {
        is_known_ = true;
        turns_.clear();
        const auto add = [&](const MotionBound& bound) {
            bound.addTurns(*pair_->motion, *at_->poses, at_->middle, pair_->ancestor, at_->R_WF_middle, turns_);
        };
        add(*pair_->bound_a);
        of_a_ = turns_.size();
        add(*pair_->bound_b);
    }
    const MotionBound::Turn* const begin = turns_.data();
    return (MotionBound::accelerationAlong(n, h_, begin, begin + of_a_)
            + MotionBound::accelerationAlong(n, h_, begin + of_a_, begin + turns_.size()))
           * kInflate;
}

}  // namespace gapless
