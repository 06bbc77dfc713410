// Problems loaded one after the other are those that are loaded alone.
#include "io_test_support.h"
#include "problem_comparison.h"
#include "support/temporary_folder.h"

#include <gapless/io/problem_description.h>
#include <gapless/io/problem_loader.h>

using namespace gapless;
using namespace gapless::test;

namespace {

const std::string kScene = std::string(GAPLESS_IO_DATA) + "/scene.yaml";

/// The robot of scene.yaml with one ball.
ProblemDescription withBall(double x)
{
    return parseProblem(
        "robots: [{urdf: two_link.urdf, srdf: two_link.srdf, group: arm}]\n"
        "obstacles: [{name: ball, sphere: 0.1, pose: {xyz: ["
            + std::to_string(x) + ", 0, 3]}}]\nstart: [0, 0]\ngoal: [1, 0]\n",
        std::string(GAPLESS_IO_DATA) + "/ball.yaml");
}

const CollisionGeometry* geometryOf(const Problem& problem, const std::string& name)
{
    return problem.scene->object(problem.scene->findObject(name).value()).geometry.get();
}

void checkSameProofs(const Scene& a, const Scene& b)
{
    REQUIRE(a.pairs().size() == b.pairs().size());
    for (const PairIndex i : a.pairs().indices())
    {
        CHECK(a.apartWithinLimits(i).gap == b.apartWithinLimits(i).gap);
        CHECK(a.apartWithinLimits(i).open.size() == b.apartWithinLimits(i).open.size());
    }
}

}  // namespace

TEST_CASE("A problem loaded after others is the one that is loaded alone, and shares their robot")
{
    ProblemLoader loader;
    const Problem first = loader.build(withBall(2)), second = loader.build(withBall(3)), third = loader.load(kScene);
    checkSameProblem(second, buildProblem(withBall(3)));
    checkSameProblem(third, loadProblem(kScene));
    checkSameProofs(*second.scene, *buildProblem(withBall(3)).scene);
    CHECK(geometryOf(second, "lower") == geometryOf(first, "lower"));
    CHECK(geometryOf(third, "lower") == geometryOf(first, "lower"));
    CHECK(geometryOf(second, "ball") != geometryOf(first, "ball"));
}

TEST_CASE("What was proven for one clearance is not taken for a larger one")
{
    ProblemLoader loader;
    const Problem narrow = loader.build(withBall(2)), wide = loader.build(withBall(2), 0.25);
    checkSameProofs(*wide.scene, *buildProblem(withBall(2), {{}, 0.25}).scene);
    for (const PairIndex i : wide.scene->pairs().indices())
        CHECK(wide.scene->apartWithinLimits(i).gap > 0.25);
    CHECK(narrow.scene->pair(PairIndex(0)).clearance == 0.0);
}

TEST_CASE("After a problem that cannot be loaded the next one can")
{
    ProblemLoader loader;
    CHECK_THROWS_AS(loader.load("no_such_file.yaml"), InputError);
    ProblemDescription wrong = withBall(2);
    wrong.robots.front().urdf = "no_such_robot.urdf";
    CHECK_THROWS_AS(loader.build(wrong), InputError);
    CHECK_THROWS_AS(loader.build(withBall(2), -1.0), InputError);
    checkSameProblem(loader.build(withBall(2)), buildProblem(withBall(2)));
}

TEST_CASE("Points of a cloud are a ball each, or one for all in a cube")
{
    const TemporaryFolder folder;
    folder.write("scan.xyz", "2 0 3\n2.001 0.001 3.001\n2.5 0 3\n");
    const std::string robot = "robots: [{urdf: " + std::string(GAPLESS_IO_DATA) + "/two_link.urdf, srdf: " + GAPLESS_IO_DATA
                              + "/two_link.srdf, group: arm}]\nobstacles: [{name: scan, points: {file: scan.xyz, radius: 0.01";
    const auto balls = [&](const std::string& more) {
        const Problem problem = loadProblem(folder.write("problem.yaml", robot + more + "}}]\n"));
        return geometryOf(problem, "scan")->leaves().size();
    };
    CHECK(balls("") == 3);
    CHECK(balls(", thin: 0.1") == 2);
}
