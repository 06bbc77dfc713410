#include <gapless/culling/static_obstacles.h>

#include <algorithm>

#include <gapless/collision/pair_error.h>
#include <gapless/core/rounding.h>
#include <gapless/core/rounding_environment.h>

namespace gapless {

namespace {

AxisAlignedBox boxOf(const Convex& leaf)
{
    AxisAlignedBox box;
    if (leaf.type == Convex::Type::Triangle && leaf.radius == 0.0)
    {
        box.low = leaf.a.cwiseMin(leaf.b).cwiseMin(leaf.c);
        box.high = leaf.a.cwiseMax(leaf.b).cwiseMax(leaf.c);
        return box;
    }
    for (int k = 0; k < 3; ++k)
    {
        box.high[k] = leaf.support(Vec3::Unit(k));
        box.low[k] = -leaf.support(-Vec3::Unit(k));
    }
    // A support value is fewer than 16 roundings of numbers <= 2 M; M <= 2 (largest coordinate of the box) for any leaf's extents, and
    // the centre is in the box.
    const double outward = 128.0 * kUnitRoundoff * std::max(box.low.cwiseAbs().maxCoeff(), box.high.cwiseAbs().maxCoeff());
    box.low -= Vec3::Constant(outward);
    box.high += Vec3::Constant(outward);
    return box;
}

}  // namespace

StaticObstacles::StaticObstacles(std::shared_ptr<const Scene> scene) : scene_(std::move(scene))
{
    requireRounding();
    const KinematicModel& model = scene_->model();
    // Static bodies do not care about the motion: any one has their rounding.
    const Configuration q = model.defaultConfiguration();
    Motion motion;
    motion.reset(model, q, q);
    number_.resize(scene_->objects().size());
    std::vector<Convex> leaves;
    std::vector<int> obstacle_of;
    std::vector<AxisAlignedBox> boxes;
    std::vector<AxisAlignedBox> obstacle_boxes;
    double largest = 0.0;
    for (const ObjectIndex i : scene_->objects().indices())
    {
        const CollisionObject& object = scene_->object(i);
        const Body& body = model.body(object.body);
        if (!body.is_static)
            continue;
        number_[i] = ObstacleIndex(count());
        obstacle_boxes.push_back(emptyBox());
        for (const Convex& leaf : object.geometry->leaves())
        {
            leaves.push_back(leaf.placed(body.X_WB.R, body.X_WB.p));
            obstacle_of.push_back(count());
            boxes.push_back(boxOf(leaves.back()));
            extend(obstacle_boxes.back(), boxes.back());
            magnitude_ = std::max({magnitude_, boxes.back().low.cwiseAbs().maxCoeff(), boxes.back().high.cwiseAbs().maxCoeff()});
        }
        objects_.push_back(i);
        error_ = std::max(error_, objectError(motion, object));
        largest = std::max(largest, body.X_WB.p.norm() + object.geometry->reach());
    }
    error_ = (error_ + 128.0 * kUnitRoundoff * largest) * kInflate;
    tree_ = BoxTree(boxes, obstacle_of);
    for (const std::int32_t i : tree_.order())
    {
        leaves_.push_back(leaves[static_cast<std::size_t>(i)]);
        obstacle_of_leaf_.emplace_back(obstacle_of[static_cast<std::size_t>(i)]);
    }
    std::vector<AxisAlignedBox> solid_boxes;
    for (const ObstacleIndex k : objects_.indices())
        if (scene_->object(object(k)).geometry->containment().hasSolids())
        {
            solid_.push_back(k);
            solid_boxes.push_back(obstacle_boxes[k.value()]);
            solid_boxes.back().low -= Vec3::Constant(error_ * kInflate);
            solid_boxes.back().high += Vec3::Constant(error_ * kInflate);
        }
    solids_ = BoxTree(solid_boxes, std::vector<int>(solid_.size(), 0));
    active_.assign(scene_->objects().size(), ObstacleMask(static_cast<std::size_t>(words()), 0));
    for (const ObjectPair& pair : scene_->pairs())
    {
        if (const std::optional<ObstacleIndex> a = obstacle(pair.a))
            insert(active_[pair.b], *a);
        if (const std::optional<ObstacleIndex> b = obstacle(pair.b))
            insert(active_[pair.a], *b);
    }
}

// An obstacle inside of the link's own meshes needs no look: the capsule is convex, so the volume holds those insides and meets its leaves.
bool StaticObstacles::mayBeInside(const SweptVolumeBatch& batch, const SweptVolume& volume, ObstacleIndex obstacle) const
{
    const CollisionObject& object = scene_->object(this->object(obstacle));
    const Pose& X_WB = scene_->model().body(object.body).X_WB;
    const Vec3 p = X_WB.R.transpose() * (batch.axes[static_cast<std::size_t>(volume.first)].a - X_WB.p);
    return object.geometry->containment().contains(p) != Containment::Answer::Outside;
}

}  // namespace gapless
