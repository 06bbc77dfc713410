// The search of SBL: milestones by turns from either side, bridges between the trees, and what is the answer when time is up.
#pragma once

#include <vector>

#include <ompl/base/goals/GoalSampleableRegion.h>
#include <ompl/geometric/PathGeometric.h>
#include <ompl/util/RandomNumbers.h>

#include "sbl_trees.h"

namespace gapless {

/// One call of solve().
class SBL::Search
{
public:
    Search(SBL& planner, const ompl::base::PlannerTerminationCondition& ptc)
        : planner_(planner),
          trees_(*planner.trees_),
          si_(*planner.si_),
          pdef_(*planner.pdef_),
          goal_(*planner.pdef_->getGoal()),
          sampleable_(dynamic_cast<const ompl::base::GoalSampleableRegion*>(&goal_)),
          ptc_(ptc),
          sampler_(planner.si_->allocStateSampler()),
          sample_(planner.si_->allocState())
    {}
    ~Search() { si_.freeState(sample_); }
    Search(const Search&) = delete;
    Search& operator=(const Search&) = delete;

    ompl::base::PlannerStatus run();

private:
    using Milestone = Trees::Milestone;

    bool addGoals();
    Milestone* expand();
    void measure(Milestone& milestone) const;
    bool tryAsGoal(Milestone& milestone);
    bool tryBridge(Milestone& milestone);
    bool addApproximateSolution();
    ompl::geometric::PathGeometricPtr pathOf(const std::vector<Milestone*>& chain) const;

    SBL& planner_;
    Trees& trees_;
    const ompl::base::SpaceInformation& si_;
    ompl::base::ProblemDefinition& pdef_;
    const ompl::base::Goal& goal_;
    const ompl::base::GoalSampleableRegion* sampleable_;
    const ompl::base::PlannerTerminationCondition& ptc_;
    ompl::base::StateSamplerPtr sampler_;
    ompl::base::State* sample_;
    ompl::RNG rng_;
    bool solved_ = false;
};

}  // namespace gapless
