#include "collision/limited_pairs.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

namespace gapless {

namespace {

bool turnsFully(const Joint& joint)
{
    return joint.type == JointType::Revolute || joint.type == JointType::Continuous;
}

/// Fewer are not worth their table: looking at one pair takes a motion hardly longer than looking it up.
constexpr std::size_t kLeastTurned = 2;

/// Two objects across three joints that have fewer leaves together are tested sooner than a table of three joints is asked.
constexpr std::size_t kLeastLeaves = 32;

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
            for (const ApartWithinLimits* proof = &earlier->apartWithinLimits(i); proof; proof = proof->alone.get())
                if (proof->turned && proof->turned->isOf(body, members))
                    return proof->turned;
    return made.emplace_back(std::make_shared<const TurnedObjects>(body, members));
}

}  // namespace

bool isOuter(const CollisionObject& object, const CollisionObject& other)
{
    return object.body > other.body;  // parents precede their children
}

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
    const auto limitPair = [&](PairIndex i) {
        RelativeChain chain(model, objects[pairs[i].a], objects[pairs[i].b]);
        const bool is_eligible = chain.isEligible();
        if (is_eligible)
            limited.push_back({std::move(chain), pairs[i].clearance, {i}, nullptr, false});
        return is_eligible;
    };
    Turned groups;
    std::vector<PairIndex> not_turned;
    for (const PairIndex i : pairs.indices())
    {
        const CollisionObject &a = objects[pairs[i].a], &b = objects[pairs[i].b];
        const std::optional<int> robot = model.body(a.body).robot;
        if (!robot || robot != model.body(b.body).robot)
            continue;
        if (jointsBetween(model, a.body, b.body) < RelativeChain::kMostVariables && limitPair(i))
            continue;
        // What is attached comes and goes: a table would take longer than most plans with it.
        if (a.kind != ObjectKind::Link || b.kind != ObjectKind::Link)
            continue;
        const ObjectIndex inner = isOuter(a, b) ? pairs[i].b : pairs[i].a;
        const BodyIndex turned = isOuter(a, b) ? a.body : b.body;
        if (turnsFully(model.body(turned).joint)
            && jointsBetween(model, objects[inner].body, model.body(turned).parent) < RelativeChain::kMostVariables)
            groups[{inner, turned, pairs[i].clearance}].push_back(i);
        else
            not_turned.push_back(i);
    }
    std::stable_sort(limited.begin(), limited.end(), [](const LimitedPair& x, const LimitedPair& y) {
        return x.chain.chain.configurationSize() < y.chain.chain.configurationSize();
    });

    std::vector<std::shared_ptr<const TurnedObjects>> made;
    std::vector<LimitedPair> alone;
    for (const auto& [of, group] : groups)
    {
        if (group.size() < kLeastTurned)
        {
            not_turned.insert(not_turned.end(), group.begin(), group.end());
            continue;
        }
        const ObjectIndex inner = std::get<0>(of);
        const Body& body = model.body(std::get<1>(of));
        const double clearance = std::get<2>(of);
        const auto limit = [&](std::vector<PairIndex> some, bool is_alone) {
            std::vector<TurnedObjects::Geometry> members;
            members.reserve(some.size());
            for (const PairIndex i : some)
                members.push_back(objects[pairs[i].a == inner ? pairs[i].b : pairs[i].a].geometry);
            std::shared_ptr<const TurnedObjects> turned = turnedObjects(body, members, earlier, made);
            if (!turned->swept)
                return;
            const ObjectPair& first = pairs[some[0]];
            RelativeChain chain = chainOf(model, objects[first.a], objects[first.b], turned.get());
            if (chain.isEligible())
                (is_alone ? alone : limited)
                    .push_back({std::move(chain), clearance, std::move(some), std::move(turned), is_alone});
        };
        limit(group, false);
        for (const PairIndex i : group)
            limit({i}, true);
    }
    for (const PairIndex i : not_turned)
    {
        const CollisionObject &a = objects[pairs[i].a], &b = objects[pairs[i].b];
        if (jointsBetween(model, a.body, b.body) == RelativeChain::kMostVariables
            && a.geometry->leaves().size() + b.geometry->leaves().size() >= kLeastLeaves)
            limitPair(i);
    }
    std::move(alone.begin(), alone.end(), std::back_inserter(limited));
    return limited;
}

}  // namespace gapless
