// Links of two bodies that one joint connects: which are checked, what is said where they touch, and how they are exempted.
#include <catch2/catch.hpp>

#include "apps/cli_runner.h"

using gapless::test::CliFixture;
using gapless::test::CliResult;

namespace {

/// An arm on a base whose tower it sweeps through at angle pi/2. Its sleeve is about the base's pin all the time.
class TowerFixture : public CliFixture
{
public:
    TowerFixture()
    {
        const auto link = [](const std::string& name, const std::string& xyz, const std::string& size) {
            return "<link name='" + name + "'><collision><origin xyz='" + xyz + "'/><geometry><box size='" + size
                   + "'/></geometry></collision></link>\n";
        };
        const auto joint = [](const std::string& name, const std::string& type, const std::string& parent,
                              const std::string& child) {
            return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" + child
                   + "'/><axis xyz='0 0 1'/><limit lower='-3' upper='3' effort='1' velocity='1'/></joint>\n";
        };
        write("tower.urdf", "<robot name='r'>" + link("base", "0 0 -0.5", "0.2 0.2 0.2") + link("tower", "0 1 0", "0.1 0.1 1")
                                + link("arm", "0.5 0 0", "1.2 0.05 0.05") + joint("t", "fixed", "base", "tower")
                                + joint("turn", "revolute", "base", "arm") + "</robot>");
        write("sleeve.urdf", "<robot name='r'>" + link("base", "0 0 -0.5", "0.2 0.2 0.2") + link("pin 1", "0 0 0", "0.1 0.1 1")
                                 + link("arm", "0.5 0 0", "1.2 0.05 0.05") + joint("t", "fixed", "base", "pin 1")
                                 + joint("turn", "revolute", "base", "arm") + "</robot>");
    }
};

}  // namespace

TEST_CASE_METHOD(TowerFixture, "An arm that sweeps through a tower on its own base collides, by every validator")
{
    write("p.yaml", "robots: [{urdf: tower.urdf}]\nstart: {turn: 0.0}\ngoal: {turn: 3.0}\n");
    for (const char* validator : {"adaptive", "articulated", "discrete"})
    {
        const CliResult result = run("check p.yaml --json --validator " + std::string(validator));
        CHECK(result.exit_code == 1);
        CHECK(result.json()["verdict"] == "collision");
        CHECK(result.json()["pair"] == nlohmann::json{"tower", "arm"});
    }
    CHECK_THAT(run("check p.yaml").out, Catch::Contains("'tower' and 'arm'") && !Catch::Contains("allowed_collisions"));
    write("q.yaml", "robots: [{urdf: tower.urdf}]\nstart: {turn: 0.0}\ngoal: {turn: 1.0}\n");
    CHECK(run("check q.yaml").exit_code == 0);
}

TEST_CASE_METHOD(TowerFixture, "The error of a start in such a contact prints the line that exempts the pair, and the line does")
{
    const std::string problem = "robots: [{urdf: sleeve.urdf}]\nstart: {turn: 0.0}\ngoal: {turn: 3.0}\n";
    write("p.yaml", problem);
    const CliResult refused = run("plan p.yaml --time 5");
    CHECK(refused.exit_code == 2);
    const std::string line = "allowed_collisions: [[\"pin 1\", arm]]";
    CHECK_THAT(refused.err, Catch::EndsWith("add to the problem file: " + line + "\n"));
    CHECK_THAT(run("check p.yaml").out, Catch::Contains(line));
    write("p.yaml", problem + line + "\n");
    CHECK(run("check p.yaml").exit_code == 0);
    CHECK(run("plan p.yaml --time 5").exit_code == 0);
}

TEST_CASE_METHOD(TowerFixture, "No line is proposed for other pairs")
{
    write("p.yaml",
          "robots: [{urdf: tower.urdf}]\nobstacles: [{name: post, box: [0.1, 0.1, 1], pose: {xyz: [1, 0, 0]}}]\n"
          "attached: [{name: part, link: arm, box: [0.1, 0.1, 0.1], pose: {xyz: [0, 1, 0]}}]\n"
          "start: {turn: 0.0}\ngoal: {turn: 0.1}\n");
    const CliResult checked = run("check p.yaml"), planned = run("plan p.yaml");
    CHECK(checked.exit_code == 1);
    CHECK(planned.exit_code == 2);
    for (const std::string& text : {checked.out, planned.err})
        CHECK_THAT(text, Catch::Contains("'") && !Catch::Contains("allowed_collisions"));
}

TEST_CASE_METHOD(TowerFixture, "info lists every exempt pair with its reason")
{
    write("r.srdf", "<robot name='r'><disable_collisions link1='tower' link2='arm'/></robot>");
    write("p.yaml",
          "robots: [{urdf: tower.urdf, srdf: r.srdf}]\nobstacles: [{name: post, box: [0.1, 0.1, 1], pose: {xyz: [9, 0, 0]}}]\n"
          "attached: [{name: part, link: arm, box: [0.1, 0.1, 0.1], touch_links: [base]}]\nallowed_collisions: [[post, arm]]\n");
    const auto exempt = run("info p.yaml --json").json()["exempt_pairs"];
    CHECK(exempt
          == nlohmann::json::parse(
              R"([{"pair": ["base", "arm"], "reason": "joint"}, {"pair": ["base", "part"], "reason": "problem"},
                                              {"pair": ["tower", "arm"], "reason": "srdf"}, {"pair": ["arm", "post"], "reason": "problem"}])"));
    CHECK_THAT(run("info p.yaml").out, Catch::Contains("never checked: 4\n  base - arm: joint\n"));
}
