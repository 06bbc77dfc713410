// Single-query, bi-directional, lazy probabilistic roadmaps, with edges checked by sampling.
//
// G. Sanchez, J.-C. Latombe: "A single-query bi-directional probabilistic roadmap planner with lazy collision checking",
// International Symposium on Robotics Research, 2001.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include <ompl/base/Planner.h>
#include <ompl/base/ProjectionEvaluator.h>

#include <gapless/planners/parameter_range.h>

namespace gapless {

class QueryIdentity;
class QueryScene;

/// Two trees of valid milestones grow from the starts and the goals. Each new one is sampled in the neighbourhood of a milestone
/// from a sparse cell of a grid over the space's projection; the neighbourhood shrinks until a sample is valid. A bridge between
/// the trees makes a candidate path, and only then are edges checked: those of the path together, in one queue. An edge that
/// collides is removed, and the milestones that it cut off go over to the other tree, across the bridge, their edges keeping what
/// has been checked of them.
///
/// Edges are checked at states no farther apart than a resolution: an answer, no proof. ASBL proves.
/// Takes samplable goals; any other goal is found by growing from the start alone. Multiple starts and goals are used.
class SBL : public ompl::base::Planner
{
public:
    explicit SBL(const ompl::base::SpaceInformationPtr& si, const std::string& name = "gapless::SBL");
    ~SBL() override;

    void setup() override;
    using Planner::solve;
    /// Goes on with the trees that there are; another scene, problem definition, start or goal than last time begins anew. The scene is that
    /// of the beginning, whatever is swapped meanwhile.
    ompl::base::PlannerStatus solve(const ompl::base::PlannerTerminationCondition& ptc) override;
    void clear() override;
    void getPlannerData(ompl::base::PlannerData& data) const override;

    static constexpr ParameterRange<double> kRange{"range", 0.0, 0.1, 10000.0};
    /// Radius of the largest neighbourhood, in the metric of the space (of each joint by itself in a real vector). 0:
    /// 0.15 of its extent over the square root of its dimension. @throws InputError unless in kRange.
    void setRange(double range);
    double getRange() const { return range_; }

    static constexpr ParameterRange<unsigned int> kTries{"tries", 1, 1, 1000};
    /// Neighbourhoods tried about one milestone: of a first radius and a half, a third ... of it. @throws InputError unless in kTries.
    void setTries(unsigned int tries);
    unsigned int getTries() const { return tries_; }

    static constexpr ParameterRange<double> kResolution{"resolution", 0.0, 0.001, 1000.0};
    /// Largest distance of neighbouring samples of an edge. 0: if the motion validator is a DiscreteMotionValidator its resolution
    /// in its measure, the largest joint step in radians or metres; else the longest valid segment of the space, in the
    /// metric of the space. @throws InputError unless in kResolution.
    void setResolution(double resolution);
    double getResolution() const { return resolution_; }

    /// @throws ompl::Exception if the space has no projection of that name.
    void setProjectionEvaluator(const std::string& name);
    void setProjectionEvaluator(const ompl::base::ProjectionEvaluatorPtr& projection) { projection_ = projection; }

protected:
    class EdgeChecker;
    class SampledEdgeChecker;
    /// How edges are judged in that scene. @throws InputError if they cannot be.
    virtual std::unique_ptr<EdgeChecker> makeEdgeChecker(const QueryScene& scene) const;
    struct NoResolution
    {};
    SBL(const ompl::base::SpaceInformationPtr& si, const std::string& name, NoResolution);

private:
    class Trees;
    class Search;

    double range_ = 0.0;
    double resolution_ = 0.0;
    unsigned int tries_ = 10;
    ompl::base::ProjectionEvaluatorPtr projection_;
    std::unique_ptr<Trees> trees_;
    std::unique_ptr<QueryIdentity> query_;
    std::atomic<std::size_t> milestone_count_{0}, candidate_count_{0},
        checked_count_{0};  // read by benchmarks while solve() runs
};

}  // namespace gapless
