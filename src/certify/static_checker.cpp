// A state is a motion that stays where it is: the vector stage (lane_prover.h) takes off the pairs that tables of joint values, boxes, nodes and hulls prove apart by more than clearance and
// tolerance. Where those do not, contacts are asked for: leaves that a table names, balls within the two, surfaces below the nodes that overlap. Where these overlap deeply distances decide at once,
// of what is not yet apart: to open nodes in lanes, all of which are of the one instant, would take longer. Of the pairs left, distances of surfaces are
// worked out, which end at the first two leaves that are near enough; then the insides, where the surfaces are apart. A pair is free only by a proof, and rounding that
// forbids one does not end the loop: a later pair may still be a witness.
//
// Where a witness is asked for, no contacts are, and the pairs left are taken in the scene's order: the first of these that collides is named.
#include <gapless/certify/static_checker.h>

#include <algorithm>
#include <limits>

#include <gapless/collision/pair_error.h>
#include <gapless/core/error.h>
#include <gapless/core/rounding_environment.h>
#include <gapless/geometry/inner_contact.h>
#include <gapless/kinematics/pose_cache.h>

#include "certify/lane_prover.h"

namespace gapless {

namespace {

const std::vector<NodePair> kRoots{{}};

/// For surfaces below nodes that overlap, before hulls are asked.
constexpr int kMostTestsBelowNodes = 96;

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

double pointsApartAtMost(const PairPose& X, const CollisionObject& a, const CollisionObject& b)
{
    return X.p_AB.norm() + a.geometry->reach() + b.geometry->reach();
}

// Everything about one configuration, with memory that is used again from call to call.
struct Workspace
{
    std::uint64_t scene_id = 0;
    Motion motion;
    PoseCache poses;
    std::vector<PairIndex> left;

    void reset(const Scene& s, const Configuration& q)
    {
        requireRounding();
        if (scene_id != s.id())
        {
            motion = Motion();
            poses = PoseCache();
            scene_id = 0;  // if memory runs out
        }
        motion.reset(s.model(), q, q);
        poses.reset(motion);
        poses.addInstant(0.0);
        scene_id = s.id();
    }
};

/// A pair at the configuration of a workspace.
struct PosedPair
{
    const CollisionObject &a, &b;
    const Pose& X_WA;
    PairPose X;
    View view;
    double threshold;  // clearance + tolerance
    double error;

    PosedPair(const Scene& scene, Workspace& work, PairIndex i, double tolerance)
        : a(scene.object(scene.pair(i).a)),
          b(scene.object(scene.pair(i).b)),
          X_WA(work.poses.pose(0, a.body)),
          X(pairPose(X_WA, work.poses.pose(0, b.body))),
          view(cheapView(scene.model(), a, b, X)),
          threshold(scene.pair(i).clearance + tolerance),
          error(pairError(work.motion, a, b, view.frame, pointsApartAtMost(X, a, b)))
    {}

    GreedyDistance distance(const NodePair& within, int most = std::numeric_limits<int>::max()) const
    {
        return greedyDistance(*a.geometry, *b.geometry, view.X, threshold, error, nullptr, within, most);
    }

    /// What distances, and insides where the surfaces are apart, tell of the two.
    /// @param parts all of the surfaces that may be near each other. @param close null: not asked for; else set to what is near, unless they are free
    Verdict decide(const std::vector<NodePair>& parts, ClosePair* close) const
    {
        GreedyDistance d;
        for (const NodePair& nodes : parts)
        {
            const GreedyDistance part = distance(nodes);
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
            inside = insideOneAnother(*a.geometry, *b.geometry, X, &common);
            if (inside == Containment::Answer::Outside)
                return Verdict::Free;
        }
        if (close && inside == Containment::Answer::Outside)
        {
            close->point_a = X_WA.p + view.R_WF * d.point_a;
            close->point_b = X_WA.p + view.R_WF * d.point_b;
            close->distance = d.upper;
        }
        else if (close)
        {
            close->point_a = close->point_b = X_WA.p + common;
            close->distance = 0.0;
        }
        return d.outcome == GreedyDistance::Outcome::Close || inside == Containment::Answer::Inside ? Verdict::Collision
                                                                                                    : Verdict::Undecided;
    }
};

/// Asks whether what the vector stage suspects are contacts, which end the check.
class Contacts
{
public:
    Contacts(const Scene& scene, double tolerance, Workspace& work) : scene_(scene), tolerance_(tolerance), work_(work) {}

    bool found() const { return found_; }

    /// Of the leaf pair that a table names, or what is turned and a leaf.
    bool areThere(const Suspect& suspect)
    {
        const PosedPair p(scene_, work_, suspect.pair, tolerance_);
        // Balls within what is turned meet the other's surface for less than it costs to search it from its root.
        const bool by_balls = suspect.within.hasRoot() && (bothMove(p) ? meetSurfaces(p) : meetInside(p, suspect.within));
        return settle(by_balls || isClose(p, suspect.within, ApartWithinLimits::OnMotion::Meeting::kMostTests));
    }

    /// Of balls within the two.
    bool areInside(PairIndex pair, const NodePair& within)
    {
        return settle(meetInside(PosedPair(scene_, work_, pair, tolerance_), within));
    }

    /// Of any kind, in and about these nodes.
    bool areNear(const Suspect& suspect)
    {
        const PosedPair p(scene_, work_, suspect.pair, tolerance_);
        return settle(meetInside(p, suspect.within) || (bothMove(p) && meetSurfaces(p))
                      || isClose(p, suspect.within, kMostTestsBelowNodes));
    }

    /// Of surfaces below these nodes, and of insides.
    Verdict decide(PairIndex pair, const std::vector<NodePair>& open)
    {
        const Verdict verdict = PosedPair(scene_, work_, pair, tolerance_).decide(open, nullptr);
        settle(verdict == Verdict::Collision);
        return verdict;
    }

private:
    bool settle(bool is_contact)
    {
        found_ = found_ || is_contact;
        return is_contact;
    }
    bool moves(const CollisionObject& object) const { return !scene_.model().body(object.body).is_static; }
    bool bothMove(const PosedPair& p) const { return moves(p.a) && moves(p.b); }
    bool meetInside(const PosedPair& p, const NodePair& within) const
    {
        return findInnerContact(*p.a.geometry, *p.b.geometry, p.view.X, p.threshold, p.error, moves(p.a), moves(p.b), within)
            .has_value();
    }
    static bool meetSurfaces(const PosedPair& p)
    {
        return findShallowContact(*p.a.geometry, *p.b.geometry, p.view.X, p.threshold, p.error).has_value();
    }
    static bool isClose(const PosedPair& p, const NodePair& within, int most)
    {
        return p.distance(within, most).outcome == GreedyDistance::Outcome::Close;
    }

    const Scene& scene_;
    double tolerance_;
    Workspace& work_;
    bool found_ = false;
};

}  // namespace

StaticChecker::StaticChecker(std::shared_ptr<const Scene> scene, double tolerance)
    : scene_(std::move(scene)), tolerance_(kToleranceRange.require(tolerance, "the tolerance"))
{
    if (!scene_)
        throw InputError("a static checker needs a scene");
    LaneProver::prepare(*scene_);
}

Verdict StaticChecker::check(const Configuration& q, ClosePair* close) const
{
    scene_->model().validate(q);
    thread_local Workspace work;
    work.reset(*scene_, q);
    const bool within_limits = isWithinLimits(scene_->model(), q);
    LaneProver& lanes = LaneProver::ofThread();
    lanes.reset(*scene_, work.motion, tolerance_);
    if (close)
    {
        lanes.cull(q, q, within_limits, work.left);
        lanes.prove(work.left);
        std::sort(work.left.begin(), work.left.end());
    }
    else
    {
        Contacts contacts(*scene_, tolerance_, work);
        lanes.cull(q, q, within_limits, work.left, [&](const Suspect& suspect) { return contacts.areThere(suspect); });
        if (!contacts.found())
            lanes.prove(
                work.left, [&](const Suspect& suspect) { return contacts.areNear(suspect); },
                [&](PairIndex pair, std::size_t, const NodePair& within, double) { return contacts.areInside(pair, within); },
                [&](PairIndex pair, const std::vector<NodePair>& open) { return contacts.decide(pair, open); });
        if (contacts.found())
            return Verdict::Collision;
    }
    Verdict verdict = Verdict::Free;
    for (const PairIndex i : work.left)
    {
        const PosedPair p(*scene_, work, i, tolerance_);
        const ApartWithinLimits& proof = scene_->apartWithinLimits(i);
        // Insides are tested at computed poses: what is not looked at here has to be farther away than these are off.
        const bool only_open = within_limits && proof.gap > p.threshold + p.error;
        ClosePair found;
        const Verdict of_pair = p.decide(only_open ? proof.open : kRoots, close ? &found : nullptr);
        if (of_pair == Verdict::Free)
            continue;
        found.pair = i;
        if (close && (of_pair == Verdict::Collision || verdict == Verdict::Free))
            *close = found;
        if (of_pair == Verdict::Collision)
            return Verdict::Collision;
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
