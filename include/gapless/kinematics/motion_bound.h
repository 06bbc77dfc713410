// Upper bounds of how far, and how crookedly, the points of an object travel during a motion.
//
// Notation, for one object on body i and one ancestor F of i: the joints below F on the way to i are numbered from F outwards.
// Joint d turns at rate w_d = |angle_rate| and shifts at rate v_d = |translation_rate| (per unit of t; its shift comes before
// its turn). R_d, the lever arm, bounds the distance from d's axis of every point of the object during the motion. The
// lever arm of a joint depends only on what lies outwards of it, so prismatic extents and fixed offsets all count.
//
// Travel (Schwarzer, Saha, Latombe 2002, section 3.3). Seen from F, the velocity of a point is the sum of the joints'
//   contributions, of length at most w_d R_d + v_d. The length of its path over an interval of width h is therefore at most
//   h * sum_d (w_d R_d + v_d) = h * travel(F). With F the nearest common ancestor of two bodies, travel_i(F) + travel_j(F)
//   bounds the relative travel; it is smaller than the paper's lambda_i + lambda_j by what they share, and zero for the
//   ancestor itself.
// Acceleration. The second derivative of a point is the sum over ordered pairs (j, k) of joints of rate_j rate_k times the
//   mixed partial derivative. For p closer to F than d: two turns give w_p x (w_d x r), length <= w_p w_d R_d; a turn p and a
//   shift d give at most w_p v_d; a shift p and anything outwards give 0 (a shift's direction does not depend on joints
//   outwards of it). A joint with itself: w_d^2 R_d, shifts 0. Summed over both orders:
//   acceleration(F) = sum_d w_d R_d (w_d + 2 W_d) + 2 v_d W_d, W_d = sum of w_p over p closer to F than d.
// Acceleration along a direction n, fixed as seen from F. As n.(w_p x y) = (n x w_p).y, a turn p counts with its rate across n alone:
//   along n = sum_d w_d R_d (w_d c_d + 2 C_d) + 2 v_d C_d, C_d = sum of w_p c_p over p closer to F than d,
//   where c_p >= |n x a_p| for its axis a_p, of unit length. Over times that are at most h from an instant at which a_p is known, c_p is at
//   most |n x a_p| there plus h W_p: the joints closer to F turn a_p, at a rate of at most W_p. What slides along a face and turns about
//   its normal does not come nearer to it, however fast.
// Chord. A point whose acceleration is at most A stays within A h^2 / 8 of the chord of its path, at equal parameters: the
//   difference e vanishes at both ends, |e''| <= A, and |e(s)| <= A s (h - s) / 2 <= A h^2 / 8.
// Tube. Let e_d and f_d bound how far joint d may turn and shift away from the motion (JointDeviation). From the motion's configuration at t
//   to one of the tube the joints are moved one after the other, those closer to F first. When it is d's turn, the joints outwards are still
//   as the motion has them, and its lever arm depends on no others: seen from F, a point is moved by at most e_d R_d + f_d, and in all by
//   at most tube(F) = sum_d (e_d R_d + f_d). (A floating joint may deviate about any axis: R_d is from its origin, then; that of a joint that
//   turns about a centre, from the body's origin, about which its angle is stated to be off.) Two objects that F
//   carries both come nearer to each other by no more than both tubes.
#pragma once

#include <vector>

#include <gapless/geometry/collision_geometry.h>
#include <gapless/kinematics/pose_cache.h>

namespace gapless {

class MotionBound
{
public:
    /// Lever arms from link lengths and extents alone: valid at every t of the motion.
    /// R_d <= (distance of the next joint's origin from d's axis) + (sum of the offsets outwards) + reach of the object.
    void reset(const Motion& motion, BodyIndex body, const CollisionGeometry& geometry);

    /// The same, then shortened where the pose at the instant `middle` (t = 1/2) shows that the arm is folded:
    /// R_d <= distance of the object's ball from d's axis at t = 1/2 + half of the travel of the joints outwards of d.
    void reset(const Motion& motion, BodyIndex body, const CollisionGeometry& geometry, PoseCache& poses, int middle);
    /// The same of a part of the object. @param part a ball, in the body's frame, that holds it
    void reset(const Motion& motion, BodyIndex body, const Ball& part, PoseCache& poses, int middle);

    /// Bound of the path length over the whole motion of any point of the object, seen from an ancestor, metres.
    double travel(BodyIndex ancestor = kWorld) const;
    /// Bound of the length of the second derivative by t of any point of the object, seen from an ancestor, metres.
    double acceleration(BodyIndex ancestor = kWorld) const;
    /// Bound of how far any point of the object, seen from an ancestor, is in the motion's tube from where the motion has it, metres.
    double tube(BodyIndex ancestor = kWorld) const;

    /// A joint that moves the object as seen from an ancestor F, at one instant.
    struct Turn
    {
        Vec3 axis;          ///< a_d, in F
        double axis_error;  ///< of its rounding
        double rate;        ///< w_d
        double lever;       ///< R_d, metres
        double shift;       ///< v_d, metres
        double drift;       ///< W_d
    };
    /// Appends those joints, from F outwards. @param R_WF of the ancestor at that instant
    void addTurns(const Motion& motion, PoseCache& poses, int instant, BodyIndex ancestor, const Mat3& R_WF,
                  std::vector<Turn>& turns) const;
    /// Bound of |n.x''| of any point of the object, metres, for times at most `h` from the instant of its turns, at [begin, end).
    /// @param n of unit length to 16 roundings, in F
    static double accelerationAlong(const Vec3& n, double h, const Turn* begin, const Turn* end);
    /// What that is at least, whatever n and the axes are. For choices of speed.
    double leastAccelerationAlong(BodyIndex ancestor, double h) const;

private:
    struct Arm
    {
        BodyIndex parent;  // body that the joint moves relative to
        BodyIndex body;    // body that the joint moves
        double turn;       // w_d
        double shift;      // v_d
        double lever;      // R_d
        JointDeviation deviation;
        double deviation_lever;
        bool turns_about_any;  // of the deviation: its lever is from the body's origin
    };
    /// @param reach bound of the distance of the object's points from the body's origin
    void collect(const Motion& motion, BodyIndex body, double reach);
    void shorten(const Motion& motion, BodyIndex body, const Ball& ball, double reach, PoseCache& poses, int middle);

    std::vector<Arm> arms_;  // from the object's own joint towards the world
};

}  // namespace gapless
