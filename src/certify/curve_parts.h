// A robot's curve as a binary tree of intervals of its parameter, with poses, bounds of motion and boxes.
//
// Inner nodes that hold several pieces have boxes alone. From a piece downwards a node lies in a straight motion with a tube, at the dyadic times of which
// poses are computed once. Bounds are those seen from the world: two robots at independent times have no other frame in common that stands still.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <gapless/certify/robot_curve.h>
#include <gapless/kinematics/motion_bound.h>

#include "certify/curve_straightener.h"
#include "certify/swept_pairs.h"

namespace gapless {

/// One object of the robot during a straight motion, seen from the world; metres, of the whole motion.
struct ObjectMotion
{
    const CollisionObject* object = nullptr;
    double acceleration = 0.0;  ///< bound of the second derivative of any point
    double travel = 0.0;        ///< bound of any point's path length
    double tube = 0.0;          ///< how far the curve's points may be from the motion's
    double error = 0.0;         ///< objectError(): of computed points
    bool is_aligned = false;    ///< never turned, exactly
    bool goes_either_way = false;
};

class RobotCurve::Parts
{
public:
    struct Straight
    {
        Motion motion;
        PoseCache poses;
        std::vector<ObjectMotion> objects;  ///< by place in robotObjects()
        double travel = 0.0;                ///< the largest of theirs, metres
        double tube = 0.0;

        /// For CurveStraightener::start().
        void resetTube(const Configuration& from, const Configuration& to, const MotionTube& tube);
        const KinematicModel* model = nullptr;
    };

    struct Node
    {
        double begin = 0.0, end = 1.0;           ///< of the parameter, exact
        int left = -1, right = -1;               ///< none yet
        Straight* straight = nullptr;            ///< none yet, or several pieces
        double at = 0.0, width = 1.0;            ///< of the straight motion
        int first = -1, middle = -1, last = -1;  ///< instants of its poses
        std::vector<WorldBox> boxes;             ///< by object; empty: none yet

        bool isOfOnePiece() const { return end - begin <= 1.0; }
    };
    static constexpr int kWhole = 0;
    /// No node is narrower, no curve has more: parameters would no longer be exact.
    static constexpr double kNarrowest = 0x1p-40;
    static constexpr std::size_t kMostPieces = 4096;

    Parts(std::shared_ptr<const Scene> scene, int robot);
    /// Straight motions.
    void begin(std::vector<Configuration> waypoints);
    void begin(std::vector<CurvePiece> pieces);

    const Scene& scene() const { return *scene_; }
    int robot() const { return robot_; }
    double end() const { return nodes_.front().end; }
    const Node& operator[](int node) const { return nodes_[static_cast<std::size_t>(node)]; }

    /// Makes its two halves, unless they are there. @pre it has several pieces, or is wider than kNarrowest
    void halve(int node);
    /// Makes the straight motion, its ends and its middle, unless they are there. @pre it is of one piece
    Straight& prepare(int node);
    /// Each holds what the object sweeps in that interval, the tube and all rounding included; a box of an object with a half turn
    /// (Motion::goesEitherWay()) is infinite.
    const std::vector<WorldBox>& boxes(int node);
    /// Holds all of boxes(kWhole).
    const Eigen::AlignedBox3d& box();
    /// About how far the robot moves there: infinite where there are several pieces.
    double travel(int node);

private:
    void addPieces(std::size_t count);
    void addPieces(int node, int begin, int end);
    void makeStraight(int node);
    void bound(Straight& straight);
    WorldBox boxBetween(Straight& straight, const Node& node, std::size_t object) const;

    std::shared_ptr<const Scene> scene_;
    int robot_;
    std::vector<ObjectIndex> objects_;
    std::vector<Configuration> waypoints_;  // of straight motions; or
    std::vector<CurvePiece> pieces_;        // of curves
    std::optional<CurveStraightener> straightener_;
    std::vector<Node> nodes_;
    std::optional<Eigen::AlignedBox3d> box_;
    std::vector<std::unique_ptr<Straight>> straights_;
};

}  // namespace gapless
