// tutorial PROBLEM: the program of docs/tutorial.md. Exit code 0 if samples miss the wall and the proof does not.
// [tutorial: program]
#include <iostream>
#include <memory>

#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>

#include <gapless/ompl/adaptive_bisection_motion_validator.h>
#include <gapless/ompl/fcl_state_validity_checker.h>
#include <gapless/ompl/path_certification.h>
#include <gapless/ompl/scene_state_validity_checker.h>

int main(int argc, char** argv)
{
    if (argc != 2)
        return 2;
    // What you have: a space, a planner, a state validity checker, and a resolution.
    const auto space = std::make_shared<ompl::base::RealVectorStateSpace>(2);
    space->setBounds(-3.0, 3.0);
    ompl::geometric::SimpleSetup setup(space);
    const auto si = setup.getSpaceInformation();
    setup.setPlanner(std::make_shared<ompl::geometric::RRTConnect>(si));
    ompl::base::ScopedState<> start(space), goal(space);
    start[0] = -1.0, start[1] = 0.0;
    goal[0] = 1.0, goal[1] = 0.0;
    setup.setStartAndGoalStates(start, goal);

    const gapless::Problem problem = gapless::loadProblem(argv[1]);
    const auto mapping = std::make_shared<gapless::StateMapping>(space, problem);
    setup.setStateValidityChecker(std::make_shared<gapless::FclStateValidityChecker>(si, mapping));
    si->setStateValidityCheckingResolution(0.05);
    setup.setup();
    const bool by_samples = si->checkMotion(start.get(), goal.get());
    std::cout << "through the wall, by samples: " << (by_samples ? "valid" : "invalid") << '\n';

    // What takes the resolution's place: no step, only how close is too close, in metres.
    const double tolerance = 1e-3;
    setup.setStateValidityChecker(std::make_shared<gapless::SceneStateValidityChecker>(si, mapping, tolerance));
    si->setMotionValidator(std::make_shared<gapless::AdaptiveBisectionMotionValidator>(
        si, mapping, gapless::MotionValidatorOptions{tolerance}));
    const bool by_proof = si->checkMotion(start.get(), goal.get());
    std::cout << "through the wall, by proof: " << (by_proof ? "valid" : "invalid") << '\n';

    const bool solved = setup.solve(10.0) == ompl::base::PlannerStatus::EXACT_SOLUTION;
    const bool certified =
        solved && gapless::certifyPath(*mapping, setup.getSolutionPath()).verdict == gapless::Verdict::Free;
    std::cout << "planned: " << (certified ? "certified as a whole" : "no certified path") << '\n';
    return by_samples && !by_proof && certified ? 0 : 1;
}
// [tutorial: end]
