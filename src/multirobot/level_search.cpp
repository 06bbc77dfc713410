#include "multirobot/level_search.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

namespace gapless {

namespace {

/// Super-nodes, with their edges, never take more than about a gigabyte; and one takes as long as several placements.
constexpr std::size_t kMostSuperNodes = 1000000, kPlacementsPerSuperNode = 4;

/// Times the product's, and at least so many seconds.
constexpr double kShareOfLevels = 1.0, kLeastSeconds = 0.05;

constexpr SuperGraphLevel kSuperGraphLevels[] = {SuperGraphLevel::Auto, SuperGraphLevel::Flat, SuperGraphLevel::Product,
                                                 SuperGraphLevel::Multi};

}  // namespace

std::string nameOf(SuperGraphLevel level)
{
    switch (level)
    {
        case SuperGraphLevel::Flat: return "flat";
        case SuperGraphLevel::Product: return "product";
        case SuperGraphLevel::Multi: return "multi";
        case SuperGraphLevel::Auto: break;
    }
    return "auto";
}

std::string superGraphLevels()
{
    std::string all;
    for (const SuperGraphLevel level : kSuperGraphLevels)
        all += (all.empty() ? "" : ",") + nameOf(level);
    return all;
}

std::optional<SuperGraphLevel> superGraphLevel(const std::string& name)
{
    for (const SuperGraphLevel level : kSuperGraphLevels)
        if (nameOf(level) == name)
            return level;
    return std::nullopt;
}

MultiLevelSuperGraph& LevelGraphs::multi()
{
    if (!multi_)
        multi_ = std::make_unique<MultiLevelSuperGraph>(roadmaps_, table_);
    return *multi_;
}

const FlatSuperGraph* LevelGraphs::flat(const ompl::base::PlannerTerminationCondition& ptc)
{
    if (!flat_)
        flat_ = std::make_unique<FlatSuperGraph>(roadmaps_, table_, ptc);
    return flat_->build(ptc) ? flat_.get() : nullptr;
}

std::size_t LevelGraphs::nodeCount() const
{
    return (multi_ ? multi_->nodeCount() : 0) + (flat_ ? flat_->nodeCount() : 0);
}

LevelSearch::LevelSearch(std::shared_ptr<LevelGraphs> graphs, SuperGraphLevel level, const Placement& start,
                         const Placement& goal, double weight, std::size_t most_placements)
    : graphs_(std::move(graphs)),
      level_(level),
      most_placements_(most_placements),
      start_(start),
      goal_(goal),
      product_(graphs_->roadmaps(), graphs_->table(), start, goal, weight)
{}

LevelSearch::Outcome LevelSearch::runProduct(std::size_t most, const ompl::base::PlannerTerminationCondition& ptc)
{
    switch (product_.run(most, ptc))
    {
        case ProductSearch::Outcome::Found: path_ = product_.path(); return Outcome::Found;
        case ProductSearch::Outcome::NoPath: return Outcome::NoPath;
        case ProductSearch::Outcome::Interrupted: break;
    }
    return ptc ? Outcome::Interrupted : Outcome::Undecided;
}

LevelSearch::Outcome LevelSearch::runFlat(const ompl::base::PlannerTerminationCondition& ptc)
{
    const FlatSuperGraph* const flat = graphs_->flat(ptc);
    if (!flat)
        return Outcome::Interrupted;
    // Components take edges both ways: of directed roadmaps a path is not certain where there is one.
    return flat->isConnected(start_, goal_) ? runProduct(std::numeric_limits<std::size_t>::max(), ptc) : Outcome::NoPath;
}

LevelSearch::Outcome LevelSearch::runMulti(std::size_t most, const ompl::base::PlannerTerminationCondition& ptc)
{
    switch (graphs_->multi().connect(start_, goal_, std::min(most / kPlacementsPerSuperNode, kMostSuperNodes), ptc))
    {
        case MultiLevelSuperGraph::Answer::Found: path_ = graphs_->multi().path(); return Outcome::Found;
        case MultiLevelSuperGraph::Answer::NoPath: return Outcome::NoPath;
        case MultiLevelSuperGraph::Answer::Undecided: return Outcome::Undecided;
        case MultiLevelSuperGraph::Answer::Interrupted: break;
    }
    return Outcome::Interrupted;
}

/// Which of the two is the sooner depends on the problem: few robots with room, or many, are the product's, tight ones the multi-level graph's. So they take turns, and the latter has
/// `kShareOfLevels` times the time of the former; either may know more as often as it comes up again.
LevelSearch::Outcome LevelSearch::runBoth(std::size_t most, const ompl::base::PlannerTerminationCondition& ptc)
{
    const RobotRoadmaps& roadmaps = graphs_->roadmaps();
    double least = kLeastSeconds;
    for (std::size_t placements = most;; placements = std::min(2 * placements, std::max(most, most_placements_)))
    {
        const auto began = std::chrono::steady_clock::now();
        const Outcome outcome = runProduct(placements, ptc);
        if (outcome != Outcome::Undecided || roadmaps.size() > MultiLevelSuperGraph::kMostRobots)
            return outcome;
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        const Outcome by_levels =
            runMulti(most, ompl::base::plannerOrTerminationCondition(
                               ptc, ompl::base::timedPlannerTerminationCondition(std::max(least, kShareOfLevels * seconds))));
        if (by_levels == Outcome::Interrupted && !ptc)
        {
            // A path through the levels is looked for as a whole: in a large graph never, if always for as short.
            least *= 2.0;
            continue;
        }
        // What cannot be driven back the multi-level graph does not have.
        const bool is_directed =
            std::any_of(roadmaps.begin(), roadmaps.end(), [](const auto& roadmap) { return roadmap->isDirected(); });
        return by_levels == Outcome::NoPath && is_directed ? Outcome::Undecided : by_levels;
    }
}

LevelSearch::Outcome LevelSearch::run(std::size_t most, const ompl::base::PlannerTerminationCondition& ptc)
{
    switch (level_)
    {
        case SuperGraphLevel::Flat: return runFlat(ptc);
        case SuperGraphLevel::Product: return runProduct(most, ptc);
        case SuperGraphLevel::Multi: return runMulti(most, ptc);
        case SuperGraphLevel::Auto: break;
    }
    return runBoth(most, ptc);
}

}  // namespace gapless
