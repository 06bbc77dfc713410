// What every planner must keep, as a list of violations: empty for a sound one.
//
// Run on each planner of the library, on some of OMPL's (as a check of the contract), and on planners broken on purpose
// (broken_*.h), which it must catch.
#pragma once

#include <string>
#include <vector>

#include <ompl/base/Planner.h>

#include <gapless/certify/validator_kind.h>

namespace gapless::test {

/// What a planner claims beyond what all must do.
struct PlannerTraits
{
    /// Every path that it returns is proven free. Otherwise: no stretch in collision is longer than the longest valid segment of
    /// the space.
    bool certifies = true;
    /// Goals that cannot be sampled too. Otherwise it must say UNRECOGNIZED_GOAL_TYPE.
    bool takes_any_goal = true;
    /// Where there is no way to the goal, it returns a path that comes nearer to it.
    bool approximates = true;
    /// INVALID_GOAL where no goal state is valid. One that looks at no goal states cannot tell.
    bool tells_invalid_goal = true;
    /// It finds the way to a single goal state. Otherwise only to all that is near to one.
    bool reaches_points = true;
    /// Goals that say only yes or no. Otherwise it is lost without a distance to go.
    bool takes_goals_without_distance = true;
    /// All states pass the validity checker. Otherwise it leaves the end of a motion to the motion validator, which looks neither at
    /// the bounds of the space nor keeps the checker's tolerance.
    bool checks_states = true;
    /// setup() may be called again at any time. Otherwise only before there is data.
    bool sets_up_at_any_time = true;
    /// The same path for the same seed of ompl::RNG.
    bool repeats = true;
    /// A scene, start or goal that takes the place of another is seen without clear(). Otherwise OMPL's rule holds: only adding is.
    bool notices_changes = true;
    /// getSpecs() agrees with the traits above.
    bool honest_specs = true;
    /// It knows that the way back may be another motion than the way there: it is tried on cars, too.
    bool drives_cars = false;
    /// Of the space information that it plans with, as in SetupOptions.
    ValidatorKind validator = ValidatorKind::Adaptive;
};

struct PlannerUnderTest
{
    std::string name;
    ompl::base::PlannerAllocator allocate;
    PlannerTraits traits;
};

/// What one run of the contract found.
class Findings
{
public:
    void expect(bool holds, const std::string& otherwise);
    /// Seconds for which a planner went on after its termination condition held.
    void addOverrun(double seconds);
    /// Put before all violations that follow.
    void setContext(const std::string& context) { context_ = context; }

    const std::vector<std::string>& violations() const { return violations_; }
    double longestOverrun() const { return longest_overrun_; }

private:
    std::string context_;
    std::vector<std::string> violations_;
    double longest_overrun_ = 0.0;
};

/// One thing that a planner must do. The name completes the sentence "a planner ...".
struct Obligation
{
    std::string name;
    void (*check)(const PlannerUnderTest&, Findings&);
};

/// The whole contract.
const std::vector<Obligation>& plannerContract();

/// An exception that comes out of the planner is a violation.
Findings check(const PlannerUnderTest& planner, const Obligation& obligation);
/// The obligation of that name.
Findings check(const PlannerUnderTest& planner, const std::string& obligation);

}  // namespace gapless::test
