// What lane_prover.h claims, of objects of many pieces: of a pair that it takes off all of them are apart, throughout, in all of the motion's tube.
//
// The checks are one function that lists violations of whatever proves pairs apart, so that provers broken on purpose can be shown to violate them.
#include <catch2/catch.hpp>

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gapless/certify/segment_certifier.h>
#include <gapless/geometry/convex_distance.h>
#include <gapless/geometry/pair_distance.h>

#include "certify/lane_prover.h"
#include "support/random_scene.h"
#include "support/random_tube.h"
#include "support/reference_scene.h"
#include "support/sanitized.h"

using namespace gapless;
using namespace gapless::test;

namespace {

using Wide = PoseT<long double>;

/// Objects of many pieces, or bodies of many objects of one. One piece of an "a" meets one of a "b" at one instant, by a millionth of the scale.
struct Case
{
    std::string name;
    std::shared_ptr<const Scene> scene;
    Configuration q0, q1;
    bool has_tube = false;
    MotionTube tube;
    double t = 0.0;
    Configuration there;  // where they meet: at t, or in the tube about that
    PairIndex meeting;
    std::size_t leaf_a = 0, leaf_b = 0;  // of the first and the second object of that pair
    double scale = 1.0, far = 1.0;       // metres: of what moves, and how far that is from the origin
};

Motion motionOf(const Case& c)
{
    Motion motion;
    if (c.has_tube)
        motion.resetTube(c.scene->model(), c.q0, c.q1, c.tube);
    else
        motion.reset(c.scene->model(), c.q0, c.q1);
    return motion;
}

IndexedVector<BodyIndex, Wide> posesAt(const Case& c, double t)
{
    const KinematicModel& model = c.scene->model();
    if (!c.has_tube)
        return referencePoses<long double>(model, c.q0, c.q1, t);
    const Configuration q = literalConfiguration(c.q0, c.q1, c.tube.turns, t);
    return referencePoses<long double>(model, q, q, 0.0);
}

/// What a prover says of the pairs.
struct Left
{
    IndexedVector<PairIndex, char> is_left;
    double least = std::numeric_limits<double>::infinity();
};

using Prover = std::function<Left(const Case&)>;

/// @param culls whether boxes are asked first
Left proven(const Case& c, bool culls)
{
    const Motion motion = motionOf(c);
    LaneProver::prepare(*c.scene);
    LaneProver& prover = LaneProver::ofThread();
    prover.reset(*c.scene, motion);
    std::vector<PairIndex> open(c.scene->pairs().indices().begin(), c.scene->pairs().indices().end());
    Left left;
    if (culls)
        left.least = prover.cull(c.q0, c.q1, false, open);
    left.least = std::min(left.least, prover.prove(open));
    left.is_left.resize(c.scene->pairs().size(), 0);
    for (const PairIndex i : open)
        left.is_left[i] = 1;
    return left;
}

Left byLanes(const Case& c)
{
    return proven(c, false);
}

Left byBoxesAndLanes(const Case& c)
{
    return proven(c, true);
}

Wide inverse(const Wide& X)
{
    const M3<long double> R = X.R.transpose();
    return {R, V3<long double>(-(R * X.p))};
}

/// As one leaf of the first object and one of the second are at an instant; no less than their distance.
double leafDistance(const CollisionObject& a, std::size_t i, const CollisionObject& b, std::size_t j, const Pose& X_AB,
                    double needed)
{
    const Convex other = b.geometry->leaves()[j].placed(X_AB.R, X_AB.p);
    return convexDistance(a.geometry->leaves()[i], other, Vec3::Zero(), needed).upper;
}

struct Found
{
    std::vector<std::string> violations;
    int taken_off = 0;
};

void addViolations(const Case& c, const Left& left, int steps, Found& found)
{
    const Scene& scene = *c.scene;
    const std::string words = c.name + " at t = " + digits(c.t) + ", q0 = " + digits(c.q0) + ", q1 = " + digits(c.q1) + ": ";
    std::vector<IndexedVector<BodyIndex, Wide>> poses;
    for (int k = 0; k <= steps; ++k)
        poses.push_back(posesAt(c, static_cast<double>(k) / steps));
    for (const PairIndex index : scene.pairs().indices())
    {
        const ObjectPair& pair = scene.pair(index);
        const CollisionObject &a = scene.object(pair.a), &b = scene.object(pair.b);
        if (left.is_left[index])
            continue;
        if (index == c.meeting)
            found.violations.push_back(words + "taken off");
        ++found.taken_off;
        const double needed = std::max(pair.clearance, std::min(left.least, 1e10));
        for (int k = 0; k <= steps; ++k)
        {
            const Wide X = inverse(poses[static_cast<std::size_t>(k)][a.body]) * poses[static_cast<std::size_t>(k)][b.body];
            const Pose X_AB{X.R.cast<double>(), X.p.cast<double>()};
            const double rounding = 1e-11 * c.scale + 1e-13 * c.far;
            for (std::size_t i = 0; i < a.geometry->leaves().size(); ++i)
                for (std::size_t j = 0; j < b.geometry->leaves().size(); ++j)
                {
                    const double distance = leafDistance(a, i, b, j, X_AB, needed);
                    if (distance < needed - rounding)
                        found.violations.push_back(words + "taken off, but " + digits(distance) + " m apart at t = "
                                                   + digits(static_cast<double>(k) / steps) + ", less than " + digits(needed));
                }
        }
    }
}

/// @param steps instants at which the distances of what is taken off are looked at
Found violations(const std::vector<Case>& cases, const Prover& prove, int steps)
{
    Found found;
    for (const Case& c : cases)
        addViolations(c, prove(c), steps, found);
    return found;
}

/// The first few, to be read.
std::string firstOf(const std::vector<std::string>& list)
{
    std::string out;
    for (std::size_t i = 0; i < std::min<std::size_t>(list.size(), 8); ++i)
        out += list[i] + "\n";
    return out;
}

// ---- objects

std::vector<PlacedShape> cluster(Random& random, double size, int count)
{
    // A row, a ring of long thin ones, or anyhow.
    const int kind = random.index(4);
    std::vector<PlacedShape> out;
    for (int i = 0; i < count; ++i)
    {
        const double s = 2.0 * i / std::max(1, count - 1) - 1.0;
        if (kind == 0)
            out.push_back({randomShape(random, 0.3 * size), {random.rotation(), Vec3(s * size, 0, 0)}});
        else if (kind == 1)
            out.push_back({Box{Vec3(size, 0.01 * size, random.uniform(0.005, 0.5) * size)}, random.pose(0.3 * size)});
        else if (kind == 2)
            out.push_back({triangleMesh(size * random.direction(), size * random.direction(), size * random.direction()), {}});
        else
            out.push_back({randomShape(random, random.logUniform(0.02, 0.5) * size), random.pose(size)});
    }
    return out;
}

/// Of one body.
using Objects = std::vector<std::shared_ptr<const CollisionGeometry>>;

/// One, or one for each.
Objects objectsOf(const std::vector<PlacedShape>& shapes, const std::string& name, bool is_divided)
{
    if (!is_divided)
        return {std::make_shared<CollisionGeometry>(shapes, name)};
    Objects objects;
    for (const PlacedShape& shape : shapes)
        objects.push_back(std::make_shared<CollisionGeometry>(std::vector<PlacedShape>{shape}, name));
    return objects;
}

struct Tip
{
    std::size_t object, leaf;
    Vec3 point, normal;
};

/// Nothing of the leaf lies beyond it; mostly nothing of all.
Tip tipOf(const Objects& objects, Random& random)
{
    std::vector<std::pair<std::size_t, std::size_t>> leaves;
    for (std::size_t object = 0; object < objects.size(); ++object)
        for (std::size_t leaf = 0; leaf < objects[object]->leaves().size(); ++leaf)
            leaves.emplace_back(object, leaf);
    const auto at = [&](std::size_t i) -> const Convex& { return objects[leaves[i].first]->leaves()[leaves[i].second]; };
    const Vec3 n = random.direction();
    std::size_t tip = static_cast<std::size_t>(random.index(static_cast<int>(leaves.size())));
    if (random.chance(0.7))
        for (std::size_t i = 0; i < leaves.size(); ++i)
            if (at(i).support(n) > at(tip).support(n))
                tip = i;
    return {leaves[tip].first, leaves[tip].second, at(tip).coreSupportPoint(n) + at(tip).radius * n, n};
}

Mat3 turning(const Vec3& from, const Vec3& to, Random& random)
{
    const Mat3 twist = Eigen::AngleAxisd(random.uniform(-3, 3), to).toRotationMatrix();
    return twist * Eigen::Quaterniond::FromTwoVectors(from, to).toRotationMatrix();
}

/// Anywhere, and where intervals of lanes and of narrower ones begin and end.
double instant(Random& random)
{
    switch (random.index(6))
    {
        case 0: return random.chance(0.5) ? 0.0 : 1.0;
        case 1: return random.index(9) / 8.0;
        case 2: return random.index(65) / 64.0;
        case 3: return random.index(513) / 512.0;
        default: return random.unit();
    }
}

BodyIndex addChain(SceneBuilder& b, Random& random, BodyIndex parent, const Pose& X_PJ, bool floats, double s)
{
    const int count = 1 + random.index(3);
    bool is_master = false;
    for (int i = 0; i < count; ++i)
    {
        const double kind = random.unit();
        JointType type = JointType::Revolute;
        if (kind > 0.9)
            type = floats ? JointType::Floating : JointType::Planar;
        else if (kind > 0.8)
            type = JointType::Planar;
        else if (kind > 0.6)
            type = JointType::Prismatic;
        else if (kind > 0.4)
            type = JointType::Continuous;
        std::optional<Mimic> mimic;
        if (is_master && type == JointType::Revolute && random.chance(0.4))
            mimic = Mimic{parent, random.uniform(-2.0, 2.0), random.uniform(-0.5, 0.5)};
        parent = b.joint(parent, i == 0 ? X_PJ : random.pose(0.5 * s), type,
                         type == JointType::Planar ? Vec3(Vec3::UnitZ()) : random.direction(), mimic);
        is_master = !mimic && type == JointType::Revolute;
    }
    return parent;
}

/// A body's object; links of one robot may be exempt, these are to be kept apart.
void hang(SceneBuilder& b, const std::string& name, BodyIndex body, const std::shared_ptr<const CollisionGeometry>& geometry,
          bool first)
{
    const CollisionObject object{name, body, ObjectKind::Link, geometry, {}};
    b.objects.insert(first ? b.objects.begin() : b.objects.end(), object);
}

enum class Other
{
    Obstacle,  ///< of the world
    Fixed,     ///< to a turned body
    Moving
};

Case randomCase(Random& random, Other other, bool has_tube)
{
    const double s = random.chance(0.2) ? random.logUniform(1e-3, 1e2) : 1.0, depth = 1e-6 * s;
    Case c;
    c.name = other == Other::Obstacle ? "of an obstacle" : other == Other::Fixed ? "of a fixed body" : "of a moving body";
    c.scale = s;
    c.t = instant(random);
    c.has_tube = has_tube;
    const bool divides_a = random.chance(0.4), divides_b = random.chance(0.3);
    const Objects objects_a = objectsOf(cluster(random, 0.6 * s, 1 + random.index(divides_a ? 10 : 20)), "a", divides_a);
    const auto shapes_b = cluster(random, random.logUniform(0.05, 1.0) * s, 1 + random.index(divides_b ? 10 : 20));
    SceneBuilder b;
    b.clearances.all = random.chance(0.5) ? 0.0 : random.uniform(0.0, 0.1) * s;
    Pose X_base = random.pose(s);
    if (random.chance(0.1))
    {
        c.far = 1e5 * s;
        X_base.p += c.far * random.direction();
    }
    const BodyIndex body = addChain(b, random, kWorld, X_base, !has_tube, s);
    const BodyIndex parent = other == Other::Moving && random.chance(0.5) ? random.index(b.model.bodies()) : kWorld;
    const SceneBuilder alone = b;
    const Random before = random;
    BodyIndex other_body = kWorld;
    const auto addOther = [&](const Pose& X) {
        random = before;
        b = alone;
        if (other == Other::Fixed)
            other_body = b.joint(kWorld, X, JointType::Fixed);
        if (other == Other::Moving)
            other_body = addChain(b, random, parent, X, !has_tube, s);
    };
    addOther({});
    const double step = random.chance(0.1) ? random.logUniform(4.0, 60.0) : random.logUniform(0.05, 4.0);
    c.q0 = randomConfiguration(b.model, random, s);
    c.q1 = nearbyConfiguration(b.model, random, c.q0, step);
    const Configuration more = c.q1 - c.q0;
    for (const Body& moving : b.model.bodies())
        if (moving.variable && moving.joint.type == JointType::Prismatic)
            c.q1[*moving.variable] = c.q0[*moving.variable] + s * more[*moving.variable];
    c.there = interpolate(b.model, c.q0, c.q1, c.t);
    if (has_tube)
    {
        c.tube.deviation = randomDeviation(b.model, random, 0.3, 1e-5, 1e-2);
        c.tube.turns = randomTurns(b.model, random, 0.5);
        c.there = randomInTube(b.model, random, literalConfiguration(c.q0, c.q1, c.tube.turns, c.t), c.tube.deviation);
    }
    const auto posesThere = [&] {
        return has_tube ? referencePoses<long double>(b.model, c.there, c.there, 0.0)
                        : referencePoses<long double>(b.model, c.q0, c.q1, c.t);
    };
    const auto poses = posesThere();
    const Tip tip = tipOf(objects_a, random), meeting = tipOf(objectsOf(shapes_b, "b", divides_b), random);
    const Wide X_PW = inverse(poses[parent]), X_PO = X_PW * poses[other_body], X_PA = X_PW * poses[body];
    const Vec3 n = toDouble<long double>(V3<long double>(X_PA.R * lift<long double>(tip.normal))).normalized();
    const Vec3 m = toDouble<long double>(V3<long double>(X_PO.R * lift<long double>(meeting.normal))).normalized();
    Pose X;
    X.R = turning(m, -n, random);
    const V3<long double> target = X_PA * lift<long double>(tip.point) + lift<long double>(n) * (b.clearances.all - depth);
    X.p = toDouble<long double>(V3<long double>(target - lift<long double>(X.R) * (X_PO * lift<long double>(meeting.point))));
    const Random after = random;
    addOther(X);
    random = after;
    auto placed = shapes_b;
    if (other == Other::Obstacle)
        for (PlacedShape& shape : placed)
            shape.X_BS = X * shape.X_BS;
    const bool b_first = random.chance(0.5);
    const Objects objects_b = objectsOf(placed, "b", divides_b);
    const auto nameOf = [](const char* of, std::size_t object) { return of + std::to_string(object); };
    for (std::size_t i = 0; i < objects_a.size(); ++i)
        hang(b, nameOf("a", i), body, objects_a[i], false);
    for (std::size_t i = 0; i < objects_b.size(); ++i)
        hang(b, nameOf("b", i), other_body, objects_b[i], b_first);
    // More of the same, so that tests are dear, and that there are other pairs before and after.
    for (int more_objects = random.chance(0.5) ? 0 : random.index(6); more_objects > 0; --more_objects)
    {
        auto shapes = cluster(random, random.logUniform(0.05, 0.5) * s, 1 + random.index(6));
        const Vec3 about = toDouble<long double>(target);
        for (PlacedShape& shape : shapes)
            shape.X_BS =
                Pose{Mat3::Identity(), parent == kWorld ? Vec3(about + random.inCube(2 * s)) : random.inCube(2 * s)} * shape.X_BS;
        hang(b, "more_" + std::to_string(more_objects), parent == kWorld ? kWorld : parent,
             std::make_shared<CollisionGeometry>(shapes, "more"), random.chance(0.5));
    }
    c.scene = b.build();
    for (const PairIndex i : c.scene->pairs().indices())
    {
        const std::string &first = c.scene->object(c.scene->pair(i).a).name, &second = c.scene->object(c.scene->pair(i).b).name;
        const std::string of_a = nameOf("a", tip.object), of_b = nameOf("b", meeting.object);
        if ((first != of_a || second != of_b) && (first != of_b || second != of_a))
            continue;
        c.meeting = i;
        c.leaf_a = first == of_b ? meeting.leaf : tip.leaf;
        c.leaf_b = first == of_b ? tip.leaf : meeting.leaf;
    }
    return c;
}

/// Whether the two meet, as they were put to, with what is left of it after rounding.
bool meets(const Case& c)
{
    const Scene& scene = *c.scene;
    if (scene.pairs().empty())
        return false;
    const ObjectPair& pair = scene.pair(c.meeting);
    const CollisionObject &a = scene.object(pair.a), &b = scene.object(pair.b);
    const auto poses = c.has_tube ? referencePoses<long double>(scene.model(), c.there, c.there, 0.0)
                                  : referencePoses<long double>(scene.model(), c.q0, c.q1, c.t);
    const Wide X = inverse(poses[a.body]) * poses[b.body];
    return c.leaf_a < a.geometry->leaves().size() && c.leaf_b < b.geometry->leaves().size()
           && leafDistance(a, c.leaf_a, b, c.leaf_b, {X.R.cast<double>(), X.p.cast<double>()}, pair.clearance)
                  <= pair.clearance - 1e-7 * c.scale * (pair.clearance > 0.0);
}

std::vector<Case> randomCases(std::uint64_t seed, int rounds, bool has_tube = false)
{
    Random random(seed);
    std::vector<Case> out;
    for (int round = 0; round < rounds; ++round)
        for (const Other other : {Other::Obstacle, Other::Fixed, Other::Moving})
        {
            Case c = randomCase(random, other, has_tube);
            if (meets(c))
                out.push_back(std::move(c));
        }
    return out;
}

struct BrokenProver
{
    std::string name;
    Prover prove;
};

std::vector<BrokenProver> brokenProvers()
{
    return {{"what is left of the pair before",
             [](const Case& c) {
                 Left left = byLanes(c);
                 for (std::size_t i = left.is_left.size(); i-- > 1;)
                     left.is_left[PairIndex(i)] = left.is_left[PairIndex(i - 1)];
                 return left;
             }},
            {"what is left of half of the motion", [](Case c) {
                 c.q1 = interpolate(c.scene->model(), c.q0, c.q1, 0.5);
                 return byLanes(c);
             }}};
}

void checkProvers(const std::vector<Case>& cases)
{
    for (const Prover& prove : {Prover(byLanes), Prover(byBoxesAndLanes)})
    {
        const Found found = violations(cases, prove, 16);
        INFO(firstOf(found.violations));
        CHECK(found.violations.empty());
        // Else nothing is tested.
        CAPTURE(cases.size(), found.taken_off);
        CHECK(found.taken_off > static_cast<int>(cases.size()) / 2);
    }
}

}  // namespace

TEST_CASE("Objects of which two pieces meet at one instant are not taken off, and pieces of those that are keep their clearance")
{
    checkProvers(randomCases(1, 80 / std::min(kShare, 10)));
}

TEST_CASE("Objects of which two pieces meet somewhere in a motion's tube are not taken off")
{
    checkProvers(randomCases(2, 60 / std::min(kShare, 10), true));
}

TEST_CASE("Motions are not free where two pieces of many meet")
{
    for (const bool has_tube : {false, true})
        for (const Case& c : randomCases(3, 40 / std::min(kShare, 10), has_tube))
        {
            SegmentCertifier certifier(c.scene, CertifyOptions());
            if (has_tube)
                certifier.resetTube(c.q0, c.q1, c.tube);
            else
                certifier.reset(c.q0, c.q1);
            Budget budget;
            budget.steps = 1000;
            const Verdict verdict = certifier.run(budget);
            if (verdict == Verdict::Free)
            {
                CAPTURE(c.name, c.t, digits(c.q0), digits(c.q1));
                CHECK(verdict != Verdict::Free);
            }
        }
}

TEST_CASE("Provers of many pieces broken on purpose are found out")
{
    const std::vector<Case> cases = randomCases(4, 40);
    for (const BrokenProver& broken : brokenProvers())
    {
        const std::size_t found = violations(cases, broken.prove, 8).violations.size();
        CAPTURE(broken.name, found);
        CHECK(found >= 2);
    }
}

TEST_CASE("What a tube may take of a distance is off the bound, in the first intervals and in narrower ones")
{
    constexpr double kDeviation = 0.03;
    struct Result
    {
        bool is_left;
        double least;
    };
    // The balls pass each other at the middle of an interval, and where two of them meet, which takes narrower ones.
    const auto proven = [&](double gap, double place, bool is_large) {
        SceneBuilder b;
        const BodyIndex aside = b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitY());
        b.link("ball", b.joint(aside, {}, JointType::Prismatic, Vec3::UnitX()), Sphere{0.025});
        std::vector<PlacedShape> balls(1, {Sphere{0.025}, at(place, gap + 0.05, 0)});
        // With another one beyond the way: the boxes about the two are looked at first.
        if (is_large)
            balls.push_back({Sphere{0.025}, at(place, -1, 0)});
        b.objects.push_back({"other", kWorld, ObjectKind::Obstacle, std::make_shared<CollisionGeometry>(balls, "other"), {}});
        const auto scene = b.build();
        Configuration q0(2), q1(2), deviation(2);
        q0 << 0.0, 0.0;
        q1 << 0.0, 8.0;
        deviation << kDeviation, 0.0;
        Motion motion;
        motion.resetTube(scene->model(), q0, q1, deviation);
        LaneProver::prepare(*scene);
        LaneProver prover;
        prover.reset(*scene, motion);
        std::vector<PairIndex> open(1, PairIndex(0));
        const double least = prover.prove(open);
        return Result{!open.empty(), least};
    };
    for (const double place : {4.5, 4.0})
        for (const bool is_large : {false, true})
        {
            CAPTURE(place, is_large);
            const Result far = proven(0.05, place, is_large);
            CHECK(!far.is_left);
            CHECK(far.least <= 0.05 - kDeviation);
            CHECK(far.least > 0.0);
            CHECK(proven(0.02, place, is_large).is_left);
        }
}

TEST_CASE("A tube brings objects together by what either of them may deviate, as their boxes and as their balls tell")
{
    constexpr double kGap = 0.05, kOff = 5e-6;  // floats tell no better
    enum class Deviating
    {
        First,
        Second,
        BesideObstacle
    };
    for (const Deviating deviating : {Deviating::First, Deviating::Second, Deviating::BesideObstacle})
        for (const double by : {0.03, 0.06})
        {
            CAPTURE(static_cast<int>(deviating), by);
            SceneBuilder b;
            b.link("ball", b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()), Sphere{0.025});
            if (deviating == Deviating::BesideObstacle)
                b.obstacle("other", Sphere{0.025}, at(kGap + 0.05, 0, 0));
            else
                b.link("other", b.joint(kWorld, at(kGap + 0.05, 0, 0), JointType::Prismatic, Vec3::UnitX()), Sphere{0.025});
            const auto scene = b.build();
            const Configuration still = Configuration::Zero(scene->model().configurationSize());
            Configuration deviation = still;
            deviation[deviating == Deviating::Second ? 1 : 0] = by;
            Motion motion;
            motion.resetTube(scene->model(), still, still, deviation);
            LaneProver::prepare(*scene);
            LaneProver prover;
            prover.reset(*scene, motion);
            std::vector<PairIndex> left, open(1, PairIndex(0));
            const double bound = prover.cull(still, still, false, left), least = prover.prove(open);
            const bool is_apart = by < kGap;
            CHECK(left.empty() == is_apart);
            CHECK(open.empty() == is_apart);
            if (is_apart)
            {
                CHECK(bound <= kGap - by);
                CHECK(bound == Approx(kGap - by).margin(kOff));
                CHECK(least <= kGap - by);
                CHECK(least == Approx(kGap - by).margin(kOff));
            }
        }
}
