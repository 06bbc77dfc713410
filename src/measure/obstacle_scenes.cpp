#include "measure/obstacle_scenes.h"

#include <utility>

namespace gapless {

std::shared_ptr<const Scene> withObstacles(const Scene& scene, const std::vector<NewObstacle>& obstacles)
{
    KinematicModel model = scene.model();
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

std::shared_ptr<const Scene> obstaclePairsOf(const Scene& scene)
{
    std::vector<ObjectPair> pairs;
    for (const ObjectPair& pair : scene.pairs())
        if ((scene.object(pair.a).kind == ObjectKind::Obstacle) != (scene.object(pair.b).kind == ObjectKind::Obstacle))
            pairs.push_back(pair);
    return std::make_shared<const Scene>(scene.model(), scene.objects().list(), pairs, &scene);
}

}  // namespace gapless
