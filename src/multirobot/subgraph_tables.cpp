#include "multirobot/subgraph_tables.h"

#include <algorithm>
#include <limits>

namespace gapless {

namespace {

constexpr std::uint32_t kLinksOfCrossing = 64;

WorldBox emptyWorldBox()
{
    constexpr double kFar = std::numeric_limits<double>::infinity();
    return {{kFar, kFar, kFar}, {-kFar, -kFar, -kFar}};
}

void enlarge(WorldBox& box, const WorldBox& by)
{
    for (int k = 0; k < 3; ++k)
    {
        box.low[k] = std::min(box.low[k], by.low[k]);
        box.high[k] = std::max(box.high[k], by.high[k]);
    }
}

}  // namespace

SubgraphTables::SubgraphTables(const RobotRoadmaps& roadmaps, InterferenceTable& table) : table_(table)
{
    for (const RobotRoadmap* roadmap : distinctRoadmaps(roadmaps))
    {
        TwoWayRoadmap two_way(*roadmap);
        SubdivisionTree tree(two_way);
        kinds_.push_back({{}, std::move(two_way), std::move(tree)});
        for (const RobotIndex robot : roadmaps.indices())
            if (roadmaps[robot].get() == roadmap)
                kinds_.back().robots.push_back(robot);
    }
    for (const RobotKind& kind : kinds_)
        levels_ = std::max(levels_, kind.tree.levelCount());
    const std::size_t kinds = kinds_.size();
    extents_.resize(kinds * levels_);
    interfere_.resize(levels_ * kinds * kinds);
    crossings_.resize(kinds * levels_ * levels_);
    passable_.resize(kinds * levels_ * levels_ * kinds);
    kind_of_.resize(roadmaps.size());
    for (KindIndex kind = 0; kind < kinds_.size(); ++kind)
        for (const RobotIndex robot : kinds_[kind].robots)
            kind_of_[robot] = kind;
}

WorldBox SubgraphTables::boxOf(RobotIndex robot, const TwoWayRoadmap::Link& link)
{
    WorldBox box = table_.boxOfEdge(robot, link.there);
    if (link.back != link.there)
        enlarge(box, table_.boxOfEdge(robot, link.back));
    return box;
}

/// @param level one that the kind's tree has
const std::vector<SubgraphTables::Extent>& SubgraphTables::extents(KindIndex kind, std::size_t level)
{
    std::vector<Extent>& extents = extents_[kind * levels_ + level];
    if (!extents.empty())
        return extents;
    const auto& [robots, roadmap, tree] = kinds_[kind];
    extents.resize(tree.size(level), {{}, emptyWorldBox(), emptyWorldBox()});
    for (Node node = 0; node < roadmap.size(); ++node)
    {
        Extent& extent = extents[tree.at(level, node)];
        enlarge(extent.nodes, table_.boxOfNode(robots.front(), node));
        enlarge(extent.all, table_.boxOfNode(robots.front(), node));
    }
    for (LinkNumber number = 0; number < roadmap.links().size(); ++number)
    {
        const TwoWayRoadmap::Link& link = roadmap.link(number);
        if (tree.at(level, link.a) != tree.at(level, link.b))
            continue;
        Extent& extent = extents[tree.at(level, link.a)];
        extent.links.push_back(number);
        enlarge(extent.all, boxOf(robots.front(), link));
    }
    return extents;
}

bool SubgraphTables::interfere(std::size_t level, KindIndex a, Subgraph in_a, KindIndex b, Subgraph in_b)
{
    if (b < a || (a == b && in_b < in_a))
        return interfere(level, b, in_b, a, in_a);
    AnswerTable& answers = interfere_[(level * kinds_.size() + a) * kinds_.size() + b];
    if (const std::optional<bool> known = answers.get(in_a, in_b))
        return *known;
    const bool found = findInterference(level, a, in_a, b, in_b);
    answers.set(in_a, in_b, found);
    return found;
}

bool SubgraphTables::findInterference(std::size_t level, KindIndex a, Subgraph in_a, KindIndex b, Subgraph in_b)
{
    const auto [robot_a, robot_b] = robotsOf(a, b);
    const std::optional<double> enough = table_.enough(robot_a, robot_b);
    if (!enough)
        return false;
    const Extent &of_a = extents(a, levelOf(a, level))[in_a], &of_b = extents(b, levelOf(b, level))[in_b];
    if (of_a.nodes.gap(of_b.all) > *enough && of_b.nodes.gap(of_a.all) > *enough)
        return false;
    const SubdivisionTree::Nodes nodes_a = nodes(a, level, in_a), nodes_b = nodes(b, level, in_b);
    // A node at which another one is met blocks the links at it. Two single nodes have none.
    if (nodes_a.size() == 1 && nodes_b.size() == 1)
        return table_.meet(robot_a, *nodes_a.begin(), robot_b, *nodes_b.begin());
    return isInTheWay(robot_a, nodes_a, of_a.nodes, b, robot_b, of_b.links, *enough)
           || isInTheWay(robot_b, nodes_b, of_b.nodes, a, robot_a, of_a.links, *enough);
}

/// @param box of the robot at all the nodes
bool SubgraphTables::isInTheWay(RobotIndex standing, SubdivisionTree::Nodes nodes, const WorldBox& box, KindIndex kind,
                                RobotIndex moving, const std::vector<LinkNumber>& links, double enough)
{
    for (const LinkNumber number : links)
    {
        const TwoWayRoadmap::Link& link = kinds_[kind].roadmap.link(number);
        if (box.gap(boxOf(moving, link)) > enough)
            continue;
        for (const Node node : nodes)
            if (blocks(standing, node, moving, link))
                return true;
    }
    return false;
}

SubgraphTables::CrossingTable& SubgraphTables::crossingTable(KindIndex kind, std::size_t level, std::size_t upper)
{
    CrossingTable& crossings = crossings_[(kind * levels_ + level) * levels_ + upper];
    if (!crossings.of_subgraph.empty())
        return crossings;
    const TwoWayRoadmap& roadmap = kinds_[kind].roadmap;
    std::vector<std::pair<std::pair<Subgraph, Subgraph>, LinkNumber>> all;  // from, to
    for (LinkNumber number = 0; number < roadmap.links().size(); ++number)
        for (const bool is_back : {false, true})
        {
            const TwoWayRoadmap::Link& link = roadmap.link(number);
            const Node from = is_back ? link.b : link.a, to = is_back ? link.a : link.b;
            if (at(kind, upper, from) != at(kind, upper, to))
                all.push_back({{at(kind, level, from), at(kind, upper, to)}, number});
        }
    std::sort(all.begin(), all.end());
    crossings.of_subgraph.resize(size(kind, level));
    for (std::size_t i = 0; i < all.size(); ++i)
    {
        const auto& [from, to] = all[i].first;
        std::vector<Crossing>& of_from = crossings.of_subgraph[from];
        if (of_from.empty() || of_from.back().to != to || of_from.back().count == kLinksOfCrossing)
            of_from.push_back({to, crossings.rows++, static_cast<std::uint32_t>(i), 0});
        ++of_from.back().count;
        crossings.links.push_back(all[i].second);
    }
    return crossings;
}

const std::vector<SubgraphTables::Crossing>& SubgraphTables::crossings(KindIndex kind, std::size_t level, std::size_t upper,
                                                                       Subgraph from)
{
    return crossingTable(kind, levelOf(kind, level), levelOf(kind, upper)).of_subgraph[from];
}

SubgraphTables::LinkNumber SubgraphTables::link(KindIndex kind, std::size_t level, std::size_t upper, const Crossing& crossing,
                                                std::size_t i)
{
    return crossingTable(kind, levelOf(kind, level), levelOf(kind, upper)).links[crossing.first + i];
}

std::uint64_t SubgraphTables::passable(KindIndex moving, std::size_t level, std::size_t upper, const Crossing& crossing,
                                       KindIndex standing, Subgraph subgraph)
{
    const std::size_t own_level = levelOf(moving, level), own_upper = levelOf(moving, upper);
    // The kind that stands may have more levels, so the level itself is in the key.
    Passable& all = passable_[((moving * levels_ + level) * levels_ + own_upper) * kinds_.size() + standing];
    CrossingTable& table = crossingTable(moving, own_level, own_upper);
    if (all.empty())
        all.resize(table.rows);
    if (all[crossing.row].empty())
        all[crossing.row].resize(size(standing, level));
    std::optional<std::uint64_t>& answer = all[crossing.row][subgraph];
    if (answer)
        return *answer;
    const auto [robot, other] = robotsOf(moving, standing);
    const std::optional<double> enough = table_.enough(robot, other);
    const SubdivisionTree::Nodes nodes_there = nodes(standing, level, subgraph);
    const WorldBox* const box = enough ? &extents(standing, levelOf(standing, level))[subgraph].nodes : nullptr;
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < crossing.count; ++i)
    {
        const TwoWayRoadmap::Link& link = kinds_[moving].roadmap.link(table.links[crossing.first + i]);
        const bool is_passable = !enough || box->gap(boxOf(robot, link)) > *enough
                                 || std::any_of(nodes_there.begin(), nodes_there.end(),
                                                [&, robot_that_stands = other, robot_that_moves = robot](Node node) {
                                                    return !blocks(robot_that_stands, node, robot_that_moves, link);
                                                });
        bits |= std::uint64_t{is_passable ? 1U : 0U} << i;
    }
    answer = bits;
    return bits;
}

}  // namespace gapless
