#include "certify/swept_pairs.h"

#include <limits>

#include <gapless/collision/pair_error.h>

namespace gapless {

namespace {

WorldBox boxOfStatic(const Scene& scene, const CollisionObject& object, const Motion& motion)
{
    const Pose& X_WB = scene.model().body(object.body).X_WB;
    const Vec3 centre = X_WB * object.geometry->boxCentre(), half = X_WB.R.cwiseAbs() * object.geometry->boxHalfExtents();
    const double magnitude = (centre.cwiseAbs() + half).maxCoeff();
    // Fewer than 16 roundings of numbers <= 2 magnitude in the box itself.
    const double grow = objectError(motion, object) + 64.0 * kUnitRoundoff * magnitude;
    WorldBox box;
    for (int k = 0; k < 3; ++k)
    {
        box.low[k] = centre[k] - half[k] - grow;
        box.high[k] = centre[k] + half[k] + grow;
    }
    return box;
}

}  // namespace

void SweptPairs::reset(const Scene& scene, const Motion& motion)
{
    nodes_.clear();
    moving_.clear();
    moving_pairs_.clear();
    open_moving_pairs_.clear();
    Statics statics;
    IndexedVector<ObjectIndex, std::optional<std::size_t>> slot(scene.objects().size());
    for (const ObjectIndex i : scene.objects().indices())
    {
        const CollisionObject& object = scene.object(i);
        if (scene.model().body(object.body).is_static)
        {
            statics.push_back({i, boxOfStatic(scene, object, motion)});
            continue;
        }
        slot[i] = moving_.size();
        moving_.push_back({i, 0.0, {}});
        moving_.back().pair_of.resize(scene.objects().size());
    }
    for (const PairIndex k : scene.pairs().indices())
    {
        const ObjectPair& pair = scene.pair(k);
        if (slot[pair.a] && slot[pair.b])
        {
            moving_pairs_.push_back({k, pair.a, pair.b, pair.clearance});
            if (!scene.apartWithinLimits(k).open.empty())
                open_moving_pairs_.push_back(moving_pairs_.back());
            continue;
        }
        MovingObject& moving = moving_[slot[pair.a] ? *slot[pair.a] : *slot[pair.b]];
        moving.clearance = std::max(moving.clearance, pair.clearance);
        moving.pair_of[slot[pair.a] ? pair.b : pair.a] = k;
    }
    clearances_.clear();
    for (const ObjectPair& pair : scene.pairs())
        clearances_.push_back(pair.clearance);
    if (!statics.empty())
        build(statics.begin(), statics.end());
}

/// @return the node over these. @pre some
std::size_t SweptPairs::build(Statics::iterator begin, Statics::iterator end)
{
    const std::size_t node = nodes_.size(), count = static_cast<std::size_t>(end - begin);
    nodes_.emplace_back();
    for (int k = 0; k < 3; ++k)
    {
        std::fill(std::begin(nodes_[node].boxes.low[k].at), std::end(nodes_[node].boxes.low[k].at), 0.0);
        std::fill(std::begin(nodes_[node].boxes.high[k].at), std::end(nodes_[node].boxes.high[k].at), 0.0);
    }
    addChildren(node, begin, end, count <= kLanes ? count : std::min(kLanes, (count + kLanes - 1) / kLanes));
    return node;
}

/// Halves the objects, along the axis that they are longest on, into so many groups, each of which becomes a child. @pre as many objects
void SweptPairs::addChildren(std::size_t node, Statics::iterator begin, Statics::iterator end, std::size_t groups)
{
    WorldBox hull = begin->box;
    for (auto i = begin; i != end; ++i)
        for (int k = 0; k < 3; ++k)
        {
            hull.low[k] = std::min(hull.low[k], i->box.low[k]);
            hull.high[k] = std::max(hull.high[k], i->box.high[k]);
        }
    if (groups > 1)
    {
        int axis = 0;
        for (int k = 1; k < 3; ++k)
            if (hull.high[k] - hull.low[k] > hull.high[axis] - hull.low[axis])
                axis = k;
        const std::size_t first = groups / 2;
        const auto middle = begin + (end - begin) * static_cast<std::ptrdiff_t>(first) / static_cast<std::ptrdiff_t>(groups);
        std::nth_element(begin, middle, end, [&](const Static& x, const Static& y) {
            const double at_x = x.box.low[axis] + x.box.high[axis], at_y = y.box.low[axis] + y.box.high[axis];
            return at_x < at_y || (at_x == at_y && x.object < y.object);
        });
        addChildren(node, begin, middle, first);
        addChildren(node, middle, end, groups - first);
        return;
    }
    Child child;
    if (end - begin == 1)
        child.object = begin->object;
    else
        child.node = build(begin, end);
    Node& parent = nodes_[node];
    std::size_t lane = 0;
    while (parent.used >> lane & 1U)
        ++lane;
    parent.used |= 1U << lane;
    parent.children[lane] = child;
    for (int k = 0; k < 3; ++k)
    {
        parent.boxes.low[k].at[lane] = hull.low[k];
        parent.boxes.high[k].at[lane] = hull.high[k];
    }
}

// A node's children are compared with the largest clearance of the moving object's pairs, so that one that is left closed holds no pair
// that would have to be looked at; a leaf with its own pair's. Objects without an active pair are in nodes, too: they make boxes larger,
// and the bound that is returned smaller, which is still one.
double SweptPairs::cull(const IndexedVector<ObjectIndex, WorldBox>& boxes, bool open_only, std::vector<PairIndex>& left)
{
    double apart = std::numeric_limits<double>::infinity();
    for (const MovingPair& pair : open_only ? open_moving_pairs_ : moving_pairs_)
    {
        const double gap = boxes[pair.a].gap(boxes[pair.b]);
        if (gap > pair.clearance)
            apart = std::min(apart, gap);
        else
            left.push_back(pair.pair);
    }
    if (nodes_.empty())
        return apart;
    const LaneKernels& kernels = laneKernels();
    for (const MovingObject& moving : moving_)
    {
        const WorldBox& swept = boxes[moving.object];
        stack_.assign(1, 0);
        while (!stack_.empty())
        {
            const Node& node = nodes_[stack_.back()];
            stack_.pop_back();
            Lanes gaps;
            kernels.boxGaps(swept.low, swept.high, node.boxes, gaps);
            for (std::size_t lane = 0; node.used >> lane != 0; ++lane)
            {
                const double gap = gaps.at[lane];
                const Child& child = node.children[lane];
                if (gap > moving.clearance)
                    apart = std::min(apart, gap);
                else if (!child.object)
                    stack_.push_back(child.node);
                else if (const std::optional<PairIndex> pair = moving.pair_of[*child.object])
                {
                    if (gap > clearances_[pair->value()])
                        apart = std::min(apart, gap);
                    else
                        left.push_back(*pair);
                }
            }
        }
    }
    return apart;
}

}  // namespace gapless
