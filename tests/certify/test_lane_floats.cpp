// Lanes of floats against lanes of doubles, which are the same source, and whose own tests know the truth: no kernel is off by more than
// float_error.h says.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <gapless/kinematics/motion.h>

#include "certify/float_error.h"
#include "certify/lane_prover.h"
#include "lane_kernels_support.h"
#include "lane_sets.h"
#include "support/random_scene.h"
#include "support/reference_motion.h"
#include "support/sanitized.h"

using namespace gapless;
using namespace gapless::test;

namespace {

constexpr double kU = 0x1p-24;

using BodyFloats = BodyLanesOf<float>;
using BallFloats = BallLanesOf<float>;
using RssFloats = RssLanesOf<float>;

/// A model's bodies in one block, in both kinds of numbers, and how far the floats may be off.
struct BothPoses
{
    IndexedVector<BodyIndex, BodyLanes> doubles;
    IndexedVector<BodyIndex, BodyFloats> floats;
    IndexedVector<BodyIndex, FloatError> errors;
    IndexedVector<BodyIndex, double> extents, rates, depths;

    BothPoses(const Motion& motion, const Pose& X_WR, double begin, double width)
    {
        const KinematicModel& model = motion.model();
        doubles.resize(model.bodies().size());
        floats.resize(doubles.size());
        errors.resize(doubles.size());
        extents.assign(doubles.size(), 0.0);
        rates.assign(doubles.size(), 0.0);
        depths.assign(doubles.size(), 0.0);
        doubles[kWorld] = stillLanes(X_WR);
        laneKernels<float>().rounded(doubles[kWorld], floats[kWorld]);
        extents[kWorld] = X_WR.p.norm();
        errors[kWorld] = floatErrorOfStill(extents[kWorld]);
        for (const BodyIndex i : model.bodies().indices())
        {
            if (i == kWorld)
                continue;
            const Body& body = model.body(i);
            const JointLanes joint = jointLanes(body, motion.joint(i));
            laneKernels().pose(joint, doubles[body.parent], begin, width, doubles[i]);
            laneKernels<float>().pose(jointLanes<float>(body, motion.joint(i)), floats[body.parent], begin, width, floats[i]);
            extents[i] = extents[body.parent] + joint.offset_length + joint.arm_length;
            rates[i] = rates[body.parent] + joint.turn + joint.shift_length;
            depths[i] = depths[body.parent] + 1.0;
            errors[i] = floatErrorOf(errors[body.parent], joint, extents[i]);
        }
    }
};

/// Of what floats are off by to what they may be, the largest met.
struct Worst
{
    double spin = 0.0, drift = 0.0, place = 0.0, velocity = 0.0;

    void add(double& of, double off, double allowed) { of = std::max(of, off / allowed); }
};

void checkPoses(const Motion& motion, const Pose& X_WR, double begin, double width, Worst& worst)
{
    const BothPoses both(motion, X_WR, begin, width);
    const Vec3 centre(0.3, -0.2, 0.5);
    const double reach = centre.norm() * (1 + 1e-12);
    bool bounds = true;
    for (const BodyIndex i : motion.model().bodies().indices())
    {
        const BodyLanes& D = both.doubles[i];
        const BodyFloats& F = both.floats[i];
        BallLanes ball;
        BallFloats ball_of_floats;
        laneKernels().placeBall(D, centre.data(), reach, ball);
        laneKernels<float>().placeBall(F, centre.data(), reach, ball_of_floats);
        const FloatError& e = both.errors[i];
        const double M = both.extents[i] + reach, W = both.rates[i], n = both.depths[i];
        const double spin = e.spin * kU + 1e-13, drift = e.drift * kU + 1e-13 * M;
        const double place = drift + (e.spin * reach + 8 * reach + 2 * M) * kU;
        const double velocity = M * (W + 2) * (2.5 * e.spin + 4 * n + 16) * kU;
        const double turn = 2.5 * W * W * M * (e.spin + n + 4) * kU;
        // What is counted here is what a radius grows by.
        CHECK(floatErrorOfCarried(e, both.extents[i], reach, W, n).of(reach)
              >= 4 * (place - 1e-13 * M) + (velocity + turn / 32) / 16);
        for (std::size_t k = 0; k < kLanes; ++k)
        {
            const Pose X = poseAt(D, k), Y = poseAt(F, k);
            worst.add(worst.spin, (X.R - Y.R).jacobiSvd().singularValues()[0], spin);
            worst.add(worst.drift, (X.p - Y.p).norm(), drift);
            worst.add(worst.place, (vectorAt(ball.x, k) - vectorAt(ball_of_floats.x, k)).norm(), place);
            worst.add(worst.velocity, (vectorAt(D.v, k) - vectorAt(F.v, k)).norm(), velocity);
            worst.add(worst.velocity, (vectorAt(ball.v, k) - vectorAt(ball_of_floats.v, k)).norm(), velocity);
            bounds = bounds && ball.bend.at[k] <= static_cast<double>(ball_of_floats.bend.at[k]) * kInflateOf<float> + turn
                     && static_cast<double>(ball_of_floats.bend.at[k]) <= ball.bend.at[k] * kInflateOf<float> + turn;
        }
    }
    CHECK(bounds);
}

/// As floats hold them, so that both kernels are asked about the same.
Vec3 asFloats(const Vec3& x)
{
    return x.cast<float>().cast<double>();
}

struct BothBalls
{
    BallLanes doubles = {};
    BallFloats floats = {};

    void set(std::size_t k, const Vec3& x, const Vec3& v, double bend)
    {
        put(asFloats(x), doubles.x, k);
        put(asFloats(v), doubles.v, k);
        for (int i = 0; i < 3; ++i)
        {
            floats.x[i].at[k] = static_cast<float>(x[i]);
            floats.v[i].at[k] = static_cast<float>(v[i]);
        }
        floats.bend.at[k] = static_cast<float>(bend);
        doubles.bend.at[k] = static_cast<double>(floats.bend.at[k]);
    }
};

BothBalls randomBalls(Random& random, const Vec3& about, double size, double half_width)
{
    BothBalls balls;
    for (std::size_t k = 0; k < kLanes; ++k)
        balls.set(k, about + random.inCube(2 * size), random.inCube(0.3 * size / half_width),
                  0.2 * size * random.unit() / (half_width * half_width));
    return balls;
}

/// What is asked of both is answered alike, but for `off` metres. @param is_sharp whether floats are to prove what is farther apart than that, too
template <class OfDoubles, class OfFloats>
void checkAlike(const OfDoubles& ofDoubles, const OfFloats& ofFloats, LaneTest test, double off, bool is_sharp, int& apart)
{
    const LaneGaps floats = ofFloats(test);
    LaneTest nearer = test, farther = test;
    nearer.radius = test.radius - off;
    farther.radius = test.radius + 4 * off;  // the bounds of second derivatives are rounded generously
    const LaneGaps below = ofDoubles(nearer), above = ofDoubles(farther);
    CAPTURE(off, test.radius, test.clearance, test.half_width);
    if ((floats.apart & ~below.apart) != 0 || (floats.apart_there & ~below.apart_there) != 0)
        CHECK((floats.apart & ~below.apart) == 0);
    if (is_sharp)
    {
        CHECK((above.apart & ~floats.apart) == 0);
        CHECK((above.apart_there & ~floats.apart_there) == 0);
    }
    for (std::size_t k = 0; k < kLanes; ++k)
        if (floats.apart >> k & 1U)
        {
            ++apart;
            LaneTest one = test;
            one.lanes = 1U << k;
            nearer.lanes = one.lanes;
            const double least = ofFloats(one).least;
            CHECK(least <= ofDoubles(nearer).least);
            if (is_sharp && above.apart >> k & 1U)
            {
                farther.lanes = one.lanes;
                CHECK(least >= ofDoubles(farther).least - 3 * off);
            }
        }
}

bool isSmooth(const TestedSet& set)
{
    return set.name != "sliver" && set.name != "needle" && set.name.find("equal") == std::string::npos;
}

/// The kernels of floats for a set as setOf() has those of doubles.
struct FloatSet
{
    Convex leaf;
    RssNode node;
    bool is_node = false;

    LaneGaps ask(const BallFloats& ball, const LaneTest& test) const
    {
        const LaneKernelsOf<float>& kernels = laneKernels<float>();
        if (is_node)
            return kernels.ballNode(ball, node, test);
        if (leaf.type == Convex::Type::Cylinder)
            return kernels.ballCylinder(ball, laneCylinder<float>(leaf), test);
        if (leaf.type == Convex::Type::Triangle)
            return kernels.ballTriangle(ball, laneTriangle<float>(leaf), test);
        return kernels.ballBox(ball, laneBox<float>(leaf), test);
    }
    LaneGaps ask(const RssFloats& rss, const LaneTest& test) const
    {
        const LaneKernelsOf<float>& kernels = laneKernels<float>();
        if (is_node)
            return kernels.rssNode(rss, node, test);
        if (leaf.type == Convex::Type::Cylinder)
            return kernels.rssCylinder(rss, laneCylinder<float>(leaf), test);
        if (leaf.type == Convex::Type::Triangle)
            return kernels.rssTriangle(rss, laneTriangle<float>(leaf), test);
        return kernels.rssBox(rss, laneBox<float>(leaf), test);
    }
};

/// Called with each of randomSets() in both kinds of numbers.
template <class F>
void forEachSet(Random& random, double far, const F& f)
{
    using Type = Convex::Type;
    const Pose X = random.pose(far);
    const auto half = [&](int k) { return Vec3(X.R.col(k) * random.logUniform(0.01, 3.0)); };
    const Vec3 a = X.p + random.inCube(1), b = X.p + random.inCube(1), c = X.p + random.inCube(1);
    const auto onLeaf = [&](const std::string& name, const Convex& leaf) { f(setOf(name, leaf), FloatSet{leaf, {}, false}); };
    onLeaf("point", leafOf(Type::Point, X.p));
    onLeaf("segment", leafOf(Type::Segment, a, b));
    onLeaf("rectangle", leafOf(Type::Rectangle, X.p, half(0), half(1)));
    onLeaf("box", leafOf(Type::Box, X.p, half(0), half(1), half(2)));
    onLeaf("cylinder", cylinderLeaf(random.logUniform(0.01, 2.0), random.logUniform(0.01, 2.0)).placed(X.R, X.p));
    onLeaf("triangle", leafOf(Type::Triangle, a, b, c));
    onLeaf("triangle with equal corners", leafOf(Type::Triangle, a, b, b));
    onLeaf("triangle of one point", leafOf(Type::Triangle, a, a, a));
    onLeaf("sliver", leafOf(Type::Triangle, a, b, 0.5 * (a + b) + random.inCube(1e-9)));
    onLeaf("sliver", leafOf(Type::Triangle, a, b, a + 0.3 * (b - a) + random.inCube(1e-24)));
    onLeaf("needle", leafOf(Type::Triangle, a, b, b + random.inCube(1e-7)));
    RssNode node;
    node.centre = X.p;
    node.u = X.R.col(0);
    node.v = X.R.col(1);
    node.half_u = random.uniform(0, 1);
    node.half_v = random.uniform(0, 1);
    f(setOf(node), FloatSet{{}, node, true});
}

/// Whether lanes prove the only pair of a scene apart where it stands.
bool isTakenOff(const Scene& scene, const Configuration& q)
{
    REQUIRE(scene.pairs().size() == 1);
    LaneProver prover;
    const Motion motion(scene.model(), q, q);
    prover.reset(scene, motion);
    std::vector<PairIndex> pairs(1, PairIndex(0));
    prover.prove(pairs);
    return pairs.empty();
}

}  // namespace

TEST_CASE("Sine and cosine in floats are within 4 u, of all angles that they are asked for")
{
    const double farthest = M_PI + 7.0 / 16.0 * kFarRate;
    std::vector<float> angles = {0.0F, -0.0F, 1e-45F, -1e-40F, 1e-20F};
    Random random(1);
    for (int k = -75; k <= 75; ++k)
    {
        float x = static_cast<float>(k * M_PI_4);
        for (int i = 0; i < 4; ++i)
        {
            angles.push_back(x);
            angles.push_back(-x);
            x = std::nextafter(x, static_cast<float>(kInfinity));
        }
    }
    for (int i = 0; i < 200000 / kShare; ++i)
        angles.push_back(
            static_cast<float>(random.chance(0.5) ? random.uniform(-farthest, farthest) : random.uniform(-M_PI, M_PI)));
    angles.resize(angles.size() / kLanes * kLanes);
    onEveryTarget([&](const LaneKernels&) {
        double worst = 0.0;
        for (std::size_t i = 0; i < angles.size(); i += kLanes)
        {
            LanesOf<float> angle, sine, cosine;
            std::copy_n(angles.begin() + static_cast<std::ptrdiff_t>(i), kLanes, angle.at);
            laneKernels<float>().sineCosine(angle, sine, cosine);
            for (std::size_t k = 0; k < kLanes; ++k)
            {
                const Long x = static_cast<Long>(angle.at[k]);
                worst = std::max({worst, static_cast<double>(std::abs(static_cast<Long>(sine.at[k]) - std::sin(x))),
                                  static_cast<double>(std::abs(static_cast<Long>(cosine.at[k]) - std::cos(x)))});
            }
        }
        CHECK(worst > kU);
        CHECK(worst < 4 * kU);
    });
}

TEST_CASE("Floats pose random chains of all joint types as doubles do, but for what is said, wherever these stand")
{
    Worst worst;
    Random random(2);
    for (int round = 0; round < 100 / std::min(kShare, 10); ++round)
    {
        SceneBuilder b;
        RandomRobotOptions options;
        options.min_bodies = 1 + round % 12;
        options.max_bodies = options.min_bodies + 4;
        addRandomRobot(b, random, options);
        const Configuration q0 = randomConfiguration(b.model, random, 1.0);
        // Further than floats' sine goes, too.
        const double step = round % 5 == 0 ? 0.01 : round % 5 == 1 ? 0.3 : round % 5 == 2 ? 3.0 : round % 5 == 3 ? 12.0 : 300.0;
        const Motion motion(b.model, q0, nearbyConfiguration(b.model, random, q0, step));
        if (motion.halfTurn())
            continue;
        const Pose X_WR = round % 2 ? random.pose(round % 3 ? 1.0 : 100.0) : Pose();
        CAPTURE(round, step);
        onEveryTarget([&](const LaneKernels&) {
            checkPoses(motion, X_WR, 0.0, 1.0, worst);
            checkPoses(motion, X_WR, 5.0 / 8, 1.0 / 8, worst);
            checkPoses(motion, X_WR, 37.0 / 64, 1.0 / 64, worst);
        });
    }
    CAPTURE(worst.spin, worst.drift, worst.place, worst.velocity);
    CHECK(std::max({worst.spin, worst.drift, worst.place, worst.velocity}) <= 1.0);
    // A twentieth of these would not do.
    CHECK(std::min({worst.spin, worst.drift, worst.place}) > 0.05);
}

TEST_CASE("A joint whose angle is millions of turns is posed in floats as in doubles")
{
    SceneBuilder b;
    const BodyIndex arm = b.joint(kWorld, at(1, 2, 3), JointType::Continuous, Vec3::UnitZ());
    b.joint(arm, at(0.5, 0, 0), JointType::Revolute, Vec3(1, 2, 2) / 3);
    for (const double far : {1e3, 0.9e6, -0.9e6, 3e6})
        for (const double rate : {0.5, 100.0, 200.0})
        {
            CAPTURE(far, rate);
            Motion motion(b.model, configuration({0.0, far}), configuration({1.0, far + rate}));
            Worst worst;
            onEveryTarget([&](const LaneKernels&) { checkPoses(motion, {}, 0.0, 1.0, worst); });
            CHECK(std::max({worst.spin, worst.drift, worst.place, worst.velocity}) <= 1.0);
        }
}

TEST_CASE("Bodies that floats would place too far off are known")
{
    CHECK_FALSE(isTooFarOff({300.0, 300.0}));
    CHECK(isTooFarOff({300.0, 2000.0}));
    CHECK(isTooFarOff({5000.0, 10.0}));
    CHECK(isTooFarOff({300.0, kInfinity}));
    CHECK(isTooFarOff({kNaN, 1.0}));
    CHECK(isTooFarOff({1.0, kNaN}));
    // What stands a kilometre away is among them.
    CHECK(isTooFarOff(floatErrorOfStill(1000.0)));
}

TEST_CASE("What floats tell of a ball or a rectangle and a set is what doubles do, but for 64 u of the coordinates")
{
    onEveryTarget([&](const LaneKernels& kernels) {
        Random random(5);
        int apart = 0;
        for (int round = 0; round < 200 / kShare; ++round)
        {
            const double far = round % 10 == 0 ? 1e4 : 1.0;
            forEachSet(random, far, [&](const TestedSet& set, const FloatSet& floats) {
                const double half_width = random.logUniform(1e-3, 1.0);
                LaneTest test;
                test.half_width = half_width;
                test.radius = static_cast<double>(static_cast<float>(random.uniform(0, 0.3) * set.size));
                test.clearance = random.chance(0.5) ? 0.0 : random.uniform(0, 0.3) * set.size;
                test.lanes = kAllLanes;
                const double off = 64 * kU * (far + 10 + 4 * set.size);
                CAPTURE(set.name, far);
                const BothBalls balls = randomBalls(random, set.about, set.size, half_width);
                checkAlike([&](const LaneTest& t) { return set.ask(kernels, balls.doubles, t); },
                           [&](const LaneTest& t) { return floats.ask(balls.floats, t); }, test, off, isSmooth(set) && far == 1.0,
                           apart);
                RssLanes rss = {};
                RssFloats rss_of_floats = {};
                rss.centre = balls.doubles;
                rss_of_floats.centre = balls.floats;
                rss.count = rss_of_floats.count = static_cast<std::size_t>(round % 3);
                for (std::size_t side = 0; side < rss.count; ++side)
                {
                    for (std::size_t k = 0; k < kLanes; ++k)
                    {
                        const Vec3 u = asFloats(random.direction() * (0.3 * set.size)),
                                   w = asFloats(random.inCube(0.1 * set.size / half_width));
                        put(u, rss.side[side], k);
                        put(w, rss.swing[side], k);
                        for (int i = 0; i < 3; ++i)
                        {
                            rss_of_floats.side[side][i].at[k] = static_cast<float>(u[i]);
                            rss_of_floats.swing[side][i].at[k] = static_cast<float>(w[i]);
                        }
                    }
                    rss.inverse_square[side] = 1.0 / (0.09 * set.size * set.size);
                    rss_of_floats.inverse_square[side] = static_cast<float>(rss.inverse_square[side]);
                }
                // Where the nearest points are sought otherwise the bound is another one: it is to be a bound.
                checkAlike([&](const LaneTest& t) { return set.ask_rss(kernels, rss, t); },
                           [&](const LaneTest& t) { return floats.ask(rss_of_floats, t); }, test, off, false, apart);
            });
        }
        CHECK(apart > 1000 / kShare);
    });
}

TEST_CASE("What is nearer than squares of floats tell is never apart")
{
    Convex sheet, wire;
    sheet.type = Convex::Type::Triangle;
    sheet.a = Vec3(-3.5, -3.25, 0);
    sheet.b = Vec3(3.75, -3.5, 0);
    sheet.c = Vec3(0, 4.125, 0);
    wire.type = Convex::Type::Segment;
    onEveryTarget([&](const LaneKernels&) {
        const LaneKernelsOf<float>& kernels = laneKernels<float>();
        Random random(2);
        const LaneTest test{0.0625, 0.1, 0.0, kAllLanes};
        for (int i = 0; i < 20000; ++i)
        {
            BallFloats ball = {};
            for (std::size_t k = 0; k < kLanes; ++k)
            {
                ball.x[0].at[k] = 0.01F * static_cast<float>(k);
                ball.x[2].at[k] = static_cast<float>(2.65e-23 * random.uniform(0.98, 1.02));
            }
            CHECK(kernels.ballTriangle(ball, laneTriangle<float>(sheet), test).apart == 0);
            const double half = random.uniform(0.2, 3.2), slope = 2e-22 * std::pow(10.0, random.unit());
            wire.a = Vec3(-half, -half * slope, 0);
            wire.b = -wire.a;
            ball = {};
            for (std::size_t k = 0; k < kLanes; ++k)
            {
                ball.x[0].at[k] = static_cast<float>(half);
                ball.x[1].at[k] = static_cast<float>(half * slope + 2.5e-23 * random.unit());
            }
            const LaneGaps gaps = kernels.ballBox(ball, laneBox<float>(wire), test);
            CHECK(gaps.apart == 0);
            CHECK(gaps.apart_there == 0);
        }
    });
}

// Each case lets floats be off by more than all else that is taken off, and the two be nearer than their clearance by less than that.
TEST_CASE("What is nearer than its clearance by less than floats tell is not taken off: by where two bodies are")
{
    Random random(3);
    for (int round = 0; round < 300; ++round)
    {
        SceneBuilder b;
        BodyIndex tips[2];
        for (BodyIndex& tip : tips)
        {
            tip = b.joint(kWorld, random.pose(0.5), JointType::Revolute, random.direction());
            tip = b.joint(tip, random.pose(0.5), JointType::Revolute, random.direction());
        }
        const Configuration q = randomConfiguration(b.model, random, 1.0);
        const auto poses = referencePoses<Long>(b.model, q, q, 0.0L);
        const double apart = toDouble(lengthOf<Long>(V3<Long>(poses[tips[0]].p - poses[tips[1]].p)));
        b.clearances.all = apart - 0.02 - 1e-10;
        if (!(b.clearances.all > 0.0))
            continue;
        const bool is_nearer = round % 4 != 0;
        b.clearances.all += is_nearer ? 2e-10 : -1e-3;
        b.link("ball", tips[0], Sphere{0.01});
        b.link("other", tips[1], Sphere{0.01});
        CHECK(isTakenOff(*b.build(), q) == !is_nearer);
    }
}

TEST_CASE("What is nearer than its clearance by less than floats tell is not taken off: by how far many joints turn it")
{
    Random random(4);
    for (int round = 0; round < 300; ++round)
    {
        // The same angle many times over: what it is rounded by adds up.
        SceneBuilder b;
        BodyIndex arm = kWorld;
        constexpr int kJoints = 80;
        for (int k = 0; k < kJoints; ++k)
            arm = b.joint(arm, {}, JointType::Continuous, Vec3::UnitZ());
        const BodyIndex still = b.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitZ());
        Configuration q = Configuration::Constant(b.model.configurationSize(), random.uniform(2.0, 3.1));
        q[q.size() - 1] = 0.0;
        const auto poses = referencePoses<Long>(b.model, q, q, 0.0L);
        const Vec3 tip = toDouble<Long>(V3<Long>(poses[arm].R * lift<Long>(Vec3(1, 0, 0))));
        const Vec3 other = tip + Vec3(-tip.y(), tip.x(), 0) * (round % 2 ? 0.03 : -0.03);
        const bool is_nearer = round % 8 > 1;
        b.clearances.all = (other - tip).norm() - 0.02 + (is_nearer ? 1e-10 : -1e-3);
        b.link("tip", arm, Sphere{0.01}, at(1, 0, 0));
        b.link("other", still, Sphere{0.01}, at(other.x(), other.y(), other.z()));
        CHECK(isTakenOff(*b.build(), q) == !is_nearer);
    }
}

TEST_CASE("What is nearer than its clearance by less than floats tell is not taken off: by what stands still in a frame far away")
{
    Random random(5);
    for (int round = 0; round < 200; ++round)
    {
        SceneBuilder b;
        b.link("tip", b.joint(kWorld, {}, JointType::Revolute, Vec3::UnitX()), Sphere{0.01});
        const Pose X = random.pose(200.0);
        b.link("other", b.joint(kWorld, X, JointType::Fixed), Sphere{0.01},
               {Mat3::Identity(), X.inverse() * (random.direction() * 0.04)});
        const bool is_nearer = round % 4 != 0;
        b.clearances.all = 0.02 + (is_nearer ? 1e-9 : -1e-2);
        CHECK(isTakenOff(*b.build(), configuration({0.3})) == !is_nearer);
    }
}

TEST_CASE("What is where floats overflow is never apart, of boxes either")
{
    const auto check = [](SceneBuilder& b) {
        const auto scene = b.build();
        const Configuration q0 = configuration({0.0}), q1 = configuration({1.0});
        const Motion motion(scene->model(), q0, q1);
        onEveryTarget([&](const LaneKernels&) {
            LaneProver prover;
            prover.reset(*scene, motion);
            std::vector<PairIndex> pairs;
            CHECK(prover.cull(q0, q1, false, pairs) == kInfinity);
            REQUIRE(pairs.size() == 1);
            CHECK(prover.prove(pairs) == kInfinity);
            CHECK(pairs.size() == 1);
        });
    };
    for (const double far : {-4e38, 4e38, 1e40, 1e100})
    {
        CAPTURE(far);
        SceneBuilder b;
        b.link("ball", b.joint(kWorld, at(far, 0, 0), JointType::Prismatic, Vec3::UnitZ()), Sphere{1.0});
        b.obstacle("other", Sphere{1.0}, at(far, 0, 0));
        check(b);
    }
    // An edge so long that where it is nearest is lost, and one of the sums along it with it.
    for (const double length : {1e19, 1e22, 1e23})
    {
        CAPTURE(length);
        SceneBuilder b;
        const Vec3 edge = length * Vec3(std::sin(0.1), std::cos(0.1), 0), beside(-std::cos(0.1), std::sin(0.1), 0);
        const Vec3 q = edge * 9e-4 + beside * (2e-4 * length);
        b.link("ball", b.joint(kWorld, at(q.x(), q.y(), q.z()), JointType::Prismatic, Vec3::UnitZ()), Sphere{5e-4 * length});
        b.obstacle("sheet", meshOf({edge, Vec3::Zero(), Vec3(0, 0, -1e-4 * length)}, {{0, 1, 2}}));
        check(b);
    }
}
