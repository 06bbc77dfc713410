#include <gapless/collision/moved_scene.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <gapless/core/number_range.h>

namespace gapless {

namespace {

/// No less than the sum.
double sumFromAbove(double a, double b)
{
    const double sum = a + b;
    return a == 0.0 || b == 0.0 ? sum : std::nextafter(sum, std::numeric_limits<double>::infinity());
}

}  // namespace

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

std::shared_ptr<const Scene> withInflated(const Scene& scene, ObjectIndex object, double metres)
{
    NumberRange::notNegative("metres").require(metres, "what '" + scene.object(object).name + "' is inflated by");
    std::vector<ObjectPair> pairs = scene.pairs().list();
    for (ObjectPair& pair : pairs)
        if (pair.a == object || pair.b == object)
            pair.clearance = sumFromAbove(pair.clearance, metres);
    return std::make_shared<const Scene>(scene.model(), scene.objects().list(), pairs, &scene);
}

}  // namespace gapless
