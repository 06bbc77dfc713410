#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <sstream>

#include "io/io_test_support.h"
#include "support/temporary_folder.h"

#include <gapless/convert/convert.h>

#include "convert/moveit_problem.h"

using namespace gapless;
using gapless::test::contentOf;
using gapless::test::errorOf;
using gapless::test::TemporaryFolder;

namespace {

const std::string kData = GAPLESS_IO_DATA;
const std::string kSet = kData + "/moveit/set";

/// The set's files under names of their own in a fresh folder, each of which a test may spoil.
class Workbench
{
public:
    Workbench()
    {
        folder_.write("tetrahedron.obj", contentOf(kData + "/tetrahedron.obj"));
        for (const std::string kind : {"scene", "request", "path"})
            texts_[kind] = contentOf(kSet + "/" + kind + "0001.yaml");
    }

    const std::string& text(const std::string& kind) const { return texts_.at(kind); }

    void convert(const std::string& kind, const std::string& spoilt) const
    {
        std::map<std::string, std::string> files;
        for (const auto& [name, text] : texts_)
            files[name] = folder_.write("a/b/" + name + ".yaml", name == kind ? spoilt : text);
        convertMoveitProblems(files["scene"],
                              {kData + "/two_link.urdf", kData + "/two_link.srdf", files["request"], files["path"]},
                              folder_.path("out"));
    }

    /// With `what`, which occurs once or more, replaced at its first place.
    std::string errorWith(const std::string& kind, const std::string& what, const std::string& by) const
    {
        std::string spoilt = text(kind);
        const std::size_t place = spoilt.find(what);
        REQUIRE(place != std::string::npos);
        spoilt.replace(place, what.size(), by);
        INFO(kind << ": " << what << " -> " << by);
        const std::string message = errorOf([&] { convert(kind, spoilt); });
        CHECK_FALSE(std::filesystem::exists(folder_.path("out")));
        const auto line = 1 + std::count(spoilt.begin(), spoilt.begin() + static_cast<std::ptrdiff_t>(place), '\n');
        // The named line is that of the change, or of the list or map around it.
        const std::size_t colon = message.find(kind + ".yaml:");
        REQUIRE(colon != std::string::npos);
        const int named = std::stoi(message.substr(colon + kind.size() + 6));
        INFO(message);
        CHECK(named >= line - 6);
        CHECK(named <= line + 6);
        return message;
    }

private:
    TemporaryFolder folder_;
    std::map<std::string, std::string> texts_;
};

}  // namespace

TEST_CASE("What has no exact counterpart is refused in one line that says what would be right")
{
    const Workbench bench;
    const auto says = [&](const std::string& kind, const std::string& what, const std::string& by, const std::string& expected) {
        CHECK_THAT(bench.errorWith(kind, what, by), Catch::Contains(expected));
    };
    says("scene", "type: cylinder", "type: prism", "'prism' of object 'can' has no exact counterpart; give a mesh");
    says("scene", "      primitives:", "      planes: [{coef: [0, 0, 1, 0]}]\n      primitives:", "has a plane");
    const auto octomap = [](const std::string& further) { return "world:\n  octomap: {octomap: {" + further + "}}"; };
    says("scene", "world:", octomap("data: [1, 2]"), "the octomap is not binary");
    says("scene", "world:", octomap("binary: false, data: [1, 2]"), "the octomap is not binary");
    says("scene", "world:", octomap("binary: true, id: OcTree, resolution: 0.05, data: [2, 0, 1]"),
         "goes on behind its last node");
    says("scene", "world:", octomap("binary: true, id: OcTree, resolution: 0.05, data: [3, 0]"), "ends before its last node");
    says("scene", "world:", octomap("binary: true, id: Elm, resolution: 0.05, data: [2, 0]"), "a tree of type 'Elm'");
    says("scene", "world:", octomap("binary: true, id: OcTree, resolution: 0, data: [2, 0]"), "resolution of octomap");
    says("scene", "world:", octomap("binary: true, id: OcTree, resolution: 0.05, data: [2, 300]"), "a byte of octomap is 300");
    says("scene",
         "world:", "link_padding: [{link_name: upper, padding: 0.01}]\nworld:", "padding of link 'upper' is 0.01; it must be 0");
    says("scene", "world:", "link_scale: [{link_name: upper, scale: 1.1}]\nworld:", "scale of link 'upper' is 1.1; it must be 1");
    says("scene", "    - id: can", "    - id: can\n      operation: remove", "only objects to be added");
    says("scene", "frame_id: bench\n      pose", "frame_id: upper\n      pose", "frame 'upper' moves with the robot");
    says("scene", "frame_id: bench\n      pose", "frame_id: bend\n      pose", "unknown frame 'bend'");
    says("request", "frame_id: tool0", "frame_id: world", "not fixed to link 'tool0'");
    says("request", "frame_id: tool0", "frame_id: base_link", "not fixed to link 'tool0'");
    says("request", "  - joint_constraints:\n      - joint_name: elbow",
         "  - position_constraints: [{link_name: tool0}]\n    joint_constraints:\n      - joint_name: elbow",
         "a goal for a pose");
    says("request", "planner_id", "path_constraints: {joint_constraints: [{joint_name: elbow, position: 0}]}\nplanner_id",
         "constraints on the path");
    says("request", "planner_id", "trajectory_constraints: {constraints: [{name: x}]}\nplanner_id", "constraints on the path");
    says("path", "joint_trajectory:", "multi_dof_joint_trajectory: {points: [{}]}\njoint_trajectory:", "several variables");
}

TEST_CASE("What is wrong is named with file and line")
{
    const Workbench bench;
    const auto says = [&](const std::string& kind, const std::string& what, const std::string& by, const std::string& expected) {
        CHECK_THAT(bench.errorWith(kind, what, by), Catch::Contains(expected));
    };
    says("scene", "dimensions: [0.25, 0.125]", "dimensions: [0.25]", "1 values; it must have 2");
    says("scene", "dimensions: [0.25, 0.125]", "dimensions: [0.25, 0]", "height and radius, each greater than 0");
    says("scene", "dimensions: [0.25, 0.125]", "dimensions: [0.25, nan]", "a finite number");
    says("scene", "type: cylinder", "type: tube", "unknown primitive type 'tube'");
    says("scene", "orientation: [0, 0, 0.6, 0.8]", "orientation: [0, 0, 1e-9, 0]", "a quaternion of length");
    says("scene", "position: [3, 0.5, 0.1]", "position: {x: 3, y: 0.5}", "has no 'z'");
    says("scene", "world:", "worlds:", "unknown key 'worlds' in a planning scene");
    says("scene", "    - id: rack", "    - id: can", "a second object 'can'");
    says("scene", "    - id: can", "    - id: upper", "has the name of a link");
    says("scene", "    - [false, false, false, false, false]", "    - [false, false, false, false]",
         "has 4 values; it must have 5");
    says("scene", "    - [false, false, false, false, false]", "    - [true, false, false, false, false]", "must be symmetric");
    says("scene", "- [0, 2, 1]", "- [0, 2, 4]", "vertex index 4, but there are 4 vertices");
    says("scene", "- [0, 2, 1]", "- [0, 2.5, 1]", "vertex index 2.5");
    says("scene", "../../tetrahedron.obj", "../../none.obj", "none.obj' for the mesh");
    says("scene", "../../tetrahedron.obj", "package://nowhere/x.obj", "no package 'nowhere'");
    says("scene", "position: [0, 0, 0.03]", "position: [0, 0]", "2 positions for 3 joints");
    says("scene", "position: [0, 0, 0.03]", "position: [0, 0, 0.3]", "joint 'slide' at 0.3, outside of its limits");
    says("scene", "translation: [0, 0, 0], rotation", "translation: [0, 0, 0], turn", "unknown key 'turn'");
    says("scene", "joint_names: [fixed_base]\n    transforms: [{translation: [0",
         "joint_names: [else]\n    transforms: [{translation: [1", "joint 'else' is none of the robot's");
    says("request", "group_name: arm", "group_name: arms", "unknown group 'arms'");
    says("request", "name: [elbow, shoulder, unknown_camera_joint]", "name: [elbow, elbow, unknown_camera_joint]",
         "'elbow' twice");
    says("request", "link_name: tool0", "link_name: tool1", "unknown link 'tool1'");
    says("request", "touch_links: [lower, finger]", "touch_links: [lower, fingers]", "unknown link 'fingers'");
    says("request", "joint_name: shoulder\n        position: 1.25", "joint_name: slide\n        position: 0.02",
         "planning joint 'slide'");
    says("request", "position: 1.25", "position: 3", "outside of its limits");
    says("request", "      - joint_name: elbow\n        position: -0.3333333333333333\n", "", "leaves out joint 'elbow'");
    says("request", "tolerance_above: 0.001", "tolerance_above: -1", "tolerance_above is '-1'");
    says("path", "joint_names: [elbow, shoulder]", "joint_names: [elbow, slide]", "joint 'slide' is none of the request's group");
    says("path", "joint_names: [elbow, shoulder]", "joint_names: [elbow, elbow]", "'elbow' twice");
    says("path", "positions: [0.1, 0.2]", "positions: [0.1]", "1 values; it must have 2");
}

TEST_CASE("A line that is lost or of another kind is an error of one line or changes nothing that matters")
{
    const TemporaryFolder folder;
    MoveitRobot robot(kData + "/two_link.urdf", kData + "/two_link.srdf", folder.path(), {}, kDefaultMemory);
    int refused = 0;
    for (const std::string kind : {"scene", "request", "path"})
    {
        const auto read = [&](const std::string& spoilt) {
            const auto text = [&](const std::string& name) {
                return name == kind ? spoilt : contentOf(kSet + "/" + name + "0001.yaml");
            };
            convertMoveitProblem(parseMoveitScene(text("scene"), kSet + "/scene.yaml"),
                                 parseMoveitRequest(text("request"), kSet + "/request.yaml"), robot);
            parseMoveitTrajectory(text("path"), kSet + "/path.yaml");
        };
        std::vector<std::string> lines;
        std::istringstream in(contentOf(kSet + "/" + kind + "0001.yaml"));
        for (std::string line; std::getline(in, line);)
            lines.push_back(line);
        for (std::size_t i = 0; i < lines.size(); ++i)
            for (const char* by : {"", ": ", ": []", ": {}", ": [{}]", ": what", ": -1", ": 1e999", ": [[0, 0, 0], 1, a]"})
            {
                // Instead of the value; the empty one loses the whole line.
                const std::size_t colon = lines[i].find(':');
                if (*by != '\0' && colon == std::string::npos)
                    continue;
                std::string spoilt;
                for (std::size_t j = 0; j < lines.size(); ++j)
                    spoilt += j != i ? lines[j] + "\n" : *by != '\0' ? lines[j].substr(0, colon) + by + "\n" : "";
                INFO(kind << " line " << i + 1 << ": " << lines[i] << " -> '" << by << "'");
                try
                {
                    read(spoilt);
                }
                catch (const InputError& error)
                {
                    ++refused;
                    const std::string message = error.what();
                    CAPTURE(message);
                    CHECK(message.find('\n') == std::string::npos);
                    const std::size_t named = message.find(".yaml:");
                    REQUIRE(named != std::string::npos);
                    CHECK(std::isdigit(static_cast<unsigned char>(message[named + 6])));
                }
            }
    }
    CHECK(refused > 500);
}

TEST_CASE("Files that do not go together are named")
{
    const TemporaryFolder folder;
    const MoveitInput robot = {kData + "/two_link.urdf", kData + "/two_link.srdf", "", ""};
    const auto error = [&](const std::string& in, const MoveitInput& input) {
        const std::string message = errorOf([&] { convertMoveitProblems(in, input, folder.path("out")); });
        CHECK_FALSE(std::filesystem::exists(folder.path("out")));
        return message;
    };
    folder.write("empty/readme.txt", "");
    CHECK_THAT(error(folder.path("empty"), robot), Catch::Contains("no scene*.yaml in this folder"));
    folder.write("alone/scene0001.yaml", "world: {}");
    CHECK_THAT(error(folder.path("alone"), robot), Catch::Contains("scene0001.yaml: no request of the same number"));
    folder.write("other/scene0001.yaml", "world: {}");
    folder.write("other/request0002.yaml", "{}");
    CHECK_THAT(error(folder.path("other"), robot), Catch::Contains("request0002.yaml: no scene of the same number"));
    folder.write("twice/scene0001.yaml", "world: {}");
    folder.write("twice/scene_a0001.yaml", "world: {}");
    CHECK_THAT(error(folder.path("twice"), robot), Catch::Contains("a second scene with its number"));
    CHECK_THAT(error(kSet + "/scene0001.yaml", robot), Catch::Contains("a scene without a request"));
    CHECK_THAT(error(folder.path("none.yaml"), {robot.urdf, "", folder.path("x.yaml"), ""}),
               Catch::Contains("no such planning scene"));
    CHECK_THAT(error(kSet, {folder.path("no.urdf"), "", "", ""}), Catch::Contains("no such URDF file"));
    CHECK_THAT(error(kSet, {robot.urdf, "", "", ""}), Catch::Contains("request0001.yaml:39: group_name 'arm', but no SRDF"));
    CHECK_THAT(error(kSet, {robot.urdf, robot.srdf, kSet + "/request0001.yaml", ""}), Catch::Contains("a folder, in which"));
}
