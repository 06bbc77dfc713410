// Which pairs of a scene the joint limits may keep apart, and what is asked about them.
#pragma once

#include <memory>
#include <vector>

#include <gapless/collision/scene.h>

#include "collision/relative_chain.h"
#include "collision/turned_objects.h"

namespace gapless {

/// One question, of one pair of objects of a robot; or of a link and those links on another body that it is checked against with one clearance.
struct LimitedPair
{
    RelativeChain chain;
    double clearance;
    std::vector<PairIndex> pairs;
    /// The chain is of the rings of these, which hang before the joint that turns them, and of the other object. Null: of two objects.
    std::shared_ptr<const TurnedObjects> turned;
    bool is_alone = false;  ///< of those that are turned one, which is among others before it
};

/// Those across one joint first: they are cheap, and should find some of the scene's budget left. Then what is turned, those across three
/// joints of which nothing is turned, and at last what is alone.
/// @param earlier may be null: what was turned there is not made anew
std::vector<LimitedPair> limitedPairs(const KinematicModel& model, const IndexedVector<ObjectIndex, CollisionObject>& objects,
                                      const IndexedVector<PairIndex, ObjectPair>& pairs, const Scene* earlier);

/// Of a pair, the one whose body does not carry the other's: what a joint next to it may turn.
bool isOuter(const CollisionObject& object, const CollisionObject& other);

/// The chain of a pair, or of one of the objects and what the other is among.
RelativeChain chainOf(const KinematicModel& model, const CollisionObject& a, const CollisionObject& b,
                      const TurnedObjects* turned);

}  // namespace gapless
