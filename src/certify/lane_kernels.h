// Eight intervals of a motion at once, in vector registers: where bodies are at their middles, and whether balls stay clear.
//
// A block is [begin, begin + width] in eight lanes; lane k is the interval of width h = width / 8 with the middle
// tm = begin + (k + 1/2) h. All poses are in the world.
//
// Bounds of a body over a lane. Let w be the rate at which its joint turns, a its axis, Omega the body's angular velocity and P its parent.
//   Omega = Omega_P + w a, and a is fixed in P: |Omega'| <= |Omega_P'| + w |Omega_P|. So with turn_P and turn_rate_P bounds of |Omega_P| and
//   |Omega_P'| over the lane, turn_rate = turn_rate_P + w turn_P, and turn is the smaller of |Omega(tm)| + (h/2) turn_rate, which is no sum
//   of magnitudes, and turn_P + w, which is never more than the rates together.
//   The origin is o = o_P + R_P l, l = offset + t shift:
//   o'' = o_P'' + Omega_P' x l + Omega_P x (Omega_P x l) + 2 Omega_P x shift (l and shift as seen from the world):
//   bend = bend_P + |l| (turn_P^2 + turn_rate_P) + 2 turn_P |shift|.
//   Where it is at the end of an arm, it is such a point itself: |arm| (turn^2 + turn_rate) is added.
//   A point at c in the body: bend + |c| (turn^2 + turn_rate), which is called its bend as well.
//   Two points x and y relative to each other, F a body that carries both: (x - y)'' = (x - o_F)'' - (y - o_F)'', and what the sum
//   above adds from F outwards bounds either: bend_x + bend_y - 2 bend_F.
//
// Balls against a convex set. x is the centre of a ball of radius r, v its velocity at tm, B its bend, O a convex set that stands still.
//   For every vector n of unit length, fixed in the world, and all t of the lane, |t - tm| <= h/2:
//   dist(x(t), O) >= n.x(t) - max over O of n.y >= n.x(tm) - max over O of n.y - |n.v| h/2 - B h^2/8.
//   So what is in the ball is farther from O than that less r. The gap is computed with n along a vector m that need not be of unit length
//   nor point to the nearest point: m.x - max over O of m.y - |m.v| h/2 - (r + B h^2/8 + clearance) |m| > 0. It is sharpest for m from the
//   nearest point to x; where x is in O, m is zero, and nothing is proven, nor where m is so short that its square underflows.
//   Two balls: O is the other centre, v the difference of velocities.
// Rectangles. In the ball's place a rectangle {x + sum s_k u_k, |s_k| <= 1} of a body, swept by a ball of radius r: its points move as
//   x(t) + sum s_k u_k(t), with the derivatives w_k = Omega x u_k of u_k at tm, and B is to bound the second derivatives of all of them. For
//   given s and m the bound above is the lesser of that at t = tm - h/2 and at tm + h/2, and at either the least over all s is
//   m.x +- m.v h/2 - sum over k of |m.u_k +- m.w_k h/2|.
//   m is sought by making points of the two sets each other's nearest in turn.
//   With an axis of the frame for n, the coordinates of all its points keep within (h/2) (|v_n| + sum |(w_k)_n|) + sum |(u_k)_n| + B h^2/8 of
//   x_n: a box for each lane. Between it and a node's no more than the gap along one axis is sought, in numbers of half the digits: grown
//   by what the gap has to be greater than and rounded outwards. The difference of two such numbers is off by a 2^-24th of itself, so
//   that its sign is right, and it is no smaller than the computed one less a 2^-22nd.
// Numbers are floats, of which twice as many are in a register; or doubles, by the same source, for chains in which floats would add up too much
// (float_error.h), for the hulls of objects (hull_lane.h), and as what tests compare floats with.
// Rounding: the caller's business (lane_prover.h). In the world's units every kernel makes fewer than 64 roundings of numbers bounded
//   by the coordinates, and sums of products of unit vectors.
//
// Redon, Kim, Lin, Manocha 2004 bound what links sweep over a whole motion by intervals; samples in lanes are of Thomason, Kingston,
// Kavraki: "Motions in Microseconds via Vectorized Sampling-Based Planning", ICRA 2024.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <gapless/collision/pair_error.h>
#include <gapless/core/rounding.h>
#include <gapless/geometry/convex.h>
#include <gapless/geometry/rss_tree.h>
#include <gapless/kinematics/motion.h>

#include "certify/world_box.h"

namespace gapless {

inline constexpr std::size_t kLanes = 8;
/// A bit for each.
inline constexpr std::uint32_t kAllLanes = (1U << kLanes) - 1U;

/// One number per lane. @tparam Number double or float, as below
template <class Number>
struct alignas(kLanes * sizeof(Number)) LanesOf
{
    Number at[kLanes];
};
using Lanes = LanesOf<double>;

/// A body at the middles of the lanes, and what holds over them; see the file comment.
template <class Number>
struct BodyLanesOf
{
    LanesOf<Number> R[9];  // row by row
    LanesOf<Number> p[3], omega[3], v[3];
    LanesOf<Number> turn, turn_rate, bend;
};
using BodyLanes = BodyLanesOf<double>;

template <class Number>
Vec3 vectorAt(const LanesOf<Number>* x, std::size_t lane)
{
    return {x[0].at[lane], x[1].at[lane], x[2].at[lane]};
}

template <class Number>
Pose poseAt(const BodyLanesOf<Number>& body, std::size_t lane)
{
    Pose X;
    for (std::size_t row = 0; row < 3; ++row)
        X.R.row(static_cast<Eigen::Index>(row)) = vectorAt(body.R + 3 * row, lane);
    X.p = vectorAt(body.p, lane);
    return X;
}

/// How a body moves relative to its parent, in the parent's frame; matrices column by column, as JointMotion has them.
template <class Number>
struct JointLanesOf
{
    Number cosine_part[9], sine_part[9], constant_part[9];
    Number axis[3];
    double angle, angle_rate;
    // Where the joint's axis is one of the body's axes or its opposite: from which of them it turns to which, and about which; these as the parent's
    // frame has them at an angle of 0, and which of that frame's axes each is. By a positive angle the first goes to cos first + sin second.
    bool is_aligned;
    double axis_sign;  ///< 1 where it is not
    std::size_t columns[3];
    Number fixed[3][3];
    static constexpr std::size_t kNoAxis = 3;
    std::size_t axes[3];  ///< kNoAxis: none
    Number offset[3], shift[3], arm[3];
    // Upper bounds, but for the rounding of floats: |l|, |shift|, |arm|, |angle_rate|.
    Number offset_length, shift_length, arm_length, turn;
    bool turns, shifts;  ///< else the angles, or `shift`, are 0
    bool is_far;         ///< the angles are too large for the vectors' sine and cosine
};
using JointLanes = JointLanesOf<double>;

/// @param m of the body's joint
template <class Number = double>
JointLanesOf<Number> jointLanes(const Body& body, const JointMotion& m);
/// Makes it that of another motion. @param joint jointLanes() of the same body
template <class Number>
void setMotion(const Body& body, const JointMotion& m, JointLanesOf<Number>& joint);

/// The centre of a ball at the middles, its velocity, and the bound of its second derivative.
template <class Number>
struct BallLanesOf
{
    LanesOf<Number> x[3], v[3], bend;
};
using BallLanes = BallLanesOf<double>;

/// The rectangle of a node (rss_tree.h), as the body that carries it sees it; sides without length are left out.
struct LaneRss
{
    double centre[3];
    double side[2][3];         ///< halves
    double inverse_square[2];  ///< of the lengths of these
    double reach;              ///< bound of the distance of its points from the body's origin
    std::size_t count;         ///< of sides
};

/// The same at the middles: its centre, with the bound of the second derivatives of all its points; its half sides, and their derivatives.
template <class Number>
struct RssLanesOf
{
    BallLanesOf<Number> centre;
    LanesOf<Number> side[2][3], swing[2][3];
    Number inverse_square[2];
    std::size_t count;
};
using RssLanes = RssLanesOf<double>;

/// What a kernel says of a ball or a rectangle, lane by lane.
struct LaneGaps
{
    double least;         ///< bound of the gaps over the lanes that were asked for and are apart, metres; infinite if none is
    std::uint32_t apart;  ///< bit k: the gap is greater than asked for, throughout lane k
    std::uint32_t apart_there;  ///< bit k: it is at the middle of lane k
    double depth;  ///< about how much it falls short of that at the worst middle of those asked for, metres; for choices of speed
};

/// What is asked of a ball, or a rectangle, and a set.
struct LaneTest
{
    double half_width;  ///< h / 2
    double radius;      ///< the balls' or nodes' and the convex set's, with all errors, metres
    double clearance;   ///< the gap has to be greater, metres
    std::uint32_t lanes;
};

/// {centre + sum of s_k axis_k, |s_k| <= half_k}, with `count` axes, unit and orthogonal up to rounding: a point, a segment, a rectangle or
/// a box. (A leaf's half axes are not unit: dividing them is three of the roundings.)
template <class Number>
struct LaneBoxOf
{
    Number centre[3];
    Number axis[3][3];
    Number half[3];
    std::size_t count;
};
using LaneBox = LaneBoxOf<double>;

/// {centre + s half, |s| <= 1}, swept by a disc of `radius` across the axis, which is of unit length.
template <class Number>
struct LaneCylinderOf
{
    Number centre[3], half[3], axis[3], half_length, radius;
};
using LaneCylinder = LaneCylinderOf<double>;

template <class Number>
struct LaneTriangleOf
{
    Number corner[3][3];
    Number edge[3][3];              ///< from corner k to the next
    Number edge_inverse_square[3];  ///< 0 for one without length
    Number normal[3];
    Number normal_inverse_square;  ///< 0: degenerate
    Number inwards[3][3];          ///< in the plane, across edge k
};
using LaneTriangle = LaneTriangleOf<double>;

LaneRss laneRss(const RssNode& node);
/// @pre a point, a segment, a rectangle or a box
template <class Number = double>
LaneBoxOf<Number> laneBox(const Convex& leaf);
template <class Number = double>
LaneCylinderOf<Number> laneCylinder(const Convex& leaf);
template <class Number = double>
LaneTriangleOf<Number> laneTriangle(const Convex& leaf);

/// Boxes, axis aligned.
template <class Number>
struct BoxLanesOf
{
    LanesOf<Number> low[3], high[3];
};
using BoxLanes = BoxLanesOf<double>;

inline WorldBox boxAt(const BoxLanes& boxes, std::size_t lane)
{
    const auto at = [lane](const Lanes& x) { return x.at[lane]; };
    return {{at(boxes.low[0]), at(boxes.low[1]), at(boxes.low[2])}, {at(boxes.high[0]), at(boxes.high[1]), at(boxes.high[2])}};
}

/// Which of eight boxes come near another one.
struct BoxQuestion
{
    const BoxLanes* others;
    std::uint32_t box;  ///< position in a list
    std::uint32_t lanes;
    double clearance;  ///< gaps have to be greater, metres
};

/// A node of what stands still, and the lanes in which it is not known to be apart.
struct LeftNode
{
    NodeIndex node;
    std::uint32_t lanes;
};

/// The kernels, compiled for one instruction set.
template <class Number>
struct LaneKernelsOf
{
    const char* target;
    void (*pose)(const JointLanesOf<Number>& joint, const BodyLanesOf<Number>& parent, double begin, double width,
                 BodyLanesOf<Number>& body);
    /// @param rounded set to the body in this kind of numbers
    void (*rounded)(const BodyLanes& body, BodyLanesOf<Number>& rounded);
    /// @param centre in the body's frame. @param reach bound of its length
    void (*placeBall)(const BodyLanesOf<Number>& body, const double* centre, double reach, BallLanesOf<Number>& ball);
    /// The ball as seen from a frame that stands still. @param R column by column
    void (*toFrame)(const BallLanesOf<Number>& ball, const double* R, const double* p, BallLanesOf<Number>& seen);
    /// @param box set to one that holds the ball of `radius` about the centre over the block
    void (*extent)(const BallLanesOf<Number>& ball, double half_width, double radius, WorldBox& box);
    /// @param near set, for each question, to the lanes asked for whose gap is not greater than the clearance, or is no number. @param least lowered
    ///        to a bound of the gaps of all else that was asked for, metres
    void (*nearBoxes)(const WorldBox* boxes, const BoxQuestion* questions, std::size_t count, std::uint8_t* near, double& least);
    /// Against a set in whose frame the ball is; of a node it is the rectangle, without the radius.
    LaneGaps (*ballNode)(const BallLanesOf<Number>& ball, const RssNode& node, const LaneTest& test);
    LaneGaps (*ballBox)(const BallLanesOf<Number>& ball, const LaneBoxOf<Number>& box, const LaneTest& test);
    LaneGaps (*ballCylinder)(const BallLanesOf<Number>& ball, const LaneCylinderOf<Number>& cylinder, const LaneTest& test);
    LaneGaps (*ballTriangle)(const BallLanesOf<Number>& ball, const LaneTriangleOf<Number>& triangle, const LaneTest& test);
    /// @param frame of a body that carries both, or null
    LaneGaps (*ballBall)(const BallLanesOf<Number>& a, const BallLanesOf<Number>& b, const BodyLanesOf<Number>* frame,
                         const LaneTest& test);
    void (*placeRss)(const BodyLanesOf<Number>& body, const LaneRss& node, RssLanesOf<Number>& rss);
    /// As toFrame().
    void (*rssToFrame)(const RssLanesOf<Number>& rss, const double* R, const double* p, RssLanesOf<Number>& seen);
    /// Boxes that hold the rectangle over each lane.
    void (*boxes)(const RssLanesOf<Number>& rss, double half_width, BoxLanesOf<Number>& boxes);
    /// Looks at the nodes' boxes (RssBox), from the root on; those that are not apart from these are opened down to the size of `large`. It
    /// tells less than the next kernel, and costs far less.
    /// @param test its radius is without the nodes'. @param left what is not apart is added. @param least lowered to a bound of the gaps of
    ///        all else, in the lanes asked for, metres
    /// @return false: after `most` nodes it is not done
    bool (*openByBoxes)(const BoxLanesOf<Number>& boxes, const RssTree& tree, double large, std::size_t most,
                        const LaneTest& test, std::vector<LeftNode>& left, double& least);
    /// As the balls' kernels.
    LaneGaps (*rssNode)(const RssLanesOf<Number>& rss, const RssNode& node, const LaneTest& test);
    LaneGaps (*rssBox)(const RssLanesOf<Number>& rss, const LaneBoxOf<Number>& box, const LaneTest& test);
    LaneGaps (*rssCylinder)(const RssLanesOf<Number>& rss, const LaneCylinderOf<Number>& cylinder, const LaneTest& test);
    LaneGaps (*rssTriangle)(const RssLanesOf<Number>& rss, const LaneTriangleOf<Number>& triangle, const LaneTest& test);
    /// The point that is farthest along n, or hardly less far than another. @param coordinates OuterHull::floats(). @param reach set to the
    ///        greatest n.x; off by less than kOfFarthest |n| times the greatest |x|, and kUnderflowOf<float>
    std::size_t (*farthest)(const float* coordinates, std::size_t count, const double* n, double& reach);
    /// The same for two n, without the points.
    void (*reaches)(const float* coordinates, std::size_t count, const double* first, const double* second, double (&reach)[2]);
    /// Sine and cosine of lanes, for tests. @pre |angle| <= kFarAngle
    void (*sineCosine)(const LanesOf<Number>& angle, LanesOf<Number>& sine, LanesOf<Number>& cosine);
};
using LaneKernels = LaneKernelsOf<double>;

/// Of the arithmetic in lanes: u; a factor for what has been computed from less than 2,000 sums and products of numbers that are not negative; lengths
/// whose squares may underflow.
template <class Number>
inline constexpr bool kIsFloat = std::is_same_v<Number, float>;
template <class Number>
inline constexpr double kRoundoffOf = kIsFloat<Number> ? 0x1p-24 : kUnitRoundoff;
template <class Number>
inline constexpr double kInflateOf = kIsFloat<Number> ? 1.0 + 0x1p-12 : kInflate;
template <class Number>
inline constexpr double kUnderflowOf = kIsFloat<Number> ? 1e-15 : kUnderflow;

/// Of products of n and points, both rounded to floats, and their sums: 5 u, and what that leaves out. No such product may overflow.
inline constexpr double kOfFarthest = 6.0 * kRoundoffOf<float>;

/// Beyond it, radians per motion, the angles of a block are too many turns for floats.
inline constexpr double kFarRate = 128.0;
/// Beyond it, radians, the reduction of an angle to a quarter turn loses digits.
inline constexpr double kFarAngle = 0x1p20;

/// For the best instruction set that the processor has (hwy/targets.h: a test may disable some).
template <class Number = double>
const LaneKernelsOf<Number>& laneKernels();
template <>
const LaneKernels& laneKernels<double>();
template <>
const LaneKernelsOf<float>& laneKernels<float>();

}  // namespace gapless
