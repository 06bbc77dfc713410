#include <gapless/io/point_cloud.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <unordered_map>

#include <gapless/core/rounding.h>

#include "core/format_number.h"
#include "core/log.h"
#include "core/lower_case.h"
#include "io/cloud_points.h"
#include "io/input_text.h"
#include "io/mesh_text.h"

namespace gapless {
namespace {

/// What a ball takes in a scene, about, with its share of the tree.
constexpr std::size_t kBallBytes = 600;

}  // namespace

void CloudPoints::add(const Vec3& point, int line)
{
    requireCount(cloud_.points.size() + 1, line);
    if (!point.allFinite())
    {
        ++cloud_.not_finite;
        return;
    }
    if (point.cwiseAbs().maxCoeff() > kFarthestPoint)
        throw inputError(label_, line,
                         "point " + std::to_string(cloud_.points.size() + cloud_.not_finite)
                             + ", counted from 0, has the coordinate " + formatNumber(point.cwiseAbs().maxCoeff())
                             + "; they are metres, at most " + formatNumber(kFarthestPoint) + ", and nan where nothing was seen");
    cloud_.points.push_back(point);
}

void CloudPoints::requireCount(std::size_t count, int line) const
{
    if (count > most_)
        throw inputError(label_, line,
                         "the cloud has more than the " + std::to_string(most_)
                             + " points that the memory given allows; allow more, or thin it out");
}

PointCloud readXyzCloud(std::string_view bytes, const std::string& label, std::size_t most)
{
    MeshText text(bytes, label);
    CloudPoints points(label, most);
    for (;;)
    {
        const auto& words = text.line('#');
        if (words.empty())
            return points.take();
        if (words.size() != 3)
            throw text.error(std::to_string(words.size()) + " words on a line; it must be three numbers, x, y and z in metres");
        points.add({text.anyNumber(words[0]), text.anyNumber(words[1]), text.anyNumber(words[2])}, text.lineNumber());
    }
}

PointCloud loadPointCloud(const std::string& file, std::size_t memory)
{
    static const std::map<std::string, PointCloud (*)(std::string_view, const std::string&, std::size_t)> kReaders = {
        {".pcd", readPcdCloud}, {".ply", readPlyCloud}, {".xyz", readXyzCloud}};
    const std::string extension = lowerCase(std::filesystem::path(file).extension().string());
    const auto reader = kReaders.find(extension);
    if (reader == kReaders.end())
        throw inputError(file, 0, "unsupported format '" + extension + "' of a point cloud; supported are pcd, ply and xyz");
    PointCloud cloud = reader->second(readFile(file, "point cloud", memory), file, memory / kBallBytes);
    if (cloud.points.empty())
        throw inputError(file, 0,
                         cloud.not_finite > 0 ? "none of the cloud's points is finite; leave it out"
                                              : "the cloud has no points; leave it out");
    if (cloud.not_finite > 0)
        libraryLog()->warn("point cloud {}: {} of {} points are not finite, and left out", file, cloud.not_finite,
                           cloud.points.size() + cloud.not_finite);
    return cloud;
}

std::vector<PlacedShape> ballsAbout(const std::vector<Vec3>& points, double radius)
{
    std::vector<PlacedShape> balls;
    balls.reserve(points.size());
    for (const Vec3& point : points)
        balls.push_back({Sphere{radius}, {Mat3::Identity(), point}});
    return balls;
}

std::vector<PlacedShape> thinnedBalls(const std::vector<Vec3>& points, double radius, double cell)
{
    // Which points share a cube is choice: what has to be right is that the ball holds those that do.
    using Cube = std::array<std::int64_t, 3>;
    struct HashOfCube
    {
        std::size_t operator()(const Cube& cube) const
        {
            std::uint64_t hash = 0;
            for (const std::int64_t place : cube)
            {
                hash = (hash ^ static_cast<std::uint64_t>(place)) * 0x9e3779b97f4a7c15u;
                hash ^= hash >> 32;
            }
            return hash;
        }
    };
    struct Group
    {
        Vec3 low, high;
        double square = 0.0;  ///< of the largest distance from the middle
    };
    // So that places fit into 64 bits.
    const double step = std::max(cell, kFarthestPoint * 0x1p-50);
    std::unordered_map<Cube, std::size_t, HashOfCube> numbers;
    std::vector<Group> groups;
    std::vector<std::size_t> group_of;
    group_of.reserve(points.size());
    for (const Vec3& point : points)
    {
        Cube cube{};
        for (int k = 0; k < 3; ++k)
            cube[static_cast<std::size_t>(k)] = static_cast<std::int64_t>(std::floor(point[k] / step));
        const auto [place, is_new] = numbers.try_emplace(cube, groups.size());
        if (is_new)
            groups.push_back({point, point});
        Group& group = groups[place->second];
        group.low = group.low.cwiseMin(point);
        group.high = group.high.cwiseMax(point);
        group_of.push_back(place->second);
    }
    const auto middle = [](const Group& group) { return Vec3(group.low + 0.5 * (group.high - group.low)); };
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        Group& group = groups[group_of[i]];
        group.square = std::max(group.square, (points[i] - middle(group)).squaredNorm());
    }
    std::vector<PlacedShape> balls;
    balls.reserve(groups.size());
    for (const Group& group : groups)
    {
        // Differences of coordinates, the sum of their squares, the root and the sum are off by fewer than eight roundings in all, which kInflate covers.
        const double reach = group.low != group.high ? (radius + std::sqrt(group.square)) * kInflate : radius;
        balls.push_back({Sphere{reach}, {Mat3::Identity(), middle(group)}});
    }
    return balls;
}

}  // namespace gapless
