// Cars and trajectories in the viewer: played along their curves, in real time, and judged as what they are.
#include <catch2/catch.hpp>

#include <gapless/core/error.h>
#include <gapless/kinematics/trajectory.h>

#include "apps/cli_runner.h"
#include "apps/viewer/path_player.h"
#include "apps/viewer/path_verdict.h"
#include "apps/viewer/swept_poses.h"
#include "apps/viewer/timeline_bar.h"
#include "picture.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;
using namespace gapless::viewer;

namespace {

/// A ball of 0.1 m on rails along x, and a post of 0.1 m at x = 2.
std::shared_ptr<const Scene> ballAndPost()
{
    SceneBuilder builder;
    builder.link("ball", builder.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()), Sphere{0.1});
    builder.obstacle("post", Cylinder{0.1, 1.0}, at(2, 0, 0));
    return builder.build();
}

Configuration at1(double x)
{
    return Configuration::Constant(1, x);
}

PathVerdict judged(const std::shared_ptr<const Scene>& scene, const std::vector<PlayedSegment>& segments,
                   const VerdictOptions& options = {})
{
    const PathJudge judge(scene, segments, options);
    REQUIRE(judge.wait({}));
    return judge.latest();
}

}  // namespace

TEST_CASE("A trajectory is played in its own time, along its curve, and judged on it", "[viewer]")
{
    const auto scene = ballAndPost();
    // From rest to rest: 3 s^2 - 2 s^3 of 1 m in 2 s; then on, to x = 3, in 1 s.
    const CurveMotion curve =
        curveOf(scene->model(),
                {{0.0, at1(0), at1(0), std::nullopt}, {2.0, at1(1), at1(0), std::nullopt}, {3.0, at1(3), at1(0), std::nullopt}},
                Interpolation::Splines);
    const PathPlayer player(scene->model(), timedSegments(scene->model(), curve));
    CHECK(player.segmentCount() == 2);
    CHECK(player.duration() == 3.0);
    CHECK(player.configurationAt(player.placeAt(0.5))[0] == Approx(3 * 0.0625 - 2 * 0.015625));
    CHECK(player.posesAt(player.placeAt(1.0)).back().p.x() == Approx(0.5));
    for (const ValidatorKind kind : {ValidatorKind::Adaptive, ValidatorKind::Articulated})
    {
        VerdictOptions options;
        options.validator = kind;
        const PathVerdict verdict = judged(scene, player.segments(), options);
        CHECK(verdict.segments[0].verdict == Verdict::Free);
        REQUIRE(verdict.segments[0].profile.size() >= 1);
        for (const ProvenPart& part : verdict.segments[0].profile)
            CHECK(part.clearance <= 2.0 - 0.2 - player.configurationAt({0, part.time.upper})[0] + 1e-9);
        REQUIRE(verdict.firstCollision() == 1);
        // x = 1.8 where 3 s^2 - 2 s^3 = 0.4.
        CHECK(verdict.segments[1].t == Approx(0.43293).margin(2e-3));
        const std::vector<BarState> bar = timelineBar(verdict, player, 300);
        CHECK(bar[100] == BarState::Proven);
        CHECK(bar[290] == BarState::Uncovered);
        CHECK(std::count(bar.begin() + 240, bar.begin() + 246, BarState::Witness) >= 1);
    }
    // What may be off by that much is not proven to pass.
    const CurveMotion close = curveOf(
        scene->model(), {{0.0, at1(0), at1(0), std::nullopt}, {2.0, at1(1.7), at1(0), std::nullopt}}, Interpolation::Splines);
    const std::vector<PlayedSegment> segments = timedSegments(scene->model(), close);
    VerdictOptions options;
    CHECK(judged(scene, segments, options).verdict() == Verdict::Free);
    options.tracking_error = at1(0.11);
    CHECK(judged(scene, segments, options).verdict() == Verdict::Undecided);
    options.validator = ValidatorKind::Discrete;
    CHECK_THROWS_AS(PathJudge(scene, segments, options), InputError);
    CHECK(sweptPoses(*scene, player, 20).instants.size() == 20);
}

TEST_CASE_METHOD(CliFixture, "Cars and trajectories are drawn, obstacles that move with them", "[viewer]")
{
    write("car.urdf",
          "<robot name='car'><link name='body'><collision><origin xyz='1 0 0.5'/><geometry><box size='4 2 1'/></geometry>"
          "</collision></link></robot>");
    write("car.yaml",
          "robots:\n  - {urdf: car.urdf, planar: true, base_limits: {lower: [-9, -9], upper: [9, 9]}, steering: {type: "
          "dubins, radius: 2}}\nstart: {base: [0, 0, 0]}\ngoal: {base: [0, 4, 3.1]}\n");
    CHECK(run("view car.yaml --screenshot car.png --samples 1 --size 160x120").exit_code == 0);
    CHECK(exists("car.png"));
    write("path.json",
          "{\"joint_names\": [\"base/x\", \"base/y\", \"base/theta\"], \"waypoints\": [[0, 0, 0], [0, 4, 3.1]], "
          "\"curves\": [[[0.5, 1]]]}");
    requireBadInput(run("view car.yaml --path path.json --screenshot car.png"), "segment 0: the way of a car ends ");
    requireBadInput(run("view car.yaml --validator discrete --screenshot car.png"), "samples no curves");

    write("tray.yaml",
          "robots:\n  - {urdf: arm.urdf}\nobstacles:\n  - {name: tray, box: [0.1, 0.1, 0.1], moves: [{time: 0, pose: {xyz: [0, "
          "3, 0]}}, "
          "{time: 1, pose: {xyz: [0, 2.5, 0]}}]}\nstart: {shoulder: 0.3, elbow: 0}\n");
    write("t.csv", "time_from_start,shoulder,elbow\n0,0.3,0\n1,1,0\n");
    const CliResult drawn = run("view tray.yaml --trajectory t.csv --screenshot t.png --samples 1 --size 160x120");
    INFO(drawn.err);
    CHECK(drawn.exit_code == 0);
    CHECK(exists("t.png"));
    // Green up to the clearance, which is about a metre, and white above.
    CHECK(run("check tray.yaml --trajectory t.csv --profile profile.png").exit_code == 0);
    const viewer::Image profile = decodedPng(read("profile.png"));
    CHECK((profile.width == 1000 && profile.height == 420));
    const auto isGreen = [&](int x, int y) {
        const Pixel pixel = pixelAt(profile, x, y);
        return pixel.g > pixel.r + 40 && pixel.g > pixel.b + 40;
    };
    CHECK(isGreen(500, 360));
    CHECK_FALSE(isGreen(500, 40));
    requireBadInput(run("view tray.yaml --screenshot t.png"), "moves");
    requireBadInput(run("view tray.yaml --trajectory none.csv --screenshot t.png"), "none.csv");
}
