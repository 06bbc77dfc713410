#include <gapless/multirobot/interference_table.h>

#include <algorithm>
#include <optional>
#include <utility>

#include <gapless/certify/segment_certifier.h>
#include <gapless/certify/static_checker.h>
#include <gapless/core/error.h>
#include <gapless/core/interval.h>

#include "multirobot/answer_table.h"
#include "multirobot/robot_boxes.h"

namespace gapless {

namespace {

/// Which variable of a robot alone is which of the two together.
std::vector<std::pair<int, int>> sharedVariables(const PartOfProblem& alone, const PartOfProblem& both)
{
    std::vector<std::pair<int, int>> shared;
    for (std::size_t i = 0; i < alone.variables.size(); ++i)
        for (std::size_t k = 0; k < both.variables.size(); ++k)
            if (alone.variables[i] == both.variables[k])
                shared.emplace_back(static_cast<int>(i), static_cast<int>(k));
    return shared;
}

}  // namespace

/// Two robots, and what is known of them.
class InterferenceTable::Pair
{
public:
    Pair(const RobotGroup& group, RobotIndex a, RobotIndex b, double tolerance)
        : both_(group.pair(a, b)),
          variables_{sharedVariables(group.alone(a), both_), sharedVariables(group.alone(b), both_)},
          certifier_(both_.problem.scene, optionsOf(tolerance)),
          checker_(both_.problem.scene, tolerance),
          straightener_(*both_.problem.scene),
          q0_(both_.problem.start),
          q1_(q0_)
    {
        for (const ObjectPair& pair : both_.problem.scene->pairs())
            enough_ = std::max(enough_.value_or(0.0), roundedUp(pair.clearance + tolerance));
    }

    /// Boxes that are farther apart keep the two apart on the way and where they stand, metres; none if no pair of the two is active.
    std::optional<double> enough() const { return enough_; }

    /// @param side of the one that moves, 0 or 1
    bool isFree(std::size_t side, const RobotRoadmap& moving, Edge edge, const Configuration& standing)
    {
        put(1 - side, standing, q0_);
        put(1 - side, standing, q1_);
        put(side, moving.configuration(moving.edge(edge).from), q0_);
        put(side, moving.configuration(moving.edge(edge).to), q1_);
        if (!isValid(q0_) || !isValid(q1_))
            return false;
        return moving.isDirected() ? isFreeAlong(side, moving.curve(edge)) : isFree();
    }

    bool isFree(const Configuration& a, const Configuration& b)
    {
        put(0, a, q0_);
        put(1, b, q0_);
        return isValid(q0_);
    }

    /// Row: node, column: edge of the other; by the side that stands.
    AnswerTable blocks[2];
    AnswerTable meet;

private:
    static CertifyOptions optionsOf(double tolerance)
    {
        CertifyOptions options;
        options.tolerance = tolerance;
        options.check_end_first = false;
        return options;
    }

    void put(std::size_t side, const Configuration& q, Configuration& both) const
    {
        for (const auto& [from, to] : variables_[side])
            both[to] = q[from];
    }

    bool isValid(const Configuration& q) const { return checker_.check(q) == Verdict::Free; }

    bool isFree()
    {
        try
        {
            certifier_.reset(q0_, q1_);
        }
        catch (const InputError&)
        {
            return false;
        }
        return certifier_.run() == Verdict::Free;
    }

    bool isFreeAlong(std::size_t side, const CurveMotion& curve)
    {
        for (const CurvePiece& piece : curve.pieces())
        {
            CurvePiece both;
            both.begin = piece.begin;
            both.end = piece.end;
            both.variables.assign(q0_.data(), q0_.data() + q0_.size());
            for (const auto& [from, to] : variables_[side])
                both.variables[static_cast<std::size_t>(to)] = piece.variables[static_cast<std::size_t>(from)];
            for (FloatingTurn turn : piece.turns)
                for (const auto& [from, to] : variables_[side])
                    if (turn.variable == from)
                    {
                        turn.variable = to;
                        both.turns.push_back(turn);
                        break;
                    }
            straightener_.take(both);
            straightener_.start(certifier_);
            if (certifier_.run() != Verdict::Free)
                return false;
        }
        return true;
    }

    PartOfProblem both_;
    std::vector<std::pair<int, int>> variables_[2];
    std::optional<double> enough_;
    SegmentCertifier certifier_;
    StaticChecker checker_;
    CurveStraightener straightener_;
    Configuration q0_, q1_;
};

/// Of one robot, by node and by edge.
struct InterferenceTable::Boxes
{
    Boxes(const RobotGroup& group, RobotIndex robot) : maker(group, robot) {}

    const WorldBox& ofNode(const RobotRoadmap& roadmap, Node node)
    {
        if (node >= nodes.size())
            nodes.resize(roadmap.size());
        if (!nodes[node])
            nodes[node] = maker.of(roadmap.configuration(node), roadmap.configuration(node));
        return *nodes[node];
    }

    const WorldBox& ofEdge(const RobotRoadmap& roadmap, Edge edge)
    {
        if (edge >= edges.size())
            edges.resize(roadmap.edgeCount());
        if (!edges[edge])
        {
            const RobotRoadmap::Ends& ends = roadmap.edge(edge);
            edges[edge] = roadmap.isDirected() ? maker.of(roadmap.curve(edge))
                                               : maker.of(roadmap.configuration(ends.from), roadmap.configuration(ends.to));
        }
        return *edges[edge];
    }

    RobotBoxes maker;
    std::vector<std::optional<WorldBox>> nodes, edges;
};

InterferenceTable::InterferenceTable(const RobotGroup& group, const RobotRoadmaps& roadmaps, double tolerance)
    : group_(group), roadmaps_(roadmaps), tolerance_(tolerance), pairs_(group.size() * group.size())
{
    kToleranceRange.require(tolerance, "the tolerance");
    for (const RobotIndex robot : group.robots())
    {
        std::vector<RobotIndex> sharing;
        for (const RobotIndex other : group.robots())
            if (roadmaps[other] == roadmaps[robot])
                sharing.push_back(other);
        if (!group.areEqual(sharing.front(), robot))
            throw InputError("robots '" + group.name(sharing.front()) + "' and '" + group.name(robot)
                             + "' are not equal, and cannot share a roadmap");
        sharing_.push_back({sharing.front(), sharing[sharing.size() > 1 ? 1 : 0]});
        boxes_.push_back(sharing.front() == robot ? std::make_unique<Boxes>(group, robot) : nullptr);
    }
}

InterferenceTable::~InterferenceTable() = default;

/// The first that have these roadmaps: the two of one roadmap in the order in which they are asked about.
InterferenceTable::Stand InterferenceTable::standFor(RobotIndex a, RobotIndex b) const
{
    const bool is_shared = sharing_[a].a == sharing_[b].a;
    return {sharing_[a].a, is_shared ? sharing_[b].b : sharing_[b].a};
}

InterferenceTable::Pair& InterferenceTable::pairOf(RobotIndex a, RobotIndex b)
{
    std::unique_ptr<Pair>& pair = pairs_[std::min(a, b).value() * group_.size() + std::max(a, b).value()];
    if (!pair)
        pair = std::make_unique<Pair>(group_, std::min(a, b), std::max(a, b), tolerance_);
    return *pair;
}

const WorldBox& InterferenceTable::boxOfNode(RobotIndex robot, Node node)
{
    return boxes_[sharing_[robot].a]->ofNode(*roadmaps_[robot], node);
}

const WorldBox& InterferenceTable::boxOfEdge(RobotIndex robot, Edge edge)
{
    return boxes_[sharing_[robot].a]->ofEdge(*roadmaps_[robot], edge);
}

std::optional<double> InterferenceTable::enough(RobotIndex a, RobotIndex b)
{
    const Stand stand = standFor(a, b);
    return pairOf(stand.a, stand.b).enough();
}

bool InterferenceTable::blocks(RobotIndex standing_robot, Node node, RobotIndex moving_robot, Edge edge)
{
    const auto [standing, moving] = standFor(standing_robot, moving_robot);
    Pair& pair = pairOf(standing, moving);
    if (!pair.enough())
        return false;
    AnswerTable& answers = pair.blocks[standing < moving ? 0 : 1];
    if (const std::optional<bool> known = answers.get(node, edge))
        return *known;
    const RobotRoadmap &of_standing = *roadmaps_[standing], &of_moving = *roadmaps_[moving];
    if (boxOfNode(standing, node).gap(boxOfEdge(moving, edge)) > *pair.enough())
        return false;
    ++computed_;
    const bool is_free = pair.isFree(standing < moving ? 1 : 0, of_moving, edge, of_standing.configuration(node));
    answers.set(node, edge, !is_free);
    return !is_free;
}

bool InterferenceTable::meet(RobotIndex robot_a, Node node_a, RobotIndex robot_b, Node node_b)
{
    const auto [a, b] = standFor(robot_a, robot_b);
    // Of two that share a roadmap it does not matter which is where.
    if (b < a || (roadmaps_[a] == roadmaps_[b] && node_b < node_a))
        return meet(robot_b, node_b, robot_a, node_a);
    Pair& pair = pairOf(a, b);
    if (!pair.enough())
        return false;
    if (const std::optional<bool> known = pair.meet.get(node_a, node_b))
        return *known;
    // A copy, since the boxes of both may be in one list that grows.
    const WorldBox box = boxOfNode(a, node_a);
    if (box.gap(boxOfNode(b, node_b)) > *pair.enough())
        return false;
    ++computed_;
    const bool is_free = pair.isFree(roadmaps_[a]->configuration(node_a), roadmaps_[b]->configuration(node_b));
    pair.meet.set(node_a, node_b, !is_free);
    return !is_free;
}

std::vector<InterferenceTable::Entry> InterferenceTable::entries() const
{
    std::vector<Entry> entries;
    for (const RobotIndex a : group_.robots())
        for (const RobotIndex b : group_.robots())
        {
            const std::unique_ptr<Pair>& pair = pairs_[a.value() * group_.size() + b.value()];
            if (!pair)
                continue;
            const auto append = [&entries](RobotIndex standing, RobotIndex moving, bool both_stand) {
                return [&entries, standing, moving, both_stand](std::size_t row, std::size_t column, bool answer) {
                    entries.push_back(
                        {standing, moving, both_stand, static_cast<Node>(row), static_cast<std::uint32_t>(column), answer});
                };
            };
            pair->blocks[0].forEach(append(a, b, false));
            pair->blocks[1].forEach(append(b, a, false));
            pair->meet.forEach(append(a, b, true));
        }
    return entries;
}

void InterferenceTable::take(const Entry& entry)
{
    const auto isRobot = [this](RobotIndex robot) { return robot.value() < group_.size(); };
    if (!isRobot(entry.standing) || !isRobot(entry.moving) || entry.standing == entry.moving)
        throw InputError("it is not of two robots");
    const auto [standing, moving] = standFor(entry.standing, entry.moving);
    const RobotRoadmap &of_standing = *roadmaps_[standing], &of_moving = *roadmaps_[moving];
    const bool is_turned = entry.both_stand && (moving < standing || (&of_standing == &of_moving && entry.other < entry.node));
    if (standing != entry.standing || moving != entry.moving || is_turned)
        throw InputError("other robots, or the same ones in another order, stand for these");
    if (entry.node >= of_standing.size() || entry.other >= (entry.both_stand ? of_moving.size() : of_moving.edgeCount()))
        throw InputError("its node or edge is none of the roadmaps");
    Pair& pair = pairOf(standing, moving);
    AnswerTable& answers = entry.both_stand ? pair.meet : pair.blocks[standing < moving ? 0 : 1];
    if (answers.get(entry.node, entry.other))
        throw InputError("it is there twice");
    answers.set(entry.node, entry.other, entry.is_blocked);
}

double InterferenceTable::entryCount() const
{
    double entries = 0.0;
    for (const RobotIndex standing : group_.robots())
        for (const RobotIndex moving : group_.robots())
        {
            const Stand stand = standFor(standing, moving);
            if (standing != moving && stand.a == standing && stand.b == moving)
                entries += static_cast<double>(roadmaps_[standing]->size()) * static_cast<double>(roadmaps_[moving]->edgeCount());
        }
    return entries;
}

}  // namespace gapless
