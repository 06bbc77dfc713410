#include <cmath>
#include <locale>

#include "io_test_support.h"
#include "support/temporary_folder.h"

#include <gapless/io/problem_description.h>

using namespace gapless;
using gapless::test::TemporaryFolder;

namespace {

const std::string kData = GAPLESS_IO_DATA;

const CollisionObject& objectOf(const Problem& problem, const std::string& name)
{
    const auto index = problem.scene->findObject(name);
    REQUIRE(index);
    return problem.scene->object(*index);
}

std::optional<double> clearanceOf(const Problem& problem, const std::string& a, const std::string& b)
{
    for (const ObjectPair& pair : problem.scene->pairs())
    {
        const std::string& x = problem.scene->object(pair.a).name;
        const std::string& y = problem.scene->object(pair.b).name;
        if ((x == a && y == b) || (x == b && y == a))
            return pair.clearance;
    }
    return {};
}

}  // namespace

TEST_CASE("A problem file becomes the scene that it describes")
{
    const Problem problem = loadProblem(kData + "/scene.yaml");
    const KinematicModel& model = problem.scene->model();

    // 1. World, four robot bodies (tool0 is fixed to lower), five obstacles.
    CHECK(model.bodies().size() == 1 + 4 + 5);
    CHECK(model.configurationSize() == 3);
    // 2. Only the group's joints plan.
    REQUIRE(problem.joints.size() == 2);
    CHECK(problem.variableNames() == std::vector<std::string>{"shoulder", "elbow"});
    // 3. The states, with the finger, which does not plan, where start puts it.
    CHECK(problem.start == Eigen::Vector3d(-1.0, 0.3, 0.02));
    CHECK(problem.goal.value() == Eigen::Vector3d(1.0, -0.25, 0.02));
    REQUIRE(problem.waypoints.size() == 2);
    CHECK(problem.waypoints[0] == Eigen::Vector3d(0.0, 0.0, 0.02));
    CHECK(problem.waypoints[1] == Eigen::Vector3d(0.0, 1.0, 0.02));
    // 4. The base and the obstacles stand where they are put.
    CHECK(model.body(BodyIndex(1)).X_PJ.p == Vec3(0, 0, 1));
    CHECK(model.body(objectOf(problem, "table").body).X_PJ.p == Vec3(0.6, 0, 0.4));
    CHECK(model.body(objectOf(problem, "table").body).X_PJ.R == Mat3::Identity());
    // 5. The attached part rides on the body of its link, at the link's place in it.
    const CollisionObject& part = objectOf(problem, "part");
    CHECK(part.kind == ObjectKind::Attached);
    CHECK(part.body == objectOf(problem, "lower").body);
    CHECK(part.geometry->shapes()[0].X_BS.p == Vec3(0.4, 0, 0.2));
    CHECK(part.touch_links == std::vector<std::string>{"lower", "finger"});
    // 6. A mirrored mesh stays solid.
    const auto& rock = std::get<std::shared_ptr<const TriangleMesh>>(objectOf(problem, "rock").geometry->shapes()[0].shape);
    CHECK(rock->isSolid());
    // 7. Clearances: the pair's own, within the robot, all others; allowed pairs are not active.
    CHECK(clearanceOf(problem, "table", "part") == 0.01);
    CHECK(clearanceOf(problem, "base_link", "finger") == 0.002);
    CHECK(clearanceOf(problem, "ball", "finger") == 0.001);
    CHECK_FALSE(clearanceOf(problem, "table", "base_link"));
    CHECK_FALSE(clearanceOf(problem, "base_link", "lower"));
}

TEST_CASE("A clearance asked for replaces all of the file's")
{
    LoadOptions options;
    options.clearance = 0.5;
    const Problem problem = loadProblem(kData + "/scene.yaml", options);
    CHECK(clearanceOf(problem, "table", "part") == 0.5);
    CHECK(clearanceOf(problem, "base_link", "finger") == 0.5);
}

TEST_CASE("Several robots prefix their names and share their geometry")
{
    const Problem problem =
        buildProblem(parseProblem("robots:\n"
                                  "  - {name: a, urdf: two_link.urdf}\n"
                                  "  - {name: b, urdf: two_link.urdf, base: {xyz: [5, 0, 0]}}\n"
                                  "start: {a/shoulder: 0.5, b/slide: 0.04}\n"
                                  "allowed_collisions: [[a/upper, b/upper]]\n",
                                  kData + "/inline.yaml"));
    CHECK(problem.variableNames()
          == std::vector<std::string>{"a/shoulder", "a/elbow", "a/slide", "b/shoulder", "b/elbow", "b/slide"});
    CHECK(objectOf(problem, "a/lower").geometry == objectOf(problem, "b/lower").geometry);
    // What start leaves out is 0, or the limit nearest to it.
    CHECK(problem.planningValues(problem.start) == std::vector<double>{0.5, 0, 0.01, 0, 0, 0.04});
    CHECK_FALSE(problem.goal);
    CHECK(problem.scene->model().body(objectOf(problem, "b/lower").body).robot == 1);
}

TEST_CASE("A floating base is a joint named base whose default is the base pose")
{
    const std::string robot = "robots: [{urdf: two_link.urdf, floating: true, base: {xyz: [1, 2, 3]}}]\n";
    const Problem by_default = buildProblem(parseProblem(robot, kData + "/inline.yaml"));
    REQUIRE(by_default.joints.front().name == "base");
    CHECK(by_default.joints.front().count == 7);
    CHECK(by_default.start.head<7>() == (Eigen::VectorXd(7) << 1, 2, 3, 0, 0, 0, 1).finished());
    CHECK(by_default.variableNames()[3] == "base/qx");

    const Problem given =
        buildProblem(parseProblem(robot + "start: {base: [0, 0, 1, 0, 0, 0.6, 0.8]}\n", kData + "/inline.yaml"));
    CHECK(given.start.segment<4>(3) == Eigen::Vector4d(0, 0, 0.6, 0.8));
    // Slightly off unit length is made unit; more is an error.
    const Problem near =
        buildProblem(parseProblem(robot + "start: {base: [0, 0, 1, 0, 0, 0.6000001, 0.8]}\n", kData + "/inline.yaml"));
    CHECK(near.start.segment<4>(3).norm() == Approx(1.0).epsilon(1e-15));
    CHECK(test::errorOf([&] {
              buildProblem(parseProblem(robot + "start: {base: [0, 0, 1, 0, 0, 0.7, 0.8]}\n", kData + "/p.yaml"));
          }).find("p.yaml:2: start of joint 'base'")
          != std::string::npos);
}

TEST_CASE("A goal may be a region below a plane, and is then no state")
{
    const std::string robot = "robots: [{urdf: two_link.urdf}]\nstart: {shoulder: 0.5}\n";
    const Problem region = buildProblem(parseProblem(robot + "goal: {links_below: {z: -0.25}}\n", kData + "/inline.yaml"));
    REQUIRE(region.goal_region);
    CHECK(region.goal_region->z == -0.25);
    CHECK_FALSE(region.goal);
    const Problem state = buildProblem(parseProblem(robot + "goal: {elbow: 0.5}\n", kData + "/inline.yaml"));
    CHECK_FALSE(state.goal_region);
    CHECK(state.goal);
}

TEST_CASE("A robot without joints and a scene without obstacles are problems too")
{
    const TemporaryFolder folder;
    folder.write("box.urdf",
                 "<robot name='b'><link name='body'><collision><geometry><box size='1 1 1'/></geometry>"
                 "</collision></link></robot>");
    const Problem problem = loadProblem(folder.write("p.yaml", "robots: [{urdf: box.urdf}]\nobstacles:\n"));
    CHECK(problem.joints.empty());
    CHECK(problem.scene->objects().size() == 1);
    CHECK(problem.scene->model().configurationSize() == 0);
    CHECK(problem.start.size() == 0);
}

TEST_CASE("Numbers of a problem file are read to the last bit, whatever the locale")
{
    const std::string text = "robots: [{urdf: two_link.urdf}]\nstart: [0.1, 3.1415926535897927, 0.010000000000000002]\n";
    struct Comma : std::numpunct<char>
    {
        char do_decimal_point() const override { return ','; }
    };
    const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Comma));
    const Problem problem = buildProblem(parseProblem(text, kData + "/inline.yaml"));
    std::locale::global(before);
    CHECK(problem.start == Eigen::Vector3d(0.1, 3.1415926535897927, 0.010000000000000002));
    CHECK(problem.scene->model().body(BodyIndex(2)).joint.upper[0] == 2.5);
}

TEST_CASE("A cone is given by its radius and length, apex up")
{
    const ProblemDescription problem = parseProblem(
        "robots: [{urdf: r.urdf}]\nobstacles:\n"
        "  - {name: tip, cone: {radius: 0.25, length: 0.5}, pose: {xyz: [1, 2, 3]}}\n",
        "p.yaml");
    const Cone cone = std::get<Cone>(problem.obstacles[0].shape);
    CHECK(cone.radius == 0.25);
    CHECK(cone.half_length == 0.25);
    CHECK_THROWS_WITH(
        parseProblem("robots: [{urdf: r.urdf}]\nobstacles:\n  - {name: tip, cone: {radius: 0.25}, pose: {xyz: [1, 2, 3]}}\n",
                     "p.yaml"),
        Catch::Contains("p.yaml:3") && Catch::Contains("length"));
}

TEST_CASE("Values by anchor and alias are read like values written out")
{
    const ProblemDescription problem = parseProblem(
        "robots: [{urdf: r.urdf}]\nobstacles:\n  - {name: a, sphere: 1, pose: &place {xyz: [1, 2, 3]}}\n"
        "  - {name: b, sphere: 1, pose: *place}\n",
        "p.yaml");
    CHECK(problem.obstacles[1].pose.p == Vec3(1, 2, 3));
}

TEST_CASE("A configuration from flat values keeps what does not plan")
{
    const Problem problem = loadProblem(kData + "/scene.yaml");
    CHECK(problem.configuration({0.5, 0.25}) == Eigen::Vector3d(0.5, 0.25, 0.02));
    CHECK(problem.planningValues(problem.configuration({0.5, 0.25})) == std::vector<double>{0.5, 0.25});
    CHECK_THROWS_AS(problem.configuration({0.5}), InputError);
    CHECK_THROWS_AS(problem.configuration({0.5, std::nan("")}), InputError);
}

TEST_CASE("Obstacles that are always there are known by their places among the objects")
{
    const TemporaryFolder folder;
    folder.write("arm.urdf", "<robot name='r'><link name='l'/></robot>");
    const Problem problem = loadProblem(folder.write("p.yaml",
                                                     "robots: [{urdf: arm.urdf}]\n"
                                                     "obstacles:\n"
                                                     "  - {name: crate, sphere: 1}\n"
                                                     "  - {name: floor, sphere: 1, fixed: true}\n"
                                                     "  - {name: lamp, sphere: 1, fixed: false}\n"
                                                     "  - {name: wall, sphere: 1, fixed: true}\n"));
    REQUIRE(problem.fixed.size() == 2);
    CHECK(problem.scene->object(problem.fixed[0]).name == "floor");
    CHECK(problem.scene->object(problem.fixed[1]).name == "wall");
}
