// A camera that turns about a point, z up.
#pragma once

#include <optional>
#include <string>

#include <gapless/core/types.h>

namespace gapless::viewer {

struct Camera
{
    Vec3 target = Vec3::Zero();  ///< metres, in the world
    double distance = 3.0;       ///< from the target, metres
    double azimuth = 0.6;        ///< of the eye seen from the target, about z from x, radians
    double elevation = 0.4;      ///< of the eye above the target, radians
    double field_of_view = 0.6;  ///< vertical, radians

    /// Unit, from the eye to the target, and the picture's right and up.
    Vec3 forward() const;
    Vec3 right() const;
    Vec3 up() const;
    Vec3 eye() const { return target - distance * forward(); }

    /// From the world less `origin` to clip space of OpenGL, for a picture `aspect` times as wide as high.
    Eigen::Matrix4f viewProjection(double aspect, const Vec3& origin) const;
    /// Where a point of the world is in a picture, pixels from the upper left; nothing behind the eye.
    std::optional<Eigen::Vector2d> project(const Vec3& p_W, int width, int height) const;

    /// Turns about the target, radians. The eye stays short of straight above and below.
    void orbit(double by_azimuth, double by_elevation);
    /// Moves eye and target: fractions of the picture's height, to the right and up.
    void pan(double right_by, double up_by);
    /// Multiplies the distance.
    void zoom(double factor);
    /// Chooses target and distance so that a box is all in the picture, seen from the same side. `covered_below`: the share of the
    /// picture's height at its bottom where something lies over it, in [0, 1).
    void fit(const Eigen::AlignedBox3d& box, double aspect, double covered_below = 0.0);

    /// "AZIMUTH,ELEVATION,DISTANCE,X,Y,Z" in degrees and metres, as parseCamera() reads it.
    std::string text() const;
};

/// Sets what `text` gives: two numbers (azimuth, elevation; degrees), three (and the distance; metres) or six (and the target;
/// metres). What is not given stays. @return the numbers given. @throws InputError naming --camera
int parseCamera(const std::string& text, Camera& camera);

}  // namespace gapless::viewer
