#include <algorithm>
#include <array>
#include <set>

#include "core/format_number.h"
#include "gapless/core/number_range.h"
#include "gapless/io/point_cloud.h"
#include "gapless/io/problem_description.h"
#include "io/input_text.h"
#include "io/yaml_checked.h"

namespace gapless {
namespace {

using Description = ProblemDescription;

/// Of cars: beyond, OMPL's curves are no more than rounding, or it ends the process.
constexpr NumberRange kRadiusRange{'[', 1e-3, 1e6, ']', "metres"};

/// Keys that give an object its shape.
constexpr std::array<const char*, 9> kShapeKinds = {"mesh", "box",    "sphere", "cylinder", "capsule",
                                                    "cone", "points", "octree", "depth"};

/// What an obstacle and an attached object may have, and further keys of the one or the other.
std::vector<std::string> objectKeys(std::vector<std::string> further)
{
    further.insert(further.end(), {"name", "pose", "scale"});
    further.insert(further.end(), kShapeKinds.begin(), kShapeKinds.end());
    return further;
}

Description::Name readLocatedName(const YamlNode& node, const std::string& label, const std::string& what)
{
    return {readName(node, label, what), node.line};
}

class ProblemReader
{
public:
    ProblemReader(const YamlNode& root, const std::string& label)
        : label_(label),
          map_(root, label, "the problem",
               {"robots", "obstacles", "attached", "allowed_collisions", "clearance", "self_clearance", "clearances", "start",
                "goal", "waypoints"})
    {
        problem_.file = label;
    }

    Description read()
    {
        const YamlNode& robots = map_.require("robots");
        for (const auto& node : readList(robots, label_, "robots"))
            readRobot(*node);
        checkRobotNames(robots.line);
        for (const auto& node : listOf("obstacles"))
            problem_.obstacles.push_back(readObstacle(*node));
        for (const auto& node : listOf("attached"))
            readAttached(*node);
        checkObjectNames();
        for (const auto& node : listOf("allowed_collisions"))
            problem_.allowed_collisions.push_back(readPair(*node, "an allowed collision"));
        if (const YamlNode* node = map_.find("clearance"))
            problem_.clearance = readNonNegative(*node, label_, "clearance");
        if (const YamlNode* node = map_.find("self_clearance"))
            problem_.self_clearance = readNonNegative(*node, label_, "self_clearance");
        for (const auto& node : listOf("clearances"))
            readPairClearance(*node);
        if (const YamlNode* node = map_.find("start"))
            problem_.start = readState(*node, "start");
        if (const YamlNode* node = map_.find("goal"))
            readGoal(*node);
        for (const auto& node : listOf("waypoints"))
            problem_.waypoints.push_back(readState(*node, "a waypoint"));
        return std::move(problem_);
    }

private:
    const std::vector<std::shared_ptr<const YamlNode>>& listOf(const std::string& key) const
    {
        static const std::vector<std::shared_ptr<const YamlNode>> kNone;
        const YamlNode* node = map_.find(key);
        return node ? readList(*node, label_, key) : kNone;
    }

    void readRobot(const YamlNode& node)
    {
        const YamlMap map(node, label_, "a robot",
                          {"name", "urdf", "srdf", "group", "base", "floating", "planar", "base_limits", "steering"});
        Description::Robot robot;
        robot.line = node.line;
        robot.urdf = readName(map.require("urdf"), label_, "urdf");
        if (const YamlNode* name = map.find("name"))
            robot.name = readName(*name, label_, "name");
        if (const YamlNode* srdf = map.find("srdf"))
            robot.srdf = readName(*srdf, label_, "srdf");
        if (const YamlNode* group = map.find("group"))
        {
            robot.group = readName(*group, label_, "group");
            robot.group_line = group->line;
        }
        if (const YamlNode* base = map.find("base"))
            robot.base = readPose(*base, label_, "base");
        if (const YamlNode* floating = map.find("floating"))
            robot.floating = readBool(*floating, label_, "floating");
        if (const YamlNode* planar = map.find("planar"))
        {
            robot.planar = readBool(*planar, label_, "planar");
            if (robot.planar && robot.floating)
                throw inputError(label_, planar->line, "a robot is both floating and planar; give one");
        }
        if (const YamlNode* limits = map.find("base_limits"))
            robot.base_limits = readBaseLimits(*limits, robot);
        if (const YamlNode* steering = map.find("steering"))
            robot.car = readSteering(*steering, robot);
        problem_.robots.push_back(robot);
    }

    Description::Robot::Car readSteering(const YamlNode& node, const Description::Robot& robot) const
    {
        const YamlMap map(node, label_, "steering", {"type", "radius", "joint"});
        Description::Robot::Car car;
        car.line = node.line;
        const YamlNode& type = map.require("type");
        const std::string name = readName(type, label_, "type of steering");
        if (name != "dubins" && name != "reeds_shepp")
            throw inputError(label_, type.line, "steering of type '" + name + "'; it must be dubins or reeds_shepp");
        car.steering.type = name == "dubins" ? Steering::Type::Dubins : Steering::Type::ReedsShepp;
        const YamlNode& radius = map.require("radius");
        car.steering.radius = readPositive(radius, label_, "radius of steering");
        if (!kRadiusRange.contains(car.steering.radius))
            throw inputError(label_, radius.line, "radius of steering must be " + kRadiusRange.words());
        if (const YamlNode* joint = map.find("joint"))
            car.joint = readName(*joint, label_, "joint of steering");
        else if (robot.planar && !robot.base_limits)
            throw inputError(label_, node.line, "steering of a planar base without base_limits; say where the car may go");
        else if (!robot.planar)
            throw inputError(label_, node.line,
                             "steering of a robot without a planar base; set planar: true, or name a planar joint of it");
        return car;
    }

    std::pair<Vec3, Vec3> readBaseLimits(const YamlNode& node, const Description::Robot& robot) const
    {
        const YamlMap map(node, label_, "base_limits", {"lower", "upper"});
        if (!robot.floating && !robot.planar)
            throw inputError(label_, node.line,
                             "base_limits of a robot that is not floating; set floating: true, or planar: true");
        const auto read = [&](const char* key) {
            if (robot.floating)
                return readVec3(map.require(key), label_, key);
            const std::vector<double> xy = readNumbers(map.require(key), label_, key, 2);
            return Vec3(xy[0], xy[1], 0.0);
        };
        const Vec3 lower = read("lower"), upper = read("upper");
        if ((lower.array() > upper.array()).any())
            throw inputError(label_, node.line, "base_limits has a lower limit above the upper one");
        return {lower, upper};
    }

    void checkRobotNames(int line) const
    {
        if (problem_.robots.empty())
            throw inputError(label_, line, "no robot; at least one is needed");
        std::set<std::string> names;
        for (const Description::Robot& robot : problem_.robots)
        {
            if (problem_.robots.size() > 1 && robot.name.empty())
                throw inputError(label_, robot.line, "a robot without a name; with several robots each needs one");
            if (!robot.name.empty() && !names.insert(robot.name).second)
                throw inputError(label_, robot.line, "a second robot '" + robot.name + "'; names must differ");
        }
    }

    Description::Obstacle readObject(const YamlMap& map, const std::string& what) const
    {
        Description::Obstacle object;
        object.line = map.line();
        object.name = readName(map.require("name"), label_, "name");
        std::string given;
        for (const char* kind : kShapeKinds)
        {
            const YamlNode* node = map.find(kind);
            if (!node)
                continue;
            if (!given.empty())
                throw inputError(label_, node->line,
                                 what + " '" + object.name + "' has both " + given + " and " + kind + "; give one shape");
            given = kind;
            readShape(*node, given, map, object);
        }
        if (given.empty())
            throw inputError(label_, map.line(),
                             what + " '" + object.name
                                 + "' has no shape; give mesh, box, sphere, cylinder, capsule, cone, points, octree or depth");
        if (map.find("scale") && given != "mesh")
            throw inputError(label_, map.find("scale")->line, "scale is for meshes only");
        if (const YamlNode* pose = map.find("pose"))
            object.pose = readPose(*pose, label_, "pose");
        return object;
    }

    void readShape(const YamlNode& node, const std::string& kind, const YamlMap& map, Description::Obstacle& object) const
    {
        if (kind == "mesh")
        {
            Description::MeshFile mesh;
            mesh.file = readName(node, label_, "mesh");
            if (const YamlNode* scale = map.find("scale"))
            {
                mesh.scale = readVec3(*scale, label_, "scale");
                if ((mesh.scale.array() == 0.0).any())
                    throw inputError(label_, scale->line, "a scale of 0; it must not be 0");
            }
            object.shape = mesh;
        }
        else if (kind == "box")
        {
            const Vec3 size = readVec3(node, label_, "box");
            if (!(size.array() > 0.0).all())
                throw inputError(label_, node.line, "a box with a size that is not greater than 0");
            object.shape = Box{size / 2.0};
        }
        else if (kind == "sphere")
            object.shape = Sphere{readPositive(node, label_, "sphere (its radius)")};
        else if (kind == "points")
        {
            const YamlMap cloud(node, label_, "points", {"file", "radius", "thin"});
            const YamlNode& radius = cloud.require("radius");
            Description::CloudFile file{readName(cloud.require("file"), label_, "file of points"),
                                        readPositive(radius, label_, "radius of points")};
            if (const YamlNode* const thin = cloud.find("thin"))
            {
                file.thin = readPositive(*thin, label_, "thin of points");
                if (file.thin > kFarthestPoint)
                    throw inputError(label_, thin->line,
                                     "thin of points must be metres, at most " + formatNumber(kFarthestPoint));
            }
            if (file.radius > kFarthestPoint)
                throw inputError(label_, radius.line, "radius of points must be metres, at most " + formatNumber(kFarthestPoint));
            object.shape = file;
        }
        else if (kind == "octree")
            object.shape = readOctree(node);
        else if (kind == "depth")
            object.shape = readDepth(node);
        else
        {
            const YamlMap dimensions(node, label_, kind, {"radius", "length"});
            const double radius = readPositive(dimensions.require("radius"), label_, "radius");
            const double length = readPositive(dimensions.require("length"), label_, "length");
            if (kind == "cylinder")
                object.shape = Cylinder{radius, length / 2.0};
            else if (kind == "cone")
                object.shape = Cone{radius, length / 2.0};
            else
                object.shape = Capsule{radius, length / 2.0};
        }
    }

    Description::OctreeFile readOctree(const YamlNode& node) const
    {
        const YamlMap map(node, label_, "octree", {"file", "unknown"});
        Description::OctreeFile octree{readName(map.require("file"), label_, "file of octree"), UnknownSpace::Free};
        if (const YamlNode* unknown = map.find("unknown"))
        {
            const std::string name = readName(*unknown, label_, "unknown of octree");
            if (name != "free" && name != "occupied")
                throw inputError(label_, unknown->line, "unknown: '" + name + "'; it must be free or occupied");
            octree.unknown = name == "free" ? UnknownSpace::Free : UnknownSpace::Occupied;
        }
        return octree;
    }

    Description::DepthFile readDepth(const YamlNode& node) const
    {
        const YamlMap map(node, label_, "depth",
                          {"file", "fx", "fy", "cx", "cy", "radius", "near", "far", "scale", "unseen", "workspace", "cell"});
        Description::DepthFile depth;
        depth.file = readName(map.require("file"), label_, "file of depth");
        DepthSensor& sensor = depth.sensor;
        sensor.camera.fx = readPositive(map.require("fx"), label_, "fx of depth");
        sensor.camera.fy = readPositive(map.require("fy"), label_, "fy of depth");
        sensor.camera.cx = readNumber(map.require("cx"), label_, "cx of depth");
        sensor.camera.cy = readNumber(map.require("cy"), label_, "cy of depth");
        const auto metres = [&](const char* key, const YamlNode& given, double value) {
            if (value > kFarthestPoint)
                throw inputError(label_, given.line,
                                 std::string(key) + " of depth must be metres, at most " + formatNumber(kFarthestPoint));
            return value;
        };
        const YamlNode& radius = map.require("radius");
        sensor.radius = metres("radius", radius, readPositive(radius, label_, "radius of depth"));
        if (const YamlNode* far = map.find("far"))
            sensor.far = metres("far", *far, readPositive(*far, label_, "far of depth"));
        if (const YamlNode* near = map.find("near"))
        {
            sensor.near = readNonNegative(*near, label_, "near of depth");
            if (!(sensor.near < sensor.far))
                throw inputError(label_, near->line, "near of depth must be less than far");
        }
        if (const YamlNode* scale = map.find("scale"))
            depth.scale = metres("scale", *scale, readPositive(*scale, label_, "scale of depth"));
        const YamlNode* const unseen = map.find("unseen");
        const std::string name = unseen ? readName(*unseen, label_, "unseen of depth") : "occupied";
        if (name != "free" && name != "occupied")
            throw inputError(label_, unseen->line, "unseen: '" + name + "'; it must be free or occupied");
        if (name == "occupied")
            depth.workspace = readWorkspace(map);
        else
            for (const char* key : {"workspace", "cell"})
                if (const YamlNode* given = map.find(key))
                    throw inputError(
                        label_, given->line,
                        std::string(key) + " of depth is for unseen: occupied only; leave it out, or what is unseen");
        return depth;
    }

    DepthWorkspace readWorkspace(const YamlMap& map) const
    {
        const YamlMap box(map.require("workspace"), label_, "workspace", {"low", "high"});
        DepthWorkspace workspace;
        workspace.low = readVec3(box.require("low"), label_, "low of workspace");
        workspace.high = readVec3(box.require("high"), label_, "high of workspace");
        if (!((workspace.high - workspace.low).minCoeff() > 0.0))
            throw inputError(label_, box.line(), "workspace has a low corner that is not below its high one");
        const YamlNode& cell = map.require("cell");
        workspace.cell = readPositive(cell, label_, "cell of depth");
        if (!((workspace.high - workspace.low).maxCoeff() / workspace.cell < kMostDepthCells))
            throw inputError(label_, cell.line, "cell of depth makes the workspace 2^20 cells wide or more; make it larger");
        return workspace;
    }

    Description::Obstacle readObstacle(const YamlNode& node) const
    {
        const YamlMap map(node, label_, "an obstacle", objectKeys({"moves", "fixed"}));
        Description::Obstacle obstacle = readObject(map, "obstacle");
        if (const YamlNode* fixed = map.find("fixed"))
            obstacle.fixed = readBool(*fixed, label_, "fixed");
        if (const YamlNode* moves = map.find("moves"))
        {
            if (map.find("pose"))
                throw inputError(label_, moves->line, "obstacle '" + obstacle.name + "' has both pose and moves; give one");
            if (obstacle.fixed)
                throw inputError(label_, moves->line, "obstacle '" + obstacle.name + "' is fixed and has moves; give one");
            if (std::holds_alternative<Description::DepthFile>(obstacle.shape))
                throw inputError(label_, moves->line,
                                 "obstacle '" + obstacle.name + "' is a depth image and has moves; give one");
            readMoves(*moves, obstacle);
        }
        return obstacle;
    }

    void readMoves(const YamlNode& node, Description::Obstacle& obstacle) const
    {
        obstacle.moves_line = node.line;
        for (const auto& entry : readList(node, label_, "moves"))
        {
            const YamlMap map(*entry, label_, "an entry of moves", {"time", "pose"});
            TimedPose timed;
            timed.time = readNonNegative(map.require("time"), label_, "time");
            timed.pose = readPose(map.require("pose"), label_, "pose");
            if (!obstacle.moves.empty() && !(obstacle.moves.back().time < timed.time))
                throw inputError(label_, entry->line,
                                 "moves of '" + obstacle.name + "': time " + formatNumber(timed.time) + " after "
                                     + formatNumber(obstacle.moves.back().time) + "; times have to rise");
            obstacle.moves.push_back(timed);
        }
        if (obstacle.moves.empty())
            throw inputError(label_, node.line, "moves of '" + obstacle.name + "' has no entry; give at least one {time, pose}");
    }

    void readAttached(const YamlNode& node)
    {
        const YamlMap map(node, label_, "an attached object", objectKeys({"link", "touch_links"}));
        Description::Attached attached;
        attached.object = readObject(map, "attached object");
        if (std::holds_alternative<Description::DepthFile>(attached.object.shape))
            throw inputError(label_, map.line(),
                             "attached object '" + attached.object.name + "' is a depth image; only an obstacle can be one");
        attached.link = readLocatedName(map.require("link"), label_, "link");
        if (const YamlNode* links = map.find("touch_links"))
            for (const auto& link : readList(*links, label_, "touch_links"))
                attached.touch_links.push_back(readLocatedName(*link, label_, "a touch link"));
        problem_.attached.push_back(attached);
    }

    void checkObjectNames() const
    {
        std::set<std::string> names;
        const auto check = [&](const Description::Obstacle& object) {
            if (!names.insert(object.name).second)
                throw inputError(label_, object.line, "a second object '" + object.name + "'; names must differ");
        };
        for (const Description::Obstacle& obstacle : problem_.obstacles)
            check(obstacle);
        for (const Description::Attached& attached : problem_.attached)
            check(attached.object);
    }

    Description::PairValue readPair(const YamlNode& node, const std::string& what) const
    {
        const auto& names = readList(node, label_, what);
        if (names.size() != 2)
            throw inputError(label_, node.line,
                             what + " has " + std::to_string(names.size()) + " names; it must be a pair [a, b]");
        Description::PairValue pair;
        pair.a = readLocatedName(*names[0], label_, "a name of the pair");
        pair.b = readLocatedName(*names[1], label_, "a name of the pair");
        return pair;
    }

    void readPairClearance(const YamlNode& node)
    {
        const YamlMap map(node, label_, "a clearance", {"pair", "value"});
        Description::PairValue pair = readPair(map.require("pair"), "pair");
        pair.value = readNonNegative(map.require("value"), label_, "value");
        problem_.clearances.push_back(pair);
    }

    /// A state, or a region in which any state will do.
    void readGoal(const YamlNode& node)
    {
        const auto isRegion = [](const YamlNode::Key& key) { return key.text == "links_below"; };
        if (std::none_of(node.keys.begin(), node.keys.end(), isRegion))
        {
            problem_.goal = readState(node, "goal");
            return;
        }
        for (const YamlNode::Key& key : node.keys)
            if (!isRegion(key))
                throw inputError(label_, key.line,
                                 "goal has both links_below and '" + key.text + "'; it must be a region or joint values");
        const YamlMap map(*node.items.front(), label_, "links_below", {"z"});
        problem_.goal_region = LinksBelow{readNumber(map.require("z"), label_, "z of links_below")};
    }

    Description::State readState(const YamlNode& node, const std::string& what) const
    {
        Description::State state;
        state.line = node.line;
        state.by_name = node.kind == YamlNode::Kind::Map || node.kind == YamlNode::Kind::Null;
        if (!state.by_name && node.kind != YamlNode::Kind::Sequence)
            throw inputError(label_, node.line, what + " must be a map of joints to values, or a list of values");
        if (!state.by_name)
        {
            state.values = readNumbers(node, label_, what);
            return state;
        }
        for (std::size_t i = 0; i < node.keys.size(); ++i)
        {
            const YamlNode& value = *node.items[i];
            Description::JointValues joint;
            joint.joint = {node.keys[i].text, node.keys[i].line};
            const std::string name = what + " of joint '" + node.keys[i].text + "'";
            if (value.kind == YamlNode::Kind::Sequence)
                joint.values = readNumbers(value, label_, name);
            else
                joint.values = {readNumber(value, label_, name)};
            state.joints.push_back(joint);
        }
        return state;
    }

    std::string label_;
    YamlMap map_;
    Description problem_;
};

}  // namespace

ProblemDescription parseProblem(std::string_view text, const std::string& file)
{
    const auto root = parseYaml(text, file);
    return ProblemReader(*root, file).read();
}

}  // namespace gapless
