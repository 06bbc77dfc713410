// The work of a motion is: one block of poses for all bodies, one ball and one box per object; then what tests of pairs ask for, placed when it is. How these
// are used is in lane_prover_prove.cpp, what is of the scene alone in lane_prover_plan.cpp.
#include "certify/lane_prover.h"

#include <algorithm>

#include <gapless/core/rounding.h>

namespace gapless {

LaneProver& LaneProver::ofThread()
{
    thread_local LaneProver prover;
    return prover;
}

void LaneProver::reset(const Scene& scene, const Motion& motion, double tolerance)
{
    scene_ = &scene;
    motion_ = &motion;
    tolerance_ = tolerance;
    kernels_of_doubles_ = &laneKernels();
    kernels_ = &laneKernels<float>();
    if (scene_id_ != scene.id())
        plan(scene);
    ++motion_number_;
    placed_count_ = 0;
    for (Seen& seen : seen_)
        seen.from = nullptr;
    are_posed_by_doubles_ = false;
    for (std::size_t slot = 0; slot < chains_.size(); ++slot)
    {
        placeChain(slot);
        are_posed_by_doubles_ = are_posed_by_doubles_ || isTooFarOff(float_errors_[slot]);
    }
    poseBodies(first_);
    for (std::size_t slot = 0; slot < chains_.size(); ++slot)
    {
        const Chain& chain = chains_[slot];
        const double W = 1.0 + rates_[slot], computing = 256.0 * kUnitRoundoff * (chain.depth + 16.0) * W * W;
        CarriedError& H = hull_errors_[slot];
        H = {2.0 * motion.positionError(chain.index) + computing * extents_[slot],
             2.0 * motion.rotationError(chain.index) + computing};
        const FloatError body = are_posed_by_doubles_ ? floatErrorOfStill(extents_[slot] + chain.reach) : float_errors_[slot];
        const CarriedError E = floatErrorOfCarried(body, extents_[slot], chain.reach, rates_[slot], chain.depth);
        errors_[slot] = {H.at_origin + E.at_origin, H.per_metre + E.per_metre};
    }
    if (motion.hasTube())
    {
        tubes_.assign(leaders_.size(), 0.0);
        for (MovingObject& moving : objects_)
        {
            moving.bound.reset(motion, chains_[static_cast<std::size_t>(moving.slot)].index, *moving.geometry);
            double& tube = tubes_[leaders_[moving.object]];
            tube = std::max(tube, moving.bound.tube());
        }
    }
    for (const Swept& swept : swept_)
        boxes_[swept.leader] = boxOf(*swept.as_one);
}

/// Holds it in this motion, and what is within the tolerance: so one box of two is grown by it at least.
const WorldBox& LaneProver::boxOf(MovingObject& moving) const
{
    if (moving.boxed_for == motion_number_)
        return moving.box;
    moving.boxed_for = motion_number_;
    const double error = errorOf(moving);
    if (error < std::numeric_limits<double>::infinity())
        kernels_->extent(firstBall(moving, BallTree::kRoot), 0.5 / kLanes,
                         (moving.cover->node(BallTree::kRoot).ball.radius + error + tolerance_) * kInflate, moving.box);
    else
        moving.box = boxOfAll();
    return moving.box;
}

/// H + E of the file comment.
double LaneProver::errorOf(const MovingObject& moving) const
{
    return (errors_[static_cast<std::size_t>(moving.slot)].of(moving.reach) + moving.placing) * kInflate;
}

/// H.
double LaneProver::hullErrorOf(const MovingObject& moving) const
{
    return (hull_errors_[static_cast<std::size_t>(moving.slot)].of(moving.reach) + moving.placing) * kInflate;
}

/// Sets what is of this body in this motion. @pre its parent has been placed
void LaneProver::placeChain(std::size_t slot)
{
    const Chain& chain = chains_[slot];
    const JointMotion& m = motion_->joint(chain.index);
    JointLanes& joint = joints_[slot];
    setMotion(*chain.body, m, joint);
    setMotion(*chain.body, m, joints_of_floats_[slot]);
    // That computing a mimic joint's value, and where it carries the body, may cost: as large as its terms are.
    double extent = chain.offset + m.mimic_magnitude, rate = joint.turn + joint.shift_length + m.mimic_magnitude;
    if (joint.shifts)
        extent += std::max(m.translation.norm(), (m.translation + m.translation_rate).norm()) + m.arm_length;
    if (chain.parent >= 0)
    {
        extent += extents_[static_cast<std::size_t>(chain.parent)];
        rate += rates_[static_cast<std::size_t>(chain.parent)];
    }
    extents_[slot] = extent;
    rates_[slot] = rate;
    const FloatError parent =
        chain.parent >= 0 ? float_errors_[static_cast<std::size_t>(chain.parent)] : floatErrorOfStill(chain.offset);
    float_errors_[slot] = floatErrorOf(parent, joint, extent);
}

double LaneProver::cull(const Configuration& q0, const Configuration& q1, bool within_limits, std::vector<PairIndex>& left,
                        const std::function<bool(const Suspect&)>& isThere)
{
    left.clear();
    double least = std::numeric_limits<double>::infinity();
    if (motion_->hasTube())
    {
        const SweptPairs::Tube tube{[this](PairIndex pair) { return tubeOf(pairs_[pair]); },
                                    [this](ObjectIndex leader) { return tubes_[leader]; }};
        least = swept_pairs_.cull(boxes_, within_limits, left, &tube);
    }
    else
        least = swept_pairs_.cull(boxes_, within_limits, left);
    if (!within_limits)
        return least;
    least = std::min(least, scene_->leastGapWithinLimits());
    const auto ask = [&](std::int32_t index) -> const ApartCells::OnLine& {
        Table& table = tables_[static_cast<std::size_t>(index)];
        if (table.asked_for != motion_number_)
        {
            table.answer = table.proof->onLineBy(*table.cells, q0, q1);
            table.asked_for = motion_number_;
        }
        return table.answer;
    };
    std::size_t kept = 0;
    for (const PairIndex pair : left)
    {
        const Limits& limits = limits_[pair];
        std::optional<double> gap;
        const auto isApart = [&gap, least_gap = scene_->pair(pair).clearance + tolerance_] { return gap && *gap > least_gap; };
        const ApartCells::OnLine* line = nullptr;
        ApartCells::OnLine of_one;
        if (limits.everywhere)
            gap = limits.everywhere->gap;
        // Of a tube the least gap of all may be too little where a pair's own is not.
        else if (limits.of_several >= 0 && !motion_->hasTube())
            gap = ask(limits.of_several).gap;
        if (!isApart() && limits.table >= 0)
        {
            line = &ask(limits.table);
            gap = line->gap;
        }
        if (!isApart() && limits.alone)
        {
            of_one = limits.alone->onLineBy(*limits.alone->cells, q0, q1);
            line = &of_one;
            gap = line->gap;
        }
        // The cells are those that the straight motion passes.
        if (gap && motion_->hasTube() && !limits.everywhere)
            *gap -= tubeOf(pairs_[pair]) * kInflate;
        if (isApart())
        {
            least = std::min(least, *gap);
            continue;
        }
        if (isThere && line && line->meeting)
        {
            const ApartWithinLimits& proof = limits.alone ? *limits.alone : scene_->apartWithinLimits(pair);
            const auto meeting = proof.ofPair(*line).meeting;
            if (meeting && isThere({pair, meeting->t, meeting->within}))
                break;
        }
        left[kept++] = pair;
    }
    left.resize(kept);
    addApartByLess(left);
    return least;
}

/// What the limits keep apart everywhere was not asked about: by more than the clearance, but not the tolerance as well.
void LaneProver::addApartByLess(std::vector<PairIndex>& left) const
{
    for (const PairIndex pair : apart_everywhere_)
    {
        if (limits_[pair].everywhere->gap > scene_->pair(pair).clearance + tolerance_)
            break;
        left.push_back(pair);
    }
}

/// How much nearer the motion's tube brings the two. @pre the motion has one
double LaneProver::tubeOf(const Pair& pair) const
{
    return (pair.a->bound.tube(pair.ancestor) + (pair.b ? pair.b->bound.tube(pair.ancestor) : 0.0)) * kInflate;
}

void LaneProver::poseBodies(Block& block)
{
    if (are_posed_by_doubles_)
    {
        for (std::size_t slot = 0; slot < chains_.size(); ++slot)
        {
            const std::int32_t parent = chains_[slot].parent;
            kernels_of_doubles_->pose(joints_[slot], parent >= 0 ? posed_[static_cast<std::size_t>(parent)] : chains_[slot].still,
                                      block.begin, block.width, posed_[slot]);
            posed_for_[slot] = block.width == first_.width ? motion_number_ : 0;
            kernels_->rounded(posed_[slot], block.bodies[slot]);
        }
        return;
    }
    for (std::size_t slot = 0; slot < chains_.size(); ++slot)
    {
        const std::int32_t parent = chains_[slot].parent;
        kernels_->pose(joints_of_floats_[slot],
                       parent >= 0 ? block.bodies[static_cast<std::size_t>(parent)] : chains_[slot].still_floats, block.begin,
                       block.width, block.bodies[slot]);
    }
}

/// In the first block.
const BodyLanes& LaneProver::posed(std::int32_t slot)
{
    const std::size_t s = static_cast<std::size_t>(slot);
    if (posed_for_[s] != motion_number_)
    {
        const std::int32_t parent = chains_[s].parent;
        kernels_of_doubles_->pose(joints_[s], parent >= 0 ? posed(parent) : chains_[s].still, first_.begin, first_.width,
                                  posed_[s]);
        posed_for_[s] = motion_number_;
        hull_poses_left_ -= 1;
    }
    return posed_[s];
}

LaneProver::PairTest LaneProver::pairTest(const Pair& pair) const
{
    PairTest test;
    static_cast<Pair&>(test) = pair;
    if (motion_->hasTube())
    {
        test.tube = tubeOf(test);
        test.clearance = (test.clearance + test.tube) * kInflate;
    }
    if (tolerance_ > 0.0)
        test.clearance = (test.clearance + tolerance_) * kInflate;
    test.error = errorOf(*test.a);
    test.hull_error = hullErrorOf(*test.a);
    if (test.b)
    {
        test.error += errorOf(*test.b);
        test.hull_error += hullErrorOf(*test.b);
    }
    else
    {
        const std::size_t slot = static_cast<std::size_t>(test.a->slot);
        const double M = test.fixed->magnitude, W = 1.0 + rates_[slot];
        // Seen from its body, what moves is off by that body's rotation times the way there.
        const double away = extents_[slot] + test.a->reach + M, turned = test.fixed->rotation_error * away;
        const double own = 2.0 * test.fixed->error + turned + 256.0 * kUnitRoundoff * 16.0 * M * W * W;
        test.hull_error = (test.hull_error + own) * kInflate;
        test.error = (test.error + own + floatErrorOfFixed(away, rates_[slot])) * kInflate;
    }
    return test;
}

void LaneProver::placeBall(const MovingObject& object, BallIndex ball, const Block& block, BallFloats& lanes) const
{
    kernels_->placeBall(block.bodies[static_cast<std::size_t>(object.slot)], object.cover->node(ball).ball.centre.data(),
                        object.reaches[ball], lanes);
}

const LaneProver::BallFloats& LaneProver::firstBall(MovingObject& object, BallIndex ball) const
{
    if (object.placed_for[ball] != motion_number_)
    {
        object.placed_for[ball] = motion_number_;
        placeBall(object, ball, first_, object.balls[ball]);
    }
    return object.balls[ball];
}

void LaneProver::placeNode(const MovingObject& object, NodeIndex node, const Block& block, RssFloats& lanes) const
{
    kernels_->placeRss(block.bodies[static_cast<std::size_t>(object.slot)], laneRss(object.geometry->tree().node(node)), lanes);
}

const LaneProver::RssFloats& LaneProver::firstNode(const MovingObject& object, NodeIndex node)
{
    PlacedNode& place = found_nodes_[(node.value() + 61 * object.object.value()) % kPlacesOfNodes];
    if (place.motion != motion_number_ || place.object != &object || place.node != node)
    {
        if (placed_count_ == placed_nodes_.size())
            placed_nodes_.emplace_back();
        RssFloats& lanes = placed_nodes_[placed_count_++];
        placeNode(object, node, first_, lanes);
        place = {motion_number_, &object, node, &lanes};
    }
    return *place.lanes;
}

/// Null where the node's rectangle is what there are kernels for.
const Convex* LaneProver::leafOf(const CollisionGeometry& geometry, const RssNode& node)
{
    if (!node.isLeaf())
        return nullptr;
    const Convex& leaf = geometry.leaves()[node.leaf()];
    return leaf.type == Convex::Type::Cone ? nullptr : &leaf;
}

/// @param leaf of what stands still in this scene: none but plan() forgets it
const LaneProver::FixedLeaf& LaneProver::fixedLeaf(const Convex& leaf)
{
    FixedLeaf& place = fixed_leaves_[reinterpret_cast<std::uintptr_t>(&leaf) / sizeof(Convex) % kPlacesOfLeaves];
    if (place.leaf != &leaf)
    {
        place.leaf = &leaf;
        if (leaf.type == Convex::Type::Cylinder)
            place.cylinder = laneCylinder<float>(leaf);
        else if (leaf.type == Convex::Type::Triangle)
            place.triangle = laneTriangle<float>(leaf);
        else
            place.box = laneBox<float>(leaf);
    }
    return place;
}

/// All but the radius.
LaneTest LaneProver::laneTest(const PairTest& pair, const Item& item, const Block& block) const
{
    return {block.width * (0.5 / kLanes), pair.error, pair.clearance, item.lanes};
}

/// By the kernel for such a set. @param test its radius is that of what moves
template <class Moving, class Node, class Box, class Cylinder, class Triangle>
LaneGaps LaneProver::testFixed(const FixedObject& object, NodeIndex index, const Moving& moving, LaneTest test, Node byNode,
                               Box byBox, Cylinder byCylinder, Triangle byTriangle)
{
    const RssNode& node = object.geometry->tree().node(index);
    const Convex* const leaf = leafOf(*object.geometry, node);
    test.radius = (test.radius + (leaf ? leaf->radius : node.radius)) * kInflate;
    if (!leaf)
        return byNode(moving, node, test);
    const FixedLeaf& fixed = fixedLeaf(*leaf);
    switch (leaf->type)
    {
        case Convex::Type::Cylinder: return byCylinder(moving, fixed.cylinder, test);
        case Convex::Type::Triangle: return byTriangle(moving, fixed.triangle, test);
        default: return byBox(moving, fixed.box, test);
    }
}

/// @param a as seen from the body of what stands still. @param b where that moves
LaneGaps LaneProver::testBalls(const PairTest& pair, const Item& item, const BallFloats& a, const BallFloats* b,
                               const Block& block)
{
    LaneTest test = laneTest(pair, item, block);
    test.radius += pair.a->cover->node(item.ball_a).ball.radius;
    if (b)
    {
        test.radius = (test.radius + pair.b->cover->node(item.ball_b).ball.radius) * kInflate;
        return kernels_->ballBall(a, *b, pair.frame >= 0 ? &block.bodies[static_cast<std::size_t>(pair.frame)] : nullptr, test);
    }
    return testFixed(*pair.fixed, RssTree::kRoot, a, test, kernels_->ballNode, kernels_->ballBox, kernels_->ballCylinder,
                     kernels_->ballTriangle);
}

/// The same of a node and what stands still.
LaneGaps LaneProver::testNodes(const PairTest& pair, const Item& item, const RssFloats& a, const Block& block)
{
    LaneTest test = laneTest(pair, item, block);
    test.radius += pair.a->geometry->tree().node(item.a).radius;
    return testFixed(*pair.fixed, item.b, a, test, kernels_->rssNode, kernels_->rssBox, kernels_->rssCylinder,
                     kernels_->rssTriangle);
}

/// In the first block, from the body of what stands still. @param slot of seen_: another one than that of a test beside it
const LaneProver::RssFloats& LaneProver::seenNode(const PairTest& pair, NodeIndex node, std::size_t slot)
{
    const RssFloats& a = firstNode(*pair.a, node);
    if (!pair.fixed->is_turned)
        return a;
    const auto isIt = [&](const Seen& seen) { return seen.from == pair.fixed && seen.of == &a; };
    auto seen = std::find_if(seen_.begin(), seen_.end(), isIt);
    if (seen == seen_.end())
    {
        seen = seen_.begin() + static_cast<std::ptrdiff_t>(slot);
        kernels_->rssToFrame(a, pair.fixed->X_WB->R.data(), pair.fixed->X_WB->p.data(), seen->rss);
        seen->from = pair.fixed;
        seen->of = &a;
    }
    return seen->rss;
}

/// In the first block. @param slot as of seenNode()
LaneGaps LaneProver::testFirst(PairTest& pair, const Item& item, std::size_t slot)
{
    ++pair.tests;
    --tests_left_;
    const FixedObject* const from = pair.fixed && pair.fixed->is_turned ? pair.fixed : nullptr;
    if (item.by_balls)
    {
        const BallFloats& a = firstBall(*pair.a, item.ball_a);
        if (!from)
            return testBalls(pair, item, a, pair.b ? &firstBall(*pair.b, item.ball_b) : nullptr, first_);
        BallFloats turned;
        kernels_->toFrame(a, from->X_WB->R.data(), from->X_WB->p.data(), turned);
        return testBalls(pair, item, turned, nullptr, first_);
    }
    return testNodes(pair, item, seenNode(pair, item.a, slot), first_);
}

/// In any.
LaneGaps LaneProver::testNarrow(const PairTest& pair, const Item& item, const Block& block)
{
    const double* const R = pair.fixed ? pair.fixed->X_WB->R.data() : nullptr;
    const double* const p = pair.fixed ? pair.fixed->X_WB->p.data() : nullptr;
    if (item.by_balls)
    {
        BallFloats a, b;
        placeBall(*pair.a, item.ball_a, block, a);
        if (pair.b)
            placeBall(*pair.b, item.ball_b, block, b);
        else
            kernels_->toFrame(a, R, p, a);
        return testBalls(pair, item, a, pair.b ? &b : nullptr, block);
    }
    RssFloats a;
    placeNode(*pair.a, item.a, block, a);
    kernels_->rssToFrame(a, R, p, a);
    return testNodes(pair, item, a, block);
}

bool LaneProver::isOutside(const PairTest& pair)
{
    if (!pair.may_be_inside)
        return true;
    const CollisionGeometry& A = *pair.a->geometry;
    const CollisionGeometry& B = pair.b ? *pair.b->geometry : *pair.fixed->geometry;
    if (!A.containment().hasSolids() && !B.containment().hasSolids())
        return true;
    // Hulls say nothing of how far floats may be off.
    const auto poseOf = [&](const MovingObject& object) {
        return pair.by_hulls ? poseAt(posed(object.slot), 0) : poseAt(first_.bodies[static_cast<std::size_t>(object.slot)], 0);
    };
    const Pose X_WB = pair.b ? poseOf(*pair.b) : *pair.fixed->X_WB;
    return insideOneAnother(A, B, pairPose(poseOf(*pair.a), X_WB)) == Containment::Answer::Outside;
}

Pose LaneProver::roughPose(BodyIndex body, std::size_t lane) const
{
    const std::int32_t slot = slots_[body];
    return slot < 0 ? scene_->model().body(body).X_WB : poseAt(first_.bodies[static_cast<std::size_t>(slot)], lane);
}

Vec3 LaneProver::roughVelocity(BodyIndex body, double t, const Vec3& point) const
{
    const std::int32_t slot = slots_[body];
    if (slot < 0)
        return Vec3::Zero();
    const BodyLanesOf<float>& lanes = first_.bodies[static_cast<std::size_t>(slot)];
    const std::size_t lane = std::min(static_cast<std::size_t>(t * kLanes), kLanes - 1);
    return vectorAt(lanes.v, lane) + vectorAt(lanes.omega, lane).cross(point - vectorAt(lanes.p, lane));
}

}  // namespace gapless
