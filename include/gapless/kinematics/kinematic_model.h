// Bodies joined by joints into one tree under the world: all robots and obstacles of a scene.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <gapless/core/index.h>
#include <gapless/core/types.h>

namespace gapless {

/// Into KinematicModel::bodies().
using BodyIndex = Index<struct Body>;
/// The body that all others hang on.
inline constexpr BodyIndex kWorld{0};

enum class JointType
{
    Fixed,
    Revolute,    ///< one variable, radians; interpolated as R^1
    Continuous,  ///< one variable, radians; interpolated as SO(2), the short way round
    Prismatic,   ///< one variable, metres
    /// x, y, theta; interpolated as SE(2). `axis` is the normal n of the plane; x and y run along the images of the joint frame's
    /// x and y axes under the shortest turn that takes its z axis to n (for n = -z: the one that Eigen's FromTwoVectors takes).
    Planar,
    Floating,  ///< x, y, z, qx, qy, qz, qw; interpolated as SE(3)
};

/// Number of configuration variables of a joint that is not a mimic joint: 0, 1, 3 or 7.
int variableCount(JointType type);

/// Whether a joint shifts its body's origin, and whether it turns the body.
inline bool shifts(JointType type)
{
    return type == JointType::Prismatic || type == JointType::Planar || type == JointType::Floating;
}
inline bool turns(JointType type)
{
    return type != JointType::Fixed && type != JointType::Prismatic;
}

/// value = multiplier * (value of the joint of body `master`) + offset. Radians or metres.
struct Mimic
{
    BodyIndex master = kWorld;
    double multiplier = 1.0;
    double offset = 0.0;
};

/// The joint that moves a body relative to its parent: X_PB(q) = X_PJ * X_J(q).
struct Joint
{
    std::string name;
    JointType type = JointType::Fixed;
    /// Unit axis in the joint frame J (unused by Fixed and Floating).
    Vec3 axis = Vec3::UnitZ();
    /// Limits per variable; empty where the joint has none (Continuous, rotations of Planar and Floating are unlimited;
    /// for those two only the translations' limits are read, entries 0.. in the order of the variables).
    std::vector<double> lower, upper;
    std::optional<Mimic> mimic;
};

/// One rigid body: links joined by fixed joints are one body.
struct Body
{
    std::string name;
    /// The world is its own.
    BodyIndex parent = kWorld;
    /// Pose of the joint frame in the parent body.
    Pose X_PJ;
    Joint joint;
    /// Index of the joint's first variable in a configuration; none for fixed and mimic joints.
    std::optional<int> variable;
    /// Which robot the body belongs to; none for the world and obstacles.
    std::optional<int> robot;
    /// True if no variable moves the body relative to the world; X_WB is then its pose there.
    bool is_static = true;
    Pose X_WB;

    /// Static and not turned: directions in its frame are directions in the world, exactly.
    bool isAlignedWithWorld() const { return is_static && X_WB.R == Mat3::Identity(); }
};

/// A tree of bodies rooted in body 0, the world. Parents precede their children.
///
/// A configuration is one vector with the variables of all joints that are neither fixed nor mimic, in the order in which
/// their bodies were added.
class KinematicModel
{
public:
    KinematicModel();

    /// Adds a body and returns its index. The rotation of `X_PJ` is made orthonormal to rounding.
    /// @throws InputError for an unknown parent, a rotation that is off by more than 1e-9, a zero or non-finite axis (others are normalised), limits of the wrong
    ///         number or order, a mimic of a joint that is missing, itself a mimic, or of more than one variable, or a
    ///         mimic of a continuous joint whose multiplier is not an integer (it would jump at the wrap).
    BodyIndex addBody(const std::string& name, BodyIndex parent, const Pose& X_PJ, Joint joint, std::optional<int> robot = {});

    /// Puts a body that is fixed to the world, and that carries none, elsewhere. @param X_WB its new pose in the world
    /// @throws InputError if it is no such body, or the pose is none, as addBody() has it
    void place(BodyIndex body, const Pose& X_WB);

    /// The bodies of which `keep` says so (the world stays), each as it is to the last bit; variables are numbered anew, in the same order.
    /// @param numbers becomes where each body is in the result; none for those left out
    /// @throws InputError if a body is kept, and its parent, or that of the joint that it mimics, is not, or `keep` is not of all bodies.
    KinematicModel only(const IndexedVector<BodyIndex, char>& keep,
                        IndexedVector<BodyIndex, std::optional<BodyIndex>>& numbers) const;

    /// Never 0. Two models with the same id have the same bodies: a copy keeps it, every change gives a new one.
    std::uint64_t id() const { return id_; }
    const IndexedVector<BodyIndex, Body>& bodies() const { return bodies_; }
    const Body& body(BodyIndex index) const { return bodies_[index]; }
    /// Bodies that a variable moves, parents first.
    const std::vector<BodyIndex>& movingBodies() const { return moving_; }
    int configurationSize() const { return configuration_size_; }
    /// Nearest common ancestor of two bodies (a body is its own ancestor).
    [[nodiscard]] BodyIndex commonAncestor(BodyIndex a, BodyIndex b) const;
    /// The body that the named joint moves.
    [[nodiscard]] std::optional<BodyIndex> findJoint(const std::string& name) const;
    /// Every variable at 0, or at the limit nearest to 0; floating joints at the identity.
    Configuration defaultConfiguration() const;
    /// @throws InputError if the size is wrong, a value is not finite, or a quaternion is not of unit length within 1e-6.
    void validate(const Configuration& q) const;
    /// Limits of revolute and prismatic joints, by variable; infinite where there are none, and for all others.
    const Eigen::VectorXd& lowerLimits() const { return lower_; }
    const Eigen::VectorXd& upperLimits() const { return upper_; }
    /// Takes the values of continuous joints and the angles of planar ones into [-pi, pi), see normalizedAngle().
    void normalizeAngles(Configuration& q) const;

private:
    BodyIndex append(Body body);

    std::uint64_t id_;
    IndexedVector<BodyIndex, Body> bodies_;
    IndexedVector<BodyIndex, int> depth_;
    std::vector<BodyIndex> moving_;
    bool floats_ = false;  // some body does
    Eigen::VectorXd lower_, upper_;
    int configuration_size_ = 0;
};

}  // namespace gapless
