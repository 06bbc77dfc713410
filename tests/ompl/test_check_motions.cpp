#include <catch2/catch.hpp>

#include <limits>

#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>

#include <gapless/core/error.h>
#include <gapless/culling/make_culler.h>
#include <gapless/ompl/check_motions.h>
#include <gapless/ompl/problem_setup.h>

#include "ompl/small_problems.h"

namespace ob = ompl::base;
using namespace gapless;
using namespace gapless::test;

namespace {

using Arm = ob::ScopedState<ob::RealVectorStateSpace>;

}  // namespace

TEST_CASE("Motions that the culler lets go are valid where there are no pairs of moving bodies")
{
    const Problem problem = armAndPost(1.5, 0.4, 0.05);
    const ProblemSetup ready = makeProblemSetup(problem);
    const auto& si = ready.setup->getSpaceInformation();
    const auto culler = makeCuller(problem.scene, CullerPreference::Cpu);
    MotionSweeper sweeper(problem.scene);
    const ob::StateSamplerPtr sampler = si->allocStateSampler();
    std::vector<Arm> states;
    for (int i = 0; i < 400; ++i)
    {
        states.emplace_back(si->getStateSpace());
        sampler->sampleUniform(states.back().get());
    }
    std::vector<std::pair<const ob::State*, const ob::State*>> motions;
    for (std::size_t i = 0; i + 1 < states.size(); ++i)
        motions.emplace_back(states[i].get(), states[i + 1].get());
    const std::vector<char> may_hit = checkMotions(*ready.mapping, *culler, sweeper, motions);
    REQUIRE(may_hit.size() == motions.size());
    int let_go = 0, wrong = 0;
    for (std::size_t i = 0; i < motions.size(); ++i)
    {
        let_go += may_hit[i] == 0;
        wrong += may_hit[i] == 0 && !si->checkMotion(motions[i].first, motions[i].second);
    }
    CHECK(let_go > 20);
    CHECK(wrong == 0);
}

TEST_CASE("Nothing is proven of states that are none, and another scene's culler is refused")
{
    const Problem problem = armAndPost(1.5, 0.4, 0.05), other = armAndPost(1.5, 0.4, 0.05);
    const ProblemSetup ready = makeProblemSetup(problem);
    Arm good(ready.mapping->space()), bad(ready.mapping->space());
    good->values[0] = -1.0;
    good->values[1] = 0.0;
    bad->values[0] = std::numeric_limits<double>::quiet_NaN();
    bad->values[1] = 0.0;
    const std::vector<std::pair<const ob::State*, const ob::State*>> motions{{good.get(), good.get()}, {good.get(), bad.get()}};
    MotionSweeper sweeper(problem.scene), others(other.scene);
    const auto culler = makeCuller(problem.scene, CullerPreference::Cpu);
    CHECK(checkMotions(*ready.mapping, *culler, sweeper, motions) == std::vector<char>{0, 1});
    CHECK(checkMotions(*ready.mapping, *culler, sweeper, {}).empty());
    CHECK_THROWS_AS(checkMotions(*ready.mapping, *makeCuller(other.scene, CullerPreference::Cpu), sweeper, motions), InputError);
    CHECK_THROWS_AS(checkMotions(*ready.mapping, *culler, others, motions), InputError);
}
