#include "certify/articulated_variants.h"

#include <algorithm>
#include <set>

namespace gapless::test {

std::shared_ptr<const Scene> rebuilt(const Scene& scene, const KinematicModel& model, const std::vector<CollisionObject>& objects,
                                     std::optional<PairIndex> dropped)
{
    std::set<std::pair<std::string, std::string>> active;
    Clearances clearances;
    for (const PairIndex i : scene.pairs().indices())
    {
        if (i == dropped)
            continue;
        const ObjectPair& pair = scene.pair(i);
        const std::string &a = scene.object(pair.a).name, &b = scene.object(pair.b).name;
        active.insert({a, b});
        clearances.pairs.push_back({a, b, pair.clearance});
    }
    AllowedCollisionMatrix allowed;
    for (const CollisionObject& a : objects)
        for (const CollisionObject& b : objects)
            if (!active.count({a.name, b.name}) && !active.count({b.name, a.name}))
                allowed.allow(a.name, b.name);
    return std::make_shared<Scene>(model, objects, allowed, clearances);
}

ArticulatedCase swapped(const ArticulatedCase& motion)
{
    ArticulatedCase out = motion;
    out.name += " (swapped)";
    std::vector<CollisionObject> objects = motion.scene->objects().list();
    std::reverse(objects.begin(), objects.end());
    out.scene = rebuilt(*motion.scene, motion.scene->model(), objects);
    return out;
}

ArticulatedCase reversed(const ArticulatedCase& motion)
{
    ArticulatedCase out = motion;
    out.name += " (backwards)";
    std::swap(out.q0, out.q1);
    out.contacts.clear();
    out.toc = motion.toc_backwards;
    out.toc_backwards = motion.toc;
    if (motion.toc && !out.toc)
        out.contact_by = 1.0 - *motion.toc;
    return out;
}

ArticulatedCase moved(const ArticulatedCase& motion, const Vec3& offset)
{
    ArticulatedCase out = motion;
    out.name += " (moved)";
    const KinematicModel& model = motion.scene->model();
    KinematicModel elsewhere;
    for (BodyIndex i(1); model.bodies().has(i); i = i.next())
    {
        const Body& body = model.body(i);
        Pose X = body.X_PJ;
        if (body.parent == kWorld)
            X.p += offset;
        elsewhere.addBody(body.name, body.parent, X, body.joint, body.robot);
    }
    std::vector<CollisionObject> objects = motion.scene->objects().list();
    for (CollisionObject& object : objects)
    {
        if (object.body != kWorld)
            continue;
        std::vector<PlacedShape> shapes = object.geometry->shapes();
        for (PlacedShape& placed : shapes)
            placed.X_BS.p += offset;
        object.geometry = std::make_shared<CollisionGeometry>(shapes, object.name);
    }
    out.scene = rebuilt(*motion.scene, elsewhere, objects);
    for (ExpectedContact& contact : out.contacts)
        if (contact.middle)
            *contact.middle += offset;
    // A few coordinates rounded at the offset.
    const double rounding = 8 * 0x1p-53 * offset.cwiseAbs().maxCoeff();
    if (out.toc && !out.touches_only && *out.toc > 0.0)
        out.toc_error += rounding / std::max(1e-6, MotionOracle(motion).closingSpeed(*motion.toc));
    if (out.excess)
        *out.excess -= rounding;
    if (out.distance)
        *out.distance += rounding;
    return out;
}

}  // namespace gapless::test
