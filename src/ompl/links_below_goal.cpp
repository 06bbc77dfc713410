#include <gapless/ompl/links_below_goal.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>

#include <gapless/core/error.h>
#include <gapless/core/rounding.h>
#include <gapless/core/rounding_environment.h>
#include <gapless/geometry/convex_distance.h>
#include <gapless/kinematics/pose_cache.h>

namespace ob = ompl::base;

namespace gapless {
namespace {

/// Which bodies move with those joints: the bodies themselves, joints that mimic theirs, and all that hangs on either.
IndexedVector<BodyIndex, bool> movedBy(const std::vector<BodyIndex>& bodies, const KinematicModel& model)
{
    IndexedVector<BodyIndex, bool> moved(model.bodies().size(), false);
    const auto plans = [&](BodyIndex body) { return std::find(bodies.begin(), bodies.end(), body) != bodies.end(); };
    for (const BodyIndex i : moved.indices())  // parents first; the world is its own
    {
        const Body& body = model.body(i);
        moved[i] = i != kWorld && (plans(i) || (body.joint.mimic && plans(body.joint.mimic->master)) || moved[body.parent]);
    }
    return moved;
}

}  // namespace

/// Scratch memory of one thread.
struct LinksBelowGoal::Worker
{
    struct Open
    {
        NodeIndex node;
        double height;
    };
    /// An object that may rise above the plane.
    struct Candidate
    {
        const CollisionGeometry* geometry;
        Vec3 up;               ///< the vertical in the frame of its body
        double origin_height;  ///< of that frame, above the plane
        double slack;          ///< see error()
        double top;            ///< no point of it is higher
    };
    Configuration q;
    Motion still;
    PoseCache poses;
    std::vector<Candidate> candidates;
    std::vector<Open> open;

    void reset(const KinematicModel& model)
    {
        still.reset(model, q, q);
        poses.reset(still);
        poses.addInstant(0.0);
    }

    /// The height of the highest point, or `floor` if that is higher. Nodes that do not rise above what was found are left closed.
    double highest(const Candidate& object, double floor)
    {
        const RssTree& tree = object.geometry->tree();
        open.clear();
        const auto push = [&](NodeIndex node, double height) {
            if (height > floor)
                open.push_back({node, height});
        };
        const auto heightOf = [&](NodeIndex node) { return tree.node(node).support(object.up) + object.origin_height; };
        push(RssTree::kRoot, heightOf(RssTree::kRoot));
        while (!open.empty())
        {
            const Open top = open.back();
            open.pop_back();
            if (!(top.height > floor))
                continue;
            const RssNode& node = tree.node(top.node);
            if (node.isLeaf())
            {
                const Convex& leaf = object.geometry->leaves()[node.leaf()];
                floor = std::max(floor, leaf.support(object.up) + object.origin_height);
                continue;
            }
            const auto [left, right] = node.children();
            const double left_height = heightOf(left), right_height = heightOf(right);
            const bool left_first = left_height > right_height;
            push(left_first ? right : left, left_first ? right_height : left_height);
            push(left_first ? left : right, left_first ? left_height : right_height);
        }
        return floor;
    }
};

LinksBelowGoal::LinksBelowGoal(const ob::SpaceInformationPtr& si, std::shared_ptr<const StateMapping> mapping,
                               const std::vector<BodyIndex>& bodies, double z)
    : ob::GoalRegion(si), mapping_(std::move(mapping)), z_(z), workers_([] { return std::make_unique<Worker>(); })
{
    if (mapping_->space().get() != si->getStateSpace().get())
        throw InputError("goal links_below: the mapping is of another state space than the space information");
    if (!std::isfinite(z))
        throw InputError("goal links_below: z is " + std::to_string(z) + "; it has to be a finite number, in metres");
    const Scene& scene = *mapping_->scene();
    const IndexedVector<BodyIndex, bool> moved = movedBy(bodies, scene.model());
    for (const ObjectIndex i : scene.objects().indices())
    {
        const CollisionObject& object = scene.object(i);
        if (!moved[object.body])
            continue;
        double lever = object.geometry->reach();
        for (const RssNode& node : object.geometry->tree().nodes())
            lever = std::max(lever, (node.centre.norm() + node.size()) * kInflate);
        objects_.push_back({i, lever});
    }
    if (objects_.empty())
        throw InputError("goal links_below: the joints that plan move no link with collision geometry");
}

LinksBelowGoal::~LinksBelowGoal() = default;

std::vector<ObjectIndex> LinksBelowGoal::objects() const
{
    std::vector<ObjectIndex> indices;
    for (const MovingObject& object : objects_)
        indices.push_back(object.index);
    return indices;
}

// A bound of (height of any point of the object) - (height that Worker::highest() gives it). With n the computed and m the exact
// vertical in the frame of the body, x a stored point, |x| <= lever:
// - the pose: the origin is off by positionError, (m - n).x by at most rotationError * lever; the stored point by placementError;
// - nodes and swept leaves count a ball's radius once, but n is of length <= 1 + rotationError: rotationError * lever again;
// - rounding of one support value and of the sum with the origin's height: less than that of a support gap of that size.
double LinksBelowGoal::error(const MovingObject& object, const Worker& worker, double origin_height) const
{
    const CollisionObject& given = mapping_->scene()->object(object.index);
    return (worker.still.positionError(given.body) + 2.0 * worker.still.rotationError(given.body) * object.lever
            + given.geometry->placementError() + supportRounding(object.lever + std::abs(origin_height) + 2.0 * std::abs(z_)))
           * kInflate;
}

// Branch and bound for the highest point: an object, or a node of its tree, that cannot rise above what was found is left closed.
// `height` is 0 or a bound, error included, for all objects looked at so far; those whose bounds are below it need no look. Below the
// plane by their roots' bounds alone, as links far from it are, objects are not even candidates.
double LinksBelowGoal::distanceGoal(const ob::State* state) const
{
    const auto worker = workers_.acquire();
    const Scene& scene = *mapping_->scene();
    try
    {
        requireRounding();
        mapping_->toConfiguration(state, worker->q);
    }
    catch (const InputError&)
    {
        return std::numeric_limits<double>::infinity();
    }
    worker->reset(scene.model());
    worker->candidates.clear();
    for (const MovingObject& object : objects_)
    {
        const CollisionObject& given = scene.object(object.index);
        const Pose& X_WB = worker->poses.pose(0, given.body);
        Worker::Candidate candidate;
        candidate.geometry = given.geometry.get();
        candidate.up = X_WB.R.row(2).transpose();
        candidate.origin_height = X_WB.p.z() - z_;
        candidate.slack = error(object, *worker, candidate.origin_height);
        candidate.top =
            given.geometry->tree().node(RssTree::kRoot).support(candidate.up) + candidate.origin_height + candidate.slack;
        if (candidate.top > 0.0)
            worker->candidates.push_back(candidate);
    }
    // Those whose bounds are highest first: they leave little to do for the others.
    std::sort(worker->candidates.begin(), worker->candidates.end(),
              [](const Worker::Candidate& a, const Worker::Candidate& b) { return a.top > b.top; });
    double height = 0.0;
    for (const Worker::Candidate& candidate : worker->candidates)
    {
        if (candidate.top <= height)
            break;
        const double floor = height - candidate.slack;
        const double highest = worker->highest(candidate, floor);
        if (highest > floor)
            height = std::max(height, highest + candidate.slack);
    }
    return height;
}

bool LinksBelowGoal::isSatisfied(const ob::State* state, double* distance) const
{
    const double height = distanceGoal(state);
    if (distance)
        *distance = height;
    return height == 0.0;
}

void LinksBelowGoal::print(std::ostream& out) const
{
    out << "Goal region: " << objects_.size() << " moving objects below z = " << z_ << " m" << std::endl;
}

}  // namespace gapless
