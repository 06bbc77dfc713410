#include "measure/edited_scene.h"

#include <utility>

namespace gapless {

namespace {

/// The bodies of a model, those that it is told to be elsewhere there.
KinematicModel copyOf(const KinematicModel& original, BodyIndex which, const Vec3& by)
{
    KinematicModel model;
    for (const BodyIndex i : original.bodies().indices())
    {
        if (i == kWorld)
            continue;
        const Body& body = original.body(i);
        Pose X = body.X_PJ;
        if (i == which)
            X.p += by;
        model.addBody(body.name, body.parent, X, body.joint, body.robot);
    }
    return model;
}

}  // namespace

std::shared_ptr<const Scene> withMoved(const Scene& scene, BodyIndex which, const Vec3& by)
{
    return std::make_shared<const Scene>(copyOf(scene.model(), which, by), scene.objects().list(), scene.pairs().list(), &scene);
}

std::shared_ptr<const Scene> withObstacles(const Scene& scene, const std::vector<NewObstacle>& obstacles)
{
    KinematicModel model = copyOf(scene.model(), kWorld, Vec3::Zero());
    std::vector<CollisionObject> objects = scene.objects().list();
    std::vector<ObjectPair> pairs = scene.pairs().list();
    for (const NewObstacle& obstacle : obstacles)
    {
        const BodyIndex body = model.addBody(obstacle.name, kWorld, obstacle.X_WO, Joint());
        const ObjectIndex index(objects.size());
        for (const ObjectIndex other : scene.objects().indices())
            if (!scene.model().body(scene.object(other).body).is_static)
                pairs.push_back({other, index, 0.0});
        objects.push_back({obstacle.name, body, ObjectKind::Obstacle, obstacle.geometry, {}});
    }
    return std::make_shared<const Scene>(std::move(model), std::move(objects), pairs, &scene);
}

}  // namespace gapless
