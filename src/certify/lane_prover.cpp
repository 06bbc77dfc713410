// The work of a motion is: one block of poses for all bodies, one ball and one box per object; then pair by pair, most often one or two
// kernels. Of what is not settled by that the balls of the cover are tried, and of what stays open the narrower lanes, together for all
// pairs, so that they share the poses.
#include "certify/lane_prover.h"

#include <algorithm>
#include <cmath>

#include <gapless/collision/pair_error.h>
#include <gapless/core/rounding.h>
#include <gapless/geometry/pair_distance.h>

namespace gapless {

namespace {

constexpr std::uint32_t kAllLanes = (1U << kLanes) - 1U;
/// Tests of one pair, of all pairs of a motion (and four for each), its narrower blocks and the poses in them, that are still cheaper than
/// the exact search, and soon done.
constexpr int kMostTestsOfPair = 40, kMostTestsInAll = 120, kMostBlocks = 20, kMostPoses = 250;
constexpr std::size_t kMostDepth = 2;

void fill(Lanes& lanes, double value)
{
    std::fill(lanes.at, lanes.at + kLanes, value);
}

void setStill(const Pose& X_WB, BodyLanes& body)
{
    for (int row = 0; row < 3; ++row)
    {
        for (int column = 0; column < 3; ++column)
            fill(body.R[3 * row + column], X_WB.R(row, column));
        fill(body.p[row], X_WB.p[row]);
        fill(body.omega[row], 0.0);
        fill(body.v[row], 0.0);
    }
    fill(body.turn, 0.0);
    fill(body.turn_rate, 0.0);
    fill(body.bend, 0.0);
}

/// When to look for a contact that these lanes show: planners extend towards samples that are mostly in collision themselves.
double likelyTime(std::uint32_t near)
{
    if (near >> (kLanes - 1) & 1U)
        return 1.0;
    int lanes = 0;
    for (std::size_t k = 0; k < kLanes; ++k)
        lanes += near >> k & 1U;
    std::size_t next = 0;
    for (int passed = 0; passed <= lanes / 2; ++next)
        passed += near >> next & 1U;
    return (static_cast<double>(next) - 0.5) / kLanes;
}

Pose firstPose(const BodyLanes& body)
{
    Pose X;
    for (int row = 0; row < 3; ++row)
    {
        for (int column = 0; column < 3; ++column)
            X.R(row, column) = body.R[3 * row + column].at[0];
        X.p[row] = body.p[row].at[0];
    }
    return X;
}

}  // namespace

LaneProver& LaneProver::ofThread()
{
    thread_local LaneProver prover;
    return prover;
}

void LaneProver::prepare(const Scene& scene)
{
    for (const CollisionObject& object : scene.objects())
        if (!scene.model().body(object.body).is_static)
            object.geometry->cover();
}

void LaneProver::plan(const Scene& scene)
{
    const KinematicModel& model = scene.model();
    scene_id_ = scene.id();
    const std::vector<BodyIndex>& bodies = model.movingBodies();
    slots_.assign(model.bodies().size(), -1);
    still_.resize(bodies.size());
    depths_.assign(bodies.size(), 1);
    for (std::size_t slot = 0; slot < bodies.size(); ++slot)
    {
        slots_[bodies[slot]] = static_cast<std::int32_t>(slot);
        const BodyIndex parent = model.body(bodies[slot]).parent;
        if (slots_[parent] >= 0)
            depths_[slot] = depths_[static_cast<std::size_t>(slots_[parent])] + 1;
        else
            setStill(model.body(parent).X_WB, still_[slot]);
    }
    joints_.resize(bodies.size());
    rates_.resize(bodies.size());
    extents_.resize(bodies.size());
    first_.bodies.resize(bodies.size());
    blocks_.resize(kMostDepth);
    deeper_.resize(kMostDepth);
    for (Block& block : blocks_)
        block.bodies.resize(bodies.size());

    boxes_.resize(scene.objects().size());
    object_slots_.assign(scene.objects().size(), -1);
    objects_.clear();
    for (const ObjectIndex i : scene.objects().indices())
    {
        const CollisionObject& object = scene.object(i);
        if (slots_[object.body] < 0)
            continue;
        object_slots_[i] = static_cast<std::int32_t>(objects_.size());
        objects_.emplace_back();
        MovingObject& moving = objects_.back();
        moving.object = i;
        moving.geometry = object.geometry.get();
        moving.slot = slots_[object.body];
        moving.centre_reach = moving.geometry->centre().norm() * kInflate;
        moving.cover = moving.geometry->cover().data();
        for (const Ball& ball : moving.geometry->cover())
            moving.reaches.push_back(ball.centre.norm() * kInflate);
        moving.balls.resize(moving.reaches.size());
    }
}

void LaneProver::reset(const Scene& scene, const Motion& motion)
{
    scene_ = &scene;
    motion_ = &motion;
    kernels_ = &laneKernels();
    if (scene_id_ != scene.id())
        plan(scene);
    const KinematicModel& model = scene.model();
    const std::vector<BodyIndex>& bodies = model.movingBodies();
    for (std::size_t slot = 0; slot < bodies.size(); ++slot)
    {
        const Body& body = model.body(bodies[slot]);
        const JointMotion& m = motion.joint(bodies[slot]);
        const JointLanes& joint = joints_[slot] = jointLanes(body, m);
        // That computing a mimic joint's value, and where it carries the body, may cost: as large as its terms are.
        const double mimic = m.mimic_magnitude;
        const bool is_carried = slots_[body.parent] >= 0;
        const std::size_t parent = is_carried ? static_cast<std::size_t>(slots_[body.parent]) : 0;
        const double extent = body.X_PJ.p.norm() + std::max(m.translation.norm(), (m.translation + m.translation_rate).norm());
        extents_[slot] = (is_carried ? extents_[parent] : model.body(body.parent).X_WB.p.norm()) + extent + mimic;
        rates_[slot] = (is_carried ? rates_[parent] : 0.0) + joint.turn + joint.shift_length + mimic;
    }
    first_.begin = 0.0;
    first_.width = 1.0;
    poseBodies(first_);
    for (MovingObject& moving : objects_)
    {
        const std::size_t slot = static_cast<std::size_t>(moving.slot);
        const double M = extents_[slot] + moving.geometry->reach(), W = 1.0 + rates_[slot];
        moving.error = (2.0 * objectError(motion, scene.object(moving.object))
                        + 256.0 * kUnitRoundoff * static_cast<double>(depths_[slot] + 16) * M * W * W)
                       * kInflate;
        moving.is_placed.assign(moving.balls.size(), 0);
        placeBall(moving, kAll, first_, moving.all);
        WorldBox& box = boxes_[moving.object];
        kernels_->extent(moving.all, 0.5 / kLanes, box.low, box.high);
        const double grow = (moving.geometry->radius() + moving.error) * kInflate;
        for (int k = 0; k < 3; ++k)
        {
            box.low[k] -= grow;
            box.high[k] += grow;
        }
    }
}

void LaneProver::poseBodies(Block& block) const
{
    const KinematicModel& model = scene_->model();
    for (std::size_t slot = 0; slot < joints_.size(); ++slot)
    {
        const std::int32_t parent = slots_[model.body(model.movingBodies()[slot]).parent];
        kernels_->pose(joints_[slot], parent >= 0 ? block.bodies[static_cast<std::size_t>(parent)] : still_[slot], block.begin,
                       block.width, block.bodies[slot]);
    }
}

LaneProver::PairTest LaneProver::pairTest(PairIndex index) const
{
    const ObjectPair& pair = scene_->pair(index);
    const KinematicModel& model = scene_->model();
    const std::int32_t a = object_slots_[pair.a], b = object_slots_[pair.b];
    PairTest test;
    test.clearance = pair.clearance;
    if (a >= 0 && b >= 0)
    {
        test.a = &objects_[static_cast<std::size_t>(a)];
        test.b = &objects_[static_cast<std::size_t>(b)];
        const std::int32_t frame = slots_[model.commonAncestor(scene_->object(pair.a).body, scene_->object(pair.b).body)];
        if (frame >= 0)
            test.frame = frame;
        test.error = test.a->error + test.b->error;
        return test;
    }
    test.a = &objects_[static_cast<std::size_t>(std::max(a, b))];
    test.fixed = &scene_->object(a >= 0 ? pair.b : pair.a);
    test.X_WB = &model.body(test.fixed->body).X_WB;
    const double M = test.X_WB->p.norm() + test.fixed->geometry->reach();
    const double W = 1.0 + rates_[static_cast<std::size_t>(test.a->slot)];
    test.error = (test.a->error + 2.0 * objectError(*motion_, *test.fixed) + 256.0 * kUnitRoundoff * 16.0 * M * W * W) * kInflate;
    return test;
}

double LaneProver::radiusOf(const MovingObject& object, BallIndex ball) const
{
    return ball == kAll ? object.geometry->radius() : object.cover[static_cast<std::size_t>(ball)].radius;
}

void LaneProver::placeBall(const MovingObject& object, BallIndex ball, const Block& block, BallLanes& lanes) const
{
    const BodyLanes& body = block.bodies[static_cast<std::size_t>(object.slot)];
    if (ball == kAll)
        kernels_->placeBall(body, object.geometry->centre().data(), object.centre_reach, lanes);
    else
        kernels_->placeBall(body, object.cover[static_cast<std::size_t>(ball)].centre.data(),
                            object.reaches[static_cast<std::size_t>(ball)], lanes);
}

const BallLanes& LaneProver::firstBall(const MovingObject& of, BallIndex ball)
{
    if (ball == kAll)
        return of.all;
    MovingObject& object = objects_[static_cast<std::size_t>(object_slots_[of.object])];
    const std::size_t at = static_cast<std::size_t>(ball);
    if (!object.is_placed[at])
    {
        object.is_placed[at] = 1;
        placeBall(object, ball, first_, object.balls[at]);
    }
    return object.balls[at];
}

/// @param a as seen from the body of what stands still. @param b where that moves
LaneGaps LaneProver::test(const PairTest& pair, const Item& item, const BallLanes& a, const BallLanes* b,
                          const Block& block) const
{
    LaneTest test;
    test.half_width = block.width * (0.5 / kLanes);
    test.clearance = pair.clearance;
    test.lanes = item.lanes;
    test.radius = radiusOf(*pair.a, item.a) + pair.error;
    if (b)
    {
        test.radius = (test.radius + radiusOf(*pair.b, item.b)) * kInflate;
        return kernels_->ballBall(a, *b, pair.frame ? &block.bodies[static_cast<std::size_t>(*pair.frame)] : nullptr, test);
    }
    const CollisionGeometry& geometry = *pair.fixed->geometry;
    const RssNode& node = geometry.tree().node(item.node);
    const Convex* const leaf = node.isLeaf() ? &geometry.leaves()[node.leaf()] : nullptr;
    const bool as_node = !leaf || leaf->type == Convex::Type::Cone;
    test.radius = (test.radius + (as_node ? node.radius : leaf->radius)) * kInflate;
    if (as_node)
        return kernels_->ballBox(a, laneBox(node), test);
    switch (leaf->type)
    {
        case Convex::Type::Cylinder: return kernels_->ballCylinder(a, laneCylinder(*leaf), test);
        case Convex::Type::Triangle: return kernels_->ballTriangle(a, laneTriangle(*leaf), test);
        default: return kernels_->ballBox(a, laneBox(*leaf), test);
    }
}

bool LaneProver::isOutside(const PairTest& pair) const
{
    const CollisionGeometry& A = *pair.a->geometry;
    const CollisionGeometry& B = pair.b ? *pair.b->geometry : *pair.fixed->geometry;
    if (!A.containment().hasSolids() && !B.containment().hasSolids())
        return true;
    const Pose X_WA = firstPose(first_.bodies[static_cast<std::size_t>(pair.a->slot)]);
    const Pose X_WB = pair.b ? firstPose(first_.bodies[static_cast<std::size_t>(pair.b->slot)]) : *pair.X_WB;
    return insideOneAnother(A, B, pairPose(X_WA, X_WB)) == Containment::Answer::Outside;
}

/// In the first block. @return false: not apart, or dear; what narrower lanes may prove is in narrow_
bool LaneProver::proveFirst(std::size_t position, PairTest& pair, double& least)
{
    const std::size_t before = narrow_.size();
    const bool is_apart = pair.b ? proveBalls(position, pair, least) : proveTree(position, pair, least);
    if (is_apart)
        pair.near = 0;
    else
        narrow_.resize(before);
    return is_apart;
}

bool LaneProver::isTooDear(const PairTest& pair) const
{
    return pair.tests >= kMostTestsOfPair || tests_left_ < 0;
}

/// Not a suspect: balls about much overlap without a contact.
bool LaneProver::giveUp(PairTest& pair)
{
    pair.near = 0;
    return false;
}

/// One test in the first block. What is apart on all lanes of the item is done with.
LaneProver::Outcome LaneProver::tryItem(PairTest& pair, Item& item, const BallLanes& a, const BallLanes* b, double& least)
{
    const LaneGaps gaps = test(pair, item, a, b, first_);
    ++pair.tests;
    --tests_left_;
    least = std::min(least, gaps.least);
    item.lanes &= ~gaps.apart;
    item.depth = gaps.depth;
    if (item.lanes == 0)
        return Outcome::Apart;
    pair.near = item.near = item.lanes & ~gaps.apart_there;
    return pair.near != 0 ? Outcome::Near : Outcome::Open;
}

bool LaneProver::proveBalls(std::size_t position, PairTest& pair, double& least)
{
    const auto tryPair = [&](Item& item) {
        return tryItem(pair, item, firstBall(*pair.a, item.a), &firstBall(*pair.b, item.b), least);
    };
    Item all{kAll, kAll, RssTree::kRoot, kAllLanes};
    if (tryPair(all) == Outcome::Apart)
        return true;
    pair.by_roots = false;
    // Of either those that are not apart from all of the other.
    const auto filter = [&](const MovingObject& object, bool is_a, std::vector<Item>& left) {
        left.clear();
        for (std::size_t k = 0; k < object.balls.size(); ++k)
        {
            Item item{kAll, kAll, RssTree::kRoot, all.lanes};
            (is_a ? item.a : item.b) = static_cast<BallIndex>(k);
            if (tryPair(item) != Outcome::Apart)
                left.push_back(item);
        }
    };
    filter(*pair.a, true, left_a_);
    if (left_a_.empty())
        return true;
    filter(*pair.b, false, left_b_);
    for (const Item& a : left_a_)
        for (const Item& b : left_b_)
        {
            Item item{a.a, b.b, RssTree::kRoot, a.lanes & b.lanes};
            if (item.lanes == 0)
                continue;
            const Outcome outcome = tryPair(item);
            if (outcome == Outcome::Near)
                return false;
            if (isTooDear(pair))
                return giveUp(pair);
            if (outcome == Outcome::Open)
                narrow_.push_back({position, item});
        }
    return true;
}

/// What is tested is pushed if it is not apart, the deepest last: what probably collides is reached soon.
bool LaneProver::proveTree(std::size_t position, PairTest& pair, double& least)
{
    const RssTree& tree = pair.fixed->geometry->tree();
    const bool is_turned = !(pair.X_WB->R == Mat3::Identity() && pair.X_WB->p == Vec3::Zero());
    const double size = pair.a->geometry->radius();
    BallLanes seen;
    std::optional<BallIndex> seen_ball;
    const auto tryAndPush = [&](Item item) {
        const BallLanes* a = &firstBall(*pair.a, item.a);
        if (is_turned)
        {
            if (seen_ball != item.a)
                kernels_->toFrame(*a, pair.X_WB->R.data(), pair.X_WB->p.data(), seen);
            seen_ball = item.a;
            a = &seen;
        }
        if (tryItem(pair, item, *a, nullptr, least) != Outcome::Apart)
            stack_.push_back(item);
    };
    stack_.clear();
    tryAndPush({kAll, kAll, RssTree::kRoot, kAllLanes});
    pair.by_roots = stack_.empty();
    while (!stack_.empty())
    {
        const Item item = stack_.back();
        stack_.pop_back();
        const RssNode& node = tree.node(item.node);
        const bool splits_a = item.a == kAll && !pair.a->balls.empty(), splits_b = !node.isLeaf();
        const std::size_t before = stack_.size();
        if (splits_b && (!splits_a || node.size() > size))
            for (const NodeIndex child : node.children())
                tryAndPush({item.a, kAll, child, item.lanes});
        else if (splits_a)
            for (std::size_t k = 0; k < pair.a->balls.size(); ++k)
                tryAndPush({static_cast<BallIndex>(k), kAll, item.node, item.lanes});
        else if (item.near != 0)
        {
            pair.near = item.near;
            return false;
        }
        else
            narrow_.push_back({position, item});
        std::sort(stack_.begin() + static_cast<std::ptrdiff_t>(before), stack_.end(),
                  [](const Item& x, const Item& y) { return x.depth < y.depth; });
        if (isTooDear(pair) && !stack_.empty())
            return giveUp(pair);
    }
    return true;
}

/// Tries the lanes of items again, each as a block of its own. Pairs of which something stays open are marked in failed_.
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
            if (!(narrow.item.lanes >> k & 1U) || failed_[narrow.pair])
                continue;
            if (!is_posed && --blocks_left_ < 0)
            {
                failed_[narrow.pair] = 1;
                continue;
            }
            if (!is_posed)
                poseBodies(block);
            is_posed = true;
            const PairTest& pair = tests_[narrow.pair];
            BallLanes a, b;
            placeBall(*pair.a, narrow.item.a, block, a);
            if (pair.b)
                placeBall(*pair.b, narrow.item.b, block, b);
            else
                kernels_->toFrame(a, pair.X_WB->R.data(), pair.X_WB->p.data(), a);
            Item item = narrow.item;
            item.lanes = kAllLanes;
            const LaneGaps gaps = test(pair, item, a, pair.b ? &b : nullptr, block);
            item.lanes &= ~gaps.apart;
            least = std::min(least, gaps.least);
            if (item.lanes == 0)
                continue;
            if ((item.lanes & ~gaps.apart_there) != 0 || depth + 1 == kMostDepth)
                failed_[narrow.pair] = 1;
            else
                deeper.push_back({narrow.pair, item});
        }
        if (!deeper.empty())
            proveNarrow(deeper, block, depth + 1, least);
    }
}

double LaneProver::prove(std::vector<PairIndex>& pairs, const std::function<bool(PairIndex, double)>& isWitness)
{
    double least = std::numeric_limits<double>::infinity();
    narrow_.clear();
    tests_.clear();
    failed_.assign(pairs.size(), 0);
    blocks_left_ = std::min(kMostBlocks, kMostPoses / static_cast<int>(joints_.size() + 1));
    tests_left_ = kMostTestsInAll + 4 * static_cast<int>(pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        tests_.push_back(pairTest(pairs[i]));
        PairTest& test = tests_.back();
        failed_[i] = tests_left_ < 0 || !proveFirst(i, test, least);
        if (failed_[i] && test.near != 0 && isWitness && isWitness(pairs[i], likelyTime(test.near)))
            return least;
    }
    if (!narrow_.empty())
        proveNarrow(narrow_, first_, 0, least);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i)
        if (failed_[i] || !(tests_[i].by_roots || isOutside(tests_[i])))
            pairs[kept++] = pairs[i];
    pairs.resize(kept);
    return least;
}

}  // namespace gapless
