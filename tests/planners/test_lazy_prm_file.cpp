// Roadmap files of LazyPRM: what comes back, and what is refused.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include <gapless/certify/proof_version.h>
#include <gapless/core/error.h>

#include "planners/lazy_prm_support.h"
#include "planners/roadmap_file.h"
#include "support/temporary_folder.h"

namespace ob = ompl::base;
using namespace gapless;
using namespace gapless::test;
using Catch::Contains;

namespace {

std::string contentOf(const std::string& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<std::vector<double>> statesOf(const ompl::geometric::PathGeometric& path)
{
    std::vector<std::vector<double>> states(path.getStateCount());
    for (std::size_t i = 0; i < states.size(); ++i)
        path.getSpaceInformation()->getStateSpace()->copyToReals(states[i], path.getState(static_cast<unsigned int>(i)));
    return states;
}

/// A roadmap that has answered one query, and its file.
struct Saved
{
    Saved() : arm(armAndPost(1.2, 0.0, 0.1)), planner(arm.si), file(folder.path("arm.roadmap"))
    {
        planner.setProblemDefinition(arm.query({-1, 0}, {1, 0}));
        REQUIRE(planner.solve(kEnough) == ob::PlannerStatus::EXACT_SOLUTION);
        planner.save(file);
    }

    TemporaryFolder folder;
    ArmSetup arm;
    LazyPRM planner;
    std::string file;
};

std::vector<std::vector<double>> answerOf(LazyPRM& planner, const ArmSetup& arm)
{
    const ob::ProblemDefinitionPtr query = arm.query({-1, 0}, {1, 0});
    planner.setProblemDefinition(query);
    REQUIRE(planner.solve(kEnough) == ob::PlannerStatus::EXACT_SOLUTION);
    return statesOf(*solutionOf(query));
}

}  // namespace

TEST_CASE("a loaded roadmap gives the same answers, bit by bit, without proving anything again", "[lazy_prm]")
{
    Saved saved;
    LazyPRM loaded(saved.arm.si);
    loaded.load(saved.file);
    CHECK(loaded.milestoneCount() == saved.planner.milestoneCount());
    CHECK(loaded.edgeCount() == saved.planner.edgeCount());
    CHECK(loaded.freeEdgeCount() == saved.planner.freeEdgeCount());
    CHECK(loaded.collidingEdgeCount() == saved.planner.collidingEdgeCount());
    const std::string again = saved.folder.path("again.roadmap");
    loaded.save(again);
    CHECK(contentOf(again) == contentOf(saved.file));

    const std::uint64_t proven = loaded.freeEdgeCount();
    CHECK(answerOf(loaded, saved.arm) == answerOf(saved.planner, saved.arm));
    CHECK(loaded.freeEdgeCount() == proven);
}

TEST_CASE("a roadmap in a space of all kinds of joints is saved and loaded", "[lazy_prm]")
{
    TemporaryFolder folder;
    ArmSetup chain(oneOfEach());
    LazyPRM planner(chain.si);
    auto query = std::make_shared<ob::ProblemDefinition>(chain.si);
    ob::ScopedState<> start(chain.si), goal(chain.si);
    const auto sampler = chain.si->allocValidStateSampler();
    REQUIRE(sampler->sample(start.get()));
    REQUIRE(sampler->sample(goal.get()));
    query->setStartAndGoalStates(start, goal);
    planner.setProblemDefinition(query);
    REQUIRE(planner.solve(kEnough) == ob::PlannerStatus::EXACT_SOLUTION);
    planner.save(folder.path("chain.roadmap"));
    LazyPRM loaded(chain.si);
    loaded.load(folder.path("chain.roadmap"));
    CHECK(loaded.freeEdgeCount() == planner.freeEdgeCount());
    loaded.save(folder.path("again.roadmap"));
    CHECK(contentOf(folder.path("again.roadmap")) == contentOf(folder.path("chain.roadmap")));
}

TEST_CASE("a roadmap file that is cut short or has a flipped byte is refused, and the roadmap stays as it was", "[lazy_prm]")
{
    Saved saved;
    const std::string whole = contentOf(saved.file);
    LazyPRM planner(saved.arm.si);
    planner.load(saved.file);
    const auto refused = [&](const std::string& bytes) {
        const std::string file = saved.folder.write("bad.roadmap", bytes);
        CHECK_THROWS_AS(planner.load(file), InputError);
    };
    const std::size_t step = std::max<std::size_t>(1, whole.size() / 50);
    for (std::size_t length = 0; length < whole.size(); length += length < 80 ? 1 : step)
        refused(whole.substr(0, length));
    refused(whole.substr(0, whole.size() - 1));
    refused(whole + '\0');
    for (std::size_t i = 0; i < whole.size(); i += i < 80 ? 1 : step)
    {
        std::string flipped = whole;
        flipped[i] = static_cast<char>(~flipped[i]);
        refused(flipped);
    }
    CHECK_THROWS_AS(planner.load(saved.folder.path("none.roadmap")), InputError);
    CHECK_THROWS_AS(planner.load(saved.folder.path()), InputError);
    planner.save(saved.folder.path("after.roadmap"));
    CHECK(contentOf(saved.folder.path("after.roadmap")) == whole);
}

TEST_CASE("a roadmap of another robot, scene or tolerance is refused with what differs", "[lazy_prm]")
{
    Saved saved;
    const std::string whole = contentOf(saved.file);
    const auto refusal = [&](const Problem& problem, double tolerance) -> std::string {
        ArmSetup other(problem, tolerance);
        LazyPRM planner(other.si);
        try
        {
            planner.load(saved.file);
        }
        catch (const InputError& error)
        {
            return error.what();
        }
        return "";
    };
    CHECK(refusal(armAndPost(1.2, 0.0, 0.1), 1e-3) == "");
    CHECK_THAT(refusal(armAndPost(1.2, 0.0, 0.1), 5e-4), Contains("of tolerance 0.001 instead of 0.0005"));
    const std::string moved = refusal(armAndPost(1.2, 1e-15, 0.1), 1e-3);
    CHECK_THAT(moved, Contains("of another scene (the obstacle 'post' differs)") && !Contains("robot") && !Contains("tolerance"));
    CHECK_THAT(refusal(armAndPost(1.2, 0.0, 0.2), 1e-3), Contains("of another scene"));

    // The same arm with a wider elbow, and with a shoulder that does not plan.
    Problem problem = armAndPost(1.2, 0.0, 0.1);
    KinematicModel model;
    const Joint shoulder = joint("shoulder", JointType::Revolute, Vec3::UnitZ(), {-3}, {3});
    const BodyIndex upper = model.addBody("upper", kWorld, Pose(), shoulder, 0);
    model.addBody("lower", upper, at(1, 0, 0), joint("elbow", JointType::Revolute, Vec3::UnitZ(), {-3}, {3.1}), 0);
    const Problem wider = problemOf(std::move(model), problem.scene->objects().list());
    const std::string other_robot = refusal(wider, 1e-3);
    CHECK_THAT(other_robot,
               Contains("of another robot (the joint 'elbow' differs)") && !Contains("scene") && !Contains("tolerance"));
    problem.joints.erase(problem.joints.begin());
    CHECK_THAT(refusal(problem, 1e-3), Contains("of another robot"));
}

TEST_CASE("who renames an object or wins a clearance loses the proofs, who lists the objects in another order keeps them",
          "[lazy_prm]")
{
    Saved saved;
    Problem problem = armAndPost(1.2, 0.0, 0.1);
    const KinematicModel model = problem.scene->model();
    const auto load = [&](const std::vector<CollisionObject>& objects, const Clearances& clearances) {
        problem.scene = std::make_shared<const Scene>(model, objects, AllowedCollisionMatrix(), clearances);
        ArmSetup other(problem);
        LazyPRM planner(other.si);
        planner.load(saved.file);
    };
    std::vector<CollisionObject> objects = problem.scene->objects().list();
    std::reverse(objects.begin(), objects.end());
    CHECK_NOTHROW(load(objects, {}));
    Clearances wider;
    wider.pairs = {{"lower", "post", 0.001}};
    CHECK_THROWS_WITH(load(objects, wider), Contains("of another scene (the pair 'lower', 'post' differs)"));
    objects[0].name = "pillar";
    CHECK_THROWS_WITH(load(objects, {}), Contains("of another scene (it has no obstacle 'pillar')"));
}

TEST_CASE("objects in another order with other pairs active are another scene", "[lazy_prm]")
{
    // Two balls on rails, which swap places; in the first scene only one of them keeps clear of the post.
    const auto rails = [](bool second) {
        KinematicModel model;
        const BodyIndex a = model.addBody("x", kWorld, Pose(), joint("x", JointType::Prismatic, Vec3::UnitX(), {-2}, {2}), 0);
        const BodyIndex b = model.addBody("y", kWorld, Pose(), joint("y", JointType::Prismatic, Vec3::UnitX(), {-2}, {2}), 0);
        Problem problem = problemOf(model, {});
        const CollisionObject first{"first", a, ObjectKind::Link, ball(0.1), {}},
            last{"last", b, ObjectKind::Link, ball(0.1), {}}, post{"post", kWorld, ObjectKind::Obstacle, ball(0.01), {}};
        AllowedCollisionMatrix allowed;
        allowed.allow("last", "post");
        allowed.allow("first", second ? "post" : "last");
        problem.scene = second ? std::make_shared<const Scene>(model, std::vector<CollisionObject>{first, post, last}, allowed)
                               : std::make_shared<const Scene>(model, std::vector<CollisionObject>{first, last, post}, allowed);
        return problem;
    };
    TemporaryFolder folder;
    ArmSetup one(rails(false)), other(rails(true));
    LazyPRM(one.si).save(folder.path("one.roadmap"));
    LazyPRM planner(other.si);
    CHECK_THROWS_WITH(planner.load(folder.path("one.roadmap")), Contains("of another scene (it has no pair 'first', 'last')"));
}

TEST_CASE("proofs of an earlier version of the program are refused", "[lazy_prm]")
{
    Saved saved;
    RoadmapContent content = readRoadmap(saved.file);
    content.key.proof_version = kProofVersion - 1;
    const std::string early = saved.folder.path("early.roadmap");
    writeRoadmap(early, content);
    LazyPRM planner(saved.arm.si);
    CHECK_THROWS_WITH(planner.load(early), Contains("of version " + std::to_string(kProofVersion - 1)
                                                    + " of the proofs instead of " + std::to_string(kProofVersion)));
}

TEST_CASE("a roadmap that cannot be saved is an error that leaves no file behind", "[lazy_prm]")
{
    Saved saved;
    const std::string file = saved.folder.path("missing/arm.roadmap");
    CHECK_THROWS_WITH(saved.planner.save(file), Contains(file));
    // Nothing but the one file: no temporary ones are left.
    saved.planner.save(saved.file);
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(saved.folder.path()))
        count += entry.is_regular_file() ? 1 : 0;
    CHECK(count == 1);
}

TEST_CASE("an obstacle that moved after saving makes the file one of another scene, moved back it fits", "[lazy_prm]")
{
    Saved saved;
    saved.arm.setScene(armAndPost(1.5, 0.0, 0.1));
    CHECK_THROWS_WITH(saved.planner.load(saved.file), Contains("of another scene"));
    saved.arm.setScene(armAndPost(1.2, 0.0, 0.1));
    CHECK_NOTHROW(saved.planner.load(saved.file));
    CHECK(saved.planner.freeEdgeCount() > 0);
}

TEST_CASE("a roadmap can be loaded before setup(), and first into a space that is not set up", "[lazy_prm]")
{
    Saved saved;
    const ArmSetup fresh(armAndPost(1.2, 0.0, 0.1));
    LazyPRM loaded(fresh.si);
    loaded.load(saved.file);
    loaded.setup();
    CHECK(loaded.milestoneCount() == saved.planner.milestoneCount());
    CHECK(loaded.freeEdgeCount() == saved.planner.freeEdgeCount());
    CHECK(answerOf(loaded, fresh) == answerOf(saved.planner, saved.arm));
}
