#include <gapless/collision/scene.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include <gapless/core/error.h>
#include <gapless/core/rounding_environment.h>

namespace gapless {

namespace {

std::uint64_t nextSceneId()
{
    static std::atomic<std::uint64_t> next{1};
    return next++;
}

}  // namespace

Scene::Scene(KinematicModel model, std::vector<CollisionObject> objects, AllowedCollisionMatrix allowed, Clearances clearances,
             const Scene* earlier)
    : id_(nextSceneId()), model_(std::move(model)), objects_(std::move(objects))
{
    requireSoundObjects();
    kClearanceRange.require(clearances.all, "the clearance");
    if (clearances.self)
        kClearanceRange.require(*clearances.self, "the self clearance");
    std::map<std::pair<ObjectIndex, ObjectIndex>, double> own;
    for (const Clearances::PairValue& value : clearances.pairs)
    {
        const std::optional<ObjectIndex> a = findObject(value.a), b = findObject(value.b);
        if (!a || !b)
            throw InputError("a clearance names '" + (a ? value.b : value.a)
                             + "', which is no link, obstacle or attached part with geometry");
        kClearanceRange.require(value.value, "the clearance of '" + value.a + "' and '" + value.b + "'");
        own[std::minmax(*a, *b)] = value.value;
    }

    const auto joined = joinedLinks();
    const auto touches = [](const CollisionObject& part, const CollisionObject& other) {
        return part.kind == ObjectKind::Attached
               && std::find(part.touch_links.begin(), part.touch_links.end(), other.name) != part.touch_links.end();
    };
    const ObjectIndex end(objects_.size());
    for (ObjectIndex i; i < end; i = i.next())
        for (ObjectIndex j = i.next(); j < end; j = j.next())
        {
            const CollisionObject &a = object(i), &b = object(j);
            if (!moveRelatively(a, b))
                continue;
            std::optional<ExemptReason> reason = allowed.reasonFor(a.name, b.name);
            if (joined[i] == j || joined[j] == i)
                reason = ExemptReason::Joint;
            else if (!reason && (touches(a, b) || touches(b, a)))
                reason = ExemptReason::Problem;
            if (reason)
            {
                exempt_.push_back({i, j, *reason});
                continue;
            }
            const std::optional<int> robot_a = model_.body(a.body).robot, robot_b = model_.body(b.body).robot;
            ObjectPair pair{i, j, clearances.all};
            if (robot_a && robot_a == robot_b && clearances.self)
                pair.clearance = *clearances.self;
            const auto it = own.find({i, j});
            if (it != own.end())
                pair.clearance = it->second;
            pairs_.push_back(pair);
        }
    proveLimits(earlier);
}

Scene::Scene(KinematicModel model, std::vector<CollisionObject> objects, const std::vector<ObjectPair>& pairs,
             const Scene* earlier)
    : id_(nextSceneId()), model_(std::move(model)), objects_(std::move(objects))
{
    requireSoundObjects();
    std::set<std::pair<ObjectIndex, ObjectIndex>> known;
    for (const ObjectPair& pair : pairs)
    {
        if (pair.a >= pair.b || !objects_.has(pair.a) || !objects_.has(pair.b))
            throw InputError("no pair of objects " + std::to_string(pair.a.value()) + " and " + std::to_string(pair.b.value())
                             + "; a pair has two objects of the scene, the first before the second");
        const std::string names = "'" + object(pair.a).name + "' and '" + object(pair.b).name + "'";
        kClearanceRange.require(pair.clearance, "the clearance of " + names);
        if (!known.emplace(pair.a, pair.b).second)
            throw InputError("the pair of " + names + " is given twice");
        if (moveRelatively(object(pair.a), object(pair.b)))
            pairs_.push_back(pair);
    }
    proveLimits(earlier);
}

void Scene::proveLimits(const Scene* earlier)
{
    apart_ = proveApartWithinLimits(model_, objects_, pairs_, earlier);
    for (const PairIndex i : pairs_.indices())
        if (apart_[i].open.empty())
            least_gap_ = std::min(least_gap_, apart_[i].gap);
        else
            open_pairs_.push_back(i);
}

void Scene::requireSoundObjects() const
{
    requireRounding();
    std::unordered_set<std::string> names;
    for (const CollisionObject& object : objects_)
    {
        if (!model_.bodies().has(object.body) || !object.geometry)
            throw InputError("collision object '" + object.name + "' has no geometry or sits on no body of the model");
        if (!names.insert(object.name).second)
            throw InputError("two collision objects are named '" + object.name + "'; names have to be unique");
    }
}

bool Scene::moveRelatively(const CollisionObject& a, const CollisionObject& b) const
{
    // Up to where something moves: bodies that fixed joints join are one.
    const auto rigid = [this](BodyIndex body) {
        while (body != kWorld && model_.body(body).joint.type == JointType::Fixed)
            body = model_.body(body).parent;
        return body;
    };
    return rigid(a.body) != rigid(b.body);
}

IndexedVector<ObjectIndex, std::optional<ObjectIndex>> Scene::joinedLinks() const
{
    std::unordered_map<std::string, ObjectIndex> links;
    for (const ObjectIndex i : objects_.indices())
        if (objects_[i].kind == ObjectKind::Link)
            links.emplace(objects_[i].name, i);
    IndexedVector<ObjectIndex, std::optional<ObjectIndex>> joined(objects_.size());
    for (const ObjectIndex i : objects_.indices())
    {
        const CollisionObject& link = objects_[i];
        if (link.parent_link.empty())
            continue;
        const auto parent = links.find(link.parent_link);
        std::optional<BodyIndex> above;
        if (link.kind == ObjectKind::Link && parent != links.end())
            above = object(parent->second).body;
        std::vector<JointType> between;
        BodyIndex body = link.body;
        for (; body != kWorld && body != above; body = model_.body(body).parent)
            if (model_.body(body).joint.type != JointType::Fixed)
                between.push_back(model_.body(body).joint.type);
        if (body != above)
            throw InputError("'" + link.name + "' has the parent link '" + link.parent_link + "', which is no link above it");
        if (between.size() == 1 && between[0] != JointType::Planar && between[0] != JointType::Floating)
            joined[i] = parent->second;
    }
    return joined;
}

std::optional<ObjectIndex> Scene::findObject(const std::string& name) const
{
    for (const ObjectIndex i : objects_.indices())
        if (objects_[i].name == name)
            return i;
    return std::nullopt;
}

}  // namespace gapless
