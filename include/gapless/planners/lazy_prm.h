// Lazy probabilistic roadmaps whose edges keep what has been proven of them.
//
// R. Bohlin, L. Kavraki: "Path planning using lazy PRM", ICRA 2000; edge proofs: Schwarzer, Saha, Latombe 2002, section 3.4.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <ompl/base/Planner.h>

#include <gapless/planners/parameter_range.h>
#include <gapless/planners/roadmap_keeper.h>

namespace ompl::geometric {
class PathGeometric;
}

namespace gapless {

class EdgeColours;
class EdgeProver;
class LazyQuery;
class LazyRoadmap;
class MilestoneSampler;
class ProofHistory;
class QueryIdentity;
class QueryScene;
class StateMapping;
struct LazySearches;
struct RoadmapContent;
struct SceneKey;

/// A roadmap for many queries. Milestones are sampled and joined to their neighbours unchecked; A*, kept up to date from one candidate
/// to the next (Lifelong Planning A*), finds the cheapest path over edges that are not known to collide, those not yet proven costing
/// more the longer and the less covered they are; the path certifier works on the candidate; an edge that collides is remembered as
/// such, not deleted. A query that finds no candidate joins its starts and goals to more neighbours, and then makes the roadmap grow.
/// Edges proven free stay so until the scene changes, and then but for the pairs of objects that came, moved or changed: those alone are proven
/// again. Edges that collide with an object that is as it was stay so.
///
/// Returns the first proven path, or, while that does not satisfy the optimization objective, goes on to shorter ones (in the metric
/// of the space) and returns the best by the objective. Without a path to the goal, the answer is approximate: the proven path to the
/// milestone closest to the goal, where there is one. Takes any goal: regions that can be sampled are; of others, milestones that
/// satisfy them are found. Starts and goals stay in the roadmap as milestones.
///
/// clearQuery() keeps the roadmap, clear() forgets it; a problem definition, start or goal other than before is a new query by itself.
/// getPlannerData() gives all milestones and the edges that are proven free, in the scene of the last solve(), setup() or load(). One thread at a time; others may meanwhile read the counts
/// and the progress properties. setup() and solve() that run out of memory (std::bad_alloc) leave the planner as clear() does. The motion validator of the space information has to be an
/// ExactMotionValidator, which gives scene and tolerance; setup() throws InputError otherwise.
class LazyPRM : public ompl::base::Planner, public RoadmapKeeper
{
public:
    explicit LazyPRM(const ompl::base::SpaceInformationPtr& si);
    ~LazyPRM() override;

    void setProblemDefinition(const ompl::base::ProblemDefinitionPtr& pdef) override;
    void setup() override;
    using ompl::base::Planner::solve;
    ompl::base::PlannerStatus solve(const ompl::base::PlannerTerminationCondition& ptc) override;
    void clear() override;
    void clearQuery() override;
    void getPlannerData(ompl::base::PlannerData& data) const override;

    static constexpr ParameterRange<unsigned int> kNeighbors{"neighbors", 0, 1, 100};
    static constexpr ParameterRange<double> kRadius{"radius", 0.0, 0.1, 1000.0};
    static constexpr ParameterRange<double> kPenalty{"penalty", 0.0, 0.5, 100.0};
    static constexpr ParameterRange<unsigned int> kBatch{"batch", 1, 10, 10000};

    /// Neighbours that a milestone is joined to; 0: the number that PRM* takes, e (1 + 1/d) ln n.
    /// @throws InputError unless in kNeighbors.
    void setNeighbors(unsigned int k);
    unsigned int getNeighbors() const { return neighbors_; }
    /// 0: k nearest neighbours; otherwise all milestones within this distance, in the metric of the space.
    /// @throws InputError unless in kRadius.
    void setRadius(double radius);
    double getRadius() const { return radius_; }
    /// What the uncertainty of an edge costs: its cost is length * (1 + penalty) while nothing of it is proven.
    /// @throws InputError unless in kPenalty.
    void setPenalty(double penalty);
    double getPenalty() const { return penalty_; }
    /// Milestones that one step of growth adds. @throws InputError unless in kBatch.
    void setBatch(unsigned int batch);
    unsigned int getBatch() const { return batch_; }

    /// Forgets all proofs; milestones stay, and are checked again before a path goes over them. When a scene was replaced there is no need for it:
    /// solve() sees by itself that it begins in another one (a validator with another scene is set in the space information), and keeps what holds
    /// there; with another tolerance, or other joints, nothing does. That scene is the query's to its end.
    void sceneChanged();

    void save(const std::string& file) const override;
    void load(const std::string& file) override;

    std::uint64_t milestoneCount() const override;
    std::uint64_t edgeCount() const override;
    std::uint64_t freeEdgeCount() const override;
    std::uint64_t collidingEdgeCount() const override;

protected:
    /// For planners that begin with a roadmap. @param name of the planner
    LazyPRM(const ompl::base::SpaceInformationPtr& si, const std::string& name);
    /// Begins anew with the roadmap of a file: all of its edges are proven in the scene of its key, which is the first of all scenes.
    /// @param colours of its edges in any scene @throws InputError if it is of other joints or another tolerance, or a milestone is no state of the space;
    /// all is then as before
    void begin(const RoadmapContent& content, const std::string& file, const StateMapping& mapping, double tolerance,
               std::unique_ptr<EdgeColours> colours);
    /// What has been added since, and all that is known of scenes, is forgotten. @pre begin() was called, and neither load() nor clear() since
    void beginAgain();
    const EdgeColours* colours() const { return colours_.get(); }

    /// What a query is about while it is solved: its scene, its starts and goals.
    const QueryScene& scene() const { return *scene_; }
    std::vector<const ompl::base::State*> starts() const;
    std::vector<const ompl::base::State*> goals() const;
    /// What the best path of the query is made of: edges that were there from begin() on, and milestones that have been added since and are neither start
    /// nor goal.
    struct PathOrigin
    {
        std::vector<std::uint32_t> first_edges;
        std::size_t grown_milestones = 0;
    };
    /// Nothing of a query that has no proven path.
    PathOrigin bestPathOrigin() const;
    /// Adds milestones where the roadmap has no path.
    virtual void grow(const ompl::base::PlannerTerminationCondition& ptc);
    /// Adds the states of a path as milestones, and its motions as edges, which are proven here.
    void addPath(const ompl::geometric::PathGeometric& path, const ompl::base::PlannerTerminationCondition& ptc);
    /// To be told when a query ends.
    virtual void queryEnded() {}

private:
    std::unique_ptr<LazyRoadmap> makeRoadmap() const;
    void useRoadmap(std::unique_ptr<LazyRoadmap> roadmap);
    template <class F>
    auto orForget(const F& f);
    ompl::base::PlannerStatus solveQuery(const ompl::base::PlannerTerminationCondition& ptc);
    /// Forgets the proofs that do not hold in that scene.
    void adoptScene(const QueryScene& scene);
    ompl::base::OptimizationObjectivePtr objectiveOfQuery() const;
    ompl::base::PlannerStatus addSolution(const ompl::base::OptimizationObjectivePtr& objective);

    unsigned int neighbors_ = 10;
    double radius_ = 0.0;
    double penalty_ = 1.0;
    unsigned int batch_ = 30;
    /// The scene that all proofs are of, and what proves in it; both or none.
    std::unique_ptr<QueryScene> scene_;
    std::unique_ptr<EdgeProver> prover_;
    std::shared_ptr<ProofHistory> history_;  // of that scene and those before; none without one
    std::unique_ptr<EdgeColours> colours_;   // null: none; else all proofs rest on those of the scene of first_key_
    std::unique_ptr<SceneKey> first_key_;
    std::size_t first_milestones_ = 0, first_edges_ = 0;
    std::unique_ptr<QueryIdentity> identity_;
    std::unique_ptr<LazyRoadmap> roadmap_;
    std::unique_ptr<LazySearches> searches_;  // refer to the roadmap
    std::unique_ptr<LazyQuery> query_;        // refers to both
    std::unique_ptr<MilestoneSampler> sampler_;
    std::atomic<double> best_cost_{std::numeric_limits<double>::quiet_NaN()};
};

}  // namespace gapless
