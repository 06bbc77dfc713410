#include "certify/swept_pairs.h"

#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
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

SweptPairs::Leaders SweptPairs::ownBoxes(const Scene& scene)
{
    Leaders leaders;
    for (const ObjectIndex i : scene.objects().indices())
        leaders.push_back(i);
    return leaders;
}

void SweptPairs::reset(const Scene& scene, const Motion& motion, const Leaders& leaders)
{
    nodes_.clear();
    questions_.clear();
    listed_.clear();
    first_.clear();
    clearances_.clear();
    for (const ObjectPair& pair : scene.pairs())
        clearances_.push_back(pair.clearance);
    const auto isStatic = [&](ObjectIndex i) { return scene.model().body(scene.object(i).body).is_static; };
    Statics statics;
    // In `moving` or `statics`, of those that are in a pair of one of each.
    IndexedVector<ObjectIndex, std::optional<std::size_t>> slot(scene.objects().size());
    std::vector<MovingObject> moving;
    std::vector<std::tuple<std::size_t, ObjectIndex, PairIndex>> with_statics;  // by slot of what moves, and what stands still
    for (const PairIndex k : scene.pairs().indices())
    {
        const ObjectPair& pair = scene.pair(k);
        if (!isStatic(pair.a) && !isStatic(pair.b))
            continue;
        const auto [still, moves] = isStatic(pair.a) ? std::pair{pair.a, leaders[pair.b]} : std::pair{pair.b, leaders[pair.a]};
        if (!slot[still])
        {
            slot[still] = statics.size();
            statics.push_back({still, boxOfStatic(scene, scene.object(still), motion)});
        }
        if (!slot[moves])
        {
            slot[moves] = moving.size();
            moving.push_back({moves, 0.0, PairsOfObject(scene.objects().size())});
        }
        MovingObject& object = moving[*slot[moves]];
        object.clearance = std::max(object.clearance, pair.clearance);
        with_statics.push_back({*slot[moves], still, k});
    }
    std::sort(with_statics.begin(), with_statics.end());
    for (const auto& [of, still, k] : with_statics)
    {
        PairList& list = moving[of].pairs[still];
        if (list.count == 0)
            list.begin = static_cast<std::uint32_t>(listed_.size());
        listed_.push_back(k);
        list.open = ++list.count;
    }
    if (!statics.empty())
        build(statics.begin(), statics.end());
    for (const MovingObject& object : moving)
    {
        const std::size_t root = ask(0, object);
        first_.add(root, questions_[root].asked);
    }
    first_open_ = first_;
    askAmongMoving(scene, leaders);
}

/// Of each leader about those after it, eight at a time.
void SweptPairs::askAmongMoving(const Scene& scene, const Leaders& leaders)
{
    const auto areMoving = [&](const ObjectPair& pair) {
        const auto moves = [&](ObjectIndex i) { return !scene.model().body(scene.object(i).body).is_static; };
        return moves(pair.a) && moves(pair.b);
    };
    moving_.clear();
    IndexedVector<ObjectIndex, char> is_paired(scene.objects().size());
    for (const ObjectPair& pair : scene.pairs())
        if (areMoving(pair))
            is_paired[leaders[pair.a]] = is_paired[leaders[pair.b]] = 1;
    IndexedVector<ObjectIndex, std::size_t> places(scene.objects().size());  // in moving_
    for (const ObjectIndex i : scene.objects().indices())
        if (is_paired[i])
        {
            places[i] = moving_.size();
            moving_.push_back(i);
        }
    const std::size_t blocks = (moving_.size() + kLanes - 1) / kLanes, before = questions_.size();
    moving_boxes_.assign(blocks, {});
    std::vector<std::size_t> question_of(moving_.size() * blocks, kNone);  // of a leader about a block
    std::vector<double> clearances(moving_.size(), 0.0);
    // By question, from `before` on, and lane: what joint limits do not keep apart, and what they do.
    std::vector<std::array<std::array<std::vector<PairIndex>, 2>, kLanes>> pairs;
    IndexedVector<PairIndex, char> is_open(scene.pairs().size());
    for (const PairIndex k : scene.openPairs())
        is_open[k] = 1;
    for (const PairIndex k : scene.pairs().indices())
    {
        const ObjectPair& pair = scene.pair(k);
        if (!areMoving(pair))
            continue;
        const auto [first, second] = std::minmax({places[leaders[pair.a]], places[leaders[pair.b]]});
        std::size_t& number = question_of[first * blocks + second / kLanes];
        if (number == kNone)
        {
            number = questions_.size();
            Question& question = questions_.emplace_back();
            question.asked = {&moving_boxes_[second / kLanes], static_cast<std::uint32_t>(moving_[first].value()), 0, 0.0};
            question.among_moving = true;
            question.below.fill(kNone);
            pairs.emplace_back();
        }
        const std::size_t lane = second % kLanes;
        questions_[number].asked.lanes |= 1U << lane;
        pairs[number - before][lane][is_open[k] ? 0 : 1].push_back(k);
        clearances[first] = std::max(clearances[first], pair.clearance);
    }
    for (std::size_t number = before; number < questions_.size(); ++number)
    {
        std::uint32_t open = 0;
        for (std::size_t lane = 0; lane < kLanes; ++lane)
        {
            PairList& list = questions_[number].pairs[lane];
            list.begin = static_cast<std::uint32_t>(listed_.size());
            for (const std::vector<PairIndex>& some : pairs[number - before][lane])
                listed_.insert(listed_.end(), some.begin(), some.end());
            list.open = static_cast<std::uint32_t>(pairs[number - before][lane][0].size());
            list.count = static_cast<std::uint32_t>(listed_.size()) - list.begin;
            open |= list.open != 0 ? 1U << lane : 0;
        }
        BoxQuestion& asked = questions_[number].asked;
        asked.clearance = clearances[places[ObjectIndex(asked.box)]];
        first_.add(number, asked);
        BoxQuestion to_ask = asked;
        to_ask.lanes = open;
        if (to_ask.lanes != 0)
            first_open_.add(number, to_ask);
    }
}

/// Adds what it asks of a node and of those below it. @return the number of that question; kNone: there is none
std::size_t SweptPairs::ask(std::size_t index, const MovingObject& moving)
{
    const Node& node = nodes_[index];
    Question question;
    question.asked = {&node.boxes, static_cast<std::uint32_t>(moving.leader.value()), 0, moving.clearance};
    question.among_moving = false;
    question.below.fill(kNone);
    for (std::size_t lane = 0; node.used >> lane != 0; ++lane)
    {
        if (node.nodes[lane] != kNone)
        {
            question.below[lane] = ask(node.nodes[lane], moving);
            if (question.below[lane] == kNone)
                continue;
        }
        else if (const PairList& pairs = moving.pairs[node.objects[lane]]; pairs.count != 0)
            question.pairs[lane] = pairs;
        else
            continue;
        question.asked.lanes |= 1U << lane;
    }
    if (question.asked.lanes == 0)
        return kNone;
    questions_.push_back(question);
    return questions_.size() - 1;
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
    const std::size_t below = end - begin == 1 ? kNone : build(begin, end);
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

// Asked for is the largest clearance of the moving object's pairs, so that a node that is left closed holds no pair that would have to be looked
// at; where a box is not as far as that, it may still be as far as its own pair asks for. What is in a node and in no pair with that
// object makes its box larger, and the bound that is returned smaller, which is still one.
double SweptPairs::cull(const IndexedVector<ObjectIndex, WorldBox>& boxes, bool open_only, std::vector<PairIndex>& left,
                        const Tube* tube)
{
    double apart = std::numeric_limits<double>::infinity();
    for (std::size_t place = 0; place < moving_.size(); ++place)
    {
        const WorldBox& box = boxes[moving_[place]];
        BoxLanes& lanes = moving_boxes_[place / kLanes];
        for (int k = 0; k < 3; ++k)
        {
            lanes.low[k].at[place % kLanes] = box.low[k];
            lanes.high[k].at[place % kLanes] = box.high[k];
        }
    }
    const Batch* batch = open_only ? &first_open_ : &first_;
    const IndexedVector<ObjectIndex, WorldBox>* asking = &boxes;
    if (tube)
    {
        // What stands still is asked by grown boxes; of moving objects every pair has its own to be taken off.
        grown_ = boxes;
        batches_[0] = *batch;
        for (std::size_t i = 0; i < batch->questions.size(); ++i)
            if (const ObjectIndex object(batch->asked[i].box); questions_[batch->questions[i]].among_moving)
                batches_[0].asked[i].clearance = std::numeric_limits<double>::infinity();
            else
                grown_[object] = grownBy(tube->of_object(object), boxes[object]);
        batch = &batches_[0];
        asking = &grown_;
    }
    const LaneKernels& kernels = laneKernels();
    for (std::size_t next = 1; !batch->questions.empty(); next = 1 - next)
    {
        near_.resize(batch->questions.size());
        kernels.nearBoxes(asking->list().data(), batch->asked.data(), near_.size(), near_.data(), apart);
        batches_[next].clear();
        for (std::size_t i = 0; i < near_.size(); ++i)
        {
            const std::uint32_t near = near_[i];
            if (near == 0)
                continue;
            const Question& question = questions_[batch->questions[i]];
            const WorldBox& box = (question.among_moving ? boxes : *asking)[ObjectIndex(question.asked.box)];
            for (std::size_t lane = 0; near >> lane != 0; ++lane)
            {
                if (!(near >> lane & 1U))
                    continue;
                if (const std::size_t below = question.below[lane]; below != kNone)
                {
                    batches_[next].add(below, questions_[below].asked);
                    continue;
                }
                const PairList& list = question.pairs[lane];
                for (std::uint32_t k = 0; k < (open_only ? list.open : list.count); ++k)
                {
                    const PairIndex pair = listed_[list.begin + k];
                    if (!(clearances_[pair] < batch->asked[i].clearance))
                    {
                        left.push_back(pair);
                        continue;
                    }
                    const double gap = box.gap(boxAt(*question.asked.others, lane))
                                       - (tube && question.among_moving ? tube->of_pair(pair) : 0.0);
                    if (gap > clearances_[pair])
                        apart = std::min(apart, gap);
                    else
                        left.push_back(pair);
                }
            }
        }
        batch = &batches_[next];
    }
    return apart;
}

}  // namespace gapless
