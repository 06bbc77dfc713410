// A hierarchy over the balls that hold an object: few tests tell which of them matter.
//
// What a node holds: the root, the object; a leaf, the part of it that its ball was given (ball_cover.h); others, what the leaves below them
// hold, in a ball about their balls. So what is apart from all children of a node is apart from what it holds, though a child's ball may
// stand out of its parent's.
// Quinlan: "Efficient distance computation between non-convex objects", ICRA 1994.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <gapless/core/index.h>
#include <gapless/geometry/ball_cover.h>

namespace gapless {

using BallIndex = Index<struct BallNode>;

struct BallNode
{
    Ball ball;

    bool isLeaf() const { return first_child_ == 0; }
    std::array<BallIndex, 2> children() const { return {BallIndex(first_child_), BallIndex(first_child_ + 1)}; }
    void setChildren(BallIndex first) { first_child_ = static_cast<std::int32_t>(first.value()); }

private:
    std::int32_t first_child_ = 0;
};

class BallTree
{
public:
    static constexpr BallIndex kRoot{0};

    /// Of an object without leaves: a root of radius 0.
    BallTree() : BallTree(Ball(), {}) {}
    /// @param whole holds all of the object. @param cover balls that together hold it
    BallTree(const Ball& whole, const std::vector<Ball>& cover);
    /// The root is about the cover. @pre not empty
    explicit BallTree(const std::vector<Ball>& cover);

    const IndexedVector<BallIndex, BallNode>& nodes() const { return nodes_; }
    const BallNode& node(BallIndex index) const { return nodes_[index]; }

private:
    IndexedVector<BallIndex, BallNode> nodes_;
};

}  // namespace gapless
