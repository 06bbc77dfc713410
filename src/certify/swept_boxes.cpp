#include "certify/swept_boxes.h"

#include <gapless/collision/pair_error.h>

#include "certify/lane_prover.h"

namespace gapless {

void SweptBoxes::reset(const Scene& scene, const Motion& motion, const LaneProver& lanes)
{
    const bool same_scene = scene_id_ == scene.id();
    scene_id_ = scene.id();
    boxes_.resize(scene.objects().size());
    for (const ObjectIndex i : boxes_.indices())
    {
        const CollisionObject& object = scene.object(i);
        const Body& body = scene.model().body(object.body);
        if (!body.is_static)
        {
            boxes_[i] = lanes.box(i);
            continue;
        }
        if (same_scene)
            continue;
        const Vec3 centre = body.X_WB * object.geometry->boxCentre(),
                   half = body.X_WB.R.cwiseAbs() * object.geometry->boxHalfExtents();
        const double magnitude = (centre.cwiseAbs() + half).maxCoeff();
        // Fewer than 16 roundings of numbers <= 2 magnitude in the box itself.
        const double grow = objectError(motion, object) + 64.0 * kUnitRoundoff * magnitude;
        for (int k = 0; k < 3; ++k)
        {
            boxes_[i].low[k] = centre[k] - half[k] - grow;
            boxes_[i].high[k] = centre[k] + half[k] + grow;
        }
    }
}

}  // namespace gapless
