// A problem file as it is written: every value with its line, nothing looked up yet, no other file opened.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <gapless/geometry/depth_image.h>
#include <gapless/geometry/shape.h>
#include <gapless/io/octree_file.h>
#include <gapless/io/problem.h>

namespace gapless {

/// Metres and radians; lines are one-based, 0 where there is none.
struct ProblemDescription
{
    struct Robot
    {
        int line = 0;
        std::string name, urdf, srdf, group;
        int group_line = 0;
        Pose base;
        bool floating = false;
        /// The base is an SE(2) joint in the plane of `base`.
        bool planar = false;
        /// Limits of the floating or planar base's translation (`base_limits: {lower: [x, y, z], upper: [x, y, z]}`, planar: z is 0).
        std::optional<std::pair<Vec3, Vec3>> base_limits;
        struct Car
        {
            int line = 0;
            std::string joint;  ///< planar, of the robot; empty: the planar base
            Steering steering;
        };
        std::optional<Car> car;
    };
    struct MeshFile
    {
        std::string file;
        Vec3 scale = Vec3::Ones();
    };
    /// Balls about the points of a cloud.
    struct CloudFile
    {
        std::string file;
        double radius = 0.0;
        /// Side of the cubes whose points become one ball, metres; 0: each point is one.
        double thin = 0.0;
    };
    /// The cubes of an occupancy map.
    struct OctreeFile
    {
        std::string file;
        UnknownSpace unknown = UnknownSpace::Free;
    };
    /// What a depth camera at the obstacle's pose saw.
    struct DepthFile
    {
        std::string file;
        DepthSensor sensor;
        /// Metres per unit of the file's numbers; none: as loadDepthImage() has it.
        std::optional<double> scale;
        /// In the world: all of it that is not seen to be free is solid. None: balls about what was seen, and nothing else.
        std::optional<DepthWorkspace> workspace;
    };
    struct Obstacle
    {
        int line = 0;
        std::string name;
        std::variant<Box, Sphere, Cylinder, Capsule, Cone, MeshFile, CloudFile, OctreeFile, DepthFile> shape;
        /// Pose in the world; of an attached object: in its link.
        Pose pose;
        /// Where it moves: poses in the world, seconds. Empty: it stands at `pose`.
        std::vector<TimedPose> moves;
        int moves_line = 0;
        /// Whether it is always where it is.
        bool fixed = false;
    };
    struct Name
    {
        std::string text;
        int line = 0;
    };
    struct Attached
    {
        Obstacle object;
        Name link;
        std::vector<Name> touch_links;
    };
    struct PairValue
    {
        Name a, b;
        /// Metres; unused for allowed collisions.
        double value = 0.0;
    };
    struct JointValues
    {
        Name joint;
        std::vector<double> values;
    };
    /// A flat list of the planning joints' values, or values by joint name.
    struct State
    {
        int line = 0;
        bool by_name = false;
        std::vector<double> values;
        std::vector<JointValues> joints;
    };

    /// The problem file; relative names start in its folder.
    std::string file;
    std::vector<Robot> robots;
    std::vector<Obstacle> obstacles;
    std::vector<Attached> attached;
    std::vector<PairValue> allowed_collisions;
    double clearance = 0.0;
    std::optional<double> self_clearance;
    std::vector<PairValue> clearances;
    std::optional<State> start, goal;
    /// `goal: {links_below: {z: 0.0}}`; there is then no state `goal`.
    std::optional<LinksBelow> goal_region;
    std::vector<State> waypoints;
};

/// Reads the YAML text of a problem file. Opens no file; `file` is the text's name in errors.
/// @throws InputError "file:line: what; what would be right": malformed YAML, unknown, missing or duplicate keys, values of
///         the wrong kind or number, not finite or out of range, names used twice.
ProblemDescription parseProblem(std::string_view text, const std::string& file);

/// Loads the robots and meshes that the description names and puts the problem together.
/// @throws InputError with the line of the description, or the other file, that is wrong.
Problem buildProblem(const ProblemDescription& description, const LoadOptions& options = {});

}  // namespace gapless
