#include "certify/curve_parts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <gapless/certify/robot_pair.h>
#include <gapless/collision/pair_error.h>
#include <gapless/core/error.h>
#include <gapless/core/rounding_environment.h>

namespace gapless {

namespace {

/// A part of a piece gets a straight motion of its own where the tube is more than this share of what the robot travels in it. A choice of speed.
constexpr double kMostTubeShare = 0.05;
/// Boxes are made of those of the halves while the chord may be off by more than this share of the object's reach, down to some width.
constexpr double kBentBox = 0.1, kNarrowestBox = 0.125;

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

void enclose(WorldBox& box, const WorldBox& other)
{
    for (int k = 0; k < 3; ++k)
    {
        box.low[k] = std::min(box.low[k], other.low[k]);
        box.high[k] = std::max(box.high[k], other.high[k]);
    }
}

/// About the geometry at a pose: within its box and its ball. Rounded to nearest.
WorldBox boxAtPose(const CollisionGeometry& geometry, const Pose& X_WB)
{
    const Vec3 centre = X_WB * geometry.boxCentre(), half = X_WB.R.cwiseAbs() * geometry.boxHalfExtents();
    const Vec3 ball = X_WB * geometry.centre();
    WorldBox box;
    for (int k = 0; k < 3; ++k)
    {
        box.low[k] = std::max(centre[k] - half[k], ball[k] - geometry.radius());
        box.high[k] = std::min(centre[k] + half[k], ball[k] + geometry.radius());
    }
    return box;
}

}  // namespace

void RobotCurve::Parts::Straight::resetTube(const Configuration& from, const Configuration& to, const MotionTube& about)
{
    motion.resetTube(*model, from, to, about);
}

RobotCurve::Parts::Parts(std::shared_ptr<const Scene> scene, int robot) : scene_(std::move(scene)), robot_(robot)
{
    requireRounding();
    if (!scene_)
        throw InputError("a robot's curve needs a scene");
    const auto& bodies = scene_->model().bodies();
    if (std::none_of(bodies.begin(), bodies.end(), [&](const Body& body) { return body.robot == robot; }))
        throw InputError("the scene has no robot " + std::to_string(robot) + ", of those that begin with 0");
    objects_ = robotObjects(*scene_, robot);
}

void RobotCurve::Parts::begin(std::vector<Configuration> waypoints)
{
    if (waypoints.size() < 2)
        throw InputError("a robot's straight motions need two configurations at least");
    for (const Configuration& q : waypoints)
        scene_->model().validate(q);
    addPieces(waypoints.size() - 1);
    waypoints_ = std::move(waypoints);
}

void RobotCurve::Parts::begin(std::vector<CurvePiece> pieces)
{
    addPieces(pieces.size());
    pieces_ = std::move(pieces);
    straightener_.emplace(*scene_);
}

void RobotCurve::Parts::addPieces(std::size_t count)
{
    if (count > kMostPieces)
        throw InputError("a robot's curve has " + std::to_string(count) + " pieces; at most " + std::to_string(kMostPieces)
                         + " are taken");
    nodes_.emplace_back();
    addPieces(kWhole, 0, static_cast<int>(count));
}

/// Makes the node, and all below it, hold those pieces.
void RobotCurve::Parts::addPieces(int node, int begin, int end)
{
    nodes_[static_cast<std::size_t>(node)].begin = begin;
    nodes_[static_cast<std::size_t>(node)].end = end;
    if (end - begin == 1)
        return;
    const int left = static_cast<int>(nodes_.size()), middle = begin + (end - begin) / 2;
    nodes_[static_cast<std::size_t>(node)].left = left;
    nodes_[static_cast<std::size_t>(node)].right = left + 1;
    nodes_.emplace_back();
    nodes_.emplace_back();
    addPieces(left, begin, middle);
    addPieces(left + 1, middle, end);
}

void RobotCurve::Parts::halve(int index)
{
    Node& node = nodes_[static_cast<std::size_t>(index)];
    if (node.left >= 0)
        return;
    if (!node.straight)
        makeStraight(index);
    Straight* const straight = node.straight;
    if (node.middle < 0)
        node.middle = straight->poses.addInstant(node.at + 0.5 * node.width);
    Node left, right;
    left.begin = node.begin;
    left.end = right.begin = 0.5 * (node.begin + node.end);
    right.end = node.end;
    // Seen from the world the curve of a part may bend less, and its tube be narrower by more, than those of the whole.
    if (pieces_.empty() || !(straight->tube > kMostTubeShare * straight->travel * 0.5 * node.width))
    {
        left.straight = right.straight = straight;
        left.width = right.width = 0.5 * node.width;
        left.at = node.at;
        right.at = node.at + left.width;
        left.first = node.first;
        left.last = right.first = node.middle;
        right.last = node.last;
    }
    // Should memory run out, there are no halves that are not there.
    const int first = static_cast<int>(nodes_.size());
    nodes_.push_back(left);
    nodes_.push_back(right);
    nodes_[static_cast<std::size_t>(index)].left = first;
    nodes_[static_cast<std::size_t>(index)].right = first + 1;
}

void RobotCurve::Parts::makeStraight(int index)
{
    Node& node = nodes_[static_cast<std::size_t>(index)];
    auto straight = std::make_unique<Straight>();
    straight->model = &scene_->model();
    const auto k = static_cast<std::size_t>(std::floor(node.begin));
    if (pieces_.empty())
        straight->motion.reset(scene_->model(), waypoints_[k], waypoints_[k + 1]);
    else
    {
        const CurvePiece& piece = pieces_[k];
        const double begin = node.begin - static_cast<double>(k), end = node.end - static_cast<double>(k);
        if (begin == 0.0 && end == 1.0)
            straightener_->take(piece);
        else
        {
            std::vector<JointFunction> variables;
            for (const JointFunction& f : piece.variables)
                variables.push_back(f.part(begin, end));
            straightener_->take(piece, variables, begin, end);
        }
        straightener_->start(*straight);
    }
    bound(*straight);
    const int first = straight->poses.addInstant(0.0), last = straight->poses.addInstant(1.0);
    // The node has it only once it is kept, should memory run out.
    straights_.push_back(std::move(straight));
    node.straight = straights_.back().get();
    node.at = 0.0;
    node.width = 1.0;
    node.first = first;
    node.last = last;
}

/// Begins its poses, and bounds how the objects move.
void RobotCurve::Parts::bound(Straight& straight)
{
    straight.poses.resetForRobot(straight.motion, robot_);
    const int middle = straight.poses.addInstant(0.5);
    MotionBound bound;
    for (const ObjectIndex i : objects_)
    {
        ObjectMotion m;
        m.object = &scene_->object(i);
        const Body& body = scene_->model().body(m.object->body);
        if (!body.is_static)
        {
            bound.reset(straight.motion, m.object->body, *m.object->geometry, straight.poses, middle);
            m.acceleration = bound.acceleration();
            m.travel = bound.travel();
            m.tube = bound.tube();
        }
        m.error = objectError(straight.motion, *m.object);
        m.is_aligned = body.isAlignedWithWorld();
        m.goes_either_way = straight.motion.goesEitherWay(m.object->body);
        straight.travel = std::max(straight.travel, m.travel);
        straight.tube = std::max(straight.tube, m.tube);
        straight.objects.push_back(m);
    }
}

RobotCurve::Parts::Straight& RobotCurve::Parts::prepare(int index)
{
    if (!nodes_[static_cast<std::size_t>(index)].straight)
        makeStraight(index);
    Node& node = nodes_[static_cast<std::size_t>(index)];
    if (node.middle < 0)
        node.middle = node.straight->poses.addInstant(node.at + 0.5 * node.width);
    return *node.straight;
}

/// @pre the node has a straight motion
WorldBox RobotCurve::Parts::boxBetween(Straight& straight, const Node& node, std::size_t object) const
{
    const ObjectMotion& m = straight.objects[object];
    const CollisionGeometry& geometry = *m.object->geometry;
    const Pose X_first = straight.poses.pose(node.first, m.object->body), X_last = straight.poses.pose(node.last, m.object->body);
    WorldBox box = boxAtPose(geometry, X_first);
    enclose(box, boxAtPose(geometry, X_last));
    // Chords between the ends are in the hull, and the points no farther from them than the bound of their accelerations lets them be. The last
    // term is for the arithmetic of boxAtPose().
    const double coordinate = std::max(X_first.p.norm(), X_last.p.norm()) + geometry.reach();
    double grow =
        (0.125 * m.acceleration * node.width * node.width + m.tube + m.error + 64.0 * kUnitRoundoff * coordinate) * kInflate;
    if (m.goes_either_way)
        grow = kUnbounded;
    for (int k = 0; k < 3; ++k)
    {
        box.low[k] -= grow;
        box.high[k] += grow;
    }
    return box;
}

const std::vector<WorldBox>& RobotCurve::Parts::boxes(int index)
{
    if (nodes_[static_cast<std::size_t>(index)].boxes.empty() && !objects_.empty())
    {
        const bool is_of_one = nodes_[static_cast<std::size_t>(index)].isOfOnePiece();
        if (is_of_one && !nodes_[static_cast<std::size_t>(index)].straight)
            makeStraight(index);
        const auto isBent = [&] {
            const Node& node = nodes_[static_cast<std::size_t>(index)];
            const auto bends = [&](const ObjectMotion& m) {
                return 0.125 * m.acceleration * node.width * node.width > kBentBox * m.object->geometry->reach();
            };
            const std::vector<ObjectMotion>& objects = node.straight->objects;
            return node.width > kNarrowestBox && std::any_of(objects.begin(), objects.end(), bends);
        };
        std::vector<WorldBox> boxes;
        if (!is_of_one || isBent())
        {
            halve(index);
            boxes = this->boxes(nodes_[static_cast<std::size_t>(index)].left);
            const std::vector<WorldBox>& right = this->boxes(nodes_[static_cast<std::size_t>(index)].right);
            for (std::size_t i = 0; i < boxes.size(); ++i)
                enclose(boxes[i], right[i]);
        }
        else
        {
            const Node& node = nodes_[static_cast<std::size_t>(index)];
            for (std::size_t i = 0; i < objects_.size(); ++i)
                boxes.push_back(boxBetween(*node.straight, node, i));
        }
        nodes_[static_cast<std::size_t>(index)].boxes = std::move(boxes);
    }
    return nodes_[static_cast<std::size_t>(index)].boxes;
}

const Eigen::AlignedBox3d& RobotCurve::Parts::box()
{
    if (!box_)
    {
        Eigen::AlignedBox3d all;
        for (const WorldBox& box : boxes(kWhole))
            all.extend(Eigen::AlignedBox3d(Eigen::Map<const Vec3>(box.low), Eigen::Map<const Vec3>(box.high)));
        box_ = all;
    }
    return *box_;
}

double RobotCurve::Parts::travel(int index)
{
    if (!nodes_[static_cast<std::size_t>(index)].isOfOnePiece())
        return kUnbounded;
    if (!nodes_[static_cast<std::size_t>(index)].straight)
        makeStraight(index);
    const Node& node = nodes_[static_cast<std::size_t>(index)];
    return node.straight->travel * node.width;
}

RobotCurve::RobotCurve(std::shared_ptr<const Scene> scene, int robot, const Configuration& from, const Configuration& to)
    : RobotCurve(std::move(scene), robot, std::vector<Configuration>{from, to})
{}

RobotCurve::RobotCurve(std::shared_ptr<const Scene> scene, int robot, std::vector<Configuration> waypoints)
    : parts_(std::make_unique<Parts>(std::move(scene), robot))
{
    parts_->begin(std::move(waypoints));
}

RobotCurve::RobotCurve(std::shared_ptr<const Scene> scene, int robot, CurveMotion curve)
    : RobotCurve(std::move(scene), robot, std::vector<CurveMotion>{std::move(curve)})
{}

RobotCurve::RobotCurve(std::shared_ptr<const Scene> scene, int robot, const std::vector<CurveMotion>& curves)
    : parts_(std::make_unique<Parts>(std::move(scene), robot))
{
    if (curves.empty())
        throw InputError("a robot's curve needs a piece");
    std::vector<CurvePiece> pieces;
    for (const CurveMotion& curve : curves)
    {
        curve.requireFits(parts_->scene().model());
        pieces.insert(pieces.end(), curve.pieces().begin(), curve.pieces().end());
    }
    parts_->begin(std::move(pieces));
}

RobotCurve::~RobotCurve() = default;

const Scene& RobotCurve::scene() const
{
    return parts_->scene();
}

int RobotCurve::robot() const
{
    return parts_->robot();
}

const Eigen::AlignedBox3d& RobotCurve::box()
{
    return parts_->box();
}

double RobotCurve::end() const
{
    return parts_->end();
}

}  // namespace gapless
