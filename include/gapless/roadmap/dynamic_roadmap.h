// A roadmap that was built once, planned with again after every change of the scene.
//
// Leven, Hutchinson: "Robust, compact representations for real-time path planning in changing environments"; proofs: cells/swept_cells.h.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include <gapless/planners/lazy_prm.h>

namespace gapless {

/// LazyPRM that begins with a file of buildRoadmap(). Of each of its edges the file has the cells of the workspace that it may touch, so when an
/// obstacle comes, moves or goes, the cells that it enters and leaves tell which edges are *white*: proven free of all obstacles with no
/// more work. Others are *grey*, and are proven, as LazyPRM proves its edges, if a path is to go over them; what is proven of a grey edge is kept
/// over edits, pair by pair. Grey edges cost the more, the more marked cells they touch. No configuration is lost by the size of a cell:
/// starts and goals are joined to the roadmap by proven motions as LazyPRM does, and where it has no path it grows: as LazyPRM does, in turns with OMPL's RRTConnect,
/// whose path, once it has one, becomes part of the roadmap. (A roadmap that is fine where the robot has room is of no help in a passage that is finer.)
///
/// An edit is a new scene: a validator of it is set in the space information, and the next solve() takes it over. With start and goal as before the search goes on
/// from the last one. Obstacles of the problem file that are `fixed` were there when the roadmap was built; while they are where they were they cost
/// nothing. What is attached to a link is no part of the roadmap: all edges are proven for its pairs when a path is to go over them.
///
/// Starts, goals and what it grew by stay for later queries, until they are more milestones than the file has (and more than 4,096): the next query then begins with the
/// file's roadmap again. So neither memory nor times grow with the number of queries. (While start and goal are kept nothing is forgotten.) While no path is proven, the way to go weighs 1.5 times as much as what is
/// behind: candidates cost about 1 % more than the cheapest, and an eighth of the milestones is looked at.
///
/// Taking over a scene is not broken off by the termination condition: milliseconds for what obstacles usually are, up to a second where one covers millions of cells.
///
/// Without a file it begins with an empty roadmap, and is a LazyPRM; a message says so.
class DynamicRoadmap : public LazyPRM
{
public:
    static constexpr const char* kNoRoadmap = "none";

    explicit DynamicRoadmap(const ompl::base::SpaceInformationPtr& si);
    ~DynamicRoadmap() override;

    /// The file, read when the planner is set up or begins to solve next, and once for all planners of the process; the last one stays in memory.
    /// kNoRoadmap: without one.
    void setRoadmap(const std::string& file);
    const std::string& getRoadmap() const { return file_; }

    static constexpr ParameterRange<unsigned int> kBuildNodes{"build_nodes", 0, 1000, 1000000};
    /// Above 0: where the file is not there it is made, with so many nodes and as buildRoadmap() does by default, of the robot in the scene of the first solve() or setup(), with the
    /// tolerance of its validator, by half as many threads as there are cores, one at least. Until then the planner plans with an empty roadmap; a build that a process does not
    /// live to complete goes on in the next one, where the robot is the same. For programs whose robot comes from elsewhere than a problem file, such as MoveIt: its meshes are not those of the
    /// URDF bit by bit, so that a file made from that would be one of another robot. (setup() and solve() throw InputError for cars, and for a state space of which such nodes would be no states.)
    /// @throws InputError unless in kBuildNodes.
    void setBuildNodes(unsigned int nodes);
    unsigned int getBuildNodes() const { return build_nodes_; }

    /// @throws InputError also if the file cannot be read, has no cells, or is of another robot, order of joints, or tolerance
    void setup() override;
    using ompl::base::Planner::solve;
    ompl::base::PlannerStatus solve(const ompl::base::PlannerTerminationCondition& ptc) override;
    void clear() override;

    /// Of the file, in the scene of the last solve() or setup(): edges that touch no marked cell.
    std::size_t whiteEdgeCount() const;
    std::size_t fileEdgeCount() const;
    /// Of the path that the last solve() returned, nothing if it was not exact: edges of the file that are white and those that were grey, and milestones between start and goal that the file has not.
    /// (Its other edges are those that join these.)
    struct PathParts
    {
        std::size_t white_edges = 0, grey_edges = 0, grown_milestones = 0;
    };
    PathParts pathParts() const { return {path_white_, path_grey_, path_grown_}; }

private:
    class Trees;

    void grow(const ompl::base::PlannerTerminationCondition& ptc) override;
    void queryEnded() override;
    void beginWithFile();
    template <class F>
    auto orBeginAgain(const F& f);
    bool isToBeBuilt() const;
    void build();

    std::string file_ = kNoRoadmap;
    unsigned int build_nodes_ = 0;
    int told_percent_ = -1;
    bool has_begun_ = false;
    std::atomic<std::size_t> path_white_{0}, path_grey_{0}, path_grown_{0};
    std::unique_ptr<Trees> trees_;  // of the query, once it has to grow
};

}  // namespace gapless
