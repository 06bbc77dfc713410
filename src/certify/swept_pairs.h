// Which pairs may meet during a motion, by boxes of what the objects sweep: what all else begins with, without a look at each pair.
//
// Redon, Kim, Lin, Manocha 2004, section 4.1.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include <gapless/collision/scene.h>
#include <gapless/kinematics/motion.h>

#include "certify/lane_kernels.h"

namespace gapless {

/// A box, axis aligned in the world, metres.
struct WorldBox
{
    double low[3], high[3];

    /// Lower bound of the distance of two boxes; not positive where they overlap.
    double gap(const WorldBox& other) const
    {
        double gap = other.low[0] - high[0];
        for (int k = 0; k < 3; ++k)
            gap = std::max(gap, std::max(other.low[k] - high[k], low[k] - other.high[k]));
        return gap;
    }
};

/// Holds an object that stands still, wherever the rounding of poses puts it. @param motion any of the scene's model
WorldBox boxOfStatic(const Scene& scene, const CollisionObject& object, const Motion& motion);
/// The box and all that is no farther from it.
WorldBox grownBy(double metres, WorldBox box);

/// The static objects of a scene that are in pairs, in a tree of boxes, eight to a node; the boxes of the moving ones are looked up in it.
/// Moving objects are compared with each other eight at a time.
class SweptPairs
{
public:
    /// How much nearer the motion's tube brings two moving objects, or a moving one and what stands still, metres.
    struct Tube
    {
        std::function<double(PairIndex)> of_pair;
        std::function<double(ObjectIndex)> of_object;
    };

    /// Begins with a scene. @param motion any of its model's: tells how far static objects may be from where they are computed
    void reset(const Scene& scene, const Motion& motion);

    /// Appends the pairs that the boxes do not prove farther apart than their clearance to `left`, in no particular order.
    /// @param boxes hold the moving objects at every t, rounding included; those of others are not read
    /// @param open_only leaves out pairs of moving objects that the joint limits keep apart
    /// @param tube null: none
    /// @return a lower bound of the distance of all others that were not left out
    double cull(const IndexedVector<ObjectIndex, WorldBox>& boxes, bool open_only, std::vector<PairIndex>& left,
                const Tube* tube = nullptr);

private:
    struct Static
    {
        ObjectIndex object;
        WorldBox box;
    };
    using Statics = std::vector<Static>;
    /// With each static object.
    using PairsOfObject = IndexedVector<ObjectIndex, std::optional<PairIndex>>;
    static constexpr std::size_t kNoNode = std::numeric_limits<std::size_t>::max();
    struct Node
    {
        BoxLanes boxes;
        std::array<ObjectIndex, kLanes> objects;  // of leaves
        std::array<std::size_t, kLanes> nodes;    // of others; kNoNode
        std::uint32_t used = 0;                   // lanes
    };
    /// What a moving object asks of a node.
    struct Question
    {
        std::uint32_t wanted = 0;  // lanes in which there is something that it is in a pair with
        std::array<PairIndex, kLanes> pairs;
    };
    struct MovingObject
    {
        ObjectIndex object;
        double clearance = 0.0;           // the largest of its pairs with static objects
        std::vector<Question> questions;  // by node
    };
    /// What a moving object asks of eight others.
    struct MovingQuestion
    {
        std::size_t block;  // of eight in moving_order_
        Question question;
        std::uint32_t open = 0;  // those lanes of `wanted` that joint limits do not keep apart
    };
    struct MovingRow
    {
        ObjectIndex object;
        double clearance = 0.0;  // the largest of its pairs here
        std::vector<MovingQuestion> questions;
    };

    std::size_t build(Statics::iterator begin, Statics::iterator end);
    void addChildren(std::size_t node, Statics::iterator begin, Statics::iterator end, std::size_t groups);
    bool ask(std::size_t node, const PairsOfObject& pairs, std::vector<Question>& questions) const;
    void planMovingPairs(const Scene& scene);
    double cullMovingPairs(const IndexedVector<ObjectIndex, WorldBox>& boxes, bool open_only, std::vector<PairIndex>& left,
                           const Tube* tube);

    std::vector<Node> nodes_;
    std::vector<MovingObject> moving_;
    std::vector<ObjectIndex> moving_order_;  // of those in pairs with each other
    std::vector<MovingRow> moving_rows_;
    std::vector<BoxLanes> moving_boxes_;  // of this cull(), in that order
    IndexedVector<PairIndex, double> clearances_;
    std::vector<std::size_t> stack_;  // scratch
};

}  // namespace gapless
