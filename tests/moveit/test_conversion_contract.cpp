// The conversion keeps its contract on random scenes; conversions with a known mistake break it, and in no other way than by that mistake.
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>

#include "moveit/conversion_broken.h"
#include "moveit/conversion_contract.h"
#include "moveit/described_distance.h"
#include "moveit/described_kinematics.h"
#include "moveit/documented_pairs.h"
#include "moveit/random_description.h"
#include "support/sanitized.h"

using namespace gapless_moveit;
using namespace gapless_moveit::test;
using gapless::test::kShare;
using gapless::test::Random;

namespace {

ConversionOptions randomOptions(const SceneDescription& scene, Random& random)
{
    ConversionOptions options;
    options.clearance = random.chance(0.3) ? 0.0 : random.uniform(0.0, 0.03);
    options.self_clearance = random.chance(0.3) ? 0.0 : random.uniform(0.0, 0.03);
    if (random.chance(0.3) && !shiftsWithoutLimits(scene))
        options.deviation = random.uniform(0.001, 0.02);
    return options;
}

/// Two requests for each of so many robots, one after the other with one store.
std::vector<std::string> onRandomScenes(const Convert& convert, int robots)
{
    std::vector<std::string> violations;
    for (int i = 0; i < robots; ++i)
    {
        Random random(static_cast<std::uint64_t>(i));
        GeometryStore store;
        const SceneDescription first = randomDescription(random), later = laterDescription(first, random);
        for (const SceneDescription* scene : {&first, &later})
        {
            const ConversionOptions options = randomOptions(*scene, random);
            for (const std::string& violation :
                 conversionViolations(convert, *scene, options, store, static_cast<std::uint64_t>(i)))
                violations.push_back(violation + " (robot " + std::to_string(i) + (scene == &later ? ", later)" : ")"));
        }
    }
    return violations;
}

/// How many violations there are of each kind, the first word.
std::map<std::string, int> countsOf(const std::vector<std::string>& violations)
{
    std::map<std::string, int> counts;
    for (const std::string& violation : violations)
        ++counts[violation.substr(0, violation.find(':'))];
    return counts;
}

/// At least so many of the first kind, and none of any kind that is not named.
void requireCaught(const Convert& convert, const std::vector<std::string>& kinds, int at_least = 10)
{
    const std::vector<std::string> violations = onRandomScenes(convert, 40);
    auto counts = countsOf(violations);
    CHECK(counts[kinds[0]] >= at_least);
    for (const std::string& violation : violations)
        if (std::find(kinds.begin(), kinds.end(), violation.substr(0, violation.find(':'))) == kinds.end())
            FAIL_CHECK(violation);
}

}  // namespace

TEST_CASE("The conversion keeps its contract on random scenes")
{
    const std::vector<std::string> violations = onRandomScenes(convertScene, 300 / std::min(kShare, 10));
    CHECK(violations.empty());
    for (const std::string& violation : violations)
        FAIL_CHECK(violation);
}

TEST_CASE("Random scenes have enough of everything that the contract is about")
{
    int refused = 0, pairs = 0, pairs_with_world = 0, apart = 0, followers = 0, still = 0, planes = 0, padded = 0, attached = 0;
    for (int i = 0; i < 300; ++i)
    {
        Random random(static_cast<std::uint64_t>(i));
        const SceneDescription scene = randomDescription(random);
        const auto objects = describedObjects(scene);
        const DocumentedPairs documented = documentedPairs(scene);
        refused += !documented.conditional.empty();
        pairs += static_cast<int>(documented.checked.size());
        for (const NamedPair& pair : documented.checked)
        {
            const DescribedObject &a = objects.at(pair.first), &b = objects.at(pair.second);
            pairs_with_world += a.kind == DescribedObject::Kind::World || b.kind == DescribedObject::Kind::World;
            attached += a.kind == DescribedObject::Kind::Attached || b.kind == DescribedObject::Kind::Attached;
            planes += hasPlane(*a.shapes) || hasPlane(*b.shapes);
            padded += a.shapes != a.padded_shapes || b.shapes != b.padded_shapes;
        }
        for (const JointDescription& joint : scene.joints)
        {
            followers += joint.mimic && moves(scene, joint);
            still += joint.kind != JointDescription::Kind::Fixed && !moves(scene, joint);
        }
        GeometryStore store;
        if (!documented.conditional.empty())
            continue;
        const ConvertedScene converted = convertScene(scene, {}, store);
        for (const gapless::PairIndex k : converted.scene->pairs().indices())
            apart += converted.scene->apartWithinLimits(k).open.empty();
    }
    CHECK(refused >= 15);
    CHECK(pairs >= 4000);
    CHECK(pairs_with_world >= 1000);
    CHECK(pairs - pairs_with_world >= 1000);
    CHECK(attached >= 500);
    CHECK(padded >= 500);
    CHECK(planes >= 100);
    CHECK(apart >= 100);
    CHECK(followers >= 50);
    CHECK(still >= 100);
}

TEST_CASE("The contract catches a conversion that pads wrongly, by where things are")
{
    SECTION("not at all")
    {
        requireCaught(brokenNoPadding(), {"WORLD", "DEVIATION", "APART", "MISSED", "WITNESS"});
    }
    SECTION("within the robot too")
    {
        requireCaught(brokenPaddedSelf(), {"SELF", "DEVIATION", "APART", "MISSED", "WITNESS"});
    }
    SECTION("without the scale")
    {
        requireCaught(brokenScale(), {"WORLD", "DEVIATION", "APART", "MISSED", "WITNESS"});
    }
    SECTION("not what is attached")
    {
        requireCaught(brokenAttachedPadding(), {"WORLD", "DEVIATION", "APART", "MISSED", "WITNESS"});
    }
    SECTION("only a link's first shape")
    {
        requireCaught(brokenFirstPadded(), {"WORLD", "DEVIATION", "APART", "MISSED", "WITNESS"});
    }
}

TEST_CASE("The contract catches a conversion with other pairs, by the pairs")
{
    SECTION("an attached body is dropped")
    {
        requireCaught(brokenAttachedDropped(), {"PAIRS", "ACCEPTED"});
    }
    SECTION("touch links are ignored")
    {
        requireCaught(brokenTouchLinksIgnored(), {"PAIRS", "REFUSED"});
    }
    SECTION("all links are touch links")
    {
        requireCaught(brokenAllTouchable(), {"PAIRS", "ACCEPTED"});
    }
    SECTION("touch links are those of the other MoveIt")
    {
        requireCaught(brokenMoveItVersion(), {"PAIRS", "REFUSED", "ACCEPTED"}, 3);
    }
    SECTION("the matrix is ignored")
    {
        requireCaught(brokenMatrixIgnored(), {"PAIRS", "ACCEPTED"});
    }
    SECTION("defaults of the matrix are read the wrong way round")
    {
        requireCaught(brokenDefaults(), {"PAIRS", "REFUSED", "ACCEPTED"});
    }
    SECTION("conditional entries are taken for permissions")
    {
        requireCaught(brokenConditional(), {"ACCEPTED"}, 3);
    }
    SECTION("pairs are checked that the group does not update")
    {
        requireCaught(brokenUpdatedIgnored(), {"PAIRS", "REFUSED"});
    }
    SECTION("links that a joint connects are exempt")
    {
        requireCaught(brokenJoinedExempt(), {"PAIRS"});
    }
    SECTION("a pair is dropped")
    {
        requireCaught(brokenDroppedPair(), {"PAIRS"});
    }
}

TEST_CASE("The contract catches a conversion with other kinematics, by where things are")
{
    SECTION("joints outside the group are at 0")
    {
        requireCaught(brokenStartValues(), {"WORLD", "SELF", "APART", "MISSED", "WITNESS"});
    }
    SECTION("offsets of followers are forgotten")
    {
        requireCaught(brokenMimicOffset(), {"WORLD", "SELF", "APART", "MISSED", "WITNESS"});
    }
    SECTION("followers go the other way")
    {
        requireCaught(brokenMimicSign(), {"WORLD", "SELF", "APART", "MISSED", "WITNESS"});
    }
    SECTION("followers follow another joint")
    {
        requireCaught(brokenMaster(), {"WORLD", "REFUSED", "LAYOUT", "SELF", "PAIRS", "DEVIATION", "APART", "MISSED", "WITNESS"});
    }
    SECTION("origins of joints are forgotten")
    {
        requireCaught(brokenOrigin(), {"WORLD", "SELF", "DEVIATION", "APART", "MISSED", "WITNESS"});
    }
    SECTION("variables are in another order")
    {
        requireCaught(brokenLayout(), {"LAYOUT", "WORLD", "SELF", "APART", "MISSED", "WITNESS"});
    }
    SECTION("limits are too narrow")
    {
        requireCaught(brokenLimits(), {"APART", "DEVIATION"}, 3);
    }
}

TEST_CASE("The contract catches a conversion of other shapes, by where things are")
{
    SECTION("a link's second shape is dropped")
    {
        requireCaught(brokenSecondShape(), {"WORLD", "SELF", "PAIRS", "APART", "MISSED", "WITNESS"});
    }
    SECTION("poses of world objects are not applied")
    {
        requireCaught(brokenWorldPose(), {"WORLD", "APART", "MISSED", "WITNESS"});
    }
    SECTION("poses of world objects are inverted")
    {
        requireCaught(brokenWorldPoseInverted(), {"WORLD", "APART", "MISSED", "WITNESS"});
    }
    SECTION("cones are cylinders")
    {
        requireCaught(brokenCones(), {"WORLD", "WITNESS"});
    }
    SECTION("planes are cut off too soon")
    {
        requireCaught(brokenPlanes(), {"WORLD", "MISSED", "WITNESS"});
    }
    SECTION("leaves of octrees are of half the size")
    {
        requireCaught(brokenLeaves(), {"WORLD", "APART", "MISSED", "WITNESS"});
    }
    SECTION("the scene is the one of the request before")
    {
        requireCaught(brokenStale(),
                      {"WORLD", "SELF", "PAIRS", "ACCEPTED", "REFUSED", "CLEARANCE", "DEVIATION", "APART", "MISSED", "WITNESS"});
    }
}

TEST_CASE("The contract catches a conversion with other gaps, by the gaps")
{
    SECTION("the one within the robot is taken for all")
    {
        requireCaught(brokenClearance(), {"CLEARANCE", "DEVIATION", "APART", "MISSED"});
    }
    SECTION("deviations cost nothing")
    {
        requireCaught(brokenDeviation(), {"DEVIATION"});
    }
}
