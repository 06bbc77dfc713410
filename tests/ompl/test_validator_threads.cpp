#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <limits>
#include <thread>

#include <ompl/base/ScopedState.h>

#include <gapless/ompl/adaptive_bisection_motion_validator.h>
#include <gapless/ompl/problem_setup.h>

#include "ompl/small_problems.h"

namespace ob = ompl::base;
using namespace gapless;
using namespace gapless::test;

TEST_CASE("Many threads on one validator get the answers of one thread, and every motion is counted")
{
    constexpr int kThreads = 8;
    constexpr std::size_t kMotions = 200;
    SetupOptions options;
    options.validator = GENERATE(ValidatorKind::Adaptive, ValidatorKind::Articulated, ValidatorKind::Discrete);
    CAPTURE(toString(options.validator));
    const Problem problem = armAndPost(1.2, 0.4, 0.05);
    const ProblemSetup ready = makeProblemSetup(problem, options);
    const ob::SpaceInformationPtr si = ready.setup->getSpaceInformation();

    const ob::StateSamplerPtr sampler = si->allocStateSampler();
    std::vector<ob::ScopedState<>> states;
    for (std::size_t i = 0; i <= kMotions; ++i)
    {
        states.emplace_back(si->getStateSpace());
        sampler->sampleUniform(states.back().get());
    }
    struct Answer
    {
        bool valid = false, prefix_valid = false;
        double fraction = -1.0;
        bool operator==(const Answer& other) const
        {
            return valid == other.valid && prefix_valid == other.prefix_valid && fraction == other.fraction;
        }
    };
    const auto judge = [&](std::size_t i) {
        Answer answer;
        std::pair<ob::State*, double> last_valid(nullptr, -1.0);
        answer.valid = si->checkMotion(states[i].get(), states[i + 1].get());
        answer.prefix_valid = si->checkMotion(states[i].get(), states[i + 1].get(), last_valid);
        answer.fraction = last_valid.second;
        return answer;
    };

    std::vector<Answer> expected;
    unsigned int valid = 0;
    for (std::size_t i = 0; i < kMotions; ++i)
    {
        expected.push_back(judge(i));
        valid += static_cast<unsigned int>(expected.back().valid) + static_cast<unsigned int>(expected.back().prefix_valid);
    }
    si->getMotionValidator()->resetMotionCounter();

    std::atomic<int> different{0};
    std::vector<std::thread> threads;
    for (int thread = 0; thread < kThreads; ++thread)
        threads.emplace_back([&, thread] {
            for (std::size_t k = 0; k < kMotions; ++k)
            {
                const std::size_t i = (k + static_cast<std::size_t>(thread) * 31) % kMotions;
                if (!(judge(i) == expected[i]))
                    ++different;
            }
        });
    for (std::thread& thread : threads)
        thread.join();

    CHECK(different == 0);
    CHECK(si->getMotionValidator()->getValidMotionCount() == kThreads * valid);
    CHECK(si->getMotionValidator()->getCheckedMotionCount() == kThreads * 2 * kMotions);
}

TEST_CASE(
    "A batch of states has the answers of one motion at a time, and every motion is counted, and states that are none stay "
    "undecided")
{
    SetupOptions options;
    options.validator = GENERATE(ValidatorKind::Adaptive, ValidatorKind::Articulated);
    const unsigned int threads = GENERATE(0u, 1u, 5u);
    CAPTURE(toString(options.validator), threads);
    const Problem problem = armAndPost(1.2, 0.4, 0.05);
    const ProblemSetup ready = makeProblemSetup(problem, options);
    const ob::SpaceInformationPtr si = ready.setup->getSpaceInformation();
    const auto& validator = dynamic_cast<const ExactMotionValidator&>(*si->getMotionValidator());
    const ob::StateSamplerPtr sampler = si->allocStateSampler();
    std::vector<ob::ScopedState<>> states;
    for (std::size_t i = 0; i < 200; ++i)
    {
        states.emplace_back(si->getStateSpace());
        sampler->sampleUniform(states.back().get());
    }
    states[50][0] = std::numeric_limits<double>::quiet_NaN();
    std::vector<std::pair<const ob::State*, const ob::State*>> motions;
    for (std::size_t i = 0; i + 1 < states.size(); ++i)
        motions.emplace_back(states[i].get(), states[i + 1].get());

    const std::vector<Verdict> verdicts = validator.checkMotions(motions, threads);
    REQUIRE(verdicts.size() == motions.size());
    CHECK(validator.getCheckedMotionCount() == motions.size());
    CHECK(validator.getValidMotionCount() == std::count(verdicts.begin(), verdicts.end(), Verdict::Free));
    CHECK(validator.undecidedCount() == 2);
    CHECK(verdicts[49] == Verdict::Undecided);
    CHECK(verdicts[50] == Verdict::Undecided);
    for (std::size_t i = 0; i < motions.size(); ++i)
        CHECK(si->checkMotion(motions[i].first, motions[i].second) == (verdicts[i] == Verdict::Free));
    CHECK(validator.checkMotions({}, threads).empty());
}
