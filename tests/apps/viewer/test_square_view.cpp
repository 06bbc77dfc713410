// The square of two robots beside the scene: where on it they are is where the picture has them.
#include <catch2/catch.hpp>

#include <gapless/core/error.h>

#include "apps/coordinated_file.h"
#include "apps/viewer/square_view.h"
#include "multirobot/discs.h"
#include "support/temporary_folder.h"

using namespace gapless;
using namespace gapless::test;
using namespace gapless::viewer;

namespace {

/// Everywhere on the path the two robots' parameters in the square are those of the configuration that is shown.
void requireTogether(const Problem& problem, const std::vector<Configuration>& waypoints, const std::string& robots)
{
    const TemporaryFolder folder;
    const std::string file = folder.path("path.json");
    writePath(file, problem, waypoints);
    const apps::CoordinatedFile coordinated(problem, file);
    const PathPlayer player(problem.scene->model(), problem.hasCars() ? drivenSegments(problem, coordinated.driven)
                                                                      : straightSegments(problem.scene->model(), waypoints));
    const SquareView view = squareView(problem, file, robots, player, 1e-3, 10.0, {});
    REQUIRE(view.segments.size() == player.segmentCount());
    CHECK(!view.free.empty());
    for (const SquareView::Run& run : view.free)
    {
        CHECK((run.begin >= 0 && run.begin < run.end && run.end <= view.width()));
        CHECK((run.row >= 0 && run.row < view.height()));
    }
    ExecutionOrder::Parameters parameters = coordinated.path->ends();
    const auto first = coordinated.group.robots().begin();
    for (std::size_t k = 0; k < player.segmentCount(); ++k)
        for (const double t : {0.0, 0.1, 1.0 / 3.0, 0.5, 0.77, 1.0})
        {
            CAPTURE(k, t);
            const Eigen::Vector2d at = view.at({k, t});
            RobotIndex a = *first, b = (*first).next();
            parameters[a] = at.x();
            parameters[b] = at.y();
            const Configuration shown = player.configurationAt({k, t}), there = coordinated.path->at(parameters);
            for (const RobotIndex robot : {a, b})
                for (const int v : coordinated.group.alone(robot).variables)
                    CHECK(shown[v] == Approx(there[v]).margin(1e-9));
        }
}

}  // namespace

TEST_CASE("Two discs are where their square says, one at a time, both at once and neither", "[viewer]")
{
    Problem problem = problemOf(DiscWorld{{{{-0.5, 0.3}, {0.5, 0.3}}, {{0.5, -0.3}, {-0.5, -0.3}}, {{0.0, 0.8}, {0.1, 0.8}}}});
    const auto at = [](double a, double b, double c) { return configuration({a, 0.3, b, -0.3, c, 0.8}); };
    requireTogether(problem, {at(-0.5, 0.5, 0.0), at(0.0, 0.5, 0.0), at(0.0, 0.5, 0.1), at(0.5, 0.0, 0.1), at(0.5, -0.5, 0.1)},
                    "disc_1,disc_2");
    requireTogether(problem, {at(-0.5, 0.5, 0.0), at(-0.5, 0.0, 0.0)}, "disc_2,disc_1");  // the first one never moves
}

TEST_CASE("Two cars are where their square says, all along their curves", "[viewer]")
{
    const Problem problem =
        twoCars({Steering::Type::ReedsShepp, 1.0}, {Box{Vec3(0.5, 0.25, 0.2)}, test::at(0.0, 0.0, 0.0)}, {6.0, 4.0});
    const auto at = [](double x, double turn, double y) { return configuration({x, 1.0, turn, -x, y, 0.3}); };
    requireTogether(problem, {at(-3, 0, -2), at(0, 0.7, -2), at(3, -0.4, -1)}, "car_0,car_1");
    requireTogether(problem, {configuration({-3, 1, 0, 2, -2, 0.3}), configuration({-1, 2, 1, 2, -2, 0.3})}, "car_0,car_1");
}
