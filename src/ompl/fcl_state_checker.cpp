// One tree over all that stands still, against which the moving objects are tried one after the other, and then the pairs of moving ones,
// whose boxes move with every state, one by one. Clearances are kept by growing boxes: half of an object's largest clearance on each
// side, so that objects whose boxes do not meet are farther apart than they have to be. FCL's objects are moved about and written to,
// so each thread has its own; shapes are shared.
#include <gapless/ompl/fcl_state_checker.h>

#include <algorithm>
#include <optional>

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
        pair_of.assign(count, IndexedVector<ObjectIndex, std::optional<PairIndex>>(count));
        for (const PairIndex i : scene->pairs().indices())
        {
            const ObjectPair& pair = scene->pair(i);
            pair_of[pair.a][pair.b] = pair_of[pair.b][pair.a] = i;
            // Either object may be the one whose box is grown: half on each.
            margin[pair.a] = std::max(margin[pair.a], 0.5 * pair.clearance);
            margin[pair.b] = std::max(margin[pair.b], 0.5 * pair.clearance);
        }
    }

    bool moves(ObjectIndex object) const { return !scene->model().body(scene->object(object).body).is_static; }

    std::shared_ptr<const Scene> scene;
    IndexedVector<ObjectIndex, std::vector<FclPiece>> pieces;
    /// By how much the boxes of each object are grown, metres.
    IndexedVector<ObjectIndex, double> margin;
    /// The active pair of two objects.
    IndexedVector<ObjectIndex, IndexedVector<ObjectIndex, std::optional<PairIndex>>> pair_of;
};

/// One thread's copy of everything that moves, and its results.
class Worker
{
public:
    explicit Worker(const SharedData& shared) : shared_(shared), poses_(shared.scene->model())
    {
        for (const ObjectIndex index : shared.pieces.indices())
            for (const FclPiece& piece : shared.pieces[index])
            {
                auto object = std::make_unique<FclObject>(piece, index, shared.margin[index]);
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
                if (shared.pair_of[moving_[i]->index()][moving_[k]->index()])
                    moving_pairs_.emplace_back(moving_[i].get(), moving_[k].get());
    }

    std::optional<PairIndex> collidingPair(const Configuration& q)
    {
        poses_.update(q);
        for (const auto& object : moving_)
            object->moveTo(poses_[shared_.scene->object(object->index()).body]);
        colliding_.reset();
        for (const auto& object : moving_)
        {
            still_tree_.collide(object.get(), this, &Worker::judge);
            if (colliding_)
                return colliding_;
        }
        for (const auto& [a, b] : moving_pairs_)
            if (a->boxOverlaps(*b) && judge(a, b, this))
                return colliding_;
        return {};
    }

private:
    /// FCL's broad-phase callback: true stops the search.
    static bool judge(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data)
    {
        Worker& self = *static_cast<Worker*>(data);
        const std::optional<PairIndex> pair =
            self.shared_.pair_of[static_cast<FclObject*>(a)->index()][static_cast<FclObject*>(b)->index()];
        if (!pair)
            return false;
        const double clearance = self.shared_.scene->pair(*pair).clearance;
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
    std::optional<PairIndex> colliding_;
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

std::optional<PairIndex> FclStateChecker::collidingPair(const Configuration& q) const
{
    return impl_->workers.acquire()->collidingPair(q);
}

const std::shared_ptr<const Scene>& FclStateChecker::scene() const
{
    return impl_->shared.scene;
}

}  // namespace gapless
