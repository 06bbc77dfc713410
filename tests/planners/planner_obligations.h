// The obligations of planner_contract.h, by what they are about.
#pragma once

#include <ompl/base/PlannerData.h>

#include "planners/planner_contract.h"
#include "support/sanitized.h"

namespace gapless::test {

/// Seconds, enough to grow trees of some size and to be late in many ways.
inline constexpr double kSome = kSanitized ? 3.0 : 0.06;

inline unsigned int vertexCount(const ompl::base::Planner& planner)
{
    ompl::base::PlannerData data(planner.getSpaceInformation());
    planner.getPlannerData(data);
    return data.numVertices();
}

// obligations_of_answers.cpp: queries and what is returned for them.
void solvesSmallProblems(const PlannerUnderTest& planner, Findings& findings);
void repeatsItself(const PlannerUnderTest& planner, Findings& findings);
void solvesQueriesThatAreSolvedAlready(const PlannerUnderTest& planner, Findings& findings);
void stopsInTime(const PlannerUnderTest& planner, Findings& findings);

// obligations_of_ends.cpp: starts and goals of every kind.
void usesEveryStart(const PlannerUnderTest& planner, Findings& findings);
void usesEveryGoal(const PlannerUnderTest& planner, Findings& findings);
void waitsForGoals(const PlannerUnderTest& planner, Findings& findings);
void takesRegionsOfGoals(const PlannerUnderTest& planner, Findings& findings);
void takesOrRefusesGoalsThatCannotBeSampled(const PlannerUnderTest& planner, Findings& findings);
void tellsInvalidQueries(const PlannerUnderTest& planner, Findings& findings);

// obligations_of_life.cpp: what may be called when.
void needsAQuery(const PlannerUnderTest& planner, Findings& findings);
void canBeSetUpTwice(const PlannerUnderTest& planner, Findings& findings);
void goesOnWhereItStopped(const PlannerUnderTest& planner, Findings& findings);
void forgetsWhenCleared(const PlannerUnderTest& planner, Findings& findings);
void runsUnderBenchmark(const PlannerUnderTest& planner, Findings& findings);
void runsInParallel(const PlannerUnderTest& planner, Findings& findings);

// obligations_of_description.cpp: what it tells of itself.
void describesItsData(const PlannerUnderTest& planner, Findings& findings);
void hasParameters(const PlannerUnderTest& planner, Findings& findings);
void tellsItsProgress(const PlannerUnderTest& planner, Findings& findings);

// obligations_of_changes.cpp: the scene and the query change without a word.
void answersForTheSceneItIsAskedIn(const PlannerUnderTest& planner, Findings& findings);
void answersForOneSceneWhileItChanges(const PlannerUnderTest& planner, Findings& findings);
void noticesStartsAndGoalsThatAreReplaced(const PlannerUnderTest& planner, Findings& findings);

}  // namespace gapless::test
