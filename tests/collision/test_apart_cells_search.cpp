// Tables of where two links are apart within the limits: what they say of motions, against distances and insides at points of these.
#include <algorithm>
#include <cmath>
#include <limits>

#include <catch2/catch.hpp>

#include <gapless/collision/scene.h>
#include <gapless/io/problem.h>
#include <gapless/io/problem_description.h>

#include "support/gap_on_motion.h"
#include "support/limited_arm.h"
#include "support/peer_data.h"
#include "support/random_input.h"
#include "support/random_scene.h"
#include "support/sanitized.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;

namespace {

constexpr PairIndex kPair{0};

/// The same pair with another table.
ApartWithinLimits withCells(const ApartWithinLimits& proof, std::vector<ApartCells::Node> nodes)
{
    ApartWithinLimits other = proof;
    other.cells = std::make_shared<ApartCells>(proof.cells->axes(), std::move(nodes));
    return other;
}

/// One to three joints with limits between two links, on a robot whose base turns without.
struct RandomPair
{
    std::shared_ptr<const Scene> scene;
    int joints;
};

RandomPair randomPair(Random& random)
{
    SceneBuilder b;
    // Three take the longest.
    const int joints = 1 + random.index(5) / 2;
    const BodyIndex base = b.joint(kWorld, random.pose(1.0), JointType::Revolute, random.direction());
    // Each of several joints may be on either side of the common ancestor, so that either link may be the one that moves.
    BodyIndex ends[2] = {base, base};
    for (int k = 0; k < joints; ++k)
    {
        const JointType type = random.chance(0.3) ? JointType::Prismatic : JointType::Revolute;
        const bool slides = type == JointType::Prismatic;
        const double lower = random.uniform(-2.0, 0.5) * (slides ? 0.3 : 1.0);
        const double width = slides               ? random.uniform(0.1, 0.8)
                             : random.chance(0.2) ? random.uniform(6, 20)
                                                  : random.uniform(0.1, 6);
        BodyIndex& end = ends[random.index(4) == 0];
        const Pose X = k == 0 ? Pose{random.rotation(), random.uniform(0.1, 0.7) * random.direction()}
                              : Pose{random.rotation(), 0.3 * random.direction()};
        end = b.model.addBody("end_" + std::to_string(k), end, X,
                              limited(type, random.direction(), lower, lower + width, "limited_" + std::to_string(k)), 0);
    }
    const auto shapes = [&] {
        std::vector<PlacedShape> out;
        // Tables of three joints are of links with many leaves.
        for (int k = joints < 3 ? 0 : 2; k > 0; --k)
            out.push_back(
                {boxMesh({random.uniform(0.02, 0.2), random.uniform(0.02, 0.2), random.uniform(0.02, 0.2)}), random.pose(0.1)});
        for (int k = 1 + random.index(2); k > 0; --k)
            out.push_back({random.chance(0.6) ? Shape(randomMesh(random, 0.25)) : randomShape(random, 0.2), random.pose(0.1)});
        return out;
    };
    b.link("first", ends[0], shapes());
    b.link("second", ends[1], shapes());
    const double clearance = random.chance(0.5) ? 0.0 : random.logUniform(1e-3, 0.1);
    return {std::make_shared<Scene>(b.model, b.objects, std::vector<ObjectPair>{{ObjectIndex(0), ObjectIndex(1), clearance}}),
            joints};
}

Configuration clampedToLimits(const KinematicModel& model, Configuration q)
{
    for (const Body& body : model.bodies())
        if (body.variable && !body.joint.lower.empty())
            q[*body.variable] = std::min(std::max(q[*body.variable], body.joint.lower[0]), body.joint.upper[0]);
    return q;
}

std::pair<Configuration, Configuration> randomMotion(const KinematicModel& model, Random& random)
{
    const Configuration q0 = randomWithinLimits(model, random);
    Configuration q1 = q0;
    const double step = random.logUniform(1e-3, 6);
    for (Eigen::Index v = 0; v < q1.size(); ++v)
        if (!random.chance(0.2))
            q1[v] += random.uniform(-step, step);
    return {q0, clampedToLimits(model, q1)};
}

}  // namespace

TEST_CASE("Where a table answers for a motion, the pair is as far apart all along it and neither is inside the other")
{
    Random random(31);
    int tables[4] = {}, answers[4] = {}, whole = 0;
    for (int k = 0; k < (kSanitized ? 15 : 80); ++k)
    {
        const RandomPair pair = randomPair(random);
        const ApartWithinLimits& proof = pair.scene->apartWithinLimits(kPair);
        CHECK((!proof.cells || !proof.open.empty()));
        whole += pair.joints == 3 && proof.open.empty();
        for (int i = 0; i < (proof.open.empty() ? 150 : 0); ++i)
        {
            const Gap gap = gapAt(*pair.scene, kPair, randomWithinLimits(pair.scene->model(), random), proof.gap);
            CHECK((gap.distance >= proof.gap && gap.outside));
        }
        if (!proof.cells)
            continue;
        ++tables[pair.joints];
        for (int i = 0; i < 150; ++i)
        {
            const auto [q0, q1] = randomMotion(pair.scene->model(), random);
            bool answered = false;
            if (isWrong(*pair.scene, kPair, proof, q0, q1, 40, &answered))
            {
                CAPTURE(k, i, digits(q0), digits(q1));
                CHECK_FALSE(isWrong(*pair.scene, kPair, proof, q0, q1, 40));
            }
            answers[pair.joints] += answered;
        }
    }
    CAPTURE(tables[1], tables[2], tables[3], answers[1], answers[2], answers[3], whole);
    if (!kSanitized)
    {
        CHECK(std::min({tables[1], tables[2], tables[3]}) > 5);
        CHECK(std::min({answers[1], answers[2], answers[3]}) > 500);
        CHECK(whole > 0);
    }
    CHECK(answers[1] + answers[2] + answers[3] > 100);
}

namespace {

/// A hand that comes to the base where the elbow is at `meeting`: the balls' surfaces then are `away` apart.
std::shared_ptr<const Scene> elbow(double lower, double upper, double meeting, double away, double clearance = 0.0)
{
    SceneBuilder b;
    const BodyIndex base = b.joint(kWorld, at(0.3, 0, 0), JointType::Revolute);
    const BodyIndex hand =
        b.model.addBody("hand", base, at(1, 0, 0), limited(JointType::Revolute, Vec3::UnitZ(), lower, upper, "elbow"), 0);
    const double r = 0.05, reach = 1.0 + 2 * r + away;
    b.link("base", base, Sphere{r}, at(1 + reach * std::cos(meeting), reach * std::sin(meeting), 0));
    b.link("hand", hand, Sphere{r}, at(1, 0, 0));
    return std::make_shared<Scene>(b.model, b.objects, std::vector<ObjectPair>{{ObjectIndex(0), ObjectIndex(1), clearance}});
}

}  // namespace

TEST_CASE("A pair that touches at one value of a joint is not apart on any motion through it, wherever in the cells it is")
{
    // At the middle, quarters, ends of the range, and elsewhere; touching in one point, or overlapping.
    for (const double where : {0.5, 0.25, 0.75, 0.0, 1.0, 1.0 / 3.0, 0.6180339887})
        for (const double away : {0.0, -1e-6, -1e-2})
            for (const double lower : {0.0, -1.3})
            {
                const double upper = lower + 2.0, meeting = lower + where * 2.0;
                CAPTURE(where, away, lower);
                const auto scene = elbow(lower, upper, meeting, away);
                const ApartWithinLimits& proof = scene->apartWithinLimits(kPair);
                REQUIRE(proof.cells);
                const auto gapOn = [&](double x, double y) {
                    return proof.gapOn(configuration({0.7, x}), configuration({-0.2, y}));
                };
                for (const double step : {0.0, 1e-12, 1e-6, 1e-3, 0.1, 1.0})
                {
                    const double x = std::max(lower, meeting - step), y = std::min(upper, meeting + 0.7 * step);
                    CHECK_FALSE(gapOn(x, y));
                    CHECK_FALSE(gapOn(y, x));
                    CHECK_FALSE(gapOn(x, meeting));
                    CHECK_FALSE(gapOn(meeting, y));
                }
                // Along the contact, beside it: 0.3 rad are 0.15 m on the circle, and 0.1 m is what both balls need.
                if (meeting - 0.3 > lower)
                {
                    CHECK(gapOn(lower, meeting - 0.3));
                    CHECK_FALSE(isWrong(*scene, kPair, proof, configuration({0, lower}), configuration({0, meeting - 0.3}), 200));
                }
                if (meeting + 0.3 < upper)
                {
                    CHECK(gapOn(meeting + 0.3, upper));
                    CHECK_FALSE(isWrong(*scene, kPair, proof, configuration({0, upper}), configuration({0, meeting + 0.3}), 200));
                }
            }
}

TEST_CASE("Tables tell what is apart by a millimetre, which states ask for, from what is apart by less")
{
    const auto scene = twoArms(-0.5, Vec3::UnitX());
    const ApartWithinLimits& proof = scene->apartWithinLimits(kPair);
    REQUIRE(proof.cells);
    Random random(35);
    int apart = 0, told = 0, less = 0;
    for (int k = 0; k < 4000; ++k)
    {
        // Every other one hardly apart.
        const double right = random.uniform(-0.5, 0.4);
        const double left = 2.0 * std::asin(0.5 * (0.04 + random.uniform(2e-4, 9e-4))) + right;
        const Configuration q = k % 2 ? configuration({0.0, left, right})
                                      : configuration({0.0, random.uniform(-0.5, 2.0), random.uniform(-2.0, 0.5)});
        const double distance = 2.0 * std::abs(std::sin(0.5 * (q[1] - q[2]))) - 0.04;
        const std::optional<double> gap = proof.gapOn(q, q);
        if (gap)
            CHECK(*gap <= distance);
        less += gap && *gap < 1e-3;
        apart += distance > 4e-3;
        told += distance > 4e-3 && gap && *gap > 1e-3;
    }
    CAPTURE(apart, told, less);
    CHECK(apart > 1900);
    CHECK(told > apart * 99 / 100);
    CHECK(less > 50);
}

TEST_CASE("A clearance is kept: what comes nearer than it is not answered for")
{
    // The balls come to 0.03 of each other.
    CHECK(elbow(0, 2, 1, 0.03)->apartWithinLimits(kPair).open.empty());
    const auto scene = elbow(0, 2, 1, 0.03, 0.04);
    const ApartWithinLimits& proof = scene->apartWithinLimits(kPair);
    REQUIRE(proof.cells);
    CHECK_FALSE(proof.gapOn(configuration({0, 0.9}), configuration({0, 1.1})));
    CHECK_FALSE(proof.gapOn(configuration({0, 1}), configuration({0, 1})));
    CHECK(proof.gapOn(configuration({0, 0.1}), configuration({0, 0.7})).value_or(0.0) > 0.04);
}

TEST_CASE("Joints of several turns: each contact is met in each turn")
{
    for (const double lower : {-2 * M_PI, 0.0, 1e3, -1e6})
        for (const double inward : {0.0, 1.0, 3.0, 2 * M_PI - 1e-3})
        {
            const double upper = lower + 32.0, meeting = lower + inward;
            CAPTURE(digits(lower), inward);
            const auto scene = elbow(lower, upper, meeting, -1e-3);
            const ApartWithinLimits& proof = scene->apartWithinLimits(kPair);
            REQUIRE(proof.cells);
            for (int turn = 0; turn < 4; ++turn)
            {
                const double there = meeting + 2 * M_PI * turn;
                const auto gapOn = [&](double x, double y) { return proof.gapOn(configuration({0, x}), configuration({0, y})); };
                CHECK_FALSE(gapOn(there, there));
                CHECK_FALSE(gapOn(std::max(lower, there - 1.0), there + 0.5));
                CHECK(gapOn(there + 0.3, there + 0.8));
                CHECK(gapOn(there + 0.8, there + 2 * M_PI - 0.3));
                CHECK_FALSE(isWrong(*scene, kPair, proof, configuration({0, there + 0.8}),
                                    configuration({0, there + 2 * M_PI - 0.3}), 200));
            }
        }
}

TEST_CASE("A table of a joint of several turns is not that of one of fewer")
{
    SceneBuilder b;
    for (int robot = 0; robot < 2; ++robot)
    {
        const std::string name = std::to_string(robot);
        const BodyIndex base = b.model.addBody("base" + name, kWorld, at(0, 0, 5.0 * robot), Joint(), robot);
        const BodyIndex hand =
            b.model.addBody("hand" + name, base, at(1, 0, 0),
                            limited(JointType::Revolute, Vec3::UnitZ(), 0, robot == 0 ? 7.0 : 20.0, "elbow" + name), robot);
        b.link("base" + name, base, Sphere{0.05}, at(2, 0, 0)).link("hand" + name, hand, Sphere{0.05}, at(1, 0, 0));
    }
    const Scene scene(b.model, b.objects, {{ObjectIndex(0), ObjectIndex(1), 0.0}, {ObjectIndex(2), ObjectIndex(3), 0.0}});
    const Configuration q = configuration({14.0, 14.0}), r = configuration({15.0, 15.0});
    CHECK_FALSE(scene.apartWithinLimits(PairIndex(0)).gapOn(q, r));
    CHECK(scene.apartWithinLimits(PairIndex(1)).gapOn(q, r));
}

namespace {

/// A pin of the hand, moved across a plane by two slides of range [0, 1], and one of the base, at p: nothing else. They meet on a spot of
/// radius 2e-4 - if `height` is 2e-4, in a single point.
std::shared_ptr<const Scene> pins(const Eigen::Vector2d& p, double height)
{
    SceneBuilder b;
    const BodyIndex base = b.joint(kWorld, at(0, 0.3, 0), JointType::Revolute);
    const BodyIndex slide = b.model.addBody("slide", base, {}, limited(JointType::Prismatic, Vec3::UnitX(), 0, 1, "x"), 0);
    const BodyIndex hand = b.model.addBody("hand", slide, {}, limited(JointType::Prismatic, Vec3::UnitY(), 0, 1, "y"), 0);
    b.link("base", base, Sphere{1e-4}, at(p.x(), p.y(), height));
    b.link("hand", hand, Sphere{1e-4});
    return std::make_shared<Scene>(b.model, b.objects, std::vector<ObjectPair>{{ObjectIndex(0), ObjectIndex(1), 0.0}});
}

}  // namespace

TEST_CASE("A spot of contact, smaller than any cell, is met by every motion through it and by few others")
{
    Random random(32);
    const Eigen::Vector2d spots[] = {{0.5, 0.5}, {0.25, 0.75}, {0.0, 0.0}, {1.0, 0.5}, {0.375, 0.5}, {0.3, 0.62}, {0.5, 0.123}};
    for (const Eigen::Vector2d& p : spots)
        for (const double height : {0.0, 2e-4})
        {
            CAPTURE(digits(p), height);
            const auto scene = pins(p, height);
            const ApartWithinLimits& proof = scene->apartWithinLimits(kPair);
            REQUIRE(proof.cells);
            int beside = 0, answered = 0;
            const auto at = [](const Eigen::Vector2d& x) { return configuration({0.1, x.x(), x.y()}); };
            const auto meets = [&](const Eigen::Vector2d& from, const Eigen::Vector2d& to) {
                CAPTURE(digits(from), digits(to));
                CHECK_FALSE(proof.gapOn(at(from), at(to)));
                CHECK_FALSE(proof.gapOn(at(to), at(from)));
            };
            meets(p, p);
            // Along the borders of cells, to the limits.
            meets({p.x(), 0.0}, {p.x(), 1.0});
            meets({0.0, p.y()}, {1.0, p.y()});
            meets({p.x(), 0.0}, p);
            for (int k = 0; k < 400; ++k)
            {
                // Through the spot, or from it; some of them nearly along a border.
                Eigen::Vector2d d(random.uniform(-1, 1), random.uniform(-1, 1));
                if (random.chance(0.3))
                    d[random.index(2)] *= random.logUniform(1e-17, 1e-3);
                const auto end = [&](double sign) {
                    double most = random.chance(0.2) ? 0.0 : random.logUniform(1e-6, 2.0);
                    for (int v = 0; v < 2; ++v)
                        if (d[v] != 0.0)
                            most = std::min(most, (sign * d[v] > 0 ? 1 - p[v] : p[v]) / std::abs(d[v]));
                    return Eigen::Vector2d((p + sign * most * d).cwiseMax(0.0).cwiseMin(1.0));
                };
                meets(end(1.0), end(-1.0));
                // Past it.
                const Eigen::Vector2d x(random.unit(), random.unit()), y(random.unit(), random.unit());
                const double t = std::min(std::max((p - x).dot(y - x) / (y - x).squaredNorm(), 0.0), 1.0);
                const double distance = (x + t * (y - x) - p).norm();
                if (distance < 0.02)
                    continue;
                ++beside;
                const std::optional<double> gap = proof.gapOn(at(x), at(y));
                answered += gap.has_value();
                CHECK(gap.value_or(0.0) <= std::hypot(distance, height) - 2e-4);
            }
            CHECK(answered == beside);
        }
}

namespace {

/// A box that a slide of range [0, 3], or three of [0, 1], take through another, whose middle is at 1.5.
std::shared_ptr<const Scene> through(const Shape& large, bool small_first, int slides)
{
    SceneBuilder b;
    const BodyIndex base = b.joint(kWorld, {}, JointType::Revolute);
    BodyIndex hand = base;
    for (int k = 0; k < slides; ++k)
        hand = b.model.addBody(
            "hand_" + std::to_string(k), hand, {},
            limited(JointType::Prismatic, (small_first ? -1 : 1) * Vec3::UnitX(), 0, 3.0 / slides, "slide_" + std::to_string(k)),
            0);
    // Twice, as tables of three joints are of links with many leaves.
    const auto small = [](double x) { return std::vector<PlacedShape>(2, {boxMesh(Vec3::Constant(0.02)), at(x, 0.01, 0.02)}); };
    if (small_first)
        b.link("base", base, small(-1.5)).link("hand", hand, large, at(0, 0, 0));
    else
        b.link("base", base, large, at(1.5, 0, 0)).link("hand", hand, small(0.0));
    return std::make_shared<Scene>(b.model, b.objects, std::vector<ObjectPair>{{ObjectIndex(0), ObjectIndex(1), 0.0}});
}

}  // namespace

TEST_CASE("Wholly inside a solid is not apart, though all surfaces are, in a cavity it is")
{
    for (const int setting : {0, 1, 2, 3, 4, 5, 6, 7})
    {
        const bool small_first = setting % 2 == 1, hollow = setting / 2 % 2 == 1;
        const int slides = setting < 4 ? 1 : 3;
        CAPTURE(small_first, hollow, slides);
        // Wall from 0.75 to 1, which is more than the small box.
        const auto scene =
            through(hollow ? Shape(hollowBoxMesh(Vec3::Constant(1), Vec3::Constant(0.75))) : Shape(boxMesh(Vec3::Constant(1))),
                    small_first, slides);
        const ApartWithinLimits& proof = scene->apartWithinLimits(kPair);
        REQUIRE(proof.cells);
        int answered[3] = {};
        Random random(33);
        for (int k = 0; k < 2000; ++k)
        {
            const double x = random.uniform(0, 3), y = k % 2 ? x : random.uniform(0, 3);
            const double from = std::min(std::abs(x - 1.5), std::abs(y - 1.5)),
                         to = std::max(std::abs(x - 1.5), std::abs(y - 1.5));
            const bool same_side = (x < 1.5) == (y < 1.5);
            const bool in_cavity = to<0.73, outside = from> 1.02 && same_side;
            Configuration q0 = Configuration::Constant(1 + slides, x / slides),
                          q1 = Configuration::Constant(1 + slides, y / slides);
            q0[0] = q1[0] = 0.0;
            const std::optional<double> gap = proof.gapOn(q0, q1);
            CAPTURE(x, y);
            CHECK((!gap || outside || (hollow && in_cavity)));
            answered[outside ? 0 : in_cavity ? 1 : 2] += gap.has_value();
        }
        CHECK(answered[0] > 100);
        CHECK((answered[1] > 100) == hollow);
        CHECK(answered[2] == 0);
    }
}

TEST_CASE("A table in which one open cell is taken for apart is seen to be wrong")
{
    // The spot of contact is in the cell that is flipped, and on the motion.
    const Eigen::Vector2d p(0.3, 0.62);
    const auto scene = pins(p, 0.0);
    const ApartWithinLimits& proof = scene->apartWithinLimits(kPair);
    REQUIRE(proof.cells);
    Random random(34);
    int wrong = 0, flips = 0;
    for (std::size_t i = 0; i < proof.cells->nodes().size(); ++i)
    {
        auto nodes = proof.cells->nodes();
        if (nodes[i].child != ApartCells::kCell || nodes[i].value > ApartCells::kOpen)
            continue;
        nodes[i].value = 1e-3;
        ++flips;
        const ApartWithinLimits broken = withCells(proof, nodes);
        for (int k = 0; k < 20000; ++k)
        {
            const Eigen::Vector2d x = p + 5e-3 * Eigen::Vector2d(random.uniform(-1, 1), random.uniform(-1, 1));
            if (isWrong(*scene, kPair, broken, configuration({0, x.x(), x.y()}), configuration({0, x.x(), x.y()}), 1))
            {
                ++wrong;
                break;
            }
        }
    }
    CAPTURE(flips);
    // All but those of a corner that is farther than 1e-3 from the spot.
    CHECK(wrong > 0);
    // On a joint with a wide contact every open cell that is flipped is wrong.
    const auto arm = elbow(0, 2, 1, -1e-2);
    const ApartWithinLimits& turning = arm->apartWithinLimits(kPair);
    const auto isCaught = [&](const ApartWithinLimits& broken) {
        for (int k = 0; k < 20000; ++k)
        {
            const Configuration q = configuration({0, random.uniform(0.85, 1.15)});
            if (isWrong(*arm, kPair, broken, q, q, 1))
                return true;
        }
        return false;
    };
    for (std::size_t i = 0; i < turning.cells->nodes().size(); ++i)
    {
        auto nodes = turning.cells->nodes();
        if (nodes[i].child != ApartCells::kCell || nodes[i].value > ApartCells::kOpen)
            continue;
        nodes[i].value = 0.02;
        CHECK(isCaught(withCells(turning, nodes)));
    }
    // Regions that are open, shrunk: cuts moved towards the contact.
    int shrunk = 0;
    for (std::size_t i = 0; i < turning.cells->nodes().size(); ++i)
    {
        auto nodes = turning.cells->nodes();
        if (nodes[i].child == ApartCells::kCell || std::abs(nodes[i].value - 1.0) < 0.05 || std::abs(nodes[i].value - 1.0) > 0.15)
            continue;
        ++shrunk;
        nodes[i].value = 1.0;
        CHECK(isCaught(withCells(turning, nodes)));
    }
    CHECK(shrunk > 0);
}

TEST_CASE("Robots of one kind and later scenes share a table, each with its own variables")
{
    SceneBuilder b;
    const auto ball = geometryOf(Sphere{0.05}), far_ball = geometryOf(Sphere{0.05}, at(1, 0, 0)),
               base_ball = geometryOf(Sphere{0.05}, at(1 + std::cos(1.0), std::sin(1.0), 0));
    for (int robot = 0; robot < 2; ++robot)
    {
        const std::string name = std::to_string(robot);
        Joint waist;
        waist.name = "waist" + name;
        waist.type = JointType::Revolute;
        const BodyIndex base = b.model.addBody("base" + name, kWorld, at(0, 0, 5.0 * robot), waist, robot);
        const BodyIndex hand = b.model.addBody("hand" + name, base, at(1, 0, 0),
                                               limited(JointType::Revolute, Vec3::UnitZ(), 0, 2, "elbow" + name), robot);
        b.objects.push_back({"base" + name, base, ObjectKind::Link, base_ball, {}, {}});
        b.objects.push_back({"hand" + name, hand, ObjectKind::Link, far_ball, {}, {}});
    }
    const auto pairs = [](double clearance) {
        return std::vector<ObjectPair>{{ObjectIndex(0), ObjectIndex(1), clearance}, {ObjectIndex(2), ObjectIndex(3), clearance}};
    };
    const Scene scene(b.model, b.objects, pairs(0.0));
    const ApartWithinLimits &first = scene.apartWithinLimits(PairIndex(0)), &second = scene.apartWithinLimits(PairIndex(1));
    REQUIRE(first.cells);
    CHECK(first.cells == second.cells);
    CHECK(first.variables[0] == 1);
    CHECK(second.variables[0] == 3);
    const Configuration q = configuration({0, 1.0, 0, 0.5}), r = configuration({1, 1.1, 1, 0.1});
    CHECK_FALSE(first.gapOn(q, r));
    CHECK(second.gapOn(q, r));

    const Scene later(b.model, b.objects, pairs(0.0), &scene), wider(b.model, b.objects, pairs(0.05), &scene);
    CHECK(later.apartWithinLimits(PairIndex(1)).cells == first.cells);
    CHECK(later.apartWithinLimits(PairIndex(1)).variables == second.variables);
    REQUIRE(wider.apartWithinLimits(PairIndex(1)).cells);
    CHECK(wider.apartWithinLimits(PairIndex(1)).cells != first.cells);
    // The centres are 2 sin(0.15/2) = 0.1499 apart at 0.15 rad from the contact: less than both radii and the clearance.
    CHECK_FALSE(wider.apartWithinLimits(PairIndex(0)).gapOn(configuration({0, 0.852, 0, 0}), configuration({0, 0.8, 0, 0})));
    CHECK(first.gapOn(configuration({0, 0.852, 0, 0}), configuration({0, 0.8, 0, 0})));
    // Robot 1 comes first, and without robot 0: other variables.
    const Scene alone(b.model, b.objects, {{ObjectIndex(2), ObjectIndex(3), 0.0}}, &scene);
    CHECK(alone.apartWithinLimits(PairIndex(0)).cells == first.cells);
    CHECK(alone.apartWithinLimits(PairIndex(0)).variables[0] == 3);
}

TEST_CASE("Tables answer for most motions of the links of real robots that meet somewhere, and rightly")
{
    const auto folder = peerDataFolder();
    if (!folder)
        return;
    struct Wanted
    {
        const char *robot, *a, *b;
        double least[3];  // of motions, for steps of 0.1, 0.5 and 1.5 rad
    };
    const Wanted all[] = {{"panda", "panda_link5", "panda_hand", {0.85, 0.8, 0.7}},
                          {"panda", "panda_link5", "panda_link7", {0.8, 0.75, 0.7}},
                          {"panda", "panda_link2", "panda_link5", {0.9, 0.8, 0.6}},
                          {"ur5_bare", "shoulder_link", "forearm_link", {0.8, 0.75, 0.7}},
                          {"ur5_bare", "upper_arm_link", "wrist_1_link", {0.8, 0.75, 0.7}}};
    std::string loaded;
    Problem problem;
    for (const Wanted& wanted : all)
    {
        CAPTURE(wanted.robot, wanted.a, wanted.b);
        if (loaded != wanted.robot)
        {
            loaded = wanted.robot;
            const std::string base = *folder + "/robots/" + loaded + "/" + loaded;
            problem = buildProblem(
                parseProblem("robots: [{urdf: '" + base + ".urdf', srdf: '" + base + ".srdf'}]\n", *folder + "/p.yaml"));
        }
        const Scene& scene = *problem.scene;
        std::optional<PairIndex> found;
        for (const PairIndex i : scene.pairs().indices())
            if (scene.object(scene.pair(i).a).name == wanted.a && scene.object(scene.pair(i).b).name == wanted.b)
                found = i;
        REQUIRE(found);
        const ApartWithinLimits& proof = scene.apartWithinLimits(*found);
        REQUIRE(proof.cells);
        Random random(35);
        const double steps[] = {0.1, 0.5, 1.5};
        // Of a hundred motions a share is known to some 0.04.
        const int motions = kSanitized ? 100 : 2000;
        const double chance = kSanitized ? 0.15 : 0.0;
        for (int s = 0; s < 3; ++s)
        {
            int answered = 0;
            for (int k = 0; k < motions; ++k)
            {
                const Configuration q0 = randomWithinLimits(scene.model(), random);
                Configuration q1 = q0;
                for (Eigen::Index v = 0; v < q1.size(); ++v)
                    q1[v] += random.uniform(-steps[s], steps[s]);
                q1 = clampedToLimits(scene.model(), q1);
                bool answer = false;
                CHECK_FALSE(isWrong(scene, *found, proof, q0, q1, k % 10 ? 4 : 40, &answer));
                answered += answer;
            }
            CAPTURE(steps[s], answered);
            CHECK(answered > (wanted.least[s] - chance) * motions);
        }
    }
}
