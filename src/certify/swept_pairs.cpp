#include "certify/swept_pairs.h"

#include <cmath>
#include <limits>
#include <utility>

#include <gapless/collision/pair_error.h>
#include <gapless/core/interval.h>

namespace gapless {

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
        // A hull would lose what is no number.
        if (!(box.low[k] <= box.high[k]))
        {
            box.low[k] = -std::numeric_limits<double>::infinity();
            box.high[k] = std::numeric_limits<double>::infinity();
        }
    }
    return box;
}

WorldBox grownBy(double metres, WorldBox box)
{
    for (int k = 0; k < 3; ++k)
    {
        box.low[k] = roundedDown(box.low[k] - metres);
        box.high[k] = roundedUp(box.high[k] + metres);
    }
    return box;
}

void SweptPairs::reset(const Scene& scene, const Motion& motion)
{
    nodes_.clear();
    moving_.clear();
    planMovingPairs(scene);
    const auto isStatic = [&](ObjectIndex i) { return scene.model().body(scene.object(i).body).is_static; };
    Statics statics;
    // In moving_ or `statics`, of those that are in a pair of one of each.
    IndexedVector<ObjectIndex, std::optional<std::size_t>> slot(scene.objects().size());
    std::vector<PairsOfObject> pairs_of;  // as moving_
    for (const PairIndex k : scene.pairs().indices())
    {
        const ObjectPair& pair = scene.pair(k);
        if (!isStatic(pair.a) && !isStatic(pair.b))
            continue;
        const auto [still, moves] = isStatic(pair.a) ? std::pair{pair.a, pair.b} : std::pair{pair.b, pair.a};
        if (!slot[still])
        {
            slot[still] = statics.size();
            statics.push_back({still, boxOfStatic(scene, scene.object(still), motion)});
        }
        if (!slot[moves])
        {
            slot[moves] = moving_.size();
            moving_.push_back({moves, 0.0, {}});
            pairs_of.emplace_back(scene.objects().size());
        }
        MovingObject& moving = moving_[*slot[moves]];
        moving.clearance = std::max(moving.clearance, pair.clearance);
        pairs_of[*slot[moves]][still] = k;
    }
    clearances_.clear();
    for (const ObjectPair& pair : scene.pairs())
        clearances_.push_back(pair.clearance);
    if (statics.empty())
        return;
    build(statics.begin(), statics.end());
    for (std::size_t i = 0; i < moving_.size(); ++i)
    {
        moving_[i].questions.resize(nodes_.size());
        ask(0, pairs_of[i], moving_[i].questions);
    }
}

void SweptPairs::planMovingPairs(const Scene& scene)
{
    const auto areMoving = [&](const ObjectPair& pair) {
        const auto moves = [&](ObjectIndex i) { return !scene.model().body(scene.object(i).body).is_static; };
        return moves(pair.a) && moves(pair.b);
    };
    moving_order_.clear();
    moving_rows_.clear();
    IndexedVector<ObjectIndex, char> is_paired(scene.objects().size());
    for (const ObjectPair& pair : scene.pairs())
        if (areMoving(pair))
            is_paired[pair.a] = is_paired[pair.b] = 1;
    IndexedVector<ObjectIndex, std::size_t> places(scene.objects().size());  // in the order
    for (const ObjectIndex i : scene.objects().indices())
        if (is_paired[i])
        {
            places[i] = moving_order_.size();
            moving_order_.push_back(i);
            moving_rows_.push_back({i, 0.0, {}});
        }
    moving_boxes_.assign((moving_order_.size() + kLanes - 1) / kLanes, {});
    // The question of the one's row about the other.
    const auto questionOf = [&](const ObjectPair& pair) -> MovingQuestion& {
        MovingRow& row = moving_rows_[places[pair.a]];
        const std::size_t block = places[pair.b] / kLanes;
        for (MovingQuestion& question : row.questions)
            if (question.block == block)
                return question;
        row.questions.push_back({block, {}, 0});
        return row.questions.back();
    };
    for (const PairIndex k : scene.pairs().indices())
    {
        const ObjectPair& pair = scene.pair(k);
        if (!areMoving(pair))
            continue;
        const std::size_t lane = places[pair.b] % kLanes;
        Question& question = questionOf(pair).question;
        question.wanted |= 1U << lane;
        question.pairs[lane] = k;
        double& largest = moving_rows_[places[pair.a]].clearance;
        largest = std::max(largest, pair.clearance);
    }
    for (const PairIndex k : scene.openPairs())
        if (const ObjectPair& pair = scene.pair(k); areMoving(pair))
            questionOf(pair).open |= 1U << places[pair.b] % kLanes;
}

/// Sets the questions of a node and of those below it. @return whether there are any
bool SweptPairs::ask(std::size_t index, const PairsOfObject& pairs, std::vector<Question>& questions) const
{
    const Node& node = nodes_[index];
    Question& question = questions[index];
    for (std::size_t lane = 0; node.used >> lane != 0; ++lane)
    {
        const std::optional<PairIndex> pair = node.nodes[lane] == kNoNode ? pairs[node.objects[lane]] : std::nullopt;
        if (pair)
            question.pairs[lane] = *pair;
        if (pair || (node.nodes[lane] != kNoNode && ask(node.nodes[lane], pairs, questions)))
            question.wanted |= 1U << lane;
    }
    return question.wanted != 0;
}

/// @return the node over these. @pre some
std::size_t SweptPairs::build(Statics::iterator begin, Statics::iterator end)
{
    const std::size_t node = nodes_.size(), count = static_cast<std::size_t>(end - begin);
    nodes_.emplace_back();
    addChildren(node, begin, end, count <= kLanes ? count : std::min(kLanes, (count + kLanes - 1) / kLanes));
    return node;
}

/// Halves the objects, along the axis that they are longest on, into so many groups, each of which becomes a child. @pre at least as many objects
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
            const auto position = [axis](const WorldBox& box) {
                const double sum = box.low[axis] + box.high[axis];
                return std::isnan(sum) ? 0.0 : sum;
            };
            const double at_x = position(x.box), at_y = position(y.box);
            return at_x < at_y || (at_x == at_y && x.object < y.object);
        });
        addChildren(node, begin, middle, first);
        addChildren(node, middle, end, groups - first);
        return;
    }
    const ObjectIndex object = begin->object;
    const std::size_t below = end - begin == 1 ? kNoNode : build(begin, end);
    Node& parent = nodes_[node];
    std::size_t lane = 0;
    while (parent.used >> lane & 1U)
        ++lane;
    parent.used |= 1U << lane;
    parent.objects[lane] = object;
    parent.nodes[lane] = below;
    for (int k = 0; k < 3; ++k)
    {
        parent.boxes.low[k].at[lane] = hull.low[k];
        parent.boxes.high[k].at[lane] = hull.high[k];
    }
}

double SweptPairs::cullMovingPairs(const IndexedVector<ObjectIndex, WorldBox>& boxes, bool open_only,
                                   std::vector<PairIndex>& left, const Tube* tube)
{
    double apart = std::numeric_limits<double>::infinity();
    for (std::size_t place = 0; place < moving_order_.size(); ++place)
    {
        const WorldBox& box = boxes[moving_order_[place]];
        BoxLanes& lanes = moving_boxes_[place / kLanes];
        for (int k = 0; k < 3; ++k)
        {
            lanes.low[k].at[place % kLanes] = box.low[k];
            lanes.high[k].at[place % kLanes] = box.high[k];
        }
    }
    const LaneKernels& kernels = laneKernels();
    for (const MovingRow& row : moving_rows_)
    {
        // With a tube every pair has its own to be taken off.
        const double clearance = tube ? std::numeric_limits<double>::infinity() : row.clearance;
        const WorldBox& swept = boxes[row.object];
        for (const MovingQuestion& asked : row.questions)
        {
            const std::uint32_t wanted = open_only ? asked.open : asked.question.wanted;
            if (wanted == 0)
                continue;
            const BoxGaps answer = kernels.boxGaps(swept.low, swept.high, moving_boxes_[asked.block], wanted, clearance);
            apart = std::min(apart, answer.least);
            for (std::size_t lane = 0; answer.near >> lane != 0; ++lane)
            {
                if (!(answer.near >> lane & 1U))
                    continue;
                const PairIndex pair = asked.question.pairs[lane];
                const double gap = answer.gaps.at[lane] - (tube ? tube->of_pair(pair) : 0.0);
                if (gap > clearances_[pair])
                    apart = std::min(apart, gap);
                else
                    left.push_back(pair);
            }
        }
    }
    return apart;
}

// A node's children are compared with the largest clearance of the moving object's pairs, so that one that is left closed holds no pair
// that would have to be looked at; a leaf with its own pair's as well. What is in a node and in no pair with that object makes its box
// larger, and the bound that is returned smaller, which is still one.
double SweptPairs::cull(const IndexedVector<ObjectIndex, WorldBox>& boxes, bool open_only, std::vector<PairIndex>& left,
                        const Tube* tube)
{
    double apart = cullMovingPairs(boxes, open_only, left, tube);
    if (nodes_.empty())
        return apart;
    const LaneKernels& kernels = laneKernels();
    for (const MovingObject& moving : moving_)
    {
        WorldBox grown;
        if (tube)
            grown = grownBy(tube->of_object(moving.object), boxes[moving.object]);
        const WorldBox& swept = tube ? grown : boxes[moving.object];
        stack_.assign(1, 0);
        while (!stack_.empty())
        {
            const Node& node = nodes_[stack_.back()];
            const Question& question = moving.questions[stack_.back()];
            stack_.pop_back();
            const BoxGaps answer = kernels.boxGaps(swept.low, swept.high, node.boxes, question.wanted, moving.clearance);
            apart = std::min(apart, answer.least);
            for (std::size_t lane = 0; answer.near >> lane != 0; ++lane)
            {
                if (!(answer.near >> lane & 1U))
                    continue;
                const double gap = answer.gaps.at[lane];
                if (node.nodes[lane] != kNoNode)
                    stack_.push_back(node.nodes[lane]);
                else if (gap > clearances_[question.pairs[lane]])
                    apart = std::min(apart, gap);
                else
                    left.push_back(question.pairs[lane]);
            }
        }
    }
    return apart;
}

}  // namespace gapless
