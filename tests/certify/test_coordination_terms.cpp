// Every term of the coordination square's proof is there: something stands exactly where the motion passes, and only that term sees it.
#include <catch2/catch.hpp>

#include <cmath>

#include "coordination_support.h"

using namespace gapless;
using namespace gapless::test;

namespace {

using State = CoordinationMap::State;

/// How far a plate comes into the circle of radius 1, of which it is in the way for an angle of 0.014 to either side. A chord of
/// more than twice that bypasses it.
constexpr double kIntoArc = 1e-4;

/// A plate on the end of an arm that turns about z, across the arm.
void addPlate(TwoRobots& robots, int robot, double angle)
{
    const Mat3 R = Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix();
    const BodyIndex body = robots.joint(robot, kWorld, {R, Vec3::Zero()}, JointType::Revolute);
    robots.builder.link("plate", body, Box{Vec3(0.01, 0.3, 0.3)}, at(1.01 - kIntoArc, 0, 0));
}

/// A point on the end of an arm of radius 1, nearly.
void addPoint(TwoRobots& robots, int robot)
{
    robots.shapeOnCircle(robot, Vec3::Zero(), 1.0, Sphere{1e-7});
}

/// Robot `moving` turns a point by `turn`, the other one has a plate that is in its way at `at` of the way.
std::shared_ptr<const Scene> pointAndPlate(int moving, double turn, double at)
{
    TwoRobots robots;
    for (const int robot : {0, 1})
        if (robot == moving)
            addPoint(robots, robot);
        else
            addPlate(robots, robot, at * turn);
    return robots.builder.build();
}

/// A curve of straight pieces, one per way-point but the first.
CurveMotion polygon(const KinematicModel& model, const std::vector<Configuration>& corners)
{
    std::vector<CurvePiece> pieces;
    for (std::size_t i = 0; i + 1 < corners.size(); ++i)
    {
        CurvePiece piece;
        piece.begin = static_cast<double>(i);
        piece.end = static_cast<double>(i + 1);
        for (Eigen::Index v = 0; v < corners[i].size(); ++v)
            piece.variables.emplace_back(Bernstein::line(corners[i][v], corners[i + 1][v]));
        pieces.push_back(piece);
    }
    return CurveMotion(model, pieces);
}

}  // namespace

TEST_CASE("An arc that bulges out from its chord is not free of what stands in it, whichever robot makes it")
{
    for (const double at : {0.5, 0.25, 0.75, 0.125, 0.3125, 0.6875, 0.9, 1.0 / 3.0, 0.515625})
        for (const int moving : {0, 1})
        {
            INFO("at " << at << ", robot " << moving << " moves");
            StraightSquare s(pointAndPlate(moving, 2.0, at), configuration({0, 0}),
                             moving == 0 ? configuration({2, 0}) : configuration({0, 2}));
            CHECK(s.square.run({100000}) == Verdict::Collision);
            const CoordinationMap& map = s.square.map(1.0 / 256.0);
            const Interval there(at), all(0.0, 1.0);
            CHECK_FALSE((moving == 0 ? map.isFree(there, all) : map.isFree(all, there)));
            CHECK(map.area(State::Free) > 0.95);
        }
}

TEST_CASE("Arcs of two robots that turn alike are those of two that do not: accelerations are seen from the world")
{
    // Seen from either arm the other one stands still at equal times. At others the point passes through where the plate is.
    const double turn = 2.0;
    for (const int point : {0, 1})
        for (const double ahead : {0.25, 0.3125, 0.1})
        {
            TwoRobots robots;
            for (const int robot : {0, 1})
                if (robot == point)
                    addPoint(robots, robot);
                else
                    addPlate(robots, robot, 0.0);
            // The plate is ahead by that share of the turn: they meet where the point is `ahead` further on its way.
            StraightSquare s(
                robots.builder.build(), point == 0 ? configuration({0, ahead * turn}) : configuration({ahead * turn, 0}),
                point == 0 ? configuration({turn, (1.0 + ahead) * turn}) : configuration({(1.0 + ahead) * turn, turn}));
            CHECK(s.square.run({100000}) == Verdict::Collision);
            const CoordinationMap& map = s.square.map(1.0 / 128.0);
            for (double late = 0.0; late + ahead <= 1.0; late += 0.0078125)
            {
                INFO("point " << point << " ahead by " << ahead << " at " << late);
                CHECK_FALSE((point == 0 ? map.isFree(late + ahead, late) : map.isFree(late, late + ahead)));
            }
            CHECK(map.area(State::Free) > 0.9);
        }
}

TEST_CASE("Nothing is proven across a break of a curve")
{
    // A goes to a post and back, twice; at the ends, and at every whole number but one, it is elsewhere.
    TwoRobots robots;
    const BodyIndex x = robots.joint(0, kWorld, {}, JointType::Prismatic, Vec3::UnitX());
    const BodyIndex y = robots.joint(0, x, {}, JointType::Prismatic, Vec3::UnitY());
    robots.builder.link("ball", y, Sphere{0.1});
    robots.ballOnLine(1, Vec3(0, 1.0, 0), Vec3::UnitZ(), 0.1);
    const auto scene = robots.builder.build();
    const Configuration at_side = configuration({1, 0, 0}), at_post = configuration({0, 0.85, 0}),
                        start = configuration({-1, 0, 0});
    const auto pair = std::make_shared<RobotPair>(scene, 0, 1);
    for (const auto& corners : {std::vector<Configuration>{start, at_post, at_side},
                                {start, at_side, at_post, at_side},
                                {start, at_side, start, at_post, start},
                                {at_post, start},
                                {start, at_side, start, at_side, at_post}})
    {
        const auto curve = std::make_shared<RobotCurve>(scene, 0, polygon(scene->model(), corners));
        const auto stands = std::make_shared<RobotCurve>(scene, 1, start, start);
        CHECK(curve->end() == static_cast<double>(corners.size() - 1));
        CoordinationSquare square(pair, curve, stands);
        CHECK(square.run() == Verdict::Collision);
        const CoordinationMap& map = square.map(1.0 / 256.0);
        for (std::size_t i = 0; i < corners.size(); ++i)
        {
            INFO("corner " << i << " of " << corners.size());
            const auto s = static_cast<double>(i);
            CHECK(map.isFree(s, {0.0, 1.0}) == (corners[i] != at_post));
        }
        // Collisions the one way are there the other way as well.
        CoordinationSquare turned(std::make_shared<RobotPair>(scene, 1, 0), stands, curve);
        CHECK(turned.run() == Verdict::Collision);
        CHECK(turned.map(1.0 / 256.0).area(State::Free) == map.area(State::Free));
    }
}

TEST_CASE("A body within a solid of the other robot is never free, though no surfaces touch, but in a cavity it is")
{
    const auto squareOf = [](const std::shared_ptr<const TriangleMesh>& mesh, double way) {
        TwoRobots robots;
        robots.ballOnLine(0, Vec3::Zero(), Vec3::UnitX(), 0.1);
        robots.builder.link("around", robots.joint(1, kWorld, {}, JointType::Prismatic, Vec3::UnitY()), mesh);
        return std::make_unique<StraightSquare>(robots.builder.build(), configuration({0, 0}), configuration({way, 0.2}));
    };
    const auto solid = boxMesh(Vec3(1, 1, 1)), hollow = hollowBoxMesh(Vec3(2, 2, 2), Vec3(1, 1, 1));
    // All the time within.
    const auto within = squareOf(solid, 0.3);
    CHECK(within->square.run() == Verdict::Collision);
    CHECK(within->square.map(0.25).area(State::Free) == 0.0);
    CHECK_FALSE(within->square.map(0.25).isFree(0.5, 0.5));
    const auto cavity = squareOf(hollow, 0.3);
    CHECK(cavity->square.run() == Verdict::Free);
    CHECK(cavity->square.map(0.25).area(State::Free) == 1.0);
    // From within to outside, and from the cavity through the wall.
    const auto leaves = squareOf(solid, 3.0);
    const CoordinationMap& outside = leaves->square.map(1.0 / 64.0);
    CHECK_FALSE(outside.isFree(0.0, 0.0));
    CHECK_FALSE(outside.isFree(0.25, {0.0, 1.0}));
    CHECK(outside.isFree({0.4, 1.0}, {0.0, 1.0}));
    // Far outside even what bounds the two is apart, which says nothing of where the one is within the other.
    const auto far = squareOf(solid, 12.0);
    const CoordinationMap& of_two = far->square.map(1.0 / 64.0);
    CHECK_FALSE(of_two.isFree(0.03, 0.5));
    CHECK(of_two.isFree({0.2, 1.0}, {0.0, 1.0}));
    const auto through = squareOf(hollow, 4.0);
    const CoordinationMap& both = through->square.map(1.0 / 64.0);
    CHECK(both.isFree({0.0, 0.2}, {0.0, 1.0}));
    CHECK_FALSE(both.isFree(0.375, 0.5));
    CHECK(both.isFree({0.55, 1.0}, {0.0, 1.0}));
    CHECK_FALSE(both.monotonePath());
}

TEST_CASE("Clearances are kept")
{
    for (const double clearance : {0.05, 0.15, 0.25})
    {
        TwoRobots robots;
        robots.ballOnLine(0, Vec3(-1, 0, 0), Vec3::UnitX(), 0.1).ballOnLine(1, Vec3(-1, 0.35, 0), Vec3::UnitX(), 0.1);
        robots.builder.clearances.all = clearance;
        StraightSquare s(robots.builder.build(), configuration({0, 0}), configuration({2, 2}));
        CHECK(s.square.run() == (clearance < 0.15 ? Verdict::Free : Verdict::Collision));
        if (clearance < 0.15)
            CHECK(s.square.result().certified_clearance <= 0.15);
        else
            CHECK_FALSE(s.square.map(1.0 / 64.0).isFree(0.5, 0.5));
    }
}

TEST_CASE("What OMPL may make of nearly equal rotations is counted in, of either robot")
{
    // OMPL may hold the first rotation to the end: then the ball, 10 km from the joint, ends half a metre from where it is computed.
    const double lever = 1e4, turn = 5e-5;
    for (const int moving : {0, 1})
    {
        TwoRobots robots;
        const auto addMoving = [&] {
            robots.builder.link("far", robots.joint(moving, kWorld, {}, JointType::Floating), Sphere{0.1}, at(lever, 0, 0));
        };
        const auto addPost = [&] { robots.ballOnLine(1 - moving, Vec3(lever, 0, 10), Vec3::UnitZ(), 0.1); };
        moving == 0 ? addMoving() : addPost();
        moving == 0 ? addPost() : addMoving();
        const auto configurationOf = [&](double z, double angle) {
            Configuration q = Configuration::Zero(8);
            const int v = moving == 0 ? 0 : 1;
            q[v + 2] = z;
            q[v + 5] = std::sin(0.5 * angle);
            q[v + 6] = std::cos(0.5 * angle);
            return q;
        };
        StraightSquare near(robots.builder.build(), configurationOf(0, 0), configurationOf(10, turn));
        CHECK(near.square.run({2000}) != Verdict::Free);
        CHECK_FALSE(near.square.map(1.0 / 64.0, {2000}).isFree(1.0, 1.0));
        StraightSquare far(robots.builder.build(), configurationOf(0, 0), configurationOf(8, turn));
        CHECK(far.square.run({2000}) == Verdict::Free);
        // As computed it stands still, for it shifts as far as it turns. Boxes alone would tell.
        Configuration q0 = configurationOf(10, 0), q1 = configurationOf(10, turn);
        q1[(moving == 0 ? 0 : 1) + 1] = -lever * turn;
        TwoRobots aside;
        const auto addAside = [&] { aside.ballOnLine(1 - moving, Vec3(lever, -lever * turn, 10), Vec3::UnitZ(), 0.1); };
        const auto addStill = [&] {
            aside.builder.link("far", aside.joint(moving, kWorld, {}, JointType::Floating), Sphere{0.1}, at(lever, 0, 0));
        };
        moving == 0 ? addStill() : addAside();
        moving == 0 ? addAside() : addStill();
        StraightSquare still(aside.builder.build(), q0, q1);
        CHECK(still.square.run({2000}) != Verdict::Free);
    }
}

TEST_CASE("Boxes of what arcs and curves sweep hold what bulges out of them")
{
    for (const int moving : {0, 1})
    {
        // Where the arc is farthest out, half-way, it is along x.
        TwoRobots arc;
        for (const int robot : {0, 1})
            if (robot == moving)
                addPoint(arc, robot);
            else
                addPlate(arc, robot, 0.0);
        Configuration q0 = configuration({0, 0}), q1 = q0;
        q0[moving] = -0.25;
        q1[moving] = 0.25;
        StraightSquare s(arc.builder.build(), q0, q1);
        CHECK(s.square.run({100000}) == Verdict::Collision);
    }
}

TEST_CASE("Half turns that may go either way round are not called free, whatever the timing")
{
    TwoRobots robots;
    robots.builder.link("bar", robots.joint(0, kWorld, {}, JointType::Continuous), Sphere{0.1}, at(1, 0, 0));
    robots.ballOnLine(1, Vec3(0, 1, 0), Vec3::UnitZ(), 0.1);
    StraightSquare s(robots.builder.build(), configuration({0, 0}), configuration({M_PI, 0}));
    CHECK(s.square.run({2000}) != Verdict::Free);
    CHECK(s.square.isDone());
    CHECK(s.square.map(0.125).area(State::Free) == 0.0);
    // It stands far away.
    StraightSquare apart(robots.builder.build(), configuration({0, 5}), configuration({M_PI, 5}));
    CHECK(apart.square.run({2000}) != Verdict::Collision);
}

TEST_CASE("What a curve is off from its straight parts is counted in")
{
    // A parabola, y = 4 h x (1 - x), on which the other stands; along x the ball goes at constant rate.
    for (const double height : {0.5, 0.05, 0.005})
        for (const double at : {0.5, 0.25, 0.3125, 0.7})
        {
            INFO("height " << height << ", at " << at);
            TwoRobots robots;
            const BodyIndex x = robots.joint(0, kWorld, {}, JointType::Prismatic, Vec3::UnitX());
            robots.builder.link("ball", robots.joint(0, x, {}, JointType::Prismatic, Vec3::UnitY()), Sphere{1e-4});
            robots.ballOnLine(1, Vec3(at, 4.0 * height * at * (1.0 - at), 0), Vec3::UnitZ(), 1e-4);
            const auto scene = robots.builder.build();
            CurvePiece piece;
            piece.end = 1.0;
            const Interval bow[] = {0.0, 2.0 * height, 0.0};
            piece.variables = {Bernstein::line(0.0, 1.0), Bernstein::fromCoefficients(bow, 2), 0.0};
            const auto curve = std::make_shared<RobotCurve>(scene, 0, CurveMotion(scene->model(), {piece}));
            const auto stands = std::make_shared<RobotCurve>(scene, 1, Configuration::Zero(3), Configuration::Zero(3));
            CoordinationSquare square(std::make_shared<RobotPair>(scene, 0, 1), curve, stands, 1e-6);
            CHECK(square.run({100000}) == Verdict::Collision);
            const CoordinationMap& map = square.map(1.0 / 256.0);
            CHECK_FALSE(map.isFree(at, {0.0, 1.0}));
            CHECK(map.area(State::Free) > 0.95);
        }
}

TEST_CASE("Where one robot travels much farther than the other, all of the other's time counts in either half of its own")
{
    // The slow one reaches the other's line at its end, or leaves it at its beginning.
    for (const int fast : {0, 1})
        for (const bool comes : {true, false})
        {
            TwoRobots robots;
            for (const int robot : {0, 1})
                if (robot == fast)
                    robots.ballOnLine(robot, Vec3(-5.1, 0, 0), Vec3::UnitX(), 0.1);
                else
                    robots.ballOnLine(robot, Vec3(0, 0.05, 0), Vec3::UnitY(), 0.1);
            Configuration q0 = configuration({0, 0}), q1 = q0;
            q1[fast] = 10;
            (comes ? q0 : q1)[1 - fast] = 1;
            StraightSquare s(robots.builder.build(), q0, q1);
            CHECK(s.square.run() == Verdict::Collision);
            const CoordinationMap& map = s.square.map(1.0 / 64.0);
            const double met = comes ? 1.0 : 0.0;
            // Just before the middle, which parts the cells, and after.
            for (const double there : {0.495, 0.51})
                CHECK_FALSE((fast == 0 ? map.isFree(there, met) : map.isFree(met, there)));
            CHECK((fast == 0 ? map.isFree({0.0, 1.0}, 1.0 - met) : map.isFree(1.0 - met, {0.0, 1.0})));
        }
}
