#include <gapless/multirobot/interference_table.h>

#include <algorithm>
#include <optional>
#include <utility>

#include <gapless/certify/segment_certifier.h>
#include <gapless/collision/static_checker.h>
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
        boxes_.push_back(std::make_unique<Boxes>(group, robot));
}

InterferenceTable::~InterferenceTable() = default;

InterferenceTable::Pair& InterferenceTable::pairOf(RobotIndex a, RobotIndex b)
{
    std::unique_ptr<Pair>& pair = pairs_[std::min(a, b).value() * group_.size() + std::max(a, b).value()];
    if (!pair)
        pair = std::make_unique<Pair>(group_, std::min(a, b), std::max(a, b), tolerance_);
    return *pair;
}

bool InterferenceTable::blocks(RobotIndex standing, Node node, RobotIndex moving, Edge edge)
{
    Pair& pair = pairOf(standing, moving);
    if (!pair.enough())
        return false;
    AnswerTable& answers = pair.blocks[standing < moving ? 0 : 1];
    if (const std::optional<bool> known = answers.get(node, edge))
        return *known;
    const RobotRoadmap &of_standing = *roadmaps_[standing], &of_moving = *roadmaps_[moving];
    const WorldBox& box = boxes_[standing]->ofNode(of_standing, node);
    if (box.gap(boxes_[moving]->ofEdge(of_moving, edge)) > *pair.enough())
        return false;
    ++computed_;
    const bool is_free = pair.isFree(standing < moving ? 1 : 0, of_moving, edge, of_standing.configuration(node));
    answers.set(node, edge, !is_free);
    return !is_free;
}

bool InterferenceTable::meet(RobotIndex a, Node node_a, RobotIndex b, Node node_b)
{
    if (b < a)
        return meet(b, node_b, a, node_a);
    Pair& pair = pairOf(a, b);
    if (!pair.enough())
        return false;
    if (const std::optional<bool> known = pair.meet.get(node_a, node_b))
        return *known;
    const WorldBox& box = boxes_[a]->ofNode(*roadmaps_[a], node_a);
    if (box.gap(boxes_[b]->ofNode(*roadmaps_[b], node_b)) > *pair.enough())
        return false;
    ++computed_;
    const bool is_free = pair.isFree(roadmaps_[a]->configuration(node_a), roadmaps_[b]->configuration(node_b));
    pair.meet.set(node_a, node_b, !is_free);
    return !is_free;
}

double InterferenceTable::entryCount() const
{
    double entries = 0.0;
    for (const RobotIndex standing : group_.robots())
        for (const RobotIndex moving : group_.robots())
            if (standing != moving)
                entries += static_cast<double>(roadmaps_[standing]->size()) * static_cast<double>(roadmaps_[moving]->edgeCount());
    return entries;
}

}  // namespace gapless
