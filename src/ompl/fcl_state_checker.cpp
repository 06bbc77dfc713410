#include <gapless/ompl/fcl_state_checker.h>

#include <algorithm>

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include <gapless/ompl/object_pool.h>

#include "body_poses.h"
#include "fcl_geometry.h"

namespace gapless {
namespace {

/// What all threads share and nobody writes.
struct SharedData
{
    explicit SharedData(std::shared_ptr<const Scene> the_scene) : scene(std::move(the_scene))
    {
        const std::size_t count = scene->objects().size();
        pieces.reserve(count);
        for (const CollisionObject& object : scene->objects())
            pieces.push_back(makeFclPieces(*object.geometry));
        margin.assign(count, 0.0);
        pair_of.assign(count * count, -1);
        for (std::size_t i = 0; i < scene->pairs().size(); ++i)
        {
            const ObjectPair& pair = scene->pairs()[i];
            const auto a = static_cast<std::size_t>(pair.a), b = static_cast<std::size_t>(pair.b);
            pair_of[a * count + b] = pair_of[b * count + a] = static_cast<int>(i);
            // Either object may be the one whose box is grown: half on each.
            margin[a] = std::max(margin[a], 0.5 * pair.clearance);
            margin[b] = std::max(margin[b], 0.5 * pair.clearance);
        }
    }

    bool moves(int object) const { return !scene->model().body(scene->object(object).body).is_static; }
    int pairOf(int a, int b) const
    {
        return pair_of[static_cast<std::size_t>(a) * scene->objects().size() + static_cast<std::size_t>(b)];
    }

    std::shared_ptr<const Scene> scene;
    std::vector<std::vector<FclPiece>> pieces;
    /// By how much the boxes of each object are grown, metres.
    std::vector<double> margin;
    /// Index of the active pair of two objects, or -1.
    std::vector<int> pair_of;
};

/// One thread's copy of everything that moves, and its results.
class Worker
{
public:
    explicit Worker(const SharedData& shared) : shared_(shared), poses_(shared.scene->model())
    {
        for (std::size_t i = 0; i < shared.pieces.size(); ++i)
            for (const FclPiece& piece : shared.pieces[i])
            {
                const int index = static_cast<int>(i);
                auto object = std::make_unique<FclObject>(piece, index, shared.margin[i]);
                (shared.moves(index) ? moving_ : still_).push_back(std::move(object));
            }
        std::vector<fcl::CollisionObjectd*> registered;
        for (const auto& object : still_)
        {
            object->moveTo(shared.scene->model().body(shared.scene->object(object->index()).body).X_WB);
            registered.push_back(object.get());
        }
        still_tree_.registerObjects(registered);
        still_tree_.setup();
        // Distal links first: they are the likelier ones to hit something.
        std::reverse(moving_.begin(), moving_.end());
        for (std::size_t i = 0; i < moving_.size(); ++i)
            for (std::size_t k = i + 1; k < moving_.size(); ++k)
                if (shared.pairOf(moving_[i]->index(), moving_[k]->index()) >= 0)
                    moving_pairs_.emplace_back(moving_[i].get(), moving_[k].get());
    }

    /// -1, or the pair in collision.
    int collidingPair(const Configuration& q)
    {
        poses_.update(q);
        for (const auto& object : moving_)
            object->moveTo(poses_[shared_.scene->object(object->index()).body]);
        colliding_ = -1;
        for (const auto& object : moving_)
        {
            still_tree_.collide(object.get(), this, &Worker::judge);
            if (colliding_ >= 0)
                return colliding_;
        }
        for (const auto& [a, b] : moving_pairs_)
            if (a->boxOverlaps(*b) && judge(a, b, this))
                return colliding_;
        return -1;
    }

private:
    /// FCL's broad-phase callback: true stops the search.
    static bool judge(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data)
    {
        Worker& self = *static_cast<Worker*>(data);
        const int pair = self.shared_.pairOf(static_cast<FclObject*>(a)->index(), static_cast<FclObject*>(b)->index());
        if (pair < 0)
            return false;
        const double clearance = self.shared_.scene->pairs()[static_cast<std::size_t>(pair)].clearance;
        if (self.collides(a, b) || (clearance > 0.0 && self.isCloserThan(clearance, a, b)))
        {
            self.colliding_ = pair;
            return true;
        }
        return false;
    }

    bool collides(const fcl::CollisionObjectd* a, const fcl::CollisionObjectd* b)
    {
        collision_result_.clear();
        fcl::collide(a, b, collision_request_, collision_result_);
        return collision_result_.isCollision();
    }

    bool isCloserThan(double clearance, const fcl::CollisionObjectd* a, const fcl::CollisionObjectd* b)
    {
        distance_result_.clear();
        return fcl::distance(a, b, distance_request_, distance_result_) <= clearance;
    }

    const SharedData& shared_;
    BodyPoses poses_;
    std::vector<std::unique_ptr<FclObject>> still_, moving_;
    fcl::DynamicAABBTreeCollisionManagerd still_tree_;
    std::vector<std::pair<FclObject*, FclObject*>> moving_pairs_;
    fcl::CollisionRequestd collision_request_;
    fcl::CollisionResultd collision_result_;
    fcl::DistanceRequestd distance_request_;
    fcl::DistanceResultd distance_result_;
    int colliding_ = -1;
};

}  // namespace

class FclStateChecker::Impl
{
public:
    explicit Impl(std::shared_ptr<const Scene> scene)
        : shared(std::move(scene)), workers([this] { return std::make_unique<Worker>(shared); })
    {}

    SharedData shared;
    ObjectPool<Worker> workers;
};

FclStateChecker::FclStateChecker(std::shared_ptr<const Scene> scene) : impl_(std::make_unique<Impl>(std::move(scene))) {}
FclStateChecker::~FclStateChecker() = default;

bool FclStateChecker::isFree(const Configuration& q, int* pair) const
{
    const auto worker = impl_->workers.acquire();
    const int colliding = worker->collidingPair(q);
    if (pair && colliding >= 0)
        *pair = colliding;
    return colliding < 0;
}

const std::shared_ptr<const Scene>& FclStateChecker::scene() const
{
    return impl_->shared.scene;
}

}  // namespace gapless
