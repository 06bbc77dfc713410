// A random walk in configuration space, one joint at a time.
//
// Schwarzer, Saha, Latombe 2002, section 4.3.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include <ompl/base/Planner.h>
#include <ompl/util/RandomNumbers.h>

#include <gapless/planners/parameter_range.h>

namespace gapless {

class QueryIdentity;
class SingleJointSteps;

/// From a start, moves one joint at a time to a random value, wherever the motion validator finds that motion valid, until the goal
/// is satisfied. Any goal will do. With several starts the walks take turns.
///
/// A joint is one number of a real vector, one SO(2), or one SO(3); spaces of other parts are refused by setup() (InputError).
/// The path has a state per step and wanders: shorten it (shortcut_smoother.h).
class RandomWalk : public ompl::base::Planner
{
public:
    explicit RandomWalk(const ompl::base::SpaceInformationPtr& si);
    ~RandomWalk() override;

    void setup() override;
    using Planner::solve;
    /// Walks on; another scene, problem definition, start or goal than last time begins anew. A walk that has arrived is not
    /// added twice to the solutions of a problem definition. Approximate: the walk to where it came nearest to the goal, if it can be
    /// written down in the time that is left for that (millions of steps cannot).
    ompl::base::PlannerStatus solve(const ompl::base::PlannerTerminationCondition& ptc) override;
    void clear() override;
    void getPlannerData(ompl::base::PlannerData& data) const override;

    static constexpr ParameterRange<double> kStep{"step", 0.001, 0.001, 1.0};
    /// Longest step, as a fraction of the joint's extent; lengths are log-uniform down to a fiftieth of it.
    /// @throws InputError unless in kStep.
    void setStep(double fraction);
    double getStep() const { return step_; }

private:
    class Walk;
    bool isAmongSolutions(const ompl::base::State* start) const;

    double step_ = 0.25;
    std::unique_ptr<SingleJointSteps> joints_;
    std::vector<std::unique_ptr<Walk>> walks_;
    std::unique_ptr<QueryIdentity> query_;
    std::size_t next_ = 0;  ///< whose turn it is
    ompl::RNG rng_;
    std::atomic<std::uint64_t> tried_{0}, taken_{0};  // read by benchmarks while solve() runs
};

}  // namespace gapless
