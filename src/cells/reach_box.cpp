#include <gapless/cells/reach_box.h>

#include <algorithm>
#include <cmath>

#include <gapless/core/error.h>
#include <gapless/core/rounding.h>

namespace gapless {

namespace {

/// Bound of the length of a joint's shift, metres.
double shiftOf(const KinematicModel& model, const Body& body)
{
    if (!shifts(body.joint.type))
        return 0.0;
    const std::optional<Mimic>& mimic = body.joint.mimic;
    const Joint& source = mimic ? model.body(mimic->master).joint : body.joint;
    const std::size_t count = body.joint.type == JointType::Prismatic ? 1 : body.joint.type == JointType::Planar ? 2 : 3;
    double squared = 0.0;
    for (std::size_t k = 0; k < count; ++k)
    {
        const double most = k < source.lower.size() && k < source.upper.size()
                                ? std::max(std::abs(source.lower[k]), std::abs(source.upper[k]))
                                : std::numeric_limits<double>::infinity();
        if (!std::isfinite(most))
            throw InputError("joint '" + body.joint.name + "' shifts without limits: there is no box that the robot stays in");
        const double value = mimic ? std::abs(mimic->multiplier) * most + std::abs(mimic->offset) : most;
        squared += value * value;
    }
    return std::sqrt(squared);
}

}  // namespace

AxisAlignedBox reachBox(const Scene& scene)
{
    const KinematicModel& model = scene.model();
    AxisAlignedBox box = emptyBox();
    for (const CollisionObject& object : scene.objects())
    {
        double reach = object.geometry->reach();
        BodyIndex at = object.body;
        if (model.body(at).is_static)
            continue;
        for (; !model.body(at).is_static; at = model.body(at).parent)
            reach += model.body(at).X_PJ.p.norm() + shiftOf(model, model.body(at));
        const Vec3 centre = model.body(at).X_WB.p;
        // Poses of bodies that stand still are rounded along their chain as well.
        reach = (reach + object.geometry->placementError()) * (1.0 + 1e-9) + 1e-9 * centre.norm();
        extend(box, {centre - Vec3::Constant(reach), centre + Vec3::Constant(reach)});
    }
    if (!(box.low.x() <= box.high.x()))
        throw InputError("no object of the scene is on a body that moves: it has no workspace");
    return box;
}

}  // namespace gapless
