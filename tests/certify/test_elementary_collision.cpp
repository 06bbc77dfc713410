// Elementary tests with known times, degenerate and motionless features, turning bodies, and budgets.
#include <catch2/catch.hpp>

#include "support/elementary_reference.h"
#include "support/scene_builder.h"

#include <gapless/kinematics/motion.h>

using namespace gapless;
using namespace gapless::test;

namespace {

using Kind = ElementaryTest::Kind;
using Outcome = ElementaryResult::Outcome;
using Points = std::array<Vec3, 4>;

ElementaryResult solveOne(const OwnedTest& test, double tolerance, double unproved = 0.0,
                          const ElementarySolver& solve = librarySolver)
{
    return solve({test.test()}, {0.0, 1.0}, elementaryOptions(tolerance, unproved));
}

/// A result that breaks no promise, whatever the order of the vertices.
void checkKnown(const OwnedTest& test, const KnownContact& known, bool must_prove, const char* name)
{
    for (double tolerance : {1e-2, 1e-6, 1e-10})
        for (double unproved : {1.0, 0.0})
            for (int order = -1; order < 3; ++order)
            {
                const ElementaryResult result = solveOne(order < 0 ? test : test.reordered(order), tolerance, unproved);
                INFO(name << " tolerance " << tolerance << " order " << order);
                CHECK(brokenPromise(result, known, elementaryOptions(tolerance, unproved)) == "");
                CHECK((result.outcome == Outcome::Contact) == known.exists);
                if (known.exists)
                    CHECK(result.hi >= known.time - known.error);
                if (must_prove)
                    CHECK(result.proved());
            }
}

KnownContact at(double time, double error = 1e-14)
{
    return {true, time, error};
}
const KnownContact kNever;

const Points kTriangleAtZero = {Vec3(0.25, 0.25, 1), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};

Points moved(Points p, std::size_t k, const Vec3& by)
{
    p[k] += by;
    return p;
}

}  // namespace

TEST_CASE("A vertex that falls on a face, and edges that cross, touch at the known time, and that is proven")
{
    checkKnown(linearTest(Kind::VertexFace, kTriangleAtZero, moved(kTriangleAtZero, 0, Vec3(0, 0, -2))), at(0.5), true, "vertex");
    checkKnown(linearTest(Kind::VertexFace, kTriangleAtZero, moved(kTriangleAtZero, 0, Vec3(0, 0, -3))), at(1.0 / 3), true,
               "vertex, third");
    checkKnown(linearTest(Kind::VertexFace, kTriangleAtZero, moved(kTriangleAtZero, 0, Vec3(0, 0, -0.99))), kNever, false,
               "stops short");
    checkKnown(linearTest(Kind::VertexFace, kTriangleAtZero, moved(kTriangleAtZero, 0, Vec3(4, 0, -2))), kNever, false,
               "lands beside");
    const Points edges = {Vec3(-1, 0, 1), Vec3(1, 0, 1), Vec3(0, -1, 0), Vec3(0, 1, 0)};
    Points down = moved(edges, 0, Vec3(0, 0, -4));
    down[1].z() -= 4;
    checkKnown(linearTest(Kind::EdgeEdge, edges, down), at(0.25), true, "edges");
}

TEST_CASE("Contact at the start, at the end, at a corner or a side, or for the whole motion is contact, though not proven")
{
    const Points rest = moved(kTriangleAtZero, 0, Vec3(0, 0, -1));
    checkKnown(linearTest(Kind::VertexFace, rest, rest), at(0), false, "rests on the face");
    checkKnown(linearTest(Kind::VertexFace, rest, moved(rest, 0, Vec3(0, 0, 1))), at(0), false, "leaves the face");
    checkKnown(linearTest(Kind::VertexFace, kTriangleAtZero, rest), at(1), false, "arrives at the end");
    const Points above_corner = {Vec3(0, 0, 1), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
    checkKnown(linearTest(Kind::VertexFace, above_corner, moved(above_corner, 0, Vec3(0, 0, -2))), at(0.5), false, "corner");
    const Points above_side = moved(above_corner, 0, Vec3(0.5, 0, 0));
    checkKnown(linearTest(Kind::VertexFace, above_side, moved(above_side, 0, Vec3(0, 0, -2))), at(0.5), false, "side");
    // In the plane of the face all the time.
    const Points beside = {Vec3(-1, 0.25, 0), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
    checkKnown(linearTest(Kind::VertexFace, beside, moved(beside, 0, Vec3(4, 0, 0))), at(0.25), false, "slides into the side");
    checkKnown(linearTest(Kind::VertexFace, beside, moved(beside, 0, Vec3(0.999, 0, 0))), kNever, false,
               "slides towards the side");
}

TEST_CASE("Degenerate faces and edges are the segments and points that they are")
{
    const Vec3 o = Vec3::Zero(), x = Vec3::UnitX(), z = Vec3::UnitZ();
    const Points segment = {Vec3(0.5, 0, 1), o, x, Vec3(0.25, 0, 0)}, point = {z, o, o, o};
    checkKnown(linearTest(Kind::VertexFace, segment, moved(segment, 0, -2 * z)), at(0.5), false, "face that is a segment");
    checkKnown(linearTest(Kind::VertexFace, point, moved(point, 0, -4 * z)), at(0.25), false, "face that is a point");
    checkKnown(linearTest(Kind::VertexFace, moved(segment, 0, Vec3(0, 1e-6, 0)), moved(segment, 0, Vec3(0, 1e-6, -2))), kNever,
               false, "passes a segment at 1e-6");
    checkKnown(linearTest(Kind::VertexFace, moved(point, 0, 1e-9 * x), moved(point, 0, Vec3(1e-9, 0, -4))), kNever, false,
               "passes a point at 1e-9");
    const Points dots = {z, z, o, o}, dot = {z, z, -x, x};
    Points dots_down = moved(dots, 0, -2 * z), dot_down = moved(dot, 0, -2 * z);
    dots_down[1] -= 2 * z;
    dot_down[1] -= 2 * z;
    checkKnown(linearTest(Kind::EdgeEdge, dots, dots_down), at(0.5), false, "two edges of no length");
    checkKnown(linearTest(Kind::EdgeEdge, dot, dot_down), at(0.5), false, "an edge of no length");
    // Parallel edges: one above the other, and behind one another on one line.
    const Points parallel = {-x + z, x + z, -x, x}, line = {-3 * x, -2 * x, o, x};
    const auto both = [](Points p, const Vec3& by) { return moved(moved(p, 0, by), 1, by); };
    checkKnown(linearTest(Kind::EdgeEdge, parallel, both(parallel, -2 * z)), at(0.5), false, "parallel edges");
    checkKnown(linearTest(Kind::EdgeEdge, line, both(line, 4 * x)), at(0.5), false, "edges on one line");
    checkKnown(linearTest(Kind::EdgeEdge, line, both(line, 1.9999 * x)), kNever, false, "edges on one line, apart");
    const Vec3 gap(0, 1e-9, 0);
    checkKnown(linearTest(Kind::EdgeEdge, both(parallel, gap), both(parallel, gap - 2 * z)), kNever, false,
               "parallel edges 1e-9 apart");
    checkKnown(linearTest(Kind::EdgeEdge, both(parallel, -z), both(parallel, -z)), at(0), false, "the same edge, motionless");
    checkKnown(linearTest(Kind::EdgeEdge, parallel, parallel), kNever, false, "motionless, apart");
}

TEST_CASE("Turning vertices touch at the known angle, on paths about a fixed axis and on bodies of a motion")
{
    // From the x axis a quarter of a turn about z into the face in the plane x = 0.
    const Points wall = {Vec3::Zero(), Vec3(0, 0.5, -1), Vec3(0, 2.5, -1), Vec3(0, 1, 1)};
    OwnedTest test = linearTest(Kind::VertexFace, wall, wall);
    for (double turn : {2.0, 3.0, -5.5})
    {
        const double angle = turn > 0 ? 0.5 * M_PI : 1.5 * M_PI;
        test.path[0] =
            std::make_shared<FixedAxisVertexPath>(Vec3::Zero(), Vec3::Zero(), Vec3(0, 0, 7), 0.0, turn, Vec3(1, 0, 0.125));
        checkKnown(test, at(angle / std::abs(turn)), true, "fixed axis");
        KinematicModel model;
        Joint joint;
        joint.name = "joint";
        joint.type = JointType::Revolute;
        const BodyIndex body = model.addBody("body", kWorld, {}, joint);
        const Motion motion(model, configuration({0.0}), configuration({turn}));
        IntervalMotion boxes(motion, 0.0);
        test.path[0] = std::make_shared<BodyVertexPath>(boxes, body, Vec3(1, 0, 0.125));
        checkKnown(test, at(angle / std::abs(turn)), true, "body");
        test.path[0] = std::make_shared<BodyVertexPath>(boxes, body, Vec3(1, 0, 0.125), turn * turn * 1.01);
        checkKnown(test, at(angle / std::abs(turn)), true, "body with its acceleration");
        test.path[0] = std::make_shared<BodyVertexPath>(boxes, body, Vec3(0.1, 0, 0.125));
        checkKnown(test, kNever, false, "below the wall");
    }
}

TEST_CASE("No tests have no contact, and a budget that runs out says from when on nothing is known")
{
    CHECK(earliestContact({}, {0.0, 1.0}, 1e-6).outcome == Outcome::None);
    const OwnedTest test = linearTest(Kind::VertexFace, kTriangleAtZero, moved(kTriangleAtZero, 0, Vec3(0, 1.5, -2)));
    ElementaryOptions options = elementaryOptions(1e-9, 0.0);
    options.budget = 0;
    const ElementaryResult result = earliestContact({test.test()}, {0.0, 1.0}, options);
    CHECK(result.outcome == Outcome::GaveUp);
    CHECK(result.lo == 0.0);
    CHECK(result.hi == 1.0);
    // One instant is an interval of time as well.
    const OwnedTest resting = linearTest(Kind::VertexFace, moved(kTriangleAtZero, 0, Vec3(0, 0, -1)), kTriangleAtZero);
    CHECK(earliestContact({resting.test()}, {0.0, 0.0}, 1e-6).outcome == Outcome::Contact);
    CHECK(earliestContact({resting.test()}, {0.5, 0.5}, 1e-6).outcome == Outcome::None);
}
