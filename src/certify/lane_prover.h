// First stage of a motion's check: most pairs are proven apart on the whole of it, by nodes of their trees in eight intervals at once. A configuration is a motion
// that stays where it is; there the clearance, in all of the following, is that and the tolerance.
//
// What a body carries comes first as one (lane_prover_together.cpp).
//
// A pair is apart on a block of lanes (lane_kernels.h) if all nodes of one object's tree stay clear of the other. Of an object that moves these
// are the nodes of its RSS tree (rss_tree.h) against what stands still, which is its leaves below the nodes of its own tree; and against what
// moves too the balls of its cover (ball_tree.h): these are fewer, and one test of two costs a third. The balls about whole objects come first
// in any case. Nodes of what stands still that are larger than the moving object are opened by boxes alone: of a cage these are most. From
// there on the two trees are descended together, the larger node first. What is apart at the middles of lanes but not proven for all of their
// width, leaves or, after some tests, whatever is open, is tried again in narrower lanes, if no pair fails. What fails is tried once more by the
// hulls of the two objects (hull_prover.h), as seen from the body that carries both, for which the chain from there on is posed by itself; and, after
// witnesses have been looked for, by those of their parts; where hulls overlap a witness is looked for once more. Of two convex objects the hulls
// are asked first: nodes tell no more. What is not apart then is left to the exact search, whole: which nodes only stand out, it can tell.
// Insides. The nodes hold surfaces, and the solids that primitives are. Surfaces that do not touch all the way cannot change what is inside
//   of what: one instant is asked about (Containment), for pairs that neither the roots alone nor the hulls of all have proven apart at one (those
//   of parts hold surfaces), and of which what stands still is not too large for being inside (isTooLarge()).
// What stays. Of a pair of which neither moves distances may decide (prove()'s `decide`): asked about are all node pairs that lanes have not proven apart, so that with
//   those they are all of the two, but for leaves that narrower lanes have yet to prove, or the pair fails; whoever answers that they are free has asked about insides, too,
//   at poses of its own.
// Errors. Let e be objectError() of both objects: how far a computed point may be from the exact one, for the exact curves that motion.h
//   allows: no rounding alone, where OMPL keeps the first of two near rotations. Lanes of doubles have another sine and cosine than Motion (6 u instead
//   of 2 u), and products in another order, which the slack in its count holds. Velocities and bounds
//   of second derivatives are sums along the chain of n bodies of products of rates, at most W together (a `turn` is never more, a
//   `turn_rate` than W^2), and coordinates, at most M: off by less than 64 u (n + 16) M (1 + W)^2, and count at most once each over a
//   lane. The kernels add less than 64 u M. So H = 2 e + 256 u (n + 16) M (1 + W)^2 is added to every radius. (Twice e, so that
//   what is inside may be asked at computed poses: on the way from those to the exact ones nothing touches.) Rectangles of nodes may reach
//   beyond the object: e and M are those of an object that does, too. A chain posed by itself makes no other errors than as a part of the whole, but
//   fewer; corners of a hull are off by fewer than 16 u M, and hulls in a lane by fewer than 64 u M (1 + W)^2: there is room for both in the above. What
//   stands still adds the same with n = 0, and, as nodes are seen from its body, the error of that body's rotation times how far away they may be.
//   Balls, nodes and boxes are placed by floats, from bodies that floats pose as well, or, where the chain is too long for that, doubles: to these
//   H + E is added (float_error.h). Hulls are placed by doubles, which need no E: of what these alone keep apart, insides are asked at poses of doubles.
//   Where balls within two objects overlap, at poses of floats, by more than H + E of both, they do at the exact ones.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include <gapless/collision/scene.h>
#include <gapless/core/verdict.h>
#include <gapless/geometry/ball_tree.h>
#include <gapless/geometry/pair_distance.h>
#include <gapless/kinematics/motion_bound.h>

#include "certify/float_error.h"
#include "certify/hull_prover.h"
#include "certify/lane_kernels.h"
#include "certify/swept_pairs.h"

namespace gapless {

/// What probably collides, when, and about where: nothing is proven by it.
struct Suspect
{
    PairIndex pair;
    double t = 0.0;
    NodePair within;
    bool by_hulls = false;  // the last that is asked of the pair: hulls of those nodes overlap then, and likely so do they
};

/// Scratch of one thread: what it knows is of the last reset().
class LaneProver
{
public:
    LaneProver() = default;
    LaneProver(const LaneProver&) = delete;
    LaneProver& operator=(const LaneProver&) = delete;

    /// The one of this thread.
    static LaneProver& ofThread();

    /// What a motion should not wait for: the covers of a scene's moving objects, where they are not there yet, once per geometry; and what
    /// is of the scene alone, for motions in this thread.
    static void prepare(const Scene& scene);

    /// Begins with a motion. Both have to be there until the last prove().
    /// @param tolerance metres: what is no farther apart than its clearance and that is left, as states ask for
    void reset(const Scene& scene, const Motion& motion, double tolerance = 0.0);

    /// Holds all that is within the tolerance of a moving object, and clear of rounding, at every t of the straight motion.
    const WorldBox& box(ObjectIndex object) { return boxOf(objects_[object_slots_[object]]); }

    /// Where a body is at the middle of a lane of the whole motion, as floats have it.
    Pose roughPose(BodyIndex body, std::size_t lane) const;
    /// Of that point of a body, as it is at the middle of the lane of the whole motion that holds t, in the world, metres per motion.
    Vec3 roughVelocity(BodyIndex body, double t, const Vec3& point) const;

    /// Sets `left` to the pairs that neither the boxes keep apart nor, on a motion within them, the joint limits (ApartWithinLimits); in no
    /// particular order.
    /// @param q0, q1 the motion's ends. @param within_limits whether both are, and the tube about it (isWithinLimits())
    /// @param isThere asked of pairs that touch in cells which the motion passes: whether they do there, in these nodes, at that instant. True ends it,
    ///        with some of the pairs left. May be empty.
    /// @return a lower bound of the distance of all others, unless that ended it
    double cull(const Configuration& q0, const Configuration& q1, bool within_limits, std::vector<PairIndex>& left,
                const std::function<bool(const Suspect&)>& isThere = {});

    /// Takes those pairs off that it proves farther apart than their clearance and the tolerance for all t in [0,1], in all of the motion's tube. Of those left the most likely to
    /// collide come first.
    /// @param isWitness asked of pairs that may well collide, the likelier first, each once, and then of few that are left once more where their hulls
    ///        overlap; true ends it. May be empty.
    /// @param meetInside asked before that, of few pairs that overlap deeply as far as balls or nodes of about the size of the whole objects
    ///        tell: whether balls within them meet at the middle of a lane of the whole motion, below these nodes of the pair's objects; `error` is
    ///        by how much less far apart they may be than roughPose() has them. True ends it. May be empty.
    /// @param decide asked about pairs both of which stay where they are and that probably collide: what exact distances and insides tell, `open` being all
    ///        of the two that may touch. Collision ends it; what is free is by more than the clearance and the tolerance. May be empty.
    /// @return a lower bound of the distance of those that were taken off
    double prove(std::vector<PairIndex>& pairs, const std::function<bool(const Suspect&)>& isWitness = {},
                 const std::function<bool(PairIndex, std::size_t lane, const NodePair& within, double error)>& meetInside = {},
                 const std::function<Verdict(PairIndex, const std::vector<NodePair>& open)>& decide = {});

private:
    using BodyFloats = BodyLanesOf<float>;
    using BallFloats = BallLanesOf<float>;
    using RssFloats = RssLanesOf<float>;
    static constexpr std::size_t kPlacesOfNodes = 512, kPlacesOfLeaves = 256;
    struct MovingObject
    {
        ObjectIndex object;
        const CollisionGeometry* geometry = nullptr;
        const BallTree* cover = nullptr;  // the geometry's
        std::int32_t slot = 0;            // of its body
        IndexedVector<BallIndex, double> reaches;
        double reach = 0.0;    // of all that its nodes hold
        double placing = 0.0;  // what placing its shapes adds to its errors
        bool is_ball = false;  // and nothing else: its root is that ball
        bool is_led = false;   // its box is looked up with those of others on its body
        // Of the first block.
        IndexedVector<BallIndex, BallFloats> balls;
        IndexedVector<BallIndex, std::uint64_t> placed_for;  // the motion's number
        WorldBox box{};
        std::uint64_t boxed_for = 0;  // the same
        MotionBound bound;            // of this motion, where it has a tube

        void setCover(const BallTree& tree);
    };
    /// A node in the first block, if it is of this motion.
    struct PlacedNode
    {
        std::uint64_t motion = 0;
        const MovingObject* object = nullptr;
        NodeIndex node;
        const RssFloats* lanes = nullptr;
    };
    /// A body that moves.
    struct Chain
    {
        const Body* body = nullptr;
        BodyIndex index;
        std::int32_t parent = -1;  // slot; -1: stands still
        BodyLanes still;           // the parent, where that stands still
        BodyFloats still_floats;
        double depth = 1.0;   // n of the file comment
        double reach = 0.0;   // of all objects that it carries
        double offset = 0.0;  // of the joint from the parent's origin; with that of a parent that stands still from the world's
    };
    struct Block
    {
        double begin = 0.0, width = 1.0;
        std::vector<BodyFloats> bodies;  // by slot
    };
    /// What a pair is tested by.
    struct Item
    {
        bool by_balls = true;  // of the moving objects, in place of their nodes; always where both move
        BallIndex ball_a = BallTree::kRoot, ball_b = BallTree::kRoot;
        NodeIndex a = RssTree::kRoot, b = RssTree::kRoot;  // the latter of what stands still
        std::uint32_t lanes = kAllLanes;
        // Of a test of it: lanes in which it is not apart at the middle, and how deep it overlaps in the worst.
        std::uint32_t near = 0;
        double depth = 0.0;
    };
    /// A leaf of what stands still, for the kernels.
    struct FixedLeaf
    {
        const Convex* leaf = nullptr;
        LaneBoxOf<float> box;
        LaneCylinderOf<float> cylinder;
        LaneTriangleOf<float> triangle;
    };
    struct FixedObject
    {
        const CollisionGeometry* geometry = nullptr;
        const Pose* X_WB = nullptr;
        WorldBox box{};
        bool is_turned = false;                    // or moved, from the world
        double magnitude = 0.0;                    // no point of its nodes is farther from the world's origin
        double error = 0.0, rotation_error = 0.0;  // objectError(), and that of its body
    };
    struct Pair
    {
        MovingObject *a = nullptr, *b = nullptr;  // b: null where it stands still
        const FixedObject* fixed = nullptr;
        std::int32_t frame = -1;  // slot of the common ancestor; -1: stands still
        BodyIndex ancestor = kWorld;
        double clearance = 0.0;
        bool are_convex = false;     // and not balls: their hulls are as sharp as anything
        bool may_be_inside = true;   // one of them of the other, though their surfaces never touch
        std::int32_t together = -1;  // in together_
    };
    /// What the values of joints within their limits say of a pair: packed, as it is asked of all that boxes leave.
    struct Limits
    {
        std::int32_t table = -1, of_several = -1;       // in tables_
        const ApartWithinLimits* everywhere = nullptr;  // it is apart at all values; null: it is not
        const ApartWithinLimits* alone = nullptr;
    };
    /// What joint values say, which is asked once in a motion.
    struct Table
    {
        const ApartWithinLimits* proof;
        const ApartCells* cells;
        std::uint64_t asked_for = 0;  // the motion's number
        ApartCells::OnLine answer;
    };
    /// Objects that one body carries, as one.
    struct Carried
    {
        std::vector<std::shared_ptr<const CollisionGeometry>> members;
        std::shared_ptr<const BallTree> cover;  // of balls of theirs, which together hold them
        MovingObject as_one;                    // without a geometry, nor a bound
    };
    /// What boxes are made of: an object, or all on a body where there are several.
    struct Swept
    {
        ObjectIndex leader;
        MovingObject* as_one;
    };
    /// Pairs of an object with several that one body carries.
    struct PairsTogether
    {
        Pair pair;  // of that object and all of them, with the largest clearance
        std::size_t asked = 0;
        bool are_apart = false, by_roots = false;  // as of a test
    };
    /// A node as seen from what stands still.
    struct Seen
    {
        RssFloats rss;
        const FixedObject* from = nullptr;
        const RssFloats* of = nullptr;
    };
    /// One or two.
    struct Opened
    {
        std::array<Item, 2> items;
        std::size_t count;
    };
    struct Narrow
    {
        std::size_t pair;  // position among those asked for
        Item item;
    };
    struct PairTest : Pair
    {
        double error = 0.0, hull_error = 0.0;  // as of the objects
        double tube = 0.0;                     // in the clearance, too
        std::uint32_t open = kAllLanes;        // lanes in which the roots are not apart
        bool by_roots = false;  // balls or hulls of all are apart at the middle of a lane at least: outside of one another there
        bool by_hulls = false;  // these, of all or of parts, are apart all the way
        bool is_tried = false;  // whether those of the whole objects are
        int tests = 0;
        // What is not apart, how deep it overlaps in the worst lane (depthInRadii()), and of which block: the roots, then what it failed at.
        Item item;
        double depth = 0.0;
        double begin = 0.0, width = 1.0;
        bool is_asked = false;  // for a witness
        std::optional<HullProver::Overlap> overlap;
    };

    void plan(const Scene& scene);
    void placeChain(std::size_t slot);
    void poseBodies(Block& block);
    const BodyLanes& posed(std::int32_t slot);
    double tubeOf(const Pair& pair) const;
    void addApartByLess(std::vector<PairIndex>& left) const;
    bool isStill(const MovingObject& object) const { return rates_[static_cast<std::size_t>(object.slot)] == 0.0; }
    bool isStill(const Pair& pair) const { return isStill(*pair.a) && (!pair.b || isStill(*pair.b)); }
    Pair plannedPair(PairIndex index);
    Limits limitsOf(const ApartWithinLimits& proof);
    void planSwept();
    void planTogether();
    Carried& carried(std::int32_t slot, const std::vector<ObjectIndex>& members);
    std::int32_t tableOf(const ApartWithinLimits& proof, const ApartCells* cells);
    double errorOf(const MovingObject& moving) const;
    double hullErrorOf(const MovingObject& moving) const;
    const WorldBox& boxOf(MovingObject& moving) const;
    PairTest pairTest(const Pair& pair) const;
    void placeBall(const MovingObject& object, BallIndex ball, const Block& block, BallFloats& lanes) const;
    const BallFloats& firstBall(MovingObject& object, BallIndex ball) const;
    void placeNode(const MovingObject& object, NodeIndex node, const Block& block, RssFloats& lanes) const;
    const RssFloats& firstNode(const MovingObject& object, NodeIndex node);
    static const Convex* leafOf(const CollisionGeometry& geometry, const RssNode& node);
    const FixedLeaf& fixedLeaf(const Convex& leaf);
    LaneTest laneTest(const PairTest& pair, const Item& item, const Block& block) const;
    template <class Moving, class Node, class Box, class Cylinder, class Triangle>
    LaneGaps testFixed(const FixedObject& object, NodeIndex node, const Moving& moving, LaneTest test, Node byNode, Box byBox,
                       Cylinder byCylinder, Triangle byTriangle);
    LaneGaps testBalls(const PairTest& pair, const Item& item, const BallFloats& a, const BallFloats* b, const Block& block);
    LaneGaps testNodes(const PairTest& pair, const Item& item, const RssFloats& a, const Block& block);
    const RssFloats& seenNode(const PairTest& pair, NodeIndex node, std::size_t slot);
    LaneGaps testFirst(PairTest& pair, const Item& item, std::size_t slot);
    bool openLarge(std::size_t position, double& least);
    bool settleFirst(std::size_t position, Item item, const LaneGaps& gaps, double& least);
    LaneGaps testNarrow(const PairTest& pair, const Item& item, const Block& block);
    bool isTooDear(const PairTest& pair) const;
    static bool isLeaf(const PairTest& pair, const Item& item);
    static Opened open(const PairTest& pair, const Item& item);
    static double depthInRadii(const PairTest& pair, const Item& item);
    static bool isWorthHullsOfParts(const PairTest& pair);
    static bool isHopeless(const PairTest& pair, const Item& item);
    static void note(PairTest& pair, const Item& item, const Block& block);
    double likelyTime(PairTest& test);
    NodePair asOfPair(PairIndex pair, const PairTest& test, const NodePair& nodes) const;
    Suspect suspect(PairIndex pair, PairTest& test);
    const std::vector<NodePair>& openNodes(PairIndex pair, const PairTest& test);
    bool isOutside(const PairTest& pair);
    void testTogether(PairsTogether& pairs, double& least);
    void proveTogether(std::vector<PairIndex>& pairs, double& least);
    bool areBoxesApart(const Pair& pair, double& least);
    bool proveFirst(std::size_t position, double& least);
    const BodyLanes& seenFrom(std::int32_t frame, std::int32_t slot, double begin, double width,
                              std::array<BodyLanes, 2>& scratch);
    bool proveByHulls(PairTest& pair, HullProver::Budget budget, double& least);
    void proveNarrow(const std::vector<Narrow>& items, const Block& whole, std::size_t depth, double& least);

    std::uint64_t scene_id_ = 0;
    const Scene* scene_ = nullptr;
    const Motion* motion_ = nullptr;
    double tolerance_ = 0.0;
    const LaneKernels* kernels_of_doubles_ = nullptr;
    const LaneKernelsOf<float>* kernels_ = nullptr;

    // Of the scene.
    IndexedVector<BodyIndex, std::int32_t> slots_;  // among the bodies that move; -1: stands still
    std::vector<Chain> chains_;                     // by slot
    std::vector<MovingObject> objects_;
    std::vector<FixedObject> fixed_objects_;
    IndexedVector<ObjectIndex, std::size_t> object_slots_;  // in one of these
    IndexedVector<PairIndex, Pair> pairs_;
    IndexedVector<PairIndex, Limits> limits_;
    std::vector<PairIndex> apart_everywhere_;  // within the limits: first those whose gap is the least beyond their clearance
    std::deque<Carried> carried_objects_, carried_before_;  // references stay; of the scene, and of the one before
    std::vector<PairsTogether> together_;
    std::vector<Table> tables_;
    SweptPairs::Leaders leaders_;
    std::vector<Swept> swept_;
    SweptPairs swept_pairs_;
    // Those met of late: each has one place here, which another may have taken.
    std::vector<FixedLeaf> fixed_leaves_;

    // Of the motion.
    std::uint64_t motion_number_ = 0;
    std::vector<JointLanes> joints_;  // by slot
    std::vector<JointLanesOf<float>> joints_of_floats_;
    std::vector<double> rates_, extents_;             // by slot: W and M of the file comment
    std::vector<FloatError> float_errors_;            // by slot
    std::vector<CarriedError> errors_, hull_errors_;  // H + E and H of the file comment, by slot, but for the placing
    bool are_posed_by_doubles_ = false;               // all bodies: by floats they would be too far off
    IndexedVector<ObjectIndex, WorldBox> boxes_;      // of leaders
    IndexedVector<ObjectIndex, double> tubes_;        // the same, where the motion has one: how far it takes what they lead
    Block first_;
    // The same in doubles, where they are of this motion, by slot.
    std::vector<BodyLanes> posed_;
    std::vector<std::uint64_t> posed_for_;

    // Of two tests at a time.
    std::array<Seen, 2> seen_;
    std::deque<RssFloats> placed_nodes_;  // references stay
    std::size_t placed_count_ = 0;        // of this motion
    // Where to find them: each has one place here, which another may have taken.
    std::vector<PlacedNode> found_nodes_ = std::vector<PlacedNode>(kPlacesOfNodes);
    std::vector<LeftNode> left_;
    // What is to be opened: first what is not apart at the middles, either.
    std::vector<Item> stack_, later_;
    std::vector<NodePair> open_nodes_;  // of these
    std::vector<Narrow> narrow_;
    std::vector<PairTest> tests_;
    std::vector<char> failed_;
    int failures_ = 0;
    int tests_left_ = 0, narrow_tests_left_ = 0, hull_looks_left_ = 0, hull_poses_left_ = 0;
    std::vector<std::size_t> order_;
    std::vector<PairIndex> kept_;
    std::vector<Block> blocks_;                // by depth
    std::vector<std::vector<Narrow>> deeper_;  // by depth
    int blocks_left_ = 0;
    // Of hulls: bodies as seen from one that carries them.
    BodyLanes at_rest_;
    std::array<std::array<BodyLanes, 2>, 2> carried_;
    std::vector<std::int32_t> path_;
    HullProver hulls_;
};

}  // namespace gapless
