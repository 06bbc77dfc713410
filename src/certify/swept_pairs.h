// First stage of articulated collision detection: which pairs may meet, by boxes of what they sweep, without looking at each pair.
//
// Redon, Kim, Lin, Manocha 2004, section 4.1.
#pragma once

#include <vector>

#include "certify/swept_boxes.h"

namespace gapless {

/// The static objects of a scene in a tree of boxes, built once; the boxes of the moving ones are looked up in it. Pairs of moving objects
/// are compared one by one.
class SweptPairs
{
public:
    /// The scene must outlive it. `boxes` holds its static objects where they are.
    SweptPairs(const Scene& scene, const SweptBoxes& boxes);

    /// Appends the pairs that `boxes` does not prove farther apart than their clearance to `left`, in no particular order.
    /// @return a lower bound of the distance of all other pairs
    double cull(const SweptBoxes& boxes, std::vector<PairIndex>& left) const;

private:
    struct Node
    {
        WorldBox box;
        int left = -1;                      // inner node: its children are left and left + 1
        std::optional<ObjectIndex> object;  // leaf
    };
    struct MovingObject
    {
        ObjectIndex object;
        double clearance = 0.0;  // the largest of its pairs with static objects
        IndexedVector<ObjectIndex, std::optional<PairIndex>> pair_of;
    };
    using Objects = std::vector<ObjectIndex>;
    void build(int node, Objects::iterator begin, Objects::iterator end, const SweptBoxes& boxes);

    const Scene& scene_;
    std::vector<Node> nodes_;
    std::vector<MovingObject> moving_;
    std::vector<PairIndex> moving_pairs_;
};

}  // namespace gapless
