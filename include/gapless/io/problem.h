// A planning problem: scene, planning joints, start, goal, way-points. Read from a problem file (YAML).
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gapless/collision/scene.h>
#include <gapless/io/mesh_loader.h>
#include <gapless/kinematics/moving_bodies.h>

namespace gapless {

/// How a car moves: along the curves of OMPL's DubinsStateSpace or ReedsSheppStateSpace.
struct Steering
{
    enum class Type
    {
        Dubins,      ///< forwards only
        ReedsShepp,  ///< forwards and backwards
    };
    Type type = Type::Dubins;
    double radius = 1.0;  ///< smallest turning radius, metres
};

/// One joint that plans: its name as in problem files and path files, and where it lives in a configuration.
struct PlanningJoint
{
    std::string name;  ///< "joint_1"; with several robots "arm/joint_1"
    BodyIndex body;    ///< the body that it moves; its type and limits are in the model
    int variable = 0;  ///< first variable in a configuration of the model
    int count = 1;     ///< number of variables
    /// Of a planar joint that is a car.
    std::optional<Steering> steering = std::nullopt;
};

/// A goal region: all links that the planning joints move, and what they carry, lie entirely below a horizontal plane.
struct LinksBelow
{
    double z = 0.0;  ///< height of the plane in the world, metres
};

struct Problem
{
    std::string file;
    std::shared_ptr<const Scene> scene;
    /// The joints of the planning groups, in the order of a flat list of values and of `gapless info`.
    std::vector<PlanningJoint> joints;
    /// Full configurations of scene->model(): joints that do not plan hold still at the value that `start` gives them, else
    /// their default.
    Configuration start;
    /// Whether the file has a start; else it is the default.
    bool has_start = false;
    /// Lines of the file that give them, one-based; 0: none does.
    struct Lines
    {
        int robot = 0;  ///< the first one
        int start = 0, goal = 0;
    };
    Lines lines;
    /// At most one of the two.
    std::optional<Configuration> goal;
    std::optional<LinksBelow> goal_region;
    std::vector<Configuration> waypoints;
    /// Obstacles with a timetable; their joints do not plan.
    std::vector<MovingBody> moving;
    /// Obstacles that belong to the robot's place and are always there (`fixed: true`), in the order of the file: a roadmap is built among them.
    std::vector<ObjectIndex> fixed;

    /// Whether a joint is a car: motions then are not those of motion.h.
    bool hasCars() const;
    /// Names of the planning variables, one per number of a flat list: the joint's name, with "/x" and so on appended for a
    /// joint of several variables.
    std::vector<std::string> variableNames() const;
    /// The planning joints' values of a full configuration, flat.
    std::vector<double> planningValues(const Configuration& q) const;
    /// A full configuration from flat values; joints that do not plan as in `start`.
    /// @throws InputError on a wrong number of values, NaN, or a quaternion that is not of unit length.
    Configuration configuration(const std::vector<double>& values) const;
};

struct LoadOptions
{
    /// package://NAME/... -> directory; wins over ROS_PACKAGE_PATH.
    std::map<std::string, std::string> packages;
    /// Replaces all clearances of the file where set, metres (>= 0).
    std::optional<double> clearance;
    /// What the geometry of the scene may take, bytes: more is an InputError before it is built.
    std::size_t memory = kDefaultMemory;
    /// Whether the caller knows that motions of cars are curves. Otherwise a problem with `steering` is an InputError.
    bool takes_cars = false;
    /// Whether the caller knows that obstacles may move (Problem::moving). Otherwise a problem with `moves` is an InputError.
    bool takes_moving_obstacles = false;
    /// Asked before each problem that is converted: whether to break off, with an InputError and nothing written.
    std::function<bool()> interrupted{};
};

/// @throws InputError with one line, file:line where there is one.
Problem loadProblem(const std::string& file, const LoadOptions& options = {});

}  // namespace gapless
