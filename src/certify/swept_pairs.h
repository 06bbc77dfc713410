// Which pairs may meet during a motion, by boxes of what the objects sweep: what all else begins with, without a look at each pair.
//
// Redon, Kim, Lin, Manocha 2004, section 4.1.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include <gapless/collision/scene.h>
#include <gapless/kinematics/motion.h>

#include "certify/lane_kernels.h"

namespace gapless {

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
        std::function<double(ObjectIndex)> of_object;  ///< of a leader and all that its box holds
    };

    SweptPairs() = default;
    SweptPairs(const SweptPairs&) = delete;  // questions point at the boxes
    SweptPairs& operator=(const SweptPairs&) = delete;

    /// For each moving object the one whose box holds it, too: itself, or one on the same body.
    using Leaders = IndexedVector<ObjectIndex, ObjectIndex>;
    /// Every object has a box of its own.
    static Leaders ownBoxes(const Scene& scene);

    /// Begins with a scene. @param motion any of its model's: tells how far static objects may be from where they are computed
    void reset(const Scene& scene, const Motion& motion, const Leaders& leaders);

    /// Appends the pairs that the boxes do not prove farther apart than their clearance to `left`, in no particular order.
    /// @param boxes hold the moving objects at every t, rounding included; those of others than leaders are not read
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
    /// In listed_: first those that joint limits do not keep apart.
    struct PairList
    {
        std::uint32_t begin = 0, open = 0, count = 0;
    };
    /// With each static object.
    using PairsOfObject = IndexedVector<ObjectIndex, PairList>;
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
    struct Node
    {
        BoxLanes boxes;
        std::array<ObjectIndex, kLanes> objects;  // of leaves
        std::array<std::size_t, kLanes> nodes;    // of others; kNone
        std::uint32_t used = 0;                   // lanes
    };
    /// What a moving object asks of a node, or of eight others that move.
    struct Question
    {
        BoxQuestion asked;  // with the largest clearance of its pairs
        bool among_moving;
        std::array<PairList, kLanes> pairs;
        std::array<std::size_t, kLanes> below;  // what it asks of the child; kNone: there are pairs
    };
    struct Batch
    {
        std::vector<BoxQuestion> asked;
        std::vector<std::size_t> questions;  // which these are

        void add(std::size_t question, const BoxQuestion& to_ask)
        {
            asked.push_back(to_ask);
            questions.push_back(question);
        }
        void clear()
        {
            asked.clear();
            questions.clear();
        }
    };
    /// An object that moves, or several with one box, in pairs with what stands still.
    struct MovingObject
    {
        ObjectIndex leader;
        double clearance = 0.0;  // the largest of these
        PairsOfObject pairs;
    };

    std::size_t build(Statics::iterator begin, Statics::iterator end);
    void addChildren(std::size_t node, Statics::iterator begin, Statics::iterator end, std::size_t groups);
    std::size_t ask(std::size_t node, const MovingObject& moving);
    void askAmongMoving(const Scene& scene, const Leaders& leaders);

    std::vector<Node> nodes_;
    std::vector<Question> questions_;
    std::vector<PairIndex> listed_;
    Batch first_, first_open_;            // of all moving objects; the latter without pairs that joint limits keep apart
    std::vector<ObjectIndex> moving_;     // leaders of those in pairs with each other
    std::vector<BoxLanes> moving_boxes_;  // of this cull(), in that order
    IndexedVector<PairIndex, double> clearances_;
    // Scratch.
    std::array<Batch, 2> batches_;
    std::vector<std::uint8_t> near_;
    IndexedVector<ObjectIndex, WorldBox> grown_;
};

}  // namespace gapless
