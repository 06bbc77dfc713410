#include <gapless/certify/rounding_floor.h>

#include <algorithm>
#include <vector>

#include <gapless/collision/pair_error.h>
#include <gapless/kinematics/motion_bound.h>

namespace gapless {

namespace {

/// The nearest common ancestor of `body` and every body: pairs come by their first object, and walking up for each would be cubic.
IndexedVector<BodyIndex, BodyIndex> commonAncestors(const KinematicModel& model, BodyIndex body)
{
    IndexedVector<BodyIndex, BodyIndex> meets(model.bodies().size(), kWorld);
    for (BodyIndex i = body; i != kWorld; i = model.body(i).parent)
        meets[i] = i;
    for (const BodyIndex i : meets.indices())
        if (meets[i] == kWorld)
            meets[i] = meets[model.body(i).parent];
    return meets;
}

}  // namespace

double roundingFloor(const Scene& scene)
{
    const KinematicModel& model = scene.model();
    Configuration low = model.defaultConfiguration(), high = low;
    for (const Body& body : model.bodies())
        if (body.variable)
            for (std::size_t k = 0; k < body.joint.lower.size(); ++k)
            {
                low[*body.variable + static_cast<int>(k)] = body.joint.lower[k];
                high[*body.variable + static_cast<int>(k)] = body.joint.upper[k];
            }
    Motion motion;
    motion.reset(model, low, high);
    PoseCache poses;
    poses.reset(motion);
    const int start = poses.addInstant(0.0);
    IndexedVector<ObjectIndex, MotionBound> bounds(scene.objects().size());
    for (const ObjectIndex i : bounds.indices())
        bounds[i].reset(motion, scene.object(i).body, *scene.object(i).geometry);
    double floor = 0.0;
    IndexedVector<BodyIndex, BodyIndex> meets;
    std::optional<BodyIndex> meets_with;
    for (const ObjectPair& pair : scene.pairs())
    {
        const CollisionObject &a = scene.object(pair.a), &b = scene.object(pair.b);
        if (a.body != meets_with)
            meets = commonAncestors(model, *(meets_with = a.body));
        const BodyIndex ancestor = meets[b.body];
        const double D = (poses.pose(start, a.body).p - poses.pose(start, b.body).p).norm() + bounds[pair.a].travel(ancestor)
                         + bounds[pair.b].travel(ancestor) + a.geometry->reach() + b.geometry->reach();
        floor = std::max(floor, pairError(motion, a, b, ancestor, D));
    }
    return floor;
}

}  // namespace gapless
