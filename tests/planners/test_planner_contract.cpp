// A check of the contract: planners that many people use keep it.
#include <ompl/geometric/planners/est/BiEST.h>
#include <ompl/geometric/planners/kpiece/KPIECE1.h>
#include <ompl/geometric/planners/kpiece/LBKPIECE1.h>
#include <ompl/geometric/planners/prm/PRMstar.h>
#include <ompl/geometric/planners/rrt/RRT.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>

#include "planners/keeps_contract.h"
#include "support/sanitized.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;
using namespace gapless::test;

namespace {

template <class Planner>
ob::PlannerPtr make(const ob::SpaceInformationPtr& si)
{
    return std::make_shared<Planner>(si);
}

/// What is common to planners of OMPL 1.5.2: all leave the validity of a motion's end to the motion validator, only the
/// roadmaps have a status of their own for goals that are all invalid, and who changes scene, start or goal has to call clear().
PlannerTraits omplTraits()
{
    PlannerTraits traits;
    traits.checks_states = false;
    traits.tells_invalid_goal = false;
    traits.notices_changes = false;
    return traits;
}

/// RRT and KPIECE1 of OMPL 1.5.2 do not take the start itself for an approximation: stopped after a few steps, as all but one are in
/// ParallelPlan, they return the nearest of what they have added, which may be farther away.
const char* const kStartDoesNotCount = "the approximate path ends farther from the goal than it begins";

void omplKeepsContract(const PlannerUnderTest& planner, const std::vector<std::string>& known = {})
{
    if (kSanitized)
    {
        // Distributions' libompl is not instrumented, and these planners give worse answers the fewer steps they have time for.
        WARN(planner.name << " is OMPL's own: left out of sanitized builds");
        return;
    }
    keepsContract(planner, known);
}

}  // namespace

TEST_CASE("RRTConnect keeps the planner contract")
{
    PlannerTraits traits = omplTraits();
    traits.takes_any_goal = false;
    traits.honest_specs = false;  // silent about approximate solutions
    // OMPL 1.5.2 takes a state of the goal's tree for one of the start's where the other tree cannot be extended towards it.
    omplKeepsContract({"RRTConnect", make<og::RRTConnect>, traits},
                      {"path does not begin at a valid start", "the approximate path ends farther from the goal than it begins"});
}

TEST_CASE("RRT keeps the planner contract")
{
    omplKeepsContract({"RRT", make<og::RRT>, omplTraits()}, {kStartDoesNotCount});
}

TEST_CASE("KPIECE1 keeps the planner contract")
{
    PlannerTraits traits = omplTraits();
    traits.takes_goals_without_distance = false;
    traits.sets_up_at_any_time = false;
    omplKeepsContract({"KPIECE1", make<og::KPIECE1>, traits}, {kStartDoesNotCount});
}

TEST_CASE("LBKPIECE1 keeps the planner contract")
{
    PlannerTraits traits = omplTraits();
    traits.takes_any_goal = false;
    traits.approximates = false;
    traits.sets_up_at_any_time = false;
    omplKeepsContract({"LBKPIECE1", make<og::LBKPIECE1>, traits});
}

TEST_CASE("BiEST keeps the planner contract")
{
    PlannerTraits traits = omplTraits();
    traits.takes_any_goal = false;
    traits.approximates = false;
    omplKeepsContract({"BiEST", make<og::BiEST>, traits});
}

TEST_CASE("PRMstar keeps the planner contract")
{
    PlannerTraits traits = omplTraits();
    traits.takes_any_goal = false;
    traits.tells_invalid_goal = true;
    traits.repeats = false;  // two threads
    // Stopped before it looked for a solution it calls all that it has approximate.
    omplKeepsContract({"PRMstar", make<og::PRMstar>, traits}, {"the path that is called approximate ends in the goal"});
}
