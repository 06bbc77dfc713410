// recipes PROBLEM TWO_CARS: motions of a space of one's own, and a roadmap while a wall moves, and while a camera sees it; two cars that change places. Exit code 0 if the wall is seen, and
// passed where the motion bows enough, there are paths about it, and the cars have a path and have to keep an order.
#include <cstdio>
#include <optional>

#include <ompl/base/ScopedState.h>
#include <ompl/util/RandomNumbers.h>

#include <gapless/roadmap/roadmap_builder.h>

#include "bowed_motions.h"
#include "camera_frames.h"
#include "moving_wall.h"
#include "two_cars.h"

int main(int argc, char** argv)
{
    if (argc != 3)
        return 2;
    ompl::RNG::setSeed(1);
    const auto isFree = [&](double bow) {
        const auto space = std::make_shared<BowedSpace>(Eigen::Vector2d(0.0, bow));
        space->setBounds(-3.0, 3.0);
        const auto si = std::make_shared<ompl::base::SpaceInformation>(space);
        si->setStateValidityChecker([](const ompl::base::State*) { return true; });
        si->setMotionValidator(std::make_shared<BowedMotionValidator>(si, argv[1]));
        si->setup();
        ompl::base::ScopedState<BowedSpace> start(si), goal(si);
        start[0] = -1.0, start[1] = 0.0;
        goal[0] = 1.0, goal[1] = 0.0;
        return si->checkMotion(start.get(), goal.get());
    };
    const bool over = isFree(0.5), into = isFree(0.05);
    std::printf("over the wall: %d, into it: %d\n", over, into);

    gapless::RoadmapBuildOptions build;
    build.nodes = 200;
    build.cell = 0.1;
    const bool is_built = gapless::buildRoadmap(gapless::loadProblem(argv[1]), "swing.gdrm", build).is_complete;
    const int solved = planWhileItMoves(argv[1], "swing.gdrm", "wall", gapless::Vec3(0.02, 0.0, 0.0), 3);
    std::printf("paths about the moving wall: %d\n", solved);
    // Three frames: the wall, nothing, and the wall again.
    int frame = 0;
    const int seen = planPerFrame(argv[1], "swing.gdrm", "wall", [&frame](std::vector<gapless::Vec3>& points) {
        points.clear();
        if (frame % 2 == 0)
            for (int i = -10; i <= 10; ++i)
                points.emplace_back(0.0, 0.0, 0.02 * i);
        return ++frame <= 3;
    });
    std::printf("paths about what a camera sees: %d\n", seen);
    const std::optional<std::size_t> orders = planForAll(argv[2]);
    return over && !into && is_built && solved == 4 && seen == 3 && orders && *orders > 0 ? 0 : 1;
}
