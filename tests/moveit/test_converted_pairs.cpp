// Which pairs of a MoveIt scene are checked.
#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "moveit/converted_scenes.h"

using namespace gapless_moveit;
using namespace gapless_moveit::test;

namespace {

using Pairs = std::set<std::pair<std::string, std::string>>;

/// The names of the pairs that are checked, each in alphabetical order.
Pairs pairsOf(const ConvertedScene& scene)
{
    Pairs pairs;
    for (const gapless::ObjectPair& pair : scene.scene->pairs())
    {
        const std::string &a = scene.names[pair.a], &b = scene.names[pair.b];
        pairs.insert(std::minmax(a, b));
    }
    return pairs;
}

/// Only the left arm plans.
DescriptionBuilder leftArmPlans()
{
    DescriptionBuilder b = twoArms();
    b.holdStill("right_1", {0.1});
    b.holdStill("right_2", {0.2});
    b.linkNamed("right_1").is_updated = b.linkNamed("right_2").is_updated = false;
    return b;
}

}  // namespace

TEST_CASE("The log names the pairs of links that the matrix allows, with reasons, and none that only a joint connects")
{
    DescriptionBuilder b = twoArms();
    CHECK(exemptPairsText(b.scene) == "pairs of links that are never checked, 0");
    b.scene.allowed = [](const std::string& x, const std::string& y) {
        const std::set<std::string> names = {x, y};
        if (names == std::set<std::string>{"left_1", "right_1"})
            return Allowed::Conditional;
        return names.count("left_1") > 0 && (names.count("base") > 0 || names.count("left_tip") > 0 || names.count("table") > 0)
                   ? Allowed::Always
                   : Allowed::Never;
    };
    b.scene.srdf_disabled = {{"base", "left_1"}};
    CHECK(exemptPairsText(b.scene)
          == "pairs of links that are never checked, 2: base - left_1 (SRDF), left_1 - left_tip (allowed collision matrix)");
}

TEST_CASE("Exactly the pairs that MoveIt checks are checked")
{
    SECTION("of all links of both arms, when both plan")
    {
        const Pairs pairs = pairsOf(converted(twoArms().scene));
        CHECK(pairs.count({"base", "left_1"}) == 1);  // neighbours too: only the matrix says otherwise
        CHECK(pairs.count({"left_1", "right_2"}) == 1);
        CHECK(pairs.count({"left_2", "left_tip"}) == 0);  // rigidly joined
        CHECK(pairs.count({"base", "table"}) == 0);       // both stand still
        // 6 links: 15 pairs less the rigid one; 5 links against the table.
        CHECK(pairs.size() == 14 + 5);
    }
    SECTION("not those of which neither is updated by the group")
    {
        const Pairs pairs = pairsOf(converted(leftArmPlans().scene));
        CHECK(pairs.count({"right_1", "right_2"}) == 0);
        CHECK(pairs.count({"right_2", "table"}) == 0);
        CHECK(pairs.count({"left_2", "right_2"}) == 1);
        CHECK(pairs.size() == 3 * 3 + 2 + 3);  // left against base, right_1, right_2; left_1 against left_2, left_tip; the table
    }
    SECTION("not those that the matrix always allows, whichever name comes first")
    {
        DescriptionBuilder b = twoArms();
        b.scene.allowed = [](const std::string& x, const std::string& y) {
            const Pairs always = {{"base", "left_1"}, {"left_1", "base"}, {"table", "left_2"}, {"left_2", "table"}};
            return always.count({x, y}) ? Allowed::Always : Allowed::Never;
        };
        const Pairs pairs = pairsOf(converted(b.scene));
        CHECK(pairs.count({"base", "left_1"}) == 0);
        CHECK(pairs.count({"left_2", "table"}) == 0);
        CHECK(pairs.size() == 17);
    }
}

TEST_CASE("Attached bodies are checked against all but their touch links, rigid company, and bodies on their own link")
{
    DescriptionBuilder b = twoArms();
    const std::vector<PlacedDescribedShape> part = {{Box{Vec3(0.01, 0.01, 0.01)}, at(0.1, 0, 0)}};
    b.scene.attached.push_back({"part", LinkIndex(3), part, {}, {"left_1"}});
    b.scene.attached.push_back({"tray", LinkIndex(3), part, {}, {}});
    b.scene.attached.push_back({"lid", LinkIndex(5), part, {}, {"part"}});
    Pairs pairs = pairsOf(converted(b.scene));
    CHECK(pairs.count({"left_1", "part"}) == 0);  // a touch link
    CHECK(pairs.count({"left_1", "tray"}) == 1);
    CHECK(pairs.count({"left_tip", "part"}) == 0);  // rigid: decided by any state
    CHECK(pairs.count({"left_2", "part"}) == 0);
    CHECK(pairs.count({"part", "tray"}) == 0);  // on one link
    CHECK(pairs.count({"part", "right_2"}) == 1);
    CHECK(pairs.count({"part", "table"}) == 1);
    CHECK(pairs.count({"lid", "part"}) == 1);
    CHECK(pairs.count({"lid", "tray"}) == 1);
    SECTION("in MoveIt 2 two bodies may touch where one names the other")
    {
        b.scene.touch_links_cover_attached = true;
        pairs = pairsOf(converted(b.scene));
        CHECK(pairs.count({"lid", "part"}) == 0);
        CHECK(pairs.count({"lid", "tray"}) == 1);
    }
    SECTION("one on a link that the group does not move is checked against what it does move")
    {
        DescriptionBuilder c = leftArmPlans();
        c.scene.attached.push_back({"lid", LinkIndex(5), part, {}, {}});
        pairs = pairsOf(converted(c.scene));
        CHECK(pairs.count({"left_2", "lid"}) == 1);
        CHECK(pairs.count({"lid", "right_1"}) == 0);
        CHECK(pairs.count({"lid", "table"}) == 0);
    }
    SECTION("it is where its link is, padded against the world")
    {
        DescriptionBuilder c = slider(Sphere{0.3}, at(1, 0, 0));
        c.scene.attached.push_back({"nose",
                                    LinkIndex(0),
                                    {{Sphere{0.02}, at(0.2, 0, 0)}},
                                    std::vector<PlacedDescribedShape>{{Sphere{0.03}, at(0.2, 0, 0)}},
                                    {}});
        requireContactAt(c, 1.0 - 0.3 - 0.2 - 0.03);
    }
}
