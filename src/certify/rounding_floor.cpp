#include <gapless/certify/rounding_floor.h>

#include <algorithm>

#include <gapless/collision/pair_error.h>
#include <gapless/kinematics/motion_bound.h>

namespace gapless {

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
    double floor = 0.0;
    for (const ObjectPair& pair : scene.pairs())
    {
        const CollisionObject &a = scene.object(pair.a), &b = scene.object(pair.b);
        MotionBound bound_a, bound_b;
        bound_a.reset(motion, a.body, *a.geometry);
        bound_b.reset(motion, b.body, *b.geometry);
        const int ancestor = model.commonAncestor(a.body, b.body);
        const double D = (motion.worldPose(a.body, 0.0).p - motion.worldPose(b.body, 0.0).p).norm() + bound_a.travel(ancestor)
                         + bound_b.travel(ancestor) + a.geometry->reach() + b.geometry->reach();
        floor = std::max(floor, pairError(motion, a, b, ancestor, D));
    }
    return floor;
}

}  // namespace gapless
