// One space information, validators that come and go. Swapping under many threads is in tests/moveit/test_request_validation.cpp.
#include <catch2/catch.hpp>

#include <ompl/base/ScopedState.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>

#include <gapless/core/error.h>
#include <gapless/ompl/problem_setup.h>
#include <gapless/ompl/swappable_motion_validator.h>

#include "ompl/small_problems.h"

namespace ob = ompl::base;
using namespace gapless;
using namespace gapless::test;

namespace {

/// Answers always the same, and says how often it was asked.
class Constant : public ob::MotionValidator
{
public:
    Constant(const ob::SpaceInformationPtr& si, bool valid) : ob::MotionValidator(si), valid_answer_(valid) {}
    bool checkMotion(const ob::State*, const ob::State*) const override
    {
        ++asked;
        return valid_answer_;
    }
    bool checkMotion(const ob::State*, const ob::State*, std::pair<ob::State*, double>& lastValid) const override
    {
        ++asked;
        lastValid.second = 0.25;
        return valid_answer_;
    }

    mutable int asked = 0;

private:
    bool valid_answer_;
};

struct Swapping
{
    Problem problem = armAndPost(1.5, 0.0, 0.05);
    ProblemSetup ready = makeProblemSetup(problem);
    ob::SpaceInformationPtr si = ready.setup->getSpaceInformation();
    std::shared_ptr<Constant> yes = std::make_shared<Constant>(si, true), no = std::make_shared<Constant>(si, false);
    ob::ScopedState<> s1{si->getStateSpace()}, s2{si->getStateSpace()};
};

}  // namespace

TEST_CASE("The present validator answers, lastValid included, and both kinds of answers are counted")
{
    const Swapping fixture;
    SwappableMotionValidator swappable(fixture.si, fixture.yes);
    std::pair<ob::State*, double> last(nullptr, 1.0);
    CHECK(swappable.checkMotion(fixture.s1.get(), fixture.s2.get()));
    swappable.swap(fixture.no);
    CHECK(swappable.present() == fixture.no);
    CHECK_FALSE(swappable.checkMotion(fixture.s1.get(), fixture.s2.get()));
    CHECK_FALSE(swappable.checkMotion(fixture.s1.get(), fixture.s2.get(), last));
    CHECK(last.second == 0.25);
    CHECK(fixture.yes->asked == 1);
    CHECK(fixture.no->asked == 2);
    CHECK(swappable.getValidMotionCount() == 1);
    CHECK(swappable.getInvalidMotionCount() == 2);
}

TEST_CASE("A validator behind several swappable ones is found, and one that is none is itself")
{
    const Swapping fixture;
    CHECK(presentMotionValidator(*fixture.si) == fixture.si->getMotionValidator());
    const auto inner = std::make_shared<SwappableMotionValidator>(fixture.si, fixture.yes);
    fixture.si->setMotionValidator(std::make_shared<SwappableMotionValidator>(fixture.si, inner));
    CHECK(presentMotionValidator(*fixture.si) == fixture.yes);
    inner->swap(fixture.no);
    CHECK(presentMotionValidator(*fixture.si) == fixture.no);
}

TEST_CASE("No validator is refused, and the one before stays")
{
    const Swapping fixture;
    CHECK_THROWS_AS(SwappableMotionValidator(fixture.si, nullptr), InputError);
    SwappableMotionValidator swappable(fixture.si, fixture.yes);
    CHECK_THROWS_AS(swappable.swap(nullptr), InputError);
    CHECK(swappable.present() == fixture.yes);
}
