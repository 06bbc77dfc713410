// Entries of cars: along the curves that they drive, not along the straight line.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "multirobot/discs.h"
#include "support/random_input.h"

using namespace gapless;
using namespace gapless::test;

namespace {

constexpr double kRadius = 0.1;
const auto kForever = ompl::base::plannerNonTerminatingCondition();

/// Two balls that drive like cars.
Problem carsOf(Steering::Type type)
{
    return twoCars({type, 1.0}, {Sphere{kRadius}, Pose()}, {8.0, 8.0}, 0.5);
}

/// Where the car is that far along an edge, in the world; `shift` is where its base frame is.
Eigen::Vector2d along(const RobotRoadmap& roadmap, RobotRoadmap::Edge edge, double share, double shift)
{
    ompl::base::ScopedState<> from(roadmap.mapping().space()), to(from), between(from);
    roadmap.mapping().toState(roadmap.configuration(roadmap.edge(edge).from), from.get());
    roadmap.mapping().toState(roadmap.configuration(roadmap.edge(edge).to), to.get());
    roadmap.mapping().space()->interpolate(from.get(), to.get(), share, between.get());
    const Configuration q = roadmap.mapping().toConfiguration(between.get());
    return {q[0] + shift, q[1]};
}

double distanceToCurve(const RobotRoadmap& roadmap, RobotRoadmap::Edge edge, const Eigen::Vector2d& p, double shift)
{
    constexpr int kSamples = 2000;
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k <= kSamples; ++k)
        least = std::min(least, (along(roadmap, edge, static_cast<double>(k) / kSamples, shift) - p).norm());
    return least;
}

}  // namespace

TEST_CASE("A car that stands on another one's curve blocks it, and one that stands on the straight line beside it does not")
{
    for (const Steering::Type type : {Steering::Type::Dubins, Steering::Type::ReedsShepp})
    {
        Random random(5);
        int on_curve = 0, on_line = 0;
        for (int round = 0; round < 12; ++round)
        {
            const std::size_t moving_number = static_cast<std::size_t>(round % 2);
            const RobotIndex moving(moving_number), standing(1 - moving_number);
            const double shift = 0.5 * static_cast<double>(moving_number);
            DiscGroup cars(carsOf(type));
            RobotRoadmap& roadmap = *cars.roadmaps[moving];
            roadmap.add(configuration({0.0, 0.0, 0.0}), 0, kForever);
            roadmap.add(configuration({random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3)}), 1, kForever);
            REQUIRE(roadmap.edgeCount() == 2);
            for (const double share : {0.0, 0.03, 0.3, 0.5, 0.8, 1.0})
                for (const RobotRoadmap::Edge edge : {0U, 1U})
                {
                    const Eigen::Vector2d on = along(roadmap, edge, share, shift);
                    const double ends_shift = 0.5 - shift;
                    const auto place = [&](const Eigen::Vector2d& p) {
                        return cars.add(standing, configuration({p.x() - ends_shift, p.y(), 1.0}), 0);
                    };
                    CHECK(cars.table->blocks(standing, place(on), moving, edge));
                    // Almost two radii beside it.
                    const Eigen::Vector2d beside =
                        on + (2.0 * kRadius - 1e-6) * Eigen::Vector2d(std::cos(share), std::sin(share));
                    CHECK(cars.table->blocks(standing, place(beside), moving, edge));
                    ++on_curve;
                    const Eigen::Vector2d line =
                        (1.0 - share) * along(roadmap, edge, 0.0, shift) + share * along(roadmap, edge, 1.0, shift);
                    if (distanceToCurve(roadmap, edge, line, shift) < 2.0 * kRadius + 0.02)
                        continue;
                    CHECK_FALSE(cars.table->blocks(standing, place(line), moving, edge));
                    ++on_line;
                }
        }
        CHECK(on_curve == 144);
        CHECK(on_line > 10);
    }
}

TEST_CASE("Of a car the way there and the way back are told apart")
{
    // A Dubins car comes back by another way.
    DiscGroup cars(carsOf(Steering::Type::Dubins));
    const RobotIndex moving(0), standing(1);
    RobotRoadmap& roadmap = *cars.roadmaps[moving];
    roadmap.add(configuration({0.0, 0.0, 0.0}), 0, kForever);
    roadmap.add(configuration({4.0, 0.0, 0.0}), 1, kForever);
    REQUIRE(roadmap.edgeCount() == 2);
    const RobotRoadmap::Edge there = roadmap.edge(0).from == 0 ? 0 : 1, back = 1 - there;
    const auto on_line = cars.add(standing, configuration({1.5, 0.0, 0.0}), 0);
    CHECK(cars.table->blocks(standing, on_line, moving, there));
    const Eigen::Vector2d loop = along(roadmap, back, 0.5, 0.0);
    const auto on_loop = cars.add(standing, configuration({loop.x() - 0.5, loop.y(), 0.0}), 0);
    CHECK(cars.table->blocks(standing, on_loop, moving, back));
    CHECK_FALSE(cars.table->blocks(standing, on_loop, moving, there));
    // Nobody goes from the second node to the first but by the way back.
    REQUIRE(roadmap.arcs(1).size() == 1);
    CHECK(roadmap.arcs(1).front().edge == back);
    CHECK(roadmap.distancesTo(0)[1] == roadmap.edge(back).length);
    CHECK(roadmap.distancesTo(1)[0] == roadmap.edge(there).length);
}
