#include "collision/limited_pairs.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace gapless {

namespace {

/// Of a pair, the one whose body does not carry the other's: what a joint next to it may turn.
bool isOuter(const CollisionObject& object, const CollisionObject& other)
{
    return object.body > other.body;  // parents precede their children
}

bool turnsFully(const Joint& joint)
{
    return joint.type == JointType::Revolute || joint.type == JointType::Continuous;
}

/// Fewer are not worth their table: looking at one pair takes a motion hardly longer than looking it up.
constexpr std::size_t kLeastTurned = 2;

/// Pairs of one object with what one body carries, by that object, that body, and the clearance.
using Turned = std::map<std::tuple<ObjectIndex, BodyIndex, double>, std::vector<PairIndex>>;

/// One of this scene, or of an earlier one, or a new one.
std::shared_ptr<const TurnedObjects> turnedObjects(const Body& body, const std::vector<TurnedObjects::Geometry>& members,
                                                   const Scene* earlier, std::vector<std::shared_ptr<const TurnedObjects>>& made)
{
    for (const std::shared_ptr<const TurnedObjects>& turned : made)
        if (turned->isOf(body, members))
            return turned;
    if (earlier)
        for (const PairIndex i : earlier->pairs().indices())
            if (const auto& turned = earlier->apartWithinLimits(i).turned; turned && turned->isOf(body, members))
                return turned;
    return made.emplace_back(std::make_shared<const TurnedObjects>(body, members));
}

}  // namespace

RelativeChain chainOf(const KinematicModel& model, const CollisionObject& a, const CollisionObject& b,
                      const TurnedObjects* turned)
{
    if (!turned)
        return {model, a, b};
    const CollisionObject& inner = isOuter(a, b) ? b : a;
    CollisionObject rings = isOuter(a, b) ? a : b;
    rings.body = model.body(rings.body).parent;
    rings.geometry = turned->swept;
    return {model, inner, rings};
}

std::vector<LimitedPair> limitedPairs(const KinematicModel& model, const IndexedVector<ObjectIndex, CollisionObject>& objects,
                                      const IndexedVector<PairIndex, ObjectPair>& pairs, const Scene* earlier)
{
    std::vector<LimitedPair> limited;
    Turned groups;
    for (const PairIndex i : pairs.indices())
    {
        const CollisionObject &a = objects[pairs[i].a], &b = objects[pairs[i].b];
        const std::optional<int> robot = model.body(a.body).robot;
        if (!robot || robot != model.body(b.body).robot)
            continue;
        if (!hasTooManyJoints(model, a.body, b.body))
        {
            RelativeChain chain(model, a, b);
            if (chain.isEligible())
            {
                limited.push_back({std::move(chain), pairs[i].clearance, {i}, nullptr});
                continue;
            }
        }
        // What is attached comes and goes: a table would take longer than most plans with it.
        if (a.kind != ObjectKind::Link || b.kind != ObjectKind::Link)
            continue;
        const ObjectIndex inner = isOuter(a, b) ? pairs[i].b : pairs[i].a;
        const BodyIndex turned = isOuter(a, b) ? a.body : b.body;
        if (turnsFully(model.body(turned).joint) && !hasTooManyJoints(model, objects[inner].body, model.body(turned).parent))
            groups[{inner, turned, pairs[i].clearance}].push_back(i);
    }
    std::stable_sort(limited.begin(), limited.end(), [](const LimitedPair& x, const LimitedPair& y) {
        return x.chain.chain.configurationSize() < y.chain.chain.configurationSize();
    });

    std::vector<std::shared_ptr<const TurnedObjects>> made;
    for (auto& [of, group] : groups)
    {
        if (group.size() < kLeastTurned)
            continue;
        const auto& [inner, body, clearance] = of;
        std::vector<TurnedObjects::Geometry> members;
        for (const PairIndex i : group)
            members.push_back(objects[pairs[i].a == inner ? pairs[i].b : pairs[i].a].geometry);
        const CollisionObject &a = objects[pairs[group[0]].a], &b = objects[pairs[group[0]].b];
        std::shared_ptr<const TurnedObjects> turned = turnedObjects(model.body(body), members, earlier, made);
        if (!turned->swept)
            continue;
        RelativeChain chain = chainOf(model, a, b, turned.get());
        if (chain.isEligible())
            limited.push_back({std::move(chain), clearance, std::move(group), std::move(turned)});
    }
    return limited;
}

}  // namespace gapless
