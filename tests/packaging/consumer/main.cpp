// An OMPL program of somebody else's that takes the exact validator from the installed package.
//
// consumer PROBLEM: plans with RRTConnect and with a planner of its own. Exit code 0 if the straight motion is refused, and the
// planned paths are certified.
#include <cstdio>
#include <iostream>
#include <memory>

#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>

// [readme: headers]
#include <gapless/ompl/adaptive_bisection_motion_validator.h>
#include <gapless/ompl/path_certification.h>
#include <gapless/ompl/scene_state_validity_checker.h>
// [readme: end]

// [readme: function]
// `setup` plans for the joints of the robot in the problem file, in the order that `gapless info` prints.
std::shared_ptr<gapless::StateMapping> makeExact(ompl::geometric::SimpleSetup& setup, const std::string& problem_file)
{
    const gapless::Problem problem = gapless::loadProblem(problem_file);
    const auto mapping = std::make_shared<gapless::StateMapping>(setup.getStateSpace(), problem);
    const auto si = setup.getSpaceInformation();
    const double tolerance = 1e-3;  // metres
    si->setStateValidityChecker(std::make_shared<gapless::SceneStateValidityChecker>(si, mapping, tolerance));
    si->setMotionValidator(std::make_shared<gapless::AdaptiveBisectionMotionValidator>(
        si, mapping, gapless::MotionValidatorOptions{tolerance}));
    return mapping;
}

bool isCertified(const gapless::StateMapping& mapping, ompl::geometric::SimpleSetup& setup)
{
    return gapless::certifyPath(mapping, setup.getSolutionPath()).verdict == gapless::Verdict::Free;
}
// [readme: end]

#include "first_contact.h"
#include "one_detour.h"

int main(int argc, char** argv)
{
    if (argc != 2)
        return 2;
    tellFirstContact(gapless::loadProblem(argv[1]));
    // The arm of swing.yaml: two joints, a wall between start and goal.
    auto space = std::make_shared<ompl::base::RealVectorStateSpace>(2);
    space->setBounds(-3.0, 3.0);
    ompl::geometric::SimpleSetup setup(space);
    setup.setPlanner(std::make_shared<ompl::geometric::RRTConnect>(setup.getSpaceInformation()));

    const auto mapping = makeExact(setup, argv[1]);

    ompl::base::ScopedState<> start(space), goal(space);
    start[0] = -1.0, start[1] = 0.0;
    goal[0] = 1.0, goal[1] = 0.0;
    setup.setStartAndGoalStates(start, goal);
    setup.setup();
    const bool straight = setup.getSpaceInformation()->checkMotion(start.get(), goal.get());
    const bool solved = static_cast<bool>(setup.solve(10.0));
    const bool certified = solved && isCertified(*mapping, setup);
    setup.clear();
    setup.setPlanner(std::make_shared<OneDetour>(setup.getSpaceInformation()));
    const bool detour = static_cast<bool>(setup.solve(10.0)) && isCertified(*mapping, setup);
    std::printf("straight motion valid: %d, solved: %d, certified: %d, by a detour: %d\n", straight, solved, certified, detour);
    return !straight && certified && detour ? 0 : 1;
}
