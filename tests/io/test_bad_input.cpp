// Bad input of every kind is one InputError line with the file, and the line where there is one.
#include "io_test_support.h"
#include "support/temporary_folder.h"

#include <gapless/io/mesh_loader.h>
#include <gapless/io/path_file.h>
#include <gapless/io/problem_description.h>
#include <gapless/io/urdf_robot.h>

using namespace gapless;
using gapless::test::errorOf;
using gapless::test::TemporaryFolder;

namespace {

const std::string kData = GAPLESS_IO_DATA;
const std::string kRobot = "robots: [{urdf: two_link.urdf, srdf: two_link.srdf, group: arm}]\n";

std::string errorOfProblem(const std::string& text)
{
    return errorOf([&] { buildProblem(parseProblem(text, kData + "/bad.yaml")); });
}

std::string repeat(const std::string& text, int n)
{
    std::string result;
    for (int i = 0; i < n; ++i)
        result += text;
    return result;
}

}  // namespace

TEST_CASE("A problem file that is missing, a folder or unreadable is named")
{
    const TemporaryFolder folder;
    CHECK(errorOf([&] { loadProblem(folder.path("none.yaml")); }).find("none.yaml: no such problem file") != std::string::npos);
    CHECK(errorOf([&] { loadProblem(folder.path()); }).find("not a file") != std::string::npos);
    CHECK(errorOf([&] { loadProblem(folder.write("empty.yaml", "")); }).find("empty") != std::string::npos);
}

TEST_CASE("What is wrong in a problem file is said with its line")
{
    struct Case
    {
        const char* text;
        const char* message;
    };
    // Lines are counted from 2: the first is the robot.
    const Case cases[] = {
        {"obstacles: [", "malformed YAML"},
        {"\tstart: 1", "malformed YAML"},
        {"obstacels: []", "bad.yaml:2: unknown key 'obstacels' in the problem"},
        {"clearance: 0\nclearance: 1", "bad.yaml:3: duplicate key 'clearance'"},
        {"clearance: -0.1", "bad.yaml:2: clearance is '-0.1'; it must be 0 or more"},
        {"self_clearance: -1", "bad.yaml:2: self_clearance"},
        {"clearance: .inf", "bad.yaml:2: clearance is '.inf'; it must be a finite number"},
        {"clearance: 0x10", "bad.yaml:2: clearance is '0x10'"},
        {"clearance: 1e999", "bad.yaml:2: clearance is '1e999'"},
        {"clearances: [{pair: [ball, upper], value: 0}]", "bad.yaml:2: unknown link or object 'ball'"},
        {"clearances: [{pair: [lower, upper], value: -1}]", "bad.yaml:2: value is '-1'"},
        {"start: {shoulder: 0, wrist: 1}", "bad.yaml:2: unknown movable joint 'wrist'; there is shoulder, elbow, slide"},
        {"start: {flange: 0}", "bad.yaml:2: unknown movable joint 'flange'"},
        {"start: [0]", "bad.yaml:2: start has 1 value; the joints that plan have 2 values"},
        {"start: [0, 0, 0]", "bad.yaml:2: start has 3 values"},
        {"start: {shoulder: [0, 1]}", "bad.yaml:2: start gives joint 'shoulder' 2 values; it has 1 value"},
        {"start: [.nan, 0]", "bad.yaml:2: a value of start is '.nan'; it must be a finite number"},
        {"start: [nan, 0]", "bad.yaml:2: a value of start is 'nan'"},
        {"start:\n  elbow: 0\n  shoulder: 3", "bad.yaml:4: start has joint 'shoulder' at 3, outside of its limits [-1.5, 2.5]"},
        {"goal: [-1.6, 0]", "bad.yaml:2: goal has joint 'shoulder' at -1.6, outside"},
        {"waypoints: [[0, 0], [9, 0]]", "bad.yaml:2: waypoint has joint 'shoulder' at 9"},
        {"start: {slide: 0.02}\ngoal: {slide: 0.03}", "bad.yaml:3: goal moves joint 'slide', which does not plan"},
        {"goal: {links_below: {}}", "bad.yaml:2: links_below has no 'z'"},
        {"goal: {links_below: 0}", "bad.yaml:2: links_below is '0'; it must be a map with the keys z"},
        {"goal:\n  links_below: {z: .nan}", "bad.yaml:3: z of links_below is '.nan'; it must be a finite number"},
        {"goal: {links_below: {z: [0]}}", "bad.yaml:2: z of links_below is a list"},
        {"goal: {links_below: {z: 0, x: 1}}", "bad.yaml:2: unknown key 'x' in links_below; known are z"},
        {"goal:\n  links_below: {z: 0}\n  elbow: 1", "bad.yaml:4: goal has both links_below and 'elbow'"},
        {"goal: {links_under: {z: 0}}", "bad.yaml:2: goal of joint 'links_under' is a map"},
        {"start: {links_below: {z: 0}}", "bad.yaml:2: start of joint 'links_below' is a map"},
        {"start: 7", "bad.yaml:2: start must be a map"},
        {"obstacles: [{name: a, box: [1, 1]}]", "bad.yaml:2: box has 2 values; it must have 3"},
        {"obstacles: [{name: a, box: [1, 1, 0]}]", "bad.yaml:2: a box with a size"},
        {"obstacles: [{name: a, sphere: 0}]", "bad.yaml:2: sphere (its radius) is '0'; it must be greater than 0"},
        {"obstacles: [{name: a, cylinder: {radius: 1}}]", "bad.yaml:2: cylinder has no 'length'"},
        {"obstacles: [{name: a, points: {file: a.xyz, radius: 1, thin: 0}}]",
         "bad.yaml:2: thin of points is '0'; it must be greater"},
        {"obstacles: [{name: a, points: {file: a.xyz, radius: 1, thin: 1e7}}]", "bad.yaml:2: thin of points must be metres"},
        {"obstacles: [{name: a, points: {file: a.xyz, radius: 1, thin: nan}}]", "bad.yaml:2: thin of points"},
        {"obstacles: [{name: a, points: {file: a.xyz, radius: 1, thick: 1}}]", "bad.yaml:2: unknown key 'thick' in points"},
        {"obstacles: [{name: a}]", "bad.yaml:2: obstacle 'a' has no shape"},
        {"obstacles: [{name: a, sphere: 1, box: [1, 1, 1]}]", "has both box and sphere"},
        {"obstacles: [{sphere: 1}]", "bad.yaml:2: an obstacle has no 'name'"},
        {"obstacles: [{name: a, sphere: 1, fixed: often}]", "bad.yaml:2: fixed"},
        {"obstacles: [{name: a, sphere: 1, fixed: true, moves: [{time: 0, pose: {}}]}]", "obstacle 'a' is fixed and has moves"},
        {"obstacles: [{name: a, sphere: 1}, {name: a, sphere: 1}]", "bad.yaml:2: a second object 'a'"},
        {"obstacles: [{name: upper, sphere: 1}]", "bad.yaml:2: object 'upper' has the name of a link"},
        {"obstacles: [{name: a, sphere: 1, pose: {rpy: [0, 0, 0], quat_xyzw: [0, 0, 0, 1]}}]", "both rpy and quat_xyzw"},
        {"obstacles: [{name: a, sphere: 1, pose: {quat_xyzw: [0, 0, 0, 2]}}]", "bad.yaml:2: quat_xyzw is not of unit"},
        {"obstacles: [{name: a, sphere: 1, pose: {xzy: [0, 0, 0]}}]", "bad.yaml:2: unknown key 'xzy' in pose"},
        {"obstacles: [{name: a, mesh: none.stl}]", "bad.yaml:2: no file"},
        {"obstacles: [{name: a, mesh: 'package://nowhere/a.stl'}]", "bad.yaml:2: no package 'nowhere'"},
        {"obstacles: [{name: a, mesh: 'http://x/a.stl'}]", "bad.yaml:2: unsupported 'http://'"},
        {"obstacles: [{name: a, mesh: tetrahedron.obj, scale: [1, 0, 1]}]", "bad.yaml:2: a scale of 0"},
        {"obstacles: [{name: a, mesh: scene.yaml}]", "unsupported mesh format '.yaml'"},
        {"attached: [{name: a, sphere: 1, link: tool1}]", "bad.yaml:2: unknown link 'tool1'; there is"},
        {"attached: [{name: a, sphere: 1, link: tool0, touch_links: [x]}]", "bad.yaml:2: unknown link 'x'"},
        {"allowed_collisions: [[upper]]", "bad.yaml:2: an allowed collision has 1 names"},
        {"allowed_collisions: [[upper, nothing]]", "bad.yaml:2: unknown link or object 'nothing'"},
        {"---\nstart: {}", "a second YAML document"},
        {"? [a, b]\n: 1", "bad.yaml:2: a key must be a plain name"},
    };
    for (const Case& c : cases)
    {
        INFO(c.text);
        const std::string message = errorOfProblem(kRobot + c.text);
        INFO(message);
        CHECK(message.find("bad.yaml") != std::string::npos);
        CHECK(message.find(c.message) != std::string::npos);
    }
}

TEST_CASE("What is wrong with the robots of a problem is said with its line")
{
    CHECK(errorOfProblem("clearance: 0").find("the problem has no 'robots'") != std::string::npos);
    CHECK(errorOfProblem("robots: []").find("bad.yaml:1: no robot") != std::string::npos);
    CHECK(errorOfProblem("robots: [{urdf: none.urdf}]").find("bad.yaml:1: no file") != std::string::npos);
    CHECK(errorOfProblem("robots: [{urdf: two_link.urdf, group: arm}]").find("without an srdf") != std::string::npos);
    CHECK(errorOfProblem("robots: [{urdf: two_link.urdf, srdf: two_link.srdf, group: leg}]")
              .find("bad.yaml:1: unknown group 'leg'; there is arm, hand, all, links")
          != std::string::npos);
    CHECK(errorOfProblem("robots: [{urdf: two_link.urdf}, {urdf: two_link.urdf}]").find("without a name") != std::string::npos);
    CHECK(errorOfProblem("robots:\n  - {name: a, urdf: two_link.urdf}\n  - {name: a, urdf: two_link.urdf}")
              .find("bad.yaml:3: a second robot 'a'")
          != std::string::npos);
    CHECK(errorOfProblem("robots: [{name: a, urdf: two_link.urdf}, {name: b, urdf: two_link.urdf}]\n"
                         "attached: [{name: p, sphere: 1, link: tool0}]")
              .find("bad.yaml:2: unknown link 'tool0'; there is a/tool0, b/tool0")
          != std::string::npos);
    CHECK(errorOfProblem("robots: [{urdf: two_link.urdf, floating: perhaps}]").find("true or false") != std::string::npos);
}

TEST_CASE("YAML made to exhaust the reader is refused in bounded time and stack")
{
    CHECK(errorOfProblem("start: " + repeat("[", 1000) + repeat("]", 1000)).find("nested deeper") != std::string::npos);
    CHECK(errorOfProblem("start: " + repeat("{a: ", 100000)).find("nested deeper") != std::string::npos);
    CHECK_THROWS_AS(parseProblem("start: " + repeat("[", 100000), "x"), InputError);
    CHECK_THROWS_AS(parseProblem(repeat("- ", 100000), "x"), InputError);
    CHECK_THROWS_AS(parseProblem(repeat("? ", 100000), "x"), InputError);
    std::string bomb = "start:\n  - &a0 [1, 2]\n";
    for (int i = 1; i < 30; ++i)
        bomb += "  - &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) + ", *a" + std::to_string(i - 1) + "]\n";
    CHECK(errorOfProblem(bomb).find("more than 10000000 values") != std::string::npos);
    CHECK(errorOfProblem("start: &a [*a]").find("alias") != std::string::npos);
    CHECK(errorOfProblem(std::string("clearance: 0\n\x04start: 1", 22)).find("bad.yaml:2: a control character")
          != std::string::npos);
}

TEST_CASE("Malformed JSON, YAML and XML say why and where")
{
    const auto says = [](const std::string& message, const std::string& where, const std::string& why) {
        INFO(message);
        CHECK(message.find(where) == 0);
        CHECK(message.find(why) != std::string::npos);
        CHECK(message.find("exception") == std::string::npos);
    };
    const auto json = [](const std::string& text) { return errorOf([&] { parsePath(text, "p.json", {"a"}); }); };
    says(json("{\n\"joint_names\": [\"a\",\n"), "p.json:3: malformed JSON: ", "unexpected end of input");
    says(json("{\n\"joint_names\" [\"a\"]}"), "p.json:2: malformed JSON: ", "expected ':'");
    says(json("{\"waypoints\": [1e999]}"), "p.json:", "number overflow");
    const auto yaml = [](const std::string& text) { return errorOf([&] { parseProblem(text, "p.yaml"); }); };
    says(yaml("robots: [1, 2"), "p.yaml:1: malformed YAML: ", "end of sequence");
    says(yaml("robots: []\n\tstart: []\n"), "p.yaml:", "malformed YAML: ");
    MeshLoader meshes;
    const auto xml = [&](const std::string& text) { return errorOf([&] { parseUrdf(text, "r.urdf", meshes); }); };
    says(xml("<robot name='r'>\n<link name='a'>\n</robot>"), "r.urdf:2: malformed XML (", "MISMATCHED");
    says(xml("<!DOCTYPE robot [\n<!ENTITY part SYSTEM 'part.xml'>\n]>\n<robot name='r'><link name='a'/>&part;</robot>"),
         "r.urdf:2: an <!ENTITY>", "not taken");
}

TEST_CASE("A mesh that is empty, not finite or out of range is named")
{
    const TemporaryFolder folder;
    const auto error = [&](const std::string& name, const std::string& text) {
        folder.write(name, text);
        const std::string message = errorOf([&] { MeshLoader().load(folder.path(name)); });
        INFO(message);
        CHECK(message.find(name) != std::string::npos);
        return message;
    };
    error("empty.obj", "");
    error("points.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n");
    error("range.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n");
    error("zero.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2\n");
    CHECK(error("nan.obj", "v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").find("finite") != std::string::npos);
    CHECK(error("inf.obj", "v 0 0 inf\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").find("finite") != std::string::npos);
    CHECK(error("nan.stl",
                "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 nan\nvertex 1 0 0\nvertex 0 1 0\n"
                "endloop\nendfacet\nendsolid s\n")
              .find("finite")
          != std::string::npos);
    error("cut.stl", std::string(80, ' ') + std::string("\x05\0\0\0", 4) + "too short");
    error("range.ply",
          "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
          "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
          "0 0 0\n1 0 0\n0 1 0\n3 0 1 7\n");
    error("garbage.dae", "<COLLADA");
    CHECK(errorOf([&] { MeshLoader().load(folder.path("none.stl")); }).find("no such mesh file") != std::string::npos);
}
