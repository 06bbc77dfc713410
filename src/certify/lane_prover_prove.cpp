// One kernel per pair that the boxes leave, for the balls. Of what is not settled by that the nodes are tried, first of the pair that overlaps most deeply.
// If that settles all but what narrower lanes may prove, these are tried, together for all pairs, so that they share the poses; if some
// pair is left for the exact search, all that is open is.
#include "certify/lane_prover.h"

#include <algorithm>

#include <gapless/core/rounding.h>

namespace gapless {

namespace {

/// Tests of one pair, of all pairs of a motion (and four for each), its narrower blocks and the poses in them, that are still cheaper than
/// the exact search, and soon done.
constexpr int kMostTestsOfPair = 128, kMostTestsInAll = 384, kMostBlocks = 20, kMostPoses = 250;
/// Of a pair once another has failed: the exact search comes anyway, and only what costs less than there is worth a try.
constexpr int kMostTestsAfterFailure = 64;
/// Of a pair that is apart at the middles, before what is open of it goes to narrower lanes as it is, where the nodes' ways are shorter; and in
/// those, of all pairs.
constexpr int kMostTestsBeforeNarrow = 16, kMostTestsNarrow = 384;
/// Of boxes about nodes of what stands still, before them.
constexpr std::size_t kMostBoxes = 400;
/// Of the hulls of the whole objects alone, and of their parts; of all pairs, and poses of chains.
constexpr HullProver::Budget kBudgetOfAll{1, 4, 96}, kBudgetOfParts{24, 8, 400};
constexpr int kMostLooksOfHulls = 600, kMostPosesOfHulls = 1000;

/// Depths, in radii, from which a pair is asked about when all are tested, and at once: of nodes, and of leaves, which have little around
/// what they hold.
constexpr double kSuspiciousDepth = 1e-3, kLikelyDepth = 0.7, kLikelyDepthOfLeaves = 0.1;
/// The same of roots, for the balls within the two; where the one is of many pieces that stand still, such as a machine, and how deep what is in it as in a cage is at least. And how
/// often these are asked about in a motion.
constexpr double kLikelyDepthOfRoots = 0.3, kLikelyDepthInTree = 0.6, kDepthInCage = 2.0;
constexpr std::size_t kMostAskedInside = 4;
/// From which depth, in radii, distances decide about what stays; of what overlaps less lanes tell sooner.
constexpr double kDepthToDecide = 1.0;
/// Pairs asked about where their hulls overlap, before the exact search.
constexpr int kMostAskedByHulls = 2;

/// Where to look for a contact that these lanes show: planners extend towards samples that are mostly in collision themselves.
/// @pre near != 0
std::size_t likelyLane(std::uint32_t near)
{
    if (near >> (kLanes - 1) & 1U)
        return kLanes - 1;
    int lanes = 0;
    for (std::size_t k = 0; k < kLanes; ++k)
        lanes += near >> k & 1U;
    std::size_t next = 0;
    for (int passed = 0; passed <= lanes / 2; ++next)
        passed += near >> next & 1U;
    return next - 1;
}

/// A node of about this size about that point, in the tree's frame.
NodeIndex nodeNear(const RssTree& tree, const Vec3& point, double size)
{
    const auto squaredDistance = [&](NodeIndex index) {
        return (point - tree.node(index).nearestInRectangle(point)).squaredNorm();
    };
    NodeIndex index = RssTree::kRoot;
    while (!tree.node(index).isLeaf() && tree.node(index).size() > size)
    {
        const auto [first, second] = tree.node(index).children();
        index = squaredDistance(first) <= squaredDistance(second) ? first : second;
    }
    return index;
}

/// Its radius; what has none of its own is thin.
double thickness(const RssNode& node)
{
    constexpr double kThin = 0.05;
    return std::max(node.radius, kThin * node.size());
}

}  // namespace

bool LaneProver::isTooDear(const PairTest& pair) const
{
    return pair.tests >= (failures_ == 0 ? kMostTestsOfPair : kMostTestsAfterFailure) || tests_left_ < 0;
}

/// There is nothing to open.
bool LaneProver::isLeaf(const PairTest& pair, const Item& item)
{
    if (pair.b)
        return pair.a->cover->node(item.ball_a).isLeaf() && pair.b->cover->node(item.ball_b).isLeaf();
    return (!item.by_balls || pair.a->is_ball) && pair.a->geometry->tree().node(item.a).isLeaf()
           && pair.fixed->geometry->tree().node(item.b).isLeaf();
}

/// The node in the ball's place, before what stands still; else the larger of the two nodes is opened.
LaneProver::Opened LaneProver::open(const PairTest& pair, const Item& item)
{
    Opened result{{item, item}, 2};
    if (pair.b)
    {
        const BallNode &a = pair.a->cover->node(item.ball_a), &b = pair.b->cover->node(item.ball_b);
        const bool opens_a = b.isLeaf() || (!a.isLeaf() && a.ball.radius >= b.ball.radius);
        for (std::size_t k = 0; k < 2; ++k)
            (opens_a ? result.items[k].ball_a : result.items[k].ball_b) = (opens_a ? a : b).children()[k];
        return result;
    }
    for (Item& opened : result.items)
        opened.by_balls = false;
    if (item.by_balls && !pair.a->is_ball)
    {
        result.count = 1;
        return result;
    }
    const RssNode &a = pair.a->geometry->tree().node(item.a), &b = pair.fixed->geometry->tree().node(item.b);
    const bool opens_a = b.isLeaf() || (!a.isLeaf() && a.size() >= b.size());
    for (std::size_t k = 0; k < 2; ++k)
        (opens_a ? result.items[k].a : result.items[k].b) = (opens_a ? a : b).children()[k];
    return result;
}

double LaneProver::depthInRadii(const PairTest& pair, const Item& item)
{
    return item.depth
           / (item.by_balls ? pair.a->cover->node(item.ball_a).ball.radius : thickness(pair.a->geometry->tree().node(item.a)));
}

/// Something that small overlaps that deeply: to look at what is in it would cost more than to ask for a witness.
bool LaneProver::isHopeless(const PairTest& pair, const Item& item)
{
    // A node of what stands still that is not small beside the other's thickness may hold little where the two overlap: that of some bars
    // of a cage is mostly air.
    constexpr double kSmall = 0.5, kFull = 2.0;
    if (item.by_balls)
        return false;
    const RssTree& tree = pair.a->geometry->tree();
    const RssNode &a = tree.node(item.a), &b = pair.fixed->geometry->tree().node(item.b);
    return a.size() <= kSmall * tree.node(RssTree::kRoot).size() && (b.isLeaf() || b.size() <= kFull * thickness(a))
           && depthInRadii(pair, item) >= kLikelyDepth;
}

/// Where nodes overlap deeply, hulls of parts far larger than the other's, such as a cage's, which are mostly air, do so, too.
bool LaneProver::isWorthHullsOfParts(const PairTest& pair)
{
    // Times as large as the other's: by what the scenes' motions take, more of what stands still, which is the second, than of what moves.
    constexpr double kMostOfFirst = 2.0, kMostOfSecond = 6.0;
    if (pair.depth < kLikelyDepth)
        return true;
    const HullTree &a = pair.a->geometry->hulls(), &b = (pair.b ? *pair.b->geometry : *pair.fixed->geometry).hulls();
    return a.partSize() <= kMostOfFirst * b.partSize() && (b.nodes().size() == 1 || b.partSize() <= kMostOfSecond * a.partSize());
}

/// That it failed there.
void LaneProver::note(PairTest& pair, const Item& item, const Block& block)
{
    const double depth = depthInRadii(pair, item);
    pair.item = item;
    pair.depth = item.near != 0 && depth > 0.0 ? depth : 0.0;
    pair.begin = block.begin;
    pair.width = block.width;
}

/// What a test in the first block says: what narrower lanes may prove goes to narrow_, what else is not apart to stack_ or later_.
/// @return false: it collides as far as this stage can tell
bool LaneProver::settleFirst(std::size_t position, Item item, const LaneGaps& gaps, double& least)
{
    PairTest& pair = tests_[position];
    least = std::min(least, gaps.least - pair.tube);
    item.lanes &= ~gaps.apart;
    if (item.lanes == 0)
        return true;
    item.depth = gaps.depth;
    item.near = item.lanes & ~gaps.apart_there;
    const bool is_leaf = isLeaf(pair, item);
    if (item.near != 0 && (is_leaf || isHopeless(pair, item)))
    {
        note(pair, item, first_);
        return false;
    }
    if (is_leaf)
        narrow_.push_back({position, item});
    else
        (item.near != 0 ? stack_ : later_).push_back(item);
    return true;
}

/// Most nodes of a cage are far larger than what moves in it. Boxes tell them apart, or that they have to be opened, as well as anything.
/// @param position of a pair whose roots are not apart; what has to be opened is left in stack_, the deepest on top, and later_
/// @return false: not apart, or dear
bool LaneProver::openLarge(std::size_t position, double& least)
{
    constexpr double kLarge = 1.25;
    PairTest& pair = tests_[position];
    stack_.assign(1, pair.item);
    later_.clear();
    if (pair.b)
        return true;
    const RssNode& a = pair.a->geometry->tree().node(RssTree::kRoot);
    const RssTree& tree = pair.fixed->geometry->tree();
    const double large = kLarge * a.size();
    if (tree.node(RssTree::kRoot).isLeaf() || tree.node(RssTree::kRoot).size() <= large)
        return true;
    BoxLanesOf<float> boxes;
    LaneTest test = laneTest(pair, pair.item, first_);
    kernels_->boxes(seenNode(pair, RssTree::kRoot, 0), test.half_width, boxes);
    test.radius = (test.radius + a.radius) * kInflate;
    left_.clear();
    double beyond = std::numeric_limits<double>::infinity();
    if (!kernels_->openByBoxes(boxes, tree, large, kMostBoxes, test, left_, beyond))
        return false;
    least = std::min(least, beyond - pair.tube);
    stack_.clear();
    for (const LeftNode& left : left_)
    {
        Item item;
        item.by_balls = false;
        item.b = left.node;
        item.lanes = left.lanes;
        if (isTooDear(pair) || !settleFirst(position, item, testFirst(pair, item, 0), least))
            return false;
    }
    std::sort(stack_.begin(), stack_.end(), [](const Item& x, const Item& y) { return x.depth < y.depth; });
    return true;
}

/// Below the roots, which are not apart: the deepest is opened first, so that what probably collides is reached soon.
/// @return false: not apart, or dear
bool LaneProver::proveFirst(std::size_t position, double& least)
{
    PairTest& pair = tests_[position];
    while (!stack_.empty() || !later_.empty())
    {
        if (stack_.empty() && failures_ == 0 && pair.tests >= kMostTestsBeforeNarrow)
        {
            for (const Item& item : later_)
                narrow_.push_back({position, item});
            return true;
        }
        std::vector<Item>& next = stack_.empty() ? later_ : stack_;
        const Item item = next.back();
        bool is_proven = !isTooDear(pair);
        if (!is_proven)
            note(pair, item, first_);
        next.pop_back();
        const std::size_t before = stack_.size();
        if (is_proven)
        {
            // The two are tested before either is looked at: side by side, as far as the processor can.
            const Opened opened = open(pair, item);
            std::array<LaneGaps, 2> gaps;
            for (std::size_t k = 0; k < opened.count; ++k)
                gaps[k] = testFirst(pair, opened.items[k], k);
            for (std::size_t k = 0; k < opened.count; ++k)
                is_proven = is_proven && settleFirst(position, opened.items[k], gaps[k], least);
        }
        if (!is_proven)
            return false;
        if (stack_.size() == before + 2 && stack_[before].depth > stack_[before + 1].depth)
            std::swap(stack_[before], stack_[before + 1]);
    }
    return true;
}

/// A body in a block as seen from the body that carries it, or from the world (-1).
const BodyLanes& LaneProver::seenFrom(std::int32_t frame, std::int32_t slot, double begin, double width,
                                      std::array<BodyLanes, 2>& scratch)
{
    if (frame < 0 && width == first_.width)
        return posed(slot);
    path_.clear();
    const BodyLanes* seen = &at_rest_;
    for (; slot != frame; slot = chains_[static_cast<std::size_t>(slot)].parent)
    {
        path_.push_back(slot);
        if (frame < 0)
            seen = &chains_[static_cast<std::size_t>(slot)].still;
    }
    hull_poses_left_ -= static_cast<int>(path_.size());
    for (std::size_t k = path_.size(); k-- > 0;)
    {
        BodyLanes& next = scratch[k % 2];
        kernels_of_doubles_->pose(joints_[static_cast<std::size_t>(path_[k])], *seen, begin, width, next);
        seen = &next;
    }
    return *seen;
}

/// Whether hulls keep the two apart all along.
bool LaneProver::proveByHulls(PairTest& pair, HullProver::Budget budget, double& least)
{
    pair.is_tried = true;
    const HullTree& A = pair.a->geometry->hulls();
    const HullTree& B = (pair.b ? *pair.b->geometry : *pair.fixed->geometry).hulls();
    if (A.nodes().empty() || B.nodes().empty() || hull_looks_left_ <= 0 || hull_poses_left_ < 0)
        return false;
    const auto place = [&](double begin, double width) -> std::array<HullCourse, 2> {
        return {HullCourse{&seenFrom(pair.frame, pair.a->slot, begin, width, carried_[0])},
                pair.b ? HullCourse{&seenFrom(pair.frame, pair.b->slot, begin, width, carried_[1])}
                       : HullCourse{nullptr, pair.fixed->X_WB}};
    };
    HullProver::Pair hulls{A, B, (pair.hull_error + pair.clearance) * kInflate, pair.open, {}};
    if (pair.item.near != 0 && pair.width == 1.0 && pair.depth >= kLikelyDepth)
        hulls.likely = likelyLane(pair.item.near);
    budget.looks = std::min(budget.looks, hull_looks_left_);
    budget.blocks = std::min(budget.blocks, hull_poses_left_ / static_cast<int>(2 * joints_.size()));
    hull_looks_left_ -= budget.looks;
    const std::optional<HullProver::Apart> apart = hulls_.prove(*kernels_of_doubles_, hulls, place, budget);
    hull_looks_left_ += budget.looks;
    pair.overlap = hulls_.overlap();
    if (!apart)
        return false;
    least = std::min(least, pair.clearance + apart->gap - pair.tube);
    pair.by_roots |= apart->by_roots;
    pair.by_hulls = true;
    pair.depth = 0.0;
    return true;
}

/// Tries the lanes of items again, each as a block of its own, in which they are opened further. Pairs of which something stays open are marked in
/// failed_.
void LaneProver::proveNarrow(const std::vector<Narrow>& items, const Block& whole, std::size_t depth, double& least)
{
    std::uint32_t wanted = 0;
    for (const Narrow& narrow : items)
        wanted |= narrow.item.lanes;
    Block& block = blocks_[depth];
    std::vector<Narrow>& deeper = deeper_[depth];
    for (std::size_t k = 0; k < kLanes; ++k)
    {
        if (!(wanted >> k & 1U))
            continue;
        block.width = whole.width / kLanes;
        block.begin = whole.begin + static_cast<double>(k) * block.width;
        bool is_posed = false;
        deeper.clear();
        for (const Narrow& narrow : items)
        {
            if (!(narrow.item.lanes >> k & 1U) || failed_[narrow.pair] || tests_[narrow.pair].by_hulls)
                continue;
            if (!is_posed && --blocks_left_ < 0)
            {
                failed_[narrow.pair] = 1;
                continue;
            }
            if (!is_posed)
                poseBodies(block);
            is_posed = true;
            PairTest& pair = tests_[narrow.pair];
            stack_.assign(1, narrow.item);
            stack_.back().lanes = kAllLanes;
            while (!stack_.empty() && !failed_[narrow.pair])
            {
                Item item = stack_.back();
                stack_.pop_back();
                if (--narrow_tests_left_ < 0)
                {
                    failed_[narrow.pair] = 1;
                    break;
                }
                const LaneGaps gaps = testNarrow(pair, item, block);
                item.lanes &= ~gaps.apart;
                least = std::min(least, gaps.least - pair.tube);
                if (item.lanes == 0)
                    continue;
                item.near = item.lanes & ~gaps.apart_there;
                item.depth = gaps.depth;
                const bool is_leaf = isLeaf(pair, item);
                if (!is_leaf)
                {
                    const Opened opened = open(pair, item);
                    for (std::size_t child = 0; child < opened.count; ++child)
                        stack_.push_back(opened.items[child]);
                }
                else if (item.near == 0 && depth + 1 < blocks_.size())
                    deeper.push_back({narrow.pair, item});
                else
                {
                    note(pair, item, block);
                    failed_[narrow.pair] = 1;
                }
            }
        }
        if (!deeper.empty())
            proveNarrow(deeper, block, depth + 1, least);
    }
}

/// When a pair failed: in the first block in the lane in which it overlaps most deeply. @pre test.item.near != 0
double LaneProver::likelyTime(PairTest& test)
{
    const std::uint32_t near = test.item.near;
    std::size_t lane = likelyLane(near);
    if (isStill(test))
        return 1.0;
    if (test.width == 1.0 && (near & (near - 1)) != 0)
    {
        const auto depthIn = [&](std::size_t k) {
            Item item = test.item;
            item.lanes = 1U << k;
            return testFirst(test, item, 0).depth;
        };
        double deepest = depthIn(lane);
        for (std::size_t k = 0; k < kLanes; ++k)
            if (const double depth = (near >> k & 1U) != 0 ? depthIn(k) : 0.0; depth > deepest)
            {
                deepest = depth;
                lane = k;
            }
    }
    if (test.width == 1.0 && lane == kLanes - 1)
        return 1.0;
    return test.begin + (static_cast<double>(lane) + 0.5) / kLanes * test.width;
}

/// Nodes of the first and the second object of a test, as the scene's pair has them.
NodePair LaneProver::asOfPair(PairIndex pair, const PairTest& test, const NodePair& nodes) const
{
    return scene_->pair(pair).a == test.a->object ? nodes : NodePair{nodes.b, nodes.a};
}

/// @pre test.item.near != 0
Suspect LaneProver::suspect(PairIndex pair, PairTest& test)
{
    const auto nodeOf = [](const MovingObject& object, BallIndex index) {
        const Ball& ball = object.cover->node(index).ball;
        return nodeNear(object.geometry->tree(), ball.centre, ball.radius);
    };
    NodePair within{test.item.a, test.item.b};
    if (test.b)
        within = {nodeOf(*test.a, test.item.ball_a), nodeOf(*test.b, test.item.ball_b)};
    return {pair, likelyTime(test), asOfPair(pair, test, within)};
}

/// What stack_ and later_ leave of a pair, the deepest first.
const std::vector<NodePair>& LaneProver::openNodes(PairIndex pair, const PairTest& test)
{
    open_nodes_.clear();
    for (const std::vector<Item>* items : {&stack_, &later_})
        for (std::size_t k = items->size(); k-- > 0;)
            open_nodes_.push_back(asOfPair(pair, test, {(*items)[k].a, (*items)[k].b}));
    return open_nodes_;
}

double LaneProver::prove(std::vector<PairIndex>& pairs, const std::function<bool(const Suspect&)>& isWitness,
                         const std::function<bool(PairIndex, std::size_t lane, const NodePair& within, double error)>& meetInside,
                         const std::function<Verdict(PairIndex, const std::vector<NodePair>& open)>& decide)
{
    double least = std::numeric_limits<double>::infinity();
    proveTogether(pairs, least);
    narrow_.clear();
    tests_.clear();
    failed_.assign(pairs.size(), 0);
    blocks_left_ = std::min(kMostBlocks, kMostPoses / static_cast<int>(joints_.size() + 1));
    tests_left_ = kMostTestsInAll + 4 * static_cast<int>(pairs.size());
    failures_ = 0;
    narrow_tests_left_ = kMostTestsNarrow;
    hull_looks_left_ = kMostLooksOfHulls;
    hull_poses_left_ = kMostPosesOfHulls;
    const auto isDeeper = [&](std::size_t i, std::size_t j) {
        return tests_[i].depth > tests_[j].depth || (tests_[i].depth == tests_[j].depth && i < j);
    };
    const auto hasWitness = [&](std::size_t i) {
        tests_[i].is_asked = true;
        return isWitness && isWitness(suspect(pairs[i], tests_[i]));
    };
    std::size_t asked = 0;
    const auto meetsInside = [&](std::size_t i) {
        const PairTest& test = tests_[i];
        const NodePair within{RssTree::kRoot, test.item.b};
        const bool by_roots = test.item.by_balls;
        const bool is_in_tree =
            by_roots && test.fixed && !leafOf(*test.fixed->geometry, test.fixed->geometry->tree().node(within.b));
        const double likely = is_in_tree ? kLikelyDepthInTree : by_roots ? kLikelyDepthOfRoots : kLikelyDepth;
        if (!meetInside || asked == kMostAskedInside || test.depth < likely || (is_in_tree && test.depth >= kDepthInCage))
            return false;
        ++asked;
        return meetInside(pairs[i], likelyLane(test.item.near), asOfPair(pairs[i], test, within), test.error);
    };
    // The roots of all pairs, then what is below them.
    order_.clear();
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        tests_.push_back(pairTest(pairs_[pairs[i]]));
        stack_.clear();
        later_.clear();
        const LaneGaps gaps = testFirst(tests_[i], {}, 0);
        tests_[i].open = kAllLanes & ~gaps.apart;
        failed_[i] = !settleFirst(i, {}, gaps, least);
        const bool is_open = !stack_.empty() || !later_.empty();
        if (is_open)
            note(tests_[i], stack_.empty() ? later_.back() : stack_.back(), first_);
        tests_[i].by_roots = (gaps.apart | gaps.apart_there) != 0;
        if (!failed_[i] && !is_open)
            continue;
        order_.push_back(i);
        if (meetsInside(i))
            return least;
    }
    std::sort(order_.begin(), order_.end(), isDeeper);
    for (const std::size_t i : order_)
    {
        if (tests_[i].are_convex && proveByHulls(tests_[i], kBudgetOfAll, least))
        {
            failed_[i] = 0;
            continue;
        }
        const bool is_open = !failed_[i] && tests_left_ >= 0 && openLarge(i, least);
        if (is_open && !stack_.empty() && !stack_.back().by_balls)
        {
            note(tests_[i], stack_.back(), first_);
            if (meetsInside(i))
                return least;
        }
        // One instant is all there is of these: where it likely collides lanes would be for nothing.
        if (is_open && decide && isStill(tests_[i]) && !stack_.empty()
            && depthInRadii(tests_[i], stack_.back()) >= kDepthToDecide)
        {
            const Verdict verdict = decide(pairs[i], openNodes(pairs[i], tests_[i]));
            if (verdict == Verdict::Collision)
                return least;
            if (verdict == Verdict::Free)
            {
                least = std::min(least, scene_->pair(pairs[i]).clearance + tolerance_);
                tests_[i].depth = 0.0;
                tests_[i].by_roots = true;  // insides were looked at
                continue;
            }
        }
        if (is_open && proveFirst(i, least))
        {
            tests_[i].depth = 0.0;  // at the middles it is apart
            continue;
        }
        failed_[i] = 1;
        if (tests_[i].depth >= (isLeaf(tests_[i], tests_[i].item) ? kLikelyDepthOfLeaves : kLikelyDepth) && hasWitness(i))
            return least;
        failed_[i] = tests_[i].is_tried || !proveByHulls(tests_[i], kBudgetOfAll, least);
        failures_ += failed_[i];
    }
    if (failures_ == 0)
        proveNarrow(narrow_, first_, 0, least);
    else  // some of these are of pairs that have failed already, or are apart by their hulls
        for (const Narrow& narrow : narrow_)
            failed_[narrow.pair] = !tests_[narrow.pair].by_hulls;
    order_.clear();
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        if (failed_[i] && !tests_[i].is_tried)
            failed_[i] = !proveByHulls(tests_[i], kBudgetOfAll, least);
        if (failed_[i])
            order_.push_back(i);
    }
    std::sort(order_.begin(), order_.end(), isDeeper);
    kept_.clear();
    int by_hulls = 0;
    for (const std::size_t i : order_)
    {
        const PairTest& test = tests_[i];
        if (test.depth >= kSuspiciousDepth && !test.is_asked && hasWitness(i))
            return least;
        // Once one is left the exact search comes anyway.
        failed_[i] = !kept_.empty() || !isWorthHullsOfParts(test) || !proveByHulls(tests_[i], kBudgetOfParts, least);
        if (!failed_[i])
            continue;
        if (isWitness && test.overlap && by_hulls++ < kMostAskedByHulls
            && isWitness({pairs[i], test.overlap->t, asOfPair(pairs[i], test, {test.overlap->a, test.overlap->b}), true}))
            return least;
        kept_.push_back(pairs[i]);
    }
    for (std::size_t i = 0; i < pairs.size(); ++i)
        if (!failed_[i] && !tests_[i].by_roots && !isOutside(tests_[i]))
            kept_.push_back(pairs[i]);
    pairs.swap(kept_);
    return least;
}

}  // namespace gapless
