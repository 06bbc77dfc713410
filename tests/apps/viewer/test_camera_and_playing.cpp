// Camera, playing, the bar of verdicts and what is proven, without OpenGL.

#include <algorithm>

#include <catch2/catch.hpp>

#include <gapless/certify/segment_certifier.h>
#include <gapless/core/error.h>

#include "apps/viewer/camera.h"
#include "apps/viewer/hidden.h"
#include "apps/viewer/light_samples.h"
#include "apps/viewer/overlay.h"
#include "apps/viewer/path_verdict.h"
#include "apps/viewer/playback.h"
#include "apps/viewer/shown.h"
#include "apps/viewer/swept_poses.h"
#include "apps/viewer/timeline_bar.h"
#include "support/random_input.h"
#include "support/scene_builder.h"

using namespace gapless;
using namespace gapless::test;
using namespace gapless::viewer;

namespace {

/// A ball of 0.1 m slides along x; posts of radius 0.1 m stand at the given places.
std::shared_ptr<const Scene> ballAndPosts(const std::vector<double>& posts)
{
    SceneBuilder builder;
    builder.link("ball", builder.joint(kWorld, {}, JointType::Prismatic, Vec3::UnitX()), Sphere{0.1});
    for (std::size_t k = 0; k < posts.size(); ++k)
        builder.obstacle("post_" + std::to_string(k), Cylinder{0.1, 1.0}, at(posts[k], 0, 0));
    return builder.build();
}

PathPlayer playerOf(const Scene& scene, const std::vector<Configuration>& path)
{
    return {scene.model(), straightSegments(scene.model(), path)};
}

PathVerdict judged(const std::shared_ptr<const Scene>& scene, const std::vector<Configuration>& path, ValidatorKind validator)
{
    VerdictOptions options;
    options.validator = validator;
    const PathJudge judge(scene, straightSegments(scene->model(), path), options);
    REQUIRE(judge.wait({}));
    return judge.latest();
}

}  // namespace

TEST_CASE("The picture's projection and the text's agree", "[viewer]")
{
    Random random(3);
    for (int i = 0; i < 200; ++i)
    {
        Camera camera;
        camera.azimuth = random.uniform(-3, 3);
        camera.elevation = random.uniform(-1.4, 1.4);
        camera.distance = random.uniform(0.5, 20);
        camera.target = Vec3(random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(-5, 5));
        const Vec3 origin(random.uniform(-5, 5), 0, 1);
        const Vec3 p =
            camera.target + 0.2 * camera.distance * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
        const Vec3 local = p - origin;
        const Eigen::Vector4f clip = camera.viewProjection(16.0 / 9.0, origin)
                                     * Eigen::Vector4f(float(local.x()), float(local.y()), float(local.z()), 1.0f);
        const auto pixel = camera.project(p, 1600, 900);
        REQUIRE(pixel);
        CHECK(pixel->x() == Approx(800.0 * (1.0 + double(clip.x() / clip.w()))).margin(0.05));
        CHECK(pixel->y() == Approx(450.0 * (1.0 - double(clip.y() / clip.w()))).margin(0.05));
    }
}

TEST_CASE("A box that the camera was fitted to is in the picture, and touches its edge", "[viewer]")
{
    const Eigen::AlignedBox3d box(Vec3(-1, 2, 0), Vec3(3, 3, 0.5));
    for (const double azimuth : {0.0, 1.0, 2.5})
    {
        Camera camera;
        camera.azimuth = azimuth;
        camera.fit(box, 16.0 / 9.0);
        double nearest = 1e9;
        for (int i = 0; i < 8; ++i)
        {
            const auto pixel = camera.project(box.corner(static_cast<Eigen::AlignedBox3d::CornerType>(i)), 1600, 900);
            REQUIRE(pixel);
            for (const double gap : {pixel->x(), 1600 - pixel->x(), pixel->y(), 900 - pixel->y()})
                nearest = std::min(nearest, gap);
        }
        CHECK(nearest > 0.0);
        CHECK(nearest < 60.0);
    }
}

TEST_CASE("Where a picture is covered below, a box that the camera is fitted to is above that, and in the picture", "[viewer]")
{
    const Eigen::AlignedBox3d box(Vec3(-1, 2, 0), Vec3(3, 3, 0.5));
    for (const double azimuth : {0.0, 1.0, 2.5})
        for (const double covered : {0.1, 0.3})
        {
            CAPTURE(azimuth, covered);
            Camera camera;
            camera.azimuth = azimuth;
            camera.fit(box, 16.0 / 9.0, covered);
            for (int i = 0; i < 8; ++i)
            {
                const auto pixel = camera.project(box.corner(static_cast<Eigen::AlignedBox3d::CornerType>(i)), 1600, 900);
                REQUIRE(pixel);
                CHECK(pixel->x() > 0.0);
                CHECK(pixel->x() < 1600.0);
                CHECK(pixel->y() > 0.0);
                CHECK(pixel->y() < 900.0 * (1.0 - covered));
            }
        }
}

TEST_CASE("The printed camera reads back, and wrong ones are refused", "[viewer]")
{
    Camera camera;
    CHECK(parseCamera("30,20,2.5,1,2,3", camera) == 6);
    Camera again;
    parseCamera(camera.text(), again);
    CHECK((camera.eye() - again.eye()).norm() < 1e-9);
    for (const char* wrong : {"", "1", "1,2,3,4", "1,2,x", "1,89,3", "1,2,-3", "1,2,3,4,5,nan", "1,2,"})
        CHECK_THROWS_AS(parseCamera(wrong, camera), InputError);
}

TEST_CASE("Places on a path and their seconds go both ways", "[viewer]")
{
    const auto scene = ballAndPosts({});
    const PathPlayer player =
        playerOf(*scene, {configuration({0}), configuration({0.8}), configuration({0.8}), configuration({-0.8})});
    CHECK(player.duration() == Approx(3.0));
    CHECK(player.placeAt(0.5).segment == 0);
    CHECK(player.placeAt(2.0).segment == 2);
    CHECK(player.placeAt(2.0).t == Approx(0.5));
    CHECK(player.placeAt(99.0).t == 1.0);
    for (const double seconds : {0.0, 0.3, 1.0, 2.2, 3.0})
        CHECK(player.secondsAt(player.placeAt(seconds)) == Approx(seconds));
    CHECK(parsePlace("2:0.25", player).t == 0.25);
    CHECK(parsePlace("0.5", player).segment == 2);
    for (const char* wrong : {"3:0", "-1:0", "0:1.5", "x", "0.5:0", "0:", "2"})
        CHECK_THROWS_AS(parsePlace(wrong, player), InputError);
}

TEST_CASE("Playing stops at the end, or begins anew", "[viewer]")
{
    Playback playback;
    playback.in_loop = false;
    playback.playOrPause(2.0);
    playback.advance(1.5, 2.0);
    CHECK(playback.seconds == Approx(1.5));
    playback.advance(1.0, 2.0);
    CHECK(playback.seconds == 2.0);
    CHECK_FALSE(playback.is_playing);
    playback.playOrPause(2.0);
    CHECK(playback.seconds == 0.0);
    playback.in_loop = true;
    playback.advance(2.5, 2.0);
    CHECK(playback.seconds == Approx(0.5));
    playback.playOrPause(0.0);
    CHECK_FALSE(playback.is_playing);
}

TEST_CASE("The judge of a path finds the collision in its segment, and the bar shows it there, for each validator", "[viewer]")
{
    const auto scene = ballAndPosts({2.0});
    const std::vector<Configuration> path{configuration({0}), configuration({1}), configuration({3}), configuration({4})};
    const PathPlayer player = playerOf(*scene, path);
    for (const ValidatorKind validator : kValidatorKinds)
    {
        CAPTURE(toString(validator));
        const PathVerdict verdict = judged(scene, path, validator);
        CHECK(verdict.is_done);
        CHECK(verdict.verdict() == Verdict::Collision);
        REQUIRE(verdict.firstCollision() == 1);
        const SegmentVerdict& segment = verdict.segments[1];
        // Contact is where the ball is 0.2 m before the post: t = 0.4.
        CHECK(segment.t == Approx(0.4).margin(0.01));
        CHECK(segment.witness->distance < 2e-3);
        CHECK(verdict.segments[0].verdict == Verdict::Free);
        CHECK(verdict.segments[2].verdict == Verdict::Free);
        const std::vector<BarState> bar = timelineBar(verdict, player, 400);
        // 1.8 of 4 s; the witness may come a little before contact.
        CHECK(std::count(bar.begin() + 177, bar.begin() + 182, BarState::Witness) >= 1);
        CHECK(std::count(bar.begin(), bar.end(), BarState::Witness) <= 2);
        const bool proves = isExact(validator);
        CHECK(bar[50] == (proves ? BarState::Proven : BarState::Pending));
        CHECK(bar[350] == (proves ? BarState::Proven : BarState::Pending));
        if (proves)
            CHECK(bar[250] == BarState::Uncovered);
    }
}

TEST_CASE("Of several robots the rows below the bar say who moves when, and of one there are none", "[viewer]")
{
    KinematicModel model;
    std::vector<CollisionObject> objects;
    Problem problem;
    for (int robot = 0; robot < 2; ++robot)
    {
        Joint slide;
        slide.name = "slide_" + std::to_string(robot);
        slide.type = JointType::Prismatic;
        const BodyIndex body = model.addBody("ball_" + std::to_string(robot), kWorld, at(0, robot, 0), slide, robot);
        objects.push_back({"ball_" + std::to_string(robot), body, ObjectKind::Link, geometryOf(Sphere{0.1}), {}});
        problem.joints.push_back({slide.name, body, *model.body(body).variable, 1});
    }
    problem.scene = std::make_shared<const Scene>(model, objects);
    // The first one alone, both, the second one alone, each as long as the others.
    const std::vector<Configuration> path{configuration({0, 0}), configuration({1, 0}), configuration({2, 1}),
                                          configuration({2, 2})};
    const PathPlayer player = playerOf(*problem.scene, path);
    const std::vector<std::vector<bool>> rows = moversBar(problem, player, 300);
    REQUIRE(rows.size() == 2);
    for (int x = 5; x < 295; ++x)
        if (x % 100 > 4 && x % 100 < 96)
        {
            CAPTURE(x);
            CHECK(rows[0][static_cast<std::size_t>(x)] == (x < 200));
            CHECK(rows[1][static_cast<std::size_t>(x)] == (x > 100));
        }
    problem.joints.pop_back();
    CHECK(moversBar(problem, player, 300).empty());
}

TEST_CASE("A judge that has no time leaves everything open, and claims nothing", "[viewer]")
{
    VerdictOptions options;
    options.seconds = 1e-9;
    const auto scene = ballAndPosts({2.0});
    const PathJudge judge(scene, straightSegments(scene->model(), {configuration({0}), configuration({1})}), options);
    REQUIRE(judge.wait({}));
    CHECK(judge.latest().verdict() == Verdict::Undecided);
    CHECK(judge.latest().segments[0].uncovered.size() == 1);
}

TEST_CASE("The line on a path says what is proven, and of what", "[viewer]")
{
    PathVerdict verdict;
    verdict.segments.resize(3);
    CHECK(verdictLine(verdict) == "being certified: 0 of 3 segments done");
    verdict.segments[0].is_done = true;
    verdict.segments[0].verdict = Verdict::Free;
    CHECK(verdictLine(verdict) == "being certified: 1 of 3 segments done");
    verdict.is_done = true;
    verdict.segments[1].is_done = true;
    CHECK(verdictLine(verdict) == "undecided: 1 of 3 segments proven free");
    verdict.segments[1].verdict = Verdict::Collision;
    CHECK(verdictLine(verdict) == "collision: segment 1 of 3");
    verdict.segments.resize(1);
    CHECK(verdictLine(verdict) == "free: proven for all of 1 segment");
    CHECK(verdictLine(verdict, true) == "free: proven for this configuration");
    verdict.proven = false;
    CHECK(verdictLine(verdict, true).find("proven for") == std::string::npos);
}

TEST_CASE("Intervals that overlap or touch become one, with the pair of the longest", "[viewer]")
{
    const auto result = merged(
        {{{0.5, 0.75}, PairIndex(1)}, {{0.0, 0.25}, PairIndex(2)}, {{0.25, 0.375}, PairIndex(3)}, {{0.7, 0.8}, PairIndex(4)}});
    REQUIRE(result.size() == 2);
    CHECK(result[0].time.lower == 0.0);
    CHECK(result[0].time.upper == 0.375);
    CHECK(result[0].pair == PairIndex(2));
    CHECK(result[1].time.upper == 0.8);
    CHECK(result[1].pair == PairIndex(1));
}

TEST_CASE("No point of a swept volume moves farther between two instants than it says", "[viewer]")
{
    const auto scene = ballAndPosts({});
    const PathPlayer player = playerOf(*scene, {configuration({0}), configuration({1}), configuration({-2})});
    const SweptPoses swept = sweptPoses(*scene, player, 41);
    REQUIRE(swept.instants.size() == 41);
    CHECK(swept.largest_step >= 0.1 - 1e-12);
    const auto place = [&](std::size_t k) { return swept.instants[k].back().p; };
    for (std::size_t k = 0; k + 1 < swept.instants.size(); ++k)
        CHECK((place(k + 1) - place(k)).norm() <= swept.largest_step * (1 + 1e-9));
    CHECK(place(0).x() == Approx(0.0));
    CHECK(place(40).x() == Approx(-2.0));
}

TEST_CASE("Any beginning of the series of light samples is spread over the sky, and none comes from below", "[viewer]")
{
    const Vec3 key = Vec3(1, 0, 1).normalized();
    for (const int count : {16, 64})
    {
        Vec3 sum = Vec3::Zero();
        for (int k = 0; k < count; ++k)
        {
            const LightSample sample = lightSample(k, key);
            CHECK(sample.sky.norm() == Approx(1.0));
            CHECK(sample.sky.z() > 0.0);
            CHECK(sample.key.dot(key) > 0.99);
            CHECK(sample.shift.cwiseAbs().maxCoeff() <= 0.5);
            sum += sample.sky;
        }
        sum /= count;
        CHECK(sum.head<2>().norm() < 0.1);
        CHECK(sum.z() == Approx(0.54).margin(count == 16 ? 0.1 : 0.04));
    }
}

TEST_CASE("What is shown and hidden is chosen by name, and unknown names are refused", "[viewer]")
{
    const Shown shown = parseShown("swept,grid");
    CHECK((shown.swept && shown.grid));
    CHECK_FALSE((shown.start || shown.goal || shown.witness || shown.uncovered || shown.panel));
    CHECK_FALSE(parseShown("none").grid);
    CHECK_THROWS_AS(parseShown("swpt"), InputError);
    CHECK_THROWS_AS(parseShown("start,"), InputError);
    const auto scene = ballAndPosts({1, 2});
    CHECK(hiddenObjects(*scene, "post_*").list() == std::vector<bool>{false, true, true});
    CHECK(hiddenObjects(*scene, "").list() == std::vector<bool>{false, false, false});
    CHECK_THROWS_AS(hiddenObjects(*scene, "post"), InputError);
}
