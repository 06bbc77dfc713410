#include <gapless/collision/moved_scene.h>

#include <utility>

namespace gapless {

std::shared_ptr<const Scene> withMoved(const Scene& scene, BodyIndex body, const Pose& X_WB)
{
    KinematicModel model = scene.model();
    model.place(body, X_WB);
    return std::make_shared<const Scene>(std::move(model), scene.objects().list(), scene.pairs().list(), &scene);
}

std::shared_ptr<const Scene> withGeometry(const Scene& scene, ObjectIndex object,
                                          std::shared_ptr<const CollisionGeometry> geometry)
{
    IndexedVector<ObjectIndex, CollisionObject> objects = scene.objects();
    objects[object].geometry = std::move(geometry);
    return std::make_shared<const Scene>(scene.model(), objects.list(), scene.pairs().list(), &scene);
}

}  // namespace gapless
