#include "planners/scene_hash.h"

#include <variant>

#include "planners/content_hash.h"

namespace ob = ompl::base;

namespace gapless {

namespace {

void addJoint(ContentHash& hash, const Joint& joint)
{
    hash.add(static_cast<int>(joint.type));
    hash.add(joint.axis);
    for (const std::vector<double>* limits : {&joint.lower, &joint.upper})
    {
        hash.add(static_cast<std::uint64_t>(limits->size()));
        for (const double limit : *limits)
            hash.add(limit);
    }
    hash.add(joint.mimic ? joint.mimic->master : -1);
    hash.add(joint.mimic ? joint.mimic->multiplier : 0.0);
    hash.add(joint.mimic ? joint.mimic->offset : 0.0);
}

void addModel(ContentHash& hash, const KinematicModel& model)
{
    hash.add(model.bodyCount());
    for (const Body& body : model.bodies())
    {
        hash.add(body.parent);
        hash.add(body.X_PJ);
        hash.add(body.variable);
        hash.add(body.robot);
        addJoint(hash, body.joint);
    }
}

struct ShapeHasher
{
    ContentHash& hash;

    void operator()(const Box& box) { hash.add(box.half_extents); }
    void operator()(const Sphere& sphere) { hash.add(sphere.radius); }
    void operator()(const Cylinder& cylinder)
    {
        hash.add(cylinder.radius);
        hash.add(cylinder.half_length);
    }
    void operator()(const Capsule& capsule)
    {
        hash.add(capsule.radius);
        hash.add(capsule.half_length);
    }
    void operator()(const Cone& cone)
    {
        hash.add(cone.radius);
        hash.add(cone.half_length);
    }
    void operator()(const std::shared_ptr<const TriangleMesh>& mesh)
    {
        hash.add(static_cast<std::uint64_t>(mesh->vertices().size()));
        for (const Vec3& vertex : mesh->vertices())
            hash.add(vertex);
        hash.add(static_cast<std::uint64_t>(mesh->triangles().size()));
        for (const TriangleMesh::Triangle& triangle : mesh->triangles())
            for (const std::int32_t corner : triangle)
                hash.add(static_cast<int>(corner));
    }
};

void addObject(ContentHash& hash, const CollisionObject& object)
{
    hash.add(object.body);
    hash.add(static_cast<int>(object.kind));
    hash.add(static_cast<std::uint64_t>(object.geometry->shapes().size()));
    for (const PlacedShape& placed : object.geometry->shapes())
    {
        hash.add(placed.X_BS);
        hash.add(static_cast<std::uint64_t>(placed.shape.index()));
        std::visit(ShapeHasher{hash}, placed.shape);
    }
}

/// A configuration in which every variable has another value; rotations are exact unit quaternions that differ in their signs.
/// `shift` moves all of them.
Configuration distinctValues(const KinematicModel& model, double shift)
{
    Configuration q = model.defaultConfiguration();
    unsigned signs = shift > 0.0 ? 5 : 0;
    for (const Body& body : model.bodies())
    {
        if (body.variable < 0)
            continue;
        const int count = variableCount(body.joint.type);
        for (int i = 0; i < count; ++i)
            q[body.variable + i] = shift + (body.variable + i + 1.0) / (model.configurationSize() + 1.0);
        if (body.joint.type == JointType::Floating)
        {
            for (unsigned i = 0; i < 4; ++i)
                q[body.variable + 3 + static_cast<int>(i)] = signs >> i & 1u ? -0.5 : 0.5;
            ++signs;
        }
    }
    return q;
}

/// Which variables plan, and in which order, seen through the mapping: it takes two configurations that differ everywhere to
/// states, and the numbers of these tell the order; what comes back the same does not plan.
void addPlanningJoints(ContentHash& robot, ContentHash& scene, const StateMapping& mapping)
{
    const KinematicModel& model = mapping.scene()->model();
    ob::State* state = mapping.space()->allocState();
    Configuration q[2];
    for (int k = 0; k < 2; ++k)
    {
        mapping.toState(distinctValues(model, k * 0.5), state);
        q[k] = mapping.toConfiguration(state);
    }
    std::vector<double> reals;
    mapping.space()->copyToReals(reals, state);
    mapping.space()->freeState(state);
    for (const double value : reals)
        robot.add(value);
    for (Eigen::Index i = 0; i < q[0].size(); ++i)
    {
        const bool plans = q[0][i] != q[1][i];
        robot.add(plans ? 1 : 0);
        if (!plans)
            scene.add(q[0][i]);
    }
}

}  // namespace

SceneKey sceneKey(const StateMapping& mapping, double tolerance)
{
    const Scene& scene = *mapping.scene();
    ContentHash robot_hash, scene_hash;
    addModel(robot_hash, scene.model());
    for (const CollisionObject& object : scene.objects())
        addObject(object.kind == ObjectKind::Link ? robot_hash : scene_hash, object);
    addPlanningJoints(robot_hash, scene_hash, mapping);
    for (const ObjectPair& pair : scene.pairs())
    {
        scene_hash.add(pair.a);
        scene_hash.add(pair.b);
        scene_hash.add(pair.clearance);
    }
    return {robot_hash.value(), scene_hash.value(), tolerance};
}

}  // namespace gapless
