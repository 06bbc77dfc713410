#include <cmath>

#include "io_test_support.h"
#include "support/temporary_folder.h"

#include <gapless/io/trajectory_file.h>

using namespace gapless;
using gapless::test::errorOf;
using gapless::test::TemporaryFolder;

namespace {

const std::string kData = GAPLESS_IO_DATA;

std::vector<TrajectoryRow> parse(const std::string& text, const std::string& label = "t.json")
{
    return parseTrajectory(text, label, {"a", "b"});
}

std::string errorOfText(const std::string& text, const std::string& label = "t.json")
{
    return errorOf([&] { static_cast<void>(parse(text, label)); });
}

bool has(const std::string& text, const std::string& words)
{
    INFO(text);
    CHECK(text.find(words) != std::string::npos);
    return text.find(words) != std::string::npos;
}

/// The three points that every format below has.
void checkPoints(const std::vector<TrajectoryRow>& rows)
{
    REQUIRE(rows.size() == 3);
    CHECK(rows[0].time == 0.0);
    CHECK(rows[1].time == 1.25);
    CHECK(rows[2].time == 2.0);
    CHECK(rows[1].positions == std::vector<double>{-0.5, 1e-3});
    CHECK(rows[1].velocities == std::vector<double>{0.25, 0.5});
    CHECK(rows[0].accelerations.empty());
}

}  // namespace

TEST_CASE("Trajectories are read from JSON, messages as they are echoed, MoveIt's, and CSV, by name in any order")
{
    checkPoints(parse(R"({"joint_names": ["b", "a"], "points": [
        {"positions": [0, 1], "velocities": [0, 0], "time_from_start": 0},
        {"positions": [0.001, -0.5], "velocities": [0.5, 0.25], "time_from_start": 1.25},
        {"positions": [0, 0], "velocities": [0, 0], "time_from_start": 2.0}]})"));
    const std::string points = R"(
  joint_names:
  - b
  - a
  points:
  - positions: [0.0, 1.0]
    velocities: [0.0, 0.0]
    accelerations: []
    effort: []
    time_from_start: {sec: 0, nanosec: 0}
  - positions:
    - 0.001
    - -0.5
    velocities:
    - 0.5
    - 0.25
    accelerations: []
    effort: []
    time_from_start:
      sec: 1
      nanosec: 250000000
  - positions: [0.0, 0.0]
    velocities: [0.0, 0.0]
    accelerations: []
    effort: []
    time_from_start: {secs: 2, nsecs: 0}
)";
    std::string message = "\n  header:\n    frame_id: ''" + points;
    for (std::size_t at = 0; (at = message.find("\n  ", at)) != std::string::npos; ++at)
        message.erase(at + 1, 2);
    checkPoints(parse(message + "---\n", "echo.yaml"));
    checkPoints(parse("joint_trajectory:" + points, "robot.yaml"));
    checkPoints(parse("joint_trajectory:" + points + "multi_dof_joint_trajectory: {header: {}, joint_names: [], points: []}\n",
                      "robot.yaml"));
    checkPoints(parse(
        "time_from_start, b, b/velocity, a/velocity, a\r\n0, 0, 0, 0, 1\r\n\r\n1.25, 0.001, 0.5, 0.25, -0.5\r\n2, 0, 0, 0, 0\r\n",
        "t.csv"));
}

TEST_CASE("What is no trajectory is refused in one line with the file and the line")
{
    const auto point = [](const std::string& more) {
        return "joint_names: [a, b]\npoints:\n- {positions: [0, 0], time_from_start: 0}\n- {" + more + "}\n";
    };
    has(errorOfText("{}"), "t.json:1: the trajectory has no 'joint_names'");
    has(errorOfText("joint_names: [a]\npoints: []"), "t.json:1: joint_names lacks 'b'");
    has(errorOfText("joint_names: [a, b, c]\npoints: []"), "joint_names has 'c', which does not plan in the problem");
    has(errorOfText("joint_names: [a, b, a]\npoints: []"), "joint_names has 'a' twice");
    has(errorOfText("joint_names: [a, b]\npoints: []"), "t.json:2: the trajectory has no points");
    has(errorOfText(point("positions: [1, 2, 3], time_from_start: 1")), "t.json:4: positions of points[1]");
    has(errorOfText(point("positions: [1, .nan], time_from_start: 1")), "t.json:4:");
    has(errorOfText(point("positions: [1, 2]")), "t.json:4: points[1] has no 'time_from_start'");
    has(errorOfText(point("time_from_start: 1")), "t.json:4: points[1] has no positions");
    has(errorOfText(point("positions: [1, 2], time_from_start: 0")),
        "t.json:4: points[1] is at 0 s, the point before it at 0 s; times have to rise");
    has(errorOfText(point("positions: [1, 2], time_from_start: -1")), "0 or more");
    has(errorOfText(point("positions: [1, 2], velocities: [0], time_from_start: 1")), "t.json:4: velocities of points[1]");
    has(errorOfText(point("positions: [1, 2], speed: [0], time_from_start: 1")), "unknown key 'speed'");
    for (const std::string what : {"velocities", "accelerations", "effort"})
        for (const std::string value : {"5", "hello", ".nan", "{x: 1}"})
        {
            INFO(what << " " << value);
            has(errorOfText(point("positions: [1, 2], " + what + ": " + value + ", time_from_start: 1")),
                "t.json:4: " + what + " of points[1]");
        }
    has(errorOfText(point("positions: [1, 2], time_from_start: {sec: 1, nanosec: 0, secs: 5, nsecs: 0}")), "unknown key 'sec'");
    has(errorOfText(point("positions: [1, 2], time_from_start: {sec: 1}")), "no 'nanosec'");
    has(errorOfText(point("positions: [1, 2], time_from_start: {sec: 1.5, nanosec: 0}")),
        "sec of time_from_start of points[1] is 1.5; it must be whole");
    has(errorOfText(point("positions: [1, 2], time_from_start: {sec: 1, nanosec: 5000000000}")), "must be less than 1e9");
    has(errorOfText("joint_trajectory: {joint_names: [a, b], points: []}\nmulti_dof_joint_trajectory: {points: [{}]}\n"),
        "multi_dof_joint_trajectory has joints");
    has(errorOfText("time_from_start,a,b\n0,1\r2,0\n", "t.csv"), "is no finite number");
    has(errorOfText("joint_trajectory: {joint_names: [a, b], points: []}\nmulti_dof_joint_trajectory: {joint_names: [base]}\n"),
        "t.json:2: multi_dof_joint_trajectory has joints");
    has(errorOfText("a,b\n0,0\n", "t.CSV"), "t.CSV:1: the header has no column time_from_start");
    has(errorOfText("time_from_start,a\n", "t.csv"), "joint_names lacks 'b'");
    has(errorOfText("time_from_start,a,b,a/velocity\n", "t.csv"), "lacks 'b'");
    has(errorOfText("time_from_start,a,b\n0,0\n", "t.csv"), "t.csv:2: 2 values; the header has 3");
    has(errorOfText("time_from_start,a,b\n0,0,x\n", "t.csv"), "t.csv:2: 'x' is no finite number");
    has(errorOfText("time_from_start,a,b\n1,0,0\n0.5,0,0\n", "t.csv"),
        "t.csv:3: time_from_start is 0.5 s, before it 1 s; times have to rise");
    has(errorOfText("time_from_start,a,b\n-1,0,0\n", "t.csv"), "0 or more");
    has(errorOfText("", "t.csv"), "no points");
}

TEST_CASE("A trajectory that begins later comes from the problem's start, at rest, and values are literal")
{
    const TemporaryFolder folder;
    const Problem problem = loadProblem(kData + "/scene.yaml");
    const auto read = [&](const std::string& points) {
        return readTrajectory(folder.write("t.yaml", "joint_names: [elbow, shoulder]\npoints: [" + points + "]\n"), problem);
    };
    const auto later = read("{positions: [10, 0.5], velocities: [1, 2], time_from_start: 2}");
    REQUIRE(later.size() == 2);
    CHECK(later[0].time == 0.0);
    CHECK(later[0].position == problem.start);
    REQUIRE(later[0].velocity);
    CHECK(later[0].velocity->isZero());
    REQUIRE(later[0].acceleration);
    CHECK_FALSE(later[1].acceleration);
    // The elbow turns for ever, and does.
    CHECK(later[1].position[1] == 10.0);
    CHECK(later[1].position[0] == 0.5);
    CHECK(later[1].position[2] == problem.start[2]);
    CHECK(later[1].velocity->coeff(1) == 1.0);
    CHECK(later[1].velocity->coeff(2) == 0.0);
    CHECK(read("{positions: [1, 0.5], time_from_start: 0}").size() == 1);
    CHECK(has(errorOf([&] { read("{positions: [1, 2.6], time_from_start: 0}"); }), "points[0] has joint 'shoulder' at 2.6"));
    Problem without = problem;
    without.has_start = false;
    const std::string file =
        folder.write("u.yaml", "joint_names: [elbow, shoulder]\npoints: [{positions: [0, 0], time_from_start: 1}]\n");
    CHECK(has(errorOf([&] { static_cast<void>(readTrajectory(file, without)); }),
              "the first point is at 1 s, and the problem has no start"));
    CHECK(has(errorOf([&] { static_cast<void>(readTrajectory(folder.path("none.json"), problem)); }), "none.json"));
}

TEST_CASE("What is written is read again, to the last bit")
{
    const TemporaryFolder folder;
    const Problem problem = loadProblem(kData + "/scene.yaml");
    std::vector<TrajectoryPoint> points(3);
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        points[i].time = 0.1 * static_cast<double>(i);
        points[i].position = problem.start;
        points[i].position[1] += 1.0 / 3.0 + 7.0 * static_cast<double>(i);
        points[i].velocity = Configuration::Zero(problem.start.size());
        (*points[i].velocity)[0] = 1e-17 / 3.0;
        points[i].acceleration = Configuration::Zero(problem.start.size());
        (*points[i].acceleration)[1] = -1.0 / 7.0;
    }
    const std::string file = folder.path("out.json");
    writeTrajectory(file, problem, points);
    const std::vector<TrajectoryPoint> again = readTrajectory(file, problem);
    REQUIRE(again.size() == points.size());
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        CHECK(again[i].time == points[i].time);
        CHECK(again[i].position == points[i].position);
        CHECK(*again[i].velocity == *points[i].velocity);
        CHECK(*again[i].acceleration == *points[i].acceleration);
    }
    for (TrajectoryPoint& point : points)
        point.velocity = point.acceleration = std::nullopt;
    CHECK(trajectoryText(problem, points).find("velocities") == std::string::npos);
    points[1].position[1] = std::nan("");
    CHECK(has(errorOf([&] { static_cast<void>(trajectoryText(problem, points)); }), "points[1]"));
}
