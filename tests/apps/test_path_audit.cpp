// What the audit calls a path: certified, a missed collision, a near miss.
#include <catch2/catch.hpp>

#include "apps/benchmark/path_audit.h"
#include "ompl/small_problems.h"

using namespace gapless;
using apps::AuditOptions;
using apps::PathAudit;

namespace {

Configuration pose(double shoulder, double elbow)
{
    Configuration q(2);
    q << shoulder, elbow;
    return q;
}

/// The outstretched arm turns from -0.5 to 0.5 rad, below a post whose surface is `gap` metres beyond its tip (2.02 m).
Problem postBeyondTheTip(double gap)
{
    constexpr double radius = 0.05;
    return test::armAndPost(2.02 + gap + radius, 0.0, radius);
}

PathAudit auditOf(const Problem& problem, const std::vector<Configuration>& path, double tolerance = 1e-3)
{
    AuditOptions options;
    options.tolerance = tolerance;
    return apps::auditPath(problem.scene, path, options);
}

void checkOneOfThree(const PathAudit& audit)
{
    CHECK(int(audit.certified) + int(audit.missed_collision) + int(audit.undecided) == 1);
    CHECK_FALSE((audit.near_miss && audit.missed_collision));
}

}  // namespace

TEST_CASE("A path far from everything is certified and no near miss")
{
    const PathAudit audit = auditOf(postBeyondTheTip(0.1), {pose(-0.5, 0), pose(0.5, 0)});
    checkOneOfThree(audit);
    CHECK(audit.certified);
    CHECK_FALSE(audit.near_miss);
}

TEST_CASE("A path that passes at half the tolerance is a near miss, never a missed collision")
{
    // A wider gap is proven by the lanes, which meet no state that is close.
    const double tolerance = GENERATE(1e-5, 1e-6);
    const PathAudit audit = auditOf(postBeyondTheTip(0.5 * tolerance), {pose(-0.5, 0), pose(0.5, 0)}, tolerance);
    checkOneOfThree(audit);
    CHECK(audit.near_miss);
    CHECK_FALSE(audit.missed_collision);
    // It is free, and a finer proof says so.
    CHECK(audit.certified);
}

TEST_CASE("A path that cuts a body is a missed collision, however thin the cut")
{
    const double depth = GENERATE(0.02, 1e-4, 1e-6);
    const PathAudit audit = auditOf(postBeyondTheTip(-depth), {pose(-0.5, 0), pose(0.5, 0)});
    checkOneOfThree(audit);
    CHECK(audit.missed_collision);
    CHECK_FALSE(audit.near_miss);
}

TEST_CASE("The clearance of the scene is what a path has to keep")
{
    Problem problem = postBeyondTheTip(0.05);
    CHECK(auditOf(problem, {pose(-0.5, 0), pose(0.5, 0)}).certified);
    Clearances clearances;
    const double clearance = GENERATE(0.06, 0.0499995);
    clearances.all = clearance;
    problem.scene = std::make_shared<const Scene>(problem.scene->model(), problem.scene->objects().list(),
                                                  AllowedCollisionMatrix(), clearances);
    const PathAudit audit = auditOf(problem, {pose(-0.5, 0), pose(0.5, 0)});
    checkOneOfThree(audit);
    CHECK(audit.missed_collision == (clearance > 0.05));
    CHECK(audit.near_miss == (clearance < 0.05));
}

TEST_CASE("A near miss hides no collision behind it, in the same segment or in a later one")
{
    // The second post is cut at 1 rad; the first is passed within the tolerance.
    KinematicModel model;
    const BodyIndex upper =
        model.addBody("upper", kWorld, Pose(), test::joint("shoulder", JointType::Revolute, Vec3::UnitZ(), {-3}, {3}), 0);
    const auto scene = [&](double depth) {
        const double far = 1.02 + 0.05 - depth;
        return std::make_shared<const Scene>(
            model,
            std::vector<CollisionObject>{
                {"upper", upper, ObjectKind::Link, test::rod(1.0, 0.02), {}},
                {"close", kWorld, ObjectKind::Obstacle, test::post(Vec3(1.02 + 0.05 + 5e-7, 0, 0), 0.05), {}},
                {"cut", kWorld, ObjectKind::Obstacle, test::post(Vec3(far * std::cos(1.0), far * std::sin(1.0), 0), 0.05), {}}});
    };
    const auto path = [](std::vector<double> angles) {
        std::vector<Configuration> states;
        for (const double angle : angles)
            states.push_back(Configuration::Constant(1, angle));
        return states;
    };
    const auto states = GENERATE_COPY(path({-0.5, 2.0}), path({-0.5, 0.5, 2.0}), path({-0.5, 0.0, 0.7, 1.5}));
    const PathAudit cut = apps::auditPath(scene(1e-3), states, {});
    checkOneOfThree(cut);
    CHECK(cut.missed_collision);
    const PathAudit passed = apps::auditPath(scene(-0.02), states, {});
    checkOneOfThree(passed);
    CHECK(passed.certified);
    CHECK(passed.near_miss);
}

TEST_CASE("What doubles cannot tell from a contact is not certified")
{
    // The tip touches the post in one instant, as far as the numbers go.
    const PathAudit audit = auditOf(postBeyondTheTip(0.0), {pose(-0.5, 0), pose(0.5, 0)});
    checkOneOfThree(audit);
    CHECK_FALSE(audit.certified);
}

TEST_CASE("Out of time, what is not proven is undecided")
{
    // A thousand turns in a gap of a micrometre take longer than this.
    std::vector<Configuration> path;
    for (int i = 0; i < 1000; ++i)
        path.push_back(pose(i % 2 == 0 ? -0.5 : 0.5, 0));
    AuditOptions options;
    options.seconds = 1e-9;
    const PathAudit audit = apps::auditPath(postBeyondTheTip(1e-6).scene, path, options);
    checkOneOfThree(audit);
    CHECK(audit.undecided);
}

TEST_CASE("A path of one state is judged by that state")
{
    CHECK(auditOf(postBeyondTheTip(0.1), {pose(0, 0)}).certified);
    CHECK(auditOf(postBeyondTheTip(-0.01), {pose(0, 0)}).missed_collision);
}
