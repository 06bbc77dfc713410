// gapless view: pictures in files, as a user gets them.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>

#include <catch2/catch.hpp>

#include "apps/cli_runner.h"
#include "apps/viewer/camera.h"
#include "picture.h"

using namespace gapless;
using namespace gapless::test;
using viewer::Image;

namespace {

constexpr int kWidth = 320, kHeight = 240;
const std::string kCamera = "0,70,5,1,0,0";
const std::string kDrawing = " --samples 4 --camera " + kCamera + " ", kPicture = " --size 320x240" + kDrawing;

class ViewFixture : public CliFixture
{
public:
    Image picture(const std::string& arguments, const std::string& size = "320x240") const
    {
        const CliResult result = run("view problem.yaml --screenshot out.png --size " + size + kDrawing + arguments);
        INFO(result.err);
        REQUIRE(result.exit_code == 0);
        CHECK(result.out.empty());
        return decodedPng(read("out.png"));
    }

    /// The pixel that shows a point of the world.
    static Pixel at(const Image& image, double x, double y, double z)
    {
        viewer::Camera camera;
        viewer::parseCamera(kCamera, camera);
        const auto pixel = camera.project(Vec3(x, y, z), image.width, image.height);
        REQUIRE(pixel);
        return pixelAt(image, pixel->x(), pixel->y());
    }

    /// Exit code 2, one line that names what is wrong, and no file.
    void requireRefused(const std::string& arguments, const std::string& named) const
    {
        const CliResult result = run("view " + arguments);
        INFO(arguments << "\n" << result.err);
        CHECK(result.exit_code == 2);
        CHECK(result.out.empty());
        CHECK(result.err.find(named) != std::string::npos);
        CHECK(std::count(result.err.begin(), result.err.end(), '\n') == 1);
        CHECK_FALSE(exists("out.png"));
    }
};

}  // namespace

TEST_CASE_METHOD(ViewFixture, "A screenshot has the size asked for, the robot where it is, and no window is needed", "[viewer]")
{
    if (!canDraw())
        return;
    writeProblem("[0.5, 0]", "[1.5, 0.2]");
    const Image image = picture("--show none");
    CHECK(image.width == kWidth);
    CHECK(image.height == kHeight);
    CHECK(std::set<std::uint8_t>(image.pixels.begin(), image.pixels.end()).size() > 30);
    // Both links lie at 0.5 rad; nothing lies on the other side.
    for (const double along : {0.3, 0.7, 1.3, 1.7})
    {
        CAPTURE(along);
        CHECK(at(image, along * std::cos(0.5), along * std::sin(0.5), 0.02).isOrange());
        CHECK_FALSE(at(image, along * std::cos(0.5), -along * std::sin(0.5), 0.02).isOrange());
    }
}

TEST_CASE_METHOD(ViewFixture, "The option --at moves the robot along the path", "[viewer]")
{
    if (!canDraw())
        return;
    writeProblem("[0.5, 0]", "[1.5, 0]");
    const Image image = picture("--show none --at 0:0.5");
    CHECK(at(image, 0.7 * std::cos(1.0), 0.7 * std::sin(1.0), 0.02).isOrange());
    CHECK_FALSE(at(image, 0.7 * std::cos(0.5), 0.7 * std::sin(0.5), 0.02).isOrange());
    CHECK(picture("--show none --at 0.5").pixels == image.pixels);
}

TEST_CASE_METHOD(ViewFixture, "A collision is shown where it is, both bodies red, and without the witness they are not",
                 "[viewer]")
{
    if (!canDraw())
        return;
    writeProblem("[-1, 0]", "[1, 0]");
    // Away from note and ring: the post's side below the arm, and the end of the arm.
    const Image with = picture("--show witness", "1280x960");
    CHECK(at(with, 1.55, 0, -0.8).isRed());
    CHECK(at(with, 1.9, -0.089, 0.02).isRed());
    CHECK(at(with, 0.5, -0.0235, 0.02).isOrange());
    const Image without = picture("--show none", "1280x960");
    CHECK_FALSE(at(without, 1.55, 0, -0.8).isRed());
    // The path is watched from its start where the witness is not asked for.
    CHECK(at(without, 0.7 * std::cos(-1.0), 0.7 * std::sin(-1.0), 0.02).isOrange());
}

TEST_CASE_METHOD(ViewFixture, "Hidden objects are not in the picture, and the swept volume is", "[viewer]")
{
    if (!canDraw())
        return;
    writeProblem("[0.5, 0]", "[1.5, 0]");
    const Image all = picture("--show none"), no_post = picture("--show none --hide post");
    CHECK(all.pixels != no_post.pixels);
    const Image swept = picture("--show swept");
    const double x = 0.7 * std::cos(1.0), y = 0.7 * std::sin(1.0);
    const Pixel empty = at(all, x, y, 0.02), full = at(swept, x, y, 0.02);
    CHECK(full.r - full.b > empty.r - empty.b + 20);
}

TEST_CASE_METHOD(ViewFixture, "A roadmap is drawn with the cells that obstacles mark and the ways along its edges", "[viewer]")
{
    if (!canDraw())
        return;
    writeProblem("[0.5, 0]", "[1.5, 0]");
    REQUIRE(run("roadmap build problem.yaml --output arm.gdrm --nodes 200 --neighbors 5 --cell 0.1").exit_code == 0);
    const auto count = [](const Image& image, bool (*is)(const Pixel&)) {
        int found = 0;
        for (int row = 0; row < image.height; ++row)
            for (int column = 0; column < image.width; ++column)
                found += is(pixelAt(image, column, row));
        return found;
    };
    const auto is_green = [](const Pixel& p) { return 10 * p.g > 11 * p.r && 10 * p.g > 11 * p.b; };
    const Image without = picture("--show none", "1280x960"), with = picture("--show none --roadmap arm.gdrm", "1280x960");
    CHECK(count(without, is_green) == 0);
    CHECK(count(with, is_green) > 500);
    const CliResult told = run("view problem.yaml --screenshot told.png --roadmap arm.gdrm" + kPicture);
    const std::string white = run("roadmap query arm.gdrm problem.yaml --json").json()["plans"][0]["white_edges"].dump();
    CHECK_THAT(told.err, Catch::Contains(white + " of ") && Catch::Contains("edges are white")
                             && Catch::Contains("cells are marked") && Catch::Contains("'lower'"));

    // Few edges: many cells cut something off.
    const CliResult report = run("roadmap enhance arm.gdrm problem.yaml --side 1 --tries 0 --json");
    REQUIRE(report.json()["flagged"].size() > 10);
    write("report.json", report.out);
    const auto is_red = [](const Pixel& p) { return p.r > 2 * p.g && p.r > 2 * p.b; };
    const Image flagged = picture("--show none --roadmap arm.gdrm --flagged report.json", "1280x960");
    CHECK(count(flagged, is_red) > count(with, is_red) + 200);
    const CliResult named = run("view problem.yaml --screenshot told.png --roadmap arm.gdrm --flagged report.json" + kPicture);
    CHECK_THAT(named.err, Catch::Contains(std::to_string(report.json()["flagged"].size()) + " cells are flagged"));
}

TEST_CASE_METHOD(ViewFixture,
                 "Roadmaps of several robots are drawn as the curves of their edges, and refused where they cannot be",
                 "[viewer]")
{
    const auto writeCars = [this](const std::string& second, const std::string& goal) {
        write(
            "car.urdf",
            R"(<robot name="car"><link name="car"><collision><geometry><box size="0.3 0.15 0.1"/></geometry></collision></link></robot>)");
        const std::string car =
            ", urdf: car.urdf, planar: true, base_limits: {lower: [-1, -1], upper: [1, 1]}, steering: {type: reeds_shepp, "
            "radius: 0.4}}\n";
        write("cars.yaml", "robots:\n  - {name: a" + car + (second.empty() ? "" : "  - {name: " + second + car)
                               + "start: {a/base: [-0.5, 0, 0]" + (second.empty() ? "" : ", " + second + "/base: [0.5, 0, 0]")
                               + "}\ngoal: {" + goal + "}\n");
    };
    writeCars("b", "a/base: [-0.5, 0.6, 0], b/base: [0.5, 0.6, 0]");
    if (canDraw())
    {
        const CliResult told = run("view cars.yaml --screenshot told.png --robot-roadmaps 30 --show none" + kPicture);
        REQUIRE(told.exit_code == 0);
        CHECK_THAT(told.err, Catch::Contains("1 roadmaps, 34 nodes"));
        REQUIRE(run("view cars.yaml --screenshot without.png --show none" + kPicture).exit_code == 0);
        CHECK(read("told.png") != read("without.png"));
        // The same each time.
        REQUIRE(run("view cars.yaml --screenshot again.png --robot-roadmaps 30 --show none" + kPicture).exit_code == 0);
        CHECK(read("told.png") == read("again.png"));
    }
    requireRefused("cars.yaml --screenshot out.png --robot-roadmaps 0", "--robot-roadmaps");

    // The square of their path, with where they are.
    REQUIRE(run("plan cars.yaml --planner gapless::SuperGraph --planner-param smoothing_time=0 --output cars.json").exit_code
            == 0);
    if (canDraw())
    {
        const auto drawn = [&](const std::string& name, const std::string& further) {
            REQUIRE(run("view cars.yaml --path cars.json --show none --screenshot " + name + further + kPicture).exit_code == 0);
            return read(name);
        };
        const std::string plain = drawn("plain.png", " --at 0"), begins = drawn("begins.png", " --at 0 --square a,b");
        CHECK(begins != plain);
        CHECK(drawn("turned.png", " --at 0 --square b,a") == begins);
        CHECK(drawn("ends.png", " --at 1 --square a,b") != drawn("bare.png", " --at 1"));
    }
    requireRefused("cars.yaml --screenshot out.png --square a,b", "--square a,b: of which path?");
    const std::string square = "cars.yaml --path cars.json --screenshot out.png --square ";
    requireRefused(square + "a", "two robots are named with a comma");
    requireRefused(square + "a,a", "a robot has no square with itself");
    requireRefused(square + "a,c", "names the robot 'c'; those that plan are a, b");
    writeProblem("[0.5, 0]", "[1.5, 0]");
    requireRefused("problem.yaml --screenshot out.png --robot-roadmaps 30", "1 robot plans here");
}

TEST_CASE_METHOD(ViewFixture, "A roadmap that is none, or of another tolerance, is refused before anything is drawn", "[viewer]")
{
    writeProblem("[0.5, 0]", "[1.5, 0]");
    REQUIRE(run("roadmap build problem.yaml --output arm.gdrm --nodes 50 --neighbors 5 --cell 0.2").exit_code == 0);
    requireRefused("problem.yaml --screenshot out.png --roadmap problem.yaml", "not a roadmap file");
    requireRefused("problem.yaml --screenshot out.png --roadmap arm.gdrm --tolerance 1e-4",
                   "of tolerance 0.001 instead of 0.0001");
    requireRefused("problem.yaml --screenshot out.png --flagged report.json", "--roadmap FILE");
    const std::string flagged = "problem.yaml --screenshot out.png --roadmap arm.gdrm --flagged ";
    requireRefused(flagged + "problem.yaml", "problem.yaml");
    requireRefused(flagged + "none.json", "none.json");
    write("report.json", R"({"side": 2, "flagged": [[0, 0]]})");
    requireRefused(flagged + "report.json", "not what `gapless roadmap enhance --json` prints");
    for (const char* cube : {"-1, 0, 0", "0, 100000, 0"})
    {
        write("report.json", R"({"side": 2, "flagged": [[)" + std::string(cube) + "]]}");
        requireRefused(flagged + "report.json", "of another roadmap");
    }
}

TEST_CASE_METHOD(ViewFixture, "A sequence has a picture for each instant, the first at the start and the last at the goal",
                 "[viewer]")
{
    if (!canDraw())
        return;
    // 1 rad at 0.8 rad/s: 1.25 s.
    writeProblem("[0.5, 0]", "[1.5, 0]");
    const CliResult result = run("view problem.yaml --frames frames --fps 4 --show none" + kPicture);
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK(exists("frames/frame_00005.png"));
    CHECK_FALSE(exists("frames/frame_00006.png"));
    requireRefused("problem.yaml --frames frames", "mixed up");
    CHECK(decodedPng(read("frames/frame_00000.png")).pixels == picture("--show none --at 0").pixels);
    CHECK(decodedPng(read("frames/frame_00005.png")).pixels == picture("--show none --at 1").pixels);
}

TEST_CASE_METHOD(ViewFixture, "A screenshot of minus is a PNG on standard output, and nothing else", "[viewer]")
{
    if (!canDraw())
        return;
    writeProblem("[0.5, 0]", "[1.5, 0]");
    const CliResult result = run("view problem.yaml --screenshot - --show none --at 0" + kPicture);
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK(decodedPng(result.out).pixels == picture("--show none --at 0").pixels);
}

TEST_CASE_METHOD(ViewFixture, "Ctrl-C ends a sequence between two whole pictures", "[viewer]")
{
    if (!canDraw())
        return;
    writeProblem("[0.5, 0]", "[1.5, 0]");
    const CliResult result = runFor(2.0, "view problem.yaml --frames frames --fps 1000 --samples 32 --size 640x480");
    CHECK(result.exit_code == 1);
    CHECK(result.err.find("interrupted") != std::string::npos);
    for (int i = 0; exists("frames/frame_0000" + std::to_string(i) + ".png") && i < 10; ++i)
        CHECK(decodedPng(read("frames/frame_0000" + std::to_string(i) + ".png")).width == 640);
    CHECK_FALSE(exists("frames/frame_01250.png"));
}

TEST_CASE_METHOD(ViewFixture, "Ctrl-C closes the window, exit code 1", "[viewer]")
{
    if (!canDraw() || !std::getenv("DISPLAY"))
        return;
    writeProblem("[-1, 0]", "[1, 0]");
    const CliResult result = runFor(2.0, "view problem.yaml --size 64x48");
    INFO(result.err);
    CHECK(result.exit_code == 1);
    CHECK(result.err.empty());
}

TEST_CASE_METHOD(ViewFixture, "A window without a display is refused in one line that says what would be right", "[viewer]")
{
    writeProblem("[-1, 0]", "[1, 0]");
    // Newer GLFW may also find a Wayland display.
    std::map<std::string, std::string> before;
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"})
        if (const char* value = std::getenv(name))
        {
            before[name] = value;
            unsetenv(name);
        }
    requireRefused("problem.yaml", "xvfb-run");
    for (const auto& [name, value] : before)
        setenv(name.c_str(), value.c_str(), 1);
}

TEST_CASE_METHOD(ViewFixture, "The benchmark prints one object with the times of the frames asked for", "[viewer]")
{
    if (!canDraw())
        return;
    writeProblem("[0.5, 0]", "[1.5, 0]");
    const CliResult result = run("view problem.yaml --benchmark-frames 3 --samples 2 --size 64x48");
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    const auto json = result.json();
    CHECK(json["turning"]["frames"] == 3);
    CHECK(json["playing"]["median_ms"].get<double>() > 0.0);
    CHECK(json["still_ms"].get<double>() > 0.0);
}

TEST_CASE_METHOD(ViewFixture, "A problem without start and goal is shown as it stands", "[viewer]")
{
    if (!canDraw())
        return;
    write("problem.yaml", "robots:\n  - {name: arm, urdf: arm.urdf}\n");
    const Image image = picture("--show start,goal");
    CHECK(at(image, 0.5, 0, 0.02).isOrange());
}

TEST_CASE_METHOD(ViewFixture, "A JPEG is written where the name asks for one", "[viewer]")
{
    if (!canDraw())
        return;
    writeProblem("[0.5, 0]", "[1.5, 0]");
    const CliResult result = run("view problem.yaml --screenshot out.jpg" + kPicture);
    if (result.exit_code == 2)  // built without stb
        CHECK(result.err.find("no JPEG") != std::string::npos);
    else
        CHECK(read("out.jpg").substr(0, 3) == "\xFF\xD8\xFF");
}

TEST_CASE_METHOD(ViewFixture, "Bad input is one line that names it, and writes nothing", "[viewer]")
{
    writeProblem("[0.5, 0]", "[1.5, 0.2]");
    const std::string picture = "problem.yaml --screenshot out.png ";
    requireRefused("no_such.yaml --screenshot out.png", "no_such.yaml");
    requireRefused(picture + "--size 10", "--size 10");
    requireRefused(picture + "--size 100000x10", "--size");
    requireRefused(picture + "--camera 1,2,3,4", "--camera");
    requireRefused(picture + "--at 7:0", "segment '7'");
    requireRefused(picture + "--at 0:1.5", "1.5");
    requireRefused(picture + "--show robots", "'robots'");
    requireRefused(picture + "--hide nobody", "'nobody'");
    requireRefused(picture + "--samples 0", "--samples");
    requireRefused(picture + "--path no_such.json", "no_such.json");
    requireRefused(picture + "--tolerance -1", "--tolerance");
    requireRefused("problem.yaml --screenshot nowhere/out.png", "nowhere");
    requireRefused("problem.yaml --screenshot out.bmp", ".png");
    requireRefused("problem.yaml --frames nowhere/frames", "nowhere");
    requireRefused("problem.yaml --frames frames --fps 0", "--fps");
}
