// Depth images: both formats give the depths that were written, damage is refused, and a problem's image is an obstacle.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "io_test_support.h"
#include "support/temporary_folder.h"

#include <gapless/io/depth_file.h>
#include <gapless/io/problem.h>

using namespace gapless;
using namespace gapless::test;

namespace {

constexpr double kNone = std::numeric_limits<double>::infinity();

DepthImage imageOf(const std::string& name, const std::string& content, const std::optional<double>& scale = std::nullopt)
{
    const TemporaryFolder folder;
    return loadDepthImage(folder.write(name, content), scale);
}

std::string imageError(const std::string& name, const std::string& content)
{
    const std::string message = errorOf([&] { imageOf(name, content); });
    CHECK(message.find(name) != std::string::npos);
    return message;
}

std::string pgm(const std::vector<std::uint16_t>& pixels, const std::string& size = "3 2", const std::string& largest = "65535")
{
    std::string file = "P5\n# a camera's\n" + size + " " + largest + "\n";
    for (const std::uint16_t pixel : pixels)
        file += {static_cast<char>(pixel >> 8), static_cast<char>(pixel & 0xff)};
    return file;
}

std::string pfm(const std::vector<float>& pixels, bool little, const std::string& size = "3 2")
{
    std::string file = "Pf\n" + size + "\n" + (little ? "-1.0" : "1.0") + "\n";
    for (const float pixel : pixels)
    {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &pixel, sizeof bits);
        for (int i = 0; i < 4; ++i)
            file += static_cast<char>(bits >> (little ? 8 * i : 24 - 8 * i) & 0xff);
    }
    return file;
}

const std::vector<std::uint16_t> kPixels = {0, 1000, 2000, 3000, 258, 65535};

/// A problem of a ball that may move in a box before a camera of 3 x 2 pixels.
class DepthProblem
{
public:
    DepthProblem()
    {
        folder_.write(
            "ball.urdf",
            R"(<robot name="b"><link name="b"><collision><geometry><sphere radius="0.1"/></geometry></collision></link></robot>)");
        folder_.write("scan.pgm", pgm({1000, 1000, 1000, 1000, 1000, 1000}));
        folder_.write("holed.pgm", pgm({1000, 1000, 1000, 0, 1000, 1000}));
        folder_.write("none.pgm", pgm({0, 0, 0, 0, 0, 0}));
    }
    Problem load(const std::string& depth, const std::string& more = "") const
    {
        const std::string file = folder_.write("problem.yaml",
                                               "robots: [{urdf: ball.urdf, floating: true, base_limits: {lower: [-1, -1, -1], "
                                               "upper: [1, 1, 1]}}]\nobstacles:\n  - {name: seen, depth: {"
                                                   + depth + "}" + more + "}\n");
        return loadProblem(file);
    }
    std::string error(const std::string& depth, const std::string& more = "") const
    {
        return errorOf([&] { load(depth, more); });
    }

private:
    TemporaryFolder folder_;
};

const std::string kCamera = "fx: 3, fy: 3, cx: 1, cy: 0.5, radius: 0.01";
const std::string kSpace = ", cell: 0.1, workspace: {low: [-0.5, -0.5, 0], high: [0.5, 0.5, 2]}";

}  // namespace

TEST_CASE("A PGM of two bytes a pixel gives its numbers in millimetres, or as the scale says")
{
    const DepthImage image = imageOf("a.pgm", pgm(kPixels));
    CHECK(image.width == 3);
    CHECK(image.height == 2);
    REQUIRE(image.depths.size() == 6);
    for (std::size_t i = 0; i < 6; ++i)
    {
        CHECK(image.depths[i] == kPixels[i] * 1e-3);
        CHECK(imageOf("a.PGM", pgm(kPixels), 0.5).depths[i] == kPixels[i] * 0.5);
    }
}

TEST_CASE("A PFM of either byte order gives its numbers in metres, rows from the bottom")
{
    const std::vector<float> pixels = {
        1.5F, -1.0F, std::numeric_limits<float>::quiet_NaN(), 0.0F, std::numeric_limits<float>::infinity(), 2.25F};
    for (const bool little : {true, false})
    {
        const DepthImage image = imageOf("a.pfm", pfm(pixels, little));
        REQUIRE(image.depths.size() == 6);
        CHECK(image.depths[3] == 1.5);
        CHECK(image.depths[4] == -1.0);
        CHECK(std::isnan(image.depths[5]));
        CHECK(image.depths[0] == 0.0);
        CHECK(image.depths[1] == kNone);
        CHECK(image.depths[2] == 2.25);
        DepthSensor sensor;
        CHECK(countReturns(image, sensor).no_return == 4);
        sensor.near = 2.0;
        CHECK(countReturns(image, sensor).out_of_range == 1);
    }
}

TEST_CASE("Damaged and unfit depth images are refused")
{
    CHECK_THAT(imageError("a.png", ""), Catch::Contains("unsupported format '.png'"));
    CHECK_THAT(imageError("a.pgm", "P2 3 2 65535\n1 2 3 4 5 6"), Catch::Contains("does not begin with P5"));
    CHECK_THAT(imageError("a.pgm", ""), Catch::Contains("does not begin with P5"));
    CHECK_THAT(imageError("a.pgm", "P5 3"), Catch::Contains("height"));
    CHECK_THAT(imageError("a.pgm", pgm(kPixels, "0 2")), Catch::Contains("width"));
    CHECK_THAT(imageError("a.pgm", pgm(kPixels, "-3 2")), Catch::Contains("width"));
    CHECK_THAT(imageError("a.pgm", pgm(kPixels, "3 40000")), Catch::Contains("height"));
    CHECK_THAT(imageError("a.pgm", pgm(kPixels, "3.5 2")), Catch::Contains("width"));
    CHECK_THAT(imageError("a.pgm", pgm(kPixels, "3 2", "255")), Catch::Contains("one byte a pixel"));
    CHECK_THAT(imageError("a.pgm", pgm(kPixels, "3 2", "70000")), Catch::Contains("largest value"));
    CHECK_THAT(imageError("a.pgm", pgm(kPixels, "4 2")), Catch::Contains("12 bytes of pixels; its header makes it 4 x 2"));
    CHECK_THAT(imageError("a.pgm", pgm(kPixels) + "x"), Catch::Contains("13 bytes of pixels"));
    CHECK_THAT(imageError("a.pfm", "PF 3 2 -1\n"), Catch::Contains("in colour"));
    CHECK_THAT(imageError("a.pfm", pfm({1.0F}, true, "1 2")), Catch::Contains("4 bytes of pixels"));
    CHECK_THAT(imageError("a.pfm", "Pf 1 1 -2\nabcd"), Catch::Contains("header's scale"));
    CHECK_THAT(imageError("a.pfm", "Pf 1 1 nan\nabcd"), Catch::Contains("header's scale"));
    // At any byte.
    const std::string whole = pgm(kPixels);
    for (std::size_t length = 0; length < whole.size(); ++length)
        imageError("a.pgm", whole.substr(0, length));
}

TEST_CASE("A problem's depth image fills what is unseen of its workspace, or is what was seen and no more")
{
    const DepthProblem problem;
    const auto geometryOf = [](const Problem& of) { return of.scene->object(*of.scene->findObject("seen")).geometry; };
    const Problem occupied = problem.load("file: scan.pgm, " + kCamera + kSpace);
    const auto volumeOf = [&](const Problem& of) {
        const auto geometry = geometryOf(of);
        double volume = 0.0;
        for (const PlacedShape& cube : geometry->shapes())
            volume += std::pow(2.0 * std::get<Box>(cube.shape).half_extents.x(), 3);
        return volume;
    };
    // Of 2 cubic metres all beyond the wall is solid, and what is beside the view.
    const double volume = volumeOf(occupied);
    CHECK(volume > 1.0);
    CHECK(volume < 2.0 - 0.05);
    // A pixel without a return hides more.
    CHECK(volumeOf(problem.load("file: holed.pgm, unseen: occupied, " + kCamera + kSpace)) > volume + 0.005);
    // The workspace is the world's, wherever the camera is: half a metre along x there is more beside the view.
    const Problem moved = problem.load("file: scan.pgm, " + kCamera + kSpace, ", pose: {xyz: [0.5, 0, 0]}");
    CHECK(geometryOf(moved)->boxCentre().isApprox(geometryOf(occupied)->boxCentre(), 1e-9));
    CHECK(geometryOf(moved)->shapes().size() != geometryOf(occupied)->shapes().size());
    const ObjectIndex seen = *moved.scene->findObject("seen");
    CHECK(moved.scene->model().body(moved.scene->object(seen).body).X_WB.p == Vec3::Zero());

    const Problem balls = problem.load("file: holed.pgm, unseen: free, " + kCamera, ", pose: {xyz: [0.5, 0, 0]}");
    CHECK(geometryOf(balls)->shapes().size() == 5);
    CHECK(geometryOf(balls)->leaves()[1].a == Vec3(0.0, (0.0 - 0.5) / 3.0, 1.0));
    CHECK(balls.scene->model().body(balls.scene->object(*balls.scene->findObject("seen")).body).X_WB.p == Vec3(0.5, 0, 0));
    CHECK(geometryOf(problem.load("file: scan.pgm, unseen: free, scale: 0.002, " + kCamera))->leaves()[1].a.z() == 2.0);
}

TEST_CASE("What is wrong with a problem's depth image is said with its line")
{
    const DepthProblem problem;
    const std::string scan = "file: scan.pgm, ";
    const std::vector<std::pair<std::string, std::string>> cases = {
        {kCamera + kSpace, "file"},
        {scan + kCamera, "workspace"},
        {scan + kCamera + ", workspace: {low: [0, 0, 0], high: [1, 1, 1]}", "cell"},
        {scan + kCamera + ", cell: 0, workspace: {low: [0, 0, 0], high: [1, 1, 1]}", "cell of depth"},
        {scan + kCamera + ", cell: 1e-7, workspace: {low: [0, 0, 0], high: [1, 1, 1]}", "2^20"},
        {scan + kCamera + ", cell: 0.1, workspace: {low: [0, 0, 0], high: [1, 0, 1]}", "low corner"},
        {scan + "fx: 0, fy: 3, cx: 1, cy: 0.5, radius: 0.01" + kSpace, "fx of depth"},
        {scan + "fx: 3, fy: nan, cx: 1, cy: 0.5, radius: 0.01" + kSpace, "fy of depth"},
        {scan + "fx: 3, fy: 3, cx: .inf, cy: 0.5, radius: 0.01" + kSpace, "cx of depth"},
        {scan + "fx: 3, fy: 3, cx: 1, cy: 0.5" + kSpace, "radius"},
        {scan + "fx: 3, fy: 3, cx: 1, cy: 0.5, radius: -0.01" + kSpace, "radius of depth"},
        {scan + kCamera + kSpace + ", near: 2, far: 1", "near of depth must be less than far"},
        {scan + kCamera + kSpace + ", near: -1", "near of depth"},
        {scan + kCamera + kSpace + ", far: 1e7", "far of depth must be metres"},
        {scan + kCamera + kSpace + ", far: 0.5", "no pixel has a depth within range"},
        {scan + kCamera + kSpace + ", scale: 0", "scale of depth"},
        {scan + kCamera + kSpace + ", unseen: unknown", "must be free or occupied"},
        {scan + kCamera + kSpace + ", unseen: free", "unseen: occupied only"},
        {scan + kCamera + kSpace + ", thin: 0.1", "unknown key 'thin'"},
        {"file: none.pgm, " + kCamera + kSpace, "no pixel has a depth within range"},
        {"file: absent.pgm, " + kCamera + kSpace, "absent.pgm"},
        {scan + kCamera + ", cell: 0.05, workspace: {low: [-0.05, -0.05, 0.7], high: [0.05, 0.05, 0.8]}",
         "all of the workspace is seen to be free"},
    };
    for (const auto& [depth, complaint] : cases)
    {
        INFO(depth);
        CHECK_THAT(problem.error(depth), Catch::Contains("problem.yaml:3: ") && Catch::Contains(complaint));
    }
    CHECK_THAT(problem.error(scan + kCamera + kSpace, ", moves: [{time: 0, pose: {xyz: [0, 0, 0]}}]"),
               Catch::Contains("is a depth image and has moves"));
    CHECK_THAT(problem.error(scan + kCamera + kSpace, ", sphere: 1"), Catch::Contains("give one shape"));
}
