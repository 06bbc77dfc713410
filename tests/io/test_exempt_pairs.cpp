// The pairs of a problem are those of the definition; rules with a known mistake are told from it.
#include <functional>
#include <map>

#include "io/reference_pairs.h"
#include "io_test_support.h"
#include "support/random_input.h"
#include "support/temporary_folder.h"

#include <gapless/io/problem_description.h>

using namespace gapless;
using namespace gapless::test;

namespace {

std::string urdfOf(const TreeRobot& robot)
{
    std::string text = "<robot name='r'>\n";
    for (const TreeLink& link : robot.links)
        text += "<link name='" + link.name + "'>"
                + (link.has_geometry ? "<collision><geometry><box size='0.002 0.002 0.002'/></geometry></collision>" : "")
                + "</link>\n";
    for (const TreeLink& link : robot.links)
        if (link.parent)
            text += "<joint name='to_" + link.name + "' type='" + link.joint + "'><parent link='" + robot.link(*link.parent).name
                    + "'/><child link='" + link.name
                    + "'/><origin xyz='0.5 0 0'/><axis xyz='0 0 1'/><limit lower='-0.5' upper='0.5' effort='1' velocity='1'/>"
                    + (link.master ? "<mimic joint='to_" + robot.link(*link.master).name + "'/>" : "") + "</joint>\n";
    return text + "</robot>\n";
}

/// One to three robots of up to nine links, all types of joints, links without geometry, followers, bases that move.
std::vector<TreeRobot> randomRobots(Random& random)
{
    static const char* const kTypes[] = {"fixed",      "fixed",     "revolute", "revolute",
                                         "continuous", "prismatic", "planar",   "floating"};
    std::vector<TreeRobot> robots(static_cast<std::size_t>(1 + random.index(3)));
    for (std::size_t r = 0; r < robots.size(); ++r)
    {
        TreeRobot& robot = robots[r];
        robot.prefix = robots.size() > 1 ? "r" + std::to_string(r) + "/" : "";
        robot.floating = random.chance(0.2);
        const int count = 1 + random.index(9);
        std::vector<int> masters;
        for (int i = 0; i < count; ++i)
        {
            TreeLink link;
            link.name = "l" + std::to_string(i);
            if (i > 0)
                link.parent = random.chance(0.6) ? i - 1 : random.index(i);
            link.joint = i == 0 ? "" : kTypes[random.index(8)];
            link.has_geometry = random.chance(0.65);
            if ((link.joint == "revolute" || link.joint == "prismatic") && !masters.empty() && random.chance(0.3))
                link.master = masters[static_cast<std::size_t>(random.index(static_cast<int>(masters.size())))];
            else if (link.joint == "revolute" || link.joint == "prismatic")
                masters.push_back(i);
            robot.links.push_back(link);
        }
    }
    return robots;
}

std::shared_ptr<const Scene> sceneOf(const std::vector<TreeRobot>& robots, const std::string& srdf = {},
                                     const std::string& further = {})
{
    const TemporaryFolder folder;
    std::string text = "robots:\n";
    for (std::size_t r = 0; r < robots.size(); ++r)
    {
        const std::string name = "r" + std::to_string(r);
        folder.write(name + ".urdf", urdfOf(robots[r]));
        text += "  - {name: " + name + ", urdf: " + name + ".urdf, base: {xyz: [0, " + std::to_string(r) + ", 0]}"
                + (robots[r].floating ? ", floating: true" : "") + (srdf.empty() ? "" : ", srdf: r.srdf") + "}\n";
    }
    if (!srdf.empty())
        folder.write("r.srdf", "<robot name='r'>" + srdf + "</robot>");
    return buildProblem(parseProblem(text + further, folder.path("p.yaml"))).scene;
}

template <class Pairs>
NamedPairs namesOf(const Scene& scene, const Pairs& pairs)
{
    NamedPairs names;
    for (const auto& pair : pairs)
        CHECK(names.insert(std::minmax(scene.object(pair.a).name, scene.object(pair.b).name)).second);
    return names;
}

/// Active pairs of a scene by a rule under test.
using Rule = std::function<NamedPairs(const Scene&)>;

/// Pairs in random scenes that the rule leaves out though the definition wants them checked, or the other way about.
int violationsOf(const Rule& rule, int scenes, bool left_out)
{
    int count = 0;
    for (int i = 0; i < scenes; ++i)
    {
        Random random(static_cast<std::uint64_t>(i));
        const std::vector<TreeRobot> robots = randomRobots(random);
        const NamedPairs reference = referencePairs(robots).active, found = rule(*sceneOf(robots));
        for (const auto& pair : left_out ? reference : found)
            count += (left_out ? found : reference).count(pair) == 0;
    }
    return count;
}

NamedPairs activePairs(const Scene& scene)
{
    return namesOf(scene, scene.pairs());
}

/// All but the links that the mistake takes for exempt.
Rule broken(const std::function<bool(const Scene&, const CollisionObject&, const CollisionObject&)>& exempt)
{
    return [exempt](const Scene& scene) {
        std::vector<ObjectPair> kept;
        for (const ObjectPair& pair : scene.pairs())
            if (!exempt(scene, scene.object(pair.a), scene.object(pair.b))
                && !exempt(scene, scene.object(pair.b), scene.object(pair.a)))
                kept.push_back(pair);
        return namesOf(scene, kept);
    };
}

/// A tree in a few words: "name parent type", a "-" in front of links without geometry.
TreeRobot robotOf(const std::vector<std::vector<std::string>>& lines)
{
    TreeRobot robot;
    std::map<std::string, int> index;
    for (const std::vector<std::string>& line : lines)
    {
        TreeLink link;
        link.has_geometry = line[0][0] != '-';
        link.name = link.has_geometry ? line[0] : line[0].substr(1);
        if (line.size() > 1)
        {
            link.parent = index.at(line[1]);
            link.joint = line[2];
        }
        if (line.size() > 3)
            link.master = index.at(line[3]);
        index[link.name] = static_cast<int>(robot.links.size());
        robot.links.push_back(link);
    }
    return robot;
}

}  // namespace

TEST_CASE("The pairs of random robots are those of the definition, none more and none less, and the exempt ones are listed")
{
    int active = 0, exempt = 0;
    for (int i = 0; i < 400; ++i)
    {
        INFO("seed " << i);
        Random random(static_cast<std::uint64_t>(i));
        const std::vector<TreeRobot> robots = randomRobots(random);
        const ReferencePairs reference = referencePairs(robots);
        const auto scene = sceneOf(robots);
        CHECK(activePairs(*scene) == reference.active);
        CHECK(namesOf(*scene, scene->exemptPairs()) == reference.exempt);
        active += static_cast<int>(reference.active.size());
        exempt += static_cast<int>(reference.exempt.size());
    }
    CHECK(active > 5000);
    CHECK(exempt > 300);
}

TEST_CASE("Rules that exempt too much are told from the definition")
{
    CHECK(violationsOf(activePairs, 200, true) == 0);
    CHECK(violationsOf(activePairs, 200, false) == 0);
    SECTION("all links of two bodies that one joint connects")
    {
        CHECK(violationsOf(broken([](const Scene& scene, const CollisionObject& a, const CollisionObject& b) {
                               return scene.model().body(a.body).parent == b.body && scene.model().body(b.body).robot;
                           }),
                           200, true)
              >= 100);
    }
    SECTION("the parent link across any joints")
    {
        CHECK(violationsOf(broken([](const Scene&, const CollisionObject& a, const CollisionObject& b) {
                               return a.parent_link == b.name;
                           }),
                           200, true)
              >= 100);
    }
    SECTION("links of one name in two robots")
    {
        CHECK(violationsOf(broken([](const Scene& scene, const CollisionObject& a, const CollisionObject& b) {
                               return scene.model().body(a.body).robot != scene.model().body(b.body).robot
                                      && a.name.substr(a.name.find('/') + 1) == b.name.substr(b.name.find('/') + 1);
                           }),
                           200, true)
              >= 100);
    }
}

TEST_CASE("A tower on the arm's own base and a wall on the carriage's own rail are checked")
{
    const auto tower = sceneOf({robotOf({{"-base"}, {"tower", "base", "fixed"}, {"arm", "base", "revolute"}})});
    CHECK(activePairs(*tower) == NamedPairs{{"arm", "tower"}});
    CHECK(tower->exemptPairs().empty());
    const auto gantry = sceneOf(
        {robotOf({{"rail"}, {"wall", "rail", "fixed"}, {"carriage", "rail", "prismatic"}, {"hook", "carriage", "fixed"}})});
    CHECK(activePairs(*gantry) == NamedPairs{{"carriage", "wall"}, {"hook", "rail"}, {"hook", "wall"}});
    CHECK(namesOf(*gantry, gantry->exemptPairs()) == NamedPairs{{"carriage", "rail"}});
}

TEST_CASE("The way up to the nearest link with geometry goes through links without, and ends there")
{
    const auto names = [](const std::vector<std::vector<std::string>>& lines) { return activePairs(*sceneOf({robotOf(lines)})); };
    CHECK(names({{"a"}, {"-x", "a", "fixed"}, {"-y", "x", "revolute"}, {"b", "y", "fixed"}}).empty());
    CHECK(names({{"a"}, {"-x", "a", "revolute"}, {"b", "x", "revolute"}}) == NamedPairs{{"a", "b"}});
    CHECK(names({{"a"}, {"m", "a", "fixed"}, {"b", "m", "revolute"}}) == NamedPairs{{"a", "b"}});
    CHECK(names({{"a"}, {"b", "a", "planar"}}) == NamedPairs{{"a", "b"}});
    CHECK(names({{"a"}, {"b", "a", "floating"}}) == NamedPairs{{"a", "b"}});
    // Two fingers, one of which follows the other.
    CHECK(names({{"palm"}, {"left", "palm", "prismatic"}, {"right", "palm", "prismatic", "left"}})
          == NamedPairs{{"left", "right"}});
}

TEST_CASE("An SRDF exempts links of its own robot, and nothing else of the name")
{
    const TreeRobot robot = robotOf({{"base"}, {"arm", "base", "revolute"}, {"hand", "arm", "revolute"}});
    const std::string srdf =
        "<disable_collisions link1='base' link2='hand'/><disable_collisions link1='arm' link2='table'/>"
        "<disable_collisions link1='base' link2='arm'/>";
    const auto scene =
        sceneOf({robot}, srdf,
                "obstacles: [{name: table, box: [1, 1, 1], pose: {xyz: [0, 0, 5]}}]\nallowed_collisions: [[table, hand]]\n");
    CHECK(activePairs(*scene) == NamedPairs{{"arm", "table"}});
    std::map<std::string, std::string> reasons;
    for (const ExemptPair& pair : scene->exemptPairs())
        reasons[scene->object(pair.a).name + " " + scene->object(pair.b).name] = toString(pair.reason);
    CHECK(reasons
          == decltype(reasons){{"base arm", "joint"}, {"arm hand", "joint"}, {"base hand", "srdf"}, {"hand table", "problem"}});
}

TEST_CASE("What a link carries is exempt from its touch links only")
{
    const auto scene =
        sceneOf({robotOf({{"base"}, {"arm", "base", "revolute"}, {"hand", "arm", "revolute"}, {"finger", "hand", "prismatic"}})},
                {}, "attached: [{name: part, link: hand, box: [0.1, 0.1, 0.1], touch_links: [finger]}]\n");
    CHECK(activePairs(*scene)
          == NamedPairs{{"arm", "part"}, {"base", "part"}, {"base", "hand"}, {"base", "finger"}, {"arm", "finger"}});
    CHECK(namesOf(*scene, scene->exemptPairs())
          == NamedPairs{{"arm", "base"}, {"arm", "hand"}, {"finger", "hand"}, {"finger", "part"}});
}
