// Planners that prove their edges, for cars: the way back is another curve than the way there.
#include <ctime>
#include <map>
#include <string>

#include <catch2/catch.hpp>

#include <ompl/base/ScopedState.h>
#include <ompl/geometric/SimpleSetup.h>

#include <gapless/ompl/adaptive_bisection_motion_validator.h>
#include <gapless/ompl/path_certification.h>
#include <gapless/ompl/scene_state_validity_checker.h>
#include <gapless/planners/asbl.h>
#include <gapless/planners/edge_prover.h>
#include <gapless/planners/lazy_prm.h>
#include <gapless/planners/shortcut_smoother.h>

#include "planners/scene_key.h"
#include "support/cars.h"
#include "support/sanitized.h"

namespace ob = ompl::base;
namespace og = ompl::geometric;
using namespace gapless;
using namespace gapless::test;

namespace {

constexpr double kTolerance = 1e-3;

/// Cars of one of the kinds among random posts of 1 cm.
struct Lot
{
    Lot(Drive drive, unsigned int seed, int posts, double radius = 2.0) : space(carSpace(drive, radius, 12.0, true))
    {
        Random random(seed);
        for (int k = 0; k < posts; ++k)
            world.post(random.uniform(-9, 9), random.uniform(-9, 9), 0.005);
        mapping = world.mapping(space);
        si = std::make_shared<ob::SpaceInformation>(space);
        si->setStateValidityChecker(std::make_shared<SceneStateValidityChecker>(si, mapping, kTolerance));
        MotionValidatorOptions options;
        options.tolerance = kTolerance;
        si->setMotionValidator(std::make_shared<AdaptiveBisectionMotionValidator>(si, mapping, options));
        si->setup();
    }

    Verdict verdict(const og::PathGeometric& path) const
    {
        PathCertificationOptions options;
        options.tolerance = kTolerance;
        return certifyPath(*mapping, path, options).verdict;
    }

    ob::StateSpacePtr space;
    CarWorld world;
    std::shared_ptr<const StateMapping> mapping;
    ob::SpaceInformationPtr si;
};

EdgeProof::State proven(EdgeProver& prover, const ob::State* from, const ob::State* to, EdgeProof& proof)
{
    return prover.prove({{&proof, from, to}}, ob::plannerNonTerminatingCondition()).state;
}

double processorSeconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

}  // namespace

TEST_CASE("An edge of a car is proven the way it is driven, and what leaves the bounds is none")
{
    Random random(5);
    for (const Drive drive : kDrives)
    {
        const Lot lot(drive, 3, 12);
        EdgeProver prover(*lot.si, "test");
        ob::ScopedState<> from(lot.space), to(lot.space);
        int free = 0, one_way = 0;
        for (int i = 0; i < 400; ++i)
        {
            INFO("steering " << static_cast<int>(drive) << " edge " << i);
            place(from.get(), random, -12, 12);
            place(to.get(), random, -12, 12);
            EdgeProof there, back;
            const bool is_free = proven(prover, from.get(), to.get(), there) == EdgeProof::State::Free;
            const bool is_free_back = proven(prover, to.get(), from.get(), back) == EdgeProof::State::Free;
            CHECK(is_free == lot.si->checkMotion(from.get(), to.get()));
            CHECK(is_free_back == lot.si->checkMotion(to.get(), from.get()));
            CHECK(there.queues.empty());
            free += is_free;
            one_way += is_free != is_free_back;
        }
        CHECK(free > 40);
        if (drive == Drive::Dubins)
            CHECK(one_way > 20);
    }
    const Lot lot(Drive::Dubins, 3, 0);
    EdgeProver prover(*lot.si, "test");
    ob::ScopedState<> a(lot.space), b(lot.space);
    set(a.get(), 11, 0, 0);
    set(b.get(), 11, 5, M_PI);
    EdgeProof leaves;
    CHECK(proven(prover, a.get(), b.get(), leaves) == EdgeProof::State::Colliding);
}

TEST_CASE("A proof of a car's edge that is interrupted is resumed, piece by piece")
{
    const Lot lot(Drive::Dubins, 8, 6);
    EdgeProver prover(*lot.si, "test");
    Random random(21);
    ob::ScopedState<> from(lot.space), to(lot.space);
    int resumed = 0;
    for (int i = 0; i < 100; ++i)
    {
        place(from.get(), random, -8, 8);
        place(to.get(), random, -8, 8);
        EdgeProof proof;
        EdgeProver::Answer answer;
        int calls = 0;
        do
        {
            int asked = 0;
            const ob::PlannerTerminationCondition soon([&asked, calls] { return ++asked > 2 + calls / 4; });
            answer = prover.prove({{&proof, from.get(), to.get()}}, soon);
            CHECK((proof.unproven() >= 0.0 && proof.unproven() <= 1.0));
            REQUIRE(++calls < 1000);
        }
        while (answer.state == EdgeProof::State::Open);
        resumed += calls > 1;
        CHECK((answer.state == EdgeProof::State::Free) == lot.si->checkMotion(from.get(), to.get()));
    }
    CHECK(prover.begunCount() <= 100);
    WARN(resumed << " of 100 proofs were resumed");
}

TEST_CASE("Planners that prove their edges drive cars, query after query, and each path is certified as OMPL draws it")
{
    for (const Drive drive : kDrives)
    {
        std::map<std::string, int> solved;
        int queries = 0;
        for (unsigned int seed = 1; seed <= (kSanitized ? 2 : 6); ++seed)
        {
            const Lot lot(drive, seed, 14, 1.5);
            const ob::PlannerPtr planners[] = {std::make_shared<ASBL>(lot.si), std::make_shared<LazyPRM>(lot.si)};
            Random random(100 + seed);
            ob::ScopedState<> ends[] = {ob::ScopedState<>(lot.space), ob::ScopedState<>(lot.space), ob::ScopedState<>(lot.space)};
            for (ob::ScopedState<>& end : ends)
                do
                    place(end.get(), random, -7, 7);
                while (!lot.si->isValid(end.get()));
            for (const ob::PlannerPtr& planner : planners)
                // There and back, and over what the way there has proven.
                for (const auto& [start, goal] : {std::pair(0, 1), std::pair(1, 0), std::pair(1, 2), std::pair(2, 0)})
                {
                    INFO("steering " << static_cast<int>(drive) << " seed " << seed << " " << planner->getName());
                    const auto query = std::make_shared<ob::ProblemDefinition>(lot.si);
                    query->setStartAndGoalStates(ends[start], ends[goal]);
                    planner->setProblemDefinition(query);
                    queries += planner == planners[0];
                    // Of the processor, so that other work on the machine takes nothing away.
                    const double end = processorSeconds() + (kSanitized ? 5.0 : 0.4);
                    if (planner->solve(ob::PlannerTerminationCondition([end] { return processorSeconds() > end; }))
                        != ob::PlannerStatus::EXACT_SOLUTION)
                        continue;
                    ++solved[planner->getName()];
                    auto path = *query->getSolutionPath()->as<og::PathGeometric>();
                    CHECK(lot.verdict(path) == Verdict::Free);
                    SmoothingOptions smoothing;
                    smoothing.tolerance = kTolerance;
                    smoothing.steps = 100;
                    const SmoothingResult smooth = smoothPath(lot.mapping, path, smoothing);
                    CHECK(smooth.certification.verdict == Verdict::Free);
                    CHECK(smooth.length_after <= smooth.length_before);
                    CHECK(lot.verdict(path) == Verdict::Free);
                }
        }
        WARN("steering " << static_cast<int>(drive) << ": of " << queries << " queries ASBL solved " << solved["gapless::ASBL"]
                         << ", LazyPRM " << solved["gapless::LazyPRM"]);
        CHECK(4 * solved["gapless::LazyPRM"] >= 3 * queries);
        // What is near to a state is a loop away for a car that cannot back.
        CHECK(5 * solved["gapless::ASBL"] >= (drive == Drive::Dubins ? 1 : 4) * queries);
    }
}

TEST_CASE("The key of a roadmap of cars has their steering and where they may go")
{
    const CarWorld world;
    const auto keyOf = [&](Drive drive, double radius, double half_side) {
        return sceneKey(*world.mapping(carSpace(drive, radius, half_side)), kTolerance);
    };
    const SceneKey base = keyOf(Drive::Dubins, 2.0, 12.0);
    CHECK(differenceOf(keyOf(Drive::Dubins, 2.0, 12.0), base).empty());
    for (const SceneKey& other : {keyOf(Drive::SymmetricDubins, 2.0, 12.0), keyOf(Drive::ReedsShepp, 2.0, 12.0),
                                  keyOf(Drive::Dubins, std::nextafter(2.0, 3.0), 12.0), keyOf(Drive::Dubins, 2.0, 13.0)})
        CHECK(!differenceOf(other, base).empty());
    const auto straight = std::make_shared<ob::SE2StateSpace>();
    straight->setBounds(std::dynamic_pointer_cast<ob::SE2StateSpace>(carSpace(Drive::Dubins, 2.0, 12.0))->getBounds());
    CHECK(!differenceOf(sceneKey(*world.mapping(straight), kTolerance), base).empty());
}

TEST_CASE("In a compound of cars, which OMPL takes for a metric space, planners of ours end in time")
{
    SceneBuilder builder;
    const BodyIndex first = builder.joint(kWorld, {}, JointType::Planar), second = builder.joint(kWorld, {}, JointType::Planar);
    builder.link("first", first, Box{Vec3(2, 1, 0.5)}, at(1, 0, 0)).link("second", second, Box{Vec3(2, 1, 0.5)}, at(1, 0, 0));
    for (int k = 0; k < 4; ++k)
        builder.obstacle("post " + std::to_string(k), Cylinder{0.3, 1.0}, at(6.0 * k - 9.0, k % 2 ? -3.0 : 3.0, 0));
    const auto space = std::make_shared<ob::CompoundStateSpace>(
        std::vector<ob::StateSpacePtr>{carSpace(Drive::Dubins, 2.0, 12.0, true), carSpace(Drive::Dubins, 2.0, 12.0, true)},
        std::vector<double>(2, 1.0));
    const auto mapping = std::make_shared<const StateMapping>(space, builder.build(), std::vector<BodyIndex>{first, second},
                                                              builder.model.defaultConfiguration());
    const auto si = std::make_shared<ob::SpaceInformation>(space);
    si->setStateValidityChecker(std::make_shared<SceneStateValidityChecker>(si, mapping, kTolerance));
    si->setMotionValidator(std::make_shared<AdaptiveBisectionMotionValidator>(si, mapping));
    for (const unsigned int car : {0u, 1u})
        space->getSubspace(car)->setup();
    space->registerDefaultProjection(std::make_shared<ob::SubspaceProjectionEvaluator>(space.get(), 0));
    si->setup();
    ob::ScopedState<> start(space), goal(space);
    const auto setBoth = [](ob::ScopedState<>& state, double x, double y, double heading) {
        set(state->as<ob::CompoundState>()->components[0], x, y, heading);
        set(state->as<ob::CompoundState>()->components[1], -x, -y, heading);
    };
    setBoth(start, -8, -8, 0.1);
    setBoth(goal, 8, 8, 1.0);
    const ob::PlannerPtr planners[] = {std::make_shared<ASBL>(si), std::make_shared<LazyPRM>(si)};
    for (const ob::PlannerPtr& planner : planners)
    {
        INFO(planner->getName());
        const auto query = std::make_shared<ob::ProblemDefinition>(si);
        query->setStartAndGoalStates(start, goal);
        planner->setProblemDefinition(query);
        const ompl::time::point begin = ompl::time::now();
        const ob::PlannerStatus status = planner->solve(1.0);
        CHECK(ompl::time::seconds(ompl::time::now() - begin) < (kSanitized ? 60.0 : 10.0));
        if (status == ob::PlannerStatus::EXACT_SOLUTION)
            CHECK(certifyPath(*mapping, *query->getSolutionPath()->as<og::PathGeometric>()).verdict == Verdict::Free);
    }
}
