// What MoveIt gives, in plain structs: the side of the conversion that needs no MoveIt, and so can be tested without it.
//
// An adapter fills these in (describe_scene.h), convertScene() makes a gapless::Scene of them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gapless/core/index.h>
#include <gapless/core/types.h>
#include <gapless/geometry/shape.h>

namespace gapless_moveit {

/// All points x with normal.x + offset = 0: a surface without thickness, as FCL takes shapes::Plane. The normal need not be unit.
struct Plane
{
    gapless::Vec3 normal = gapless::Vec3::UnitZ();
    double offset = 0.0;
};

/// The occupied leaves of an octree: axis-aligned cubes in its frame.
struct OccupiedCubes
{
    struct Cube
    {
        gapless::Vec3 centre;
        double side;
    };
    std::vector<Cube> cubes;
};

using DescribedShape = std::variant<gapless::Box, gapless::Sphere, gapless::Cylinder, gapless::Cone,
                                    std::shared_ptr<const gapless::TriangleMesh>, Plane, OccupiedCubes>;

/// A shape and its pose in the frame of the link, or of the world.
struct PlacedDescribedShape
{
    DescribedShape shape;
    gapless::Pose pose;
};

/// Into SceneDescription::links and ::joints.
using LinkIndex = gapless::Index<struct LinkDescription>;
using JointIndex = gapless::Index<struct JointDescription>;

struct JointDescription
{
    enum class Kind
    {
        Fixed,
        Revolute,
        Continuous,
        Prismatic,
        Planar,    ///< x, y, theta about the joint frame's z axis
        Floating,  ///< x, y, z, qx, qy, qz, qw
        Other,     ///< refused if it moves
    };
    /// value = multiplier * (value of joint `master`) + offset.
    struct Mimic
    {
        JointIndex master;
        double multiplier = 1.0, offset = 0.0;
    };

    std::string name;
    Kind kind = Kind::Fixed;
    /// The link that it starts from, none: the model frame.
    std::optional<LinkIndex> parent_link;
    LinkIndex child_link;  ///< which it moves
    /// Pose of the joint frame in the parent link.
    gapless::Pose origin;
    /// Revolute, continuous and prismatic: in the joint frame.
    gapless::Vec3 axis = gapless::Vec3::UnitZ();
    /// Limits per variable; they may be infinite.
    std::vector<double> lower, upper;
    std::optional<Mimic> mimic;
    /// Its variables in the complete initial state: 0, 1, 3 or 7 of them.
    std::vector<double> values;
    /// Where its first variable lies in a state of the group; none: not a joint of the group, it holds still.
    std::optional<unsigned int> state_index;
    /// Planar: MoveIt's DIFF_DRIVE motion model, turn, drive, turn.
    bool turns_and_drives = false;
};

struct LinkDescription
{
    std::string name;
    /// Member of the group's getUpdatedLinkModelsSet().
    bool is_updated = false;
    std::vector<PlacedDescribedShape> shapes;
    /// After scaleAndPadd() with the link's scale and padding; where those change nothing, none: the same shapes.
    std::optional<std::vector<PlacedDescribedShape>> padded_shapes;
};

struct AttachedDescription
{
    std::string name;
    LinkIndex link;
    /// In the frame of the link; padded with the values of the link.
    std::vector<PlacedDescribedShape> shapes;
    std::optional<std::vector<PlacedDescribedShape>> padded_shapes;
    std::set<std::string> touch_links;
};

struct WorldObjectDescription
{
    std::string name;
    /// In the model frame.
    std::vector<PlacedDescribedShape> shapes;
};

/// AllowedCollisionMatrix::getAllowedCollision() with its defaults; Never where it finds nothing.
enum class Allowed
{
    Never,
    Always,
    Conditional,
};

struct SceneDescription
{
    std::string group;
    gapless::IndexedVector<JointIndex, JointDescription> joints;
    gapless::IndexedVector<LinkIndex, LinkDescription> links;
    std::vector<AttachedDescription> attached;
    std::vector<WorldObjectDescription> world;
    /// By names of links, attached bodies and world objects. Empty: all pairs are checked.
    std::function<Allowed(const std::string&, const std::string&)> allowed;
    /// Pairs of links that the SRDF disables, the names of each in order: why the matrix allows them.
    std::set<std::pair<std::string, std::string>> srdf_disabled;
    /// MoveIt 2: attached bodies of two links may touch where one names the other among its touch links.
    bool touch_links_cover_attached = false;
    /// MoveIt 1: between quaternions of negative dot product the interpolation takes the long way round.
    bool long_way_between_quaternions = false;
};

}  // namespace gapless_moveit
