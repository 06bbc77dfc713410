// Robots that drive at the same time, and turns without detours.
#include <catch2/catch.hpp>

#include <cmath>

#include <gapless/certify/certify_path.h>
#include <gapless/multirobot/early_schedule.h>
#include <gapless/multirobot/product_search.h>
#include <gapless/multirobot/without_detours.h>

#include "multirobot/discs.h"
#include "multirobot/executions.h"

using namespace gapless;
using namespace gapless::test;

namespace {

const auto kForever = ompl::base::plannerNonTerminatingCondition();
const RobotIndex kA(0), kB(1);

StateMapping mappingOf(const Problem& problem)
{
    const auto space = makeStateSpace(problem);
    space->setup();
    return StateMapping(space, problem);
}

}  // namespace

TEST_CASE("Each robot goes on as soon as the order allows, and waits no longer")
{
    const DiscWorld world{{{{-0.8, 0.0}, {0.8, 0.0}}, {{0.0, -0.8}, {0.0, 0.8}}}};
    const Problem problem = problemOf(world);
    const RobotGroup group(problem);
    const StateMapping mapping = mappingOf(problem);
    const std::vector<Configuration> turns{configuration({-0.8, 0.0, 0.0, -0.8}), configuration({0.8, 0.0, 0.0, -0.8}),
                                           configuration({0.8, 0.0, 0.0, 0.8})};
    CHECK(makespan(group, mapping, turns) == Approx(3.2));
    const CoordinatedPath path(group, turns);
    // b waits at a quarter for a to have three quarters behind it.
    const std::vector<Configuration> early = earlySchedule(path, ExecutionOrder(path.ends(), {{kB, 0.25, kA, 0.75}}), mapping);
    CHECK(makespan(group, mapping, early) == Approx(0.75 * 1.6 + 0.75 * 1.6));
    CHECK(early.front().isApprox(turns.front()));
    CHECK(early.back().isApprox(turns.back()));
    CHECK(certifyPath(problem.scene, early).verdict == Verdict::Free);
    // Without an order both run at once, into each other.
    const std::vector<Configuration> none = earlySchedule(path, ExecutionOrder(path.ends(), {}), mapping);
    CHECK(makespan(group, mapping, none) == Approx(1.6));
    CHECK(certifyPath(problem.scene, none).verdict == Verdict::Collision);
}

TEST_CASE("A schedule begins where the path does also where the first motion is a turn that the space measures as none")
{
    Problem problem;
    problem.file = "boxes";
    KinematicModel model;
    std::vector<CollisionObject> objects;
    for (const char* name : {"a", "b"})
    {
        Joint floating;
        floating.name = name + std::string("/base");
        floating.type = JointType::Floating;
        floating.lower = {-9.0, -9.0, -9.0};
        floating.upper = {9.0, 9.0, 9.0};
        const BodyIndex body = model.addBody(name, kWorld, Pose(), floating, static_cast<int>(objects.size()));
        problem.joints.push_back({floating.name, body, *model.body(body).variable, 7});
        objects.push_back({name, body, ObjectKind::Link, geometryOf(Box{Vec3(2.0, 0.1, 0.1)}), {}});
    }
    problem.scene = std::make_shared<const Scene>(std::move(model), std::move(objects));
    problem.start = configuration({0, 0, 0, 0, 0, 0, 1, 0, 5, 0, 0, 0, 0, 1});
    problem.has_start = true;
    const RobotGroup group(problem);
    const StateMapping mapping = mappingOf(problem);
    // 5e-5 rad; then the other one goes on.
    std::vector<Configuration> turns(3, problem.start);
    turns[1].segment<4>(3) = turns[2].segment<4>(3) = Eigen::Vector4d(0.0, 0.0, std::sin(2.5e-5), std::cos(2.5e-5));
    turns[2][7] = 1.0;
    REQUIRE(makespan(group, mapping, {turns[0], turns[1]}) == 0.0);
    for (const std::size_t count : {std::size_t{3}, std::size_t{2}})
    {
        turns.resize(count);
        const CoordinatedPath path(group, turns);
        const std::vector<Configuration> early = earlySchedule(path, ExecutionOrder(path.ends(), {}), mapping);
        CHECK(early.front() == turns.front());
        CHECK(early.back().isApprox(turns.back(), 1e-12));
    }
}

TEST_CASE("Schedules of planned paths are free, keep the order, and take no longer than turns")
{
    int shorter = 0, proven = 0, paths = 0;
    for (int i = 0; i < 20; ++i)
    {
        DiscWorld world;
        const int count = 2 + i % 4;
        for (int k = 0; k < count; ++k)
        {
            const double angle = 2.0 * M_PI * k / count + 0.1 * i;
            world.discs.push_back(
                {{0.8 * std::cos(angle), 0.8 * std::sin(angle)}, {-0.8 * std::cos(angle), -0.8 * std::sin(angle)}, 0.1});
        }
        const Problem problem = problemOf(world);
        DiscGroup discs(problem);
        discs.grow(40, 8);
        const Placement start = discs.placement(problem.start, 8), goal = discs.placement(*problem.goal, 8);
        ProductSearch search(discs.roadmaps, *discs.table, start, goal, 2.0);
        if (search.run(20000, kForever) != ProductSearch::Outcome::Found)
            continue;
        ++paths;
        const StateMapping mapping = mappingOf(problem);
        const std::vector<Configuration> turns = search.path().configurations(discs.group, discs.roadmaps);
        const CoordinatedPath path(discs.group, turns);
        AnyTimingOptions options;
        options.is_sharp = i % 2 == 0;
        AnyTiming timing(path, options);
        INFO("scene " << i);
        const auto order = provenOrder(timing);
        if (!order)
            continue;
        ++proven;
        const std::vector<Configuration> early = earlySchedule(path, *order, mapping);
        CHECK(certifyPath(problem.scene, early).verdict == Verdict::Free);
        CHECK(early.back().isApprox(turns.back(), 1e-9));
        const double before = makespan(discs.group, mapping, turns), after = makespan(discs.group, mapping, early);
        CHECK(after <= before * (1.0 + 1e-9));
        shorter += after < 0.9 * before ? 1 : 0;
    }
    CHECK(paths > 15);
    CHECK(proven >= paths - 2);
    CHECK(shorter > proven / 2);
}

TEST_CASE("A robot that comes back to where it was stays, but where it made way")
{
    // a goes to and fro, b passes by far off: then it stays. If b passes where a stood, a has to go.
    for (const bool is_in_the_way : {false, true})
    {
        CAPTURE(is_in_the_way);
        DiscWorld world{{{{0.0, 0.0}, {0.0, 0.0}}, {{-0.8, is_in_the_way ? 0.0 : -0.5}, {0.8, is_in_the_way ? 0.0 : -0.5}}}};
        DiscGroup discs{world};
        const double y = world.discs[1].start[1];
        const auto stood = discs.add(kA, configuration({0.0, 0.0}), 1), aside = discs.add(kA, configuration({0.0, 0.6}), 1);
        const auto from = discs.add(kB, configuration({-0.8, y}), 1), to = discs.add(kB, configuration({0.8, y}), 1);
        REQUIRE(discs.roadmaps[kA]->edgeCount() == 1);
        REQUIRE(discs.roadmaps[kB]->edgeCount() == 1);
        DiscretizedPath path;
        path.start.push_back(stood);
        path.start.push_back(from);
        path.moves = {{kA, 0, aside}, {kB, 0, to}, {kA, 0, stood}, {kA, 0, aside}, {kA, 0, stood}};
        const DiscretizedPath shorter = withoutDetours(path, *discs.table);
        CHECK(shorter.moves.size() == (is_in_the_way ? 3U : 1U));
        CHECK(shorter.configurations(discs.group, discs.roadmaps).back()
              == path.configurations(discs.group, discs.roadmaps).back());
        CHECK(certifyPath(discs.group.problem().scene, shorter.configurations(discs.group, discs.roadmaps)).verdict
              == Verdict::Free);
    }
}
