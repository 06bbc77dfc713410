#include "moveit/documented_pairs.h"

#include <algorithm>

#include "moveit/described_distance.h"
#include "moveit/described_kinematics.h"

namespace gapless_moveit::test {

namespace {

using ObjectKind = DescribedObject::Kind;

bool isUpdated(const SceneDescription& scene, const DescribedObject& object)
{
    return object.link && scene.links[*object.link].is_updated;
}

bool mayTouch(const SceneDescription& scene, const DescribedObject& a, const DescribedObject& b)
{
    if (a.kind == ObjectKind::Attached && b.kind == ObjectKind::Attached)
        return a.link == b.link
               || (scene.touch_links_cover_attached && (a.touch_links->count(b.name) > 0 || b.touch_links->count(a.name) > 0));
    if (a.kind == ObjectKind::Attached && b.kind == ObjectKind::Link)
        return a.touch_links->count(b.name) > 0;
    return b.kind == ObjectKind::Attached && a.kind == ObjectKind::Link && b.touch_links->count(a.name) > 0;
}

}  // namespace

std::map<std::string, DescribedObject> describedObjects(const SceneDescription& scene)
{
    std::map<std::string, DescribedObject> objects;
    const auto paddedOf = [](const auto& body) { return body.padded_shapes ? &*body.padded_shapes : &body.shapes; };
    for (const LinkIndex i : scene.links.indices())
    {
        const LinkDescription& link = scene.links[i];
        objects[link.name] = {ObjectKind::Link, link.name, i, &link.shapes, paddedOf(link), nullptr};
    }
    for (const AttachedDescription& body : scene.attached)
        objects[body.name] = {ObjectKind::Attached, body.name, body.link, &body.shapes, paddedOf(body), &body.touch_links};
    for (const WorldObjectDescription& object : scene.world)
        objects[object.name] = {ObjectKind::World, object.name, std::nullopt, &object.shapes, &object.shapes, nullptr};
    return objects;
}

DocumentedPairs documentedPairs(const SceneDescription& scene)
{
    DocumentedPairs pairs;
    const auto objects = describedObjects(scene);
    for (auto a = objects.begin(); a != objects.end(); ++a)
        for (auto b = std::next(a); b != objects.end(); ++b)
        {
            const DescribedObject &A = a->second, &B = b->second;
            if (isEmpty(A.shapesAgainst(B)) || isEmpty(B.shapesAgainst(A)) || mayTouch(scene, A, B))
                continue;
            if (!isUpdated(scene, A) && !isUpdated(scene, B))
                continue;
            if (!moveRelatively(scene, A.link, B.link))
                continue;
            const Allowed allowed = scene.allowed ? scene.allowed(A.name, B.name) : Allowed::Never;
            if (allowed == Allowed::Always)
                continue;
            pairs.checked.insert({A.name, B.name});
            if (allowed == Allowed::Conditional)
                pairs.conditional.insert({A.name, B.name});
        }
    return pairs;
}

}  // namespace gapless_moveit::test
