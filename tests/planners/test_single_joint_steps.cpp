// Steps of one joint, in spaces of every part that they know.
#include <cmath>

#include <catch2/catch.hpp>

#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>
#include <ompl/base/spaces/SE3StateSpace.h>
#include <ompl/base/spaces/SO2StateSpace.h>
#include <ompl/base/spaces/TimeStateSpace.h>

#include <gapless/core/error.h>

#include "planners/single_joint_steps.h"

using namespace gapless;
using Catch::Contains;
namespace ob = ompl::base;

namespace {

/// R^2, SO(2) and, one level down, SE(3): seven joints, of which one is an SO(3).
ob::StateSpacePtr mixedSpace()
{
    const auto real = std::make_shared<ob::RealVectorStateSpace>(2);
    real->setBounds(-1.0, 3.0);
    const auto free = std::make_shared<ob::SE3StateSpace>();
    ob::RealVectorBounds bounds(3);
    bounds.setLow(-2.0);
    bounds.setHigh(2.0);
    free->setBounds(bounds);
    const auto all = std::make_shared<ob::CompoundStateSpace>();
    all->addSubspace(real, 1.0);
    all->addSubspace(std::make_shared<ob::SO2StateSpace>(), 1.0);
    all->addSubspace(free, 1.0);
    all->setup();
    return all;
}

/// The joints that differ: 0, 1 of the real vector, 2 of SO(2), 3 to 5 of SE(3)'s position, 6 of its rotation.
std::vector<int> changedJoints(const ob::ScopedState<>& a, const ob::ScopedState<>& b)
{
    const std::vector<double> x = a.reals(), y = b.reals();
    std::vector<int> changed;
    for (int joint = 0; joint < 6; ++joint)
        if (x[static_cast<std::size_t>(joint)] != y[static_cast<std::size_t>(joint)])
            changed.push_back(joint);
    for (std::size_t i = 6; i < x.size(); ++i)
        if (x[i] != y[i])
        {
            changed.push_back(6);
            break;
        }
    return changed;
}

}  // namespace

TEST_CASE("A step moves one joint, every joint is moved, and none leaves its bounds or its reach")
{
    const ob::StateSpacePtr space = mixedSpace();
    const SingleJointSteps steps(space, "test");
    ompl::RNG rng(3);
    ob::ScopedState<> state(space), next(space);
    state.random();
    std::vector<int> moved(7, 0);
    constexpr double kReach = 0.25;
    for (int i = 0; i < 5000; ++i)
    {
        next = state;
        const SingleJointSteps::Step step = steps.random(state.get(), kReach, rng);
        steps.apply(step, next.get());
        const std::vector<int> changed = changedJoints(state, next);
        REQUIRE(changed.size() <= 1);
        REQUIRE(space->satisfiesBounds(next.get()));
        if (!changed.empty())
        {
            ++moved[static_cast<std::size_t>(changed.front())];
            const std::vector<double> x = state.reals(), y = next.reals();
            switch (changed.front())
            {
                case 6:
                {
                    double dot = 0.0;
                    for (std::size_t k = 6; k < 10; ++k)
                        dot += x[k] * y[k];
                    REQUIRE(2.0 * std::acos(std::min(1.0, std::abs(dot))) <= kReach * M_PI + 1e-6);
                    break;
                }
                case 2: REQUIRE(std::abs(std::remainder(y[2] - x[2], 2.0 * M_PI)) <= kReach * 2.0 * M_PI + 1e-12); break;
                default:
                    REQUIRE(std::abs(y[static_cast<std::size_t>(changed.front())] - x[static_cast<std::size_t>(changed.front())])
                            <= kReach * 4.0 + 1e-12);
            }
        }
        state = next;
    }
    for (const int count : moved)
        CHECK(count > 300);
}

TEST_CASE("Spaces with a part that has no single joints are refused by name")
{
    const auto unbounded = std::make_shared<ob::RealVectorStateSpace>(2);
    unbounded->setName("endless");
    unbounded->setBounds(-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity());
    CHECK_THROWS_WITH(SingleJointSteps(unbounded, "walker"), Contains("walker") && Contains("endless") && Contains("bounds"));

    const auto time = std::make_shared<ob::TimeStateSpace>();
    time->setName("clock");
    const auto timed = std::make_shared<ob::CompoundStateSpace>();
    timed->addSubspace(std::make_shared<ob::SO2StateSpace>(), 1.0);
    timed->addSubspace(time, 1.0);
    CHECK_THROWS_WITH(SingleJointSteps(timed, "walker"), Contains("walker") && Contains("clock"));

    CHECK_THROWS_AS(SingleJointSteps(std::make_shared<ob::RealVectorStateSpace>(0), "walker"), InputError);
}
