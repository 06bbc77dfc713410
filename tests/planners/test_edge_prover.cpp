// EdgeProver: proofs that live with their edges.
#include <random>

#include <catch2/catch.hpp>

#include <gapless/certify/static_checker.h>
#include <gapless/core/error.h>
#include <gapless/kinematics/motion.h>
#include <gapless/ompl/continuous_articulated_motion_validator.h>
#include <gapless/ompl/discrete_motion_validator.h>
#include <gapless/ompl/path_certification.h>
#include <gapless/planners/edge_prover.h>

#include "planners/lazy_prm_support.h"

using namespace gapless;
using namespace gapless::test;
using Catch::Contains;
namespace ob = ompl::base;

namespace {

/// Edges between states of the arm, with their proofs.
struct Edges
{
    Edges(const ArmSetup& arm, const std::vector<std::vector<double>>& joints)
    {
        for (const std::vector<double>& values : joints)
            states.push_back(arm.state(values));
        proofs.resize(states.size() - 1);
        for (std::size_t i = 0; i < proofs.size(); ++i)
            path.push_back({&proofs[i], states[i].get(), states[i + 1].get()});
    }

    std::vector<ob::ScopedState<>> states;
    std::vector<EdgeProof> proofs;
    std::vector<EdgeProver::PathEdge> path;
};

/// To and fro, up to some micrometres off the post at (1.5, 0) with a radius of 0.1 m, so near that the lanes do not prove it, and so many
/// times that a proof takes many looks at the condition.
std::vector<std::vector<double>> manyCloseSwings()
{
    std::vector<std::vector<double>> joints;
    for (int i = 0; i < 4000; ++i)
        joints.push_back({i % 2 ? 0.3 : std::asin(0.12001 / 1.5), 1e-9 * i});
    return joints;
}

}  // namespace

TEST_CASE("A prover needs a motion validator that proves, and says who asks for it")
{
    ArmSetup arm(armAndPost(1.5, 0.0, 0.1));
    arm.si->setMotionValidator(std::make_shared<DiscreteMotionValidator>(arm.si, arm.mapping, 0.01));
    CHECK_THROWS_AS(EdgeProver(*arm.si, "some planner"), InputError);
    CHECK_THROWS_WITH(EdgeProver(*arm.si, "some planner"), Contains("some planner") && Contains("adaptive"));
}

TEST_CASE("All edges of a free path are proven, and settled edges cost nothing afterwards")
{
    const ArmSetup arm(armAndPost(1.5, 0.0, 0.05));
    EdgeProver prover(*arm.si, "test");
    Edges edges(arm, {{0.5, 0}, {1.5, 0.5}, {1.0, -0.5}});
    for (int time = 0; time < 2; ++time)
    {
        CHECK(prover.prove(edges.path, ob::plannerNonTerminatingCondition()).state == EdgeProof::State::Free);
        for (const EdgeProof& proof : edges.proofs)
        {
            CHECK(proof.state == EdgeProof::State::Free);
            CHECK(proof.queues.empty());
        }
        CHECK(prover.begunCount() == 2);
        CHECK(prover.resumedCount() == 0);
    }
    // Nothing to be done: no time is needed.
    CHECK(prover.prove(edges.path, ob::plannerAlwaysTerminatingCondition()).state == EdgeProof::State::Free);
}

TEST_CASE("The answer names the colliding edge, which is never tried again")
{
    const ArmSetup arm(armAndPost(1.5, 0.0, 0.05));
    EdgeProver prover(*arm.si, "test");
    Edges edges(arm, {{1.5, 0}, {0.5, 0}, {-0.5, 0}, {-1.5, 0}});
    EdgeProver::Answer answer = prover.prove(edges.path, ob::plannerNonTerminatingCondition());
    CHECK(answer.state == EdgeProof::State::Colliding);
    CHECK(answer.edge == 1);
    CHECK(edges.proofs[1].state == EdgeProof::State::Colliding);
    CHECK(edges.proofs[0].state != EdgeProof::State::Colliding);
    const std::uint64_t begun = prover.begunCount();
    answer = prover.prove(edges.path, ob::plannerNonTerminatingCondition());
    CHECK(answer.state == EdgeProof::State::Colliding);
    CHECK(answer.edge == 1);
    CHECK(prover.begunCount() == begun);
}

TEST_CASE("An edge that collides in its middle is seen to, before a proof is begun")
{
    const ArmSetup arm(armAndPost(1.5, 0.0, 0.05));
    EdgeProver prover(*arm.si, "test");
    Edges edges(arm, {{-0.5, 0}, {0.5, 0}});
    CHECK(prover.prove(edges.path, ob::plannerNonTerminatingCondition()).state == EdgeProof::State::Colliding);
    CHECK(prover.sampledCount() == 1);
    CHECK(prover.begunCount() == 0);
}

TEST_CASE("With the articulated validator an edge that ends close is free, and one that is left open is resumed")
{
    ArmSetup arm(armAndPost(1.5, 0.0, 0.05));
    arm.si->setMotionValidator(std::make_shared<ContinuousArticulatedMotionValidator>(arm.si, arm.mapping));
    EdgeProver prover(*arm.si, "test");
    // At half of the tolerance from the post.
    const double graze = std::asin(0.0705 / 1.5);
    Edges close(arm, {{1.0, 0.0}, {graze, 0.0}});
    CHECK(prover.prove(close.path, ob::plannerNonTerminatingCondition()).state == EdgeProof::State::Free);
    Edges through(arm, {{1.0, 0.0}, {-0.9, 0.0}});
    CHECK(prover.prove(through.path, ob::plannerNonTerminatingCondition()).state == EdgeProof::State::Colliding);
    Edges swings(arm, manyCloseSwings());
    int asked = 0;
    const ob::PlannerTerminationCondition soon([&asked] { return ++asked > 2; });
    if (prover.prove(swings.path, soon).state == EdgeProof::State::Open)
        CHECK(prover.prove(swings.path, ob::plannerNonTerminatingCondition()).state == EdgeProof::State::Free);
    for (const EdgeProof& proof : swings.proofs)
        CHECK(proof.state == EdgeProof::State::Free);
}

TEST_CASE("Random edges: free ones certify, colliding ones come within the tolerance")
{
    constexpr double kTolerance = 1e-2;
    const ArmSetup arm(armAndPost(1.5, 0.0, 0.05), kTolerance);
    const StaticChecker checker(arm.mapping->scene(), kTolerance);
    EdgeProver prover(*arm.si, "test");
    std::mt19937 random(5);
    std::uniform_real_distribution<double> angle(-2.0, 2.0);
    int free = 0, colliding = 0;
    for (int i = 0; i < 400; ++i)
    {
        const std::vector<double> from{angle(random), angle(random)}, to{angle(random), angle(random)};
        Edges edges(arm, {from, to});
        const bool is_free = prover.prove(edges.path, ob::plannerNonTerminatingCondition()).state == EdgeProof::State::Free;
        (is_free ? free : colliding) += 1;
        Configuration q0(2), q1(2);
        q0 << from[0], from[1];
        q1 << to[0], to[1];
        if (is_free)
        {
            CHECK(certifyPath(arm.mapping->scene(), {q0, q1}).verdict == Verdict::Free);
            continue;
        }
        bool comes_close = false;
        for (int k = 0; k <= 4000 && !comes_close; ++k)
            comes_close = checker.check(interpolate(arm.mapping->scene()->model(), q0, q1, k / 4000.0)) != Verdict::Free;
        CHECK(comes_close);
    }
    CHECK(free > 50);
    CHECK(colliding > 50);
}

TEST_CASE("What was begun is resumed, never restarted, and comes to the same answer")
{
    const ArmSetup arm(armAndPost(1.5, 0.0, 0.1), 1e-6);
    EdgeProver prover(*arm.si, "test");
    Edges edges(arm, manyCloseSwings());
    int asked = 0;
    const ob::PlannerTerminationCondition soon([&asked] { return ++asked > 1; });
    CHECK(prover.prove(edges.path, soon).state == EdgeProof::State::Open);
    std::size_t kept = 0;
    for (const EdgeProof& proof : edges.proofs)
        kept += !proof.queues.empty();
    REQUIRE(kept > 0);
    CHECK(prover.prove(edges.path, ob::plannerNonTerminatingCondition()).state == EdgeProof::State::Free);
    CHECK(prover.begunCount() == edges.proofs.size());
    CHECK(prover.resumedCount() == kept);
}

TEST_CASE("Without keeping queues every proof is begun anew")
{
    const ArmSetup arm(armAndPost(1.5, 0.0, 0.1), 1e-6);
    EdgeProver prover(*arm.si, "test");
    prover.setKeepsQueues(false);
    Edges edges(arm, manyCloseSwings());
    int asked = 0;
    const ob::PlannerTerminationCondition soon([&asked] { return ++asked > 1; });
    CHECK(prover.prove(edges.path, soon).state == EdgeProof::State::Open);
    for (const EdgeProof& proof : edges.proofs)
        REQUIRE(proof.queues.empty());
    CHECK(prover.prove(edges.path, ob::plannerNonTerminatingCondition()).state == EdgeProof::State::Free);
    CHECK(prover.begunCount() > edges.proofs.size());
    CHECK(prover.resumedCount() == 0);
}

TEST_CASE("No time: an open edge stays open, and nothing is begun")
{
    const ArmSetup arm(armAndPost(1.5, 0.0, 0.05));
    EdgeProver prover(*arm.si, "test");
    Edges edges(arm, {{0.5, 0}, {1.5, 0.5}});
    const EdgeProver::Answer answer = prover.prove(edges.path, ob::plannerAlwaysTerminatingCondition());
    CHECK(answer.state == EdgeProof::State::Open);
    CHECK(answer.edge == 0);
    CHECK(prover.begunCount() == 0);
}
