#include <gapless/collision/scene.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <unordered_map>

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
    if (!(clearances.self < 0.0))
        kClearanceRange.require(clearances.self, "the self clearance");
    std::map<std::pair<int, int>, double> own;
    for (const Clearances::PairValue& value : clearances.pairs)
    {
        const int a = findObject(value.a), b = findObject(value.b);
        if (a < 0 || b < 0)
            throw InputError("a clearance names '" + (a < 0 ? value.a : value.b)
                             + "', which is no link, obstacle or attached part with geometry");
        kClearanceRange.require(value.value, "the clearance of '" + value.a + "' and '" + value.b + "'");
        own[std::minmax(a, b)] = value.value;
    }

    const std::vector<int> joined = joinedLinks();
    const auto touches = [](const CollisionObject& part, const CollisionObject& other) {
        return part.kind == ObjectKind::Attached
               && std::find(part.touch_links.begin(), part.touch_links.end(), other.name) != part.touch_links.end();
    };
    const int count = static_cast<int>(objects_.size());
    for (int i = 0; i < count; ++i)
        for (int j = i + 1; j < count; ++j)
        {
            const CollisionObject &a = object(i), &b = object(j);
            if (!moveRelatively(a, b))
                continue;
            std::optional<ExemptReason> reason = allowed.reasonFor(a.name, b.name);
            if (joined[static_cast<std::size_t>(i)] == j || joined[static_cast<std::size_t>(j)] == i)
                reason = ExemptReason::Joint;
            else if (!reason && (touches(a, b) || touches(b, a)))
                reason = ExemptReason::Problem;
            if (reason)
            {
                exempt_.push_back({i, j, *reason});
                continue;
            }
            const int robot_a = model_.body(a.body).robot, robot_b = model_.body(b.body).robot;
            ObjectPair pair{i, j, clearances.all};
            if (robot_a >= 0 && robot_a == robot_b && clearances.self >= 0.0)
                pair.clearance = clearances.self;
            const auto it = own.find({i, j});
            if (it != own.end())
                pair.clearance = it->second;
            pairs_.push_back(pair);
        }
    apart_ = proveApartWithinLimits(model_, objects_, pairs_, earlier);
}

Scene::Scene(KinematicModel model, std::vector<CollisionObject> objects, const std::vector<ObjectPair>& pairs,
             const Scene* earlier)
    : id_(nextSceneId()), model_(std::move(model)), objects_(std::move(objects))
{
    requireSoundObjects();
    std::set<std::pair<int, int>> known;
    for (const ObjectPair& pair : pairs)
    {
        if (pair.a < 0 || pair.a >= pair.b || pair.b >= static_cast<int>(objects_.size()))
            throw InputError("no pair of objects " + std::to_string(pair.a) + " and " + std::to_string(pair.b)
                             + "; a pair has two objects of the scene, the first before the second");
        const std::string names = "'" + object(pair.a).name + "' and '" + object(pair.b).name + "'";
        kClearanceRange.require(pair.clearance, "the clearance of " + names);
        if (!known.emplace(pair.a, pair.b).second)
            throw InputError("the pair of " + names + " is given twice");
        if (moveRelatively(object(pair.a), object(pair.b)))
            pairs_.push_back(pair);
    }
    apart_ = proveApartWithinLimits(model_, objects_, pairs_, earlier);
}

void Scene::requireSoundObjects() const
{
    requireRounding();
    std::unordered_map<std::string, int> index;
    for (std::size_t i = 0; i < objects_.size(); ++i)
    {
        const CollisionObject& object = objects_[i];
        if (object.body < 0 || object.body >= model_.bodyCount() || !object.geometry)
            throw InputError("collision object '" + object.name + "' has no geometry or sits on no body of the model");
        if (!index.emplace(object.name, static_cast<int>(i)).second)
            throw InputError("two collision objects are named '" + object.name + "'; names have to be unique");
    }
}

bool Scene::moveRelatively(const CollisionObject& a, const CollisionObject& b) const
{
    // Up to where something moves: bodies that fixed joints join are one.
    const auto rigid = [this](int body) {
        while (body > 0 && model_.body(body).joint.type == JointType::Fixed)
            body = model_.body(body).parent;
        return body;
    };
    return rigid(a.body) != rigid(b.body);
}

std::vector<int> Scene::joinedLinks() const
{
    std::unordered_map<std::string, int> links;
    for (std::size_t i = 0; i < objects_.size(); ++i)
        if (objects_[i].kind == ObjectKind::Link)
            links.emplace(objects_[i].name, static_cast<int>(i));
    std::vector<int> joined(objects_.size(), -1);
    for (std::size_t i = 0; i < objects_.size(); ++i)
    {
        const CollisionObject& link = objects_[i];
        if (link.parent_link.empty())
            continue;
        const auto parent = links.find(link.parent_link);
        const int above = link.kind == ObjectKind::Link && parent != links.end() ? object(parent->second).body : -1;
        std::vector<JointType> between;
        int body = link.body;
        for (; body > 0 && body != above; body = model_.body(body).parent)
            if (model_.body(body).joint.type != JointType::Fixed)
                between.push_back(model_.body(body).joint.type);
        if (body != above)
            throw InputError("'" + link.name + "' has the parent link '" + link.parent_link + "', which is no link above it");
        if (between.size() == 1 && between[0] != JointType::Planar && between[0] != JointType::Floating)
            joined[i] = parent->second;
    }
    return joined;
}

int Scene::findObject(const std::string& name) const
{
    for (std::size_t i = 0; i < objects_.size(); ++i)
        if (objects_[i].name == name)
            return static_cast<int>(i);
    return -1;
}

}  // namespace gapless
