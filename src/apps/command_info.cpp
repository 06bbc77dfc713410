// gapless info: what a problem file holds.

#include <iostream>
#include <memory>

#include <nlohmann/json.hpp>

#include <gapless/certify/rounding_floor.h>

#include "check_answer.h"
#include "commands.h"
#include "common_options.h"
#include "console_log.h"
#include "measure/interrupt.h"
#include "measure/json_number.h"

namespace gapless::apps {
namespace {

using Json = nlohmann::ordered_json;

struct InfoOptions
{
    CommonOptions common;
    bool pairs = false;
};

const char* nameOf(JointType type)
{
    switch (type)
    {
        case JointType::Fixed: return "fixed";
        case JointType::Revolute: return "revolute";
        case JointType::Continuous: return "continuous";
        case JointType::Prismatic: return "prismatic";
        case JointType::Planar: return "planar";
        case JointType::Floating: return "floating";
    }
    return "unknown";
}

const char* nameOf(ObjectKind kind)
{
    switch (kind)
    {
        case ObjectKind::Link: return "link";
        case ObjectKind::Obstacle: return "obstacle";
        case ObjectKind::Attached: return "attached";
    }
    return "unknown";
}

Json describe(const Problem& problem, bool with_pairs)
{
    const Scene& scene = *problem.scene;
    const KinematicModel& model = scene.model();
    Json info;
    info["problem"] = problem.file;
    info["bodies"] = scene.objects().size();
    std::size_t triangles = 0, memory = 0;
    Json objects = Json::array();
    for (const CollisionObject& object : scene.objects())
    {
        triangles += static_cast<std::size_t>(object.geometry->triangleCount());
        memory += object.geometry->memoryBytes();
        objects.push_back(
            {{"name", object.name},
             {"kind", nameOf(object.kind)},
             {"triangles", object.geometry->triangleCount()},
             {"primitives", object.geometry->leaves().size() - static_cast<std::size_t>(object.geometry->triangleCount())},
             {"moves", !model.body(object.body).is_static}});
    }
    info["triangles"] = triangles;
    info["memory_bytes"] = memory;
    Json joints = Json::array();
    for (const PlanningJoint& planning : problem.joints)
    {
        const Joint& joint = model.body(planning.body).joint;
        joints.push_back({{"name", planning.name},
                          {"type", nameOf(joint.type)},
                          {"variables", planning.count},
                          {"lower", joint.lower},
                          {"upper", joint.upper}});
        if (planning.steering)
            joints.back()["steering"] = {{"type", planning.steering->type == Steering::Type::Dubins ? "dubins" : "reeds_shepp"},
                                         {"radius", planning.steering->radius}};
    }
    info["joints"] = joints;
    info["variables"] = problem.variableNames();
    if (problem.goal_region)
        info["goal"] = {{"links_below", {{"z", problem.goal_region->z}}}};
    info["active_pairs"] = scene.pairs().size();
    Json exempt = Json::array();
    for (const ExemptPair& pair : scene.exemptPairs())
        exempt.push_back({{"pair", {scene.object(pair.a).name, scene.object(pair.b).name}}, {"reason", toString(pair.reason)}});
    info["exempt_pairs"] = exempt;
    info["rounding_floor"] = numberOrNull(roundingFloor(scene));
    info["objects"] = objects;
    if (with_pairs)
    {
        Json pairs = Json::array();
        for (const PairIndex i : scene.pairs().indices())
        {
            const auto [a, b] = pairNames(scene, i);
            pairs.push_back({{"pair", {a, b}}, {"clearance", scene.pair(i).clearance}});
        }
        info["pairs"] = pairs;
    }
    return info;
}

/// What an object is made of.
std::string countsOf(const Json& object)
{
    std::string words;
    for (const std::string kind : {"triangle", "primitive"})
        if (const auto count = object[kind + "s"].get<std::size_t>(); count > 0)
            words += (words.empty() ? "" : ", ") + std::to_string(count) + " " + kind + (count == 1 ? "" : "s");
    return words;
}

void print(const Json& info, std::ostream& out)
{
    out << info["problem"].get<std::string>() << "\n"
        << "bodies: " << info["bodies"] << ", triangles: " << info["triangles"]
        << ", memory: " << info["memory_bytes"].get<double>() / 1024.0 << " KiB\n";
    for (const Json& object : info["objects"])
        out << "  " << object["kind"].get<std::string>() << " " << object["name"].get<std::string>() << ": " << countsOf(object)
            << (object["moves"].get<bool>() ? "" : ", stands still") << "\n";
    out << "joints, in the order of a flat list (radians, metres): " << info["joints"].size() << "\n";
    for (const Json& joint : info["joints"])
    {
        out << "  " << joint["name"].get<std::string>() << ": " << joint["type"].get<std::string>();
        for (std::size_t i = 0; i < joint["lower"].size() && i < joint["upper"].size(); ++i)
            out << " [" << joint["lower"][i] << ", " << joint["upper"][i] << "]";
        if (joint["lower"].empty())
            out << ", no limits";
        if (joint["variables"] != 1)
            out << ", " << joint["variables"] << " values";
        if (joint.contains("steering"))
            out << ", a car: " << joint["steering"]["type"].get<std::string>() << ", turning radius "
                << joint["steering"]["radius"] << " m";
        out << "\n";
    }
    if (info.contains("goal"))
        out << "goal: all links that these joints move below z = " << info["goal"]["links_below"]["z"] << " m\n";
    out << "active pairs: " << info["active_pairs"] << "\n";
    if (info.contains("pairs"))
        for (const Json& pair : info["pairs"])
            out << "  " << pair["pair"][0].get<std::string>() << " - " << pair["pair"][1].get<std::string>() << ", clearance "
                << pair["clearance"] << " m\n";
    out << "exempt pairs, which are never checked: " << info["exempt_pairs"].size() << "\n";
    for (const Json& exempt : info["exempt_pairs"])
        out << "  " << exempt["pair"][0].get<std::string>() << " - " << exempt["pair"][1].get<std::string>() << ": "
            << exempt["reason"].get<std::string>() << "\n";
    out << "rounding floor: " << info["rounding_floor"] << " m; with a smaller --tolerance answers become undecided" << std::endl;
}

int info(const InfoOptions& options)
{
    options.common.validate();
    const Problem problem = options.common.load(Takes::MovingObstacles);
    const InterruptsEndProgram at_once;
    const Json description = describe(problem, options.pairs);
    releaseLog();
    if (options.common.json)
        std::cout << description.dump() << std::endl;
    else
        print(description, std::cout);
    return kYes;
}

}  // namespace

void addInfoCommand(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<InfoOptions>();
    CLI::App* command = app.add_subcommand("info", "bodies, triangles, joints with limits, active pairs, exempt pairs");
    options->common.addTo(*command,
                          {"--validator", "--tolerance", "--time-tolerance", "--resolution", "--seed", "--time", "--threads"});
    command->add_flag("--pairs", options->pairs, "list the active pairs");
    command->callback([&action, options] { action = [options] { return info(*options); }; });
}

}  // namespace gapless::apps
