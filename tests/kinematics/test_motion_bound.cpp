// MotionBound: never less than what points of the object do, seen from every ancestor. Obligations, for both overloads of reset:
// 1. travel(F) >= length of the path (of any polyline on it);  2. travel over a part of the motion is its share;
// 3. acceleration(F) >= |second derivative|;                    4. a chord is off by at most A h^2 / 8;
// 5. the body itself, and joints that stand still, cost nothing;
// 6. accelerationAlong(n) >= |n.x''| at all times that near the instant, and is at most acceleration(F).
#include <catch2/catch.hpp>

#include "kinematics/random_chain.h"
#include "support/random_tube.h"
#include "support/reference_scene.h"

#include <gapless/kinematics/motion_bound.h>

using namespace gapless;
using namespace gapless::test;

namespace {

template <class T>
PoseT<T> seenFrom(const IndexedVector<BodyIndex, PoseT<T>>& poses, BodyIndex F, BodyIndex body)
{
    const PoseT<T>&A = poses[F], &B = poses[body];
    return {A.R.transpose() * B.R, A.R.transpose() * (B.p - A.p)};
}

/// Points of an object: the extreme ones of its pieces in random directions.
std::vector<Vec3> pointsOf(const CollisionGeometry& geometry, Random& random, int count)
{
    const ReferenceObject object(geometry);
    std::vector<Vec3> out;
    for (int i = 0; i < count; ++i)
    {
        const auto& piece = object.pieces[static_cast<std::size_t>(random.index(static_cast<int>(object.pieces.size())))];
        const Vec3 far = piece.centre() + random.direction() * 1e3;
        const Vec3 core = nearestOnCore<double>(piece, far);
        out.push_back(core + (far - core).normalized() * piece.radius);
    }
    return out;
}

std::vector<BodyIndex> ancestorsOf(const KinematicModel& model, BodyIndex body)
{
    std::vector<BodyIndex> out = {body};
    while (out.back() != kWorld)
        out.push_back(model.body(out.back()).parent);
    return out;
}

/// @param tube not null: of the literal motion with its turns
void checkBounds(const SceneBuilder& builder, Random& random, const Configuration& q0, const Configuration& q1, int samples,
                 const MotionTube* tube = nullptr)
{
    const KinematicModel& model = builder.model;
    Motion motion(model, q0, q1);
    if (tube)
        motion.resetTube(model, q0, q1, *tube);
    PoseCache cache;
    cache.reset(motion);
    const int middle = cache.addInstant(0.5);
    for (const CollisionObject& object : builder.objects)
    {
        if (object.body == kWorld)
            continue;
        const auto points = pointsOf(*object.geometry, random, 3);
        MotionBound plain, folded;
        plain.reset(motion, object.body, *object.geometry);
        folded.reset(motion, object.body, *object.geometry, cache, middle);
        const double t0 = random.uniform(0, 0.9), t1 = random.uniform(t0, 1);
        for (const BodyIndex F : ancestorsOf(model, object.body))
        {
            INFO("object " << object.name << " on body " << object.body.value() << " seen from " << F.value() << "\nq0 "
                           << digits(q0) << "\nq1 " << digits(q1));
            const double travel = std::min(plain.travel(F), folded.travel(F)),
                         acceleration = std::min(plain.acceleration(F), folded.acceleration(F));
            CAPTURE(plain.travel(F), folded.travel(F), plain.acceleration(F), folded.acceleration(F), t0, t1);
            if (F == object.body)
            {
                CHECK(plain.travel(F) == 0.0);
                CHECK(plain.acceleration(F) == 0.0);
                CHECK(folded.travel(F) == 0.0);
                continue;
            }
            // Paths in long double: whole, and the part [t0, t1].
            for (bool whole : {true, false})
            {
                const double from = whole ? 0.0 : t0, to = whole ? 1.0 : t1;
                std::vector<V3<long double>> last(points.size());
                std::vector<long double> length(points.size(), 0.0L);
                for (int k = 0; k <= samples; ++k)
                {
                    const long double t = from + (static_cast<long double>(to) - from) * k / samples;
                    const auto X = seenFrom(referencePoses<long double>(model, q0, q1, t, tube), F, object.body);
                    for (std::size_t p = 0; p < points.size(); ++p)
                    {
                        const V3<long double> x = X * lift<long double>(points[p]);
                        if (k)
                            length[p] += lengthOf<long double>(x - last[p]);
                        last[p] = x;
                    }
                }
                for (std::size_t p = 0; p < points.size(); ++p)
                    CHECK(length[p]
                          <= static_cast<long double>(travel) * (static_cast<long double>(to) - from) + 1e-15L * samples);
            }
            const Real h = Real("1e-12");
            for (double t : {0.0, random.unit(), 1.0})
            {
                const auto pose = [&](const Real& s) {
                    return seenFrom(referencePoses<Real>(model, q0, q1, s, tube), F, object.body);
                };
                const auto before = pose(Real(t) - h), now = pose(Real(t)), after = pose(Real(t) + h);
                for (const Vec3& point : points)
                {
                    const V3<Real> x = lift<Real>(point);
                    const Real a = lengthOf<Real>(before * x + after * x - (now * x) * Real(2)) / (h * h);
                    CAPTURE(t, toDouble(a));
                    // The frame F turns with rotations that are orthogonal to 1e-16 only, at up to a kilometre.
                    CHECK(a <= Real(acceleration) + Real(1e-12));
                }
            }
            const auto at = [&](double t) {
                return seenFrom(referencePoses<Real>(model, q0, q1, Real(t), tube), F, object.body);
            };
            const auto A = at(t0), B = at(t1);
            for (double s : {0.25, 0.5, 0.8125})
            {
                const auto X = seenFrom(referencePoses<Real>(model, q0, q1, Real(t0) + (Real(t1) - Real(t0)) * Real(s), tube), F,
                                        object.body);
                for (const Vec3& point : points)
                {
                    const V3<Real> x = lift<Real>(point);
                    const Real off = lengthOf<Real>(X * x - (A * x) * Real(1 - s) - (B * x) * Real(s));
                    const Real width = Real(t1) - Real(t0);
                    // Rotations as stored are orthogonal to 1e-16 only.
                    CHECK(off <= Real(acceleration) * width * width / Real(8) + Real(1e-14));
                }
            }
        }
    }
}

struct Along
{
    double bound = 0.0;         // for all t within h of the instant
    double largest = 0.0;       // of |n.x''| sampled there
    double unrestricted = 0.0;  // acceleration(F)
};

/// @param t_known, h: the instant at which the turns are taken, and how far from it the samples are
Along along(const KinematicModel& model, const CollisionObject& object, BodyIndex F, const Configuration& q0,
            const Configuration& q1, const Vec3& n, double t_known, double h, Random& random)
{
    const Motion motion(model, q0, q1);
    PoseCache cache;
    cache.reset(motion);
    const int middle = cache.addInstant(0.5), known = cache.addInstant(t_known);
    MotionBound bound;
    bound.reset(motion, object.body, *object.geometry, cache, middle);
    std::vector<MotionBound::Turn> turns;
    bound.addTurns(motion, cache, known, F, cache.pose(known, F).R, turns);
    Along out;
    out.bound = MotionBound::accelerationAlong(n, h, turns.data(), turns.data() + turns.size());
    out.unrestricted = bound.acceleration(F);
    const Real step = Real("1e-12");
    const auto points = pointsOf(*object.geometry, random, 3);
    for (const double share : {-1.0, -0.5, 0.0, 0.5, 1.0})
    {
        const double t = t_known + share * h;
        if (t < 0.0 || t > 1.0)
            continue;
        const auto pose = [&](const Real& s) { return seenFrom(referencePoses<Real>(model, q0, q1, s), F, object.body); };
        const auto before = pose(Real(t) - step), now = pose(Real(t)), after = pose(Real(t) + step);
        for (const Vec3& point : points)
        {
            const V3<Real> x = lift<Real>(point);
            const V3<Real> second = (before * x + after * x - (now * x) * Real(2)) / (step * step);
            out.largest = std::max(out.largest, std::abs(toDouble(Real(second.dot(lift<Real>(n))))));
        }
    }
    return out;
}

}  // namespace

TEST_CASE("The acceleration along a direction is bounded near an instant, whichever the direction")
{
    Random random(76);
    int sharper = 0, all = 0;
    for (int i = 0; i < 60; ++i)
    {
        const SceneBuilder builder = randomTree(random, i % 4 == 3 ? 0x1p10 : 0.0);
        const KinematicModel& model = builder.model;
        const Configuration q0 = randomConfiguration(model, random, 2.0);
        const Configuration q1 = specialConfiguration(model, random, q0);
        for (const CollisionObject& object : builder.objects)
            for (const BodyIndex F : ancestorsOf(model, object.body))
            {
                const double t = random.unit(), h = random.logUniform(1e-3, 1);
                // Any, and one along which a joint turns: there its own share is least.
                const auto ancestors = ancestorsOf(model, object.body);
                const BodyIndex joint = ancestors[static_cast<std::size_t>(random.index(static_cast<int>(ancestors.size())))];
                const auto X_WF = Motion(model, q0, q1).worldPose(F, t), X_WJ = Motion(model, q0, q1).worldPose(joint, t);
                const Vec3 axis = X_WF.R.transpose() * (X_WJ.R * Motion(model, q0, q1).joint(joint).axis);
                for (const Vec3& n : {random.direction(), axis})
                {
                    const Along a = along(model, object, F, q0, q1, n, t, h, random);
                    INFO("tree " << i << " object " << object.name << " seen from " << F.value() << " t " << t << " h " << h);
                    CAPTURE(a.bound, a.largest, a.unrestricted);
                    CHECK(a.largest <= a.bound + 1e-12);
                    CHECK(a.bound <= a.unrestricted * (1 + 1e-9));
                    sharper += a.bound < 0.7 * a.unrestricted;
                    ++all;
                }
            }
    }
    CHECK(sharper > all / 10);
}

TEST_CASE("What turns about the normal of a plane has no acceleration along it, until the axis itself is turned")
{
    Random random(77);
    SceneBuilder b;
    const BodyIndex tilt = b.joint(kWorld, {}, JointType::Revolute, Vec3::UnitX());
    const BodyIndex slide = b.joint(tilt, {}, JointType::Prismatic, Vec3::UnitX());
    b.link("hand", b.joint(slide, {}, JointType::Revolute, Vec3::UnitZ()), Box{Vec3(0.5, 0.1, 0.1)}, at(1, 0, 0));
    const CollisionObject& hand = b.objects.front();
    const Along flat =
        along(b.model, hand, kWorld, configuration({0, 0, 0}), configuration({0, 0.5, 2}), Vec3::UnitZ(), 0.5, 0.5, random);
    CHECK(flat.bound <= 1e-12);
    CHECK(flat.unrestricted > 4.0);
    // Tilting by 0.4 rad: at t = 1/2 the axis stands along n, at the ends it does not, and what turns does move along it.
    const Along tilted =
        along(b.model, hand, kWorld, configuration({-0.2, 0, 0}), configuration({0.2, 0.5, 2}), Vec3::UnitZ(), 0.5, 0.5, random);
    CHECK(tilted.largest > 0.5);
    CHECK(tilted.bound >= tilted.largest);
    CHECK(tilted.bound < tilted.unrestricted);
}

TEST_CASE("An axis is tilted by all joints before it, not by the nearest one alone")
{
    Random random(78);
    SceneBuilder b;
    const BodyIndex tilt = b.joint(kWorld, {}, JointType::Revolute, Vec3::UnitX());
    const BodyIndex still = b.joint(tilt, {}, JointType::Revolute, Vec3::UnitZ());
    b.link("hand", b.joint(still, {}, JointType::Revolute, Vec3::UnitZ()), Box{Vec3(0.5, 0.1, 0.1)}, at(1, 0, 0));
    // At the ends the hand points across the tilt, where what it turns by counts most.
    const Along fast = along(b.model, b.objects.front(), kWorld, configuration({-0.2, 0, -3.5 * M_PI}),
                             configuration({0.2, 0, 3.5 * M_PI}), Vec3::UnitZ(), 0.5, 0.5, random);
    CHECK(fast.largest > 80.0);
    CHECK(fast.bound >= fast.largest);
    CHECK(fast.bound < fast.unrestricted);
}

TEST_CASE("An axis is known to its rounding only, which counts where it stands along the direction as far as doubles can tell")
{
    Random random(79);
    SceneBuilder b;
    const BodyIndex tilt = b.joint(kWorld, {}, JointType::Revolute, Vec3::UnitX());
    const BodyIndex hand = b.joint(tilt, {}, JointType::Revolute, Vec3::UnitZ());
    b.link("hand", hand, Box{Vec3(0.5, 0.1, 0.1)}, at(1, 0, 0));
    double largest = 0.0;
    for (int i = 0; i < 100; ++i)
    {
        // Many turns from zero, angles between the ends are off by up to 7e-9.
        const Configuration q0 = configuration({1e8, 0}), q1 = configuration({1e8 + 0x1p-24, 1e4});
        const double t = random.unit();
        const Motion motion(b.model, q0, q1);
        const Along a =
            along(b.model, b.objects.front(), kWorld, q0, q1, motion.worldPose(hand, t).R * Vec3::UnitZ(), t, 0.0, random);
        CAPTURE(t, a.bound, a.largest);
        CHECK(a.largest <= a.bound);
        largest = std::max(largest, a.largest);
    }
    CHECK(largest > 0.1);
}

TEST_CASE("Bounds of travel, acceleration and chords hold on random trees of all joint types")
{
    Random random(71);
    for (int i = 0; i < 60; ++i)
    {
        const SceneBuilder builder = randomTree(random, i % 4 == 3 ? 0x1p10 : 0.0);
        const Configuration q0 = randomConfiguration(builder.model, random, 2.0);
        const Configuration q1 = specialConfiguration(builder.model, random, q0);
        INFO("tree " << i);
        checkBounds(builder, random, q0, q1, 200);
        MotionTube tube = Configuration(Configuration::Zero(q0.size()));
        tube.turns = randomTurns(builder.model, random, 0.8);
        if (!tube.turns.empty())
            checkBounds(builder, random, q0, q1, 200, &tube);
    }
}

TEST_CASE("Slides in the middle of a chain lengthen the lever arms before them, whichever way they go")
{
    Random random(72);
    for (int i = 0; i < 40; ++i)
    {
        SceneBuilder builder;
        BodyIndex parent = kWorld;
        for (int k = 0; k < 5; ++k)
            parent = builder.joint(parent,
                                   {random.chance(0.5) ? random.rotation() : Mat3(Mat3::Identity()),
                                    random.chance(0.5) ? random.inCube(0.2) : Vec3(Vec3::Zero())},
                                   k % 2 ? JointType::Prismatic : JointType::Revolute,
                                   random.chance(0.5) ? random.direction() : Vec3(Vec3::UnitX()));
        builder.link("tip", parent, Sphere{0.01}, {Mat3::Identity(), random.inCube(0.1)});
        Configuration q0 = Configuration::Zero(5), q1 = q0;
        for (int k = 0; k < 5; ++k)
        {
            // One end long, the other short or of the other sign.
            q0[k] = k % 2 ? random.uniform(-10, 10) * random.index(2) : random.uniform(-3, 3);
            q1[k] = k % 2 ? random.uniform(-10, 10) : random.uniform(-3, 3);
        }
        INFO("chain " << i);
        checkBounds(builder, random, q0, q1, 200);
    }
}

TEST_CASE("Bounds are exact for one joint about the far point and for one slide")
{
    SceneBuilder turn;
    const BodyIndex arm = turn.joint(kWorld, at(0.5, 0, 0), JointType::Revolute);
    turn.link("tip", arm, Sphere{0.25}, at(1, 0, 0));
    MotionBound bound;
    const Motion turning(turn.model, configuration({0}), configuration({2}));
    bound.reset(turning, arm, *turn.objects[0].geometry);
    CHECK(bound.travel() >= 2.5);
    CHECK(bound.travel() <= 2.5 * (1 + 1e-9));
    CHECK(bound.acceleration() >= 5.0);
    CHECK(bound.acceleration() <= 5.0 * (1 + 1e-9));
    SceneBuilder slide;
    const BodyIndex car = slide.joint(kWorld, {}, JointType::Prismatic);
    slide.link("car", car, Box{Vec3(1, 1, 1)});
    const Motion sliding(slide.model, configuration({-1}), configuration({2}));
    bound.reset(sliding, car, *slide.objects[0].geometry);
    CHECK(bound.travel() >= 3.0);
    CHECK(bound.travel() <= 3.0 * (1 + 1e-9));
    CHECK(bound.acceleration() == 0.0);
}

TEST_CASE("Two arms of a trunk have a relative travel, from their own joints and not from the trunk's")
{
    SceneBuilder builder;
    const BodyIndex trunk = builder.joint(kWorld, {}, JointType::Revolute);
    const BodyIndex left = builder.joint(trunk, at(0, 1, 0), JointType::Revolute),
                    right = builder.joint(trunk, at(0, -1, 0), JointType::Revolute);
    const BodyIndex hand = builder.joint(right, at(1, 0, 0), JointType::Prismatic, Vec3::UnitX());
    builder.link("left", left, Sphere{0.1}, at(1, 0, 0)).link("hand", hand, Sphere{0.1});
    const Motion motion(builder.model, configuration({0, 0, 0, 0}), configuration({3, 0, 0.5, 0.25}));
    MotionBound a, b;
    a.reset(motion, left, *builder.objects[0].geometry);
    b.reset(motion, hand, *builder.objects[1].geometry);
    REQUIRE(builder.model.commonAncestor(left, hand) == trunk);
    CHECK(a.travel(trunk) == 0.0);
    CHECK(a.acceleration(trunk) == 0.0);
    CHECK(b.travel(trunk) >= 0.25 + 0.5 * 1.35 - 1e-3);
    CHECK(b.travel(trunk) <= 0.25 + 0.5 * 1.4);
    CHECK(a.travel() >= 3 * 1.0);
}
