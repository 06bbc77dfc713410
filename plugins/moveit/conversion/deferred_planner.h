// A planner of ours that is made when it is asked to solve.
#pragma once

#include <map>
#include <memory>
#include <string>

#include <ompl/base/Planner.h>

namespace gapless_moveit {

/// MoveIt makes and sets up planners before anybody can put an exact motion validator into the space information. Ours need that one
/// from the beginning, so this stands in for one until solve(), and makes it then; solve() later on goes on with it, and tells it nothing
/// but what OMPL's interface does (our planners see themselves that the validator was swapped, see presentMotionValidator()).
class DeferredPlanner : public ompl::base::Planner
{
public:
    /// `planner`: a name of the planner registry. `config`: keys of a planner configuration; those that are no parameters of the planner
    /// are none of its business and are left out.
    /// @throws InputError for an unknown planner, or a parameter that cannot be read or is out of range.
    DeferredPlanner(const ompl::base::SpaceInformationPtr& si, const std::string& planner,
                    const std::map<std::string, std::string>& config);

    void setup() override;
    using ompl::base::Planner::solve;
    /// ABORT, with one line on OMPL's log, where the planner refuses the space information as it is now.
    ompl::base::PlannerStatus solve(const ompl::base::PlannerTerminationCondition& ptc) override;
    void clear() override;
    void clearQuery() override;
    void getPlannerData(ompl::base::PlannerData& data) const override;

    /// Null before the first solve().
    const ompl::base::PlannerPtr& planner() const { return planner_; }

private:
    std::string type_;
    std::vector<std::pair<std::string, std::string>> parameters_;
    ompl::base::PlannerPtr planner_;
    bool is_set_up_ = false;
};

}  // namespace gapless_moveit
