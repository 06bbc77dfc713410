// A planner that lets another one plan, and shortens what it finds until time is up.
//
// Schwarzer, Saha, Latombe 2002, section 4.3.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>

#include <ompl/base/Planner.h>

#include <gapless/planners/parameter_range.h>

namespace gapless {

class EdgeProver;
class QueryIdentity;

/// Runs the planner of parameter `planner` until it has a path, then smoothPath() on it until the termination condition holds or the
/// path has converged. Every path that it returns is proven free; a path of the other planner that is not is no solution. Another
/// solve() goes on shortening.
///
/// The motion validator of the space information has to be an ExactMotionValidator, which gives scene and
/// tolerance; setup() throws InputError otherwise.
class ShortcutSmoother : public ompl::base::Planner
{
public:
    explicit ShortcutSmoother(const ompl::base::SpaceInformationPtr& si);
    ~ShortcutSmoother() override;

    void setup() override;
    using Planner::solve;
    /// Goes on with the path that there is; another scene, problem definition, start or goal than last time is another query.
    ompl::base::PlannerStatus solve(const ompl::base::PlannerTerminationCondition& ptc) override;
    void clear() override;
    void clearQuery() override;
    void getPlannerData(ompl::base::PlannerData& data) const override;

    /// The name of a planner of the registry, with its default parameters. @throws InputError for an unknown one, or this one itself.
    void setPlanner(const std::string& name);
    const std::string& getPlanner() const { return planner_name_; }
    /// Takes a planner that is already configured, of the same space information.
    void setPlanner(const ompl::base::PlannerPtr& planner);

    static constexpr ParameterRange<unsigned int> kPatience{"patience", 1, 100, 1000000};
    /// Steps in a row with hardly any gain after which the path counts as converged. @throws InputError unless in kPatience.
    void setPatience(unsigned int steps);
    unsigned int getPatience() const { return patience_; }

private:
    ompl::base::PlannerStatus plan(const EdgeProver& prover, const ompl::base::PlannerTerminationCondition& ptc);
    void forgetProgress();
    void setPlannerByName(const std::string& name) { setPlanner(name); }
    std::string plannerName() const { return planner_name_; }

    std::string planner_name_ = "RRTConnect";
    ompl::base::PlannerPtr planner_;
    unsigned int patience_ = 1000;
    std::uint64_t runs_ = 0;
    ompl::base::ProblemDefinitionPtr problem_;  // the other planner's
    ompl::base::PathPtr best_;
    std::atomic<std::uint64_t> steps_{0};
    std::atomic<double> length_{std::numeric_limits<double>::quiet_NaN()};
    std::unique_ptr<QueryIdentity> query_;
};

}  // namespace gapless
