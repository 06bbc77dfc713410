#include <fstream>

#include <nlohmann/json.hpp>

#include "io/io_test_support.h"
#include "support/peer_data.h"
#include "support/temporary_folder.h"

#include <gapless/convert/convert.h>

using namespace gapless;
using gapless::test::errorOf;
using gapless::test::TemporaryFolder;
using nlohmann::json;

namespace {

const std::string kData = GAPLESS_IO_DATA;

json setOf(const std::string& urdf)
{
    json set = json::parse(R"({
        "format": "exact-motion-problems/1", "set": "s e/t", "joint_names": ["shoulder", "elbow", "slide"],
        "problems": [{
            "id": 3, "start": [0.1, 0.33333333333333331, 0.010000000000000002],
            "goals": [[0.2, 0.0, 0.02], [0.3, 0.0, 0.02]], "self_pairs": [["base_link", "lower"]],
            "obstacles": [
                {"name": "b \"x\"", "type": "box", "size": [1, 2, 3], "xyz": [5, 0, 0.1], "quat_xyzw": [0, 0, 0, 1]},
                {"name": "m", "type": "mesh", "vertices": [[0, 0, 0], [1, 0, 0], [0, 0.1, 0]], "triangles": [[0, 1, 2]],
                 "xyz": [9, 0, 0], "quat_xyzw": [0, 0, 0, 1]}]}]})");
    set["urdf"] = urdf;
    return set;
}

}  // namespace

TEST_CASE("A converted problem set loads, its numbers unchanged and its files beside it")
{
    const TemporaryFolder folder;
    const std::string in = folder.write("set.json", setOf(kData + "/two_link.urdf").dump());
    // Twice: files of the same names are replaced.
    convertProblemSet(in, folder.path("out"));
    const auto files = convertProblemSet(in, folder.path("out"));
    REQUIRE(files.size() == 2);
    CHECK(files[0] == folder.path("out/s_e_t_3.yaml"));
    CHECK(files[1] == folder.path("out/s_e_t_3_goal2.yaml"));
    const Problem problem = loadProblem(files[0]);
    CHECK(problem.planningValues(problem.start) == std::vector<double>{0.1, 1.0 / 3.0, 0.010000000000000002});
    CHECK(problem.goal.value()[0] == 0.2);
    CHECK(loadProblem(files[1]).goal.value()[0] == 0.3);
    CHECK(problem.scene->findObject("b \"x\""));
    CHECK(problem.scene->findObject("m"));
    // Of the pairs of links only the listed one is active.
    int self = 0;
    for (const ObjectPair& pair : problem.scene->pairs())
        self += problem.scene->object(pair.a).kind == ObjectKind::Link && problem.scene->object(pair.b).kind == ObjectKind::Link;
    CHECK(self == 1);
    // Nothing else is left in the folder.
    for (const auto& entry : std::filesystem::directory_iterator(folder.path("out")))
        CHECK(entry.path().filename().string().front() != '.');
}

TEST_CASE("Meshes from outside of the robot's folder are copied and renamed")
{
    const TemporaryFolder folder;
    folder.write("a/t.obj", test::contentOf(kData + "/tetrahedron.obj"));
    folder.write("b/t.obj", test::contentOf(kData + "/tetrahedron.obj"));
    folder.write("r/r.urdf",
                 "<robot name='r'><link name='l'><collision><geometry><mesh filename='../a/t.obj'/></geometry>"
                 "</collision><collision><geometry><mesh filename='package://p/t.obj'/></geometry></collision>"
                 "</link></robot>");
    const json set = {{"format", "exact-motion-problems/1"},
                      {"case", "c"},
                      {"urdf", "r/r.urdf"},
                      {"joint_names", json::array()},
                      {"start", json::array()},
                      {"goals", json::array({json::array()})}};
    LoadOptions options;
    options.packages["p"] = folder.path("b");
    const auto files = convertProblemSet(folder.write("c.json", set.dump()), folder.path("out"), options);
    REQUIRE(files == std::vector<std::string>{folder.path("out/c.yaml")});
    CHECK(loadProblem(files[0]).scene->object(ObjectIndex(0)).geometry->triangleCount() == 8);
}

TEST_CASE("A problem set that cannot be converted leaves nothing behind")
{
    const TemporaryFolder folder;
    const auto error = [&](const json& set) {
        const std::string in = folder.write("bad.json", set.is_string() ? set.get<std::string>() : set.dump());
        const std::string message = errorOf([&] { convertProblemSet(in, folder.path("out")); });
        CHECK_FALSE(std::filesystem::exists(folder.path("out")));
        return message;
    };
    const std::string urdf = kData + "/two_link.urdf";
    CHECK(error("{").find("bad.json:1: malformed JSON") != std::string::npos);
    CHECK(error(json::array()).find("unknown format ''") != std::string::npos);
    CHECK(error({{"format", "x"}}).find("unknown format 'x'") != std::string::npos);
    CHECK(error({{"format", "exact-motion-problems/1"}, {"case", "x"}}).find("bad.json") != std::string::npos);
    CHECK(error(setOf("none.urdf")).find("none.urdf: no such URDF file") != std::string::npos);
    json set = setOf(urdf);
    set["problems"][0]["start"] = json::array({1});
    CHECK(error(set).find("a state must have 3 values") != std::string::npos);
    set = setOf(urdf);
    set["problems"][0]["obstacles"][1]["triangles"] = json::array({json::array({0, 1, 3})});
    CHECK(error(set).find("vertex index 3") != std::string::npos);
    set = setOf(urdf);
    set["problems"].push_back(set["problems"][0]);
    CHECK(error(set).find("two problems would be written") != std::string::npos);
    CHECK(errorOf([&] { convertProblemSet(folder.path("none.json"), folder.path("out")); }).find("no such problem set")
          != std::string::npos);
}

TEST_CASE("The known-answer cases convert to problems with the JSON's start and goal")
{
    const auto peer = test::peerDataFolder();
    if (!peer)
        return;
    const TemporaryFolder folder;
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(*peer + "/analytic"))
    {
        if (!entry.is_directory())
            continue;
        const std::string name = entry.path().filename().string();
        INFO(name);
        std::ifstream in(entry.path() / "problem.json");
        const json expected = json::parse(in);
        const auto files = convertProblemSet((entry.path() / "problem.json").string(), folder.path(name));
        REQUIRE(files == std::vector<std::string>{folder.path(name + "/" + name + ".yaml")});
        const Problem problem = loadProblem(files[0]);
        CHECK(problem.planningValues(problem.start) == expected["start"].get<std::vector<double>>());
        CHECK(problem.planningValues(problem.goal.value()) == expected["goals"][0].get<std::vector<double>>());
        for (const json& obstacle : expected["obstacles"])
        {
            const auto index = problem.scene->findObject(obstacle["name"].get<std::string>());
            REQUIRE(index);
            if (obstacle["type"] != "mesh")
                continue;
            // Every vertex of the JSON, none of which needs more than 24 bits, is in the mesh exactly.
            const auto& mesh =
                std::get<std::shared_ptr<const TriangleMesh>>(problem.scene->object(*index).geometry->shapes()[0].shape);
            for (const json& v : obstacle["vertices"])
                CHECK(std::count(mesh->vertices().begin(), mesh->vertices().end(), Vec3(v[0], v[1], v[2])) == 1);
        }
        ++count;
    }
    CHECK(count == 27);
}

TEST_CASE("Problems and edges of other projects convert and load")
{
    const auto peer = test::peerDataFolder();
    if (!peer)
        return;
    const TemporaryFolder folder;
    const auto problems = convertProblemSet(*peer + "/problems/panda/box.json", folder.path("box"));
    CHECK(problems.size() == 100);
    const Problem first = loadProblem(problems.front());
    CHECK(first.joints.size() == 7);
    CHECK(first.scene->findObject("Can1"));
    CHECK(first.goal.value()[0] == 0.4534448383669427);
    const auto edges = convertProblemSet(*peer + "/edges/panda.json", folder.path("edges"));
    REQUIRE(edges.size() == 43);
    CHECK(edges.front() == folder.path("edges/edge_0_bookshelf_thin_1.yaml"));
    CHECK(loadProblem(edges.front()).start[0] == 0.6400802043896686);
    const auto hpp = convertProblemSet(*peer + "/problems/ur5_bare/hpp_random_selfcollision.json", folder.path("hpp"));
    REQUIRE(hpp.size() == 100);
    CHECK(loadProblem(hpp.front()).joints.size() == 6);
}
