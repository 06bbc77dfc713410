#include <algorithm>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "io/io_test_support.h"
#include "io/problem_comparison.h"
#include "support/peer_data.h"
#include "support/sanitized.h"
#include "support/temporary_folder.h"

#include <gapless/convert/convert.h>
#include <gapless/io/path_file.h>
#include <gapless/io/problem_loader.h>
#include <gapless/io/srdf.h>

using namespace gapless;
using gapless::test::checkSameProblem;
using gapless::test::contentOf;
using gapless::test::TemporaryFolder;
using nlohmann::json;

namespace {

const std::string kData = GAPLESS_IO_DATA;
const std::string kSet = kData + "/moveit/set";
const MoveitInput kTwoLink = {kData + "/two_link.urdf", kData + "/two_link.srdf", kSet + "/request0001.yaml", ""};

LoadOptions withParts()
{
    LoadOptions options;
    options.packages["parts"] = kData;
    return options;
}

/// The problem of a scene text and a request text; scene.yaml and request.yaml in errors.
Problem convertTexts(const TemporaryFolder& folder, const std::string& scene, const std::string& request)
{
    MoveitInput input = kTwoLink;
    input.request = folder.write("request.yaml", request);
    return loadProblem(
        convertMoveitProblems(folder.write("scene.yaml", scene), input, folder.path("out"), withParts()).problems.front());
}

const std::string kRequest =
    "group_name: arm\nstart_state: {joint_state: {name: [shoulder, elbow], position: [0, 0]}}\n"
    "goal_constraints: [{joint_constraints: [{joint_name: shoulder, position: 1}, "
    "{joint_name: elbow, position: 0.5}]}]\n";

/// A world of one object, which has these further lines.
std::string sceneOf(const std::string& object, const std::string& further = "")
{
    return further + "world:\n  collision_objects:\n    - id: x\n      " + object + "\n";
}

const std::string kUnitBox = "primitives: [{type: box, dimensions: [1, 1, 1]}]";

Pose poseOf(const Problem& problem, const std::string& name)
{
    const CollisionObject& object = problem.scene->object(problem.scene->findObject(name).value());
    return test::shapePose(problem, object, object.geometry->shapes()[0]);
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    REQUIRE(text.find(from) != std::string::npos);
    return text.replace(text.find(from), from.size(), to);
}

bool isActive(const Problem& problem, const std::string& a, const std::string& b)
{
    return test::namedPairs(problem).count(std::minmax(a, b)) > 0;
}

}  // namespace

TEST_CASE("A folder in the layout of MotionBenchMaker becomes a set of problems with their paths")
{
    const TemporaryFolder folder;
    const ConvertedFiles files = convertMoveitProblems(kSet, {kTwoLink.urdf, kTwoLink.srdf, "", ""}, folder.path("out"));
    REQUIRE(files.problems == std::vector<std::string>{folder.path("out/set_0001.yaml"), folder.path("out/set_0001_goal2.yaml")});
    REQUIRE(files.paths == std::vector<std::string>{folder.path("out/set_0001_path.json")});

    const Problem problem = loadProblem(files.problems[0]);
    CHECK(problem.variableNames() == std::vector<std::string>{"shoulder", "elbow"});
    // The request's state lies over the scene's; what neither knows is left out.
    CHECK(problem.planningValues(problem.start) == std::vector<double>{0.2, 0.1});
    CHECK(problem.start[2] == 0.03);
    CHECK(problem.planningValues(problem.goal.value()) == std::vector<double>{1.25, -1.0 / 3.0});
    CHECK(loadProblem(files.problems[1]).planningValues(loadProblem(files.problems[1]).goal.value())
          == std::vector<double>{-1.0, 2.0});

    const auto path = readPath(files.paths[0], problem);
    REQUIRE(path.size() == 2);
    CHECK(path[0] == problem.start);
    CHECK(path[1] == problem.goal);
    for (const auto& entry : std::filesystem::directory_iterator(folder.path("out")))
        CHECK(entry.path().filename().string().front() != '.');
}

TEST_CASE("A cone of so much height and radius is a cone, by name and by number")
{
    const TemporaryFolder folder;
    for (const std::string type : {"cone", "4"})
    {
        const Problem problem =
            convertTexts(folder, sceneOf("primitives: [{type: " + type + ", dimensions: [0.5, 0.25]}]"), kRequest);
        const auto cone =
            std::get<Cone>(problem.scene->object(problem.scene->findObject("x").value()).geometry->shapes()[0].shape);
        CHECK(cone.half_length == 0.25);
        CHECK(cone.radius == 0.25);
    }
}

TEST_CASE("Shapes stand where object and frame put them")
{
    const TemporaryFolder folder;
    const Problem problem =
        loadProblem(convertMoveitProblems(kSet + "/scene0001.yaml", kTwoLink, folder.path("out")).problems.front());
    const auto& can = problem.scene->object(problem.scene->findObject("can").value());
    const auto cylinder = std::get<Cylinder>(can.geometry->shapes()[0].shape);
    CHECK(cylinder.half_length == 0.125);
    CHECK(cylinder.radius == 0.125);
    CHECK(poseOf(problem, "can").p == Vec3(3.0, 0.5, 0.1));
    // The bench is turned by a quarter about z at x = 2; the rack stands at y = 1 on it.
    CHECK((poseOf(problem, "rack/1").p - Vec3(1.0, 1.0, 0.5)).norm() < 1e-15);
    CHECK((poseOf(problem, "rack/2").p - Vec3(1.0, 0.0, 2.0)).norm() < 1e-15);
    CHECK((poseOf(problem, "rack/1").R * Vec3::UnitX() - Vec3::UnitY()).norm() < 1e-15);
    CHECK(std::holds_alternative<Sphere>(
        problem.scene->object(problem.scene->findObject("rack/2").value()).geometry->shapes()[0].shape));
    for (const auto& [name, x] : {std::pair("part/1", 5.0), std::pair("part/2", 7.0)})
    {
        CHECK(problem.scene->object(problem.scene->findObject(name).value()).geometry->triangleCount() == 4);
        CHECK(poseOf(problem, name).p == Vec3(x, 0.0, 0.0));
    }
    const auto& gripped = problem.scene->object(problem.scene->findObject("gripped").value());
    CHECK(gripped.kind == ObjectKind::Attached);
    CHECK(gripped.touch_links == std::vector<std::string>{"lower", "finger"});
}

TEST_CASE("Full messages say the same as the short form")
{
    const TemporaryFolder folder;
    const auto convert = [&](const std::string& scene, const std::string& out) {
        return loadProblem(convertMoveitProblems(scene, kTwoLink, folder.path(out), withParts()).problems.front());
    };
    const Problem full = convert(kData + "/moveit/full_messages_scene.yaml", "full");
    checkSameProblem(full, convert(kSet + "/scene0001.yaml", "short"), 1e-15);
    CHECK(full.file == folder.path("full/full_messages_scene.yaml"));
}

TEST_CASE("The scene's matrix takes the place of the SRDF's pairs, entries before defaults")
{
    const TemporaryFolder folder;
    const std::string two =
        "allowed_collision_matrix:\n  entry_names: [base_link, finger, x]\n"
        "  entry_values: [[false, true, true], [true, false, false], [true, false, false]]\n";
    // Without a matrix the SRDF decides: base_link and lower may touch.
    const Problem srdf = convertTexts(folder, sceneOf(kUnitBox), kRequest);
    CHECK_FALSE(isActive(srdf, "base_link", "lower"));
    CHECK(isActive(srdf, "base_link", "finger"));
    CHECK(isActive(srdf, "upper", "x"));
    const Problem matrix = convertTexts(folder, sceneOf(kUnitBox, two), kRequest);
    CHECK(isActive(matrix, "base_link", "lower"));
    CHECK_FALSE(isActive(matrix, "base_link", "finger"));
    CHECK(isActive(matrix, "finger", "x"));
    CHECK(isActive(matrix, "upper", "x"));
    const Problem defaults = convertTexts(
        folder, sceneOf(kUnitBox, two + "  default_entry_names: [x, lower]\n  default_entry_values: [true, false]\n"), kRequest);
    CHECK(isActive(defaults, "finger", "x"));       // an entry
    CHECK_FALSE(isActive(defaults, "upper", "x"));  // one default
    CHECK(isActive(defaults, "lower", "x"));        // two, of which one is no
}

TEST_CASE("The virtual joint says where the robot stands, and what hangs on its root stands there too")
{
    const TemporaryFolder folder;
    const std::string base =
        "robot_state: {multi_dof_joint_state: {joint_names: [fixed_base], transforms: [{translation: "
        "[1, 2, 0], rotation: [0, 0, 0.7071067811865476, 0.7071067811865476]}]}}\n";
    const std::string pose = "pose: {position: [1, 0, 0]}\n      " + kUnitBox;
    const Problem world = convertTexts(folder, sceneOf(pose, base), kRequest);
    CHECK(poseOf(world, "x").p == Vec3(1.0, 0.0, 0.0));
    const Problem root = convertTexts(folder, sceneOf("header: {frame_id: base_link}\n      " + pose, base), kRequest);
    CHECK((poseOf(root, "x").p - Vec3(1.0, 3.0, 0.0)).norm() < 1e-15);
    CHECK((poseOf(root, "base_link").p - Vec3(1.0, 2.0, 0.0)).norm() < 1e-15);
}

TEST_CASE("What is attached leaves the world, and the request's state replaces the scene's unless it is a difference")
{
    const TemporaryFolder folder;
    const auto attach = [](const std::string& id, const std::string& frame) {
        return "attached_collision_objects: [{link_name: tool0, object: {id: " + id + ", header: {frame_id: " + frame + "}, "
               + kUnitBox + "}}]";
    };
    const std::string carried = "robot_state: {" + attach("y", "tool0") + "}\n";
    const std::string start = "joint_state: {name: [shoulder, elbow], position: [0, 0]}";
    const auto request = [&](const std::string& further) {
        std::string text = kRequest;
        return text.replace(text.find(start), start.size(), start + ", " + further);
    };
    const Problem replaced = convertTexts(folder, sceneOf(kUnitBox, carried), request(attach("x", "lower")));
    CHECK_FALSE(replaced.scene->findObject("y"));
    const CollisionObject& x = replaced.scene->object(replaced.scene->findObject("x").value());
    CHECK(x.kind == ObjectKind::Attached);
    // tool0 and lower are one body: the box is where the frame says, not where the link is.
    CHECK(x.geometry->shapes()[0].X_BS.p.norm() < 1e-15);
    const Problem both = convertTexts(folder, sceneOf(kUnitBox, carried), request("is_diff: true"));
    CHECK(both.scene->object(both.scene->findObject("y").value()).kind == ObjectKind::Attached);
    CHECK(both.scene->object(both.scene->findObject("x").value()).kind == ObjectKind::Obstacle);
    CHECK((both.scene->object(both.scene->findObject("y").value()).geometry->shapes()[0].X_BS.p - Vec3(0.4, 0, 0)).norm()
          < 1e-15);
}

namespace {

/// Problem k of a JSON set as MotionBenchMaker would have written it.
std::pair<std::string, std::string> asMoveit(const json& set, const json& problem, const Srdf& srdf)
{
    json objects = json::array();
    for (const json& obstacle : problem["obstacles"])
    {
        const std::string type = obstacle["type"];
        json dimensions = type == "box" ? obstacle["size"] : json::array({obstacle["length"], obstacle["radius"]});
        objects.push_back({{"id", obstacle["name"]},
                           {"primitives", {{{"type", type}, {"dimensions", dimensions}}}},
                           {"primitive_poses", {{{"position", obstacle["xyz"]}, {"orientation", obstacle["quat_xyzw"]}}}}});
    }
    std::set<std::string> links;
    for (const Srdf::LinkPair& pair : srdf.disabled)
        links.insert({pair.a, pair.b});
    const std::vector<std::string> names(links.begin(), links.end());
    json rows = json::array();
    for (const std::string& a : names)
    {
        json row = json::array();
        for (const std::string& b : names)
            row.push_back(std::any_of(srdf.disabled.begin(), srdf.disabled.end(), [&](const Srdf::LinkPair& pair) {
                return (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a);
            }));
        rows.push_back(row);
    }
    json joints = {{"name", set["joint_names"]}, {"position", problem["start"]}};
    for (const auto& other : set["other_start_joints_in_source"].items())
    {
        joints["name"].push_back(other.key());
        joints["position"].push_back(other.value());
    }
    json goal = json::array();
    for (std::size_t i = 0; i < set["joint_names"].size(); ++i)
        goal.push_back({{"joint_name", set["joint_names"][i]}, {"position", problem["goals"][0][i]}});
    const json scene = {
        {"name", ""},
        {"allowed_collision_matrix", {{"entry_names", names}, {"entry_values", rows}}},
        {"fixed_frame_transforms",
         {{{"child_frame_id", "world"}, {"transform", {{"translation", {0, 0, 0}}, {"rotation", {0, 0, 0, 1}}}}}}},
        {"world", {{"collision_objects", objects}}}};
    const json request = {{"group_name", set["group"]},
                          {"start_state", {{"joint_state", joints}}},
                          {"goal_constraints", {{{"joint_constraints", goal}}}}};
    return {scene.dump(1), request.dump(1)};  // JSON is YAML
}

}  // namespace

TEST_CASE("Problems of the public sets are the same from JSON and from YAML in MotionBenchMaker's layout")
{
    const auto peer = test::peerDataFolder();
    if (!peer)
        return;
    const TemporaryFolder folder;
    // The UR5's meshes are large.
    for (const std::string& robot :
         test::kSanitized ? std::vector<std::string>{"panda"} : std::vector<std::string>{"panda", "ur5"})
    {
        const std::string robot_file = *peer + "/robots/" + robot + "/" + robot;
        const Srdf srdf = loadSrdf(robot_file + ".srdf");
        for (const std::string& set_name :
             test::kSanitized ? std::vector<std::string>{"cage"} : std::vector<std::string>{"bookshelf_thin", "cage"})
        {
            json set = json::parse(contentOf(*peer + "/problems/" + robot + "/" + set_name + ".json"));
            set["problems"] = {set["problems"][0], set["problems"][57], set["problems"][99]};
            set["urdf"] = robot_file + ".urdf";
            set["srdf"] = robot_file + ".srdf";
            const std::string in = robot + "_" + set_name;
            for (const json& problem : set["problems"])
            {
                const auto [scene, request] = asMoveit(set, problem, srdf);
                folder.write(in + "/scene" + problem["id"].dump() + ".yaml", scene);
                folder.write(in + "/request" + problem["id"].dump() + ".yaml", request);
            }
            const auto expected = convertProblemSet(folder.write(in + ".json", set.dump()), folder.path(in + "_json"));
            const auto converted = convertMoveitProblems(folder.path(in), {robot_file + ".urdf", robot_file + ".srdf", "", ""},
                                                         folder.path(in + "_yaml"));
            REQUIRE(converted.problems.size() == 3);
            ProblemLoader from_yaml, from_json;
            for (std::size_t k = 0; k < 3; ++k)
            {
                const std::string yaml = folder.path(in + "_yaml/" + in + "_" + set["problems"][k]["id"].dump() + ".yaml");
                INFO(yaml);
                const auto withoutComment = [](const std::string& text) { return text.substr(text.find('\n')); };
                CHECK(withoutComment(contentOf(yaml)) == withoutComment(contentOf(expected[k])));
                // The UR5's meshes are large; the texts of its problems are compared.
                if (robot == "panda")
                    checkSameProblem(from_yaml.load(yaml), from_json.load(expected[k]));
            }
        }
    }
}

TEST_CASE("A binary octomap becomes a map file and the obstacle that MoveIt calls <octomap>")
{
    const TemporaryFolder folder;
    // The eight children of the root, each 2^14 cells wide from its middle: one is occupied, one free.
    const std::string map =
        "octomap: {header: {frame_id: base_link}, origin: {position: {x: 1, y: 2, z: 3}, orientation: {x: 0, y: 0, z: 0, w: 1}}, "
        "octomap: {header: {frame_id: base_link}, binary: true, id: OcTree, resolution: 0.0625, data: [-128, 4]}}\n";
    const Problem problem = convertTexts(folder, "world:\n  " + map, kRequest);
    const auto object = problem.scene->findObject("<octomap>");
    REQUIRE(object);
    const auto& shapes = problem.scene->object(*object).geometry->shapes();
    REQUIRE(shapes.size() == 1);
    CHECK(std::get<Box>(shapes[0].shape).half_extents == Vec3::Constant(1024));
    // Child 3 is beyond the middle along x and y.
    CHECK((poseOf(problem, "<octomap>").p - Vec3(1025, 1026, -1021)).norm() < 1e-9);
    // Nothing is occupied: no obstacle.
    const Problem empty = convertTexts(folder, "world:\n  " + replaced(map, "[-128, 4]", "[1, 4]"), kRequest);
    CHECK_FALSE(empty.scene->findObject("<octomap>"));
    // MoveIt's matrix speaks of it by that name.
    const std::string names =
        "allowed_collision_matrix: {entry_names: [<octomap>, lower], entry_values: [{enabled: [false, true]}, {enabled: [true, "
        "false]}]}\n";
    const Problem allowed = convertTexts(folder, names + "world:\n  " + map, kRequest);
    CHECK_FALSE(isActive(allowed, "<octomap>", "lower"));
    CHECK(isActive(problem, "<octomap>", "lower"));
}
