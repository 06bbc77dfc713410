#include "moveit/random_description.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "moveit/described_distance.h"
#include "moveit/described_kinematics.h"
#include "moveit/random_matrix.h"
#include "moveit/small_robots.h"
#include "support/random_scene.h"

namespace gapless_moveit::test {

using gapless::IndexedVector;
using gapless::TriangleMesh;
using gapless::test::Random;

namespace {

/// Where each of a list goes.
template <class I>
IndexedVector<I, I> shuffled(int count, Random& random)
{
    IndexedVector<I, I> order;
    for (const I i : gapless::IndexRange<I>(static_cast<std::size_t>(count)))
        order.push_back(i);
    for (int i = count - 1; i > 0; --i)
        std::swap(order[I(i)], order[I(random.index(i + 1))]);
    return order;
}

DescribedShape randomDescribedShape(Random& random, double size)
{
    const auto length = [&] { return size * random.uniform(0.2, 1.0); };
    switch (random.index(8))
    {
        case 0: return Sphere{length()};
        case 1: return Cylinder{length(), length()};
        case 2: return Cone{length(), length()};
        case 3: return gapless::test::randomMesh(random, size);
        case 4:
            if (random.chance(0.1))
                return std::shared_ptr<const TriangleMesh>();
            return gapless::test::randomMesh(random, size);
        case 5:
        {
            OccupiedCubes octree;
            for (int i = random.chance(0.1) ? 0 : 1 + random.index(4); i > 0; --i)
                octree.cubes.push_back({random.inCube(size), length()});
            return octree;
        }
        default: return Box{Vec3(length(), length(), length())};
    }
}

std::vector<PlacedDescribedShape> randomShapes(int count, Random& random, double size, double spread)
{
    std::vector<PlacedDescribedShape> shapes;
    for (int i = 0; i < count; ++i)
        shapes.push_back({randomDescribedShape(random, size), random.pose(spread)});
    return shapes;
}

/// All lengths times `scale`, and `padding` metres more to each side; of a mesh, away from the mean of its vertices.
struct ScaleAndPad
{
    double scale = 1.0, padding = 0.0;

    double operator()(double length) const { return length * scale + padding; }
    DescribedShape operator()(const Box& box) const { return Box{(box.half_extents * scale).array() + padding}; }
    DescribedShape operator()(const Sphere& sphere) const { return Sphere{(*this)(sphere.radius)}; }
    DescribedShape operator()(const Cylinder& c) const { return Cylinder{(*this)(c.radius), (*this)(c.half_length)}; }
    DescribedShape operator()(const Cone& c) const { return Cone{(*this)(c.radius), (*this)(c.half_length)}; }
    DescribedShape operator()(const Plane& plane) const { return plane; }
    DescribedShape operator()(const std::shared_ptr<const TriangleMesh>& mesh) const
    {
        if (!mesh)
            return mesh;
        std::vector<Vec3> vertices = mesh->vertices();
        const Vec3 mean =
            std::accumulate(vertices.begin(), vertices.end(), Vec3(Vec3::Zero())) / static_cast<double>(vertices.size());
        for (Vec3& v : vertices)
            v = mean + (scale + padding / (1e-3 + (v - mean).norm())) * (v - mean);
        return gapless::test::meshOf(vertices, mesh->triangles());
    }
    DescribedShape operator()(const OccupiedCubes& octree) const
    {
        // MoveIt does not pad octrees.
        return octree;
    }

    std::optional<std::vector<PlacedDescribedShape>> ofAll(const std::vector<PlacedDescribedShape>& shapes) const
    {
        if (scale == 1.0 && padding == 0.0)
            return std::nullopt;
        std::vector<PlacedDescribedShape> result;
        for (const PlacedDescribedShape& placed : shapes)
            result.push_back({std::visit(*this, placed.shape), placed.pose});
        return result;
    }
};

ScaleAndPad randomPadding(Random& random)
{
    ScaleAndPad result;
    if (random.chance(0.3))
        result.scale = random.uniform(0.8, 1.4);
    if (random.chance(0.4))
        result.padding = random.uniform(0.005, 0.05);
    return result;
}

Kind randomKind(Random& random)
{
    const double kind = random.unit();
    return kind < 0.15   ? Kind::Fixed
           : kind < 0.5  ? Kind::Revolute
           : kind < 0.62 ? Kind::Continuous
           : kind < 0.82 ? Kind::Prismatic
           : kind < 0.9  ? Kind::Planar
                         : Kind::Floating;
}

void giveLimitsAndValues(JointDescription& joint, bool unlimited_shifts, Random& random)
{
    const std::size_t count = valueCount(joint.kind);
    for (std::size_t k = 0; k < count; ++k)
    {
        const bool is_shift =
            joint.kind == Kind::Prismatic || (joint.kind == Kind::Planar && k < 2) || (joint.kind == Kind::Floating && k < 3);
        const bool is_free_angle = joint.kind == Kind::Continuous || (joint.kind == Kind::Planar && k == 2);
        double lower = -1.0, upper = 1.0;
        if (is_shift)
            lower = random.uniform(-0.5, 0.1), upper = lower + random.uniform(0.05, 0.6);
        if (joint.kind == Kind::Revolute)
            lower = random.uniform(-2.5, 0.5), upper = lower + random.uniform(0.1, 2.5);
        if ((is_shift && unlimited_shifts && random.chance(0.5)) || (is_free_angle && random.chance(0.5)))
            upper = std::numeric_limits<double>::infinity(), lower = -upper;
        else if (is_free_angle)
            lower = -M_PI, upper = M_PI;
        joint.lower.push_back(lower);
        joint.upper.push_back(upper);
        joint.values.push_back(std::isfinite(lower) ? random.uniform(lower, upper) : random.uniform(-0.5, 0.5));
    }
    if (joint.kind == Kind::Floating)
        Eigen::Map<Eigen::Vector4d>(joint.values.data() + 3) = random.quaternion().coeffs();
}

/// Lets the joint follow an earlier one, if there is one that it can follow.
void letFollow(JointDescription& joint, const IndexedVector<JointIndex, JointDescription>& earlier, Random& random)
{
    const bool turns = joint.kind == Kind::Revolute || joint.kind == Kind::Continuous;
    if (earlier.empty() || (!turns && joint.kind != Kind::Prismatic))
        return;
    const JointIndex index(random.index(static_cast<int>(earlier.size())));
    const JointDescription& master = earlier[index];
    const bool planned = master.state_index.has_value(), wraps = planned && master.kind == Kind::Continuous;
    // A follower must not stay behind a joint of the group, nor jump where that one wraps.
    if (master.mimic || master.values.size() != 1 || (!joint.state_index && planned) || (wraps && !turns))
        return;
    double multiplier = random.chance(0.5) ? random.uniform(0.3, 2.0) : -random.uniform(0.3, 2.0);
    if (wraps)
        multiplier = random.chance(0.5) ? 1.0 : -2.0;
    joint.mimic = JointDescription::Mimic{index, multiplier, random.uniform(-0.4, 0.4)};
    joint.values = {multiplier * master.values[0] + joint.mimic->offset};
}

/// The tree, parents first; `state_index` only says whether the joint is of the group.
IndexedVector<JointIndex, JointDescription> randomTree(int count, Random& random)
{
    const bool unlimited_shifts = random.chance(0.15);
    const double planned = random.uniform(0.4, 1.0);
    IndexedVector<JointIndex, JointDescription> joints;
    for (int i = 0; i < count; ++i)
    {
        JointDescription joint;
        joint.kind = i == count - 1 ? Kind::Revolute : randomKind(random);
        joint.child_link = LinkIndex(i);
        if (i > 0 && !random.chance(0.05))
            joint.parent_link = LinkIndex(i - 1 - random.index(std::min(i, 3)));
        joint.name = "joint_" + std::to_string(i);
        joint.origin = random.pose(0.4);
        joint.axis = random.direction();
        if (joint.kind != Kind::Fixed && (i == count - 1 || random.chance(planned)))
            joint.state_index = 0;
        giveLimitsAndValues(joint, unlimited_shifts, random);
        if (i != count - 1 && random.chance(0.3))
            letFollow(joint, joints, random);
        joints.push_back(joint);
    }
    return joints;
}

/// Names stay with what they name; indices of links and joints and the order of variables change.
void addShuffled(SceneDescription& scene, const IndexedVector<JointIndex, JointDescription>& tree, Random& random)
{
    const int count = static_cast<int>(tree.size());
    const auto link_at = shuffled<LinkIndex>(count, random);
    const auto joint_at = shuffled<JointIndex>(count, random);
    scene.joints.resize(tree.size());
    scene.links.resize(tree.size());
    for (const JointIndex i : tree.indices())
    {
        JointDescription joint = tree[i];
        scene.links[link_at[joint.child_link]].name = "link_" + std::to_string(i.value());
        if (joint.parent_link)
            joint.parent_link = link_at[*joint.parent_link];
        joint.child_link = link_at[joint.child_link];
        if (joint.mimic)
            joint.mimic->master = joint_at[joint.mimic->master];
        scene.joints[joint_at[i]] = joint;
    }
    unsigned int next = 0;
    for (const JointIndex i : shuffled<JointIndex>(count, random))
    {
        JointDescription& joint = scene.joints[i];
        if (!joint.state_index)
            continue;
        joint.state_index = next;
        next += static_cast<unsigned int>(joint.values.size());
    }
}

void addAttached(SceneDescription& scene, const IndexedVector<LinkIndex, ScaleAndPad>& paddings, Random& random)
{
    for (int i = random.index(4); i > 0; --i)
    {
        AttachedDescription body;
        body.name = "part_" + std::to_string(i);
        body.link = LinkIndex(random.index(static_cast<int>(scene.links.size())));
        body.shapes = randomShapes(1 + random.index(2), random, 0.15, 0.2);
        body.padded_shapes = paddings[body.link].ofAll(body.shapes);
        for (const LinkDescription& link : scene.links)
            if (random.chance(0.2))
                body.touch_links.insert(link.name);
        if (random.chance(0.6))
            body.touch_links.insert("part_" + std::to_string(1 + random.index(3)));
        scene.attached.push_back(body);
    }
}

void addWorld(SceneDescription& scene, Random& random)
{
    const bool planes = !shiftsWithoutLimits(scene);
    for (int i = 1 + random.index(5); i > 0; --i)
    {
        WorldObjectDescription object;
        object.name = "object_" + std::to_string(i);
        object.shapes = randomShapes(random.index(20) == 0 ? 0 : 1 + random.index(2), random, 0.3, 1.0);
        if (planes && random.chance(0.1))
            object.shapes.push_back({Plane{random.uniform(0.2, 3.0) * random.direction(), 0.0}, random.pose(0.8)});
        scene.world.push_back(object);
    }
}

void addMatrix(SceneDescription& scene, Random& random)
{
    std::vector<std::string> names;
    for (const LinkDescription& link : scene.links)
        names.push_back(link.name);
    for (const AttachedDescription& body : scene.attached)
        names.push_back(body.name);
    for (const WorldObjectDescription& object : scene.world)
        names.push_back(object.name);
    RandomMatrix matrix;
    const bool conditional = random.chance(0.3);
    const auto entry = [&] {
        return conditional && random.chance(0.3) ? Allowed::Conditional : random.chance(0.6) ? Allowed::Always : Allowed::Never;
    };
    for (std::size_t i = 0; i < names.size(); ++i)
    {
        for (std::size_t k = 0; k < i; ++k)
            if (random.chance(0.15))
                matrix.entries[std::minmax(names[i], names[k])] = entry();
        if (random.chance(0.15))
            matrix.defaults[names[i]] = entry();
    }
    scene.allowed = matrix;
}

/// Where MoveIt has them, outwards of joints that move; but for one link in some scenes, since it is the flag that counts.
void tellUpdated(SceneDescription& scene, Random& random)
{
    for (const LinkIndex i : scene.links.indices())
        scene.links[i].is_updated = moveRelatively(scene, std::nullopt, i);
    if (random.chance(0.2))
    {
        bool& told = scene.links[LinkIndex(random.index(static_cast<int>(scene.links.size())))].is_updated;
        told = !told;
    }
}

}  // namespace

bool shiftsWithoutLimits(const SceneDescription& scene)
{
    return std::any_of(scene.joints.begin(), scene.joints.end(), [&](const JointDescription& joint) {
        const std::size_t shifts = joint.kind == Kind::Prismatic  ? 1
                                   : joint.kind == Kind::Planar   ? 2
                                   : joint.kind == Kind::Floating ? 3
                                                                  : 0;
        return std::any_of(joint.lower.begin(), joint.lower.begin() + static_cast<std::ptrdiff_t>(shifts),
                           [](double limit) { return std::isinf(limit); });
    });
}

SceneDescription randomDescription(Random& random)
{
    SceneDescription scene;
    scene.group = "arm";
    scene.touch_links_cover_attached = random.chance(0.5);
    scene.long_way_between_quaternions = random.chance(0.5);
    addShuffled(scene, randomTree(2 + random.index(7), random), random);
    IndexedVector<LinkIndex, ScaleAndPad> paddings;
    for (LinkDescription& link : scene.links)
    {
        paddings.push_back(randomPadding(random));
        link.shapes = randomShapes(random.index(4), random, 0.15, 0.2);
        link.padded_shapes = paddings.back().ofAll(link.shapes);
    }
    tellUpdated(scene, random);
    addAttached(scene, paddings, random);
    addWorld(scene, random);
    if (random.chance(0.8))
        addMatrix(scene, random);
    return scene;
}

SceneDescription laterDescription(const SceneDescription& before, Random& random)
{
    SceneDescription scene = before;
    for (JointDescription& joint : scene.joints)
        if (!joint.state_index && !joint.mimic && (joint.kind == Kind::Revolute || joint.kind == Kind::Prismatic))
            joint.values[0] += random.uniform(-0.2, 0.2);
    for (JointDescription& joint : scene.joints)
        if (joint.mimic)
            joint.values[0] = joint.mimic->multiplier * scene.joints[joint.mimic->master].values[0] + joint.mimic->offset;
    IndexedVector<LinkIndex, ScaleAndPad> paddings;
    for (LinkDescription& link : scene.links)
    {
        paddings.push_back(randomPadding(random));
        link.padded_shapes = paddings.back().ofAll(link.shapes);
    }
    scene.attached.clear();
    scene.world.clear();
    addAttached(scene, paddings, random);
    addWorld(scene, random);
    scene.allowed = nullptr;
    if (random.chance(0.8))
        addMatrix(scene, random);
    return scene;
}

}  // namespace gapless_moveit::test
