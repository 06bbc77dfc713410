#include "certify/swept_boxes.h"

#include <gapless/collision/pair_error.h>

namespace gapless {

void SweptBoxes::reset(const Scene& scene, const Motion& motion, const IndexedVector<ObjectIndex, MotionBound>& bounds,
                       PoseCache& poses, int start, int end)
{
    const bool same_scene = scene_id_ == scene.id();
    scene_id_ = scene.id();
    boxes_.resize(scene.objects().size());
    for (const ObjectIndex i : boxes_.indices())
    {
        const CollisionObject& object = scene.object(i);
        const bool is_static = scene.model().body(object.body).is_static;
        if (is_static && same_scene)
            continue;
        const auto boxAt = [&](int instant, Vec3& centre, Vec3& half) {
            const Pose& X = poses.pose(instant, object.body);
            centre = X * object.geometry->boxCentre();
            half = X.R.cwiseAbs() * object.geometry->boxHalfExtents();
        };
        Vec3 centre, half;
        boxAt(start, centre, half);
        Vec3 low = centre - half, high = centre + half;
        if (!is_static)
        {
            boxAt(end, centre, half);
            low = low.cwiseMin(centre - half);
            high = high.cwiseMax(centre + half);
        }
        const double magnitude = std::max(low.cwiseAbs().maxCoeff(), high.cwiseAbs().maxCoeff());
        // Fewer than 16 roundings of numbers <= 2 magnitude in the box itself.
        const double grow =
            0.125 * bounds[i].acceleration() * kInflate + objectError(motion, object) + 64.0 * kUnitRoundoff * magnitude;
        for (int k = 0; k < 3; ++k)
        {
            boxes_[i].low[k] = low[k] - grow;
            boxes_[i].high[k] = high[k] + grow;
        }
    }
}

}  // namespace gapless
