#include "certify/swept_pairs.h"

#include <limits>

namespace gapless {

namespace {

WorldBox hull(const WorldBox& a, const WorldBox& b)
{
    WorldBox box;
    for (int k = 0; k < 3; ++k)
    {
        box.low[k] = std::min(a.low[k], b.low[k]);
        box.high[k] = std::max(a.high[k], b.high[k]);
    }
    return box;
}

}  // namespace

SweptPairs::SweptPairs(const Scene& scene, const SweptBoxes& boxes) : scene_(scene)
{
    const auto isStatic = [&](ObjectIndex object) { return scene.model().body(scene.object(object).body).is_static; };
    Objects static_objects;
    IndexedVector<ObjectIndex, std::size_t> slot(scene.objects().size());
    for (const ObjectIndex i : scene.objects().indices())
    {
        if (isStatic(i))
            static_objects.push_back(i);
        else
        {
            slot[i] = moving_.size();
            moving_.push_back({i, 0.0, {}});
            moving_.back().pair_of.resize(scene.objects().size());
        }
    }
    for (const PairIndex k : scene.pairs().indices())
    {
        const ObjectPair& pair = scene.pair(k);
        const bool a_moves = !isStatic(pair.a);
        if (a_moves && !isStatic(pair.b))
        {
            moving_pairs_.push_back(k);
            continue;
        }
        MovingObject& moving = moving_[slot[a_moves ? pair.a : pair.b]];
        moving.clearance = std::max(moving.clearance, pair.clearance);
        moving.pair_of[a_moves ? pair.b : pair.a] = k;
    }
    if (static_objects.empty())
        return;
    nodes_.reserve(2 * static_objects.size());
    nodes_.emplace_back();
    build(0, static_objects.begin(), static_objects.end(), boxes);
}

void SweptPairs::build(int node, Objects::iterator begin, Objects::iterator end, const SweptBoxes& boxes)
{
    WorldBox box = boxes.box(*begin);
    for (auto i = begin; i != end; ++i)
        box = hull(box, boxes.box(*i));
    nodes_[static_cast<std::size_t>(node)].box = box;
    if (end - begin == 1)
    {
        nodes_[static_cast<std::size_t>(node)].object = *begin;
        return;
    }
    int axis = 0;
    for (int k = 1; k < 3; ++k)
        if (box.high[k] - box.low[k] > box.high[axis] - box.low[axis])
            axis = k;
    const auto middle = begin + (end - begin) / 2;
    std::nth_element(begin, middle, end, [&](ObjectIndex x, ObjectIndex y) {
        const WorldBox &a = boxes.box(x), &b = boxes.box(y);
        return a.low[axis] + a.high[axis] < b.low[axis] + b.high[axis];
    });
    const int left = static_cast<int>(nodes_.size());
    nodes_[static_cast<std::size_t>(node)].left = left;
    nodes_.emplace_back();
    nodes_.emplace_back();
    build(left, begin, middle, boxes);
    build(left + 1, middle, end, boxes);
}

// A node is compared with the largest clearance of the moving object's pairs, so that one that is left closed holds no pair that would
// have to be looked at; a leaf with its own pair's. Objects without an active pair are in nodes, too: they make boxes larger, and the
// bound that is returned smaller, which is still one.
double SweptPairs::cull(const SweptBoxes& boxes, std::vector<PairIndex>& left) const
{
    double apart = std::numeric_limits<double>::infinity();
    const auto judge = [&](PairIndex pair, double gap) {
        if (gap > scene_.pair(pair).clearance)
            apart = std::min(apart, gap);
        else
            left.push_back(pair);
    };
    for (const PairIndex pair : moving_pairs_)
        judge(pair, boxes.gap(scene_.pair(pair)));
    std::vector<int> stack;
    for (const MovingObject& moving : moving_)
    {
        if (nodes_.empty())
            break;
        const WorldBox& swept = boxes.box(moving.object);
        stack.assign(1, 0);
        while (!stack.empty())
        {
            const Node& node = nodes_[static_cast<std::size_t>(stack.back())];
            stack.pop_back();
            const double gap = node.box.gap(swept);
            if (node.object)
            {
                if (const std::optional<PairIndex> pair = moving.pair_of[*node.object])
                    judge(*pair, gap);
            }
            else if (gap > moving.clearance)
                apart = std::min(apart, gap);
            else
            {
                stack.push_back(node.left);
                stack.push_back(node.left + 1);
            }
        }
    }
    return apart;
}

}  // namespace gapless
