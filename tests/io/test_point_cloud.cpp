// Point clouds: each form of a file gives the same points, what is not finite is counted, and damage is refused.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <sstream>
#include <utility>
#include <vector>

#include "io_test_support.h"
#include "support/random_input.h"
#include "support/temporary_folder.h"

#include <gapless/io/point_cloud.h>

using namespace gapless;
using namespace gapless::test;

namespace {

PointCloud cloudOf(const std::string& name, const std::string& content)
{
    const TemporaryFolder folder;
    return loadPointCloud(folder.write(name, content));
}

std::string cloudError(const std::string& name, const std::string& content)
{
    INFO(content.substr(0, 400));
    const std::string message = errorOf([&] { cloudOf(name, content); });
    CHECK(message.find(name) != std::string::npos);
    return message;
}

template <class Number>
std::string bytesOf(Number value)
{
    std::string bytes(sizeof value, ' ');
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
}

const std::string kFields =
    "# .PCD v0.7\nVERSION 0.7\nFIELDS intensity x y z normal\nSIZE 2 4 8 4 4\nTYPE U F F F F\nCOUNT 1 1 1 1 3\n";

std::string headerOf(std::size_t points, const std::string& data)
{
    const std::string count = std::to_string(points);
    return kFields + "WIDTH " + count + "\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS " + count + "\nDATA " + data + "\n";
}

std::vector<Vec3> randomPoints(int count)
{
    Random random(7);
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i)
    {
        Vec3 p;
        for (int k = 0; k < 3; ++k)
            p[k] = random.uniform(-2.0, 2.0);
        // x and z are of single precision in the files.
        p.x() = static_cast<double>(static_cast<float>(p.x()));
        p.z() = static_cast<double>(static_cast<float>(p.z()));
        points.push_back(p);
    }
    return points;
}

std::string rowOf(const Vec3& p)
{
    std::string row =
        bytesOf(std::uint16_t{7}) + bytesOf(static_cast<float>(p.x())) + bytesOf(p.y()) + bytesOf(static_cast<float>(p.z()));
    for (int i = 0; i < 3; ++i)
        row += bytesOf(0.5F);
    return row;
}

std::string binaryPcd(const std::vector<Vec3>& points)
{
    std::string file = headerOf(points.size(), "binary");
    for (const Vec3& p : points)
        file += rowOf(p);
    return file;
}

/// All of each field, one after the other.
std::string byFields(const std::vector<Vec3>& points)
{
    std::string bytes;
    for (std::size_t i = 0; i < points.size(); ++i)
        bytes += bytesOf(std::uint16_t{7});
    for (const Vec3& p : points)
        bytes += bytesOf(static_cast<float>(p.x()));
    for (const Vec3& p : points)
        bytes += bytesOf(p.y());
    for (const Vec3& p : points)
        bytes += bytesOf(static_cast<float>(p.z()));
    for (std::size_t i = 0; i < 3 * points.size(); ++i)
        bytes += bytesOf(0.5F);
    return bytes;
}

/// LZF that takes each repetition it sees, the longest first, from the nearest place.
std::string lzf(const std::string& bytes)
{
    std::string out, literal;
    const auto flush = [&] {
        for (std::size_t i = 0; i < literal.size(); i += 32)
        {
            const std::string some = literal.substr(i, 32);
            out += static_cast<char>(some.size() - 1);
            out += some;
        }
        literal.clear();
    };
    for (std::size_t at = 0; at < bytes.size();)
    {
        std::size_t best = 0, back = 0;
        for (std::size_t b = 1; b <= std::min<std::size_t>(at, 8192); ++b)
        {
            std::size_t n = 0;
            while (n < 264 && at + n < bytes.size() && bytes[at + n] == bytes[at + n - b])
                ++n;
            if (n > best)
            {
                best = n;
                back = b;
            }
        }
        if (best < 3)
        {
            literal += bytes[at++];
            continue;
        }
        flush();
        const std::size_t length = best - 2;
        out += static_cast<char>((std::min<std::size_t>(length, 7) << 5) | ((back - 1) >> 8));
        if (length >= 7)
            out += static_cast<char>(length - 7);
        out += static_cast<char>((back - 1) & 255);
        at += best;
    }
    flush();
    return out;
}

std::string compressedPcd(const std::vector<Vec3>& points)
{
    const std::string all = byFields(points), packed = lzf(all);
    return headerOf(points.size(), "binary_compressed") + bytesOf(static_cast<std::uint32_t>(packed.size()))
           + bytesOf(static_cast<std::uint32_t>(all.size())) + packed;
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    REQUIRE(text.find(from) != std::string::npos);
    return text.replace(text.find(from), from.size(), to);
}

}  // namespace

TEST_CASE("A cloud is the same in each form of its file")
{
    const std::vector<Vec3> points = randomPoints(200);
    std::string text = headerOf(points.size(), "ascii"), xyz = "# x y z\n",
                ply =
                    "ply\nformat ascii 1.0\nelement vertex 200\nproperty uchar red\nproperty float x\nproperty double "
                    "y\nproperty float z\n"
                    "element face 0\nproperty list uchar int vertex_indices\nend_header\n",
                binary_ply = replaced(ply, "ascii", "binary_little_endian");
    for (const Vec3& p : points)
    {
        std::ostringstream numbers;
        numbers.precision(17);
        numbers << p.x() << " " << p.y() << " " << p.z();
        text += "7 " + numbers.str() + " 0.5 0.5 nan\n";
        xyz += numbers.str() + "  # seen\r\n";
        ply += "255 " + numbers.str() + "\n";
        binary_ply += '\x05' + bytesOf(static_cast<float>(p.x())) + bytesOf(p.y()) + bytesOf(static_cast<float>(p.z()));
    }
    REQUIRE(lzf(byFields(points)).size() < byFields(points).size());
    for (const auto& [name, content] : std::vector<std::pair<std::string, std::string>>{{"t.pcd", text},
                                                                                        {"t.pcd", binaryPcd(points)},
                                                                                        {"t.pcd", compressedPcd(points)},
                                                                                        {"t.PLY", ply},
                                                                                        {"t.ply", binary_ply},
                                                                                        {"t.xyz", xyz}})
    {
        const PointCloud cloud = cloudOf(name, content);
        CHECK(cloud.points == points);
        CHECK(cloud.not_finite == 0);
    }
}

TEST_CASE("Points that are not finite are counted and left out, as each format writes them")
{
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();
    const std::vector<Vec3> points = {{1, 2, 3}, {kNan, kNan, kNan}, {1, kInfinity, 3}, {-1, 2, -3}};
    for (const std::string& content :
         {binaryPcd(points), compressedPcd(points),
          headerOf(4, "ascii") + "7 1 2 3 0 0 0\n7 nan NaN -nan 0 0 0\n7 1 -Inf 3 0 0 0\n7 -1 2 -3 0 0 0\n"})
    {
        const PointCloud cloud = cloudOf("t.pcd", content);
        CHECK(cloud.points == std::vector<Vec3>{{1, 2, 3}, {-1, 2, -3}});
        CHECK(cloud.not_finite == 2);
    }
    CHECK(cloudOf("t.xyz", "nan nan nan\n1 2 3\n1 2 infinity\n").not_finite == 2);
    CHECK_THAT(cloudError("t.xyz", "nan nan nan\n"), Catch::Contains("none of the cloud's points is finite"));
    CHECK_THAT(cloudError("t.xyz", "# nothing\n"), Catch::Contains("no points"));
    CHECK_THAT(cloudError("t.pcd", headerOf(0, "ascii")), Catch::Contains("no points"));
}

TEST_CASE("A file that is cut at any byte, goes on, or is of another format is refused")
{
    const std::vector<Vec3> points = randomPoints(5);
    for (const std::string& whole : {binaryPcd(points), compressedPcd(points)})
    {
        for (std::size_t length = 0; length < whole.size(); ++length)
            cloudError("t.pcd", whole.substr(0, length));
        cloudError("t.pcd", whole + '\0');
    }
    CHECK_THAT(cloudError("t.pcd", headerOf(2, "ascii") + "7 1 2 3 0 0 0\n"), Catch::Contains("ends before its last point"));
    CHECK_THAT(cloudError("t.pcd", headerOf(1, "ascii") + "7 1 2 3 0 0 0\n7 1 2 3 0 0 0\n"),
               Catch::Contains(":13: the file goes on"));
    CHECK_THAT(cloudError("t.pcd", headerOf(1, "ascii") + "7 1 2 3 0 0\n"), Catch::Contains(":12: the point has 6 values"));
    CHECK_THAT(cloudError("t.las", "x"), Catch::Contains("unsupported format '.las'"));
    CHECK_THAT(cloudError("t.xyz", "1 2\n"), Catch::Contains(":1: 2 words on a line"));
    CHECK_THAT(cloudError("t.xyz", "1 2 3\n1 2 3 255\n"), Catch::Contains(":2: 4 words on a line"));
    CHECK_THAT(cloudError("t.xyz", "1 2 three\n"), Catch::Contains("'three'"));
    CHECK_THAT(cloudError("t.xyz", "1 2 3\n4 1e7 6\n"), Catch::Contains(":2: point 1, counted from 0, has the coordinate"));
    CHECK_THAT(cloudError("t.ply",
                          "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
                          "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"),
               Catch::Contains("give it as a mesh"));
    CHECK_THAT(
        cloudError("t.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nend_header\n0 0\n"),
        Catch::Contains("each of the properties x, y and z once"));
}

TEST_CASE("A header of PCD that says something else is refused by line")
{
    const std::string good = headerOf(1, "ascii") + "7 1 2 3 0 0 0\n";
    REQUIRE(cloudOf("t.pcd", good).points.size() == 1);
    const std::vector<std::pair<std::pair<std::string, std::string>, std::string>> cases = {
        {{"SIZE 2 4 8 4 4", "SIZE 2 4 8 4"}, ":4: SIZE must have one value for each of the 5 FIELDS"},
        {{"SIZE 2 4 8 4 4", "SIZE 2 3 8 4 4"}, ":4: SIZE of 3"},
        {{"SIZE 2 4 8 4 4\n", ""}, "without SIZE"},
        {{"TYPE U F F F F\n", ""}, "without SIZE or TYPE"},
        {{"POINTS 1\n", "POINTS 1\nWIDTH 1\n"}, ":11: a second line of 'WIDTH'"},
        {{"SIZE 2 4", "SIZE 2 2"}, "each of the fields x, y and z"},
        {{"TYPE U F", "TYPE U I"}, "each of the fields x, y and z"},
        {{"TYPE U F", "TYPE U G"}, ":5: the type 'G'"},
        {{"intensity x", "x x"}, "each of the fields x, y and z"},
        {{"COUNT 1 1", "COUNT 1 2"}, "each of the fields x, y and z"},
        {{"COUNT 1", "COUNT -1"}, ":6: COUNT of -1"},
        {{"COUNT 1", "COUNT 99999999999"}, ":6: COUNT of 99999999999"},
        {{"WIDTH 1", "WIDTH 2"}, "1 POINTS; WIDTH times HEIGHT are 2"},
        {{"WIDTH 1", "WIDTH 1.5"}, ":7: '1.5' stands where an integer"},
        {{"WIDTH 1\nHEIGHT 1", "WIDTH 1099511627776\nHEIGHT 1099511627776"}, "no number of points"},
        {{"WIDTH 1\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS 1\n", "WIDTH 1\n"}, "without POINTS"},
        {{"VERSION", "VERSUION"}, "'VERSUION'"},
        {{"DATA ascii", "DATA asciii"}, "DATA must be"},
        {{"POINTS 1\n", "POINTS 1\nFIELDS x y z\n"}, ":11: a second line of 'FIELDS'"}};
    for (const auto& [change, words] : cases)
        CHECK_THAT(cloudError("t.pcd", replaced(good, change.first, change.second)), Catch::Contains(words));
    CHECK_THAT(cloudError("t.pcd", headerOf(1000000000, "binary")), Catch::Contains("points that the memory given allows"));
}

TEST_CASE("Compressed points that are damaged are refused or are other points, never read beyond")
{
    const std::vector<Vec3> points = randomPoints(40);
    const std::string whole = compressedPcd(points);
    const std::size_t begin = headerOf(points.size(), "binary_compressed").size();
    Random random(3);
    for (int i = 0; i < 3000; ++i)
    {
        std::string damaged = whole;
        damaged[begin + static_cast<std::size_t>(random.index(static_cast<int>(whole.size() - begin)))] =
            static_cast<char>(random.index(256));
        try
        {
            const PointCloud cloud = cloudOf("t.pcd", damaged);
            CHECK(cloud.points.size() + cloud.not_finite == points.size());
        }
        catch (const InputError&)
        {
            // Most are.
        }
    }
}

TEST_CASE("Balls about points have their radius and no turn")
{
    const std::vector<PlacedShape> balls = ballsAbout({{1, 2, 3}, {4, 5, 6}}, 0.25);
    REQUIRE(balls.size() == 2);
    CHECK(std::get<Sphere>(balls[1].shape).radius == 0.25);
    CHECK(balls[1].X_BS.p == Vec3(4, 5, 6));
    CHECK(balls[1].X_BS.R == Mat3::Identity());
}

namespace {

using Balls = std::vector<PlacedShape> (*)(const std::vector<Vec3>& points, double radius, double cell);

/// Points about which no single ball holds the ball that they had, and balls that are larger than they may be, by exact arithmetic of long doubles.
std::string faultsOfThinning(Balls thinned)
{
    std::ostringstream faults;
    Random random(3);
    for (int k = 0; k < 60; ++k)
    {
        const double scale = std::ldexp(1.0, random.index(25) - 12), cell = scale * random.uniform(0.02, 0.5),
                     radius = scale * random.uniform(1e-3, 0.1);
        std::vector<Vec3> points;
        const Vec3 middle = 3.0 * scale * random.direction();
        for (int i = 0; i < 400; ++i)
            points.push_back(middle + scale * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-0.01, 0.01)));
        // On faces and corners of cubes, the same twice, and very near to each other.
        for (int i = 0; i < 20; ++i)
            points.push_back(cell * Vec3(random.index(9) - 4, random.index(9) - 4, random.index(9) - 4));
        points.push_back(points.front());
        points.push_back(points.front() + Vec3::Constant(1e-300));
        const std::vector<PlacedShape> balls = thinned(points, radius, cell);
        if (balls.size() >= points.size())
            faults << "no fewer; ";
        for (const PlacedShape& ball : balls)
            if (std::get<Sphere>(ball.shape).radius > radius + 0.8661 * cell * (1 + 1e-9))
                faults << "too large; ";
        for (const Vec3& point : points)
        {
            const auto holds = [&](const PlacedShape& ball) {
                long double square = 0.0L;
                for (int axis = 0; axis < 3; ++axis)
                {
                    const long double d = static_cast<long double>(point[axis]) - static_cast<long double>(ball.X_BS.p[axis]);
                    square += d * d;
                }
                return std::sqrt(square) + static_cast<long double>(radius)
                       <= static_cast<long double>(std::get<Sphere>(ball.shape).radius);
            };
            if (std::none_of(balls.begin(), balls.end(), holds))
                faults << "a point is lost; ";
        }
    }
    return faults.str();
}

}  // namespace

TEST_CASE("Thinned balls hold the balls of all points, and are hardly larger")
{
    CHECK(faultsOfThinning(thinnedBalls).empty());
    const std::vector<PlacedShape> one = thinnedBalls({{1, 2, 3}}, 0.25, 1e-12);
    REQUIRE(one.size() == 1);
    CHECK(std::get<Sphere>(one[0].shape).radius == 0.25);
    CHECK(one[0].X_BS.p == Vec3(1, 2, 3));
    CHECK(thinnedBalls({{kFarthestPoint, -kFarthestPoint, 0}, {0, 0, 0}}, 0.25, 1e-300).size() == 2);
    CHECK(thinnedBalls({}, 0.25, 0.1).empty());
}

TEST_CASE("The test of thinning catches balls that do not grow, and balls about cubes alone")
{
    const Balls same_size = [](const std::vector<Vec3>& points, double radius, double cell) {
        std::vector<PlacedShape> balls = thinnedBalls(points, radius, cell);
        for (PlacedShape& ball : balls)
            ball.shape = Sphere{radius};
        return balls;
    };
    CHECK_THAT(faultsOfThinning(same_size), Catch::Contains("a point is lost"));
    const Balls not_rounded = [](const std::vector<Vec3>& points, double radius, double cell) {
        std::vector<PlacedShape> balls = thinnedBalls(points, radius, cell);
        for (PlacedShape& ball : balls)
            ball.shape = Sphere{std::get<Sphere>(ball.shape).radius * (1.0 - 0x1p-38)};
        return balls;
    };
    CHECK_THAT(faultsOfThinning(not_rounded), Catch::Contains("a point is lost"));
}
