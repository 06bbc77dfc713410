// A walk that is too long to be written down once time is up.
#include <catch2/catch.hpp>

#include <ompl/base/Goal.h>

#include <gapless/planners/random_walk.h>

#include "lazy_prm_support.h"

using namespace gapless;
using namespace gapless::test;
namespace ob = ompl::base;

namespace {

/// Never reached, and each state that it is asked about is nearer than the one before.
class EverNearer : public ob::Goal
{
public:
    explicit EverNearer(const ob::SpaceInformationPtr& si) : ob::Goal(si) {}
    bool isSatisfied(const ob::State* state) const override
    {
        double distance;
        return isSatisfied(state, &distance);
    }
    bool isSatisfied(const ob::State* state, double* distance) const override
    {
        *distance = kFirst - static_cast<double>(asked_.size());
        const double* joints = state->as<ob::RealVectorStateSpace::StateType>()->values;
        asked_.push_back({joints[0], joints[1]});
        return false;
    }
    /// The states asked about, in turn.
    const std::vector<std::vector<double>>& asked() const { return asked_; }
    /// Which of them is that far away.
    static std::size_t indexAt(double distance) { return static_cast<std::size_t>(kFirst - distance); }

private:
    static constexpr double kFirst = 1e9;
    mutable std::vector<std::vector<double>> asked_;
};

}  // namespace

TEST_CASE("A random walk too long to be told in time is told as far as it was nearest by then")
{
    ArmSetup arm(armAndPost(9, 9, 0.1));
    RandomWalk planner(arm.si);
    const auto query = std::make_shared<ob::ProblemDefinition>(arm.si);
    query->addStartState(arm.state({0, 0}));
    const auto goal = std::make_shared<EverNearer>(arm.si);
    query->setGoal(goal);
    planner.setProblemDefinition(query);
    REQUIRE(planner.solve(3.0) == ob::PlannerStatus::APPROXIMATE_SOLUTION);
    const std::size_t end = EverNearer::indexAt(query->getSolutionDifference());
    const auto path = solutionOf(query);
    INFO(goal->asked().size() << " states walked, " << path->getStateCount() << " told");
    REQUIRE(path->getStateCount() == end + 1);
    CHECK(arm.distance(path->getState(static_cast<unsigned int>(end)), goal->asked()[end]) == 0.0);
}
