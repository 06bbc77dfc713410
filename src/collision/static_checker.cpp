// What costs least comes first. Of every pair: what the limits keep apart; the objects' boxes in the world; tables of joint values; balls about the moving object. Of those that are
// left: distances of surfaces, which end at the first two leaves that are near enough; the insides, where the surfaces are apart. A pair is free only by a proof, and rounding
// that forbids one does not end the loop: a later pair may still be a witness.
//
// Where no witness is asked for, the pairs are taken in an order that is the thread's own, and the one that collides moves to the front: of the many samples of a planner, those one
// after the other mostly collide alike. Where a table of joint values has the two touch, and balls within them, are asked of each pair before any other distance is worked out: neighbours
// on the robot, which are often near each other, cost more than the others together. The verdict Collision does not depend on either; which pair is named would, so with a witness the order is the scene's.
#include <gapless/collision/static_checker.h>

#include <algorithm>
#include <limits>

#include <gapless/collision/pair_error.h>
#include <gapless/core/error.h>
#include <gapless/core/rounding_environment.h>
#include <gapless/geometry/inner_contact.h>
#include <gapless/kinematics/pose_cache.h>

namespace gapless {

namespace {

// Bounding box of an object in the world at one pose, outward rounded.
struct PosedBox
{
    Vec3 low, high;
};

bool isStatic(const Scene& scene, const CollisionObject& object)
{
    return scene.model().body(object.body).is_static;
}

/// The pair at one instant as seen from a frame that spares turning one of the two, and the body whose frame that is. Rounding: a gap's
/// direction is kept in that frame, which pairError() is told; the products of rotations are within supportRounding().
struct View
{
    PairPose X;
    BodyIndex frame = kWorld;
    Mat3 R_WF = Mat3::Identity();
};

View cheapView(const KinematicModel& model, const CollisionObject& a, const CollisionObject& b, const PairPose& from_world)
{
    View view{from_world};
    view.X.a_aligned = model.body(a.body).isAlignedWithWorld();
    view.X.b_aligned = model.body(b.body).isAlignedWithWorld();
    if (view.X.a_aligned || view.X.b_aligned)
        return view;
    view.frame = a.body;
    view.R_WF = from_world.R_A;
    view.X.R_A = Mat3::Identity();
    view.X.R_B = view.R_WF.transpose() * from_world.R_B;
    view.X.p_AB = view.R_WF.transpose() * from_world.p_AB;
    view.X.a_aligned = true;
    return view;
}

/// What is left of a pair after balls about it.
struct NearPair
{
    std::size_t at;  // in the order that pairs were taken in
    PairIndex index;
    PairPose X;
    View view;
    double error;
    const std::vector<NodePair>* parts;
};

// Everything about one configuration, with memory that is used again from call to call.
struct Workspace
{
    std::uint64_t scene_id = 0;
    Motion motion;
    PoseCache poses;
    IndexedVector<ObjectIndex, PosedBox> boxes;
    std::vector<ObjectIndex> moving;
    /// Of check(), at this tolerance: all pairs, first those that the limits do not keep apart altogether; of these the ones found colliding last come first.
    std::vector<PairIndex> order;
    std::size_t open = 0;
    double tolerance = 0.0;
    std::vector<NearPair> near;

    void reset(const Scene& s, const Configuration& q)
    {
        requireRounding();
        const bool is_new = scene_id != s.id();
        if (is_new)
        {
            motion = Motion();
            poses = PoseCache();
            scene_id = 0;  // if memory runs out
            order.clear();
        }
        motion.reset(s.model(), q, q);
        poses.reset(motion);
        poses.addInstant(0.0);
        if (is_new)
        {
            // Bodies that stand still keep their pose and its error.
            boxes.resize(s.objects().size());
            moving.clear();
            for (const ObjectIndex i : boxes.indices())
            {
                setBox(s, i);
                if (!isStatic(s, s.object(i)))
                    moving.push_back(i);
            }
            scene_id = s.id();
            return;
        }
        for (const ObjectIndex i : moving)
            setBox(s, i);
    }

    void setBox(const Scene& s, ObjectIndex i)
    {
        const CollisionObject& object = s.object(i);
        const Pose& X = poses.pose(0, object.body);
        const Vec3 centre = X * object.geometry->boxCentre();
        const Vec3 half =
            X.R.cwiseAbs() * object.geometry->boxHalfExtents()
            + Vec3::Constant(objectError(motion, object) + 32.0 * kUnitRoundoff * (centre.norm() + object.geometry->reach()));
        boxes[i] = {centre - half, centre + half};
    }

    void setOrder(const Scene& s, double new_tolerance)
    {
        if (!order.empty() && tolerance == new_tolerance)
            return;
        tolerance = std::numeric_limits<double>::quiet_NaN();  // if memory runs out: none is equal to it
        const auto all = s.pairs().indices();
        order.assign(all.begin(), all.end());
        const auto is_open = [&](PairIndex i) {
            const ApartWithinLimits& proof = s.apartWithinLimits(i);
            return !(proof.open.empty() && proof.gap > s.pair(i).clearance + new_tolerance);
        };
        open = static_cast<std::size_t>(std::stable_partition(order.begin(), order.end(), is_open) - order.begin());
        tolerance = new_tolerance;
    }

    /// Of the open pairs, or of the others: these are looked at beyond the limits alone, and must not come among the first.
    void moveToFront(std::size_t k)
    {
        const auto begin = order.begin() + static_cast<std::ptrdiff_t>(k < open ? 0 : open),
                   at = order.begin() + static_cast<std::ptrdiff_t>(k);
        std::rotate(begin, at, at + 1);
    }

    double boxGap(const ObjectPair& pair) const
    {
        const PosedBox &a = boxes[pair.a], &b = boxes[pair.b];
        return (b.low - a.high).cwiseMax(a.low - b.high).maxCoeff();
    }
};

const std::vector<NodePair> kRoots{{}}, kNone;

double pointsApartAtMost(const PairPose& X, const CollisionObject& a, const CollisionObject& b)
{
    return X.p_AB.norm() + a.geometry->reach() + b.geometry->reach();
}

}  // namespace

StaticChecker::StaticChecker(std::shared_ptr<const Scene> scene, double tolerance)
    : scene_(std::move(scene)), tolerance_(kToleranceRange.require(tolerance, "the tolerance"))
{
    if (!scene_)
        throw InputError("a static checker needs a scene");
    // Not by the first check, which somebody may wait for.
    for (const CollisionObject& object : scene_->objects())
        if (!isStatic(*scene_, object))
            object.geometry->cover();
}

Verdict StaticChecker::check(const Configuration& q, ClosePair* close) const
{
    scene_->model().validate(q);
    thread_local Workspace work;
    work.reset(*scene_, q);
    work.setOrder(*scene_, tolerance_);
    work.near.clear();
    const bool within_limits = isWithinLimits(scene_->model(), q);
    const std::size_t count = within_limits && !close ? work.open : work.order.size();
    for (std::size_t k = 0; k < count; ++k)
    {
        // Which pair is named must not depend on what was asked before.
        const PairIndex i = close ? PairIndex(k) : work.order[k];
        const ObjectPair& pair = scene_->pair(i);
        const double threshold = pair.clearance + tolerance_;
        const ApartWithinLimits& proof = scene_->apartWithinLimits(i);
        const bool holds = within_limits && proof.gap > threshold;
        if (holds && proof.open.empty())
            continue;
        if (work.boxGap(pair) > threshold)
            continue;
        const ApartWithinLimits::OnMotion by_limits = within_limits ? proof.onMotion(q, q) : ApartWithinLimits::OnMotion{};
        if (by_limits.gap.value_or(threshold) > threshold)
            continue;
        const CollisionObject &a = scene_->object(pair.a), &b = scene_->object(pair.b);
        const PairPose X = pairPose(work.poses.pose(0, a.body), work.poses.pose(0, b.body));
        const View view = cheapView(scene_->model(), a, b, X);
        const double error = pairError(work.motion, a, b, view.frame, pointsApartAtMost(X, a, b));
        // Insides are tested at computed poses: what is not looked at here has to be farther away than these are off.
        const std::vector<NodePair>& parts = holds && proof.gap > threshold + error ? proof.open : kRoots;
        const bool is_apart = isStatic(*scene_, a) ? isCoverApart(*b.geometry, *a.geometry, view.X.swapped(), threshold + error)
                                                   : isCoverApart(*a.geometry, *b.geometry, view.X, threshold + error);
        const auto isContact = [&](const ApartWithinLimits::OnMotion::Meeting& meeting) {
            return greedyDistance(*a.geometry, *b.geometry, view.X, threshold, error, nullptr, meeting.within, meeting.kMostTests)
                       .outcome
                   == GreedyDistance::Outcome::Close;
        };
        const auto meet = [&] {
            const bool a_moves = !isStatic(*scene_, a), b_moves = !isStatic(*scene_, b);
            const auto& meeting = by_limits.meeting;
            if (meeting && !meeting->within.hasRoot() && isContact(*meeting))
                return true;
            if (findInnerContact(*a.geometry, *b.geometry, view.X, threshold, error, a_moves, b_moves))
                return true;
            if (!meeting || !meeting->within.hasRoot())
                return false;
            // Balls within what is turned meet the other's surface for less than it costs to search it from its root.
            return (a_moves && b_moves && findShallowContact(*a.geometry, *b.geometry, view.X, threshold, error))
                   || isContact(*meeting);
        };
        // Which points are named is left to the surfaces.
        if (!is_apart && !close && meet())
        {
            work.moveToFront(k);
            return Verdict::Collision;
        }
        work.near.push_back({k, i, X, view, error, is_apart ? &kNone : &parts});
    }
    Verdict verdict = Verdict::Free;
    for (const NearPair& near : work.near)
    {
        const ObjectPair& pair = scene_->pair(near.index);
        const CollisionObject &a = scene_->object(pair.a), &b = scene_->object(pair.b);
        GreedyDistance d;
        for (const NodePair& nodes : *near.parts)
        {
            const GreedyDistance part =
                greedyDistance(*a.geometry, *b.geometry, near.view.X, pair.clearance + tolerance_, near.error, nullptr, nodes);
            if (part.outcome != GreedyDistance::Outcome::Apart)
                d = part;
            if (part.outcome == GreedyDistance::Outcome::Close)
                break;
        }
        Containment::Answer inside = Containment::Answer::Outside;
        Vec3 common = Vec3::Zero();
        if (d.outcome == GreedyDistance::Outcome::Apart)
        {
            // The surfaces are apart, errors included: what is inside as computed is inside exactly.
            inside = insideOneAnother(*a.geometry, *b.geometry, near.X, &common);
            if (inside == Containment::Answer::Outside)
                continue;
        }
        const bool collides = d.outcome == GreedyDistance::Outcome::Close || inside == Containment::Answer::Inside;
        if (close && (collides || verdict == Verdict::Free))
        {
            const Pose& X_WA = work.poses.pose(0, a.body);
            close->pair = near.index;
            if (inside == Containment::Answer::Outside)
            {
                close->point_a = X_WA.p + near.view.R_WF * d.point_a;
                close->point_b = X_WA.p + near.view.R_WF * d.point_b;
                close->distance = d.upper;
            }
            else
            {
                close->point_a = close->point_b = X_WA.p + common;
                close->distance = 0.0;
            }
        }
        if (collides)
        {
            if (!close)
                work.moveToFront(near.at);
            return Verdict::Collision;
        }
        verdict = Verdict::Undecided;
    }
    return verdict;
}

// The first threshold is a bound of the distance of any two points, at which the first two leaves that are met give an upper bound. While
// nothing is proven, each next one is a quarter of the distance known, since the true one may be of any size; then the middle of the two
// bounds. It ends within 1 %, or once the distance is down to 16 errors, about which thresholds only turn out unclear.
std::vector<ClosePair> StaticChecker::distances(const Configuration& q) const
{
    scene_->model().validate(q);
    Workspace work;
    work.reset(*scene_, q);
    std::vector<ClosePair> result;
    for (const PairIndex i : scene_->pairs().indices())
    {
        const ObjectPair& pair = scene_->pair(i);
        const CollisionObject &a = scene_->object(pair.a), &b = scene_->object(pair.b);
        const Pose& X_WA = work.poses.pose(0, a.body);
        const PairPose X = pairPose(X_WA, work.poses.pose(0, b.body));
        const double D = pointsApartAtMost(X, a, b);
        const double error = pairError(work.motion, a, b, kWorld, D);
        ClosePair close;
        close.pair = i;
        // Bisection on the threshold: the distance is between `apart` (proven) and `within` (witnessed).
        double apart = 0.0, within = std::numeric_limits<double>::infinity();
        GreedyDistance d = greedyDistance(*a.geometry, *b.geometry, X, D, error);
        const auto remember = [&] {
            if (d.upper > within)
                return;
            close.point_a = X_WA.p + d.point_a;
            close.point_b = X_WA.p + d.point_b;
            within = d.upper;
        };
        remember();
        while (within - apart > 0.01 * within && within > 16.0 * error)
        {
            const double middle = apart > 0.0 ? 0.5 * (apart + within) : 0.25 * within;
            d = greedyDistance(*a.geometry, *b.geometry, X, middle, error);
            if (d.outcome == GreedyDistance::Outcome::Apart)
                apart = std::max(middle, d.lower);
            else
                remember();
            if (d.outcome == GreedyDistance::Outcome::Unclear)
                break;
        }
        close.distance = within;
        Vec3 common;
        if (insideOneAnother(*a.geometry, *b.geometry, X, &common) == Containment::Answer::Inside)
        {
            close.distance = 0.0;
            close.point_a = close.point_b = X_WA.p + common;
        }
        result.push_back(close);
    }
    return result;
}

}  // namespace gapless
