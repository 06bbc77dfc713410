// PlanningScene::isStateColliding() against our check of the converted scene, on random states of a robot in random scenes.
//
// Every state is judged by both. Bad are: a state that is proven free by more than the tolerance, and collides for MoveIt; and a pair
// that overlaps here, while MoveIt finds nothing, unless one is wholly inside a closed mesh (FCL takes meshes for surfaces). Prints one
// line of counts, and each bad state. Pairs that do not move relative to each other are MoveIt's to judge, in any state: apart. Exit code 0: none is bad, 1: some are, 2: bad input.

#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>

#include <moveit/robot_model/robot_model.h>
#include <srdfdom/model.h>
#include <urdf_parser/urdf_parser.h>
#include <CLI/CLI.hpp>

#include <gapless/certify/static_checker.h>
#include <gapless/core/error.h>

#include "common/describe_scene.h"
#include "conversion/scene_conversion.h"
#include "random_scene.h"

namespace gapless_moveit {
namespace {

/// MoveIt's checks are off by rounding and by the tolerance of FCL's iterations.
constexpr double kTolerance = 1e-4;

std::string textOf(const std::string& file)
{
    std::ifstream stream(file);
    if (!stream)
        throw gapless::InputError(file + " cannot be read");
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

/// Mesh files relative to the URDF become file:// addresses.
std::string withAddresses(std::string urdf, const std::string& folder)
{
    const std::string before = "filename=\"";
    for (std::size_t at = urdf.find(before); at != std::string::npos; at = urdf.find(before, at + 1))
        if (urdf.compare(at + before.size(), 10, "package://") != 0 && urdf.compare(at + before.size(), 7, "file://") != 0)
            urdf.insert(at + before.size(), "file://" + folder + "/");
    return urdf;
}

moveit::core::RobotModelConstPtr loadModel(const std::string& urdf_file, const std::string& srdf_file)
{
    const std::string folder = urdf_file.substr(0, urdf_file.find_last_of('/'));
    const urdf::ModelInterfaceSharedPtr urdf = urdf::parseURDF(withAddresses(textOf(urdf_file), folder));
    const auto srdf = std::make_shared<srdf::Model>();
    if (!urdf || !srdf->initString(*urdf, textOf(srdf_file)))
        throw gapless::InputError(urdf_file + " or " + srdf_file + " cannot be read as a robot");
    return std::make_shared<moveit::core::RobotModel>(urdf, srdf);
}

struct Counts
{
    long states = 0, free = 0, colliding = 0, near = 0, inside = 0, rigid = 0, contradictory = 0, bad = 0;
};

/// Is the pair's distance 0 only because one is inside a closed mesh of the other?
bool mayBeInside(const gapless::Scene& scene, const gapless::ObjectPair& pair)
{
    return scene.object(pair.a).geometry->containment().hasSolids() || scene.object(pair.b).geometry->containment().hasSolids();
}

/// What MoveIt finds in a state that is proven free here, counted: pairs that the conversion leaves out since they do not move relative to each
/// other; nothing, when it is asked for the pairs (FCL answers by one algorithm without contacts and by another with them); or what is bad.
void countFound(const planning_scene::PlanningScene& scene, const moveit::core::RobotState& state, const std::string& group,
                const ConvertedScene& converted, Counts& counts)
{
    const auto bodyOf = [&](const std::string& name) -> std::optional<gapless::BodyIndex> {
        for (const gapless::ObjectIndex object : converted.names.indices())
            if (converted.names[object] == name)
                return converted.scene->object(object).body;
        return {};
    };
    collision_detection::CollisionResult::ContactMap contacts;
    scene.getCollidingPairs(contacts, state, scene.getAllowedCollisionMatrix(), group);
    if (contacts.empty())
    {
        ++counts.contradictory;
        std::cout << "proven free, MoveIt finds a collision, but no pair; its distance of the padded robot from the world is "
                  << scene.distanceToCollision(state, scene.getAllowedCollisionMatrix()) << " m\n";
        return;
    }
    std::ostringstream found;
    bool all = true;
    for (const auto& contact : contacts)
    {
        const auto& [a, b] = contact.first;
        all = all && bodyOf(a) == bodyOf(b);
        found << ' ' << a << " and " << b << " (depth " << contact.second.front().depth << ')';
    }
    ++(all ? counts.rigid : counts.bad);
    if (!all)
        std::cout << "proven free, and MoveIt finds:" << found.str() << '\n';
}

void compare(const planning_scene::PlanningScene& scene, const moveit::core::JointModelGroup& group, int states,
             GeometryStore& geometries, MeshStore& meshes, Counts& counts)
{
    moveit::core::RobotState state = scene.getCurrentState();
    const ConvertedScene converted = convertScene(describeScene(scene, state, group, meshes), {}, geometries);
    const gapless::StaticChecker checker(converted.scene, kTolerance);
    for (int i = 0; i < states; ++i)
    {
        state.setToRandomPositions(&group);
        state.update();
        ++counts.states;
        gapless::ClosePair close;
        const gapless::Verdict verdict = checker.check(configurationOf(converted, groupValues(state, group)), &close);
        const bool collides = scene.isStateColliding(state, group.getName());
        if (verdict == gapless::Verdict::Free)
        {
            if (!collides)
                ++counts.free;
            else
                countFound(scene, state, group.getName(), converted, counts);
            continue;
        }
        if (collides)
        {
            ++counts.colliding;
            continue;
        }
        const gapless::ObjectPair& pair = converted.scene->pair(close.pair);
        if (close.distance > 0.0)
            ++counts.near;
        else if (mayBeInside(*converted.scene, pair))
            ++counts.inside;
        else
        {
            ++counts.bad;
            std::cout << converted.names[pair.a] << " and " << converted.names[pair.b] << " overlap, and MoveIt finds nothing\n";
        }
    }
}

}  // namespace
}  // namespace gapless_moveit

int main(int argc, char** argv)
{
    using namespace gapless_moveit;
    CLI::App app{"MoveIt's check of states against ours, on random scenes"};
    std::string urdf, srdf, group = "panda_arm", link = "panda_hand";
    int scenes = 200, states = 50;
    unsigned long seed = 1;
    app.add_option("urdf", urdf, "the robot; mesh files relative to it")->required()->check(CLI::ExistingFile);
    app.add_option("srdf", srdf, "its groups and allowed collisions")->required()->check(CLI::ExistingFile);
    app.add_option("--group", group, "what moves");
    app.add_option("--link", link, "what carries the attached body");
    app.add_option("--scenes", scenes, "number of scenes")->check(CLI::PositiveNumber);
    app.add_option("--states", states, "random states in each")->check(CLI::PositiveNumber);
    app.add_option("--seed", seed, "of the scenes");
    try
    {
        app.parse(argc, argv);
    }
    catch (const CLI::ParseError& error)
    {
        return app.exit(error) == 0 ? 0 : 2;
    }
    try
    {
        const moveit::core::RobotModelConstPtr model = loadModel(urdf, srdf);
        if (!model->hasJointModelGroup(group) || !model->hasLinkModel(link))
            throw gapless::InputError("the robot has no group '" + group + "' or no link '" + link + "'");
        std::mt19937_64 random(seed);
        GeometryStore geometries;
        MeshStore meshes;
        Counts counts;
        for (int i = 0; i < scenes; ++i)
            compare(*randomScene(model, link, random), *model->getJointModelGroup(group), states, geometries, meshes, counts);
        std::cout << counts.states << " states: both free " << counts.free << ", both colliding " << counts.colliding
                  << ", close here and free for MoveIt " << counts.near << ", overlapping a closed mesh and free for MoveIt "
                  << counts.inside << ", colliding with what never moves " << counts.rigid << ", MoveIt contradicts itself "
                  << counts.contradictory << ", bad " << counts.bad << '\n';
        return counts.bad == 0 ? 0 : 1;
    }
    catch (const gapless::InputError& error)
    {
        std::cerr << "compare_states: " << error.what() << '\n';
        return 2;
    }
}
