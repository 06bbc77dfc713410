// First stage of a motion's check: most pairs are proven apart on the whole of it, by covers of balls in eight intervals at once.
//
// A pair is apart on a block of lanes (lane_kernels.h) if all that one object's balls (ball_cover.h) hold stays clear of the other: of its
// leaves, below nodes of its tree, where it stands still; of its balls, where it moves. The root of either, one ball about all and the
// node about all, comes first. What is apart at the middles of lanes but not proven for all of their width is tried again in narrower
// lanes. What is not apart there is left to the exact search, whole: which balls only stand out, it can tell.
// Insides. The balls hold surfaces, and the solids that primitives are. Surfaces that do not touch all the way cannot change what is inside
//   of what: one instant is asked about (Containment), for pairs that the roots alone have not proven apart.
// Errors. Let e be objectError() of both objects: how far a computed point may be from the exact one, for the exact curves that motion.h
//   allows. Lanes have another sine and cosine than Motion (6 u instead of 2 u), which the slack in its count holds. Velocities and bounds
//   of second derivatives are sums along the chain of n bodies of products of rates, at most W together (a `turn` is never more, a
//   `turn_rate` than W^2), and coordinates, at most M: off by less than 64 u (n + 16) M (1 + W)^2, and count at most once each over a
//   lane. The kernels add less than 64 u M. So 2 e + 256 u (n + 16) M (1 + W)^2 is added to the radius of every ball. (Twice e, so that
//   what is inside may be asked at computed poses: on the way from those to the exact ones nothing touches.)
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include <gapless/collision/scene.h>
#include <gapless/kinematics/motion.h>

#include "certify/lane_kernels.h"
#include "certify/swept_boxes.h"

namespace gapless {

/// Scratch of one thread: what it knows is of the last reset().
class LaneProver
{
public:
    /// The one of this thread.
    static LaneProver& ofThread();

    /// Makes the covers of a scene's moving objects, where they are not there yet: once per geometry, and what a motion should not wait for.
    static void prepare(const Scene& scene);

    /// Begins with a motion. Both have to be there until the last prove().
    void reset(const Scene& scene, const Motion& motion);

    /// Holds a moving object, and clear of rounding, at every t of the motion.
    const WorldBox& box(ObjectIndex object) const { return boxes_[object]; }

    /// Takes those pairs off that it proves farther apart than their clearance for all t in [0,1].
    /// @param isWitness asked of a pair that may collide at a t, where balls overlap; true ends it. May be empty.
    /// @return a lower bound of the distance of those that were taken off
    double prove(std::vector<PairIndex>& pairs, const std::function<bool(PairIndex, double)>& isWitness = {});

private:
    /// Of one of the object's balls; none: the ball about all.
    using BallIndex = std::int32_t;
    static constexpr BallIndex kAll = -1;

    struct MovingObject
    {
        ObjectIndex object;
        const CollisionGeometry* geometry = nullptr;
        const Ball* cover = nullptr;  // the geometry's
        std::int32_t slot = 0;        // of its body
        double centre_reach = 0;      // of the ball about all
        std::vector<double> reaches;
        // Of the first block.
        BallLanes all;
        std::vector<BallLanes> balls;
        std::vector<char> is_placed;
        // Of this motion.
        double error = 0.0;
    };
    struct Block
    {
        double begin = 0.0, width = 1.0;
        std::vector<BodyLanes> bodies;  // by slot
    };
    enum class Outcome
    {
        Apart,  // on all lanes asked for
        Open,   // at their middles
        Near,   // not even there
    };
    /// What a pair is tested by.
    struct Item
    {
        BallIndex a, b;  // b: where that moves
        NodeIndex node;  // of b, where that stands still
        std::uint32_t lanes;
        // Of a test of it: lanes in which it is not apart at the middle, and how deep it overlaps in the worst.
        std::uint32_t near = 0;
        double depth = 0.0;
    };
    struct Narrow
    {
        std::size_t pair;  // position among those asked for
        Item item;
    };
    struct PairTest
    {
        const MovingObject *a = nullptr, *b = nullptr;  // b: null where it stands still
        const CollisionObject* fixed = nullptr;
        const Pose* X_WB = nullptr;
        std::optional<std::int32_t> frame;  // slot of the common ancestor
        double clearance = 0.0, error = 0.0;
        bool by_roots = true;  // the ball about all was apart from the root
        int tests = 0;
        std::uint32_t near = 0;  // lanes in which leaves of it are not apart at the middle
    };

    void plan(const Scene& scene);
    void poseBodies(Block& block) const;
    PairTest pairTest(PairIndex pair) const;
    double radiusOf(const MovingObject& object, BallIndex ball) const;
    const BallLanes& firstBall(const MovingObject& object, BallIndex ball);
    void placeBall(const MovingObject& object, BallIndex ball, const Block& block, BallLanes& lanes) const;
    LaneGaps test(const PairTest& pair, const Item& item, const BallLanes& a, const BallLanes* b, const Block& block) const;
    bool isTooDear(const PairTest& pair) const;
    static bool giveUp(PairTest& pair);
    Outcome tryItem(PairTest& pair, Item& item, const BallLanes& a, const BallLanes* b, double& least);
    bool isOutside(const PairTest& pair) const;
    bool proveFirst(std::size_t position, PairTest& pair, double& least);
    bool proveBalls(std::size_t position, PairTest& pair, double& least);
    bool proveTree(std::size_t position, PairTest& pair, double& least);
    void proveNarrow(const std::vector<Narrow>& items, const Block& whole, std::size_t depth, double& least);

    std::uint64_t scene_id_ = 0;
    const Scene* scene_ = nullptr;
    const Motion* motion_ = nullptr;
    const LaneKernels* kernels_ = nullptr;

    // Of the scene.
    IndexedVector<BodyIndex, std::int32_t> slots_;  // among the bodies that move; -1: stands still
    std::vector<BodyLanes> still_;                  // by slot: the parent, where that stands still
    std::vector<std::size_t> depths_;               // by slot: n of the file comment
    std::vector<MovingObject> objects_;
    IndexedVector<ObjectIndex, std::int32_t> object_slots_;  // -1: stands still

    // Of the motion.
    std::vector<JointLanes> joints_;       // by slot
    std::vector<double> rates_, extents_;  // by slot: W and M of the file comment
    IndexedVector<ObjectIndex, WorldBox> boxes_;
    Block first_;

    std::vector<Item> stack_, left_a_, left_b_;
    std::vector<Narrow> narrow_;
    std::vector<PairTest> tests_;
    std::vector<char> failed_;
    int tests_left_ = 0;
    std::vector<Block> blocks_;                // by depth
    std::vector<std::vector<Narrow>> deeper_;  // by depth
    int blocks_left_ = 0;
};

}  // namespace gapless
