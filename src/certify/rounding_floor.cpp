#include <gapless/certify/rounding_floor.h>

#include <algorithm>
#include <vector>

#include <gapless/collision/pair_error.h>
#include <gapless/kinematics/motion_bound.h>

namespace gapless {

namespace {

/// The nearest common ancestor of `body` and every body: pairs come by their first object, and walking up for each would be cubic.
std::vector<int> commonAncestors(const KinematicModel& model, int body)
{
    std::vector<int> meets(static_cast<std::size_t>(model.bodyCount()), -1);
    for (int i = body; i > 0; i = model.body(i).parent)
        meets[static_cast<std::size_t>(i)] = i;
    meets[0] = 0;
    for (int i = 1; i < model.bodyCount(); ++i)
        if (meets[static_cast<std::size_t>(i)] < 0)
            meets[static_cast<std::size_t>(i)] = meets[static_cast<std::size_t>(model.body(i).parent)];
    return meets;
}

}  // namespace

double roundingFloor(const Scene& scene)
{
    const KinematicModel& model = scene.model();
    Configuration low = model.defaultConfiguration(), high = low;
    for (const Body& body : model.bodies())
        if (body.variable >= 0)
            for (std::size_t k = 0; k < body.joint.lower.size(); ++k)
            {
                low[body.variable + static_cast<int>(k)] = body.joint.lower[k];
                high[body.variable + static_cast<int>(k)] = body.joint.upper[k];
            }
    Motion motion;
    motion.reset(model, low, high);
    PoseCache poses;
    poses.reset(motion);
    const int start = poses.addInstant(0.0);
    std::vector<MotionBound> bounds(scene.objects().size());
    for (std::size_t i = 0; i < bounds.size(); ++i)
        bounds[i].reset(motion, scene.objects()[i].body, *scene.objects()[i].geometry);
    double floor = 0.0;
    std::vector<int> meets;
    int meets_with = -1;
    for (const ObjectPair& pair : scene.pairs())
    {
        const CollisionObject &a = scene.object(pair.a), &b = scene.object(pair.b);
        if (a.body != meets_with)
            meets = commonAncestors(model, meets_with = a.body);
        const int ancestor = meets[static_cast<std::size_t>(b.body)];
        const double D = (poses.pose(start, a.body).p - poses.pose(start, b.body).p).norm()
                         + bounds[static_cast<std::size_t>(pair.a)].travel(ancestor)
                         + bounds[static_cast<std::size_t>(pair.b)].travel(ancestor) + a.geometry->reach() + b.geometry->reach();
        floor = std::max(floor, pairError(motion, a, b, ancestor, D));
    }
    return floor;
}

}  // namespace gapless
