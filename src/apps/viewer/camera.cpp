#include "camera.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <gapless/core/error.h>

#include "io/input_text.h"

namespace gapless::viewer {
namespace {

constexpr double kSteepest = 1.55;  // radians; straight down has no right
constexpr double kDegree = M_PI / 180.0;
constexpr double kNearest = 1e-3, kFarthest = 1e6;  // metres

}  // namespace

Vec3 Camera::forward() const
{
    return {-std::cos(elevation) * std::cos(azimuth), -std::cos(elevation) * std::sin(azimuth), -std::sin(elevation)};
}

Vec3 Camera::right() const
{
    return {-std::sin(azimuth), std::cos(azimuth), 0.0};
}

Vec3 Camera::up() const
{
    return right().cross(forward());
}

Eigen::Matrix4f Camera::viewProjection(double aspect, const Vec3& origin) const
{
    Eigen::Matrix4d view = Eigen::Matrix4d::Identity();
    view.row(0).head<3>() = right();
    view.row(1).head<3>() = up();
    view.row(2).head<3>() = -forward();
    view.col(3).head<3>() = -(view.topLeftCorner<3, 3>() * (eye() - origin));
    const double near = 0.02 * distance, far = 200.0 * distance, focal = 1.0 / std::tan(0.5 * field_of_view);
    Eigen::Matrix4d projection = Eigen::Matrix4d::Zero();
    projection(0, 0) = focal / aspect;
    projection(1, 1) = focal;
    projection(2, 2) = (far + near) / (near - far);
    projection(2, 3) = 2.0 * far * near / (near - far);
    projection(3, 2) = -1.0;
    return (projection * view).cast<float>();
}

std::optional<Eigen::Vector2d> Camera::project(const Vec3& p_W, int width, int height) const
{
    const Vec3 d = p_W - eye();
    const double depth = d.dot(forward());
    if (depth < 1e-6 * distance)
        return std::nullopt;
    const double scale = 0.5 * height / (std::tan(0.5 * field_of_view) * depth);
    return Eigen::Vector2d(0.5 * width + scale * d.dot(right()), 0.5 * height - scale * d.dot(up()));
}

void Camera::orbit(double by_azimuth, double by_elevation)
{
    azimuth = std::remainder(azimuth + by_azimuth, 2.0 * M_PI);
    elevation = std::clamp(elevation + by_elevation, -kSteepest, kSteepest);
}

void Camera::pan(double right_by, double up_by)
{
    const double height = 2.0 * distance * std::tan(0.5 * field_of_view);
    target += height * (right_by * right() + up_by * up());
}

void Camera::zoom(double factor)
{
    distance = std::clamp(distance * factor, kNearest, kFarthest);
}

void Camera::fit(const Eigen::AlignedBox3d& box, double aspect, double covered_below)
{
    target = box.center();
    const double tan_whole = std::tan(0.5 * field_of_view), tan_x = tan_whole * aspect, tan_y = tan_whole * (1.0 - covered_below);
    double farthest = kNearest, nearest_depth = 0.0;
    for (int i = 0; i < 8; ++i)
    {
        const Vec3 d = box.corner(static_cast<Eigen::AlignedBox3d::CornerType>(i)) - target;
        const double depth = d.dot(forward());
        farthest = std::max({farthest, std::abs(d.dot(right())) / tan_x - depth, std::abs(d.dot(up())) / tan_y - depth});
        nearest_depth = std::min(nearest_depth, depth);
    }
    distance = std::min(1.04 * farthest, kFarthest);
    // Up by half of what is covered. The nearest corner moves by most of the picture: none is pushed out at the top.
    pan(0.0, -0.5 * covered_below * (distance + nearest_depth) / distance);
}

std::string Camera::text() const
{
    char buffer[200];
    std::snprintf(buffer, sizeof buffer, "%.1f,%.1f,%.3f,%.3f,%.3f,%.3f", azimuth / kDegree, elevation / kDegree, distance,
                  target.x(), target.y(), target.z());
    return buffer;
}

int parseCamera(const std::string& text, Camera& camera)
{
    const auto fail = [&](const std::string& why) {
        return InputError("--camera " + text + ": " + why
                          + "; give AZIMUTH,ELEVATION[,DISTANCE[,X,Y,Z]] in degrees and metres, as in 40,25,3.5,0,0,1");
    };
    std::vector<double> numbers;
    for (std::size_t at = 0; at <= text.size();)
    {
        const std::size_t end = std::min(text.find(',', at), text.size());
        const std::string word = text.substr(at, end - at);
        const std::optional<double> number = parseNumber(word);
        if (!number)
            throw fail("'" + word + "' is no number");
        numbers.push_back(*number);
        at = end + 1;
    }
    if (numbers.size() != 2 && numbers.size() != 3 && numbers.size() != 6)
        throw fail(std::to_string(numbers.size()) + " numbers");
    if (std::abs(numbers[1]) > 88.8)
        throw fail("the elevation is steeper than 88.8 degrees");
    camera.azimuth = std::remainder(numbers[0] * kDegree, 2.0 * M_PI);
    camera.elevation = numbers[1] * kDegree;
    if (numbers.size() >= 3)
    {
        if (!(numbers[2] >= kNearest && numbers[2] <= kFarthest))
            throw fail("the distance is not in [0.001, 1000000]");
        camera.distance = numbers[2];
    }
    if (numbers.size() == 6)
        camera.target = {numbers[3], numbers[4], numbers[5]};
    return static_cast<int>(numbers.size());
}

}  // namespace gapless::viewer
