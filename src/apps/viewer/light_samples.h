// The directions and offsets of the samples whose mean is a still picture.
#pragma once

#include <Eigen/Geometry>

namespace gapless::viewer {

struct LightSample
{
    /// Of the picture, pixels in [-0.5, 0.5].
    Eigen::Vector2d shift = Eigen::Vector2d::Zero();
    /// Unit, towards the light and towards a part of the sky, z > 0.
    Eigen::Vector3d key, sky;
    /// In [0,1).
    double dither = 0.0;
};

/// Number k of a series of which any first so many are spread evenly. `key`: unit, to the middle of the light.
LightSample lightSample(int k, const Eigen::Vector3d& key);

}  // namespace gapless::viewer
