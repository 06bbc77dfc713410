// What lane_prover.h claims: what is taken off is apart, throughout, by distances that are found without any of it.
//
// The checks are one function that lists violations of whatever proves pairs apart, so that provers broken on purpose can be
// shown to violate them.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gapless/collision/pair_error.h>
#include <gapless/geometry/pair_distance.h>

#include "certify/lane_prover.h"
#include "support/random_scene.h"
#include "support/reference_scene.h"
#include "support/sanitized.h"

using namespace gapless;
using namespace gapless::test;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

using ScenePointer = std::shared_ptr<const Scene>;

struct Proof
{
    std::vector<PairIndex> apart;
    double least = kInfinity;
};

using Prover = std::function<Proof(const ScenePointer&, const Configuration&, const Configuration&)>;

std::vector<PairIndex> allPairs(const Scene& scene)
{
    std::vector<PairIndex> out;
    for (const PairIndex i : scene.pairs().indices())
        out.push_back(i);
    return out;
}

Proof proveWith(LaneProver& prover, const Scene& scene, const Configuration& q0, const Configuration& q1)
{
    const Motion motion(scene.model(), q0, q1);
    LaneProver::prepare(scene);
    prover.reset(scene, motion);
    std::vector<PairIndex> open = allPairs(scene);
    Proof proof;
    proof.least = prover.prove(open);
    for (const PairIndex i : scene.pairs().indices())
        if (std::find(open.begin(), open.end(), i) == open.end())
            proof.apart.push_back(i);
    return proof;
}

Proof byLanes(const ScenePointer& scene, const Configuration& q0, const Configuration& q1)
{
    return proveWith(LaneProver::ofThread(), *scene, q0, q1);
}

/// A motion, and instants of it at which distances are looked at.
struct Case
{
    std::string name;
    ScenePointer scene;
    Configuration q0, q1;
    std::vector<double> times;
    /// By less than this above the clearance is taken for a contact, metres: what rounding makes of the contacts that are put there.
    double contact = 0.0;
};

std::string words(const Case& c, const Scene& scene, PairIndex pair, double t)
{
    return c.name + ", " + scene.object(scene.pair(pair).a).name + " and " + scene.object(scene.pair(pair).b).name
           + " at t = " + digits(t) + ", q0 = " + digits(c.q0) + ", q1 = " + digits(c.q1) + ": ";
}

/// The pairs of a case that were taken off though they are not apart at one of its instants, or nearer than was said.
void addViolations(const Case& c, const Prover& prove, std::vector<std::string>& out)
{
    const Proof proof = prove(c.scene, c.q0, c.q1);
    if (std::isnan(proof.least))
        out.push_back(c.name + ": the bound is no number");
    const Scene& scene = *c.scene;
    const ReferenceScene reference(scene);
    for (const double t : c.times)
    {
        const auto poses = reference.poses(c.q0, c.q1, t);
        for (const PairIndex i : proof.apart)
        {
            const double clearance = scene.pair(i).clearance;
            const double known = std::max(clearance, std::min(proof.least, 1e10)) + 1e-3;
            const double distance = reference.pairDistance(poses, i, known);
            const double rounding = kReferenceRounding * reference.scaleOf(i, distance);
            if (distance <= c.contact + clearance || distance <= clearance - rounding)
                out.push_back(words(c, scene, i, t) + "taken off, but " + digits(distance) + " m apart");
            else if (distance < proof.least - rounding)
                out.push_back(words(c, scene, i, t) + digits(proof.least) + " m is no lower bound of " + digits(distance));
        }
    }
}

std::vector<std::string> violations(const std::vector<Case>& cases, const Prover& prove)
{
    std::vector<std::string> out;
    for (const Case& c : cases)
        addViolations(c, prove, out);
    return out;
}

std::vector<double> denseTimes(Random& random, int count)
{
    std::vector<double> out;
    for (int i = 0; i <= count; ++i)
        out.push_back(static_cast<double>(i) / count);
    for (int i = 0; i < count / 2; ++i)
        out.push_back(random.unit());
    return out;
}

// ---- robots

/// A body's link that is long and thin, or anything.
Shape linkShape(Random& random, double size, bool thin)
{
    if (!thin)
        return randomShape(random, size);
    switch (random.index(4))
    {
        case 0: return Box{Vec3(2 * size, 0.01 * size, 0.005 * size)};
        case 1: return Capsule{0.01 * size, 2 * size};
        case 2: return Cylinder{0.01 * size, 2 * size};
        default: return triangleMesh(Vec3(-2 * size, 0, 0), Vec3(2 * size, 0, 0), Vec3(0, 0.02 * size, 0));
    }
}

/// `count` bodies one on the other, of the types that are given, in turn.
void addChain(SceneBuilder& b, Random& random, BodyIndex parent, int count, const std::vector<JointType>& types, double scale,
              bool thin, const Vec3& base = Vec3::Zero())
{
    for (int i = 0; i < count; ++i)
    {
        Pose X = random.pose(0.4 * scale);
        if (i == 0)
            X.p += base;
        const JointType type = types[static_cast<std::size_t>(i) % types.size()];
        parent = b.joint(parent, X, type, type == JointType::Planar ? Vec3(Vec3::UnitZ()) : random.direction());
        b.link("chain_" + std::to_string(parent.value()), parent, linkShape(random, 0.3 * scale, thin), random.pose(0.2 * scale));
    }
}

std::vector<ObjectIndex> movingObjects(const SceneBuilder& b)
{
    std::vector<ObjectIndex> out;
    for (std::size_t i = 0; i < b.objects.size(); ++i)
        if (!b.model.body(b.objects[i].body).is_static)
            out.emplace_back(i);
    return out;
}

constexpr int kKinds = 11;

/// A robot and a motion of it, of one of many kinds.
struct MovingRobot
{
    std::string name;
    SceneBuilder builder;
    Configuration q0, q1;
    double scale = 1.0;
};

MovingRobot movingRobot(Random& random, int kind)
{
    using Type = JointType;
    MovingRobot out;
    SceneBuilder& b = out.builder;
    double step = 0.5;
    RandomRobotOptions options;
    options.min_bodies = 2;
    switch (kind)
    {
        case 0:
            out.name = "a small tree";
            step = random.logUniform(0.01, 6.0);
            addRandomRobot(b, random, options);
            break;
        case 1:
            out.name = "a large tree";
            options.max_bodies = 20;
            step = random.logUniform(0.01, 1.0);
            addRandomRobot(b, random, options);
            break;
        case 2:
            out.name = "a chain of long thin links";
            step = random.logUniform(0.05, 2.0);
            addChain(b, random, kWorld, 2 + random.index(5), {Type::Revolute}, 1.0, true);
            break;
        case 3:
            out.name = "a fast arm";
            step = random.logUniform(6.0, 100.0);
            addChain(b, random, kWorld, 1 + random.index(4), {Type::Revolute}, 1.0, random.chance(0.5));
            break;
        case 4:
            out.name = "slides on turning arms";
            step = random.logUniform(0.5, 5.0);
            addChain(b, random, kWorld, 2 + random.index(4), {Type::Revolute, Type::Prismatic}, 1.0, random.chance(0.5));
            break;
        case 5:
            out.name = "a spinning body that floats";
            step = 3.1;
            addChain(b, random, kWorld, 1 + random.index(2), {Type::Floating, Type::Continuous}, 1.0, random.chance(0.5));
            break;
        case 6:
            out.name = "a body that floats and makes half a turn";
            addChain(b, random, kWorld, 1, {Type::Floating}, 1.0, random.chance(0.5));
            break;
        case 7:
            out.name = "a tree far from the origin";
            options.base_offset = 1e4;
            step = random.logUniform(0.01, 3.0);
            addRandomRobot(b, random, options);
            break;
        case 8:
            out.name = "a tiny tree";
            options.scale = out.scale = 1e-3;
            // Angles as ever; slides of its own size.
            options.floating_and_planar = false;
            step = 1e-3;
            addRandomRobot(b, random, options);
            break;
        case 9:
            out.name = "a body in the plane";
            step = random.logUniform(0.1, 3.0);
            addChain(b, random, kWorld, 2 + random.index(2), {Type::Planar, Type::Revolute, Type::Fixed}, 1.0,
                     random.chance(0.5));
            break;
        default:
            out.name = "fixed parts on slides and wheels";
            step = random.logUniform(0.1, 3.0);
            addChain(b, random, kWorld, 2 + random.index(18), {Type::Prismatic, Type::Fixed, Type::Continuous, Type::Fixed}, 0.5,
                     random.chance(0.5));
    }
    if (movingObjects(b).empty())
        b.link("spare", b.joint(kWorld, random.pose(out.scale), JointType::Revolute), Sphere{0.1 * out.scale},
               random.pose(out.scale));
    out.q0 = randomConfiguration(b.model, random, out.scale);
    out.q1 = nearbyConfiguration(b.model, random, out.q0, step);
    if (kind == 6)
    {
        // Opposite as 4-vectors go: either way is as short.
        const int v = *b.model.body(BodyIndex(1)).variable + 3;
        out.q0.segment<4>(v) = Eigen::Vector4d(0, 0, 0, 1);
        out.q1.segment<4>(v) = (random.chance(0.5) ? 1.0 : -1.0) * Eigen::Vector4d(Eigen::Vector4d::Unit(random.index(3)));
    }
    return out;
}

/// Anywhere, and where intervals of lanes and of narrower ones begin and end.
double instant(Random& random)
{
    switch (random.index(8))
    {
        case 0: return 0.0;
        case 1: return 1.0;
        case 2: return random.index(9) / 8.0;
        case 3: return random.index(65) / 64.0;
        case 4: return random.index(513) / 512.0;
        case 5: return (random.index(8) + 0.5) / 8.0;
        case 6: return std::min(1.0, std::max(0.0, random.index(9) / 8.0 + random.uniform(-1e-6, 1e-6)));
        default: return random.unit();
    }
}

// ---- things put where a link will be

using Wide = PoseT<long double>;

/// A point of an object's surface that nothing of the leaf lies beyond, and the direction that it is so along, in the body's frame.
struct Tip
{
    Vec3 point, normal;
};

Tip tipOf(const CollisionObject& object, Random& random)
{
    const auto& leaves = object.geometry->leaves();
    const Convex& leaf = leaves[static_cast<std::size_t>(random.index(static_cast<int>(leaves.size())))];
    const Vec3 n = random.direction();
    return {leaf.coreSupportPoint(n) + leaf.radius * n, n};
}

Wide inverse(const Wide& X)
{
    const M3<long double> R = X.R.transpose();
    return {R, V3<long double>(-(R * X.p))};
}

Mat3 turning(const Vec3& from, const Vec3& to, Random& random)
{
    const Mat3 twist = Eigen::AngleAxisd(random.uniform(-3, 3), to).toRotationMatrix();
    return twist * Eigen::Quaterniond::FromTwoVectors(from, to).toRotationMatrix();
}

/// Takes all objects off but one that moves.
CollisionObject aloneOf(SceneBuilder& b, Random& random)
{
    const std::vector<ObjectIndex> moving = movingObjects(b);
    CollisionObject link = b.objects[moving[static_cast<std::size_t>(random.index(static_cast<int>(moving.size())))].value()];
    link.parent_link.clear();
    b.objects = {link};
    return link;
}

/// Puts an obstacle so that it is 1e-6 (of the robot's scale) nearer to a link at t than the clearance.
Case obstacleCase(Random& random, int kind)
{
    MovingRobot robot = movingRobot(random, kind);
    SceneBuilder& b = robot.builder;
    const double t = instant(random), s = robot.scale, depth = 1e-6 * s;
    b.clearances.all = random.chance(0.6) ? 0.0 : random.uniform(0.0, 0.1) * s;
    const CollisionObject link = aloneOf(b, random);
    const Tip tip = tipOf(link, random);
    const Wide X = referencePoses<long double>(b.model, robot.q0, robot.q1, t)[link.body];
    const Vec3 n = toDouble<long double>(V3<long double>(X.R * lift<long double>(tip.normal)));
    // The nearest that the obstacle is to come.
    const Vec3 p = toDouble<long double>(
        V3<long double>(X * lift<long double>(tip.point) + lift<long double>(n) * (b.clearances.all - depth)));
    const Mat3 R = turning(Vec3::UnitZ(), n, random);
    const double r = random.logUniform(1e-4, 0.3) * s;
    switch (random.index(4))
    {
        case 0: b.obstacle("ball", Sphere{r}, {Mat3::Identity(), p + r * n}); break;
        case 1:
        {
            const Vec3 half(r, 2 * r, random.uniform(0.01, 1) * r);
            b.obstacle("box", Box{half}, {R, p + R * Vec3(random.uniform(-0.9, 0.9) * r, 0, half.z())});
            break;
        }
        case 2: b.obstacle("sheet", triangleMesh(Vec3(-r, -r, 0), Vec3(2 * r, -r, 0), Vec3(0, 2 * r, 0)), {R, p}); break;
        default: b.obstacle("spike", Cone{0.3 * r, r}, {R * Eigen::AngleAxisd(M_PI, Vec3::UnitX()), p + r * n});
    }
    return {robot.name + ", " + b.objects.back().name + " beside " + link.name, b.build(), robot.q0, robot.q1, {t}, 1e-11 * s};
}

/// Hangs a second arm on the world or on one of the robot's bodies, so that a link of it meets one of the robot's at t.
Case movingCase(Random& random, int kind)
{
    using Type = JointType;
    MovingRobot robot = movingRobot(random, kind);
    const double t = instant(random), s = robot.scale, depth = 1e-6 * s;
    robot.builder.clearances.all = random.chance(0.6) ? 0.0 : random.uniform(0.0, 0.1) * s;
    const CollisionObject link = aloneOf(robot.builder, random);
    const BodyIndex parent = random.chance(0.4) ? kWorld : random.index(robot.builder.model.bodies());
    const Pose X_P = random.pose(0.3 * s);
    const std::vector<Type> types = random.chance(0.5) ? std::vector<Type>{Type::Revolute, Type::Revolute, Type::Prismatic}
                                                       : std::vector<Type>{Type::Prismatic, Type::Continuous};
    const int count = 2 + random.index(2);
    const Shape shape = linkShape(random, 0.2 * s, random.chance(0.3));
    const Vec3 axes[3] = {random.direction(), random.direction(), random.direction()};
    const auto build = [&](const Pose& X_PJ) {
        SceneBuilder b = robot.builder;
        BodyIndex body = parent;
        for (int i = 0; i < count; ++i)
            body = b.joint(body, i == 0 ? X_PJ : X_P, types[static_cast<std::size_t>(i) % types.size()], axes[i]);
        b.link("other", body, shape);
        // Links of one robot may be exempt; these are to be kept apart.
        b.objects.back().parent_link.clear();
        return b;
    };
    SceneBuilder b = build({});
    const Eigen::Index own = robot.q0.size(), more = b.model.configurationSize() - own;
    const double step = random.logUniform(0.05, 5.0);
    Configuration q0(own + more), q1(own + more);
    q0.head(own) = robot.q0;
    q1.head(own) = robot.q1;
    for (Eigen::Index i = own; i < own + more; ++i)
    {
        const bool slides = types[static_cast<std::size_t>(i - own) % types.size()] == Type::Prismatic;
        q0[i] = random.uniform(-2, 2) * (slides ? s : 1.0);
        q1[i] = q0[i] + random.uniform(-1, 1) * step * (slides ? s : 0.5);
    }
    const auto poses = referencePoses<long double>(b.model, q0, q1, t);
    const CollisionObject other = b.objects.back();
    const Tip tip = tipOf(link, random), meeting = tipOf(other, random);
    const Wide X_PW = inverse(poses[parent]), X_PO = X_PW * poses[other.body], X_PA = X_PW * poses[link.body];
    const Vec3 n = toDouble<long double>(V3<long double>(X_PA.R * lift<long double>(tip.normal))).normalized();
    const Vec3 m = toDouble<long double>(V3<long double>(X_PO.R * lift<long double>(meeting.normal))).normalized();
    Pose X_PJ;
    X_PJ.R = turning(m, -n, random);
    const V3<long double> target = X_PA * lift<long double>(tip.point) + lift<long double>(n) * (b.clearances.all - depth);
    X_PJ.p =
        toDouble<long double>(V3<long double>(target - lift<long double>(X_PJ.R) * (X_PO * lift<long double>(meeting.point))));
    b = build(X_PJ);
    return {robot.name + " and an arm on body " + std::to_string(parent.value()) + ", meets " + link.name,
            b.build(),
            q0,
            q1,
            {t},
            1e-11 * s};
}

/// Whether the two meet, as they were put to. They may be exempt.
bool meets(const Case& c)
{
    if (c.scene->pairs().empty())
        return false;
    const ReferenceScene reference(*c.scene);
    const double clearance = c.scene->pair(PairIndex(0)).clearance;
    const double distance = reference.pairDistance(reference.poses(c.q0, c.q1, c.times.front()), PairIndex(0), clearance + 1.0);
    return distance <= clearance + c.contact;
}

std::vector<Case> touchingCases(std::uint64_t seed, int rounds)
{
    Random random(seed);
    std::vector<Case> out;
    for (int round = 0; round < rounds; ++round)
        for (int kind = 0; kind < kKinds; ++kind)
        {
            out.push_back(obstacleCase(random, kind));
            out.push_back(movingCase(random, kind));
        }
    return out;
}

// ---- one inside the other

/// A box of many triangles, `steps` to an edge, so that its surface is covered without its inside.
std::shared_ptr<const TriangleMesh> fineBox(const Vec3& half, int steps)
{
    std::vector<Vec3> vertices;
    std::vector<TriangleMesh::Triangle> triangles;
    for (int axis = 0; axis < 3; ++axis)
        for (int side = -1; side <= 1; side += 2)
            for (int i = 0; i < steps; ++i)
                for (int j = 0; j < steps; ++j)
                {
                    const int first = static_cast<int>(vertices.size());
                    for (int k = 0; k < 4; ++k)
                    {
                        // Whole numbers first, so that shared vertices are equal.
                        const int u = 2 * (i + k % 2) - steps, v = 2 * (j + k / 2) - steps;
                        Vec3 x;
                        x[axis] = side;
                        x[(axis + 1) % 3] = static_cast<double>(u) / steps;
                        x[(axis + 2) % 3] = static_cast<double>(v) / steps;
                        vertices.push_back(x.cwiseProduct(half));
                    }
                    const int a = first, b = first + (side > 0 ? 1 : 2), c = first + (side > 0 ? 2 : 1), d = first + 3;
                    triangles.push_back({a, b, c});
                    triangles.push_back({b, d, c});
                }
    return meshOf(vertices, triangles);
}

/// No surface comes near another one in these, but one object is in the other, all the time.
std::vector<Case> insideCases()
{
    std::vector<Case> out;
    const Vec3 large(2, 2, 2), cavity(1, 1, 1);
    Random random(11);
    const std::vector<Shape> small = {Sphere{0.05}, Box{Vec3(0.05, 0.1, 0.05)}, boxMesh(Vec3(0.05, 0.1, 0.05)),
                                      triangleMesh(Vec3(0, 0, 0), Vec3(0.1, 0, 0), Vec3(0, 0.1, 0))};
    for (const Shape& shape : small)
    {
        for (int where = 0; where < 3; ++where)
        {
            // In the solid of a block, coarse or fine, or in a thick wall.
            const Shape block = where == 0 ? boxMesh(large) : where == 1 ? fineBox(large, 12) : hollowBoxMesh(large, cavity);
            const Vec3 place = where == 2 ? Vec3(1.5, 0.1, 0.2) : Vec3(0.3, 0.1, -0.2);
            const Pose X = random.pose(1.0);
            {
                SceneBuilder b;
                const BodyIndex slide = b.joint(kWorld, {X.R, X * place}, JointType::Prismatic, Vec3::UnitY());
                b.link("small", b.joint(slide, {}, JointType::Revolute, Vec3::UnitX()), shape);
                b.obstacle("block", block, X);
                out.push_back(
                    {"a link in a block", b.build(), configuration({-0.2, -1}), configuration({0.2, 2}), {0.0, 0.5, 1.0}, 0.0});
            }
            {
                SceneBuilder b;
                const BodyIndex slide = b.joint(kWorld, X, JointType::Prismatic, Vec3::UnitY());
                b.link("block", b.joint(slide, {}, JointType::Revolute, Vec3::UnitX()), block);
                b.obstacle("small", shape, {X.R, X * place});
                out.push_back({"an obstacle in a link",
                               b.build(),
                               configuration({-0.1, -0.05}),
                               configuration({0.1, 0.05}),
                               {0.0, 0.5, 1.0},
                               0.0});
            }
            {
                SceneBuilder b;
                const BodyIndex carrier = b.joint(kWorld, X, JointType::Floating);
                const BodyIndex first = b.joint(carrier, {}, JointType::Prismatic, Vec3::UnitY());
                b.link("block", b.joint(first, {}, JointType::Revolute, Vec3::UnitZ()), block);
                const BodyIndex second = b.joint(carrier, {Mat3::Identity(), place}, JointType::Prismatic, Vec3::UnitX());
                b.link("small", b.joint(second, {}, JointType::Revolute, Vec3::UnitX()), shape);
                Configuration q0 = configuration({0, 0, 0, 0, 0, 0, 1, -0.1, -0.05, 0.1, 0});
                Configuration q1 = configuration({3, 2, 1, 0.6, 0, 0, 0.8, 0.1, 0.05, -0.1, 1});
                out.push_back({"a link in a link, carried", b.build(), q0, q1, {0.0, 0.3, 1.0}, 0.0});
            }
        }
    }
    return out;
}

// ---- random scenes

std::vector<Case> randomCases(std::uint64_t seed, int rounds)
{
    Random random(seed);
    std::vector<Case> out;
    for (int round = 0; round < rounds; ++round)
        for (int kind = 0; kind < kKinds; ++kind)
        {
            MovingRobot robot = movingRobot(random, kind);
            SceneBuilder& b = robot.builder;
            const double s = robot.scale;
            const Vec3 about = kind == 7 ? Vec3(1e4, -1e4, 5e3) : Vec3(Vec3::Zero());
            const std::size_t first = b.objects.size();
            addRandomObstacles(b, random, 3 + random.index(4), 2 * s, 0.4 * s, about);
            for (std::size_t i = first; i < b.objects.size(); ++i)
                if (random.chance(0.3))
                    b.clearances.pairs.push_back({b.objects[0].name, b.objects[i].name, random.uniform(0, 0.3) * s});
            b.clearances.all = random.chance(0.5) ? 0.0 : 0.05 * s;
            out.push_back({"random, " + robot.name, b.build(), robot.q0, robot.q1, denseTimes(random, 24), 0.0});
        }
    return out;
}

/// A ball that slides past the corner of a box: the first of the eight intervals is where it is nearest, and proven by itself; the
/// one where it passes the corner needs narrower ones.
Case pastCorner()
{
    SceneBuilder b;
    const Vec3 way = Vec3(1, 0, 0.02).normalized();
    b.link("ball", b.joint(kWorld, at(-4, 0, 0.1), JointType::Prismatic, way), Sphere{0.01});
    b.obstacle("box", Box{Vec3(5, 5, 5)}, at(0.4 - 5, 0, -5));
    return {"past a corner", b.build(), configuration({0}), configuration({8.0}), {0.0, 0.25, 0.5, 0.75, 1.0}, 0.0};
}

// ---- provers broken on purpose

ScenePointer changedScene(const Scene& scene, const std::function<void(ObjectPair&)>& change,
                          const std::function<void(CollisionObject&)>& change_object)
{
    std::vector<CollisionObject> objects = scene.objects().list();
    std::vector<ObjectPair> pairs = scene.pairs().list();
    for (ObjectPair& pair : pairs)
        change(pair);
    for (CollisionObject& object : objects)
        change_object(object);
    return std::make_shared<Scene>(scene.model(), objects, pairs);
}

/// Solid meshes as the surfaces that they are: with one of their triangles twice, no edge is used once each way.
void openSurfaces(CollisionObject& object)
{
    std::vector<PlacedShape> shapes = object.geometry->shapes();
    for (PlacedShape& placed : shapes)
        if (const auto* mesh = std::get_if<std::shared_ptr<const TriangleMesh>>(&placed.shape))
        {
            auto triangles = (*mesh)->triangles();
            triangles.push_back(triangles.front());
            placed.shape = meshOf((*mesh)->vertices(), triangles);
        }
    object.geometry = std::make_shared<CollisionGeometry>(shapes, object.name);
}

const auto kSamePair = [](ObjectPair&) {};
const auto kSameObject = [](CollisionObject&) {};

struct BrokenProver
{
    std::string name;
    Prover prove;
};

std::vector<BrokenProver> brokenProvers()
{
    const auto part = [](double begin, double end) {
        return [begin, end](const ScenePointer& scene, const Configuration& q0, const Configuration& q1) {
            return byLanes(scene, interpolate(scene->model(), q0, q1, begin), interpolate(scene->model(), q0, q1, end));
        };
    };
    return {{"no clearances",
             [](const ScenePointer& scene, const Configuration& q0, const Configuration& q1) {
                 return byLanes(changedScene(
                                    *scene, [](ObjectPair& pair) { pair.clearance = 0.0; }, kSameObject),
                                q0, q1);
             }},
            {"clearances of 99 %",
             [](const ScenePointer& scene, const Configuration& q0, const Configuration& q1) {
                 return byLanes(changedScene(
                                    *scene, [](ObjectPair& pair) { pair.clearance *= 0.99; }, kSameObject),
                                q0, q1);
             }},
            {"the last pair is never looked at",
             [](const ScenePointer& scene, const Configuration& q0, const Configuration& q1) {
                 Proof proof = byLanes(scene, q0, q1);
                 const PairIndex last(scene->pairs().size() - 1);
                 if (!scene->pairs().empty() && (proof.apart.empty() || proof.apart.back() != last))
                     proof.apart.push_back(last);
                 return proof;
             }},
            {"all but the last tenth of the motion", part(0.0, 0.9)},
            {"all but the first hundredth of the motion", part(0.01, 1.0)},
            {"solids are surfaces",
             [](const ScenePointer& scene, const Configuration& q0, const Configuration& q1) {
                 return byLanes(changedScene(*scene, kSamePair, openSurfaces), q0, q1);
             }},
            {"a bound a little too large",
             [](const ScenePointer& scene, const Configuration& q0, const Configuration& q1) {
                 Proof proof = byLanes(scene, q0, q1);
                 proof.least = 1.5 * proof.least + 1e-3;
                 return proof;
             }},
            {"the ends only", [](const ScenePointer& scene, const Configuration& q0, const Configuration& q1) {
                 Proof proof, first = byLanes(scene, q0, q0), last = byLanes(scene, q1, q1);
                 std::set_intersection(first.apart.begin(), first.apart.end(), last.apart.begin(), last.apart.end(),
                                       std::back_inserter(proof.apart));
                 proof.least = std::min(first.least, last.least);
                 return proof;
             }}};
}

/// The first few, to be read.
std::string firstOf(const std::vector<std::string>& list)
{
    std::string out;
    for (std::size_t i = 0; i < std::min<std::size_t>(list.size(), 8); ++i)
        out += list[i] + "\n";
    return out;
}

}  // namespace

TEST_CASE("Pairs that touch at one instant are not taken off, wherever in the motion it is")
{
    const std::vector<Case> cases = touchingCases(1, 24 / std::min(kShare, 10));
    int meeting = 0;
    for (const Case& c : cases)
        meeting += meets(c);
    // Not all do: the tip of a leaf may lie in another one, or the two may be exempt.
    CHECK(meeting > static_cast<int>(cases.size()) * 7 / 10);
    const std::vector<std::string> found = violations(cases, byLanes);
    INFO(firstOf(found));
    CHECK(found.empty());
}

TEST_CASE("A ball that flies through a sheet or another ball is not taken off, however short the contact")
{
    std::vector<Case> cases;
    Random random(12);
    for (int round = 0; round < 200 / kShare; ++round)
    {
        // At the middles of all intervals that do not hold the instant, and of most that do, the two are far apart.
        const double t = instant(random), r = random.logUniform(1e-6, 1e-2);
        SceneBuilder b;
        b.link("ball", b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()), Sphere{r});
        if (round % 2)
            b.obstacle("sheet", triangleMesh(Vec3(0, -1, -1), Vec3(0, 2, -1), Vec3(0, 0, 2)), at(10 * t, 0, 0));
        else
            b.link("other", b.joint(kWorld, at(10 * t, 0, -5 * t), JointType::Prismatic, Vec3::UnitZ()), Sphere{r});
        const Configuration q0 = round % 2 ? configuration({0}) : configuration({0, 0});
        const Configuration q1 = round % 2 ? configuration({10}) : configuration({10, 5});
        cases.push_back({"in flight", b.build(), q0, q1, {t}, 1e-11});
        CHECK(meets(cases.back()));
    }
    const std::vector<std::string> found = violations(cases, byLanes);
    INFO(firstOf(found));
    CHECK(found.empty());
}

TEST_CASE("What is inside another solid all the time is not taken off")
{
    const std::vector<Case> cases = insideCases();
    for (const Case& c : cases)
    {
        CAPTURE(c.name);
        CHECK(c.scene->pairs().size() == 1);
        const std::vector<std::string> found = violations({c}, byLanes);
        INFO(firstOf(found));
        CHECK(found.empty());
        CHECK(byLanes(c.scene, c.q0, c.q1).apart.empty());
    }
}

TEST_CASE("What stands in the cavity of a wall may be taken off")
{
    SceneBuilder b;
    b.link("small", b.joint(kWorld, {}, JointType::Revolute), Sphere{0.05}, at(0.2, 0, 0));
    b.obstacle("wall", hollowBoxMesh(Vec3(2, 2, 2), Vec3(1, 1, 1)));
    const ScenePointer scene = b.build();
    const Proof proof = byLanes(scene, configuration({0}), configuration({1}));
    CHECK(proof.apart.size() == 1);
    CHECK(proof.least <= 0.75);
    CHECK(proof.least > 0.0);
}

TEST_CASE("In random scenes, what is taken off is farther apart than its clearance and than the bound, at all times")
{
    const std::vector<Case> cases = randomCases(2, 12 / std::min(kShare, 10));
    const std::vector<std::string> found = violations(cases, byLanes);
    INFO(firstOf(found));
    CHECK(found.empty());
}

TEST_CASE("The bound holds where some of the motion is proven in the first intervals and some in narrower ones")
{
    const std::vector<std::string> found = violations({pastCorner()}, byLanes);
    INFO(firstOf(found));
    CHECK(found.empty());
    const Case c = pastCorner();
    CHECK(byLanes(c.scene, c.q0, c.q1).apart.size() == 1);
}

TEST_CASE("The box of an object holds it at all times")
{
    Random random(3);
    for (const Case& c : randomCases(4, 5 / std::min(kShare, 10)))
    {
        const Scene& scene = *c.scene;
        const Motion motion(scene.model(), c.q0, c.q1);
        LaneProver& prover = LaneProver::ofThread();
        prover.reset(scene, motion);
        for (const double t : c.times)
        {
            const auto poses = referencePoses<long double>(scene.model(), c.q0, c.q1, t);
            for (const ObjectIndex i : scene.objects().indices())
            {
                const CollisionObject& object = scene.object(i);
                if (scene.model().body(object.body).is_static)
                    continue;
                const WorldBox& box = prover.box(i);
                const Wide& X = poses[object.body];
                bool holds = true;
                for (const Convex& leaf : object.geometry->leaves())
                    for (int axis = 0; axis < 3; ++axis)
                        for (int side = -1; side <= 1; side += 2)
                        {
                            const Vec3 n = toDouble<long double>(
                                V3<long double>(X.R.row(axis).transpose() * static_cast<long double>(side)));
                            const V3<long double> y = lift<long double>(leaf.coreSupportPoint(n))
                                                      + lift<long double>(n) * static_cast<long double>(leaf.radius);
                            const V3<long double> x = X * y;
                            holds = holds && x[axis] >= box.low[axis] && x[axis] <= box.high[axis];
                        }
                if (!holds)
                {
                    CAPTURE(c.name, object.name, t, digits(c.q0), digits(c.q1));
                    CHECK(holds);
                }
            }
        }
    }
}

TEST_CASE("An arm among far boxes is proven apart from all of them")
{
    Random random(5);
    SceneBuilder b;
    BodyIndex body = kWorld;
    for (int i = 0; i < 6; ++i)
    {
        body = b.joint(body, at(0, 0, i == 0 ? 0 : 0.25), JointType::Revolute, i % 2 ? Vec3::UnitY() : Vec3::UnitZ());
        b.link("link_" + std::to_string(i), body, i % 2 ? Shape(Capsule{0.04, 0.1}) : Shape(Box{Vec3(0.04, 0.04, 0.12)}),
               at(0, 0, 0.12));
    }
    // The arm's reach is 1.5 m.
    for (int i = 0; i < 30; ++i)
        b.obstacle("box_" + std::to_string(i), i % 3 ? Shape(Box{Vec3(0.1, 0.2, 0.15)}) : Shape(boxMesh(Vec3(0.1, 0.2, 0.15))),
                   {random.rotation(), 2.2 * random.direction()});
    const ScenePointer scene = b.build();
    for (int round = 0; round < 50; ++round)
    {
        const Configuration q0 = randomConfiguration(scene->model(), random, 1.0);
        const Configuration q1 = nearbyConfiguration(scene->model(), random, q0, 1.0);
        const Proof proof = byLanes(scene, q0, q1);
        int open = 0;
        for (const PairIndex i : scene->pairs().indices())
            if (scene->object(scene->pair(i).b).kind == ObjectKind::Obstacle)
                open += !std::binary_search(proof.apart.begin(), proof.apart.end(), i);
        CHECK(open == 0);
        CHECK(proof.least > 0.0);
    }
}

TEST_CASE("Most pairs of random scenes that are a tenth of a metre apart are taken off")
{
    int proven = 0, apart = 0;
    for (const Case& c : randomCases(6, 4))
    {
        // Short motions: at those, much is proven.
        if (c.q0.size() == 0 || c.name.find("far") != std::string::npos || c.name.find("tiny") != std::string::npos
            || c.name.find("half a turn") != std::string::npos)
            continue;
        const Configuration q1 = interpolate(c.scene->model(), c.q0, c.q1, 0.2);
        const ReferenceScene reference(*c.scene);
        const Proof proof = byLanes(c.scene, c.q0, q1);
        for (const PairIndex i : c.scene->pairs().indices())
        {
            bool is_far = true;
            for (int k = 0; k <= 16 && is_far; ++k)
                is_far = reference.pairDistance(reference.poses(c.q0, q1, k / 16.0), i, 1.0) > c.scene->pair(i).clearance + 0.1;
            apart += is_far;
            proven += is_far && std::binary_search(proof.apart.begin(), proof.apart.end(), i);
        }
    }
    CAPTURE(proven, apart);
    CHECK(apart > 300);
    CHECK(proven >= apart * 3 / 4);
}

TEST_CASE("What a prover knows of one scene or motion does not show in the next")
{
    LaneProver used;
    for (const Case& c : randomCases(7, 2))
    {
        for (int way = 0; way < 2; ++way)
        {
            LaneProver fresh;
            const Configuration &q0 = way ? c.q1 : c.q0, &q1 = way ? c.q0 : c.q1;
            const Proof first = proveWith(used, *c.scene, q0, q1), second = proveWith(fresh, *c.scene, q0, q1);
            CHECK(first.apart == second.apart);
            CHECK(first.least == second.least);
            // Asked again, of some of the pairs, in another order.
            std::vector<PairIndex> some = allPairs(*c.scene), open;
            std::reverse(some.begin(), some.end());
            for (std::size_t i = 0; i < some.size(); ++i)
                if (i % 3 && !std::binary_search(second.apart.begin(), second.apart.end(), some[i]))
                    open.push_back(some[i]);
            const Motion motion(c.scene->model(), q0, q1);
            used.reset(*c.scene, motion);
            std::vector<PairIndex> asked = open;
            used.prove(asked);
            // Fewer pairs share the narrower intervals, so that more may be proven, not less.
            std::sort(asked.begin(), asked.end());
            CHECK(std::includes(open.rbegin(), open.rend(), asked.begin(), asked.end()));
            CHECK(std::adjacent_find(asked.begin(), asked.end()) == asked.end());
        }
    }
}

TEST_CASE(
    "Asked about are pairs of which those that touch are not taken off, at instants of the motion, each once, and once more by "
    "hulls, until one is a witness")
{
    int asked = 0, ended = 0, colliding = 0, there = 0;
    LaneProver prover;
    for (const Case& c : randomCases(8, 3))
    {
        const Motion motion(c.scene->model(), c.q0, c.q1);
        prover.reset(*c.scene, motion);
        std::vector<PairIndex> open = allPairs(*c.scene), about, by_hulls, touching;
        prover.prove(open, [&](const Suspect& suspect) {
            CHECK((suspect.t >= 0.0 && suspect.t <= 1.0));
            (suspect.by_hulls ? by_hulls : about).push_back(suspect.pair);
            const CollisionObject &a = c.scene->object(c.scene->pair(suspect.pair).a),
                                  &b = c.scene->object(c.scene->pair(suspect.pair).b);
            const PairPose X = pairPose(motion.worldPose(a.body, suspect.t), motion.worldPose(b.body, suspect.t));
            const auto isClose = [&](const NodePair& within) {
                return greedyDistance(*a.geometry, *b.geometry, X, 1e-9, 0.0, nullptr, within).outcome
                       == GreedyDistance::Outcome::Close;
            };
            const auto has = [](const CollisionObject& object, NodeIndex node) {
                return object.geometry->tree().nodes().has(node);
            };
            REQUIRE((has(a, suspect.within.a) && has(b, suspect.within.b)));
            if (isClose({}))
            {
                ++colliding;
                touching.push_back(suspect.pair);
                there += isClose(suspect.within);
            }
            return false;
        });
        for (const PairIndex pair : about)
        {
            CHECK(std::count(about.begin(), about.end(), pair) == 1);
            CHECK(std::count(open.begin(), open.end(), pair) <= 1);
        }
        for (const PairIndex pair : by_hulls)
        {
            CHECK(std::count(by_hulls.begin(), by_hulls.end(), pair) == 1);
            CHECK(std::count(open.begin(), open.end(), pair) == 1);
        }
        for (const PairIndex pair : touching)
            CHECK(std::count(open.begin(), open.end(), pair) == 1);
        asked += static_cast<int>(about.size());
        if (about.empty())
            continue;
        int more = 0;
        std::vector<PairIndex> all = allPairs(*c.scene);
        prover.prove(all, [&](const Suspect& suspect) {
            CHECK(suspect.pair == about.front());
            ++more;
            return true;
        });
        CHECK(more == 1);
        ++ended;
    }
    CAPTURE(asked, ended, colliding, there);
    CHECK(there > colliding / 2);
    CHECK(asked > 20);
    CHECK(ended > 10);
}

TEST_CASE(
    "A ball deep in a box of a row is asked about, once by nodes, at a time when it is in there, and there, whichever is listed "
    "first")
{
    for (const bool row_first : {false, true})
        for (const bool alone : {false, true})
        {
            SceneBuilder b;
            const auto addRow = [&] {
                std::vector<PlacedShape> boxes;
                for (int k = 0; k < (alone ? 1 : 16); ++k)
                    boxes.push_back({Box{Vec3::Constant(0.5)}, at(1, 0, 2 * k)});
                b.objects.push_back({"row", kWorld, ObjectKind::Obstacle, std::make_shared<CollisionGeometry>(boxes, "row"), {}});
            };
            if (row_first)
                addRow();
            b.link("ball", b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()), Sphere{0.1});
            if (!row_first)
                addRow();
            const auto scene = b.build();
            const Motion motion(scene->model(), configuration({0}), configuration({2}));
            LaneProver prover;
            prover.reset(*scene, motion);
            std::vector<PairIndex> open = allPairs(*scene);
            std::vector<Suspect> suspects;
            prover.prove(open, [&](const Suspect& suspect) {
                if (!suspect.by_hulls)
                    suspects.push_back(suspect);
                return false;
            });
            CAPTURE(row_first, alone);
            REQUIRE(suspects.size() == 1);
            CHECK(std::abs(2 * suspects[0].t - 1) < 0.35);
            const NodePair& within = suspects[0].within;
            CHECK((row_first ? within.b : within.a) == RssTree::kRoot);
            const RssTree& tree = scene->object(ObjectIndex(row_first ? 0 : 1)).geometry->tree();
            const NodeIndex in_row = row_first ? within.a : within.b;
            REQUIRE(tree.nodes().has(in_row));
            CHECK((tree.node(in_row).isLeaf() && tree.node(in_row).leaf() == 0));
        }
}

/// A dumbbell of two balls that slides along y over a bar, and what is asked of it on the way.
struct Asked
{
    std::vector<Suspect> witnesses;  // but those by hulls
    std::vector<std::size_t> inner;  // lanes
    bool inner_first = true;
};

/// @param gap between the balls and the bar, whose middle is that of the ball about both
Asked askedOfDumbbell(double gap, bool meets)
{
    SceneBuilder b;
    const std::vector<PlacedShape> balls = {{Sphere{0.1}, at(-0.2, 0, 0)}, {Sphere{0.1}, at(0.2, 0, 0)}};
    b.objects.push_back({"dumbbell",
                         b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitY()),
                         ObjectKind::Link,
                         std::make_shared<CollisionGeometry>(balls, "dumbbell"),
                         {}});
    b.obstacle("bar", Box{Vec3(0.1 - gap, 0.3, 0.3)}, at(0, 1, 0));
    const auto scene = b.build();
    const Motion motion(scene->model(), configuration({0}), configuration({2}));
    LaneProver::prepare(*scene);
    LaneProver prover;
    prover.reset(*scene, motion);
    std::vector<PairIndex> open = allPairs(*scene);
    Asked asked;
    prover.prove(
        open,
        [&](const Suspect& suspect) {
            if (!suspect.by_hulls)
                asked.witnesses.push_back(suspect);
            return false;
        },
        [&](PairIndex, std::size_t lane, const NodePair&, double) {
            asked.inner_first = asked.inner_first && asked.witnesses.empty();
            asked.inner.push_back(lane);
            return meets;
        });
    return asked;
}

TEST_CASE("Of objects that overlap deeply as the balls about them tell, the balls within are asked first, once, where they do")
{
    for (const double gap : {-0.05, 0.001})
    {
        CAPTURE(gap);
        const Asked asked = askedOfDumbbell(gap, false);
        REQUIRE(asked.inner.size() == 1);
        CHECK(asked.inner_first);
        CHECK(asked.witnesses.size() == (gap < 0.0 ? 1 : 0));
        CHECK((asked.inner[0] >= 2 && asked.inner[0] < 6));
        // An answer ends it.
        CHECK(askedOfDumbbell(gap, true).witnesses.empty());
    }
}

/// Balls that pass each other a little nearer than their clearance.
std::vector<Case> clearanceCases()
{
    std::vector<Case> cases;
    Random random(13);
    for (int round = 0; round < 10; ++round)
    {
        SceneBuilder b;
        b.clearances.all = random.uniform(0.01, 0.1);
        const double r = random.uniform(0.05, 0.2), t = random.uniform(0.2, 0.8);
        b.link("ball", b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()), Sphere{r});
        b.obstacle("other", Sphere{0.1}, at(t, 0, r + 0.1 + 0.999 * b.clearances.all));
        cases.push_back({"nearer than the clearance", b.build(), configuration({0}), configuration({1}), {t}, 0.0});
    }
    return cases;
}

TEST_CASE("Provers broken on purpose are found out")
{
    std::vector<Case> cases = touchingCases(8, 8);
    for (const Case& c : clearanceCases())
        cases.push_back(c);
    for (const Case& c : insideCases())
        cases.push_back(c);
    for (const Case& c : randomCases(9, 1))
        cases.push_back(c);
    for (const BrokenProver& broken : brokenProvers())
    {
        const std::size_t found = violations(cases, broken.prove).size();
        CAPTURE(broken.name, found);
        CHECK(found >= 2);
    }
}
