// The work of a motion is: one block of poses for all bodies, one ball and one box per object; then pair by pair, most often one or two
// kernels. Of what is not settled by that the balls of the cover are tried. If that settles all but what narrower lanes may prove, these are
// tried, together for all pairs, so that they share the poses; if some pair is left for the exact search, all that is open is.
#include "certify/lane_prover.h"

#include <algorithm>
#include <cmath>

#include <gapless/collision/pair_error.h>
#include <gapless/core/rounding.h>
#include <gapless/geometry/pair_distance.h>

namespace gapless {

namespace {

/// Tests of one pair, of all pairs of a motion (and four for each), its narrower blocks and the poses in them, that are still cheaper than
/// the exact search, and soon done.
constexpr int kMostTestsOfPair = 64, kMostTestsInAll = 200, kMostBlocks = 20, kMostPoses = 250;
/// Of a pair once another has failed: the exact search comes anyway, and only what costs less than there is worth a try.
constexpr int kMostTestsAfterFailure = 8;
/// Depths, in radii, from which a pair is asked about when all are tested, and at once.
constexpr double kSuspiciousDepth = 0.1, kLikelyDepth = 0.7;
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
/// @pre near != 0
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
    scene_id_ = 0;  // if memory runs out
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

    swept_pairs_.reset(scene, *motion_);
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
        moving.cover = &moving.geometry->cover();
        for (const BallNode& node : moving.cover->nodes())
            moving.reaches.push_back(node.ball.centre.norm() * kInflate);
        moving.balls.resize(moving.reaches.size());
    }
    scene_id_ = scene.id();
}

void LaneProver::reset(const Scene& scene, const Motion& motion)
{
    scene_ = &scene;
    motion_ = &motion;
    kernels_ = &laneKernels();
    fixed_.geometry = nullptr;
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
        WorldBox& box = boxes_[moving.object];
        kernels_->extent(firstBall(moving, BallTree::kRoot), 0.5 / kLanes, box.low, box.high);
        const double grow = (moving.cover->node(BallTree::kRoot).ball.radius + moving.error) * kInflate;
        for (int k = 0; k < 3; ++k)
        {
            box.low[k] -= grow;
            box.high[k] += grow;
        }
    }
}

double LaneProver::cull(const Configuration& q0, const Configuration& q1, bool within_limits, std::vector<PairIndex>& left)
{
    left.clear();
    double least = swept_pairs_.cull(boxes_, within_limits, left);
    if (!within_limits)
        return least;
    least = std::min(least, scene_->leastGapWithinLimits());
    const auto isApart = [&](PairIndex pair) {
        const ApartWithinLimits& proof = scene_->apartWithinLimits(pair);
        const std::optional<double> gap = proof.open.empty() ? std::optional(proof.gap) : proof.gapOn(q0, q1);
        least = std::min(least, gap.value_or(least));
        return gap.has_value();
    };
    left.erase(std::remove_if(left.begin(), left.end(), isApart), left.end());
    return least;
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
    // Seen from its body, what moves is off by that body's rotation times the way there.
    const double turned = motion_->rotationError(test.fixed->body)
                          * (extents_[static_cast<std::size_t>(test.a->slot)] + test.a->geometry->reach() + M);
    test.error =
        (test.a->error + 2.0 * objectError(*motion_, *test.fixed) + turned + 256.0 * kUnitRoundoff * 16.0 * M * W * W) * kInflate;
    return test;
}

void LaneProver::placeBall(const MovingObject& object, BallIndex ball, const Block& block, BallLanes& lanes) const
{
    kernels_->placeBall(block.bodies[static_cast<std::size_t>(object.slot)], object.cover->node(ball).ball.centre.data(),
                        object.reaches[ball], lanes);
}

const BallLanes& LaneProver::firstBall(const MovingObject& of, BallIndex ball)
{
    MovingObject& object = objects_[static_cast<std::size_t>(object_slots_[of.object])];
    if (!object.is_placed[ball])
    {
        object.is_placed[ball] = 1;
        placeBall(object, ball, first_, object.balls[ball]);
    }
    return object.balls[ball];
}

const LaneProver::FixedSet& LaneProver::fixedSet(const CollisionGeometry& geometry, NodeIndex index)
{
    if (fixed_.geometry == &geometry && fixed_.node == index)
        return fixed_;
    const RssNode& node = geometry.tree().node(index);
    fixed_.geometry = &geometry;
    fixed_.node = index;
    fixed_.leaf = node.isLeaf() ? &geometry.leaves()[node.leaf()] : nullptr;
    if (fixed_.leaf && fixed_.leaf->type == Convex::Type::Cone)
        fixed_.leaf = nullptr;
    fixed_.radius = fixed_.leaf ? fixed_.leaf->radius : node.radius;
    if (!fixed_.leaf)
        fixed_.box = laneBox(node);
    else if (fixed_.leaf->type == Convex::Type::Cylinder)
        fixed_.cylinder = laneCylinder(*fixed_.leaf);
    else if (fixed_.leaf->type == Convex::Type::Triangle)
        fixed_.triangle = laneTriangle(*fixed_.leaf);
    else
        fixed_.box = laneBox(*fixed_.leaf);
    return fixed_;
}

/// @param a as seen from the body of what stands still. @param b where that moves
LaneGaps LaneProver::test(const PairTest& pair, const Item& item, const BallLanes& a, const BallLanes* b, const Block& block)
{
    LaneTest test;
    test.half_width = block.width * (0.5 / kLanes);
    test.clearance = pair.clearance;
    test.lanes = item.lanes;
    test.radius = pair.a->cover->node(item.a).ball.radius + pair.error;
    if (b)
    {
        test.radius = (test.radius + pair.b->cover->node(item.b).ball.radius) * kInflate;
        return kernels_->ballBall(a, *b, pair.frame ? &block.bodies[static_cast<std::size_t>(*pair.frame)] : nullptr, test);
    }
    const FixedSet& set = fixedSet(*pair.fixed->geometry, item.node);
    test.radius = (test.radius + set.radius) * kInflate;
    if (set.leaf && set.leaf->type == Convex::Type::Cylinder)
        return kernels_->ballCylinder(a, set.cylinder, test);
    if (set.leaf && set.leaf->type == Convex::Type::Triangle)
        return kernels_->ballTriangle(a, set.triangle, test);
    return kernels_->ballBox(a, set.box, test);
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

bool LaneProver::isTooDear(const PairTest& pair) const
{
    return pair.tests >= (failures_ == 0 ? kMostTestsOfPair : kMostTestsAfterFailure) || tests_left_ < 0;
}

bool LaneProver::isLeaf(const PairTest& pair, const Item& item)
{
    return pair.a->cover->node(item.a).isLeaf()
           && (pair.b ? pair.b->cover->node(item.b).isLeaf() : pair.fixed->geometry->tree().node(item.node).isLeaf());
}

/// The larger of the two nodes is opened.
std::array<LaneProver::Item, 2> LaneProver::children(const PairTest& pair, const Item& item)
{
    const BallNode& a = pair.a->cover->node(item.a);
    const BallNode* const b = pair.b ? &pair.b->cover->node(item.b) : nullptr;
    const RssNode* const node = b ? nullptr : &pair.fixed->geometry->tree().node(item.node);
    std::array<Item, 2> result = {item, item};
    const bool b_is_leaf = b ? b->isLeaf() : node->isLeaf();
    const bool opens_a = b_is_leaf || (!a.isLeaf() && a.ball.radius >= (b ? b->ball.radius : node->size()));
    for (std::size_t k = 0; k < 2; ++k)
        if (opens_a)
            result[k].a = a.children()[k];
        else if (b)
            result[k].b = b->children()[k];
        else
            result[k].node = node->children()[k];
    return result;
}

bool LaneProver::failAt(PairTest& pair, const Item& item)
{
    const double depth = item.depth / pair.a->cover->node(item.a).ball.radius;
    pair.near = item.near;
    pair.depth = item.near != 0 && depth > 0.0 ? depth : 0.0;
    return false;
}

/// In the first block. What narrower lanes may prove goes to narrow_; what is tested is pushed if it is not apart, the deepest last: what
/// probably collides is reached soon. @return false: not apart, or dear
bool LaneProver::proveFirst(std::size_t position, PairTest& pair, double& least)
{
    const bool is_turned = !pair.b && !(pair.X_WB->R == Mat3::Identity() && pair.X_WB->p == Vec3::Zero());
    BallLanes seen;
    std::optional<BallIndex> seen_ball;
    const std::size_t narrow_before = narrow_.size();
    /// @return false: it collides as far as this stage can tell
    const auto tryAndPush = [&](Item item) {
        const BallLanes* a = &firstBall(*pair.a, item.a);
        if (is_turned && seen_ball != item.a)
            kernels_->toFrame(*a, pair.X_WB->R.data(), pair.X_WB->p.data(), seen);
        seen_ball = item.a;
        const LaneGaps gaps = test(pair, item, is_turned ? seen : *a, pair.b ? &firstBall(*pair.b, item.b) : nullptr, first_);
        ++pair.tests;
        --tests_left_;
        least = std::min(least, gaps.least);
        item.lanes &= ~gaps.apart;
        if (item.lanes == 0)
            return true;
        item.depth = gaps.depth;
        item.near = item.lanes & ~gaps.apart_there;
        if (!isLeaf(pair, item))
            stack_.push_back(item);
        else if (item.near != 0)
            return failAt(pair, item);
        else
            narrow_.push_back({position, item});
        return true;
    };
    const auto fail = [&] {
        narrow_.resize(narrow_before);
        return false;
    };
    stack_.clear();
    if (!tryAndPush({}))
        return fail();
    pair.by_roots = stack_.empty() && narrow_.size() == narrow_before;
    while (!stack_.empty())
    {
        if (isTooDear(pair))
        {
            failAt(pair, stack_.back());
            return fail();
        }
        const Item item = stack_.back();
        stack_.pop_back();
        const std::size_t before = stack_.size();
        for (Item child : children(pair, item))
            if (!tryAndPush(child))
                return fail();
        if (stack_.size() == before + 2 && stack_[before].depth > stack_[before + 1].depth)
            std::swap(stack_[before], stack_[before + 1]);
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
            item.lanes = Item().lanes;
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
    failures_ = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i)
    {
        tests_.push_back(pairTest(pairs[i]));
        PairTest& test = tests_.back();
        if (tests_left_ >= 0 && proveFirst(i, test, least))
            continue;
        failed_[i] = 1;
        ++failures_;
        if (test.depth >= kLikelyDepth && isWitness && isWitness(pairs[i], likelyTime(test.near)))
            return least;
    }
    if (failures_ == 0)
        proveNarrow(narrow_, first_, 0, least);
    else
        for (const Narrow& narrow : narrow_)
            failed_[narrow.pair] = 1;
    order_.clear();
    for (std::size_t i = 0; i < pairs.size(); ++i)
        if (failed_[i])
            order_.push_back(i);
    std::sort(order_.begin(), order_.end(), [&](std::size_t i, std::size_t j) {
        return tests_[i].depth > tests_[j].depth || (tests_[i].depth == tests_[j].depth && i < j);
    });
    kept_.clear();
    for (const std::size_t i : order_)
    {
        const PairTest& test = tests_[i];
        const bool is_suspect = test.depth >= kSuspiciousDepth && test.depth < kLikelyDepth;
        if (is_suspect && isWitness && isWitness(pairs[i], likelyTime(test.near)))
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
