// What LaneProver works out once per scene.
#include "certify/lane_prover.h"

#include <algorithm>

#include <gapless/collision/pair_error.h>
#include <gapless/core/rounding.h>

namespace gapless {

namespace {

/// So often lanes are made eight times narrower.
constexpr std::size_t kNarrowings = 2;

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

/// Whether a single convex set is too large for what is within another object: then, as long as their surfaces and it do not touch, neither is inside
/// the other. For that other's surface stays out of the set; and it would hold all of the set within the ball about it.
bool isTooLarge(const CollisionGeometry& set, const CollisionGeometry& other)
{
    constexpr double kSafely = 1.01;
    if (set.leaves().size() != 1)
        return false;
    const double across = kSafely * 2.0 * other.cover().node(BallTree::kRoot).ball.radius;
    const Convex& leaf = set.leaves()[0];
    for (int axis = 0; axis < 3; ++axis)
        if (leaf.support(Vec3::Unit(axis)) + leaf.support(-Vec3::Unit(axis)) > across)
            return true;
    return false;
}

}  // namespace

void LaneProver::MovingObject::setCover(const BallTree& tree)
{
    cover = &tree;
    for (const BallNode& node : tree.nodes())
        reaches.push_back(node.ball.centre.norm() * kInflate);
    balls.resize(reaches.size());
    placed_for.resize(reaches.size(), 0);
}

void LaneProver::prepare(const Scene& scene)
{
    for (const CollisionObject& object : scene.objects())
    {
        if (!scene.model().body(object.body).is_static)
            object.geometry->cover();
        object.geometry->hulls();
    }
    const Configuration q = scene.model().defaultConfiguration();
    Motion still;
    still.reset(scene.model(), q, q);
    ofThread().reset(scene, still);
}

void LaneProver::plan(const Scene& scene)
{
    const KinematicModel& model = scene.model();
    scene_id_ = 0;  // if memory runs out
    const std::vector<BodyIndex>& bodies = model.movingBodies();
    slots_.assign(model.bodies().size(), -1);
    chains_.resize(bodies.size());
    joints_.clear();
    joints_of_floats_.clear();
    for (std::size_t slot = 0; slot < bodies.size(); ++slot)
    {
        slots_[bodies[slot]] = static_cast<std::int32_t>(slot);
        Chain& chain = chains_[slot];
        chain.index = bodies[slot];
        chain.body = &model.body(bodies[slot]);
        chain.parent = slots_[chain.body->parent];
        chain.offset = chain.body->X_PJ.p.norm();
        chain.reach = 0.0;
        chain.depth = 1.0;
        if (chain.parent >= 0)
            chain.depth += chains_[static_cast<std::size_t>(chain.parent)].depth;
        else
        {
            const Pose& X_WP = model.body(chain.body->parent).X_WB;
            setStill(X_WP, chain.still);
            kernels_->rounded(chain.still, chain.still_floats);
            chain.offset += X_WP.p.norm();
        }
        joints_.push_back(jointLanes(*chain.body, motion_->joint(chain.index)));
        joints_of_floats_.push_back(jointLanes<float>(*chain.body, motion_->joint(chain.index)));
    }
    setStill(Pose(), at_rest_);
    rates_.resize(bodies.size());
    extents_.resize(bodies.size());
    float_errors_.resize(bodies.size());
    errors_.resize(bodies.size());
    hull_errors_.resize(bodies.size());
    posed_.resize(bodies.size());
    posed_for_.assign(bodies.size(), 0);
    first_.bodies.resize(bodies.size());
    blocks_.resize(kNarrowings);
    deeper_.resize(kNarrowings);
    for (Block& block : blocks_)
        block.bodies.resize(bodies.size());

    boxes_.resize(scene.objects().size());
    object_slots_.assign(scene.objects().size(), 0);
    objects_.clear();
    fixed_objects_.clear();
    fixed_leaves_.assign(kPlacesOfLeaves, {});
    for (const ObjectIndex i : scene.objects().indices())
    {
        const CollisionObject& object = scene.object(i);
        if (slots_[object.body] < 0)
        {
            object_slots_[i] = fixed_objects_.size();
            fixed_objects_.emplace_back();
            FixedObject& fixed = fixed_objects_.back();
            fixed.geometry = object.geometry.get();
            fixed.X_WB = &model.body(object.body).X_WB;
            fixed.box = boxOfStatic(scene, object, *motion_);
            fixed.is_turned = !(fixed.X_WB->R == Mat3::Identity() && fixed.X_WB->p == Vec3::Zero());
            fixed.magnitude = fixed.X_WB->p.norm() + std::max(fixed.geometry->reach(), fixed.geometry->tree().reach());
            fixed.error = objectError(*motion_, object);
            fixed.rotation_error = motion_->rotationError(object.body);
            continue;
        }
        object_slots_[i] = objects_.size();
        objects_.emplace_back();
        MovingObject& moving = objects_.back();
        moving.object = i;
        moving.geometry = object.geometry.get();
        moving.slot = slots_[object.body];
        moving.setCover(moving.geometry->cover());
        const RssTree& tree = moving.geometry->tree();
        moving.reach = std::max(moving.geometry->reach(), tree.reach());
        moving.placing = 2.0 * (moving.geometry->placementError() + kUnderflow);
        double& reach = chains_[static_cast<std::size_t>(moving.slot)].reach;
        reach = std::max(reach, moving.reach);
        const RssNode& root = tree.node(RssTree::kRoot);
        moving.is_ball = root.isLeaf() && root.half_u == 0.0 && root.half_v == 0.0;
    }
    pairs_.clear();
    limits_.clear();
    tables_.clear();
    for (const PairIndex i : scene.pairs().indices())
    {
        pairs_.push_back(plannedPair(i));
        limits_.push_back(limitsOf(scene.apartWithinLimits(i)));
    }
    apart_everywhere_.clear();
    for (const PairIndex i : limits_.indices())
        if (limits_[i].everywhere)
            apart_everywhere_.push_back(i);
    const auto beyond = [&](PairIndex i) { return limits_[i].everywhere->gap - scene.pair(i).clearance; };
    std::sort(apart_everywhere_.begin(), apart_everywhere_.end(),
              [&](PairIndex x, PairIndex y) { return beyond(x) < beyond(y); });
    carried_before_.swap(carried_objects_);
    carried_objects_.clear();
    planSwept();
    planTogether();
    carried_before_.clear();
    swept_pairs_.reset(scene, *motion_, leaders_);
    scene_id_ = scene.id();
}

/// @pre one of the two moves, as of every pair of a scene
LaneProver::Pair LaneProver::plannedPair(PairIndex index)
{
    const ObjectPair& pair = scene_->pair(index);
    const BodyIndex body_a = scene_->object(pair.a).body, body_b = scene_->object(pair.b).body;
    const bool a_moves = slots_[body_a] >= 0, b_moves = slots_[body_b] >= 0;
    Pair result;
    result.clearance = pair.clearance;
    result.a = &objects_[object_slots_[a_moves ? pair.a : pair.b]];
    if (a_moves && b_moves)
    {
        result.b = &objects_[object_slots_[pair.b]];
        result.ancestor = scene_->model().commonAncestor(body_a, body_b);
        result.frame = slots_[result.ancestor];
    }
    else
        result.fixed = &fixed_objects_[object_slots_[a_moves ? pair.b : pair.a]];
    const auto isConvex = [&](ObjectIndex object) { return scene_->object(object).geometry->hulls().isConvex(); };
    result.are_convex = !result.a->is_ball && isConvex(pair.a) && isConvex(pair.b);
    result.may_be_inside = !result.fixed || !isTooLarge(*result.fixed->geometry, *result.a->geometry);
    return result;
}

LaneProver::Limits LaneProver::limitsOf(const ApartWithinLimits& proof)
{
    Limits limits;
    if (proof.cells)
        limits.table = tableOf(proof, proof.cells.get());
    if (proof.of_several && proof.of_several->cells)
        limits.of_several = tableOf(proof, &*proof.of_several->cells);
    if (proof.open.empty())
        limits.everywhere = &proof;
    limits.alone = proof.alone.get();
    return limits;
}

std::int32_t LaneProver::tableOf(const ApartWithinLimits& proof, const ApartCells* cells)
{
    const auto isIt = [&](const Table& table) { return table.cells == cells && table.proof->variables == proof.variables; };
    const auto table = std::find_if(tables_.begin(), tables_.end(), isIt);
    const auto index = static_cast<std::int32_t>(table - tables_.begin());
    if (table == tables_.end())
        tables_.push_back({&proof, cells, 0, {}});
    return index;
}

}  // namespace gapless
