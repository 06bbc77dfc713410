// The obligations of planner_contract.h, by what they are about.
#pragma once

#include "planners/planner_contract.h"

namespace gapless::test {

// obligations_of_answers.cpp: queries and what is returned for them.
void solvesSmallProblems(const PlannerUnderTest& planner, Findings& findings);
void repeatsItself(const PlannerUnderTest& planner, Findings& findings);
void usesEveryStart(const PlannerUnderTest& planner, Findings& findings);
void usesEveryGoal(const PlannerUnderTest& planner, Findings& findings);
void waitsForGoals(const PlannerUnderTest& planner, Findings& findings);
void takesRegionsOfGoals(const PlannerUnderTest& planner, Findings& findings);
void takesOrRefusesGoalsThatCannotBeSampled(const PlannerUnderTest& planner, Findings& findings);
void solvesQueriesThatAreSolvedAlready(const PlannerUnderTest& planner, Findings& findings);
void tellsInvalidQueries(const PlannerUnderTest& planner, Findings& findings);
void stopsInTime(const PlannerUnderTest& planner, Findings& findings);

// obligations_of_life.cpp: what may be called when.
void needsAQuery(const PlannerUnderTest& planner, Findings& findings);
void canBeSetUpTwice(const PlannerUnderTest& planner, Findings& findings);
void goesOnWhereItStopped(const PlannerUnderTest& planner, Findings& findings);
void forgetsWhenCleared(const PlannerUnderTest& planner, Findings& findings);
void describesItsData(const PlannerUnderTest& planner, Findings& findings);
void hasParameters(const PlannerUnderTest& planner, Findings& findings);
void tellsItsProgress(const PlannerUnderTest& planner, Findings& findings);
void runsUnderBenchmark(const PlannerUnderTest& planner, Findings& findings);
void runsInParallel(const PlannerUnderTest& planner, Findings& findings);

// obligations_of_changes.cpp: the scene and the query change without a word.
void answersForTheSceneItIsAskedIn(const PlannerUnderTest& planner, Findings& findings);
void answersForOneSceneWhileItChanges(const PlannerUnderTest& planner, Findings& findings);
void noticesStartsAndGoalsThatAreReplaced(const PlannerUnderTest& planner, Findings& findings);

}  // namespace gapless::test
