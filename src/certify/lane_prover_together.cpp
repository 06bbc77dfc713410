// What one body carries is looked at as one, where that is several objects: a gripper of a dozen parts is as far from most links as one ball tells.
//
// Boxes of what moves: one about all on a body. Pairs that it is too near for are asked about joint values, and then, of the same object and body,
// together: the balls of all covers of the members that are in these pairs make one tree, which is descended against the other object's as a pair's
// would be. What is apart from all of them is apart from each, with the largest of the clearances asked for and the largest errors; a root is a ball,
// and convex, so it holds what its balls' surfaces enclose, as an object's own does. That is all or nothing. What is left is looked at object by object:
// by their own boxes, then as all pairs are.
#include "certify/lane_prover.h"

#include <algorithm>
#include <map>
#include <utility>

namespace gapless {

namespace {

/// So many objects on a body have one box.
constexpr std::size_t kLeastInBox = 3;
/// Of an object with all that a body carries, before each by itself, where that is so many pairs. What overlaps more deeply than that, in radii, is
/// not apart as a whole.
constexpr int kMostTestsTogether = 12;
constexpr std::size_t kLeastPairsTogether = 5;
constexpr double kMostDepthTogether = 1.0;
/// So far down its tree an object's balls are looked for.
constexpr int kDeepestBall = 3;

/// Balls that hold what a node does.
void addBalls(const BallTree& tree, BallIndex index, int depth, std::vector<Ball>& balls)
{
    const BallNode& node = tree.node(index);
    if (depth == 0 || node.isLeaf())
        balls.push_back(node.ball);
    else
        for (const BallIndex child : node.children())
            addBalls(tree, child, depth - 1, balls);
}

}  // namespace

/// Boxes: one for all that a body carries, where that is several.
void LaneProver::planSwept()
{
    leaders_ = SweptPairs::ownBoxes(*scene_);
    swept_.clear();
    std::vector<std::vector<ObjectIndex>> on_body(chains_.size());
    for (const MovingObject& moving : objects_)
        on_body[static_cast<std::size_t>(moving.slot)].push_back(moving.object);
    for (std::size_t slot = 0; slot < on_body.size(); ++slot)
    {
        const std::vector<ObjectIndex>& members = on_body[slot];
        const bool is_one = members.size() >= kLeastInBox;
        for (const ObjectIndex i : members)
        {
            MovingObject& moving = objects_[object_slots_[i]];
            moving.is_led = is_one;
            if (is_one)
                leaders_[i] = members[0];
            else
                swept_.push_back({i, &moving});
        }
        if (is_one)
            swept_.push_back({members[0], &carried(static_cast<std::int32_t>(slot), members).as_one});
    }
}

/// Objects that a body carries, as one. Where a scene differs from the one before by its obstacles alone, their tree is the same.
LaneProver::Carried& LaneProver::carried(std::int32_t slot, const std::vector<ObjectIndex>& members)
{
    Carried made;
    made.as_one.slot = slot;
    for (const ObjectIndex i : members)
    {
        const MovingObject& member = objects_[object_slots_[i]];
        made.members.push_back(scene_->object(i).geometry);
        made.as_one.reach = std::max(made.as_one.reach, member.reach);
        made.as_one.placing = std::max(made.as_one.placing, member.placing);
    }
    for (Carried& known : carried_objects_)
        if (known.as_one.slot == slot && known.members == made.members)
            return known;
    for (const Carried& before : carried_before_)
        if (before.members == made.members)
            made.cover = before.cover;
    if (!made.cover)
    {
        std::vector<Ball> balls;
        for (const auto& member : made.members)
            addBalls(member->cover(), BallTree::kRoot, kDeepestBall, balls);
        made.cover = std::make_shared<const BallTree>(balls);
    }
    made.as_one.setCover(*made.cover);
    return carried_objects_.emplace_back(std::move(made));
}

/// Pairs of an object with what a body carries: of the one object or the other, wherever there are more.
void LaneProver::planTogether()
{
    together_.clear();
    std::vector<std::size_t> on_body(chains_.size(), 0);
    for (const MovingObject& moving : objects_)
        ++on_body[static_cast<std::size_t>(moving.slot)];
    const auto carriesMany = [&](const MovingObject& object) {
        return on_body[static_cast<std::size_t>(object.slot)] >= kLeastPairsTogether;
    };
    using Of = std::pair<MovingObject*, std::int32_t>;  // an object, and the slot of what carries the others
    std::map<Of, std::size_t> counts;
    std::vector<PairIndex> candidates;
    for (const PairIndex i : pairs_.indices())
        if (const Pair& pair = pairs_[i]; pair.b && (carriesMany(*pair.a) || carriesMany(*pair.b)))
        {
            ++counts[{pair.a, pair.b->slot}];
            ++counts[{pair.b, pair.a->slot}];
            candidates.push_back(i);
        }
    std::map<Of, std::vector<PairIndex>> several;
    for (const PairIndex i : candidates)
    {
        const Of of_a{pairs_[i].a, pairs_[i].b->slot}, of_b{pairs_[i].b, pairs_[i].a->slot};
        several[counts[of_a] >= counts[of_b] ? of_a : of_b].push_back(i);
    }
    for (const auto& [of, pairs] : several)
    {
        if (pairs.size() < kLeastPairsTogether)
            continue;
        std::vector<ObjectIndex> members;
        PairsTogether together;
        together.pair = pairs_[pairs[0]];
        for (const PairIndex i : pairs)
        {
            Pair& pair = pairs_[i];
            members.push_back((pair.a == of.first ? pair.b : pair.a)->object);
            pair.together = static_cast<std::int32_t>(together_.size());
            together.pair.clearance = std::max(together.pair.clearance, pair.clearance);
        }
        std::sort(members.begin(), members.end());
        together.pair.a = &carried(of.second, members).as_one;
        together.pair.b = of.first;
        together_.push_back(together);
    }
}

/// All or nothing: what stays open is asked about pair by pair.
void LaneProver::testTogether(PairsTogether& pairs, double& least)
{
    PairTest test = pairTest(pairs.pair);
    double gap = std::numeric_limits<double>::infinity();
    pairs.are_apart = pairs.by_roots = false;
    stack_.assign(1, {});
    while (!stack_.empty())
    {
        Item item = stack_.back();
        stack_.pop_back();
        const LaneGaps gaps = testFirst(test, item, 0);
        const bool are_roots = test.tests == 1;
        if (are_roots)
            pairs.by_roots = (gaps.apart | gaps.apart_there) != 0;
        gap = std::min(gap, gaps.least);
        item.lanes &= ~gaps.apart;
        if (item.lanes == 0)
            continue;
        item.depth = gaps.depth;
        if (test.tests >= kMostTestsTogether || isLeaf(test, item)
            || (are_roots && depthInRadii(test, item) > kMostDepthTogether))
            return;
        for (const Item& opened : open(test, item).items)
            stack_.push_back(opened);
    }
    pairs.are_apart = true;
    least = std::min(least, gap);
}

/// By their own boxes.
bool LaneProver::areBoxesApart(const Pair& pair, double& least)
{
    const WorldBox &a = boxOf(*pair.a), &b = pair.b ? boxOf(*pair.b) : pair.fixed->box;
    const double gap = a.gap(b) - (motion_->hasTube() ? tubeOf(pair) : 0.0);
    if (!(gap > pair.clearance))
        return false;
    least = std::min(least, gap);
    return true;
}

/// Takes off what is apart as far as the balls of all that a body carries tell, or boxes of what had one with others.
void LaneProver::proveTogether(std::vector<PairIndex>& pairs, double& least)
{
    if (carried_objects_.empty())
        return;
    for (PairsTogether& together : together_)
        together.asked = 0;
    const auto togetherOf = [&](PairIndex pair) {
        const std::int32_t together = pairs_[pair].together;
        return together >= 0 && !motion_->hasTube() ? &together_[static_cast<std::size_t>(together)] : nullptr;
    };
    for (const PairIndex pair : pairs)
        if (PairsTogether* const together = togetherOf(pair))
            if (++together->asked == kLeastPairsTogether)
                testTogether(*together, least);
    const auto isApart = [&](PairIndex index) {
        const Pair& pair = pairs_[index];
        const PairsTogether* const together = togetherOf(index);
        const bool is_proven = together && together->asked >= kLeastPairsTogether && together->are_apart;
        if (is_proven && (together->by_roots || isOutside(pairTest(pair))))
            return true;
        const auto isLed = [](const MovingObject* object) { return object && object->is_led; };
        return (isLed(pair.a) || isLed(pair.b)) && areBoxesApart(pair, least);
    };
    pairs.erase(std::remove_if(pairs.begin(), pairs.end(), isApart), pairs.end());
}

}  // namespace gapless
