// Where every body is at t in [0,1]: one motion for all joint types.
//
// Within a motion every joint moves its child relative to its parent by a translation of constant rate followed by a rotation
// of constant rate about a fixed axis (Redon, Kim, Lin, Manocha 2004, eqs 2-6):
//   X_PB(t) = X_PJ * Trans(translation + t * translation_rate) * R_start * Rot(axis, angle + t * angle_rate) * Trans(arm).
// That is OMPL's interpolation of R^n (bounded revolute and prismatic joints), SO(2) (the short way round), SE(2) and SE(3)
// (linear in the translation, slerp in the rotation, the sign of the second quaternion chosen as SO3StateSpace chooses it).
// OMPL 1.5.2 copies the first rotation, even at t = 1, when two rotations are very close (up to 9e-5 rad); this motion goes on to the
// second, and rotationError() covers the difference, so that both curves are certified.
// Values of continuous joints and angles of planar ones mean OMPL's short way whatever their size: they are taken as normalizedAngle() has
// them, and rotationError() covers what that turns the joint by. Revolute joints turn by the difference of their values, however large.
//
// Half turns. Where rounding decides which way round a joint goes (src/kinematics/way_round.h), OMPL may take the other way than the formula.
// Whatever the two turns are, the norm of their difference is at most kAnyRotation; that is then the joint's rotation_slack. What is proven
// with rotationError() is so for both ways, and little is: whoever certifies says undecided where goesEitherWay(), and halfTurn() names
// the joint. A way-point on the way settles it.
//
// Tubes. Curves, and controllers that follow them only so well, are proven by straight motions with a tube: all that is within stated
// deviations of a straight motion, joint by joint, at every t. Of a tube Motion has the straight motion, with joint values taken
// literally: none is normalised, and a continuous joint from 0 to 10 turns by 10 radians. How far the deviations move bodies relative to
// each other tells MotionBound::tube(); poses and the bounds of their rounding are the straight motion's.
//
// Turns of cars. A planar joint of a tube's motion may turn about a fixed centre instead of going straight: its body's origin is on a circle,
// at the end of `arm`. The arm of every other joint is zero.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <gapless/kinematics/kinematic_model.h>

namespace gapless {

/// No two rotations differ by more, in the spectral norm.
inline constexpr double kAnyRotation = 2.0;

/// One joint during a motion; see the file comment for the formula.
struct JointMotion
{
    Vec3 translation = Vec3::Zero();
    Vec3 translation_rate = Vec3::Zero();
    Mat3 R_start = Mat3::Identity();
    Vec3 axis = Vec3::UnitZ();
    double angle = 0.0;
    double angle_rate = 0.0;
    /// From the axis to the body's origin, as the body sees it, and an upper bound of its length; metres.
    Vec3 arm = Vec3::Zero();
    double arm_length = 0.0;
    /// OMPL may hold the first rotation instead of turning, or turn the other way (see the file comment): the norm of the difference.
    double rotation_slack = 0.0;
    /// For a mimic joint: magnitude of the terms whose sums are its value and rate, radians or metres; they may cancel.
    double mimic_magnitude = 0.0;
    /// R_PB(t) = cos(a) cosine_part + sin(a) sine_part + constant_part with a = angle + t * angle_rate.
    Mat3 cosine_part = Mat3::Zero(), sine_part = Mat3::Zero(), constant_part = Mat3::Identity();
};

/// How far a joint may be from its JointMotion at each t, upper bounds: radians about the axis (of a floating joint, about any), metres.
struct JointDeviation
{
    double turn = 0.0, shift = 0.0;
};

/// A planar joint that turns at constant rate about a fixed centre: x and y are those of centre + Rot(theta) arm, theta going straight.
struct PlanarTurn
{
    int variable = 0;                                                                 ///< the first of the joint's three
    Eigen::Vector2d centre = Eigen::Vector2d::Zero(), arm = Eigen::Vector2d::Zero();  ///< metres; the arm as the body sees it
};

/// What is proven about a literal motion from one configuration to another.
struct MotionTube
{
    /// By variable, not negative, radians or metres; of a floating joint's rotation the first of the four is the angle, and the others are 0.
    Configuration deviation;
    /// Joints that turn: their x and y of the two configurations are not looked at.
    std::vector<PlanarTurn> turns;

    MotionTube(Configuration by_variable = {}) : deviation(std::move(by_variable)) {}  // NOLINT: mostly that is all
};

/// The straight motion between two configurations of a model. The model must outlive it.
class Motion
{
public:
    Motion() = default;
    /// @throws InputError if a configuration does not fit the model.
    Motion(const KinematicModel& model, const Configuration& q0, const Configuration& q1);
    /// Re-uses memory. `q0` and `q1` are not validated.
    void reset(const KinematicModel& model, const Configuration& q0, const Configuration& q1);
    /// The literal motion from q0 to q1, with the tube about it.
    /// @param tube not validated either.
    void resetTube(const KinematicModel& model, const Configuration& q0, const Configuration& q1, const MotionTube& tube);

    bool hasTube() const { return has_tube_; }
    /// Zero without a tube. Mimic joints deviate as their masters make them.
    JointDeviation deviation(BodyIndex body) const { return has_tube_ ? deviations_[body] : JointDeviation(); }

    const KinematicModel& model() const { return *model_; }
    const JointMotion& joint(BodyIndex body) const { return joints_[body]; }
    /// The pose of a body relative to its parent at t.
    Pose relativePose(BodyIndex body, double t) const;
    /// The pose of a body in the world at t, computed along its chain. PoseCache is the fast way.
    Pose worldPose(BodyIndex body, double t) const;

    /// Rounding: for every t, the computed rotation of the body is within rotationError (spectral norm) of the exact one, and
    /// the computed position of its origin within positionError metres; so a point at distance r from the origin is off by
    /// at most positionError + rotationError * r. Proof in motion.cpp.
    double rotationError(BodyIndex body) const { return rotation_error_[body]; }
    double positionError(BodyIndex body) const { return position_error_[body]; }

    /// Whether rounding decides how this body, or one that carries it, turns: its pose between the ends is then one of two.
    [[nodiscard]] bool goesEitherWay(BodyIndex body) const { return rotationError(body) >= kAnyRotation; }
    /// The first body whose joint makes such a half turn.
    [[nodiscard]] std::optional<BodyIndex> halfTurn() const { return half_turn_; }

private:
    enum class Turning
    {
        ShortWay,
        Literal
    };
    void reset(const KinematicModel& model, const Configuration& q0, const Configuration& q1, Turning turning);
    void turnAbout(const PlanarTurn& turn);
    void boundRounding(bool of_static_bodies);

    const KinematicModel* model_ = nullptr;
    std::uint64_t model_id_ = 0;
    std::optional<BodyIndex> half_turn_;
    IndexedVector<BodyIndex, JointMotion> joints_;
    IndexedVector<BodyIndex, double> rotation_error_, position_error_;
    /// Bound of the coordinates of each body's origin.
    IndexedVector<BodyIndex, double> coordinate_;
    /// From each body's parent to its joint.
    IndexedVector<BodyIndex, double> offset_length_;
    bool has_tube_ = false;
    IndexedVector<BodyIndex, JointDeviation> deviations_;
};

/// @throws InputError if `tube` is none that Motion::resetTube() takes.
void validateTube(const KinematicModel& model, const MotionTube& tube);

/// The configuration at t, as the motion has it (mimic joints are not part of a configuration).
Configuration interpolate(const KinematicModel& model, const Configuration& q0, const Configuration& q1, double t);

}  // namespace gapless
