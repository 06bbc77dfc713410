#include <cmath>
#include <limits>

#include "io_test_support.h"
#include "support/temporary_folder.h"

#include <gapless/io/path_file.h>

using namespace gapless;
using gapless::test::errorOf;
using gapless::test::TemporaryFolder;

namespace {

const std::string kData = GAPLESS_IO_DATA;

std::string errorOfPath(const std::string& text)
{
    return errorOf([&] { parsePath(text, "p.json", {"a", "b"}); });
}

}  // namespace

TEST_CASE("A path that is written and read again is the same to the last bit")
{
    const TemporaryFolder folder;
    const Problem problem = loadProblem(kData + "/scene.yaml");
    const std::vector<Configuration> path = {problem.start, Eigen::Vector3d(0.1 + 0.2, -1e-300, 0.02),
                                             Eigen::Vector3d(2.5, 1.0 / 3.0, 0.02)};
    const std::string file = folder.path("path.json");
    writePath(file, problem, path);
    CHECK(readPath(file, problem) == path);
    // Only the complete file is left.
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), std::filesystem::directory_iterator()) == 1);
}

TEST_CASE("A path is read by name, in any order")
{
    const auto path = parsePath(R"({"waypoints": [[1, 2], [3, 4.5]], "joint_names": ["b", "a"]})", "p.json", {"a", "b"});
    CHECK(path.waypoints == std::vector<std::vector<double>>{{2, 1}, {4.5, 3}});
    CHECK(path.curves.empty());
}

TEST_CASE("A path outside of the limits is refused, one that rounding put there is not")
{
    const TemporaryFolder folder;
    const Problem problem = loadProblem(kData + "/scene.yaml");
    const auto file = [&](const std::string& value) {
        return folder.write("p.json", "{\"joint_names\": [\"shoulder\", \"elbow\"], \"waypoints\": [[" + value + ", 0]]}");
    };
    CHECK(readPath(file("2.5000000000000004"), problem).size() == 1);
    CHECK(errorOf([&] { readPath(file("2.6"), problem); }).find("p.json: waypoints[0] has joint 'shoulder' at 2.6")
          != std::string::npos);
}

TEST_CASE("A path that cannot be written leaves the file as it was")
{
    const TemporaryFolder folder;
    const Problem problem = loadProblem(kData + "/scene.yaml");
    const std::string file = folder.write("p.json", "before");
    Configuration bad = problem.start;
    bad[0] = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_AS(writePath(file, problem, {bad}), InputError);
    CHECK(test::contentOf(file) == "before");
    CHECK(errorOf([&] { writePath(folder.path("none/p.json"), problem, {problem.start}); }).find("cannot be written")
          != std::string::npos);
}

TEST_CASE("A bad path file is an error")
{
    CHECK(errorOfPath("").find("p.json") == 0);
    CHECK(errorOfPath("{\n\"joint_names\": [\"a\",\n").find("p.json:3: malformed JSON") == 0);
    CHECK(errorOfPath("[]").find("not a path") != std::string::npos);
    CHECK(errorOfPath("{}").find("no list 'joint_names'") != std::string::npos);
    CHECK(errorOfPath(R"({"joint_names": ["a", "b"]})").find("no list 'waypoints'") != std::string::npos);
    CHECK(errorOfPath(R"({"joint_names": ["a", "b"], "waypoints": []})").find("no waypoints") != std::string::npos);
    CHECK(errorOfPath(R"({"joint_names": ["a"], "waypoints": [[0]]})").find("lacks 'b'") != std::string::npos);
    CHECK(errorOfPath(R"({"joint_names": ["a", "b", "c"], "waypoints": [[0, 0, 0]]})").find("has 'c'") != std::string::npos);
    CHECK(errorOfPath(R"({"joint_names": ["a", "a"], "waypoints": [[0, 0]]})").find("'a' twice") != std::string::npos);
    CHECK(errorOfPath(R"({"joint_names": ["a", "b"], "waypoints": [[0]]})").find("must have 2 values") != std::string::npos);
    CHECK(errorOfPath(R"({"joint_names": ["a", "b"], "waypoints": [[0, null]]})").find("not a number") != std::string::npos);
    CHECK(errorOfPath(R"({"joint_names": ["a", "b"], "waypoints": [[0, NaN]]})").find("malformed") != std::string::npos);
    CHECK(errorOfPath(R"({"joint_names": ["a", "b"], "waypoints": [[0, 1e999]]})").find("malformed") != std::string::npos);
    CHECK(errorOfPath(R"({"joint_names": [], "joint_names": []})").find("duplicate key") != std::string::npos);
    CHECK(errorOfPath(R"({"names": []})").find("unknown key 'names'") != std::string::npos);
    CHECK(errorOfPath(std::string(100000, '[')).find("nested deeper") != std::string::npos);
    CHECK(errorOf([] { readPath("/nowhere/p.json", Problem()); }).find("no such path file") != std::string::npos);
    const auto errorOfCurves = [](const std::string& curves) {
        return errorOfPath(R"({"joint_names": ["a", "b"], "waypoints": [[0, 0], [1, 1]], "curves": )" + curves + "}");
    };
    CHECK(errorOfCurves("[]").find("curves is empty") != std::string::npos);
    CHECK(errorOfCurves("3").find("no list 'curves'") != std::string::npos);
    CHECK(errorOfCurves("[3]").find("curves[0] must be a list of at most 1000 parts") != std::string::npos);
    CHECK(errorOfCurves("[null, [[0.5]]]").find("curves[1][0] is no [curvature, length] of two numbers") != std::string::npos);
    CHECK(errorOfCurves(R"([[[0, 1], ["0", 1]]])").find("curves[0][1] is no") != std::string::npos);
    CHECK(errorOfCurves("[[[1e-9, 1]]]").find("curves[0][0] has the curvature 1e-09; it must be 0, or") != std::string::npos);
    CHECK(errorOfCurves("[[[0, -1e10]]]").find("curves[0][0] is -1e+10 long") != std::string::npos);
}

TEST_CASE(
    "Angles of joints without limits are read into one turn from -pi on, from problems and paths alike, and those with limits "
    "stay")
{
    const TemporaryFolder folder;
    folder.write("robot.urdf", R"(<robot name="r"><link name="w"/><link name="a"/><link name="b"/><link name="c"/>
        <joint name="turn" type="continuous"><parent link="w"/><child link="a"/><axis xyz="0 0 1"/></joint>
        <joint name="plane" type="planar"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint>
        <joint name="arm" type="revolute"><parent link="b"/><child link="c"/><axis xyz="0 0 1"/><limit lower="-20" upper="20" effort="1" velocity="1"/></joint>
        </robot>)");
    const Problem problem = loadProblem(folder.write("p.yaml",
                                                     "robots: [{urdf: robot.urdf}]\n"
                                                     "start: {turn: 7.0, plane: [8.0, 9.0, -10.0], arm: 11.0}\n"
                                                     "goal: [3.141592653589793, 0, 0, 4.0, -11.0]\n"
                                                     "waypoints: [[-3.141592653589793, 8, 9, 1.5, 0]]\n"));
    const double turn = 2.0 * M_PI;
    const auto isNear = [](const Configuration& q, const std::vector<double>& values) {
        return (q - Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()))).norm() < 1e-14;
    };
    CHECK(isNear(problem.start, {7.0 - turn, 8, 9, -10.0 + 2 * turn, 11.0}));
    CHECK(isNear(problem.goal.value(), {-M_PI, 0, 0, 4.0 - turn, -11.0}));
    CHECK(isNear(problem.waypoints.at(0), {-M_PI, 8, 9, 1.5, 0}));
    const auto path = readPath(folder.write("p.json", R"({"joint_names": ["turn", "plane/x", "plane/y", "plane/theta", "arm"],
        "waypoints": [[7.0, 8.0, 9.0, -10.0, 11.0], [-100.0, 0, 0, 1e6, -11.0]]})"),
                               problem);
    CHECK(path.at(0) == problem.start);
    CHECK(isNear(path.at(1), {std::remainder(-100.0, turn), 0, 0, std::remainder(1e6, turn), -11.0}));
    CHECK(problem.configuration({7.0, 8.0, 9.0, -10.0, 11.0}) == problem.start);
}
