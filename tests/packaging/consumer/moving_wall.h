// The program of docs/recipes.md, "The same robot, another scene every time".
#pragma once

// [recipe: moving obstacle]
#include <memory>
#include <string>

#include <gapless/collision/moved_scene.h>
#include <gapless/ompl/problem_setup.h>
#include <gapless/roadmap/dynamic_roadmap.h>

/// Plans, and again after each of `steps` moves of an obstacle. Returns how often there was a path.
inline int planWhileItMoves(const std::string& file, const std::string& roadmap, const std::string& obstacle,
                            const gapless::Vec3& step, int steps)
{
    gapless::Problem problem = gapless::loadProblem(file);
    const gapless::ProblemSetup ready = gapless::makeProblemSetup(problem);
    const auto si = ready.setup->getSpaceInformation();
    const auto query = ready.setup->getProblemDefinition();
    gapless::DynamicRoadmap planner(si);
    planner.setRoadmap(roadmap);
    planner.setProblemDefinition(query);
    int solved = 0;
    for (int i = 0; i <= steps; ++i)
    {
        query->clearSolutionPaths();
        solved += planner.solve(1.0) == ompl::base::PlannerStatus::EXACT_SOLUTION;
        // The obstacle is elsewhere: another scene, behind the same space.
        const gapless::BodyIndex body = problem.scene->object(*problem.scene->findObject(obstacle)).body;
        gapless::Pose pose = problem.scene->model().body(body).X_WB;
        pose.p += step;
        problem.scene = gapless::withMoved(*problem.scene, body, pose);
        gapless::putScene(si, problem);
    }
    return solved;
}
// [recipe: end]
