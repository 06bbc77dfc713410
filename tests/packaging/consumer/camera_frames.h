// The program of docs/recipes.md, "What a camera sees".
#pragma once

// [recipe: camera]
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gapless/collision/moved_scene.h>
#include <gapless/io/point_cloud.h>
#include <gapless/ompl/problem_setup.h>
#include <gapless/roadmap/dynamic_roadmap.h>

/// Plans, and again for each frame of a camera, until there is none. `obstacle` of the problem is what the camera sees; the points are in
/// its frame, metres. Returns how often there was a path.
inline int planPerFrame(const std::string& file, const std::string& roadmap, const std::string& obstacle,
                        const std::function<bool(std::vector<gapless::Vec3>&)>& nextFrame)
{
    gapless::Problem problem = gapless::loadProblem(file);
    const gapless::ProblemSetup ready = gapless::makeProblemSetup(problem);
    const auto si = ready.setup->getSpaceInformation();
    const auto query = ready.setup->getProblemDefinition();
    gapless::DynamicRoadmap planner(si);
    planner.setRoadmap(roadmap);
    planner.setProblemDefinition(query);
    int solved = 0;
    for (std::vector<gapless::Vec3> points; nextFrame(points);)
    {
        if (points.empty())
            points.emplace_back(gapless::kFarthestPoint, 0, 0);  // nothing is seen: a ball out of reach
        problem.scene = gapless::withGeometry(
            *problem.scene, *problem.scene->findObject(obstacle),
            std::make_shared<const gapless::CollisionGeometry>(gapless::ballsAbout(points, 0.01), "a frame"));
        gapless::putScene(si, problem);
        query->clearSolutionPaths();
        solved += planner.solve(1.0) == ompl::base::PlannerStatus::EXACT_SOLUTION;
    }
    return solved;
}
// [recipe: end]
